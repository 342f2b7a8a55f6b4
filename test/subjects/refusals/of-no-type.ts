import { byTenant, inRun, type Refusal } from "./refusal.ts";

/** Refusals of requests that belong to no type. */
export const otherRefusals: readonly Refusal[] = [
  {
    ...{ ...byTenant, said: "run", status: 403 },
    refuses: "a request without its scope",
    message: "Insufficient scope, expected any of: read:token_exchange_profiles",
    errorCode: "insufficient_scope",
    scopes: ["read:clients"],
    sends: ["GET", "/token-exchange-profiles"],
  },
  inRun("a cursor of another form", ["GET", "/events?from=a"], [400, "Invalid cursor format."]),
  inRun("an event of an unknown type", ["GET", "/events?event_type=a"], [400, "Unsupported event type."]),
];
