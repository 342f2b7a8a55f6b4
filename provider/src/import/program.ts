import { sanitize } from "../client/index.ts";
import { isNewValue } from "../lifecycle/enumerations.ts";
import { withGroups } from "../schema/grouped.ts";
import { byText, describePath, fromPointer, type Json, type Path, toPointer } from "../schema/json.ts";
import { fieldAt, hintsAt } from "../schema/schema.ts";
import { definitions, type TypeName, typeNames } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import { keyOf } from "./inventory.ts";
import { type Link, Links, type Place, placesIn, type TenantValues } from "./links.ts";
import {
  camelCase,
  commentLine,
  fitting,
  literal,
  type NamedResource,
  Naming,
  plainLiteral,
  Unique,
  wordsOf,
} from "./names.ts";
import { orderOf } from "./order.ts";
import { type Expression, loopStatements, type Marks, memberAccess, resourceStatement } from "./program-text.ts";
import type { ImportedResource, SecretValue } from "./resource.ts";
import { type Insertion, type SourceFile, type TextFile, Texts } from "./texts.ts";

/** A secret that an import adds to the stack's configuration. */
interface SecretSetting {
  readonly key: string;
  readonly value: Json;
}

/** The suffix of `config.requireSecret` in the name of the getter, by the JavaScript type of the value. */
const getters: Readonly<Record<string, string>> = { string: "", boolean: "Boolean", number: "Number" };

/** The maximum width of a configuration key, in columns. */
const maxKeyLength = 60;

/** The secrets that a program reads from the stack's configuration. */
class Settings {
  readonly #keys: Unique;
  readonly all: SecretSetting[] = [];

  /** @param taken the keys that the configuration already has */
  constructor(taken: Iterable<string>) {
    this.#keys = new Unique("", taken);
  }

  /** Adds a secret and returns the expression that reads it. Its key is derived from the resource's variable and the secret's path. */
  add(variable: string, { pointer, value }: SecretValue): Expression {
    const place = fromPointer(pointer).filter((key, index) => index > 0 || key !== "options");
    const key = this.#keys.take(fitting([variable, ...wordsOf(place.join(" "))], camelCase, maxKeyLength));
    this.all.push({ key, value });
    // `requireSecretObject` needs no type argument: TypeScript infers it from the property that receives the value.
    return { head: `config.requireSecret${getters[typeof value] ?? "Object"}`, arguments: [key] };
  }
}

/** The number of resources above which each resource type gets its own file. */
const maxInOneFile = 10;

/** Where the files of a program are, and how they import each other. */
export interface Layout {
  /** The main file, relative to the program's folder, without its extension: `index` or `imported`. */
  readonly main: string;
  /** Whether the main file is the program's entry point. Exports of an entry point become outputs of the stack. */
  readonly isEntry: boolean;
  /** The extension in relative imports. */
  readonly ending: ".ts" | ".js" | "";
}

/** Names that already exist in the stack and must not be reused, and names from the user and the tenant. */
export interface NamingContext extends TenantValues {
  /** The names of the resources in the stack, each preceded by its type and a space. */
  readonly names: Iterable<string>;
  /** The configuration keys of the stack. */
  readonly keys: Iterable<string>;
  /** The resource names that the user chose. The key is the type, a space and the object's id. */
  readonly chosen: ReadonlyMap<string, string>;
  /** The names of objects to which the program refers only by id. The key is the type, a space and the id. */
  readonly known: ReadonlyMap<string, string>;
}

/** A value of the tenant that the program contains, although another tenant has another one. */
export interface Literal {
  /** The file, relative to the program's folder. */
  readonly file: string;
  /** The line in the file, from 1. */
  readonly line: number;
  readonly value: string;
  /** The printable label of the object, and the path of the property. The path may contain untrusted text. */
  readonly label: string;
  readonly place: string;
  /** The reason: a printable sentence without a full stop. */
  readonly why: string;
}

/** A TypeScript program, and the configuration that it needs. */
export interface Program {
  /** The main file comes first. The last files contain long texts, such as scripts, that the program reads. */
  readonly files: readonly SourceFile[];
  readonly resources: readonly NamedResource[];
  readonly secrets: readonly SecretSetting[];
  /** The ids of the tenant, and its host, where the program contains them. */
  readonly literals: readonly Literal[];
}

/** Generates the program that declares these resources. The same resources in the same order give the same program. */
export function programOf(resources: readonly ImportedResource[], layout: Layout, context: NamingContext): Program {
  const naming = new Naming(context.names);
  const named = resources.map((resource): NamedResource => {
    const { item } = resource;
    return { ...resource, ...naming.namesOf(item, context.chosen.get(keyOf(item))) };
  });
  const writer = new Writer(named, layout, context);
  return { files: writer.files(), resources: named, secrets: writer.settings.all, literals: writer.literals };
}

/** A file with declarations. */
interface Module {
  /** The name of the file without its extension. */
  readonly file: string;
  /** The name under which other files import it. */
  readonly name: string;
  readonly resources: readonly NamedResource[];
}

/** The expression by which a program contains a text. */
interface TextCode {
  /** Its beginning; undefined for a string literal. */
  readonly head?: string | undefined;
  readonly file?: TextFile | undefined;
}

/** The values of the tenant in one text of the arguments. */
interface TextLiterals extends TextCode {
  readonly text: string;
  readonly isKey: boolean;
  readonly values: readonly (Omit<Literal, "file" | "line"> & { readonly from: number })[];
}

/** Statements, and the values of the tenant in them and in the files that they name, from top to bottom. */
interface Written {
  readonly text: string;
  readonly literals: readonly TextLiterals[];
}

/** The marks of a resource, and the expressions for its texts by {@link formKey}. */
type ResourceMarks = Marks & { readonly expressions: ReadonlyMap<string, TextCode> };

class Writer {
  readonly #layout: Layout;
  readonly #links: Links<NamedResource>;
  readonly #modules: ReadonlyMap<NamedResource, Module>;
  readonly #known: ReadonlyMap<string, string>;
  readonly #texts: Texts;
  readonly #loops: ReadonlyMap<NamedResource, Loop>;
  readonly settings: Settings;
  readonly literals: Literal[] = [];

  constructor(resources: readonly NamedResource[], layout: Layout, context: NamingContext) {
    this.#layout = layout;
    this.#known = context.known;
    this.#texts = new Texts(layout.isEntry ? "files" : `${layout.main}/files`);
    this.settings = new Settings(context.keys);
    this.#links = new Links(resources, context);
    const modules =
      resources.length > maxInOneFile
        ? modulesOf(this.#links)
        : [{ file: layout.main, name: "", resources: this.#links.resources }];
    this.#modules = new Map(modules.flatMap((module) => module.resources.map((resource) => [resource, module])));
    this.#loops = new Map(modules.flatMap((module) => (module.name === "" ? [] : [...loopsOf(module, this.#links)])));
  }

  files(): readonly SourceFile[] {
    const { main, isEntry } = this.#layout;
    const modules = [...new Set(this.#modules.values())];
    const [only] = modules;
    if (!only || only.name === "") return [this.#file(`${main}.ts`, only), ...this.#texts.files];
    const folder = isEntry ? "" : `${main}/`;
    const written = modules.map((module) => this.#file(`${folder}${module.file}.ts`, module));
    const imports = modules.map(({ file }) => `import "./${folder}${file}${this.#layout.ending}";\n`).join("");
    // The main file has the same name as in a small program, so files that import it need no change when the program grows.
    return [{ path: `${main}.ts`, text: imports }, ...written, ...this.#texts.files];
  }

  #file(path: string, { resources }: Pick<Module, "resources"> = { resources: [] }): SourceFile {
    const others = new Set<Module>();
    const [settings, texts, templates] = [this.settings.all.length, this.#texts.read, this.#texts.interpolated];
    const statements = resources.flatMap((resource) => {
      const loop = this.#loops.get(resource);
      if (!loop) return [this.#statement(resource, others)];
      return loop.resources[0] === resource ? [this.#loop(loop, others)] : [];
    });
    const usesConfig = this.settings.all.length > settings;
    const imports = [
      ...(this.#texts.read > texts ? ['import { readFileSync } from "node:fs";'] : []),
      ...(usesConfig || this.#texts.interpolated > templates ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
      'import * as tenant from "pulumi-tenant";',
      ...[...others]
        .toSorted((a, b) => byText(a.file, b.file))
        .map(({ name, file }) => `import * as ${name} from "./${file}${this.#layout.ending}";`),
    ];
    const head = [imports.join("\n"), ...(usesConfig ? ["const config = new pulumi.Config();"] : [])].join("\n\n");
    let line = breaksIn(head) + 3;
    for (const { text, literals } of statements) {
      this.literals.push(...literalsIn(text, literals, { file: path, line }));
      line += breaksIn(text) + 2;
    }
    return { path, text: `${[head, ...statements.map(({ text }) => text)].join("\n\n")}\n` };
  }

  #loop({ suffix, resources }: Loop, others: Set<Module>): Written {
    const marks = new Map(resources.map((resource) => [resource.name, this.#marksOf(resource, others)]));
    const args = Object.fromEntries(
      resources.map(({ name, item, args }) => [name, withGroups(definitions[item.type].schema.fields, args)]),
    );
    const of = ([name = ""]: Path) => marks.get(name);
    const text = loopStatements(suffix, classIn(resources[0]?.type ?? ""), args, {
      instead: (path, value) => (path.length > 1 ? of(path)?.instead(path.slice(1), value) : undefined),
      element: (path, value) => of(path)?.element(path.slice(1), value),
      keyType: () => undefined,
      comment: (path, value) => of(path)?.comment(path.slice(1), value),
    });
    return {
      text,
      literals: resources.flatMap((resource) => this.#literalsOf(resource, marks.get(resource.name)?.expressions)),
    };
  }

  #marksOf(resource: NamedResource, others: Set<Module>): ResourceMarks {
    const { variable, args, secrets, item } = resource;
    const { schema, imported } = definitions[item.type];
    const settings = new Map(secrets.map((secret) => [secret.pointer, this.settings.add(variable, secret)]));
    const unknown = resourceTypes[item.type].importRules?.undocumented?.(args) ?? [];
    const undocumented = new Set(unknown.map(toPointer));
    const expressions = new Map<string, TextCode>();
    const inserted = (text: string, path: Path) => {
      const { links } = this.#links.in(text, resource, path);
      return { text, insertions: links.map((link) => this.#insertion(link, resource, others)) };
    };
    return {
      expressions,
      instead: (path, value) => {
        const setting = settings.get(toPointer(path));
        if (setting) return setting;
        if (typeof value !== "string") return undefined;
        const newValue = newValueAt(resource, path, value);
        if (newValue) return newValue;
        const owner = [imported.noun, resource.name] as const;
        const hints = () => hintsAt(schema.fields, path, args);
        const { expression, file } = this.#texts.add(inserted(value, path), hints, owner, path);
        if (expression) expressions.set(formKey(path, value), { head: expression.head, file });
        return expression;
      },
      element: (path, value) => {
        if (typeof value !== "string") return undefined;
        const expression = newValueAt(resource, path, value) ?? this.#texts.element(inserted(value, path));
        if (expression) expressions.set(formKey(path, value), { head: expression.head });
        return expression;
      },
      keyType: (path) => (undocumented.has(toPointer(path)) ? "tenant.Undocumented" : undefined),
      comment: (path, value) => this.#nameOf(value, resource, path),
    };
  }

  #statement(resource: NamedResource, others: Set<Module>): Written {
    const { variable, name, args, notes, type } = resource;
    const { fields } = definitions[resource.item.type].schema;
    const marks = this.#marksOf(resource, others);
    const isExported = this.#moduleOf(resource).name !== "" || !this.#layout.isEntry;
    const start = `${isExported ? "export " : ""}const ${variable} = new tenant.${classIn(type)}`;
    const comment =
      notes.length > 0
        ? [
            "These values are not declared, so they stay as they are:",
            ...notes.map(({ place, why }) => `- ${sanitize(place)}: ${sanitize(why)}.`),
          ]
        : [];
    const needed = this.#links.needed.get(resource) ?? [];
    const dependsOn = needed.map((target) => this.#nameIn(target, resource, others));
    const statement = resourceStatement(start, name, withGroups(fields, args), marks, dependsOn);
    const text = [...comment.map(commentLine), statement].join("\n");
    return { text, literals: this.#literalsOf(resource, marks.expressions) };
  }

  /** The values of the tenant that stay in the code of a resource, and in its files. */
  #literalsOf(resource: NamedResource, expressions: ResourceMarks["expressions"] = new Map()): readonly TextLiterals[] {
    const { item, args } = resource;
    const { fields } = definitions[item.type].schema;
    return placesIn(resource).flatMap(({ text, path, how }) => {
      const { links, literals } = this.#links.in(text, resource, path);
      const form = whyLiteral[how] === undefined ? expressions.get(formKey(path, text)) : undefined;
      const { inserted, why = "" } = form?.file ?? {};
      const kept = inserted ? links.filter(({ from }) => !inserted.has(from)).map((link) => ({ ...link, why })) : [];
      const reason = whyLiteral[how];
      const stay =
        reason === undefined ? [...literals, ...kept] : [...literals, ...links].map((one) => ({ ...one, why: reason }));
      const isOther = how !== "key" && links.length + literals.length === 0;
      const undeclared = isOther ? this.#links.whyUndeclared(text, hintsAt(fields, path, args)) : undefined;
      const all = undeclared === undefined ? stay : [{ from: 0, value: text, why: undeclared }];
      if (all.length === 0) return [];
      const place = describePath(path);
      const values = all
        .toSorted((a, b) => a.from - b.from)
        .map(({ from, value, why: says }) => ({ from, value, label: item.label, place, why: says }));
      return [{ ...form, text, isKey: how === "key", values }];
    });
  }

  /** The display name of an object to which the value refers only by id; undefined for other values and unknown names. */
  #nameOf(id: Json, { item, args }: NamedResource, path: Path): string | undefined {
    const { idOf } = hintsAt(definitions[item.type].schema.fields, path, args);
    if (idOf === undefined || typeof id !== "string") return undefined;
    const name = this.#known.get(keyOf({ type: idOf, id }));
    return name === undefined ? undefined : sanitize(name);
  }

  /** The reference that replaces a part of a text. */
  #insertion(
    { from, to, target, property }: Link<NamedResource>,
    resource: NamedResource,
    others: Set<Module>,
  ): Insertion {
    if (!target) return { from, to, expression: "tenant.domain()", words: ["domain"] };
    const words = [target.variable, definitions[target.item.type].imported.noun];
    return {
      ...{ from, to, expression: `${this.#nameIn(target, resource, others)}.${property}` },
      words: [...words.filter((name) => /[a-z]/i.test(name)).slice(0, 1), property],
    };
  }

  /** The expression that refers to a resource from the place where `from` is declared. */
  #nameIn(target: NamedResource, from: NamedResource, others: Set<Module>): string {
    const loop = this.#loops.get(target);
    const here = loop ? `all${loop.suffix}${memberAccess(target.name)}` : target.variable;
    const module = this.#moduleOf(target);
    if (module === this.#moduleOf(from)) return here;
    others.add(module);
    return `${module.name}.${here}`;
  }

  #moduleOf(resource: NamedResource): Module {
    return this.#modules.get(resource) ?? { file: this.#layout.main, name: "", resources: [] };
  }
}

function formKey(path: Path, text: string): string {
  return `${toPointer(path)} ${text}`;
}

/** The values in a statement, with their lines. The statement contains the texts in the given order. */
function literalsIn(
  statement: string,
  literals: readonly TextLiterals[],
  { file: here, line }: Pick<Literal, "file" | "line">,
): readonly Literal[] {
  let start = 0;
  let lineOfStart = line;
  return literals.flatMap(({ text, head, file, isKey, values }) => {
    // A key of an object can be without quotes. Only a form that is missing costs a search of the whole statement, and few are.
    const forms = head === undefined ? [...(isKey ? [`${text}:`] : []), literal(text), plainLiteral(text)] : [head];
    const at = forms.reduce((found, form) => (found >= 0 ? found : statement.indexOf(form, start)), -1);
    if (at >= 0) {
      lineOfStart += breaksIn(statement.slice(start, at + 1));
      start = at + 1;
    }
    // Line breaks in an expression are those of the text.
    const shows = file !== undefined || head?.includes("\n");
    let lineOfValue = file ? 1 : lineOfStart;
    let rest = 0;
    return values.map(({ from, ...value }) => {
      if (shows) lineOfValue += breaksIn(text.slice(rest, from));
      rest = from;
      return { file: file?.path ?? here, line: lineOfValue, ...value };
    });
  });
}

/** The reason why a text of the arguments cannot contain an expression; undefined for texts that can. */
const whyLiteral: Readonly<Record<Place["how"], string | undefined>> = {
  ...{ value: undefined, element: undefined },
  key: "a key of an object cannot be a reference",
  nested: "it is an element of a list within a list",
};

function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}

/**
 * The files of a program: one for each type, or for several types that share a file. If files refer to each other, resources that refer to a later file
 * are in a second file of their type, and so on: a file of a program can only use what the files that it imports have declared already.
 */
function modulesOf(links: Links<NamedResource>): readonly Module[] {
  const files = Map.groupBy(links.resources, ({ item }) => fileOf(item.type));
  const documented = [...new Set(typeNames.map(fileOf))].filter((file) => files.has(file));
  const others = (isTyped: boolean) => (file: string) => {
    const targets = (files.get(file) ?? []).flatMap((resource) => links.targetsOf(resource, isTyped));
    return [...new Set(targets.map(({ item }) => fileOf(item.type)))].filter((other) => other !== file);
  };
  const { nodes } = orderOf(documented, others(true), others(false));
  const ranks = new Map(nodes.map((file, at) => [file, at]));
  const rankOf = ({ item }: NamedResource) => ranks.get(fileOf(item.type)) ?? 0;
  const layers = new Map<NamedResource, number>();
  for (const resource of links.resources) {
    const below = links
      .targetsOf(resource)
      .map((target) => (layers.get(target) ?? 0) + (rankOf(target) > rankOf(resource) ? 1 : 0));
    layers.set(
      resource,
      below.reduce((most, layer) => Math.max(most, layer), 0),
    );
  }
  return documented.flatMap((file) => {
    const byLayer = Map.groupBy(files.get(file) ?? [], (resource) => layers.get(resource) ?? 0);
    return [...byLayer]
      .toSorted(([a], [b]) => a - b)
      .map(([layer, resources]) => {
        const [first] = resources;
        const name = first ? definitions[first.item.type].imported.module : "";
        return layer === 0
          ? { file, name, resources }
          : { file: `${file}-${layer + 1}`, name: `${name}${layer + 1}`, resources };
      });
  });
}

/** The file that contains a type's resources in a program of several files. Some types share a file. */
function fileOf(type: TypeName): string {
  return definitions[type].imported.file;
}

/** The class name at the end of a type token: `Role` for `pulumi-nodejs:dynamic/tenant:Role`. */
function classIn(type: string): string {
  return type.slice(type.lastIndexOf(":") + 1);
}

/** The number of resources with the same properties from which on a loop over data declares them, instead of a statement for each. */
const minInLoop = 10;

/** Resources of one type that a program creates in a loop, because they declare the same properties. */
interface Loop {
  /** The suffix of the loop's two variable names: empty, or a number. */
  readonly suffix: string;
  readonly resources: readonly NamedResource[];
}

/** The loop that creates each resource of a file. Resources that get a separate statement are missing. */
function loopsOf(module: Module, links: Links<NamedResource>): ReadonlyMap<NamedResource, Loop> {
  const here = new Set(module.resources);
  const isAlike = (resource: NamedResource) =>
    isPlain(resource) && !links.needed.has(resource) && !links.targetsOf(resource).some((target) => here.has(target));
  const forms = Map.groupBy(module.resources.filter(isAlike), ({ item, args }) =>
    JSON.stringify([item.type, ...Object.keys(args).toSorted()]),
  );
  const groups = [...forms.values()].filter((alike) => alike.length >= minInLoop);
  return new Map(
    groups.flatMap((resources, at) => {
      const loop = { suffix: at === 0 ? "" : String(at + 1), resources };
      return resources.map((resource) => [resource, loop] as const);
    }),
  );
}

/** Whether a loop can create a resource: it needs no comments, secrets or casts. */
function isPlain({ item, args, name, notes, secrets }: NamedResource): boolean {
  return (
    !hasTypesOfItsOwn(item.type) &&
    notes.length === 0 &&
    secrets.length === 0 &&
    (resourceTypes[item.type].importRules?.undocumented?.(args) ?? []).length === 0 &&
    // In an object literal, `__proto__` would set the prototype instead of a key.
    name !== "__proto__"
  );
}

/** Whether the TypeScript types of some arguments depend on other arguments, so that no single type fits all resources. */
function hasTypesOfItsOwn(type: NamedResource["item"]["type"]): boolean {
  return Object.values(definitions[type].schema.fields).some((field) => field.kind === "document" && field.documented);
}

/** The expression for a value that is missing in the schema's enumeration: a cast, because the compiler would reject the plain literal. */
function newValueAt({ item }: NamedResource, path: Path, value: Json | undefined): Expression | undefined {
  const field = fieldAt(definitions[item.type].schema.fields, path);
  if (typeof value !== "string" || !isNewValue(field, value)) return undefined;
  return { head: `${literal(value)} as tenant.UndocumentedValue` };
}
