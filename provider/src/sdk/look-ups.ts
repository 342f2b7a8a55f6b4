import { type Definition, idNameOf } from "../schema/definition.ts";
import { handlerOf } from "../schema/provider-code.ts";
import { type LookUpDefinition, lookUp } from "./data-source.ts";
import type { Source } from "./questions.ts";
import { exactlyOne, matching, shownFields } from "./rows.ts";

/** How the objects of a type are shown. */
export type Shown = Pick<Source, "describe" | "also">;

/** Where the objects of a type come from. */
export function sourceOf(definition: Definition, shown: Shown): Source {
  const { noun, fields } = definition.schema;
  return { ...shown, descriptor: definition, noun, id: idNameOf(definition), fields: shownFields(fields) };
}

/** What is special about one of the look-ups of a type. */
type Asking<Args> = Pick<LookUpDefinition<Args>, "args" | "required" | "reads">;

/**
 * The two look-ups of a type, each in two forms: `one` is `getThing`, whose answer is exactly one object; `all` is `getThings`, which answers
 * all that match as `things`.
 */
export function lookUps<OneArgs extends object, One, AllArgs extends object, All>(
  definition: Definition,
  shown: Shown,
  { one, all }: { readonly one: Asking<OneArgs>; readonly all: Asking<AllArgs> },
) {
  const source = sourceOf(definition, shown);
  const name = `get${definition.type}`;
  const objects = `${handlerOf(definition.type)}s`;
  return {
    one: lookUp<OneArgs, One>({ ...one, name, source, answer: exactlyOne }),
    all: lookUp<AllArgs, All>({
      ...all,
      name: `${name}s`,
      source,
      answer: (found) => ({ [objects]: matching(found) }),
    }),
  };
}
