import { parseInstant } from "../client/events/instant.ts";
import { legible, legibleJson } from "../client/index.ts";
import { parseUrn, typeForPeople } from "../pulumi-cli/urn.ts";
import { byReason } from "../report/reasons.ts";
import type { ExecStatus } from "./exec.ts";
import type { WatchStatus } from "./options.ts";
import type { WatchReport } from "./report.ts";

/** A line of the log. It holds no values of the tenant: those are in the reports. */
export interface LogEntry {
  readonly level: "info" | "warning";
  /** What has happened: `event`, `drift`, `figures`, `exec failed` and so on. */
  readonly what: string;
  /** The same for people; absent where they see it elsewhere, or need not. */
  readonly message?: string;
  readonly [detail: string]: unknown;
}

/** The entry for what the watch does, or undefined for routine. */
export function statusEntry(status: WatchStatus): LogEntry | undefined {
  switch (status.state) {
    case "ready": {
      const { figures, swept } = status;
      const message = `watching ${figures.resources - swept.length} resources by events and ${swept.length} by comparing them from time to time${kindsOf(swept)}`;
      return { level: "info", what: "ready", message, ...figures, swept };
    }
    case "figures":
      return { level: "info", what: "figures", ...status.figures };
    case "stream":
      return streamEntry(status.stream);
    case "event": {
      const { id, type, urns } = status;
      return { level: "info", what: "event", id, type, urns };
    }
    case "comparing":
      return { level: "info", what: "comparing", message: `comparing ${status.what}: ${status.why}` };
    case "waiting": {
      const { stack } = status;
      return { level: "info", what: "waiting", stack, message: `an update of the stack ${stack} runs; events wait` };
    }
    case "left out": {
      const { stack, resources } = status;
      const message = `${resources} resources of the stack ${stack} belong to another tenant and are not watched`;
      return { level: "warning", what: "left out", stack, resources, message };
    }
    case "failed":
      return { level: "warning", what: "failed", message: `${status.what} could not be read: ${status.why}` };
  }
}

/** How many resources of each kind there are: ` (Client 20, Role 15)`. */
function kindsOf(urns: readonly string[]): string {
  const byKind = Map.groupBy(urns, (urn) => typeForPeople(parseUrn(urn)?.type ?? "other"));
  const counts = [...byKind].map(([kind, all]) => `${kind} ${all.length}`).toSorted();
  return counts.length > 0 ? ` (${counts.join(", ")})` : "";
}

function streamEntry(stream: Extract<WatchStatus, { state: "stream" }>["stream"]): LogEntry | undefined {
  switch (stream.state) {
    case "connecting":
      return undefined;
    case "open":
      return { level: "info", what: "stream open", message: "listening to the tenant's events" };
    case "waiting": {
      const { why, ms } = stream;
      const message = `no events: ${why}; trying again in ${Math.max(0.1, ms / 1000).toFixed(1)} s`;
      return { level: "warning", what: "stream lost", ms, message };
    }
  }
}

/** The entry for a report, without its values. */
export function reportEntry({ kind, urn, state, drift, changes, omitted, causes, at }: WatchReport): LogEntry {
  const latest = causes.at(-1);
  const [found, happened] = [parseInstant(at), latest && parseInstant(latest.when)];
  return {
    level: "info",
    what: kind,
    urn,
    state,
    drift,
    leaves: changes.map(({ path }) => path),
    ...(omitted !== undefined && { omitted }),
    causes: causes.map(({ eventId }) => eventId),
    ...(found !== undefined && happened !== undefined && { lagMs: found - happened }),
  };
}

/** The entry for what becomes of a document of `--exec`. */
export function execEntry(status: ExecStatus): LogEntry {
  switch (status.state) {
    case "taken":
      return { level: "info", what: "exec taken", urn: status.document.urn, ms: status.ms };
    case "failed": {
      const { document, ms, end, againMs } = status;
      const { urn, name } = document;
      const then = againMs === undefined ? "not tried again, as the watch ends" : `tried again in ${againMs / 1000} s`;
      const said = end.output === "" ? "" : `. It said: ${end.output}`;
      return {
        level: "warning",
        what: "exec failed",
        urn,
        ms,
        message: `the command for ${name} ${end.why}; ${then}${said}`,
      };
    }
    case "fight": {
      const { urn, name } = status.report;
      const message =
        `${name} was handed over and put right three times, and drifts again: two tools fight over it. ` +
        "It is left alone until it has been quiet for 3 hours; find out who the other one is.";
      return { level: "warning", what: "exec fight", urn, message };
    }
    case "left": {
      const { urns } = status;
      const message =
        `the command has not taken what is known of ${urns.length} resources. With --cursor-file the next watch hands it over; ` +
        "without it, the next one reports what still differs.";
      return { level: "warning", what: "exec left", urns, message };
    }
  }
}

/** An entry as a line of JSON. */
export function jsonLine(entry: LogEntry, now = new Date()): string {
  return legibleJson({ time: now.toISOString(), ...entry });
}

/** An entry as a line for people, or undefined where it is not for them. */
export function textLine({ level, message }: LogEntry): string | undefined {
  if (message === undefined) return undefined;
  return `watch: ${level === "warning" ? "warning: " : ""}${legible(message, maxMessageLength)}`;
}

const maxMessageLength = 10_000;

/** Most resources that a line names. */
const maxNamed = 10;

/** How people are told of what could not be read. */
interface UnreadLogOptions {
  say(entry: LogEntry): void;
  /** How many resources there are, as far as that is known. */
  compared(): number | undefined;
  /** Milliseconds from the first one until they are said. Undefined: at the end. */
  readonly waitMs: number | undefined;
}

/** Gathers what could not be read for a while, so that people are told of a reason once. */
export class UnreadLog {
  readonly #unread = new Map<string, string>();
  readonly #options: UnreadLogOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: UnreadLogOptions) {
    this.#options = options;
  }

  /** @param why why the resource could not be read */
  add(urn: string, why: string): void {
    this.#unread.set(urn, why);
    const { waitMs } = this.#options;
    if (waitMs !== undefined) this.#timer ??= setTimeout(() => this.end(), waitMs);
  }

  /** Says at once what was gathered. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const entry of unreadEntries(this.#unread, this.#options.compared())) this.#options.say(entry);
    this.#unread.clear();
  }
}

/**
 * What could not be read, in one entry for each reason: the same one for hundreds of resources is one thing to mend. Where it is the same
 * for all of them, none is named.
 *
 * @param unread why each resource could not be read, by its URN
 * @param compared how many resources there are, as far as that is known
 */
export function unreadEntries(unread: ReadonlyMap<string, string>, compared: number | undefined): readonly LogEntry[] {
  return byReason([...unread].map(([urn, error]) => ({ urn, error }))).map(({ says, resources }) => {
    const urns = resources.map(({ urn }) => urn);
    const isAll = urns.length > 1 && urns.length === compared;
    const message = `${isAll ? `all ${compared} resources` : named(urns)} could not be read: ${says}`;
    return { level: "warning", what: "failed", urns, message };
  });
}

function named(urns: readonly string[]): string {
  const names = urns.slice(0, maxNamed).map((urn) => {
    const { type = "", name = urn } = parseUrn(urn) ?? {};
    return `${typeForPeople(type)} ${name}`.trim();
  });
  const more = urns.length - names.length;
  if (urns.length === 1) return names.join("");
  return `${urns.length} resources (${names.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
}
