import type { Table } from "../../model/table.ts";

/** A client grant: what an application may ask of an API. */
export const clientGrantTable = {
  noun: "client grant",
  fields: {
    // One of the two: a grant is for an application, or for all of which nothing else is said.
    clientId: { kind: "string", identity: true, idOf: "client", min: 1 },
    defaultFor: { kind: "string", identity: true, oneOf: ["third_party_clients"] },
    audience: {
      kind: "string",
      identity: true,
      required: true,
      min: 1,
      refersTo: { kind: "resourceServer", property: "identifier" },
    },
    // Older tenants answer nothing where newer ones answer "client".
    subjectType: { kind: "string", identity: true, oneOf: ["client", "user"], absent: "client" },
    // A grant of all scopes shows none.
    scope: {
      kind: "set",
      item: { kind: "string", min: 1, max: 280 },
      absent: [],
      clear: { how: "default", value: [] },
    },
    organizationUsage: { kind: "string", oneOf: ["deny", "allow", "require"], clear: { how: "null" } },
    allowAnyOrganization: { kind: "boolean", clear: { how: "null" } },
    allowAllScopes: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
    authorizationDetailsTypes: {
      kind: "set",
      item: { kind: "string", min: 1, max: 255 },
      absent: [],
      clear: { how: "default", value: [] },
    },
    // The service answers it for its own grants only.
    isSystem: { kind: "boolean", computed: true, absent: false },
  },
} as const satisfies Table;
