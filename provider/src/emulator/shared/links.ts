import { type Route, type RouteOptions, type RouteRequest, route } from "./router.ts";
import { type ArraySchema, bodyOf, checkBody } from "./validation.ts";

/** A list below an object, to which clients add items and from which they take some. */
export interface Links<Item> extends RouteOptions {
  /** Name of the operations in the log, as `users.roles`. */
  readonly operation: string;
  readonly path: `/${string}`;
  /** Name of the body's property that holds the items. */
  readonly property: string;
  readonly items: ArraySchema;
  /** The scopes to list, to add and to take. */
  readonly scopes: readonly [read: string, add: string, remove: string];
  readonly read: Route["handle"];
  readonly add: (request: RouteRequest, given: readonly Item[]) => unknown;
  readonly remove: (request: RouteRequest, given: readonly Item[]) => void;
}

/** The operations on such a list: `GET`, `POST` and `DELETE`, the latter two with a body that holds at least one item. */
export function linkRoutes<Item>(links: Links<Item>): Route[] {
  const { operation, path, property, items, scopes, read, add, remove, ...options } = links;
  const body = bodyOf({ [property]: { ...items, min: 1 } }, [property]);
  const changing = (change: typeof add) => (request: RouteRequest) => {
    checkBody(body, request.body);
    return change(request, request.body[property] as Item[]);
  };
  const taking: typeof add = (request, given) => {
    remove(request, given);
  };
  return [
    { ...route(`${operation}.list`, `GET ${path}`, scopes[0], read), ...options },
    { ...route(`${operation}.add`, `POST ${path}`, scopes[1], changing(add)), ...options },
    { ...route(`${operation}.remove`, `DELETE ${path}`, scopes[2], changing(taking)), ...options },
  ];
}
