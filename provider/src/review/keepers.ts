import { sanitize } from "../client/index.ts";
import { definitions, type TypeName, typeNameOf } from "../definitions/registry.ts";
import { tenantOf } from "../graph/graph.ts";
import type { ExportedResource } from "../pulumi-cli/cli-document.ts";
import type { PreviewStep } from "../pulumi-cli/preview.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { isSecret } from "../pulumi-cli/values.ts";
import { maxNameLength, titleOf } from "../report/words.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import type { Definition } from "../schema/definition.ts";
import {
  holdsUnknown,
  isObject,
  type Json,
  type JsonObject,
  own,
  signatureKey,
  stringsIn,
  unknownValue,
} from "../schema/json.ts";
import { identityOf, type Schema } from "../schema/schema.ts";
import { keyPartOf } from "../state/composite-id.ts";
import { recordOf } from "../state/record.ts";
import { keepsObject, leftAlone } from "./objects.ts";
import { mayTakeBack } from "./pending.ts";
import { someOf } from "./render.ts";

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
      if (resourceTypes[gone.kind].isAdoptable) return objectKept(gone, keepers);
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

function kindOf(urn: string): TypeName | undefined {
  return typeNameOf(parseUrn(urn)?.type ?? "");
}

/** By what an object is told from others of its tenant: by its id, or, where that is not known, by what no two of them share. */
function keysOf({ kind, id, properties }: Resource): readonly string[] {
  if (id !== undefined) return [JSON.stringify([tenantOf(properties), kind, id])];
  const { schema, uniqueBy, sharesNames } = definitions[kind] as Definition;
  const values = uniqueBy.map((name) => keyPartOf(schema, name, own(properties, name)));
  const isKnown = !sharesNames && values.every((value) => value !== undefined && !holdsUnknown(value));
  return isKnown ? [JSON.stringify([tenantOf(properties), kind, values])] : [];
}

/** A resource of this package, before a plan or after it. */
interface Resource {
  readonly urn: string;
  readonly kind: TypeName;
  /** Undefined where nobody knows it yet. */
  readonly id: string | undefined;
  readonly properties: JsonObject;
}

/** What a resource declares of a set in which others of the same program can have a part. */
interface Share {
  readonly urn: string;
  /** What all shares of one set have in common. */
  readonly set: string;
  /** Those that are known. */
  readonly members: readonly string[];
  /** Whether all are known: none is secret, or told only by the run. */
  readonly isKnown: boolean;
}

/** The share that a resource has. The sets are those of the run, which has the same rule for what it takes back. */
function shareOf({ urn, kind, id, properties }: Resource): Share | undefined {
  const { schema }: { readonly schema: Schema } = definitions[kind];
  // A secret id could be anybody's.
  if (!identityOf(schema).every((name) => typeof own(properties, name) === "string")) return undefined;
  const claim = resourceTypes[kind].claim?.(properties, id);
  if (!claim?.members) return undefined;
  const property = claim.property ?? Object.keys(schema.fields).find((name) => schema.fields[name]?.kind === "list");
  const value = own(properties, property ?? "");
  return {
    urn,
    set: JSON.stringify([tenantOf(properties), claim.key]),
    members: claim.members.filter((member) => member !== unknownValue),
    // A text in place of a collection is a mask.
    isKnown: typeof value !== "string" && isTold(value),
  };
}

/**
 * The share that a deletion takes back: what was declared, whatever a refresh has found since.
 *
 * @param inputs what the program has declared last
 */
function goneShareOf(gone: Resource, inputs: JsonObject): Share | undefined {
  const share = shareOf({ ...gone, properties: { ...gone.properties, ...inputs } });
  const { remembered } = recordOf(definitions[gone.kind].schema, gone.id ?? "", gone.properties);
  const members = [...(share?.members ?? []), ...Object.values(remembered).flatMap(stringsIn)];
  return share && { ...share, members: [...new Set(members)] };
}

/**
 * What becomes of the members that a deleted resource declares, in words; undefined where no other resource declares one of them.
 *
 * @param others the shares of the same set that stay
 */
function membersInWords(gone: Share, others: readonly Share[]): string | undefined {
  const going = new Set(gone.members);
  const isAbout = ({ members, isKnown }: Share) => !isKnown || !gone.isKnown || members.some((one) => going.has(one));
  const keepers = others.filter((share) => share.urn !== gone.urn && isAbout(share));
  if (keepers.length === 0) return undefined;
  for (const { members } of keepers) for (const one of members) going.delete(one);
  const titles = someOf(
    keepers.flatMap(({ urn }) => parseUrn(urn) ?? []).map(({ type, name }) => titleOf({ type, name })),
  );
  const [declare, they] = keepers.length === 1 ? ["declares", "it"] : ["declare", "they"];
  const theirs = `${titles} of this program`;
  if (!gone.isKnown) return `the run takes nothing back that ${theirs} ${declare}`;
  if (going.size === 0) return `the run takes nothing back that ${theirs} ${declare}: only this entry leaves the state`;
  const leaving = `the run takes back ${someOf([...going].map((one) => sanitize(one, maxNameLength)))}`;
  return keepers.every(({ isKnown }) => isKnown)
    ? `${leaving}, and nothing that ${theirs} ${declare}`
    : `${leaving}, unless ${theirs} ${declare} that: what ${they} ${declare} is secret, or known only during the run`;
}

/** Whether a value, and all in it, is neither secret nor told only by the run. */
function isTold(value: Json | undefined): boolean {
  if (value === unknownValue || isSecret(value)) return false;
  if (Array.isArray(value)) return value.every(isTold);
  return !isObject(value) || (!Object.hasOwn(value, signatureKey) && Object.values(value).every(isTold));
}
