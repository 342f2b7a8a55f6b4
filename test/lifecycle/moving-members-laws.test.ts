import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { Program } from "../harness/mini-engine.ts";
import { cases, longest } from "../harness/scale.ts";
import type { TypeName } from "../subjects/kinds.ts";
import { Runs } from "./runs.ts";

/*
 * Whatever several resources of a program declare of one set, and whatever fails on the way: after a run without a failure everybody has
 * what is declared, no other member has lost or got anything, and neither a refresh nor a preview finds a change. A member that is declared
 * before and after the run keeps assignments that no program declares; a member that returns later has none of them.
 */

const [organizationId, roleId, connectionId] = ["org_0000000000000001", "rol_0000000000000001", "con_0000000000000001"];
const [orders, billing] = ["https://orders.example.com", "https://billing.example.com"];
const userId = "auth0|alice";
const triggerId = "post-login";
const names = ["a", "b", "c", "d"];
/** What no program declares, and another client has given. */
const foreign = "z";
const all = [...names, foreign];
const roleOf = (name: string) => `rol_00000000000000${name}0`;

/** A set, or a list in a declared order, that resources can share: what each declares of it, what is at the tenant, and how another client adds to it. */
interface SharedSet {
  declare(members: readonly string[]): JsonObject;
  list(tenant: Emulator): readonly string[];
  add(tenant: Emulator, member: string): void;
  /** Only one resource declares a member, and its members are in the declared order. */
  readonly isOrdered?: true;
  /** What hangs on members, given by hand: which have it, and how it is given. */
  readonly hanging?: { on(tenant: Emulator): readonly string[]; give(tenant: Emulator, member: string): void };
}

const sets = {
  organizationMembers: {
    declare: (members) => ({ organizationId, members }),
    list: (tenant) => tenant.organizationMembers.list("north").map(({ user_id }) => String(user_id)),
    add: (tenant, member) => void tenant.organizationMembers.add("north", member),
    hanging: {
      on: (tenant) =>
        tenant.organizationMembers
          .list("north")
          .flatMap(({ user_id, roles }) => (Array.isArray(roles) && roles.length > 0 ? [String(user_id)] : [])),
      give: (tenant, member) => tenant.organizationMembers.assignRoles("north", member, [roleOf(foreign)]),
    },
  },
  organizationMemberRoles: {
    declare: (members) => ({ organizationId, userId, roles: members.map(roleOf), exclusive: false }),
    list: (tenant) =>
      Object(tenant.organizationMembers.get(organizationId, userId)).roles.map((id: string) => id.at(-2)),
    add: (tenant, member) => tenant.organizationMembers.assignRoles(organizationId, userId, [roleOf(member)]),
  },
  rolePermissions: {
    declare: (permissions) => ({ roleId, resourceServerIdentifier: billing, permissions, exclusive: false }),
    list: (tenant) => tenant.rolePermissions.list(roleId).map(({ permission_name }) => String(permission_name)),
    add: (tenant, permission_name) =>
      tenant.rolePermissions.add(roleId, [{ resource_server_identifier: billing, permission_name }]),
  },
  connectionClients: {
    declare: (clients) => ({ connectionId, clients }),
    list: (tenant) => tenant.connections.clientsOf(connectionId).map(String),
    add: (tenant, member) => void tenant.connections.update(connectionId, { enabled_clients: [member] }),
  },
  resourceServerScopes: {
    declare: (members) => ({ identifier: orders, scopes: Object.fromEntries(members.map((name) => [name, ""])) }),
    list: (tenant) => Object(tenant.resourceServers.get(orders)).scopes.map(({ value }: JsonObject) => value),
    add: (tenant, value) => void tenant.resourceServers.update(orders, { scopes: [{ value, description: "" }] }),
    hanging: {
      on: (tenant) => tenant.rolePermissions.list(roleId).map(({ permission_name }) => String(permission_name)),
      give: (tenant, permission_name) =>
        tenant.rolePermissions.add(roleId, [{ resource_server_identifier: orders, permission_name }]),
    },
  },
  triggerActions: {
    isOrdered: true,
    declare: (members) => ({ triggerId, actions: members.map((actionId) => ({ actionId })), exclusive: false }),
    list: (tenant) => tenant.triggerActions.list(triggerId).map(({ action }) => Object(action).id),
    add(tenant, value) {
      const bindings = [...this.list(tenant), value].map((id) => ({ ref: { type: "action_id", value: id } }));
      tenant.triggerActions.set(triggerId, bindings);
    },
  },
} as const satisfies Partial<Record<TypeName, SharedSet>>;
type Kind = keyof typeof sets;

const seed = {
  organizations: [{ id: organizationId, name: "north" }],
  organizationMembers: [{ organization_id: organizationId, user_id: userId }],
  roles: [{ id: roleId, name: "editor" }, ...all.map((name) => ({ id: roleOf(name), name }))],
  connections: [{ id: connectionId, name: "login", strategy: "github" }],
  resourceServers: [{ identifier: orders }, { identifier: billing, scopes: all.map((value) => ({ value })) }],
  actions: all.map((name) => ({
    ...{ id: name, name, deploy: true },
    supported_triggers: [{ id: triggerId, version: "v3" }],
  })),
};

/** A program, in an order, and what fails in its first run. */
const run = fc.record({
  parts: fc.uniqueArray(
    fc.record({ part: fc.constantFrom("east", "north", "south"), members: fc.shuffledSubarray(names) }),
    {
      selector: ({ part }) => part,
    },
  ),
  fault: fc.option(
    fc.record({
      how: fc.constantFrom("refused", "lost before", "lost after"),
      method: fc.constantFrom("POST", "DELETE", "PATCH"),
      skip: fc.nat(1),
    }),
  ),
  end: fc.constantFrom("whole", "in the program"),
  isKnownBefore: fc.boolean(),
});

let tenant: Emulator;
beforeEach(() => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

describe.each(Object.keys(sets) as Kind[])("%s", (kind) => {
  const set: SharedSet = sets[kind];
  const { numRuns } = cases(1, 15);

  test("all members have their declared roles, and keep undeclared ones", { timeout: longest }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 2, maxLength: 5 }), async (changes) => {
        tenant = await startEmulator({ seed });
        const runs = new Runs(tenant);
        const nextRun = async () => (await runs.next()).engine;
        try {
          set.add(tenant, foreign);
          const others = set.list(tenant).filter((member) => !names.includes(member));
          let before: readonly string[] = [];
          for (const { parts: some, fault, end, isKnownBefore } of changes) {
            const parts = set.isOrdered ? withoutTwice(some) : some;
            const program: Program = Object.fromEntries(
              parts.map(({ part, members }) => [`${kind}-${part}`, set.declare(members)]),
            );
            const declared = [...new Set(parts.flatMap(({ members }) => members))];
            for (const member of before) set.hanging?.give(tenant, member);
            if (fault) inject(fault);
            const first = await nextRun();
            if (isKnownBefore) await first.preview(program);
            await first.up(program, end as "whole");
            tenant.clearFaults();
            await (await nextRun()).up(program);
            const again = await (await nextRun()).up(program);
            expect(again.flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
            expect(set.list(tenant).toSorted()).toEqual([...declared, ...others].toSorted());
            if (set.isOrdered) {
              for (const { members } of parts)
                expect(set.list(tenant).filter((one) => members.includes(one))).toEqual(members);
            }
            const stay = before.filter((member) => declared.includes(member));
            if (set.hanging) expect(set.hanging.on(tenant).toSorted()).toEqual(stay.toSorted());
            before = declared;
            const refreshed = await (await nextRun()).refresh();
            expect(refreshed.filter(({ op }) => op !== "same")).toEqual([]);
            expect(await (await nextRun()).changes(program)).toEqual([]);
          }
        } finally {
          await runs.close();
          await tenant.close();
        }
      }),
      { numRuns },
    );
  });
});

/** Parts of which none declares a member of an earlier one. */
function withoutTwice<Part extends { readonly members: readonly string[] }>(parts: readonly Part[]): readonly Part[] {
  return parts.map((part, at) => {
    const before = new Set(parts.slice(0, at).flatMap(({ members }) => members));
    return { ...part, members: part.members.filter((member) => !before.has(member)) };
  });
}

function inject({ how, method, skip }: { how: string; method: string; skip: number }): void {
  const at = { method, path: "/api/v2" } as const;
  if (how === "refused") tenant.inject({ kind: "status", status: 403, ...at, skip });
  else {
    const kind = how === "lost before" ? "reset-before" : "reset-after";
    tenant.inject({ kind, ...at, times: Number.POSITIVE_INFINITY });
  }
}
