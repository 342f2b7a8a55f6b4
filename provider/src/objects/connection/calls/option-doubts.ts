import { isObject, type Json, type JsonObject, own } from "../../../model/json.ts";
import { describePath, type Path } from "../../../model/pointer.ts";
import { secrecyOfDocument } from "../../../model/secrecy/by-path.ts";
import { secretsIn } from "../../../model/secrecy/find.ts";
import { nearest } from "../../../model/secrecy/typo.ts";
import { legible } from "../../../tenant/index.ts";
import { namesOf, optionNames } from "../known-options.ts";
import { documentedOptions } from "../option-secrecy.ts";

/** Options that are probably misspelt, or those of another strategy. */
export function doubtsOfOptions(args: JsonObject): readonly string[] {
  const options = own(args, "options");
  if (!isObject(options)) return [];
  const strategy = own(args, "strategy");
  const slips = secretsIn(options, secrecyOfDocument(documentedOptions(strategy))).filter(({ by }) => by === "slip");
  const secret = slips.map(
    ({ path, meant = [] }) => `${shown(path)}: ${didYouMean(meant.join("."))} Until then its value is kept secret.`,
  );
  const doubted = new Set(slips.map(({ path: [name] }) => name));
  const names = Object.keys(options).filter((name) => !doubted.has(name));
  return [...secret, ...names.flatMap((name) => doubtOf(name, strategy) ?? [])];
}

function doubtOf(name: string, strategy: Json | undefined): string | undefined {
  const known = namesOf(strategy);
  if (known.size === 0 || known.has(name)) return undefined;
  const meant = nearest(name, known);
  if (meant !== undefined) return `${shown([name])}: ${didYouMean(meant)}`;
  // What is an option of many strategies may well be one of this, too.
  const owners = Object.keys(optionNames).filter((other) => optionNames[other]?.has(name));
  if (owners.length === 0 || owners.length > 4) return undefined;
  return `${shown([name])}: is an option of ${owners.join(", ")}, and none of ${strategy} that is known here. It is sent as it is.`;
}

function shown(path: Path): string {
  return legible(describePath(["options", ...path]));
}

/** What is said of a name that looks like a slip of another. */
function didYouMean(meant: string): string {
  return `is not one that is known here; did you mean "${meant}"?`;
}
