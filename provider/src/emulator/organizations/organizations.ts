import { randomBytes } from "node:crypto";
import { insufficientScope, ServiceError, tooMany } from "../shared/errors.ts";
import {
  deleteOnce,
  type Module,
  type Route,
  type RouteRequest,
  restRoutes,
  route,
  type Tenant,
  type TenantTraits,
} from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { byCursor, byEither, byPage, type Cursors, checkPageable, offsetPage, readListQuery } from "../shared/query.ts";
import { newPrefixedId, omit, pick, randomAlphanumerics, type Stored, type WireObject } from "../shared/store.ts";
import { bodyOf, checkBody, flag, integer, isObject, list, object, text } from "../shared/validation.ts";

const connectionId = text("Id of the connection", { min: 1, max: 50 });
const nameInside = text("Name of the connection in the organization", { min: 1, max: 50, rule: nulFault });
const accessLevel = text("Access of the organization to the connection", {
  oneOf: ["none", "readonly", "limited", "full"],
});
const changeableLink = {
  assign_membership_on_login: flag("Whether a login makes the user a member"),
  show_as_button: flag("Whether the login page has a button for the connection"),
  is_signup_enabled: flag("Whether users can sign up"),
};
const furtherOfLink = {
  organization_connection_name: nameInside,
  organization_access_level: accessLevel,
  is_enabled: flag("Whether the connection can be used"),
};

/** The schema of a connection that is to be enabled for an organization. */
const newLink = object("", { connection_id: connectionId, ...changeableLink }, ["connection_id"]);

/** The body schemas of the two families of routes that access the same connections of organizations, with different properties. */
export const linkBodies = {
  enabled_connections: { created: newLink, changed: object("", changeableLink) },
  connections: {
    created: object("", { connection_id: connectionId, ...changeableLink, ...furtherOfLink }, ["connection_id"]),
    changed: object("", {
      ...changeableLink,
      organization_connection_name: { ...nameInside, nullable: true },
      organization_access_level: { ...accessLevel, nullable: true },
      is_enabled: { ...furtherOfLink.is_enabled, nullable: true },
    }),
  },
} as const;

/** The schema of an organization's connection in a seed. */
export const seededLink = object(
  "",
  {
    organization_id: text("Id of the organization", { min: 1 }),
    connection_id: connectionId,
    ...changeableLink,
    ...furtherOfLink,
  },
  ["organization_id", "connection_id"],
);

function nulFault(name: string): string | undefined {
  return name.includes("\0") ? "A name must not contain NUL" : undefined;
}

/** The maximum length of an organization's id, in characters. */
const idLength = 50;

const id = text("Id of the organization", { min: 1, max: idLength });
const named = text("Name of the organization", {
  min: 1,
  max: 50,
  pattern: /^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/,
});
const colour = text("Colour", { pattern: /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]+)$/i });
const quota = { min: 1, max: 2_147_483_647 };
const metadataValue = { ...text("Value of the metadata", { max: 255 }), nullable: true } as const;
const changeable = {
  name: named,
  display_name: text("Name that is shown", { min: 1, max: 255 }),
  branding: object("Branding", {
    logo_url: { ...text("URL of the logo", { rule: urlFault }), nullable: true },
    colors: object("Colours", { primary: colour, page_background: colour }, ["primary", "page_background"]),
  }),
  metadata: { ...object("Metadata", {}, [], { max: 25, open: metadataValue }), nullable: true },
  token_quota: {
    ...object(
      "Token quota",
      {
        client_credentials: object(
          "Quota of client credentials",
          {
            enforce: flag("Whether the quota is enforced"),
            per_day: integer("Tokens in a day", quota),
            per_hour: integer("Tokens in an hour", quota),
          },
          [],
          { min: 1 },
        ),
      },
      ["client_credentials"],
    ),
    nullable: true,
  },
  third_party_client_access: text("Whether third-party applications have access", { oneOf: ["allow", "block"] }),
  is_app_entitlement_active: flag("Whether the organization entitles applications"),
} as const;
const { nullable: _, ...quotaOfCreation } = changeable.token_quota;
/** The maximum number of connections in a create. */
const connectionsAtOnce = 10;
const createdWithConnections = bodyOf(
  {
    ...changeable,
    token_quota: quotaOfCreation,
    enabled_connections: list("Connections", newLink, { max: connectionsAtOnce }),
  },
  ["name"],
);
const summary = { orScopes: ["read:organizations_summary"] };
const invitations = "read:organization_invitations";
const connectScope = "create:organization_connections";
const sortPattern = /^(name|display_name|created_at):(1|-1)$/;
const sort = text("Sort order", { max: 15, pattern: sortPattern });

/** A stored organization. */
export interface StoredOrganization extends Stored {
  readonly name: string;
}

/** The parts of an organization that have separate routes. Responses with the organization do not contain them. */
const parts = ["clients", "discovery_domains"] as const;
/** Parts that seeds may contain, because exports of other tools contain them. Responses with the organization do not contain them. */
const foreignParts = ["connections", "enabled_connections", "client_grants"];

/** The tenant's organizations, by id or name. */
export class Organizations extends Objects<StoredOrganization> {
  constructor({ organizationAccess, appEntitlements }: TenantTraits) {
    super({
      key: "name",
      created: bodyOf({ id, ...changeable, token_quota: quotaOfCreation }, ["name"]),
      changed: bodyOf(changeable),
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
      view: (row) => structuredClone(omit(row, [...parts, ...foreignParts])),
    });
  }

  /** The entries of one part of an organization, oldest first. */
  partOf(row: StoredOrganization, part: (typeof parts)[number]): readonly WireObject[] {
    const held = row[part];
    return Array.isArray(held) ? held : [];
  }

  setPart(row: StoredOrganization, part: (typeof parts)[number], held: readonly WireObject[]): void {
    const others = omit(row, [part]) as StoredOrganization;
    this.table.put(held.length === 0 ? others : { ...others, [part]: held });
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
 * The tenant's organizations: `/organizations`, scopes `create|read|update|delete:organizations`.
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
    route("organizations.get-by-name", "GET /organizations/name/:name", "read:organizations", ({ param }) => {
      const found = organizations.table.findByKey(param("name"));
      if (!found) throw noSuchOrganization();
      return organizations.show(found);
    }),
    ...restRoutes("organizations", organizations, cursors, {
      parameters: { ...byEither, sort, include_client_association_for: text("Id of a client", { min: 1 }) },
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
          furtherScopes: [connectScope],
          handle: ({ body, may }) => {
            organizations.check(createdWithConnections, body);
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
        delete: { handle: deleteOnce(organizations) },
      },
    }),
    route("organizations.invitations.get", "GET /organizations/:id/invitations/:invitation", invitations, (request) => {
      organizations.require(request.param("id"));
      throw new ServiceError(404, "The invitation does not exist.", "inexistent_invitation");
    }),
    route("organizations.invitations.list", "GET /organizations/:id/invitations", invitations, (request) => {
      organizations.require(request.param("id"));
      const listed = offsetPage([], "invitations", readListQuery(request.query, byPage));
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

function urlFault(url: string): string | undefined {
  return URL.canParse(url) && url.startsWith("https://") ? undefined : "Not an https URL";
}

const changeableDomain = {
  status: text("Whether the domain is verified", { oneOf: ["pending", "verified"] }),
  use_for_organization_discovery: flag("Whether the service finds the organization by the domain"),
};
const createdDomain = bodyOf({ domain: text("Domain", { min: 1, max: 255 }), ...changeableDomain }, ["domain"]);
const changedDomain = bodyOf(changeableDomain);

/** The maximum number of domains of an organization. */
const domainLimit = 100;

/** The routes of the domains by which the service finds an organization: `/organizations/{id}/discovery-domains`. */
export function discoveryDomainRoutes(organizations: Organizations, { cursors, traits }: Tenant): Route[] {
  const path = "/organizations/:id/discovery-domains" as const;
  const scope = (verb: string) => `${verb}:organization_discovery_domains`;
  const name = (operation: string) => `organizations.discovery-domains.${operation}`;
  const organizationOf = ({ param }: RouteRequest) => organizations.require(param("id"));
  const domainsOf = (request: RouteRequest) => organizations.partOf(organizationOf(request), "discovery_domains");
  const found = (request: RouteRequest) => {
    const [id, named] = [request.param("domain_id"), request.param("domain")];
    const domain = domainsOf(request).find((one) => (named === "" ? one.id === id : one.domain === named));
    if (!domain) throw new ServiceError(404, "No organization domain found by that id");
    return domain;
  };
  const put = (request: RouteRequest, domains: readonly WireObject[]) =>
    organizations.setPart(organizationOf(request), "discovery_domains", domains);
  return [
    route(name("list"), `GET ${path}`, scope("read"), (request) => {
      const { id } = organizationOf(request);
      return cursors.list<WireObject>(request.query, byCursor, () => ({
        collection: "domains",
        name: `domains of ${id}`,
        all: domainsOf(request).toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
      }));
    }),
    route(name("add"), `POST ${path}`, scope("create"), (request) => {
      const organization = organizationOf(request);
      checkBody(createdDomain, request.body);
      const { domain } = request.body;
      const held = domainsOf(request);
      // The text of the service's error is unknown, so this text is invented.
      if (held.some((one) => one.domain === domain)) {
        throw new ServiceError(409, "The organization discovery domain already exists.");
      }
      if (held.length >= domainLimit) throw tooMany();
      const added = {
        id: `ord_${randomAlphanumerics(22)}`,
        status: "pending",
        ...(traits.discoveryUse && { use_for_organization_discovery: true }),
        ...request.body,
        verification_txt: randomBytes(16).toString("hex"),
        verification_host: `_ss-verification.${organization.id}.${domain}`,
      };
      put(request, [...held, added]);
      return added;
    }),
    route(name("get-by-name"), `GET ${path}/name/:domain`, scope("read"), found),
    route(name("get"), `GET ${path}/:domain_id`, scope("read"), found),
    route(name("update"), `PATCH ${path}/:domain_id`, scope("update"), (request) => {
      const before = found(request);
      checkBody(changedDomain, request.body);
      const after = { ...before, ...request.body };
      put(
        request,
        domainsOf(request).map((one) => (one.id === before.id ? after : one)),
      );
      return after;
    }),
    route(name("remove"), `DELETE ${path}/:domain_id`, scope("delete"), (request) => {
      put(
        request,
        domainsOf(request).filter(({ id }) => id !== request.param("domain_id")),
      );
    }),
  ];
}

const clientId = text("Id of the client", { min: 1 });
const access = { use_for_member_access: flag("Whether members use the client") };
/** The maximum number of clients in one request. */
const clientsAtOnce = 10;
const atOnce = { min: 1, max: clientsAtOnce };
const entry = object("", { client_id: clientId, ...access }, ["client_id"]);
const added = bodyOf({ clients: list("Clients", entry, { ...atOnce, uniqueBy: "client_id" }) }, ["clients"]);
const removed = bodyOf({ clients: list("Ids of clients", clientId, atOnce) }, ["clients"]);
const changedAccess = bodyOf(access, ["use_for_member_access"]);

/** The methods of the applications' collection that these routes need. */
type Known = Pick<Objects, "require" | "get" | "deleted">;

/** The routes of the applications of organizations: `/organizations/{id}/clients`, scopes `create|read|update|delete:organization_clients`. */
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
      checkBody(changedAccess, request.body);
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
