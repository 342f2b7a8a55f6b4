import { sanitize } from "../../client/index.ts";
import { equal, isEmptyObject, isObject, type Json, type JsonObject, own, valueAt } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";
import { leavesOf } from "../../state/leaves.ts";
import { differsAt } from "../../state/project.ts";
import { UserError } from "../errors.ts";
import type { UpdateRequest } from "../resource-type.ts";

/** A part of a response that a write replaces as a whole. */
export interface Whole {
  /** Its name in messages: the property. */
  readonly name: string;
  readonly value: Json | undefined;
  /** Whether the response may lack values: the part is empty, or lacks a value that this stack knows. */
  readonly isDoubtful: boolean;
}

/**
 * Reads an object before a write that replaces wholes of it, such as a list or a document: the write sends back the values that the read returned, so
 * it would delete the values that a wrongly empty response lacks. A doubtful whole is read a second time.
 *
 * @param wholesOf the wholes in a response that the write replaces: the same ones, in the same order, for each response
 * @throws UserError if the two responses differ. Nothing has been sent
 */
export async function steadily<T>(
  label: string,
  read: () => Promise<T>,
  wholesOf: (seen: T) => readonly Whole[],
): Promise<T> {
  const seen = await read();
  const wholes = wholesOf(seen);
  if (!wholes.some(({ isDoubtful }) => isDoubtful)) return seen;
  const again = await read();
  const second = wholesOf(again);
  const differing = wholes.filter(
    ({ value, isDoubtful }, at) => isDoubtful && !equal(second[at]?.value ?? null, value ?? null),
  );
  if (differing.length === 0) return again;
  const names = sanitize([...new Set(differing.map(({ name }) => name))].join(", "));
  throw new UserError(
    `${label} was not changed: two reads right after each other returned different values of ${names}, and the update replaces ${names} as a whole, ` +
      "so values that the program does not declare could be lost. Run `pulumi up` again. If the error stays, another client changes the object " +
      "at the same time: end its run first.",
  );
}

/** Whether a part of a response has no values, or contains an object or a list without values. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || isEmptyObject(value)) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).some((one) => typeof one === "object" && one !== null && isEmpty(one));
}

/**
 * The wholes that an update of the given properties replaces.
 *
 * @param live the object in the response
 */
export function wholesIn(
  schema: Schema,
  names: readonly string[],
  { outputs, unsure, isSeen }: Pick<UpdateRequest, "outputs" | "unsure" | "isSeen">,
  live: JsonObject,
): readonly Whole[] {
  return names.map((name) => {
    const [value, known] = [own(live, name), own(outputs, name)];
    // An adoption has read the object before the update, so an equal value is confirmed.
    const isConfirmed = isSeen === true && equal(value ?? null, known ?? null);
    const isLacking = leavesOf(schema.fields, known === undefined ? {} : { [name]: known }).some(
      ({ field, path, pointer }) =>
        valueAt(live, path) === undefined && !unsure.includes(pointer) && differsAt(field, path, outputs, live),
    );
    return { name, value, isDoubtful: !isConfirmed && (isEmpty(value) || isLacking) };
  });
}
