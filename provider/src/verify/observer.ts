import { type Service, type TenantAnswer, type TenantCall, TenantError } from "../client/index.ts";
import { importableTypes, type LeftOut } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import { type Definition, idNameOf, listKeyOf, type Part } from "../schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import { wireName } from "../schema/schema.ts";
import { takesUndocumented } from "../schema/undocumented.ts";
import { definitions, type TypeName, typeNames } from "../types/registry.ts";
import type { Access } from "../types/tool-data.ts";
import { type Deviation, deviationsAt, deviationsIn } from "./deviations.ts";

/** A deviation, and the number of objects that have it. */
export interface Counted extends Deviation {
  readonly objects: number;
}

/** The reason why some objects of a type could not be read. */
export interface Refusal {
  readonly status: number | undefined;
  readonly isOutsidePlan: boolean;
  /** The scopes that the request needs, according to the tenant: the token lacks at least one of them. Empty if the tenant names none. */
  readonly scopes: readonly string[];
}

/** A summary of all responses about objects of one type. */
export interface Observed {
  /** The number of different objects. */
  readonly objects: number;
  readonly deviations: readonly Counted[];
  /** The number of pages of listings. */
  readonly pages: number;
  /** Descriptions of the ways in which pages differ from the requests, each once. */
  readonly oddPages: readonly string[];
  readonly refusals: readonly Refusal[];
}

/** A service that passes GET requests on to a tenant and compares each response with the definitions. It refuses all other requests. */
class Observer implements Service {
  readonly host: string;
  readonly ownDomain: string | undefined;
  /** All texts and property names in the responses. They may identify the tenant, so reports must not contain them. */
  readonly texts = new Set<string>();
  /** The highest limit of requests in a rate-limit header; undefined without such a header. */
  limit: number | undefined;
  /** The clock of the tenant minus the clock of this machine, in seconds; undefined without a date header. */
  skew: number | undefined;
  readonly #service: Service;
  readonly #seen = new Map<TypeName, Notes>();

  constructor(service: Service) {
    this.host = service.host;
    this.ownDomain = service.ownDomain;
    this.#service = service;
  }

  /** The summary of the responses about objects of a type so far. */
  observed(type: TypeName): Observed {
    const { ids, deviations, pages, oddPages, refusals } = this.#notesOf(type);
    return { objects: ids.size, deviations: [...deviations.values()], pages, oddPages: [...oddPages], refusals };
  }

  async request<T>(call: TenantCall): Promise<TenantAnswer<T>> {
    if (call.method !== "GET") throw new Error(`a read-only run must not send a ${call.method} request`);
    const places = placesOf(call.path);
    try {
      const answer = await this.#service.request<T>(call);
      this.#noteHeaders(answer.headers);
      this.#noteTexts(answer.body as Json | undefined);
      const body = withoutPort(answer.body as Json | undefined, this.host);
      for (const place of places) this.#note(place, call, body);
      return answer;
    } catch (error) {
      if (error instanceof TenantError) {
        const { status, isOutsidePlan, scopes } = error;
        for (const { type } of places) this.#notesOf(type).refusals.push({ status, isOutsidePlan, scopes });
      }
      throw error;
    }
  }

  #notesOf(type: TypeName): Notes {
    const notes = this.#seen.get(type) ?? {
      ...{ ids: new Set<string>(), deviations: new Map<string, Counted>(), pages: 0 },
      ...{ oddPages: new Set<string>(), refusals: [], listings: new Map<string, Set<string>>() },
    };
    this.#seen.set(type, notes);
    return notes;
  }

  #noteHeaders(headers: TenantAnswer<unknown>["headers"]): void {
    const limit = Number(headers["x-ratelimit-limit"]);
    if (Number.isSafeInteger(limit) && limit > 0) this.limit = Math.max(limit, this.limit ?? 0);
    const date = Date.parse(String(headers.date));
    if (!Number.isNaN(date)) this.skew = Math.round((date - Date.now()) / 1_000);
  }

  #noteTexts(value: Json | undefined): void {
    if (typeof value === "string") this.texts.add(value);
    else if (Array.isArray(value)) for (const item of value as readonly Json[]) this.#noteTexts(item);
    else if (isObject(value)) for (const item of Object.values(value)) this.#noteTexts(item);
  }

  #note({ type, part, isListing }: Place, call: TenantCall, body: Json | undefined): void {
    const definition = definitions[type];
    const notes = this.#notesOf(type);
    if (part) {
      notes.ids.add(type);
      this.#count(notes, "", partDeviations(definition, part, body));
      return;
    }
    // The only object of a type can be the entry of a listing, too.
    const collected =
      isListing || definition.schema.singleton !== undefined ? own(body, listKeyOf(definition)) : undefined;
    const entries = collected ?? (isListing ? body : undefined);
    if (Array.isArray(entries)) {
      notes.pages += 1;
      for (const problem of problemsOfPage(call, body, entries, notes, idNameOf(definition)))
        notes.oddPages.add(problem);
      for (const entry of entries as readonly Json[]) this.#noteObject(notes, definition, entry);
    } else if (isListing) {
      notes.pages += 1;
      notes.oddPages.add("a page has no list of entries");
    } else this.#noteObject(notes, definition, body);
  }

  #noteObject(notes: Notes, definition: Definition, body: Json | undefined): void {
    if (!isObject(body)) return;
    const id = String(own(body, idNameOf(definition)) ?? definition.schema.singleton ?? notes.ids.size);
    const isNew = !notes.ids.has(id);
    notes.ids.add(id);
    if (takesUndocumented(definition)) this.#count(notes, isNew ? id : undefined, deviationsIn(definition, body));
  }

  /** @param id the object's id; undefined if an earlier response contained the object, so that its known deviations are not counted again */
  #count({ deviations }: Notes, id: string | undefined, found: readonly Deviation[]): void {
    const once = new Map(found.map((one) => [JSON.stringify([one.path, one.what, one.found]), one]));
    for (const [key, one] of once) {
      const known = deviations.get(key);
      if (!known) deviations.set(key, { ...one, objects: 1 });
      else if (id !== undefined) deviations.set(key, { ...known, objects: known.objects + 1 });
    }
  }
}

/** A response in which the tenant's host has no port: only a local tenant has one, and then its own domain would be no domain. */
function withoutPort(body: Json | undefined, host: string): Json | undefined {
  const name = host.replace(/:\d+$/, "");
  return name === host || body === undefined ? body : (JSON.parse(JSON.stringify(body).replaceAll(host, name)) as Json);
}

interface Notes {
  readonly ids: Set<string>;
  readonly deviations: Map<string, Counted>;
  pages: number;
  readonly oddPages: Set<string>;
  readonly refusals: Refusal[];
  /** The ids on the pages so far, by listing. */
  readonly listings: Map<string, Set<string>>;
}

/** A resource type, and how the response to a path contains its objects: as entries of a listing, in part, or as one whole object. */
interface Place {
  readonly type: TypeName;
  readonly part?: Part;
  readonly isListing: boolean;
}

/** The resource types for the response to a path. A path can belong to several types. */
function placesOf(path: readonly string[]): readonly Place[] {
  return typeNames.flatMap((type): readonly Place[] => {
    const { route, parts, listing } = definitions[type];
    const part = parts?.find((one) => matches(one.path, path));
    if (part) return [{ type, part, isListing: false }];
    // If a listing per owner has no key, all its entries together are one object, which is not compared.
    const isOneObject = listing?.owners !== undefined && listing.owners.key === undefined;
    if (isOneObject || parts) return [];
    if (listing?.route !== undefined && matches(listing.route, path)) return [{ type, isListing: true }];
    if (matches(route, path)) return [{ type, isListing: listing !== undefined && listing.route === undefined }];
    return listing && matches(`${route}/{id}`, path) ? [{ type, isListing: false }] : [];
  });
}

function matches(route: string, path: readonly string[]): boolean {
  const parts = route.split("/");
  return parts.length === path.length && parts.every((part, at) => part.startsWith("{") || part === path[at]);
}

/** The deviations in the response of a route that returns only a part of an object. */
function partDeviations({ schema }: Definition, part: Part, body: Json | undefined): readonly Deviation[] {
  if (part.body === "switches" || body === undefined) return [];
  return part.properties.flatMap((name) => {
    const field = schema.fields[name];
    const value = part.body === "value" ? body : own(body, wireName(name, field));
    return field && value !== undefined ? deviationsAt(name, field, value) : [];
  });
}

/** Descriptions of the ways in which a page of a listing differs from the request. */
function problemsOfPage(
  { path, query = {} }: TenantCall,
  body: Json | undefined,
  entries: readonly Json[],
  { listings }: Notes,
  idName: string,
): readonly string[] {
  const { page, per_page: perPage, from: _, ...others } = query as Readonly<Record<string, unknown>>;
  const size = Number(perPage ?? query.take ?? Number.POSITIVE_INFINITY);
  const key = JSON.stringify([path, others]);
  const before = listings.get(key) ?? new Set<string>();
  const ids = entries.flatMap((entry) => {
    const id = own(entry, idName);
    return typeof id === "string" ? [id] : [];
  });
  const isTwice = ids.some((id, at) => before.has(id) || ids.indexOf(id) !== at);
  listings.set(key, new Set([...before, ...ids]));
  const counts = isObject(body) ? (body as JsonObject) : {};
  const isCount = (name: string) => own(counts, name) === undefined || Number.isInteger(own(counts, name));
  const start = own(counts, "start");
  const isFirst = Number(page ?? 0) === 0 && query.from === undefined;
  const isShort = entries.length === 0 && Number(own(counts, "total") ?? 0) > (isFirst ? 0 : Number(page) * size);
  return [
    ...(entries.length > size ? ["a page has more entries than requested"] : []),
    ...(isTwice ? ["an entry is listed twice"] : []),
    ...(isShort ? ["a page is empty, although its total says that it has entries"] : []),
    ...(["start", "limit", "total", "length"].every(isCount) ? [] : ["a count of a page is not an integer"]),
    ...(page !== undefined && typeof start === "number" && start !== Number(page) * size
      ? ["a page does not start at the requested entry"]
      : []),
  ];
}

/** A summary of a tenant's responses to all requests that an import sends. */
export interface Reading {
  readonly types: readonly (Observed & { readonly type: TypeName })[];
  /** The highest limit of requests in a rate-limit header; undefined without such a header. */
  readonly limit: number | undefined;
  /** The clock of the tenant minus the clock of this machine, in seconds; undefined without a date header. */
  readonly skew: number | undefined;
  /** All texts and property names in the responses. They may identify the tenant, so reports must not contain them. */
  readonly texts: ReadonlySet<string>;
  /** The objects that were not read because the tenant failed when it was asked for them. Untrusted text. */
  readonly outages: readonly Pick<LeftOut, "label" | "why">[];
}

/**
 * Reads everything that an import reads, and compares each response with the definitions. The requests are those of an import, all of them GET.
 *
 * @throws TenantError if the tenant cannot be reached, or refuses the credentials
 */
export async function readTenant(service: Service, access: Access): Promise<Reading> {
  const observer = new Observer(service);
  const { leftOut } = await takeInventory(observer, { access, types: importableTypes, all: true });
  return {
    types: importableTypes.map((type) => ({ type, ...observer.observed(type) })),
    limit: observer.limit,
    skew: observer.skew,
    texts: observer.texts,
    outages: leftOut.filter(({ isOutage }) => isOutage),
  };
}
