import { sanitize, withoutCommands } from "../client/index.ts";
import { maxErrorLength } from "../pulumi-cli/pulumi.ts";
import { type Branch, treeOf } from "./text.ts";
import type { DriftReport, ResourceReport } from "./types.ts";
import {
  acceptedLines,
  acceptedTitle,
  findingsOf,
  ofRefresh,
  reasonsOf,
  summaryOf,
  titleOf,
  unmanagedLines,
  unmanagedTitle,
} from "./words.ts";

/** Maximum length of the report in characters. GitHub's limit for a comment is 65,536, and pipelines add some text to the report. */
export const longest = 60_000;

/**
 * Formats the report for an issue, a comment or a step summary. All text from outside is put into code spans, so that it cannot change the
 * format or mention users.
 *
 * @param limit maximum length in characters. A resource that does not fit is listed by name without its differences. If even the name does
 *   not fit, the resource is only counted
 */
export function toMarkdown(report: DriftReport, limit = longest): string {
  const head = `### ${summaryOf(report, (stack) => (/^[\w-]+$/.test(stack) ? stack : code(sanitize(stack))))}\n`;
  const foot = report.drift ? `\n${ofRefresh.advice}\n` : "";
  const list = new BoundedList(limit - head.length - foot.length - 100);
  for (const branch of treeOf(report)) addBranch(list, branch, "");
  const accepted = acceptedLines(report);
  if (accepted.length > 0 && list.add(accepted.length, `- **${acceptedTitle}**\n`)) {
    for (const line of accepted) list.add(1, `  - ${code(line)}\n`);
  }
  for (const error of report.errors) list.add(1, `- error: ${code(sanitize(error, maxErrorLength))}\n`);
  for (const warning of report.warnings) list.add(1, `- warning: ${code(sanitize(warning, maxErrorLength))}\n`);
  const { unmanaged } = report;
  const listed = unmanaged ? unmanagedLines(unmanaged) : [];
  if (unmanaged && list.add(listed.length, `- **${code(unmanagedTitle(unmanaged))}**\n`)) {
    for (const line of listed) list.add(1, `  - ${code(line)}\n`);
  }
  const body = list.toString();
  return `${head}${body === "" ? "" : `\n${body}`}${foot}`;
}

/** A Markdown list with a maximum length. Items that do not fit are counted. */
export class BoundedList {
  #room: number;
  readonly #before: string;
  #text = "";
  #left = 0;

  /**
   * @param room maximum length of all items together, in characters
   * @param before the text before the count of omitted items. Default: none, and the count is an item of its own
   */
  constructor(room: number, before = "") {
    this.#room = room;
    this.#before = before;
  }

  /** The length that is left, in characters. */
  get room(): number {
    return this.#room;
  }

  /** Adds the first of the given texts that fits. If none fits, counts `items` as left out, and returns false. */
  add(items: number, ...forms: readonly string[]): boolean {
    const form = forms.find(({ length }) => length <= this.#room);
    if (form === undefined) this.#left += items;
    this.#text += form ?? "";
    this.#room -= form?.length ?? 0;
    return form !== undefined;
  }

  toString(): string {
    return this.#text + (this.#left > 0 ? `${this.#before}- … and ${this.#left} more, omitted for length\n` : "");
  }
}

function addBranch(list: BoundedList, branch: Branch, indent: string): void {
  const { resource, title, branches } = branch;
  const forms = resource ? formsOf(resource, indent) : [`${indent}- ${code(sanitize(title))}\n`];
  if (list.add(sizeOf(branch), ...forms)) for (const one of branches) addBranch(list, one, `${indent}  `);
}

/** Formats a resource in two forms: with all differences, and with only their number. */
function formsOf(resource: ResourceReport, indent: string): readonly string[] {
  const head = `${indent}- **${code(titleOf(resource))}**\n`;
  const findings = findingsOf(resource);
  const rows = findings.map((finding) => `${indent}  - ${code(finding)}\n`);
  return [head + rows.join(""), `${head}${indent}  - … ${findings.length} in all, omitted for length\n`];
}

/** The number of resources with drift or failed reads in a branch. */
function sizeOf({ resource, branches }: Branch): number {
  return branches.reduce((sum, branch) => sum + sizeOf(branch), resource ? 1 : 0);
}

/** Puts a text into a code span. The fence is longer than every run of backticks in the text. */
export function code(text: string): string {
  const maxRun = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = "`".repeat(maxRun + 1);
  return maxRun > 0 || text === "" ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** A quoted text, or a word. */
const token = /"(?:[^"\\]|\\.)*"[.,;:)]*|\S+/g;
/** A word that means nothing in Markdown: letters, a short number, or a name of this package in a code span. */
const plainWord = /^(?:\(?[A-Za-z]+(?:['-][A-Za-z]+)*\)?[.,;:]?|\d{1,4}[,;]?|\(?`[\w-]+`\)?[.,;:]?)$/;
/** Signs that mean nothing in Markdown, except at the beginning of a line. */
const signs: ReadonlySet<string> = new Set(["→", "+", "-"]);

/** Formats a text as prose: whatever is no plain word or sign is put into code spans, so that the text cannot change the format or mention users. */
export function prose(text: string): string {
  const parts: { isPlain: boolean; text: string }[] = [];
  for (const [word] of text.matchAll(token)) {
    const last = parts.at(-1);
    const isPlain = plainWord.test(word) || (last !== undefined && signs.has(word));
    const isJoined = isPlain || !/[.,;:]$/.test(last?.text ?? "");
    if (last?.isPlain === isPlain && isJoined) last.text += ` ${word}`;
    else parts.push({ isPlain, text: word });
  }
  return parts.map((part) => (part.isPlain ? part.text : spanOf(part.text))).join(" ");
}

/** A code span. Parentheses around the text, and punctuation at its end, are left outside. */
function spanOf(text: string): string {
  const [, open = "", body = text, close = "", sign = ""] = /^(\(?)(.+?)(\)?)([.,;:]?)$/.exec(text) ?? [];
  const isOutside = (open === "(") === (close === ")") || body.endsWith('"');
  return isOutside ? `${open}${code(body)}${close}${sign}` : code(open + body + close) + sign;
}

/** The number of annotations of each level that GitHub keeps for a step. If a report has more, its last annotation says how many are left out. */
export const maxAnnotations = 10;

/** Maximum number of lines in an annotation. */
const maxLines = 20;

/**
 * Formats the report as workflow commands of GitHub Actions, one line each: a warning for each resource that has drifted, an error for
 * each reason for failed reads, and a notice with the unmanaged objects.
 */
export function annotations(report: DriftReport): readonly string[] {
  const drifted = report.resources.filter(({ state }) => state !== "failed");
  const drifts = drifted.map((one) => command("warning", `Drift: ${titleOf(one)}`, findingsOf(one)));
  const failures = [
    ...reasonsOf(report).map(({ says, resources }) => {
      const [title = "", ...others] = resources.map(titleOf);
      const reason = `could not be read: ${sanitize(says, maxErrorLength)}`;
      if (others.length === 0) return command("error", title, [reason]);
      return command("error", `${title} and ${others.length} more`, [reason, title, ...others]);
    }),
    ...report.errors.map(failureAnnotation),
  ];
  const warnings = report.warnings.map((text) => command("warning", "Drift report", [sanitize(text, maxErrorLength)]));
  return [
    ...limited("warning", [...drifts, ...warnings], report),
    ...limited("error", failures, report),
    ...noticesOf(report),
  ];
}

function noticesOf({ unmanaged }: DriftReport): readonly string[] {
  const lines = unmanaged ? unmanagedLines(unmanaged) : [];
  return unmanaged && lines.length > 0 ? [command("notice", unmanagedTitle(unmanaged), lines)] : [];
}

/** The annotation for an error that belongs to no resource, for example if the whole report failed. */
export function failureAnnotation(message: string): string {
  return command("error", "Drift report", [sanitize(message, maxErrorLength)]);
}

function limited(kind: "warning" | "error", commands: readonly string[], report: DriftReport): readonly string[] {
  if (commands.length <= maxAnnotations) return commands;
  const left = commands.length - maxAnnotations + 1;
  return [
    ...commands.slice(0, maxAnnotations - 1),
    command(kind, summaryOf(report), [`and ${left} more, see the summary of this job`]),
  ];
}

/** Formats a workflow command of GitHub Actions on one line. */
export function command(kind: "notice" | "warning" | "error", title: string, lines: readonly string[]): string {
  const more = lines.length > maxLines ? [`… and ${lines.length - maxLines} more`] : [];
  const message = [...lines.slice(0, maxLines), ...more].join("\n");
  const data = (text: string) =>
    withoutCommands(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = data(title).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${kind} title=${property}::${data(message)}`;
}
