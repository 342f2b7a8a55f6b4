import { holdsUnknown, type Json, own } from "../schema/json.ts";
import type { Fields } from "../schema/schema.ts";
import { isSharable, isShared } from "../state/leaves.ts";
import { definitions } from "../types/registry.ts";
import type { Creations } from "./creations.ts";
import type { Outcome } from "./outcomes.ts";

/** A set or list of which a plan changes whether the program shares it with others. */
export interface SharingChange {
  /** The argument that says it. */
  readonly argument: string;
  readonly was: Json | undefined;
  readonly is: Json | undefined;
  /** Whether the declared members are all members after the run. Undefined if that is known only during the run. */
  readonly isExclusive: boolean | undefined;
}

/**
 * The sets and lists that a program shares from now on, or no longer shares: of the same resource, and of one that another resource leaves. The other
 * members stay in this run, so no value differs.
 */
export function sharingChangesOf(outcome: Outcome, creations: Creations): readonly SharingChange[] {
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
    const isExclusive = is !== undefined && holdsUnknown(is) ? undefined : !isShared(field, after);
    const isSafe = isExclusive === undefined && !wasExclusive;
    return isExclusive === wasExclusive || isSafe ? [] : [{ argument, was, is, isExclusive }];
  });
}
