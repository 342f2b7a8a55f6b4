import { EXPLICIT_KEY, resolveSettings, type TenantSettings } from "../settings.ts";
import { type BackoffBounds, defaultBackoff } from "./backoff.ts";
import type { ResumePosition } from "./position.ts";
import { type EventType, isEventType } from "./types.ts";

/** What a stream is doing; for logs and progress. */
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

/** What to stream, and how; everything has a default. */
export interface StreamOptions extends Partial<Omit<ResumePosition, "seen">> {
  /** The event types to stream; all unless told, those that this package does not know included. */
  types?: readonly EventType[];
  /** Cursor to start after, at most 1024 characters: an item's `offset`, or better `position().from`. */
  from?: string;
  /** Instant to start at, when there is no cursor: `YYYY-MM-DDTHH:MM:SSZ`. Neither this nor `from`: the latest events. */
  fromTimestamp?: string;
  /** Ids of events that were processed already, as `position().seen` has them: they are left out. */
  seen?: Iterable<string>;
  /** Ends the stream, in whatever state it is. The iteration is then over, without an error. */
  signal?: AbortSignal;
  /** Hears what the stream is doing. */
  onStatus?: (status: StreamStatus) => void;
  /**
   * Items by which the cursor trails, 1 to 1000. Default 32: order distorted by up to 16 places loses nothing, over a
   * reconnection or a restart. As many items come again then, and are left out.
   */
  reorderWindow?: number;
  /** Milliseconds after which an item needs no trailing any more. Default 60 s. */
  settleMs?: number;
  /** Ids kept in memory to leave repetitions out, 1000 to 1,000,000. Default 10,000. */
  dedupWindow?: number;
  /**
   * Milliseconds without a single byte, comments included, after which a connection counts as lost. Default 2 min. Time that
   * the consumer takes does not count.
   */
  silenceMs?: number;
  /** Most characters that one event may have. Default 4 Mi. */
  maxEventSize?: number;
  backoff?: Partial<BackoffBounds>;
}

/** Where the tenant is and how to get a token, as for an explicit `Provider`; all absent: from the `TENANT_*` environment. */
export interface TenantOptions {
  domain?: string;
  clientId?: string;
  clientSecret?: string;
  /** PEM. */
  privateKey?: string;
  keyId?: string;
  token?: string;
  audience?: string;
}

/** Options with every default filled in. */
export interface StreamSettings {
  types: readonly string[] | undefined;
  start: Partial<ResumePosition>;
  onStatus: (status: StreamStatus) => void;
  reorderWindow: number;
  settleMs: number;
  dedupWindow: number;
  silenceMs: number;
  maxEventSize: number;
  backoff: BackoffBounds;
}

const longestCursor = 1024;

/**
 * Fills defaults in.
 * @throws RangeError that names everything that is out of bounds
 */
export function readStreamOptions(options: StreamOptions): StreamSettings {
  const problems: string[] = [];
  const bounded = (
    name: keyof StreamOptions,
    value: number | undefined,
    fallback: number,
    min: number,
    max: number,
  ) => {
    if (value === undefined) return fallback;
    if (value >= min && value <= max) return value;
    problems.push(`${name} must be from ${min} to ${max}`);
    return fallback;
  };
  const { types, from, fromTimestamp, seen } = options;
  const strange = types?.filter((type) => !isEventType(type)) ?? [];
  if (strange.length > 0)
    problems.push(`there is no event type ${strange.map((type) => JSON.stringify(type)).join(", ")}`);
  if (types?.length === 0) problems.push("types must not be empty: leave it out for all");
  if (from !== undefined && fromTimestamp !== undefined) problems.push("from excludes fromTimestamp");
  if (from !== undefined && (from === "" || [...from].length > longestCursor)) {
    problems.push(`from must have 1 to ${longestCursor} characters`);
  }
  if (fromTimestamp !== undefined && !isTimestamp(fromTimestamp)) {
    problems.push("fromTimestamp must be an instant as YYYY-MM-DDTHH:MM:SSZ");
  }
  const settings: StreamSettings = {
    types: types === undefined ? undefined : [...new Set(types)],
    start: {
      ...(from !== undefined && { from }),
      ...(fromTimestamp !== undefined && { fromTimestamp }),
      ...(seen !== undefined && { seen: [...seen] }),
    },
    onStatus: options.onStatus ?? (() => {}),
    reorderWindow: Math.floor(bounded("reorderWindow", options.reorderWindow, 32, 1, 1_000)),
    settleMs: bounded("settleMs", options.settleMs, 60_000, 0, 86_400_000),
    dedupWindow: Math.floor(bounded("dedupWindow", options.dedupWindow, 10_000, 1_000, 1_000_000)),
    silenceMs: bounded("silenceMs", options.silenceMs, 120_000, 1, 86_400_000),
    maxEventSize: bounded("maxEventSize", options.maxEventSize, 4 * 1024 * 1024, 1, 256 * 1024 * 1024),
    backoff: {
      baseMs: bounded("backoff", options.backoff?.baseMs, defaultBackoff.baseMs, 1, 3_600_000),
      capMs: bounded("backoff", options.backoff?.capMs, defaultBackoff.capMs, 1, 3_600_000),
    },
  };
  if (problems.length > 0) throw new RangeError(`The event stream cannot be opened: ${problems.join("; ")}.`);
  return settings;
}

/**
 * Finds the tenant: the options if any of them is given, else the environment.
 * @throws SettingsError
 */
export function settingsOf(options: TenantOptions, env: NodeJS.ProcessEnv): TenantSettings {
  const { domain, clientId, clientSecret, privateKey, keyId, token, audience } = options;
  const given: Record<string, string | undefined> = {
    domain,
    clientId,
    clientSecret,
    privateKey,
    keyId,
    token,
    audience,
  };
  const explicit = Object.values(given).some((value) => value !== undefined);
  return resolveSettings({
    config: (key) => (explicit ? (key === EXPLICIT_KEY ? "true" : given[key]) : undefined),
    explicitName: "the options object of events()",
    env,
  });
}

function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text));
}
