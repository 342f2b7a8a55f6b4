import { sanitize } from "../client/index.ts";
import { isNewValue } from "../lifecycle/checks/enumerations.ts";
import { byText, describePath, type Json, type Path, toPointer } from "../schema/json.ts";
import { inProgramForm } from "../schema/program-forms.ts";
import { fieldAt, hintsAt } from "../schema/schema.ts";
import { definitions } from "../types/registry.ts";
import { tools } from "../types/tools.made.ts";
import { type Component, GroupPlaces } from "./group-names.ts";
import { groupsOf, type Kind, type Table } from "./groups.ts";
import { keyOf } from "./inventory.ts";
import { type Link, Links, type Place, placesIn, type TenantValues } from "./links.ts";
import { type Module, modulesOf, type Unit, unitsOf } from "./modules.ts";
import { literal, type NamedResource, Naming } from "./names.ts";
import type { KeywordPlace, Keywords } from "./names-from/keywords.ts";
import { type Code, GroupWriter, type MarkOptions, notesOf, type Services } from "./program-groups.ts";
import { classIn, type Expression, loopStatements, memberAccess, resourceStatement } from "./program-text.ts";
import type { ImportedResource, SecretValue } from "./resource.ts";
import { type Setting, Settings } from "./settings.ts";
import { type Insertion, type SourceFile, Texts } from "./texts.ts";
import type { Word } from "./words.ts";
import {
  breaksIn,
  formKey,
  type Literal,
  literalsIn,
  type ResourceMarks,
  type TextCode,
  type TextLiterals,
  type Written,
} from "./written.ts";

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
  /** Whether the program declares no tables and components. Default: false. */
  readonly isFlat?: boolean | undefined;
  /** The texts of another tool's files that have keywords: the program reads their values from the configuration. Default: none. */
  readonly keywords?: Keywords | undefined;
}

/** A TypeScript program, and the configuration that it needs. */
export interface Program {
  /** The main file comes first. The last files contain long texts, such as scripts, that the program reads. */
  readonly files: readonly SourceFile[];
  readonly resources: readonly NamedResource[];
  readonly secrets: readonly Setting[];
  /** The values of the configuration that are no secrets: those of another tool's keywords. */
  readonly plain: readonly Setting[];
  /** The keywords whose values the program reads from the configuration. */
  readonly keywords: ReadonlySet<string>;
  /** The ids of the tenant, and its host, where the program contains them. */
  readonly literals: readonly Literal[];
  /** The components of the program. Their resources have no other parents. */
  readonly components: readonly Component[];
}

/** Generates the program that declares these resources. The same resources in the same order give the same program. */
export function programOf(resources: readonly ImportedResource[], layout: Layout, context: NamingContext): Program {
  const naming = new Naming(context.names);
  const named = resources.map((resource): NamedResource => {
    const { item } = resource;
    return { ...resource, ...naming.namesOf(item, context.chosen.get(keyOf(item))) };
  });
  const writer = new Writer(named, layout, context);
  const files = writer.files();
  const { settings, literals, components } = writer;
  const { secrets, plain, keywords } = settings;
  return { files, resources: named, secrets, plain, keywords, literals, components };
}

class Writer implements Services {
  readonly #layout: Layout;
  readonly #links: Links<NamedResource>;
  readonly #modules: readonly Module[];
  readonly #moduleOf: ReadonlyMap<NamedResource, Module>;
  readonly #known: ReadonlyMap<string, string>;
  readonly #loops: ReadonlyMap<NamedResource, Loop>;
  readonly #groups: GroupWriter;
  readonly #keywords: Keywords | undefined;
  /** The keywords whose value a secret property has. */
  readonly #secretKeywords: ReadonlySet<string>;
  /** The number of expressions so far that call functions of this package. */
  #calls = 0;
  readonly places: GroupPlaces;
  readonly texts: Texts;
  readonly settings: Settings;
  readonly literals: Literal[] = [];

  constructor(resources: readonly NamedResource[], layout: Layout, context: NamingContext) {
    this.#layout = layout;
    this.#known = context.known;
    this.texts = new Texts(layout.isEntry ? "files" : `${layout.main}/files`);
    this.settings = new Settings(context.keys);
    this.#links = new Links(resources, context);
    this.#keywords = context.keywords;
    this.#secretKeywords = new Set(
      resources.flatMap(({ secrets }) => secrets.flatMap(({ value }) => this.#keywordAlone(value)?.name ?? [])),
    );
    const groups = context.isFlat ? [] : groupsOf(this.#links, (resource) => !this.#hasKeyword(resource));
    const units = unitsOf(this.#links, groups);
    const isSmall = resources.length <= maxInOneFile && groups.length === 0;
    this.#modules = isSmall ? [{ file: layout.main, name: "", units }] : modulesOf(units, this.#links);
    const moduleOf = this.#modules.flatMap((module) =>
      module.units.flatMap((unit) => unit.resources.map((resource) => [resource, module] as const)),
    );
    this.#moduleOf = new Map(moduleOf);
    const looped = context.isFlat && !isSmall ? this.#modules : [];
    this.#loops = new Map(looped.flatMap((module) => [...loopsOf(module, this.#links)]));
    this.places = new GroupPlaces(this.#modules, this.#links);
    this.#groups = new GroupWriter(this);
  }

  get components(): readonly Component[] {
    return this.#modules.flatMap(({ units }) => units.flatMap((unit) => this.places.componentsOf(unit)));
  }

  files(): readonly SourceFile[] {
    const { main, isEntry, ending } = this.#layout;
    const [only] = this.#modules;
    if (!only || only.name === "") return [...this.#filesOf(`${main}.ts`, only), ...this.texts.files];
    const folder = isEntry ? "" : `${main}/`;
    const written = this.#modules.flatMap((module) => this.#filesOf(`${folder}${module.file}.ts`, module));
    const imports = this.#modules.map(({ file }) => `import "./${folder}${file}${ending}";\n`).join("");
    // The main file has the same name as in a small program, so files that import it need no change when the program grows.
    return [{ path: `${main}.ts`, text: imports }, ...written, ...this.texts.files];
  }

  /** The file of a module, and the files with the rows of its groups. */
  #filesOf(path: string, module: Module = { file: "", name: "", units: [] }): readonly SourceFile[] {
    const [tables, kinds] = [module.units.filter(isTable), module.units.filter(isKind)];
    const data = path.replace(/\.ts$/, "-data.ts");
    const rows = tables.length > 0 ? [this.#source(data, (others) => this.#groups.rowsOfTables(tables, others))] : [];
    const json = path.replace(/\.ts$/, ".json");
    const file = this.#source(path, (others) => {
      const read = kinds.length > 0 ? this.#groups.rowsOfKinds(kinds, json) : { statements: [] };
      return {
        ...read,
        statements: [...read.statements, ...module.units.flatMap((unit) => this.#unit(unit, others))],
        own: tables.length > 0 ? [`import * as data from "./${module.file}-data${this.#layout.ending}";`] : [],
      };
    });
    return [file, ...rows, ...this.#groups.takeFiles()];
  }

  /** A file with code: its statements, after the imports that they need. */
  #source(path: string, write: (others: Set<Module>) => Code): SourceFile {
    const others = new Set<Module>();
    const [settings, read, templates] = [this.settings.uses, this.texts.read, this.texts.interpolated];
    const calls = this.#calls;
    const { statements, pulumi, tenant = "value", readsFiles = false, own = [] } = write(others);
    const usesTenant = this.#calls > calls ? "value" : tenant;
    const usesConfig = this.settings.uses > settings;
    const usesPulumi = usesConfig || this.texts.interpolated > templates || pulumi === "value";
    const siblings = [...others].map(({ name, file }) => `import * as ${name} from "./${file}${this.#layout.ending}";`);
    const imports = [
      ...(readsFiles || this.texts.read > read ? ['import { readFileSync } from "node:fs";'] : []),
      ...(usesPulumi ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
      ...(pulumi === "type" && !usesPulumi ? ['import type * as pulumi from "@pulumi/pulumi";'] : []),
      ...(usesTenant === "none"
        ? []
        : [`import ${usesTenant === "type" ? "type " : ""}* as tenant from "pulumi-tenant";`]),
      ...[...siblings, ...own].toSorted((a, b) => byText(fileIn(a), fileIn(b))),
    ];
    const config = usesConfig ? ["const config = new pulumi.Config();"] : [];
    const head = [...(imports.length > 0 ? [imports.join("\n")] : []), ...config].join("\n\n");
    let line = head === "" ? 1 : breaksIn(head) + 3;
    for (const { text, literals } of statements) {
      this.literals.push(...literalsIn(text, literals, { file: path, line }));
      line += breaksIn(text) + 2;
    }
    return { path, text: `${[...(head === "" ? [] : [head]), ...statements.map(({ text }) => text)].join("\n\n")}\n` };
  }

  #unit(unit: Unit, others: Set<Module>): readonly Written[] {
    if (unit.is === "table") return this.#groups.table(unit, others);
    if (unit.is === "kind") return this.#groups.kind(unit, others);
    const [resource] = unit.resources;
    const loop = this.#loops.get(resource);
    if (!loop) return [this.#statement(resource, others)];
    return loop.resources[0] === resource ? [this.#loop(loop, others)] : [];
  }

  #loop({ suffix, resources }: Loop, others: Set<Module>): Written {
    const marks = new Map(resources.map((resource) => [resource.name, this.marksOf(resource, others)]));
    const args = Object.fromEntries(
      resources.map(({ name, item, args }) => [name, inProgramForm(definitions[item.type].schema.fields, args)]),
    );
    const of = ([name = ""]: Path) => marks.get(name);
    const text = loopStatements(suffix, classIn(resources[0]?.type ?? ""), args, {
      instead: (path, value) => (path.length > 1 ? of(path)?.instead(path.slice(1), value) : undefined),
      element: (path, value, at) => of(path)?.element(path.slice(1), value, at),
      keyType: () => undefined,
      comment: (path, value) => of(path)?.comment(path.slice(1), value),
    });
    return {
      text,
      literals: resources.flatMap((resource) => this.literalsOf(resource, marks.get(resource.name)?.expressions)),
    };
  }

  marksOf(resource: NamedResource, others: Set<Module>, options?: MarkOptions): ResourceMarks {
    const { args, item } = resource;
    const { settings = this.#settingsOf(resource), fileName = resource.name } = options ?? {};
    const { schema } = definitions[item.type];
    const { imported } = tools[item.type];
    const unknown = tools[item.type].importRules?.undocumented?.(args) ?? [];
    const undocumented = new Set(unknown.map(toPointer));
    const expressions = new Map<string, TextCode>();
    const inserted = (text: string, path: Path) => {
      const { links } = this.#links.in(text, resource, path);
      const keywords = this.#keywordsAt(resource, path, text);
      const insertions = [
        ...keywords.map((one) => this.#insertionOf(one)),
        ...links
          .filter((link) => !keywords.some((one) => overlaps(one, link)))
          .map((link) => this.#insertion(link, resource, others)),
      ];
      return { text, insertions: insertions.toSorted((a, b) => a.from - b.from) };
    };
    return {
      expressions,
      instead: (path, value) => {
        const setting = settings.get(toPointer(path));
        if (setting) return setting;
        if (typeof value !== "string") return undefined;
        const newValue = newValueAt(resource, path, value);
        if (newValue) return newValue;
        const owner = [imported.noun, fileName] as const;
        const hints = () => hintsAt(schema.fields, path, args);
        const { expression, file } = this.texts.add(inserted(value, path), hints, owner, path);
        if (expression?.template) this.#calls += 1;
        if (expression) expressions.set(formKey(path, value), { head: expression.head, file });
        return expression;
      },
      element: (path, value) => {
        if (typeof value !== "string") return undefined;
        const expression = newValueAt(resource, path, value) ?? this.texts.element(inserted(value, path));
        if (expression) expressions.set(formKey(path, value), { head: expression.head });
        return expression;
      },
      keyType: (path) => (undocumented.has(toPointer(path)) ? "tenant.Undocumented" : undefined),
      comment: (path, value) => this.#nameOf(value, resource, path),
    };
  }

  #settingsOf({ variable, secrets }: NamedResource): ReadonlyMap<string, Expression> {
    const settingOf = (secret: SecretValue): Expression => {
      const keyword = this.#keywordAlone(secret.value);
      return keyword ? { head: this.#insertionOf(keyword).expression } : this.settings.add(variable, secret);
    };
    return new Map(secrets.map((secret) => [secret.pointer, settingOf(secret)]));
  }

  /** The keywords of another tool in a text of a resource. An enumeration takes no text from the configuration. */
  #keywordsAt({ item }: NamedResource, path: Path, text: string): readonly KeywordPlace[] {
    const found = this.#keywords?.in(text) ?? [];
    if (found.length === 0) return found;
    const field = fieldAt(definitions[item.type].schema.fields, path);
    return field?.kind === "string" && field.oneOf ? [] : found;
  }

  /** The keyword that a value consists of. */
  #keywordAlone(value: Json): KeywordPlace | undefined {
    const found = typeof value === "string" ? this.#keywords?.in(value) : undefined;
    return found?.find(({ from, to }) => from === 0 && to === String(value).length);
  }

  #hasKeyword(resource: NamedResource): boolean {
    if (!this.#keywords) return false;
    const isKeyword = ({ value }: SecretValue) => this.#keywordAlone(value) !== undefined;
    return (
      resource.secrets.some(isKeyword) ||
      placesIn(resource).some(({ text, path }) => this.#keywordsAt(resource, path, text).length > 0)
    );
  }

  #insertionOf({ from, to, name, value }: KeywordPlace): Insertion {
    const expression = this.settings.ofKeyword(name, value, this.#secretKeywords.has(name));
    return { from, to, expression, words: [name] };
  }

  #statement(resource: NamedResource, others: Set<Module>): Written {
    const { variable, name, args, type } = resource;
    const { fields } = definitions[resource.item.type].schema;
    const marks = this.marksOf(resource, others);
    const isExported = this.#moduleIn(resource).name !== "" || !this.#layout.isEntry;
    const start = `${isExported ? "export " : ""}const ${variable} = new tenant.${classIn(type)}`;
    const dependsOn = this.dependenciesOf(resource, others);
    const statement = resourceStatement(start, name, inProgramForm(fields, args), marks, dependsOn);
    const text = [...notesOf(resource), statement].join("\n");
    return { text, literals: this.literalsOf(resource, marks.expressions) };
  }

  dependenciesOf(resource: NamedResource, others: Set<Module>): readonly string[] {
    const needed = this.#links.needed.get(resource) ?? [];
    return needed.map((target) => this.#nameIn(target, resource, others));
  }

  literalsOf(
    resource: NamedResource,
    expressions: ResourceMarks["expressions"] = new Map(),
    isHere: (path: Path, value: string) => boolean = () => true,
  ): readonly TextLiterals[] {
    const { item, args } = resource;
    const { fields } = definitions[item.type].schema;
    return placesIn(resource).flatMap(({ text, path, how }) => {
      const inText = this.#links.in(text, resource, path);
      const keywords = how === "key" || how === "nested" ? [] : this.#keywordsAt(resource, path, text);
      const isOpen = (word: Word) => !keywords.some((one) => overlaps(one, word));
      const [links, literals] = [inText.links.filter(isOpen), inText.literals.filter(isOpen)];
      const form = whyLiteral[how] === undefined ? expressions.get(formKey(path, text)) : undefined;
      const { inserted, why = "" } = form?.file ?? {};
      const kept = inserted ? links.filter(({ from }) => !inserted.has(from)).map((link) => ({ ...link, why })) : [];
      const reason = whyLiteral[how];
      const stay =
        reason === undefined ? [...literals, ...kept] : [...literals, ...links].map((one) => ({ ...one, why: reason }));
      const isOther = how !== "key" && keywords.length + links.length + literals.length === 0;
      const undeclared = isOther ? this.#links.whyUndeclared(text, hintsAt(fields, path, args)) : undefined;
      const found = undeclared === undefined ? stay : [{ from: 0, value: text, why: undeclared }];
      const all = found.filter(({ value }) => isHere(path, value));
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
    if (!target) {
      this.#calls += 1;
      return { from, to, expression: "tenant.domain()", words: ["domain"] };
    }
    const words = [target.variable, tools[target.item.type].imported.noun];
    return {
      ...{ from, to, expression: `${this.#nameIn(target, resource, others)}.${property}` },
      words: [...words.filter((name) => /[a-z]/i.test(name)).slice(0, 1), property],
    };
  }

  /** The expression that refers to a resource from the place where `from` is declared. */
  #nameIn(target: NamedResource, from: NamedResource, others: Set<Module>): string {
    const loop = this.#loops.get(target);
    const looped = loop && `all${loop.suffix}${memberAccess(target.name)}`;
    const here = looped ?? this.places.nameOf(target, from) ?? target.variable;
    const module = this.#moduleIn(target);
    if (module === this.#moduleIn(from)) return here;
    others.add(module);
    return `${module.name}.${here}`;
  }

  #moduleIn(resource: NamedResource): Module {
    return this.#moduleOf.get(resource) ?? { file: this.#layout.main, name: "", units: [] };
  }
}

/** The file that an import statement names. */
function fileIn(statement: string): string {
  return statement.slice(statement.indexOf('"'));
}

function isTable(unit: Unit): unit is Table {
  return unit.is === "table";
}

function overlaps(one: Word, other: Word): boolean {
  return one.from < other.to && other.from < one.to;
}

function isKind(unit: Unit): unit is Kind {
  return unit.is === "kind";
}

/** The reason why a text of the arguments cannot contain an expression; undefined for texts that can. */
const whyLiteral: Readonly<Record<Place["how"], string | undefined>> = {
  ...{ value: undefined, element: undefined },
  key: "a key of an object cannot be a reference",
  nested: "it is an element of a list within a list",
};

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
  const resources = module.units.flatMap((unit) => unit.resources);
  const here = new Set(resources);
  const isAlike = (resource: NamedResource) =>
    isPlain(resource) && !links.needed.has(resource) && !links.targetsOf(resource).some((target) => here.has(target));
  const alikes = Map.groupBy(resources.filter(isAlike), ({ item, args }) =>
    JSON.stringify([item.type, ...Object.keys(args).toSorted()]),
  );
  const groups = [...alikes.values()].filter((alike) => alike.length >= minInLoop);
  return new Map(
    groups.flatMap((alike, at) => {
      const loop = { suffix: at === 0 ? "" : String(at + 1), resources: alike };
      return alike.map((resource) => [resource, loop] as const);
    }),
  );
}

/** Whether a loop can create a resource: it needs no comments, secrets or casts. */
function isPlain({ item, args, name, notes, secrets }: NamedResource): boolean {
  return (
    !hasTypesOfItsOwn(item.type) &&
    notes.length === 0 &&
    secrets.length === 0 &&
    (tools[item.type].importRules?.undocumented?.(args) ?? []).length === 0 &&
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
