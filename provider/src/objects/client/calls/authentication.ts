import type { Claim } from "../../../lifecycle/claims.ts";
import { UserError } from "../../../lifecycle/errors.ts";
import { type Json, type JsonObject, own, unknownValue } from "../../../model/json.ts";
import { legible, TenantError } from "../../../tenant/index.ts";

/** What is claimed, for people. */
export const authenticationMethods = "authentication methods (tokenEndpointAuthMethod, credentials)";

/**
 * What a resource declares of how an application proves who it is: the service takes either a method at the token endpoint or credentials.
 * Undefined where the application is not known yet.
 *
 * @param property how the program says it
 */
export function claimOnAuthentication(clientId: Json | undefined, property: string): Claim | undefined {
  if (typeof clientId !== "string" || clientId === unknownValue) return undefined;
  return {
    key: JSON.stringify(["authentication", clientId]),
    on: `the ${authenticationMethods} of application "${legible(clientId)}"`,
    isWhole: true,
    members: [property],
  };
}

/** What a refused update means that says how an application proves who it is: it may have credentials in use. */
export function explained(error: unknown, sent: JsonObject): unknown {
  const isAbout = own(sent, "token_endpoint_auth_method") !== undefined;
  if (!isAbout || !(error instanceof TenantError) || error.status !== 400) return error;
  return new UserError(
    `${error.summary} The service takes no tokenEndpointAuthMethod while credentials are in use. ` +
      "Take them away first: a ClientAuthentication that leaves the program gives the application its method back, in a run of its own.",
    { cause: error },
  );
}
