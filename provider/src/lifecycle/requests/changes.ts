import { sanitize, TenantError } from "../../client/index.ts";
import { describePath, isObject, type JsonObject, own, type Path, toPointer, valueAt } from "../../schema/json.ts";
import { type Field, type Fields, type Schema, wireName } from "../../schema/schema.ts";
import { nullsIn, undocumented, unknownIn } from "../../schema/undocumented.ts";
import { compose } from "../../state/compose.ts";
import type { Released } from "../../state/document-removal.ts";
import { Draft } from "../../state/leaves.ts";
import { UndeclaredLoss, type Update } from "../../state/object-update.ts";
import { UserError } from "../errors.ts";
import { named } from "../foreign-values.ts";
import { type Found, Incomplete } from "../resource-type.ts";

/**
 * The properties that an update sends, under the names that programs use.
 *
 * @param label the object, for messages
 * @throws UserError if the update could remove undeclared values of the object
 */
export function changesOf(schema: Schema, label: string, update: Update): JsonObject {
  try {
    return compose(schema, update, (released) => warnOfRelease(label, released));
  } catch (error) {
    if (!(error instanceof UndeclaredLoss)) throw error;
    throw new UserError(`${label} was not changed: ${inWords(error)}`, { cause: error });
  }
}

/** Warns of a removed value that an update keeps, because the API does not accept the object around it without the value. */
export function warnOfRelease(subject: string, { path, object }: Released): void {
  const [value, holder] = [path, object].map((one) => sanitize(describePath(one), 200));
  console.warn(
    `warning: ${subject}: ${value} was removed from the program, but the API does not accept ${holder} without it, and ${holder} has other ` +
      "properties. It keeps its value at the tenant and is no longer managed.",
  );
}

function inWords({ path, properties, reason }: UndeclaredLoss): string {
  const [object, others] = [describePath(path), named(properties)];
  if ("scope" in reason) {
    return (
      `this token cannot read ${object}, and an update replaces the whole ${object}, so ${others}, which the program does not declare, ` +
      `could be lost. Grant the scope ${reason.scope} to the client that this program runs as, or declare all of ${object}.`
    );
  }
  return (
    `${object} was removed from the program, but at the tenant it also has ${others}, which the program does not declare. The API accepts ` +
    `${object} only with ${reason.required.join(" and ")}, so the update would have to delete all of ${object}, and ${others} would be lost. To delete ` +
    `all of it, declare ${object} again, including ${others} with the present value, and run \`pulumi up\`; then remove ${object} from the program. ` +
    `Or remove ${object} in the dashboard.`
  );
}

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

/** Two bodies of an update that does not fit into one request. */
interface TwoSteps {
  readonly first: JsonObject;
  readonly second: JsonObject;
  /** The paths (JSON pointers) of the values that only the second body contains. */
  readonly pointers: readonly string[];
}

/**
 * The two bodies of an update that changes an object with a maximum number of keys, such as metadata. The API counts the keys of a request, and the
 * null that removes a key counts, too: so a program that renames one of ten keys needs a request that removes and one that adds.
 *
 * @param body the body under the API's names
 * @returns undefined if one request is enough, or if there are too many keys also without the removed ones
 */
export function inTwoSteps(fields: Fields, body: JsonObject): TwoSteps | undefined {
  const crowded = Object.entries(fields).flatMap(([name, field]) => {
    const value = own(body, wireName(name, field));
    const max = field.kind === "document" ? field.max : undefined;
    if (max === undefined || !isObject(value) || Object.keys(value).length <= max) return [];
    const { gone = [], kept = [] } = Object.groupBy(Object.entries(value), ([, one]) =>
      one === null ? "gone" : "kept",
    );
    return kept.length <= max
      ? [{ name, wire: wireName(name, field), early: [...gone, ...kept].slice(0, max), kept }]
      : [];
  });
  if (crowded.length === 0) return undefined;
  const bodyOf = (part: "early" | "kept") =>
    Object.fromEntries(crowded.map((one) => [one.wire, Object.fromEntries(one[part])]));
  return {
    first: { ...body, ...bodyOf("early") },
    second: bodyOf("kept"),
    pointers: crowded.flatMap(({ name, early, kept }) =>
      kept.filter((one) => !early.includes(one)).map(([key]) => toPointer([name, key])),
    ),
  };
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
  return nullsIn(unknownIn(field.atTop, body, true));
}

function isRefused(error: unknown): boolean {
  return error instanceof TenantError && error.status === 400;
}

function pointerOf(path: Path): string {
  return toPointer([undocumented, ...path]);
}
