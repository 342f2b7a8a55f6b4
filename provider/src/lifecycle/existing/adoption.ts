import { sanitize, sanitizeJson } from "../../client/index.ts";
import { sharesNames } from "../../schema/definition.ts";
import {
  covers,
  describePath,
  equal,
  holdsUnknown,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  valueAt,
} from "../../schema/json.ts";
import { recordKey } from "../../schema/provider-code.ts";
import { isShownOnce, type Schema } from "../../schema/schema.ts";
import { systemObjectOf } from "../../schema/system-objects.ts";
import { type Leaf, leavesOf } from "../../state/leaves.ts";
import { type Plan, planChange, sendsSomething } from "../../state/plan.ts";
import { isReadable } from "../../state/project.ts";
import { blankRecord, type Replaced, recordedPaths, writeRecord } from "../../state/record.ts";
import { markedSecrets, secretPaths } from "../../state/secrets.ts";
import { confirmed, reading } from "../errors.ts";
import { isInState, type OperationContext, refuseManagedElsewhere } from "../operation-context.ts";
import { differencesIn, type Replacement } from "../program/replacements.ts";
import { Reads } from "../reads/reads.ts";
import type { Found, ResourceType } from "../resource-type.ts";
import type { Leftover } from "./decide.ts";

/** Maximum number of characters of a value in a message. */
const maxValueLength = 200;

/**
 * Whether a creation adopts an existing object: with `adopt: true` in the inputs, with TENANT_ADOPT for the run, or if every tenant has it. Never, if only
 * the creation of the object has shown a value.
 */
export function adopts(context: OperationContext, args: JsonObject): boolean {
  const { type, service } = context;
  const isEverywhere =
    type.schema.singleton !== undefined || systemObjectOf(type.schema, args, service.host)?.isPermanent === true;
  return !isShownOnce(type.schema) && (allowsAdoption(context, args) || isEverywhere);
}

/** Whether the program or the run allows the adoption of existing objects. */
export function allowsAdoption({ adopts: isRunAdopting }: OperationContext, args: JsonObject): boolean {
  return isRunAdopting || own(args, "adopt") === true;
}

/**
 * Finds the existing object that a creation would conflict with; undefined if there is none. If a listing shows the object with the declared
 * values, the object itself is not read.
 *
 * @throws UnclearObject if several objects have the name
 */
export async function findExisting(context: OperationContext, args: JsonObject): Promise<Found | undefined> {
  const { type, program } = context;
  const look = () => lookFor(context, args);
  if (sharesNames(type, args)) {
    // The tenant accepts a second object with the name, and a list that is cut short can hide one of several.
    const [first, second] = [await look(), await look()];
    return first ?? second;
  }
  // The tenant itself refuses a second object, but what a preview does not show, nobody can object to.
  const mayBeAbsent = !(program.isPreview && adopts(context, args));
  return confirmed(look, (found) => (found ? hasValues(type.schema, found.live) : mayBeAbsent));
}

/** Looks once for the object of {@link findExisting}. */
function lookFor(context: OperationContext, args: JsonObject): Promise<Found | undefined> {
  const { type } = context;
  return readsFor(context, args).answer<Found | undefined>({
    values: args,
    trustsAbsence: true,
    ask: (from) => reading(() => type.find(from, args)),
    isExpected: (seen) =>
      seen === undefined ||
      (refusalOf(context, args, seen) === undefined && !sendsSomething(planFor(type, args, seen.live))),
  });
}

/**
 * Finds the object that a replacement failed to delete and that the program declares again after a rollback. The id in the state proves
 * that the object belongs to this stack. Undefined if the object no longer exists or if the program declares another object.
 */
export async function findReplaced(context: OperationContext, inputs: JsonObject): Promise<Leftover | undefined> {
  const { type, program } = context;
  const replacement = program.replacements.ofCreation(type, inputs);
  const found = replacement && (await nearestReplaced(context, inputs, replacement));
  const isNewMeant = sharesNames(type, inputs) && own(inputs, "adopt") === false;
  return found && found.changed.length > 0 && isNewMeant ? undefined : found;
}

/** An object that a replacement failed to delete, and the number of its differences to the inputs. */
type NearLeftover = Leftover & { readonly differences: number };

/**
 * Finds the same object as {@link findReplaced}, but also for an update that may become a replacement. Among several objects, the result is the
 * one with the fewest differences to the inputs. Undefined if every object has at least `differences` of them.
 */
export async function nearestReplaced(
  context: OperationContext,
  inputs: JsonObject,
  { replaced, differences }: Pick<Replacement, "replaced" | "differences">,
): Promise<Leftover | undefined> {
  let nearest: NearLeftover | undefined;
  // The oldest object comes first: if two objects have the same number of differences, the older one is chosen.
  for (const one of replaced.toReversed()) {
    // An object that another entry of the state manages stays with that entry.
    if (isInState(context, one.id)) continue;
    const least = nearest?.differences ?? differences;
    // The engine deletes an object to which the run does not return.
    nearest =
      (await confirmed(
        () => leftoverNow(context, inputs, one, least),
        (found) => found?.changed.length === 0,
      )) ?? nearest;
  }
  if (nearest) refuseManagedElsewhere(context, nearest.id, inputs);
  return nearest;
}

/** A replaced object as it is now. Undefined if it no longer exists, cannot be managed again, or has at least `least` differences to the inputs. */
async function leftoverNow(
  context: OperationContext,
  inputs: JsonObject,
  { id, isLikely, values }: Replaced,
  least: number,
): Promise<NearLeftover | undefined> {
  const { type, service } = context;
  // A read with the program's inputs would fail if the object does not have the declared identity. So the first read passes no inputs.
  const seen = await reading(() => type.read(service, id, {}));
  if (seen === undefined || refusalOf(context, inputs, { id, live: seen }) !== undefined) return undefined;
  const declaredBefore = recordedPaths(leavesOf(type.schema.fields, values));
  const live = await readDeclared(context, id, inputs, { known: inputs, more: declaredBefore });
  if (live === undefined) return undefined;
  const left = differencesIn(planFor(type, inputs, live, declaredBefore));
  if (left >= least) return undefined;
  const changed = planFor(type, values, live).changed.map(({ path }) => describePath(path));
  return { id, live, changed, declaredBefore, differences: left, ...(isLikely && { isLikely }) };
}

/**
 * Reads an object with all properties that a program declares: some types read a property only if the record contains its path.
 *
 * @param known the values that count as the last known ones, where a response does not contain them
 * @param more further paths (JSON pointers) to read
 */
export function readDeclared(
  { type, service }: OperationContext,
  id: string,
  inputs: JsonObject,
  { known, more = [] }: { readonly known: JsonObject; readonly more?: readonly string[] | undefined },
): Promise<JsonObject | undefined> {
  const paths = [...recordedPaths(leavesOf(type.schema.fields, inputs)), ...more];
  const outputs = { ...known, [recordKey]: writeRecord({ ...blankRecord({ at: "tenant", id }), paths }, id) };
  return reading(() => type.read(service, id, outputs));
}

/**
 * The reader of objects that a creation may find. If this run has deleted an object with the same identity, the reader uses no listings,
 * as a listing may still contain the deleted object.
 */
export function readsFor({ type, service, reads, program }: OperationContext, args: JsonObject): Reads {
  return program.deleted.has(type.provisionalId(args)) ? new Reads(service, {}) : reads;
}

/** The reason why an existing object cannot be adopted, even with `adopt: true`; undefined if it can be adopted. */
export function refusalOf(
  { type, service, program }: OperationContext,
  args: JsonObject,
  { id, live }: Found,
): string | undefined {
  const label = type.label(args);
  const untouchable = type.untouchable(live, args);
  if (untouchable) return `${label} cannot be managed: ${untouchable}`;
  const different = planFor(type, args, live).replaces;
  if (different.length === 0) return undefined;
  const isLeft = program.replacements.ofCreation(type, args)?.replaced.some((before) => before.id === id);
  return (
    `${label} exists already in tenant "${service.host}" (id ${id}) with another ${different.join(" and ")}, which cannot be changed, so the ` +
    "object cannot be adopted. " +
    (isLeft
      ? "An earlier replacement of this resource did not delete it. Run `pulumi up` with the previous version of the program, which deletes " +
        "it; then run this version again."
      : "Delete the object, or declare its present value.")
  );
}

/**
 * The plan that brings an existing object to the declared values.
 *
 * @param declaredBefore the paths (JSON pointers) that an earlier version of the program declared
 */
export function planFor(
  { schema }: ResourceType,
  args: JsonObject,
  live: JsonObject,
  declaredBefore: readonly string[] = [],
): Plan {
  const paths = [...new Set([...recordedPaths(leavesOf(schema.fields, args)), ...declaredBefore])];
  const seen = { paths, live, before: live, hints: {} };
  // A value that the response does not contain may still be set at the tenant, so its path is unsure: the plan sends or clears the value.
  const unsure = declaredBefore.filter((pointer) => !isReadable(schema, pointer, seen));
  return planChange(schema, live, { paths, unsure }, args);
}

/** The changes of an adoption as text, one line for each leaf: old value → new value, secrets masked. */
export function changesInWords(
  { schema }: ResourceType,
  args: JsonObject,
  live: JsonObject,
  { changed }: Plan,
): string {
  if (changed.length === 0) return " without changes";
  const isThere = hasValues(schema, live);
  const secrets = [args, live].flatMap((one) => secretPaths(schema.fields, one, markedSecrets(args)));
  const lines = changed
    .flatMap((leaf) => differencesOf(leaf, valueAt(live, leaf.path)))
    .map(({ path, was, becomes }) => {
      const name = sanitize(describePath(path));
      const isSecret = secrets.some((secret) => covers(secret, path) || covers(path, secret));
      const before = isThere ? `${inWords(was)} → ` : "";
      return isSecret ? `  ${name}: [secret]` : `  ${name}: ${before}${inWords(becomes)}`;
    });
  return [isThere ? " and changes:" : " with:", ...lines].join("\n");
}

interface AdoptedDifference {
  readonly path: Path;
  readonly was: Json | undefined;
  readonly becomes: Json | undefined;
}

/** The differences at a leaf. For a map, one difference for each changed, added or removed key. */
function differencesOf({ field, path, value }: Leaf, was: Json | undefined): readonly AdoptedDifference[] {
  if (field.kind !== "map" || !isObject(value)) return [{ path, was, becomes: value }];
  const names = new Set([...Object.keys(value), ...(isObject(was) ? Object.keys(was) : [])]);
  return [...names]
    .map((name) => ({ path: [...path, name], was: own(was, name), becomes: own(value, name) }))
    .filter((entry) => !equal(entry.was, entry.becomes));
}

function inWords(value: Json | undefined): string {
  if (value === undefined) return "absent";
  return holdsUnknown(value) ? "(known after the run)" : sanitize(sanitizeJson(value), maxValueLength);
}

/**
 * The reason why TENANT_ADOPT does not adopt an object whose key says nothing about it; undefined if it does, or if the program says `adopt: true`.
 * See `Definition.hasArbitraryKey`.
 */
export function refusalByKey({ type }: OperationContext, args: JsonObject, { id, live }: Found): string | undefined {
  if (!type.hasArbitraryKey || own(args, "adopt") === true) return undefined;
  const { changed } = planFor(type, args, live);
  if (changed.length === 0) return undefined;
  const [label, key, names] = [
    type.label(args),
    type.uniqueBy.join(" and "),
    changed.map(({ path }) => describePath(path)),
  ];
  return (
    `${label} exists already (id ${id}${type.label(live) === label ? "" : `, as ${type.label(live)}`}) with other values of ` +
    `${sanitize(names.join(", "))}, and TENANT_ADOPT does not adopt it: an equal ${key} does not show that it is the declared object. If another team ` +
    `owns it, declare another ${key}. If the resource was only renamed in the program, declare its old name as an alias. To adopt the object and change ` +
    "these values, set `adopt: true` in the program."
  );
}

/**
 * The message for an object that already exists and is not adopted: the reason and the possible next steps.
 *
 * @param isLost whether the response to a creation of this run was lost
 */
export function existsAlready(context: OperationContext, args: JsonObject, found: Found, isLost = false): string {
  const { type, service } = context;
  const { id, live } = found;
  const [label, shown] = [type.label(args), type.label(live)];
  const whose =
    type.provisionalId(args) === id
      ? "its id does not show who created it: an earlier replacement of this resource may have failed to delete it, or another team may have " +
        "created it"
      : "the state does not show that this stack created it";
  const sent = isLost
    ? "This run sent a creation whose response was lost, but the object lacks a value that was sent, or existed before. "
    : "";
  const forOneRun =
    refusalByKey(context, args, found) === undefined
      ? ", or TENANT_ADOPT=true for one run (for example, after a killed run)"
      : "";
  return (
    `${label} exists already in tenant "${service.host}" (id ${id}${shown === label ? "" : `, as ${shown}`}), and ${whose}. ${sent}` +
    `To adopt it and give it the declared values, set \`adopt: true\` in the program${forOneRun}. To keep its present values, use ` +
    "`pulumi-tenant import`, which writes them into a program and its state. " +
    "If the resource was only renamed in the program, declare its old name as an alias instead. If this run replaces the resource (`--replace`, " +
    "`pulumi state taint`), run `pulumi state untaint`, or set `deleteBeforeReplace: true`, which deletes the object first."
  );
}

/** The part of a message that says that the resource manages an object again, because a replacement failed to delete it. */
export function managesAgain({ type }: OperationContext, args: JsonObject, { id }: Found): string {
  return `manages ${type.label(args)} (id ${id}) again: an earlier replacement of this resource did not delete it`;
}

/** The message for an object that a replacement failed to delete, and that is not managed again because it has changed since. */
export function changedSince({ type, service }: OperationContext, args: JsonObject, { id, changed }: Leftover): string {
  return (
    `${type.label(args)} exists already in tenant "${service.host}" (id ${id}): an earlier replacement of this resource did not delete it. ` +
    `These values have changed since: ${sanitize(changed.join(", "))}. So another team may manage the object now. To manage it again, set ` +
    `\`adopt: true\` in the program or TENANT_ADOPT=true for one run${sharesNames(type, args) ? "; to create a new object, set `adopt: false`" : ""}.`
  );
}

/** Whether an object has values besides those that identify it. Some singletons have none until they are set: their first write creates them. */
export function hasValues({ fields }: Schema, live: JsonObject): boolean {
  return leavesOf(fields, live).some(({ field }) => !field.forceNew);
}

/** The part of a message that says whether the tenant already has values of a singleton. */
export function presenceOf(schema: Schema, { live }: Found): string {
  return hasValues(schema, live) ? "(exists in every tenant)" : "(no values in this tenant yet)";
}
