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
  },
  clientGrant: {
    foreignTypes: { auth0_client_grant: { id: ["id"] } },
    terraform: { type: "auth0_client_grant", names: { scope: "scopes" } },
    imported: { noun: "grant", file: "client-grants", module: "grants" },
  },
} satisfies FeatureTools;
