import type { Definition } from "../schema/definition.ts";
import { classOf, providerCodes, typeToken } from "../schema/provider-code.ts";
import { type Fields, identityOf, idTypesIn, type Schema } from "../schema/schema.ts";
import { withUndocumented } from "../schema/undocumented.ts";
import { action, triggerActions } from "./action/definition.ts";
import { actionModule } from "./action-module/definition.ts";
import {
  botDetection,
  breachedPasswordDetection,
  bruteForceProtection,
  captcha,
  suspiciousIpThrottling,
} from "./attack-protection/definition.ts";
import { branding, brandingTheme, loginPageTemplate } from "./branding/definition.ts";
import { client, clientAuthentication, clientGrant } from "./client/definition.ts";
import { connection, connectionClients } from "./connection/definition.ts";
import { connectionDirectory, connectionScim, connectionScimToken } from "./connection-provisioning/definition.ts";
import { customDomain, customDomainVerification, defaultCustomDomain } from "./custom-domain/definition.ts";
import { emailProvider, emailTemplate } from "./email/definition.ts";
import { eventStream } from "./event-stream/definition.ts";
import { flow, form, vaultConnection } from "./forms/definition.ts";
import { groupRoles } from "./group/definition.ts";
import { logStream } from "./log-stream/definition.ts";
import {
  multiFactor,
  multiFactorDuo,
  multiFactorPhone,
  multiFactorPush,
  multiFactorWebAuthn,
} from "./multi-factor/definition.ts";
import { networkAcl, networkAclKey } from "./network-acl/definition.ts";
import {
  organization,
  organizationConnection,
  organizationMemberRoles,
  organizationMembers,
} from "./organization/definition.ts";
import {
  organizationClientGrants,
  organizationClients,
  organizationDiscoveryDomain,
} from "./organization-parts/definition.ts";
import { outsideTypes } from "./outside.ts";
import { phoneProvider, phoneProviderProtection, phoneTemplate } from "./phone/definition.ts";
import { connectionProfile, selfServiceProfile, userAttributeProfile } from "./profiles/definition.ts";
import { promptPartials, promptRendering, promptSettings, promptTexts } from "./prompts/definition.ts";
import { rateLimitPolicy } from "./rate-limit-policy/definition.ts";
import { resourceServer, resourceServerScopes } from "./resource-server/definition.ts";
import { riskAssessment, supplementalSignals } from "./risk/definition.ts";
import { role, rolePermissions } from "./role/definition.ts";
import { tenantSettings } from "./tenant-settings/definition.ts";
import { tokenExchangeProfile } from "./token-exchange-profile/definition.ts";
import { user, userPermissions, userRoles } from "./user/definition.ts";

/**
 * Every resource type, by the name under which the host exports its handler. A type comes after the types to which it refers.
 */
export const described = {
  resourceServer,
  resourceServerScopes,
  organization,
  userAttributeProfile,
  connectionProfile,
  selfServiceProfile,
  client,
  clientAuthentication,
  connection,
  connectionClients,
  connectionScim,
  connectionScimToken,
  connectionDirectory,
  actionModule,
  action,
  triggerActions,
  tokenExchangeProfile,
  role,
  rolePermissions,
  user,
  userRoles,
  userPermissions,
  organizationConnection,
  organizationMembers,
  organizationMemberRoles,
  organizationDiscoveryDomain,
  clientGrant,
  organizationClientGrants,
  organizationClients,
  groupRoles,
  eventStream,
  logStream,
  networkAclKey,
  networkAcl,
  rateLimitPolicy,
  customDomain,
  customDomainVerification,
  defaultCustomDomain,
  tenantSettings,
  bruteForceProtection,
  suspiciousIpThrottling,
  breachedPasswordDetection,
  botDetection,
  captcha,
  riskAssessment,
  supplementalSignals,
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
  phoneProvider,
  phoneTemplate,
  phoneProviderProtection,
  promptPartials,
  promptRendering,
  vaultConnection,
  flow,
  form,
} as const satisfies Readonly<Record<string, Definition>>;

/** The resource types, by the names under which the host exports their handlers. */
export type TypeName = keyof typeof described;

/** The definitions by type name. Each also has the argument `undocumented`, for properties that this version does not know. */
export const definitions = Object.fromEntries(
  Object.entries<Definition>(described).map(([name, definition]) => [name, withUndocumented(definition)]),
) as Readonly<Record<TypeName, Definition>>;

/** The names of all types. */
export const typeNames = Object.keys(described) as readonly TypeName[];

/** Whether a name in `idOf` is that of a type of this package. If not, it is that of a type in `types/outside.ts`. */
export function isTypeName(name: string): name is TypeName {
  return Object.hasOwn(described, name);
}

/** The noun of objects that programs seldom declare, and its plural. */
interface Outsiders {
  readonly noun: string;
  readonly plural: string;
}

/**
 * The objects of a type, if programs seldom declare them: those of types outside this package, and those that users create at run time, such as the users
 * themselves. Undefined for objects that programs declare, and for parts of others.
 */
export function outsidersOf(type: string): Outsiders | undefined {
  if (!isTypeName(type)) return outsideTypes.get(type);
  const { schema, plural, listing } = definitions[type];
  return listing?.isTransient && !listing.owners ? { noun: schema.noun, plural } : undefined;
}

/**
 * The objects of {@link outsidersOf} to a single one of which each object of a type belongs: the user of an assignment of roles. Undefined if there are
 * none. A program seldom declares that object, and other tenants lack it.
 */
export function outsideOwnerOf({ schema }: Pick<Definition, "schema">): Outsiders | undefined {
  const fields: Fields = schema.fields;
  const owners = identityOf(schema).map((name) => outsidersOf(fields[name]?.idOf ?? ""));
  return owners.find((owner) => owner !== undefined);
}

/** The classes with a value, at any depth, that refers to the objects of a schema by their id. */
export function classesReferringTo(schema: Schema): readonly string[] {
  const name = typeNames.find((one) => definitions[one].schema === schema);
  const refersToIt = (fields: Fields) =>
    Object.values(fields).some((field) => idTypesIn(field).some((one) => one === name));
  return name === undefined ? [] : typeNames.filter((one) => refersToIt(definitions[one].schema.fields)).map(classOf);
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
