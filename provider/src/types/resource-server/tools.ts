import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const resourceServerTools = {
  resourceServer: {
    foreignTypes: { auth0_resource_server: { id: ["id"], alias: "identifier", members: { kept: "scopes" } } },
    terraform: {
      type: "auth0_resource_server",
      names: { "token_encryption.encryption_key.alg": "token_encryption.encryption_key.algorithm" },
      members: {
        property: "scopes",
        of: { resource_server_identifier: "identifier" },
        whole: { type: "auth0_resource_server_scopes", argument: "scopes" },
        each: { type: "auth0_resource_server_scope", argument: "scope" },
        more: "description",
      },
    },
    imported: { noun: "api", file: "resource-servers", module: "apis" },
  },
  resourceServerScopes: {
    foreignTypes: {
      auth0_resource_server_scopes: { id: ["resource_server_identifier"], members: "all" },
      auth0_resource_server_scope: { id: ["resource_server_identifier"], members: { only: "scope" } },
    },
    terraform: {
      members: {
        property: "scopes",
        of: { resource_server_identifier: "identifier" },
        each: { type: "auth0_resource_server_scope", argument: "scope" },
        more: "description",
      },
    },
    imported: { noun: "scopes", file: "resource-server-scopes", module: "apiScopes" },
  },
} satisfies FeatureTools;
