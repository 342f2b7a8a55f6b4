import type { EventType } from "../../schema/service.ts";
import { explicitKey } from "../configuration.ts";
import type { SettingsSources } from "../settings.ts";
import { isEventType } from "./types.ts";

/** Calendar date and time with a zone, in the extended or basic format of ISO 8601. The last part of the time may have a fraction. */
const form =
  /^(\d{4})(-?)(\d\d)\2(\d\d)T(\d\d)(?:(:?)(\d\d)(?:\6(\d\d))?)?(?:[.,](\d{1,9})\d*)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/i;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Parses an ISO 8601 instant: milliseconds since the epoch, or undefined for any other text. */
export function parseInstant(text: string): number | undefined {
  const match = form.exec(text.trim());
  if (!match) return undefined;
  const [, years, , months, days, hours, , minutes, seconds, fraction, sign, zoneHours, zoneMinutes] = match;
  const date = `${years}-${months}-${days}`;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse would move a nonexistent day to the next month.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined;
  const [h, m, s] = [hours, minutes, seconds].map((part) => Number(part ?? 0)) as [number, number, number];
  const [zh, zm] = [Number(zoneHours ?? 0), Number(zoneMinutes ?? 0)];
  const unit = seconds !== undefined ? second : minutes !== undefined ? minute : hour;
  const time = h * hour + m * minute + s * second + Math.floor(Number(`0.${fraction ?? 0}`) * unit);
  // 24:00 is the end of a day, and second 60 can be a leap second, so both are accepted.
  if (time > 24 * hour || h > 24 || m > 59 || s > 60 || zh > 23 || zm > 59) return undefined;
  const instant = midnight + time - (sign === "-" ? -1 : 1) * (zh * hour + zm * minute);
  return /^\d{4}-/.test(new Date(instant).toISOString()) ? instant : undefined;
}

/** A timestamp in the format of `GET /events`: whole seconds, rounded down. */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** The position from which a stream resumes. It can be saved as JSON, and passed to `events()` unchanged. */
export interface ResumePosition {
  /** The cursor. It stays behind the cursor of the newest event, because the service may deliver events out of order. */
  from?: string;
  /** The start as `YYYY-MM-DDTHH:MM:SSZ`, if there is no cursor yet. */
  fromTimestamp?: string;
  /**
   * The ids of the events delivered since the cursor, and of some before it. The service sends these events again, and the stream skips
   * them.
   */
  seen: string[];
}

/** Waits between attempts, in milliseconds. */
export interface BackoffBounds {
  /** The upper bound of the first wait. It doubles with every consecutive failure. The service's `retry:` field replaces it. Default: 1 s. */
  baseMs: number;
  /** The longest wait before a reconnection if the service has not said how long to wait. Default: 30 s. */
  capMs: number;
}

/** The state of a stream, for logs and progress. */
export type StreamStatus =
  | { state: "connecting"; attempt: number }
  | { state: "open" }
  | {
      state: "waiting";
      /** Milliseconds until the next attempt. */
      ms: number;
      /** The reason, for users, without secrets. */
      why: string;
    };

/** The options of a stream. All have defaults. */
export interface StreamOptions extends Partial<Omit<ResumePosition, "seen">> {
  /** The event types to stream. Default: all, also types that this version does not know. */
  types?: readonly EventType[];
  /** The cursor after which to start, 1 to 1024 characters: `position().from`, or an item's `offset`. */
  from?: string;
  /**
   * The instant at which to start if there is no cursor: date and time with a zone in ISO 8601, such as `2026-01-31T12:00:00Z` or
   * `2026-01-31T13:00:00.25+01:00`, rounded down to whole seconds. Default without `from`: the latest events.
   */
  fromTimestamp?: string;
  /** Ids of events that were processed before, from `position().seen`. These events are skipped. */
  seen?: Iterable<string>;
  /** Ends the stream at any time. The iteration then ends without an error. */
  signal?: AbortSignal;
  /** Called when the stream connects, is open, or waits. */
  onStatus?: (status: StreamStatus) => void;
  /**
   * The number of items by which the cursor stays behind the newest item, 1 to 1000. Default: 32. A reconnection or a restart then loses no
   * event that is out of order by up to half this number. The service sends these items again, and the stream skips them.
   */
  reorderWindow?: number;
  /** The age at which the cursor passes an item even if it is within `reorderWindow`, in milliseconds, 0 to a day. Default: 60 s. */
  settleMs?: number;
  /** The number of ids kept in memory to recognize repetitions, 1000 to 1,000,000. Default: 10,000. */
  dedupWindow?: number;
  /**
   * The time without a single byte, not even of a comment, after which a connection counts as lost, in milliseconds, 1 to a day. Default: 2
   * min. Time that the consumer takes does not count.
   */
  silenceMs?: number;
  /** The maximum length of one event, in characters, 1 to 256 Mi. Default: 4 Mi. */
  maxEventSize?: number;
  /** The waits after failures, each from 1 ms to an hour. */
  backoff?: Partial<BackoffBounds>;
}

/**
 * The tenant and its credentials, as for an explicit `Provider`. Without any of these options, the `TENANT_*` environment variables are
 * used.
 */
export interface TenantOptions {
  /** The tenant: a host name, which implies https, or a URL. `http://` is accepted for loopback addresses only. */
  domain?: string;
  /** The client that authenticates, together with `clientSecret` or `privateKey`. */
  clientId?: string;
  /** The client's secret. */
  clientSecret?: string;
  /** The client's private key in PEM form (RSA, RSA-PSS or P-256), for signed assertions instead of a secret. */
  privateKey?: string;
  /** The id of the key at the tenant, if it has one. */
  keyId?: string;
  /** An existing access token of the management API, instead of a client. It is not renewed when it expires. */
  token?: string;
  /** The API for which tokens are requested. Default: `https://{domain}/api/v2/`. For a custom `domain`, use the tenant's own domain here. */
  audience?: string;
}

const maxCursorLength = 1024;

/** The default, minimum and maximum of each number. */
const bounds = {
  reorderWindow: [32, 1, 1_000],
  settleMs: [60_000, 0, 86_400_000],
  dedupWindow: [10_000, 1_000, 1_000_000],
  silenceMs: [120_000, 1, 86_400_000],
  maxEventSize: [4 * 1024 * 1024, 1, 256 * 1024 * 1024],
} as const;
const backoffBounds = { baseMs: [1_000, 1, 3_600_000], capMs: [30_000, 1, 3_600_000] } as const;

/** Valid options, with the defaults in place of missing ones. */
export interface StreamSettings extends Required<Pick<StreamOptions, keyof typeof bounds | "onStatus">> {
  types: readonly string[] | undefined;
  start: Partial<ResumePosition>;
  backoff: BackoffBounds;
}

/**
 * Validates options and adds the defaults.
 *
 * @throws RangeError that names every option out of bounds
 */
export function readStreamOptions(options: StreamOptions): StreamSettings {
  const problems: string[] = [];
  const within = (name: string, value: number | undefined, [fallback, min, max]: readonly [number, number, number]) => {
    if (value === undefined) return fallback;
    if (!(value >= min && value <= max)) problems.push(`${name} must be from ${min} to ${max}`);
    return value;
  };
  const bounded = (name: keyof typeof bounds) => within(name, options[name], bounds[name]);
  const wait = (name: keyof BackoffBounds) => within("backoff", options.backoff?.[name], backoffBounds[name]);
  const { types, from, fromTimestamp, seen } = options;
  const strange = types?.filter((type) => !isEventType(type)) ?? [];
  if (strange.length > 0) {
    problems.push(`types: unknown event type ${strange.map((type) => JSON.stringify(type)).join(", ")}`);
  }
  if (types?.length === 0) problems.push("types must not be empty: omit `types` to receive events of all types");
  if (from !== undefined && fromTimestamp !== undefined) problems.push("from and fromTimestamp exclude each other");
  if (from !== undefined && (from === "" || [...from].length > maxCursorLength)) {
    problems.push(`from must have 1 to ${maxCursorLength} characters`);
  }
  const instant = fromTimestamp === undefined ? undefined : parseInstant(fromTimestamp);
  if (fromTimestamp !== undefined && instant === undefined) {
    problems.push("fromTimestamp must be an ISO 8601 instant such as 2026-01-31T12:00:00Z");
  }
  const settings: StreamSettings = {
    types: types === undefined ? undefined : [...new Set(types)],
    start: {
      ...(from !== undefined && { from }),
      ...(instant !== undefined && { fromTimestamp: toTimestamp(instant) }),
      ...(seen !== undefined && { seen: [...seen] }),
    },
    onStatus: options.onStatus ?? (() => {}),
    reorderWindow: Math.floor(bounded("reorderWindow")),
    settleMs: bounded("settleMs"),
    dedupWindow: Math.floor(bounded("dedupWindow")),
    silenceMs: bounded("silenceMs"),
    maxEventSize: bounded("maxEventSize"),
    backoff: { baseMs: wait("baseMs"), capMs: wait("capMs") },
  };
  if (problems.length > 0) throw new RangeError(`The event stream cannot be opened: ${problems.join("; ")}.`);
  return settings;
}

const tenantKeys = ["domain", "clientId", "clientSecret", "privateKey", "keyId", "token", "audience"] as const;

/** The configuration of the tenant in the options; undefined if they contain none. */
export function configurationIn(options: TenantOptions): SettingsSources["config"] | undefined {
  const given: Record<string, string | undefined> = Object.fromEntries(tenantKeys.map((key) => [key, options[key]]));
  if (Object.values(given).every((value) => value === undefined)) return undefined;
  return (key) => ({ ...given, [explicitKey]: "true" })[key];
}
