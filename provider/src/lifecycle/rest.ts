import { compose, needsLive } from "../model/compose.ts";
import { equal, isObject, isPortable, type Json, type JsonObject, own } from "../model/json.ts";
import { type Fields, identityOf, type Table, wireName } from "../model/table.ts";
import { withUnknownMembers } from "../model/unknown-members.ts";
import { fromWire, ShapeError, toWire } from "../model/wire.ts";
import { checkpointPages, legible, type Query, type Service, type TenantClient } from "../tenant/index.ts";
import { getObject, orAbsent, quoted } from "./calls.ts";
import { gone, reading } from "./errors.ts";
import { type Change, type Found, type Kind, ordinary } from "./kind.ts";
import type { Listable } from "./reads/listable.ts";

/**
 * An id that a path can be made of: nothing on the way takes it for more than one segment, or for another one, and it can
 * be shown. The service's own ids are letters, digits, and a few signs.
 */
const usableId = /^(?!\.{1,2}$)[^\p{C}\s/\\?#%]{1,1024}$/u;

/** Whether a text is an id that calls and states can hold. */
export function isUsableId(id: string): boolean {
  return usableId.test(id) && isPortable(id);
}

/** An ordinary object behind `POST /things`, `GET|PATCH|DELETE /things/{id}`, with a listing `GET /things?from&take` of whole objects. */
export interface Rest {
  readonly table: Table;
  /** The first segment of its routes: `things`. */
  readonly root: string;
  /** See {@link Kind.uniqueBy}. The first of them names the object for people. */
  readonly uniqueBy: readonly [string, ...string[]];
  /** How the listing is paged. Default: `checkpoint`. */
  readonly paging?: Listable["paging"];
  /** What names objects in the listing. Default: nothing. */
  readonly filter?: Listable["filter"];
  readonly normalize?: Kind["normalize"];
  /** Whether an update has to read the object first, for another reason than nested objects that it declares in part. */
  readonly readsFirst?: (change: Change) => boolean;
  /** The properties that an update sends, once those that depend on each other agree. */
  readonly adjust?: (changes: JsonObject, inputs: JsonObject, live: JsonObject) => JsonObject;
}

/** An object as it was read. */
export interface Read {
  readonly live: JsonObject;
  /** The answer itself, under the wire's names: with what the table does not know. */
  readonly body: JsonObject;
}

/** The calls that an ordinary object needs. Arguments and objects have the names that programs use. */
export interface RestCalls {
  readonly label: Kind["label"];
  /** Creates the object; properties that are set apart are not sent. */
  post(service: TenantClient, args: JsonObject): Promise<Found>;
  /**
   * The object with an id.
   *
   * @param args what is known of it
   * @throws UserError where there is none any more
   */
  get(service: TenantClient, id: string, args: JsonObject): Promise<Read>;
  /**
   * Changes the object. `body` has the wire's names.
   *
   * @param continues the update has begun with another call
   */
  patch(service: TenantClient, id: string, body: JsonObject, args: JsonObject, continues: boolean): Promise<Found>;
  /** The object in a listing that has what is unique; undefined where there is none. */
  search(service: Service, args: JsonObject, query?: Query): Promise<Found | undefined>;
  /** What an answer says of the object that is asked for by what is unique about it. */
  foundIn(body: JsonObject, args: JsonObject): Found;
}

/** The calls for an ordinary object, and the kind that they make: what is special about one is put over it. */
export function restOf(rest: Rest): RestCalls & { readonly kind: Kind & { readonly listable: Listable } } {
  const { table, root, uniqueBy, normalize = ordinary.normalize, readsFirst, adjust } = rest;
  const { paging = "checkpoint", filter } = rest;
  const [nameKey] = uniqueBy;
  const bodyFields: Fields = Object.fromEntries(Object.entries(table.fields).filter(([, field]) => !field.apart));
  const collection = root.replaceAll("-", "_");
  const identity = identityOf(table);
  const isKeyFixed = uniqueBy.every((name) => identity.includes(name));
  const uniqueOnWire = uniqueBy.map((name) => [name, wireName(name, table.fields[name])] as const);

  const label = (args: JsonObject) => {
    return `${table.noun}${quoted(args, nameKey)}`;
  };
  const subjectOf = (id: string, args: JsonObject) =>
    own(args, nameKey) === undefined ? `${table.noun} ${legible(id)}` : label(args);

  /**
   * An answered object under the names that programs use. An answer that got lost and reached another call must not
   * become part of the state, and must not be written back.
   *
   * @param named the properties that have to be those that were asked for
   * @throws ShapeError where it is another object
   */
  const liveOf = (body: JsonObject, subject: string, args: JsonObject, named: readonly string[], id?: string) => {
    const live = normalize(fromWire(bodyFields, body));
    // A fixed key tells more than the id: the service takes some keys in place of an id.
    const isAnotherId = !isKeyFixed && isOther(own(body, "id"), id);
    if (isAnotherId || named.some((name) => isOther(own(live, name), own(args, name)))) {
      throw new ShapeError(`the tenant answered for ${subject} with another object`);
    }
    const missing = isKeyFixed ? undefined : uniqueBy.find((name) => own(live, name) === undefined);
    if (missing === undefined) return live;
    throw new ShapeError(`the tenant answered for ${subject} without "${missing}"`);
  };
  const found = (body: unknown, args: JsonObject, named: readonly string[], asked?: string): Found => {
    const id = isObject(body) ? own(body, "id") : undefined;
    if (!isObject(body) || typeof id !== "string" || !isUsableId(id)) {
      throw new ShapeError(`the tenant answered for ${label(args)} without an id, or with one that cannot be used`);
    }
    return { id, live: liveOf(body, label(args), args, named, asked) };
  };

  /** The object after an update that was answered with 204. Where it cannot be read, the update counts as lost. */
  const reread = (service: TenantClient, id: string, args: JsonObject) =>
    getObject(service, [root, id], label(args), true).catch((cause: unknown) => {
      throw new ShapeError(`the tenant answered for ${label(args)} without an object, and reading it failed`, {
        cause,
      });
    });

  const read = async (service: Service, id: string, args: JsonObject): Promise<Read | undefined> => {
    const subject = subjectOf(id, args);
    const body = await getObject(service, [root, id], subject);
    return body && { body, live: liveOf(body, subject, args, identity, id) };
  };

  const calls: RestCalls = {
    label,
    async post(service, args) {
      const body = toWire(bodyFields, args);
      const call = { method: "POST", path: [root], body, subject: label(args), action: "create" } as const;
      return found((await service.request(call)).body, args, [...identity, ...uniqueBy]);
    },
    get: (service, id, args) =>
      reading(async () => {
        const found = await read(service, id, args);
        if (found) return found;
        throw gone(label(args));
      }),
    async patch(service, id, body, args, continues) {
      const call = { method: "PATCH", path: [root, id], body, subject: label(args), action: "update" } as const;
      const { body: answered } = await service.request({ ...call, continues });
      return found(answered ?? (await reread(service, id, args)), args, identity, id);
    },
    async search(service, args, query = {}) {
      const listing = { path: [root], query, collection, subject: label(args) };
      for await (const body of checkpointPages<JsonObject>(service, listing)) {
        if (uniqueOnWire.every(([name, wire]) => equal(own(body, wire), own(args, name))))
          return calls.foundIn(body, args);
      }
      return undefined;
    },
    foundIn: (body, args) => found(body, args, uniqueBy),
  };

  // Of these a missing value says nothing, so an entry without one that is known may not show it.
  const hidden = Object.entries(table.fields).flatMap(([name, field]) =>
    field.reads?.how === "sometimes" || (field.kind === "document" && field.mayBeWithheld)
      ? [[name, wireName(name, field)] as const]
      : [],
  );
  const listable: Listable = {
    collection,
    paging,
    ...(filter && { filter }),
    placeOf({ path: [first, id, ...below] }, known) {
      if (first !== root || below.length > 0) return undefined;
      const isShown = (row: JsonObject) =>
        hidden.every(([name, wire]) => own(known, name) === undefined || own(row, wire) !== undefined);
      const listing = [root];
      if (id !== undefined) return { listing, key: id, answer: (row) => (isShown(row) ? row : undefined) };
      const key = own(known, nameKey);
      const list = (rows: readonly JsonObject[]) => ({ [collection]: rows });
      return typeof key === "string" ? { listing, key, answer: (row) => list([row]), nothing: list([]) } : undefined;
    },
    keysOf: (row) => [own(row, "id"), own(row, wireName(nameKey, table.fields[nameKey]))],
  };

  const kind = {
    ...ordinary,
    table,
    listable,
    uniqueBy,
    normalize,
    label,
    provisionalId: (args: JsonObject) => `unconfirmed:${own(args, nameKey)}`,
    create: calls.post,
    find: calls.search,
    read: async (service: Service, id: string, outputs: JsonObject) => (await read(service, id, outputs))?.live,
    async update(service: TenantClient, change: Change) {
      const { id, plan, inputs } = change;
      const isRead = needsLive(table, plan) || readsFirst?.(change) === true;
      const { live, body } = isRead ? await calls.get(service, id, inputs) : { live: {}, body: {} };
      const changes = compose(table, plan, inputs, live);
      const wire = toWire(bodyFields, adjust?.(changes, inputs, live) ?? changes);
      return calls.patch(service, id, withUnknownMembers(table, plan, wire, body), inputs, isRead);
    },
    async delete(service: TenantClient, id: string, outputs: JsonObject) {
      const subject = label(outputs);
      await orAbsent(service.request({ method: "DELETE", path: [root, id], subject, action: "delete" }));
    },
  } satisfies Kind;
  return { ...calls, kind };
}

function isOther(answered: Json | undefined, asked: Json | undefined): boolean {
  return answered !== undefined && asked !== undefined && !equal(answered, asked);
}
