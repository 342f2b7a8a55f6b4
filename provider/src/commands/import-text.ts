import { stat } from "node:fs/promises";
import { sanitize } from "../client/index.ts";
import type { TakenElsewhere } from "../import/elsewhere.ts";
import { type Inventory, type InventoryItem, keyOf, type LeftOut, type Selection } from "../import/inventory.ts";
import type { NamedResource } from "../import/names.ts";
import { NamesFileError } from "../import/names-from/files.ts";
import {
  type HandOver,
  handOver,
  type Named,
  type NotTaken,
  type OtherTool,
  takeNamed,
  toolOf,
} from "../import/names-from/select.ts";
import type { Literal } from "../import/written.ts";
import { asText, type Block, titled } from "../report/document.ts";
import { toText as driftText } from "../report/drift.ts";
import { fold, forScreen } from "../report/fold.ts";
import type { DriftReport } from "../report/types.ts";
import { counted, type Meaning, someOf } from "../report/words.ts";
import { definitions } from "../types/registry.ts";
import { colorsForOutput, shellWord } from "./command.ts";
import { isYaml, readDeployFolder } from "./deploy-folder.ts";
import { textOf } from "./files.ts";

/**
 * Reads the file or the folder of another tool (`--names-from`).
 *
 * @param config the configuration file of auth0-deploy-cli (`--deploy-config`)
 * @throws Error that names the file and the problem, without values of the file
 */
export async function readNames(path: string, config?: string): Promise<OtherTool> {
  try {
    if (isYaml(path) || (await stat(path).catch(() => undefined))?.isDirectory())
      return await readDeployFolder(path, config);
    return toolOf(await textOf(path));
  } catch (error) {
    throw error instanceof NamesFileError ? new Error(`${path}: ${error.message}`) : error;
  }
}

/** The part of the tenant to read for the objects in a file. Types that the command's options do not select are left out. */
export function selectionOf({ selection: wanted }: OtherTool, { types, owners, ...patterns }: Selection): Selection {
  return {
    ...patterns,
    types: wanted.types.filter((type) => types?.includes(type) ?? true),
    owners: owners ?? wanted.owners,
    wholly: wanted.wholly,
    keyed: wanted.keyed,
  };
}

/** The objects of another tool's file, found at the tenant. */
export type NamedImport = ReturnType<typeof namedImport>;

/** Finds the objects of a file in an inventory. */
export function namedImport(named: Named, inventory: Inventory) {
  const { items, left } = takeNamed(named, inventory);
  return {
    items: items.map(({ item }) => item),
    /** The names of these objects in the file, by type and id (see {@link keyOf}). */
    chosen: new Map(items.map(({ item, object }) => [keyOf(item), object.name])),
    notTaken: left,
    partsNotTaken: named.partsLeft,
    /** The steps that remove imported objects from the other tool's state; objects whose import failed are left out. */
    handOver: (failed: ReadonlySet<InventoryItem>) =>
      handOver(
        named,
        items.filter(({ item }) => !failed.has(item)).map(({ object }) => object),
      ),
  };
}

/** The maximum number of addresses listed for each reason. */
const maxAddresses = 2;

/** Resources that were not imported, with the reason; resources of the same type and reason are grouped. */
export function notTakenRows(notTaken: readonly NotTaken[]): readonly (readonly [string, string])[] {
  const groups = Map.groupBy(notTaken, ({ type, reason }) => `${type} ${reason}`);
  return [...groups.values()].map((group) => {
    const [{ type, reason } = { type: "", reason: "" }] = group;
    const addresses = group.map(({ address }) => sanitize(address));
    const heading = group.length === 1 ? "" : `${group.length} ${sanitize(type)}: `;
    return [heading + someOf(addresses, maxAddresses), sanitize(reason)];
  });
}

/** The result of an import. */
export interface ImportReport {
  readonly tenant: string;
  readonly stack: string;
  /** The number of objects that the stack already manages. */
  readonly managed: number;
  readonly resources: readonly NamedResource[];
  /** The ids of the tenant, and its host, that the program contains. */
  readonly literals: readonly Literal[];
  readonly leftOut: readonly LeftOut[];
  /** Objects that other stacks manage and that were imported nevertheless (`--take`). Absent if there are none. */
  readonly taken?: readonly TakenElsewhere[];
  /** The written files; absent for a dry run. */
  readonly files?: readonly string[];
  /** The commands that remain to be run, if nothing was applied. */
  readonly commands?: readonly string[];
  /** The preview of the next run, if everything was applied. */
  readonly proof?: DriftReport;
  /** Resources of another tool's file that were not imported; absent without such a file. */
  readonly notTaken?: readonly NotTaken[];
  /** Attributes in that file that no resource type manages, of resources that were imported; absent without such a file. */
  readonly partsNotTaken?: readonly NotTaken[];
  /** Keywords in the files of auth0-deploy-cli whose values the program has as they are; absent without such files. */
  readonly keywordsNotTaken?: readonly string[];
  /** The steps that remove the imported objects from the other tool's state; absent as long as the preview has changes. */
  readonly handOver?: HandOver;
}

/** The report as JSON. It contains no secrets. */
export function toJson({ resources, leftOut, ...report }: ImportReport): object {
  return {
    version: 1,
    ...report,
    // The published JSON format calls the type `kind`.
    leftOut: leftOut.map(({ type, ...one }) => ({ kind: type, ...one })),
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

/** The report as text. */
export function toText(report: ImportReport, isDry: boolean): string {
  const {
    tenant,
    managed,
    resources,
    literals,
    leftOut,
    files,
    commands,
    proof,
    notTaken = [],
    partsNotTaken = [],
    keywordsNotTaken = [],
  } = report;
  const done = isDry ? "would be imported" : files && !commands ? "imported" : "written into the program";
  const known = managed > 0 ? `; the stack already manages ${managed}` : "";
  return asText([
    [
      {
        says: fold(`${tenant}: ${counted(resources.length, "object")} ${done}${known}.`).join("\n"),
        below: isDry ? table(resources.map(({ name, item }) => [item.label, sanitize(name)])) : [],
      },
    ],
    [
      ...titled(`Left out (${leftOut.length}):`, table(leftOutRows(leftOut))),
      ...(leftOut.some(({ reason }) => reason === "elsewhere") ? fold(toTakeOver) : []),
    ],
    titled(`Stays with the other tool (${notTaken.length}):`, table(notTakenRows(notTaken))),
    titled(`No longer managed by any tool (${partsNotTaken.length}):`, table(notTakenRows(partsNotTaken))),
    titled(
      `Keywords whose values the program contains, because no imported text has them, or they are no texts (${keywordsNotTaken.length}):`,
      keywordsNotTaken.length > 0 ? folded(keywordsNotTaken.map((name) => sanitize(name)).join(", ")) : [],
    ),
    titled("Not declared:", table(notesOf(resources))),
    titled(`Values of this tenant that stay in the program (${literals.length}):`, table(literalRows(literals))),
    titled("Files:", files),
    titled("Run these commands before any `pulumi up`, which would create the objects again:", commands),
    proof ? [proofOf(proof)] : [],
    ...handOverBlocks(report.handOver),
    takenBlock(report.taken),
  ]);
}

/** The maximum number of lines of a file that are listed for one reason. */
const maxLines = 5;

/** The rows for values of the tenant in the program. Values in one file for the same reason get one row. */
function literalRows(literals: readonly Literal[]): readonly (readonly [string, string])[] {
  const groups = Map.groupBy(literals, ({ file, why }) => `${file} ${why}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const lines = [...new Set(group.map(({ line }) => line))];
    const place = `${first.file}:${someOf(lines, maxLines)}`;
    const one = `"${sanitize(first.value)}" in ${first.label}, ${sanitize(first.place)}`;
    return [[sanitize(place), `${group.length === 1 ? one : counted(group.length, "value")}: ${first.why}`]];
  });
}

/** The ways to move an object from another stack. */
const toTakeOver =
  "`pulumi state move` moves an object from one stack to another. With --take, an import also adds objects of other stacks. Two stacks then " +
  "manage the same object, until you remove the object from the state of one stack.";

/** The number of objects per stack above which left-out objects are counted instead of listed. */
const maxElsewhere = 10;

/** The rows for left-out objects. If one stack manages many objects of a type, they get a single row with their number. */
function leftOutRows(leftOut: readonly LeftOut[]): readonly (readonly [string, string])[] {
  const groups = Map.groupBy(leftOut, (one) => (one.reason === "elsewhere" ? `${one.type} ${one.why}` : one));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length <= maxElsewhere) return group.map(({ label, why }) => [label, why] as const);
    return [[`${group.length} ${definitions[first.type].plural}`, first.why] as const];
  });
}

/** Commands that remove the taken objects from the other stacks' states. */
function takenBlock(taken: readonly TakenElsewhere[] = []): Block {
  const commands = taken.map(({ stack, urn }) => `pulumi state delete --stack ${shellWord(stack)} ${shellWord(urn)}`);
  const heading =
    "Two stacks manage these objects now. Remove them from the other stack's state, before you delete them from its program:";
  return titled(heading, commands.map(inFull));
}

/** A line without a limit on its length. */
function inFull(line: string): string {
  return sanitize(line, Number.POSITIVE_INFINITY);
}

function handOverBlocks({ commands, blocks: program, entries }: HandOver = { commands: [] }): readonly Block[] {
  return [
    titled(
      "Now exclude the types of these entries in the other tool's configuration (AUTH0_EXCLUDED), then delete the entries:",
      entries?.map((entry) => sanitize(entry)),
    ),
    titled(
      "Now remove the imported objects from the other tool's state, before you delete them from its program:",
      commands.map(inFull),
    ),
    titled(
      "Or replace their code in the other tool's program by these blocks:",
      program
        ?.trimEnd()
        .split("\n")
        .map((line) => sanitize(line)),
    ),
  ];
}

function notesOf(resources: readonly NamedResource[]): readonly (readonly [string, string])[] {
  return resources.flatMap(({ item, notes }) =>
    notes.map(({ place, why }) => [`${item.label}: ${sanitize(place)}`, sanitize(why)] as const),
  );
}

/** The differences between the written program and the tenant: what the next `pulumi up` would do. */
export const ofPreview: Meaning = {
  deleted: "in the state, but not in the program: `pulumi up` would delete it at the tenant",
  advice: "Values: at the tenant → after the next `pulumi up`. Correct the program, then run this command again.",
};

function proofOf(proof: DriftReport): string {
  if (proof.complete && !proof.drift) {
    return (
      "Nothing would change: the stack, its program and the tenant agree.\n" +
      "Run this once before anything else. It changes nothing at the tenant, and records in the state on\n" +
      "which resources each resource depends:\n\n" +
      "  PULUMI_EXPERIMENTAL=true PULUMI_SKIP_CHECKPOINTS=true pulumi up\n\n" +
      "With the two variables, the CLI writes the state once instead of after each resource."
    );
  }
  const claim = proof.complete
    ? "The next `pulumi up` would change something:"
    : "It is unknown whether the next `pulumi up` would change something:";
  return forScreen(`${claim}\n${driftText(proof, colorsForOutput(), ofPreview)}`.trimEnd());
}

/** The lines of a text below a heading. */
function folded(text: string): readonly string[] {
  return fold(`  ${text}`).map((line) => line.slice(2));
}

/** Rows of two columns, as lines below a heading. If a row is wider than a line, the second column goes below the first. */
export function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const isShort = (row: string) => folded(row).length === 1;
  const short = rows.filter(([left, right]) => isShort(`${left}  ${right}`));
  const width = Math.max(0, ...short.map(([left]) => left.length));
  return rows.flatMap(([left, right]) => {
    const row = `${left.padEnd(width)}  ${right}`;
    return isShort(row) ? [row] : [...folded(left), ...folded(`    ${right}`)];
  });
}
