import { randomBytes } from "node:crypto";
import { insufficientScope, ServiceError, tooMany } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import {
  type Module,
  type Route,
  type RouteRequest,
  restRoutes,
  route,
  type Tenant,
  type TenantTraits,
} from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { type Cursors, checkPageable, offsetPage, readListQuery } from "../shared/query.ts";
import {
  type Collection,
  copyOf,
  newPrefixedId,
  omit,
  pick,
  randomAlphanumerics,
  type Stored,
  type WireObject,
} from "../shared/store.ts";
import { isObject, text } from "../shared/validation.ts";

/** The maximum length of an organization's id, in characters. */
const idLength = 50;

const summary = { orScopes: ["read:organizations_summary"] };
const connectScope = "create:organization_connections";
const sortPattern = /^(name|display_name|created_at):(1|-1)$/;

/** A stored organization. */
export interface StoredOrganization extends Stored {
  readonly name: string;
}

/** The parts of an organization that have separate routes. Responses with the organization do not contain them. */
const parts = ["clients", "discovery_domains"] as const;
type Part = (typeof parts)[number];
/** Parts that seeds may contain, because exports of other tools contain them. Responses with the organization do not contain them. */
const foreignParts = ["connections", "enabled_connections", "client_grants"];

/** The tenant's organizations, by id or name, and the parts that have separate routes. */
export interface OrganizationCollection extends Collection {
  /** The entries of a part of an organization, oldest first, as its listing contains them. */
  listOf(organization: string, part: Part): readonly WireObject[];
  /** Replaces all entries of a part. They are not checked. */
  setListOf(organization: string, part: Part, entries: readonly WireObject[]): void;
}

/** The tenant's organizations, by id or name. */
export class Organizations extends Objects<StoredOrganization> implements OrganizationCollection {
  constructor({ organizationAccess, appEntitlements }: TenantTraits) {
    super({
      path: "/organizations",
      key: "name",
      seeded: { id: text({ min: 1, max: idLength }) },
      whole: ["id", "name"],
      newId: () => newPrefixedId("org_"),
      notFound: noSuchOrganization,
      taken: () => new ServiceError(409, "An organization with this name already exists.", "organization_conflict"),
      settle: (given, own, before) => ({
        ...(organizationAccess && !before && { third_party_client_access: "block" }),
        ...(appEntitlements && !before && { is_app_entitlement_active: false }),
        ...settled({ ...before, ...given }),
        id: own,
      }),
      view: (row) => copyOf(omit(row, [...parts, ...foreignParts])),
    });
  }

  /** The entries of one part of an organization, oldest first. */
  partOf(row: StoredOrganization, part: Part): readonly WireObject[] {
    const held = row[part];
    return Array.isArray(held) ? held : [];
  }

  setPart(row: StoredOrganization, part: Part, held: readonly WireObject[]): void {
    const others = omit(row, [part]) as StoredOrganization;
    this.table.put(held.length === 0 ? others : { ...others, [part]: held });
  }

  listOf(organization: string, part: Part): readonly WireObject[] {
    return copyOf(this.partOf(this.row(organization), part));
  }

  setListOf(organization: string, part: Part, entries: readonly WireObject[]): void {
    this.setPart(this.row(organization), part, copyOf(entries));
  }

  /** @throws ServiceError 400 `invalid_uri` for an id that is too long */
  override at(path: string): StoredOrganization | undefined {
    if ([...path].length > idLength) {
      throw new ServiceError(400, `The id of an organization has at most ${idLength} characters.`, "invalid_uri");
    }
    return super.at(path);
  }
}

/**
 * The tenant's organizations: `/organizations`.
 *
 * @param links the connections of organizations, which a create can enable
 */
export function organizationModule(
  { cursors }: Tenant,
  organizations: Organizations,
  links: {
    check(connections: readonly WireObject[]): void;
    add(organization: string, connection: string, more: WireObject): void;
  },
): Module<Organizations> {
  const routes = [
    route("GET /organizations/name/{name}", ({ param }) => {
      const found = organizations.table.findByKey(param("name"));
      if (!found) throw noSuchOrganization();
      return organizations.show(found);
    }),
    ...restRoutes(organizations, cursors, {
      deleted: {},
      answer: (organization, { query }, operation) => {
        const client = operation === "list" ? query.get("include_client_association_for") : null;
        const row = client === null ? undefined : organizations.require(String(organization.id));
        const found = row && organizations.partOf(row, "clients").find(({ client_id }) => client_id === client);
        return found ? { ...organization, client: pick(found, ["use_for_member_access"]) } : organization;
      },
      wanted: (asked) => {
        checkPageable(asked);
        return () => true;
      },
      order: ({ filters: { sort: by } }) => {
        const [, property, direction] = sortPattern.exec(String(by)) ?? [];
        return { by: ({ [property ?? "name"]: value }) => String(value ?? ""), isDescending: direction === "-1" };
      },
      routes: {
        list: summary,
        get: summary,
        create: {
          handle: ({ body, may }) => {
            organizations.check(bodyOf("POST /organizations"), body);
            const { enabled_connections, ...given } = body;
            if (enabled_connections === undefined) return organizations.create(given);
            if (!may(connectScope)) throw insufficientScope(connectScope);
            const enabled = enabled_connections as WireObject[];
            links.check(enabled);
            const made = organizations.create(given);
            for (const { connection_id, ...more } of enabled) links.add(String(made.id), String(connection_id), more);
            return { ...made, enabled_connections };
          },
        },
      },
    }),
    route("GET /organizations/{id}/invitations/{invitation_id}", (request) => {
      organizations.require(request.param("id"));
      throw new ServiceError(404, "The invitation does not exist.", "inexistent_invitation");
    }),
    route("GET /organizations/{id}/invitations", (request) => {
      organizations.require(request.param("id"));
      const listed = offsetPage([], "invitations", readListQuery(request));
      // Even if totals are requested, this list has no `total`.
      return Array.isArray(listed) ? listed : omit(listed as WireObject, ["total"]);
    }),
  ];
  return { objects: organizations, routes };
}

/** The organization in the form in which it is stored: without null values in the metadata, and without cleared properties. */
function settled({ metadata, token_quota, ...others }: WireObject): WireObject {
  const kept = Object.entries(isObject(metadata) ? metadata : {}).filter(([, value]) => value !== null);
  return {
    ...others,
    ...(kept.length > 0 && { metadata: Object.fromEntries(kept) }),
    ...((token_quota ?? null) !== null && { token_quota }),
  };
}

function noSuchOrganization(): ServiceError {
  return new ServiceError(404, "No organization found by that id or name");
}

/** The maximum number of domains of an organization. */
const domainLimit = 100;

/** The routes of the domains by which the service finds an organization: `/organizations/{id}/discovery-domains`. */
export function discoveryDomainRoutes(organizations: Organizations, { cursors, traits }: Tenant): Route[] {
  const path = "/organizations/{id}/discovery-domains";
  const organizationOf = ({ param }: RouteRequest) => organizations.require(param("id"));
  const domainsOf = (request: RouteRequest) => organizations.partOf(organizationOf(request), "discovery_domains");
  const found = (request: RouteRequest) => {
    const [id, named] = [request.param("discovery_domain_id"), request.param("discovery_domain")];
    const domain = domainsOf(request).find((one) => (named === "" ? one.id === id : one.domain === named));
    if (!domain) throw new ServiceError(404, "No organization domain found by that id");
    return domain;
  };
  const put = (request: RouteRequest, domains: readonly WireObject[]) =>
    organizations.setPart(organizationOf(request), "discovery_domains", domains);
  return [
    route(`GET ${path}`, (request) => {
      const { id } = organizationOf(request);
      return cursors.list<WireObject>(request, () => ({
        collection: "domains",
        name: `domains of ${id}`,
        all: domainsOf(request).toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
      }));
    }),
    route(`POST ${path}`, (request) => {
      const organization = organizationOf(request);
      const body = request.given();
      const { domain } = body;
      const held = domainsOf(request);
      if (held.some((one) => one.domain === domain)) {
        throw new ServiceError(
          409,
          "An organization discovery domain with this domain is already registered to this organization.",
        );
      }
      if (held.length >= domainLimit) throw tooMany();
      const added = {
        id: `ord_${randomAlphanumerics(22)}`,
        status: "pending",
        ...(traits.discoveryUse && { use_for_organization_discovery: true }),
        ...body,
        verification_txt: randomBytes(16).toString("hex"),
        verification_host: `_ss-verification.${organization.id}.${domain}`,
      };
      put(request, [...held, added]);
      return added;
    }),
    route(`GET ${path}/name/{discovery_domain}`, found),
    route(`GET ${path}/{discovery_domain_id}`, found),
    route(`PATCH ${path}/{discovery_domain_id}`, (request) => {
      const before = found(request);
      const after = { ...before, ...request.given() };
      put(
        request,
        domainsOf(request).map((one) => (one.id === before.id ? after : one)),
      );
      return after;
    }),
    route(`DELETE ${path}/{discovery_domain_id}`, (request) => {
      put(
        request,
        domainsOf(request).filter(({ id }) => id !== request.param("discovery_domain_id")),
      );
    }),
  ];
}

/** The methods of the applications' collection that these routes need. */
type Known = Pick<Objects, "require" | "get" | "deleted">;

/** The routes of the applications of organizations: `/organizations/{id}/clients`. */
export function organizationClientRoutes(organizations: Organizations, clients: Known, cursors: Cursors): Route[] {
  const path = "/organizations/{id}/clients";
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
    route(`GET ${path}`, (request) => {
      const { id } = organizationOf(request);
      return cursors.list<WireObject>(request, () => ({
        collection: "clients",
        name: `clients of ${id}`,
        all: heldBy(request).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
        sortKeyOf: keyOf,
        show,
      }));
    }),
    route(`POST ${path}`, (request) => {
      const held = heldBy(request);
      const given = request.given().clients as WireObject[];
      for (const { client_id } of given) clients.require(String(client_id));
      if (given.some((one) => held.some((other) => keyOf(other) === keyOf(one)))) {
        throw new ServiceError(409, "The client has already been added to this organization.");
      }
      const all = given.map((one) => ({ use_for_member_access: false, ...one }));
      put(request, [...held, ...all]);
      return all.map(show);
    }),
    route(`GET ${path}/{client_id}`, (request) => show(found(request))),
    route(`PATCH ${path}/{client_id}`, (request) => {
      const before = found(request);
      const after = { ...before, ...request.given() };
      put(
        request,
        heldBy(request).map((one) => (one === before ? after : one)),
      );
      return show(after);
    }),
    route(`DELETE ${path}`, (request) => {
      const gone = request.given().clients as string[];
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
