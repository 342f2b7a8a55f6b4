import { type Descriptor, idNameOf } from "../schema/definition.ts";
import { handlerOf } from "../schema/provider-code.ts";
import { type Definition, lookUp } from "./data-source.ts";
import type { Source } from "./questions.ts";
import { exactlyOne, matching, shownFields } from "./rows.ts";

/** How the objects of a kind are shown. */
export type Shown = Pick<Source, "describe" | "also">;

/** Where the objects of a kind come from. */
export function sourceOf(descriptor: Descriptor, shown: Shown): Source {
  const { noun, fields } = descriptor.table;
  return { ...shown, descriptor, noun, id: idNameOf(descriptor), fields: shownFields(fields) };
}

/** What is special about one of the look-ups of a kind. */
type Asking<Args> = Pick<Definition<Args>, "args" | "required" | "reads">;

/**
 * The two look-ups of a kind, each in two forms: `one` is `getThing`, whose answer is exactly one object; `all` is `getThings`, which answers
 * all that match as `things`.
 */
export function lookUps<OneArgs extends object, One, AllArgs extends object, All>(
  descriptor: Descriptor,
  shown: Shown,
  { one, all }: { readonly one: Asking<OneArgs>; readonly all: Asking<AllArgs> },
) {
  const source = sourceOf(descriptor, shown);
  const name = `get${descriptor.type}`;
  const objects = `${handlerOf(descriptor.type)}s`;
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
