import type { Problem } from "../../../lifecycle/kind.ts";
import { type JsonObject, own, unknownValue } from "../../../model/json.ts";
import { nearest } from "../../../model/secrecy/typo.ts";
import { knownStrategies } from "../strategies.ts";

/**
 * The refusal of a strategy that is a slip of one that the service has.
 *
 * @param before what is known of the connection already: one that is there has its strategy from the service
 */
export function problemsOfStrategy(args: JsonObject, before: JsonObject): readonly Problem[] {
  const strategy = strangerIn(args);
  const meant =
    strategy === undefined || strategy === own(before, "strategy") ? undefined : nearest(strategy, knownStrategies);
  return meant === undefined
    ? []
    : [{ path: ["strategy"], says: `is none that the service has; did you mean "${meant}"?` }];
}

/** What is said of a strategy that may be new. */
export function doubtsOfStrategy(args: JsonObject): readonly string[] {
  return strangerIn(args) === undefined ? [] : ["strategy: is none that is known here. It is sent as it is."];
}

/** The strategy, where it is not one of those that the service is known to have. */
function strangerIn(args: JsonObject): string | undefined {
  const strategy = own(args, "strategy");
  if (typeof strategy !== "string" || strategy === unknownValue) return undefined;
  return knownStrategies.some((known) => known === strategy) ? undefined : strategy;
}
