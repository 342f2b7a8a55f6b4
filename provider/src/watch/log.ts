import { parseInstant } from "../client/events/options.ts";
import { sanitize, sanitizeJson } from "../client/index.ts";
import { parseUrn, typeForPeople } from "../pulumi-cli/urn.ts";
import { command, maxAnnotations } from "../report/annotations.ts";
import { asMarkdown, asText, markdown, type Style, unstyled } from "../report/document.ts";
import { byReason, changeInWords, counted, findingsOf, someOf, titleOf, titleOfUrn } from "../report/words.ts";
import type { ExecStatus } from "./exec.ts";
import type { Cause, Round, WatchReport, WatchStatus } from "./options.ts";

/** A line of the log. It contains no values of the tenant's objects, unlike reports. */
export interface LogEntry {
  readonly level: "info" | "warning";
  /** The kind of the entry: `event`, `drift`, `figures`, `exec failed` and so on. */
  readonly what: string;
  /** The text for the terminal; absent for entries that only the JSON log contains. */
  readonly message?: string;
  readonly [detail: string]: unknown;
}

/** The log entry for a status of the watch; undefined for a status that is not logged. */
export function statusEntry(status: WatchStatus): LogEntry | undefined {
  switch (status.state) {
    case "ready": {
      const { figures, swept } = status;
      const byEvents = figures.resources - swept.length;
      const message = `watching ${byEvents} resources by events and ${swept.length} by polling${countsByType(swept)}`;
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
      return { level: "info", what: "comparing", message: `comparing ${roundsInWords[status.what]}: ${status.why}` };
    case "waiting": {
      const { stack } = status;
      return {
        level: "info",
        what: "waiting",
        stack,
        message: `an update of stack ${stack} is running; events are handled after the update`,
      };
    }
    case "left out": {
      const { stack, resources } = status;
      const message = `${resources} resources of stack ${stack} belong to another tenant and are not watched`;
      return { level: "warning", what: "left out", stack, resources, message };
    }
    case "failed":
      return { level: "warning", what: "failed", message: `${status.what} could not be read: ${status.why}` };
  }
}

const roundsInWords: Readonly<Record<Round, string>> = {
  everything: "all resources",
  "what has no events": "polled resources",
};

/** The number of resources of each type: ` (Client 20, Role 15)`. */
function countsByType(urns: readonly string[]): string {
  const byType = Map.groupBy(urns, (urn) => typeForPeople(parseUrn(urn)?.type ?? "other"));
  const counts = [...byType].map(([type, all]) => `${type} ${all.length}`).toSorted();
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
      const message = `no events are received: ${why}; trying again in ${Math.max(0.1, ms / 1000).toFixed(1)} s`;
      return { level: "warning", what: "stream lost", ms, message };
    }
  }
}

/** The log entry for a report, without values. */
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

/** The log entry for the progress of a document of `--exec`. */
export function execEntry(status: ExecStatus): LogEntry {
  switch (status.state) {
    case "taken":
      return { level: "info", what: "exec taken", urn: status.document.urn, ms: status.ms };
    case "failed": {
      const { document, ms, end, againMs } = status;
      const { urn, name } = document;
      const then = againMs === undefined ? "no retry, as the watch is ending" : `retry in ${againMs / 1000} s`;
      const said = end.output === "" ? "" : `. Output of the command: ${end.output}`;
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
        `${name} has drifted again after each of three repairs, so another tool also changes it. The command is not run for ${name} until ` +
        "3 hours have passed without a reported change. Find the other tool: the causes in the reports name its client or user.";
      return { level: "warning", what: "exec fight", urn, message };
    }
    case "left": {
      const { urns } = status;
      const message =
        `the command has not succeeded for the latest reports of ${urns.length} resources. With --cursor-file, the next watch runs the ` +
        "command for them. Without --cursor-file, the next watch reports the remaining drift again.";
      return { level: "warning", what: "exec left", urns, message };
    }
  }
}

/** Formats an entry as a line of JSON. */
export function jsonLine(entry: LogEntry, now = new Date()): string {
  return sanitizeJson({ time: now.toISOString(), ...entry });
}

/** Formats an entry as a line for the terminal; undefined for an entry without a message. */
export function textLine({ level, message }: LogEntry): string | undefined {
  if (message === undefined) return undefined;
  return `watch: ${level === "warning" ? "warning: " : ""}${sanitize(message, maxMessageLength)}`;
}

const maxMessageLength = 10_000;

/** Options of an {@link UnreadLog}. */
interface UnreadLogOptions {
  /** Writes an entry. */
  say(entry: LogEntry): void;
  /** Returns the number of compared resources; undefined if unknown. */
  compared(): number | undefined;
  /** The time from the first failed read until entries are written, in milliseconds. Undefined: only {@link UnreadLog.end} writes entries. */
  readonly waitMs: number | undefined;
}

/** Collects failed reads for a while, so that each reason is logged once. */
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

  /** Writes the collected entries now. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const entry of unreadEntries(this.#unread, this.#options.compared())) this.#options.say(entry);
    this.#unread.clear();
  }
}

/**
 * Groups failed reads into one log entry for each reason. If all resources failed for the same reason, the message names no resource.
 *
 * @param unread the reason for each resource, by URN
 * @param compared the number of resources; undefined if unknown
 */
export function unreadEntries(unread: ReadonlyMap<string, string>, compared: number | undefined): readonly LogEntry[] {
  return byReason([...unread].map(([urn, error]) => ({ urn, error }))).map(({ says, resources }) => {
    const urns = resources.map(({ urn }) => urn);
    const isAll = urns.length > 1 && urns.length === compared;
    const message = `${isAll ? `all ${compared} resources` : namedUrns(urns)} could not be read: ${says}`;
    return { level: "warning", what: "failed", urns, message };
  });
}

function namedUrns(urns: readonly string[]): string {
  const names = someOf(urns.map(titleOfUrn));
  return urns.length === 1 ? names : `${urns.length} resources (${names})`;
}

const shades = { drift: "yellow", restored: "green" } as const;

/** Formats a report for the terminal: time, resource, changed values, and causes. */
export function toText(report: WatchReport, style = unstyled): string {
  const { bold, dim } = style;
  const { at, kind } = report;
  const says = `${dim(sanitize(at))}  ${bold(style[shades[kind]](kind))}  ${bold(subjectOf(report))}`;
  return asText([[{ says, details: detailsOf(report, style) }]]);
}

/** The changed values and the causes of a report. */
function detailsOf(report: WatchReport, style: Style): readonly string[] {
  return [
    ...changesInWords(report).map((line) => style[shades[report.kind]](style.code(line))),
    ...causesInWords(report).map((line) => style.dim(style.code(line))),
  ];
}

/**
 * The result line of `watch --once` without new drift.
 *
 * @param resources number of compared resources
 * @param open number of resources with drift that an earlier watch has reported
 */
export function onceInWords(resources: number, open: number): string {
  return open === 0
    ? `No drift: all resources match the state (resources: ${resources})`
    : `No new drift: all drift was reported by an earlier watch (resources with drift: ${open} of ${resources})`;
}

/** The resource of a report: `Connection corp (con_…) in stack dev`. */
function subjectOf(report: WatchReport): string {
  return `${titleOf(report)} in stack ${sanitize(report.stack)}`;
}

/** The new or restored drift, one line for each leaf. If the report has several causes, each line ends with the ids of the leaf's causes. */
function changesInWords(report: WatchReport): readonly string[] {
  const { kind, state, changes, causes, omitted = 0 } = report;
  if (kind === "restored" && state === "deleted") return ["the deleted object exists again"];
  const rest = omitted > 0 ? [`… and ${omitted} more`] : [];
  if (changes.length === 0 && omitted > 0) return rest;
  if (state !== "changed" || changes.length === 0) return [...findingsOf(report), ...rest];
  const lines = changes.flatMap((change) => {
    const { causedBy = [] } = change;
    const [line = "", ...below] = changeInWords(change);
    if (causes.length < 2 || causedBy.length === 0) return [line, ...below];
    return [`${line}  [${causedBy.map((id) => sanitize(id)).join(", ")}]`, ...below];
  });
  return [...lines, ...rest];
}

/** The causes, one line for each event: user, client, origin and time. */
function causesInWords({ causes }: WatchReport): readonly string[] {
  return causes.length > 0 ? causes.map(causeInWords) : ["changed by: unknown (no matching event)"];
}

function causeInWords({ eventId, type, when, who, from }: Cause): string {
  const user = named(who.userName, who.userId);
  const client = named(who.clientName, who.clientId);
  const actor = user && client ? `${user} with ${client}` : user || client || "unknown user or client";
  const place = [from.ip, from.userAgent].filter((text) => text !== undefined);
  const where = place.length > 0 ? `, from ${place.join(", ")}` : "";
  return sanitize(`by ${actor}${where}, at ${when} (${type} ${eventId})`, maxCauseLength);
}

/** Maximum length of a line about a cause, in characters. User agents can be long. */
const maxCauseLength = 1_000;

function named(name: string | undefined, id: string | undefined): string {
  return name === undefined || id === undefined ? (name ?? id ?? "") : `${name} (${id})`;
}

/** Maximum number of reports in a job summary. GitHub limits the summary to 1 MiB. */
const maxListed = 1_000;

/** Reports for GitHub Actions: one annotation each, up to GitHub's limit, and the job summary. */
export class GithubReports {
  #warnings = 0;
  #notices = 0;
  readonly #listed: WatchReport[] = [];

  /** Adds a report and returns its annotation: a warning for drift, a notice for restored drift; undefined if GitHub's limit is reached. */
  annotation(report: WatchReport): string | undefined {
    this.#listed.push(report);
    if (this.#listed.length > maxListed) this.#listed.shift();
    const isDrift = report.kind === "drift";
    const nth = isDrift ? ++this.#warnings : ++this.#notices;
    if (nth > maxAnnotations) return undefined;
    const [kind, what] = isDrift ? (["warning", "Drift"] as const) : (["notice", "Restored"] as const);
    if (nth === maxAnnotations)
      return command(kind, `${what}: further reports`, ["see the log and the summary of this job"]);
    return command(kind, `${what}: ${subjectOf(report)}`, detailsOf(report, unstyled));
  }

  /** Formats all reports as Markdown, oldest first. Text from outside is put into code spans. */
  summary(): string {
    const { bold, code } = markdown;
    const count = this.#warnings + this.#notices;
    const left = count - this.#listed.length;
    return asMarkdown({
      summary: `Watch: ${count === 0 ? "no drift" : counted(count, "report")}`,
      blocks: [
        left > 0 ? [`${left} older reports are left out.`] : [],
        this.#listed.map((report) => ({
          says: `${report.kind === "drift" ? "Drift" : "Restored"}: ${bold(code(subjectOf(report)))}, ${code(report.at)}`,
          details: detailsOf(report, markdown),
        })),
      ],
    });
  }
}
