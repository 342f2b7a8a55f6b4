import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { isObject, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { organizationClientsSchema } from "../../provider/src/types/organization-parts/definition.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { isSegment } from "./objects.ts";
import { casesOf, sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const { fields } = organizationClientsSchema;
/** More than one call can add or remove. */
const all = Array.from({ length: 24 }, (_, n) => `entitled-${String(n).padStart(2, "0")}`);
const [one = "", two = "", three = ""] = all;
const ownerOf = (n: number) => `org_clients${String(n).padStart(9, "0")}`;
const slots = ["clients-a", "clients-b"];
const keys = (slot: string) => [0, 1].map((n) => ownerOf(900_000 + slots.indexOf(slot) * 2 + n));
const [north, bystander, stranger] = [900_010, 900_011, 900_012].map(ownerOf) as [string, string, string];
const path = (organization: string) => ["organizations", organization, "clients"];

function made({ organizations }: Emulator, id: string): string {
  if (!organizations.get(id)) organizations.create({ id, name: id.replace("org_", "o") });
  return id;
}

function heldBy({ organizations }: Emulator, id: string): JsonObject | undefined {
  if (!organizations.get(id)) return undefined;
  const clients = own(fromWire(fields, { clients: organizations.listOf(id, "clients") as JsonObject[] }), "clients");
  return isObject(clients) ? clients : {};
}

function become({ organizations }: Emulator, id: string, clients: JsonObject): void {
  organizations.setListOf(id, "clients", own(toWire(fields, { clients }), "clients") as JsonObject[]);
}

const useForMemberAccess = fc.boolean();
const upTo = (maxKeys: number, of = all) =>
  fc
    .dictionary(fc.constantFrom(...of), fc.record({ useForMemberAccess }), { maxKeys, noNullPrototype: true })
    .map((clients): JsonObject => ({ clients }));
const used = (...ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, { useForMemberAccess: true }]));

const plain = { organizationId: north, clients: used(one, two) };
const changed = { organizationId: north, clients: { [one]: { useForMemberAccess: false }, ...used(three) } };
const [read, create, update, remove] = ["read", "create", "update", "delete"].map(
  (verb) => `${verb}:organization_clients`,
) as [string, string, string, string];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [read, create], run: plain },
  {
    operation: "create with `exclusive: true`",
    scopes: [read, create, update, remove],
    before: plain,
    run: { ...changed, exclusive: true },
    adopted: true,
  },
  { operation: "refresh, drift", scopes: [read], before: plain, run: "refresh" },
  { operation: "update", scopes: [read, create, update, remove], before: plain, run: changed },
  { operation: "delete", scopes: [remove], before: plain, run: undefined },
];

/** The applications of an organization: they are always there, if only as an empty map, and others may add some, too. */

export const organizationClients: Subject<"organizationClients"> = {
  name: "organizationClients",
  resource: "OrganizationClients",
  path: "/api/v2/organizations",
  keyOf: ({ organizationId }) => String(organizationId),

  prepare(tenant) {
    for (const client_id of all) tenant.clients.create({ client_id, name: client_id });
    for (const id of [...slots.flatMap(keys), north, bystander, stranger]) made(tenant, id);
    become(tenant, stranger, used(one, two));
  },
  foreign: (tenant) => heldBy(tenant, stranger),
  identity: (tenant, n) => ({ organizationId: made(tenant, ownerOf(n)) }),
  held(tenant, id) {
    const clients = heldBy(tenant, id);
    return clients && { id, live: { organizationId: id, clients } };
  },
  answered(tenant, id) {
    const clients = heldBy(tenant, id);
    return clients && { clients };
  },
  edit: (tenant, id, _, clients) => become(tenant, id, clients as JsonObject),
  remove: (tenant, id) => tenant.organizations.delete(id),
  isEmpty: ({ clients }) => isObject(clients) && Object.keys(clients).length === 0,

  exceptions: [
    {
      law: "preservation",
      how: "lost",
      paths: ["/clients"],
      exclusive: true,
      why: "the set is authoritative while the resource exists",
      documented: "the declared applications are the only ones of the organization",
      examples: [
        [
          { program: { clients: used(one), exclusive: true } },
          { edit: { clients: used(two, three) }, program: { clients: used(one), exclusive: true } },
        ],
      ],
    },
  ],
  laws: [
    {
      root: { exclusive: true },
      steps: sequencesOf({ program: upTo(all.length), edit: upTo(all.length), unseen: fc.boolean() }),
      share: 1 / 2,
    },
    casesOf(upTo(4), upTo(4), 1 / 2, fc.boolean()),
  ],
  shared: {
    property: "clients",
    max: all.length,
    given: fc.uniqueArray(fc.constantFrom(...all), { maxLength: 10 }),
    asValue: (ids) => used(...ids),
    bystanders(tenant, _, ids) {
      become(tenant, made(tenant, bystander), used(...ids));
      return [bystander];
    },
  },
  // One request for each application whose value changes.
  writes: all.length * 2,

  slots,
  keys,
  programs: (slot) =>
    fc
      .boolean()
      .map((exclusive) =>
        fc
          .tuple(mostly(keys(slot)), upTo(5, all.slice(0, 8)))
          .map(([organizationId, some]) => ({ organizationId, ...some, exclusive })),
      ),
  edits: () => [{ weight: 1, values: upTo(4, all.slice(0, 8)) }],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/organizations\/[^/?]+\/clients(\/[^/?]+)?(\?.*)?$/,
    versions(tenant, n) {
      const identity = { organizationId: made(tenant, ownerOf(n)) };
      return [
        { ...identity, clients: used(one, two) },
        { ...identity, clients: { [two]: { useForMemberAccess: false }, ...used(three) } },
      ];
    },
    misshapen: ['{"clients":[null]}', '{"clients":[{"use_for_member_access":true}]}'].map((body) => ({
      path: /clients/,
      body,
    })),
    ids: (text) => text,
    asked: (id) => (isSegment(id) ? path(id) : undefined),
    programs: (text) =>
      text.map((organizationId) => ({
        args: { organizationId, clients: used(one) },
        mayAsk: isSegment(organizationId) ? [path(organizationId)] : [],
      })),
  },
  bench: [plain, changed],
  unlikeTable: [["*", "A set of members, with requests of its own."]],
  sample: "not every tenant has applications of organizations",
  elsewhere: [
    [
      "auth0_organization_client",
      "portal_at_north",
      { id: `${at.north}::${at.portal}`, organization_id: at.north, client_id: at.portal, use_for_member_access: true },
    ],
    [
      "auth0_organization_clients",
      "apps_of_south",
      {
        ...{ id: at.south, organization_id: at.south },
        clients: [{ client_id: at.job, use_for_member_access: false }],
      },
    ],
  ],
  namesElsewhere: ["portal_at_north", "apps_of_south"],
};
