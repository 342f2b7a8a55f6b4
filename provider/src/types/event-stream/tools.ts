import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const eventStreamTools = {
  eventStream: {
    foreignTypes: { auth0_event_stream: { id: ["id"] } },
    terraform: {
      type: "auth0_event_stream",
      names: { eventbridge: "eventbridge_configuration", webhook: "webhook_configuration" },
      implied: { destination_type: { eventbridge: "eventbridge", webhook: "webhook" } },
    },
    imported: { noun: "stream", file: "event-streams", module: "eventStreams" },
  },
} satisfies FeatureTools;
