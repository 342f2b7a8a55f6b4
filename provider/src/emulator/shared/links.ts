import { type Route, type RouteOptions, type RouteRequest, route } from "./router.ts";
import { type ArraySchema, bodyOf, checkBody } from "./validation.ts";

/** A list below an object, to which clients add items and from which they remove some. */
export interface Links<Item> extends RouteOptions {
  /** The name of the operations in the log, such as `users.roles`. */
  readonly operation: string;
  readonly path: `/${string}`;
  /** The property of the body that contains the items. */
  readonly property: string;
  readonly items: ArraySchema;
  /** The scopes to list, to add and to remove. */
  readonly scopes: readonly [read: string, add: string, remove: string];
  readonly read: Route["handle"];
  readonly add: (request: RouteRequest, given: readonly Item[]) => unknown;
  readonly remove: (request: RouteRequest, given: readonly Item[]) => void;
}

/** The routes of a list below an object: `GET`, `POST` and `DELETE`, the latter two with a body of at least one item. */
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
