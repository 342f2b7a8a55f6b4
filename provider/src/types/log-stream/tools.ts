import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const logStreamTools = {
  logStream: {
    foreignTypes: { auth0_log_stream: { id: ["id"] } },
    terraform: { type: "auth0_log_stream" },
    imported: { noun: "stream", file: "log-streams", module: "streams" },
    distinguishedBy: "type",
    events: undefined,
  },
} satisfies FeatureTools;
