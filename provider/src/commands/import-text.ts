import { legible } from "../client/index.ts";
import { definitions } from "../definitions/registry.ts";
import type { TakenElsewhere } from "../import/elsewhere.ts";
import type { LeftOut } from "../import/inventory.ts";
import type { NamedResource } from "../import/names.ts";
import type { NotTaken } from "../import/names-from/objects.ts";
import type { HandOver } from "../import/names-from/select.ts";
import { fold, forScreen } from "../report/fold.ts";
import type { DriftReport } from "../report/report.ts";
import { toText as driftText } from "../report/text.ts";
import { colorsForOutput, shellWord } from "./command.ts";
import { notTakenRows } from "./import-names.ts";

/** What an import has found and done. */
export interface ImportReport {
  readonly tenant: string;
  readonly stack: string;
  /** How many objects the stack has already. */
  readonly managed: number;
  readonly resources: readonly NamedResource[];
  readonly leftOut: readonly LeftOut[];
  /** What other stacks manage and was taken nevertheless. Absent where that is nothing. */
  readonly taken?: readonly TakenElsewhere[];
  /** The files that were written; absent for a dry run. */
  readonly files?: readonly string[];
  /** What is left to do, where nothing was applied. */
  readonly commands?: readonly string[];
  /** What the next run would change, where everything was applied. */
  readonly proof?: DriftReport;
  /** What another tool's file has and the import has not; absent without such a file. */
  readonly notTaken?: readonly NotTaken[];
  /** What the other tool has to forget; absent as long as something would change. */
  readonly handOver?: HandOver;
}

/** The report for programs. It holds no secrets. */
export function toJson({ resources, ...report }: ImportReport): object {
  return {
    version: 1,
    ...report,
    resources: resources.map(({ item, type, name, variable, notes, isProtected }) => ({
      type,
      name,
      variable,
      id: item.id,
      label: item.label,
      protected: isProtected,
      notes: notes.map(({ place, why }) => ({ place, why })),
    })),
  };
}

/** The report for people. */
export function toText(report: ImportReport, isDry: boolean): string {
  const { tenant, managed, resources, leftOut, files, commands, proof, notTaken = [] } = report;
  const done = isDry ? "would be imported" : files && !commands ? "imported" : "written into the program";
  const known = managed > 0 ? `; the stack has ${managed} already` : "";
  const lines = [
    ...fold(`${tenant}: ${count(resources.length, "object")} ${done}${known}.`),
    ...(isDry ? table(resources.map(({ name, item }) => [item.label, legible(name)])) : []),
    ...section(`Left out (${leftOut.length}):`, table(leftOutRows(leftOut))),
    ...(leftOut.some(({ reason }) => reason === "elsewhere") ? fold(toTakeOver) : []),
    ...section(`Stays with the other tool (${notTaken.length}):`, table(notTakenRows(notTaken))),
    ...section("Not declared:", table(notesOf(resources))),
    ...section("Files:", indented(files)),
    ...section("To do the rest:", indented(commands)),
    ...(proof ? ["", proofOf(proof)] : []),
    ...handOverLines(report.handOver),
    ...takenLines(report.taken),
  ];
  return `${lines.join("\n")}\n`;
}

/** How to get an object from another stack. */
const toTakeOver =
  "`pulumi state move` moves an object from one stack to another. With --take, import takes what other stacks manage, and two stacks manage " +
  "it until one of them forgets it.";

/** Of how many objects that one stack manages people are told by name. */
const maxElsewhere = 10;

/** What was left out. What one stack manages of one kind is counted where there is much of it. */
function leftOutRows(leftOut: readonly LeftOut[]): readonly (readonly [string, string])[] {
  const groups = Map.groupBy(leftOut, (one) => (one.reason === "elsewhere" ? `${one.kind} ${one.why}` : one));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length <= maxElsewhere) return group.map(({ label, why }) => [label, why] as const);
    return [[`${group.length} ${definitions[first.kind].plural}`, first.why] as const];
  });
}

/** What other stacks have to forget. */
function takenLines(taken: readonly TakenElsewhere[] = []): readonly string[] {
  const commands = taken.map(({ stack, urn }) => `pulumi state delete --stack ${shellWord(stack)} ${shellWord(urn)}`);
  const heading = "Two stacks manage these now. Let the other stack forget them, before their code is deleted there:";
  return section(heading, indented(commands.map((line) => legible(line, Number.POSITIVE_INFINITY))));
}

/** Lines below a heading; nothing where there are none. */
function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? ["", heading, ...lines] : [];
}

function indented(lines: readonly string[] = []): readonly string[] {
  return lines.map((line) => `  ${line}`.trimEnd());
}

function handOverLines({ commands, blocks }: HandOver = { commands: [] }): readonly string[] {
  const inFull = commands.map((line) => legible(line, Number.POSITIVE_INFINITY));
  const lines = blocks ? blocks.trimEnd().split("\n") : [];
  return [
    ...section("Now let the other tool forget them, before their code is deleted there:", indented(inFull)),
    ...section("or, in place of their code:", indented(lines.map((line) => legible(line)))),
  ];
}

function notesOf(resources: readonly NamedResource[]): readonly (readonly [string, string])[] {
  return resources.flatMap(({ item, notes }) =>
    notes.map(({ place, why }) => [`${item.label}: ${legible(place)}`, legible(why)] as const),
  );
}

/** What to do where the program that was written differs from the tenant. */
const differs =
  "Values are: at the tenant → as `pulumi up` would make them. Correct the program, then run this command again.";

function proofOf(proof: DriftReport): string {
  if (proof.complete && !proof.drift) {
    return (
      "Nothing would change: the stack, its program and the tenant agree.\n" +
      "Run this once before anything else: it sends nothing, and notes in the state what depends on what.\n\n" +
      "  PULUMI_EXPERIMENTAL=true PULUMI_SKIP_CHECKPOINTS=true pulumi up\n\n" +
      "With the two variables, the CLI writes the state once, and not after each resource."
    );
  }
  const claim = proof.complete
    ? "The next `pulumi up` would change something:"
    : "Whether the next `pulumi up` would change something is not known:";
  return forScreen(`${claim}\n${driftText(proof, colorsForOutput(), differs)}`.trimEnd());
}

/** Rows of two columns. Where a row is wider than a line, what would stand in the second column stands below the first. */
function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const isShort = (row: string) => fold(row).length === 1;
  const short = rows.filter(([left, right]) => isShort(`  ${left}  ${right}`));
  const width = Math.max(0, ...short.map(([left]) => left.length));
  return rows.flatMap(([left, right]) => {
    const row = `  ${left.padEnd(width)}  ${right}`;
    return isShort(row) ? [row] : [...fold(`  ${left}`), ...fold(`      ${right}`)];
  });
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
