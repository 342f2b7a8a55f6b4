import { type Definition, scopesFor } from "../schema/definition.ts";
import { own } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { organization, organizationId } from "./organization.ts";

const off = { kind: "boolean", absent: false, clear: { how: "default", value: false } } as const;

/** A connection that is enabled for an organization. */
export const organizationConnectionSchema = {
  noun: "connection of an organization",
  fields: {
    organizationId: { ...organizationId, concerns: true },
    connectionId: {
      kind: "string",
      forceNew: true,
      required: true,
      idOf: "connection",
      idPrefix: "con_",
      min: 1,
      max: 50,
    },
    assignMembershipOnLogin: { ...off, safeguard: "With it, whoever logs in becomes a member." },
    // Not every tenant answers it for a database.
    showAsButton: { kind: "boolean", absent: true, clear: { how: "default", value: true } },
    // The service answers it for databases only.
    isSignupEnabled: { ...off, safeguard: "With it, everybody can sign up." },
    organizationConnectionName: {
      kind: "string",
      min: 1,
      max: 50,
      pattern: { source: "^[^\\u0000]*$", says: "must not have a NUL in it" },
      clear: { how: "null" },
    },
    organizationAccessLevel: {
      kind: "string",
      oneOf: ["none", "readonly", "limited", "full"],
      absent: "none",
      clear: { how: "null" },
    },
    isEnabled: { kind: "boolean", absent: true, clear: { how: "null" } },
  },
} as const satisfies Schema;

/** The properties that only the second family of routes knows. */
export const furtherProperties = ["organizationConnectionName", "organizationAccessLevel", "isEnabled"] as const;

const ends = ["organization_id", "connection_id"] as const;

/** The connections that are enabled for organizations. */
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
