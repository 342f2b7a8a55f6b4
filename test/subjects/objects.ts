import type { Collection, Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { kinds } from "../../provider/src/lifecycle/registry.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/model/json.ts";
import { fromWire, toWire } from "../../provider/src/model/wire.ts";
import type { Hostile, KindName, Subject } from "./subject.ts";

type CollectionName = "resourceServers" | "connections" | "tokenExchangeProfiles";

/**
 * How objects with a collection of their own are reached behind a program's back.
 *
 * @param byHand what somebody creates under a key
 * @param change sets properties and leaves all others as they are. Default: the service's own PATCH
 */
export function objectsOf(
  name: KindName,
  collection: CollectionName,
  byHand: (key: string) => WireObject,
  change = (tenant: Emulator, key: string, wire: WireObject) => tenant[collection].update(key, wire),
): Required<Pick<Subject, "held" | "answered" | "edit" | "make" | "remove">> {
  const of = (tenant: Emulator): Collection => tenant[collection];
  const answered = (tenant: Emulator, key: string) => of(tenant).get(key) as JsonObject | undefined;
  const { fields } = kinds[name].table;
  const held = (tenant: Emulator, key: string) => {
    const id = answered(tenant, key)?.id;
    if (typeof id !== "string") return undefined;
    // Not as it is answered, but with what never is.
    const rows = tenant.export()[collection] as readonly JsonObject[];
    const row = rows.find((candidate) => candidate.id === id);
    return row && { id, live: fromWire(fields, row) };
  };
  return {
    held,
    answered,
    edit: (tenant, key, property, value) => {
      const before = held(tenant, key)?.live ?? {};
      change(tenant, key, toWire(fields, { [property]: merged(own(before, property), value) }));
    },
    make: (tenant, key) => void of(tenant).create(byHand(key)),
    remove: (tenant, key) => of(tenant).delete(key),
  };
}

/** The members of an object that are given, with the others as they are. */
function merged(before: Json | undefined, value: Json): Json {
  if (!isObject(before) || !isObject(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, merged(own(before, key), item)]);
  return { ...before, ...Object.fromEntries(members) };
}

/** Whether a text can be a segment of a path: it is one segment, and Unicode. */
export function isSegment(text: string): boolean {
  return !["", ".", ".."].includes(text) && !/\p{Cs}/u.test(text);
}

/** What a read by id asks for, where ids are segments. */
export function readById(collection: string): Pick<Hostile, "ids" | "asked"> {
  return { ids: (text) => text, asked: (id) => (isSegment(id) ? [collection, id] : undefined) };
}
