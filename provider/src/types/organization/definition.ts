import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import { type JsonObject, own, unknownValue } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";
import { cssColor } from "../branding/definition.ts";
import { connection } from "../connection/definition.ts";
import { assignedRoles, userId } from "../user/definition.ts";

/** The id of the organization to which an object belongs, if it belongs to one. */
export const ownOrganizationId = {
  kind: "string",
  forceNew: true,
  idOf: "organization",
  idPrefix: "org_",
  min: 1,
  max: 50,
} as const;

/** The property for the id of the organization to which an object belongs. */
export const organizationId = { ...ownOrganizationId, required: true } as const;

/** The maximum number of tokens in a day or an hour. */
const quota = { kind: "integer", min: 1, max: 2_147_483_647 } as const;
/** The limits of a token quota. */
export const tokenQuotaFields = {
  /** Whether the quota is enforced. Otherwise, exceeding it is only logged. */
  enforce: { kind: "boolean", activates: [{ on: true, content: ["perDay", "perHour"] }] },
  /** The number of tokens in a day: {@bounds}. */
  perDay: quota,
  /** The number of tokens in an hour: {@bounds}. */
  perHour: quota,
} as const;

/** The quota of tokens from the client credentials flow. */
const tokenQuota = {
  kind: "object",
  notSecret: true,
  clear: { how: "null" },
  fields: {
    /**
     * The quota of the client credentials flow.
     *
     * @interface OrganizationTokenQuotaClientCredentials The token quota of the applications of an organization. At least one of its
     * properties must be set.
     */
    clientCredentials: {
      kind: "object",
      required: true,
      notSecret: true,
      fields: tokenQuotaFields,
    },
  },
} as const;

const colour = { kind: "string", required: true, ...cssColor } as const;

/** An organization. Bounds follow the service's documentation; the form of the name follows the service's events. */
export const organizationSchema = {
  noun: "organization",
  secretsAtRest: [{ secrets: ["/metadata"], why: "The service sends metadata nowhere. An action can read it." }],
  fields: {
    /**
     * The name, unique within the tenant: 1 to 50 lower-case letters, digits, `_` and `-`, with a letter or digit at both ends; it must not
     * begin with `org_`. A change renames the organization: its id and members stay. Tokens that were issued before contain the old name.
     *
     * @answers The name, unique within the tenant.
     * @example north
     */
    name: {
      kind: "string",
      required: true,
      min: 1,
      max: 50,
      pattern: {
        source: "^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$",
        says: 'must be lower-case letters, digits, "_" and "-", with a letter or digit at both ends, and not begin with "org_"',
      },
    },
    /**
     * The name on login pages: 1 to 255 characters. Cannot be cleared.
     *
     * @answers The name on login pages.
     */
    // The service accepts neither null nor an empty text.
    displayName: { kind: "string", min: 1, max: 255, clear: { how: "release" } },
    /**
     * The appearance of the login pages. Cannot be cleared.
     *
     * @answers The appearance of the login pages.
     * @interface OrganizationBranding The appearance of an organization's login pages.
     */
    // The service documents neither how the branding is removed nor whether it is merged, so an update sends the whole object.
    branding: {
      kind: "object",
      clear: { how: "release" },
      fields: {
        /** The URL of the logo. It must begin with `https://`. Cannot be cleared. */
        logoUrl: {
          kind: "string",
          clear: { how: "release" },
          pattern: { source: "^https://[^\\s]+$", says: "must be a URL that begins with https://" },
        },
        /**
         * The colours; both are required. Cannot be cleared.
         *
         * @interface OrganizationColors The colours of an organization's login pages, as HTML colours: `#0059d6`.
         */
        colors: {
          kind: "object",
          clear: { how: "release" },
          fields: {
            /** The colour of buttons and links. */
            primary: { ...colour, clear: { how: "release" } },
            /** The background colour of the pages. */
            pageBackground: { ...colour, clear: { how: "release" } },
          },
        },
      },
    },
    /**
     * Custom keys and values: at most 25 keys, values of at most 255 characters. Undeclared keys stay as they are. Removing a key from the
     * program removes it at the tenant.
     */
    metadata: {
      kind: "document",
      absent: {},
      values: { kind: "string", max: 255 },
      max: 25,
      safeguard: "Actions can decide by these values, and every action can read them.",
    },
    /**
     * The token quotas of the organization. Early access. When cleared: no quota.
     *
     * @interface OrganizationTokenQuota The token quotas of an organization.
     */
    tokenQuota,
    /**
     * Whether third-party applications can use the organization: `allow` or `block`. When cleared: `block`.
     *
     * @answers {"allow" | "block" | undefined} Whether third-party applications can use the organization.
     */
    // Older tenants do not return the key.
    thirdPartyClientAccess: {
      kind: "string",
      oneOf: ["allow", "block"],
      ...defaultsTo("block"),
      safeguard: "With `allow`, third-party applications can use the organization.",
    },
    /**
     * Whether the organization can use only the applications that it is entitled to. Early access. When cleared: false.
     *
     * @answers {boolean | undefined} Whether the organization can use only the applications that it is entitled to. Early access.
     */
    // Older tenants do not return the key.
    isAppEntitlementActive: {
      kind: "boolean",
      ...defaultsTo(false),
      safeguard: "If false, the organization can use all applications.",
      weaker: false,
    },
  },
} as const satisfies Schema;

/**
 * An organization: a customer of your product, with members, connections and login pages of its own.
 *
 * {@example}
 *
 * **Updates** send the changed properties in one call. If `branding`, `metadata` or `tokenQuota` change, the provider reads the
 * organization first: the service replaces each of these objects as a whole, and undeclared properties must stay.
 *
 * **Deletion** deletes all memberships, with the members' roles in the organization. The users, the connections and the roles stay. To
 * protect an organization from deletion, set the resource option `protect: true`.
 *
 * Routes: `POST /organizations`, `GET|PATCH|DELETE /organizations/{id}`; to find one by its `name`, `GET /organizations/name/{name}`; to
 * find many, `GET /organizations`. Scopes: `create|read|update|delete:organizations`.
 *
 * @arguments Only declared properties are managed; in `branding`, `metadata` and `tokenQuota`, only declared keys. A property that you
 * remove from the program gets the default of a new organization. A property that cannot be cleared stays as it is.
 *
 * @id The organization's id: `org_…`.
 */
export const organization = {
  type: "Organization",
  schema: organizationSchema,
  plural: "organizations",
  route: "organizations",
  scopes: { ...scopesFor("organizations"), update: ["read:organizations", "update:organizations"] },
  // `OrganizationConnection` manages the enabled connections. `client` describes an association that is managed at the client.
  setByService: ["enabled_connections", "client"],
  uniqueBy: ["name"],
  listing: { paging: "both", names: ["name", "display_name", "id"] },
  lookUps: { by: "name", segment: "name", filters: ["name", "displayName"] },
  goneWithIt: "all memberships, with the members' roles in the organization",
} as const satisfies Definition;

const off = { kind: "boolean", ...defaultsTo(false) } as const;

/** Why the service refuses the sign-up through a connection with these arguments. */
function whyNoSignup({ strategy }: JsonObject, _isNew: boolean, link: JsonObject): string | undefined {
  if (own(link, "isSignupEnabled") !== true) return undefined;
  return typeof strategy !== "string" || strategy === unknownValue || strategy === "auth0"
    ? undefined
    : `has the strategy "${strategy}", and the service accepts isSignupEnabled: true only for databases`;
}

/** A connection that is enabled for an organization. */
export const organizationConnectionSchema = {
  noun: "connection of an organization",
  fields: {
    /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
    organizationId: { ...organizationId, affectsTarget: true },
    /** The id of the connection, `con_…`: at most 50 characters. A change replaces the resource. */
    connectionId: {
      kind: "string",
      forceNew: true,
      required: true,
      idOf: "connection",
      idPrefix: "con_",
      min: 1,
      max: 50,
      refusedTargets: { type: connection.type, why: whyNoSignup },
    },
    /** Whether users become members when they log in through the connection. When cleared: false. */
    assignMembershipOnLogin: {
      ...off,
      safeguard: "If true, every user who logs in through the connection becomes a member.",
      weaker: true,
    },
    /** Whether the login page has a button for the connection. For enterprise connections. When cleared: true. */
    // Not every tenant returns this property for a database.
    showAsButton: { kind: "boolean", reads: { how: "sometimes" }, clear: { how: "default", value: true } },
    /** Whether users can sign up. Only for databases, with `assignMembershipOnLogin: true`. When cleared: false. */
    // The service returns this property only for databases, and not in every tenant.
    isSignupEnabled: { ...off, reads: { how: "sometimes" }, safeguard: "If true, anyone can sign up.", weaker: true },
    /** The name of the connection in the organization: 1 to 50 characters. Early access. When cleared: none. */
    organizationConnectionName: {
      kind: "string",
      min: 1,
      max: 50,
      pattern: { source: "^[^\\u0000]*$", says: "must not contain a NUL character" },
      clear: { how: "null" },
    },
    /** The access that the organization has to the connection. Early access. When cleared: `none`. */
    organizationAccessLevel: {
      kind: "string",
      oneOf: ["none", "readonly", "limited", "full"],
      safeguard:
        "With access, the administrators of the organization can change the connection, and so who can log in.",
      absent: "none",
      clear: { how: "null" },
    },
    /** Whether the connection is enabled. With false, its settings stay. Early access. When cleared: true. */
    isEnabled: {
      kind: "boolean",
      absent: true,
      clear: { how: "null" },
      safeguard: "If true, members can log in through the connection.",
      weaker: true,
      activates: [{ on: true, content: ["assignMembershipOnLogin", "isSignupEnabled", "organizationAccessLevel"] }],
    },
  },
} as const satisfies Schema;

/** The properties that only the early-access routes support. */
export const furtherProperties = ["organizationConnectionName", "organizationAccessLevel", "isEnabled"] as const;

/**
 * A connection that is enabled for an organization: the members can log in through it.
 *
 * {@example}
 *
 * The connection must also be enabled for the applications: with `enabledClients` of the `Connection`, or `ConnectionClients`. An
 * organization can have at most ten connections.
 *
 * **Updates** send the changed properties in one call. The connection stays enabled, so members can log in meanwhile.
 *
 * **Deletion** disables the connection for the organization. The connection and the members stay.
 *
 * **Early access**: `organizationConnectionName`, `organizationAccessLevel` and `isEnabled` need routes that not every tenant has. The
 * provider uses these routes only if one of the three properties, or `undocumented`, is declared.
 *
 * The id is `organizationId::connectionId`. Routes: `POST /organizations/{id}/enabled_connections`, `GET|PATCH|DELETE
 * /organizations/{id}/enabled_connections/{connection_id}`; for the properties in early access `POST /organizations/{id}/connections`,
 * `GET|PATCH|DELETE /organizations/{id}/connections/{connection_id}`. Scopes: `create|read|update|delete:organization_connections`.
 *
 * @arguments A property that you remove from the program gets the default of a newly enabled connection.
 *
 * @adopt Whether a connection that the organization already has is adopted instead of causing an error. Only used at creation.
 *
 * @constructor Manages a connection of an organization.
 */
export const organizationConnection = {
  type: "OrganizationConnection",
  schema: organizationConnectionSchema,
  plural: "connections of organizations",
  route: "organizations/{organizationId}/enabled_connections",
  scopes: scopesFor("organization_connections"),
  setByService: ["connection"],
  uniqueBy: ["organizationId", "connectionId"],
  replacedInPlace: true,
  listing: {
    paging: "offset",
    names: ["connection.name", "connection_id"],
    owners: { definition: organization, collection: "enabled_connections", key: "connection_id" },
  },
} as const satisfies Definition;

/** The users who are members of an organization. */
export const organizationMembersSchema = {
  noun: "organization",
  fields: {
    /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
    organizationId,
    /** The ids of the users, in any order: `auth0|…`. */
    members: {
      kind: "set",
      required: true,
      safeguard: "Members can log in to the organization, and its applications trust them.",
      weaker: "more",
      idOf: "user",
      affectsTarget: true,
      item: { kind: "string", min: 1 },
      absent: [],
      remembered: true,
      exclusive: { argument: "exclusive", default: false },
    },
  },
  metaArguments: {
    /**
     * Whether all undeclared memberships are removed. With false, only the declared memberships are managed, and users can become members by
     * logging in. A change of this option alone removes nothing. Default: false.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

const memberScopes = {
  read: ["read:organization_members"],
  add: ["create:organization_members"],
  remove: ["delete:organization_members"],
} as const;

/**
 * Users who are members of an organization.
 *
 * {@example}
 *
 * **Shared** by default: a declared user becomes a member, a missing membership is drift, and removing the user from the program removes
 * the membership. Other members are neither drift nor changed.
 *
 * **Exclusive** with `exclusive: true`: the declared users are the only members. An undeclared member is drift, and the next `pulumi up --refresh`
 * removes the membership, with the member's roles. The creation removes existing undeclared memberships.
 *
 * **Updates** first add members, then remove members, ten in a call, which is the service's limit.
 *
 * **Roles**: the service deletes the roles of a member with the membership. If a member moves to another resource of the program, the
 * provider restores the roles, provided that the token can read and assign roles of members.
 *
 * **Refresh**: the service's list of members can lag some seconds behind. If it lacks a declared member, the provider checks the membership
 * by reading the member's roles, provided that the token can read them. Otherwise, a refresh right after a change can report a member as
 * missing.
 *
 * **Destroy** removes only the declared memberships. The users stay.
 *
 * The id is that of the organization. Routes: `GET|POST|DELETE /organizations/{id}/members`, and `GET
 * /organizations/{id}/members/{user_id}/roles` for members that the list lacks; scopes: `read|create|delete:organization_members`.
 *
 * @constructor Manages members of an organization.
 */
export const organizationMembers = {
  type: "OrganizationMembers",
  schema: organizationMembersSchema,
  plural: "memberships of organizations",
  route: "organizations/{organizationId}/members",
  scopes: {
    create: [...memberScopes.read, ...memberScopes.add, ...memberScopes.remove],
    read: memberScopes.read,
    update: [...memberScopes.add, ...memberScopes.remove],
    delete: memberScopes.remove,
  },
  uniqueBy: ["organizationId"],
  members: {
    key: "user_id",
    paging: "checkpoint",
    query: { fields: "user_id", include_fields: true },
    atOnce: 10,
  },
  listing: {
    paging: "checkpoint",
    names: [],
    owners: { definition: organization, collection: "members" },
    isTransient: true,
  },
} as const satisfies Definition;

/** The roles that are assigned directly to a member of an organization. */
export const organizationMemberRolesSchema = {
  noun: "organization member",
  fields: {
    /** The id of the organization, `org_…`: at most 50 characters. A change replaces the resource. */
    organizationId,
    /** The id of the user, who must be a member of the organization: `auth0|…`. A change replaces the resource. */
    userId,
    /** The ids of the roles, `rol_…`: at most 50, in any order. An empty set means no roles. */
    roles: assignedRoles,
  },
  metaArguments: {
    /**
     * Whether all undeclared roles of the member are removed. With false, only the declared roles are managed, so several stacks can assign
     * roles to one member. A change of this option alone removes nothing. Default: true.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

const memberRoleScopes = {
  read: ["read:organization_member_roles"],
  add: ["create:organization_member_roles"],
  remove: ["delete:organization_member_roles"],
} as const;

/**
 * The roles that are assigned directly to a member of an organization.
 *
 * {@example}
 *
 * **Members only**: only members can have roles. If the program also declares the membership, list it in the `dependsOn` option, because Pulumi
 * cannot infer the dependency from the arguments:
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const north = new tenant.Organization("north", { name: "north" }, { protect: true });
 * const userId = "auth0|0123456789abcdef01234567";
 * const members = new tenant.OrganizationMembers("north", { organizationId: north.id, members: [userId] });
 * new tenant.OrganizationMemberRoles(
 *   "alice",
 *   { organizationId: north.id, userId, roles: ["rol_0123456789abcdef"] },
 *   { dependsOn: [members] },
 * );
 * ```
 *
 * **Exclusive** by default: the declared roles are the only roles of the member. An undeclared role is drift, and the next `pulumi up --refresh`
 * removes it. The creation removes existing undeclared roles. Declare the roles of a member in only one resource. Roles that are not
 * assigned directly (from a group, for example) are neither shown nor changed.
 *
 * **Shared** with `exclusive: false`: a declared role is assigned, is drift if it is missing, and is removed when you remove it from the
 * program. Undeclared roles are neither drift nor changed. After a change to `exclusive: true`, the next refresh shows the undeclared roles, and
 * the update after it removes them.
 *
 * **Former members**: if the user is no longer a member, or the organization was deleted, the run continues: the roles stay in the state, each
 * refresh shows them as drift, and an update prints a warning. The first run after the member's return assigns the roles. The creation of a new
 * resource for a user who is not a member fails.
 *
 * **Destroy** removes only the declared roles. The member stays.
 *
 * The id is `organizationId::userId`. Routes: `GET|POST|DELETE /organizations/{id}/members/{user_id}/roles`; scopes
 * `read|create|delete:organization_member_roles`.
 *
 * @constructor Manages the roles of a member of an organization.
 */
export const organizationMemberRoles = {
  type: "OrganizationMemberRoles",
  schema: organizationMemberRolesSchema,
  plural: "members of organizations",
  route: "organizations/{organizationId}/members/{userId}/roles",
  scopes: {
    create: [...memberRoleScopes.read, ...memberRoleScopes.add, ...memberRoleScopes.remove],
    read: memberRoleScopes.read,
    update: [...memberRoleScopes.add, ...memberRoleScopes.remove],
    delete: memberRoleScopes.remove,
  },
  uniqueBy: ["organizationId", "userId"],
  rateGroups: [{ route: "organizations/*/members/*/roles" }],
  members: { key: "id", paging: "offset", perPage: 50 },
  listing: {
    paging: "both",
    names: ["name", "user_id"],
    // The members' names are requested because an imported program with names is easier to read than one with ids.
    importQuery: { fields: "user_id,name,roles" },
    owners: { definition: organization, collection: "members", key: "user_id" },
    mentions: { property: "roles", type: "role" },
  },
} as const satisfies Definition;
