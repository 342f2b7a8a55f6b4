import { type Route, type RouteOptions, type RouteRequest, route } from "./router.ts";
import { type ArraySchema, bodyOf, checkBody } from "./validation.ts";

/** A list that belongs to an object, such as the roles of a user. Requests add and remove single items. */
export interface Links<Item> extends RouteOptions {
  /** The beginning of the operations' names in the log, such as `users.roles` of `users.roles.add`. */
  readonly operation: string;
  readonly path: `/${string}`;
  /** The property of the body that contains the items. */
  readonly property: string;
  readonly items: ArraySchema;
  /** The scopes for listing, adding and removing items. */
  readonly scopes: readonly [read: string, add: string, remove: string];
  readonly read: Route["handle"];
  readonly add: (request: RouteRequest, given: readonly Item[]) => unknown;
  readonly remove: (request: RouteRequest, given: readonly Item[]) => void;
}

/**
 * The routes of such a list: `GET` lists the items, `POST` adds items, `DELETE` removes items. The bodies of `POST` and `DELETE` need at
 * least one item.
 */
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
