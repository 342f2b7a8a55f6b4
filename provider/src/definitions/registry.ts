import type { Definition } from "../schema/definition.ts";
import { providerCodes, typeToken } from "../schema/provider-code.ts";
import { withUndocumented } from "../schema/undocumented.ts";
import { action } from "./action.ts";
import { botDetection } from "./bot-detection.ts";
import { branding } from "./branding.ts";
import { brandingTheme } from "./branding-theme.ts";
import { breachedPasswordDetection } from "./breached-password-detection.ts";
import { bruteForceProtection } from "./brute-force-protection.ts";
import { captcha } from "./captcha.ts";
import { client } from "./client.ts";
import { clientAuthentication } from "./client-authentication.ts";
import { clientGrant } from "./client-grant.ts";
import { connection } from "./connection.ts";
import { connectionClients } from "./connection-clients.ts";
import { customDomain } from "./custom-domain.ts";
import { customDomainVerification } from "./custom-domain-verification.ts";
import { defaultCustomDomain } from "./default-custom-domain.ts";
import { emailProvider } from "./email-provider.ts";
import { emailTemplate } from "./email-template.ts";
import { logStream } from "./log-stream.ts";
import { loginPageTemplate } from "./login-page-template.ts";
import { multiFactor } from "./multi-factor.ts";
import { multiFactorDuo } from "./multi-factor-duo.ts";
import { multiFactorPhone } from "./multi-factor-phone.ts";
import { multiFactorPush } from "./multi-factor-push.ts";
import { multiFactorWebAuthn } from "./multi-factor-web-authn.ts";
import { networkAcl } from "./network-acl.ts";
import { organization } from "./organization.ts";
import { organizationConnection } from "./organization-connection.ts";
import { organizationMemberRoles } from "./organization-member-roles.ts";
import { organizationMembers } from "./organization-members.ts";
import { promptPartials } from "./prompt-partials.ts";
import { promptRendering } from "./prompt-rendering.ts";
import { promptSettings } from "./prompt-settings.ts";
import { promptTexts } from "./prompt-texts.ts";
import { resourceServer } from "./resource-server.ts";
import { resourceServerScopes } from "./resource-server-scopes.ts";
import { role } from "./role.ts";
import { rolePermissions } from "./role-permissions.ts";
import { suspiciousIpThrottling } from "./suspicious-ip-throttling.ts";
import { tenantSettings } from "./tenant-settings.ts";
import { tokenExchangeProfile } from "./token-exchange-profile.ts";
import { triggerActions } from "./trigger-actions.ts";

/**
 * Every resource type, by the name under which the host exports its handler. A type comes after the types to which it refers.
 */
export const described = {
  resourceServer,
  resourceServerScopes,
  organization,
  client,
  clientAuthentication,
  connection,
  connectionClients,
  action,
  triggerActions,
  tokenExchangeProfile,
  role,
  rolePermissions,
  organizationConnection,
  organizationMembers,
  organizationMemberRoles,
  clientGrant,
  logStream,
  networkAcl,
  customDomain,
  customDomainVerification,
  defaultCustomDomain,
  tenantSettings,
  bruteForceProtection,
  suspiciousIpThrottling,
  breachedPasswordDetection,
  botDetection,
  captcha,
  branding,
  brandingTheme,
  promptSettings,
  loginPageTemplate,
  multiFactor,
  multiFactorPhone,
  multiFactorPush,
  multiFactorDuo,
  multiFactorWebAuthn,
  emailProvider,
  promptTexts,
  emailTemplate,
  promptPartials,
  promptRendering,
} as const satisfies Readonly<Record<string, Definition>>;

/** The resource types, by the names under which the host exports their handlers. */
export type TypeName = keyof typeof described;

/** The definitions by type name, with the argument for undocumented properties. */
export const definitions = Object.fromEntries(
  Object.entries<Definition>(described).map(([name, definition]) => [name, withUndocumented(definition)]),
) as Readonly<Record<TypeName, Definition>>;

/** The names of all types. */
export const typeNames = Object.keys(described) as readonly TypeName[];

/** Whether a name in `idOf` is that of a type of this package. If not, it is that of a type in `definitions/outside.ts`. */
export function isTypeName(name: string): name is TypeName {
  return Object.hasOwn(described, name);
}

/** The rate limits of single routes. */
export const rateGroups = typeNames.flatMap((name) => definitions[name].rateGroups ?? []);

/** The type name of a type token; undefined for a type of another package or of a newer version. */
export function typeNameOf(type: string): TypeName | undefined {
  return typeNames.find((name) => typeToken(definitions[name].type) === type);
}

/** Every provider code (`__provider`) that this package has written into states. Any other code is not from this package. */
export const knownProviderCodes: ReadonlySet<string> = new Set(typeNames.flatMap(providerCodes));
