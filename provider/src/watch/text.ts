import { sanitize } from "../client/index.ts";
import { command, maxAnnotations } from "../report/github.ts";
import { BoundedList, code, longest } from "../report/markdown.ts";
import { type Style, unstyled } from "../report/text.ts";
import { changeInWords, counted, findingsOf, titleOf } from "../report/words.ts";
import type { Cause, WatchReport } from "./report.ts";

/** Formats a report for the terminal: time, resource, changed values, and causes. */
export function toText(report: WatchReport, style: Style = unstyled): string {
  const shade = report.kind === "drift" ? style.yellow : style.green;
  const lines = [
    `${style.dim(sanitize(report.at))}  ${style.bold(shade(report.kind))}  ${style.bold(subjectOf(report))}`,
    ...changesInWords(report).map((line) => `  ${shade(line)}`),
    ...causesInWords(report).map((line) => `  ${style.dim(line)}`),
  ];
  return `${lines.join("\n")}\n`;
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
    return command(kind, `${what}: ${subjectOf(report)}`, [...changesInWords(report), ...causesInWords(report)]);
  }

  /** Formats all reports as Markdown, oldest first. Text from outside is put into code spans. */
  summary(): string {
    const count = this.#warnings + this.#notices;
    const left = count - this.#listed.length;
    const head = `### Watch: ${count === 0 ? "no drift" : counted(count, "report")}\n`;
    const older = left > 0 ? `\n${left} older reports are left out.\n` : "";
    const list = new BoundedList(longest - head.length - older.length - 100);
    for (const report of this.#listed) {
      const title = `- ${report.kind === "drift" ? "Drift" : "Restored"}: **${code(subjectOf(report))}**, ${code(report.at)}\n`;
      const lines = [...changesInWords(report), ...causesInWords(report)];
      list.add(1, title + lines.map((line) => `  - ${code(line)}\n`).join(""), title);
    }
    return `${head}${older}${count === 0 ? "" : "\n"}${list}`;
  }
}
