import type { Problem } from "../../../lifecycle/kind.ts";
import { type JsonObject, own, unknownValue } from "../../../model/json.ts";
import { nearest } from "../../../model/secrecy/typo.ts";
import { legible } from "../../../tenant/index.ts";
import { knownStrategies } from "../strategies.ts";

/**
 * The refusal of a strategy that is one letter away from one that the service has. More letters may make another strategy: `gitlab` is no
 * slip of `github`.
 *
 * @param before what is known of the connection already: one that is there has its strategy from the service
 */
export function problemsOfStrategy(args: JsonObject, before: JsonObject): readonly Problem[] {
  const strategy = strangerIn(args);
  if (strategy === undefined || strategy === own(before, "strategy")) return [];
  const meant = nearest(strategy, knownStrategies, 1);
  return meant === undefined ? [] : [{ path: ["strategy"], says: described(strategy, meant) }];
}

/** The warning of a strategy that may be new. */
export function doubtsOfStrategy(args: JsonObject): readonly string[] {
  const strategy = strangerIn(args);
  if (strategy === undefined) return [];
  return [`strategy: ${described(strategy, nearest(strategy, knownStrategies))} It is sent as it is.`];
}

function described(strategy: string, meant: string | undefined): string {
  return `unknown value "${legible(strategy)}".${meant === undefined ? "" : ` Did you mean "${meant}"?`}`;
}

/** The strategy, where it is not one of those that the service is known to have. */
function strangerIn(args: JsonObject): string | undefined {
  const strategy = own(args, "strategy");
  if (typeof strategy !== "string" || strategy === unknownValue) return undefined;
  return knownStrategies.some((known) => known === strategy) ? undefined : strategy;
}
