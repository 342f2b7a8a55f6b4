import { type Definition, scopesFor } from "../schema/definition.ts";
import { own } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { organization, organizationId } from "./organization.ts";

const off = { kind: "boolean", absent: false, clear: { how: "default", value: false } } as const;

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
    },
    /** Whether users become members when they log in through the connection. When cleared: false. */
    assignMembershipOnLogin: {
      ...off,
      safeguard: "If true, every user who logs in through the connection becomes a member.",
    },
    /** Whether the login page has a button for the connection. For enterprise connections. When cleared: true. */
    // Not every tenant returns this property for a database.
    showAsButton: { kind: "boolean", reads: { how: "sometimes" }, clear: { how: "default", value: true } },
    /** Whether users can sign up. Only for databases, with `assignMembershipOnLogin: true`. When cleared: false. */
    // The service returns this property only for databases, and not in every tenant.
    isSignupEnabled: { ...off, reads: { how: "sometimes" }, safeguard: "If true, anyone can sign up." },
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
      absent: "none",
      clear: { how: "null" },
    },
    /** Whether the connection is enabled. With false, its settings stay. Early access. When cleared: true. */
    isEnabled: { kind: "boolean", absent: true, clear: { how: "null" } },
  },
} as const satisfies Schema;

/** The properties that only the early-access routes support. */
export const furtherProperties = ["organizationConnectionName", "organizationAccessLevel", "isEnabled"] as const;

const ends = ["organization_id", "connection_id"] as const;

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
 * provider uses these routes only if one of the three properties is declared.
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
  calls: [
    "POST /organizations/{id}/enabled_connections",
    "GET|PATCH|DELETE /organizations/{id}/enabled_connections/{connection_id}",
    "POST /organizations/{id}/connections",
    "GET|PATCH|DELETE /organizations/{id}/connections/{connection_id}",
  ],
  scopes: scopesFor("organization_connections"),
  setByService: ["connection"],
  uniqueBy: ["organizationId", "connectionId"],
  listing: {
    paging: "offset",
    names: ["connection.name", "connection_id"],
    owners: { definition: organization, collection: "enabled_connections", key: "connection_id" },
  },
  imported: { noun: "connection", file: "organization-connections", module: "organizationConnections" },
  events: {
    types: [
      "organization.deleted",
      "organization.connection.added",
      "organization.connection.updated",
      "organization.connection.removed",
      "connection.deleted",
    ],
    subjectsOf: (_, { organizationId, connectionId }) => [
      `end of organization ${organizationId}`,
      `end of connection ${connectionId}`,
      `connection ${connectionId} of organization ${organizationId}`,
    ],
    about: (type, object) =>
      type.startsWith("organization.connection.")
        ? [
            `connection ${own(own(object, "connection"), "id")} of organization ${own(own(object, "organization"), "id")}`,
          ]
        : undefined,
  },
  foreignTypes: {
    auth0_organization_connection: { id: ends },
    auth0_organization_connections: { id: ends, each: "enabled_connections" },
  },
} as const satisfies Definition;
