import fc from "fast-check";
import { expect, test } from "vitest";
import { Lifecycle } from "../../../provider/src/lifecycle/lifecycle.ts";
import { kinds } from "../../../provider/src/lifecycle/registry.ts";
import type { JsonObject } from "../../../provider/src/model/json.ts";
import { providerCode } from "../../../provider/src/model/provider-code.ts";
import { TenantClient } from "../../../provider/src/tenant/index.ts";
import { inProcess, oneClientEach } from "../../harness/in-process.ts";
import { MiniEngine } from "../../harness/mini-engine.ts";
import { contents, imported } from "./tenants.ts";

const kindNames = Object.keys(kinds) as (keyof typeof kinds)[];
const cases = process.env.SOAK_CASES === undefined ? 25 : Number(process.env.SOAK_CASES) / 20;

test.each([false, true])(
  "a tenant is imported whole, the next runs find nothing to do, and a destroy removes exactly what was imported (all: %s)",
  async (all) => {
    await fc.assert(
      fc.asyncProperty(contents, async (content) => {
        const { tenant, client, program, before } = await imported(content, all);
        const writes = () =>
          tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");
        try {
          const config = {
            "tenant:domain": tenant.domain,
            "tenant:clientId": tenant.clientId,
            "tenant:clientSecret": tenant.clientSecret,
          };
          const total = [tenant.resourceServers, tenant.connections, tenant.tokenExchangeProfiles].flatMap((all) =>
            all.list().filter(({ is_system }) => !is_system),
          );
          const holders = tenant.organizationMembers.list().filter(({ roles }) => (roles as string[]).length > 0);
          expect(program.resources).toHaveLength(total.length + holders.length);
          expect(new Set(program.resources.map(({ variable }) => variable)).size).toBe(program.resources.length);

          const connect = oneClientEach((settings) => new TenantClient(settings));
          const engines: [MiniEngine, Record<string, JsonObject>][] = kindNames.map((kind) => {
            const engine = new MiniEngine(inProcess(new Lifecycle(kinds[kind], connect), config));
            const mine = program.resources.filter(({ item }) => item.kind === kind);
            for (const { name, item, ...saved } of mine) {
              const { __provider: code, ...inputs } = saved.inputs;
              const { __provider: same, ...outputs } = saved.outputs;
              expect([code, same]).toEqual([providerCode(kind), providerCode(kind)]);
              engine.state.set(name, { id: item.id, inputs, outputs, initErrors: [] });
            }
            const args = mine.map(({ name, args, secrets }): [string, JsonObject] => {
              const pointers = secrets.map(({ pointer }) => pointer);
              return [name, { ...args, ...(pointers.length > 0 && { __secrets: pointers }) }];
            });
            return [engine, Object.fromEntries(args)];
          });
          for (const [engine, declared] of engines) {
            expect(await engine.changes(declared)).toEqual([]);
            expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
            expect(await engine.changes(declared)).toEqual([]);
          }
          expect(writes()).toEqual([]);
          expect(JSON.stringify(tenant.export())).toBe(before);

          for (const [engine] of engines) await engine.up({});
          const left = [tenant.resourceServers, tenant.connections, tenant.tokenExchangeProfiles].flatMap((all) =>
            all.list().filter(({ is_system }) => !is_system),
          );
          expect(left).toEqual([]);
          expect(tenant.organizationMembers.list().flatMap(({ roles }) => roles)).toEqual([]);
        } finally {
          await client.close();
          await tenant.close();
        }
      }),
      { numRuns: cases },
    );
  },
  120_000,
);
