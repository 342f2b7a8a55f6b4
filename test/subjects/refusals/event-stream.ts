import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { byProgram, inRun, type Refusal } from "./refusal.ts";

const stream = (more: JsonObject) => ({ name: "Users", subscriptions: ["user.created"], ...more });
const bearer = (more: JsonObject) => ({
  webhook: { endpoint: "https://events.example.com/", authorization: { method: "bearer", ...more } },
});
const ofDestination = (why: string) =>
  [400, `Payload validation error: '${why}' on property destination.configuration.`, "invalid_body"] as const;

/** Refusals of the service. */
export const eventStreamRefusals: readonly Refusal[] = [
  byProgram(
    "eventStream",
    "a webhook without its token",
    stream(bearer({})),
    ofDestination("Missing required property: token"),
    /^webhook\.authorization\.token: is required with the method "bearer"/,
    [
      "POST",
      "/event-streams",
      {
        name: "Users",
        subscriptions: [{ event_type: "user.created" }],
        destination: {
          type: "webhook",
          configuration: {
            webhook_endpoint: "https://events.example.com/",
            webhook_authorization: { method: "bearer" },
          },
        },
      },
    ],
  ),
  inRun(
    "an event stream that is not there",
    ["GET", `/event-streams/est_${"0".repeat(22)}`],
    [404, "The requested stream does not exist."],
  ),
];
