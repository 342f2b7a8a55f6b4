import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { FaultKind } from "../../provider/src/emulator/index.ts";
import { clientType } from "../../provider/src/types/client/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { cases, longest } from "../harness/scale.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({}, clientType);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await world.close();
});

/** Lost before, lost after, and refused: what can come of one call. */
const kind = fc.constantFrom<FaultKind>("reset-before", "reset-after", "status-after", "malformed", "empty");
const fault = fc.record({
  kind,
  at: fc.constantFrom("rotate-secret", "GET", "PATCH"),
  times: fc.constantFrom(1, 2),
});
/** A version of the program, whatever goes wrong while it is applied, and whether the run is killed before its state is saved. */
const step = fc.record({
  rotation: fc.nat(2),
  description: fc.constantFrom("a", "b"),
  faults: fc.array(fault, { maxLength: 2 }),
  isKilled: fc.boolean(),
});

test(
  "a change rotates the secret once, whatever gets lost, and no run rotates it that has nothing to rotate",
  async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const name = `application-${++number}`;
        const engine = new MiniEngine(world.port);
        const secret = () => world.tenant.clients.list().find((client) => client.name === name)?.client_secret;
        const up = (rotation: number, description: string) =>
          engine.up({ it: { name, description, secretRotation: rotation } });
        await up(0, "a");
        let current = 0;
        for (const { rotation, description, faults, isKilled } of steps) {
          const before = secret();
          const saved = engine.state.get("it");
          for (const { kind, at, times } of faults) {
            const where = at === "rotate-secret" ? { path: /rotate-secret/ } : { method: at, path: /\/clients/ };
            world.tenant.inject({ kind, times, ...where });
          }
          await up(rotation, description).catch(() => undefined);
          world.tenant.clearFaults();
          const between = secret();
          if (isKilled && saved) engine.state.set("it", saved);
          for (const { failure } of await up(rotation, description)) if (failure) throw failure;
          if (rotation === current) expect(secret()).toBe(before);
          else expect(secret()).not.toBe(before);
          // What the first run has rotated, the second one takes for done.
          if (between !== before) expect(secret()).toBe(between);
          current = rotation;
          // what is in place stays, and the state knows this secret
          const after = secret();
          expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
          await up(rotation, description);
          expect(secret()).toBe(after);
        }
        await engine.up({});
        world.tenant.clearRequests();
      }),
      cases(),
    );
  },
  longest,
);

test("a secret that another client has rotated and a refresh has seen is rotated when the program says so", async () => {
  const engine = new MiniEngine(world.port);
  const secret = () => world.tenant.clients.list().find(({ name }) => name === "leaked")?.client_secret;
  const up = (secretRotation: number) => engine.up({ it: { name: "leaked", secretRotation } });
  await up(1);
  const id = String(engine.state.get("it")?.id);
  world.tenant.clients.update(id, { client_secret: "other".repeat(10) });
  expect(await engine.refresh()).toEqual([{ name: "it", op: "update" }]);
  expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  const leaked = secret();
  await up(1);
  expect(secret()).toBe(leaked);
  await up(2);
  expect(secret()).not.toBe(leaked);
});
