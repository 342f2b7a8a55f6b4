import type { FeatureTools } from "../tool-data.ts";
import { madeOfSink } from "./definition.ts";

/** What the tools need to know of the types in this folder. */
export const logStreamTools = {
  logStream: {
    foreignTypes: { auth0_log_stream: { id: ["id"] } },
    terraform: { type: "auth0_log_stream" },
    imported: { noun: "stream", file: "log-streams", module: "streams" },
    isInForceAtOnce: true,
    distinguishedBy: "type",
    events: undefined,
    importRules: { isDerived: ([property, name = ""]) => property === "sink" && madeOfSink.includes(name) },
  },
} satisfies FeatureTools;
