import { sanitize } from "../client/index.ts";
import { equal, holdsUnknown, isObject, type JsonObject, own } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { keyPartOf } from "../state/composite-id.ts";
import { isCollection, isShared, membersOf } from "../state/leaves.ts";

/** What a resource declares to be its own: an object, a set, or some members of a set. */
export interface Claim {
  /** What two claims on the same thing have in common. It is never shown. */
  readonly key: string;
  /** The thing, for people: `the clients of connection "con_…"`. */
  readonly on: string;
  /** Whether no other resource of the program can have a part in it. */
  readonly isWhole: boolean;
  /** The members of a set that the resource declares. Undefined for an object. */
  readonly members?: readonly string[];
  /** What the resource declares of each member, where that is more than that it is there. */
  readonly values?: JsonObject;
  /** The property that has the members, where others of the same program can have a part in the set. */
  readonly property?: string;
  /** What the program can say so that the resource claims its members only: `exclusiveScopes: false`. */
  readonly sharedBy?: string;
}

/** Members that a set of another object has to have, or what a resource declares leads to nothing. */
export interface Need {
  /** The key of a claim on that set. */
  readonly key: string;
  /** The property that names the members. */
  readonly property: string;
  readonly members: readonly string[];
}

/** What a type says of what its resources claim. */
export interface Claiming {
  readonly schema: Schema;
  /** The properties that no two objects of a tenant can share. */
  readonly uniqueBy: readonly string[];
  /** Several objects can have the same of these, so that only their ids tell them apart. */
  readonly sharesNames?: boolean;
  /** Whether somebody else can have created such an object, so that it can be adopted. */
  readonly isAdoptable: boolean;
  /** The object for people: `resource server "https://orders.example.com"`. */
  label(args: JsonObject): string;
  /** What a claim of these resources is on, for people, while nobody knows on whose. Default: the name of their set. */
  readonly claimedAs?: string;
  /**
   * What the resource declares of a set in which others of the same program may have a part. Values may be unknown.
   *
   * @param id the tenant's id, as far as it is known
   */
  readonly claim?: (args: JsonObject, id: string | undefined) => Claim | undefined;
  /** What the resource needs of a set that others declare. Values may be unknown. */
  readonly needs?: (args: JsonObject) => Need | undefined;
}

/**
 * What an object is known by in a program: the values that no two objects of a tenant share. Undefined where one of them is not known
 * yet, and for a resource that is only a part of an object of something else.
 */
export function objectKey({ schema, uniqueBy, isAdoptable }: Claiming, args: JsonObject): string | undefined {
  const values = uniqueBy.map((name) => keyPartOf(schema, name, own(args, name)));
  const isKnown = values.every((value) => value !== undefined && !holdsUnknown(value));
  return isAdoptable && isKnown ? JSON.stringify([schema.noun, ...values]) : undefined;
}

/** The same for resources of every type, also while a value is not known. Resources that share names can have the same one. */
export function naturalKeyOf({ schema, uniqueBy }: Claiming, inputs: JsonObject): string {
  return JSON.stringify([schema.noun, ...uniqueBy.map((name) => own(inputs, name) ?? null)]);
}

/** All that a resource declares to be its own, before its object's id is known. Values may be unknown. */
export function claimsOf(kind: Claiming, args: JsonObject): readonly Claim[] {
  const key = objectKey(kind, args);
  const object = key === undefined ? [] : [{ key, on: kind.label(args), isWhole: kind.sharesNames !== true }];
  const set = kind.claim?.(args, undefined);
  return set ? [...object, set] : object;
}

/**
 * What a resource declares of a set, as its table says whether others can have a part in it. Undefined where it declares nothing.
 *
 * @param thing the set, as `key` and `on` of the claim
 */
export function claimOnSet(
  { fields }: Schema,
  property: string,
  args: JsonObject,
  thing: Pick<Claim, "key" | "on">,
): Claim | undefined {
  const field = fields[property];
  const value = own(args, property);
  if (!isCollection(field) || value === undefined || value === null) return undefined;
  const members = membersOf(field, [], value)?.flatMap(({ path }) => path) ?? [];
  const { exclusive } = field;
  const isWhole = !isShared(field, args);
  const values = isObject(value) ? { values: value } : {};
  return {
    ...thing,
    ...values,
    isWhole,
    members,
    property,
    ...(exclusive && { sharedBy: `${exclusive.argument}: false` }),
  };
}

/** The key of the set in which a resource can have a part, also where it declares nothing of that. */
export function setKeyOf(kind: Claiming, args: JsonObject, id: string | undefined): string | undefined {
  const empty = Object.entries(kind.schema.fields).flatMap(([name, field]) =>
    isCollection(field) ? [[name, field.kind === "map" ? {} : []] as const] : [],
  );
  return kind.claim?.({ ...Object.fromEntries(empty), ...args }, id)?.key;
}

/** A member of which two resources declare different values; undefined where there is none that is known. */
export function contestedIn(mine: Claim, theirs: Claim): string | undefined {
  return mine.members?.find((member) => {
    const [value, other] = [own(mine.values ?? {}, member), own(theirs.values ?? {}, member)];
    const isKnown = value !== undefined && other !== undefined && !holdsUnknown([value, other]);
    return isKnown && !equal(value, other);
  });
}

/** Two resources of one program that would take something from each other, for people. */
export function conflictOf(mine: Claim, me: string, theirs: Claim, other: string): string {
  if (mine.members === undefined) {
    return (
      `${me} and ${other} of this program declare the same object, ${mine.on}. Take one of the two out of the program: ` +
      "if the state has an entry for each, the run only forgets the other one."
    );
  }
  if (!mine.isWhole && !theirs.isWhole) {
    return (
      `${me} and ${other} of this program declare "${sanitize(contestedIn(mine, theirs) ?? "")}" of ${mine.on} in different ways: each run would ` +
      "change it back. Declare it in one of the two, or the same in both."
    );
  }
  const [whole, part] = mine.isWhole ? [mine, theirs] : [theirs, mine];
  const [first, second] = mine.isWhole ? [me, other] : [other, me];
  const wayOut =
    whole.sharedBy === undefined ? "" : `, or say \`${whole.sharedBy}\` in ${part.isWhole ? "both" : first}`;
  return (
    `${first} declares all of ${whole.on}, and ${second} declares ${part.isWhole ? "all" : "some"} of them: in one program the two would ` +
    `take them from each other. Declare them in one of the two only${wayOut}.`
  );
}
