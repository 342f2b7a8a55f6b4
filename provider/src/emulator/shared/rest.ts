import type { Cursors } from "./cursors.ts";
import type { Objects } from "./objects.ts";
import { byCursor, type ListQuery, readListQuery } from "./query.ts";
import type { Route, RouteRequest } from "./router.ts";
import type { Stored, WireObject } from "./store.ts";
import { isObject, type Properties, payloadError } from "./validation.ts";

const operations = {
  list: { method: "GET", below: "", action: "read" },
  create: { method: "POST", below: "", action: "create" },
  get: { method: "GET", below: "/:id", action: "read" },
  update: { method: "PATCH", below: "/:id", action: "update" },
  delete: { method: "DELETE", below: "/:id", action: "delete" },
} as const;

const idRefused = "Additional properties not allowed: id";

type Operation = keyof typeof operations;
type Special = Partial<Pick<Route, "handle" | "furtherScopes" | "bucket">>;

/** What is special about the list of one kind of object. */
export interface Listed<Row extends Stored> {
  /** The parameters of its query. Default: those of a listing by cursor. */
  readonly parameters?: Properties;
  /** Tells which rows are in the list. Default: every row is. */
  readonly wanted?: (asked: ListQuery) => (row: Row) => boolean;
  /** The form in which a row is answered. Default: the whole object. */
  readonly show?: (row: Row, asked: ListQuery, request: RouteRequest) => unknown;
}

/** The operations that one kind of object has, each with what is special about it. */
export type Operations<Row extends Stored> = { readonly [O in Operation]?: Special } & {
  readonly list?: Special & Listed<Row>;
  /** With the status of the answer. Default: 201. */
  readonly create?: Special & { readonly status?: number };
};

/**
 * The routes of one kind of object, as `POST /things` and `GET /things/:id`, with scopes as `read:things`. Default: the list
 * goes by cursor, a deletion answers 204 (also if the object is not there), and all other operations answer the whole object.
 * @param name the kind's name in paths, as `resource-servers`
 */
export function restRoutes<Row extends Stored>(
  name: string,
  objects: Objects<Row>,
  cursors: Cursors,
  special: Operations<Row>,
): Route[] {
  const collection = name.replaceAll("-", "_");
  const { parameters = byCursor, wanted, show = objects.show.bind(objects), ...ofList } = special.list ?? {};
  const { status = 201, ...ofCreate } = special.create ?? {};
  const usual: Record<Operation, Route["handle"]> = {
    list: (request) => {
      const asked = readListQuery(request.query, parameters);
      const rows = objects.listed();
      const listing = {
        collection,
        all: wanted ? rows.filter(wanted(asked)) : rows,
        placeOf: (row: Row) => objects.placeOf(row),
        show: (row: Row) => show(row, asked, request),
      };
      return { status: 200, body: cursors.page(listing, asked) };
    },
    create: ({ body }) => {
      // direct access may choose the id of a new object, a client may not
      if (isObject(body) && Object.hasOwn(body, "id")) throw payloadError({ why: idRefused, path: "" });
      return { status, body: objects.create(body as WireObject) };
    },
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
      ...(operation === "list" ? ofList : operation === "create" ? ofCreate : special[operation]),
    };
  });
}
