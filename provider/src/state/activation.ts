import {
  byText,
  covers,
  equal,
  fromPointer,
  isEmptyObject,
  type Json,
  type JsonObject,
  type Path,
  stableJson,
  valueAt,
} from "../schema/json.ts";
import { isIgnored } from "../schema/provider-code.ts";
import { type Activation, fieldAt, pathRulesOf, type Schema } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/find.ts";
import { isRemovedAlong, stayingIn } from "./after-write.ts";
import { same } from "./canonical.ts";
import { type Leaf, leavesOf, undeclaredIn } from "./leaves.ts";
import type { Plan } from "./plan.ts";

/** A switch that a plan turns on: it gets a value with which other properties are in force. */
export interface TurnedOn {
  readonly path: Path;
  readonly value: Json;
  /** The paths of the properties that the switch puts into force. */
  readonly content: readonly Path[];
}

/** The switches that a plan turns on. A switch that was removed from the program gets the default of a new object, which can be on. */
export function turnedOn({ changed, removed }: Plan, inputs: JsonObject): readonly TurnedOn[] {
  const defaults = removed.flatMap(({ field, path, clear }) => {
    const value = clear.how === "default" ? clear.value : field.absent;
    return clear.how === "release" || value === undefined ? [] : [{ field, path, value }];
  });
  return [...changed, ...defaults].flatMap(({ field, path, value }) =>
    activationsAt(field, path, inputs)
      .filter(({ on }) => equal(on, value))
      .map(({ content }) => ({ path, value, content: content.map((name) => [...path.slice(0, -1), name]) })),
  );
}

/** Whether an object has the value of a switch already, so that the content is in force without this run. */
export function isOn({ fields }: Schema, { path, value }: TurnedOn, live: JsonObject): boolean {
  const field = fieldAt(fields, path);
  return same(field, value, valueAt(live, path) ?? field?.absent);
}

/**
 * A plan that also sends every declared value that a switch puts into force: another client can have changed such a value after this stack has last read
 * it. A property in `ignoreChanges` is not sent, because its input can be an old value.
 */
export function withContent(plan: Plan, inputs: JsonObject): Plan {
  const content = turnedOn(plan, inputs).flatMap((one) => one.content);
  if (content.length === 0) return plan;
  const isSendable = ({ field, path }: Leaf) =>
    !isIgnored(inputs, path) && !field.forceNew && pathRulesOf(field, path, inputs).forceNewIfDeclared !== true;
  const more = plan.declared.filter(
    (leaf) => !plan.changed.includes(leaf) && isIn(content, leaf.path) && isSendable(leaf),
  );
  return { ...plan, changed: [...plan.changed, ...more] };
}

/** The undeclared values of an object that this stack has caused, by JSON pointer, and whether a value is still the same. */
export interface Caused {
  readonly pointers: readonly string[];
  has(leaf: Leaf): boolean;
}

/**
 * The paths of undeclared values that a switch would put into force and that this stack has not caused: another client has set, changed or removed them.
 *
 * @param live the object at the tenant, with all its values
 */
export function foreignContent(
  schema: Schema,
  { content }: TurnedOn,
  plan: Plan,
  live: JsonObject,
  caused: Caused,
): readonly Path[] {
  const { fields, hiddenIn } = schema;
  const isStaying = stayingIn(plan);
  const isOpen = (path: Path) => isIn(content, path) && isStaying(path) && !isRemovedAlong(schema, plan, live, path);
  const now = leavesOf(fields, live).filter(({ path }) => isOpen(path));
  const there = new Set(now.map(({ pointer }) => pointer));
  const gone = caused.pointers.filter((pointer) => !there.has(pointer)).map(fromPointer);
  return [
    ...now.filter((leaf) => !caused.has(leaf) && !isInitial(leaf, live)).map(({ path }) => path),
    ...gone.filter(isOpen),
    ...(hiddenIn?.(live) ?? []).filter(isOpen),
  ];
}

/** The undeclared values of an object that a switch can put into force, without those of every new object. */
export function undeclaredContent({ fields }: Schema, live: JsonObject, declared: readonly Leaf[]): readonly Leaf[] {
  const leaves = leavesOf(fields, live);
  const content = leaves.flatMap(({ field, path }) =>
    activationsAt(field, path, live).flatMap((one) => one.content.map((name) => [...path.slice(0, -1), name])),
  );
  const isUndeclared = undeclaredIn(declared);
  // A mask hides whether the value stays the same.
  const isKnown = ({ value }: Leaf) => value !== notShown;
  return leaves.filter(
    (leaf) => isIn(content, leaf.path) && isUndeclared(leaf.path) && isKnown(leaf) && !isInitial(leaf, live),
  );
}

/** A value as text, independently of the order of a set and of the keys of objects. */
export function textOf({ field, value }: Leaf): string {
  const isUnordered = field.kind === "set" && Array.isArray(value);
  return isUnordered ? value.map(stableJson).toSorted(byText).join("\n") : stableJson(value);
}

/** The effects of a value on other properties of its object. */
function activationsAt(field: Leaf["field"], path: Path, root: JsonObject): readonly Activation[] {
  return pathRulesOf(field, path, root).activates ?? [];
}

/** Whether a path is at or below one of the given places. */
function isIn(content: readonly Path[], path: Path): boolean {
  return content.some((place) => covers(place, path));
}

/** Whether a value is the one of a new object. If that one is not known, empty values and false count. */
export function isInitial({ field, path, value }: Leaf, live: JsonObject): boolean {
  const { clear, initial } = pathRulesOf(field, path, live);
  const cleared = clear?.how === "default" ? clear.value : field.absent;
  const known = [initial, cleared].filter((one) => one !== undefined);
  if (known.length > 0) return known.some((one) => same(field, value, one));
  return value === "" || value === false || isEmptyObject(value) || (Array.isArray(value) && value.length === 0);
}
