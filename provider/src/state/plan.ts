import {
  equal,
  fromPointer,
  holdsUnknown,
  isAncestor,
  isObject,
  isPrefix,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  type Path,
  put,
  stringsIn,
  toPointer,
  unknownValue,
  valueAt,
  valuesUnder,
} from "../schema/json.ts";
import { ignoredPaths, isIgnored } from "../schema/provider-code.ts";
import {
  type Clear,
  clearBy,
  elementField,
  type Field,
  type Fields,
  fieldAt,
  identityOf,
  pathRulesOf,
  type Schema,
  setOnce,
} from "../schema/schema.ts";
import { initialOf } from "../schema/system-objects.ts";
import { same } from "./canonical.ts";
import {
  type CollectionField,
  Draft,
  isCollection,
  isSharable,
  isShared,
  type Leaf,
  leafAt,
  leavesOf,
  membersOf,
  namesOfMembers,
  type SharableField,
  undeclaredIn,
} from "./leaves.ts";
import { readHintsOf, type Seen } from "./project.ts";
import { type ManagedRecord, type MemberRemoval, recordedPaths, type Unconfirmed } from "./record.ts";

/** A path that was removed from the program and whose value is still at the tenant. */
export interface Removal {
  readonly path: Path;
  readonly pointer: string;
  readonly field: Field;
  readonly clear: Clear;
  /** The last known value. */
  readonly value: Json | undefined;
}

/** The changes from the last known state of an object to a program. */
export interface Plan {
  /** Properties whose change forces a replacement. */
  readonly replaces: readonly string[];
  /** All declared leaves. */
  readonly declared: readonly Leaf[];
  /** Declared leaves that differ from the last known value or whose value at the tenant is unknown. */
  readonly changed: readonly Leaf[];
  /** Paths that were removed from the program and have to be cleared at the tenant. */
  readonly removed: readonly Removal[];
}

/** The plan of a write that changes no value. */
export const noChange: Plan = { replaces: [], declared: [], changed: [], removed: [] };

/** The part of a record that describes the previous declaration. */
export type Declared = Pick<ManagedRecord, "paths" | "unsure"> & Partial<Pick<ManagedRecord, "remembered">>;

/**
 * Compares a program with the last known state of its object. Only paths that are or were declared are compared.
 *
 * @param outputs the last known values
 * @param record the previous declaration, with its unsure paths
 * @param inputs the program's declared inputs, in canonical form
 */
export function planChange(schema: Schema, outputs: JsonObject, record: Declared, inputs: JsonObject): Plan {
  const declared = leavesOf(schema.fields, inputs).flatMap((leaf) => asRecorded(leaf, record, outputs));
  const replaces = identityOf(schema).filter((name) => {
    const wanted = valueAt(inputs, [name]);
    return wanted === unknownValue || !same(schema.fields[name], wanted, valueAt(outputs, [name]));
  });
  const [unsure, unsurePaths] = [new Set(record.unsure), record.unsure.map(fromPointer)];
  const fixed = declared.filter((leaf) => isFixedOtherwise(leaf, record, outputs, inputs));
  // Outputs contain declared properties only, so the value at a newly declared path is unknown.
  const known = new Set(record.paths.filter((path) => !unsure.has(path)));
  // If a collection was declared as a whole, all its members are known.
  const isKnown = (leaf: Leaf) =>
    (known.has(leaf.pointer) ||
      (isMember(schema, leaf.path) && known.has(toPointer(leaf.path.slice(0, -1))) && !unsure.has(leaf.pointer))) &&
    !isReshaped(leaf, unsurePaths);
  const changed = declared.filter(
    (leaf) => !leaf.field.forceNew && !fixed.includes(leaf) && (!isKnown(leaf) || differs(leaf, outputs, inputs)),
  );
  const undeclared = record.paths.map(fromPointer).filter(undeclaredIn(declared));
  const removed = undeclared.flatMap((path): readonly Removal[] => {
    const field = fieldAt(schema.fields, path);
    if (!field) return [];
    // An empty document declared no keys, so the tenant's keys belong to other owners and stay.
    const isWhole = fieldAt(schema.fields, path.slice(0, -1)) !== field;
    if (field.kind === "document" && isWhole && equal(valueAt(outputs, path), {})) return [];
    if (isCollection(field) && isLeftToOthers(field, path, inputs)) return [];
    const clear = clearOf(schema, field, path, outputs, inputs);
    if (canHaveOthers(field) && initialOf(schema, outputs, path) === undefined)
      return removalsIn(field, path, record, outputs);
    const value = leafAt(field, outputs, path);
    const pointer = toPointer(path);
    const isThere = unsure.has(pointer) ? clear.how !== "release" : isStillThere(field, clear, value);
    return isThere ? [{ path, pointer, field, clear, value }] : [];
  });
  const replacing = new Set([
    ...replaces,
    ...fixed.flatMap(({ path }) => path.slice(0, 1)),
    ...otherVariantIn(schema, outputs, inputs),
  ]);
  const unique = new Map(removed.map((removal) => [removal.pointer, removal]));
  return { replaces: [...replacing], declared, changed, removed: [...unique.values()] };
}

/**
 * Compares a program with the state of its object, as {@link planChange} does, but without the values whose changes the program ignores. The engine
 * takes these from the inputs in the state, and an update may since have returned what another client has set.
 */
export function planUpdate(schema: Schema, outputs: JsonObject, record: Declared, inputs: JsonObject): Plan {
  return planChange(schema, withIgnored(outputs, inputs, inputs), record, inputs);
}

/** Values, of which those whose changes a program ignores come from another source, where it has them. */
export function withIgnored(values: JsonObject, source: JsonObject, inputs: JsonObject): JsonObject {
  const draft = new Draft(values);
  for (const path of ignoredPaths(inputs)) {
    const value = valueAt(source, path);
    if (value !== undefined) draft.put(path, value);
  }
  return draft.root;
}

/**
 * Whether other stacks can have members in a collection although a program declares it as a whole: so its removal from the program removes only the members
 * of this stack.
 */
function canHaveOthers(field: Field): field is CollectionField {
  if (!isCollection(field) || (field.kind === "map" && field.sealed)) return false;
  return field.exclusive !== undefined || field.subresource === true;
}

/** The removal of a whole collection, as the removals of the members that this stack knows. */
function removalsIn(field: CollectionField, path: Path, record: Declared, outputs: JsonObject): readonly Removal[] {
  return ownMembersAt(path, record, outputs).map((member) => {
    const place = [...path, member];
    const inner = field.kind === "map" ? field.value : elementField;
    const value = leafAt(inner, outputs, place);
    return { path: place, pointer: toPointer(place), field: inner, clear: { how: "drop" }, value };
  });
}

/**
 * The names of the members of a collection that belong to this stack: those that the state shows, those that it has declared one by one, and those that a
 * write has sent whose result is not known. Other members are those of other owners, until a refresh has shown them.
 */
export function ownMembersAt(
  path: Path,
  { paths, unsure, remembered = {} }: Declared,
  outputs: JsonObject,
): readonly string[] {
  const known = valueAt(outputs, path) ?? null;
  const shown = isObject(known) ? Object.keys(known) : Array.isArray(known) ? stringsIn(known) : [];
  const byMember = paths.map(fromPointer).filter((one) => isAncestor(path, one));
  const isUnsure = unsure.some((pointer) => isPrefix(path, fromPointer(pointer)));
  const sent = isUnsure ? stringsIn(own(remembered, toPointer(path))) : [];
  return [...new Set([...shown, ...byMember.flatMap((one) => one.slice(path.length, path.length + 1)), ...sent])];
}

/** The variants that a program declares, if the object has another one. */
function otherVariantIn({ variants = [] }: Schema, outputs: JsonObject, inputs: JsonObject): readonly string[] {
  const [has, wanted] = [outputs, inputs].map((values) => variants.filter((name) => own(values, name) !== undefined));
  return has && wanted && has.length > 0 && !wanted.some((name) => has.includes(name)) ? wanted : [];
}

/** Whether a write can have put an object in place of a value in a document, or a value in place of the object around it. */
function isReshaped({ field, path }: Leaf, unsure: readonly Path[]): boolean {
  return field.kind === "document" && unsure.some((place) => isAncestor(place, path) || isAncestor(path, place));
}

/** Whether a declared value differs from the known one and no update can change it. */
function isFixedOtherwise(
  { field, path, pointer, value }: Leaf,
  { paths, unsure }: Declared,
  outputs: JsonObject,
  inputs: JsonObject,
): boolean {
  const fixed = field.kind === "list" ? field.fixedBy : undefined;
  if (!pathRulesOf(field, path, inputs).forceNewIfDeclared && fixed === undefined) return false;
  const fixedIn = (whole: Json) => (fixed === undefined || !Array.isArray(whole) ? whole : valuesUnder(fixed, whole));
  const known = leafAt(field, outputs, path);
  const isKnown = known !== undefined && paths.includes(pointer) && !unsure.includes(pointer);
  return isKnown && (holdsUnknown(fixedIn(value)) || !same(field, fixedIn(value), fixedIn(known)));
}

/**
 * The declared leaves that only a creation could set, and that the object has with other values.
 *
 * @param object the object's known values
 */
export function differingSetOnce(leaves: readonly Leaf[], object: JsonObject): readonly Leaf[] {
  return leaves.filter(({ field, path, value }) => {
    const [rules, once] = [pathRulesOf(field, path, object), setOnce(field, path, object)];
    if (once === undefined || holdsUnknown(value)) return false;
    const has = leafAt(field, object, path) ?? rules.absent;
    // An update can still set an option that the object lacks, but no property of which each change replaces the object.
    if (has === undefined) return rules.forceNewIfDeclared === true && rules.reads === undefined;
    const isFixed = once === true || equal(has, once.once);
    return isFixed && !same(field, value, has, rules);
  });
}

/**
 * Splits a declared collection into members if it was recorded by member. If a program makes a shared collection exclusive, the state lacks the
 * members of other owners. So an update removes these only after a refresh and a preview have shown them.
 */
function asRecorded(leaf: Leaf, { paths }: Declared, outputs: JsonObject): readonly Leaf[] {
  const { field, path, value } = leaf;
  if (!isCollection(field)) return [leaf];
  const wasShared = valueAt(outputs, path) !== undefined && isShared(field, outputs);
  const isByMember = wasShared || paths.some((pointer) => isAncestor(path, fromPointer(pointer)));
  return (isByMember && membersOf(field, path, value)) || [leaf];
}

/** The paths of the other forms of the value at a path (see `Field.sameAs`). */
export function otherFormsOf({ fields }: Schema, path: Path): readonly Path[] {
  return path.flatMap((name, at) => {
    const holder = path.slice(0, at);
    const siblings = Object.entries(fieldsAt(fields, holder));
    const first = fieldAt(fields, [...holder, name])?.sameAs?.property ?? name;
    const isForm = ([sibling, { sameAs }]: (typeof siblings)[number]) => (sameAs?.property ?? sibling) === first;
    return siblings.filter((one) => one[0] !== name && isForm(one)).map(([sibling]) => [...holder, sibling]);
  });
}

/** The fields of the object at a path; none if there is no object. */
function fieldsAt(fields: Fields, path: Path): Fields {
  const field = fieldAt(fields, path);
  if (path.length === 0) return fields;
  return field?.kind === "object" ? field.fields : {};
}

/** Whether a path is that of a member of a collection. */
function isMember({ fields }: Schema, path: Path): boolean {
  return path.length > 1 && isCollection(fieldAt(fields, path.slice(0, -1)));
}

function differs(leaf: Leaf, outputs: JsonObject, inputs: JsonObject): boolean {
  if (holdsUnknown(leaf.value)) return true;
  return !same(
    leaf.field,
    leaf.value,
    leafAt(leaf.field, outputs, leaf.path),
    pathRulesOf(leaf.field, leaf.path, inputs),
  );
}

/** How a path is cleared. A system object gets the value that it has when it is new. `like` becomes `default` with the value of the property that `like` names. */
function clearOf(schema: Schema, field: Field, path: Path, outputs: JsonObject, inputs: JsonObject): Clear {
  const initial = initialOf(schema, outputs, path);
  if (initial !== undefined) return { how: "default", value: initial };
  const clear = clearBy(pathRulesOf(field, path, outputs));
  if (clear.how !== "like") return clear;
  const value = valueAt(inputs, [clear.property]) ?? null;
  return { how: "default", value: clear.as === "list" ? [value] : value };
}

/**
 * Whether a program shares a collection, so that undeclared members belong to other owners. A program that has removed the collection
 * without setting the sharing argument does not share it, even if sharing is the default.
 */
function isLeftToOthers(field: SharableField, path: Path, inputs: JsonObject): boolean {
  const { exclusive } = field;
  const isSaid = typeof exclusive === "object" && own(inputs, exclusive.argument) !== undefined;
  return isShared(field, inputs) && (isSaid || valueAt(inputs, path) !== undefined);
}

/**
 * Whether a program begins to share a collection, which it declared as a whole before.
 *
 * @param was the previous inputs
 * @param is the program's current inputs
 */
export function beginsToShare(field: SharableField, path: Path, was: JsonObject, is: JsonObject): boolean {
  return !isShared(field, was) && isLeftToOthers(field, path, is);
}

function isStillThere(field: Field, clear: Clear, value: Json | undefined): boolean {
  if (clear.how === "release") return false;
  if (clear.how === "default") return value !== undefined && !same(field, value, clear.value);
  return value !== undefined && value !== null && !(field.absent !== undefined && same(field, value, field.absent));
}

/** The top-level properties that an update has to send. */
export function touched(plan: Plan): readonly string[] {
  const names = [...plan.changed, ...plan.removed].map(({ path }) => path[0]);
  return [...new Set(names)].filter((name) => name !== undefined);
}

/** The paths (JSON pointers) that an update has to send. */
export function sentPaths({ changed, removed }: Pick<Plan, "changed" | "removed">): readonly string[] {
  return [...changed, ...removed].map(({ pointer }) => pointer);
}

/** The part of a plan that changes some paths. What the program declares stays in it. */
export function partOf(plan: Plan, isIn: (path: Path) => boolean): Plan {
  const isOfPart = ({ path }: { readonly path: Path }) => isIn(path);
  return { ...plan, changed: plan.changed.filter(isOfPart), removed: plan.removed.filter(isOfPart) };
}

/** Whether an update has anything to send. */
export function sendsSomething(plan: Plan): boolean {
  return plan.changed.length > 0 || plan.removed.length > 0;
}

/** The additions and removals that an update of a set has to make. */
export interface SetChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The additions and removals that turn one set into another. */
export function setChange(before: readonly string[], wanted: readonly string[]): SetChange {
  const [has, wants] = [new Set(before), new Set(wanted)];
  return { add: wanted.filter((item) => !has.has(item)), remove: before.filter((item) => !wants.has(item)) };
}

/** Whether two arrays have the same elements in any order. */
export function sameSet(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((item) => others.includes(item));
}

/** A plan, with the declared inputs that it applies. */
export interface PlannedWrite {
  readonly schema: Schema;
  readonly plan: Plan;
  /** The program's declared inputs. */
  readonly inputs: JsonObject;
  /** The recorded removals of set members that the write undoes. They are dropped from the record only if the whole write succeeds. */
  readonly undoes?: readonly MemberRemoval[];
  /**
   * The hints of the write-only values that the write is the first to declare, as the object had them before. By JSON pointer. Default: it had no such
   * values.
   */
  readonly hintsBefore?: JsonObject;
}

/** The object after a full or partial change. */
interface Reached {
  readonly id: string;
  readonly seen: Seen;
  /** See {@link ManagedRecord.isLikely}. */
  readonly isLikely?: true | undefined;
  /** The object did not exist before the change. */
  readonly isNew?: true | undefined;
}

/**
 * The outcome of carrying out a plan.
 *
 * - `done`: all requests succeeded.
 * - `partly`: only some of several requests succeeded; `unsure` are the paths whose value at the tenant is unknown.
 * - `lost`: the response was lost, so the result is unknown; `sentPaths` are the paths in the request. For a creation, `standing` contains the known
 *   facts about the object.
 */
export type AttemptOutcome =
  | (Reached & { readonly how: "done" })
  | (Reached & { readonly how: "partly"; readonly unsure: readonly string[] })
  | { readonly how: "lost"; readonly sentPaths: readonly string[]; readonly standing?: Unconfirmed | undefined };

/** The record of an object after a write with the given outcome. */
export function recordAfter(
  before: ManagedRecord,
  { schema, plan, inputs, undoes = [], hintsBefore = {} }: PlannedWrite,
  outcome: AttemptOutcome,
): ManagedRecord {
  const memberRemovals = [...before.memberRemovals, ...(outcome.how === "done" ? [] : undoes)];
  if (outcome.how === "lost") {
    // The next run sends the values at the unsure paths again, even if the program was changed back.
    return {
      ...before,
      ...(outcome.standing && { standing: outcome.standing }),
      paths: union(before.paths, outcome.sentPaths),
      hints: { ...before.hints, ...hintsBefore },
      unsure: union(before.unsure, outcome.sentPaths),
      remembered: rememberedOf(schema, inputs, before.remembered, false),
      memberRemovals,
    };
  }
  // After a partial write, the plan's leaves are recorded: a collection that was recorded by member stays recorded by member until a write succeeds.
  const declared = recordedPaths(outcome.how === "partly" ? plan.declared : leavesOf(schema.fields, inputs));
  const acts = outcome.how === "partly" ? actsIn(before, plan) : [];
  const pending = acts.filter((pointer) => isOfLastAct(before, pointer));
  const unsure = outcome.how === "partly" ? union(outcome.unsure, acts) : [];
  const left = outcome.how === "partly" ? stillThere(plan, outcome.seen) : [];
  const isUnsure = new Set(unsure);
  const sure = declared.filter((pointer) => !isUnsure.has(pointer));
  return {
    // A removed path whose value may still be at the tenant stays in the record.
    paths: union(declared, [...unsure, ...left]),
    hints: {
      ...readHintsOf(schema, { ...outcome.seen, paths: sure, before: inputs }),
      ...hintsNotSent(schema, before.hints, declared, plan),
      // They show later whether the write has replaced the values.
      ...Object.fromEntries(Object.entries(hintsBefore).filter(([pointer]) => isUnsure.has(pointer))),
    },
    remembered: rememberedOf(schema, inputs, before.remembered, outcome.how === "done"),
    unsure,
    ...(pending.length > 0 && { pending }),
    standing: { at: "tenant", id: outcome.id },
    ...((before.isLikely || outcome.isLikely) && { isLikely: true }),
    replaced: before.replaced,
    ...(before.made !== undefined && { made: before.made }),
    memberRemovals,
    ...(before.content && { content: before.content }),
  };
}

/** The changed paths of a plan that start an act of the service, without those of a first declaration, which starts none. */
function actsIn({ paths }: ManagedRecord, { changed }: Plan): readonly string[] {
  return changed
    .filter(({ field, pointer }) => field.startsAct && paths.includes(pointer))
    .map(({ pointer }) => pointer);
}

/** Whether the last known value of a path is that of the last finished act. Older versions saved the new value before the act. */
function isOfLastAct({ unsure, pending = [] }: ManagedRecord, pointer: string): boolean {
  return !unsure.includes(pointer) || pending.includes(pointer);
}

/**
 * The values that a deletion needs: the elements of sets from which a deletion removes only this resource's elements. After a write that may not have
 * removed or added all members of another collection, also those that it has sent: the next run removes them if the program no longer declares them.
 *
 * A property in `ignoreChanges` keeps its previous elements: after a refresh, its value in the inputs also contains elements of other owners.
 *
 * @param before the elements before the write
 * @param isDone whether the write has removed the elements that the program no longer declares
 */
export function rememberedOf(schema: Schema, inputs: JsonObject, before: JsonObject, isDone: boolean): JsonObject {
  const remembered: MutableJsonObject = {};
  for (const [name, field] of Object.entries(schema.fields)) {
    if (!isSharable(field)) continue;
    const pointer = toPointer([name]);
    const known = own(before, pointer);
    if (!field.remembered) {
      const sent =
        isDone || !canHaveOthers(field)
          ? []
          : union(namesOfMembers(field, own(inputs, name) ?? null), stringsIn(known));
      if (sent.length > 0) put(remembered, pointer, sent.toSorted());
      continue;
    }
    if (known !== undefined && isIgnored(inputs, [name])) {
      put(remembered, pointer, known);
      continue;
    }
    const value = own(inputs, name);
    const now = value === undefined ? [] : namesOfMembers(field, value);
    put(remembered, pointer, union(now, isDone ? [] : stringsIn(known)).toSorted());
  }
  return remembered;
}

/** Whether the record has to be rewritten for this program even if no request is needed. */
export function isOutdated(record: ManagedRecord, { schema, inputs }: PlannedWrite): boolean {
  const { add, remove } = setChange(record.paths, recordedPaths(leavesOf(schema.fields, inputs)));
  return (
    add.length + remove.length > 0 || !equal(record.remembered, rememberedOf(schema, inputs, record.remembered, true))
  );
}

/** The paths that the plan should have cleared, but at which the object still has values. */
function stillThere({ removed }: Plan, { live }: Seen): readonly string[] {
  return removed.flatMap(({ field, path, pointer }) => (leafAt(field, live, path) === undefined ? [] : [pointer]));
}

/**
 * The previous hints of declared values that this write did not send. They stay valid, because the values have not changed. A hint of the whole object
 * changes with every write, so the new one counts.
 */
function hintsNotSent({ fields }: Schema, hints: JsonObject, declared: readonly string[], plan: Plan): JsonObject {
  const sent = touched(plan);
  const isDeclared = new Set(declared);
  const kept = Object.entries(hints).filter(([pointer]) => {
    const path = fromPointer(pointer);
    const isNew = sent.length > 0 && fieldAt(fields, path)?.reads?.isOfObject === true;
    return isDeclared.has(pointer) && !isNew && !sent.includes(path[0] ?? "");
  });
  return Object.fromEntries(kept);
}

function union<T>(some: readonly T[], others: readonly T[]): readonly T[] {
  return [...new Set([...some, ...others])];
}
