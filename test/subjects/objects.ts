import type { Collection, Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { idNameOf } from "../../provider/src/schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import type { TypeName } from "./kinds.ts";
import type { Hostile, Subject } from "./subject.ts";

/** The kinds whose objects are a collection of the emulator, under the type's name in the plural. */
type Collected = {
  [Name in TypeName]: `${Name}s` extends keyof Emulator
    ? Emulator[`${Name}s`] extends Collection
      ? Name
      : never
    : never;
}[TypeName];

/**
 * How objects with a collection of their own are reached behind a program's back.
 *
 * @param byHand what another client creates under a key
 * @param change sets properties and leaves all others as they are. Default: the service's own PATCH
 */
export function objectsOf(
  name: Collected,
  byHand: (key: string) => WireObject,
  change?: (tenant: Emulator, key: string, wire: WireObject) => unknown,
): Required<Pick<Subject, "held" | "answered" | "edit" | "make" | "remove">> & Pick<Subject, "namesakes"> {
  const collection = `${name}s` as const;
  const idName = idNameOf(definitions[name]);
  const of = (tenant: Emulator): Collection => tenant[collection];
  // The collection itself knows objects by names only where no two of them share one.
  const answered = (tenant: Emulator, key: string) =>
    (of(tenant).get(key) ??
      of(tenant)
        .list()
        .find((object) => definitions[name].sharesNames && object.name === key)) as JsonObject | undefined;
  const idOf = (tenant: Emulator, key: string) => String(answered(tenant, key)?.[idName] ?? key);
  const { fields } = definitions[name].schema;
  const held = (tenant: Emulator, key: string) => {
    const id = answered(tenant, key)?.[idName];
    if (typeof id !== "string") return undefined;
    // Not as it is answered, but with what never is.
    const rows = tenant.export(collection)[collection] as readonly JsonObject[];
    const row = rows.find((candidate) => candidate[idName] === id);
    return row && { id, live: fromWire(fields, row) };
  };
  const namesakes = (tenant: Emulator, key: string) => {
    const all = of(tenant).list() as readonly JsonObject[];
    return all.flatMap((object) => (object.name === key ? [String(object[idName])] : []));
  };
  return {
    held,
    ...(definitions[name].sharesNames && { namesakes }),
    answered,
    edit: (tenant, key, property, value) => {
      const before = held(tenant, key)?.live ?? {};
      const set = change ?? ((at: Emulator, id: string, wire: WireObject) => at[collection].update(id, wire));
      set(
        tenant,
        change ? key : idOf(tenant, key),
        toWire(fields, { [property]: merged(own(before, property), value) }),
      );
    },
    make: (tenant, key) => void of(tenant).create(byHand(key)),
    remove: (tenant, key) => of(tenant).delete(idOf(tenant, key)),
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
