import { sanitize } from "../../client/index.ts";
import { equal, isEmptyObject, isObject, type Json, type JsonObject, own } from "../../schema/json.ts";
import { type Schema, wireName } from "../../schema/schema.ts";
import { UserError } from "../errors.ts";
import type { UpdateRequest } from "../resource-type.ts";

/** A part of a response that a write sends back. */
export interface Whole {
  /** Its name in messages: the property. */
  readonly name: string;
  readonly value: Json | undefined;
  /** Whether one response is enough, for example because an earlier read of the same operation has shown the same value. Default: it is not. */
  readonly isSure?: boolean;
}

/** How often an object is read before a write. If one of four responses is wrong, two in succession are right. */
const maxReads = 4;

/**
 * Reads an object before a write that sends back values of it, such as the undeclared members of a list or of a document that it replaces as a whole. If
 * a response is late or lacks values, the write would delete or revert values of other clients, so the object is read until two responses in
 * succession are equal.
 *
 * @param wholesOf the parts of a response that the write sends back: the same ones, in the same order, for each response
 * @throws UserError if each response differs from the one before. Nothing has been sent
 */
export async function steadily<T>(
  label: string,
  read: () => Promise<T>,
  wholesOf: (seen: T) => readonly Whole[],
): Promise<T> {
  let seen = await read();
  let wholes = wholesOf(seen);
  if (wholes.every(({ isSure }) => isSure)) return seen;
  let differing: readonly Whole[] = [];
  for (let reads = 1; reads < maxReads; reads += 1) {
    const before = wholes;
    seen = await read();
    wholes = wholesOf(seen);
    differing = wholes.filter(({ value, isSure }, at) => !isSure && !equal(before[at]?.value ?? null, value ?? null));
    if (differing.length === 0) return seen;
  }
  const names = sanitize([...new Set(differing.map(({ name }) => name))].join(", "));
  throw new UserError(
    `${label} was not changed: ${maxReads} reads right after each other returned different values of ${names}, and the change depends on all of them, ` +
      "so values that the program does not declare could be lost. Run `pulumi up` again. If the error stays, another client changes the " +
      "object at the same time: end its run first.",
  );
}

/** Whether a part of a response has no values, or contains an object or a list without values. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || isEmptyObject(value)) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).some((one) => typeof one === "object" && one !== null && isEmpty(one));
}

/** An object in a response: under the program's names, and as the body, which also has what the schema does not contain. */
interface Seen {
  readonly live: JsonObject;
  readonly body: JsonObject;
}

/** The parts of an object that an update sends back, by the names of their properties. */
export function wholesIn(
  { fields }: Schema,
  names: readonly string[],
  known: Pick<UpdateRequest, "outputs" | "isSeen">,
  { live, body }: Seen,
): readonly Whole[] {
  return names.map((name) => ({
    name,
    value: [own(live, name) ?? null, own(body, wireName(name, fields[name])) ?? null],
    isSure: isConfirmed(known, name, live),
  }));
}

/** Whether an adoption has read the same value of a property before the update. */
export function isConfirmed(
  { outputs, isSeen }: Pick<UpdateRequest, "outputs" | "isSeen">,
  name: string,
  live: JsonObject,
): boolean {
  return isSeen === true && equal(own(live, name) ?? null, own(outputs, name) ?? null);
}
