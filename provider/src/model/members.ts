import type { Draft } from "./draft.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "./json.ts";
import { type Path, toPointer, valueAt } from "./pointer.ts";
import { elementField, type Field, type Fields, type MapField, type SetField } from "./table.ts";

/** A property that is a collection of members: elements of a set, or entries of a map. */
type Collection = SetField | MapField;

/** A member of a collection, as a path and a value of its own. */
export interface Member {
  readonly path: Path;
  readonly pointer: string;
  readonly field: Field;
  readonly value: Json;
}

export function isCollection(field: Field | undefined): field is Collection {
  return field?.kind === "set" || field?.kind === "map";
}

/** Whether others may have members in a collection as well, as a program declares it. */
export function isShared({ exclusive }: Collection, args: JsonObject): boolean {
  if (exclusive === undefined || exclusive === false) return exclusive === false;
  const said = own(args, exclusive.argument);
  return typeof said === "boolean" ? !said : !exclusive.default;
}

/** The members of a collection; undefined where they are not known yet. */
export function membersOf(field: Collection, path: Path, value: Json): readonly Member[] | undefined {
  const member = (key: string, item: Json, of: Field): Member => {
    const here = [...path, key];
    return { path: here, pointer: toPointer(here), field: of, value: item };
  };
  if (field.kind === "map" && isObject(value)) {
    return Object.entries(value).map(([key, item]) => member(key, item, field.value));
  }
  if (field.kind === "set" && Array.isArray(value)) {
    return value.map((item) => member(String(item), item, elementField));
  }
  return undefined;
}

/** The value at a path. The value of a set's element is the element itself. */
export function leafAt(field: Field, root: JsonObject, path: Path): Json | undefined {
  if (field !== elementField) return valueAt(root, path);
  const set = valueAt(root, path.slice(0, -1));
  const element = path.at(-1);
  return Array.isArray(set) && element !== undefined && set.includes(element) ? element : undefined;
}

/** Sets the value at a path. An element is added to its set. */
export function putLeaf(field: Field, draft: Draft, path: Path, value: Json): void {
  const above = path.slice(0, -1);
  const set = valueAt(draft.root, above);
  if (field === elementField) draft.put(above, [...(Array.isArray(set) ? set : []), value]);
  else draft.put(path, value);
}

/** Sets the empty collection where a program declares a shared one of which no member is there. */
export function putEmpty(fields: Fields, draft: Draft, declared: JsonObject): void {
  for (const [name, field] of Object.entries(fields)) {
    if (!isCollection(field) || own(draft.root, name) !== undefined || !isShared(field, declared)) continue;
    const value = own(declared, name);
    if (value !== undefined && value !== unknownValue) draft.put([name], field.kind === "set" ? [] : {});
  }
}
