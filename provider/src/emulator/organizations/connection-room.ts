import { byPage } from "../shared/query.ts";
import type { Room, Tenant } from "../shared/room.ts";
import { type Route, type RouteRequest, route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { checkBody, flag } from "../shared/validation.ts";
import { noSuchLink, type OrganizationLinks, type StoredLink } from "./connections.ts";
import { linkBodies } from "./link-rules.ts";
import type { Organizations } from "./organizations.ts";

/**
 * The connections of organizations, behind two families of routes: `/organizations/{id}/enabled_connections` and
 * `/organizations/{id}/connections`, scopes `create|read|update|delete:organization_connections`. The first one knows fewer
 * properties, and does not show what is switched off.
 */
export function linkRoom(
  { cursors }: Tenant,
  organizations: Organizations,
  links: OrganizationLinks,
): Room<OrganizationLinks> {
  const ofFamily = (family: keyof typeof linkBodies): Route[] => {
    const { created, changed } = linkBodies[family];
    const path = `/organizations/:id/${family}` as const;
    const isShown = ({ is_enabled }: StoredLink) => family === "connections" || is_enabled !== false;
    const organizationId = ({ param }: RouteRequest) => organizations.require(param("id")).id;
    const found = (request: RouteRequest) => {
      const row = links.find(organizationId(request), request.param("connection_id"));
      if (!row || !isShown(row) || row.connection_id !== request.param("connection_id")) throw noSuchLink();
      return row;
    };
    const answer = (row: StoredLink) => links.answered(row, family);
    const answerNow = (organization: string, connection: unknown) => {
      const row = links.find(organization, String(connection));
      return row && answer(row);
    };
    const operation = (name: string) => `organizations.${family.replaceAll("_", "-")}.${name}`;
    const scope = (verb: string) => `${verb}:organization_connections`;
    return [
      route(operation("list"), `GET ${path}`, scope("read"), (request) => {
        const organization = organizationId(request);
        const parameters = {
          ...byPage,
          ...(family === "connections" && { is_enabled: flag("Whether they can be used") }),
        };
        const listed = cursors.list<StoredLink>(request.query, parameters, ({ filters: { is_enabled: wanted } }) => ({
          collection: family,
          all: links
            .listed()
            .filter((row) => row.organization_id === organization && isShown(row))
            .filter((row) => wanted === undefined || row.is_enabled === wanted),
          show: answer,
        }));
        return family === "connections" || Array.isArray(listed) ? listed : withOwnCounts(listed as WireObject, family);
      }),
      {
        ...route(operation("add"), `POST ${path}`, scope("create"), (request) => {
          const organization = organizationId(request);
          checkBody(created, request.body);
          const { connection_id, ...more } = request.body;
          return answerNow(organization, links.add(organization, String(connection_id), more).connection_id);
        }),
      },
      route(operation("get"), `GET ${path}/:connection_id`, scope("read"), (request) => answer(found(request))),
      route(operation("update"), `PATCH ${path}/:connection_id`, scope("update"), (request) => {
        const { organization_id, connection_id } = found(request);
        checkBody(changed, request.body);
        links.update(organization_id, connection_id, request.body);
        return answerNow(organization_id, connection_id);
      }),
      route(operation("remove"), `DELETE ${path}/:connection_id`, scope("delete"), (request) => {
        links.remove(organizationId(request), request.param("connection_id"));
      }),
    ];
  };
  return { objects: links, routes: [...ofFamily("enabled_connections"), ...ofFamily("connections")] };
}

/** The first family always answers a start of 0, and as its limit the number of links that are in the answer. */
function withOwnCounts(listed: WireObject, family: string): WireObject {
  return { ...listed, start: 0, limit: (listed[family] as unknown[]).length };
}
