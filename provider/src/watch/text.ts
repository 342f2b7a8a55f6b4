import { legible } from "../client/index.ts";
import { command, kept } from "../report/github.ts";
import { BoundedList, code, longest } from "../report/markdown.ts";
import { type Style, unstyled } from "../report/text.ts";
import { changeInWords, findingsOf, titleOf } from "../report/words.ts";
import type { Cause, WatchReport } from "./report.ts";

/** A report for people, in a few lines: when, what, was → is, and who. */
export function toText(report: WatchReport, style: Style = unstyled): string {
  const shade = report.kind === "drift" ? style.yellow : style.green;
  const lines = [
    `${style.dim(legible(report.at))}  ${style.bold(shade(report.kind))}  ${style.bold(subjectOf(report))}`,
    ...changesInWords(report).map((line) => `  ${shade(line)}`),
    ...causesInWords(report).map((line) => `  ${style.dim(line)}`),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * What a watch that compares once says where it has found nothing new.
 *
 * @param resources how many it has compared
 * @param open how many of them differ, as an earlier watch has reported
 */
export function onceInWords(resources: number, open: number): string {
  return open === 0
    ? `No drift: all is as the state has it (resources: ${resources})`
    : `No new drift: what differs was reported before (resources: ${open} of ${resources})`;
}

/** What the report is about: `Connection corp (con_…) in stack dev`. */
export function subjectOf(report: WatchReport): string {
  return `${titleOf(report)} in stack ${legible(report.stack)}`;
}

/** What has become different, or the same again, a line each. Where there are several causes, each line names its own. */
export function changesInWords(report: WatchReport): readonly string[] {
  const { kind, state, changes, causes, omitted = 0 } = report;
  if (kind === "restored" && state === "deleted") return ["it is back: the tenant has it again"];
  const rest = omitted > 0 ? [`… and ${omitted} more`] : [];
  if (changes.length === 0 && omitted > 0) return rest;
  if (state !== "changed" || changes.length === 0) return [...findingsOf(report), ...rest];
  const lines = changes.flatMap((change) => {
    const { causedBy = [] } = change;
    const [line = "", ...below] = changeInWords(change);
    if (causes.length < 2 || causedBy.length === 0) return [line, ...below];
    return [`${line}  [${causedBy.map((id) => legible(id)).join(", ")}]`, ...below];
  });
  return [...lines, ...rest];
}

/** Who did it, when and from where, a line for each event. */
function causesInWords({ causes }: WatchReport): readonly string[] {
  return causes.length > 0 ? causes.map(causeInWords) : ["by somebody: no event tells who"];
}

function causeInWords({ eventId, type, when, who, from }: Cause): string {
  const user = named(who.userName, who.userId);
  const client = named(who.clientName, who.clientId);
  const people = user && client ? `${user} with ${client}` : user || client || "somebody";
  const place = [from.ip, from.userAgent].filter((text) => text !== undefined);
  const where = place.length > 0 ? `, from ${place.join(", ")}` : "";
  return legible(`by ${people}${where}, at ${when} (${type} ${eventId})`, maxCauseLength);
}

/** Most characters of a line about a cause. User agents can be long. */
const maxCauseLength = 1_000;

function named(name: string | undefined, id: string | undefined): string {
  return name === undefined || id === undefined ? (name ?? id ?? "") : `${name} (${id})`;
}

/** Most reports in the summary of a job. GitHub takes 1 MiB of it, and nobody reads more. */
const maxListed = 1_000;

/** Reports for GitHub Actions: an annotation for each, as long as GitHub keeps them, and the summary of the job. */
export class GithubReports {
  #warnings = 0;
  #notices = 0;
  readonly #listed: WatchReport[] = [];

  /** Adds a report, and makes its annotation: a warning for drift, a notice for what was restored. Undefined where GitHub would drop it. */
  annotation(report: WatchReport): string | undefined {
    this.#listed.push(report);
    if (this.#listed.length > maxListed) this.#listed.shift();
    const isDrift = report.kind === "drift";
    const nth = isDrift ? ++this.#warnings : ++this.#notices;
    if (nth > kept) return undefined;
    const [kind, what] = isDrift ? (["warning", "Drift"] as const) : (["notice", "Restored"] as const);
    if (nth === kept) return command(kind, `${what}: more of it`, ["see the log and the summary of this job"]);
    return command(kind, `${what}: ${subjectOf(report)}`, [...changesInWords(report), ...causesInWords(report)]);
  }

  /** All reports as Markdown, oldest first. Foreign text stands in code spans. */
  summary(): string {
    const count = this.#warnings + this.#notices;
    const left = count - this.#listed.length;
    const counted = count === 1 ? "1 report" : `${count} reports`;
    const head = `### Watch: ${count === 0 ? "nothing has changed" : counted}\n`;
    const older = left > 0 ? `\n${left} older ones are left out.\n` : "";
    const list = new BoundedList(longest - head.length - older.length - 100);
    for (const report of this.#listed) {
      const title = `- ${report.kind === "drift" ? "Drift" : "Restored"}: **${code(subjectOf(report))}**, ${code(report.at)}\n`;
      const lines = [...changesInWords(report), ...causesInWords(report)];
      list.add(1, title + lines.map((line) => `  - ${code(line)}\n`).join(""), title);
    }
    return `${head}${older}${count === 0 ? "" : "\n"}${list}`;
  }
}
