// Made of `types/registry.ts` by `npm run docs`. Change that, not this file.

import { restOf } from "../lifecycle/requests/rest.ts";
import { singletonOf } from "../lifecycle/requests/singleton.ts";
import type { ResourceType } from "../lifecycle/resource-type.ts";
import { actionType } from "./action/calls.ts";
import { actionModuleType } from "./action-module/calls.ts";
import { captchaType } from "./attack-protection/calls.ts";
import {
  botDetection,
  breachedPasswordDetection,
  bruteForceProtection,
  suspiciousIpThrottling,
} from "./attack-protection/definition.ts";
import { brandingThemeType, brandingType, loginPageTemplateType } from "./branding/calls.ts";
import { clientType } from "./client/calls.ts";
import { clientAuthenticationType } from "./client-authentication/calls.ts";
import { clientGrantType } from "./client-grant/calls.ts";
import { connectionClientsType, connectionType } from "./connection/calls.ts";
import {
  connectionDirectoryType,
  connectionScimTokenType,
  connectionScimType,
} from "./connection-provisioning/calls.ts";
import { customDomainType, customDomainVerificationType, defaultCustomDomainType } from "./custom-domain/calls.ts";
import { emailProviderType, emailTemplateType } from "./email/calls.ts";
import { eventStreamType } from "./event-stream/calls.ts";
import { formType, vaultConnectionType } from "./forms/calls.ts";
import { flow } from "./forms/definition.ts";
import { groupRolesType } from "./group/calls.ts";
import { logStreamType } from "./log-stream/calls.ts";
import { multiFactorType } from "./multi-factor/calls.ts";
import { multiFactorDuo, multiFactorPhone, multiFactorPush, multiFactorWebAuthn } from "./multi-factor/definition.ts";
import { networkAclKeyType, networkAclType } from "./network-acl/calls.ts";
import {
  organizationConnectionType,
  organizationMemberRolesType,
  organizationMembersType,
  organizationType,
} from "./organization/calls.ts";
import {
  organizationClientGrantsType,
  organizationClientsType,
  organizationDiscoveryDomainType,
} from "./organization-parts/calls.ts";
import { phoneProviderProtectionType, phoneProviderType, phoneTemplateType } from "./phone/calls.ts";
import { selfServiceProfileType, userAttributeProfileType } from "./profiles/calls.ts";
import { connectionProfile } from "./profiles/definition.ts";
import { promptPartialsType, promptTextsType } from "./prompts/calls.ts";
import { promptRendering, promptSettings } from "./prompts/definition.ts";
import { rateLimitPolicyType } from "./rate-limit-policy/calls.ts";
import type { TypeName } from "./registry.ts";
import { resourceServerScopesType, resourceServerType } from "./resource-server/calls.ts";
import { supplementalSignalsType } from "./risk/calls.ts";
import { riskAssessment } from "./risk/definition.ts";
import { rolePermissionsType, roleType } from "./role/calls.ts";
import { tenantSettingsType } from "./tenant-settings/calls.ts";
import { tokenExchangeProfile } from "./token-exchange-profile/definition.ts";
import { triggerActionsType } from "./trigger-actions/calls.ts";
import { userPermissionsType, userRolesType, userType } from "./user/calls.ts";

/** The host's half of every resource type. A type without calls of its own is an ordinary object. */
export const resourceTypes: Readonly<Record<TypeName, ResourceType>> = {
  resourceServer: resourceServerType,
  resourceServerScopes: resourceServerScopesType,
  organization: organizationType,
  userAttributeProfile: userAttributeProfileType,
  connectionProfile: restOf(connectionProfile).type,
  selfServiceProfile: selfServiceProfileType,
  client: clientType,
  clientAuthentication: clientAuthenticationType,
  connection: connectionType,
  connectionClients: connectionClientsType,
  connectionScim: connectionScimType,
  connectionScimToken: connectionScimTokenType,
  connectionDirectory: connectionDirectoryType,
  actionModule: actionModuleType,
  action: actionType,
  triggerActions: triggerActionsType,
  tokenExchangeProfile: restOf(tokenExchangeProfile).type,
  role: roleType,
  rolePermissions: rolePermissionsType,
  user: userType,
  userRoles: userRolesType,
  userPermissions: userPermissionsType,
  organizationConnection: organizationConnectionType,
  organizationMembers: organizationMembersType,
  organizationMemberRoles: organizationMemberRolesType,
  organizationDiscoveryDomain: organizationDiscoveryDomainType,
  clientGrant: clientGrantType,
  organizationClientGrants: organizationClientGrantsType,
  organizationClients: organizationClientsType,
  groupRoles: groupRolesType,
  eventStream: eventStreamType,
  logStream: logStreamType,
  networkAclKey: networkAclKeyType,
  networkAcl: networkAclType,
  rateLimitPolicy: rateLimitPolicyType,
  customDomain: customDomainType,
  customDomainVerification: customDomainVerificationType,
  defaultCustomDomain: defaultCustomDomainType,
  tenantSettings: tenantSettingsType,
  bruteForceProtection: singletonOf(bruteForceProtection),
  suspiciousIpThrottling: singletonOf(suspiciousIpThrottling),
  breachedPasswordDetection: singletonOf(breachedPasswordDetection),
  botDetection: singletonOf(botDetection),
  captcha: captchaType,
  riskAssessment: singletonOf(riskAssessment),
  supplementalSignals: supplementalSignalsType,
  branding: brandingType,
  brandingTheme: brandingThemeType,
  promptSettings: singletonOf(promptSettings),
  loginPageTemplate: loginPageTemplateType,
  multiFactor: multiFactorType,
  multiFactorPhone: singletonOf(multiFactorPhone),
  multiFactorPush: singletonOf(multiFactorPush),
  multiFactorDuo: singletonOf(multiFactorDuo),
  multiFactorWebAuthn: singletonOf(multiFactorWebAuthn),
  emailProvider: emailProviderType,
  promptTexts: promptTextsType,
  emailTemplate: emailTemplateType,
  phoneProvider: phoneProviderType,
  phoneTemplate: phoneTemplateType,
  phoneProviderProtection: phoneProviderProtectionType,
  promptPartials: promptPartialsType,
  promptRendering: singletonOf(promptRendering),
  vaultConnection: vaultConnectionType,
  flow: restOf(flow).type,
  form: formType,
};
