import fc from "fast-check";
import { expect, test } from "vitest";
import type { FaultKind } from "../../provider/src/emulator/index.ts";
import { actionType } from "../../provider/src/types/action/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { cases, few, longest } from "../harness/scale.ts";
import { worldOfAllTests } from "./world.ts";

const world = worldOfAllTests(actionType, { actionBuildMs: { min: 0, max: 20 }, actionDeployMs: { min: 0, max: 20 } });

/** What can come of one call. */
const fault = fc.record({
  kind: fc.constantFrom<FaultKind>("reset-before", "reset-after", "status", "status-after", "malformed", "empty"),
  at: fc.constantFrom("deploy", "GET", "PATCH"),
  times: fc.constantFrom(1, 2, 20),
});
/** A version of the program, what goes wrong while it is applied, and whether the run is killed before its state is saved. */
const step = fc.record({
  code: fc.constantFrom("// a", "// b"),
  key: fc.constantFrom("one", "two"),
  deploy: fc.constantFrom(true, true, true, false),
  isFailing: fc.constantFrom(false, false, false, true),
  faults: fc.array(fault, { maxLength: 2 }),
  isKilled: fc.boolean(),
});

test(
  "after any lost response, failed build or kill, the next run deploys the declared action exactly once",
  async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const name = `action-${++number}`;
        const engine = new MiniEngine(world.port);
        const held = () => world.tenant.actions.list().find((action) => action.name === name);
        const programOf = ({ code, key, deploy }: Pick<(typeof steps)[number], "code" | "key" | "deploy">) => ({
          it: {
            ...{ name, code, deploy, secrets: { KEY: key } },
            supportedTriggers: [{ id: "post-login", version: "v3" }],
          },
        });
        await engine.up(programOf({ code: "// a", key: "one", deploy: true }));
        for (const one of steps) {
          const saved = engine.state.get("it");
          for (const { kind, at, times } of one.faults) {
            const where = at === "deploy" ? { path: /deploy$/ } : { method: at, path: /\/actions\/actions/ };
            world.tenant.inject({ kind, times, status: 500, ...where });
          }
          world.tenant.actions.failBuilds(one.isFailing);
          await engine.up(programOf(one)).catch(() => undefined);
          world.tenant.clearFaults();
          world.tenant.actions.failBuilds(false);
          if (one.isKilled && saved) engine.state.set("it", saved);
          for (const { failure } of await engine.up(programOf(one))) if (failure) throw failure;
          // A refresh sees what a killed run has left undone, and what another version of the program had asked for.
          await engine.refresh();
          for (const { failure } of await engine.up(programOf(one))) if (failure) throw failure;
          expect(held()).toMatchObject({ code: one.code });
          const row = world.tenant.export("actions").actions?.find((action) => action.name === name);
          expect(row?.secrets).toMatchObject([{ name: "KEY", value: one.key }]);
          if (one.deploy) expect(held()).toMatchObject({ status: "built", all_changes_deployed: true });
          const { deployed_version: before } = held() ?? {};
          expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
          await engine.up(programOf(one));
          expect(held()?.deployed_version).toEqual(before);
        }
        await engine.up({});
        expect(held()).toBeUndefined();
        world.tenant.clearRequests();
      }),
      cases(1, few / 2),
    );
  },
  longest,
);
