import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import { type JsonObject, unknownValue } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";
import { connection } from "../connection/definition.ts";

/** The property for the id of the connection to which a configuration or a token belongs. */
const connectionId = {
  kind: "string",
  forceNew: true,
  required: true,
  idOf: "connection",
  affectsTarget: true,
  idPrefix: "con_",
  min: 1,
} as const;

/** The id of a connection of one of these strategies. */
function connectionOf(strategies: readonly string[]) {
  const why = ({ strategy }: JsonObject) =>
    typeof strategy !== "string" || strategy === unknownValue || strategies.includes(strategy)
      ? undefined
      : `has the strategy "${strategy}", and the service accepts only connections of ${strategies.join(", ")}`;
  return { ...connectionId, refusedTargets: { type: connection.type, why } } as const;
}

const scimStrategies = ["samlp", "oidc", "okta", "waad"];

/** The properties of responses that describe the connection, and the time of the creation. */
const ofConnection = ["connection_name", "strategy", "created_at"] as const;

/** Which attribute of users gets its value from which attribute of the identity provider. */
const mapping = {
  kind: "map",
  keyWire: "auth0",
  /** The attribute of the user: `email`, `app_metadata.department`. */
  key: {
    kind: "string",
    min: 1,
    pattern: { source: "^(?!__proto__$)", says: "must not be __proto__, because Pulumi loses a key of this name" },
  },
  notSecret: true,
  chosen: true,
  clear: { how: "release" },
  safeguard: "It decides who a user is, and which data actions and applications see.",
} as const;

/** The SCIM configuration of an enterprise connection. */
export const connectionScimSchema = {
  noun: "SCIM configuration",
  fields: {
    /** The id of the connection, `con_…`. Its strategy is `samlp`, `oidc`, `okta` or `waad`. A change replaces the resource. */
    connectionId: connectionOf(scimStrategies),
    /**
     * The SCIM attribute that identifies a user of the connection. The default of a new configuration depends on the strategy: `userName` for `samlp`,
     * `externalId` for the others. Cannot be cleared.
     *
     * @answers {string} The SCIM attribute that identifies a user of the connection.
     */
    userIdAttribute: {
      kind: "string",
      min: 1,
      chosen: true,
      clear: { how: "release" },
      safeguard: "It decides which user a request of the identity provider creates, changes or deactivates.",
    },
    /**
     * The mapping: a map of attributes of the user (`email`, `app_metadata.department`) to SCIM attributes. A declared mapping is the whole mapping: an
     * entry that is added at the tenant is drift. The service's own form, an array of `{ auth0, scim }`, is also accepted; the output is always the map.
     * A new configuration has the default mapping of its strategy. Cannot be cleared.
     *
     * @interface ConnectionScimMapping An entry of the mapping of a SCIM configuration, in the service's own form.
     *
     * @output The map, in whichever form the program declares the mapping.
     */
    mapping: {
      ...mapping,
      valueWire: "scim",
      /** The SCIM attribute: `emails[primary eq true].value`. */
      value: { kind: "string" },
    },
    /**
     * The URL of the SCIM server, which the identity provider needs beside a token: `https://…/scim/v2/connections/con_…`. With a custom domain, the
     * host is the tenant's own domain, if `TENANT_AUDIENCE` or the token names it.
     */
    endpoint: { kind: "string", computed: true, required: true },
  },
} as const satisfies Schema;

/**
 * The SCIM configuration of an enterprise connection: the identity provider creates, changes and deactivates the connection's users.
 *
 * {@example}
 *
 * A connection of the strategy `samlp`, `oidc`, `okta` or `waad` has at most one configuration. The identity provider needs `endpoint` and the value of
 * a `ConnectionScimToken`.
 *
 * **Updates** read the configuration, then send `userIdAttribute` and `mapping` in one call: the service requires both, so an undeclared one is sent
 * as it is.
 *
 * **Deletion** invalidates the tokens of the connection, so the identity provider can no longer provision users. The users stay. A change of
 * `connectionId` deletes the old configuration.
 *
 * **Events**: the service sends no events about SCIM configurations. Only a refresh finds changes made outside Pulumi.
 *
 * The id is that of the connection. Routes: `POST|GET|PATCH|DELETE /connections/{id}/scim-configuration`; to read many, `GET
 * /connections-scim-configurations`. Scopes: `create|read|update|delete:scim_config`.
 *
 * @arguments A property that you remove from the program stays as it is.
 *
 * @adopt Whether the configuration that the connection already has is adopted instead of causing an error. Only used at creation.
 *
 * @constructor Manages the SCIM configuration of a connection.
 */
export const connectionScim = {
  type: "ConnectionScim",
  schema: connectionScimSchema,
  plural: "SCIM configurations of connections",
  route: `${connection.route}/{connectionId}/scim-configuration`,
  idName: "connection_id",
  scopes: { ...scopesFor("scim_config"), update: ["read:scim_config", "update:scim_config"] },
  setByService: [...ofConnection, "tenant_name", "updated_on"],
  uniqueBy: ["connectionId"],
  replacedInPlace: true,
  listing: {
    route: "connections-scim-configurations",
    collection: "scim_configurations",
    paging: "checkpoint",
    names: ["connection_name", "connection_id"],
  },
  goneWithIt: "its SCIM tokens, with which the identity provider provisions users",
} as const satisfies Definition;

/** The requests that the identity provider may send with a token, as the service names them. */
const tokenScopes = [
  ...(["get:users", "post:users", "put:users", "patch:users", "delete:users"] as const),
  ...(["get:groups", "post:groups", "put:groups", "patch:groups", "delete:groups"] as const),
] as const;

/** A token for the SCIM server of a connection. Bounds follow the service's documentation. */
export const connectionScimTokenSchema = {
  noun: "SCIM token",
  secretsAtRest: [{ secrets: ["/token"], why: "The service sends it nowhere." }],
  fields: {
    /** The id of the connection, `con_…`, which must have a SCIM configuration: `scim.connectionId`. A change replaces the token. */
    connectionId: connectionOf(scimStrategies),
    /** The requests that the token allows, in any order: {@bounds}. A change replaces the token. */
    scopes: {
      kind: "set",
      required: true,
      min: 1,
      item: { kind: "string", oneOf: tokenScopes },
      forceNewIfDeclared: true,
      safeguard: "Whoever has the token can read, create, change or delete the users of the connection.",
      weaker: "more",
    },
    /** The lifetime in seconds: {@bounds}. Default: the token never expires. A change replaces the token. */
    tokenLifetime: {
      kind: "integer",
      unit: "seconds",
      min: 900,
      max: 2_147_483_647,
      forceNew: true,
      notSecret: true,
      reads: { how: "never" },
      safeguard: "A token without a lifetime never expires.",
      weaker: "more",
    },
    /** The token: secret, encrypted in the state. Only its creation shows it, so the output of an imported token is undefined. */
    token: { kind: "string", computed: true, secret: true, reads: { how: "never" } },
    /** The time at which the token expires, such as `2031-01-31T00:00:00.000Z`. Undefined if it never expires. */
    validUntil: { kind: "string", computed: true },
  },
} as const satisfies Schema;

/**
 * A token with which an identity provider provisions the users of an enterprise connection.
 *
 * {@example}
 *
 * A connection has at most two tokens. The service shows `token` only in the response to the creation; the state keeps it encrypted.
 *
 * **Replacement**: no property of a token can be changed, so each change creates another token and deletes this one. With one token at the connection,
 * the new one is created first, so there is no gap. With two, the service would refuse a third: this token is then deleted first, and provisioning
 * stops until the identity provider has the new one. `pulumi up --replace` always creates first: with two tokens, the service refuses the new one.
 *
 * **Rotation** without a gap: declare a second token, give its value to the identity provider, then remove the first one from the program.
 *
 * **Lost response**: if the response to the creation is lost, so is the value. The next run creates another token, and names the ones that the lost
 * request may have left: another team may have created them, so they stay, and count among the two. With `adopt: true`, or TENANT_ADOPT=true for one
 * run, the only such token is deleted first.
 *
 * **Deletion** invalidates the token: the identity provider can no longer provision users with it. The users stay.
 *
 * **Events**: the service sends no events about tokens. Only a refresh finds a token that was deleted outside Pulumi.
 *
 * The id is `connectionId::tok_…`. Routes: `GET|POST /connections/{id}/scim-configuration/tokens`, `DELETE
 * /connections/{id}/scim-configuration/tokens/{token_id}`; scopes `create|read|delete:scim_token`.
 *
 * @arguments A change of any argument replaces the token.
 *
 * @adopt Whether the only token that a creation with a lost response may have left is deleted before another one is created. No existing token is adopted.
 *
 * @constructor Manages a token for the SCIM server of a connection.
 */
export const connectionScimToken = {
  type: "ConnectionScimToken",
  schema: connectionScimTokenSchema,
  plural: "SCIM tokens of connections",
  route: `${connectionScim.route}/tokens`,
  idName: "token_id",
  scopes: {
    create: ["create:scim_token"],
    read: ["read:scim_token"],
    update: ["create:scim_token", "delete:scim_token"],
    delete: ["delete:scim_token"],
  },
  setByService: ["created_at", "last_used_at"],
  uniqueBy: ["connectionId"],
  sharesNames: true,
  hasFixedBody: true,
  listing: {
    paging: "whole",
    names: ["token_id"],
    owners: { definition: connectionScim, collection: "tokens", key: "token_id" },
  },
  goneWithIt: "the provisioning of users by clients that use the token",
} as const satisfies Definition;

/** The groups of a directory that are synchronized. */
export const directoryGroups = {
  kind: "set",
  onWire: { key: "id", constants: {} },
  asObjects: true,
  /** The id of the group: 1 to 32 letters and digits. */
  item: {
    kind: "string",
    min: 1,
    max: 32,
    pattern: {
      source: "^[A-Za-z0-9]+$",
      says: "must consist of letters and digits: the id of a group, not its name or address",
    },
  },
  exclusive: { argument: "exclusiveGroups", default: false },
  safeguard: "Roles can be assigned to groups.",
} as const;

/** The directory provisioning of a google-apps connection. */
export const connectionDirectorySchema = {
  noun: "directory configuration",
  fields: {
    /** The id of the connection, `con_…`. Its strategy is `google-apps`. A change replaces the resource. */
    connectionId: connectionOf(["google-apps"]),
    /**
     * The mapping: a map of attributes of the user (`email`, `app_metadata.department`) to attributes of the directory. A declared mapping is the whole
     * mapping: an entry that is added at the tenant is drift. The service's own form, an array of `{ auth0, idp }`, is also accepted; the output is
     * always the map: at least one entry. A new configuration has the default mapping. Cannot be cleared.
     *
     * @interface ConnectionDirectoryMapping An entry of the mapping of a directory configuration, in the service's own form.
     *
     * @output The map, in whichever form the program declares the mapping.
     */
    mapping: {
      ...mapping,
      valueWire: "idp",
      /** The attribute of the directory: `name.givenName`. */
      value: { kind: "string" },
    },
    /** Whether the service synchronizes the users every 30 minutes. When cleared: false. */
    synchronizeAutomatically: {
      kind: "boolean",
      ...defaultsTo(false),
      safeguard: "Without it, users who left the directory stay active until somebody starts a synchronization.",
      weaker: false,
    },
    /** Which groups of the directory are synchronized. When cleared: `off`. */
    // Older tenants do not return the key.
    synchronizeGroups: {
      kind: "string",
      oneOf: ["off", "all", "selected"],
      ...defaultsTo("off"),
      safeguard: "Roles can be assigned to groups.",
    },
    /**
     * The groups that are synchronized with `synchronizeGroups: "selected"`, by their ids in the directory (1 to 32 letters and digits), in any order. If
     * undeclared, the groups are neither read nor changed. Unless `exclusiveGroups` is true, other groups stay.
     *
     * @interface ConnectionDirectoryGroup A group that is synchronized.
     */
    groups: {
      ...directoryGroups,
      subresource: true,
      ...defaultsTo([]),
    },
  },
  metaArguments: {
    /**
     * Whether the declared groups are the only ones. With false, other stacks and tools can select groups, too. A change of this option alone
     * removes nothing. Default: false.
     */
    exclusiveGroups: { kind: "boolean" },
  },
} as const satisfies Schema;

/**
 * The directory provisioning of a `google-apps` connection: the service reads users and groups from the directory of Google Workspace.
 *
 * {@example}
 *
 * An administrator of the directory must have given the connection access to it, and its options `api_enable_users` and `api_enable_groups` must be true.
 *
 * **Groups** are shared by default: a declared group is added, is drift if it is missing, and is removed when you remove it from the program. Other
 * groups are neither drift nor changed. With `exclusiveGroups: true`, the declared groups are the only ones: another group is drift, and the next `pulumi
 * up --refresh` removes it. The service does not look the ids up in the directory: an unknown id has no effect.
 *
 * **Updates** send the changed properties in one call, then add groups, then remove groups, 100 in a call.
 *
 * **Deletion** ends the synchronization, and the list of synchronized groups is lost, with the groups of others. The users stay. A change of
 * `connectionId` deletes the old configuration.
 *
 * **Synchronizations** are not managed: start them in the dashboard.
 *
 * **Events**: the service sends no events about directory configurations. Only a refresh finds changes made outside Pulumi.
 *
 * **Plans**: not every tenant has directory provisioning; without it, the service refuses the creation.
 *
 * The id is that of the connection. Routes: `POST|GET|PATCH|DELETE /connections/{id}/directory-provisioning`; for groups, `GET|POST|DELETE
 * /connections/{id}/directory-provisioning/synchronized-groups`; to read many, `GET /connections-directory-provisionings`. Scopes: `create|read|update|delete:directory_provisionings`.
 *
 * @arguments A mapping that you remove from the program stays as it is.
 *
 * @adopt Whether the configuration that the connection already has is adopted instead of causing an error. Only used at creation.
 *
 * @constructor Manages the directory provisioning of a connection.
 */
export const connectionDirectory = {
  type: "ConnectionDirectory",
  schema: connectionDirectorySchema,
  plural: "directory configurations of connections",
  route: `${connection.route}/{connectionId}/directory-provisioning`,
  idName: "connection_id",
  scopes: scopesFor("directory_provisionings"),
  setByService: [
    ...ofConnection,
    "updated_at",
    "last_synchronization_at",
    "last_synchronization_status",
    "last_synchronization_error",
  ],
  uniqueBy: ["connectionId"],
  replacedInPlace: true,
  listing: {
    route: "connections-directory-provisionings",
    collection: "directory_provisionings",
    paging: "checkpoint",
    names: ["connection_name", "connection_id"],
  },
  goneWithIt: "the list of its synchronized groups",
} as const satisfies Definition;
