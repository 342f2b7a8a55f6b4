import { parseDocument } from "yaml";
import { sanitize } from "../../client/index.ts";
import { isObject, type Json, type JsonObject, own } from "../../schema/json.ts";
import {
  entriesIn,
  type Find,
  type Handler,
  inParts,
  listIn,
  placeOf,
  snakeCase,
  Unresolved,
} from "../../types/deploy-cli.ts";
import { typeNames } from "../../types/registry.ts";
import { tools } from "../../types/tools.made.ts";
import { readableName, type SourceResource, textOf, unreadable } from "./files.ts";
import { Keywords, textsIn, withKeywords, withMappings } from "./keywords.ts";

/** What the entries of each handler are, of all types. */
export const handlers: Readonly<Record<string, Handler>> = Object.assign(
  {},
  ...typeNames.map((name) => tools[name].deployed),
);

/** An entry of the configuration: an object of a list, or settings. */
interface Entry {
  /** The key in `tenant.yaml` and in exclusions: `resourceServers`. */
  readonly handler: string;
  /** The name of its file, or of the object. */
  readonly name: string;
  readonly address: string;
  readonly value: Json;
}

/** What a configuration of auth0-deploy-cli excludes. */
interface Exclusions {
  /** Why an entry is excluded; undefined if it is not. */
  reasonFor(entry: Entry): string | undefined;
}

/** The parts of the tool's `config.json` that decide what it manages. */
function exclusionsOf(config: JsonObject): Exclusions {
  const texts = (key: string) => listIn(own(config, key)).filter((item) => typeof item === "string");
  const excluded = new Set(texts("AUTH0_EXCLUDED"));
  const only = new Set(texts("AUTH0_INCLUDED_ONLY"));
  const because = (key: string) => `${key} of the tool's configuration leaves it out`;
  const namesFor = (prefix: string, handler: string) => `${prefix}_${snakeCase(handler).toUpperCase()}`;
  return {
    reasonFor({ handler, value }) {
      const names = ["name", "identifier", "client_id", "id"].flatMap((key) =>
        isObject(value) ? (textOf(value, key) ?? []) : [],
      );
      const excludedNames = namesFor("AUTH0_EXCLUDED", handler);
      const includedNames = namesFor("AUTH0_INCLUDED", handler);
      if (excluded.has(handler)) return because("AUTH0_EXCLUDED");
      if (only.size > 0 && !only.has(handler)) return because("AUTH0_INCLUDED_ONLY");
      if (names.some((name) => texts(excludedNames).includes(name))) return because(excludedNames);
      const isIncluded =
        own(config, includedNames) === undefined || names.some((name) => texts(includedNames).includes(name));
      return isIncluded ? undefined : because(includedNames);
    },
  };
}

/** A configuration of auth0-deploy-cli, before the tenant is read. */
export interface Deployment {
  /**
   * The resources of Terraform's provider with the same objects, and the reason for each entry that has none.
   *
   * @param find finds the objects of the tenant by their names
   */
  resources(find: Find): readonly SourceResource[];
  /** The texts with keywords in the files. */
  readonly keywords: Keywords;
}

/**
 * Reads a configuration of auth0-deploy-cli: `tenant.yaml`, or a folder of JSON files. Values of files are used for names only.
 *
 * @param files the texts of the files with data, by path in the folder, with `/`
 * @param texts the texts of the other files, such as code and templates
 * @param config the tool's own configuration: mappings of keywords, and exclusions
 * @throws NamesFileError if no file is one of the tool
 */
export function deploymentOf(
  files: ReadonlyMap<string, string>,
  config: JsonObject,
  texts: Iterable<string> = [],
): Deployment {
  const given = own(config, "AUTH0_KEYWORD_REPLACE_MAPPINGS");
  const mappings = isObject(given) ? given : {};
  const all = [...files].flatMap(([path, text]) => entriesOf(path, withMappings(text, mappings)));
  if (all.length === 0) throw unreadable("this folder has no file of auth0-deploy-cli");
  const { reasonFor } = exclusionsOf(config);
  const written = [...files].flatMap(([path, text]) => textsIn(parsed(withKeywords(text), path)));
  return {
    keywords: new Keywords([...written, ...texts], mappings),
    resources: (find) => merged(all).flatMap((entry) => resourcesOf(entry, reasonFor(entry), find)),
  };
}

function resourcesOf(entry: Entry, excluded: string | undefined, find: Find): readonly SourceResource[] {
  const { handler, name, address, value } = entry;
  const of = (type: string, attributes: JsonObject, left?: string): SourceResource => ({
    ...{ address, type, name, provider: "", attributes },
    ...(left !== undefined && { left }),
  });
  const resourceOf = Object.hasOwn(handlers, handler) ? handlers[handler] : undefined;
  if (excluded !== undefined) return [of(handler, {}, excluded)];
  if (!resourceOf || !isObject(value)) return [of(handler, {}, "pulumi-tenant has no resource type for it")];
  try {
    return resourceOf(value, find).map((part) => ({
      ...of(part.type, part.attributes),
      ...(part.name !== undefined && { name: part.name }),
    }));
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error;
    return [of(handler, {}, error.message)];
  }
}

/** The entries of `tenant.yaml`, or of one file in a folder. */
function entriesOf(path: string, text: string): readonly Entry[] {
  return path.endsWith(".json") ? entriesOfFile(path, text) : entriesOfYaml(path, text);
}

function entriesOfYaml(path: string, text: string): readonly Entry[] {
  const document = parsed(text, path);
  return entriesIn(document).flatMap(([handler, value]) =>
    (Array.isArray(value) ? value : [value]).map((item: Json): Entry => {
      const name = nameIn(item);
      const address = `${path}: ${handler}${name === undefined ? "" : ` ${sanitize(name)}`}`;
      return { handler, name: nameFrom(name ?? kebabCase(handler)), address, value: item };
    }),
  );
}

function entriesOfFile(path: string, text: string): readonly Entry[] {
  const value = parsed(text, path);
  const { handler, name, under } = placeOf(path, Object.keys(handlers));
  if (Array.isArray(value) && under === undefined) {
    return value.map((item: Json) => ({ handler, name: nameFrom(nameIn(item) ?? name), address: path, value: item }));
  }
  const part = under === undefined ? value : under(value);
  return [{ handler, name: nameFrom(name), address: path, value: part }];
}

/** The name of an entry in a list. */
function nameIn(item: Json): string | undefined {
  const keys = ["name", "template", "domain", "description", "identifier", "client_id", "type"];
  return isObject(item) ? keys.map((key) => textOf(item, key)).find((text) => text !== undefined) : undefined;
}

/** Entries with the parts of the same settings as one. */
function merged(entries: readonly Entry[]): readonly Entry[] {
  const groups = Map.groupBy(entries, (entry) => (inParts.has(entry.handler) ? entry.handler : entry));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, value: others.map(({ value }) => value).reduce(joined, first.value) }] : [],
  );
}

/** Two objects as one. Lists and objects under the same key are joined. */
function joined(one: Json, other: Json): Json {
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (!isObject(one) || !isObject(other)) return other;
  const both = Object.entries(other).map(([key, value]) => {
    const before = own(one, key);
    return [key, before === undefined ? value : joined(before, value)] as const;
  });
  return { ...one, ...Object.fromEntries(both) };
}

/**
 * The data in a file. JSON is YAML, too.
 *
 * @throws NamesFileError that names the file and the line
 */
function parsed(text: string, path: string): Json {
  const document = parseDocument(text.replace(/^\uFEFF/, ""), { prettyErrors: true, uniqueKeys: true });
  const [error] = document.errors;
  const line = error?.linePos?.[0].line;
  if (error) throw unreadable(`${sanitize(path)}${line === undefined ? "" : `:${line}`}: is neither JSON nor YAML`);
  return document.toJS({ maxAliasCount: 100 }) as Json;
}

/** The name of the resource for an entry. */
function nameFrom(text: string): string {
  return readableName(text) || "unnamed";
}

function kebabCase(text: string): string {
  return snakeCase(text).replaceAll("_", "-");
}
