import { sanitize } from "../client/index.ts";
import type { JsonObject } from "../schema/json.ts";
import { UserError } from "./errors.ts";
import type { OperationContext } from "./operation-context.ts";

/**
 * Refuses to change or delete an object on which the access of this run depends. `TENANT_ALLOW_OWN_CLIENT` permits it.
 *
 * @param what the refused operation, for messages: `changed`
 * @throws UserError
 */
export function guardOwnAccess(
  { type, service, program }: OperationContext,
  id: string,
  values: JsonObject,
  what: string,
): void {
  const application = type.applicationOf?.(id, values);
  if (typeof application !== "string" || service.mayChangeOwnClient) return;
  const { ownClient } = service;
  if (ownClient === undefined) {
    if (program.isOwnAccessUnknown) return;
    program.isOwnAccessUnknown = true;
    console.warn(
      "warning: the token (TENANT_TOKEN) does not name its client, so this run cannot detect a change that would remove its own access. " +
        "To have such changes refused, use the client's id and secret instead of the token.",
    );
  } else if (ownClient === application) {
    throw new UserError(
      `${type.label(values)} was not ${what}: this run uses the credentials of client "${sanitize(ownClient)}", so the change could lock the ` +
        "run out. To allow it, set TENANT_ALLOW_OWN_CLIENT=true for this run.",
    );
  }
}
