import { at } from "../harness/whole-tenant-ids.ts";
import { membersOf } from "./members.ts";
import type { Subject } from "./subject.ts";

const api = "https://grants.example.com";
/** Of more applications than the laws need, each has one grant. */
const applications = Array.from({ length: 20 }, (_, n) => `granted-${String(n).padStart(2, "0")}`);
const grantIds = applications.map((_, n) => `cgr_of${String(n).padStart(14, "0")}`);

const set = membersOf({
  of: "organizationId",
  property: "grants",
  route: "organizations/*/client-grants",
  all: grantIds,
  ownerOf: (n) => `org_${String(n).padStart(16, "0")}`,
  make(tenant, id) {
    if (!tenant.organizations.get(id)) tenant.organizations.create({ id, name: id.replace("org_", "o") });
  },
  held: (tenant, id) => (tenant.organizations.get(id) ? tenant.clientGrants.grantsOf(id) : undefined),
  add: (tenant, id, grants) => tenant.clientGrants.addTo(id, grants),
  take: (tenant, id, grants) => tenant.clientGrants.removeFrom(id, grants),
  documented: "the declared grants are the only ones of the organization",
  misshapen: ['{"client_grants":[null]}', '{"client_grants":[{"audience":"no id"}]}'],
  whole: { exclusive: true },
});
const { bench } = set;
const [one, other] = bench;
const [read, create, remove] = ["read", "create", "delete"].map((verb) => `${verb}:organization_client_grants`) as [
  string,
  string,
  string,
];

/** The client grants of an organization: they are always there, if only as an empty set, and others may give some, too. */

export const organizationClientGrants: Subject<"organizationClientGrants"> = {
  ...set,
  name: "organizationClientGrants",
  resource: "OrganizationClientGrants",
  path: "/api/v2/organizations",
  prepare(tenant) {
    tenant.resourceServers.create({ identifier: api, name: "Granted" });
    for (const [n, client_id] of applications.entries()) {
      tenant.clients.create({ client_id, name: client_id });
      tenant.clientGrants.create({ id: grantIds[n], client_id, audience: api, organization_usage: "allow", scope: [] });
    }
    for (const id of set.owners) tenant.organizations.create({ id, name: id.replace("org_", "o") });
    tenant.clientGrants.addTo(set.owners.at(-1) ?? "", grantIds.slice(0, 3));
  },
  hostile: {
    ...set.hostile,
    targets: /^\/api\/v2\/organizations\/[^/?]+\/client-grants(\/cgr_\w+)?(\?.*)?$/,
  },
  remove: (tenant, id) => tenant.organizations.delete(id),
  // One request for each grant.
  writes: grantIds.length * 2,
  scopes: [
    { operation: "create", scopes: [read, create], run: one },
    {
      operation: "create with `exclusive: true`",
      scopes: [read, create, remove],
      before: other,
      run: { ...one, exclusive: true },
      adopted: true,
    },
    { operation: "refresh, drift", scopes: [read], before: one, run: "refresh" },
    { operation: "update", scopes: [read, create, remove], before: one, run: other },
    { operation: "delete", scopes: [remove], before: one, run: undefined },
  ],
  unlikeTable: [["*", "A set of members, with requests of its own."]],
  sample: "not every plan has grants of organizations",
  elsewhere: [
    [
      "auth0_organization_client_grant",
      "job_at_north",
      { id: `${at.north}::${at.grant}`, organization_id: at.north, grant_id: at.grant },
    ],
  ],
  namesElsewhere: ["job_at_north"],
};
