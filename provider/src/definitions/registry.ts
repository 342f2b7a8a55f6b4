import type { Definition } from "../schema/definition.ts";
import { providerCodes, typeToken } from "../schema/provider-code.ts";
import { withUndocumented } from "../schema/undocumented.ts";
import { action, triggerActions } from "./action.ts";
import {
  botDetection,
  breachedPasswordDetection,
  bruteForceProtection,
  captcha,
  suspiciousIpThrottling,
} from "./attack-protection.ts";
import { branding, brandingTheme, loginPageTemplate } from "./branding.ts";
import { client, clientAuthentication, clientGrant } from "./client.ts";
import { connection, connectionClients } from "./connection.ts";
import { customDomain, customDomainVerification, defaultCustomDomain } from "./custom-domain.ts";
import { emailProvider, emailTemplate } from "./email.ts";
import { logStream } from "./log-stream.ts";
import { multiFactor, multiFactorDuo, multiFactorPhone, multiFactorPush, multiFactorWebAuthn } from "./multi-factor.ts";
import { networkAcl } from "./network-acl.ts";
import { organization, organizationConnection, organizationMemberRoles, organizationMembers } from "./organization.ts";
import { promptPartials, promptRendering, promptSettings, promptTexts } from "./prompts.ts";
import { resourceServer, resourceServerScopes } from "./resource-server.ts";
import { role, rolePermissions } from "./role.ts";
import { tenantSettings } from "./tenant-settings.ts";
import { tokenExchangeProfile } from "./token-exchange-profile.ts";

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

/** The definitions by type name. Each also has the argument `undocumented`, for properties that this version does not know. */
export const definitions = Object.fromEntries(
  Object.entries<Definition>(described).map(([name, definition]) => [name, withUndocumented(definition)]),
) as Readonly<Record<TypeName, Definition>>;

/** The names of all types. */
export const typeNames = Object.keys(described) as readonly TypeName[];

/** Whether a name in `idOf` is that of a type of this package. If not, it is that of a type in `definitions/outside.ts`. */
export function isTypeName(name: string): name is TypeName {
  return Object.hasOwn(described, name);
}

/** The rate limits that the service documents for single routes, of all types. */
export const rateGroups = typeNames.flatMap((name) => definitions[name].rateGroups ?? []);

const byToken: ReadonlyMap<string, TypeName> = new Map(
  typeNames.map((name) => [typeToken(definitions[name].type), name]),
);

/** The type name of a type token; undefined for a type of another package or of a newer version. */
export function typeNameOf(type: string): TypeName | undefined {
  return byToken.get(type);
}

/** Every provider code (`__provider`) that this package has written into states. Any other code is not from this package. */
export const knownProviderCodes: ReadonlySet<string> = new Set(typeNames.flatMap(providerCodes));
