import { type Definition, idNameOf, type Keyed, type LookUps } from "../schema/definition.ts";
import { handlerOf } from "../schema/provider-code.ts";
import { key, text } from "./arguments.ts";
import { type LookUpDefinition, lookUp } from "./data-source.ts";
import type { Source } from "./questions.ts";
import { exactlyOne, matching, shownFields } from "./rows.ts";

/**
 * The parts of a source that cannot be derived from the definition of the type: how messages describe an object, and further properties of results.
 */
export type Shown = Pick<Source, "describe" | "also">;

/** The source of a type's objects for look-ups, derived from the definition of the type. */
export function sourceOf(definition: Definition, shown: Shown): Source {
  const { noun, fields } = definition.schema;
  return { ...shown, descriptor: definition, noun, id: idNameOf(definition), fields: shownFields(fields) };
}

/** The parts of a look-up that differ between the two look-ups of a type: the arguments, and the requests for given arguments. */
type ArgumentParts<Args> = Pick<LookUpDefinition<Args>, "args" | "required" | "reads">;

/**
 * The two look-ups of a type, each in two forms: `one` is `getThing`, whose result is exactly one object; `all` is `getThings`, whose result is
 * all matching objects as `things`.
 */
export function lookUps<OneArgs extends object, One, AllArgs extends object, All>(
  definition: Definition,
  shown: Shown,
  { one, all }: { readonly one: ArgumentParts<OneArgs>; readonly all: ArgumentParts<AllArgs> },
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

/** The two look-ups of a type, derived from `lookUps` in its definition. */
export function commonLookUps<OneArgs extends object, One, AllArgs extends object, All>(
  definition: Keyed & { readonly lookUps: LookUps },
) {
  const { uniqueBy, lookUps: own } = definition;
  const { by, parameter, segment, filters } = own;
  const [name] = filters;
  const [unique] = uniqueBy;
  const described = unique === name ? "" : `, ${unique.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} `;
  const args = Object.fromEntries(filters.map((filter) => [filter, text]));
  const byKey =
    by === undefined
      ? undefined
      : {
          args: { [by]: key, id: key },
          required: [[by, "id"]],
          reads(values: Readonly<Record<string, string | undefined>>) {
            if (values.id !== undefined) return [{ key: values.id }];
            if (segment !== undefined) return [{ key: values[by], below: [segment] }];
            // The service may return more objects than requested, so the results are compared with the arguments.
            return [parameter === undefined ? {} : { query: { [parameter]: values[by] } }];
          },
        };
  return lookUps<OneArgs, One, AllArgs, All>(
    definition,
    { describe: (row) => `"${row[name]}" (${row.id})${described && `${described}${row[unique]}`}` },
    // The cast is safe, because the types of the arguments are generated from the same definition.
    { one: byKey ?? { args }, all: { args } } as unknown as Parameters<typeof lookUps<OneArgs, One, AllArgs, All>>[2],
  );
}
