import type { Definition } from "../schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import { type Field, type Fields, isAtTop, wireName } from "../schema/schema.ts";
import { parametersOf } from "../schema/service.ts";
import { undocumentedIn, withUndocumented } from "../schema/undocumented.ts";
import { definitions, type TypeName, typeNames } from "../types/registry.ts";
import { callsOf, type KnownDifference } from "../types/tool-data.ts";
import { tools } from "../types/tools.made.ts";

/** A difference between the definition of a resource type and an OpenAPI description of the service. */
export interface DescriptionDifference extends Omit<KnownDifference, "why"> {
  readonly type: TypeName;
}

/** A difference that is intended, with its reason. */
type Exception = DescriptionDifference & KnownDifference;

/** The intended differences of all types. */
export const exceptions: readonly Exception[] = typeNames.flatMap((type) =>
  (tools[type].differences ?? []).map((one) => ({ type, ...one })),
);

/** The properties that the description has for an object, by the API's names, each with all its alternative schemas. */
type Described = ReadonlyMap<string, readonly JsonObject[]>;

/**
 * Compares the definitions of all resource types with an OpenAPI description of the service: routes, properties at any depth, and values of
 * enumerations, also in paths. Free-form documents, such as the options of a connection, are not compared.
 *
 * @throws Error if the document is no OpenAPI description
 */
export function compareDescription(document: Json): readonly DescriptionDifference[] {
  const paths = own(document, "paths");
  if (!isObject(paths)) throw new Error('the file is no OpenAPI description: it has no object "paths"');
  const routes = new Map(Object.entries(paths).map(([path, item]) => [templateOf(path), item as Json]));
  return typeNames.flatMap((type) => new Comparison(type, document, routes).differences());
}

class Comparison {
  readonly #type: TypeName;
  readonly #definition: Definition;
  readonly #document: Json;
  readonly #routes: ReadonlyMap<string, Json>;

  constructor(type: TypeName, document: Json, routes: ReadonlyMap<string, Json>) {
    this.#type = type;
    this.#definition = withUndocumented(definitions[type]);
    this.#document = document;
    this.#routes = routes;
  }

  differences(): readonly DescriptionDifference[] {
    const { schema } = this.#definition;
    const requests = callsOf(this.#definition, tools[this.#type]).flatMap(requestsIn);
    const missing = requests.filter(({ method, path }) => own(this.#routes.get(path) ?? null, method) === undefined);
    const ofRoutes = missing.map(({ method, text }): DescriptionDifference => {
      return { type: this.#type, at: `${method.toUpperCase()} ${text}`, what: "route only in the definition" };
    });
    const only = [...ofRoutes, ...this.#inPaths(requests)];
    const atTop = Object.values(schema.fields).find(isAtTop);
    // A type without a field for undocumented properties is a part of an object, a set of members or a single value. The bodies of its requests
    // are not objects of the type, so only its routes are compared.
    if (!atTop) return only;
    const ofType = requests.filter(({ path }) => this.#isOwn(path));
    const sent = this.#propertiesOf(ofType.flatMap((request) => this.#bodiesOf(request, "request")));
    const answered = this.#propertiesOf(ofType.flatMap((request) => this.#bodiesOf(request, "response")));
    if (sent.size === 0) return only;
    const unknown = (found: Described) =>
      Object.keys(undocumentedIn(atTop, Object.fromEntries([...found.keys()].map((name) => [name, true]))) ?? {});
    const settable = unknown(sent);
    const shown = unknown(answered).filter((name) => !sent.has(name));
    return [
      ...only,
      ...settable.map((at) => this.#difference(at, "property only in the description")),
      ...shown.map((at) => this.#difference(at, "property of responses only in the description")),
      ...this.#inFields(schema.fields, merged(sent, answered), []),
    ];
  }

  #difference(at: string, what: DescriptionDifference["what"]): DescriptionDifference {
    return { type: this.#type, at, what };
  }

  /**
   * Whether a path is that of the type's objects or of their collection. In the path of a collection of another object, the collection's name is
   * ignored, because a type can have two such collections.
   */
  #isOwn(path: string): boolean {
    const route = templateOf(`/${this.#definition.route}`);
    const [own, asked] = [route, path].map((one) => one.replace(/(?<=\{\}\/)[a-z_-]+/, "*"));
    return asked === own || asked === `${own}/{}`;
  }

  /** Compares the allowed values of the properties that are parameters of the route. */
  #inPaths(requests: readonly Request[]): readonly DescriptionDifference[] {
    const { schema, route } = this.#definition;
    const described = requests.flatMap(({ method, path }) => {
      const item = this.#routes.get(path) ?? null;
      return [item, own(item, method) ?? null].flatMap((one) => {
        const parameters = own(one, "parameters");
        return Array.isArray(parameters) ? this.#reachable(parameters as readonly Json[], []) : [];
      });
    });
    return parametersOf(route).flatMap((name) => {
      const field = schema.fields[name];
      const schemas = described
        .filter((one) => own(one, "in") === "path" && own(one, "name") === name)
        .map((one) => own(one, "schema") ?? null);
      return field ? this.#inField(field, this.#alternatives(schemas), [name]) : [];
    });
  }

  #inFields(fields: Fields, described: Described, above: readonly string[]): readonly DescriptionDifference[] {
    const inRoute = above.length === 0 ? parametersOf(this.#definition.route) : [];
    return Object.entries(fields).flatMap(([name, field]) => {
      if (isAtTop(field) || field.subresource || inRoute.includes(name)) return [];
      const wire = wireName(name, field);
      const path = [...above, wire];
      const schemas = described.get(wire);
      if (!schemas) {
        return field.computed ? [] : [this.#difference(path.join("."), "property only in the definition")];
      }
      return this.#inField(field, schemas, path);
    });
  }

  #inField(field: Field, schemas: readonly JsonObject[], path: readonly string[]): readonly DescriptionDifference[] {
    const at = path.join(".");
    if (field.kind === "object") {
      const described = this.#propertiesOf(schemas);
      // An object for which the description has no properties is free-form, so it is not compared.
      if (described.size === 0) return [];
      const known = new Set(Object.entries(field.fields).map(([name, member]) => wireName(name, member)));
      const others = [...described.keys()].filter((name) => !known.has(name));
      return [
        ...others.map((name) => this.#difference([...path, name].join("."), "property only in the description")),
        ...this.#inFields(field.fields, described, path),
      ];
    }
    if ((field.kind === "list" || field.kind === "set") && !field.onWire) {
      const items = this.#alternatives(schemas.map((schema) => own(schema, "items") ?? null));
      return items.length === 0 ? [] : this.#inField(field.item, items, [...path, "*"]);
    }
    if (field.kind !== "string" || !field.oneOf) return [];
    const values = new Set(schemas.flatMap((schema) => this.#valuesOf(schema)));
    if (values.size === 0) return [];
    const here = field.oneOf.filter((value) => !values.has(value));
    const there = [...values].filter((value) => !field.oneOf?.includes(value));
    return [
      ...(there.length > 0 ? [{ ...this.#difference(at, "values only in the description"), values: there }] : []),
      ...(here.length > 0 ? [{ ...this.#difference(at, "values only in the definition"), values: here }] : []),
    ];
  }

  #valuesOf(schema: JsonObject): readonly string[] {
    const [values, constant] = [own(schema, "enum"), own(schema, "const")];
    const all = [
      ...(Array.isArray(values) ? (values as readonly Json[]) : []),
      ...(constant === undefined ? [] : [constant]),
    ];
    return all.filter((value) => typeof value === "string");
  }

  /** The schemas of the JSON body of a request, or of its successful responses. */
  #bodiesOf({ method, path }: Request, of: "request" | "response"): readonly JsonObject[] {
    const operation = own(this.#routes.get(path) ?? null, method) ?? null;
    if (of === "request") return this.#schemasIn([own(operation, "requestBody") ?? null]);
    // The response to a GET without an id is a page of a listing, not an object, so it is left out.
    const { listing } = this.#definition;
    const isListing = method === "get" && listing !== undefined && listing.route === undefined && !path.endsWith("{}");
    const responses = own(operation, "responses");
    if (isListing || !isObject(responses)) return [];
    return this.#schemasIn(["200", "201"].map((status) => own(responses, status) ?? null));
  }

  #schemasIn(bodies: readonly Json[]): readonly JsonObject[] {
    const resolved = this.#reachable(bodies, []);
    const media = resolved.map((body) => own(own(body, "content") ?? null, "application/json") ?? null);
    return this.#alternatives(media.map((one) => own(one, "schema") ?? null));
  }

  #propertiesOf(schemas: readonly JsonObject[]): Described {
    const found = new Map<string, Json[]>();
    for (const schema of schemas) {
      const properties = own(schema, "properties");
      for (const [name, value] of Object.entries(isObject(properties) ? properties : {})) {
        const known = found.get(name) ?? [];
        known.push(value as Json);
        found.set(name, known);
      }
    }
    return new Map([...found].map(([name, all]) => [name, this.#alternatives(all)]));
  }

  /** The schemas, and all schemas that they combine by `allOf`, `oneOf` and `anyOf`, with references resolved. Each schema occurs once. */
  #alternatives(schemas: readonly Json[]): readonly JsonObject[] {
    return this.#reachable(schemas, ["allOf", "oneOf", "anyOf"]);
  }

  /**
   * The objects at the ends of references, and all objects that they list under the given words. Each object is visited once: the number of ways
   * to an object can be exponential, and references can form circles.
   */
  #reachable(values: readonly Json[], words: readonly string[]): readonly JsonObject[] {
    const visited = new Set<JsonObject>();
    const found: JsonObject[] = [];
    const waiting = values.toReversed();
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      if (!isObject(value) || visited.has(value)) continue;
      visited.add(value);
      const reference = own(value, "$ref");
      if (typeof reference === "string") {
        waiting.push(this.#target(reference));
        continue;
      }
      found.push(value);
      const parts = words.map((word) => own(value, word)).filter((list) => Array.isArray(list));
      for (const part of parts.flat().toReversed()) waiting.push(part);
    }
    return found;
  }

  /** The value to which a reference within the document leads; null if there is none. */
  #target(reference: string): Json {
    const keys = reference.replace(/^#\/?/, "").split("/");
    const decoded = keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    return decoded.reduce<Json>((at, key) => own(at, key) ?? null, this.#document);
  }
}

interface Request {
  readonly method: string;
  /** The path with `{}` in place of each parameter, whatever its name. */
  readonly path: string;
  readonly text: string;
}

/** The requests in a text such as `GET|PATCH /roles/{id}`. */
function requestsIn(call: string): readonly Request[] {
  const [methods = "", text = ""] = call.split(" ");
  const path = templateOf(text.replace(/\?.*$/, ""));
  return methods.split("|").map((method) => ({ method: method.toLowerCase(), path, text }));
}

function templateOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

function merged(some: Described, others: Described): Described {
  const all = new Map(some);
  for (const [name, schemas] of others) all.set(name, [...(all.get(name) ?? []), ...schemas]);
  return all;
}

/** Compares the found differences with the known ones: `news` are found but not known, `stale` are known but no longer found. */
export function judge(differences: readonly DescriptionDifference[]): {
  readonly news: readonly DescriptionDifference[];
  readonly stale: readonly Exception[];
} {
  const matches = (one: DescriptionDifference, other: DescriptionDifference) =>
    one.type === other.type && one.at === other.at && one.what === other.what;
  const news = differences.flatMap((one): readonly DescriptionDifference[] => {
    const exception = exceptions.find((other) => matches(one, other));
    if (!exception) return [one];
    const values = one.values?.filter((value) => !exception.values?.includes(value)) ?? [];
    return values.length > 0 ? [{ ...one, values }] : [];
  });
  const isStale = (exception: Exception) => {
    const found = differences.find((one) => matches(one, exception));
    return !found || exception.values?.some((value) => !found.values?.includes(value)) === true;
  };
  return { news, stale: exceptions.filter(isStale) };
}
