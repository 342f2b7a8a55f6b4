/** A JSON schema as the interface's description has it. */
interface Described {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Described;
  readonly items?: Described;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Described[];
  readonly anyOf?: readonly Described[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Described }[];
  readonly body?: Described;
  readonly scopes?: readonly string[];
}

/** The description of the interface: names, types, bounds, enumerations and scopes of all routes. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly schemas: Readonly<Record<string, Described>>;
}

/** What the recordings of real tenants correct in the table. */
export interface Correction {
  /**
   * The place: a route, or a route and the names on the way to a property of its body, such as `POST /clients jwt_configuration.alg`. `?name` is a
   * parameter of the query, and `:` the type of the body. A place may end with several names, separated by commas.
   */
  readonly at: string | readonly string[];
  /**
   * The line after the name, and the lines below it, as the table has them; "…" keeps them, and changes only the name's marks. Undefined removes the
   * line. For a route: its scopes, and the lines of its body, if it replaces the body.
   */
  readonly is: string | undefined;
  /** The reason: what was recorded, or documented elsewhere. */
  readonly why: string;
}

/** A line of the table, with the lines below it. */
interface Line {
  /** The name, with `!` for a required and `?` for a nullable property. */
  name: string;
  type: string;
  below: Line[];
}

/** The formats that the emulator checks. Texts of all other formats are only texts. */
const formats = ["date-time", "absolute-uri-or-empty", "absolute-https-uri-with-placeholders-or-empty"];
const addresses = ["ipv4", "ipv6", "cidr", "ipv6_cidr"];

/**
 * The table of the interface as a text: the kept routes, in their order. `provider/src/emulator/shared/interface.ts` describes the form and reads it.
 *
 * @param kept routes such as `POST /roles`
 */
export function reduce(description: Description, kept: readonly string[], corrections: readonly Correction[]): string {
  const routes = kept.map((route) => reduced(description, route));
  for (const { at, is } of corrections) for (const place of [at].flat()) correct(routes, place, is);
  const common = parametersOf(routes);
  const byPath = Object.groupBy(routes, ({ route }) => route.split(" ")[1] ?? "");
  const paths = Object.entries(byPath).map(([path, all = []]) => pathText(path, all, common));
  return [...common.map((line) => textOf(line)), ...paths].join("\n");
}

/** A route with its parameters, whose names begin with `?`, and its body: `body` if it is not an object. */
interface Route {
  readonly route: string;
  scopes: string;
  parameters: Line[];
  body: Line;
}

function reduced({ paths, schemas }: Description, route: string): Route {
  const [method = "", path = ""] = route.split(" ");
  const { scopes = [], parameters = [], body } = paths[path]?.[method.toLowerCase()] ?? {};
  const asked = parameters.filter((one) => one.in === "query");
  return {
    route,
    scopes: scopes.join(" "),
    parameters: asked.map(({ name, schema }) => lineOf(schemas, `?${name}`, schema, "")),
    body: body ? lineOf(schemas, "", body, "") : { name: "", type: "", below: [] },
  };
}

function lineOf(all: Description["schemas"], name: string, given: Described, mark: string): Line {
  const schema = resolved(all, given);
  const kinds = kindsOf(all, given);
  // A schema that contains itself, such as that of an action with further actions, has any value there.
  const schemas = given.$ref === undefined ? all : { ...all, [nameIn(given.$ref)]: {} };
  const types = [schema.type ?? []].flat();
  const isNullable = types.includes("null") || schema.enum?.includes(null) === true;
  const own = `${name}${mark}${isNullable ? "?" : ""}`;
  const [type] = types.filter((one) => one !== "null");
  if (schema.enum && type !== "boolean")
    return { name: own, type: `=${schema.enum.filter((one) => one !== null).join("|")}`, below: [] };
  if (type === "array") {
    const bounds = boundsOf(schema.minItems, schema.maxItems);
    const { name: item, type: of, below } = lineOf(schemas, "", schema.items ?? {}, "");
    return { name: own, type: words(`[${bounds}]${item}`, of), below };
  }
  if (type === "object" || schema.properties) {
    const properties = Object.entries(schema.properties ?? {}).map(([key, member]) => {
      const line = lineOf(schemas, key, member, schema.required?.includes(key) ? "!" : "");
      return { ...line, below: line.below.length > 0 ? (byKind(schemas, kinds, key) ?? line.below) : [] };
    });
    const { additionalProperties: more = true } = schema;
    const open = more === false ? [] : [lineOf(schemas, "*", more === true ? {} : more, "")];
    return { name: own, type: boundsOf(schema.minProperties, schema.maxProperties), below: [...properties, ...open] };
  }
  if (type === "string") {
    const { pattern, format, maxLength } = schema;
    // A text of a format has at least one character, unless the format says otherwise.
    const { minLength = format === undefined || /empty|null/.test(format) ? undefined : 1 } = schema;
    const checked = format !== undefined && [...formats, "address"].includes(format) ? `%${format}` : "";
    return {
      name: own,
      type: words("string", boundsOf(minLength, maxLength), pattern && `/${pattern.replaceAll("\0", "\\0")}/`, checked),
      below: [],
    };
  }
  if (type === undefined) return { name: own, type: "any", below: [] };
  return { name: own, type: words(type, boundsOf(schema.minimum, schema.maximum, false)), below: [] };
}

/** The alternatives of a schema that differ by the only value of one property, by this value; empty for any other schema. */
function kindsOf(schemas: Description["schemas"], given: Described): ReadonlyMap<string, Described> {
  const { oneOf = [] } = dereferenced(schemas, given);
  const choices = oneOf.map((choice) => resolved(schemas, choice));
  const onlyValueOf = ({ properties = {} }: Described) =>
    Object.values(properties)
      .map((member) => resolved(schemas, member).enum ?? [])
      .find((values) => values.length === 1)
      ?.join();
  const all = new Map(choices.map((choice) => [onlyValueOf(choice) ?? "", choice]));
  return choices.length > 1 && all.size === choices.length && !all.has("") ? all : new Map();
}

/** The lines of a property that differs by alternative: one for each alternative; undefined if it is always the same. */
function byKind(
  schemas: Description["schemas"],
  kinds: ReadonlyMap<string, Described>,
  key: string,
): Line[] | undefined {
  const all = [...kinds].map(([kind, { properties = {} }]): Line => {
    const { type, below } = lineOf(schemas, "", properties[key] ?? {}, "");
    return { name: `|${kind}`, type, below };
  });
  const texts = new Set(all.map((line) => textOf({ ...line, name: "" })));
  return texts.size > 1 ? all : undefined;
}

/** A schema without references. Alternatives are merged: the result allows what one of them allows. */
function resolved(schemas: Description["schemas"], given: Described): Described {
  const schema = dereferenced(schemas, given);
  const choices = schema.oneOf ?? schema.anyOf;
  if (!choices) return schema;
  return choices.map((choice) => resolved(schemas, choice)).reduce((one, other) => merged(schemas, one, other));
}

function dereferenced(schemas: Description["schemas"], { $ref, ...schema }: Described): Described {
  return $ref === undefined ? schema : dereferenced(schemas, schemas[nameIn($ref)] ?? {});
}

/** The name of a schema in a reference to it. */
function nameIn(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

function merged(schemas: Description["schemas"], one: Described, other: Described): Described {
  if (JSON.stringify(one) === JSON.stringify(other)) return one;
  const [first, second] = [one, other].map(({ type }) => [type ?? []].flat()) as [string[], string[]];
  if (second.join() === "null") return { ...one, type: [...first, "null"] };
  if (first.some((type) => type !== "null" && !second.includes(type))) return {};
  if (one.enum && other.enum) return { ...one, enum: [...new Set([...one.enum, ...other.enum])] };
  if (first.includes("string")) {
    const isAddress = [one, other].every(({ format = "" }) => [...addresses, "address"].includes(format));
    return isAddress ? { type: "string", format: "address" } : { type: first };
  }
  if (!first.includes("object")) return { type: first };
  const names = Object.keys({ ...one.properties, ...other.properties });
  const members = names.map((name): [string, Described] => {
    const [a, b] = [one, other].map(({ properties }) => properties?.[name]);
    return [name, a && b ? merged(schemas, resolved(schemas, a), resolved(schemas, b)) : (a ?? b ?? {})];
  });
  return {
    type: first,
    properties: Object.fromEntries(members),
    required: (one.required ?? []).filter((name) => other.required?.includes(name)),
    additionalProperties: one.additionalProperties !== false || other.additionalProperties !== false,
  };
}

/** @param isSize whether the bounds are those of a number of characters, items or members, which is at least 0 */
function boundsOf(min: number | undefined, max: number | undefined, isSize = true): string {
  const least = min === 0 && isSize ? undefined : min;
  return least === undefined && max === undefined ? "" : `${least ?? ""}..${max ?? ""}`;
}

function words(...all: readonly (string | undefined)[]): string {
  return all.filter((word) => word !== undefined && word !== "").join(" ");
}

const plain = (name: string) => name.replace(/[!?]+$/, "");

function correct(routes: readonly Route[], at: string, is: string | undefined): void {
  const [, of = "", place] = /^(\*|[A-Z]+ \S+)(?: (.+))?$/.exec(at) ?? [];
  const has = ({ parameters }: Route) => parameters.some(({ name }) => name === place);
  const found = routes.filter((route) => (of === "*" ? has(route) : route.route === of));
  if (found.length === 0) throw new Error(`${at}: no such route is kept`);
  for (const route of found) {
    if (place === undefined) correctRoute(route, is ?? "");
    else correctLine(route, place, is);
  }
}

function correctRoute(route: Route, is: string): void {
  const [scopes = "", ...lines] = is.split("\n");
  route.scopes = scopes;
  if (lines.length > 0) route.body = { name: "", type: "", below: parsed(lines) };
}

function correctLine(route: Route, place: string, is: string | undefined): void {
  if (place === ":") {
    route.body = { ...route.body, type: is ?? "" };
    return;
  }
  const way = place.startsWith("?") ? [place] : place.split(".");
  const names = (way.pop() ?? "").split(",");
  let lines = place.startsWith("?") ? route.parameters : route.body.below;
  for (const step of way) {
    const next = lines.find(({ name }) => plain(name) === step);
    if (!next) throw new Error(`${route.route} ${place}: no line ${step}`);
    lines = next.below;
  }
  for (const name of names) {
    const key = place.startsWith("?") ? name : plain(name);
    const index = lines.findIndex((line) => plain(line.name) === key);
    const before = lines[index];
    const [line] = is === undefined ? [] : parsed(`${name} ${is}`.split("\n"));
    const made = line && is === "…" && before ? { ...before, name } : line;
    if (!before && (!made || is === "…")) throw new Error(`${route.route} ${place}: no line ${name}`);
    if (made && !before) lines.push(made);
    else lines.splice(index, 1, ...(made ? [made] : []));
  }
}

/**
 * What the table has at the place of a correction: the text after the name, and the lines below it; undefined for a line that the table lacks. For
 * a route: its scopes.
 */
export function textAt(table: string, at: string): string | undefined {
  const [, method = "", path = "", place] = /^(\S+) (\S+)(?: (.+))?$/.exec(at) ?? [];
  const lines = parsed(table.trim().split("\n"));
  const { type: resource = "", below = [] } = lines.find(({ name }) => name === path) ?? {};
  const route = below.find(({ name }) => name === method);
  const [, words = "", body = ""] = /^(.*?)(?: ?: (.*))?$/.exec(route?.type ?? "") ?? [];
  const scopes = words.split(" ").filter((word) => /^\w+:/.test(word));
  if (place === undefined) return scopes.join(" ") || `${verbs[method] ?? "update"}:${resource}`;
  if (place === ":") return body;
  const all = [...(route?.below ?? []), ...lines.filter(({ name }) => words.split(" ").includes(name))];
  const found = place
    .split(".")
    .reduce<Line | undefined>(
      (line, step) => line?.below.find(({ name }) => (place.startsWith("?") ? name : plain(name)) === plain(step)),
      { name: "", type: "", below: all },
    );
  return found && textOf({ ...found, name: "" });
}

/** The lines of a text, of which each is indented by one space more than the line that it belongs to. */
function parsed(lines: readonly string[]): Line[] {
  const all: { line: string; below: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith(" ")) all.at(-1)?.below.push(line.slice(1));
    else all.push({ line, below: [] });
  }
  return all.map(({ line, below }) => {
    const [name = "", ...type] = line.split(" ");
    return { name, type: type.join(" ").trim(), below: parsed(below) };
  });
}

/** The parameters that most of the routes which have them declare alike. */
function parametersOf(routes: readonly Route[]): readonly Line[] {
  const byName = new Map<string, Map<string, Line[]>>();
  for (const line of routes.flatMap(({ parameters }) => parameters)) {
    const byText = byName.get(line.name) ?? new Map<string, Line[]>();
    byName.set(line.name, byText.set(textOf(line), [...(byText.get(textOf(line)) ?? []), line]));
  }
  return [...byName.values()].flatMap((byText) => {
    const [most] = [...byText.values()].toSorted((a, b) => b.length - a.length);
    return most && most.length > 1 ? most.slice(0, 1) : [];
  });
}

const verbs: Readonly<Record<string, string>> = { GET: "read", POST: "create", DELETE: "delete" };

/** The lines of a path: its resource, and its routes. A route whose only scope is that of its verb and the resource says no scope. */
function pathText(path: string, routes: readonly Route[], common: readonly Line[]): string {
  const resources = routes.map(({ scopes }) => scopes.split(" ")[0]?.split(":")[1] ?? "");
  const count = (resource: string) => resources.filter((one) => one === resource).length;
  const [resource = ""] = resources.toSorted((a, b) => count(b) - count(a));
  return [`${path} ${resource}`, ...routes.map((route) => routeText(route, resource, common))].join("\n");
}

function routeText({ route, scopes, parameters, body }: Route, resource: string, common: readonly Line[]): string {
  const isCommon = (line: Line) => common.some((one) => textOf(one) === textOf(line));
  const [method = ""] = route.split(" ");
  const head = words(
    ` ${method}`,
    scopes === `${verbs[method] ?? "update"}:${resource}` ? "" : scopes,
    ...parameters.filter(isCommon).map(({ name }) => name),
    body.type && `: ${body.type}`,
  );
  return [
    head,
    ...[...parameters.filter((line) => !isCommon(line)), ...body.below].map((line) => textOf(line, 2)),
  ].join("\n");
}

function textOf({ name, type, below }: Line, depth = 0): string {
  const own = `${" ".repeat(depth)}${words(name, type)}`;
  return [own, ...below.map((line) => textOf(line, depth + 1))].join("\n");
}
