import type { JsonObject } from "./json.ts";
import { type Path, valueAt } from "./pointer.ts";
import { type Fields, fieldAt, pathRulesOf } from "./table.ts";

/**
 * Whether the service keeps a value that a program declares no more: neither the value nor the whole of what was declared around it can be
 * cleared.
 *
 * @param was the object as it was declared
 * @param is what the program declares now
 */
export function isReleased(fields: Fields, path: Path, was: JsonObject, is: JsonObject): boolean {
  return path.some((_, index) => {
    const place = path.slice(0, index + 1);
    const field = fieldAt(fields, place);
    const isGone = (valueAt(is, place) ?? null) === null;
    return isGone && field !== undefined && pathRulesOf(field, place, was).clear?.how === "release";
  });
}
