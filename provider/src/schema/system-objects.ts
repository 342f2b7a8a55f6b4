import { equal, type Json, type JsonObject, own, type Path, unknownValue, valueAt } from "./json.ts";

/** The properties of a system object that a program can declare. All other properties except its key belong to the service. */
export type Settable =
  | { readonly only: readonly (readonly [string, ...string[]])[] }
  | { readonly allBut: readonly (readonly [string, ...string[]])[] };

/** An object that the service owns, among the objects of a type that programs create: only some of its properties can be set. */
export interface SystemObject {
  /** The name that the service gives to the object. */
  readonly name: string;
  /** The value of the key: a URN, or the path of a URL whose host is the tenant's. */
  readonly key: string;
  readonly settable: Settable;
  /** The values of a new object that differ from those of other objects of the type. A property that leaves the program gets its value here. */
  readonly initial: JsonObject;
  /** Every tenant has the object: a creation adopts it, and a deletion leaves it as it is. */
  readonly isPermanent?: true;
}

/** The system objects of a type. */
export interface SystemObjects {
  /** The unique property whose value identifies a system object. */
  readonly key: string;
  /** The computed property that is true in the responses for system objects. */
  readonly flag: string;
  /** The property with the name that the service gives. A program may declare this name, and no other. */
  readonly named: string;
  readonly objects: readonly SystemObject[];
}

/** The hosts of the service: no customer has an object of its own under them. */
const serviceHost = /^[a-z0-9-]+(?:\.[a-z]{2}(?:-\d)?)?\.auth0\.com$/;

/**
 * The system object that has these values; undefined for any other object.
 *
 * @param host the host of the tenant. Undefined if the values are those of a response or the state, in which the flag marks system objects
 */
export function systemObjectOf(
  { systemObjects }: { readonly systemObjects?: SystemObjects },
  values: JsonObject,
  host?: string,
): SystemObject | undefined {
  if (!systemObjects) return undefined;
  const key = own(values, systemObjects.key);
  if (typeof key !== "string") return undefined;
  const isMarked = own(values, systemObjects.flag) === true;
  return systemObjects.objects.find((one) => key === one.key || isAt(key, one.key, isMarked, host));
}

function isAt(key: string, path: string, isMarked: boolean, host: string | undefined): boolean {
  const url = path.startsWith("/") ? URL.parse(key) : null;
  if (url?.pathname !== path) return false;
  return isMarked || url.host === host || serviceHost.test(url.host);
}

/** The value that a property of a system object has in a new object; undefined if it is that of any new object of the type. */
export function initialOf(
  schema: { readonly systemObjects?: SystemObjects },
  values: JsonObject,
  path: Path,
): Json | undefined {
  const object = systemObjectOf(schema, values);
  return object && valueAt(object.initial, path);
}

/** Whether a program can declare the value at a path of a system object. A value that is not known yet can be any. */
export function isSettable({ key, named }: SystemObjects, object: SystemObject, path: Path, value: Json): boolean {
  if (path[0] === key) return true;
  if (path[0] === named) return value === unknownValue || equal(value, object.name);
  const { settable } = object;
  const covers = (one: readonly string[]) => one.every((name, at) => path[at] === name);
  return "only" in settable ? settable.only.some(covers) : !settable.allBut.some(covers);
}
