import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { definitions, type TypeName } from "../../provider/src/definitions/registry.ts";
import type { Definition } from "../../provider/src/schema/definition.ts";
import { handlerOf } from "../../provider/src/schema/provider-code.ts";
import type { Field } from "../../provider/src/schema/schema.ts";

/** The kinds whose class and arguments are made of their definitions. */
const kinds: readonly TypeName[] = ["role", "tokenExchangeProfile"];

/** The made files: their texts, by their paths in the repository. */
export function madeResources(root: string): ReadonlyMap<string, string> {
  return new Map(
    kinds.map((kind) => {
      const name = kebab(definitions[kind].type);
      const text = readFileSync(join(root, `provider/src/definitions/${name}.ts`), "utf8");
      return [`provider/src/sdk/resources/${name}.made.ts`, makeResource(definitions[kind], text)];
    }),
  );
}

/**
 * The class and the arguments of a type: of its definition, and of the doc comments in the text that defines it.
 *
 * The comment of the constant is that of the class, its tag `@arguments` goes on with that of the arguments. In the comment of a property
 * `{@bounds}` stands for its bounds in words.
 */
export function makeResource(definition: Definition, source: string): string {
  const { type, schema, uniqueBy, imported, sharesNames, listing } = definition;
  const constant = handlerOf(type);
  const [unique] = uniqueBy;
  const file = kebab(type);
  if (sharesNames || !listing || schema.metaArguments)
    throw new Error(`${type} has arguments of its own: write it by hand`);
  const docs = readDocs(source, constant);
  const properties = Object.entries(schema.fields).map(([name, field]) => {
    const text = docs.properties.get(name);
    if (!text) throw new Error(`${file}.ts: ${name} has no doc comment`);
    return { name, field, text: textOf(text, field, imported.noun), type: typeOf(name, field) };
  });
  const args = properties
    .filter(({ field }) => !field.computed)
    .map(({ name, field, text, type: value }) => {
      const declared = field.required
        ? `${name}: pulumi.Input<${value}>`
        : `${name}?: pulumi.Input<${value} | undefined>`;
      return `${comment(text, "  ")}  ${declared};\n`;
    });
  const outputs = properties.map(({ name, field, text, type: value }) => {
    const output = `  declare readonly ${name}: pulumi.Output<${field.required ? value : `${value} | undefined`}>;\n`;
    return `${field.computed ? comment(text, "  ") : ""}${output}`;
  });
  const adopt = `Takes over ${a(imported.noun)} with this \`${unique}\` that exists already, instead of failing. Counts at creation only.`;
  return `// Made of \`definitions/${file}.ts\` by \`npm run docs\`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { ${constant} } from "../../definitions/${file}.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

${comment(`The arguments of ${a(`{@link ${type}}`, type)}.\n\n${wrapped(`Only what is declared is managed. ${docs.args}`, "")}`)}export interface ${type}Args {
${args.join("")}${comment(adopt, "  ")}  adopt?: pulumi.Input<boolean | undefined>;
}

${comment([docs.whole, ...eventsOf(definition), callsOf(definition)].join("\n\n"))}export class ${type} extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(${constant}.type);

${outputs.join("")}
${comment(`Manages ${a(schema.noun)}.\n\n${wrapped(`All wrong arguments are reported at once, before anything is sent. ${capital(a(words(unique)))} that is taken is an error without \`adopt\`.`, "  ")}`, "  ")}  constructor(name: string, args: ${type}Args, opts: pulumi.CustomResourceOptions = {}) {
    super(${constant}, name, args, opts);
  }
}
`;
}

/** The doc comments of a definition. */
interface Docs {
  readonly whole: string;
  readonly args: string;
  readonly properties: ReadonlyMap<string, string>;
}

function readDocs(text: string, constant: string): Docs {
  const source = ts.createSourceFile("definition.ts", text, ts.ScriptTarget.Latest, true);
  const statement = source.statements.filter(ts.isVariableStatement).find(({ declarationList: { declarations } }) => {
    return declarations[0]?.name.getText() === constant;
  });
  const whole = statement && docOf(statement);
  if (!whole) throw new Error(`${constant} has no doc comment`);
  const tag = ts.getJSDocTags(statement).find(({ tagName }) => tagName.text === "arguments");
  const fields = member(member(statement.declarationList.declarations[0]?.initializer, "schema"), "fields");
  const properties = (fields?.properties ?? []).map(
    (property) => [property.name?.getText() ?? "", docOf(property)] as const,
  );
  return { whole, args: ts.getTextOfJSDocComment(tag?.comment)?.trim() ?? "", properties: new Map(properties) };
}

/** The object at a key of an object that the text has there itself. */
function member(of: ts.Expression | undefined, name: string): ts.ObjectLiteralExpression | undefined {
  const found = literal(of)
    ?.properties.filter(ts.isPropertyAssignment)
    .find((property) => property.name.getText() === name);
  return literal(found?.initializer);
}

function literal(of: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  if (of && (ts.isSatisfiesExpression(of) || ts.isAsExpression(of))) return literal(of.expression);
  return of && ts.isObjectLiteralExpression(of) ? of : undefined;
}

function docOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  return ts.getTextOfJSDocComment(doc?.comment)?.trim() ?? "";
}

/** What an argument says: its comment, with what follows from its field. */
function textOf(text: string, field: Field, noun: string): string {
  const said = text.replace(/(^|\. )?\{@bounds\}/g, (_, start?: string) => {
    const bounds = boundsOf(field);
    return start === undefined ? bounds : `${start}${capital(bounds)}`;
  });
  if (!field.forceNew) return said;
  const whole = `${said} A change replaces the ${noun}.`;
  return said.includes("\n") ? wrapped(whole.replace(/\s*\n\s*/g, " "), "  ") : whole;
}

function boundsOf(field: Field): string {
  const { min, max } = field as { readonly min?: number; readonly max?: number };
  const of = { string: "character", set: "element", list: "element", map: "entry" }[field.kind as string] ?? "";
  const count = (number: number) => {
    const many = of === "entry" ? "entries" : `${of}s`;
    return of === "" ? `${number}` : `${number} ${number === 1 ? of : many}`;
  };
  if (min !== undefined && max !== undefined) return `${min} to ${count(max)}`;
  if (max !== undefined) return `at most ${count(max)}`;
  if (min !== undefined) return `at least ${count(min)}`;
  throw new Error("{@bounds} stands where there are none");
}

/** The type of a value in programs. */
function typeOf(name: string, field: Field): string {
  switch (field.kind) {
    case "string":
      if (field.orNumber) break;
      return field.oneOf?.map((text) => JSON.stringify(text)).join(" | ") ?? "string";
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "set":
    case "list": {
      const item = typeOf(name, field.item);
      return item.includes(" ") ? `(${item})[]` : `${item}[]`;
    }
    case "map":
      return `Record<string, ${typeOf(name, field.value)}>`;
    default:
  }
  throw new Error(`${name}: nothing is made of such a property. Write the class by hand`);
}

/** Where events tell of it, the comment of the constant says how. */
function eventsOf({ events, imported }: Definition): readonly string[] {
  if (events) return [];
  return [`**Events**: the service sends none about ${imported.noun}s. Only a refresh finds somebody else's change.`];
}

function callsOf({ calls, route, scopes, uniqueBy: [unique], imported: { noun } }: Definition): string {
  const routes = `${calls.map((call) => `\`${call}\``).join(", ")}; to find ${a(noun)} by its \`${unique}\`, \`GET /${route}\`.`;
  const operations = new Map<string, Set<string>>();
  for (const scope of Object.values(scopes).flat()) {
    const [operation = "", objects = ""] = scope.split(":");
    operations.set(objects, (operations.get(objects) ?? new Set()).add(operation));
  }
  const named = [...operations].map(([objects, all]) => `\`${[...all].join("|")}:${objects}\``);
  return `${wrapped(`Routes: ${routes}`, "")}\n${wrapped(`Scopes: ${named.join(", ")}.`, "")}`;
}

/** A doc comment, on one line if it fits. */
function comment(text: string, indent = ""): string {
  const line = `${indent}/** ${text} */\n`;
  if (!text.includes("\n") && line.length <= width) return line;
  const lines = (text.includes("\n") ? text : wrapped(text, indent)).split("\n");
  return `${indent}/**\n${lines.map((one) => `${indent} * ${one}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** The most columns of a line. */
const width = 120;

/** A paragraph as lines of a doc comment. */
function wrapped(text: string, indent: string): string {
  // Code has spaces between backquotes, and stays on one line.
  const parts = text.match(/(?:`[^`]*`|\S)+/g) ?? [];
  const lines = [""];
  for (const part of parts) {
    const longer = `${lines.at(-1)} ${part}`.trim();
    if (`${indent} * ${longer}`.length <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.join("\n");
}

/** Something with its article, as the word sounds. */
function a(what: string, sound = what): string {
  return `${/^[aeio]/i.test(sound) ? "an" : "a"} ${what}`;
}

/** The name of a property as words: `subject token type`. */
function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function kebab(type: string): string {
  return type.replace(/[a-z](?=[A-Z])/g, "$&-").toLowerCase();
}
