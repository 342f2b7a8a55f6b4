import { randomBytes } from "node:crypto";
import { ServiceError, tooMany } from "../shared/errors.ts";
import type { Tenant } from "../shared/module.ts";
import { byCursor } from "../shared/query.ts";
import { type Route, type RouteRequest, route } from "../shared/router.ts";
import { randomAlphanumerics, type WireObject } from "../shared/store.ts";
import { bodyOf, checkBody, flag, text } from "../shared/validation.ts";
import type { Organizations } from "./organizations.ts";

const changeable = {
  status: text("Whether the domain is verified", { oneOf: ["pending", "verified"] }),
  use_for_organization_discovery: flag("Whether the service finds the organization by the domain"),
};
const created = bodyOf({ domain: text("Domain", { min: 1, max: 255 }), ...changeable }, ["domain"]);
const changed = bodyOf(changeable);

/** The maximum number of domains of an organization. */
const domainLimit = 100;

/** The domains by which the service finds an organization: `/organizations/{id}/discovery-domains`. */
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
      checkBody(created, request.body);
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
      checkBody(changed, request.body);
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
