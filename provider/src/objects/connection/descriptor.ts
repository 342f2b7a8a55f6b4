import { own } from "../../model/json.ts";
import { type Descriptor, scopesFor } from "../descriptor.ts";
import { enterpriseStrategies, strategiesWithUsers } from "./strategies.ts";
import { connectionTable as table } from "./table.ts";

const scopes = scopesFor("connections");
const enterprise: readonly unknown[] = enterpriseStrategies;
const withUsers: readonly unknown[] = strategiesWithUsers;

/** Connections: the sources of users. */
export const connection = {
  type: "Connection",
  table,
  plural: "connections",
  route: "connections",
  calls: ["POST /connections", "GET|PATCH|DELETE /connections/{id}", "GET|PATCH /connections/{id}/clients"],
  scopes: {
    ...scopes,
    read: [...scopes.read, "read:connections_options"],
    update: [...scopes.update, "update:connections_options"],
  },
  uniqueBy: ["name"],
  rateGroups: [{ route: "connections", calls: "reads", isOptional: true }],
  listing: { paging: "both", names: ["name", "display_name", "id"] },
  imported: { noun: "connection", file: "connections", module: "connections" },
  events: {
    types: ["connection.created", "connection.updated", "connection.deleted"],
    only: `of an enterprise strategy (${enterpriseStrategies.join(", ")})`,
    subjectsOf: (id, outputs) => (enterprise.includes(own(outputs, "strategy")) ? [`connection ${id}`] : undefined),
  },
  foreignTypes: { auth0_connection: { id: ["id"], members: "none" } },
  goneWithIt: "its users, with their metadata, second factors and memberships",
  isProtected: (args) => withUsers.includes(own(args, "strategy")),
} as const satisfies Descriptor;
