import { insufficientScope, ServiceError } from "../shared/errors.ts";
import type { Module, Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { byEither, byPage, checkPageable, offsetPage, readListQuery } from "../shared/query.ts";
import { deleteOnce, restRoutes } from "../shared/rest.ts";
import { route } from "../shared/router.ts";
import { newPrefixedId, omit, pick, type Stored, type WireObject } from "../shared/store.ts";
import type { TenantTraits } from "../shared/traits.ts";
import { bodyOf, flag, integer, isObject, list, object, text } from "../shared/validation.ts";
import { newLink } from "./link-rules.ts";

/** The maximum length of an organization's id, in characters. */
const idLength = 50;

const id = text("Id of the organization", { min: 1, max: idLength });
const named = text("Name of the organization", {
  min: 1,
  max: 50,
  pattern: /^(?!org_)[a-z0-9]([a-z0-9_-]*[a-z0-9])?$/,
});
const colour = text("Colour", { pattern: /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/ });
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
/** Parts that exports of other tools contain, and so seeds may contain. Responses with the organization do not contain them. */
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

  /** A part of an organization, oldest first. */
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

/** The organization as it is stored: without null values in the metadata, and without cleared properties. */
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
