import { sanitize } from "../client/index.ts";
import { isNewValue } from "../lifecycle/enumerations.ts";
import { type Requirement, requirementsOf } from "../schema/definition.ts";
import { withGroups } from "../schema/grouped.ts";
import { byText, fromPointer, type Json, own, type Path, toPointer } from "../schema/json.ts";
import { type Fields, fieldAt, hintsAt } from "../schema/schema.ts";
import { definitions, type TypeName, typeNames } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import { keyOf } from "./inventory.ts";
import { camelCase, commentLine, fitting, literal, type NamedResource, Naming, Unique, wordsOf } from "./names.ts";
import {
  type Expression,
  loopStatements,
  type Marks,
  memberAccess,
  resourceStatement,
  type SourceFile,
  Texts,
} from "./program-text.ts";
import type { ImportedResource, SecretValue } from "./resource.ts";

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
export interface NamingContext {
  /** The names of the resources in the stack, each preceded by its type and a space. */
  readonly names: Iterable<string>;
  /** The configuration keys of the stack. */
  readonly keys: Iterable<string>;
  /** The resource names that the user chose. The key is the type, a space and the object's id. */
  readonly chosen: ReadonlyMap<string, string>;
  /** The names of objects to which the program refers only by id. The key is the type, a space and the id. */
  readonly known: ReadonlyMap<string, string>;
}

/** A TypeScript program, and the configuration that it needs. */
export interface Program {
  /** The main file comes first. The last files contain long texts, such as scripts, that the program reads. */
  readonly files: readonly SourceFile[];
  readonly resources: readonly NamedResource[];
  readonly secrets: readonly SecretSetting[];
}

/** Generates the program that declares these resources. The same resources in the same order give the same program. */
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
  /** The position of each resource in the order of declaration. A resource can refer only to resources with a lower position. */
  readonly #places: ReadonlyMap<NamedResource, number>;
  readonly #byKey: ReadonlyMap<string, NamedResource>;
  /** Resources by their type and a value that is unique among the objects of that type, such as an identifier. */
  readonly #byName: ReadonlyMap<string, NamedResource>;
  readonly #loops: ReadonlyMap<NamedResource, Loop>;
  readonly #needed: Needed<NamedResource>;
  readonly settings: Settings;

  constructor(resources: readonly NamedResource[], layout: Layout, { keys, known }: NamingContext) {
    this.#layout = layout;
    this.#isSplit = resources.length > maxInOneFile;
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
        return definitions[item.type].uniqueBy.map((name) => [
          nameKey(item.type, name, own(args, name) ?? null),
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
    const types = typeNames.filter((type) => this.#resources.some(({ item }) => item.type === type));
    const names = [...new Set(types.map(fileOf))];
    const modules = names.map((name) => ({
      path: `${folder}${name}.ts`,
      text: this.#module(this.#resources.filter(({ item }) => fileOf(item.type) === name)),
    }));
    const imports = names.map((name) => `import "./${folder}${name}${this.#layout.ending}";\n`).join("");
    // The main file has the same name as in a small program, so files that import it need no change when the program grows.
    return [{ path: `${main}.ts`, text: imports }, ...modules];
  }

  #module(resources: readonly NamedResource[]): string {
    const others = new Set<TypeName>();
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
      ...new Set(
        typeNames
          .filter((type) => others.has(type))
          .map((type) => definitions[type].imported)
          .toSorted((a, b) => byText(a.file, b.file))
          .map(({ module, file }) => `import * as ${module} from "./${file}${this.#layout.ending}";`),
      ),
    ];
    const config = usesConfig ? ["const config = new pulumi.Config();"] : [];
    return `${[imports.join("\n"), ...config, ...statements].join("\n\n")}\n`;
  }

  #loop({ suffix, resources }: Loop, others: Set<TypeName>): string {
    const marks = new Map(resources.map((resource) => [resource.name, this.#marksOf(resource, others)]));
    const args = Object.fromEntries(
      resources.map(({ name, item, args }) => [name, withGroups(definitions[item.type].schema.fields, args)]),
    );
    const of = ([name = ""]: Path) => marks.get(name);
    return loopStatements(suffix, classIn(resources[0]?.type ?? ""), args, {
      instead: (path, value) => (path.length > 1 ? of(path)?.instead(path.slice(1), value) : undefined),
      element: (path, value) => of(path)?.element(path.slice(1), value),
      keyType: () => undefined,
      comment: (path, value) => of(path)?.comment(path.slice(1), value),
    });
  }

  #marksOf(resource: NamedResource, others: Set<TypeName>): Marks {
    const { variable, args, secrets } = resource;
    const settings = new Map(secrets.map((secret) => [secret.pointer, this.settings.add(variable, secret)]));
    const unknown = resourceTypes[resource.item.type].importRules?.undocumented?.(args) ?? [];
    const undocumented = new Set(unknown.map(toPointer));
    return {
      instead: (path, value) => {
        const setting = settings.get(toPointer(path));
        if (setting) return setting;
        return (
          newValueAt(resource, path, value) ??
          this.#reference(value, resource, path, others) ??
          this.#text(value, resource, path)
        );
      },
      element: (path, value) => newValueAt(resource, path, value) ?? this.#reference(value, resource, path, others),
      keyType: (path) => (undocumented.has(toPointer(path)) ? "tenant.Undocumented" : undefined),
      comment: (path, value) => this.#nameOf(value, resource, path),
    };
  }

  #statement(resource: NamedResource, others: Set<TypeName>): string {
    const { variable, name, args, notes, type } = resource;
    const { fields } = definitions[resource.item.type].schema;
    const marks = this.#marksOf(resource, others);
    const isExported = this.#isSplit || !this.#layout.isEntry;
    const start = `${isExported ? "export " : ""}const ${variable} = new tenant.${classIn(type)}`;
    const comment =
      notes.length > 0
        ? [
            "These values are not declared, so they stay as they are:",
            ...notes.map(({ place, why }) => `- ${sanitize(place)}: ${sanitize(why)}.`),
          ]
        : [];
    const dependsOn = (this.#needed.get(resource) ?? []).map((target) => this.#nameIn(target, resource, others));
    return [
      ...comment.map(commentLine),
      resourceStatement(start, name, withGroups(fields, args), marks, dependsOn),
    ].join("\n");
  }

  #text(value: Json | undefined, { item, args, name }: NamedResource, path: Path): Expression | undefined {
    if (typeof value !== "string") return undefined;
    const { schema, imported } = definitions[item.type];
    return this.#texts.add(value, hintsAt(schema.fields, path, args), [imported.noun, name], path);
  }

  /** The display name of an object to which the value refers only by id; undefined for other values and unknown names. */
  #nameOf(id: Json, { item, args }: NamedResource, path: Path): string | undefined {
    const { idOf } = hintsAt(definitions[item.type].schema.fields, path, args);
    if (idOf === undefined || typeof id !== "string") return undefined;
    const name = this.#known.get(keyOf({ type: idOf, id }));
    return name === undefined ? undefined : sanitize(name);
  }

  /** The resource with this id. Without a type, an id that several objects share matches none of them. */
  #ofId(id: string, type: string | undefined): NamedResource | undefined {
    const found = (type === undefined ? typeNames : [type]).flatMap(
      (one) => this.#byKey.get(keyOf({ type: one, id })) ?? [],
    );
    return found.length === 1 ? found[0] : undefined;
  }

  /** The reference that replaces a value which is the id or identifier of a resource that is declared earlier; undefined for all other values. */
  #reference(value: Json | undefined, from: NamedResource, path: Path, others: Set<TypeName>): Expression | undefined {
    if (typeof value !== "string") return undefined;
    const { idOf, refersTo } = hintsAt(definitions[from.item.type].schema.fields, path, from.args);
    const property = refersTo?.property ?? "id";
    const target = refersTo ? this.#byName.get(nameKey(refersTo.type, property, value)) : this.#ofId(value, idOf);
    const placeOf = (resource: NamedResource) => this.#places.get(resource) ?? 0;
    if (!target || (!refersTo && value.length < minIdLength) || placeOf(target) >= placeOf(from)) return undefined;
    return { head: `${this.#nameIn(target, from, others)}.${property}` };
  }

  /** The expression that refers to a resource from the place where `from` is declared. */
  #nameIn(target: NamedResource, from: NamedResource, others: Set<TypeName>): string {
    const { item, variable, name } = target;
    const loop = this.#loops.get(target);
    const here = loop ? `all${loop.suffix}${memberAccess(name)}` : variable;
    if (!this.#isSplit || fileOf(item.type) === fileOf(from.item.type)) return here;
    others.add(item.type);
    return `${definitions[item.type].imported.module}.${here}`;
  }
}

/** The file that contains a type's resources in a program of several files. Some types share a file. */
function fileOf(type: TypeName): string {
  return definitions[type].imported.file;
}

/** The class name at the end of a type token: `Role` for `pulumi-nodejs:dynamic/tenant:Role`. */
function classIn(type: string): string {
  return type.slice(type.lastIndexOf(":") + 1);
}

function nameKey(type: string | undefined, property: string, value: Json): string {
  return JSON.stringify([type, property, value]);
}

/** The number of resources with the same properties from which on a loop over data declares them, instead of a statement for each. */
const minInLoop = 10;

/** Resources of one type that a program creates in a loop, because they declare the same properties. */
interface Loop {
  /** The suffix of the loop's two variable names: empty, or a number. */
  readonly suffix: string;
  readonly resources: readonly NamedResource[];
}

/** The loop that creates each resource. Resources that get a separate statement are missing. */
function loopsOf(
  resources: readonly NamedResource[],
  byKey: ReadonlyMap<string, NamedResource>,
): ReadonlyMap<NamedResource, Loop> {
  const forms = Map.groupBy(
    resources.filter((resource) => isPlain(resource, byKey)),
    ({ item, args }) => JSON.stringify([item.type, ...Object.keys(args).toSorted()]),
  );
  const counts = new Map<string, number>();
  const loops = new Map<NamedResource, Loop>();
  for (const alike of forms.values()) {
    const [first] = alike;
    if (!first || alike.length < minInLoop) continue;
    const count = (counts.get(first.item.type) ?? 0) + 1;
    counts.set(first.item.type, count);
    const loop = { suffix: count === 1 ? "" : String(count), resources: alike };
    for (const resource of alike) loops.set(resource, loop);
  }
  return loops;
}

/** Whether a loop can create a resource: it needs no comments, secrets or casts, and does not refer to another resource of its type. */
function isPlain(resource: NamedResource, byKey: ReadonlyMap<string, NamedResource>): boolean {
  const { item, args, name, notes, secrets } = resource;
  const isOfSameKind = (text: string) => byKey.has(keyOf({ type: item.type, id: text }));
  return (
    !hasTypesOfItsOwn(item.type) &&
    notes.length === 0 &&
    secrets.length === 0 &&
    (resourceTypes[item.type].importRules?.undocumented?.(args) ?? []).length === 0 &&
    // In an object literal, `__proto__` would set the prototype instead of a key.
    name !== "__proto__" &&
    !textsIn(args).some(isOfSameKind)
  );
}

/** Whether the TypeScript types of some arguments depend on other arguments, so that no single type fits all resources. */
function hasTypesOfItsOwn(type: NamedResource["item"]["type"]): boolean {
  return Object.values(definitions[type].schema.fields).some((field) => field.kind === "document" && field.documented);
}

/**
 * The implicit dependencies of each resource: the resources that declare members which this resource needs, such as scopes, and the resources
 * whose objects must exist before the API accepts the object of this resource. No argument refers to these dependencies.
 */
type Needed<T extends ImportedResource = ImportedResource> = ReadonlyMap<T, readonly T[]>;

/** The implicit dependencies among the resources of a program. The result contains only resources that have some. */
function neededBy<T extends ImportedResource>(resources: readonly T[]): Needed<T> {
  const byType = Map.groupBy(resources, ({ type }) => classIn(type));
  const declaring = new Map<string, T[]>();
  for (const resource of resources) {
    for (const place of placesOf(resource)) declaring.set(place, [...(declaring.get(place) ?? []), resource]);
  }
  const needed = resources.flatMap((resource): readonly (readonly [T, readonly T[]])[] => {
    const needs = resourceTypes[resource.item.type].needs?.(resource.args) ?? [];
    const targets = new Set([
      ...needs.flatMap(({ key, members }) => members.flatMap((member) => declaring.get(placeOf(key, member)) ?? [])),
      ...requiredBy(resource).flatMap(({ definition, text }) =>
        (byType.get(definition.type) ?? []).filter(({ args }) => text === undefined || textsIn(args).includes(text)),
      ),
    ]);
    const others = [...targets].filter((target) => !refersTo(resource, target));
    return others.length > 0 ? [[resource, others]] : [];
  });
  return new Map(needed);
}

/** The objects that the API requires before it accepts a resource's object. */
function requiredBy({ item, args }: ImportedResource): readonly Requirement[] {
  return requirementsOf(definitions[item.type]).filter(({ property, value }) => {
    const given = property === undefined ? undefined : (own(args, property) ?? "");
    return value === undefined ? given !== "" : given === value;
  });
}

/** Whether an argument of a resource refers to the target, which makes the dependency explicit. */
function refersTo({ item, args }: ImportedResource, target: ImportedResource): boolean {
  const { fields } = definitions[item.type].schema;
  return Object.entries(args).some(([name, value]) => {
    const { idOf, refersTo: named } = hintsAt(fields, [name], args);
    if (named) return named.type === target.item.type && value === own(target.args, named.property);
    return idOf === target.item.type && value === target.item.id;
  });
}

/** A key for each member of a set that the resource declares. Resources with the same key declare the same member. */
function placesOf({ item, args }: ImportedResource): readonly string[] {
  const { key, members = [] } = resourceTypes[item.type].claim?.(args, item.id) ?? { key: "" };
  return members.map((member) => placeOf(key, member));
}

function placeOf(key: string, member: string): string {
  return JSON.stringify([key, member]);
}

/** The minimum length of an id that is replaced by a reference. A shorter text can be equal to an id by chance. */
const minIdLength = 12;

/**
 * Resources by type and id. The type is part of the key because objects of two types can have the same id. Left out are objects that are
 * identified by the id of another object, because they belong to it or add members to it.
 */
function byKeyOf<T extends ImportedResource>(resources: readonly T[]): ReadonlyMap<string, T> {
  return new Map(
    resources.filter(({ item }) => hasOwnId(item.type)).map((resource) => [keyOf(resource.item), resource]),
  );
}

function hasOwnId(type: TypeName): boolean {
  const { listing, schema, uniqueBy } = definitions[type];
  const [name, ...others] = uniqueBy;
  // Some types are identified by the id of another object alone: client credentials have the id of their application.
  const isOfAnother = others.length === 0 && (schema.fields as Fields)[name ?? ""]?.idOf !== undefined;
  return listing !== undefined && listing.owners === undefined && !isOfAnother;
}

/** Resources in the documented order of their types. Within a type, a resource comes after those to which it refers. */
function inOrder<T extends ImportedResource>(resources: readonly T[]): readonly T[] {
  const byKey = byKeyOf(resources);
  const seen = new Set<T>();
  const ordered: T[] = [];
  const add = (resource: T) => {
    if (seen.has(resource)) return;
    seen.add(resource);
    for (const text of textsIn(resource.args)) {
      const target = byKey.get(keyOf({ type: resource.item.type, id: text }));
      if (target) add(target);
    }
    ordered.push(resource);
  };
  for (const type of typeNames) for (const resource of resources) if (resource.item.type === type) add(resource);
  return ordered;
}

/** The texts in arguments, at any depth, that are long enough to be ids. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return value.length >= minIdLength ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The expression for a value that is missing in the schema's enumeration: a cast, because the compiler would reject the plain literal. */
function newValueAt({ item }: NamedResource, path: Path, value: Json | undefined): Expression | undefined {
  const field = fieldAt(definitions[item.type].schema.fields, path);
  if (typeof value !== "string" || !isNewValue(field, value)) return undefined;
  return { head: `${literal(value)} as tenant.UndocumentedValue` };
}
