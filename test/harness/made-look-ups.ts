import type { Definition, LookUps } from "../../provider/src/schema/definition.ts";
import { handlerOf } from "../../provider/src/schema/provider-code.ts";
import { shownFields } from "../../provider/src/sdk/rows.ts";
import { a, capital, comment, words, wrapped } from "./doc-comments.ts";
import type { Property } from "./made-resources.ts";

type LookedUp = Definition & { readonly lookUps: LookUps };

/** The look-ups of a type, where its definition has some: the imports that they need, their types, and both functions in both forms. */
export function makeLookUps(
  definition: Definition,
  properties: readonly Property[],
  tags: ReadonlyMap<string, string>,
): { readonly imports: string; readonly text: string } | undefined {
  if (!definition.lookUps) return undefined;
  const looked = { ...definition, lookUps: definition.lookUps };
  return {
    imports: 'import { commonLookUps, type OutputArgs } from "../look-ups.ts";\n',
    text: [
      "",
      rowOf(looked, properties, tags),
      argumentsOf(looked, properties),
      functionsOf(looked, properties, tags),
    ].join("\n"),
  };
}

/** An object, as look-ups return it. */
function rowOf(
  { type, schema, imported }: LookedUp,
  properties: readonly Property[],
  tags: ReadonlyMap<string, string>,
): string {
  const shown = shownFields(schema.fields);
  const rows = properties.filter(({ name }) => Object.hasOwn(shown, name));
  const hidden = properties.filter((property) => !rows.includes(property)).map(({ name }) => `\`${name}\``);
  const lines = rows.map((property) => {
    const { name, field, output } = property;
    const { value, text } = answered(property);
    const isAlways = value ? !value.endsWith("| undefined") : field.required || field.absent !== undefined;
    const type = value ?? (isAlways ? output : `${output} | undefined`);
    return `${comment(text, "  ")}  readonly ${name}${isAlways ? "" : "?"}: ${type};\n`;
  });
  const without = hidden.length > 0 ? `, without ${hidden.join(" and ")}, which can contain secrets` : "";
  const whole = `${capital(a(schema.noun))} as look-ups return it${without}. A property that the service omits is absent.`;
  const id = tags.get("id") ?? `The id of the ${imported.noun}.`;
  return `${comment(whole)}export interface Get${type}Result {\n${comment(id, "  ")}  readonly id: string;\n${lines.join("")}}\n`;
}

/** The comment of a property in the result of a look-up, and its type if it differs from that of the output. */
function answered({ plain, tags }: Property): { readonly value?: string; readonly text: string } {
  const [, value, own] = /^(?:\{(.*?)\}\s*)?([\s\S]*)$/.exec(tags.get("answers") ?? "") ?? [];
  const text = own || plain.replace(/\s*(?:(?:When c|C)leared\b[^.]*|Cannot be cleared)\.(?=\s|$)/g, "");
  return { text, ...(value && { value }) };
}

function argumentsOf(
  { type, plural, schema, sharesNames, lookUps: { by, filters } }: LookedUp,
  properties: readonly Property[],
): string {
  const named = by && words(by);
  const lines = filters.map((name) => {
    const ofName = `The ${named}${sharesNames ? `. Several ${plural} can have it` : ", unique within the tenant"}.`;
    const property = properties.find((one) => one.name === name);
    return `${comment(name === by || !property ? ofName : answered(property).text, "  ")}  ${name}?: string | undefined;\n`;
  });
  const shared = sharesNames ? ` It is an error if several have the ${named}.` : "";
  const one = by
    ? `${comment(`The requested ${schema.noun}: exactly one of ${named} and id.${shared}`)}export type Get${type}Args = { ${by}: string; id?: undefined } | { id: string; ${by}?: undefined };

/** {@link Get${type}Args} with values that may be outputs. */
export type Get${type}OutputArgs = OutputArgs<Get${type}Args>;

`
    : "";
  return `${one}${comment(`The filter for ${plural}. Texts are compared exactly, including letter case. Default: all ${plural}.`)}export interface Get${type}sArgs {
${lines.join("")}}

/** {@link Get${type}sArgs} with values that may be outputs. */
export type Get${type}sOutputArgs = OutputArgs<Get${type}sArgs>;

/** The result of {@link get${type}s}. */
export interface Get${type}sResult {
  /** The objects, in the service's order. */
  readonly ${handlerOf(type)}s: Get${type}Result[];
}
`;
}

function functionsOf(definition: LookedUp, properties: readonly Property[], tags: ReadonlyMap<string, string>): string {
  const { type, plural, route, scopes, schema, sharesNames, uniqueBy, lookUps, imported } = definition;
  const { by, parameter, segment, filters } = lookUps;
  const constant = handlerOf(type);
  const objects = `${constant}s`;
  const common = "{@link LookUp} describes the common properties of look-ups.";
  const scope = `scope: \`${scopes.read.join("`, `")}\``;
  const isSole = by !== undefined && !sharesNames;
  const found = segment ? `GET /${route}/${segment}/{${by}}` : `GET /${route}${parameter ? `?${parameter}=…` : ""}`;
  const routes = by ? `Routes: \`${found}\`, \`GET /${route}/{id}\`` : `Route: \`${found}\``;
  const one = isSole ? `One ${schema.noun}, managed or not.` : `The ${schema.noun} that matches.`;
  const shown = [...new Set([filters[0], "id", ...uniqueBy.slice(0, 1)])].map(words).join(", ");
  const thrown = isSole
    ? "if there is no such object"
    : `if none or several match; the error lists the objects found (${shown})`;
  const [first] = filters;
  const asked = properties.find(({ name }) => name === first)?.tags.get("example");
  if (!asked) throw new Error(`${type}.${first} needs a tag \`@example\`: a value that look-ups ask for`);
  const variable = imported.noun.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  const program = (code: string) => `\`\`\`ts\nimport * as tenant from "pulumi-tenant";\n\n${code}\n\`\`\``;
  const forOne = program(
    `const ${variable} = await tenant.get${type}({ ${first}: ${JSON.stringify(asked)} });\nexport const ${variable}Id = ${variable}.id;`,
  );
  const forAll = program(
    `const { ${objects} } = await tenant.get${type}s();\nexport const ${constant}Names = ${objects}.map(({ ${first} }) => ${first});`,
  );
  const ofAll = [
    `${tags.get("all") ?? `The tenant's ${plural}.`} Route: \`GET /${route}\`; ${scope}. The function reads all ${plural}`,
    `and then applies the ${filters.length > 1 ? "filters" : "filter"}. ${common}`,
  ].join(" ");
  const types = [by ? `Get${type}Args` : `Get${type}sArgs`, `Get${type}Result`, `Get${type}sArgs`, `Get${type}sResult`];
  return `const { one, all } = commonLookUps<${types.join(", ")}>(${constant});

${comment(`${wrapped(`${one} ${routes}; ${scope}. ${common}`, "")}\n\n${forOne}\n\n@throws RunError for the reasons that {@link LookUp} lists, and ${thrown}`)}export const get${type} = one.plain;

/** {@link get${type}} for arguments that may be outputs; see {@link OutputLookUp}. */
export const get${type}Output = one.output;

${comment(`${wrapped(ofAll, "")}\n\n${forAll}`)}export const get${type}s = all.plain;

/** {@link get${type}s} for arguments that may be outputs; see {@link OutputLookUp}. */
export const get${type}sOutput = all.output;
`;
}
