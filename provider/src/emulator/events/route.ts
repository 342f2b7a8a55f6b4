import { ServiceError } from "../shared/errors.ts";
import { readQuery } from "../shared/query.ts";
import type { Route } from "../shared/router.ts";
import type { Properties } from "../shared/validation.ts";
import type { TenantEvents } from "./tenant-events.ts";
import { eventTypeNames } from "./types.ts";

const parameters = {
  from: { type: "string", min: 1, max: 1024, about: "Position in the stream" },
  from_timestamp: {
    type: "string",
    max: 20,
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    about: "RFC 3339 timestamp",
  },
  event_type: {
    type: "array",
    items: { type: "string", about: "Event type" },
    about: "Event types",
  },
} satisfies Properties;

/** The event stream: `GET /events`, scope `read:events`. */
export function eventRoutes(events: TenantEvents): Route[] {
  return [
    {
      method: "GET",
      path: "/events",
      operation: "events.stream",
      retryAfter: true,
      scope: "read:events",
      handle: ({ query, lastEventId, valid }) => {
        if (query.getAll("event_type").some((type) => !eventTypeNames.includes(type))) {
          throw new ServiceError(400, "Unsupported event type.", "invalid_query_string");
        }
        const asked = readQuery(query, parameters);
        const { from, from_timestamp, event_type } = asked as {
          from?: string;
          from_timestamp?: string;
          event_type?: string[];
        };
        if (from !== undefined && from_timestamp !== undefined) {
          throw new ServiceError(400, "Only one of from and from_timestamp can be given.", "invalid_query_string");
        }
        const timestamp = from_timestamp === undefined ? undefined : Date.parse(from_timestamp);
        if (Number.isNaN(timestamp)) {
          throw new ServiceError(400, "from_timestamp is not a date.", "invalid_query_string");
        }
        // a reconnecting browser repeats the query and adds the header, which is newer
        const after = events.place({ cursor: lastEventId ?? from, timestamp });
        const types = event_type === undefined ? {} : { types: event_type };
        return { status: 200, stream: (response) => events.stream({ after, ...types }, response, valid) };
      },
    },
  ];
}
