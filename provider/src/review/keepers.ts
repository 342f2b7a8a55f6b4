import type { ExportedResource } from "../drift/cli-document.ts";
import type { PreviewStep } from "../drift/preview.ts";
import { parseUrn } from "../drift/urn.ts";
import { titleOf } from "../drift/words.ts";
import { tenantOf } from "../graph/graph.ts";
import { holdsUnknown, own } from "../model/json.ts";
import { keyPartOf } from "../model/key-part.ts";
import type { Descriptor } from "../objects/descriptor.ts";
import { descriptors, type KindName, kindOfType } from "../objects/descriptors.ts";
import { kinds } from "../objects/kinds.ts";
import type { Adoptions } from "./adoptions.ts";
import { keepsObject, leftAlone } from "./objects.ts";
import { goneShareOf, membersInWords, type Resource, shareOf } from "./shares.ts";

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
  const staying = stayingAfter(steps, adoptions, state);
  const keepers = new Map(staying.flatMap((one) => keysOf(one).map((key) => [key, one.urn])));
  const shares = Map.groupBy(
    staying.flatMap((one) => shareOf(one) ?? []),
    ({ set }) => set,
  );
  return ({ urn, before }) => {
    const kind = kindOf(urn);
    if (!kind || !before) return undefined;
    const gone = { urn, kind, id: before.id, properties: { ...before.inputs, ...before.outputs } };
    const share = kinds[kind].isAdoptable ? undefined : goneShareOf(gone, before.inputs);
    const kept = kinds[kind].isAdoptable
      ? objectInWords(gone, keepers)
      : share && membersInWords(share, shares.get(share.set) ?? []);
    return kept && `${kept} (not so with --target or --exclude)`;
  };
}

function objectInWords(gone: Resource, keepers: ReadonlyMap<string, string>): string | undefined {
  const keeper = [...keysOf(gone), ...keysOf({ ...gone, id: undefined })]
    .flatMap((key) => keepers.get(key) ?? [])
    .find((urn) => urn !== gone.urn);
  const named = keeper === undefined ? undefined : parseUrn(keeper);
  if (!named) return undefined;
  return `the run leaves the object alone, as ${titleOf(named)} of this program keeps it: only this entry leaves the state`;
}

/** The resources of the program after a plan. Of a new one that adopts nothing, the id is not known. */
function stayingAfter(
  steps: readonly PreviewStep[],
  adoptions: Adoptions["byUrn"],
  state: readonly ExportedResource[],
): readonly Resource[] {
  const alone = leftAlone(state, steps).map(({ urn, id, inputs }) => ({
    urn,
    id: id ?? undefined,
    properties: inputs,
  }));
  const planned = steps.filter(keepsObject).map(({ op, urn, before, after }) => ({
    urn,
    id: adoptions.get(urn)?.id ?? (op === "create" ? undefined : (after?.id ?? before?.id)),
    properties: after?.inputs ?? {},
  }));
  return [...alone, ...planned].flatMap((one) => {
    const kind = kindOf(one.urn);
    return kind ? [{ ...one, kind }] : [];
  });
}

function kindOf(urn: string): KindName | undefined {
  return kindOfType(parseUrn(urn)?.type ?? "");
}

/** By what an object is told from others of its tenant: by its id, or, where that is not known, by what no two of them share. */
function keysOf({ kind, id, properties }: Resource): readonly string[] {
  if (id !== undefined) return [JSON.stringify([tenantOf(properties), kind, id])];
  const { table, uniqueBy, sharesNames } = descriptors[kind] as Descriptor;
  const values = uniqueBy.map((name) => keyPartOf(table, name, own(properties, name)));
  const isKnown = !sharesNames && values.every((value) => value !== undefined && !holdsUnknown(value));
  return isKnown ? [JSON.stringify([tenantOf(properties), kind, values])] : [];
}
