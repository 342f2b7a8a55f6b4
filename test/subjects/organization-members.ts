import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { database, sampleUser } from "../acceptance/sample.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import type { Exception } from "./exception.ts";
import { isSegment } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

/** More than one call can change. */
const users = Array.from({ length: 24 }, (_, n) => `auth0|${String(n).padStart(24, "0")}`);
const [alice = "", bob = "", carol = ""] = users;
const stranger = "auth0|foreign";
const [north, other, foreign] = ["org_0000000000peoplea", "org_0000000000peopleb", "org_foreignpeople00"] as const;
const slots = ["members-a", "members-b"];
const organizationsOf = (slot: string) =>
  [1, 2].map((n) => `org_${slot.replace("-", "0")}${n}`.padEnd(20, "0").slice(0, 20));

const pathOf = (organization: string) => ["organizations", organization, "members"];

function made({ organizations }: Emulator, id: string): JsonObject {
  if (!organizations.get(id)) organizations.create({ id, name: id.replace("org_", "o").toLowerCase() });
  return { organizationId: id };
}

function membersOf({ organizations, organizationMembers }: Emulator, id: string): string[] | undefined {
  if (!organizations.get(id)) return undefined;
  return organizationMembers.list(id).map(({ user_id }) => String(user_id));
}

function become({ organizationMembers }: Emulator, id: string, wanted: readonly string[]): void {
  for (const user of users) if (!wanted.includes(user)) organizationMembers.remove(id, user);
  for (const user of wanted) organizationMembers.add(id, user);
}

const upTo = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...users), { maxLength });
const membersUpTo = (maxLength: number) => upTo(maxLength).map((members) => ({ members }));

const exceptions: readonly Exception[] = [
  {
    law: "preservation",
    how: "lost",
    paths: ["/members"],
    exclusive: true,
    why: "the set is authoritative while the resource exists",
    documented: "the declared members are all members of the organization",
    examples: [
      [
        { program: { members: [alice], exclusive: true } },
        { edit: { members: [bob, carol] }, program: { members: [alice], exclusive: true } },
      ],
    ],
  },
];

const one = { organizationId: north, members: [alice] };
const two = { organizationId: north, members: [bob] };
const [read, add, take] = ["read", "create", "delete"].map((verb) => `${verb}:organization_members`) as [
  string,
  string,
  string,
];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [read, add], run: one },
  {
    operation: "create with `exclusive: true`",
    scopes: [read, add, take],
    before: two,
    run: { ...one, exclusive: true },
    adopted: true,
  },
  { operation: "refresh, drift", scopes: [read], before: one, run: "refresh" },
  { operation: "update", scopes: [add, take], before: one, run: two },
  { operation: "delete", scopes: [take], before: one, run: undefined },
];

/** The members of an organization: they are always there, if only as an empty set, and people come and go by themselves. */

export const organizationMembers: Subject<"organizationMembers"> = {
  name: "organizationMembers",
  resource: "OrganizationMembers",
  path: "/api/v2/organizations",
  keyOf: ({ organizationId }) => String(organizationId),

  prepare(tenant) {
    for (const id of [...slots.flatMap(organizationsOf), north, other, foreign]) made(tenant, id);
    for (const user of [stranger, alice]) tenant.organizationMembers.add(foreign, user);
  },
  foreign: ({ organizationMembers: all }) => all.list(foreign),
  identity: (tenant, n) => made(tenant, `org_${String(n).padStart(16, "0")}`),
  held(tenant, id) {
    const members = membersOf(tenant, id);
    return members && { id, live: { organizationId: id, members } };
  },
  answered(tenant, id) {
    const members = membersOf(tenant, id);
    return members && { members };
  },
  edit: (tenant, id, _, given) => become(tenant, id, given as string[]),
  remove: (tenant, id) => tenant.organizations.delete(id),
  isEmpty: ({ members }) => Array.isArray(members) && members.length === 0,

  exceptions,
  laws: [
    {
      root: { exclusive: true },
      steps: fc.oneof(
        sequencesOf({ program: membersUpTo(24), edit: membersUpTo(24), unseen: fc.constant(false) }),
        sequencesOf({ program: membersUpTo(4), edit: membersUpTo(4), unseen: fc.boolean() }),
      ),
      share: 1 / 2,
    },
    {
      root: {},
      steps: sequencesOf({ program: membersUpTo(4), edit: membersUpTo(4), unseen: fc.boolean() }),
      share: 1 / 2,
    },
  ],
  shared: {
    property: "members",
    max: users.length,
    given: upTo(10),
    bystanders(tenant, id, values) {
      const key = `${id.slice(0, 12)}bystandr`;
      made(tenant, key);
      become(tenant, key, values);
      return [key];
    },
  },
  // Ten with each call, additions and removals.
  writes: 6,

  slots,
  keys: organizationsOf,
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(mostly(organizationsOf(slot)), fc.uniqueArray(fc.constantFrom(...users.slice(0, 8)), { maxLength: 5 }))
        .map(([organizationId, members]): JsonObject => ({ organizationId, members, exclusive: true })),
    ),
  edits: () => [
    { weight: 1, values: fc.record({ members: fc.tuple(fc.constantFrom(...users.slice(0, 8)), fc.boolean()) }) },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/organizations\/[^/?]+\/members(\/[^/?]+\/roles)?(\?.*)?$/,
    versions(tenant, n) {
      const identity = made(tenant, `org_${String(n).padStart(16, "0")}`);
      return [
        { ...identity, members: [alice, bob] },
        { ...identity, members: [bob, carol] },
      ];
    },
    misshapen: ['{"members":[null]}', '{"members":[{"name":"no id"}]}'].map((body) => ({ path: /members/, body })),
    ids: (text) => text,
    asked: (id) => (isSegment(id) ? pathOf(id) : undefined),
    programs: (text) =>
      text.map((organizationId) => ({
        args: { organizationId, members: [alice] },
        mayAsk: isSegment(organizationId) ? [pathOf(organizationId)] : [],
      })),
  },
  bench: [one, two],
  unlikeTable: [["*", "A set of members, with requests of its own."]],
  sample: {
    identity: "organizationId",
    owner: "organization",
    needs: {
      ...{ organization: { type: "organization" }, other: { type: "organization" } },
      ...{ ...database, user: sampleUser, another: sampleUser },
    },
    program: ({ needed: { organization = "", other = "", user = "", another = "" } }) => ({
      args: { organizationId: organization, members: [user] },
      values: { organizationId: [other], members: [[user, another], [another]] },
    }),
  },
  elsewhere: [
    ["auth0_organization_members", "people_of_north", { id: at.north, organization_id: at.north, members: [at.ann] }],
    [
      "auth0_organization_member",
      "bea",
      { id: `${at.south}::${at.bea}`, organization_id: at.south, user_id: at.bea, roles: [at.reader] },
    ],
  ],
  namesElsewhere: ["people_of_north", "bea"],
};
