import type { ObjectGraph } from "../graph/graph.ts";
import type { Definition, ElementsOf } from "../schema/definition.ts";
import { type Json, type JsonObject, own } from "../schema/json.ts";
import type { Field, Fields, Schema } from "../schema/schema.ts";
import { same } from "../state/canonical.ts";
import { type CollectionField, isCollection, isSharable, isShared } from "../state/leaves.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import { tools } from "../types/tools.made.ts";
import { identityKeyOf } from "./baseline.ts";
import type { Outcome } from "./outcomes.ts";

/** What a creation changes of what exists already, before the run and without it. */
export interface Creation {
  /** The known values with which the new ones are compared. Empty if there are none. */
  readonly before: JsonObject;
  /** The properties whose new values are judged. */
  readonly judged: (property: string) => boolean;
  /** Whether the creation replaces a set of an object that exists already, so that it can remove what others have put there. */
  readonly isReplacingWhole: boolean;
}

/**
 * Tells which creations of a plan change what exists already. A new object that nobody uses yet changes nothing. A part of an object that exists, such as
 * the applications of a connection, changes that object, and so does an object that is in force at once.
 */
export class Creations {
  readonly #graph: ObjectGraph;
  readonly #isMade: (urn: string) => boolean;
  readonly #isAdopting: (urn: string) => boolean;
  readonly #outcomes: readonly Outcome[];
  /** The values of the objects that leave the stack, by identity: a creation can take such an object over under another name. */
  readonly #leaving: ReadonlyMap<string | undefined, JsonObject>;

  /**
   * @param isMade whether the plan creates the object of a resource for sure
   * @param isAdopting whether the creation of a resource adopts an object that exists
   */
  constructor(
    outcomes: readonly Outcome[],
    graph: ObjectGraph,
    isMade: (urn: string) => boolean,
    isAdopting: (urn: string) => boolean,
  ) {
    this.#graph = graph;
    this.#isMade = isMade;
    this.#isAdopting = isAdopting;
    this.#outcomes = outcomes;
    this.#leaving = new Map(
      outcomes.flatMap(({ type, tenant, before, isManaged }) =>
        before && !isManaged ? [[identityKeyOf(type, tenant, before), before] as const] : [],
      ),
    );
  }

  /** What the creation of an outcome changes. Undefined if it is no creation, or if it changes nothing that exists already. */
  of(outcome: Outcome): Creation | undefined {
    const { type, act, after } = outcome;
    if (!after || !(act === "create" || (act === "replace" && isElsewhere(outcome)))) return undefined;
    const { hasOwnObject } = resourceTypes[type];
    const fields: Fields = definitions[type].schema.fields;
    const left = this.leftBehind(outcome);
    const before = left ?? this.#inWhole(outcome, after) ?? {};
    const owners = ownersOf(definitions[type].schema, after);
    const isExisting = (property: string) => this.#refersToExisting(outcome, property);
    const isPart = owners.affected.some(isExisting) || (!hasOwnObject && owners.all.length === 0);
    const isWhole = isPart || left !== undefined || tools[type].isInForceAtOnce === true;
    const judged = (property: string) => isWhole || (fields[property]?.affectsTarget === true && isExisting(property));
    // A set of which the stack has known the members replaces no more than an update does.
    const isReplacingWhole =
      !hasOwnObject && left === undefined && owners.all.every(isExisting) && replacesSet(fields, after);
    return { before, judged, isReplacingWhole };
  }

  /**
   * The last known values of the object with the same identity, which another resource leaves. An object with an id of its own is a new one, unless the
   * creation adopts it.
   */
  leftBehind({ urn, type, tenant, after }: Outcome): JsonObject | undefined {
    if (resourceTypes[type].hasOwnObject && !this.#isAdopting(urn)) return undefined;
    const key = after && identityKeyOf(type, tenant, after);
    return key === undefined ? undefined : this.#leaving.get(key);
  }

  /** The resources of other types that have members of an object's set after the run, each with the field of its members. */
  partsOf(
    whole: Outcome,
    property: string,
  ): readonly { readonly field: CollectionField; readonly after: JsonObject }[] {
    return this.#outcomes.flatMap(({ type, tenant, after, isManaged }) => {
      const { elementsOf }: Definition = definitions[type];
      if (!after || !isManaged || elementsOf?.property !== property) return [];
      const { field } = setOf(type) ?? {};
      return field && tenant === whole.tenant && hasSet(whole, elementsOf, after) ? [{ field, after }] : [];
    });
  }

  /** The last known values of the set in the object that has it, if a resource has declared them there. */
  #inWhole({ type, tenant }: Outcome, after: JsonObject): JsonObject | undefined {
    const { elementsOf }: Definition = definitions[type];
    const { name: set } = setOf(type) ?? {};
    if (!elementsOf || set === undefined) return undefined;
    const whole = this.#outcomes.find((one) => one.tenant === tenant && hasSet(one, elementsOf, after));
    const value = own(whole?.before, elementsOf.property);
    return value === undefined ? undefined : { [set]: value };
  }

  /** Whether a property refers to an object that the plan does not create. A value of which nothing is known can be any. */
  #refersToExisting({ urn, after }: Outcome, property: string): boolean {
    const links = this.#graph.ofResource(urn)?.links ?? [];
    const value = own(after, property);
    const values: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
    const found = links.filter(
      ({ reference }) =>
        reference.path[0] === property && (reference.value === undefined || values.includes(reference.value)),
    );
    return (
      found.length === 0 || found.some(({ to }) => to.urns.size === 0 || [...to.urns].some((one) => !this.#isMade(one)))
    );
  }
}

/** Whether a replacement creates the object at another owner. */
function isElsewhere({ type, before, after }: Outcome): boolean {
  const { schema }: Definition = definitions[type];
  return ownersOf(schema, after ?? {}).all.some(
    (property) => !same(schema.fields[property], own(before, property), own(after, property)),
  );
}

/** The properties of an object's identity that refer to other objects: all, and those whose objects a change affects. */
function ownersOf(
  { fields }: Schema,
  object: JsonObject,
): { readonly all: readonly string[]; readonly affected: readonly string[] } {
  const isReference = ([, { forceNew, idOf, refersTo }]: [string, Field]) =>
    forceNew === true && (idOf !== undefined || refersTo !== undefined);
  const all = Object.entries(fields).filter((one) => isReference(one) && own(object, one[0]) !== undefined);
  const affected = all.filter(([, { affectsTarget }]) => affectsTarget === true);
  const names = (some: typeof all) => some.map(([name]) => name);
  return { all: names(all), affected: names(affected.length > 0 ? affected : all) };
}

/** Whether a program declares a set, or a list, from which its creation removes all other members. */
function replacesSet(fields: Fields, object: JsonObject): boolean {
  return Object.entries(fields).some(
    ([name, field]) =>
      isSharable(field) && !field.computed && own(object, name) !== undefined && !isShared(field, object),
  );
}

/** The set or map of a type. Undefined if it has none. */
function setOf(type: TypeName): { readonly name: string; readonly field: CollectionField } | undefined {
  const fields: Fields = definitions[type].schema.fields;
  const found = Object.entries(fields).flatMap(([name, field]) => (isCollection(field) ? [{ name, field }] : []));
  return found[0];
}

/** Whether an object is the one of which the set is a part. */
function hasSet({ type, id, before }: Outcome, { whole, by }: ElementsOf, after: JsonObject): boolean {
  const value = own(after, by.argument);
  const isOfType = definitions[type].type === whole.type;
  return isOfType && value !== undefined && value === (by.property === "id" ? id : own(before, by.property));
}
