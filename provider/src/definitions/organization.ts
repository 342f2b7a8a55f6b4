import { type Definition, scopesFor } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";

/** The organization that something belongs to. */
export const organizationId = {
  kind: "string",
  forceNew: true,
  required: true,
  idOf: "organization",
  idPrefix: "org_",
  min: 1,
  max: 50,
} as const;

/** Tokens in a day or an hour. */
const quota = { kind: "integer", min: 1, max: 2_147_483_647 } as const;
/** How many tokens an application may get for itself. */
export const tokenQuota = {
  kind: "object",
  notSecret: true,
  clear: { how: "null" },
  fields: {
    /**
     * For tokens that applications get for themselves.
     *
     * @interface OrganizationTokenQuotaClientCredentials How many tokens the applications of an organization can have. At least one of them.
     */
    clientCredentials: {
      kind: "object",
      required: true,
      notSecret: true,
      fields: {
        /** Whether the quota is enforced, not only logged. */
        enforce: { kind: "boolean" },
        /** Tokens in a day, 1 to 2,147,483,647. */
        perDay: quota,
        /** Tokens in an hour, 1 to 2,147,483,647. */
        perHour: quota,
      },
    },
  },
} as const;

const colour = {
  kind: "string",
  required: true,
  pattern: {
    source: "^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|[a-zA-Z]{3,30})$",
    says: 'must be an HTML colour, like "#0059d6"',
  },
} as const;

/** An organization: a customer. Bounds follow the service's documentation, the form of the name its events. */
export const organizationSchema = {
  noun: "organization",
  fields: {
    /**
     * The name, unique within the tenant: 1 to 50 lower-case letters, digits, `_` and `-`, with a letter or digit at both ends; it must not
     * begin with `org_`. A change renames: the id, the members and all else stay. Tokens that were issued before keep the old name.
     *
     * @answers The name, which no two organizations share.
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
     * The name that people see, 1 to 255 characters. Not cleared: it stays as it is.
     *
     * @answers The name that people see.
     */
    // Neither null nor an empty text is accepted.
    displayName: { kind: "string", min: 1, max: 255, clear: { how: "release" } },
    /**
     * How the login pages look. The service has no way to take it away. Not cleared: it stays as it is.
     *
     * @answers How the login pages look.
     * @interface OrganizationBranding How an organization's login pages look.
     */
    // Nobody knows a way to take it away. It is sent whole, as nobody knows either whether the service merges it.
    branding: {
      kind: "object",
      clear: { how: "release" },
      fields: {
        /** Where the logo is: a URL that begins with `https://`. Not cleared: it stays as it is. */
        logoUrl: {
          kind: "string",
          clear: { how: "release" },
          pattern: { source: "^https://[^\\s]+$", says: "must be a URL that begins with https://" },
        },
        /**
         * Both colours. Not cleared: they stay as they are.
         *
         * @interface OrganizationColors The colours of an organization's login pages, as HTML colours: `#0059d6`.
         */
        colors: {
          kind: "object",
          clear: { how: "release" },
          fields: {
            /** The colour of buttons and links. */
            primary: { ...colour, clear: { how: "release" } },
            /** The colour behind everything. */
            pageBackground: { ...colour, clear: { how: "release" } },
          },
        },
      },
    },
    /**
     * Keys and values of your own: at most 25 keys, values of at most 255 characters. Keys that the program does not declare stay as they are.
     * Cleared: the key is removed.
     */
    metadata: { kind: "document", absent: {}, values: { kind: "string", max: 255 }, max: 25 },
    /**
     * How many tokens the organization can have. Early access. Cleared: no quota.
     *
     * @interface OrganizationTokenQuota The token quotas of an organization.
     */
    tokenQuota,
    /**
     * Whether third-party applications can use the organization: `allow` or `block`. Cleared: `block`.
     *
     * @answers {"allow" | "block" | undefined} Whether third-party applications can use the organization.
     */
    // Older tenants answer no key.
    thirdPartyClientAccess: {
      kind: "string",
      oneOf: ["allow", "block"],
      absent: "block",
      clear: { how: "default", value: "block" },
      safeguard: "With `allow`, third-party applications can use the organization.",
    },
    /**
     * Whether the organization can use only the applications that it is entitled to. Early access. Cleared: false.
     *
     * @answers {boolean | undefined} Whether the organization can use only the applications that it is entitled to. Early access.
     */
    // Older tenants answer no key.
    isAppEntitlementActive: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
  },
} as const satisfies Schema;

/**
 * An organization: a customer of your product, with its own members, connections and login pages.
 *
 * {@example}
 *
 * **Updates** send the changed properties in one call. Where `branding`, `metadata` or `tokenQuota` change, the organization is read first:
 * the service replaces them whole, and what others have put there stays.
 *
 * **Deletion** takes the access of all members: they lose their membership and the roles that they have there. The users, the
 * connections and the roles stay. Nothing protects it by default; say `protect: true`.
 *
 * Routes: `POST /organizations`, `GET|PATCH|DELETE /organizations/{id}`; to find one by its `name`, `GET /organizations/name/{name}`, and where
 * many are looked for, `GET /organizations`.
 * Scopes: `create|read|update|delete:organizations`.
 *
 * @arguments Only what is declared is managed, in `branding`, `metadata` and `tokenQuota` each member by itself. What the program no longer
 * declares goes back to what a new organization has; what cannot be cleared stays as it is, and says so below.
 *
 * @id The organization's id: `org_…`.
 */
export const organization = {
  type: "Organization",
  schema: organizationSchema,
  plural: "organizations",
  route: "organizations",
  calls: ["POST /organizations", "GET|PATCH|DELETE /organizations/{id}", "GET /organizations/name/{name}"],
  scopes: { ...scopesFor("organizations"), update: ["read:organizations", "update:organizations"] },
  uniqueBy: ["name"],
  listing: { paging: "both", names: ["name", "display_name", "id"] },
  lookUps: { by: "name", below: "name", filters: ["name", "displayName"] },
  events: {
    types: ["organization.created", "organization.updated", "organization.deleted"],
    subjectsOf: (id) => [`organization ${id}`],
  },
  imported: { noun: "organization", file: "organizations", module: "organizations" },
  impactGroup: "organizations",
  goneWithIt: "the memberships of its people, with the roles that they have in it",
  foreignTypes: { auth0_organization: { id: ["id"] } },
} as const satisfies Definition;
