import type { Json } from "../../model/json.ts";
import { fromPointer } from "../../model/pointer.ts";
import type { Documented } from "../../model/secrecy/by-path.ts";
import { namesOf, optionNames, wordsIn } from "./known-options.ts";
import { plainByType } from "./options.made.ts";
import { secretOptionPaths } from "./strategies.ts";

/**
 * Documented options whose names look secret, and whose values are not: what stands at such a path. Paths are JSON pointers
 * into `options`, in which `*` stands for any one key.
 */
export const plainOptionPaths = [
  ...wordsIn(plainByType).map((place) => `/${place.replaceAll(".", "/")}`),
  "/assertion_decryption_settings",
  "/customScripts/change_password",
  "/global_token_revocation_jwt_iss",
  "/global_token_revocation_jwt_sub",
  "/oidc_metadata/*",
  "/password_dictionary",
  "/password_options",
] as const;

const secret = secretOptionPaths.map(fromPointer);
const plain = plainOptionPaths.map(fromPointer);

/** What is documented of the secrets among options: a name that is plain at one strategy may be anything at another. */
function documentedOf(names: ReadonlySet<string>): Documented {
  return { secret, names, plain: plain.filter(([name = ""]) => names.has(name)) };
}

const byStrategy = new Map(Object.entries(optionNames).map(([strategy, names]) => [strategy, documentedOf(names)]));
const ofOthers = documentedOf(namesOf(undefined));
const ofAny = documentedOf(new Set(Object.values(optionNames).flatMap((names) => [...names])));

/** @param strategy default: not known yet, so an option of any strategy may be meant */
export function documentedOptions(strategy: Json | undefined): Documented {
  if (typeof strategy !== "string") return ofAny;
  return byStrategy.get(strategy) ?? ofOthers;
}
