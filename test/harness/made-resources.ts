import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";
import type { Definition } from "../../provider/src/schema/definition.ts";
import { handlerOf } from "../../provider/src/schema/provider-code.ts";
import {
  type DocumentField,
  type Field,
  type Fields,
  type MapField,
  type ObjectField,
  type StringField,
  wireName,
} from "../../provider/src/schema/schema.ts";
import { undocumented } from "../../provider/src/schema/undocumented.ts";
import { definitions, type TypeName, typeNames } from "../../provider/src/types/registry.ts";
import { callsOf, type ToolData } from "../../provider/src/types/tool-data.ts";
import { tools } from "../../provider/src/types/tools.made.ts";
import { a, capital, comment, words, wrapped } from "./doc-comments.ts";
import { formatted, madeLists, madeOf } from "./made-lists.ts";
import { makeLookUps } from "./made-look-ups.ts";

const sources = "provider/src";
/** Programs, one for each type: the compiler checks them, and the comments of classes show them. */
const examples = "examples/resources";
const exampleMark = "{@example}";

/** The made files of the types: their texts, by their paths in the repository. A type is made where its definition has a doc comment. */
export function madeResources(root: string): ReadonlyMap<string, string> {
  const files = definitionFiles(root);
  const made = typeNames.flatMap((name): [string, string][] => {
    const file = files.get(name) ?? "";
    const page = kebab(definitions[name].type);
    const [text = "", ...imported] = withImports(join(root, sources, "types"), file);
    if (!isMade(text, name)) return [];
    const example = readFileSync(join(root, examples, `${page}.mts`), "utf8");
    const made = makeResource({ ...definitions[name], ...tools[name] }, { file, text, imported }, example);
    return [[`${sources}/sdk/resources/${page}.made.ts`, made]];
  });
  const texts = [...made, ...listsOfTypes(root)].map(([file, text]) => [file, formatted(root, file, text)] as const);
  return new Map([...madeLists(root), ...texts]);
}

/** The file in `types/` of each definition: the registry imports the definition from it. */
function definitionFiles(root: string): ReadonlyMap<string, string> {
  const registry = readFileSync(join(root, sources, "types/registry.ts"), "utf8");
  return new Map(
    [...registry.matchAll(/^import \{([^}]+)\} from "\.\/(.+)";$/gm)].flatMap(([, names = "", file = ""]) =>
      names.split(",").map((name) => [name.trim(), file] as const),
    ),
  );
}

/** The file in `types/` that exports the host's half of a type, for each type whose half is written by hand. */
function callsFiles(root: string): ReadonlyMap<string, string> {
  const folder = join(root, sources, "types");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/^export const (\w+)Type\b/gm)].map(
        ([, name = ""]) => [name, file.replaceAll("\\", "/")] as const,
      ),
    ),
  );
}

/** The text of a definition, and those of the files in `types/` from which it imports fields. */
function withImports(folder: string, file: string, known = new Set<string>()): readonly string[] {
  if (known.has(file)) return [];
  known.add(file);
  const text = readFileSync(join(folder, file), "utf8");
  const imported = [...text.matchAll(/ from "(\.\.?\/(?:[\w-]+\/)?[\w-]+\.ts)"/g)].map(([, name = ""]) =>
    posix.join(dirname(file), name),
  );
  return [text, ...imported.flatMap((name) => withImports(folder, name, known))];
}

/** Whether a class is made of a definition: the comment of the constant is that of the class then, with its example. */
function isMade(text: string, name: TypeName): boolean {
  return constantOf(text, name).doc.includes(exampleMark);
}

/** The lists of all types that follow from the registry. */
function listsOfTypes(root: string): readonly (readonly [string, string])[] {
  const definedIn = definitionFiles(root);
  const callsIn = callsFiles(root);
  const types = typeNames.map((name) => ({ name, file: definedIn.get(name) ?? "", calls: callsIn.get(name) }));
  const madeType = (name: TypeName) => (makerOf(name) === "restOf" ? `restOf(${name}).type` : `singletonOf(${name})`);
  const classes = types.flatMap(({ name, file }) => {
    const page = kebab(definitions[name].type);
    return [
      ...(isMade(readFileSync(join(root, sources, "types", file), "utf8"), name) ? [`${page}.made`] : []),
      ...(existsSync(join(root, sources, `sdk/resources/${page}.ts`)) ? [page] : []),
    ];
  });
  const plain = types.filter(({ calls }) => calls === undefined);
  const makerOf = (name: TypeName) => (definitions[name].schema.singleton === undefined ? "restOf" : "singletonOf");
  const makers = new Set(plain.map(({ name }) => makerOf(name)));
  const made = madeOf("`types/registry.ts`");
  return [
    [
      `${sources}/types/resource-types.made.ts`,
      `// ${made}

${plain.map(({ name, file }) => `import { ${name} } from "./${file}";\n`).join("")}import type { TypeName } from "./registry.ts";
import type { ResourceType } from "../lifecycle/resource-type.ts";
${makers.has("restOf") ? 'import { restOf } from "../lifecycle/requests/rest.ts";\n' : ""}${
  makers.has("singletonOf") ? 'import { singletonOf } from "../lifecycle/requests/singleton.ts";\n' : ""
}${types.map(({ name, calls }) => (calls === undefined ? "" : `import { ${name}Type } from "./${calls}";\n`)).join("")}
/** The host's half of every resource type. A type without calls of its own is an ordinary object. */
export const resourceTypes: Readonly<Record<TypeName, ResourceType>> = {
${types.map(({ name, calls }) => `  ${name}: ${calls === undefined ? madeType(name) : `${name}Type`},\n`).join("")}};
`,
    ],
    [
      `${sources}/handlers.made.ts`,
      `// ${made}

import type * as pulumi from "@pulumi/pulumi";
import { Lifecycle } from "./lifecycle/lifecycle.ts";
import { EngineRun } from "./lifecycle/program/engine-run.ts";
import { sharedClients } from "./lifecycle/session.ts";
import { classesReferringTo, rateGroups, type TypeName } from "./types/registry.ts";
import { resourceTypes } from "./types/resource-types.made.ts";

/** The run of this process. For each run, the engine starts new processes: one for each provider of the program. */
const run = new EngineRun(classesReferringTo);
const connect = sharedClients(rateGroups);
const lifecycleOf = (name: TypeName): pulumi.dynamic.ResourceProvider =>
  new Lifecycle(resourceTypes[name], connect, run);

${types.map(({ name }) => `/** The lifecycle of ${definitions[name].plural}. */\nexport const ${name}: pulumi.dynamic.ResourceProvider = lifecycleOf("${name}");\n`).join("")}`,
    ],
    [
      `${sources}/sdk/resources/types.made.ts`,
      `// ${made}

${classes.map((file) => `export * from "./${file}.ts";\n`).join("")}`,
    ],
  ];
}

/** The comment of the argument for properties that a definition does not contain. Classes by hand have the same. */
const undocumentedComment =
  "Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside objects that it knows: " +
  "`{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others stay. Cleared by null; a property for which the API refuses null keeps its value.";

/** The data of which a class is made. */
export type Made = Definition & Pick<ToolData, "calls" | "imported" | "events">;

/** The text that defines a type. */
interface DefinitionText {
  /** Its file in `types/`. */
  readonly file: string;
  readonly text: string;
  /** The texts of the files from which it imports fields. */
  readonly imported: readonly string[];
}

/**
 * The class, the arguments and the look-ups of a type: of its definition, and of the doc comments in the text that defines it.
 *
 * The comment of the constant is that of the class, in which `{@example}` represents the example. Its tags: `@arguments` continues with the comment
 * of the arguments, `@adopt` is that of `adopt`, `@constructor` that of the constructor, `@either` names arguments one of which a program must
 * declare, `@id` is the comment of the id in look-ups, `@all` that of the objects that `getThings` returns. A paragraph that begins with
 * `**Security**` is a warning: it names properties, all of which have a `safeguard`.
 *
 * The comment of a property is that of its argument; `{@bounds}` represents its bounds in words. Its tags: `@interface Name text` names the type of an
 * object, or of the elements of a list or a map, and documents it; `@alias Name text` names the type of a text with documented values; `@inline`
 * says that an object of single values has a type without a name; `@output` is the comment of the output; `@answers` that of the property in look-ups,
 * after its type in braces if it differs (with `| undefined` if it can be absent); `@example` is a value for examples of look-ups. A
 * property whose comment warns (`**Security**`), or speaks of security, has a `safeguard`.
 *
 * @param example a program with such a resource
 */
export function makeResource(definition: Made, written: DefinitionText, example: string): string {
  const { type, schema, members, elementsOf } = definition;
  const constant = handlerOf(type);
  const { file, text: source, imported } = written;
  const { doc: template, tags, initializer } = constantOf(source, constant);
  if (!template.includes(exampleMark)) throw new Error(`${file}: the comment of ${constant} has no ${exampleMark}`);
  const doc = template.replace(exampleMark, () => `\`\`\`ts\n${example.trimEnd()}\n\`\`\``);
  const body = new Texts([source, ...imported], file, definition.imported.noun);
  const schemaNode = body.member(initializer, "schema");
  const { [undocumented]: free, ...fields } = schema.fields;
  const properties = body.read(fields, body.member(schemaNode, "fields"));
  const metaArguments = body.read(schema.metaArguments ?? {}, body.member(schemaNode, "metaArguments"));
  const isSet = members !== undefined || elementsOf !== undefined;
  const besides = new Set(metaArguments.map(({ name }) => name));
  const args = properties.flatMap((property) => {
    if (property.field.computed) return [];
    const beside = metaArguments.filter(({ name }) => name === exclusiveOf(property.field));
    for (const { name } of beside) besides.delete(name);
    return [property, ...beside].map(argument);
  });
  args.push(...metaArguments.filter(({ name }) => besides.has(name)).map(argument));
  const outputs = properties.map(({ name, field, text, tags: own, output }) => {
    const said = own.get("output") ?? (field.computed ? text : undefined);
    const value = field.required ? output : `${output} | undefined`;
    return `${said === undefined ? "" : comment(said, "  ")}  declare readonly ${name}: pulumi.Output<${value}>;\n`;
  });
  if (free) {
    const text = wrapped(undocumentedComment, "  ");
    args.push(
      argument({ ...anything, name: undocumented, field: free, plain: text, text, tags: new Map(), interfaces: [] }),
    );
    outputs.push(`  declare readonly ${undocumented}: pulumi.Output<${anything.output} | undefined>;\n`);
  }
  if (schema.singleton !== undefined)
    args.push(`${comment(resetText, "  ")}  resetOnDestroy?: pulumi.Input<boolean | undefined>;\n`);
  // Without a listing, the object is a part of another one, and nothing can be adopted.
  else if (!isSet && definition.listing !== undefined)
    args.push(
      `${comment(tags.get("adopt") ?? adoptOf(definition), "  ")}  adopt?: pulumi.Input<boolean | undefined>;\n`,
    );
  const either = tags.get("either")?.split(/\s+/) ?? [];
  const alternatives = either.map((name) => `Required<Pick<${type}Args, "${name}">>`).join(" | ");
  const lookUps = makeLookUps(definition, properties, tags);
  const given = isSet ? `{@link ${type}}` : a(`{@link ${type}}`, type);
  const said = tags.get("arguments");
  const only = "Only declared properties are managed.";
  const ofArgs = said && wrapped(said.startsWith("Only ") ? said : `${only} ${said}`, "");
  return `// Made of \`types/${file}\` by \`npm run docs\`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { ${constant} } from "../../types/${file}";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";
${lookUps?.imports ?? ""}
${[...new Set(properties.flatMap(({ interfaces }) => interfaces))].join("\n")}
${comment([`The arguments of ${given}.`, ...(ofArgs ? [ofArgs] : [])].join("\n\n"))}export interface ${type}Args {
${args.join("")}}
${alternatives && `\n/** One of ${either.join(" and ")}, which is required. */\ntype ${type}Choice = ${alternatives};\n`}
${comment([doc, ...eventsOf(definition, doc), ...routesOf(definition, doc)].join("\n\n"))}export class ${type} extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(${constant}.type);

${outputs.join("")}
${comment(tags.get("constructor") ?? constructorOf(definition), "  ")}  constructor(name: string, args: ${type}Args${alternatives && ` & ${type}Choice`}, opts: pulumi.CustomResourceOptions = {}) {
    super(${constant}, name, args, opts);
  }
}
${lookUps?.text ?? ""}`;
}

/** A property of a definition: its field, its comment, and its types in programs. */
export interface Property {
  readonly name: string;
  readonly field: Field;
  /** Its comment as it is written, with the bounds in words. */
  readonly plain: string;
  /** The comment of its argument. */
  readonly text: string;
  readonly tags: ReadonlyMap<string, string>;
  /** The type of its argument, where a value may come later. */
  readonly input: string;
  /** The type of its output. */
  readonly output: string;
  /** The declarations of the named types in it. */
  readonly interfaces: readonly string[];
}

function argument({ name, field, text, input }: Property): string {
  const declared = field.required ? `${name}: pulumi.Input<${input}>` : `${name}?: pulumi.Input<${input} | undefined>`;
  return `${comment(text, "  ")}  ${declared};\n`;
}

/** The meta-argument that makes the members of a collection exclusive. */
function exclusiveOf(field: Field): string | undefined {
  const exclusive = field.kind === "set" || field.kind === "map" ? field.exclusive : undefined;
  return exclusive ? exclusive.argument : undefined;
}

const resetText =
  "Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program would. Default: false: a destroy sends nothing.";

function adoptOf({ sharesNames, uniqueBy: [unique], imported: { noun } }: Made): string {
  if (!sharesNames) {
    return `Whether an existing ${noun} with this \`${unique}\` is adopted instead of causing an error. Only used at creation.`;
  }
  const one = `Whether the existing ${noun} with this \`${unique}\` is adopted instead of creating another one. Only used at creation.`;
  return `${one} With false, a new ${noun} is intended, and an older one with the same name can be deleted when it is removed from the program.`;
}

function constructorOf({ schema, sharesNames, uniqueBy: [unique] }: Definition): string {
  const wrong = "All invalid arguments are reported at once, before anything is sent.";
  if (unique === undefined) return `Manages ${schema.noun}.\n\n${wrapped(wrong, "  ")}`;
  const taken = ` Without \`adopt\`, ${a(words(unique))} that is in use is an error.`;
  return `Manages ${a(schema.noun)}.\n\n${wrapped(sharesNames ? wrong : `${wrong}${taken}`, "  ")}`;
}

/** Where no event tells of it, and the comment of the constant does not say so itself. */
function eventsOf({ events, imported }: Made, doc: string): readonly string[] {
  if (events || doc.includes("**Events**")) return [];
  const several = imported.noun.endsWith("s") ? imported.noun : `${imported.noun}s`;
  return [
    `**Events**: the service sends no events about ${several}. Only a refresh finds changes made outside Pulumi.`,
  ];
}

function routesOf(definition: Made, doc: string): readonly string[] {
  const {
    route,
    scopes,
    listing,
    uniqueBy: [unique],
    imported: { noun },
  } = definition;
  if (doc.includes("Routes:")) return [];
  const find = unique === undefined || !listing ? "" : `; to find ${a(noun)} by its \`${unique}\`, \`GET /${route}\``;
  const routes = `${callsOf(definition, definition)
    .map((call) => `\`${call}\``)
    .join(", ")}${find}.`;
  const operations = new Map<string, Set<string>>();
  for (const scope of Object.values(scopes).flat()) {
    const [operation = "", objects = ""] = scope.split(":");
    operations.set(objects, (operations.get(objects) ?? new Set()).add(operation));
  }
  const named = [...operations].map(([objects, all]) => `\`${[...all].join("|")}:${objects}\``);
  return [`${wrapped(`Routes: ${routes}`, "")}\n${wrapped(`Scopes: ${named.join(", ")}.`, "")}`];
}

interface Constant {
  readonly doc: string;
  readonly tags: ReadonlyMap<string, string>;
  readonly initializer: ts.Expression | undefined;
}

function constantOf(text: string, constant: string): Constant {
  const source = ts.createSourceFile("definition.ts", text, ts.ScriptTarget.Latest, true);
  const statement = source.statements.filter(ts.isVariableStatement).find(({ declarationList: { declarations } }) => {
    return declarations[0]?.name.getText() === constant;
  });
  if (!statement) throw new Error(`there is no constant ${constant}`);
  return { ...commentOf(statement), initializer: statement.declarationList.declarations[0]?.initializer };
}

/** The last doc comment of a declaration, with its tags. */
function commentOf(node: ts.Node): Omit<Constant, "initializer"> {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  const read = (text: ts.JSDoc["comment"]) => ts.getTextOfJSDocComment(text)?.trim() ?? "";
  const tags = (doc?.tags ?? []).map((tag) => [tag.tagName.text, read(tag.comment)] as const);
  return { doc: read(doc?.comment), tags: new Map(tags) };
}

/** Reads the comments of properties in the source of a definition. */
class Texts {
  readonly #file: string;
  readonly #noun: string;
  /** The constants of the files, to which properties may refer. */
  readonly #constants = new Map<string, ts.Expression>();

  /** @param texts those of the definition's file and of the files that it imports */
  constructor(texts: readonly string[], file: string, noun: string) {
    this.#file = file;
    this.#noun = noun;
    for (const text of texts) {
      const source = ts.createSourceFile("definition.ts", text, ts.ScriptTarget.Latest, true);
      for (const statement of source.statements.filter(ts.isVariableStatement)) {
        for (const { name, initializer } of statement.declarationList.declarations) {
          if (initializer && !this.#constants.has(name.getText())) this.#constants.set(name.getText(), initializer);
        }
      }
    }
  }

  /** The object at a key of an object that the text of the definition has itself. */
  member(of: ts.Expression | undefined, name: string): ts.ObjectLiteralExpression | undefined {
    const found = this.#property(this.#literal(of), name);
    if (found && ts.isShorthandPropertyAssignment(found)) return this.#literal(this.#constants.get(name));
    return found && ts.isPropertyAssignment(found) ? this.#literal(found.initializer) : undefined;
  }

  /** The property of an object, or of an object that is spread into it. */
  #property(of: ts.ObjectLiteralExpression | undefined, name: string): ts.ObjectLiteralElementLike | undefined {
    const properties = of?.properties ?? [];
    const spread = properties.flatMap((one) => (ts.isSpreadAssignment(one) ? [this.#literal(one.expression)] : []));
    return (
      properties.find((property) => property.name?.getText() === name) ??
      spread.map((one) => this.#property(one, name)).findLast((found) => found !== undefined)
    );
  }

  #literal(of: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
    if (of && (ts.isSatisfiesExpression(of) || ts.isAsExpression(of))) return this.#literal(of.expression);
    if (of && ts.isIdentifier(of)) return this.#literal(this.#constants.get(of.text));
    return of && ts.isObjectLiteralExpression(of) ? of : undefined;
  }

  /** @param at where the text has these fields */
  read(fields: Fields, at: ts.ObjectLiteralExpression | undefined, prefix = ""): readonly Property[] {
    return Object.entries(fields).map(([name, field]) => {
      const node = this.#property(at, name);
      const { doc, tags } = node ? commentOf(node) : { doc: "", tags: new Map<string, string>() };
      const path = `${prefix}${name}`;
      if (doc === "") throw new Error(`${this.#file}: ${path} has no doc comment`);
      const plain = this.#bounded(doc, field, path);
      const text = this.#textOf(plain, field);
      const types = this.#typesOf(path, field, tags, this.member(at, name));
      return { name, field, plain, text, tags: this.#withBounds(tags, field, path), ...types };
    });
  }

  #typesOf(
    path: string,
    field: Field,
    tags: ReadonlyMap<string, string>,
    at: ts.ObjectLiteralExpression | undefined,
  ): Pick<Property, "input" | "output" | "interfaces"> {
    switch (field.kind) {
      case "object":
        return this.#objectOf(path, field, tags, at);
      case "list": {
        const { input, output, interfaces } = this.#typesOf(path, field.item, tags, this.member(at, "item"));
        return { input: `pulumi.Input<${input}>[]`, output: arrayOf(output), interfaces };
      }
      case "set": {
        const { value, interfaces } = textOf(field.item, tags);
        if (field.groupedBy) return { ...recordOf(arrayOf(value), `pulumi.Input<${value}>[]`), interfaces };
        if (field.asObjects && field.onWire) {
          const { name, text } = namedIn(tags);
          if (!name || !text) throw new Error(`${this.#file}: ${path} needs a tag \`@interface Name What it is.\``);
          const node = this.#property(at, "item");
          const { doc } = node ? commentOf(node) : { doc: "" };
          if (doc === "") throw new Error(`${this.#file}: ${path} needs a doc comment at its item`);
          const member = `${comment(doc, "  ")}  ${field.onWire.key}: pulumi.Input<${value}>;\n`;
          const whole = `${comment(text)}export interface ${name} {\n${member}}\n`;
          return {
            input: `pulumi.Input<${name}>[]`,
            output: arrayOf(`pulumi.Unwrap<${name}>`),
            interfaces: [...interfaces, whole],
          };
        }
        return { input: `pulumi.Input<${value}>[]`, output: arrayOf(value), interfaces };
      }
      case "map":
        return this.#mapOf(path, field, tags, at);
      case "document":
        return this.#documentOf(path, field, tags, at);
      case "string": {
        if (field.orNumber) return { input: "string | number", output: "string", interfaces: [] };
        const { value, interfaces } = textOf(field, tags);
        return { input: value, output: value, interfaces };
      }
      default:
        return { input: plainOf(field), output: plainOf(field), interfaces: [] };
    }
  }

  #documentOf(
    path: string,
    { values }: DocumentField,
    tags: ReadonlyMap<string, string>,
    at: ts.ObjectLiteralExpression | undefined,
  ) {
    if (values?.kind !== "object") return { ...(values ? recordOf(values.kind) : anything), interfaces: [] };
    const { input, output, interfaces } = this.#objectOf(path, values, tags, this.member(at, "values"));
    return { ...recordOf(output, input), interfaces };
  }

  /** A map, which programs can also give as the service has it where the type of its entries has a name. */
  #mapOf(path: string, field: MapField, tags: ReadonlyMap<string, string>, at: ts.ObjectLiteralExpression | undefined) {
    const value = this.#typesOf(path, field.value, this.#tagsAt(at, "value"), this.member(at, "value"));
    const { input, output } = recordOf(value.output, value.input);
    const { name, text } = namedIn(tags);
    if (!name || !text) return { input, output, interfaces: value.interfaces };
    const of = (part: string) => {
      const node = this.#property(at, part);
      const { doc } = node ? commentOf(node) : { doc: "" };
      if (doc === "") throw new Error(`${this.#file}: ${name} needs a doc comment at its ${part}`);
      return comment(doc, "  ");
    };
    const besides =
      field.value.kind === "object"
        ? this.read(field.value.fields, this.member(this.member(at, "value"), "fields"), `${path}.`)
            .map((one) => argument({ ...one, name: wireName(one.name, one.field) }))
            .join("")
        : `${of("value")}  ${field.valueWire}?: pulumi.Input<string | undefined>;\n`;
    const entry = `${of("key")}  ${field.keyWire}: pulumi.Input<string>;\n${besides}`;
    const whole = `${comment(text)}export interface ${name} {\n${entry}}\n`;
    return { input: `${input} | pulumi.Input<${name}>[]`, output, interfaces: [...value.interfaces, whole] };
  }

  /** The tags of the comment at a part of a field. */
  #tagsAt(at: ts.ObjectLiteralExpression | undefined, part: string): ReadonlyMap<string, string> {
    const node = this.#property(at, part);
    return node ? commentOf(node).tags : new Map();
  }

  #objectOf(
    path: string,
    { fields }: ObjectField,
    tags: ReadonlyMap<string, string>,
    at: ts.ObjectLiteralExpression | undefined,
  ) {
    if (tags.has("inline")) return inlineOf(fields);
    const { name, text } = namedIn(tags);
    if (!name || !text) throw new Error(`${this.#file}: ${path} needs a tag \`@interface Name What it is.\``);
    const members = this.read(fields, this.member(at, "fields"), `${path}.`);
    const args = members.filter(({ field }) => !field.computed).map(argument);
    const whole = `${comment(text)}export interface ${name} {\n${args.join("")}}\n`;
    return {
      input: name,
      output: outputOf(name, members),
      interfaces: [...members.flatMap(({ interfaces }) => interfaces), whole],
    };
  }

  #withBounds(tags: ReadonlyMap<string, string>, field: Field, path: string): ReadonlyMap<string, string> {
    return new Map([...tags].map(([tag, text]) => [tag, this.#bounded(text, field, path)]));
  }

  #bounded(text: string, field: Field, path: string): string {
    return text.replace(/(^|\. )?\{@bounds\}/g, (_, start?: string) => {
      const bounds = boundsOf(field);
      if (bounds === undefined) throw new Error(`${this.#file}: ${path} has no bounds for {@bounds}`);
      return start === undefined ? bounds : `${start}${capital(bounds)}`;
    });
  }

  /** The comment of an argument, with the additions that follow from its field. */
  #textOf(said: string, field: Field): string {
    const replaces = field.forceNew && !/\breplaces\b/.test(said) ? ` A change replaces the ${this.#noun}.` : "";
    const whole = `${said}${replaces}${activatesText(field)}`;
    if (whole === said) return said;
    return said.includes("\n") ? wrapped(whole.replace(/\s*\n\s*/g, " "), "  ") : whole;
  }
}

/** The sentence about the properties that a switch puts into force. */
function activatesText({ activates = [] }: Field): string {
  const names = [...new Set(activates.flatMap(({ content }) => content))].map((name) => `\`${name}\``);
  if (names.length === 0) return "";
  const list = [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
  return ` A run that would put undeclared values of another client in ${list} into force is refused.`;
}

/** The name and the comment of a type, in the tag `@interface` or `@alias`. */
function namedIn(tags: ReadonlyMap<string, string>, tag: "interface" | "alias" = "interface") {
  const [, name, text] = /^(\w+)\s+([\s\S]+)$/.exec(tags.get(tag) ?? "") ?? [];
  return { name, text };
}

/** The type of a text, with its declaration if it has a name. */
function textOf(field: StringField, tags: ReadonlyMap<string, string>) {
  const { name, text } = namedIn(tags, "alias");
  if (name && text) return { value: name, interfaces: [`${comment(text)}export type ${name} = ${plainOf(field)};\n`] };
  return { value: plainOf(field), interfaces: [] };
}

/** The type of the output of a named object. `pulumi.Unwrap` loses the type of documents with any values. */
function outputOf(name: string, members: readonly Property[]): string {
  const documents = members.filter(({ field }) => field.kind === "document" && !field.values);
  if (documents.length === 0) return `pulumi.Unwrap<${name}>`;
  const names = documents.map((one) => JSON.stringify(one.name)).join(" | ");
  const types = documents.map(
    (one) => `${one.name}${one.field.required ? `: ${anything.output}` : `?: ${anything.output} | undefined`}`,
  );
  return `pulumi.Unwrap<Omit<${name}, ${names}>> & { ${types.join("; ")} }`;
}

/** The type of a small object of single values, without a name and without comments. */
function inlineOf(fields: Fields): Pick<Property, "input" | "output" | "interfaces"> {
  const members = Object.entries(fields).map(([name, field]) => {
    const value = plainOf(field);
    return field.required ? `${name}: pulumi.Input<${value}>` : `${name}?: pulumi.Input<${value} | undefined>`;
  });
  const input = `{ ${members.join("; ")} }`;
  return { input, output: `pulumi.Unwrap<${input}>`, interfaces: [] };
}

/** Any document: the service's own names, at any depth. */
const anything = { input: "Readonly<Record<string, unknown>>", output: "Readonly<Record<string, unknown>>" };

function recordOf(value: string, input = value): Pick<Property, "input" | "output"> {
  return { input: `Readonly<Record<string, pulumi.Input<${input}>>>`, output: `Readonly<Record<string, ${value}>>` };
}

function arrayOf(item: string): string {
  return item.includes(" ") ? `(${item})[]` : `${item}[]`;
}

/** The type of a single value. */
function plainOf(field: Field): string {
  if (field.kind === "string") {
    const uris = field.orUri ? ["http", "https", "urn"].map((scheme) => `\`${scheme}:\${string}\``) : [];
    return [...(field.oneOf ?? []).map((text) => JSON.stringify(text)), ...uris].join(" | ") || "string";
  }
  if (field.kind === "integer") return "number";
  if (field.kind !== "boolean")
    throw new Error(`a value of the kind ${field.kind} is no single value, so its type needs a name`);
  return field.kind;
}

function boundsOf(field: Field): string | undefined {
  const { min, max } = field as { readonly min?: number; readonly max?: number };
  const of =
    { string: "character", set: "element", list: "element", map: "entry", document: "entry" }[field.kind as string] ??
    "";
  const count = (number: number) => {
    const many = of === "entry" ? "entries" : `${of}s`;
    return of === "" ? number.toLocaleString("en") : `${number} ${number === 1 ? of : many}`;
  };
  if (min !== undefined && max !== undefined) return `${of === "" ? count(min) : min} to ${count(max)}`;
  if (max !== undefined) return `at most ${count(max)}`;
  return min === undefined ? undefined : `at least ${count(min)}`;
}

/** The name of a type as files are called: `token-exchange-profile`. */
export function kebab(type: string): string {
  return type.replace(/[a-z](?=[A-Z])/g, "$&-").toLowerCase();
}
