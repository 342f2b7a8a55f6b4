import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { database, sampleUser } from "../acceptance/sample.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import type { Exception } from "./exception.ts";
import { isSegment } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

const organizations = ["org_000000000000000a", "org_000000000000000b"] as const;
const [organizationId, otherOrganization] = organizations;
/** What roles there are: more than a member can have. */
const roleIds = Array.from({ length: 60 }, (_, n) => `rol_${String(n).padStart(16, "0")}`);
const most = 50;
const [reader = "", editor = "", third = ""] = roleIds;

const slots = ["roles-a", "roles-b"];
const userOf = (slot: string) => `auth0|${slot}`;
const alice = "auth0|000000000000000000000001";
const stranger = "auth0|foreign";

const separator = "::";
const idOf = (organization: string, user: string) => `${organization}${separator}${user}`;

function memberOf(id: string): readonly [organization: string, user: string] {
  const [organization = "", ...rest] = id.split(separator);
  return [organization, rest.join(separator)];
}

const rolesOf = ({ organizationMembers }: Emulator, id: string) =>
  organizationMembers.get(...memberOf(id))?.roles as string[] | undefined;

function added({ organizationMembers }: Emulator, organization: string, userId: string, roles: readonly string[] = []) {
  organizationMembers.add(organization, userId, { roles });
  return { organizationId: organization, userId };
}

const pathOf = (organization: string, user: string) => ["organizations", organization, "members", user, "roles"];

const [role = "", ...otherRoles] = roleIds.slice(0, most + 1);
const exceptions: readonly Exception[] = [
  {
    law: "preservation",
    how: "lost",
    paths: ["/roles"],
    exclusive: true,
    why: "the set is authoritative while the resource exists",
    documented: "the declared roles are all direct roles of the member",
    examples: [[{ program: { roles: [role] } }, { edit: { roles: otherRoles }, program: { roles: [role] } }]],
  },
  {
    law: "convergence",
    how: "refused",
    paths: ["/roles"],
    unseen: true,
    why: "a member can have fifty, those included that nobody has seen yet",
    documented: "A member can have fifty roles",
    examples: [[{ program: { roles: [] } }, { edit: { roles: otherRoles }, unseen: true, program: { roles: [role] } }]],
  },
];

const idsUpTo = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...roleIds), { maxLength });
const rolesUpTo = (maxLength: number) => idsUpTo(maxLength).map((roles) => ({ roles }));

const member = { organizationId, userId: alice };
const reading = { ...member, roles: [reader] };
const editing = { ...member, roles: [editor] };
const [read, assign, take] = ["read", "create", "delete"].map((verb) => `${verb}:organization_member_roles`) as [
  string,
  string,
  string,
];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [read, assign], run: reading },
  {
    operation: "create where other roles are there",
    scopes: [read, assign, take],
    before: editing,
    run: reading,
    adopted: true,
  },
  {
    operation: "create with `exclusive: false`",
    scopes: [read, assign],
    before: editing,
    run: { ...reading, exclusive: false },
    adopted: true,
  },
  { operation: "refresh, drift", scopes: [read], before: reading, run: "refresh" },
  { operation: "update", scopes: [assign, take], before: reading, run: editing },
  { operation: "delete", scopes: [take], before: reading, run: undefined },
];

/** The direct roles of a member: they are always there, if only as an empty set, and others may give some, too. */

export const organizationMemberRoles: Subject<"organizationMemberRoles"> = {
  name: "organizationMemberRoles",
  resource: "OrganizationMemberRoles",
  path: "/api/v2/organizations",
  keyOf: (args) => idOf(String(args.organizationId), String(args.userId)),

  prepare(tenant) {
    for (const id of roleIds) tenant.roles.create({ id, name: `role ${id}` });
    for (const id of organizations) {
      tenant.organizations.create({ id, name: id.replace("_", "-") });
      for (const slot of slots) added(tenant, id, userOf(slot));
      added(tenant, id, stranger, roleIds.slice(0, 3));
    }
    added(tenant, organizationId, alice);
  },
  foreign: (tenant) => organizations.map((id) => tenant.organizationMembers.get(id, stranger)),
  identity: (tenant, n) => added(tenant, organizationId, `auth0|${n}`),
  held(tenant, id) {
    const [organization, userId] = memberOf(id);
    const roles = rolesOf(tenant, id);
    return roles && { id, live: { organizationId: organization, userId, roles } };
  },
  answered(tenant, id) {
    const roles = rolesOf(tenant, id);
    return roles && { roles };
  },
  edit(tenant, id, _, given) {
    const [organization, user] = memberOf(id);
    tenant.organizationMembers.removeRoles(organization, user, rolesOf(tenant, id) ?? []);
    tenant.organizationMembers.assignRoles(organization, user, given as string[]);
  },
  remove: (tenant, id) => tenant.organizationMembers.remove(...memberOf(id)),
  isEmpty: ({ roles }) => Array.isArray(roles) && roles.length === 0,

  exceptions,
  laws: [
    {
      root: {},
      steps: fc.oneof(
        sequencesOf({ program: rolesUpTo(most), edit: rolesUpTo(most), unseen: fc.constant(false) }),
        sequencesOf({ program: rolesUpTo(4), edit: rolesUpTo(4), unseen: fc.boolean() }),
        // Additions come first, so where they are refused nothing has been changed.
        sequencesOf({ program: rolesUpTo(25), edit: rolesUpTo(most), unseen: fc.boolean() }),
      ),
      share: 1,
    },
    {
      root: { exclusive: false },
      steps: sequencesOf({ program: rolesUpTo(4), edit: rolesUpTo(4), unseen: fc.boolean() }),
      share: 1 / 4,
    },
  ],
  shared: {
    property: "roles",
    max: most,
    given: idsUpTo(10),
    // The same user in another organization, and another member of the same one.
    bystanders(tenant, id, values) {
      const [organization, user] = memberOf(id);
      added(tenant, otherOrganization, user, values);
      added(tenant, organization, `${user}-other`, values);
      return [idOf(otherOrganization, user), idOf(organization, `${user}-other`)];
    },
  },
  // Additions, and removals.
  writes: 2,

  slots,
  keys: (slot) => organizations.map((id) => idOf(id, userOf(slot))),
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(mostly(organizations), fc.uniqueArray(fc.constantFrom(...roleIds.slice(0, 8)), { maxLength: 5 }))
        .map(([organization, roles]): JsonObject => ({ organizationId: organization, userId: userOf(slot), roles })),
    ),
  edits: () => [
    { weight: 1, values: fc.record({ roles: fc.tuple(fc.constantFrom(...roleIds.slice(0, 8)), fc.boolean()) }) },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/organizations\/org_\w+\/members\/auth0%7C\w+\/roles(\?.*)?$/,
    versions(tenant, n) {
      const identity = added(tenant, organizationId, `auth0|${n}`);
      return [
        { ...identity, roles: [reader, editor] },
        { ...identity, roles: [editor, third] },
      ];
    },
    misshapen: ['{"roles":[null]}', '{"roles":[{"name":"no id"}]}'].map((body) => ({ path: /roles/, body })),
    ids: (text) => fc.tuple(text, text).map(([organization, user]) => idOf(organization, user)),
    asked(id) {
      const parts = memberOf(id);
      return parts.every(isSegment) ? pathOf(...parts) : undefined;
    },
    programs: (text) =>
      fc.tuple(text, text).map(([organization, user]) => ({
        args: { organizationId: organization, userId: user, roles: [reader] },
        mayAsk: [organization, user].every(isSegment) ? [pathOf(organization, user)] : [],
      })),
  },
  bench: [reading, editing],
  unlikeTable: [["*", "A set of members, with requests of its own."]],
  sample: {
    owner: "membership",
    needs: {
      ...{ organization: { type: "organization" }, ...database, user: sampleUser },
      ...{ membership: { type: "organizationMembers" }, one: { type: "role" }, other: { type: "role" } },
    },
    program: ({ needed: { organization = "", user = "", one = "", other = "" } }) => ({
      args: { organizationId: organization, userId: user, roles: [one] },
      values: { roles: [[one, other], [other]] },
    }),
  },
  elsewhere: [
    [
      "auth0_organization_member_roles",
      "ann",
      { id: `${at.north}::${at.ann}`, organization_id: at.north, user_id: at.ann, roles: [at.admin] },
    ],
    [
      "auth0_organization_member_role",
      "cem_reads",
      { id: `${at.south}::${at.cem}::${at.reader}`, organization_id: at.south, user_id: at.cem, role_id: at.reader },
    ],
  ],
  namesElsewhere: ["ann", "bea", "cem_reads"],
};
