import fc from "fast-check";
import type { Collection, Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { idNameOf } from "../../provider/src/schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { wireName } from "../../provider/src/schema/schema.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import type { TypeName } from "./kinds.ts";
import { type Hostile, mostly, type ScopeCase, type Subject } from "./subject.ts";

/** The plural of an English noun with one of the endings that the types have. */
type Plural<Name extends string> = Name extends `${string}ey`
  ? `${Name}s`
  : Name extends `${infer Stem}y`
    ? `${Stem}ies`
    : `${Name}s`;

/** The kinds whose objects are a collection of the emulator, under the type's name in the plural. */
type Collected = {
  [Name in TypeName]: Plural<Name> extends keyof Emulator
    ? Emulator[Plural<Name>] extends Collection
      ? Name
      : never
    : never;
}[TypeName];

type Reached = "held" | "answered" | "edit" | "make" | "remove";

/**
 * What the generic tests need to know of objects with a collection and ids of their own.
 *
 * @param key the property that people see and that no two objects share. Default: the name
 * @param byHand what another client creates under a key
 * @param theirs an object of others, of which nothing may ever change
 * @param fromBody the stored object with its properties side by side, if the service has some inside others
 * @param toBody a change of the stored object, as the service takes it
 * @param change sets properties and leaves all others as they are. Default: the service's own PATCH
 */
export function objectsOf<Name extends Collected>(
  name: Name,
  {
    key: property = "name",
    byHand,
    theirs,
    fromBody = (body) => body,
    toBody,
    change,
  }: {
    readonly key?: string;
    readonly byHand: (key: string) => WireObject;
    readonly theirs: WireObject;
    readonly fromBody?: (body: JsonObject) => JsonObject;
    readonly toBody?: (body: JsonObject, stored: JsonObject) => JsonObject;
    readonly change?: (tenant: Emulator, key: string, wire: WireObject) => unknown;
  },
): Pick<Subject<Name>, "name" | "resource" | "path" | "keyOf" | "prepare" | "foreign" | "namesakes" | "read"> &
  Required<Pick<Subject, Reached>> {
  const definition = definitions[name];
  const collection = `${name.replace(/(?<!e)y$/, "ie")}s` as Plural<Collected>;
  const idName = idNameOf(definition);
  const of = (tenant: Emulator): Collection => tenant[collection];
  // The collection itself knows objects by names only where no two of them share one.
  const found = (tenant: Emulator, key: string) =>
    (of(tenant).get(key) ??
      of(tenant)
        .list()
        .find((object) => definition.sharesNames && object.name === key)) as JsonObject | undefined;
  const idOf = (tenant: Emulator, key: string) => String(found(tenant, key)?.[idName] ?? key);
  const { fields } = definition.schema;
  // Not as it is answered, but with what never is.
  const stored = (tenant: Emulator, key: string) => {
    const id = found(tenant, key)?.[idName];
    const rows = tenant.export(collection)[collection] as readonly JsonObject[];
    return typeof id === "string" ? rows.find((row) => row[idName] === id) : undefined;
  };
  const held = (tenant: Emulator, key: string) => {
    const row = stored(tenant, key);
    return row && { id: String(row[idName]), live: fromWire(fields, fromBody(row)) };
  };
  const namesakes = (tenant: Emulator, key: string) => {
    const all = of(tenant).list() as readonly JsonObject[];
    return all.flatMap((object) => (object.name === key ? [String(object[idName])] : []));
  };
  const theirKey = String(theirs[idName] ?? theirs[wireName(property, fields[property])]);
  return {
    name,
    resource: definition.type,
    path: `/api/v2/${definition.route.replace(/\/\{.*/, "")}`,
    keyOf: (args) => String(args[property]),
    prepare: (tenant) => void (of(tenant).get(theirKey) ?? of(tenant).create(theirs)),
    foreign: (tenant) => of(tenant).get(theirKey),
    held,
    ...(definition.sharesNames && { namesakes }),
    answered: (tenant, key) => {
      const row = found(tenant, key);
      return row && fromBody(row);
    },
    ...(toBody && { read: (answered: JsonObject) => toBody(answered, {}) }),
    edit: (tenant, key, property, value) => {
      const row = stored(tenant, key) ?? {};
      const before = own(fromWire(fields, fromBody(row)), property);
      const given = toWire(fields, { [property]: merged(before, value) });
      const wire = toBody?.(given, row) ?? given;
      if (change) change(tenant, key, wire);
      else of(tenant).update(idOf(tenant, key), wire);
    },
    make: (tenant, key) => void of(tenant).create(byHand(key)),
    remove: (tenant, key) => of(tenant).delete(idOf(tenant, key)),
  };
}

/**
 * The table of scopes of objects with ids of their own.
 *
 * @param objects the objects, as the scopes name them
 * @param other another version of the program `one`, for the same object
 * @param verbs of the scopes that an operation needs, where they are not its own alone
 * @param further operations that other types do not have
 */
export function scopesOfObjects(
  objects: string,
  one: JsonObject,
  other: JsonObject,
  {
    create = ["create"],
    update = ["update"],
    remove = ["delete"],
    further = [],
  }: Partial<Record<"create" | "update" | "remove", readonly string[]>> & {
    readonly further?: readonly ScopeCase[];
  } = {},
): readonly ScopeCase[] {
  const of = (verbs: readonly string[]) => verbs.map((verb) => `${verb}:${objects}`);
  return [
    { operation: "create", scopes: of(create), run: one },
    { operation: "refresh, drift", scopes: of(["read"]), before: one, run: "refresh" },
    { operation: "update", scopes: of(update), before: one, run: other },
    ...further,
    { operation: "delete", scopes: of(remove), before: one, run: undefined },
    {
      operation: "create with `adopt`",
      scopes: of([...new Set([...create, "read"])]),
      run: { ...one, adopt: true },
    },
    {
      operation: "adopt",
      scopes: of([...new Set(["read", ...update])]),
      before: one,
      run: { ...other, adopt: true },
      adopted: true,
    },
  ];
}

/** The two names that the object of a slot can have. */
export const namesOf = (slot: string): readonly string[] => [slot, `${slot} ü?x=%2F#1`];

/** Two slots of the fault run, their names, and programs that declare one of the names, the properties and what all `declare`. */
export function slotsOf(
  word: string,
  properties: fc.Arbitrary<JsonObject>,
  declare: JsonObject = {},
): Pick<Subject, "slots" | "keys" | "programs"> {
  return {
    slots: [`${word}-a`, `${word}-b`],
    keys: namesOf,
    programs: (slot) =>
      fc.constant(fc.tuple(properties, mostly(namesOf(slot))).map(([rest, name]) => ({ ...rest, name, ...declare }))),
  };
}

/**
 * What hostile answers and ids have to do with objects at a route that ends in their ids.
 *
 * @param example a program of one object
 * @param misshapen bodies that a refresh must refuse; a list is one in any case
 * @param text the property to which hostile texts are added. Default: the name
 */
export function hostileTo(
  route: string,
  example: JsonObject,
  misshapen: readonly string[],
  text = "name",
): Pick<Hostile, "targets" | "misshapen" | "ids" | "asked" | "programs" | "loud"> {
  return {
    targets: new RegExp(`^/api/v2/${route}(/[^/?]+)?(\\?.*)?$`),
    misshapen: ["[]", ...misshapen].map((body) => ({ path: new RegExp(`${route}.[^/]+$`), body })),
    ...readById(route),
    programs: (ends) =>
      ends.map((end) => ({ args: { ...example, [text]: `${example[text]}${end}` }, mayAsk: [route.split("/")] })),
    loud: { ...example, [text]: `${example[text]}${terminalText}` },
  };
}

/** A text that a terminal would obey. */
export const terminalText = "\u001b]0;owned\u0007\u009b2J\u202e";

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

/** What a read by id asks for at a route, where ids are segments. */
export function readById(route: string): Pick<Hostile, "ids" | "asked"> {
  return { ids: (text) => text, asked: (id) => (isSegment(id) ? [...route.split("/"), id] : undefined) };
}
