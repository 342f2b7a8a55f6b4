import { same } from "../model/canonical.ts";
import { type Json, type JsonObject, own } from "../model/json.ts";
import { leavesOf } from "../model/leaves.ts";
import { isWithheld, notKept } from "../model/project.ts";
import type { ManagedRecord } from "../model/record.ts";
import type { Field } from "../model/table.ts";
import { legible } from "../tenant/index.ts";
import { reading, UserError } from "./errors.ts";
import type { Found, Kind } from "./kind.ts";
import { objectOf, type Work } from "./work.ts";

/**
 * Where the object of a resource is, and whose it is.
 *
 * | | read | update | delete |
 * |---|---|---|---|
 * | `known`: at the tenant under this id | reads it | changes it | deletes it |
 * | `ours`: its creation was lost, and this has all that was sent | takes its id | completes it | deletes it, if nobody has used it for anything else |
 * | `theirs`: its creation was lost, and this is another object | leaves it alone, forgets the resource | creates one, which refuses or adopts it | leaves it alone |
 * | `absent`: its creation was lost, and there is none | forgets the resource | creates it | does nothing |
 */
export type Located = { readonly is: "known"; readonly id: string } | LookedUp;

/** What becomes of a creation whose answer was lost. */
export type LookedUp =
  | { readonly is: "ours" | "theirs"; readonly id: string; readonly found: Found }
  | { readonly is: "absent" };

/**
 * Finds out where an object is. The tenant is asked only where the record does not know.
 *
 * @param sent what the object was created with
 */
export async function locate(work: Work, { standing }: ManagedRecord, sent: JsonObject): Promise<Located> {
  if (standing.at === "tenant") return { is: "known", id: standing.id };
  return reading(() => lookUp(work, sent));
}

/** Looks for the object of a creation whose answer was lost. */
export async function lookUp(work: Work, sent: JsonObject): Promise<LookedUp> {
  const { kind, service } = work;
  const namesakes = await kind.namesakes?.(service, sent);
  if (namesakes) return amongNamesakes(work, sent, namesakes);
  const found = await kind.find(service, sent);
  if (!found) return { is: "absent" };
  return { is: isOurs(kind, sent, found.live) ? "ours" : "theirs", id: found.id, found };
}

/** Of those that have the same name, only one that has all that was sent, and that no other resource keeps, is ours. */
function amongNamesakes(work: Work, sent: JsonObject, all: readonly Found[]): LookedUp {
  const { kind, program } = work;
  const isKept = (id: string) => {
    const object = objectOf(kind, id);
    return object !== undefined && (program.inState.has(object) || program.keptBesides(object, undefined).length > 0);
  };
  const ours = all.filter(({ id, live }) => !isKept(id) && isOurs(kind, sent, live));
  const [found] = ours;
  if (!found) return { is: "absent" };
  if (ours.length === 1) return { is: "ours", id: found.id, found };
  throw new UserError(
    `${kind.label(sent)}: the answer to its creation was lost, and several at the tenant have all that was sent (${legible(ours.map(({ id }) => id).join(", "))}). ` +
      "Delete those that nobody needs, or change a property of the others, and run it again.",
  );
}

/**
 * Whether an object has all that the first call of a creation has sent, as far as its values come back. Such an object
 * counts as ours. An object of which a missing permission hides a part does not.
 */
function isOurs({ table }: Kind, sent: JsonObject, live: JsonObject): boolean {
  const leaves = leavesOf(table.fields, sent).filter(({ path }) => !table.fields[path[0] ?? ""]?.apart);
  const isReadable = leaves.every((leaf) => !isWithheld(leaf.field, leaf.path, live));
  return isReadable && notKept(leaves, sent, live).length === 0;
}

/** Whether two versions of a program want an object under the same key, so that there can be only one. */
export function hasSameKey({ table, uniqueBy }: Kind, a: JsonObject, b: JsonObject): boolean {
  return uniqueBy.every((name) => same(table.fields[name], own(a, name), own(b, name)));
}

/** Says that an object counts as ours because it has all that was sent: somebody may know better. */
export function sayOurs({ kind }: Work, sent: JsonObject, id: string): void {
  console.warn(
    `${kind.label(sent)}: the answer to its creation was lost; what is at the tenant (id ${id}) has all that was sent, ` +
      "so it is taken for that",
  );
}

/** Says that an object is left alone, as it may be somebody else's. */
export function sayLeftAlone({ kind }: Work, outputs: JsonObject, id: string): void {
  console.warn(`${kind.label(outputs)} (id ${id}) is left alone: nothing tells for sure that this stack made it`);
}

/**
 * Whether an object has nothing but what was sent and what a fresh one has, as far as that can be told: nobody has used
 * it for anything else. An object that only counts as ours may be deleted only then.
 */
export function isUntouched({ table, isDisposable }: Kind, sent: JsonObject, live: JsonObject): boolean {
  const declared = new Set(leavesOf(table.fields, sent).map(({ path }) => path[0]));
  const isAsCreated = (name: string, field: Field) => declared.has(name) || isFresh(field, own(live, name));
  return isDisposable && Object.entries(table.fields).every(([name, field]) => isAsCreated(name, field));
}

function isFresh(field: Field, value: Json | undefined): boolean {
  if (value === undefined || field.identity || field.computed || field.chosen) return true;
  if (field.absent !== undefined && same(field, value, field.absent)) return true;
  if (field.kind === "object" && field.clear?.how === "members") {
    return Object.entries(field.fields).every(([name, member]) => isFresh(member, own(value, name)));
  }
  return field.clear?.how === "default" && same(field, value, field.clear.value);
}
