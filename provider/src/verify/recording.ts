import { type TenantAnswer, type TenantCall, TenantError } from "../client/index.ts";
import { definitions, typeNames } from "../definitions/registry.ts";
import { callsOf, idNameOf } from "../schema/definition.ts";
import { isObject, type Json } from "../schema/json.ts";
import { collectionOf } from "../schema/route.ts";
import { jsonTypeOf } from "./deviations.ts";
import { knownWords } from "./words.ts";

/** The shape of a body: its properties, by the path to each, with the types and known enumeration values that they have. */
export type Shape = Readonly<Record<string, readonly string[]>>;

/** One call and its answer, without anything that identifies the tenant. */
export interface Exchange {
  readonly method: string;
  /** The path, with `{id}` in place of each segment that is no part of a route. */
  readonly route: string;
  /** The names of the query parameters. */
  readonly query: readonly string[];
  /** Absent without an answer. */
  readonly status?: number;
  /** From the start of the call to its end, with its retries and its waits for the rate limit, in milliseconds. */
  readonly ms: number;
  readonly rate?: { readonly limit: number; readonly remaining: number };
  readonly sent?: Shape;
  readonly came?: Shape;
}

/** Records calls in a form that can be published. */
export class Recorder {
  readonly exchanges: Exchange[] = [];
  readonly #words: ReadonlySet<string>;
  readonly #segments: ReadonlySet<string>;

  constructor() {
    this.#words = new Set([...knownWords(), ...furtherNames()]);
    this.#segments = segmentsOfRoutes();
  }

  /** Makes a call, and records it with its answer. */
  async record<T>(call: TenantCall, send: (call: TenantCall) => Promise<TenantAnswer<T>>): Promise<TenantAnswer<T>> {
    const { method, path, query = {}, body } = call;
    const since = performance.now();
    const route = path.map((segment) => (this.#segments.has(segment) ? segment : "{id}")).join("/");
    const sent = body === undefined ? {} : { sent: shapeOfBody(body as Json, this.#words) };
    const add = (more: Partial<Exchange>) =>
      this.exchanges.push({
        ...{ method, route: `/${route}`, query: Object.keys(query) },
        ...{ ms: Math.round(performance.now() - since), ...sent, ...more },
      });
    try {
      const answer = await send(call);
      const came = answer.body === undefined ? {} : { came: shapeOfBody(answer.body as Json, this.#words) };
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
 * @param words the names and values that may be shown
 */
export function shapeOfBody(body: Json, words: ReadonlySet<string>): Shape {
  const shape = new Map<string, Set<string>>();
  const within = (value: Json, path: string): void => {
    const kind = typeof value === "string" && words.has(value) ? JSON.stringify(value) : jsonTypeOf(value);
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

/** The segments of all routes, which identify no object. */
function segmentsOfRoutes(): ReadonlySet<string> {
  const routes = typeNames.flatMap((type) => {
    const { route, parts = [], listing } = definitions[type];
    const paths = callsOf(definitions[type]).map((call) => call.slice(call.indexOf("/") + 1));
    const below = listing?.owners ? [listing.owners.collection, listing.owners.definition.route] : [];
    return [route, ...paths, ...parts.map(({ path }) => path), ...below];
  });
  const segments = routes.flatMap((route) => route.split("/"));
  return new Set(segments.filter((segment) => segment !== "" && !segment.includes("{")));
}

/** Names in bodies that no schema has: those of ids, listings, errors, and what the service sets. */
function furtherNames(): readonly string[] {
  const ofTypes = typeNames.flatMap((type) => {
    const { setByService = [], route } = definitions[type];
    return [idNameOf(definitions[type]), collectionOf(route), ...setByService];
  });
  return [...ofTypes, "total", "start", "limit", "length", "next", "tenant", "global", "is_system"];
}

/** A difference between two recordings: a status or a part of a body that only one of them has. */
export interface RecordingDifference {
  readonly at: string;
  readonly only: "in the first" | "in the second";
  readonly what: string;
}

/**
 * Compares two recordings of the same run by the calls that both have: the statuses of each, and the properties in the answers of each status
 * with their types.
 */
export function compareRecordings(
  first: readonly Exchange[],
  second: readonly Exchange[],
): readonly RecordingDifference[] {
  const [one, other] = [summaryOf(first), summaryOf(second)];
  return [...one].flatMap(([at, facts]) => {
    const theirs = other.get(at);
    if (!theirs) return [];
    return [
      ...[...facts].filter((fact) => !theirs.has(fact)).map((what) => ({ at, only: "in the first", what }) as const),
      ...[...theirs].filter((fact) => !facts.has(fact)).map((what) => ({ at, only: "in the second", what }) as const),
    ];
  });
}

/** What is known of each call: `answers 201`, `201 with name: string`. */
function summaryOf(exchanges: readonly Exchange[]): ReadonlyMap<string, ReadonlySet<string>> {
  const calls = new Map<string, Set<string>>();
  for (const { method, route, status, came = {} } of exchanges) {
    if (status === undefined) continue;
    const at = `${method} ${route}`;
    const facts = calls.get(at) ?? new Set();
    calls.set(at, facts.add(`answers ${status}`));
    for (const [path, kinds] of Object.entries(came))
      for (const kind of kinds) facts.add(`${status} with ${path === "" ? "a body" : path}: ${kind}`);
  }
  return calls;
}
