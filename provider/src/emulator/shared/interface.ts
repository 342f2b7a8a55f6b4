import { table } from "./interface.made.ts";
import type { ObjectSchema, Properties, Schema } from "./validation.ts";

/*
 * The table of the interface has the rules of requests: one line for each path, with the resource in its scopes, and below it one line for each
 * method, with the scopes if they are others than that of the method's verb and the resource, the parameters (`?page`) and, after a colon, the type
 * of the body if the body is not an object with any number of members. Below the method, the parameters that the table's first lines do not declare,
 * and the properties of the body. Each line below a line is indented by one space more.
 *
 *   name! string 1..50 /^\w+$/     a required text with bounds and a pattern; `%format` names a format
 *   mode? =one|two                 one of these texts, or null
 *   scopes [..10 unique id] string a list: its bounds, whether the items (or their member `id`) differ, the type of an item
 *   settings 1..                   an object with at least one member: its properties are the lines below it
 *   * boolean                      further members of the object
 *   |http                          the properties of the object if another property of the body is `http`
 */

/** The forms of a type: a list, or a name, texts or nothing, with bounds, a pattern, a format and a description. */
const forms =
  /^(?:\[([\d.]*) ?(unique)? ?(\w*)\](?: \((.+)\))? ?(.*)|(?:=(\S*)|(\w*[a-z])?) ?(-?\d*\.\.-?\d*)? ?(?:\/(.+)\/)? ?(?:%(\S+))? ?(?:\((.+)\))?)$/;

const verbs: Readonly<Record<string, string>> = { GET: "read", POST: "create", DELETE: "delete" };

const [first = "", ...paths] = table.trim().split(/\n(?=\/)/);
const common = propertiesOf(first.split("\n"));
/** By route, such as `GET /roles/{}`: its lines, and the scope that it needs if it says none. */
const routes = new Map(
  paths.flatMap((text) => {
    const [head = "", ...all] = text.split(/\n (?=[A-Z])/);
    const [path = "", resource] = head.split(" ");
    return all.map((lines) => {
      const [method = ""] = lines.split(/\s/);
      return [keyOf(`${method} ${path}`), { lines, usual: `${verbs[method] ?? "update"}:${resource}` }] as const;
    });
  }),
);

/** The routes of the table. */
export const tableRoutes: readonly string[] = [...routes.keys()];

/** All scopes that routes need. */
export function scopesOfTable(): readonly string[] {
  return [...new Set(tableRoutes.flatMap((route) => rulesOf(route).scopes))];
}

/** The rules of routes that were asked for. They never change, so all emulators of a process share them. */
const asked = new Map<string, Rules>();

/**
 * The rules of requests to one route.
 *
 * @param route such as `GET /roles/{id}`, whatever the names of the parameters in its path
 */
export function rulesOf(route: string): Rules {
  const key = keyOf(route);
  const rules = asked.get(key) ?? new Rules(routes.get(key));
  asked.set(key, rules);
  return rules;
}

/** The rules of requests to one route. They are read from the table when a request first needs them. */
export class Rules {
  /** The scopes of which the table says that the route needs some. The first is needed in any case. */
  readonly scopes: readonly string[];
  readonly #head: string;
  readonly #lines: readonly string[];
  #parameters: Properties | undefined;
  #body: Schema | undefined;

  constructor({ lines: text = "", usual = "" }: { readonly lines?: string; readonly usual?: string } = {}) {
    const [head = "", ...lines] = text.split("\n");
    this.#head = head;
    this.#lines = lines.map((line) => line.slice(2));
    const said = head.split(" ").filter((word) => /^\w+:\w/.test(word));
    this.scopes = said.length > 0 ? said : [usual];
  }

  /** The parameters of the query. */
  get parameters(): Properties {
    this.#parameters ??= this.#readParameters();
    return this.#parameters;
  }

  get body(): Schema {
    const [, type = ""] = / : (.*)$/.exec(this.#head) ?? [];
    this.#body ??= schemaOf(
      type,
      this.#lines.filter((line) => !isParameter(line)),
    );
    return this.#body;
  }

  #readParameters(): Properties {
    const names = [...this.#head.matchAll(/ \?(\w+)/g)].map(([, name = ""]) => name);
    const shared = names.map((name) => [name, common[`?${name}`]]);
    const own = Object.entries(propertiesOf(this.#lines.filter(isParameter)));
    return Object.fromEntries([...shared, ...own.map(([name, schema]) => [name.slice(1), schema])]) as Properties;
  }
}

/** The schema of the body of a route whose body is an object. */
export function bodyOf(route: string): ObjectSchema {
  return rulesOf(route).body as ObjectSchema;
}

function isParameter(line: string): boolean {
  return line.startsWith("?");
}

function keyOf(route: string): string {
  return route.replaceAll(/\{\w+\}/g, "{}");
}

function propertiesOf(lines: readonly string[]): Properties {
  return Object.fromEntries(entriesOf(lines).map(({ name, schema }) => [name, schema]));
}

interface Entry {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** The entries of lines that belong to one object, with the lines below them. */
function entriesOf(lines: readonly string[]): readonly Entry[] {
  const all: (readonly [line: string, below: string[]])[] = [];
  for (const line of lines) {
    if (line.startsWith(" ")) all.at(-1)?.[1].push(line.slice(1));
    else all.push([line, []]);
  }
  return all.map(([line, below]) => {
    const [, name = "", required, nullable, type = ""] = /^(.\S*?)(!?)(\??)(?: (.*))?$/.exec(line) ?? [];
    const schema = schemaOf(type, below);
    return { name, isRequired: required !== "", schema: nullable === "" ? schema : { ...schema, nullable: true } };
  });
}

function schemaOf(text: string, below: readonly string[]): Schema {
  const [, size, unique, by, ofList, item, values, type, range, pattern, format, about = ofList] =
    forms.exec(text) ?? unreadable(text);
  const described = about === undefined ? {} : { about };
  if (item !== undefined) {
    const items = schemaOf(item.replace(/^\? ?/, ""), below);
    const nullable = item.startsWith("?");
    return {
      type: "array",
      ...described,
      ...boundsOf(size),
      items: nullable ? { ...items, nullable } : items,
      ...(unique && { unique: by || true }),
    };
  }
  const bounds = { ...described, ...boundsOf(range) };
  if (values !== undefined) return { type: "string", oneOf: values.split("|"), ...bounds };
  if (type !== undefined) {
    const limits = {
      ...(pattern !== undefined && { pattern: new RegExp(pattern) }),
      ...(format !== undefined && { format }),
    };
    return { type, ...bounds, ...limits } as Schema;
  }
  const entries = entriesOf(below);
  const open = entries.find(({ name }) => name === "*")?.schema;
  const kinds = entries.filter(({ name }) => name.startsWith("|"));
  if (kinds.length > 0) {
    const byName = kinds.map(({ name, schema }) => [name.slice(1), schema]);
    return { type: "object", ...bounds, properties: {}, open: true, kinds: Object.fromEntries(byName) };
  }
  const known = entries.filter(({ name }) => name !== "*");
  return {
    type: "object",
    ...bounds,
    properties: Object.fromEntries(known.map(({ name, schema }) => [name, schema])),
    required: known.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ...(open && { open }),
  };
}

function unreadable(text: string): never {
  throw new Error(`The table of the interface has a type that has no form: ${text}`);
}

function boundsOf(text = ""): { min?: number; max?: number } {
  const [min = "", max = ""] = text.split("..");
  return { ...(min !== "" && { min: Number(min) }), ...(max !== "" && { max: Number(max) }) };
}
