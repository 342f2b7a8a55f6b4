import { createInterface } from "node:readline/promises";
import { sanitize } from "../client/index.ts";
import type { Expected, Replacements } from "../compare/expected.ts";
import { expectedFile } from "../compare/expected-file.ts";
import { type Ambiguous, matchedByReferences } from "../import/by-references.ts";
import { type Inventory, type InventoryItem, keyOf, stackKeysOf } from "../import/inventory.ts";
import type { Choice } from "../lifecycle/program/choices.ts";
import type { HeldResource } from "../pulumi-cli/stack.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { isSecret } from "../pulumi-cli/values.ts";
import { byText, type Json, type JsonObject } from "../schema/json.ts";
import { classOf } from "../schema/provider-code.ts";
import { definitions } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import type { OtherStacks } from "./stacks.ts";
import type { Declared } from "./stage-declarations.ts";

/** What `tenant-compare.yaml` of the project says about the tenant. */
export interface KnownDifferences {
  readonly sides: Expected["sides"];
  readonly pairs: Expected["pairs"];
  readonly replacements: Replacements;
}

/** The tenant's objects, and what decides which of them a resource manages. */
interface Matching {
  readonly found: Inventory;
  readonly known: KnownDifferences;
  /** Whether the command may print a question. */
  readonly mayAsk: boolean;
}

/** The objects of resources whose names are ambiguous. */
export interface Chosen {
  readonly choices: readonly ChoiceOf[];
  /** The resources whose objects references decided, each with the object's id. */
  readonly byReferences: readonly (readonly [resource: string, id: string])[];
}

/** A choice, and the resource for which it was made. */
export interface ChoiceOf extends Choice {
  readonly urn: string;
}

/**
 * The objects of resources whose names are ambiguous: chosen by an entry of `tenant-compare.yaml`, then by references, otherwise by the user.
 *
 * @throws Error that shows the entries to write, if the command cannot ask
 */
export async function choose(
  { held = [], others }: { readonly held: readonly HeldResource[] | undefined; readonly others: OtherStacks },
  declared: readonly Declared[],
  { found: { items, tenant }, known: { sides, pairs }, mayAsk }: Matching,
): Promise<Chosen> {
  const managed = new Set(held.map(keyOf));
  const free = items.filter((item) => !stackKeysOf(item).some((key) => managed.has(key)));
  const objects = Map.groupBy(free, (item) => stackKeysOf(item).at(-1) ?? "");
  const keyed = Map.groupBy(
    declared.toSorted((a, b) => byText(a.urn, b.urn)),
    ({ type, inputs }) => keyOf({ type, id: resourceTypes[type].provisionalId(inputs) }),
  );
  // The file may call this tenant the first side.
  const toHere = sides?.from === tenant ? pairs.map(({ type, from, to }) => ({ type, from: to, to: from })) : pairs;
  const ambiguous: Ambiguous<Declared>[] = [];
  const choices: ChoiceOf[] = [];
  const choose = (one: Declared, id: string | undefined) => choices.push(choiceOf(one, id));
  const matched = itemsOf(held, items);
  for (const [key, all] of keyed) {
    const candidates = objects.get(key) ?? [];
    const [first, second] = candidates;
    if (first && !second && all.length === 1) matched.set(all[0]?.urn ?? "", first);
    if (!first || (!second && all.length < 2)) continue;
    for (const one of all) {
      const named = pairedWith(one, candidates, others, toHere);
      if (named) {
        choose(one, named.id);
        matched.set(one.urn, named);
      } else ambiguous.push({ one, candidates });
    }
  }
  const byReferences = matchedByReferences(ambiguous, declared, free, matched);
  const open = ambiguous.filter(({ one }) => {
    const item = byReferences.get(one.urn);
    if (item) choose(one, item.id);
    return !item;
  });
  const decided = ambiguous.flatMap(({ one }) => {
    const { id } = byReferences.get(one.urn) ?? {};
    return id === undefined ? [] : [[titleOfDeclared(one), id] as const];
  });
  if (open.length === 0) return { choices, byReferences: decided };
  const taken = new Set(choices.map(({ id }) => id));
  const left = (candidates: readonly InventoryItem[]) => candidates.filter(({ id }) => !taken.has(id));
  if (!(mayAsk && process.stdin.isTTY && process.stdout.isTTY))
    throw new Error(
      ambiguityOf(
        open.map(({ one, candidates }) => ({ one, candidates: left(candidates) })),
        { from: others.held.find((one) => one.tenant !== tenant)?.tenant ?? "the program", to: tenant },
      ),
    );
  for (const { one, candidates } of open) {
    const id = await asked(one, left(candidates));
    if (id !== undefined) taken.add(id);
    choose(one, id);
  }
  return { choices, byReferences: decided };
}

/** The objects of the resources in the state, by URN. */
function itemsOf(
  held: readonly HeldResource[],
  items: readonly InventoryItem[],
): Map<HeldResource["urn"], InventoryItem> {
  return new Map(
    held.flatMap(({ urn, type, id }) => {
      const item = items.find((one) => one.type === type && one.id === id);
      return item ? [[urn, item] as const] : [];
    }),
  );
}

function choiceOf({ urn, type, name, inputs }: Declared, id: string | undefined): ChoiceOf {
  return {
    ...{ urn, noun: definitions[type].schema.noun, resource: `${classOf(type)} "${name}"`, inputs: shownIn(inputs) },
    ...(id !== undefined && { id }),
  };
}

/** The object that the file of expected differences pairs with the name of a resource, or with its object in another stack. */
function pairedWith(
  { type, name }: Declared,
  candidates: readonly InventoryItem[],
  others: OtherStacks,
  pairs: Matching["known"]["pairs"],
): InventoryItem | undefined {
  const elsewhere = others.held.filter((one) => one.type === type && parseUrn(one.urn)?.name === name);
  const names = [name, ...elsewhere.map(({ id }) => id)];
  const pair = pairs.find(
    (one) => one.type === type && names.includes(one.from) && candidates.some(({ id }) => id === one.to),
  );
  return candidates.find(({ id }) => id === pair?.to);
}

export function titleOfDeclared({ type, name }: Declared): string {
  return `${classOf(type)} ${sanitize(name)}`;
}

/** The inputs that a preview shows. Secrets and values that contain one are left out. */
function shownIn(inputs: JsonObject): JsonObject {
  const hasSecret = (value: Json): boolean =>
    isSecret(value) || (typeof value === "object" && value !== null && Object.values(value).some(hasSecret));
  return Object.fromEntries(
    Object.entries(inputs).filter(([name, value]) => !name.startsWith("__") && !hasSecret(value)),
  );
}

function ambiguityOf(
  open: readonly { readonly one: Declared; readonly candidates: readonly InventoryItem[] }[],
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const entries = open.flatMap(({ one: { type, name }, candidates }) => [
    `  - type: ${classOf(type)}`,
    `    from: ${JSON.stringify(sanitize(name))}`,
    `    to: ${candidates.map(({ id, label }) => `${JSON.stringify(sanitize(id))}   # ${sanitize(label)}`).join("\n      # or ")}`,
  ]);
  return (
    "several objects of the tenant have the name of a resource, so it is not known which object the resource manages. Nothing was written. Write into " +
    `${expectedFile} in the project's folder, with one id for each resource, then run this command again:\nsides: { from: ${JSON.stringify(sanitize(from))}, to: ${JSON.stringify(sanitize(to))} }\nsame:\n${entries.join("\n")}`
  );
}

async function asked({ type, name }: Declared, candidates: readonly InventoryItem[]): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const lines = candidates.map(({ label, id }, at) => `  ${at + 1}  ${sanitize(label)} (id ${sanitize(id)})`);
    process.stdout.write(
      `Which object is ${classOf(type)} "${sanitize(name)}"?\n${lines.join("\n")}\n  0  none: the next update creates one\n`,
    );
    for (;;) {
      const answer = (await terminal.question("Number: ")).trim();
      if (answer === "0") return undefined;
      const found = /^\d{1,6}$/.test(answer) ? candidates[Number(answer) - 1] : undefined;
      if (found) return found.id;
    }
  } finally {
    terminal.close();
  }
}
