import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
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
  },
  clientGrant: {
    foreignTypes: { auth0_client_grant: { id: ["id"] } },
    terraform: { type: "auth0_client_grant", names: { scope: "scopes" } },
    imported: { noun: "grant", file: "client-grants", module: "grants" },
    events: undefined,
  },
} satisfies FeatureTools;
