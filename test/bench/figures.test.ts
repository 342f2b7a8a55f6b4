import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { startWorld } from "../lifecycle/world.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { cost } from "./cost.ts";

/** The figures that README and issues claim, measured: `npm run bench`. */
test.each(subjects)(
  "the calls and the state size of $resource are measured, and an up without changes makes no call",
  async ({ name, resource, prepare, bench: [first, second] }) => {
    const world = await startWorld({}, kinds[name]);
    try {
      prepare(world.tenant);
      const counted: Record<string, number> = {};
      const count = async (operation: string, run: () => Promise<unknown>) => {
        world.tenant.clearRequests();
        await run();
        counted[operation] = world.calls().length;
      };
      await count("create", () => world.engine.up({ it: first }));
      const { inputs = {}, outputs = {} } = world.engine.state.get("it") ?? {};
      await count("no-op up", () => world.engine.up({ it: first }));
      await count("refresh", () => world.engine.refresh());
      await count("update", () => world.engine.up({ it: second }));
      await count("delete", () => world.engine.up({}));
      console.log(
        `${resource}: calls ${JSON.stringify(counted)}, inputs and outputs in the state ${JSON.stringify({ inputs, outputs }).length} bytes`,
      );
      expect(counted["no-op up"]).toBe(0);
    } finally {
      await world.close();
    }
  },
);

test("the start of a program with the package is measured against one with the SDK alone", () => {
  const root = join(import.meta.dirname, "../..");
  const timeOf = (code: string) => {
    const started = performance.now();
    execFileSync(process.execPath, ["-e", code], { cwd: root });
    return performance.now() - started;
  };
  const median = (code: string) => Array.from({ length: 7 }, () => timeOf(code)).toSorted((a, b) => a - b)[3] ?? 0;
  const nothing = median("");
  const sdk = median("require('@pulumi/pulumi')") - nothing;
  const both = median("require('@pulumi/pulumi'); require('pulumi-tenant')") - nothing;
  console.log(`import: the SDK and pulumi-tenant take ${(both / sdk).toFixed(2)} times as long as the SDK alone`);
  expect(both).toBeGreaterThan(0);
});

test("the cost of resources is measured against plain dynamic resources of the SDK", {
  timeout: 20 * 60_000,
}, async () => {
  const table = await cost(200);
  console.log(table);
  expect(table).not.toContain("NaN");
});
