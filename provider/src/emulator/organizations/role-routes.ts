import type { Cursors } from "../shared/cursors.ts";
import type { Objects } from "../shared/objects.ts";
import { byPage, offsetPage, readListQuery } from "../shared/query.ts";
import { restRoutes } from "../shared/rest.ts";
import type { Route, RouteRequest } from "../shared/router.ts";
import type { Collection, WireObject } from "../shared/store.ts";
import { bodyOf, checkBody } from "../shared/validation.ts";
import { roleParameters, type StoredRole } from "./roles.ts";

const permission = bodyOf(
  {
    resource_server_identifier: { type: "string", min: 1, about: "Identifier of the API" },
    permission_name: { type: "string", min: 1, about: "Name of the permission" },
  },
  ["resource_server_identifier", "permission_name"],
);
const permissionsBody = bodyOf({ permissions: { type: "array", min: 1, items: permission, about: "Permissions" } }, [
  "permissions",
]);

/**
 * The operations on roles (`/roles`) and on their permissions (`/roles/{id}/permissions`).
 * @param apis the APIs, by whose names and scopes permissions are described
 */
export function roleRoutes(roles: Objects<StoredRole>, apis: Collection, cursors: Cursors): Route[] {
  const permissions = new Map<string, WireObject[]>();
  roles.changed.listen(({ what, object }) => {
    if (what === "deleted") permissions.delete(String(object.id));
  });
  const idOf = ({ param }: RouteRequest) => String(roles.require(param("id")).id);
  const held = (request: RouteRequest) => permissions.get(idOf(request)) ?? [];
  const given = ({ body }: RouteRequest) => {
    checkBody(permissionsBody, body);
    return body.permissions as WireObject[];
  };
  const without = (all: WireObject[], others: WireObject[]) =>
    all.filter((one) => !others.some((other) => keyOf(other) === keyOf(one)));
  const path = "/roles/:id/permissions";
  const operation = (what: string) => `roles.permissions.${what}`;
  return [
    ...restRoutes("roles", roles, cursors, {
      list: {
        parameters: roleParameters,
        wanted: ({ filters }) => {
          const { name_filter = "", type, owner_id } = filters as Record<string, string | undefined>;
          return (role) =>
            role.name.toLowerCase().includes(name_filter.toLowerCase()) &&
            (type === undefined || (role.type ?? "tenant") === type) &&
            (owner_id === undefined || role.owner_id === owner_id);
        },
      },
      create: { status: 200 },
      get: {},
      update: {},
      delete: {
        handle: (request) => {
          roles.delete(idOf(request));
          return { status: 200, body: {} };
        },
      },
    }),
    {
      method: "GET",
      path,
      operation: operation("list"),
      scope: "read:roles",
      handle: (request) => {
        const asked = readListQuery(request.query, byPage);
        return { status: 200, body: offsetPage(held(request), "permissions", asked, (one) => described(one, apis)) };
      },
    },
    {
      method: "POST",
      path,
      operation: operation("add"),
      scope: "update:roles",
      handle: (request) => {
        const added = given(request);
        permissions.set(idOf(request), [...without(held(request), added), ...added]);
        return { status: 201, body: {} };
      },
    },
    {
      method: "DELETE",
      path,
      operation: operation("remove"),
      scope: "update:roles",
      handle: (request) => {
        permissions.set(idOf(request), without(held(request), given(request)));
        return { status: 204 };
      },
    },
  ];
}

/** A permission with what is known of its API. */
function described(permission: WireObject, apis: Collection): WireObject {
  const api = apis.get(String(permission.resource_server_identifier));
  const scopes = (api?.scopes ?? []) as WireObject[];
  const { description } = scopes.find(({ value }) => value === permission.permission_name) ?? {};
  return {
    ...permission,
    ...(api?.name !== undefined && { resource_server_name: api.name }),
    ...(description !== undefined && { description }),
  };
}

function keyOf({ resource_server_identifier, permission_name }: WireObject): string {
  return `${resource_server_identifier} ${permission_name}`;
}
