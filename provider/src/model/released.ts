import type { JsonObject } from "./json.ts";
import { isCollection } from "./leaves.ts";
import { beginsToShare } from "./plan.ts";
import { type Path, valueAt } from "./pointer.ts";
import { type Fields, fieldAt, pathRulesOf } from "./table.ts";

/**
 * Whether a value that a program declares no more stays at the tenant: neither the value nor the whole of what was declared around it can be
 * cleared, or it is a member of a list in which others can have a part from now on.
 *
 * @param was the object as it was declared
 * @param is what the program declares now
 */
export function isReleased(fields: Fields, path: Path, was: JsonObject, is: JsonObject): boolean {
  const top = path.slice(0, 1);
  const list = fieldAt(fields, top);
  if (isCollection(list) && beginsToShare(list, top, was, is)) return true;
  return path.some((_, index) => {
    const place = path.slice(0, index + 1);
    const field = fieldAt(fields, place);
    const isGone = (valueAt(is, place) ?? null) === null;
    return isGone && field !== undefined && pathRulesOf(field, place, was).clear?.how === "release";
  });
}
