import { randomBytes, randomInt } from "node:crypto";
import { isObject } from "./validation.ts";

/** Notifies all listeners of events. */
export class Notifier<T> {
  readonly #listeners = new Set<(news: T) => void>();

  /** Adds a listener for events from now on. Returns a function that removes it. */
  listen(listener: (news: T) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  tell(news: T): void {
    for (const listener of [...this.#listeners]) listener(news);
  }
}

/** An object in the service's wire format, with snake_case names. */
export type WireObject = Record<string, unknown>;

/**
 * Direct access to the objects of one type, like that of an administrator at the dashboard. The service's rules apply, but no token is needed, and
 * rate limits, faults and the log are not involved. All returned objects are copies.
 */
export interface Collection {
  /** All objects, including the service's system objects, oldest first. */
  list(): WireObject[];
  /** The object with this id or natural key, such as a resource server's identifier; undefined if there is none. */
  get(key: string): WireObject | undefined;
  /**
   * Creates an object and returns the service's response.
   *
   * @throws ServiceError if the service would respond with an error
   */
  create(wire: WireObject): WireObject;
  /**
   * Changes an object like the service's PATCH.
   *
   * @throws ServiceError if the service would respond with an error
   */
  update(key: string, patch: WireObject): WireObject;
  /** Deletes an object. Like the service, it ignores an object that does not exist. */
  delete(key: string): void;
}

/** A stored row, with at least an id. */
export interface Stored extends WireObject {
  readonly id: string;
}

/** A copy of an object with other values of its properties. */
export function mapped<T, U>(
  object: Readonly<Record<string, T>>,
  made: (value: T, name: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, made(value, name)]));
}

/** A copy of an object with only those properties that a function keeps. */
export function filtered<T>(
  object: Readonly<Record<string, T>>,
  isKept: (value: T, name: string) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => isKept(value, name)));
}

/** An object with a value for each name. */
export function keyed<T>(names: readonly string[], made: (name: string, index: number) => T): Record<string, T> {
  return Object.fromEntries(names.map((name, index) => [name, made(name, index)]));
}

/** Merges objects at every depth; arrays and other values are replaced. */
export function merged(before: WireObject, given: WireObject): WireObject {
  const deeper = (value: unknown, name: string) => {
    const known = entryOf(before, name);
    return isObject(value) && isObject(known) ? merged(known, value) : value;
  };
  return { ...before, ...mapped(given, deeper) };
}

/** A copy of an object with only these properties. */
export function pick(object: WireObject, names: readonly string[]): WireObject {
  return filtered(object, (_, name) => names.includes(name));
}

/** A copy of an object without these properties. */
export function omit(object: WireObject, names: readonly string[]): WireObject {
  return filtered(object, (_, name) => !names.includes(name));
}

/** The value under a key that comes from a request. Inherited keys such as `constructor` have no value. */
export function entryOf<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A copy of an object without the properties that are null. */
export function withoutNulls(object: WireObject): WireObject {
  return filtered(object, (value) => value !== null);
}

/** A new id in the format of the service's object ids: 24 hexadecimal characters. */
export function newObjectId(): string {
  return randomBytes(12).toString("hex");
}

/** Random letters and digits. */
export function randomAlphanumerics(length: number): string {
  return Array.from({ length }, () => alphanumerics[randomInt(alphanumerics.length)]).join("");
}

const alphanumerics = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new id with a prefix such as `con_`, followed by letters and digits. */
export function newPrefixedId(prefix: string, length = 16): string {
  return prefix + randomAlphanumerics(length);
}

/** Copies a JSON value, with members that are undefined. It is much faster than `structuredClone`. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== "object" || value === null) return value;
  // A spread defines also `__proto__` as an ordinary member, which is then assigned as such.
  const copy = { ...value } as Record<string, unknown>;
  for (const key of Object.keys(copy)) copy[key] = copyOf(copy[key]);
  return copy as T;
}
