import { type Redactor, TenantError } from "../client/index.ts";
import type { JsonObject } from "../schema/json.ts";
import { ShapeError } from "../state/wire.ts";

/** What a warning says where a part of objects could not be read: a report of drift is not complete then. */
export const nothingKnown = "nothing is known of their drift";

/**
 * An error that a person can act on. It has no stack, as the SDK's host would print it under the message.
 */
export class UserError extends Error {
  override readonly name: string = "Error";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.stack = "";
  }
}

/**
 * An operation that was carried out in part. The engine saves the id and the properties, shows the reasons, and the
 * next run repairs what is missing. The SDK's host reads these property names from the error.
 */
export class PartialFailure extends UserError {
  readonly id: string;
  /** The outputs as far as they are known. Without `__provider` among them nothing could ever touch the object again. */
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
 * The owner of a declared set (a member, an organization) has left the tenant. For a resource that was in place before, this is a warning:
 * the run goes on, and the next one tries again.
 */
export class OwnerGone extends UserError {
  /** The identity property that names the owner. */
  readonly property: string;

  constructor(message: string, property: string, options?: ErrorOptions) {
    super(message, options);
    this.property = property;
  }
}

/** What went wrong, without the advice that an error of the tenant has. */
export function summaryOf(error: Error): string {
  return error instanceof TenantError ? error.summary : error.message;
}

/** Hides secrets in what the host shows of an error. */
export function hideIn(error: Error, redactor: Redactor): void {
  // The stack repeats the message.
  error.stack = redactor.hide(error.stack ?? "");
  error.message = redactor.hide(error.message);
}

/** An object that the state knows was deleted behind the program's back. */
export function gone(label: string): UserError {
  return new UserError(
    `${label} is not at the tenant any more: somebody deleted it. Run \`pulumi refresh\` to take it out of the state; ` +
      "the next `pulumi up` then creates it again.",
  );
}

/** An answer that is not of the documented form, in words for people. */
export function misread({ message, cause }: ShapeError): UserError {
  const advice = "Something between here and the tenant may have changed the answer (a proxy?). Run it again.";
  return new UserError(`${message}. ${advice}`, { cause });
}

/** Runs something that only reads, so that an answer that cannot be understood does not count as a lost write. */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ShapeError ? misread(error) : error;
  }
}
