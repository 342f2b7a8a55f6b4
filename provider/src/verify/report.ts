import { sanitize } from "../client/index.ts";
import { classOf } from "../schema/provider-code.ts";
import type { DescriptionDifference } from "../types/known-differences.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { type Difference, readingFacts } from "./ledger.ts";
import type { Counted, Observed, Reading } from "./observer.ts";
import { knownWords } from "./recording.ts";
import type { Written } from "./writing.ts";

/** Whether the tenant behaves as this package expects. */
export type Result = "as believed" | "different" | "not on this plan" | "not tried";

/** One fact about the service that this package relies on, and whether it is true at the tenant. */
export interface Fact {
  readonly fact: string;
  readonly result: Result;
  /** Why the fact was not tried. Absent for other results. */
  readonly why?: string;
  /** The differences at the tenant. Absent for other results than `different`. */
  readonly found?: readonly (Counted | Difference | { readonly what: string })[];
}

/** The facts about one type. */
export interface TypeReport {
  readonly type: string;
  /** The number of objects that were read. Only in reports of read-only runs. */
  readonly objects?: number;
  readonly facts: readonly Fact[];
  /** The settings that the run has set and no request can remove, so that they remain at the tenant. Only in reports of runs that write. */
  readonly stays?: readonly string[];
}

/** The report of one run. It contains nothing that identifies the tenant or its objects. */
export interface Report {
  readonly version: string;
  readonly date: string;
  readonly mode: "read-only" | "write";
  /** The highest number of requests in a rate-limit header of the tenant. Absent without such a header. */
  readonly requestLimit?: number;
  /** The clock of the tenant minus the clock of this machine, in seconds. Absent if unknown. */
  readonly clockSkew?: number;
  /** The number of calls to the tenant. Only in reports of runs that write. */
  readonly calls?: number;
  /** Why the run ended before it had tried everything. Absent if it did not. */
  readonly stopped?: string;
  readonly types: readonly TypeReport[];
}

/** The report of a read-only run. */
export function reportOf({ types, limit, skew, texts }: Reading, version: string, now: Date): Report {
  const printable = printableNames(texts);
  return {
    version,
    date: now.toISOString().slice(0, 10),
    mode: "read-only",
    ...(limit !== undefined && { requestLimit: limit }),
    ...(skew !== undefined && { clockSkew: skew }),
    types: types.map(({ type, ...observed }) => ({
      type: classOf(type),
      objects: observed.objects,
      facts: factsOf(type, observed, printable),
    })),
  };
}

/** The report of a run that writes. It contains only text of this package, none of the tenant. */
export function reportOfWriting(
  { ledgers, calls, stopped }: Pick<Written, "ledgers" | "calls" | "stopped">,
  version: string,
  now: Date,
): Report {
  return {
    version,
    date: now.toISOString().slice(0, 10),
    mode: "write",
    calls,
    ...(stopped !== undefined && { stopped }),
    types: [...ledgers].map(([type, { facts, stays }]) => ({
      type: classOf(type),
      facts: [...facts].map(([fact, outcome]) => ({ fact, ...outcome })),
      ...(stays.size > 0 && { stays: [...stays] }),
    })),
  };
}

/** The number of facts in a report that have this result. */
export function countOf({ types }: Report, result: Result): number {
  return types.flatMap(({ facts }) => facts.filter((fact) => fact.result === result)).length;
}

function factsOf(type: TypeName, observed: Observed, printable: (name: string) => string): readonly Fact[] {
  const { objects, deviations, pages, oddPages } = observed;
  const shown = deviations.map((one) => ({ ...one, path: one.path.map(printable) }));
  const isUnknown = ({ what }: Counted) => what === "unknown property";
  const untried = objects > 0 ? undefined : (refusalOf(observed) ?? { why: "the tenant has no object of this type" });
  const noPage = pages > 0 ? undefined : (refusalOf(observed) ?? { why: "no listing was read" });
  const isListed = definitions[type].listing !== undefined;
  return [
    factOf(readingFacts.known, shown.filter(isUnknown), untried),
    factOf(
      readingFacts.values,
      shown.filter((one) => !isUnknown(one)),
      untried,
    ),
    ...(isListed
      ? [
          factOf(
            readingFacts.pages,
            oddPages.map((what) => ({ what })),
            noPage,
          ),
        ]
      : []),
  ];
}

interface Untried {
  readonly why: string;
  readonly isOutsidePlan?: boolean;
}

function factOf(fact: string, found: NonNullable<Fact["found"]>, untried: Untried | undefined): Fact {
  if (found.length > 0) return { fact, result: "different", found };
  if (!untried) return { fact, result: "as believed" };
  return untried.isOutsidePlan ? { fact, result: "not on this plan" } : { fact, result: "not tried", why: untried.why };
}

function refusalOf({ refusals }: Observed): Untried | undefined {
  const [first] = refusals;
  if (!first) return undefined;
  if (refusals.some(({ isOutsidePlan }) => isOutsidePlan)) return { why: "not on this plan", isOutsidePlan: true };
  // The names of the scopes come from the tenant's response, so the report does not repeat them.
  if (first.scopes.length > 0) return { why: "the token lacks a scope" };
  return { why: first.status === undefined ? "the tenant did not answer" : `the tenant answered ${first.status}` };
}

/**
 * Returns a function that replaces names of properties which may identify the tenant. Names in schemas of this package are not replaced. Other
 * names are replaced if they do not look like names of the API, or contain a text from the tenant's responses.
 */
function printableNames(texts: ReadonlySet<string>): (name: string) => string {
  const ours = knownWords();
  const theirs = [...texts].map((text) => text.toLowerCase()).filter((text) => text.length >= 4 && !ours.has(text));
  return (name) => {
    if (name === "*" || ours.has(name)) return name;
    const isUsual = /^[a-z][a-z_]{0,59}\d{0,3}$/.test(name);
    const isTheirs = theirs.some((text) => name.includes(text));
    return isUsual && !isTheirs ? name : `(a name of ${[...name].length} characters)`;
  };
}

/** A report as Markdown. */
export function toMarkdown(report: Report): string {
  const rows = report.types.flatMap(({ type, objects, facts }) =>
    facts.map(
      ({ fact, result, why }) => `| ${type} | ${objects ?? ""} | ${fact} | ${result}${why ? `: ${why}` : ""} |`,
    ),
  );
  const found = report.types.flatMap(({ type, facts }) =>
    facts.flatMap(({ fact, found = [] }) => found.map((one) => `- \`${type}\`: ${wordsOf(one, fact)}`)),
  );
  const stays = staysOf(report);
  const limit = report.requestLimit === undefined ? [] : [`- Announced limit of requests: ${report.requestLimit}`];
  const skew =
    report.clockSkew === undefined ? [] : [`- Clock of the tenant minus this machine's: ${report.clockSkew} s`];
  return [
    `# Verified on ${report.date}`,
    "",
    `- Version: ${report.version}`,
    `- Mode: ${report.mode}`,
    ...(report.calls === undefined ? [] : [`- Calls: ${report.calls}`]),
    ...(report.stopped === undefined ? [] : [`- Ended early: ${report.stopped}`]),
    ...limit,
    ...skew,
    "",
    "| Type | Objects | Fact | Result |",
    "|---|---|---|---|",
    ...rows,
    ...(found.length > 0 ? ["", "## Different", "", ...found] : []),
    ...(stays.length > 0 ? ["", "## Cannot be put back", "", ...stays.map((one) => `- ${one}`)] : []),
    "",
  ].join("\n");
}

/** A report for a terminal: the differences, and the number of facts by result. */
export function toText(report: Report): string {
  const results: readonly Result[] = ["as believed", "different", "not on this plan", "not tried"];
  const found = report.types.flatMap(({ type, facts }) =>
    facts.flatMap(({ fact, found = [] }) => found.map((one) => `  ${type}: ${wordsOf(one, fact)}`)),
  );
  const counts = results.map((result) => `${countOf(report, result)} ${result}`).join(", ");
  const early = report.stopped === undefined ? [] : [`Ended early: ${report.stopped}.`];
  const stays = staysOf(report);
  return [
    ...(found.length > 0 ? ["Different:", ...found, ""] : []),
    ...(stays.length > 0
      ? [
          "These values of the run remain at the tenant, because no request can remove them:",
          ...stays.map((one) => `  ${one}`),
          "",
        ]
      : []),
    ...early,
    `${counts}.`,
    "",
  ].join("\n");
}

/** One line per type with settings that the run has set and no request can remove. */
function staysOf({ types }: Report): readonly string[] {
  return types.flatMap(({ type, stays = [] }) => (stays.length > 0 ? [`${type}: ${stays.join(", ")}`] : []));
}

/**
 * Differences between the definitions and an OpenAPI description of the service, one line each.
 *
 * @param known the number of known differences, which are not listed
 */
export function differencesToText(differences: readonly DescriptionDifference[], known: number): string {
  const lines = differences.map(({ type, at, what, values }) => {
    const list = values ? `: ${values.map((value) => sanitize(value)).join(", ")}` : "";
    return `${classOf(type)} ${sanitize(at)}: ${what}${list}`;
  });
  const more = known === 0 ? "" : ` ${known} more are known and not listed: --json prints them with their reasons.`;
  return `${[...lines, `${differences.length} differences.${more}`].join("\n")}\n`;
}

function wordsOf(one: NonNullable<Fact["found"]>[number], fact: string): string {
  if ("came" in one) {
    const at = one.path ? `${one.path.join(".")}: ` : "";
    const sent = one.sent === undefined ? "" : `, sent ${one.sent}`;
    return `${fact}: ${at}${one.what}${sent}, expected ${one.expected}, got ${one.came}`;
  }
  if (!("path" in one)) return one.what;
  const expected = one.expected === undefined ? "" : `, expected ${one.expected}`;
  return `${one.path.join(".")}: ${one.what} (${one.found}${expected}; ${one.objects} objects)`;
}
