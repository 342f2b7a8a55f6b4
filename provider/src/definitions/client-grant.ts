import { type Definition, scopesFor } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";

/** A client grant: what an application may ask of an API. */
export const clientGrantSchema = {
  noun: "client grant",
  fields: {
    // One of the two: a grant is for an application, or for all of which nothing else is said.
    clientId: { kind: "string", forceNew: true, idOf: "client", min: 1 },
    defaultFor: { kind: "string", forceNew: true, oneOf: ["third_party_clients"] },
    audience: {
      kind: "string",
      forceNew: true,
      required: true,
      min: 1,
      refersTo: { kind: "resourceServer", property: "identifier" },
    },
    // Older tenants answer nothing where newer ones answer "client".
    subjectType: { kind: "string", forceNew: true, oneOf: ["client", "user"], absent: "client" },
    // A grant of all scopes shows none.
    scope: {
      kind: "set",
      item: { kind: "string", min: 1, max: 280 },
      absent: [],
      clear: { how: "default", value: [] },
      safeguard: "The application can do as much with the API.",
      namedIn: { via: "audience", property: "scopes" },
    },
    organizationUsage: {
      kind: "string",
      oneOf: ["deny", "allow", "require"],
      clear: { how: "null" },
      safeguard: "It decides whether the application can act for organizations.",
    },
    allowAnyOrganization: {
      kind: "boolean",
      clear: { how: "null" },
      safeguard: "With it, the application can act for every organization.",
    },
    allowAllScopes: {
      kind: "boolean",
      absent: false,
      clear: { how: "default", value: false },
      safeguard: "With it, the application gets all scopes of the API, also new ones.",
    },
    authorizationDetailsTypes: {
      kind: "set",
      item: { kind: "string", min: 1, max: 255 },
      absent: [],
      clear: { how: "default", value: [] },
    },
    // The service answers it for its own grants only.
    isSystem: { kind: "boolean", computed: true, absent: false },
  },
} as const satisfies Schema;

/** Client grants: what applications may ask of APIs. */
export const clientGrant = {
  type: "ClientGrant",
  schema: clientGrantSchema,
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
} as const satisfies Definition;
