import { type Definition, scopesFor } from "../schema/definition.ts";
import { own } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { organization, organizationId } from "./organization.ts";

const off = { kind: "boolean", absent: false, clear: { how: "default", value: false } } as const;

/** A connection that is enabled for an organization. */
export const organizationConnectionSchema = {
  noun: "connection of an organization",
  fields: {
    /** The organization, at most 50 characters: `org_…`. A change replaces. */
    organizationId: { ...organizationId, affectsTarget: true },
    /** The connection, at most 50 characters: `con_…`. A change replaces. */
    connectionId: {
      kind: "string",
      forceNew: true,
      required: true,
      idOf: "connection",
      idPrefix: "con_",
      min: 1,
      max: 50,
    },
    /** Whether whoever logs in through the connection becomes a member. Cleared: false. */
    assignMembershipOnLogin: { ...off, safeguard: "With it, whoever logs in becomes a member." },
    /** Whether the login page has a button for the connection. Meant for enterprise connections. Cleared: true. */
    // Not every tenant answers it for a database.
    showAsButton: { kind: "boolean", absent: true, clear: { how: "default", value: true } },
    /** Whether people can sign up. Databases only, and only with `assignMembershipOnLogin: true`. Cleared: false. */
    // The service answers it for databases only.
    isSignupEnabled: { ...off, safeguard: "With it, everybody can sign up." },
    /** A name of the connection inside the organization, 1 to 50 characters. Early access. Cleared: none. */
    organizationConnectionName: {
      kind: "string",
      min: 1,
      max: 50,
      pattern: { source: "^[^\\u0000]*$", says: "must not have a NUL in it" },
      clear: { how: "null" },
    },
    /** What the organization itself may do with the connection. Early access. Cleared: `none`. */
    organizationAccessLevel: {
      kind: "string",
      oneOf: ["none", "readonly", "limited", "full"],
      absent: "none",
      clear: { how: "null" },
    },
    /** Whether the connection can be used; false keeps its settings. Early access. Cleared: true. */
    isEnabled: { kind: "boolean", absent: true, clear: { how: "null" } },
  },
} as const satisfies Schema;

/** The properties that only the second family of routes knows. */
export const furtherProperties = ["organizationConnectionName", "organizationAccessLevel", "isEnabled"] as const;

const ends = ["organization_id", "connection_id"] as const;

/**
 * A connection that is enabled for an organization: through it, the organization's members log in.
 *
 * {@example}
 *
 * The applications need the connection as well: `enabledClients` of the `Connection`, or `ConnectionClients`. An organization can have ten
 * connections.
 *
 * **Updates** send the changed properties in one call. The link itself stays, so members can log in all the while.
 *
 * **Deletion** takes the connection from the organization. The connection stays, and so do the members.
 *
 * **Early access**: `organizationConnectionName`, `organizationAccessLevel` and `isEnabled` need routes that not every tenant has. They are
 * used only where one of the three is declared.
 *
 * The id is `organizationId::connectionId`. Routes: `POST /organizations/{id}/enabled_connections`,
 * `GET|PATCH|DELETE /organizations/{id}/enabled_connections/{connection_id}`; for the properties in early access
 * `POST /organizations/{id}/connections`, `GET|PATCH|DELETE /organizations/{id}/connections/{connection_id}`.
 * Scopes: `create|read|update|delete:organization_connections`.
 *
 * @arguments A property that the program no longer declares goes back to what a new link has.
 *
 * @adopt Takes over a connection that the organization has already, instead of failing. Counts at creation only.
 *
 * @constructor Manages one connection of one organization.
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
  uniqueBy: ["organizationId", "connectionId"],
  listing: {
    paging: "offset",
    names: ["connection.name", "connection_id"],
    below: { definition: organization, members: "enabled_connections", key: "connection_id" },
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
