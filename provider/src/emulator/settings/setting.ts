import { ServiceError } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { type Route, type RouteRequest, route, type Tenant, type TenantTraits } from "../shared/module.ts";
import { omit, pick, type WireObject } from "../shared/store.ts";
import type { ObjectSchema } from "../shared/validation.ts";

/** Access to one setting of a tenant, for its routes. */
export interface Held {
  /** The object as it is stored. */
  stored(): WireObject;
  /** Whether the object exists: see {@link Setting.key}. Some objects do not exist in a new tenant. */
  exists(): boolean;
  /** Changes the object as {@link Setting.settle} defines. */
  change(patch: WireObject): void;
  /** Makes the object that of a new tenant. */
  reset(): void;
}

/** An object that every tenant has exactly once, behind `GET|PATCH /path`. */
export interface Setting {
  /** Returns the schema of a change. Default: that of a PATCH of the path. */
  readonly changed?: () => ObjectSchema;
  /**
   * Returns the routes of the object. Default: `GET|PATCH` of its path.
   *
   * @param own the object
   * @param at returns the setting at a path. Its methods throw a 404 if the emulator does not have it
   * @param changed returns the paths of all settings that were changed
   * @param tenant the tenant that has the object
   */
  readonly routes?: (
    own: Held,
    at: (path: string) => Held,
    changed: () => readonly string[],
    tenant: Tenant,
  ) => readonly Route[];
  /** The property without which the object does not exist: direct access can set others first. Default: any property is enough. */
  readonly key?: string;
  /** The object of a new tenant. */
  readonly fresh: (traits: TenantTraits) => WireObject;
  /**
   * Refuses a PATCH that something else of the tenant excludes.
   *
   * @param hasDomain whether the tenant has a custom domain that is ready
   * @throws ServiceError for a refused body
   */
  readonly refuse?: (body: WireObject, hasDomain: () => boolean) => void;
  /** The object to store after a write. Default: properties are merged at every depth, arrays are replaced. */
  readonly settle?: (before: WireObject, given: WireObject, traits: TenantTraits) => WireObject;
  /** Returns the values of a PATCH or a seed that other settings hold, too, by the paths of these settings. Default: none. */
  readonly mirrored?: (given: WireObject) => Readonly<Record<string, WireObject>>;
  /** Returns the values that a PATCH of this setting also sets in other settings, by the paths of these settings. Default: none. */
  readonly sideEffects?: (given: WireObject) => Readonly<Record<string, WireObject>>;
  /** The object in a response to a GET; `at` returns another setting as it is stored. Default: the whole object. */
  readonly view?: (stored: WireObject, at: (path: string) => WireObject) => WireObject;
  /** The object in the response to a PATCH. Default: as for a GET. */
  readonly answer?: (shown: WireObject, at: (path: string) => WireObject) => WireObject;
  /**
   * Whether the service returns arrays in an arbitrary order. Each write changes the order, and its response has another order than the
   * next GET.
   */
  readonly isUnordered?: true;
}

/** A {@link Setting.settle} for a provider: a write that changes its name removes the properties of the previous provider. */
export function settledProvider(before: WireObject, given: WireObject, own: readonly string[]): WireObject {
  const isOther = before.name !== undefined && given.name !== undefined && given.name !== before.name;
  return { ...(isOther ? omit(before, own) : before), ...given };
}

/** The name in the log of a GET of a setting, or of a part of one. */
export function operationOf(path: string): string {
  return `${path.replaceAll("/", ".")}.get`;
}

/**
 * Routes of members of a setting: those in the body of a write. A tenant without the members has no such routes.
 *
 * @param refuse called before each request. It throws if the route is not available
 */
export function memberRoutes(
  own: Held,
  path: string,
  refuse: (method: "GET" | "PUT") => void = () => {},
  method: "PUT" | "PATCH" = "PUT",
): Route[] {
  const shown = () => {
    const found = pick(own.stored(), Object.keys(bodyOf(`${method} /${path}`).properties));
    if (Object.keys(found).length === 0) throw new ServiceError(404, "Not Found");
    return found;
  };
  const get = () => {
    refuse("GET");
    return shown();
  };
  const write = ({ given }: RouteRequest) => {
    refuse("PUT");
    shown();
    own.change(given());
    return shown();
  };
  return [route(`GET /${path}`, get, { operation: operationOf(path) }), route(`${method} /${path}`, write)];
}
