import { type Json, own } from "../model/json.ts";
import { type Path, toPointer } from "../model/pointer.ts";
import { hintsAt } from "../model/table.ts";
import { descriptors, type KindName, kindNames } from "../objects/descriptors.ts";
import { kinds } from "../objects/kinds.ts";
import { legible } from "../tenant/index.ts";
import { byText, keyOf } from "./inventory.ts";
import { commentLine } from "./literal.ts";
import { type Loop, loopsOf } from "./loops.ts";
import { type NamedResource, Naming } from "./names.ts";
import { type Needed, neededBy } from "./needed.ts";
import { byKeyOf, inOrder, shortestId } from "./order.ts";
import type { ImportedResource } from "./resource.ts";
import { type SecretSetting, Settings } from "./settings.ts";
import { type Expression, loopStatements, type Marks, memberAccess, resourceStatement } from "./source.ts";
import { type SourceFile, Texts } from "./texts.ts";

/** From so many resources on, each kind gets a file of its own. */
const mostInOneFile = 10;

/** How a program is laid out. */
export interface Layout {
  /** The main file, relative to the program's folder, without its ending: `index` or `imported`. */
  readonly main: string;
  /** Whether the main file is the program's entry point: its exports would be the stack's outputs. */
  readonly isEntry: boolean;
  /** What relative imports end with. */
  readonly ending: ".ts" | ".js" | "";
}

/** What a program must not use again, and what others have chosen. */
export interface NamingContext {
  /** The names of the resources that the stack has, each after its kind and a blank. */
  readonly names: Iterable<string>;
  /** The configuration keys that the stack has. */
  readonly keys: Iterable<string>;
  /** Names of resources that somebody has chosen, by kind, a blank and the id. */
  readonly chosen: ReadonlyMap<string, string>;
  /** Names of what the program has only the ids of, likewise. */
  readonly known: ReadonlyMap<string, string>;
}

/** A program of TypeScript, and the configuration that it needs. */
export interface Program {
  /** The main file comes first. Texts of the program may have files of their own. */
  readonly files: readonly SourceFile[];
  readonly resources: readonly NamedResource[];
  readonly secrets: readonly SecretSetting[];
}

/** Writes the program that declares these resources. The same resources in the same order give the same program. */
export function programOf(resources: readonly ImportedResource[], layout: Layout, context: NamingContext): Program {
  const naming = new Naming(context.names);
  const named = resources.map((resource): NamedResource => {
    const { item } = resource;
    return { ...resource, ...naming.namesOf(item, context.chosen.get(keyOf(item))) };
  });
  const writer = new Writer(named, layout, context);
  return { files: writer.files(), resources: named, secrets: writer.settings.all };
}

class Writer {
  readonly #layout: Layout;
  readonly #resources: readonly NamedResource[];
  readonly #isSplit: boolean;
  readonly #known: ReadonlyMap<string, string>;
  readonly #texts: Texts;
  /** The places of resources in the order in which they are declared. */
  readonly #places: ReadonlyMap<NamedResource, number>;
  readonly #byKey: ReadonlyMap<string, NamedResource>;
  /** Resources by what is unique about them. */
  readonly #byName: ReadonlyMap<string, NamedResource>;
  readonly #loops: ReadonlyMap<NamedResource, Loop>;
  readonly #needed: Needed<NamedResource>;
  readonly settings: Settings;

  constructor(resources: readonly NamedResource[], layout: Layout, { keys, known }: NamingContext) {
    this.#layout = layout;
    this.#isSplit = resources.length > mostInOneFile;
    this.#known = known;
    this.#texts = new Texts(layout.isEntry ? "files" : `${layout.main}/files`);
    this.settings = new Settings(keys);
    this.#resources = inOrder(resources);
    this.#places = new Map(this.#resources.map((resource, at) => [resource, at]));
    this.#byKey = byKeyOf(resources);
    this.#needed = neededBy(this.#resources);
    const alike = this.#resources.filter((resource) => !this.#needed.has(resource));
    this.#loops = this.#isSplit ? loopsOf(alike, this.#byKey) : new Map();
    this.#byName = new Map(
      resources.flatMap((resource) => {
        const { item, args } = resource;
        return descriptors[item.kind].uniqueBy.map((name) => [
          nameKey(item.kind, name, own(args, name) ?? null),
          resource,
        ]);
      }),
    );
  }

  files(): readonly SourceFile[] {
    return [...this.#modules(), ...this.#texts.files];
  }

  #modules(): readonly SourceFile[] {
    const { main, isEntry } = this.#layout;
    if (!this.#isSplit) return [{ path: `${main}.ts`, text: this.#module(this.#resources) }];
    const folder = isEntry ? "" : `${main}/`;
    const kinds = kindNames.filter((kind) => this.#resources.some(({ item }) => item.kind === kind));
    const modules = kinds.map((kind) => ({
      path: `${folder}${descriptors[kind].imported.file}.ts`,
      text: this.#module(this.#resources.filter(({ item }) => item.kind === kind)),
    }));
    const imports = kinds
      .map((kind) => `import "./${folder}${descriptors[kind].imported.file}${this.#layout.ending}";\n`)
      .join("");
    // The same file as that of a small program, so whoever imports it needs no change where more is added.
    return [{ path: `${main}.ts`, text: imports }, ...modules];
  }

  #module(resources: readonly NamedResource[]): string {
    const others = new Set<KindName>();
    const [settings, texts] = [this.settings.all.length, this.#texts.files.length];
    const statements = resources.flatMap((resource) => {
      const loop = this.#loops.get(resource);
      if (!loop) return [this.#statement(resource, others)];
      return loop.resources[0] === resource ? [this.#loop(loop, others)] : [];
    });
    const usesConfig = this.settings.all.length > settings;
    const imports = [
      ...(this.#texts.files.length > texts ? ['import { readFileSync } from "node:fs";'] : []),
      ...(usesConfig ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
      'import * as tenant from "pulumi-tenant";',
      ...kindNames
        .filter((kind) => others.has(kind))
        .map((kind) => descriptors[kind].imported)
        .toSorted((a, b) => byText(a.file, b.file))
        .map(({ module, file }) => `import * as ${module} from "./${file}${this.#layout.ending}";`),
    ];
    const config = usesConfig ? ["const config = new pulumi.Config();"] : [];
    return `${[imports.join("\n"), ...config, ...statements].join("\n\n")}\n`;
  }

  #loop({ suffix, resources }: Loop, others: Set<KindName>): string {
    const marks = new Map(resources.map((resource) => [resource.name, this.#marksOf(resource, others)]));
    const args = Object.fromEntries(resources.map((resource) => [resource.name, resource.args]));
    const of = ([name = ""]: Path) => marks.get(name);
    return loopStatements(suffix, classIn(resources[0]?.type ?? ""), args, {
      instead: (path, value) => (path.length > 1 ? of(path)?.instead(path.slice(1), value) : undefined),
      element: (path, value) => of(path)?.element(path.slice(1), value),
      keyType: () => undefined,
      beside: (path, value) => of(path)?.beside(path.slice(1), value),
    });
  }

  #marksOf(resource: NamedResource, others: Set<KindName>): Marks {
    const { variable, args, secrets } = resource;
    const settings = new Map(secrets.map((secret) => [secret.pointer, this.settings.add(variable, secret)]));
    const unknown = kinds[resource.item.kind].importRules?.undocumented?.(args) ?? [];
    const undocumented = new Set(unknown.map(toPointer));
    return {
      instead: (path, value) => {
        const setting = settings.get(toPointer(path));
        if (setting) return setting;
        return this.#reference(value, resource, path, others) ?? this.#text(value, resource, path);
      },
      element: (path, value) => this.#reference(value, resource, path, others),
      keyType: (path) => (undocumented.has(toPointer(path)) ? "tenant.Undocumented" : undefined),
      beside: (path, value) => this.#nameOf(value, resource, path),
    };
  }

  #statement(resource: NamedResource, others: Set<KindName>): string {
    const { variable, name, args, notes, type } = resource;
    const marks = this.#marksOf(resource, others);
    const isExported = this.#isSplit || !this.#layout.isEntry;
    const start = `${isExported ? "export " : ""}const ${variable} = new tenant.${classIn(type)}`;
    const comment =
      notes.length > 0
        ? [
            "Not declared, so it stays as it is:",
            ...notes.map(({ place, why }) => `- ${legible(place)}: ${legible(why)}.`),
          ]
        : [];
    const dependsOn = (this.#needed.get(resource) ?? []).map((target) => this.#nameIn(target, resource, others));
    return [...comment.map(commentLine), resourceStatement(start, name, args, marks, dependsOn)].join("\n");
  }

  #text(value: Json | undefined, { item, args, name }: NamedResource, path: Path): Expression | undefined {
    if (typeof value !== "string") return undefined;
    const { table, imported } = descriptors[item.kind];
    return this.#texts.add(value, hintsAt(table.fields, path, args), [imported.noun, name], path);
  }

  /** What people call the object of whose id the program has no more than that. */
  #nameOf(id: Json, { item, args }: NamedResource, path: Path): string | undefined {
    const { idOf } = hintsAt(descriptors[item.kind].table.fields, path, args);
    if (idOf === undefined || typeof id !== "string") return undefined;
    const name = this.#known.get(keyOf({ kind: idOf, id }));
    return name === undefined ? undefined : legible(name);
  }

  /** The resource of an object's id. Without a kind, what is the id of several objects stands for none of them. */
  #ofId(id: string, kind: string | undefined): NamedResource | undefined {
    const found = (kind === undefined ? kindNames : [kind]).flatMap(
      (one) => this.#byKey.get(keyOf({ kind: one, id })) ?? [],
    );
    return found.length === 1 ? found[0] : undefined;
  }

  /** What stands in place of what names another resource that was declared before. */
  #reference(value: Json | undefined, from: NamedResource, path: Path, others: Set<KindName>): Expression | undefined {
    if (typeof value !== "string") return undefined;
    const { idOf, refersTo } = hintsAt(descriptors[from.item.kind].table.fields, path, from.args);
    const property = refersTo?.property ?? "id";
    const target = refersTo ? this.#byName.get(nameKey(refersTo.kind, property, value)) : this.#ofId(value, idOf);
    const placeOf = (resource: NamedResource) => this.#places.get(resource) ?? 0;
    if (!target || (!refersTo && value.length < shortestId) || placeOf(target) >= placeOf(from)) return undefined;
    return { head: `${this.#nameIn(target, from, others)}.${property}` };
  }

  /** What names a resource where another one is declared. */
  #nameIn(target: NamedResource, from: NamedResource, others: Set<KindName>): string {
    const { item, variable, name } = target;
    const loop = this.#loops.get(target);
    const here = loop ? `all${loop.suffix}${memberAccess(name)}` : variable;
    if (!this.#isSplit || item.kind === from.item.kind) return here;
    others.add(item.kind);
    return `${descriptors[item.kind].imported.module}.${here}`;
  }
}

/** The class of a type token. */
function classIn(type: string): string {
  return type.slice(type.lastIndexOf(":") + 1);
}

function nameKey(kind: string | undefined, property: string, value: Json): string {
  return JSON.stringify([kind, property, value]);
}
