import type { ServerResponse } from "node:http";
import { ServiceError } from "../shared/errors.ts";
import { readQuery } from "../shared/query.ts";
import { type Route, route } from "../shared/router.ts";
import { list, type Properties, text } from "../shared/validation.ts";
import type { TenantEvents } from "./tenant-events.ts";

const parameters: Properties = {
  from: text("Position in the stream", { min: 1, max: 1024 }),
  from_timestamp: text("RFC 3339 timestamp", { max: 20, pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ }),
  event_type: list("Event types", text("Event type")),
};

/** The event stream: `GET /events`, scope `read:events`. */
export function eventRoutes(events: TenantEvents): Route[] {
  const stream: Route["handle"] = ({ query, lastEventId, valid }) => {
    if (query.getAll("event_type").some((type) => !eventTypeNames.includes(type))) {
      throw new ServiceError(400, "Unsupported event type.", "invalid_query_string");
    }
    const asked = readQuery(query, parameters);
    const { from, from_timestamp } = asked as { from?: string; from_timestamp?: string };
    if (from !== undefined && from_timestamp !== undefined) {
      throw new ServiceError(400, "Only one of from and from_timestamp can be given.", "invalid_query_string");
    }
    const timestamp = from_timestamp === undefined ? undefined : Date.parse(from_timestamp);
    if (Number.isNaN(timestamp)) {
      throw new ServiceError(400, "from_timestamp is not a date.", "invalid_query_string");
    }
    // A client that reconnects repeats its query and adds the header `Last-Event-ID`, whose position is newer.
    const after = events.place({ cursor: lastEventId ?? from, timestamp });
    const types = asked.event_type as string[] | undefined;
    return (response: ServerResponse) => events.stream({ after, types, valid }, response);
  };
  return [{ ...route("events.stream", "GET /events", "read:events", stream), retryAfter: true }];
}

const whole = ["created", "deleted", "updated"];
const part = ["added", "deleted"];
const role = ["assigned", "deleted"];

/** The operations on each type of object that have events. */
const changes: Readonly<Record<string, readonly string[]>> = {
  connection: whole,
  group: whole,
  "group.member": part,
  "group.role": role,
  organization: whole,
  "organization.connection": ["added", "removed", "updated"],
  "organization.group.role": role,
  "organization.member": part,
  "organization.member.role": role,
  user: whole,
};

/** The allowed values of the parameter `event_type`. */
const eventTypeNames = Object.entries(changes).flatMap(([of, all]) => all.map((what) => `${of}.${what}`));
