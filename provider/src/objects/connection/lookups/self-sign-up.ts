import { isObject, type JsonObject, own } from "../../../model/json.ts";
import { legible } from "../../../tenant/legible.ts";
import { enterpriseStrategies, strategiesWithUsers } from "../strategies.ts";
import { optionsOf } from "../table.ts";

/** Which of a connection's options decides, and the value with which only people whom somebody else has let in get an account. */
const deciding = {
  disable_signup: true,
  useCommonEndpoint: false,
} as const;

/**
 * Why people may give themselves an account in a connection, for people; undefined where nobody can: an account is made by the company's
 * own identity provider, or by an administrator.
 *
 * An organization that has `isSignupEnabled` for a database is not looked for.
 */
export function selfSignUpIn(connection: JsonObject): string | undefined {
  const strategy = String(own(connection, "strategy"));
  const isOneOf = (names: readonly string[]) => names.includes(strategy);
  if (isOneOf(strategiesWithUsers)) return unless(connection, "disable_signup", "anyone can sign up in it");
  if (strategy === "waad") return unless(connection, "useCommonEndpoint", "any company's accounts can log in with it");
  if (isOneOf(enterpriseStrategies)) return undefined;
  return `anyone may be able to sign up in it (strategy "${legible(strategy)}")`;
}

function unless(connection: JsonObject, option: keyof typeof deciding, problem: string): string | undefined {
  const options = optionsOf(connection);
  if (!isObject(options))
    return `the token lacks the scope read:connections_options, so options.${option} is not shown`;
  const value = own(options, option) ?? false;
  return value === deciding[option] ? undefined : `${problem}, unless options.${option} is ${deciding[option]}`;
}
