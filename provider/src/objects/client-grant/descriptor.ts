import { type Descriptor, scopesFor } from "../descriptor.ts";
import { clientGrantTable as table } from "./table.ts";

/** Client grants: what applications may ask of APIs. */
export const clientGrant = {
  type: "ClientGrant",
  table,
  plural: "client grants",
  route: "client-grants",
  calls: ["POST /client-grants", "GET|PATCH|DELETE /client-grants/{id}"],
  scopes: scopesFor("client_grants"),
  // An application can have a grant for its own tokens and one for those of its users, for each API.
  uniqueBy: ["audience", "clientId", "defaultFor", "subjectType"],
  listing: { paging: "checkpoint", names: ["audience", "id", "client_id"] },
  events: undefined,
  imported: { noun: "grant", file: "client-grants", module: "grants" },
  foreignTypes: { auth0_client_grant: { id: ["id"] } },
} as const satisfies Descriptor;
