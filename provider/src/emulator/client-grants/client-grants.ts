import { ServiceError } from "../shared/errors.ts";
import { type Module, type Route, type RouteRequest, restRoutes, route, type Tenant } from "../shared/module.ts";
import { type ObjectRules, Objects, type Owners } from "../shared/objects.ts";
import { type Collection, newPrefixedId, omit, pick, type Stored, type WireObject } from "../shared/store.ts";
import { flag, list, text } from "../shared/validation.ts";

/** The natural key of a grant: its client (or the clients that get it by default), API and subject type, as one text. */
function keyOf({ client_id, default_for, audience, subject_type = "client" }: WireObject): string {
  return JSON.stringify([client_id ?? null, default_for ?? null, audience, subject_type]);
}

/** The tenant's client grants by id, and the organizations that have them. Organizations are given by id or name, grants by id. */
export type ClientGrantCollection = Collection & Pick<ClientGrants, "grantsOf" | "addTo" | "removeFrom">;

/** The tenant's client grants, by id. */
export class ClientGrants extends Objects<StoredGrant> {
  readonly #organizations: Owners;

  /** When an organization is deleted, its links to grants are deleted, too. */
  constructor(rules: ObjectRules<StoredGrant>, organizations: Owners) {
    super(rules);
    this.#organizations = organizations;
    organizations.whenGone(({ id }) => {
      for (const grant of this.#having(id)) this.#unlink(grant, id);
    });
  }

  /** The ids of the grants of an organization. */
  grantsOf(organization: string): string[] {
    return this.#having(this.#organizations.row(organization).id).map(({ id }) => id);
  }

  /** Adds grants to an organization. Grants that it has are ignored. */
  addTo(organization: string, grants: readonly string[]): void {
    const { id } = this.#organizations.row(organization);
    for (const grant of grants.map((one) => this.row(one))) {
      if (!organizationsOf(grant).includes(id)) this.#link(grant, [...organizationsOf(grant), id]);
    }
  }

  /** Removes grants from an organization. Grants that it does not have are ignored. */
  removeFrom(organization: string, grants: readonly string[]): void {
    const { id } = this.#organizations.row(organization);
    for (const grant of this.#having(id)) if (grants.includes(grant.id)) this.#unlink(grant, id);
  }

  #having(organization: string): readonly StoredGrant[] {
    return this.all().filter((grant) => organizationsOf(grant).includes(organization));
  }

  #unlink(grant: StoredGrant, organization: string): void {
    this.#link(
      grant,
      organizationsOf(grant).filter((id) => id !== organization),
    );
  }

  #link(grant: StoredGrant, ids: readonly string[]): void {
    this.put({ ...grant, organizations: ids.length > 0 ? ids : undefined });
  }
}

/**
 * The tenant's client grants: `/client-grants`. They are deleted with their client and their API.
 *
 * @param clients the clients to which grants belong
 * @param apis the APIs to which grants give access
 * @param organizations the organizations to which grants can be added
 */
export function clientGrantModule(
  { traits }: Tenant,
  clients: Owners,
  apis: Owners,
  organizations: Owners,
): Module<ClientGrants> {
  const rules: ObjectRules<StoredGrant> = {
    path: "/client-grants",
    key: "audience",
    keyOf,
    seeded: { is_system: flag, organizations: list(text()) },
    whole: ["id", "audience"],
    newId: () => newPrefixedId("cgr_"),
    missing: ["The grant does not exist.", "inexistent_client_grant"],
    taken: ["Client grant already exists", "client_grant_conflict"],
    fresh: traits.grantSubjectTypes ? { subject_type: "client" } : {},
    settle(all, { given, before }) {
      if (!before) checkNew(given, clients, apis);
      if (given.allow_all_scopes !== undefined && apis.get(String(all.audience))?.is_system === true) {
        const why = "`allow_all_scopes` cannot be provided when `audience` is a system API";
        throw new ServiceError(400, why, "invalid_body");
      }
      checkGrant(given, all, before);
      const isGone = (name: string) => all[name] === null || (name === "scope" && all.allow_all_scopes === true);
      return omit(all, Object.keys(all).filter(isGone));
    },
    hidden: ["organizations"],
    sortKey: ({ id }) => id,
  };
  const grants = new ClientGrants(rules, organizations);
  grants.belong("client_id", clients);
  grants.belong("audience", apis, "identifier");
  const routes = restRoutes<StoredGrant>(grants, {
    wanted: ({ filters }) => {
      const asked = Object.entries(filters);
      const of = (grant: StoredGrant, name: string) =>
        grant[name] ?? (name === "subject_type" ? "client" : name === "allow_any_organization" ? false : undefined);
      return (grant) => asked.every(([name, value]) => of(grant, name) === value);
    },
    before: ({ param }, operation) => {
      if (operation === "delete" && grants.at(param("id"))?.is_system)
        throw new ServiceError(400, "System grants cannot be deleted.", "operation_not_supported");
    },
  });
  return { objects: grants, routes: [...routes, ...organizationGrantRoutes(grants, organizations)] };
}

/**
 * Checks a new grant.
 *
 * @throws ServiceError if it does not have exactly one of client_id and default_for, if its client or API does not exist, or if the client cannot
 * have grants
 */
function checkNew(given: WireObject, clients: Owners, apis: Owners): void {
  const { client_id, default_for, audience } = given;
  if ((client_id === undefined) === (default_for === undefined)) {
    throw new ServiceError(400, "Either client_id or default_for is required.", "invalid_body");
  }
  if (!apis.get(String(audience))) throw new ServiceError(404, `No resource with identifier ${audience}`);
  if (client_id === undefined) return;
  const client = clients.get(String(client_id));
  if (!client) throw new ServiceError(404, "Client not found");
  if (client.app_type === "express_configuration") {
    throw new ServiceError(400, "Client of type express_configuration cannot be used", "validation_error");
  }
}

/**
 * Checks a grant before it is stored.
 *
 * @param given the sent properties
 * @param all the resulting grant
 * @param before the stored grant; undefined for a create
 * @throws ServiceError 400 for an update of a system grant, and for properties that exclude each other
 */
function checkGrant(given: WireObject, all: WireObject, before: StoredGrant | undefined): void {
  const refused = (why: string) => new ServiceError(400, why, "invalid_body");
  if (before?.is_system === true) {
    throw new ServiceError(400, "System grants cannot be changed.", "operation_not_supported");
  }
  const isOrWasAll = all.allow_all_scopes === true || before?.allow_all_scopes === true;
  if (isOrWasAll && Array.isArray(given.scope) && given.scope.length > 0) {
    throw refused("scope must be empty while allow_all_scopes is set");
  }
  if (given.authorization_details_types !== undefined && all.subject_type !== "user") {
    throw refused("authorization_details_types needs the subject_type user");
  }
}

/** A stored grant: the scopes that a client can request for an API. */
export interface StoredGrant extends Stored {
  readonly audience: string;
  readonly client_id?: string;
  readonly scope?: readonly string[];
  readonly is_system?: boolean;
  /** The ids of the organizations that have the grant. Responses never contain them. */
  readonly organizations?: readonly string[] | undefined;
}

/** The properties that each grant has in the list of an organization's grants, in addition to its id. */
const shown = ["client_id", "audience", "scope", "organization_usage", "allow_any_organization", "subject_type"];

function organizationsOf({ organizations = [] }: StoredGrant): readonly string[] {
  return organizations;
}

/** The links between organizations and grants: `/organizations/{id}/client-grants`, `/client-grants/{id}/organizations`. */
function organizationGrantRoutes(grants: ClientGrants, organizations: Owners): Route[] {
  const organizationOf = ({ param }: RouteRequest) => organizations.require(param("id")).id;
  const path = "/organizations/{id}/client-grants";
  return [
    route(`GET ${path}`, (request) => {
      const organization = organizationOf(request);
      return request.page<StoredGrant>(({ filters: { grant_ids: ids, ...exact } }) => ({
        ...grants.listing(
          (grant) =>
            organizationsOf(grant).includes(organization) &&
            Object.entries(exact).every(([name, value]) => grant[name] === value) &&
            (!Array.isArray(ids) || ids.includes(grant.id)),
        ),
        collection: "client_grants",
        show: (grant) => pick(grant, ["id", ...shown]),
      }));
    }),
    route(`POST ${path}`, (request) => {
      const organization = organizationOf(request);
      const grant = grants.require(String(request.given().grant_id));
      if (organizationsOf(grant).includes(organization)) {
        throw new ServiceError(409, "The client grant has already been added to this organization.");
      }
      grants.addTo(organization, [grant.id]);
      // This response contains the id as `grant_id`, other responses as `id`.
      return { grant_id: grant.id, ...pick(grant, shown) };
    }),
    route(`DELETE ${path}/{grant_id}`, (request) =>
      grants.removeFrom(organizationOf(request), [request.param("grant_id")]),
    ),
    route("GET /client-grants/{id}/organizations", (request) => {
      const ids = organizationsOf(grants.require(request.param("id")));
      return request.page<WireObject>(() => ({
        collection: "organizations",
        all: ids.map((id) => organizations.get(id)).filter((found) => found !== undefined),
      }));
    }),
  ];
}
