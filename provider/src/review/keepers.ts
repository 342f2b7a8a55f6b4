import type { ExportedResource } from "../drift/cli-document.ts";
import type { PreviewStep } from "../drift/preview.ts";
import { parseUrn } from "../drift/urn.ts";
import { titleOf } from "../drift/words.ts";
import { tenantOf } from "../graph/graph.ts";
import { holdsUnknown, type JsonObject, own } from "../model/json.ts";
import { keyPartOf } from "../model/key-part.ts";
import type { Descriptor } from "../objects/descriptor.ts";
import { descriptors, type KindName, kindOfType } from "../objects/descriptors.ts";
import { kinds } from "../objects/kinds.ts";
import type { Adoptions } from "./adoptions.ts";
import { keepsObject, leftAlone } from "./objects.ts";

/** What becomes of the object of a resource that a plan deletes, in words, where another resource of the program has it as well. */
export type Keeping = (gone: PreviewStep) => string | undefined;

/**
 * Finds what the program keeps. After a rename without an alias a plan has a deletion and a creation for one object, and the run deletes
 * nothing.
 *
 * @param state it has what the plan leaves as it is, which has no step
 */
export function keptBy(
  steps: readonly PreviewStep[],
  adoptions: Adoptions["byUrn"],
  state: readonly ExportedResource[],
): Keeping {
  const keepers = new Map<string, string>();
  for (const { urn, id, inputs } of leftAlone(state, steps)) {
    const kind = kindOf(urn);
    const key = kind && idKeyOf(kind, id ?? undefined, inputs);
    if (key !== undefined) keepers.set(key, urn);
  }
  for (const { op, urn, before, after } of steps.filter(keepsObject)) {
    const kind = kindOf(urn);
    if (!kind || !after) continue;
    const id = adoptions.get(urn)?.id ?? after.id ?? before?.id;
    // Only of a new object nobody knows which one it is, unless its name tells.
    const key =
      op === "create" && !adoptions.has(urn) ? nameKeyOf(kind, after.inputs) : idKeyOf(kind, id, after.inputs);
    if (key !== undefined) keepers.set(key, urn);
  }
  return ({ urn, before }) => {
    const kind = kindOf(urn);
    if (!kind || !before) return undefined;
    const properties = { ...before.inputs, ...before.outputs };
    const keys = [idKeyOf(kind, before.id, properties), nameKeyOf(kind, properties)];
    const keeper = keys.flatMap((key) => keepers.get(key ?? "") ?? []).find((one) => one !== urn);
    const named = keeper === undefined ? undefined : parseUrn(keeper);
    if (!named) return undefined;
    const keeps = kinds[kind].isAdoptable
      ? `leaves the object alone, as ${titleOf(named)} of this program keeps it`
      : `takes nothing back that ${titleOf(named)} of this program declares`;
    return `the run ${keeps}: only this entry leaves the state (not so with --target or --exclude)`;
  };
}

function kindOf(urn: string): KindName | undefined {
  return kindOfType(parseUrn(urn)?.type ?? "");
}

function idKeyOf(kind: KindName, id: string | undefined, properties: JsonObject): string | undefined {
  return id === undefined ? undefined : JSON.stringify([tenantOf(properties), kind, id]);
}

/** By what no two objects of a tenant share; undefined where that is not known, or several can have it. */
function nameKeyOf(kind: KindName, properties: JsonObject): string | undefined {
  const { table, uniqueBy, sharesNames } = descriptors[kind] as Descriptor;
  const values = uniqueBy.map((name) => keyPartOf(table, name, own(properties, name)));
  const isKnown = !sharesNames && values.every((value) => value !== undefined && !holdsUnknown(value));
  return isKnown ? JSON.stringify([tenantOf(properties), kind, values]) : undefined;
}
