import type { EventType } from "../../schema/service.ts";
import { explicitKey } from "../configuration.ts";
import type { SettingsSources } from "../settings.ts";
import { parseInstant, toTimestamp } from "./instant.ts";
import { isEventType } from "./types.ts";

/** Where to resume a stream. It can be kept as JSON, and is handed to `events()` as it is. */
export interface ResumePosition {
  /** The cursor. It trails the newest one, as the service may deliver events out of order. */
  from?: string;
  /** `YYYY-MM-DDTHH:MM:SSZ`, where there is no cursor yet. */
  fromTimestamp?: string;
  /** Ids of the events that were delivered since, and of some before. The service sends them again, and they are left out. */
  seen: string[];
}

/** Waits between attempts, in milliseconds. */
export interface BackoffBounds {
  /** Upper end of the first wait. It doubles with every failure in a row. A `retry:` of the service replaces it. Default: 1 s. */
  baseMs: number;
  /** Upper end of every wait that the service did not ask for. Default: 30 s. */
  capMs: number;
}

/** What a stream is doing, for logs and progress. */
export type StreamStatus =
  | { state: "connecting"; attempt: number }
  | { state: "open" }
  | {
      state: "waiting";
      /** Milliseconds until the next attempt. */
      ms: number;
      /** Why, for people; holds no secrets. */
      why: string;
    };

/** What to stream, and how. Everything has a default. */
export interface StreamOptions extends Partial<Omit<ResumePosition, "seen">> {
  /** The event types to stream. Default: all, also types that this package does not know. */
  types?: readonly EventType[];
  /** Cursor to start after, 1 to 1024 characters: `position().from`, or an item's `offset`. */
  from?: string;
  /**
   * Instant to start at, if there is no cursor: date and time with a zone as in ISO 8601, such as `2026-01-31T12:00:00Z` or
   * `2026-01-31T13:00:00.25+01:00`, rounded down to whole seconds. Default without `from`: the latest events.
   */
  fromTimestamp?: string;
  /** Ids of events that were processed before, as in `position().seen`. They are left out. */
  seen?: Iterable<string>;
  /** Ends the stream at any time. The iteration is then over, without an error. */
  signal?: AbortSignal;
  /** Called when the stream connects, is open, or waits. */
  onStatus?: (status: StreamStatus) => void;
  /**
   * Items by which the cursor trails the newest one, 1 to 1000. Default: 32. A reconnection or a restart then loses no event that is
   * up to half as many places out of order. The service sends the trailing items again, and they are left out.
   */
  reorderWindow?: number;
  /** Milliseconds after which the cursor may pass an item in any case, 0 to a day. Default: 60 s. */
  settleMs?: number;
  /** Ids that are kept in memory to leave repetitions out, 1000 to 1,000,000. Default: 10,000. */
  dedupWindow?: number;
  /**
   * Milliseconds without a single byte, comments included, after which a connection counts as lost, 1 to a day. Default: 2 min. Time
   * that the consumer takes does not count.
   */
  silenceMs?: number;
  /** Most characters of one event, 1 to 256 Mi. Default: 4 Mi. */
  maxEventSize?: number;
  /** Waits after failures, each from 1 ms to an hour. */
  backoff?: Partial<BackoffBounds>;
}

/** The tenant and its credentials, as for an explicit `Provider`. If none is given, the `TENANT_*` environment variables count. */
export interface TenantOptions {
  /** The tenant: a host name (https is meant) or a URL. `http://` is accepted for loopback addresses only. */
  domain?: string;
  /** The client that signs in; together with `clientSecret` or `privateKey`. */
  clientId?: string;
  /** The client's secret. */
  clientSecret?: string;
  /** The client's private key, PEM (RSA, RSA-PSS or P-256), for signed assertions instead of a secret. */
  privateKey?: string;
  /** The id under which the tenant knows the key of `privateKey`, if it has one. */
  keyId?: string;
  /** A ready access token of the management API, instead of a client. It is not renewed when it expires. */
  token?: string;
  /** The API that tokens are asked for. Default: `https://{domain}/api/v2/`; a tenant with a custom domain needs its original one. */
  audience?: string;
}

const maxCursorLength = 1024;

/** Default, least and most of each number. */
const bounds = {
  reorderWindow: [32, 1, 1_000],
  settleMs: [60_000, 0, 86_400_000],
  dedupWindow: [10_000, 1_000, 1_000_000],
  silenceMs: [120_000, 1, 86_400_000],
  maxEventSize: [4 * 1024 * 1024, 1, 256 * 1024 * 1024],
} as const;
const backoffBounds = { baseMs: [1_000, 1, 3_600_000], capMs: [30_000, 1, 3_600_000] } as const;

/** Options with every default filled in. */
export interface StreamSettings extends Required<Pick<StreamOptions, keyof typeof bounds | "onStatus">> {
  types: readonly string[] | undefined;
  start: Partial<ResumePosition>;
  backoff: BackoffBounds;
}

/**
 * Fills defaults in.
 * @throws RangeError that names everything that is out of bounds
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
    problems.push(`there is no event type ${strange.map((type) => JSON.stringify(type)).join(", ")}`);
  }
  if (types?.length === 0) problems.push("types must not be empty: leave it out for all");
  if (from !== undefined && fromTimestamp !== undefined) problems.push("from excludes fromTimestamp");
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

/** The configuration of the tenant that options name; undefined where they name nothing of it. */
export function configurationIn(options: TenantOptions): SettingsSources["config"] | undefined {
  const given: Record<string, string | undefined> = Object.fromEntries(tenantKeys.map((key) => [key, options[key]]));
  if (Object.values(given).every((value) => value === undefined)) return undefined;
  return (key) => ({ ...given, [explicitKey]: "true" })[key];
}
