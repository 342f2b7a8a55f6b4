// Made of `types/registry.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { Lifecycle } from "./lifecycle/lifecycle.ts";
import { EngineRun } from "./lifecycle/program/engine-run.ts";
import { sharedClients } from "./lifecycle/session.ts";
import { classesReferringTo, rateGroups, type TypeName } from "./types/registry.ts";
import { resourceTypes } from "./types/resource-types.made.ts";

/** The run of this process. For each run, the engine starts new processes: one for each provider of the program. */
const run = new EngineRun(classesReferringTo);
const connect = sharedClients(rateGroups);
const lifecycleOf = (name: TypeName): pulumi.dynamic.ResourceProvider =>
  new Lifecycle(resourceTypes[name], connect, run);

/** The lifecycle of resource servers. */
export const resourceServer: pulumi.dynamic.ResourceProvider = lifecycleOf("resourceServer");
/** The lifecycle of scopes of resource servers. */
export const resourceServerScopes: pulumi.dynamic.ResourceProvider = lifecycleOf("resourceServerScopes");
/** The lifecycle of organizations. */
export const organization: pulumi.dynamic.ResourceProvider = lifecycleOf("organization");
/** The lifecycle of user attribute profiles. */
export const userAttributeProfile: pulumi.dynamic.ResourceProvider = lifecycleOf("userAttributeProfile");
/** The lifecycle of connection profiles. */
export const connectionProfile: pulumi.dynamic.ResourceProvider = lifecycleOf("connectionProfile");
/** The lifecycle of self-service profiles. */
export const selfServiceProfile: pulumi.dynamic.ResourceProvider = lifecycleOf("selfServiceProfile");
/** The lifecycle of applications. */
export const client: pulumi.dynamic.ResourceProvider = lifecycleOf("client");
/** The lifecycle of authentications of applications. */
export const clientAuthentication: pulumi.dynamic.ResourceProvider = lifecycleOf("clientAuthentication");
/** The lifecycle of connections. */
export const connection: pulumi.dynamic.ResourceProvider = lifecycleOf("connection");
/** The lifecycle of clients of connections. */
export const connectionClients: pulumi.dynamic.ResourceProvider = lifecycleOf("connectionClients");
/** The lifecycle of SCIM configurations of connections. */
export const connectionScim: pulumi.dynamic.ResourceProvider = lifecycleOf("connectionScim");
/** The lifecycle of SCIM tokens of connections. */
export const connectionScimToken: pulumi.dynamic.ResourceProvider = lifecycleOf("connectionScimToken");
/** The lifecycle of directory configurations of connections. */
export const connectionDirectory: pulumi.dynamic.ResourceProvider = lifecycleOf("connectionDirectory");
/** The lifecycle of action modules. */
export const actionModule: pulumi.dynamic.ResourceProvider = lifecycleOf("actionModule");
/** The lifecycle of actions. */
export const action: pulumi.dynamic.ResourceProvider = lifecycleOf("action");
/** The lifecycle of actions of triggers. */
export const triggerActions: pulumi.dynamic.ResourceProvider = lifecycleOf("triggerActions");
/** The lifecycle of token exchange profiles. */
export const tokenExchangeProfile: pulumi.dynamic.ResourceProvider = lifecycleOf("tokenExchangeProfile");
/** The lifecycle of roles. */
export const role: pulumi.dynamic.ResourceProvider = lifecycleOf("role");
/** The lifecycle of permissions of roles. */
export const rolePermissions: pulumi.dynamic.ResourceProvider = lifecycleOf("rolePermissions");
/** The lifecycle of users. */
export const user: pulumi.dynamic.ResourceProvider = lifecycleOf("user");
/** The lifecycle of roles of users. */
export const userRoles: pulumi.dynamic.ResourceProvider = lifecycleOf("userRoles");
/** The lifecycle of permissions of users. */
export const userPermissions: pulumi.dynamic.ResourceProvider = lifecycleOf("userPermissions");
/** The lifecycle of connections of organizations. */
export const organizationConnection: pulumi.dynamic.ResourceProvider = lifecycleOf("organizationConnection");
/** The lifecycle of memberships of organizations. */
export const organizationMembers: pulumi.dynamic.ResourceProvider = lifecycleOf("organizationMembers");
/** The lifecycle of members of organizations. */
export const organizationMemberRoles: pulumi.dynamic.ResourceProvider = lifecycleOf("organizationMemberRoles");
/** The lifecycle of discovery domains of organizations. */
export const organizationDiscoveryDomain: pulumi.dynamic.ResourceProvider = lifecycleOf("organizationDiscoveryDomain");
/** The lifecycle of client grants. */
export const clientGrant: pulumi.dynamic.ResourceProvider = lifecycleOf("clientGrant");
/** The lifecycle of client grants of organizations. */
export const organizationClientGrants: pulumi.dynamic.ResourceProvider = lifecycleOf("organizationClientGrants");
/** The lifecycle of applications of organizations. */
export const organizationClients: pulumi.dynamic.ResourceProvider = lifecycleOf("organizationClients");
/** The lifecycle of roles of groups. */
export const groupRoles: pulumi.dynamic.ResourceProvider = lifecycleOf("groupRoles");
/** The lifecycle of event streams. */
export const eventStream: pulumi.dynamic.ResourceProvider = lifecycleOf("eventStream");
/** The lifecycle of log streams. */
export const logStream: pulumi.dynamic.ResourceProvider = lifecycleOf("logStream");
/** The lifecycle of network ACL keys. */
export const networkAclKey: pulumi.dynamic.ResourceProvider = lifecycleOf("networkAclKey");
/** The lifecycle of network ACLs. */
export const networkAcl: pulumi.dynamic.ResourceProvider = lifecycleOf("networkAcl");
/** The lifecycle of rate limit policies. */
export const rateLimitPolicy: pulumi.dynamic.ResourceProvider = lifecycleOf("rateLimitPolicy");
/** The lifecycle of custom domains. */
export const customDomain: pulumi.dynamic.ResourceProvider = lifecycleOf("customDomain");
/** The lifecycle of verifications of custom domains. */
export const customDomainVerification: pulumi.dynamic.ResourceProvider = lifecycleOf("customDomainVerification");
/** The lifecycle of default domains. */
export const defaultCustomDomain: pulumi.dynamic.ResourceProvider = lifecycleOf("defaultCustomDomain");
/** The lifecycle of tenant settings. */
export const tenantSettings: pulumi.dynamic.ResourceProvider = lifecycleOf("tenantSettings");
/** The lifecycle of brute-force protection. */
export const bruteForceProtection: pulumi.dynamic.ResourceProvider = lifecycleOf("bruteForceProtection");
/** The lifecycle of suspicious IP throttling. */
export const suspiciousIpThrottling: pulumi.dynamic.ResourceProvider = lifecycleOf("suspiciousIpThrottling");
/** The lifecycle of breached password detection. */
export const breachedPasswordDetection: pulumi.dynamic.ResourceProvider = lifecycleOf("breachedPasswordDetection");
/** The lifecycle of bot detection. */
export const botDetection: pulumi.dynamic.ResourceProvider = lifecycleOf("botDetection");
/** The lifecycle of captcha. */
export const captcha: pulumi.dynamic.ResourceProvider = lifecycleOf("captcha");
/** The lifecycle of risk assessment. */
export const riskAssessment: pulumi.dynamic.ResourceProvider = lifecycleOf("riskAssessment");
/** The lifecycle of supplemental signals. */
export const supplementalSignals: pulumi.dynamic.ResourceProvider = lifecycleOf("supplementalSignals");
/** The lifecycle of branding. */
export const branding: pulumi.dynamic.ResourceProvider = lifecycleOf("branding");
/** The lifecycle of branding themes. */
export const brandingTheme: pulumi.dynamic.ResourceProvider = lifecycleOf("brandingTheme");
/** The lifecycle of prompt settings. */
export const promptSettings: pulumi.dynamic.ResourceProvider = lifecycleOf("promptSettings");
/** The lifecycle of login page templates. */
export const loginPageTemplate: pulumi.dynamic.ResourceProvider = lifecycleOf("loginPageTemplate");
/** The lifecycle of multi-factor authentication. */
export const multiFactor: pulumi.dynamic.ResourceProvider = lifecycleOf("multiFactor");
/** The lifecycle of phone factor settings. */
export const multiFactorPhone: pulumi.dynamic.ResourceProvider = lifecycleOf("multiFactorPhone");
/** The lifecycle of push factor settings. */
export const multiFactorPush: pulumi.dynamic.ResourceProvider = lifecycleOf("multiFactorPush");
/** The lifecycle of Duo settings. */
export const multiFactorDuo: pulumi.dynamic.ResourceProvider = lifecycleOf("multiFactorDuo");
/** The lifecycle of WebAuthn settings. */
export const multiFactorWebAuthn: pulumi.dynamic.ResourceProvider = lifecycleOf("multiFactorWebAuthn");
/** The lifecycle of e-mail providers. */
export const emailProvider: pulumi.dynamic.ResourceProvider = lifecycleOf("emailProvider");
/** The lifecycle of prompt texts. */
export const promptTexts: pulumi.dynamic.ResourceProvider = lifecycleOf("promptTexts");
/** The lifecycle of e-mail templates. */
export const emailTemplate: pulumi.dynamic.ResourceProvider = lifecycleOf("emailTemplate");
/** The lifecycle of phone providers. */
export const phoneProvider: pulumi.dynamic.ResourceProvider = lifecycleOf("phoneProvider");
/** The lifecycle of phone templates. */
export const phoneTemplate: pulumi.dynamic.ResourceProvider = lifecycleOf("phoneTemplate");
/** The lifecycle of phone provider protection. */
export const phoneProviderProtection: pulumi.dynamic.ResourceProvider = lifecycleOf("phoneProviderProtection");
/** The lifecycle of prompt partials. */
export const promptPartials: pulumi.dynamic.ResourceProvider = lifecycleOf("promptPartials");
/** The lifecycle of prompt renderings. */
export const promptRendering: pulumi.dynamic.ResourceProvider = lifecycleOf("promptRendering");
/** The lifecycle of vault connections. */
export const vaultConnection: pulumi.dynamic.ResourceProvider = lifecycleOf("vaultConnection");
/** The lifecycle of flows. */
export const flow: pulumi.dynamic.ResourceProvider = lifecycleOf("flow");
/** The lifecycle of forms. */
export const form: pulumi.dynamic.ResourceProvider = lifecycleOf("form");
