import { table } from "./interface.made.ts";
import type { ObjectSchema, Properties, Schema } from "./validation.ts";

/*
 * The table of the interface has the rules of requests: one line for each route, with its scopes, its parameters (`?page`) and, after a colon,
 * the type of its body if the body is not an object with any number of members. Below it, the parameters that the table's first lines do not
 * declare, and the properties of the body. Each line below a line is indented by one space more.
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
  /^(?:\[([\d.]*) ?(unique)? ?(\w*)\](?: \((.+)\))? ?(.*)|(?:=(\S*)|(\w*[a-z])?) ?(\d*\.\.\d*)? ?(?:\/(.+)\/)? ?(?:%(\S+))? ?(?:\((.+)\))?)$/;

const [first = "", ...routes] = table.trim().split(/\n(?=[A-Z])/);
const common = propertiesOf(first.split("\n"));
const texts = new Map(routes.map((text) => [keyOf(text.split(" ", 2).join(" ")), text]));

/** The routes of the table, such as `GET /roles/{}`. */
export const tableRoutes: readonly string[] = [...texts.keys()];

/** All scopes that routes need. */
export const scopesOfTable: readonly string[] = [
  ...new Set([...table.matchAll(/ ((?:create|read|update|delete):\w+)/g)].map(([, scope = ""]) => scope)),
];

/** The rules of requests to one route. They are read from the table when a request first needs them. */
export class Rules {
  /** The scopes of which the table says that the route needs some. The first is needed in any case. */
  readonly scopes: readonly string[];
  readonly #head: string;
  readonly #lines: readonly string[];
  #parameters: Properties | undefined;
  #body: Schema | undefined;

  /** @param route such as `GET /roles/{id}`, whatever the names of the parameters in its path */
  constructor(route: string) {
    const [head = "", ...lines] = (texts.get(keyOf(route)) ?? "").split("\n");
    this.#head = head;
    this.#lines = lines.map((line) => line.slice(1));
    this.scopes = head.split(" ").filter((word) => /^\w+:\w/.test(word));
  }

  /** The parameters of the query. */
  get parameters(): Properties {
    const names = [...this.#head.matchAll(/ \?(\w+)/g)].map(([, name = ""]) => name);
    const asked = names.map((name) => [name, common[`?${name}`]]);
    const own = Object.entries(propertiesOf(this.#lines.filter(isParameter)));
    this.#parameters ??= Object.fromEntries([...asked, ...own.map(([name, schema]) => [name.slice(1), schema])]);
    return this.#parameters as Properties;
  }

  get body(): Schema {
    const [, type = ""] = / : (.*)$/.exec(this.#head) ?? [];
    this.#body ??= schemaOf(
      type,
      this.#lines.filter((line) => !isParameter(line)),
    );
    return this.#body;
  }
}

/** The schema of the body of a route whose body is an object. */
export function bodyOf(route: string): ObjectSchema {
  return new Rules(route).body as ObjectSchema;
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
