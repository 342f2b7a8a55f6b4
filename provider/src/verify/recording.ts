import type { EventType } from "../client/events/index.ts";
import { type TenantAnswer, type TenantCall, TenantError } from "../client/index.ts";
import { idNameOf, listKeyOf } from "../schema/definition.ts";
import { isObject, type Json } from "../schema/json.ts";
import { type Field, type Fields, wireName } from "../schema/schema.ts";
import { definitions, type TypeName, typeNames } from "../types/registry.ts";
import { callsOf } from "../types/tool-data.ts";
import { tools } from "../types/tools.made.ts";
import { jsonTypeOf } from "./deviations.ts";

/** The shape of a body: the path of each of its properties, with the JSON types or known enumeration values that the property has. */
export type Shape = Readonly<Record<string, readonly string[]>>;

/** One call and its answer, without anything that identifies the tenant. */
export interface Exchange {
  readonly method: string;
  /** The path, with `{id}` in place of each segment that is not a fixed part of a route. */
  readonly route: string;
  /** The names of the query parameters. */
  readonly query: readonly string[];
  /** The HTTP status. Absent if no response arrived. */
  readonly status?: number;
  /** From the start of the recording to the start of the call, in milliseconds. */
  readonly at: number;
  /** From the start of the call to its end, with its retries and its waits for the rate limit, in milliseconds. */
  readonly ms: number;
  readonly rate?: { readonly limit: number; readonly remaining: number };
  readonly sent?: Shape;
  readonly came?: Shape;
}

/** One event of the stream about an object of the run, without anything that identifies the tenant. */
export interface RecordedEvent {
  /** The class of the resource whose trial caused the event. */
  readonly about: string;
  readonly type: EventType;
  /** From the start of the recording to the arrival, in milliseconds. */
  readonly at: number;
  readonly came: Shape;
}

/** The calls and events of a run. */
export interface Recording {
  readonly exchanges: readonly Exchange[];
  /** The events, in the order of their arrival. */
  readonly events: readonly RecordedEvent[];
}

/** Records calls and events in a form that can be published. */
export class Recorder implements Recording {
  readonly exchanges: Exchange[] = [];
  events: readonly RecordedEvent[] = [];
  readonly #start = performance.now();
  readonly #words: ReadonlySet<string>;
  readonly #segments: ReadonlySet<string>;

  constructor() {
    this.#words = new Set([...knownWords(), ...furtherNames()]);
    this.#segments = segmentsOfRoutes();
  }

  /** The time since the start of the recording, in milliseconds. */
  get now(): number {
    return Math.round(performance.now() - this.#start);
  }

  /** The shape of a body, with only those names and values that do not identify the tenant. */
  shapeOf(body: Json, values = this.#words): Shape {
    return shapeOfBody(body, this.#words, values);
  }

  /** Makes a call, and records it with its answer. */
  async record<T>(call: TenantCall, send: (call: TenantCall) => Promise<TenantAnswer<T>>): Promise<TenantAnswer<T>> {
    const { method, path, query = {}, body } = call;
    const at = this.now;
    const route = path.map((segment) => (this.#segments.has(segment) ? segment : "{id}")).join("/");
    // The values of settings would reveal how the tenant is protected, so only their types are recorded.
    const values = isOfSettings(path) ? nothing : this.#words;
    const sent = body === undefined ? {} : { sent: this.shapeOf(body as Json, values) };
    const add = (more: Partial<Exchange>) =>
      this.exchanges.push({
        ...{ method, route: `/${route}`, query: Object.keys(query) },
        ...{ at, ms: this.now - at, ...sent, ...more },
      });
    try {
      const answer = await send(call);
      const came = answer.body === undefined ? {} : { came: this.shapeOf(answer.body as Json, values) };
      add({ status: answer.status, ...rateIn(answer.headers), ...came });
      return answer;
    } catch (error) {
      if (error instanceof TenantError) add(error.status === undefined ? {} : { status: error.status });
      throw error;
    }
  }
}

/**
 * The shape of a body.
 *
 * @param words the property names that the shape may contain; any other name is replaced by its length
 * @param values the texts that the shape may contain; default: `words`
 */
export function shapeOfBody(body: Json, words: ReadonlySet<string>, values = words): Shape {
  const shape = new Map<string, Set<string>>();
  const within = (value: Json, path: string): void => {
    const kind = typeof value === "string" && values.has(value) ? JSON.stringify(value) : jsonTypeOf(value);
    shape.set(path, (shape.get(path) ?? new Set()).add(kind));
    if (Array.isArray(value)) for (const item of value as readonly Json[]) within(item, `${path}[]`);
    else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        const shown = words.has(name) ? name : `(a name of ${[...name].length} characters)`;
        within(item, path === "" ? shown : `${path}.${shown}`);
      }
    }
  };
  within(body, "");
  return Object.fromEntries([...shape].map(([path, kinds]) => [path, [...kinds].sort()]));
}

function rateIn(headers: TenantAnswer<unknown>["headers"]): Pick<Exchange, "rate"> {
  const [limit, remaining] = ["limit", "remaining"].map((name) => Number(headers[`x-ratelimit-${name}`] ?? Number.NaN));
  const isWhole = Number.isSafeInteger(limit) && Number.isSafeInteger(remaining);
  return isWhole ? { rate: { limit: limit ?? 0, remaining: remaining ?? 0 } } : {};
}

const nothing: ReadonlySet<string> = new Set();

/** The routes of settings, which a tenant has once, or once for each prompt or language. */
const routesOfSettings = typeNames.flatMap((type) => (definitions[type].schema.singleton ? routesOf(type) : []));

function isOfSettings(path: readonly string[]): boolean {
  return routesOfSettings.some((route) => {
    const segments = route.split("/");
    return (
      segments.length === path.length &&
      segments.every((segment, at) => segment.startsWith("{") || segment === path[at])
    );
  });
}

/** All routes of a type. */
function routesOf(type: TypeName): readonly string[] {
  const { route, parts = [] } = definitions[type];
  const paths = callsOf(definitions[type], tools[type]).map((call) => call.slice(call.indexOf("/") + 1));
  return [route, ...paths, ...parts.map(({ path }) => path)];
}

/** The fixed segments of all routes. All other segments of a path are ids. */
function segmentsOfRoutes(): ReadonlySet<string> {
  const routes = typeNames.flatMap((type) => {
    const { listing } = definitions[type];
    const below = listing?.owners ? [listing.owners.collection, listing.owners.definition.route] : [];
    return [...routesOf(type), ...below];
  });
  const segments = routes.flatMap((route) => route.split("/"));
  return new Set(segments.filter((segment) => segment !== "" && !segment.includes("{")));
}

/** Names in the documented envelope and payload of events. */
const namesInEvents = [
  ...["type", "time", "specversion", "source", "stream", "purpose", "data", "object", "previous_object", "context"],
  ...[...typeNames, "user_id", "request", "tenant_id"],
];

/** Property names that occur in bodies, but in no schema: those of ids, listings, errors and events, and of properties that the service sets. */
function furtherNames(): readonly string[] {
  const ofTypes = typeNames.flatMap((type) => {
    const { setByService = [] } = definitions[type];
    return [idNameOf(definitions[type]), listKeyOf(definitions[type]), ...setByService];
  });
  return [...ofTypes, ...namesInEvents, "total", "start", "limit", "length", "next", "tenant", "global", "is_system"];
}

/** The property names and enumeration values in all schemas. They are public, so they do not identify a tenant. */
export function knownWords(): ReadonlySet<string> {
  return new Set(typeNames.flatMap((type) => wordsIn(definitions[type].schema.fields)));
}

function wordsIn(fields: Fields): readonly string[] {
  const within = (field: Field): readonly string[] => {
    if (field.kind === "object") return wordsIn(field.fields);
    if (field.kind === "list" || field.kind === "set") return within(field.item);
    if (field.kind === "map") {
      const { keyWire, valueWire = [], value } = field;
      return [keyWire, ...(value.kind === "object" ? wordsIn(value.fields) : [valueWire].flat())];
    }
    return field.kind === "string" ? (field.oneOf ?? []) : [];
  };
  return Object.entries(fields).flatMap(([name, field]) => [wireName(name, field), ...within(field)]);
}
