import type { LookUps } from "../../provider/src/schema/definition.ts";
import { handlerOf } from "../../provider/src/schema/provider-code.ts";
import { shownFields, shownSettings } from "../../provider/src/sdk/rows.ts";
import { callsOf } from "../../provider/src/types/tool-data.ts";
import { a, capital, comment, words, wrapped } from "./doc-comments.ts";
import type { Made, Property } from "./made-resources.ts";

type LookedUp = Made & { readonly lookUps: LookUps };

/** The look-ups of a type, where its definition has some: the imports that they need, their types, and both functions in both forms. */
export function makeLookUps(
  definition: Made,
  properties: readonly Property[],
  tags: ReadonlyMap<string, string>,
): { readonly imports: string; readonly text: string } | undefined {
  if (definition.schema.singleton !== undefined) return makeSettingLookUp(definition, properties, tags);
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

/** The look-up of settings, of which a tenant has one, or one for each identity. */
function makeSettingLookUp(
  definition: Made,
  properties: readonly Property[],
  tags: ReadonlyMap<string, string>,
): { readonly imports: string; readonly text: string } {
  const { type, schema, scopes } = definition;
  const constant = handlerOf(type);
  const identity = properties.filter(({ field }) => field.forceNew);
  const lines = identity.map((property) => `${comment(answered(property).text, "  ")}  ${property.name}: string;\n`);
  const args = `${comment(`The ${schema.noun} to read.`)}export interface Get${type}Args {\n${lines.join("")}}

/** {@link Get${type}Args} with values that may be outputs. */
export type Get${type}OutputArgs = OutputArgs<Get${type}Args>;
`;
  const given = identity.length > 0 ? `Get${type}Args` : "Readonly<Record<string, undefined>>";
  const calls = callsOf(definition, definition).filter((call) => call.startsWith("GET"));
  const routes = [...new Set(calls.map((call) => `\`GET ${call.slice(call.indexOf(" ") + 1)}\``))].join(", ");
  const scope = [...new Set(scopes.read)].map((one) => `\`${one}\``).join(", ");
  const said = `The ${schema.noun}, managed or not, as a refresh reads ${schema.noun.endsWith("s") ? "them" : "it"}. Routes: ${routes}; scopes: ${scope}. {@link LookUp} describes the common properties of look-ups.`;
  const values = identity.map(({ name, field, tags: own }) => {
    const value = own.get("example") ?? (field.kind === "string" ? field.oneOf?.[0] : undefined);
    if (value === undefined) throw new Error(`${type}.${name} needs a tag \`@example\`: a value that look-ups ask for`);
    return `${name}: ${JSON.stringify(value)}`;
  });
  const shown = properties.find(
    ({ name, field }) => !field.forceNew && Object.hasOwn(shownSettings(schema.fields), name),
  );
  const read = `await tenant.get${type}(${values.length > 0 ? `{ ${values.join(", ")} }` : ""})`;
  const code = `const found = ${read};\nexport const current = found.${shown?.name ?? "id"};`;
  const program = `\`\`\`ts\nimport * as tenant from "pulumi-tenant";\n\n${code}\n\`\`\``;
  return {
    imports: `import { ${identity.length > 0 ? "type OutputArgs, " : ""}settingLookUp } from "../look-ups.ts";\n`,
    text: [
      "",
      rowOf(definition, properties, tags),
      ...(identity.length > 0 ? [args] : []),
      `const lookUp = settingLookUp<${given}, Get${type}Result>(${constant});

${comment(`${wrapped(said, "")}\n\n${program}\n\n@throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the ${schema.noun}`)}export const get${type} = lookUp.plain;

/** {@link get${type}} ${identity.length > 0 ? "for arguments that may be outputs" : "as an output"}; see {@link OutputLookUp}. */
export const get${type}Output = lookUp.output;
`,
    ].join("\n"),
  };
}

/** An object, as look-ups return it. */
function rowOf(
  { type, schema, imported }: Made,
  properties: readonly Property[],
  tags: ReadonlyMap<string, string>,
): string {
  const shown = (schema.singleton === undefined ? shownFields : shownSettings)(schema.fields);
  const rows = properties.filter(({ name }) => Object.hasOwn(shown, name));
  const hidden = properties.filter((property) => !rows.includes(property)).map(({ name }) => `\`${name}\``);
  const lines = rows.map((property) => {
    const { name, field, output } = property;
    const { value, text } = answered(property);
    // A tenant can lack settings, such as an e-mail provider: then all but their identity is absent or has its default.
    const isKnown = schema.singleton === undefined ? field.required : field.forceNew;
    const isAlways = value ? !value.endsWith("| undefined") : isKnown || field.absent !== undefined;
    const type = value ?? (isAlways ? output : `${output} | undefined`);
    return `${comment(text, "  ")}  readonly ${name}${isAlways ? "" : "?"}: ${type};\n`;
  });
  const [last = "", ...others] = hidden.toReversed();
  const listed = others.length > 0 ? `${others.toReversed().join(", ")} and ${last}` : last;
  const without = hidden.length > 0 ? `, without ${listed}, which can contain secrets` : "";
  const returned =
    schema.singleton === undefined ? `${a(schema.noun)} as look-ups return it` : `the ${schema.noun} of a look-up`;
  const whole = `${capital(returned)}${without}. A property that the service omits is absent.`;
  const id = tags.get("id") ?? `The id of the ${schema.singleton === undefined ? imported.noun : schema.noun}.`;
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
