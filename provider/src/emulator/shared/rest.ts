import { type Cursors, type SortKey, sorted } from "./cursors.ts";
import type { Objects } from "./objects.ts";
import { byCursor, byEither, byFields, type ListQuery, offsetPage, readListQuery, selectFields } from "./query.ts";
import { type Route, type RouteOptions, type RouteRequest, route } from "./router.ts";
import type { Stored, WireObject } from "./store.ts";
import { type ArraySchema, bodyOf, checkBody, isObject, type Properties, payloadError } from "./validation.ts";

const operations = {
  list: { method: "GET", below: "", action: "read" },
  create: { method: "POST", below: "", action: "create" },
  get: { method: "GET", below: "/:id", action: "read" },
  update: { method: "PATCH", below: "/:id", action: "update" },
  delete: { method: "DELETE", below: "/:id", action: "delete" },
} as const;

const idRefused = "Additional properties not allowed: id";

type Operation = keyof typeof operations;

/** The deviations of one type of object from the usual routes. */
export interface Special<Row extends Stored> {
  /** The parameters of the list. Default: those of a listing by cursor. */
  readonly parameters?: Properties;
  /** Returns the filter for the rows of a list. Default: all rows. */
  readonly wanted?: (asked: ListQuery) => (row: Row) => boolean;
  /** The order of a list that is requested by page number. Default: the order of a list that is requested by cursor. */
  readonly order?: (asked: ListQuery) => { by(row: Row): SortKey; readonly isDescending: boolean };
  /** The properties that a response contains even if `fields` does not name them. If undefined, reads do not accept `fields`. */
  readonly always?: readonly string[];
  /** The form of an object in responses. Default: the whole object. */
  readonly answer?: (object: WireObject, request: RouteRequest, operation: Operation) => WireObject;
  /** Deviations of single operations. */
  readonly routes?: { readonly [O in Operation]?: RouteOptions & { readonly handle?: Route["handle"] } };
}

/**
 * The routes of one type of object, such as `POST /things` and `GET /things/:id`, with scopes such as `read:things`. Unless `special` says
 * otherwise, the list uses cursors, a delete returns 204 even if the object does not exist, and all other operations return the whole
 * object.
 *
 * @param name the type's name in paths, such as `resource-servers`
 */
export function restRoutes<Row extends Stored>(
  name: string,
  objects: Objects<Row>,
  cursors: Cursors,
  special: Special<Row> = {},
): Route[] {
  const collection = name.replaceAll("-", "_");
  const { wanted, always, order, answer = (object) => object } = special;
  const parameters = { ...(special.parameters ?? byCursor), ...(always && byFields) };
  const usual: Record<Operation, Route["handle"]> = {
    list: (request) =>
      cursors.list<Row>(request.query, parameters, (asked) => {
        const rows = wanted ? objects.listed().filter(wanted(asked)) : objects.listed();
        const by = asked.byCursor ? undefined : order?.(asked);
        const ordered = by ? sorted(rows, by.by) : rows;
        return {
          collection,
          all: by?.isDescending ? ordered.toReversed() : ordered,
          sortKeyOf: (row) => objects.sortKeyOf(row),
          show: (row) => answer(objects.show(row), request, "list"),
          ...(always && { always }),
        };
      }),
    create: (request) => {
      const { body } = request;
      // `created` allows an id, because direct access can choose the id of a new object. A request cannot.
      if (isObject(body) && Object.hasOwn(body, "id")) throw payloadError({ why: idRefused, path: "" });
      return answer(objects.create(body as WireObject), request, "create");
    },
    get: (request) => {
      const asked = always && readListQuery(request.query, byFields);
      const whole = answer(objects.show(objects.require(request.param("id"))), request, "get");
      return asked ? selectFields(whole, asked, always) : whole;
    },
    update: (request) => {
      const { id } = objects.require(request.param("id"));
      return answer(objects.update(id, request.body as WireObject), request, "update");
    },
    delete: ({ param }) => {
      const found = objects.at(param("id"));
      if (found) objects.delete(found.id);
    },
  };
  return (Object.keys(operations) as Operation[]).map((operation) => {
    const { method, below, action } = operations[operation];
    const own = route(
      `${name}.${operation}`,
      `${method} /${name}${below}`,
      `${action}:${collection}`,
      usual[operation],
    );
    return { ...own, ...special.routes?.[operation] };
  });
}

/**
 * Returns a handler that deletes an object. Unlike the default handler of {@link restRoutes}, it refuses a missing object.
 *
 * @throws ServiceError 404 if the object does not exist
 */
export function deleteOnce<Row extends Stored>(objects: Objects<Row>): Route["handle"] {
  return ({ param }) => objects.delete(objects.require(param("id")).id);
}

/**
 * A route that returns an empty list. The emulator has no objects for it, but clients request the list together with other ones.
 *
 * @param path for example `/client-grants`
 * @param collection the property of the response that contains the list. Default: the last part of the path, with underscores
 */
export function emptyList(path: `/${string}`, scope: string, collection?: string): Route {
  const parts = path.split("/").filter((part) => part !== "" && !part.startsWith(":"));
  const name = collection ?? String(parts.at(-1)).replaceAll("-", "_");
  return route(`${parts.join(".")}.list`, `GET ${path}`, scope, ({ query }) => {
    const asked = readListQuery(query, byEither);
    return asked.byCursor ? { [name]: [] } : offsetPage([], name, asked);
  });
}

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
 * The routes of a list that belongs to an object: `GET` lists the items, `POST` adds items, `DELETE` removes items. The bodies of `POST` and
 * `DELETE` need at least one item.
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
