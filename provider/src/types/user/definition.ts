import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import type { Schema } from "../../schema/schema.ts";

/** The users as owners of other objects. A tenant can have too many to list them all. */
const users = { type: "User", plural: "users", route: "users", schema: { noun: "user" }, listing: undefined } as const;

/** The kinds of logins, each with what an update sends of it, under the API's names. The service accepts only one kind in a request. */
export const logins = [
  ["email", "email_verified", "verify_email"],
  ["phone_number", "phone_verified"],
  ["username"],
  ["password"],
];

const profile = { kind: "string", chosen: true, min: 1, clear: { how: "null" } } as const;
const metadata = {
  kind: "document",
  absent: {},
  // The service merges the keys at the top, and replaces the value of each.
  merges: true,
} as const;

/**
 * A user of a connection: for the tests of a development tenant, and for the few accounts that must be there before anybody signs up. It is not for the
 * users of a product, who come, change and leave without a program.
 *
 * {@example}
 *
 * **Personal data**: the state has all declared values but the password as they are, and so have previews and the earlier versions of the state that
 * its backend keeps. Who can read these can read them. So declare invented people. If you have to declare a real one: `pulumi.secret(…)` around a value
 * hides it in previews and encrypts it in the state, except what identifies the user (`connection`, `email`, `phoneNumber`, `username`); and the deletion of
 * the user ends neither with the tenant, nor with the newest state: the history of the backend, of the program and of its runs still has the values.
 *
 * **Protection**: with the user go the metadata, second factors, roles, permissions and memberships, also those that other teams have given. So the
 * resource is protected (Pulumi's option `protect`), and no run deletes the user. To delete the user, first set `protect: false` and run `pulumi up`. To
 * keep the user and only end the management, use `pulumi state delete`, or the option `retainOnDelete: true`.
 *
 * **Metadata** are managed by key. Undeclared keys belong to others, such as actions and the users themselves, and stay. A key that you remove from the
 * program is deleted. The service merges only the keys at the top and replaces their values, so an update reads the user first, and sends the whole
 * value of each changed key, with its undeclared members.
 *
 * **Updates** send the changed properties only. The service accepts the e-mail address, the phone number, the user name and the password only in
 * separate requests, each with its verification. If a later request fails, the state has what the earlier ones have changed, and the next run sends the
 * rest.
 *
 * **Social and enterprise users** get their profile (`name`, `nickname`, `picture` and others) from the identity provider, and the service refuses a change of it.
 * Declare only what the tenant itself has of them: `blocked` and the metadata.
 *
 * **Password**: write-only; the state has a keyed hash of it. A user who changes the password keeps the new one, until you change it in the program.
 *
 * **E-mails**: the service sends none, unless you set `verifyEmail: true`.
 *
 * **Adoption** of a user with the same address, phone number or user name in the same connection, only with `adopt`. The password of an adopted user
 * becomes the declared one.
 *
 * **Import**: `npx pulumi-tenant import` imports users only with `--kinds User`. The service lists at most 1,000 users.
 *
 * @arguments Only declared properties are managed; in the metadata, only declared keys. A property that you remove from the program gets the value of a new
 * user. A property that cannot be cleared stays as it is.
 *
 * @id The id of the user: `auth0|…`.
 */
export const user = {
  type: "User",
  schema: {
    noun: "user",
    secretsAtRest: [
      { secrets: ["/password"], why: "The service keeps a hash of it, and sends it nowhere." },
      {
        secrets: ["/userMetadata", "/appMetadata"],
        why: "The service sends metadata nowhere. An action can read them.",
      },
    ],
    fields: {
      /** The name of the connection. A change replaces the user, who gets another id. */
      connection: {
        kind: "string",
        required: true,
        forceNew: true,
        min: 1,
        refersTo: { type: "connection", property: "name" },
      },
      /**
       * The part of the id behind `auth0|`: at most 255 characters, without spaces. Only for a new user of a database. A change replaces the user. Default:
       * the service chooses it.
       */
      userId: {
        kind: "string",
        min: 1,
        max: 255,
        pattern: { source: "^[^\\s|]*$", says: "must not contain spaces or |" },
        forceNewIfDeclared: true,
        clear: { how: "release" },
      },
      /** The e-mail address, in lower case, as the service stores it: other letters are converted. Cannot be cleared. */
      email: {
        kind: "string",
        pattern: { source: "^[^\\s@]+@[^\\s@]+$", says: "must be an e-mail address" },
        safeguard: "Whoever reads the e-mails to this address can set a new password.",
        clear: { how: "release" },
      },
      /** Whether the e-mail address counts as verified. Declare it together with `email`. When cleared: false. */
      emailVerified: {
        kind: "boolean",
        ...defaultsTo(false),
        safeguard: "Applications and actions can give rights by a verified address.",
        weaker: true,
      },
      /** The phone number: `+` and at most 15 digits. Cannot be cleared. */
      phoneNumber: {
        kind: "string",
        pattern: { source: "^\\+[0-9]{1,15}$", says: "must be + and at most 15 digits" },
        safeguard: "Whoever reads the messages to this number can log in with the codes.",
        clear: { how: "release" },
      },
      /** Whether the phone number counts as verified. Declare it together with `phoneNumber`. When cleared: false. */
      phoneVerified: {
        kind: "boolean",
        ...defaultsTo(false),
        safeguard: "Applications and actions can give rights by a verified number.",
        weaker: true,
      },
      /**
       * The user name, for databases with user names, in lower case: other letters are converted. {@bounds}. Cannot be cleared.
       */
      username: {
        kind: "string",
        min: 1,
        max: 128,
        clear: { how: "release" },
        safeguard: "Users log in with it, and applications can decide by it.",
      },
      /** The password, for a user of a database. Secret and write-only: the state has a keyed hash of it. Cannot be cleared. */
      password: {
        kind: "string",
        safeguard: "Anyone who knows the password can log in as the user.",
        secret: true,
        sealed: true,
        min: 1,
        reads: { how: "never" },
        clear: { how: "release" },
      },
      /** The full name: {@bounds}. When cleared: the e-mail address. */
      name: { ...profile, max: 300 },
      /** The given name: {@bounds}. When cleared: none. */
      givenName: { kind: "string", min: 1, max: 150, clear: { how: "null" } },
      /** The family name: {@bounds}. When cleared: none. */
      familyName: { kind: "string", min: 1, max: 150, clear: { how: "null" } },
      /** The nickname: {@bounds}. When cleared: the local part of the e-mail address. */
      nickname: { ...profile, max: 300 },
      /** The URL of the picture. When cleared: a picture that the service derives from the e-mail address. */
      picture: {
        ...profile,
        pattern: { source: "^https?://[^\\s]+$", says: "must be a URL that begins with https:// or http://" },
      },
      /** Whether the user is blocked, and cannot log in. When cleared: false. */
      blocked: {
        kind: "boolean",
        ...defaultsTo(false),
        safeguard: "A user who is no longer blocked can log in again.",
        weaker: false,
      },
      /** The metadata that the user can read and change: any keys and values, under the service's own names. Undeclared keys stay. */
      userMetadata: { ...metadata, safeguard: "Actions and applications can decide by these values." },
      /**
       * The metadata that the user cannot change: any keys and values, under the service's own names. Undeclared keys stay.
       */
      appMetadata: { ...metadata, safeguard: "Actions and applications can give rights by these values." },
    },
    metaArguments: {
      /** Whether the service sends a verification message to a new or changed e-mail address. A change of this option alone sends nothing. Default: false. */
      verifyEmail: { kind: "boolean" },
      /**
       * The custom domain for links in messages to the user. Required if the tenant has several verified custom domains: the service refuses to create users
       * without it. A change of this option alone sends nothing.
       *
       * @example login.example.com
       */
      customDomain: {
        kind: "string",
        min: 3,
        max: 255,
        pattern: { source: "^[A-Za-z0-9.-]+$", says: "must be the name of a domain, such as login.example.com" },
      },
    },
  },
  plural: "users",
  route: "users",
  scopes: { ...scopesFor("users"), update: ["read:users", "update:users"] },
  idName: "user_id",
  // `identities` has the connection. Users have further properties from their identity providers.
  setByService: ["identities"],
  hasFixedBody: true,
  uniqueBy: ["email", "phoneNumber", "username", "connection"],
  // Users of identity providers can have neither of the others.
  uniqueWithin: "connection",
  listing: { paging: "offset", names: ["email", "username", "phone_number", "user_id"], isTransient: true },
  goneWithIt: "the user's metadata, second factors, roles, permissions and memberships",
  isProtected: () => true,
} as const satisfies Definition;

/** The id of the user to whom an object belongs. */
export const userId = {
  kind: "string",
  forceNew: true,
  required: true,
  idOf: "user",
  affectsTarget: true,
  min: 1,
} as const;

/** Maximum number of roles that are assigned directly to a user, or to a member of an organization. */
export const maxRoles = 50;

/** The roles that are assigned directly to the user of `userId`. */
export const assignedRoles = {
  kind: "set",
  required: true,
  idOf: "role",
  safeguard: "The user has the permissions of these roles.",
  weaker: "more",
  item: { kind: "string", min: 1, idPrefix: "rol_" },
  grantsTo: ["userId"],
  max: maxRoles,
  absent: [],
  remembered: true,
  exclusive: { argument: "exclusive", default: true },
} as const;

/** The roles that are assigned directly to a user. */
export const userRolesSchema = {
  noun: "user's roles",
  fields: {
    /** The id of the user: `auth0|…`. A change replaces the resource. */
    userId,
    /** The ids of the roles, `rol_…`: at most 50, in any order. An empty set means no roles. */
    roles: assignedRoles,
  },
  metaArguments: {
    /**
     * Whether all undeclared roles of the user are removed. With false, only the declared roles are managed, so several stacks can assign roles
     * to one user. A change of this option alone removes nothing. Default: true.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

/**
 * The roles that are assigned directly to a user. The user has them in all organizations, and without one.
 *
 * {@example}
 *
 * **In an organization**: `OrganizationMemberRoles` assigns roles that a user has only as a member of one organization.
 *
 * **Exclusive** by default: the declared roles are the only roles of the user. An undeclared role is drift, and the next `pulumi up --refresh`
 * removes it. The creation removes existing undeclared roles. Declare the roles of a user in only one resource. Roles that are not assigned
 * directly (from a group, for example) are neither shown nor changed.
 *
 * **Shared** with `exclusive: false`: a declared role is assigned, is drift if it is missing, and is removed when you remove it from the
 * program. Undeclared roles are neither drift nor changed.
 *
 * **Updates** first add roles, then remove roles, so the user does not lose access meanwhile.
 *
 * **Destroy** removes only the declared roles. The user stays. If the user or a role was deleted, nothing is left to remove.
 *
 * **Events**: the service sends no events about these roles. Only a refresh finds changes made outside Pulumi.
 *
 * The id is that of the user. Routes: `GET|POST|DELETE /users/{id}/roles`; scopes: `read:users`, `read:roles`, `update:users`.
 *
 * @constructor Manages the roles of a user.
 */
export const userRoles = {
  type: "UserRoles",
  schema: userRolesSchema,
  plural: "roles of users",
  route: "users/{userId}/roles",
  scopes: {
    create: ["read:users", "read:roles", "update:users"],
    read: ["read:users", "read:roles"],
    update: ["update:users"],
    delete: ["update:users"],
  },
  uniqueBy: ["userId"],
  members: { key: "id", paging: "offset" },
  listing: { paging: "offset", names: [], owners: { definition: users, collection: "roles" } },
} as const satisfies Definition;

/** Maximum number of permissions of a user. */
const maxPermissions = 1000;

/** The permissions that are assigned directly to a user. They have the bounds of the APIs' scopes. */
export const userPermissionsSchema = {
  noun: "user's permissions",
  fields: {
    /** The id of the user: `auth0|…`. A change replaces the resource. */
    userId,
    /**
     * The names of scopes by API: `{ "https://orders.example.com": ["read:orders"] }`. The keys are the identifiers of APIs (their audiences), not
     * their ids. At most 1000 scopes of 1 to 280 characters, in any order. An empty map means no permissions.
     */
    permissions: {
      kind: "set",
      required: true,
      safeguard: "The user has these permissions in all organizations.",
      weaker: "more",
      item: {
        kind: "string",
        pattern: {
          source: "^.{1,600} [^ ]{1,280}$",
          says: "must be a scope of 1 to 280 characters, below the identifier of its API",
        },
      },
      max: maxPermissions,
      absent: [],
      remembered: true,
      groupedBy: { wire: "resource_server_identifier", type: "resourceServer", property: "identifier" },
      namedIn: { via: "permissions", property: "scopes" },
      grantsTo: ["userId"],
      exclusive: { argument: "exclusive", default: true },
    },
  },
  metaArguments: {
    /**
     * Whether all undeclared permissions of the user are removed, on all APIs. With false, only the declared permissions are managed, so several
     * stacks can assign permissions to one user. A change of this option alone removes nothing. Default: true.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

/**
 * The permissions that are assigned directly to a user, on all APIs.
 *
 * {@example}
 *
 * **Order**: the keys of a map cannot be outputs. If the program also declares an API, list it in the `dependsOn` option: then its scopes are
 * created before the permissions, and deleted after them. If a scope is deleted, the service also deletes the permissions for it; the next
 * refresh shows this.
 *
 * **Exclusive** by default: the declared permissions are the only ones that are assigned directly to the user, and the creation removes others.
 * Declare the permissions of a user in only one resource. Permissions that the user has through a role are neither shown nor changed.
 *
 * **Shared** with `exclusive: false`: a declared permission is assigned, is drift if it is missing, and is removed when you remove it from the
 * program. Other permissions are neither drift nor changed.
 *
 * **Updates** first add permissions, then remove permissions, 100 in a call, so the user does not lose access meanwhile.
 *
 * **Destroy** removes only the declared permissions. The user stays.
 *
 * **Events**: the service sends no events about permissions. Only a refresh finds changes made outside Pulumi.
 *
 * In previews and in the state, each permission is one text: the identifier of the API, a space, and the scope.
 *
 * The id is that of the user. Routes: `GET|POST|DELETE /users/{id}/permissions`; scopes: `read:users`, `update:users`.
 *
 * @constructor Manages the permissions of a user.
 */
export const userPermissions = {
  type: "UserPermissions",
  schema: userPermissionsSchema,
  plural: "permissions of users",
  route: "users/{userId}/permissions",
  scopes: {
    create: ["read:users", "update:users"],
    read: ["read:users"],
    update: ["update:users"],
    delete: ["update:users"],
  },
  uniqueBy: ["userId"],
  // No limit of a call is documented. The service has never refused a call with 100 permissions.
  members: { key: "permission_name", paging: "offset", atOnce: 100 },
  listing: { paging: "offset", names: [], owners: { definition: users, collection: "permissions" } },
} as const satisfies Definition;
