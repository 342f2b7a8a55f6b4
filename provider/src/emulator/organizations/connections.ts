import type { Connections } from "../connections/connections.ts";
import { ServiceError, tooMany } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { type Module, type Route, type RouteRequest, route, type TenantTraits } from "../shared/module.ts";
import { copyOf, omit, type WireObject, withoutNulls } from "../shared/store.ts";
import { check, isObject, type ObjectSchema, refusal, text, type Violation } from "../shared/validation.ts";
import { idIn, type OfOrganization, OfOrganizations } from "./of-organization.ts";
import type { Organizations } from "./organizations.ts";

/**
 * Direct access to the connections of the tenant's organizations. Organizations and connections are given by id or name. All methods except
 * `list` and `get` throw a `ServiceError` if the service would respond with an error.
 */
export type OrganizationConnections = Pick<OrganizationLinks, "list" | "get" | "add" | "update" | "remove">;

/** A link between an organization and a connection: the connection is enabled for the organization. */
export interface StoredLink extends OfOrganization {
  readonly connection_id: string;
}

/** The maximum number of connections of an organization. */
const linkLimit = 10;

const fresh = { assign_membership_on_login: false, show_as_button: true, is_signup_enabled: false, is_enabled: true };

/** The two families of routes for the same connections of organizations, with different properties. */
type Family = "enabled_connections" | "connections";

const pathOf = (family: Family) => `/organizations/{id}/${family}` as const;

/** The schema of a link in a seed. */
function seeded(): ObjectSchema {
  const { properties, required = [], ...more } = bodyOf(`POST ${pathOf("connections")}`);
  return {
    ...more,
    properties: { organization_id: text({ min: 1 }), ...properties },
    required: ["organization_id", ...required],
  };
}

/**
 * The links between organizations and connections, as `{ organization_id, connection_id, assign_membership_on_login, show_as_button, … }`.
 */
export class OrganizationLinks extends OfOrganizations<StoredLink> {
  readonly #traits: TenantTraits;
  readonly #connections: Connections;

  constructor(organizations: Organizations, connections: Connections, traits: TenantTraits) {
    super(organizations);
    this.#traits = traits;
    this.#connections = connections;
    this.belong("connection_id", connections);
  }

  override at(organization: string, connection: string): StoredLink | undefined {
    const found = this.#connections.find(connection);
    return found && super.at(organization, found.id);
  }

  /** Enables a connection for an organization. */
  add(organization: string, connection: string, more: WireObject = {}): WireObject {
    this.check(bodyOf(`POST ${pathOf("connections")}`), { connection_id: connection, ...more });
    return this.#add(organization, connection, { ...fresh, ...more });
  }

  #add(organization: string, connection: string, properties: WireObject): WireObject {
    const organization_id = this.organizations.row(organization).id;
    const found = this.#connections.find(connection);
    // The service's error for an unknown connection is not known, so the emulator returns a likely one.
    if (!found) throw noSuchLink();
    const id = idIn(organization_id, found.id);
    if (this.find(id)) throw new ServiceError(409, "The organization connection already exists.");
    if (this.where({ organization_id }).length >= linkLimit) throw tooMany();
    return this.#put({ id, organization_id, connection_id: found.id, ...copyOf(properties) });
  }

  /** @throws ServiceError 400 if the tenant does not have one of the connections */
  refuseMissing(connections: readonly WireObject[]): void {
    const missing = connections.find(({ connection_id }) => !this.#connections.at(String(connection_id)));
    if (missing) throw new ServiceError(400, `Connections: ${missing.connection_id} not found.`);
  }

  /** Sets properties of an organization's connection, and keeps all other properties. */
  update(organization: string, connection: string, patch: WireObject): WireObject {
    this.check(bodyOf(`PATCH ${pathOf("connections")}/{id}`), patch);
    const before = this.at(organization, connection);
    if (!before) throw noSuchLink();
    return this.#put({ ...before, ...copyOf(patch) });
  }

  /** Disables a connection for an organization. If it is not enabled, nothing happens. */
  remove(organization: string, connection: string): void {
    const link = this.at(organization, connection);
    if (link) this.drop(link.id);
  }

  /**
   * Adds one link of a seed. A link with `connection` is complete, like those in responses: it gets no defaults. Returns the violation if the link
   * is refused.
   */
  load(wire: unknown): Violation | undefined {
    const isWhole = isObject(wire) && isObject(wire.connection);
    const violation = check({ ...seeded(), ...(isWhole && { open: true }) }, wire);
    if (violation) return violation;
    const { organization_id, connection_id, connection: _, ...more } = wire as WireObject;
    const defaults = isWhole ? {} : fresh;
    return refusal(() => this.#add(String(organization_id), String(connection_id), { ...defaults, ...more }));
  }

  /** The link as the routes of one family return it. */
  answered(link: StoredLink, family: Family): WireObject {
    const { id: _, organization_id: _organization, is_enabled, organization_connection_name, ...row } = link;
    const { organization_access_level = "none", ...shown } = row;
    const { name, strategy } = this.#connections.row(link.connection_id);
    const isDatabase = strategy === "auth0";
    const older = ["is_signup_enabled", ...(isDatabase ? ["show_as_button"] : [])];
    const more = { is_enabled, organization_connection_name, organization_access_level };
    return {
      ...omit(shown, isDatabase && this.#traits.databasesOfOrganizations ? [] : older),
      ...(family === "connections" && more),
      connection: { name, strategy },
    };
  }

  /** @throws ServiceError 400 if sign-up is enabled without membership on login, or for a connection that is not a database */
  #put(given: WireObject): WireObject {
    // Null removes a property. A removed `is_enabled` gets the default of a new link.
    const link = { is_enabled: true, ...withoutNulls(given) } as WireObject as StoredLink;
    const { strategy } = this.#connections.row(link.connection_id);
    if (link.is_signup_enabled === true && !(link.assign_membership_on_login === true && strategy === "auth0")) {
      const message =
        "Only database connections with assign_membership_on_login = true support is_signup_enabled = true.";
      throw new ServiceError(400, message, "invalid_body");
    }
    this.put(link);
    return this.show(link);
  }
}

/** The 404 for a connection that the organization does not have. */
function noSuchLink(): ServiceError {
  return new ServiceError(404, "No connection found by that id");
}

/**
 * The connections of organizations, behind two families of routes: `/organizations/{id}/enabled_connections` and
 * `/organizations/{id}/connections`. The first family has fewer properties, and omits disabled connections.
 */
export function linkModule(organizations: Organizations, links: OrganizationLinks): Module<OrganizationLinks> {
  const ofFamily = (family: Family): Route[] => {
    const path = pathOf(family);
    const isShown = ({ is_enabled }: StoredLink) => family === "connections" || is_enabled !== false;
    const organizationId = ({ param }: RouteRequest) => organizations.require(param("id")).id;
    const found = (request: RouteRequest) => {
      const row = links.at(organizationId(request), request.param("connection_id"));
      if (!row || !isShown(row) || row.connection_id !== request.param("connection_id")) throw noSuchLink();
      return row;
    };
    const answer = (row: StoredLink) => links.answered(row, family);
    const answerNow = (organization: string, connection: unknown) =>
      answer(links.at(organization, String(connection)) as StoredLink);
    return [
      route(`GET ${path}`, (request) => {
        const organization = organizationId(request);
        const listed = request.page<StoredLink>(({ filters: { is_enabled: wanted } }) => ({
          ...links.listing(
            (row) =>
              row.organization_id === organization &&
              isShown(row) &&
              (wanted === undefined || row.is_enabled === wanted),
          ),
          collection: family,
          show: answer,
        }));
        return family === "connections" || Array.isArray(listed) ? listed : withOwnCounts(listed as WireObject, family);
      }),
      route(`POST ${path}`, (request) => {
        const organization = organizationId(request);
        links.check(bodyOf(`POST ${path}`), request.body);
        const { connection_id, ...more } = request.body;
        links.add(organization, String(connection_id), more);
        return answerNow(organization, connection_id);
      }),
      route(`GET ${path}/{connection_id}`, (request) => answer(found(request))),
      route(`PATCH ${path}/{connection_id}`, (request) => {
        const { organization_id, connection_id } = found(request);
        links.check(bodyOf(`PATCH ${path}/{connection_id}`), request.body);
        links.update(organization_id, connection_id, request.body);
        return answerNow(organization_id, connection_id);
      }),
      route(`DELETE ${path}/{connection_id}`, (request) =>
        links.remove(organizationId(request), request.param("connection_id")),
      ),
    ];
  };
  return { objects: links, routes: [...ofFamily("enabled_connections"), ...ofFamily("connections")] };
}

/** A list of `enabled_connections` with the service's totals: `start` is always 0, and `limit` is the number of connections in the response. */
function withOwnCounts(listed: WireObject, family: string): WireObject {
  return { ...listed, start: 0, limit: (listed[family] as unknown[]).length };
}
