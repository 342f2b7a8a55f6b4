import { isObject, type JsonObject, own } from "../../../model/json.ts";
import type { ImportRules } from "../../import-rules.ts";
import { opaqueOptions, optionsOf, unreadOptions } from "../table.ts";
import { isDerivedOption, isFreshOption } from "./fresh-options.ts";
import { undocumentedOptions } from "./undocumented-options.ts";

/** What an import has to know of the options of connections. */
export const importRules: ImportRules = {
  isDerived: ([name, ...inside], value, live) => name === "options" && isDerivedOption(inside, value, live),
  isFresh: ([name, ...inside], value, live) => name === "options" && isFreshOption(inside, value, live),

  whyUnread([, option], live) {
    const isCiphertext = opaqueOptions(live).ciphertext.some(([name]) => name === option);
    return isCiphertext ? "the tenant shows it only encrypted; to manage it, declare it with its value" : undefined;
  },

  unseen(live, args) {
    const options = optionsOf(live);
    const known = new Set(Object.keys(optionsOf(args) ?? {}));
    return [
      ...(options ? [] : [{ path: ["options"], why: withheld }]),
      ...unreadOptions(live, options ?? {}, known).map((name) => ({ path: ["options", name] })),
    ];
  },

  undocumented(args: JsonObject) {
    const [strategy, options] = [own(args, "strategy"), own(args, "options")];
    const paths = typeof strategy === "string" && isObject(options) ? undocumentedOptions(strategy, options) : [];
    return paths.map((path) => ["options", ...path]);
  },
};

const withheld =
  "the token lacks the scope read:connections_options: declare them, or take the connection out of the state (`pulumi state delete`) and import it again with the scope";
