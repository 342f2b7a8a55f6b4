import { named } from "../deploy-cli.ts";
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
    unknownInPreviews: madeOfSink,
    differences: [
      {
        at: "startFrom",
        what: "property only in the description",
        why: "Only the creation of a stream accepts it, and no response contains it, so a change at the tenant could not be detected.",
      },
      {
        ...{ at: "status", what: "values only in the description", values: ["suspended"] },
        why: "Only the service sets this value.",
      },
    ],
    deployed: { logStreams: named("auth0_log_stream") },
  },
} satisfies FeatureTools;
