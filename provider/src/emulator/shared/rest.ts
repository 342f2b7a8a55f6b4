import type { Cursors } from "./cursors.ts";
import type { Objects } from "./objects.ts";
import { byCursor, readListQuery } from "./query.ts";
import type { Route } from "./router.ts";
import type { Stored, WireObject } from "./store.ts";

const operations = {
  list: { method: "GET", below: "", action: "read" },
  create: { method: "POST", below: "", action: "create" },
  get: { method: "GET", below: "/:id", action: "read" },
  update: { method: "PATCH", below: "/:id", action: "update" },
  delete: { method: "DELETE", below: "/:id", action: "delete" },
} as const;

type Operation = keyof typeof operations;

/** The operations that one kind of object has, each with what is special about it. */
export type Operations = { readonly [O in Operation]?: Partial<Pick<Route, "handle" | "furtherScopes" | "bucket">> };

/**
 * The routes of one kind of object, as `POST /things` and `GET /things/:id`, with scopes as `read:things`. Default: the list
 * goes by cursor, a deletion answers 204 (also if the object is not there), and all other operations answer the whole object.
 * @param name the kind's name in paths, as `resource-servers`
 */
export function restRoutes<Row extends Stored>(
  name: string,
  objects: Objects<Row>,
  cursors: Cursors,
  special: Operations,
): Route[] {
  const collection = name.replaceAll("-", "_");
  const usual: Record<Operation, Route["handle"]> = {
    list: ({ query }) => {
      const listing = { collection, all: objects.listed(), placeOf: (object: WireObject) => objects.placeOf(object) };
      return { status: 200, body: cursors.page(listing, readListQuery(query, byCursor)) };
    },
    create: ({ body }) => ({ status: 201, body: objects.create(body as WireObject) }),
    get: ({ param }) => ({ status: 200, body: objects.require(param("id")) }),
    update: ({ param, body }) => {
      const { id } = objects.require(param("id"));
      return { status: 200, body: objects.update(String(id), body as WireObject) };
    },
    delete: ({ param }) => {
      const found = objects.at(param("id"));
      if (found) objects.delete(String(found.id));
      return { status: 204 };
    },
  };
  return (Object.keys(special) as Operation[]).map((operation) => {
    const { method, below, action } = operations[operation];
    return {
      method,
      path: `/${name}${below}`,
      operation: `${name}.${operation}`,
      scope: `${action}:${collection}`,
      handle: usual[operation],
      ...special[operation],
    };
  });
}
