import { classOf } from "../../provider/src/schema/provider-code.ts";
import { countsOf, differencesIn, type Fact } from "../../provider/src/verify/report.ts";
import type { Difference } from "./ledger.ts";
import type { Written } from "./writing.ts";

/** The facts about one type. */
interface TypeReport {
  readonly type: string;
  readonly facts: readonly Fact<Difference>[];
  /** The settings that the run has set and no request can remove, so that they remain at the tenant. */
  readonly stays?: readonly string[];
}

/** The report of one run. It contains only text of this repository, none of the tenant. */
export interface Report {
  readonly version: string;
  readonly date: string;
  readonly mode: "write";
  /** The number of calls to the tenant. */
  readonly calls: number;
  /** Why the run ended before it had tried everything. Absent if it did not. */
  readonly stopped?: string;
  readonly types: readonly TypeReport[];
}

/** The report of a run. */
export function reportOf(
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

/** A report as Markdown. */
export function toMarkdown(report: Report): string {
  const rows = report.types.flatMap(({ type, facts }) =>
    facts.map(({ fact, result, why }) => `| ${type} | ${fact} | ${result}${why ? `: ${why}` : ""} |`),
  );
  const found = differencesIn(report, wordsOf).map(({ type, text }) => `- \`${type}\`: ${text}`);
  const stays = staysOf(report).map((one) => `- ${one}`);
  return [
    `# Accepted on ${report.date}`,
    "",
    `- Version: ${report.version}`,
    `- Mode: ${report.mode}`,
    `- Calls: ${report.calls}`,
    ...(report.stopped === undefined ? [] : [`- Ended early: ${report.stopped}`]),
    "",
    "| Type | Fact | Result |",
    "|---|---|---|",
    ...rows,
    ...(found.length > 0 ? ["", "## Different", "", ...found] : []),
    ...(stays.length > 0 ? ["", "## Cannot be put back", "", ...stays] : []),
    "",
  ].join("\n");
}

/** A report for a terminal: the differences, what remains at the tenant, and the number of facts by result. */
export function toText(report: Report): string {
  const found = differencesIn(report, wordsOf).map(({ type, text }) => `  ${type}: ${text}`);
  const stays = staysOf(report).map((one) => `  ${one}`);
  const remain = "These values of the run remain at the tenant, because no request can remove them:";
  return [
    ...(found.length > 0 ? ["Different:", ...found, ""] : []),
    ...(stays.length > 0 ? [remain, ...stays, ""] : []),
    ...(report.stopped === undefined ? [] : [`Ended early: ${report.stopped}.`]),
    countsOf(report),
    "",
  ].join("\n");
}

/** One line per type with settings that the run has set and no request can remove. */
function staysOf({ types }: Report): readonly string[] {
  return types.flatMap(({ type, stays = [] }) => (stays.length > 0 ? [`${type}: ${stays.join(", ")}`] : []));
}

function wordsOf({ path, what, sent, expected, came }: Difference, fact: string): string {
  const at = path ? `${path.join(".")}: ` : "";
  return `${fact}: ${at}${what}${sent === undefined ? "" : `, sent ${sent}`}, expected ${expected}, got ${came}`;
}
