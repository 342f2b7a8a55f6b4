import { isObject, type Json, type JsonObject, own } from "../model/json.ts";
import { fromPointer, toPointer, valueAt } from "../model/pointer.ts";
import { legible } from "../tenant/index.ts";
import { type KindName, keyOf, kindNames, listedKinds } from "./inventory.ts";
import { Naming, type ResourceNames } from "./names.ts";
import { fitsTypes } from "./option-shapes.ts";
import type { ImportedResource, SecretValue } from "./resource.ts";
import { commentLine, type Expression, literal, resourceStatement } from "./source.ts";
import { camelCase, wordsOf } from "./words.ts";

/** From so many resources on, each kind gets a file of its own. */
const mostInOneFile = 10;

/** A file of a program; its path is relative to the program's folder. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A secret value of a stack's configuration. */
export interface SecretSetting {
  readonly key: string;
  readonly value: Json;
}

/** A resource with its names. */
export interface NamedResource extends ImportedResource, ResourceNames {}

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
export interface Given {
  /** The names of the resources that the stack has, each after its kind and a blank. */
  readonly names: Iterable<string>;
  /** The configuration keys that the stack has. */
  readonly keys: Iterable<string>;
  /** Names of resources that somebody has chosen, by kind, a blank and the id. */
  readonly chosen: ReadonlyMap<string, string>;
}

/** A program of TypeScript, and the configuration that it needs. */
export interface Program {
  /** The main file comes first. */
  readonly files: readonly SourceFile[];
  readonly resources: readonly NamedResource[];
  readonly secrets: readonly SecretSetting[];
}

const fileNames: Record<KindName, string> = {
  resourceServer: "resource-servers",
  resourceServerScopes: "resource-server-scopes",
  connection: "connections",
  connectionClients: "connection-clients",
  tokenExchangeProfile: "token-exchange-profiles",
  organizationMemberRoles: "member-roles",
};

/** What a module is called in those that refer to it. */
const spaces: Record<KindName, string> = {
  resourceServer: "apis",
  resourceServerScopes: "apiScopes",
  connection: "connections",
  connectionClients: "connectionClients",
  tokenExchangeProfile: "profiles",
  organizationMemberRoles: "members",
};

/** The shortest id that stands for its object wherever it is: a shorter text may be the same by chance. */
const shortestId = 12;

/** Writes the program that declares these resources. The same resources in the same order give the same program. */
export function programOf(resources: readonly ImportedResource[], layout: Layout, given: Given): Program {
  const naming = new Naming(given.names);
  const named = resources.map((resource): NamedResource => {
    const { item } = resource;
    return { ...resource, ...naming.namesOf(item, given.chosen.get(keyOf(item))) };
  });
  const writer = new Writer(named, layout, given.keys);
  return { files: writer.files(), resources: named, secrets: writer.secrets };
}

class Writer {
  readonly #layout: Layout;
  readonly #resources: readonly NamedResource[];
  readonly #isSplit: boolean;
  readonly #keys: Set<string>;
  /** The places of resources in the order in which they are declared. */
  readonly #places: ReadonlyMap<NamedResource, number>;
  readonly #byId: ReadonlyMap<string, NamedResource>;
  readonly secrets: SecretSetting[] = [];

  constructor(resources: readonly NamedResource[], layout: Layout, keys: Iterable<string>) {
    this.#layout = layout;
    this.#isSplit = resources.length > mostInOneFile;
    this.#keys = new Set(keys);
    this.#resources = inOrder(resources);
    this.#places = new Map(this.#resources.map((resource, at) => [resource, at]));
    this.#byId = byIdOf(resources);
  }

  files(): readonly SourceFile[] {
    const { main, isEntry } = this.#layout;
    if (!this.#isSplit) return [{ path: `${main}.ts`, text: this.#module(this.#resources) }];
    const folder = isEntry ? "" : `${main}/`;
    const kinds = kindNames.filter((kind) => this.#resources.some(({ item }) => item.kind === kind));
    const modules = kinds.map((kind) => ({
      path: `${folder}${fileNames[kind]}.ts`,
      text: this.#module(this.#resources.filter(({ item }) => item.kind === kind)),
    }));
    const imports = kinds.map((kind) => `import "./${fileNames[kind]}${this.#layout.ending}";\n`).join("");
    return [{ path: isEntry ? `${main}.ts` : `${main}/index.ts`, text: imports }, ...modules];
  }

  #module(resources: readonly NamedResource[]): string {
    const others = new Set<KindName>();
    const before = this.secrets.length;
    const statements = resources.map((resource) => this.#statement(resource, others));
    const usesConfig = this.secrets.length > before;
    const imports = [
      ...(usesConfig ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
      'import * as tenant from "pulumi-tenant";',
      ...kindNames.flatMap((kind) =>
        others.has(kind) ? [`import * as ${spaces[kind]} from "./${fileNames[kind]}${this.#layout.ending}";`] : [],
      ),
    ];
    const config = usesConfig ? ["const config = new pulumi.Config();"] : [];
    return `${[imports.join("\n"), ...config, ...statements].join("\n\n")}\n`;
  }

  #statement(resource: NamedResource, others: Set<KindName>): string {
    const { variable, name, args, notes, secrets, type } = resource;
    const settings = new Map(secrets.map((secret) => [secret.pointer, this.#setting(variable, secret)]));
    const untyped = this.#untyped(args);
    const substitutes = (path: readonly string[]): Expression | undefined => {
      const setting = settings.get(toPointer(path));
      if (setting) return setting;
      if (untyped && path.length === 1 && path[0] === "strategy") return { head: `${literal(untyped)} as string` };
      return this.#reference(valueAt(args, path), resource, others);
    };
    const isExported = this.#isSplit || !this.#layout.isEntry;
    const start = `${isExported ? "export " : ""}const ${variable} = new tenant.${type.slice(type.lastIndexOf(":") + 1)}`;
    const comment =
      notes.length > 0
        ? [
            "Not declared, so it stays as it is:",
            ...notes.map(({ place, why }) => `- ${legible(place)}: ${legible(why)}.`),
          ]
        : [];
    return [...comment.map(commentLine), resourceStatement(start, name, args, substitutes)].join("\n");
  }

  /** The strategy of a connection whose options do not fit its types. */
  #untyped(args: JsonObject): string | undefined {
    const [strategy, options] = [own(args, "strategy"), own(args, "options")];
    return typeof strategy === "string" && isObject(options) && !fitsTypes(strategy, options) ? strategy : undefined;
  }

  #setting(variable: string, { pointer, value }: SecretValue): Expression {
    const place = fromPointer(pointer).filter((key, index) => index > 0 || key !== "options");
    const wanted = camelCase([variable, ...wordsOf(place.join(" "))]).slice(0, 60);
    let key = wanted;
    for (let n = 2; this.#keys.has(key); n++) key = `${wanted}${n}`;
    this.#keys.add(key);
    this.secrets.push({ key, value });
    return { head: `config.${getterOf(value)}`, argument: key };
  }

  /** What stands in place of the id of another resource that was declared before. */
  #reference(value: Json | undefined, from: NamedResource, others: Set<KindName>): Expression | undefined {
    if (typeof value !== "string" || value.length < shortestId) return undefined;
    const target = this.#byId.get(value);
    const placeOf = (resource: NamedResource) => this.#places.get(resource) ?? 0;
    if (!target || placeOf(target) >= placeOf(from)) return undefined;
    const { item, variable } = target;
    if (!this.#isSplit || item.kind === from.item.kind) return { head: `${variable}.id` };
    others.add(item.kind);
    return { head: `${spaces[item.kind]}.${variable}.id` };
  }
}

/** Resources by the id of the object. What adds to an object of somebody else has no id of its own. */
function byIdOf(resources: readonly NamedResource[]): ReadonlyMap<string, NamedResource> {
  const own = resources.filter(({ item }) => listedKinds.some((kind) => kind === item.kind));
  return new Map(own.map((resource) => [resource.item.id, resource]));
}

/** Resources by kind, and within a kind those first that others refer to. */
function inOrder(resources: readonly NamedResource[]): readonly NamedResource[] {
  const byId = byIdOf(resources);
  const ordered = new Set<NamedResource>();
  const under = new Set<NamedResource>();
  const add = (resource: NamedResource) => {
    if (ordered.has(resource) || under.has(resource)) return;
    under.add(resource);
    for (const text of textsIn(resource.args)) {
      const target = byId.get(text);
      if (target && target.item.kind === resource.item.kind) add(target);
    }
    ordered.add(resource);
  };
  for (const kind of kindNames) for (const resource of resources) if (resource.item.kind === kind) add(resource);
  return [...ordered];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return value.length >= shortestId ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function getterOf(value: Json): string {
  switch (typeof value) {
    case "string":
      return "requireSecret";
    case "boolean":
      return "requireSecretBoolean";
    case "number":
      return "requireSecretNumber";
    default:
      return "requireSecretObject<unknown[]>";
  }
}
