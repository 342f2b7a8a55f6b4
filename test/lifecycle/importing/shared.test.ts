import fc from "fast-check";
import { expect, test } from "vitest";
import type { Emulator } from "../../../provider/src/emulator/index.ts";
import type { Inventory, InventoryItem } from "../../../provider/src/importer/inventory.ts";
import { type NamedObject, takeNamed } from "../../../provider/src/importer/names-from/index.ts";
import { enginesOf } from "./engines.ts";
import { contents, imported } from "./tenants.ts";

const cases = process.env.SOAK_CASES === undefined ? 25 : Number(process.env.SOAK_CASES) / 20;

/** How another tool manages an object: with or without the object itself, and all members of it, some of them or none. */
const form = fc.record({
  whole: fc.boolean(),
  members: fc.constantFrom("all", "some", "none"),
  picked: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
});

type Form = { whole: boolean; members: string; picked: boolean[] };

/** The scopes, roles or clients of an object, by its id. */
function membersOf(tenant: Emulator, { kind, id }: Pick<InventoryItem, "kind" | "id">): readonly string[] {
  const [organization = "", user = ""] = id.split("::");
  switch (kind) {
    case "resourceServer":
    case "resourceServerScopes":
      return ((tenant.resourceServers.get(id)?.scopes ?? []) as { value: string }[]).map(({ value }) => value);
    case "organizationMemberRoles":
      return (tenant.organizationMembers.get(organization, user)?.roles ?? []) as string[];
    default:
      return tenant.connections.get(id) ? tenant.connections.clientsOf(id) : [];
  }
}

/** The objects of a file in which another tool has so much of an object. */
function namedAs({ kind, id, live }: InventoryItem, { whole, members, picked }: Form): readonly NamedObject[] {
  const all =
    kind === "resourceServer"
      ? Object.keys((live.scopes ?? {}) as object)
      : ((live.enabledClients ?? live.roles ?? []) as string[]);
  const some = all.filter((_, at) => picked[at % picked.length]);
  const named = (to: NamedObject["kind"], its: string, ...only: readonly string[][]): NamedObject => ({
    ...{ kind: to, id: its, name: its, sources: [its] },
    ...(only[0] && { members: only[0] }),
  });
  const part = members === "all" ? [] : [members === "some" ? some : []];
  switch (kind) {
    case "resourceServer":
      return whole
        ? [named("ResourceServer", id, ...part)]
        : [named("ResourceServerScopes", String(live.identifier), ...part)];
    case "connection": {
      const clients = members === "none" ? [] : [named("ConnectionClients", id, ...part)];
      if (!whole) return clients;
      return members === "all" ? [named("Connection", id)] : [named("Connection", id, []), ...clients];
    }
    case "organizationMemberRoles":
      return [named("OrganizationMemberRoles", id, ...part)];
    default:
      return [];
  }
}

test("what another tool adds to objects is imported with just that: others' members are no drift, and stay at a destroy", async () => {
  await fc.assert(
    fc.asyncProperty(contents, fc.array(form, { minLength: 1, maxLength: 8 }), async (content, forms) => {
      const formOf = (at: number) => forms[at % forms.length] as Form;
      const taken = (inventory: Inventory) => {
        const objects = inventory.items.flatMap((item, at) => namedAs(item, formOf(at)));
        return takeNamed({ tool: "terraform", objects, left: [] }, inventory).items.map(({ item }) => item);
      };
      const { tenant, client, program, before } = await imported(content, true, taken);
      try {
        const engines = enginesOf(tenant, program);
        for (const [engine, declared] of engines) {
          expect(await engine.changes(declared)).toEqual([]);
          expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
          expect(await engine.changes(declared)).toEqual([]);
        }
        expect(JSON.stringify(tenant.export())).toBe(before);

        for (const { id, scopes = [] } of tenant.resourceServers.list().filter(({ is_system }) => !is_system)) {
          const isExclusive = program.resources.some(
            ({ item, args }) => item.id === id && args.scopes && args.exclusiveScopes !== false,
          );
          if (isExclusive) continue;
          tenant.resourceServers.update(String(id), { scopes: [...(scopes as object[]), { value: "of:others" }] });
        }
        const whole = new Set(program.resources.flatMap(({ item }) => (item.kind === "connection" ? [item.id] : [])));
        const added = program.resources.filter(
          ({ item: { kind, id }, args }) =>
            kind === "resourceServerScopes" ||
            (kind === "connectionClients" && !whole.has(id)) ||
            args.exclusive === false,
        );
        const others = added.map(({ item, args: { scopes, roles, clients } }) => {
          const declared = new Set(scopes ? Object.keys(scopes) : ((roles ?? clients) as string[]));
          return membersOf(tenant, item).filter((member) => !declared.has(member));
        });
        for (const [engine] of engines) {
          expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
        }
        for (const [engine] of engines.toReversed()) await engine.up({});
        expect(added.map(({ item }) => membersOf(tenant, item))).toEqual(others);
      } finally {
        await client.close();
        await tenant.close();
      }
    }),
    { numRuns: cases },
  );
}, 120_000);
