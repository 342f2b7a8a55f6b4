import { type JsonObject, own } from "../../schema/json.ts";
import type { FeatureTools } from "../tool-data.ts";
import { isRegistered, registered } from "./definition.ts";
import { isFreshOfClient, isOfExpirationType } from "./fresh-values.ts";

/** Why an import leaves out the global application. The tenant's classic login page is a property of this application. */
function whyGlobal(live: JsonObject): string {
  const why = "it is the tenant's global application";
  const page = own(live, "customLoginPage");
  const hasPage = own(live, "customLoginPageOn") === true && typeof page === "string" && page !== "";
  return hasPage
    ? `${why}. Its classic login page (custom_login_page) stays as it is: no resource type manages the page`
    : why;
}

/** What the tools need to know of the types in this folder. */
export const clientTools = {
  client: {
    foreignTypes: { auth0_client: { id: ["client_id"] } },
    terraform: {
      type: "auth0_client",
      names: { cross_origin_authentication: "cross_origin_auth" },
      without: { tokenEndpointAuthMethod: "it belongs into an auth0_client_credentials" },
      unless: { externalClientId: "it is registered by a metadata document: declare an auth0_client_cimd by hand" },
    },
    imported: { noun: "application", file: "clients", module: "clients" },
    impactGroup: "applications",
    distinguishedBy: "appType",
    // The first declaration of `secretRotation` is only recorded, and rotates nothing; its removal rotates nothing, too.
    effects: (_, changes) =>
      changes.some(({ path, kind, was }) => path === "secretRotation" && kind === "update" && was !== undefined)
        ? [
            {
              says: "the service generates a new secret: programs that still use the old secret get no more tokens",
              isLoss: true,
            },
          ]
        : [],
    events: undefined,
    importRules: {
      leftOut(live, { clientId }) {
        if (own(live, "isGlobal") === true) return ["system", whyGlobal(live)];
        if (isRegistered(live)) return ["registered", registered];
        return clientId !== undefined && own(live, "clientId") === clientId
          ? ["own", "it is the client that this program runs as"]
          : undefined;
      },
      isFresh: isFreshOfClient,
      isConsequence: isOfExpirationType,
      whyUnread: ([name]) =>
        name === "tokenVaultPrivilegedAccess" || name === "signedRequestObject"
          ? "the API never returns the keys. To manage this property, declare it with its keys"
          : undefined,
      // A response lacks these properties if they were never set. That means the same as an empty list.
      implied: { callbacks: [], allowedLogoutUrls: [], allowedOrigins: [], webOrigins: [] },
    },
    calls: [
      "POST /clients",
      "POST /clients/cimd/register",
      "GET|PATCH|DELETE /clients/{id}",
      "POST /clients/{id}/rotate-secret",
    ],
  },
  clientAuthentication: {
    foreignTypes: { auth0_client_credentials: { id: ["client_id"] } },
    terraform: {
      type: "auth0_client_credentials",
      names: {
        method: "authentication_method",
        credentials: "{method}.credentials",
        "credentials.alg": "algorithm",
      },
    },
    imported: { noun: "authentication", file: "client-authentications", module: "authentications" },
    effects: (action) =>
      action === "create"
        ? [
            {
              says: "the application's secret becomes invalid: programs that have only the secret get no more tokens",
              isLoss: true,
              on: "clientId",
            },
          ]
        : action === "delete"
          ? [{ says: "the credentials become invalid, and the application authenticates by its previous method again" }]
          : [],
    events: undefined,
    importRules: {
      leftOut: (live, { clientId }) =>
        clientId !== undefined && own(live, "clientId") === clientId
          ? ["own", "it is the client that this program runs as"]
          : undefined,
      unseen: () => [
        {
          path: ["credentials", "pem"],
          why:
            "the API never returns keys, so the program identifies each credential by its kid, thumbprint or subjectDn; " +
            "to be able to create a credential again, declare pem, too",
        },
      ],
    },
    calls: [
      "GET|PATCH /clients/{id}",
      "GET|POST /clients/{id}/credentials",
      "PATCH|DELETE /clients/{id}/credentials/{credential_id}",
    ],
  },
  clientGrant: {
    foreignTypes: { auth0_client_grant: { id: ["id"] } },
    terraform: { type: "auth0_client_grant", names: { scope: "scopes" } },
    imported: { noun: "grant", file: "client-grants", module: "grants" },
    events: undefined,
    importRules: {
      leftOut(live, { clientId }) {
        if (own(live, "isSystem") === true) return ["system", "it is a system grant, which belongs to the service"];
        return clientId !== undefined && own(live, "clientId") === clientId
          ? ["own", "it is a grant of the client that this program runs as"]
          : undefined;
      },
    },
  },
} satisfies FeatureTools;
