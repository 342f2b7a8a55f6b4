import { sanitize } from "../../client/index.ts";
import type { Veto } from "./veto.ts";

/** Refuses to change or delete an object on which the access of this run depends. `TENANT_ALLOW_OWN_CLIENT` permits it. */
export const ownAccess: Veto = ({ type, service, program }, { action, id, values }) => {
  if (action === "create") return [];
  const application = type.applicationOf?.(id, values);
  if (typeof application !== "string" || service.mayChangeOwnClient) return [];
  const { ownClient } = service;
  if (ownClient === application) {
    return [
      `this run uses the credentials of client "${sanitize(ownClient)}", so the change could lock the run out. To allow it, set ` +
        "TENANT_ALLOW_OWN_CLIENT=true for this run.",
    ];
  }
  if (ownClient === undefined && !program.isOwnAccessUnknown) {
    program.isOwnAccessUnknown = true;
    console.warn(
      "warning: the token (TENANT_TOKEN) does not name its client, so this run cannot detect a change that would remove its own access. " +
        "To have such changes refused, use the client's id and secret instead of the token.",
    );
  }
  return [];
};
