import type { FeatureTools } from "../tool-data.ts";

/** The service reports only the end of the connection. */
const events = {
  types: ["connection.deleted"],
  subjectsOf: (_: string, { connectionId: id }: { readonly connectionId?: unknown }) => [`end of connection ${id}`],
} as const;

/** What the tools need to know of the types in this folder. */
export const connectionProvisioningTools = {
  connectionScim: {
    foreignTypes: { auth0_connection_scim_configuration: { id: ["connection_id"] } },
    terraform: { type: "auth0_connection_scim_configuration" },
    imported: { noun: "scim", file: "connection-scim", module: "connectionScim" },
    events,
    calls: ["POST|GET|PATCH|DELETE /connections/{id}/scim-configuration", "GET /connections-scim-configurations"],
    unknownInPreviews: ["endpoint"],
  },
  connectionScimToken: {
    foreignTypes: { auth0_connection_scim_token: { id: ["connection_id", "token_id"] } },
    imported: { noun: "token", file: "connection-scim-tokens", module: "connectionScimTokens" },
    effects: (action) =>
      action === "delete" || action === "replace"
        ? [{ says: "the identity provider can no longer provision users with the token's value", isLoss: true }]
        : [],
    events,
    calls: [
      "GET|POST /connections/{id}/scim-configuration/tokens",
      "DELETE /connections/{id}/scim-configuration/tokens/{token_id}",
    ],
    unknownInPreviews: ["token", "validUntil"],
  },
  connectionDirectory: {
    foreignTypes: {
      auth0_connection_directory: { id: ["connection_id"], members: "none" },
      auth0_connection_directory_synchronized_groups: { id: ["connection_id"], members: "all" },
    },
    terraform: {
      type: "auth0_connection_directory",
      without: {
        groups:
          "auth0_connection_directory_synchronized_groups removes all groups that it does not name, so it must have those of other stacks, too",
      },
    },
    imported: { noun: "directory", file: "connection-directories", module: "connectionDirectories" },
    events,
    calls: [
      "POST|GET|PATCH|DELETE /connections/{id}/directory-provisioning",
      "GET|POST|DELETE /connections/{id}/directory-provisioning/synchronized-groups",
      "GET /connections-directory-provisionings",
    ],
  },
} satisfies FeatureTools;
