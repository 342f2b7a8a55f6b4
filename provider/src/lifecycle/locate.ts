import { sanitize } from "../client/index.ts";
import { type Json, type JsonObject, own } from "../schema/json.ts";
import type { Path } from "../schema/pointer.ts";
import type { Field, Fields } from "../schema/schema.ts";
import { same } from "../state/canonical.ts";
import { isCollection, type Leaf, leavesOf, membersOf } from "../state/leaves.ts";
import { isWithheld, notKept } from "../state/project.ts";
import type { ManagedRecord, Unconfirmed } from "../state/record.ts";
import { referencesOf } from "../state/references.ts";
import { isUnconfirmed } from "../state/unconfirmed-id.ts";
import { reading } from "./errors.ts";
import { type OperationContext, objectOf } from "./operation-context.ts";
import type { Found, Problem, ResourceType } from "./resource-type.ts";

/**
 * Where the object of a resource is, and whose it is.
 *
 * | | read | update | delete |
 * |---|---|---|---|
 * | `known`: at the tenant under this id | reads it | changes it | deletes it |
 * | `ours`: a part of another object, whose creation was lost, and which has every value that was sent | takes its id | completes it | deletes it |
 * | `unsure`: a creation was lost; these objects have every value that was sent, or none may show yet | with adopt takes its id, else changes nothing | with adopt takes it over, else refuses | leaves it alone |
 * | `theirs`: its creation was lost, and this is another object | leaves it alone, forgets the resource | creates one, which refuses or adopts it | leaves it alone |
 * | `absent`: its creation was lost, and there is none | forgets the resource | creates it | does nothing |
 */
export type Located = { readonly is: "known"; readonly id: string } | LookedUp;

/** What becomes of a creation whose answer was lost. */
export type LookedUp =
  | { readonly is: "ours" | "theirs"; readonly id: string; readonly found: Found }
  | Unsure
  | { readonly is: "absent" };

/** Objects of which nothing tells whether a lost creation has made one of them. None: it may not show yet. */
export interface Unsure {
  readonly is: "unsure";
  readonly candidates: readonly Found[];
}

/** How long a listing may be behind a creation, in seconds. The request itself may be under way for a while. */
const maxDelay = 120;

/**
 * Finds out where an object is. The tenant is asked only where the record does not know.
 *
 * A run that finds a lost creation of an earlier one cannot tell who made the object: another team, or another stack of the same program, had
 * all the time in between. So an object that can be adopted is never `ours` here.
 *
 * @param sent what the object was created with
 */
export async function locate(
  context: OperationContext,
  { standing }: ManagedRecord,
  sent: JsonObject,
): Promise<Located> {
  if (standing.at === "tenant") return { is: "known", id: standing.id };
  const where = withoutProof(context, await reading(() => lookUp(context, sent, standing.before)));
  return where.is === "absent" && mayShowLater(standing) ? { is: "unsure", candidates: [] } : where;
}

/** What a look tells where the object may have been made by others since the creation was sent, or before it: resemblance is no proof. */
export function withoutProof({ type }: OperationContext, where: LookedUp): LookedUp {
  return where.is === "ours" && type.isAdoptable ? { is: "unsure", candidates: [where.found] } : where;
}

/** Whether a listing may not show yet what a lost creation has made. */
function mayShowLater({ sent }: Unconfirmed): boolean {
  return sent !== undefined && Date.now() / 1_000 - sent < maxDelay;
}

/**
 * Looks for the object of a creation whose answer was lost.
 *
 * @param before ids that it does not have, as these objects were there before, or were made for other resources
 */
export async function lookUp(
  context: OperationContext,
  sent: JsonObject,
  before: readonly string[] = [],
): Promise<LookedUp> {
  const { type, service } = context;
  const namesakes = await type.namesakes?.(service, sent);
  if (namesakes) return amongNamesakes(context, sent, namesakes, before);
  const found = await type.find(service, sent);
  if (!found) return { is: "absent" };
  const { id, live } = found;
  return { is: isOurs(type, sent, live) && !before.includes(id) ? "ours" : "theirs", id, found };
}

/**
 * Of objects with the same name, those that have every value that was sent, that were not there before and that no other resource keeps
 * can be the object. A listing that was behind when it was asked for those before tells too little to take one over.
 */
function amongNamesakes(
  context: OperationContext,
  sent: JsonObject,
  all: readonly Found[],
  before: readonly string[],
): LookedUp {
  const { type, program } = context;
  const isKept = (id: string) => {
    const object = objectOf(type, id);
    return object !== undefined && (program.inState.has(object) || program.keptBesides(object, undefined).length > 0);
  };
  const candidates = all.filter(({ id, live }) => !before.includes(id) && !isKept(id) && isOurs(type, sent, live));
  return candidates.length > 0 ? { is: "unsure", candidates } : { is: "absent" };
}

/**
 * Whether an object has all that the first call of a creation has sent, as far as its values come back. Such an object
 * counts as ours. An object of which a missing permission hides a part does not.
 */
function isOurs({ schema }: ResourceType, sent: JsonObject, live: JsonObject): boolean {
  const leaves = leavesOf(schema.fields, sent).filter(({ path }) => !schema.fields[path[0] ?? ""]?.subresource);
  const isReadable = leaves.every((leaf) => !isWithheld(leaf.field, leaf.path, live));
  return isReadable && notKept(leaves, sent, live).length === 0;
}

/** Whether two versions of a program want an object under the same key, so that there can be only one. */
export function hasSameKey({ schema, uniqueBy }: ResourceType, a: JsonObject, b: JsonObject): boolean {
  return uniqueBy.every((name) => same(schema.fields[name], own(a, name), own(b, name)));
}

/** Says that an object counts as ours because it has all that was sent: somebody may know better. */
export function sayOurs({ type }: OperationContext, sent: JsonObject, id: string): void {
  console.warn(
    `${type.label(sent)}: the answer to its creation was lost; object ${id} was not there before and has every value that was sent, ` +
      "so it is treated as ours. A later deletion leaves it alone if it has anything else",
  );
}

/** Why an object is not created, changed or taken over, and what to do. */
export function unsureInWords({ type }: OperationContext, sent: JsonObject, { candidates }: Unsure): string {
  const label = type.label(sent);
  if (candidates.length === 0) {
    return (
      `The answer to the creation of ${label} was lost less than ${maxDelay} seconds ago, and a listing may not show it yet: a second request could make ` +
      "a duplicate. Run `pulumi up --refresh` again in some minutes."
    );
  }
  const ids = sanitize(candidates.map(({ id }) => id).join(", "));
  const object = candidates.length === 1 ? `object ${ids} has` : `several objects have (${ids})`;
  return (
    `The answer to the creation of ${label} was lost; ${object} every value that was sent, and nothing tells whether this stack made it: another team or ` +
    "another stack can have created it. It is neither changed nor taken over. If it is yours, run `TENANT_ADOPT=true pulumi up --refresh`, or say `adopt: true`. " +
    `If it is not, give it or the resource another ${type.uniqueBy.join(" or ")}, or take the entry out of the state with \`pulumi state delete\`.` +
    (candidates.length === 1 ? "" : " Of several, delete those that nobody needs, or import one by its id.")
  );
}

/** Says that an object is taken over because the program or the run says so. */
export function sayAdopted({ type }: OperationContext, sent: JsonObject, id: string): void {
  console.warn(
    `${type.label(sent)}: the answer to its creation was lost; this stack takes object ${id} over, as adopt says`,
  );
}

/** Says that the objects are left alone one of which an entry that goes may stand for. */
export function sayUnsure(context: OperationContext, outputs: JsonObject, { candidates }: Unsure): void {
  for (const { id } of candidates) sayLeftAlone(context, outputs, id);
  if (candidates.length > 0) return;
  console.warn(
    `warning: ${context.type.label(outputs)}: the answer to its creation was lost a moment ago, and a listing may not show it yet. Look for it at the tenant.`,
  );
}

/** Says that an object is left alone, as it may be somebody else's. */
export function sayLeftAlone({ type }: OperationContext, outputs: JsonObject, id: string): void {
  console.warn(`${type.label(outputs)} (id ${id}) is left alone: nothing tells for sure that this stack made it`);
}

/**
 * Whether an object has nothing but what was sent and what a fresh one has, as far as that can be told: nobody has used
 * it for anything else. An object that only counts as ours may be deleted only then.
 */
export function isUntouched({ schema, isDisposable }: ResourceType, sent: JsonObject, live: JsonObject): boolean {
  const leaves = leavesOf(schema.fields, sent);
  const isNothingElse = Object.entries(schema.fields).every(([name, field]) =>
    isAsCreated(field, [name], own(live, name), leaves),
  );
  return isDisposable && isNothingElse && notKept(leaves, sent, live).length === 0;
}

/** Whether a value has nothing but the declared leaves, at any depth, and what a fresh object has. */
function isAsCreated(field: Field, path: Path, value: Json | undefined, leaves: readonly Leaf[]): boolean {
  const below = leaves.filter((leaf) => path.every((key, at) => leaf.path[at] === key));
  if (value === undefined || below.some((leaf) => leaf.path.length === path.length)) return true;
  if (below.length === 0) return isFresh(field, value);
  if (field.kind === "object") {
    return Object.entries(field.fields).every(([name, member]) =>
      isAsCreated(member, [...path, name], own(value, name), below),
    );
  }
  const members = isCollection(field) ? membersOf(field, path, value) : undefined;
  const declared = new Set(below.map(({ pointer }) => pointer));
  return members === undefined || members.every(({ pointer }) => declared.has(pointer));
}

function isFresh(field: Field, value: Json | undefined): boolean {
  if (value === undefined || field.forceNew || field.computed || field.chosen) return true;
  if (field.absent !== undefined && same(field, value, field.absent)) return true;
  if (field.kind === "object" && field.clear?.how === "members") {
    return Object.entries(field.fields).every(([name, member]) => isFresh(member, own(value, name)));
  }
  return field.clear?.how === "default" && same(field, value, field.clear.value);
}

/** References by the id of a lost creation. The service knows none of them, and takes some as the ids of what may come to be. */
export function problemsOfIds(fields: Fields, args: JsonObject): readonly Problem[] {
  return referencesOf(fields, args).flatMap(({ path, property, value }) =>
    property === "id" && value !== undefined && isUnconfirmed(value)
      ? [
          {
            // For people, the elements of a list have numbers.
            path: path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
            says:
              `"${sanitize(value, 200)}" is no id of the tenant: the answer to the creation of that object was lost. ` +
              "Run `pulumi up --refresh`, which finds out first what became of it",
          },
        ]
      : [],
  );
}

/** Says what an update could not do for an object that it has found or made at last. */
export function sayUnconfirmed(label: string, id: string): void {
  if (!isUnconfirmed(id)) return;
  console.warn(
    `warning: ${label} is at the tenant now, but the state still has "${sanitize(id, 200)}" as its id. ` +
      "Run `pulumi up --refresh`, which gives it its own id.",
  );
}
