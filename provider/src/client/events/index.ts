import { TenantClient } from "../client.ts";
import { systemClock } from "../client-options.ts";
import { resolveSettings } from "../settings.ts";
import { configurationIn, type StreamOptions, type TenantOptions } from "./options.ts";
import { type EventStream, streamEvents } from "./stream.ts";

export { type EventType, eventTypes } from "../../schema/service.ts";
export type { BackoffBounds, ResumePosition, StreamOptions, StreamStatus, TenantOptions } from "./options.ts";
export { type EventStream, streamEvents } from "./stream.ts";
export * from "./types.ts";

/** Options of {@link events}. */
export interface EventsOptions extends StreamOptions, TenantOptions {}

/**
 * The tenant's events as they happen, for as long as you iterate: `GET /events`, scope `read:events`.
 *
 * The stream survives the service's regular reconnections, lost connections, silence, expired and revoked tokens, 429 and server errors.
 * Every event id is delivered once. The order is the service's, which is not always the order of `time`. Events are fetched only as they
 * are read, so a slow consumer loses nothing and costs no memory.
 *
 * @example
 * const stream = events({ types: ["connection.updated"], ...lastPosition });
 * for await (const item of stream) {
 *   if (item.type === "gap") await readEverythingOnce();
 *   if (item.type === "connection.updated") console.log(item.event.data.object.name);
 *   await save(stream.position());
 * }
 *
 * @throws SettingsError without a tenant or credentials, RangeError for options out of bounds; while iterating, TenantError if a retry does
 * not help: a missing scope, wrong credentials, an invalid cursor, too many open streams for a minute
 */
export function events(options: EventsOptions = {}): EventStream {
  const config = configurationIn(options) ?? (() => undefined);
  const settings = resolveSettings({ config, explicitName: "the options object of events()", env: process.env });
  const client = new TenantClient(settings);
  return streamEvents(client, options, systemClock, () => void client.close().catch(() => {}));
}
