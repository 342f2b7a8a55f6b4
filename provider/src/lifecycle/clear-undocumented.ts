import { sanitize, TenantError } from "../client/index.ts";
import type { JsonObject } from "../schema/json.ts";
import { describePath, type Path, toPointer, valueAt } from "../schema/pointer.ts";
import type { Field } from "../schema/schema.ts";
import { nullsIn, undocumented } from "../schema/undocumented.ts";
import { Draft } from "../state/draft.ts";
import { type Found, Incomplete } from "./resource-type.ts";

/**
 * Sends the body of an update in which null clears undocumented properties. If the API refuses the body, the other values are sent without
 * these nulls, and then each null of a top-level property is sent alone. A property that could not be cleared keeps its value, and a warning
 * names it.
 *
 * @param field the field of the undocumented properties; undefined if the type has none
 * @param body the body under the API's names
 * @param subject the object, for messages
 * @param send sends a body; `again` is true if an earlier body of the same update was sent
 * @param read reads the object
 */
export async function clearing(
  field: Field | undefined,
  body: JsonObject,
  subject: string,
  send: (body: JsonObject, again: boolean) => Promise<Found>,
  read: () => Promise<Found>,
): Promise<Found> {
  const cleared = clearedIn(field, body);
  try {
    return await send(body, false);
  } catch (error) {
    if (cleared.length === 0 || !isRefused(error)) throw error;
    const rest = new Draft(body);
    for (const path of cleared) rest.remove(path);
    const alone = cleared.filter((path) => path.length === 1 && cleared.length > 1);
    const kept: Path[] = cleared.filter((path) => !alone.includes(path));
    let found = Object.keys(rest.root).length > 0 ? await send(rest.root, true) : undefined;
    for (const path of alone) {
      try {
        found = await send({ [path[0] ?? ""]: null }, true);
      } catch (failure) {
        if (isRefused(failure)) kept.push(path);
        else if (found && failure instanceof Error) throw new Incomplete(found, cleared.map(pointerOf), failure);
        else throw failure;
      }
    }
    const last = found ?? (await read());
    warnOfReleased(
      subject,
      kept.filter((path) => valueAt(last.live, [undocumented, ...path]) !== undefined),
    );
    return last;
  }
}

/** Warns of properties that the API cannot clear. */
function warnOfReleased(subject: string, paths: readonly Path[]): void {
  for (const path of paths) {
    console.warn(
      `warning: ${subject}: ${sanitize(describePath([undocumented, ...path]), 200)} was removed from the program, but the API does not accept ` +
        "null for it. It keeps its value at the tenant and is no longer managed.",
    );
  }
}

/** The paths of nulls in the undocumented properties of a body. */
function clearedIn(field: Field | undefined, body: JsonObject): readonly Path[] {
  if (field?.kind !== "document" || !field.atTop) return [];
  const { typed, ofService } = field.atTop;
  const unknown = Object.entries(body).filter(([key]) => !typed.has(key) && !ofService.has(key));
  return nullsIn(Object.fromEntries(unknown));
}

function isRefused(error: unknown): boolean {
  return error instanceof TenantError && error.status === 400;
}

function pointerOf(path: Path): string {
  return toPointer([undocumented, ...path]);
}
