import type { Route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import type { TenantTraits } from "../shared/traits.ts";
import { isObject, type ObjectSchema } from "../shared/validation.ts";

/** One object of the settings, for its own routes. */
export interface Held {
  /** The object as it is stored. */
  stored(): WireObject;
  /** Changes the object as `settle` says. */
  change(patch: WireObject): void;
}

/** An object that every tenant has exactly once, behind `GET|PATCH /path`. */
export interface Setting {
  /** The objects of its scopes: `attack_protection` for `read:attack_protection`. */
  readonly scope: string;
  /** The schema of a PATCH body. */
  readonly changed: ObjectSchema;
  /**
   * The routes of an object that consists of several parts. Default: `GET|PATCH` of its path.
   *
   * @param at the object at a path; undefined if the emulator does not have it
   * @param changed the paths of all objects that were changed
   */
  readonly routes?: (
    own: Held,
    at: (path: string) => Held | undefined,
    changed: () => readonly string[],
  ) => readonly Route[];
  /** The object of a new tenant. */
  readonly fresh: (traits: TenantTraits) => WireObject;
  /** The object after a write. Default: members are merged at every depth, arrays are replaced. */
  readonly settle?: (before: WireObject, given: WireObject) => WireObject;
  /** Members of other settings that a PATCH changes besides, by their paths. Default: none. */
  readonly also?: (given: WireObject) => Readonly<Record<string, WireObject>>;
  /** The object in a response to a GET. Default: the whole object. */
  readonly view?: (stored: WireObject) => WireObject;
  /** The object in the response to a PATCH. Default: as for a GET. */
  readonly answer?: (shown: WireObject) => WireObject;
  /** Whether arrays have an order of the service's own, which each write changes, and which differs between its response and the next GET. */
  readonly isUnordered?: true;
}

/** Merges objects at every depth; arrays and other values are replaced. */
export function merged(before: WireObject, given: WireObject): WireObject {
  const members = Object.entries(given).map(([key, value]) => {
    const known = before[key];
    return [key, isObject(value) && isObject(known) ? merged(known, value) : value] as const;
  });
  return { ...before, ...Object.fromEntries(members) };
}
