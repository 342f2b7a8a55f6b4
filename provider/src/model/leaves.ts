import { isObject, type Json, type JsonObject, own } from "./json.ts";
import { isAncestor, type Path, toPointer } from "./pointer.ts";
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
 * The leaves that a program declares: members of objects one by one, keys of documents at any depth; lists, sets and
 * maps are one leaf each, and so is anything that is not known yet.
 */
export function leavesOf(fields: Fields, args: JsonObject): Leaf[] {
  return walk(fields, args, []);
}

function walk(fields: Fields, args: JsonObject, above: Path): Leaf[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = own(args, name);
    if (value === undefined || value === null || field.computed) return [];
    const path = [...above, name];
    if (field.kind === "object" && isObject(value)) return walk(field.fields, value, path);
    if (field.kind === "document") return documentLeaves(field, value, path);
    return [{ path, pointer: toPointer(path), field, value }];
  });
}

function documentLeaves(field: Field, value: Json, path: Path): Leaf[] {
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, item]) => documentLeaves(field, item, [...path, key]));
  }
  return [{ path, pointer: toPointer(path), field, value }];
}

/**
 * Whether a recorded path is declared no more. It still is where a declared leaf stands at it, above it (with a value
 * that decides on all below: an empty object declares nothing in it) or below it.
 */
export function isUndeclared(path: Path, declared: readonly Leaf[]): boolean {
  const pointer = toPointer(path);
  return !declared.some(
    (leaf) =>
      leaf.pointer === pointer ||
      isAncestor(path, leaf.path) ||
      (isAncestor(leaf.path, path) && !(isObject(leaf.value) && Object.keys(leaf.value).length === 0)),
  );
}
