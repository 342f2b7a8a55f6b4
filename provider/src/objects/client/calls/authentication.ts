import type { Claim } from "../../../lifecycle/claims.ts";
import { type Json, unknownValue } from "../../../model/json.ts";
import { legible } from "../../../tenant/index.ts";

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
