import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { sampleApi, sampleScopes } from "../acceptance/sample.ts";
import { at, permissionsElsewhere } from "../harness/whole-tenant-ids.ts";
import type { Exception } from "./exception.ts";
import { isSegment } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

/** More than one call can change, and more than a page has. */
const names = Array.from({ length: 130 }, (_, n) => `act:${String(n).padStart(3, "0")}`);
const [reading = "", writing = "", third = ""] = names;
const apis = ["https://orders.example.com/a::b", "https://billing.example.com"] as const;
const [api, otherApi] = apis;
const [roleId, otherRole, foreignRole] = ["rol_000000000000000a", "rol_000000000000000b", "rol_foreign000000000"];
const slots = ["permissions-a", "permissions-b"];
const rolesOf = (slot: string) => [1, 2].map((n) => `rol_${slot.replace("-", "0")}${n}`.padEnd(20, "0").slice(0, 20));

const separator = "::";
const idOf = (role: string, identifier: string) => `${role}${separator}${identifier}`;

function placeOf(id: string): readonly [role: string, identifier: string] {
  const [role = "", ...rest] = id.split(separator);
  return [role, rest.join(separator)];
}

const permission = (identifier: string, name: string) => ({
  resource_server_identifier: identifier,
  permission_name: name,
});

function held({ rolePermissions, roles }: Emulator, id: string): readonly string[] | undefined {
  const [role, identifier] = placeOf(id);
  if (!roles.get(role)) return undefined;
  const own = rolePermissions.list(role).filter((one) => one.resource_server_identifier === identifier);
  return own.map(({ permission_name }) => String(permission_name));
}

function give({ rolePermissions }: Emulator, id: string, wanted: readonly string[]): void {
  const [role, identifier] = placeOf(id);
  rolePermissions.remove(
    role,
    names.map((name) => permission(identifier, name)),
  );
  rolePermissions.add(
    role,
    wanted.map((name) => permission(identifier, name)),
  );
}

function made(tenant: Emulator, id: string): JsonObject {
  if (!tenant.roles.get(id)) tenant.roles.create({ id, name: `role ${id}` });
  // What the role may do with another API is left alone here.
  tenant.rolePermissions.add(id, [permission(otherApi, reading)]);
  return { roleId: id, resourceServerIdentifier: api };
}

const upTo = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...names), { maxLength });
const permissionsUpTo = (maxLength: number) => upTo(maxLength).map((permissions) => ({ permissions }));

const exceptions: readonly Exception[] = [
  {
    law: "preservation",
    how: "lost",
    paths: ["/permissions"],
    exclusive: true,
    why: "the set is authoritative while the resource exists",
    documented: "the declared permissions are all permissions of the role on that API",
    examples: [
      [
        { program: { permissions: [reading] } },
        { edit: { permissions: [writing, third] }, program: { permissions: [reading] } },
      ],
    ],
  },
];

const place = { roleId, resourceServerIdentifier: api };
const one = { ...place, permissions: [reading] };
const other = { ...place, permissions: [writing] };
const [read, update] = ["read:roles", "update:roles"];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [read, update], run: one },
  { operation: "refresh, drift", scopes: [read], before: one, run: "refresh" },
  { operation: "update", scopes: [update], before: one, run: other },
  { operation: "delete", scopes: [update], before: one, run: undefined },
];

/** The permissions of a role on one API: they are always there, if only as an empty set, and others may give some, too. */

export const rolePermissions: Subject<"rolePermissions"> = {
  name: "rolePermissions",
  resource: "RolePermissions",
  path: "/api/v2/roles",
  keyOf: (args) => idOf(String(args.roleId), String(args.resourceServerIdentifier)),

  prepare(tenant) {
    for (const identifier of apis) {
      tenant.resourceServers.create({ identifier, scopes: names.map((value) => ({ value })) });
    }
    for (const id of [...slots.flatMap(rolesOf), roleId ?? "", otherRole ?? "", foreignRole ?? ""]) made(tenant, id);
    tenant.rolePermissions.add(foreignRole ?? "", [permission(api, writing)]);
  },
  foreign: ({ rolePermissions: all }) => [
    all.list(foreignRole ?? ""),
    slots
      .flatMap(rolesOf)
      .map((id) => all.list(id).filter(({ resource_server_identifier }) => resource_server_identifier === otherApi)),
  ],
  identity: (tenant, n) => made(tenant, `rol_${String(n).padStart(16, "0")}`),
  held(tenant, id) {
    const permissions = held(tenant, id);
    const [role, identifier] = placeOf(id);
    return permissions && { id, live: { roleId: role, resourceServerIdentifier: identifier, permissions } };
  },
  answered(tenant, id) {
    const permissions = held(tenant, id);
    return permissions && { permissions };
  },
  edit: (tenant, id, _, given) => give(tenant, id, given as string[]),
  remove: (tenant, id) => tenant.roles.delete(placeOf(id)[0]),
  isEmpty: ({ permissions }) => Array.isArray(permissions) && permissions.length === 0,

  exceptions,
  laws: [
    {
      root: {},
      steps: fc.oneof(
        sequencesOf({ program: permissionsUpTo(130), edit: permissionsUpTo(130), unseen: fc.constant(false) }),
        sequencesOf({ program: permissionsUpTo(4), edit: permissionsUpTo(4), unseen: fc.boolean() }),
      ),
      share: 1,
    },
    {
      root: { exclusive: false },
      steps: sequencesOf({ program: permissionsUpTo(4), edit: permissionsUpTo(4), unseen: fc.boolean() }),
      share: 1 / 4,
    },
  ],
  shared: {
    property: "permissions",
    max: names.length,
    given: upTo(10),
    // The same role on another API, and another role on the same one.
    bystanders(tenant, id, values) {
      const [role] = placeOf(id);
      const neighbours = [idOf(role, otherApi), idOf(otherRole ?? "", api)];
      made(tenant, otherRole ?? "");
      for (const key of neighbours) give(tenant, key, values);
      return neighbours;
    },
  },
  // Additions and removals, a hundred with each call.
  writes: 4,

  slots,
  keys: (slot) => rolesOf(slot).map((role) => idOf(role, api)),
  programs: (slot) =>
    fc.constant(
      fc
        .tuple(mostly(rolesOf(slot)), fc.uniqueArray(fc.constantFrom(...names.slice(0, 8)), { maxLength: 5 }))
        .map(([role, permissions]): JsonObject => ({ roleId: role, resourceServerIdentifier: api, permissions })),
    ),
  edits: () => [
    { weight: 1, values: fc.record({ permissions: fc.tuple(fc.constantFrom(...names.slice(0, 8)), fc.boolean()) }) },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/roles\/[^/?]+\/permissions(\?.*)?$/,
    versions(tenant, n) {
      const identity = made(tenant, `rol_${String(n).padStart(16, "0")}`);
      return [
        { ...identity, permissions: [reading, writing] },
        { ...identity, permissions: [writing, third] },
      ];
    },
    misshapen: [
      '{"permissions":[{"permission_name":7,"resource_server_identifier":"https://orders.example.com/a::b"}]}',
      '{"permissions":[null]}',
      '{"permissions":[{"permission_name":"act:000"}]}',
    ].map((body) => ({ path: /permissions/, body })),
    ids: (text) => fc.tuple(text, text).map(([role, identifier]) => idOf(role, identifier)),
    asked(id) {
      const [role, identifier] = placeOf(id);
      return isSegment(role) && identifier !== "" ? ["roles", role, "permissions"] : undefined;
    },
    programs: (text) =>
      fc.tuple(text, text).map(([role, identifier]) => ({
        args: { roleId: role, resourceServerIdentifier: identifier, permissions: [reading] },
        mayAsk: isSegment(role) ? [["roles", role, "permissions"]] : [],
      })),
  },
  bench: [one, other],
  noReferences: { "/permissions": "scopes of the API beside it" },
  unlikeTable: [["*", "A set of members, with requests of its own."]],
  inCases: (name) => ({
    args: { resourceServerIdentifier: "https://base.example.com", permissions: [] },
    idsOf: { roleId: `${name}-role` },
  }),
  sample: {
    identity: "roleId",
    owner: "role",
    needs: { role: { type: "role" }, other: { type: "role" }, api: sampleApi },
    program: ({ needed: { role = "", other = "", api: resourceServerIdentifier = "" } }) => ({
      args: { roleId: role, resourceServerIdentifier, permissions: ["read:samples"] },
      values: { roleId: [other], permissions: sampleScopes },
    }),
  },
  elsewhere: [
    ["auth0_role_permissions", "of_admins", { id: at.admin, role_id: at.admin, permissions: permissionsElsewhere }],
    [
      "auth0_role_permission",
      "of_readers",
      {
        ...{ id: `${at.reader}::${at.orders}::read:orders`, role_id: at.reader },
        ...{ resource_server_identifier: at.orders, permission: "read:orders" },
      },
    ],
  ],
  namesElsewhere: ["of_admins", "of_readers"],
};
