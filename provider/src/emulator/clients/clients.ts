import type { Cursors } from "../shared/cursors.ts";
import { emptyList } from "../shared/envelope.ts";
import { ServiceError } from "../shared/errors.ts";
import { Objects } from "../shared/objects.ts";
import { byFields, byPage, readListQuery, selectFields } from "../shared/query.ts";
import { restRoutes } from "../shared/rest.ts";
import type { Route } from "../shared/router.ts";
import { randomAlphanumerics, type Stored, type WireObject } from "../shared/store.ts";
import { bodyOf, type Properties } from "../shared/validation.ts";

/** A stored client; `id` is the service's `client_id`. */
export interface StoredClient extends Stored {
  readonly name: string;
}

const named: Properties = { name: { type: "string", min: 1, about: "Name of the client" } };

/**
 * The tenant's applications, by id. They cannot fetch tokens; the clients that can are those of the emulator's options.
 * @param tenant the tenant's name
 */
export function tenantClients(tenant: string): Objects<StoredClient> {
  return new Objects<StoredClient>({
    key: "id",
    idName: "client_id",
    created: { ...bodyOf(named, ["name"]), open: true },
    changed: { ...bodyOf(named), open: true },
    newId: () => randomAlphanumerics(32),
    notFound: () => new ServiceError(404, "The client does not exist", "inexistent_client"),
    taken: () => new ServiceError(409, "The client already exists."),
    settle: (given, id, before) => ({
      ...(before ?? { tenant, global: false, is_first_party: true, client_secret: randomAlphanumerics(64) }),
      ...(given as { name: string }),
      id,
    }),
    whole: { has: ["id", "name", "client_secret"] },
  });
}

const flag = { type: "boolean" } as const;
const filters: Properties = {
  is_global: { ...flag, about: "Whether it is the global client" },
  is_first_party: { ...flag, about: "Whether it is a client of the tenant's owner" },
  app_type: { type: "string", about: "Types, separated by commas" },
};

/** The operations on clients (`/clients`), and what clients ask for beside them: grants, actions, settings. */
export function clientRoutes(clients: Objects<StoredClient>, cursors: Cursors): Route[] {
  return [
    ...restRoutes("clients", clients, cursors, {
      list: {
        parameters: { ...byPage, ...byFields, ...filters },
        wanted: ({ filters: { is_global, is_first_party } }) => {
          return ({ global, is_first_party: own }) =>
            (is_global === undefined || is_global === global) &&
            (is_first_party === undefined || is_first_party === own);
        },
        show: (row, asked) => selectFields(clients.show(row), asked),
      },
      create: {},
      get: { handle: ({ param }) => ({ status: 200, body: clients.show(clients.row(param("id"))) }) },
      update: { handle: ({ param, body }) => ({ status: 200, body: clients.update(param("id"), body as WireObject) }) },
      delete: {
        handle: ({ param }) => {
          clients.delete(param("id"));
          return { status: 204 };
        },
      },
    }),
    emptyList("/client-grants", "read:client_grants"),
    {
      method: "GET",
      path: "/actions/actions",
      operation: "actions.list",
      scope: "read:actions",
      handle: ({ query }) => {
        const asked = readListQuery(query, {
          ...byPage,
          actionName: { type: "string", about: "Name of the action" },
          triggerId: { type: "string", about: "Id of the trigger" },
          deployed: { ...flag, about: "Whether it is deployed" },
          installed: { ...flag, about: "Whether it is installed" },
        });
        return { status: 200, body: { actions: [], per_page: asked.perPage } };
      },
    },
    {
      method: "GET",
      path: "/actions/actions/:id",
      operation: "actions.get",
      scope: "read:actions",
      handle: () => {
        throw new ServiceError(404, "That action does not exist.");
      },
    },
    {
      method: "GET",
      path: "/tenants/settings",
      operation: "tenants.settings.get",
      scope: "read:tenant_settings",
      handle: () => ({ status: 200, body: { flags: {}, enabled_locales: ["en"], sandbox_version: "22" } }),
    },
  ];
}
