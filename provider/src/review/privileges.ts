import { definitions } from "../definitions/registry.ts";
import { isReported, type ObjectGraph } from "../graph/graph.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { isSecret } from "../pulumi-cli/values.ts";
import { isEmptyObject, type Json, own, unknownValue } from "../schema/json.ts";
import type { Field, Fields } from "../schema/schema.ts";
import { namesIn } from "./names.ts";
import type { Act, Outcome } from "./outcomes.ts";

/** Rights that a plan gives to the holder of a property, such as the scopes of a grant to an application. All texts are untrusted. */
export interface Privilege {
  /** The class of the resource. */
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  /** The property with the rights. */
  readonly path: string;
  /** The rights, by name if the plan or the state has their names. Empty for a switch, whose property is the right. */
  readonly rights: readonly string[];
  /** Whether rights may be among the new ones that are known only during the run, or secret. */
  readonly isUnknown?: true;
  /** The holder of the rights: its name, or the value by which the resource refers to it. Absent if it is not known. */
  readonly to?: string;
  /** Whether the holder's id is known only during the run: `to` is the object from whose id the program computes the value. */
  readonly isComputed?: true;
  /** Whether others have the rights through the holder, as with a role. The affected objects of the resource are those that are known. */
  readonly isPassedOn?: true;
  /** The other object to which the identity of the resource's object refers, such as the API of a grant or the organization of a member. */
  readonly on?: string;
}

/** The acts after which a holder can have more rights. */
const giving: ReadonlySet<Act> = new Set(["write", "reset", "adopt", "create", "replace"]);

/** The rights that a plan adds: the elements of sets, and the switches, that their definition marks with their holder (`grantsTo`). */
export function privilegesIn(outcomes: readonly Outcome[], graph: ObjectGraph): readonly Privilege[] {
  return outcomes.filter(({ act, after }) => giving.has(act) && after).flatMap((one) => privilegesOf(one, graph));
}

function privilegesOf(outcome: Outcome, graph: ObjectGraph): readonly Privilege[] {
  const { act, type, urn, before = {}, after = {}, plan } = outcome;
  const fields: Fields = definitions[type].schema.fields;
  // A new object has a holder of its own, who had none of its rights before.
  const was = act === "create" || act === "replace" ? {} : before;
  const changed = new Set([...plan.changed, ...plan.removed].map((place) => place.path[0]));
  return Object.entries(fields).flatMap(([path, field]) => {
    const { grantsTo } = field;
    const added =
      grantsTo && changed.has(path) && addedTo(own(was, path) ?? field.absent, own(after, path) ?? field.absent);
    if (!grantsTo || !added) return [];
    const nameOf = namesIn(graph.ofResource(urn), after);
    const named = (property: string, value: Json | undefined) => {
      const name = nameOf([property], value, "after");
      return name ?? (typeof value === "string" && value !== unknownValue ? value : undefined);
    };
    const holder = grantsTo.find((property) => isThere(own(after, property))) ?? grantsTo[0];
    const to = named(holder, own(after, holder));
    const via = Object.keys(fields).find((property) => property !== holder && isIdentityReference(fields[property]));
    const on = via === undefined ? undefined : named(via, own(after, via));
    return [
      {
        ...{ type: definitions[type].type, name: parseUrn(urn)?.name ?? urn, urn, path },
        rights: added.known.map((right) => named(path, right) ?? right),
        ...(added.isUnknown && ({ isUnknown: true } as const)),
        ...(to !== undefined && { to }),
        ...(own(after, holder) === unknownValue && ({ isComputed: true } as const)),
        ...(isPassedOn(fields[holder]) && ({ isPassedOn: true } as const)),
        ...(on !== undefined && { on }),
      },
    ];
  });
}

/** The rights that a new value adds to an old one; undefined if it adds none. */
function addedTo(
  was: Json | undefined,
  is: Json | undefined,
): { readonly known: readonly string[]; readonly isUnknown: boolean } | undefined {
  if (!isThere(is) || is === false || (is === true && was === true)) return undefined;
  if (is === true) return { known: [], isUnknown: false };
  if (!Array.isArray(is)) return { known: [], isUnknown: true };
  const before = new Set(Array.isArray(was) ? was : []);
  const added = is.filter((right) => !before.has(right));
  const known = added.filter(
    (right) => typeof right === "string" && right !== unknownValue && !isSecret(right),
  ) as string[];
  return added.length === 0 ? undefined : { known, isUnknown: known.length < added.length };
}

function isThere(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && !isEmptyObject(value);
}

/** Whether a property is part of the identity of its object, and refers to another object, such as the API of a grant. */
function isIdentityReference(field: Field | undefined): boolean {
  return field?.forceNew === true && (field.idOf !== undefined || field.refersTo !== undefined);
}

/** Whether the holder is an object, such as a role, that other objects have, because reports of a change name only those. */
function isPassedOn(holder: Field | undefined): boolean {
  return holder?.idOf !== undefined && !isReported(holder.idOf);
}
