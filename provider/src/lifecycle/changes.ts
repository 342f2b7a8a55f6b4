import { sanitize } from "../client/index.ts";
import type { JsonObject } from "../schema/json.ts";
import { describePath, type Path } from "../schema/pointer.ts";
import type { Schema } from "../schema/schema.ts";
import { compose } from "../state/compose.ts";
import { type IsFilledIn, type Now, UndeclaredLoss } from "../state/object-update.ts";
import type { Plan } from "../state/plan.ts";
import { UserError } from "./errors.ts";

/** The data from which the request body of an update is composed. */
interface Update {
  readonly plan: Plan;
  /** The inputs that the program declares. */
  readonly inputs: JsonObject;
  readonly now: Now;
  /** The object's label for messages. */
  readonly label: string;
  readonly isFilledIn?: IsFilledIn | undefined;
}

/**
 * The properties that an update sends, under the names that programs use.
 *
 * @throws UserError if the update could remove undeclared values of the object
 */
export function changesOf(schema: Schema, { plan, inputs, now, label, isFilledIn }: Update): JsonObject {
  try {
    return compose(schema, plan, inputs, now, isFilledIn);
  } catch (error) {
    if (!(error instanceof UndeclaredLoss)) throw error;
    throw new UserError(`${label} was not changed: ${inWords(error)}`, { cause: error });
  }
}

function inWords({ path, properties, reason }: UndeclaredLoss): string {
  const [object, others] = [describePath(path), named(properties)];
  if ("scope" in reason) {
    return (
      `this token cannot read ${object}, and an update replaces the whole ${object}, so ${others}, which the program does not declare, ` +
      `could be lost. Grant the client the scope ${reason.scope}, or declare all of ${object}.`
    );
  }
  return (
    `${object} was removed from the program, but at the tenant it also has ${others}, which the program does not declare. The API accepts ` +
    `${object} only with ${reason.required.join(" and ")}, so the update would have to delete all of ${object}, and ${others} would be lost. To delete ` +
    `all of it, declare ${object} again, including ${others} with the present value, and run \`pulumi up\`; then remove ${object} from the program. ` +
    `Or remove ${object} in the dashboard.`
  );
}

function named(paths: readonly Path[]): string {
  return sanitize(paths.map(describePath).join(", "));
}
