import { sanitize } from "../../client/index.ts";
import { type IsUnique, type SharesNames, sharesNames } from "../../schema/definition.ts";
import { equal, holdsUnknown, isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";
import { isCollection, isSharable, isShared, namesOfMembers, type SharableField } from "../../state/leaves.ts";
import { uniqueValuesOf } from "../../state/references.ts";

/**
 * An object, a whole set or members of a set that a resource declares to be its own. Two resources with conflicting claims are refused, because each
 * run would undo the changes of one of them.
 */
export interface Claim {
  /** The key that all claims on the same object or set share. Messages do not contain it. */
  readonly key: string;
  /** The claimed object or set in messages: `the clients of connection "con_…"`. */
  readonly on: string;
  /** Whether the claim excludes claims of other resources of the program on the same object or set. */
  readonly isWhole: boolean;
  /** The declared members of a set. Undefined for an object. */
  readonly members?: readonly string[];
  /** Whether the members are in a declared order: then each of them has its place in one resource only. Default: they are not. */
  readonly isOrdered?: true;
  /** The declared value of each member, for sets whose members have values, and for lists: there it is the element. */
  readonly values?: JsonObject;
  /** The property that contains the members, if several resources of the program can declare members of the set. */
  readonly property?: string;
  /** The input that limits the claim to the declared members, for messages: `exclusiveScopes: false`. */
  readonly sharedBy?: string;
}

/** Members of another object's set on which a resource depends: without them, the resource has no effect. */
export interface Need {
  /** The key of a claim on that set. */
  readonly key: string;
  /** The property of the dependent resource that contains the members' names. */
  readonly property: string;
  readonly members: readonly string[];
  /** The element of the property that needs a member. Default: the element is the member's name. */
  readonly elementFor?: (member: string) => string;
}

/** The part of a resource type that defines the claims of its resources. */
export interface Claiming extends IsUnique {
  readonly schema: Schema;
  /** See `Definition.sharesNames`. Default: no two objects have the same values of `uniqueBy`. */
  readonly sharesNames?: SharesNames;
  /**
   * Whether a resource has an object of its own, which another team or tool can have created, so that the resource can adopt it. False if it
   * manages a part of another object: a set of members, the scopes of an API, the verification of a domain.
   */
  readonly hasOwnObject: boolean;
  /** The object in messages: `resource server "https://orders.example.com"`. */
  label(args: JsonObject): string;
  /** The name of the claimed set in messages while the id of the set's owner is not known. Default: the name of the property with the members. */
  readonly claimedAs?: string;
  /**
   * The claim of a resource on a set of which other resources of the program may declare members. Values may be unknown.
   *
   * @param id the tenant's id, if it is known
   */
  readonly claim?: (args: JsonObject, id: string | undefined) => Claim | undefined;
  /** The members that the resource needs in sets that other resources declare, by set. Values may be unknown. */
  readonly needs?: (args: JsonObject) => readonly Need[];
}

/** The key of a tenant's object in a running program, by the noun of its type. */
export function idKey(noun: string, id: string): string {
  return JSON.stringify([noun, id]);
}

/**
 * The key of the claim on an object: the values that no two objects of a tenant share. Undefined if one of these values is not known yet, if
 * the object has none, and for a resource without an object of its own.
 */
export function claimKey(type: Claiming, args: JsonObject): string | undefined {
  const values = type.hasOwnObject ? uniqueValuesOf(type, args) : undefined;
  return values && JSON.stringify([type.schema.noun, ...values]);
}

/**
 * The values of `uniqueBy` as a key. Unlike {@link claimKey}, it exists for every type and even if a value is unknown, and several resources
 * of a type with `sharesNames` can have the same key.
 */
export function naturalKeyOf({ schema, uniqueBy }: Claiming, inputs: JsonObject): string {
  return JSON.stringify([schema.noun, ...uniqueBy.map((name) => own(inputs, name) ?? null)]);
}

/**
 * Whether a resource requires a new object although others may have its name, by `adopt: false`: the program then declares none of those.
 */
export function isSecondNamesake(type: Claiming, args: JsonObject): boolean {
  return sharesNames(type, args) && own(args, "adopt") === false;
}

/** All claims of a resource before its object's id is known. Values may be unknown. */
export function claimsOf(type: Claiming, args: JsonObject): readonly Claim[] {
  const key = claimKey(type, args);
  const object = key === undefined ? [] : [{ key, on: type.label(args), isWhole: !sharesNames(type, args) }];
  const set = type.claim?.(args, undefined);
  return set ? [...object, set] : object;
}

/**
 * The claim of a resource on a set. The schema and the arguments determine whether other resources may declare members of the set, too.
 * Undefined if the resource does not declare the property.
 *
 * @param thing the `key` and `on` of the claim, which identify the set
 */
export function claimOnSet(
  { fields }: Schema,
  property: string,
  args: JsonObject,
  thing: Pick<Claim, "key" | "on">,
): Claim | undefined {
  const field = fields[property];
  const value = own(args, property);
  if (!isSharable(field) || value === undefined || value === null) return undefined;
  const members = namesOfMembers(field, value);
  const { exclusive } = field;
  const isWhole = !isShared(field, args);
  const values = valuesOfMembers(field, value);
  return {
    ...thing,
    ...(values && { values }),
    isWhole,
    members,
    ...(field.kind === "list" && { isOrdered: true as const }),
    property,
    ...(exclusive && { sharedBy: `${exclusive.argument}: false` }),
  };
}

/** The values of the members of a map, or the elements of a list by their names. */
function valuesOfMembers(field: SharableField, value: Json): JsonObject | undefined {
  if (field.kind !== "list" || !Array.isArray(value)) return isObject(value) ? value : undefined;
  const elements = value.flatMap((one: Json) => namesOfMembers(field, [one]).map((name) => [name, one] as const));
  return Object.fromEntries(elements);
}

/** The key of the set that a resource can claim, even if the resource does not declare the set's property. */
export function setKeyOf(type: Claiming, args: JsonObject, id: string | undefined): string | undefined {
  const empty = Object.entries(type.schema.fields).flatMap(([name, field]) =>
    isCollection(field) ? [[name, field.kind === "map" ? {} : []] as const] : [],
  );
  return type.claim?.({ ...Object.fromEntries(empty), ...args }, id)?.key;
}

/** A member for which two resources declare different values or places; undefined if there is none whose values are known. */
export function contestedIn(mine: Claim, theirs: Claim): string | undefined {
  return mine.members?.find((member) => {
    if (mine.isOrdered) return member !== unknownValue && theirs.members?.includes(member);
    const [value, other] = [own(mine.values ?? {}, member), own(theirs.values ?? {}, member)];
    const isKnown = value !== undefined && other !== undefined && !holdsUnknown([value, other]);
    return isKnown && !equal(value, other);
  });
}

/** The message for two resources of one program whose claims conflict. */
export function conflictOf(mine: Claim, me: string, theirs: Claim, other: string): string {
  if (mine.members === undefined) {
    return (
      `${me} and ${other} of this program declare the same object, ${mine.on}. Remove one of the two resources from the program. If both are in ` +
      "the state, the next run removes the undeclared resource only from the state, and the object stays at the tenant."
    );
  }
  if (!mine.isWhole && !theirs.isWhole) {
    const both = `${me} and ${other} of this program declare "${sanitize(contestedIn(mine, theirs) ?? "")}" of ${mine.on}`;
    return mine.isOrdered
      ? `${both}: each run could move it to the place that the other one declares. Declare it in only one of the two resources.`
      : `${both} with different values: each run would overwrite one value with the other. Declare it in only one of the two resources, or with ` +
          "the same value in both.";
  }
  const [whole, part] = mine.isWhole ? [mine, theirs] : [theirs, mine];
  const [first, second] = mine.isWhole ? [me, other] : [other, me];
  const wayOut =
    whole.sharedBy === undefined ? "" : `, or set \`${whole.sharedBy}\` in ${part.isWhole ? "both" : first}`;
  return (
    `${first} declares all of ${whole.on}, and ${second} declares ${part.isWhole ? "all" : "some"} of them, so the two resources would ` +
    `remove each other's additions. Declare them in only one of the two resources${wayOut}.`
  );
}
