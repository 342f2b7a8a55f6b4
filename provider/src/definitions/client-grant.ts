import { type Definition, scopesFor } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";

/** A client grant: what an application may ask of an API. */
export const clientGrantSchema = {
  noun: "client grant",
  fields: {
    /** The id of the application. Either this or `defaultFor`. A change replaces. */
    // One of the two: a grant is for an application, or for all of which nothing else is said.
    clientId: { kind: "string", forceNew: true, idOf: "client", min: 1 },
    /** Whose default it is: `third_party_clients`. Either this or `clientId`. A change replaces. */
    defaultFor: { kind: "string", forceNew: true, oneOf: ["third_party_clients"] },
    /** The identifier of the API. At least 1 character. The API must be there. A change replaces. */
    audience: {
      kind: "string",
      forceNew: true,
      required: true,
      min: 1,
      refersTo: { kind: "resourceServer", property: "identifier" },
    },
    /**
     * Whose tokens it is for: those of the application itself (`client`), or those of its users (`user`). No value is the same as `client`.
     * An application has at most one grant of each for an API. A change replaces.
     */
    // Older tenants answer nothing where newer ones answer "client".
    subjectType: { kind: "string", forceNew: true, oneOf: ["client", "user"], absent: "client" },
    /**
     * The scopes, in any order, of 1 to 280 characters each. The API need not have them. Not beside `allowAllScopes: true`. No value is the
     * same as none. Cleared: none.
     */
    // A grant of all scopes shows none.
    scope: {
      kind: "set",
      item: { kind: "string", min: 1, max: 280 },
      absent: [],
      clear: { how: "default", value: [] },
      safeguard: "The application can do as much with the API.",
      namedIn: { via: "audience", property: "scopes" },
    },
    /** Whether organizations may be used with the client credentials flow. Cleared by null. */
    organizationUsage: {
      kind: "string",
      oneOf: ["deny", "allow", "require"],
      clear: { how: "null" },
      safeguard: "It decides whether the application can act for organizations.",
    },
    /** Whether any organization will do, without a grant of its own. Third parties cannot have it. Cleared by null. */
    allowAnyOrganization: {
      kind: "boolean",
      clear: { how: "null" },
      safeguard: "With it, the application can act for every organization.",
    },
    /** Whether all scopes of the API are granted, also those that it gets later. Cleared: false. */
    allowAllScopes: {
      kind: "boolean",
      absent: false,
      clear: { how: "default", value: false },
      safeguard: "With it, the application gets all scopes of the API, also new ones.",
    },
    /**
     * The types of rich authorization requests, of 1 to 255 characters each. Only with `subjectType: "user"`. Cleared: none.
     */
    authorizationDetailsTypes: {
      kind: "set",
      item: { kind: "string", min: 1, max: 255 },
      absent: [],
      clear: { how: "default", value: [] },
    },
    /** Whether it is a grant of the service's own. */
    // The service answers it for its own grants only.
    isSystem: { kind: "boolean", computed: true, absent: false },
  },
} as const satisfies Schema;

/**
 * What an application may ask of an API.
 *
 * {@example}
 *
 * **Updates** send what has changed, in one call. The way back from `allowAllScopes` takes two, as the service takes no scopes in the call
 * that ends it: if the second one fails, the application has no scopes until the next `pulumi up`.
 *
 * **Deletion** of the application takes its grants with it, and so does deletion of the API. A grant of the service's own is never changed.
 *
 * **One's own access**: grants of the application that the credentials are of are neither changed nor deleted, unless
 * `TENANT_ALLOW_OWN_CLIENT=true` is set for the run.
 *
 * **Events**: the service sends none about grants. Only a refresh finds somebody else's change.
 *
 * Routes: `POST /client-grants`, `GET|PATCH|DELETE /client-grants/{id}`; to find a grant that exists, `GET /client-grants`.
 * Scopes: `create|read|update|delete:client_grants`.
 *
 * @arguments What the program no longer declares is taken back.
 *
 * @either clientId defaultFor
 *
 * @adopt Takes over a grant with this application (or `defaultFor`), `audience` and `subjectType` that exists already, instead of failing. Counts at creation only.
 *
 * @constructor Manages a client grant.
 *
 * All wrong arguments are reported at once, before anything is sent. A grant that exists already is an error without `adopt`.
 */
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
