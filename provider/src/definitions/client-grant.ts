import { type Definition, scopesFor } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";

/** A client grant: the scopes of an API that an application can get. */
export const clientGrantSchema = {
  noun: "client grant",
  fields: {
    /** The id of the application. Declare either this or `defaultFor`. A change replaces the resource. */
    // A grant is either for an application or the default for all applications of a kind.
    clientId: { kind: "string", forceNew: true, idOf: "client", min: 1 },
    /**
     * The applications for which the grant is the default: `third_party_clients`. Declare either this or `clientId`. A change replaces the
     * resource.
     */
    defaultFor: { kind: "string", forceNew: true, oneOf: ["third_party_clients"] },
    /** The identifier of the API, which must exist: at least 1 character. A change replaces the resource. */
    audience: {
      kind: "string",
      forceNew: true,
      required: true,
      min: 1,
      refersTo: { type: "resourceServer", property: "identifier" },
    },
    /**
     * The subject of the tokens: the application itself (`client`) or its users (`user`). Default: `client`. An application has at most one
     * grant of each subject type for an API. A change replaces the resource.
     */
    // Older tenants omit the value if it is "client".
    subjectType: { kind: "string", forceNew: true, oneOf: ["client", "user"], absent: "client" },
    /**
     * The granted scopes, in any order: 1 to 280 characters each. The API need not define these scopes. Not with `allowAllScopes: true`. Default:
     * none. When cleared: none.
     */
    // If `allowAllScopes` is true, the Management API returns no scopes.
    scope: {
      kind: "set",
      item: { kind: "string", min: 1, max: 280 },
      absent: [],
      clear: { how: "default", value: [] },
      safeguard: "The scopes are the application's permissions on the API.",
      namedIn: { via: "audience", property: "scopes" },
    },
    /** Whether the client credentials flow can be used with organizations. Cleared by null. */
    organizationUsage: {
      kind: "string",
      oneOf: ["deny", "allow", "require"],
      clear: { how: "null" },
      safeguard: "The value determines whether the application can act for organizations.",
    },
    /**
     * Whether the grant applies to every organization, without a grant for each one. Not for third-party applications. Cleared by null.
     */
    allowAnyOrganization: {
      kind: "boolean",
      clear: { how: "null" },
      safeguard: "If true, the application can act for every organization.",
    },
    /** Whether all scopes of the API are granted, including scopes that are added later. When cleared: false. */
    allowAllScopes: {
      kind: "boolean",
      absent: false,
      clear: { how: "default", value: false },
      safeguard: "If true, the application gets all scopes of the API, including scopes that are added later.",
    },
    /** The types of rich authorization requests: 1 to 255 characters each. Only with `subjectType: "user"`. When cleared: none. */
    authorizationDetailsTypes: {
      kind: "set",
      item: { kind: "string", min: 1, max: 255 },
      absent: [],
      clear: { how: "default", value: [] },
    },
    /** Whether the grant is a system grant, which belongs to the service. */
    // The service returns this property only for system grants.
    isSystem: { kind: "boolean", computed: true, absent: false },
  },
} as const satisfies Schema;

/**
 * The scopes of an API that an application can get in its tokens.
 *
 * {@example}
 *
 * **Updates** send the changed properties in one call. A change from `allowAllScopes` to single scopes takes two calls, because the service
 * accepts no scopes in the call that sets `allowAllScopes` to false. If the second call fails, the application has no scopes until the next
 * `pulumi up`.
 *
 * **Deletion** of the application or the API also deletes the grant. System grants, which belong to the service, are never changed.
 *
 * **Own access**: grants of the application whose credentials the run uses are neither changed nor deleted, unless
 * `TENANT_ALLOW_OWN_CLIENT=true` is set for the run.
 *
 * **Events**: the service sends no events about grants. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /client-grants`, `GET|PATCH|DELETE /client-grants/{id}`; to find an existing grant, `GET /client-grants`. Scopes:
 * `create|read|update|delete:client_grants`.
 *
 * @arguments Removing a property from the program clears it at the tenant.
 *
 * @either clientId defaultFor
 *
 * @adopt Whether an existing grant with this application (or `defaultFor`), `audience` and `subjectType` is adopted instead of causing an
 * error. Only used at creation.
 *
 * @constructor Manages a client grant.
 *
 * All invalid arguments are reported at once, before anything is sent. Without `adopt`, an existing grant is an error.
 */
export const clientGrant = {
  type: "ClientGrant",
  schema: clientGrantSchema,
  plural: "client grants",
  route: "client-grants",
  scopes: scopesFor("client_grants"),
  // For each API, an application can have a grant for its own tokens and one for its users' tokens.
  uniqueBy: ["audience", "clientId", "defaultFor", "subjectType"],
  listing: { paging: "checkpoint", names: ["audience", "id", "client_id"] },
  events: undefined,
  imported: { noun: "grant", file: "client-grants", module: "grants" },
  foreignTypes: { auth0_client_grant: { id: ["id"] } },
} as const satisfies Definition;
