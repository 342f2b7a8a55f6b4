import { randomBytes } from "node:crypto";
import { entriesOf } from "../shared/entries.ts";
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
import { Objects, type Owners } from "../shared/objects.ts";
import { checkPageable, offsetPage, readListQuery } from "../shared/query.ts";
import {
  type Collection,
  copyOf,
  newPrefixedId,
  omit,
  pick,
  type Stored,
  type WireObject,
  withoutNulls,
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
export type OrganizationCollection = Collection & Pick<Organizations, "listOf" | "setListOf">;

/** The tenant's organizations, by id or name. */
export class Organizations extends Objects<StoredOrganization> {
  constructor({ organizationAccess, appEntitlements }: TenantTraits) {
    super({
      path: "/organizations",
      key: "name",
      seeded: { id: text({ min: 1, max: idLength }) },
      whole: ["id", "name"],
      newId: () => newPrefixedId("org_"),
      missing: "No organization found by that id or name",
      taken: ["An organization with this name already exists.", "organization_conflict"],
      fresh: {
        ...(organizationAccess && { third_party_client_access: "block" }),
        ...(appEntitlements && { is_app_entitlement_active: false }),
      },
      settle: settled,
      hidden: [...parts, ...foreignParts],
    });
  }

  /** The entries of one part of an organization, oldest first. */
  partOf(row: StoredOrganization, part: Part): readonly WireObject[] {
    const held = row[part];
    return Array.isArray(held) ? held : [];
  }

  /** Replaces the entries of one part of an organization. */
  setPart(row: StoredOrganization, part: Part, held: readonly WireObject[]): void {
    this.put({ ...row, [part]: held.length > 0 ? held : undefined }, true);
  }

  /** The entries of a part of an organization, oldest first, as its listing contains them. */
  listOf(organization: string, part: Part): readonly WireObject[] {
    return copyOf(this.partOf(this.row(organization), part));
  }

  /** Replaces all entries of a part. They are not checked. */
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
  organizations: Organizations,
  links: {
    refuseMissing(connections: readonly WireObject[]): void;
    add(organization: string, connection: string, more: WireObject): void;
  },
): Module<Organizations> {
  const routes = [
    route("GET /organizations/name/{name}", ({ param }) =>
      organizations.show(organizations.findByKey(param("name")) ?? organizations.missing(param("name"))),
    ),
    ...restRoutes(organizations, {
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
            links.refuseMissing(enabled);
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
  const kept = withoutNulls(isObject(metadata) ? metadata : {});
  return {
    ...others,
    ...(Object.keys(kept).length > 0 && { metadata: kept }),
    ...((token_quota ?? null) !== null && { token_quota }),
  };
}

/** The maximum number of domains of an organization. */
const domainLimit = 100;

/** The entries of a part of organizations, for its routes. */
function partOf(organizations: Organizations, part: Part) {
  const organization = ({ param }: RouteRequest) => organizations.require(param("id"));
  return {
    all: (request: RouteRequest) => organizations.partOf(organization(request), part),
    set: (request: RouteRequest, entries: readonly WireObject[]) =>
      organizations.setPart(organization(request), part, entries),
  };
}

/** The routes of the domains by which the service finds an organization: `/organizations/{id}/discovery-domains`. */
export function discoveryDomainRoutes(organizations: Organizations, { traits }: Tenant): Route[] {
  const path = "/organizations/{id}/discovery-domains";
  const domains = entriesOf({
    ...partOf(organizations, "discovery_domains"),
    ...{ key: "id", param: "discovery_domain_id" },
    missing: "No organization domain found by that id",
  });
  return [
    route(`GET ${path}`, (request) => domains.page(request, "domains")),
    route(`POST ${path}`, (request) => {
      const { id } = organizations.require(request.param("id"));
      const body = request.given();
      const { domain } = body;
      const held = domains.all(request);
      if (held.some((one) => one.domain === domain)) {
        throw new ServiceError(
          409,
          "An organization discovery domain with this domain is already registered to this organization.",
        );
      }
      if (held.length >= domainLimit) throw tooMany();
      const added = {
        id: newPrefixedId("ord_", 22),
        status: "pending",
        ...(traits.discoveryUse && { use_for_organization_discovery: true }),
        ...body,
        verification_txt: randomBytes(16).toString("hex"),
        verification_host: `_ss-verification.${id}.${domain}`,
      };
      domains.add(request, [added]);
      return added;
    }),
    route(`GET ${path}/name/{discovery_domain}`, (request) =>
      domains.find(
        request,
        domains.all(request).find(({ domain }) => domain === request.param("discovery_domain")),
      ),
    ),
    route(`GET ${path}/{discovery_domain_id}`, (request) => domains.find(request)),
    route(`PATCH ${path}/{discovery_domain_id}`, (request) =>
      domains.update(request, (before) => ({ ...before, ...request.given() })),
    ),
    route(`DELETE ${path}/{discovery_domain_id}`, (request) => domains.remove(request)),
  ];
}

/** The routes of the applications of organizations: `/organizations/{id}/clients`. */
export function organizationClientRoutes(organizations: Organizations, clients: Owners): Route[] {
  const path = "/organizations/{id}/clients";
  // The text of the service's error is unknown, so this text is invented.
  const held = entriesOf({
    ...partOf(organizations, "clients"),
    key: "client_id",
    missing: "No client found by that id",
  });
  const shown = ["name", "is_first_party", "grant_types", "organization_usage"];
  const show = (one: WireObject) => ({ ...one, client: pick(clients.get(keyOf(one)) ?? {}, shown) });
  clients.whenGone(({ id: gone }) => {
    for (const row of organizations.all()) {
      const clientsOf = organizations.partOf(row, "clients");
      const kept = clientsOf.filter(({ client_id }) => client_id !== gone);
      if (kept.length < clientsOf.length) organizations.setPart(row, "clients", kept);
    }
  });
  return [
    route(`GET ${path}`, (request) => held.page(request, "clients", show)),
    route(`POST ${path}`, (request) => {
      const before = held.all(request).map(keyOf);
      const given = request.given().clients as WireObject[];
      for (const one of given) clients.require(keyOf(one));
      if (given.some((one) => before.includes(keyOf(one)))) {
        throw new ServiceError(409, "The client has already been added to this organization.");
      }
      const added = given.map((one) => ({ use_for_member_access: false, ...one }));
      held.add(request, added);
      return added.map(show);
    }),
    route(`GET ${path}/{client_id}`, (request) => show(held.find(request))),
    route(`PATCH ${path}/{client_id}`, (request) =>
      show(held.update(request, (before) => ({ ...before, ...request.given() }))),
    ),
    route(`DELETE ${path}`, (request) => held.remove(request, request.given().clients as string[])),
  ];
}

function keyOf({ client_id }: WireObject): string {
  return String(client_id);
}
