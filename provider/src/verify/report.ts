import { sanitize } from "../client/index.ts";
import { classOf } from "../schema/provider-code.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import type { DescriptionDifference } from "./description.ts";
import type { Counted, Observed, Reading } from "./observer.ts";
import { knownWords } from "./recording.ts";

/** The facts that a reading checks. */
export const readingFacts = {
  known: "responses contain only known properties",
  values: "values have the documented types, values and bounds",
  pages: "listings have the requested pages",
} as const;

const results = ["as believed", "different", "not on this plan", "not tried"] as const;

/** Whether the tenant behaves as this package expects. */
export type Result = (typeof results)[number];

/** One fact about the service that this package relies on, and whether it is true at the tenant. */
export interface Fact<F = Found> {
  readonly fact: string;
  readonly result: Result;
  /** Why the fact was not tried. Absent for other results. */
  readonly why?: string;
  /** The differences at the tenant. Absent for other results than `different`. */
  readonly found?: readonly F[];
}

/** A difference that a reading finds. */
type Found = Counted | { readonly what: string };

/** The facts about one type. */
export interface TypeReport {
  readonly type: string;
  /** The number of objects that were read. */
  readonly objects: number;
  readonly facts: readonly Fact[];
}

/** The report of a reading. It contains nothing that identifies the tenant or its objects. */
export interface Report {
  readonly version: string;
  readonly date: string;
  readonly mode: "read-only";
  /** The highest number of requests in a rate-limit header of the tenant. Absent without such a header. */
  readonly requestLimit?: number;
  /** The clock of the tenant minus the clock of this machine, in seconds. Absent if unknown. */
  readonly clockSkew?: number;
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

/** Facts by type, as every report has them. */
type FactsByType<F> = readonly { readonly type: string; readonly facts: readonly Fact<F>[] }[];

/** The number of facts that have this result. */
export function countOf({ types }: { readonly types: FactsByType<unknown> }, result: Result): number {
  return types.flatMap(({ facts }) => facts.filter((fact) => fact.result === result)).length;
}

/** The number of facts by result, as one line. */
export function countsOf(report: { readonly types: FactsByType<unknown> }): string {
  return `${results.map((result) => `${countOf(report, result)} ${result}`).join(", ")}.`;
}

/** The differences of a report with their types, each in words. */
export function differencesIn<F>(
  { types }: { readonly types: FactsByType<F> },
  words: (found: F, fact: string) => string,
): readonly { readonly type: string; readonly text: string }[] {
  return types.flatMap(({ type, facts }) =>
    facts.flatMap(({ fact, found = [] }) => found.map((one) => ({ type, text: words(one, fact) }))),
  );
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

function factOf(fact: string, found: readonly Found[], untried: Untried | undefined): Fact {
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
    facts.map(({ fact, result, why }) => `| ${type} | ${objects} | ${fact} | ${result}${why ? `: ${why}` : ""} |`),
  );
  const found = differencesIn(report, wordsOf).map(({ type, text }) => `- \`${type}\`: ${text}`);
  const limit = report.requestLimit === undefined ? [] : [`- Announced limit of requests: ${report.requestLimit}`];
  const skew =
    report.clockSkew === undefined ? [] : [`- Clock of the tenant minus this machine's: ${report.clockSkew} s`];
  return [
    `# Verified on ${report.date}`,
    "",
    `- Version: ${report.version}`,
    `- Mode: ${report.mode}`,
    ...limit,
    ...skew,
    "",
    "| Type | Objects | Fact | Result |",
    "|---|---|---|---|",
    ...rows,
    ...(found.length > 0 ? ["", "## Different", "", ...found] : []),
    "",
  ].join("\n");
}

/** A report for a terminal: the differences, and the number of facts by result. */
export function toText(report: Report): string {
  const found = differencesIn(report, wordsOf).map(({ type, text }) => `  ${type}: ${text}`);
  return [...(found.length > 0 ? ["Different:", ...found, ""] : []), countsOf(report), ""].join("\n");
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

function wordsOf(one: Found): string {
  if (!("path" in one)) return one.what;
  const expected = one.expected === undefined ? "" : `, expected ${one.expected}`;
  return `${one.path.join(".")}: ${one.what} (${one.found}${expected}; ${one.objects} objects)`;
}
