import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { kinds } from "./kinds.ts";
import { isSegment, scopesOfObjects } from "./objects.ts";
import { casesOf } from "./steps.ts";
import { mostly, type Subject } from "./subject.ts";

const { fields } = kinds.organizationDiscoveryDomain.schema;
const part = "discovery_domains";
const [north, foreign] = ["org_000000000domains", "org_foreigndomains00"] as const;

const slots = ["discovery-a", "discovery-b"];
const keys = (slot: string) => ["one", "two"].map((name) => keyOf(north, `${name}.${slot}.example.com`));

function keyOf(organization: string, domain: string): string {
  return `${organization}::${domain}`;
}

function endsOf(key: string): readonly [organization: string, end: string] {
  const [organization = "", end = ""] = key.split("::");
  return [organization, end];
}

function made({ organizations }: Emulator, id: string): void {
  if (!organizations.get(id)) organizations.create({ id, name: id.replace("org_", "o") });
}

function allOf({ organizations }: Emulator, organization: string): readonly WireObject[] {
  return organizations.get(organization) ? organizations.listOf(organization, part) : [];
}

/** The domain with a key or an id, both of which begin with the organization. */
function found(tenant: Emulator, key: string): WireObject | undefined {
  const [organization, end] = endsOf(key);
  return allOf(tenant, organization).find(({ id, domain }) => id === end || domain === end);
}

function put({ organizations }: Emulator, organization: string, entries: readonly WireObject[]): void {
  organizations.setListOf(organization, part, entries);
}

function byHand(domain: string): WireObject {
  const id = `ord_${domain.replaceAll(/\W/g, "").padEnd(22, "0").slice(0, 22)}`;
  return {
    ...{ id, domain, status: "verified", use_for_organization_discovery: false },
    ...{ verification_host: `_ss-verification.${domain}`, verification_txt: "0".repeat(32) },
  };
}

const properties = fc.record(
  { status: fc.constantFrom("pending", "verified"), useForOrganizationDiscovery: fc.boolean() },
  { requiredKeys: [] },
);

const plain = { organizationId: north, domain: "north.example.com" };
const changed = { ...plain, useForOrganizationDiscovery: false };
/** Domains of one organization. */

export const organizationDiscoveryDomain: Subject<"organizationDiscoveryDomain"> = {
  name: "organizationDiscoveryDomain",
  resource: "OrganizationDiscoveryDomain",
  path: "/api/v2/organizations",
  keyOf: (args) => keyOf(String(args.organizationId), String(args.domain)),

  prepare(tenant) {
    for (const id of [north, foreign]) made(tenant, id);
    put(tenant, foreign, [byHand("foreign.example.com")]);
  },
  foreign: (tenant) => allOf(tenant, foreign),
  identity: (_, n) => ({ organizationId: north, domain: `of-${n}.example.com` }),
  held(tenant, key) {
    const [organizationId] = endsOf(key);
    const domain = found(tenant, key) as JsonObject | undefined;
    return domain && { id: `${organizationId}::${domain.id}`, live: { organizationId, ...fromWire(fields, domain) } };
  },
  answered: (tenant, key) => found(tenant, key) as JsonObject | undefined,
  edit(tenant, key, name, value) {
    const [organization] = endsOf(key);
    const before = found(tenant, key);
    const after = { ...before, ...toWire(fields, { [name]: value }) };
    put(
      tenant,
      organization,
      allOf(tenant, organization).map((one) => (one.id === before?.id ? after : one)),
    );
  },
  make(tenant, key) {
    const [organization, domain] = endsOf(key);
    put(tenant, organization, [...allOf(tenant, organization), byHand(domain)]);
  },
  remove(tenant, key) {
    const [organization] = endsOf(key);
    const gone = found(tenant, key);
    put(
      tenant,
      organization,
      allOf(tenant, organization).filter(({ id }) => id !== gone?.id),
    );
  },

  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/status"],
      why: "no program that does not declare the status says that a domain is not verified",
      documented: "The status of a discovery domain stays as it is",
      examples: [[{ program: { status: "verified" } }, { program: {} }]],
    },
  ],
  share: 0.5,
  laws: [casesOf(properties, properties, 0.5)],
  writes: 1,

  slots,
  keys,
  programs: (slot) =>
    fc.constant(
      fc.tuple(properties, mostly(keys(slot))).map(([rest, key]) => ({
        ...rest,
        organizationId: north,
        domain: endsOf(key)[1],
      })),
    ),
  edits: () => [{ weight: 1, values: fc.record({ useForOrganizationDiscovery: fc.boolean() }) }],

  scopes: scopesOfObjects("organization_discovery_domains", plain, changed),
  hostile: {
    targets: /^\/api\/v2\/organizations\/[^/?]+\/discovery-domains(\/[^/?]+)?(\?.*)?$/,
    versions(_, n) {
      const first = { organizationId: north, domain: `of-${n}.example.com`, useForOrganizationDiscovery: true };
      return [first, { ...first, useForOrganizationDiscovery: false }];
    },
    misshapen: ["[]", '{"id":"ord_another"}', '{"id":7}'].map((body) => ({ path: /discovery-domains.[^/]+$/, body })),
    ids: (text) => fc.tuple(text, text).map(([organization, id]) => keyOf(organization, id)),
    asked(key) {
      const [organization = "", ...rest] = key.split("::");
      const id = rest.join("::");
      return isSegment(organization) && isSegment(id)
        ? ["organizations", organization, "discovery-domains", id]
        : undefined;
    },
    programs: (text) =>
      fc.tuple(text, text).map(([organizationId, domain]) => ({
        args: { organizationId, domain },
        mayAsk: isSegment(organizationId) ? [["organizations", organizationId, "discovery-domains"]] : [],
      })),
    loud: { ...plain, domain: "\u001b]0;owned\u0007\u009b2J\u202e" },
  },
  bench: [plain, changed],
  unlikeTable: [
    ["* organization_id: only the definition has it", "It is in the path of the request."],
    ["PATCH domain: only the definition has it", "No update can change it."],
  ],
  inCases: (name) => ({
    args: { domain: `${name}.example.com` },
    idsOf: { organizationId: `${name}-organization` },
  }),
  sample: "logins with addresses of a domain would go to the run's organization",
  switches: [
    {
      at: ["useForOrganizationDiscovery"],
      on: true,
      off: { useForOrganizationDiscovery: false },
      foreign: [["status", "verified", "status"]],
      declared: [],
      dropped: [[{ status: "pending" }, "status", "verified"]],
    },
  ],
  elsewhere: [
    [
      "auth0_organization_discovery_domain",
      "domain_of_north",
      { id: `${at.north}::${at.discovery}`, organization_id: at.north, domain: "north.example.com" },
    ],
    [
      "auth0_organization_discovery_domains",
      "of_south",
      {
        ...{ id: at.south, organization_id: at.south },
        discovery_domains: [{ id: "ord_0000000000000000000002", domain: "south.example.com", status: "pending" }],
      },
    ],
  ],
  namesElsewhere: ["domain_of_north", "of_south"],
};
