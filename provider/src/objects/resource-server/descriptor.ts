import { type Descriptor, scopesFor } from "../descriptor.ts";
import { resourceServerTable as table } from "./table.ts";

/** Resource servers, which people call APIs. */
export const resourceServer = {
  type: "ResourceServer",
  table,
  plural: "resource servers",
  route: "resource-servers",
  calls: ["POST /resource-servers", "GET|PATCH|DELETE /resource-servers/{id}"],
  scopes: scopesFor("resource_servers"),
  uniqueBy: ["identifier"],
  listing: {
    paging: "offset",
    names: ["name", "identifier", "id"],
    filter: { parameter: "identifiers", property: "identifier", most: 10 },
  },
  events: undefined,
  imported: { noun: "api", file: "resource-servers", module: "apis" },
  foreignTypes: { auth0_resource_server: { id: ["id"], alias: "identifier", members: "none" } },
} as const satisfies Descriptor;
