import { named } from "../deploy-cli.ts";
import type { FeatureTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const eventStreamTools = {
  eventStream: {
    foreignTypes: { auth0_event_stream: { id: ["id"] } },
    terraform: {
      type: "auth0_event_stream",
      names: { eventbridge: "eventbridge_configuration", webhook: "webhook_configuration" },
      implied: { destination_type: { eventbridge: "eventbridge", webhook: "webhook" } },
    },
    imported: { noun: "stream", file: "event-streams", module: "eventStreams" },
    isInForceAtOnce: true,
    effects: (action, changes) =>
      action === "delete" || (action === "replace" && changes.some(({ path }) => path.startsWith("action")))
        ? [{ says: "if the events go to an action, the service deletes the action with the stream", isLoss: true }]
        : [],
    events: undefined,
    differences: ["webhook", "eventbridge", "action"].map((at) => ({
      ...{ at, what: "property only in the definition" as const },
      why: "Programs have each kind of destination in a property of its own. In the API, they are in `destination`.",
    })),
    deployed: { eventStreams: named("auth0_event_stream") },
    unknownInPreviews: ["awsPartnerEventSource"],
  },
} satisfies FeatureTools;
