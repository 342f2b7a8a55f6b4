import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { canonical } from "../../provider/src/model/canonical.ts";
import type { JsonObject, MutableJsonObject } from "../../provider/src/model/json.ts";
import { leavesOf } from "../../provider/src/model/leaves.ts";
import { putAt, valueAt } from "../../provider/src/model/pointer.ts";
import { resourceServerTable as table } from "../../provider/src/model/resource-server.ts";
import { fromWire } from "../../provider/src/model/wire.ts";
import { inClear, MiniEngine } from "../harness/mini-engine.ts";
import { resourceServerProperties } from "../model/arbitraries.ts";
import { startWorld, type World } from "./world.ts";

/**
 * What convergence cannot reach, as the documentation says: properties that the service has no way to clear, and an
 * undeclared web lifetime, which keeps what the service derived from the lifetime of its day.
 */
const released = ["name", "signingAlg", "signingSecret", "tokenDialect", "enforcePolicies"];
const derived = ["tokenLifetimeForWeb"];

let world: World;
let count = 0;
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  world = await startWorld();
});
afterAll(() => world.close());

const nextIdentifier = () => `https://api-${++count}.example.com`;
const onTenant = (identifier: string) =>
  fromWire(table.fields, world.tenant.resourceServers.get(identifier) as JsonObject);
const canonicalOf = (args: JsonObject) => canonical(table.fields, args, undefined);

async function applied(engine: MiniEngine, args: JsonObject): Promise<void> {
  const [step] = await engine.up({ api: args });
  if (step?.failure) throw step.failure;
}

describe("the three laws", () => {
  test("idempotence: after any sequence of programs, neither a preview nor a refresh finds anything", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(resourceServerProperties, { minLength: 1, maxLength: 3 }), async (programs) => {
        const engine = new MiniEngine(world.port);
        const identifier = nextIdentifier();
        for (const args of programs) {
          await applied(engine, { identifier, ...args });
          expect(await engine.changes({ api: { identifier, ...args } })).toEqual([]);
          expect(await engine.refresh()).toEqual([{ name: "api", op: "same" }]);
          expect(await engine.changes({ api: { identifier, ...args } })).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  test("convergence: a program edited step by step leaves what a fresh create of its last version would", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(resourceServerProperties, { minLength: 2, maxLength: 4 }), async (programs) => {
        const edited = nextIdentifier();
        const engine = new MiniEngine(world.port);
        for (const args of programs) await applied(engine, { identifier: edited, ...args });

        const last = programs.at(-1) ?? {};
        const fresh = nextIdentifier();
        await applied(new MiniEngine(world.port), { identifier: fresh, ...last });

        const exceptions = [...released, ...derived].filter((name) => !Object.hasOwn(last, name));
        const absent = Object.entries(table.fields).flatMap(([name, field]) =>
          "absent" in field ? [[name, field.absent]] : [],
        );
        const comparable = (identifier: string) =>
          Object.entries({ ...Object.fromEntries(absent), ...onTenant(identifier), identifier: "" })
            .filter(([name]) => !exceptions.includes(name))
            .sort(([a], [b]) => a.localeCompare(b));
        expect(comparable(edited)).toEqual(comparable(fresh));
      }),
      { numRuns: 150 },
    );
  });

  test("preservation: what the programs do not declare is never changed, and never shown", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(resourceServerProperties, { minLength: 2, maxLength: 3 }),
        resourceServerProperties,
        async (programs, foreign) => {
          const identifier = nextIdentifier();
          const engine = new MiniEngine(world.port);
          const [first = {}, ...later] = programs;
          await applied(engine, { identifier, ...first });

          // Somebody sets everything that no version of the program ever declares, members of objects one by one.
          const declared = programs.flatMap((args) => leavesOf(table.fields, canonicalOf(args)));
          const touched = new Set(declared.map(({ path }) => path[0] ?? ""));
          const lifetimes = ["tokenLifetime", "tokenLifetimeForWeb"];
          if (lifetimes.some((name) => touched.has(name))) for (const name of lifetimes) touched.add(name);
          const theirs: MutableJsonObject = Object.fromEntries(
            Object.entries(canonicalOf(foreign)).filter(([name]) => !touched.has(name)),
          );
          for (const leaf of leavesOf(table.fields, canonicalOf(foreign))) {
            const isPolicy = leaf.path[0] === "subjectTypeAuthorization";
            if (isPolicy && !declared.some(({ pointer }) => pointer === leaf.pointer))
              putAt(theirs, leaf.path, leaf.value);
          }
          await applied(new MiniEngine(world.port), { identifier, ...theirs, adopt: true });
          const before = leavesOf(table.fields, onTenant(identifier)).filter(
            ({ path }) => valueAt(theirs, path) !== undefined,
          );

          expect(await engine.refresh()).toEqual([{ name: "api", op: "same" }]);
          for (const args of later) await applied(engine, { identifier, ...args });
          const after = onTenant(identifier);
          for (const leaf of before)
            expect([leaf.pointer, valueAt(after, leaf.path)]).toEqual([leaf.pointer, leaf.value]);
          const shown = inClear(engine.state.get("api")?.outputs ?? {});
          for (const leaf of before)
            expect([leaf.pointer, valueAt(shown, leaf.path)]).toEqual([leaf.pointer, undefined]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
