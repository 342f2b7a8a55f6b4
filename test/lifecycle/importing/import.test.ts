import fc from "fast-check";
import { expect, test } from "vitest";
import { cases, few } from "../../harness/scale.ts";
import { enginesOf } from "./engines.ts";
import { contents, imported } from "./tenants.ts";

test.each([false, true])(
  "a whole tenant is imported, the next runs find no change, and a destroy removes exactly the imported objects (all: %s)",
  async (all) => {
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const { tenant, client, program, before } = await imported(content, all);
        const writes = () =>
          tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");
        try {
          const total = [
            tenant.resourceServers,
            tenant.connections,
            tenant.tokenExchangeProfiles,
            tenant.roles,
            tenant.organizations,
            // One that is switched off shows nowhere.
            { list: () => tenant.organizationConnections.list().filter(({ is_enabled }) => is_enabled !== false) },
          ].flatMap((all) => all.list().filter(({ is_system }) => !is_system));
          const holders = tenant.organizationMembers.list().filter(({ roles }) => (roles as string[]).length > 0);
          const permissions = tenant.roles.list().flatMap(({ id }) => tenant.rolePermissions.list(String(id)));
          const apis = new Set(permissions.map(({ resource_server_identifier }) => resource_server_identifier));
          expect(program.resources).toHaveLength(total.length + holders.length + apis.size);
          expect(new Set(program.resources.map(({ variable }) => variable)).size).toBe(program.resources.length);

          const engines = enginesOf(tenant, program);
          for (const [engine, declared] of engines) {
            expect(await engine.changes(declared)).toEqual([]);
            expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
            expect(await engine.changes(declared)).toEqual([]);
          }
          expect(writes()).toEqual([]);
          expect(JSON.stringify(tenant.export())).toBe(before);

          for (const [engine] of engines) await engine.up({});
          const left = [
            tenant.resourceServers,
            tenant.connections,
            tenant.tokenExchangeProfiles,
            tenant.roles,
            tenant.organizations,
          ].flatMap((all) => all.list().filter(({ is_system }) => !is_system));
          expect(left).toEqual([]);
          expect(tenant.organizationMembers.list().flatMap(({ roles }) => roles)).toEqual([]);
        } finally {
          await client.close();
          await tenant.close();
        }
      }),
      cases(0.05, 20 * few),
    );
  },
  120_000,
);
