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
import { keepsObject, leftAlone } from "./objects.ts";
import { mayTakeBack } from "./pending.ts";
import { goneShareOf, membersInWords, type Resource, shareOf } from "./shares.ts";

/** What becomes of the object of a resource that a plan deletes, where another resource of the program has it as well. */
export interface Kept {
  readonly says: string;
  /** Whether the state and the plan decide it. Otherwise the object is lost if the tenant has something else than the state. */
  readonly isSure: boolean;
}

/** What keeps an object that a plan deletes; undefined where nothing does. */
export type Keeping = (gone: PreviewStep) => Kept | undefined;

/**
 * Finds what the program keeps. After a rename without an alias a plan has a deletion and a creation for one object, and the run deletes
 * nothing. Only the state and the plan tell: what a program or a provider prints, a branch could print as well.
 *
 * @param state it has what the plan leaves as it is, which has no step
 * @returns what keeps the object of a step, and what keeps one that an earlier replacement has left
 */
export function keepingAfter(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
): { readonly planned: Keeping; readonly pending: Keeping } {
  const staying = stayingAfter(steps, state);
  const keepers = new Map(staying.flatMap((one) => keysOf(one).map((key) => [key, one.urn])));
  const shares = Map.groupBy(
    staying.flatMap((one) => shareOf(one) ?? []),
    ({ set }) => set,
  );
  const byUrn = Map.groupBy(steps, ({ urn }) => urn);
  return {
    planned: (step) => {
      const gone = resourceBefore(step);
      if (!gone || !step.before) return undefined;
      if (kinds[gone.kind].isAdoptable) return objectKept(gone, keepers);
      const share = goneShareOf(gone, step.before.inputs);
      const says = share && membersInWords(share, shares.get(share.set) ?? []);
      return says === undefined ? undefined : { says: `${says} ${unlessLimited}`, isSure: true };
    },
    // Its own resource may have the object again, or take it back.
    pending: (step) => {
      const gone = resourceBefore(step);
      const [keeper] = gone ? keysOf(gone).flatMap((key) => keepers.get(key) ?? []) : [];
      if (keeper !== undefined) return { says: leftAloneBy(keeper), isSure: true };
      if (!byUrn.get(step.urn)?.some((one) => mayTakeBack(one, step))) return undefined;
      return { says: "if the program declares this object again, the run takes it back", isSure: false };
    },
  };
}

function resourceBefore({ urn, before }: PreviewStep): Resource | undefined {
  const kind = kindOf(urn);
  return kind && before && { urn, kind, id: before.id, properties: { ...before.inputs, ...before.outputs } };
}

const unlessLimited = "(not so with --target or --exclude)";

function objectKept(gone: Resource, keepers: ReadonlyMap<string, string>): Kept | undefined {
  const keeperOf = (one: Resource) =>
    keysOf(one)
      .flatMap((key) => keepers.get(key) ?? [])
      .find((urn) => urn !== gone.urn);
  const byId = keeperOf(gone);
  if (byId !== undefined) return { says: leftAloneBy(byId), isSure: true };
  const byName = keeperOf({ ...gone, id: undefined });
  if (byName === undefined) return undefined;
  const says = `the run leaves the object alone if the tenant still has it under this name, as ${namedIn(byName)} of this program declares it ${unlessLimited}`;
  return { says, isSure: false };
}

function leftAloneBy(keeper: string): string {
  return `the run leaves the object alone, as ${namedIn(keeper)} of this program keeps it: only this entry leaves the state ${unlessLimited}`;
}

function namedIn(urn: string): string {
  const { type = "", name = urn } = parseUrn(urn) ?? {};
  return titleOf({ type, name });
}

/** The resources of the program after a plan. Of a new one, the id is not known. */
function stayingAfter(steps: readonly PreviewStep[], state: readonly ExportedResource[]): readonly Resource[] {
  const alone = leftAlone(state, steps).map(({ urn, id, inputs }) => ({
    urn,
    id: id ?? undefined,
    properties: inputs,
  }));
  const planned = steps.filter(keepsObject).map(({ op, urn, before, after }) => ({
    urn,
    id: op === "create" ? undefined : (after?.id ?? before?.id),
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
