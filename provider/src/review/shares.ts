import { parseUrn } from "../drift/urn.ts";
import { isSecret } from "../drift/values.ts";
import { longestName, titleOf } from "../drift/words.ts";
import { tenantOf } from "../graph/graph.ts";
import { isObject, type Json, type JsonObject, own, signatureKey, stringsIn, unknownValue } from "../model/json.ts";
import { recordOf } from "../model/record.ts";
import { identityOf, type Table } from "../model/table.ts";
import { descriptors, type KindName } from "../objects/descriptors.ts";
import { kinds } from "../objects/kinds.ts";
import { legible } from "../tenant/index.ts";
import { someOf } from "./words.ts";

/** A resource of this package, before a plan or after it. */
export interface Resource {
  readonly urn: string;
  readonly kind: KindName;
  /** Undefined where nobody knows it yet. */
  readonly id: string | undefined;
  readonly properties: JsonObject;
}

/** What a resource declares of a set in which others of the same program can have a part. */
export interface Share {
  readonly urn: string;
  /** What all shares of one set have in common. */
  readonly set: string;
  /** Those that are known. */
  readonly members: readonly string[];
  /** Whether all are known: none is secret, or told only by the run. */
  readonly isKnown: boolean;
}

/** The share that a resource has. The sets are those of the run, which has the same rule for what it takes back. */
export function shareOf({ urn, kind, id, properties }: Resource): Share | undefined {
  const { table }: { readonly table: Table } = descriptors[kind];
  // A secret id could be anybody's.
  if (!identityOf(table).every((name) => typeof own(properties, name) === "string")) return undefined;
  const claim = kinds[kind].claim?.(properties, id);
  if (!claim?.members) return undefined;
  const property = claim.property ?? Object.keys(table.fields).find((name) => table.fields[name]?.kind === "list");
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
export function goneShareOf(gone: Resource, inputs: JsonObject): Share | undefined {
  const share = shareOf({ ...gone, properties: { ...gone.properties, ...inputs } });
  const { remembered } = recordOf(descriptors[gone.kind].table, gone.id ?? "", gone.properties);
  const members = [...(share?.members ?? []), ...Object.values(remembered).flatMap(stringsIn)];
  return share && { ...share, members: [...new Set(members)] };
}

/**
 * What becomes of the members that a deleted resource declares, in words; undefined where no other resource declares one of them.
 *
 * @param others the shares of the same set that stay
 */
export function membersInWords(gone: Share, others: readonly Share[]): string | undefined {
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
  const leaving = `the run takes back ${someOf([...going].map((one) => legible(one, longestName)))}`;
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
