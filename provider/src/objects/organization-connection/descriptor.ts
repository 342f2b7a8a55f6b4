import { own } from "../../model/json.ts";
import { type Descriptor, scopesFor } from "../descriptor.ts";
import { organization } from "../organization/descriptor.ts";
import { organizationConnectionTable as table } from "./table.ts";

const ends = ["organization_id", "connection_id"] as const;

/** The connections that are enabled for organizations. */
export const organizationConnection = {
  type: "OrganizationConnection",
  table,
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
    below: { kind: organization, members: "enabled_connections", key: "connection_id" },
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
} as const satisfies Descriptor;
