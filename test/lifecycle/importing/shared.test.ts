import fc from "fast-check";
import { expect, test } from "vitest";
import type { Emulator } from "../../../provider/src/emulator/index.ts";
import type { InventoryItem } from "../../../provider/src/import/inventory.ts";
import { cases, few } from "../../harness/scale.ts";
import { enginesOf } from "./engines.ts";
import { forms, takenIn } from "./forms.ts";
import { contents, imported } from "./tenants.ts";

/** The scopes, roles or clients of an object, by its id. */
function membersOf(tenant: Emulator, { type, id }: Pick<InventoryItem, "type" | "id">): readonly string[] {
  const [organization = "", user = ""] = id.split("::");
  switch (type) {
    case "resourceServer":
    case "resourceServerScopes":
      return ((tenant.resourceServers.get(id)?.scopes ?? []) as { value: string }[]).map(({ value }) => value);
    case "organizationMemberRoles":
      return (tenant.organizationMembers.get(organization, user)?.roles ?? []) as string[];
    default:
      return tenant.connections.get(id) ? tenant.connections.clientsOf(id) : [];
  }
}

test("members that another tool added are imported without others' members, which are no drift and survive a destroy", async () => {
  await fc.assert(
    fc.asyncProperty(contents, forms, async (content, its) => {
      const { tenant, client, program, before } = await imported(content, true, takenIn(its));
      try {
        const engines = enginesOf(tenant, program);
        for (const [engine, declared] of engines) {
          expect(await engine.changes(declared)).toEqual([]);
          expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
          expect(await engine.changes(declared)).toEqual([]);
        }
        expect(JSON.stringify(tenant.export())).toBe(before);
        const texts = program.files.map(({ text }) => text).join("\n");
        for (const { item } of program.resources) {
          if (item.type === "connection") expect(texts).not.toContain(`connectionId: "${item.id}"`);
        }

        for (const { id, scopes = [] } of tenant.resourceServers.list().filter(({ is_system }) => !is_system)) {
          const isExclusive = program.resources.some(
            ({ item, args }) => item.id === id && args.scopes && args.exclusiveScopes !== false,
          );
          if (isExclusive) continue;
          tenant.resourceServers.update(String(id), { scopes: [...(scopes as object[]), { value: "of:others" }] });
        }
        const whole = new Set(program.resources.flatMap(({ item }) => (item.type === "connection" ? [item.id] : [])));
        const added = program.resources.filter(
          ({ item: { type, id }, args }) =>
            type === "resourceServerScopes" ||
            (type === "connectionClients" && !whole.has(id)) ||
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
    cases(0.05, 20 * few),
  );
}, 120_000);
