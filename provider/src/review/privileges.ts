import { isReported, type ObjectGraph } from "../graph/graph.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { isSecret } from "../pulumi-cli/values.ts";
import { holdsUnknown, isEmptyObject, type Json, type JsonObject, own, unknownValue } from "../schema/json.ts";
import type { Field, Fields } from "../schema/schema.ts";
import { definitions, isTypeName } from "../types/registry.ts";
import { namesIn } from "./names.ts";
import { type Act, keyOf, type Outcome } from "./outcomes.ts";

/**
 * Rights that a plan gives to the holder of a property, or takes from it, such as the scopes of a grant to an application. All texts are untrusted. A
 * switch is a right without a name: its property.
 */
export interface Privilege {
  /** The class of the resource. */
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  /** The property with the rights. */
  readonly path: string;
  /** The new rights, by name if the plan or the state has their names. Empty for a switch. */
  readonly rights: readonly string[];
  /** The rights that the holder loses. Empty for a switch, absent if there are none. */
  readonly lost?: readonly string[];
  /** The rights that the holder had and has after the run, as far as the resource declares them. Absent if there are none. */
  readonly kept?: readonly string[];
  /** Whether the holder gets no rights, and only loses some. */
  readonly isLoss?: true;
  /** Whether rights may be among the new ones that are known only during the run, or secret. */
  readonly isUnknown?: true;
  /** The holder of the rights: its name, or the value by which the resource refers to it. Absent if it is not known. */
  readonly to?: string;
  /** The noun of the holder's type, such as `application`. Absent if the holder is no object of a known type. */
  readonly noun?: string;
  /** Whether the holder's id is known only during the run: `to` is the object from whose id the program computes the value. */
  readonly isComputed?: true;
  /** Whether others have the rights through the holder, as with a role. The affected objects of the resource are those that are known. */
  readonly isPassedOn?: true;
  /** The other object to which the identity of the resource's object refers, such as the API of a grant or the organization of a member. */
  readonly on?: string;
}

/** The acts after which a holder can have other rights. */
const changing: ReadonlySet<Act> = new Set(["write", "reset", "adopt", "create", "replace", "delete"]);

/**
 * The rights that a plan gives and takes: the elements of sets, and the switches, that their definition marks with their holder (`grantsTo`). A holder
 * that the plan deletes loses nothing.
 *
 * @param mayStay the URNs of deleted resources whose objects, or members of them, may stay: they lose no rights for sure
 */
export function privilegesIn(
  outcomes: readonly Outcome[],
  graph: ObjectGraph,
  mayStay: ReadonlySet<string> = new Set(),
): readonly Privilege[] {
  const gone = new Set(outcomes.flatMap((one) => (one.act === "delete" && one.id ? keyOf(one, one.type, one.id) : [])));
  const isGone = ({ type, before = {}, ...outcome }: Outcome) => {
    const fields: Fields = definitions[type].schema.fields;
    const holders = Object.values(fields).flatMap(({ grantsTo = [] }) => [...grantsTo]);
    return holders.some((one) => gone.has(keyOf(outcome, fields[one]?.idOf ?? "", String(own(before, one)))));
  };
  return outcomes
    .filter((one) => changing.has(one.act) && !(one.act === "delete" && (mayStay.has(one.urn) || isGone(one))))
    .flatMap((one) => privilegesOf(one, graph));
}

function privilegesOf(outcome: Outcome, graph: ObjectGraph): readonly Privilege[] {
  const { act, before = {}, after = {}, plan } = outcome;
  const taken = { was: before, is: {}, when: "before" } as const;
  if (act === "delete") return changesOf(outcome, graph, taken);
  // A new object has a holder of its own, who had none of its rights before.
  if (act === "replace") {
    const given = { was: {}, is: after, when: "after" } as const;
    return [...changesOf(outcome, graph, taken), ...changesOf(outcome, graph, given)];
  }
  const changed = new Set([...plan.changed, ...plan.removed].map((place) => place.path[0] ?? ""));
  return changesOf(outcome, graph, { was: act === "create" ? {} : before, is: after, when: "after", changed });
}

/** An object before and after a change of rights; an object without values has none. */
interface RightsChange {
  readonly was: JsonObject;
  readonly is: JsonObject;
  /** When the object has the holder: after the run, or before it if the object is deleted. */
  readonly when: "before" | "after";
  /** The properties that the plan changes. Default: all. */
  readonly changed?: ReadonlySet<string>;
}

function changesOf(
  { type, urn }: Outcome,
  graph: ObjectGraph,
  { was, is, when, changed }: RightsChange,
): readonly Privilege[] {
  const fields: Fields = definitions[type].schema.fields;
  const at = when === "after" ? is : was;
  return Object.entries(fields).flatMap(([path, field]) => {
    const { grantsTo } = field;
    if (!grantsTo || changed?.has(path) === false) return [];
    const [old, now] = [was, is].map((object) => own(object, path) ?? field.absent);
    const [added, lost] = [addedTo(old, now), addedTo(now, old)];
    // An unknown value can contain what the holder has.
    const isLost = lost !== undefined && !holdsUnknown(now);
    if (!added && !isLost) return [];
    const nameOf = namesIn(graph.ofResource(urn), at);
    const named = (property: string, value: Json | undefined, then: "before" | "after" = when) => {
      const name = nameOf([property], value, then);
      return name ?? (typeof value === "string" && value !== unknownValue ? value : undefined);
    };
    const holder = grantsTo.find((property) => isThere(own(at, property))) ?? grantsTo[0];
    const to = named(holder, own(at, holder));
    const { idOf = "" } = fields[holder] ?? {};
    const noun = isTypeName(idOf) ? definitions[idOf].schema.noun : undefined;
    const via = Object.keys(fields).find((property) => property !== holder && isIdentityReference(fields[property]));
    const on = via === undefined ? undefined : named(via, own(at, via));
    const kept = textsIn(old).filter((right) => textsIn(now).includes(right));
    const inWords = (rights: readonly string[], then: "before" | "after") =>
      rights.map((right) => named(path, right, then) ?? right);
    return [
      {
        ...{ type: definitions[type].type, name: parseUrn(urn)?.name ?? urn, urn, path },
        rights: inWords(added?.known ?? [], "after"),
        ...(isLost && { lost: inWords(lost.known, "before") }),
        ...(kept.length > 0 && { kept: inWords(kept, "after") }),
        ...(!added && ({ isLoss: true } as const)),
        ...(added?.isUnknown && ({ isUnknown: true } as const)),
        ...(to !== undefined && { to }),
        ...(noun !== undefined && { noun }),
        ...(own(at, holder) === unknownValue && ({ isComputed: true } as const)),
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
  const known = textsIn(added);
  return added.length === 0 ? undefined : { known, isUnknown: known.length < added.length };
}

/** The elements of a list that are known, and no secrets. */
function textsIn(value: Json | undefined): readonly string[] {
  const all: readonly Json[] = Array.isArray(value) ? value : [];
  return all.filter((one) => typeof one === "string" && one !== unknownValue && !isSecret(one)) as string[];
}

function isThere(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && (isSecret(value) || !isEmptyObject(value));
}

/** Whether a property is part of the identity of its object, and refers to another object, such as the API of a grant. */
function isIdentityReference(field: Field | undefined): boolean {
  return field?.forceNew === true && (field.idOf !== undefined || field.refersTo !== undefined);
}

/** Whether the holder is an object, such as a role, that other objects have, because reports of a change name only those. */
function isPassedOn(holder: Field | undefined): boolean {
  return holder?.idOf !== undefined && !isReported(holder.idOf);
}
