import {
  describePath,
  isAncestor,
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  type Path,
  put,
  toPointer,
  valueAt,
} from "../schema/json.ts";
import { isIgnored } from "../schema/provider-code.ts";
import { type Field, type Fields, type ObjectField, pathRulesOf, type Schema, wireName } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/find.ts";
import { undocumented } from "../schema/undocumented.ts";
import { same } from "./canonical.ts";
import { Draft, holdsOthers, type Leaf, putDeclared } from "./leaves.ts";
import type { Plan, Removal } from "./plan.ts";
import { hideMasksByName } from "./secrets.ts";
import { fromWire, toWire } from "./wire.ts";

/** The current object at the tenant. */
export interface Now {
  /** The object with the program's property names. */
  readonly live: JsonObject;
  /** The response body with the API's property names, including properties that are not in the schema. Absent: only `live` is known. */
  readonly body?: JsonObject;
}

/** Whether the service has set an undeclared value because a program declares other properties of the same object. */
export type IsFilledIn = (path: Path, value: Json, live: JsonObject) => boolean;

/** The data from which the body of an update is composed. */
export interface Update {
  readonly plan: Plan;
  /** The inputs that the program declares. */
  readonly inputs: JsonObject;
  /** The object at the tenant. Without values if the update does not need it. */
  readonly now: Now;
  /** Default: the service fills in no values besides declared ones. */
  readonly isFilledIn?: IsFilledIn | undefined;
}

/** The error for an update that would remove undeclared properties of an object. */
export class UndeclaredLoss extends Error {
  override readonly name = "UndeclaredLoss";
  /** Path of the object. */
  readonly path: Path;
  /** Paths of the properties that would be lost. */
  readonly properties: readonly Path[];
  /** Why: the API does not accept the object without the `required` properties, or a token without `scope` cannot read the object. */
  readonly reason: { readonly required: readonly string[] } | { readonly scope: string };

  constructor(path: Path, properties: readonly Path[], reason: UndeclaredLoss["reason"]) {
    super(`${describePath(path)} cannot be changed without losing ${properties.map(describePath).join(", ")}`);
    this.path = path;
    this.properties = properties;
    this.reason = reason;
  }
}

/**
 * The update of one nested object. Properties that were removed from the program are cleared one by one, at any depth. The object as a whole
 * is cleared only if it has no other properties. If it has some, and the API requires a removed property, an {@link UndeclaredLoss} is thrown.
 */
export class ObjectUpdate {
  readonly #field: ObjectField;
  readonly #name: string;
  readonly #plan: Plan;
  readonly #inputs: JsonObject;
  readonly #now: Now;
  readonly #isFilledIn: IsFilledIn;
  /** The object after the update. */
  readonly #draft: Draft;

  constructor([name, field]: readonly [string, ObjectField], { plan, inputs, now, isFilledIn = () => false }: Update) {
    this.#field = field;
    this.#name = name;
    this.#plan = plan;
    this.#inputs = inputs;
    this.#now = now;
    this.#isFilledIn = isFilledIn;
    const base = own(now.live, name);
    this.#draft = new Draft({ [name]: isObject(base) ? withoutWholes(field, base, [name], plan) : {} });
  }

  /** The value to be sent; undefined if no property changes. */
  value(): Json | undefined {
    this.#refuseUnseen();
    for (const removal of this.#plan.removed) if (this.#holds(removal)) clear(this.#draft, removal);
    this.#putDeclared();
    const path = [this.#name];
    if (this.#isEmptied(this.#field, path, own(this.#now.body, wireName(this.#name, this.#field)))) {
      const { clear } = this.#field;
      if (clear?.how === "null") return null;
      if (clear?.how === "default") return clear.value;
    }
    const whole = own(this.#draft.root, this.#name) ?? null;
    return this.#field.merges ? this.#changes(this.#field, path, whole) : whole;
  }

  /**
   * Puts the declared values that the plan changes into the draft. The other values stay as the tenant has them, because an update changes only what
   * the preview showed. But if the tenant does not return a declared value, such as a secret, the update has to send it. Then it sends all declared
   * values, because a secret must fit its siblings, such as the id that belongs to it. The input of a property in `ignoreChanges` can be an old value,
   * so it is sent only in place of what the tenant does not return.
   */
  #putDeclared(): void {
    const declared = this.#plan.declared.filter((leaf) => this.#holds(leaf));
    const isHidden = ({ field, path }: Leaf) => {
      const now = valueAt(this.#draft.root, path);
      return now === notShown || pathRulesOf(field, path, this.#draft.root).reads?.how === "never";
    };
    const isWhole = declared.some(isHidden);
    const changed = new Set(this.#plan.changed);
    for (const leaf of declared) {
      const isAbsent = valueAt(this.#draft.root, leaf.path) === undefined;
      const isSent = isWhole && (isHidden(leaf) || !isIgnored(this.#inputs, leaf.path));
      if (isSent || isAbsent || changed.has(leaf)) putDeclared(this.#draft, leaf.path, leaf.value);
    }
  }

  #holds({ path: [name] }: { readonly path: Path }): boolean {
    return name === this.#name;
  }

  /** @throws UndeclaredLoss if the token cannot read the object, because the update would overwrite its undeclared properties */
  #refuseUnseen(): void {
    const { withheld, fields } = this.#field;
    if (!withheld || own(this.#now.live, this.#name) !== undefined) return;
    if (withheld.others.some((wire) => own(this.#now.body, wire) !== undefined)) return;
    const known = [...this.#plan.declared, ...this.#plan.removed].map(({ pointer }) => pointer);
    const others = Object.keys(fields).map((name) => [this.#name, name]);
    const unknown = others.filter((path) => !known.includes(toPointer(path)));
    if (unknown.length > 0) throw new UndeclaredLoss([this.#name], unknown, { scope: withheld.scope });
  }

  /**
   * Whether all declared properties of an object were removed from the program and the object has no other properties. The method also clears nested
   * objects that have become empty.
   *
   * @param body the object in the response
   */
  #isEmptied(field: ObjectField, path: Path, body: Json | undefined): boolean {
    for (const [key, nested] of Object.entries(field.fields)) {
      if (nested.kind !== "object") continue;
      const [place, inside] = [[...path, key], own(body, wireName(key, nested))];
      if (!this.#isEmptied(nested, place, inside)) continue;
      if (nested.clear?.how === "null") this.#draft.put(place, null);
      else if (nested.clear === undefined || nested.clear.how === "drop") this.#draft.remove(place);
    }
    const isInside = (leaf: { readonly path: Path }) => isAncestor(path, leaf.path);
    if (!this.#plan.removed.some(isInside) || this.#plan.declared.some(isInside)) return false;
    const value = valueAt(this.#draft.root, path);
    const others = this.#othersIn(field, path, value, body);
    const required = field.merges ? [] : Object.keys(field.fields).filter((key) => field.fields[key]?.required);
    if (others.length > 0 && required.some((key) => (own(value, key) ?? null) === null)) {
      throw new UndeclaredLoss(path, others, { required });
    }
    return others.length === 0;
  }

  /** Paths of a value's undeclared properties, except empty values, defaults, and values that the service has set. */
  #othersIn(field: Field, path: Path, value: Json | undefined, body: Json | undefined): readonly Path[] {
    if (field.computed) return [];
    if (field.kind !== "object") return this.#isNothing(field, path, value) ? [] : [path];
    const known = Object.entries(field.fields).flatMap(([key, nested]) =>
      this.#othersIn(nested, [...path, key], own(value, key), own(body, wireName(key, nested))),
    );
    const unknown = Object.entries(isObject(body) ? unknownIn(field.fields, body) : {}).filter(
      ([key, item]) => !this.#isLeaving([...this.#wirePath(path), key], item),
    );
    return [...known, ...unknown.flatMap(([key, item]) => (isEmpty(item) ? [] : [[...path, key]]))];
  }

  /** The path of an object in the API's names. */
  #wirePath([name = "", ...rest]: Path, fields: Fields = { [this.#name]: this.#field }): Path {
    const field = fields[name];
    const below = field?.kind === "object" && rest.length > 0 ? this.#wirePath(rest, field.fields) : [];
    return [wireName(name, field), ...below];
  }

  /** Whether this update removes an undocumented member, and everything in it. */
  #isLeaving(path: Path, item: Json): boolean {
    if (isObject(item) && !isEmptyObject(item)) {
      return Object.entries(item).every(([key, inner]) => this.#isLeaving([...path, key], inner));
    }
    const pointer = toPointer([undocumented, ...path]);
    return this.#plan.removed.some((removal) => removal.pointer === pointer);
  }

  #isNothing(field: Field, path: Path, value: Json | undefined): boolean {
    if (value === undefined || isEmpty(value)) return true;
    const fresh = field.clear?.how === "default" ? field.clear.value : field.absent;
    return (fresh !== undefined && same(field, value, fresh)) || this.#isFilledIn(path, value, this.#now.live);
  }

  /**
   * The changed properties, with null for cleared ones; undefined if there are none. If the API also merges a nested object, only the changed
   * properties of that object are included.
   */
  #changes(field: ObjectField, path: Path, whole: Json): Json | undefined {
    const changes: MutableJsonObject = {};
    const names = [...this.#plan.changed, ...this.#plan.removed].flatMap((leaf) =>
      isAncestor(path, leaf.path) ? leaf.path.slice(path.length, path.length + 1) : [],
    );
    for (const name of new Set(names)) {
      const [nested, given] = [field.fields[name], own(whole, name)];
      const isMerged = nested?.kind === "object" && nested.merges && isObject(given);
      const value = isMerged ? this.#changes(nested, [...path, name], given) : given;
      if (value !== undefined && (nested?.kind === "document" || !isEmptyObject(value))) put(changes, name, value);
    }
    return Object.keys(changes).length > 0 ? changes : undefined;
  }
}

/** Clears a removed value by its own rule, except if it is an object with properties of other owners. */
export function clear(draft: Draft, removal: Removal): void {
  const { path, clear } = removal;
  if (holdsOthers(removal, valueAt(draft.root, path))) return;
  if (clear.how === "default") draft.put(path, clear.value);
  else if (clear.how === "null") draft.put(path, null);
  else draft.remove(path);
}

/** Whether a value is null or an empty object or array. */
function isEmpty(value: Json): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/** The tenant's properties without computed ones and without objects that the update replaces as a whole. */
function withoutWholes(field: ObjectField, live: JsonObject, path: Path, plan: Plan): JsonObject {
  const kept: MutableJsonObject = {};
  for (const [key, nested] of Object.entries(field.fields)) {
    const here = [...path, key];
    const value = own(live, key);
    if (value === undefined || nested.computed || isReplaced(nested, here, plan)) continue;
    const isNested = nested.kind === "object" && isObject(value);
    put(kept, key, isNested ? withoutWholes(nested, value, here, plan) : value);
  }
  return kept;
}

/** Whether an update replaces an object as a whole, because the property that identifies it (`replacedWith`) has changed. */
function isReplaced(field: Field, path: Path, plan: Plan): boolean {
  if (field.kind !== "object" || field.replacedWith === undefined) return false;
  const pointer = toPointer([...path, field.replacedWith]);
  return plan.changed.some((leaf) => leaf.pointer === pointer);
}

/** The properties of a response that the schema's fields do not contain. */
function unknownIn(fields: Fields, found: JsonObject): JsonObject {
  const known = new Set(Object.entries(fields).map(([name, field]) => wireName(name, field)));
  return Object.fromEntries(Object.entries(found).filter(([key]) => !known.has(key)));
}

/**
 * Adds the tenant's properties that the schema does not contain to the body of an update, in objects and in elements of lists. A newer version
 * of the API can have such properties. The API replaces nested objects as a whole, so an update without these properties would remove them.
 *
 * @param body body of the update, under the API's names
 * @param found the object at the tenant, under the API's names
 */
export function withUnknownProperties({ fields }: Schema, plan: Plan, body: JsonObject, found: JsonObject): JsonObject {
  return keptIn(fields, [], plan, body, hideMasksByName(found, fields));
}

function keptIn(fields: Fields, path: Path, plan: Plan, sent: JsonObject, found: JsonObject): JsonObject {
  const kept: MutableJsonObject = { ...sent };
  for (const [name, field] of Object.entries(fields)) {
    const wire = wireName(name, field);
    const [ours, theirs] = [own(sent, wire), own(found, wire)];
    const here = [...path, name];
    if (ours === undefined || theirs === undefined || isReplaced(field, here, plan)) continue;
    put(kept, wire, keptAt(field, here, plan, ours, theirs));
  }
  return kept;
}

function keptAt(field: Field, path: Path, plan: Plan, sent: Json, found: Json): Json {
  if (field.kind === "object" && isObject(sent) && isObject(found)) {
    const unknown = field.merges ? {} : unknownIn(field.fields, found);
    return { ...unknown, ...keptIn(field.fields, path, plan, sent, found) };
  }
  if (field.kind !== "list" || !Array.isArray(sent) || !Array.isArray(found)) return sent;
  // Elements of lists have no keys: two elements match if all properties that the schema contains are equal.
  const twins = new Map<string, Json[]>();
  for (const element of found) {
    const known = JSON.stringify(knownOf(field.item, element));
    twins.set(known, [...(twins.get(known) ?? []), element]);
  }
  return sent.map((element) => twins.get(JSON.stringify(element))?.shift() ?? element);
}

/** The part of an element that the schema contains, in the form in which an update sends it. */
function knownOf(field: Field, element: Json): Json {
  return field.kind === "object" && isObject(element) ? toWire(field.fields, fromWire(field.fields, element)) : element;
}
