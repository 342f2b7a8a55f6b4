import type { Cursors } from "../shared/cursors.ts";
import { ServiceError } from "../shared/errors.ts";
import type { Objects } from "../shared/objects.ts";
import { byCursor } from "../shared/query.ts";
import { type Route, type RouteRequest, route } from "../shared/router.ts";
import { pick, type WireObject } from "../shared/store.ts";
import { bodyOf, checkBody, flag, list, object, text } from "../shared/validation.ts";
import type { Organizations } from "./organizations.ts";

const clientId = text("Id of the client", { min: 1 });
const access = { use_for_member_access: flag("Whether members use the client") };
/** The maximum number of clients in one call. */
const clientsAtOnce = 10;
const atOnce = { min: 1, max: clientsAtOnce };
const entry = object("", { client_id: clientId, ...access }, ["client_id"]);
const added = bodyOf({ clients: list("Clients", entry, { ...atOnce, uniqueBy: "client_id" }) }, ["clients"]);
const removed = bodyOf({ clients: list("Ids of clients", clientId, atOnce) }, ["clients"]);
const changed = bodyOf(access, ["use_for_member_access"]);

/** The methods of the applications' collection that these routes need. */
type Known = Pick<Objects, "require" | "get" | "deleted">;

/** The applications of organizations: `/organizations/{id}/clients`, scopes `create|read|update|delete:organization_clients`. */
export function organizationClientRoutes(organizations: Organizations, clients: Known, cursors: Cursors): Route[] {
  const path = "/organizations/:id/clients" as const;
  const scope = (verb: string) => `${verb}:organization_clients`;
  const name = (operation: string) => `organizations.clients.${operation}`;
  const organizationOf = ({ param }: RouteRequest) => organizations.require(param("id"));
  const heldBy = (request: RouteRequest) => organizations.partOf(organizationOf(request), "clients");
  const put = (request: RouteRequest, held: readonly WireObject[]) =>
    organizations.setPart(organizationOf(request), "clients", held);
  const show = (one: WireObject): WireObject => ({
    ...one,
    client: pick(clients.get(String(one.client_id)) ?? {}, [
      "name",
      "is_first_party",
      "grant_types",
      "organization_usage",
    ]),
  });
  const found = (request: RouteRequest) => {
    const one = heldBy(request).find(({ client_id }) => client_id === request.param("client_id"));
    // The text of the service's error is unknown, so this text is invented.
    if (!one) throw new ServiceError(404, "No client found by that id");
    return one;
  };
  clients.deleted.listen((gone) => {
    for (const row of organizations.table.all()) {
      const held = organizations.partOf(row, "clients");
      const kept = held.filter(({ client_id }) => client_id !== gone);
      if (kept.length < held.length) organizations.setPart(row, "clients", kept);
    }
  });
  return [
    route(name("list"), `GET ${path}`, scope("read"), (request) => {
      const { id } = organizationOf(request);
      return cursors.list<WireObject>(request.query, byCursor, () => ({
        collection: "clients",
        name: `clients of ${id}`,
        all: heldBy(request).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
        sortKeyOf: keyOf,
        show,
      }));
    }),
    route(name("add"), `POST ${path}`, scope("create"), (request) => {
      const held = heldBy(request);
      checkBody(added, request.body);
      const given = request.body.clients as WireObject[];
      for (const { client_id } of given) clients.require(String(client_id));
      if (given.some((one) => held.some((other) => keyOf(other) === keyOf(one)))) {
        throw new ServiceError(409, "The client has already been added to this organization.");
      }
      const all = given.map((one) => ({ use_for_member_access: false, ...one }));
      put(request, [...held, ...all]);
      return all.map(show);
    }),
    route(name("get"), `GET ${path}/:client_id`, scope("read"), (request) => show(found(request))),
    route(name("update"), `PATCH ${path}/:client_id`, scope("update"), (request) => {
      const before = found(request);
      checkBody(changed, request.body);
      const after = { ...before, ...request.body };
      put(
        request,
        heldBy(request).map((one) => (one === before ? after : one)),
      );
      return show(after);
    }),
    route(name("remove"), `DELETE ${path}`, scope("delete"), (request) => {
      checkBody(removed, request.body);
      const gone = request.body.clients as string[];
      put(
        request,
        heldBy(request).filter((one) => !gone.includes(keyOf(one))),
      );
    }),
  ];
}

function keyOf({ client_id }: WireObject): string {
  return String(client_id);
}
