import { type Redactor, TenantError } from "../client/index.ts";
import type { JsonObject } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { ShapeError } from "../state/wire.ts";

/** The suffix of a warning about an object that could not be read. A drift report that finds this suffix in a warning counts as incomplete. */
export const incompleteMarker = " [drift: incomplete]";

/** The beginning of a reason, in the output of a preview, for which the run will fail. A review with such a reason fails. */
export const failureMarker = "`pulumi up` will fail: ";

/** The end of the first part of a preview's note about an object that the run adopts. A review that has read the object leaves out the note. */
export const adoptionMarker = ": `pulumi up` adopts it";

/** The same for settings of which the tenant has no values yet. */
export const firstValuesMarker = ": `pulumi up` creates it";

/** A warning of a preview that the run will fail. It is one line, because the engine reports each line of output as a message of its own. */
export function failureWarning(reason: string): string {
  const lines = reason.split("\n").map((line) => line.trim());
  return `warning: ${failureMarker}${lines.filter((line) => line !== "").join(" ")}`;
}

/**
 * An error that the user can act on. It has no stack, because the SDK's host would print the stack under the message.
 */
export class UserError extends Error {
  override readonly name: string = "Error";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.stack = "";
  }
}

/**
 * The error of a creation that the service would not refuse although the object exists: it would change the object. So the type itself looks first.
 *
 * @param label the resource, for messages
 */
export class Taken extends UserError {
  constructor(label: string) {
    super(`${label} exists already.`);
  }
}

/**
 * The error for what the tenant has under a declared key, if it cannot be the resource's object before the program says more: several objects, or one that
 * is disabled. It concerns this resource only, and the run meets it, too.
 */
export class UnclearObject extends UserError {
  /** The id of the object; undefined if there are several. */
  readonly id: string | undefined;

  constructor(message: string, id?: string) {
    super(message);
    this.id = id;
  }
}

/**
 * The error of an operation that was carried out in part. The engine saves the id and the properties and prints the reasons; the next run
 * completes the operation. The SDK's host reads these property names from the error.
 */
export class PartialFailure extends UserError {
  readonly id: string;
  /** The known outputs. They must include `__provider`: without it, the engine can no longer update or delete the object. */
  readonly properties: JsonObject;

  constructor(id: string, reason: string, properties: JsonObject, options?: ErrorOptions) {
    super(reason, options);
    this.id = id;
    this.properties = properties;
  }

  get reasons(): string[] {
    return [this.message];
  }
}

/**
 * The error for a declared set whose owner (a member, an organization) no longer exists at the tenant. For a resource that existed before this
 * run, the error becomes a warning: the run continues, and the next run tries again.
 */
export class OwnerGone extends UserError {
  /** The identity property that names the owner. */
  readonly property: string;

  constructor(message: string, property: string, options?: ErrorOptions) {
    super(message, options);
    this.property = property;
  }
}

/** The error for a change that the service has not completed yet. It becomes a warning: the run continues, and the next run tries again. */
export class NotYet extends UserError {}

/** The message of an error, without the advice that a `TenantError` contains. */
export function summaryOf(error: unknown): string {
  if (error instanceof TenantError) return error.summary;
  return error instanceof Error ? error.message : String(error);
}

/** Hides secrets in the message and the stack of an error, which the SDK's host prints. */
export function hideIn(error: Error, redactor: Redactor): void {
  // The stack contains the message, so both can contain secrets.
  error.stack = redactor.hide(error.stack ?? "");
  error.message = redactor.hide(error.message);
}

/** The error for an object that is in the state but was deleted outside of Pulumi. */
export function gone(label: string): UserError {
  return new UserError(
    `${label} no longer exists at the tenant: it was deleted outside Pulumi. Run \`pulumi refresh\` to remove it from the state; ` +
      "the next `pulumi up` then creates it again.",
  );
}

/** The error for a response that does not have the documented form. */
export function misread({ message, cause }: ShapeError): UserError {
  const advice = "A proxy between this machine and the tenant may have changed the response. Run the command again.";
  return new UserError(`${message}. ${advice}`, { cause });
}

/**
 * Whether an error means that the tenant lacks a feature, because of its plan or its age. For a singleton, "not found" has this meaning, too:
 * every tenant with the feature has the object, so it cannot have been deleted.
 */
export function isUnavailable({ schema }: { readonly schema: Schema }, error: unknown): boolean {
  if (!(error instanceof TenantError)) return false;
  return error.isOutsidePlan || (schema.singleton !== undefined && error.isAbsence);
}

/** Runs an operation that only reads. A {@link ShapeError} becomes a {@link UserError}, so that it does not count as the lost response to a write. */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ShapeError ? misread(error) : error;
  }
}

/**
 * An answer that decides what no later run can undo, for example that an object does not exist, so that the run creates one. A single response can be late,
 * or lack an object or values, so such an answer counts only if a second one confirms it.
 *
 * @param isEnough whether the first answer decides nothing of this kind
 */
export async function confirmed<T>(ask: () => Promise<T>, isEnough: (answer: T) => boolean): Promise<T> {
  const answer = await ask();
  return isEnough(answer) ? answer : ask();
}
