import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const eventStreamTools = {
  eventStream: {
    foreignTypes: { auth0_event_stream: { id: ["id"] } },
  },
} satisfies FeatureTools;
