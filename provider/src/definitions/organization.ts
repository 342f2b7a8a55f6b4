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
    clientCredentials: {
      kind: "object",
      required: true,
      notSecret: true,
      fields: { enforce: { kind: "boolean" }, perDay: quota, perHour: quota },
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
    // Neither null nor an empty text is accepted.
    displayName: { kind: "string", min: 1, max: 255, clear: { how: "release" } },
    // Nobody knows a way to take it away. It is sent whole, as nobody knows either whether the service merges it.
    branding: {
      kind: "object",
      clear: { how: "release" },
      fields: {
        logoUrl: {
          kind: "string",
          clear: { how: "release" },
          pattern: { source: "^https://[^\\s]+$", says: "must be a URL that begins with https://" },
        },
        colors: {
          kind: "object",
          clear: { how: "release" },
          fields: {
            primary: { ...colour, clear: { how: "release" } },
            pageBackground: { ...colour, clear: { how: "release" } },
          },
        },
      },
    },
    metadata: { kind: "document", absent: {}, values: { kind: "string", max: 255 }, max: 25 },
    tokenQuota,
    // Older tenants answer no key.
    thirdPartyClientAccess: {
      kind: "string",
      oneOf: ["allow", "block"],
      absent: "block",
      clear: { how: "default", value: "block" },
      safeguard: "With `allow`, third-party applications can use the organization.",
    },
    // Older tenants answer no key.
    isAppEntitlementActive: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
  },
} as const satisfies Schema;

/** Organizations: the customers of a product. */
export const organization = {
  type: "Organization",
  schema: organizationSchema,
  plural: "organizations",
  route: "organizations",
  calls: ["POST /organizations", "GET|PATCH|DELETE /organizations/{id}", "GET /organizations/name/{name}"],
  scopes: { ...scopesFor("organizations"), update: ["read:organizations", "update:organizations"] },
  uniqueBy: ["name"],
  listing: { paging: "both", names: ["name", "display_name", "id"] },
  events: {
    types: ["organization.created", "organization.updated", "organization.deleted"],
    subjectsOf: (id) => [`organization ${id}`],
  },
  imported: { noun: "organization", file: "organizations", module: "organizations" },
  concerned: "organizations",
  goneWithIt: "the memberships of its people, with the roles that they have in it",
  foreignTypes: { auth0_organization: { id: ["id"] } },
} as const satisfies Definition;
