import { holdsUnknown, type Json, type JsonObject, own } from "../schema/json.ts";
import type { Fields } from "../schema/schema.ts";
import { isSharable, isShared, type SharableField } from "../state/leaves.ts";
import { definitions } from "../types/registry.ts";
import type { Creations } from "./creations.ts";
import type { Outcome } from "./outcomes.ts";

/** A set or list of which a plan changes whether the program shares it with others. */
export interface SharingChange {
  /** The argument that says it. A property that has none counts as one with an argument `exclusive` of its own. */
  readonly path: string;
  readonly was: Json | undefined;
  readonly is: Json | undefined;
  /** Whether the declared members are all members after the run. Undefined if that is known only during the run. */
  readonly isExclusive: boolean | undefined;
}

/**
 * The sets and lists that a program shares from now on, or no longer shares: of the same resource, of one that another resource leaves, and those of which
 * another resource takes members over. The other members stay in this run, so no value differs.
 */
export function sharingChangesOf(outcome: Outcome, creations: Creations): readonly SharingChange[] {
  return [...changedArguments(outcome, creations), ...openedProperties(outcome, creations)];
}

function changedArguments(outcome: Outcome, creations: Creations): readonly SharingChange[] {
  const { type, act, after } = outcome;
  const before = act === "create" || act === "adopt" ? creations.leftBehind(outcome) : outcome.before;
  if (!before || !after || act === "keep") return [];
  const fields: Fields = definitions[type].schema.fields;
  return Object.entries(fields).flatMap(([name, field]) => {
    const isDeclared = own(before, name) !== undefined && own(after, name) !== undefined;
    if (!isSharable(field) || typeof field.exclusive !== "object" || !isDeclared) return [];
    const { argument } = field.exclusive;
    const [was, is] = [own(before, argument), own(after, argument)];
    const wasExclusive = !isShared(field, before);
    const isExclusive = isExclusiveIn(field, after);
    const isSafe = isExclusive === undefined && !wasExclusive;
    return isExclusive === wasExclusive || isSafe ? [] : [{ path: argument, was, is, isExclusive }];
  });
}

/** The sets that a resource declared as a whole, and no longer declares, because other resources declare some of their members. */
function openedProperties(outcome: Outcome, creations: Creations): readonly SharingChange[] {
  const { type, act, before, plan, isManaged } = outcome;
  const isLeaving = act === "keep" && !isManaged;
  if (!before || !(act === "write" || isLeaving)) return [];
  const fields: Fields = definitions[type].schema.fields;
  return Object.entries(fields).flatMap(([name, field]) => {
    const isDeclared = !isLeaving && plan.declared.some(({ path }) => path[0] === name);
    if (!isSharable(field) || own(before, name) === undefined || isDeclared || isShared(field, before)) return [];
    const parts = creations.partsOf(outcome, name).map(({ field: part, after }) => isExclusiveIn(part, after));
    if (parts.length === 0 || parts.includes(true)) return [];
    const isExclusive = parts.includes(undefined) ? undefined : false;
    return [{ path: `${name}.exclusive`, was: true, is: isExclusive, isExclusive }];
  });
}

/** Whether declared members are all members of a set. Undefined if that is known only during the run. */
function isExclusiveIn(field: SharableField, object: JsonObject): boolean | undefined {
  const said = typeof field.exclusive === "object" ? own(object, field.exclusive.argument) : undefined;
  return said !== undefined && holdsUnknown(said) ? undefined : !isShared(field, object);
}
