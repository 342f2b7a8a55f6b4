import { sanitize } from "../../client/index.ts";
import { sharesNames } from "../../schema/definition.ts";
import { type Json, type JsonObject, own, type Path } from "../../schema/json.ts";
import { type Field, type Fields, isShownOnce } from "../../schema/schema.ts";
import { same } from "../../state/canonical.ts";
import { isCollection, type Leaf, leavesOf, membersOf } from "../../state/leaves.ts";
import { isWithheld, notKept } from "../../state/project.ts";
import type { ManagedRecord, Unconfirmed } from "../../state/record.ts";
import { isUnconfirmed, referencesOf } from "../../state/references.ts";
import { listInWords, maxListed } from "../calls.ts";
import { confirmed, reading } from "../errors.ts";
import { isInState, keyOfObject, type OperationContext } from "../operation-context.ts";
import type { Found, Problem, ResourceType } from "../resource-type.ts";
import type { Search, WhereLost } from "./decide.ts";

/**
 * The location and the ownership of a resource's object. A creation is lost if the response to its request was lost.
 *
 * | | read | update | delete |
 * |---|---|---|---|
 * | `known`: the record contains the object's id | reads it | changes it | deletes it |
 * | `undecided`: the creation was lost; the candidates have every value that was sent, or a listing may still lack the object | with `adopt` saves its id, else changes nothing | with `adopt` adopts it, else fails | leaves it alone |
 * | `complete`: the creation was lost, and every value that was sent is at the tenant; only for resources without an object of their own (a set of members, the scopes of an API, a domain's verification), which no other team can own | saves its id | changes it | deletes it |
 * | `incomplete`: like `complete`, but a value that was sent is missing, so the creation may have written nothing | keeps the record, including the removals of members that have to be undone | changes it | leaves it alone |
 * | `different`: the creation was lost, and the object with the declared key lacks a value that was sent, or existed before | leaves it alone, removes the resource from the state | runs a creation, which fails or adopts it, or creates another object with the same name | leaves it alone |
 * | `absent`: the creation was lost, and no object exists | removes the resource from the state | creates it | does nothing |
 */
export type Located = { readonly is: "known"; readonly id: string } | WhereLost;

/** Maximum time in seconds from the loss of the response to a creation until listings contain the object. The service may still be creating it. */
const maxDelay = 120;

/**
 * Locates the object of a resource. A request is sent only if the record does not contain the object's id.
 *
 * A run cannot determine the origin of an object that a lost creation of an earlier run may have made: another team, or another stack of the
 * same program, may have created the object between the two runs. So an object that can be adopted is never `complete`.
 *
 * @param sentInputs the inputs of the creation: the outputs in the state, because the response was lost
 */
export async function locate(
  context: OperationContext,
  { standing }: ManagedRecord,
  sentInputs: JsonObject,
): Promise<Located> {
  if (standing.at === "tenant") return { is: "known", id: standing.id };
  const look = () => search(context, standing, sentInputs);
  if (!sharesNames(context.type, sentInputs)) return confirmed(look, ({ is }) => is !== "absent" && is !== "different");
  // A list that is cut short can hide one of several candidates.
  const [first, second] = [await look(), await look()];
  return candidatesIn(second) > candidatesIn(first) ? second : first;
}

function candidatesIn(where: WhereLost): number {
  return where.is === "undecided" ? where.candidates.length : -1;
}

/** Searches for the object of a lost creation. */
async function search(context: OperationContext, standing: Unconfirmed, sentInputs: JsonObject): Promise<WhereLost> {
  const { type, service } = context;
  const namesakes = await reading(async () =>
    sharesNames(type, sentInputs) ? type.namesakes?.(service, sentInputs) : undefined,
  );
  if (namesakes) {
    const where = amongNamesakes(context, sentInputs, namesakes, standing.before);
    // Another object with the same name does not prove that the creation failed: the listing may not contain the created object yet.
    if (where.is !== "undecided" && mayShowLater(standing)) return { is: "undecided", candidates: [], others: [] };
    // Nobody can have edited an object whose value nobody has, so one with other values is that of others.
    return where.is === "different" && isShownOnce(type.schema) ? { is: "absent" } : where;
  }
  const sent = await reading(() => findSent(context, sentInputs, standing.before));
  if (sent.is === "none") return { is: "absent" };
  const { found } = sent;
  const isMatching = sent.is === "matching";
  if (!type.hasOwnObject) return { is: isMatching ? "complete" : "incomplete", id: found.id, found };
  return isMatching
    ? { is: "undecided", candidates: [found], others: [] }
    : { is: "different", id: found.id, ids: [found.id] };
}

/** Whether a listing may still lack the object of a lost creation. */
function mayShowLater({ sentAt }: Unconfirmed): boolean {
  return sentAt !== undefined && Date.now() / 1_000 - sentAt < maxDelay;
}

/**
 * Searches for the object of a creation whose response was lost.
 *
 * @param excludedIds ids that the object cannot have: objects with these ids existed before the creation, or were created for other resources
 */
export async function findSent(
  { type, service }: OperationContext,
  sentInputs: JsonObject,
  excludedIds: readonly string[] = [],
): Promise<Search> {
  const found = await type.find(service, sentInputs);
  if (!found) return { is: "none" };
  const isMatching = hasAllSent(type, sentInputs, found.live) && !excludedIds.includes(found.id);
  return { is: isMatching ? "matching" : "different", found };
}

/**
 * Selects the candidates among objects with the same name: objects that have every value that was sent, did not exist before and are not
 * managed by another resource. The result is never sure, because the earlier listing of existing objects may have lagged behind.
 */
function amongNamesakes(
  context: OperationContext,
  sentInputs: JsonObject,
  all: readonly Found[],
  excludedIds: readonly string[] = [],
): WhereLost {
  const { type, program } = context;
  const isManagedElsewhere = (id: string) =>
    isInState(context, id) || program.managers.of(keyOfObject(type, id) ?? "").length > 0;
  const possible = all.filter(({ id }) => !excludedIds.includes(id) && !isManagedElsewhere(id));
  const candidates = possible.filter(({ live }) => hasAllSent(type, sentInputs, live));
  // This stack may have created one of the other objects, and another client may have edited it since. So a message lists these objects before the
  // resource is removed from the state, or manages another object.
  const ids = possible.filter((one) => !candidates.includes(one)).map(({ id }) => id);
  if (candidates.length > 0) return { is: "undecided", candidates, others: ids };
  return ids[0] === undefined ? { is: "absent" } : { is: "different", id: ids[0], ids };
}

/**
 * Whether an object has every value that the first request of a creation has sent, except values that the API does not return. False if the
 * response omits a sent value because the token lacks a scope.
 */
function hasAllSent(type: ResourceType, sentInputs: JsonObject, live: JsonObject): boolean {
  const { schema } = type;
  const leaves = leavesOf(schema.fields, type.argsOfFirstRequest?.(sentInputs) ?? sentInputs).filter(({ path }) => {
    const field = schema.fields[path[0] ?? ""];
    return !field?.subresource && !field?.setAfterCreation;
  });
  const isReadable = leaves.every((leaf) => !isWithheld(leaf.field, leaf.path, live));
  return isReadable && notKept(leaves, sentInputs, live).length === 0;
}

/** Whether two versions of a program declare an object with the same key, so that the tenant accepts only one of the two. */
export function hasSameKey({ schema, uniqueBy }: ResourceType, a: JsonObject, b: JsonObject): boolean {
  return uniqueBy.every((name) => same(schema.fields[name], own(a, name), own(b, name)));
}

/** Reports that this stack manages an object because it has every value that was sent, so that the user can correct a wrong guess. */
export function warnTreatedAsOurs({ type }: OperationContext, sentInputs: JsonObject, id: string): void {
  console.warn(
    `${type.label(sentInputs)}: the response to its creation was lost. Object ${id} did not exist before and has every value that was sent, ` +
      "so this stack manages it. If the resource is deleted later, the object is deleted only if no further values have been set in it by then",
  );
}

/** The message for an object that is not created, changed or adopted: the reason and the next steps. */
export function undecidedMessage(
  { type }: OperationContext,
  sentInputs: JsonObject,
  candidates: readonly Found[],
): string {
  const label = type.label(sentInputs);
  if (isShownOnce(type.schema)) return valueLostMessage(label, candidates);
  if (candidates.length === 0) {
    return (
      `The response to the creation of ${label} was lost less than ${maxDelay} seconds ago, and a listing may not show the object yet. So ` +
      "nothing was sent, because a second request could create a duplicate. Run `pulumi up --refresh` again in a few minutes."
    );
  }
  const ids = listInWords(candidates.map(({ id }) => id));
  const declaredKey = type.uniqueBy.filter((name) => own(sentInputs, name) !== undefined);
  const object = candidates.length === 1 ? `object ${ids} has` : `objects ${ids} have`;
  return (
    `The response to the creation of ${label} was lost; ${object} every value that was sent, but another team or stack may have created ` +
    `${candidates.length === 1 ? "it" : "them"}. ` +
    "This run neither changed nor adopted any object. " +
    (candidates.length === 1 ? "" : "First delete the objects that are not needed, or import one object by its id. ") +
    "If the object is yours, run `TENANT_ADOPT=true pulumi up --refresh`, or set `adopt: true`. " +
    `If it is not, give the object or the resource another ${declaredKey.join(" or ")}, or remove the resource from the state with ` +
    "`pulumi state delete`."
  );
}

/** The message for a creation of whose response a secret value was lost. */
function valueLostMessage(label: string, candidates: readonly Found[]): string {
  const ids = listInWords(candidates.map(({ id }) => id));
  const what = `The response to the creation of ${label} was lost, and its secret value with it. \`pulumi up\` creates another one.`;
  if (candidates.length === 0) return what;
  return candidates.length === 1
    ? `${what} Object ${ids} has every value that was sent, but another team or stack may have created it. If it is yours, delete it, or run ` +
        "`TENANT_ADOPT=true pulumi up`, which deletes it first."
    : `${what} Objects ${ids} have every value that was sent, but another team or stack may have created them. Delete those that are yours.`;
}

/**
 * Reports that an object is adopted because the program or the run sets `adopt`.
 *
 * @param others the ids of the other objects that the lost creation may have created
 */
export function sayAdopted(
  context: OperationContext,
  sentInputs: JsonObject,
  id: string,
  others: readonly string[],
): void {
  console.warn(
    `${context.type.label(sentInputs)}: the response to its creation was lost; this run adopts object ${id}`,
  );
  sayLeftAlone(context, sentInputs, others);
}

/** Reports, when a resource leaves the state, that the objects that its lost creation may have created stay at the tenant. */
export function sayUndecided(
  context: OperationContext,
  outputs: JsonObject,
  { candidates, others }: Omit<Extract<WhereLost, { is: "undecided" }>, "is">,
): void {
  const ids = [...candidates.map(({ id }) => id), ...others];
  sayLeftAlone(context, outputs, ids);
  if (ids.length > 0) return;
  console.warn(
    `warning: ${context.type.label(outputs)}: the response to its creation was lost a moment ago, and a listing may not show the object yet. ` +
      "The resource is removed from the state; check whether the object exists at the tenant, and delete it there if it does.",
  );
}

/** Reports that a deletion, a refresh or an update leaves objects at the tenant, as another team or stack may own them. */
export function sayLeftAlone({ type }: OperationContext, outputs: JsonObject, ids: readonly string[]): void {
  const label = type.label(outputs);
  const next = isShownOnce(type.schema) ? ". If no other team has created it, delete it: its value is lost" : "";
  for (const id of ids.slice(0, maxListed))
    console.warn(`${label} (id ${id}) stays at the tenant: it is not certain that this stack created it${next}`);
  const more = ids.length - maxListed;
  if (more > 0) console.warn(`${label}: ${more} more objects with this name stay at the tenant`);
}

/**
 * Whether objects of the type are disposable, and all readable values of this one were sent by the provider or are defaults of a new object. Then no
 * other client has used the object. An object that the provider has probably, but not certainly created (`isLikely`) is deleted only under this
 * condition.
 */
export function isUntouched({ schema, isDisposable }: ResourceType, sentInputs: JsonObject, live: JsonObject): boolean {
  const leaves = leavesOf(schema.fields, sentInputs);
  const isNothingElse = Object.entries(schema.fields).every(([name, field]) =>
    isAsCreated(field, [name], own(live, name), leaves),
  );
  return isDisposable && isNothingElse && notKept(leaves, sentInputs, live).length === 0;
}

/** Whether a value contains nothing, at any depth, except declared leaves and the defaults of a new object. */
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
  if (field.kind === "object" && field.clear?.how === "properties") {
    return Object.entries(field.fields).every(([name, member]) => isFresh(member, own(value, name)));
  }
  return field.clear?.how === "default" && same(field, value, field.clear.value);
}

/**
 * Problems with references to the provisional id of a lost creation. No object of the service has such an id. But in some properties, the service
 * accepts the ids of objects that do not exist yet, so it would not refuse a provisional id.
 */
export function problemsOfIds(fields: Fields, args: JsonObject): readonly Problem[] {
  return referencesOf(fields, args).flatMap(({ path, property, value }) =>
    property === "id" && value !== undefined && isUnconfirmed(value)
      ? [
          {
            // As a number, the index of an element is printed in brackets.
            path: path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
            says:
              `"${sanitize(value, 200)}" is a provisional id: the response to the creation of that object was lost. ` +
              "Run `pulumi up --refresh`, which looks up the object first",
          },
        ]
      : [],
  );
}

/** Reports that an update has found or created the object of a lost creation, but could not change the id in the state. */
export function sayUnconfirmed(label: string, id: string): void {
  if (!isUnconfirmed(id)) return;
  console.warn(
    `warning: ${label} exists at the tenant now, but the state still has the provisional id "${sanitize(id, 200)}". ` +
      "Run `pulumi up --refresh`, which saves the real id.",
  );
}
