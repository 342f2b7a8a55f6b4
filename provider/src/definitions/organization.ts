import { type Definition, scopesFor } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";

/** The property for the id of the organization to which an object belongs. */
export const organizationId = {
  kind: "string",
  forceNew: true,
  required: true,
  idOf: "organization",
  idPrefix: "org_",
  min: 1,
  max: 50,
} as const;

/** The maximum number of tokens in a day or an hour. */
const quota = { kind: "integer", min: 1, max: 2_147_483_647 } as const;
/** The limits of a token quota. */
export const tokenQuotaFields = {
  /** Whether the quota is enforced. Otherwise, exceeding it is only logged. */
  enforce: { kind: "boolean" },
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
     * @interface OrganizationTokenQuotaClientCredentials The token quota of the applications of an organization. At least one member is
     * required.
     */
    clientCredentials: {
      kind: "object",
      required: true,
      notSecret: true,
      fields: tokenQuotaFields,
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

/** An organization. Bounds follow the service's documentation; the form of the name follows the service's events. */
export const organizationSchema = {
  noun: "organization",
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
    metadata: { kind: "document", absent: {}, values: { kind: "string", max: 255 }, max: 25 },
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
      absent: "block",
      clear: { how: "default", value: "block" },
      safeguard: "With `allow`, third-party applications can use the organization.",
    },
    /**
     * Whether the organization can use only the applications that it is entitled to. Early access. When cleared: false.
     *
     * @answers {boolean | undefined} Whether the organization can use only the applications that it is entitled to. Early access.
     */
    // Older tenants do not return the key.
    isAppEntitlementActive: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
  },
} as const satisfies Schema;

/**
 * An organization: a customer of your product, with members, connections and login pages of its own.
 *
 * {@example}
 *
 * **Updates** send the changed properties in one call. If `branding`, `metadata` or `tokenQuota` change, the provider reads the
 * organization first: the service replaces each of these objects as a whole, and undeclared members must stay.
 *
 * **Deletion** deletes all memberships, with the members' roles in the organization. The users, the connections and the roles stay. To
 * protect an organization from deletion, set the resource option `protect: true`.
 *
 * Routes: `POST /organizations`, `GET|PATCH|DELETE /organizations/{id}`; to find one by its `name`, `GET /organizations/name/{name}`; to
 * find many, `GET /organizations`. Scopes: `create|read|update|delete:organizations`.
 *
 * @arguments Only declared properties are managed; in `branding`, `metadata` and `tokenQuota`, only declared members. A property that you
 * remove from the program gets the default of a new organization. A property that cannot be cleared stays as it is.
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
  // OrganizationConnection manages them.
  setByService: ["enabled_connections"],
  uniqueBy: ["name"],
  listing: { paging: "both", names: ["name", "display_name", "id"] },
  lookUps: { by: "name", segment: "name", filters: ["name", "displayName"] },
  events: {
    types: ["organization.created", "organization.updated", "organization.deleted"],
    subjectsOf: (id) => [`organization ${id}`],
  },
  imported: { noun: "organization", file: "organizations", module: "organizations" },
  impactGroup: "organizations",
  goneWithIt: "all memberships, with the members' roles in the organization",
  foreignTypes: { auth0_organization: { id: ["id"] } },
} as const satisfies Definition;
