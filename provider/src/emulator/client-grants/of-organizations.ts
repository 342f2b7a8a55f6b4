import type { Cursors } from "../shared/cursors.ts";
import { ServiceError } from "../shared/errors.ts";
import type { Objects } from "../shared/objects.ts";
import { byEither } from "../shared/query.ts";
import { type Route, type RouteRequest, route } from "../shared/router.ts";
import { omit, pick, type WireObject } from "../shared/store.ts";
import { bodyOf, checkBody, list, text } from "../shared/validation.ts";
import type { StoredGrant } from "./stored-grant.ts";

/** What an organization shows of a grant, besides its id. */
const shown = ["client_id", "audience", "scope", "organization_usage", "allow_any_organization", "subject_type"];
const given = bodyOf({ grant_id: text("Id of the grant", { min: 1 }) }, ["grant_id"]);
const filters = {
  audience: text("Identifier of the API"),
  client_id: text("Id of the client"),
  grant_ids: list("Ids of grants", text("Id of a grant"), { max: 10 }),
};

/** The organizations, which other rooms keep. */
export type Granted = Pick<Objects, "require" | "get" | "deleted">;

/**
 * The grants of organizations, from both ends: `/organizations/{id}/client-grants`, `/client-grants/{id}/organizations`, scopes
 * `create|read|delete:organization_client_grants`. A grant goes with its organization's link, and the other way round.
 */
export function organizationGrantRoutes(
  grants: Objects<StoredGrant>,
  organizations: Granted,
  cursors: Cursors,
): Route[] {
  const organizationOf = ({ param }: RouteRequest) => organizations.require(param("id")).id;
  const organizationsOf = ({ organizations: ids }: StoredGrant) => ids ?? [];
  const link = (grant: StoredGrant, ids: readonly string[]) =>
    grants.table.put({
      ...(omit(grant, ["organizations"]) as StoredGrant),
      ...(ids.length > 0 && { organizations: ids }),
    });
  const forget = (grant: StoredGrant, organization: string) =>
    link(
      grant,
      organizationsOf(grant).filter((id) => id !== organization),
    );
  organizations.deleted.listen((id) => {
    for (const grant of grants.table.all()) if (organizationsOf(grant).includes(id)) forget(grant, id);
  });
  const [path, scope] = ["/organizations/:id/client-grants", "organization_client_grants"] as const;
  return [
    route("organizations.client-grants.list", `GET ${path}`, `read:${scope}`, (request) => {
      const organization = organizationOf(request);
      return cursors.list<StoredGrant>(request.query, { ...byEither, ...filters }, ({ filters: asked }) => ({
        collection: "client_grants",
        all: grants.table
          .all()
          .filter((grant) => organizationsOf(grant).includes(organization))
          .filter(({ audience }) => asked.audience === undefined || asked.audience === audience)
          .filter(({ client_id }) => asked.client_id === undefined || asked.client_id === client_id)
          .filter(({ id }) => !Array.isArray(asked.grant_ids) || asked.grant_ids.includes(id)),
        show: (grant) => pick(grant, ["id", ...shown]),
      }));
    }),
    route("organizations.client-grants.add", `POST ${path}`, `create:${scope}`, (request) => {
      const organization = organizationOf(request);
      checkBody(given, request.body);
      const grant = grants.require(String(request.body.grant_id));
      if (organizationsOf(grant).includes(organization)) {
        throw new ServiceError(409, "The client grant has already been added to this organization.");
      }
      link(grant, [...organizationsOf(grant), organization]);
      // The answer to this call alone calls the id so.
      return { grant_id: grant.id, ...pick(grant, shown) };
    }),
    route("organizations.client-grants.remove", `DELETE ${path}/:grant`, `delete:${scope}`, (request) => {
      const organization = organizationOf(request);
      const grant = grants.at(request.param("grant"));
      if (grant && organizationsOf(grant).includes(organization)) forget(grant, organization);
    }),
    route("client-grants.organizations.list", "GET /client-grants/:id/organizations", `read:${scope}`, (request) => {
      const ids = organizationsOf(grants.require(request.param("id")));
      return cursors.list<WireObject>(request.query, byEither, () => ({
        collection: "organizations",
        all: ids.map((id) => organizations.get(id)).filter((found) => found !== undefined),
      }));
    }),
  ];
}
