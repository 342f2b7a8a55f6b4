import { isObject, type Json, type JsonObject, own } from "./json.ts";
import { isCollection, isShared, membersOf } from "./members.ts";
import { type Path, pointersAbove, toPointer } from "./pointer.ts";
import type { Field, Fields } from "./table.ts";

/** A declared value that is compared and enforced on its own. */
export interface Leaf {
  readonly path: Path;
  /** The path as a JSON pointer: the form in which it is recorded. */
  readonly pointer: string;
  readonly field: Field;
  readonly value: Json;
}

/**
 * The leaves that a program declares. Members of objects are leaves of their own, and so are keys of documents at any
 * depth. A list, a set, a map and a value that is not known yet are one leaf each, but for a set or a map in which others
 * may have members: there every declared member is a leaf.
 */
export function leavesOf(fields: Fields, args: JsonObject): Leaf[] {
  const leaves: Leaf[] = [];
  collect(fields, args, [], leaves);
  return leaves;
}

/** Adds to one list, as this runs for every value of every resource. */
function collect(fields: Fields, args: JsonObject, above: Path, leaves: Leaf[]): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = own(args, name);
    if (value === undefined || value === null || field.computed) continue;
    const path = [...above, name];
    if (field.kind === "object" && isObject(value)) collect(field.fields, value, path, leaves);
    else if (field.kind === "document") collectIn(field, value, path, leaves);
    else {
      const members = isCollection(field) && isShared(field, args) ? membersOf(field, path, value) : undefined;
      for (const leaf of members ?? [leafOf(field, path, value)]) leaves.push(leaf);
    }
  }
}

/** The leaves of a document. */
function collectIn(field: Field, value: Json, path: Path, leaves: Leaf[]): void {
  const members = isObject(value) ? Object.entries(value) : [];
  if (members.length === 0) leaves.push(leafOf(field, path, value));
  for (const [key, item] of members) collectIn(field, item, [...path, key], leaves);
}

function leafOf(field: Field, path: Path, value: Json): Leaf {
  return { path, pointer: toPointer(path), field, value };
}

/**
 * Tells of recorded paths whether they are declared no more. A path is still declared where a declared leaf stands at it, below it, or
 * above it. An empty object above it does not count, as it declares nothing in it.
 */
export function undeclaredIn(declared: readonly Leaf[]): (path: Path) => boolean {
  const atOrBelow = new Set(declared.flatMap(({ path, pointer }) => [pointer, ...pointersAbove(path)]));
  const isEmpty = ({ value }: Leaf) => isObject(value) && Object.keys(value).length === 0;
  const above = new Set(declared.filter((leaf) => !isEmpty(leaf)).map(({ pointer }) => pointer));
  return (path) => !atOrBelow.has(toPointer(path)) && !pointersAbove(path).some((pointer) => above.has(pointer));
}
