import {
  comparableReasonIn,
  ListingError,
  listed,
  listingMemory,
  type MemoryShare,
  type Service,
  sanitize,
  type TenantAnswer,
  type TenantCall,
  TenantError,
} from "../client/index.ts";
import { referencesIn } from "../graph/graph.ts";
import { isUnavailable } from "../lifecycle/errors.ts";
import { isUsableId } from "../lifecycle/requests/rest.ts";
import type { ResourceType } from "../lifecycle/resource-type.ts";
import { idNameOf, listingRouteOf, listKeyOf, type Owners } from "../schema/definition.ts";
import { byText, isObject, type Json, type JsonObject, own, toPointer, valuesUnder } from "../schema/json.ts";
import { matcherOf } from "../schema/names.ts";
import { classOf, handlerOf, recordKey } from "../schema/provider-code.ts";
import { type Field, type Fields, identityOf, wireName } from "../schema/schema.ts";
import { parametersOf, pathOf } from "../schema/service.ts";
import { definitions, described, outsideOwnerOf, type TypeName, typeNames } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import type { LeftOutReason } from "../types/tool-data.ts";
import { tools } from "../types/tools.made.ts";
import {
  type Inventory,
  type InventoryItem,
  type InventoryOptions,
  isListed,
  keyedTypes,
  keyOf,
  type LeftOut,
  type ListedType,
  lastingTypes,
  listedTypes,
  outsideOwnedTypes,
} from "./inventory.ts";
import {
  idOf,
  type ListedObject,
  labelOf,
  listingOf,
  mentionedIn,
  namesOf,
  type Owner,
  type Setting,
  settingsOf,
  settingWithId,
  textsAt,
} from "./listed.ts";
import { membersOf } from "./names-from/select.ts";
import { declarationOf, isDefault } from "./resource.ts";

/**
 * Reads the objects of a tenant from listings where possible: one request per page of 100 objects, and one per page of an organization's
 * members. The token needs the scopes of a refresh, and for members also `read:organizations` and `read:organization_members`.
 *
 * If one object cannot be read, only this object is left out. If a listing is refused or fails, only its type is left out. `leftOut` reports both.
 *
 * @throws TenantError if the tenant cannot be reached, refuses the credentials, or answers no request
 */
export async function takeInventory(service: Service, options: InventoryOptions): Promise<Inventory> {
  // The inventory keeps the entries of all listings, so their memory is counted together.
  const kept = listingMemory.share();
  try {
    const taken = new InventoryReader(service, options, kept);
    const types = options.types ?? lastingTypes;
    const transient = listedTypes.filter((type) => definitions[type].listing?.isTransient && !types.includes(type));
    await Promise.all(types.map((type) => taken.take(type)));
    if (options.declaredMembers) await Promise.all(transient.map((type) => taken.leaveTransient(type)));
    taken.refuseSilence();
    return taken.inventory();
  } finally {
    kept.release();
  }
}

/** The number of owners, or of settings objects, that are read at once. The rate limit of a tenant allows no more. */
const maxAtOnce = 50;

/** The number of calls for one type that may fail before the rest of the type is left out without a request: each call is retried for seconds. */
const maxOutages = 3;

class InventoryReader {
  readonly #service: Service;
  /** The service for settings, with a cache: a settings object of the inventory can also list identities of other settings, such as languages. */
  readonly #caching: Service;
  readonly #options: InventoryOptions;
  readonly #items = new Map<string, InventoryItem>();
  readonly #leftOut: Left[] = [];
  readonly #names = new Map<string, string>();
  readonly #isSelected: (names: readonly string[]) => boolean;
  /** Listings that several types need, by route, so that each is read once. The organizations, for example, are also listed to find their members. */
  readonly #shared = new Map<string, Promise<readonly Json[]>>();
  readonly #kept: MemoryShare;
  /** The failures of the tenant, by type. */
  readonly #outages = new Map<TypeName, readonly TenantError[]>();
  /** The first error that hides objects; undefined as long as there is none, or once the tenant has answered a request. */
  #silence: TenantError | undefined;
  #isAnswered = false;
  #seen = 0;

  /** @param kept the memory of all entries of listings */
  constructor(service: Service, options: InventoryOptions, kept: MemoryShare) {
    this.#service = observed(service, {
      onAnswer: () => {
        this.#isAnswered = true;
      },
    });
    this.#kept = kept;
    this.#caching = cachingService(this.#service);
    this.#options = options;
    const [only, except] = [anyOf(options.only), anyOf(options.except)];
    this.#isSelected = (names) => (!only || names.some(only)) && !(except && names.some(except));
  }

  inventory(): Inventory {
    const items = namedAfterReferences([...this.#items.values()]).toSorted(
      (a, b) => byType(a, b) || byText(sortKeyOf(a), sortKeyOf(b)),
    );
    return { tenant: this.#service.host, items, leftOut: inOrder(this.#leftOut), names: this.#names };
  }

  /** @throws the first error if the tenant has answered no request at all: an inventory without objects would say that the tenant has none */
  refuseSilence(): void {
    if (this.#isAnswered || !this.#silence) return;
    throw new Error(`nothing of the tenant could be read. The first error: ${this.#silence.message}`, {
      cause: this.#silence,
    });
  }

  take(type: TypeName): Promise<void> {
    const { plural } = definitions[type];
    if (!isListed(type)) return this.#takeSettings(type);
    const { owners } = listingOf(type);
    return this.#orLeftOut(type, `all ${plural}`, async () => {
      if (owners) await this.#takeOfOwners(type, owners);
      else await this.#takeListing(type, listingRouteOf(definitions[type]).split("/"));
    });
  }

  /**
   * Reports a type whose objects users create at run time as left out, if the tenant has owners of such objects. Objects without owners are the users
   * themselves, whom nobody takes for a part of the configuration.
   */
  async leaveTransient(type: ListedType): Promise<void> {
    const { owners } = listingOf(type);
    if (!owners || !(await this.#hasAny(owners.definition))) return;
    const why = `users create them at run time; --kinds ${classOf(type)} imports them`;
    this.#leave(type, definitions[type].plural, "unselected", why);
  }

  /** Adds the objects of a settings type: one object, or one for each identity. */
  #takeSettings(type: TypeName): Promise<void> {
    const { plural, identities } = definitions[type];
    return this.#orLeftOut(type, plural, async () => {
      const { needs } = identities ?? {};
      if (needs && !(await this.#hasAny(needs))) {
        return this.#leave(type, plural, "empty", `the tenant has no ${needs.schema.noun}, which they need`);
      }
      const only = this.#options.keyed?.get(type);
      const all = only ? only.map((id) => settingWithId(type, id)) : await settingsOf(this.#caching, type);
      const leaveAll = (left: readonly Setting[], reason: LeftOutReason, why: string) => {
        const [one] = left;
        if (!one) return;
        const label = left.length === all.length ? plural : `${left.length} of ${all.length} ${plural}`;
        this.#leave(type, all.length === 1 ? one.label : label, reason, why);
      };
      const isChosen = ({ id, names }: Setting) => {
        if (id === undefined) return true;
        return this.#isSelected([id, ...names]) && this.#options.keyedExcept?.has(keyOf({ type, id })) !== true;
      };
      const [first, ...others] = all.filter(isChosen);
      leaveAll(
        all.filter((one) => !isChosen(one)),
        "unselected",
        "not selected",
      );
      const fresh: Setting[] = [];
      const take = async (one: Setting) => {
        const item = await this.#settingItem(type, one);
        if (item && this.#isAsNew(item)) fresh.push(one);
        else if (item) this.#items.set(keyOf(item), item);
      };
      // If the service refuses to return the first object, it would refuse all of them: the token or the plan does not include this type.
      if (first) {
        await take(first).catch((error: unknown) => {
          if (error instanceof TenantError) throw error;
          this.#leaveFor(error, type, first.label);
        });
      }
      const takeIfOffered = (one: Setting) =>
        take(one).catch((error: unknown) => {
          if (!isNotOffered(type, error)) throw error;
          this.#leave(type, one.label, "empty", `the tenant does not offer it: ${whyOf(error)}`);
        });
      await eachOf(others, (one) => this.#orLeftOut(type, one.label, () => takeIfOffered(one)));
      leaveAll(fresh, "empty", "as in a new tenant");
    });
  }

  /** Whether the tenant has objects of a type that count. True if the tenant refuses the listing, because there may be some. */
  #hasAny(definition: Owners["definition"], counts: (entry: Json) => boolean = () => true): Promise<boolean> {
    return this.#allOf(definition).then(
      (all) => all.some(counts),
      (error: unknown) => {
        if (error instanceof TenantError) return true;
        throw error;
      },
    );
  }

  /** Reads a settings object. Undefined if the tenant does not have it, or if it is left out, which is then reported. */
  async #settingItem(type: TypeName, { id, label, names, entry }: Setting): Promise<InventoryItem | undefined> {
    if (id === undefined) {
      this.#leave(type, label, "unreadable", "its identity is missing or unusable");
      return undefined;
    }
    const properties = await resourceTypes[type].read(
      this.#answering(type, entry ?? {}, this.#serviceFor(type, this.#caching)),
      id,
      {},
    );
    if (!properties) return undefined;
    this.#seen += 1;
    this.#options.onProgress?.(this.#seen);
    const reason = tools[type].importRules?.leftOut?.(properties, this.#options.access);
    if (!reason) return { type, id, properties, label, names };
    this.#leave(type, label, ...reason);
    return undefined;
  }

  /** Whether a settings object is left out because it is as in a new tenant. */
  #isAsNew({ type, properties: live }: InventoryItem): boolean {
    const { schema } = definitions[type];
    const rules = tools[type].importRules ?? {};
    const identity = identityOf(schema);
    const { all = false, foreign = false } = this.#options;
    const { args } = declarationOf(schema, rules, live, { all: all && identity.length === 0, refused: new Map() });
    const declared = Object.entries(args).filter(([name]) => !identity.includes(name));
    if (identity.length === 0) return declared.length === 0 && !foreign;
    // A tenant has many objects of a type with identities, so only those that differ from a new tenant's are imported. A declared property does
    // not prove a difference, because default values that affect security are declared, too.
    return declared.every(([name, value]) => isDefault(schema.fields[name] as Field, value, [name], { rules, live }));
  }

  async #takeOfOwners(type: ListedType, owners: Owners): Promise<void> {
    const { route, listing, plural: owning } = owners.definition;
    const isWanted = anyOf(this.#options.owners?.[route]);
    if (!listing && !isWanted) {
      const why = `they belong to single ${owning}: only --names-from imports them`;
      return this.#leave(type, definitions[type].plural, "unselected", why);
    }
    const { onlyWith } = owners;
    if (onlyWith && !(await this.#hasAny(onlyWith.definition, onlyWith.has))) return;
    const { noun } = owners.named ?? owners.definition.schema;
    const wanted: Owner[] = [];
    const bodies = ownersIn(await this.#allOf(owners.definition), owners);
    for (const body of bodies) {
      const names = textsAt(body, owners.named ? ["id"] : (listing?.names ?? ["id"]));
      const id = own(body, owners.named ? "id" : idNameOf(owners.definition));
      if (typeof id !== "string" || !isUsableId(id)) {
        this.#leave(type, entriesOf(owners, names), "unreadable", `the ${noun} has no usable id`);
      } else if (isWanted && !names.some(isWanted)) {
        this.#leaveEntries(type, { owners, names }, "unselected", "not selected");
      } else {
        wanted.push({ id, names });
        if (!owners.named) this.#names.set(keyOf({ type: handlerOf(owners.definition.type), id }), names[0] ?? id);
      }
    }
    if (this.#readsDeclaredOnly(type) && bodies.length > 0) {
      const plural = outsideOwnerOf(definitions[type])?.plural ?? "";
      const exception = resourceTypes[type].needs ? "imported only for declared members; " : "";
      const why = `they belong to single ${plural}: ${exception}--kinds ${classOf(type)} imports all`;
      const { plural: objects } = definitions[type];
      this.#leave(type, owners.key === undefined ? objects : `${membersOf(type)} of ${objects}`, "unselected", why);
    }
    const taken = wanted.filter((owner) => this.#declaredMembersOf(type, owner)?.size !== 0);
    const take = owners.isGrouped || owners.key === undefined ? this.#takeGroups : this.#takeOf;
    await eachOf(taken, (owner) => {
      const entries = { owners, names: owner.names };
      return this.#orLeftOut(type, entriesOf(owners, owner.names), () => take.call(this, type, owners, owner), entries);
    });
  }

  #readsDeclaredOnly(type: ListedType): boolean {
    return this.#options.declaredMembers !== undefined && outsideOwnedTypes.includes(type);
  }

  /** The outside objects below an owner whose objects are read: the declared members of the owner's set. Undefined: all. */
  #declaredMembersOf(type: ListedType, { id }: Owner): ReadonlySet<string> | undefined {
    if (!this.#readsDeclaredOnly(type)) return undefined;
    const [ofOwner = "", ofOutside = ""] = identityOf(definitions[type].schema);
    const key = resourceTypes[type].needs?.({ [ofOwner]: id, [ofOutside]: "" })[0]?.key ?? "";
    return this.#options.declaredMembers?.get(key) ?? new Set();
  }

  #allOf(definition: Owners["definition"]): Promise<readonly Json[]> {
    const { route, listing, plural } = definition;
    if (!listing) return Promise.resolve((this.#options.owners?.[route] ?? []).map((id) => ({ id })));
    const [path, query] = [listingRouteOf(definition).split("/"), { ...listing.query, ...listing.importQuery }];
    const asked = { path, collection: listKeyOf(definition), subject: plural, query };
    const all = this.#shared.get(route) ?? allOf(listed<Json>(this.#service, listing.paging, asked, this.#kept));
    this.#shared.set(route, all);
    return all;
  }

  /** Adds objects that each consist of several entries of a listing. The cache serves the same pages again when each object is read. */
  async #takeGroups(type: ListedType, owners: Owners, owner: Owner): Promise<void> {
    const { members, plural } = definitions[type];
    const service = cachingService(this.#serviceFor(type));
    const path = listingPathOf(owners, owner);
    const asked = { path, collection: listKeyOf(definitions[type]), subject: plural, query: members?.query ?? {} };
    const first = new Map<Json | undefined, Json>();
    for await (const body of listed<Json>(service, listingOf(type).paging, asked, this.#kept)) {
      const key = owners.key === undefined ? undefined : own(body, owners.key);
      if (!first.has(key)) first.set(key, body);
    }
    for (const body of first.values()) await this.#take({ type, body, owner }, service);
  }

  async #takeOf(type: ListedType, owners: Owners, owner: Owner): Promise<void> {
    const without = await this.#takeListing(type, listingPathOf(owners, owner), owner);
    if (without === 0) return;
    const why = `without ${listingOf(type).mentions?.property}`;
    this.#leaveEntries(type, { owners, names: owner.names, count: without }, "empty", why);
  }

  /**
   * Adds the objects that are listed at a path. In the listing of an owner, entries that mention no other objects, such as members without
   * roles, are left out; returns their number.
   */
  async #takeListing(type: ListedType, path: readonly string[], owner?: Owner): Promise<number> {
    const { listable } = resourceTypes[type];
    if (!listable) return 0;
    const { mentions, importQuery } = listingOf(type);
    const query = { ...listable.query, ...importQuery };
    const asked = { path, collection: listable.collection, subject: definitions[type].plural, query };
    let without = 0;
    const declared = owner && this.#declaredMembersOf(type, owner);
    const shared = owner ? undefined : sharedListing(type);
    // The API may return single objects only as entries of a listing without pages: the cache serves it again.
    const asking = this.#serviceFor(type);
    const service = listable.paging === "whole" ? cachingService(asking) : asking;
    const entries = shared ? await this.#allOf(shared) : listed<Json>(service, listable.paging, asked, this.#kept);
    for await (const body of entries) {
      if (declared && !declared.has(String(own(body, listingOf(type).owners?.key ?? "")))) continue;
      const mentioned = mentions && own(body, mentions.property);
      if (owner && Array.isArray(mentioned) && mentioned.length === 0) without += 1;
      else {
        for (const [id, name] of mentionedIn(mentioned)) {
          if (mentions) this.#names.set(keyOf({ type: mentions.type, id }), name);
        }
        await this.#take({ type, body, ...(owner && { owner }) }, service);
      }
    }
    return without;
  }

  /** Adds the object of one entry of a listing. If the object cannot be read, only this object is left out. */
  async #take(entry: ListedObject, service: Service): Promise<void> {
    this.#seen += 1;
    this.#options.onProgress?.(this.#seen);
    const { type } = entry;
    const id = idOf(entry);
    const label = labelOf(entry);
    if (id === undefined) return this.#leave(type, label, "unreadable", "its id is missing or unusable");
    await this.#orLeftOut(type, label, async () => {
      let isMissing = false;
      const noting = observed(service, {
        onError: (error) => {
          isMissing ||= error instanceof TenantError && error.status === 404;
        },
      });
      const properties = await this.#read(entry, id, noting);
      if (!properties) return isMissing ? this.#leave(type, label, "unreadable", notFound) : undefined;
      const item = { type, id, properties, label: resourceTypes[type].label(properties), names: namesOf(entry) };
      const reason = this.#refusalOf(item);
      if (reason) this.#leave(type, item.label, ...reason);
      else this.#items.set(keyOf(item), item);
    });
  }

  /** Reads the object as a refresh does. Instead of a request for the object, the entry of the listing is used. */
  #read({ type, body, owner }: ListedObject, id: string, service: Service): Promise<JsonObject | undefined> {
    const resourceType: ResourceType = resourceTypes[type];
    const entry = isObject(body) ? body : {};
    const { schema, listing } = definitions[type];
    const { all, wholly, parts = () => [] } = this.#options;
    const apart = Object.keys(schema.fields).filter((name) => schema.fields[name]?.subresource);
    const read = [...(resourceType.listable?.shows?.(entry) ?? []), ...parts(type)];
    const shown = all || wholly?.includes(id) ? apart : apart.filter((name) => read.includes(name));
    const { key = "" } = listing?.owners ?? {};
    const [ofOwner = "", ...others] = identityOf(schema);
    // The key can also be an id of the object's own.
    const keyed = others.filter((name) => wireName(name, schema.fields[name]) === key);
    const known = {
      ...(owner && { [ofOwner]: owner.id, ...Object.fromEntries(keyed.map((name) => [name, own(entry, key) ?? ""])) }),
      ...(shown.length > 0 && { [recordKey]: { paths: shown.map((name) => toPointer([name])) } }),
    };
    return resourceType.read(this.#answering(type, entry, service), id, known);
  }

  /** A service that returns the entry of a listing instead of requesting the object, and passes all other requests on to the tenant. */
  #answering(type: TypeName, entry: JsonObject, service: Service): Service {
    const { listable } = resourceTypes[type];
    const request = async <T>(call: TenantCall): Promise<TenantAnswer<T>> => {
      const answered = listable?.entryFor(call, {})?.answer(entry);
      if (answered === undefined) return service.request<T>(call);
      return { status: 200, headers: {}, bytes: 0, body: answered as T };
    };
    return { host: this.#service.host, ownDomain: this.#service.ownDomain, request };
  }

  /** The reason why an object is left out; undefined if the inventory contains it. */
  #refusalOf({ type, properties, names }: InventoryItem): readonly [LeftOutReason, string] | undefined {
    const reason = tools[type].importRules?.leftOut?.(properties, this.#options.access);
    if (reason && !(this.#options.foreign === true && ["own", "registered"].includes(reason[0]))) return reason;
    return this.#isSelected(names) ? undefined : ["unselected", "not selected"];
  }

  /** @param entries the entries of which `take` reads all. Absent: `take` reads something else */
  async #orLeftOut(type: TypeName, label: string, take: () => Promise<void>, entries?: Entries): Promise<void> {
    try {
      await take();
    } catch (error) {
      this.#leaveFor(error, type, label, entries);
    }
  }

  #outagesOf(type: TypeName): readonly TenantError[] {
    return this.#outages.get(type) ?? [];
  }

  /** A service for the requests of one type: after several failures of the tenant, it sends none of them any more. */
  #serviceFor(type: TypeName, service = this.#service): Service {
    return {
      host: service.host,
      ownDomain: service.ownDomain,
      request: async <T>(call: TenantCall) => {
        const outages = this.#outagesOf(type);
        if (outages.length >= maxOutages) throw outages[0];
        return service.request<T>(call);
      },
    };
  }

  /** Reports the objects of a label as left out because of an error. @throws the error if it affects all objects, such as refused credentials */
  #leaveFor(error: unknown, type: TypeName, label: string, entries?: Entries): void {
    const isOutage = isOutageOf(error);
    const isMalformed = error instanceof ListingError || !(error instanceof TenantError);
    if (!(error instanceof Error) || !(isRefusal(error) || isMalformed || isOutage)) throw error;
    if (isOutage && !this.#outagesOf(type).includes(error)) this.#outages.set(type, [...this.#outagesOf(type), error]);
    const why = whyOf(error);
    const isOutsidePlan = isUnavailable(definitions[type], error);
    if (!isOutsidePlan && error instanceof TenantError) this.#silence ??= error;
    this.#leftOut.push({
      ...{ type, label, reason: "unreadable", why, isError: true, ...(entries && { entries }) },
      ...(isOutsidePlan && { isOutsidePlan }),
      ...(isOutage && { isOutage }),
    });
  }

  /** Reports entries of an owner's listing as left out; `count`: how many, if not all. */
  #leaveEntries(type: TypeName, { owners, names, count }: Entries, reason: LeftOutReason, why: string): void {
    const all = entriesOf(owners, names);
    const label = count === undefined ? all : `${count} ${count === 1 ? all.replace(/s of/, " of") : all}`;
    this.#leftOut.push({ type, label, reason, why, entries: { owners, names, ...(count !== undefined && { count }) } });
  }

  #leave(type: TypeName, label: string, reason: LeftOutReason, why: string): void {
    this.#leftOut.push({ type, label, reason, why });
  }
}

/** Whether an error means that the tenant's plan or version does not include one object of a settings type, although the tenant has others. */
function isNotOffered(type: TypeName, error: unknown): error is TenantError {
  if (isUnavailable(definitions[type], error)) return true;
  return error instanceof TenantError && error.status === 400 && /\bpath validation error\b/i.test(error.message);
}

/** Whether an error is a refusal of one request. With other statuses, such as 401 and 429, the tenant refuses all requests. */
function isRefusal(error: unknown): boolean {
  return error instanceof TenantError && [400, 402, 403, 404].includes(error.status ?? 0);
}

/** Whether an error is a failure of the tenant at one request, after all retries: an error of the server, no response, or one that is no JSON. */
function isOutageOf(error: unknown): error is TenantError {
  return error instanceof TenantError && !(error instanceof ListingError) && error.outcome === "unknown";
}

/** Does something for each item, for a bounded number of items at once. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const next = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: maxAtOnce }, next));
}

/** The message of an error as the reason why objects are left out, without a full stop. */
function whyOf({ message }: Error): string {
  return sanitize(message).replace(/\.$/, "");
}

/** The listing of a type if other types need the same listing; undefined if only this type does. */
function sharedListing(type: ListedType): Owners["definition"] | undefined {
  const { route } = definitions[type];
  const isOther = (name: TypeName) => name !== type && definitions[name].route === route;
  const isOwning = (name: TypeName) => {
    const { definition, onlyWith } = definitions[name].listing?.owners ?? {};
    return definition?.route === route || onlyWith?.definition.route === route;
  };
  const isNeeded = (name: TypeName) => definitions[name].identities?.needs?.route === route;
  const isShared = listedTypes.some((name) => isOther(name) || isOwning(name)) || keyedTypes.some(isNeeded);
  return isShared ? described[type] : undefined;
}

async function allOf<T>(entries: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

function sortKeyOf({ names, id }: InventoryItem): string {
  return `${names[0] ?? ""}\n${id}`;
}

function anyOf(patterns: readonly string[] | undefined): ((text: string) => boolean) | undefined {
  const matchers = patterns?.map(matcherOf);
  return matchers && ((text) => matchers.some((matches) => matches(text)));
}

/**
 * Gives items that have no display name the names of the objects to which they refer: a client grant gets the name of its API, not only the
 * identifier. References to objects outside the inventory do not contribute a name.
 */
function namedAfterReferences(items: readonly InventoryItem[]): readonly InventoryItem[] {
  const known = new Map(items.flatMap((item) => namesIn(item).map((name) => [name, item])));
  return items.map((item) => {
    if (!isNamedByReference(item)) return item;
    const ends = referencesIn(item.type, item.properties).filter(({ isIdentity }) => isIdentity);
    const names = ends.flatMap(({ type, property, value }) => known.get(nameOf(type, property, value))?.names[0] ?? []);
    return names.length > 0 ? { ...item, names: [names.join(" "), ...item.names] } : item;
  });
}

/** Whether the display name of an item in its listing is only a reference to another object. */
function isNamedByReference({ type }: InventoryItem): boolean {
  const { listing, schema } = definitions[type];
  const { idOf, refersTo } = (schema.fields as Fields)[listing?.names[0] ?? ""] ?? {};
  return listing?.owners === undefined && (idOf ?? refersTo) !== undefined;
}

/** All values by which other objects refer to an item. */
function namesIn({ type, id, properties }: InventoryItem): readonly string[] {
  return [
    nameOf(type, "id", id),
    ...definitions[type].uniqueBy.map((name) => nameOf(type, name, own(properties, name))),
  ];
}

function nameOf(type: string, property: string, value: Json | undefined): string {
  return JSON.stringify([type, property, value]);
}

/** Entries of an owner's listing. */
interface Entries {
  readonly owners: Owners;
  /** The names of the owner. */
  readonly names: Owner["names"];
  /** The number of the entries. Absent: all of the listing. */
  readonly count?: number;
}

/** A left-out object, and whether an error is the reason. Objects of a type with the same error are reported together, and so are entries. */
interface Left extends LeftOut {
  readonly isError?: true;
  readonly entries?: Entries;
}

/** Left-out objects, sorted by type, then by label. What more than two objects or owners have in common is reported once, with their number. */
function inOrder(left: readonly Left[]): readonly LeftOut[] {
  const groups = Map.groupBy(left, ({ type, why, label, isError, entries }) =>
    // Other objects are reported one by one, even if the reason is the same.
    JSON.stringify([type, isError ? comparableReasonIn(why) : why, isError || entries ? "" : label]),
  );
  const all = [...groups.values()].flatMap(together).map(({ isError: _, entries: __, ...one }): LeftOut => one);
  return all.sort((a, b) => byType(a, b) || byText(a.label, b.label));
}

/** Compares by the documented order of the types. */
function byType(a: { readonly type: TypeName }, b: { readonly type: TypeName }): number {
  return typeNames.indexOf(a.type) - typeNames.indexOf(b.type);
}

function together(group: readonly Left[]): readonly Left[] {
  const [first] = group;
  const isCommon = new Set(group.map(({ label }) => label)).size > 2;
  if (!first || !isCommon) return group;
  const label = first.entries ? labelOfAll(group.flatMap(({ entries }) => entries ?? [])) : undefined;
  return [{ ...first, label: label ?? `${group.length} ${definitions[first.type].plural}` }];
}

/** The label of entries of several owners' listings: `members of 40 organizations`, or `7 members of 3 organizations`. */
function labelOfAll(all: readonly Entries[]): string | undefined {
  const [first] = all;
  if (!first) return undefined;
  const { collection, definition, named } = first.owners;
  const count = all.reduce((sum, one) => sum + (one.count ?? 0), 0);
  const owners = named ? `${named.noun}s` : definition.plural;
  return `${count > 0 ? `${count} ` : ""}${collection.replaceAll("_", " ")} of ${all.length} ${owners}`;
}

/** The label of all entries in an owner's listing, for messages: `members of organization "acme"`. */
function entriesOf({ collection, definition, named }: Owners, [best = ""]: Owner["names"]): string {
  return `${collection.replaceAll("_", " ")} of ${named?.noun ?? definition.schema.noun} "${sanitize(best)}"`;
}

/** The path of an owner's listing. An owner of which a third object has at most one has that object's id in the middle of its path. */
function listingPathOf({ definition, collection, named }: Owners, { id }: Owner): readonly string[] {
  const route = named?.route ?? definition.route;
  const [inPath] = parametersOf(route);
  const owner = inPath === undefined ? [...route.split("/"), id] : pathOf(route, { [inPath]: id });
  return [...owner, collection];
}

/** The owners below which objects are listed: the given objects, or other objects whose ids are in a property of the given ones. */
function ownersIn(bodies: readonly Json[], { named }: Owners): readonly Json[] {
  if (!named) return bodies;
  const all = bodies.flatMap((body) => {
    const entries = own(body, named.property);
    return Array.isArray(entries) ? valuesUnder("id", entries) : [];
  });
  return [...new Set(all)].filter((id) => !named.except.includes(String(id))).map((id) => ({ id }));
}

/** Why an object is left out that its listing contains and its own response denies. */
const notFound =
  "the tenant lists it, and answers 404 when it is read: it was deleted meanwhile, or the tenant is not up to date; run the command again";

/** A service that also calls a function for each answer, or for each error. */
function observed(
  service: Service,
  { onAnswer, onError }: { readonly onAnswer?: () => void; readonly onError?: (error: unknown) => void },
): Service {
  return {
    host: service.host,
    ownDomain: service.ownDomain,
    async request<T>(call: TenantCall) {
      try {
        const answer = await service.request<T>(call);
        onAnswer?.();
        return answer;
      } catch (error) {
        onError?.(error);
        throw error;
      }
    },
  };
}

/** A service that caches all responses, so that objects which need the same requests are read with one. */
export function cachingService(service: Service): Service {
  const answers = new Map<string, Promise<TenantAnswer<unknown>>>();
  return {
    host: service.host,
    ownDomain: service.ownDomain,
    request<T>(call: TenantCall) {
      const key = JSON.stringify([call.path, call.query]);
      const answer = answers.get(key) ?? service.request<unknown>(call);
      answers.set(key, answer);
      return answer as Promise<TenantAnswer<T>>;
    },
  };
}
