import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connectionKind } from "../../provider/src/lifecycle/connection.ts";
import { connectionTable as table } from "../../provider/src/model/connection.ts";
import type { JsonObject, MutableJsonObject } from "../../provider/src/model/json.ts";
import { leavesOf } from "../../provider/src/model/leaves.ts";
import { valueAt } from "../../provider/src/model/pointer.ts";
import { fromWire } from "../../provider/src/model/wire.ts";
import { inClear, MiniEngine } from "../harness/mini-engine.ts";
import { connectionOptions, connectionProperties, optionStrategies } from "../model/connection-arbitraries.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
let count = 0;
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  world = await startWorld({}, connectionKind);
});
afterAll(() => world.close());

const nextName = () => `corp-${++count}`;
const onTenant = (name: string): JsonObject => {
  const wire = world.tenant.connections.get(name) as JsonObject;
  return { ...fromWire(table.fields, wire), enabledClients: world.tenant.connections.clientsOf(name) };
};
const applied = async (engine: MiniEngine, args: JsonObject) => {
  const [step] = await engine.up({ corp: args });
  if (step?.failure) throw step.failure;
};

describe.each(optionStrategies)("the three laws, strategy %s", (strategy) => {
  const program: fc.Arbitrary<JsonObject> = fc
    .tuple(connectionProperties, connectionOptions(strategy))
    .map(([rest, options]) => ({ strategy, ...rest, options }));
  const programs = fc.array(program, { minLength: 1, maxLength: 3 });

  test("idempotence: after any sequence of programs, neither a preview nor a refresh finds anything", async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (sequence) => {
        const engine = new MiniEngine(world.port);
        const name = nextName();
        for (const args of sequence) {
          await applied(engine, { name, ...args });
          expect(await engine.changes({ corp: { name, ...args } })).toEqual([]);
          expect(await engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
          expect(await engine.changes({ corp: { name, ...args } })).toEqual([]);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("convergence: a program edited step by step leaves what a fresh create of its last version would", async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (sequence) => {
        const edited = nextName();
        const engine = new MiniEngine(world.port);
        for (const args of sequence) await applied(engine, { name: edited, ...args });
        const last = sequence.at(-1) ?? {};
        const fresh = nextName();
        await applied(new MiniEngine(world.port), { name: fresh, ...last });

        const everDeclared = sequence
          .flatMap((args) => leavesOf(table.fields, args))
          .filter(({ value }) => JSON.stringify(value) !== "{}")
          .map(({ path }) => path);
        for (const path of everDeclared.filter(([top]) => top !== "enabledClients")) {
          if (isCiphertext(path)) continue;
          const named = (name: string) =>
            JSON.stringify(sorted(valueAt(onTenant(name), path) ?? absentAs(path))).replaceAll(name, "NAME");
          expect([path, named(edited)]).toEqual([path, named(fresh)]);
        }
        const clients = (name: string) => world.tenant.connections.clientsOf(name);
        expect(clients(edited)).toEqual(clients(fresh));
        const configuration = (name: string) => world.tenant.connections.configurationPlain(name);
        if (strategy === "auth0") expect(configuration(edited)).toEqual(configuration(fresh));
      }),
      { numRuns: 30 },
    );
  });

  test("preservation: what somebody else sets is never changed, and never shown", async () => {
    const edits = fc.dictionary(fc.constantFrom("theirs_a", "theirs_b", "__theirs"), fc.constantFrom("x", "y"), {
      minKeys: 1,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(program, edits), { minLength: 2, maxLength: 3 }), async (sequence) => {
        const name = nextName();
        const engine = new MiniEngine(world.port);
        const theirs: MutableJsonObject = {};
        for (const [generated, edit] of sequence) {
          const args = withoutConfiguration(generated);
          await applied(engine, { name, ...args });
          expect(onTenant(name).options).toMatchObject(theirs);
          world.tenant.connections.editOptions(name, { ...edit });
          Object.assign(theirs, edit);
          expect(await engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
          expect(JSON.stringify(inClear(engine.state.get("corp")?.outputs ?? {}))).not.toContain("theirs");
        }
        expect(onTenant(name).options).toMatchObject(theirs);
      }),
      { numRuns: 30 },
    );
  });
});

/** Of a database's configuration the tenant shows a ciphertext, which is another one after every write. */
function isCiphertext([top, option]: readonly string[]): boolean {
  return top === "options" && option === "configuration";
}

/** Any write by somebody else changes the ciphertext of a declared configuration, which is drift as far as one can tell. */
function withoutConfiguration(args: JsonObject): JsonObject {
  const { configuration: _, ...options } = args.options as JsonObject;
  return { ...args, options };
}

/** The order of strings in an array has no meaning in what these programs declare. */
function sorted(value: unknown): unknown {
  const isSet = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isSet ? value.toSorted() : typeof value === "string" ? value.split(" ").toSorted().join(" ") : value;
}

/** What it means when the tenant answers without a property. */
function absentAs(path: readonly string[]): unknown {
  // A new connection is shown by its name.
  if (path[0] === "displayName") return "NAME";
  if (path[0] === "authentication") return true;
  const isSwitch = ["isDomainConnection", "connectedAccounts"].includes(path[0] ?? "");
  return isSwitch ? false : null;
}
