import fc from "fast-check";
import { expect, test } from "vitest";
import type { FaultKind } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { clientType } from "../../provider/src/types/client/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { cases, longest } from "../harness/scale.ts";
import { worldOfAllTests } from "./world.ts";

const world = worldOfAllTests(clientType);

/** Lost before, lost after, and refused: what can come of one call. */
const kind = fc.constantFrom<{ kind: FaultKind; status?: number }>(
  ...(["reset-before", "reset-after", "status-after", "malformed", "empty"] as const).map((kind) => ({ kind })),
  { kind: "status", status: 403 },
  { kind: "status", status: 500 },
);
const fault = fc.record({
  kind,
  at: fc.constantFrom("rotate-secret", "GET", "PATCH"),
  times: fc.constantFrom(1, 2),
});
/**
 * A version of the program, and whatever goes wrong while it is applied: the run can be killed before its state is saved. Then the version is applied
 * again, or the program goes back to the version before.
 */
const step = fc.record({
  rotation: fc.nat(2),
  description: fc.constantFrom("a", "b"),
  faults: fc.array(fault, { maxLength: 2 }),
  ends: fc.constantFrom("saved", "saved and refreshed", "killed"),
  goesBack: fc.boolean(),
});

test(
  "under any faults, a change rotates the secret exactly once, and no other run rotates it",
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
        // The version whose rotation was the last to be finished.
        let last = { rotation: 0, description: "a" };
        for (const { rotation, description, faults, ends, goesBack } of steps) {
          const before = secret();
          const saved = engine.state.get("it");
          for (const { kind, at, times } of faults) {
            const where = at === "rotate-secret" ? { path: /rotate-secret/ } : { method: at, path: /\/clients/ };
            world.tenant.inject({ ...kind, times, ...where });
          }
          const isDone = (await up(rotation, description)).every(({ failure }) => !failure) && ends !== "killed";
          world.tenant.clearFaults();
          const between = secret();
          if (ends === "killed" && saved) engine.state.set("it", saved);
          if (ends === "saved and refreshed") await engine.refresh();
          if (isDone) last = { rotation, description };
          // The state of a killed run does not know what the tenant has, so no program can go back.
          const next = goesBack && ends !== "killed" ? last : { rotation, description };
          for (const { failure } of await up(next.rotation, next.description)) if (failure) throw failure;
          // A program with the value of the last finished rotation has nothing to rotate.
          if (next.rotation === last.rotation) expect(secret()).toBe(between);
          else expect(secret()).not.toBe(before);
          // What the first run has rotated, the second one takes for done.
          if (between !== before) expect(secret()).toBe(between);
          last = next;
          // what is in place stays, and the state knows this secret
          const after = secret();
          expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
          await up(next.rotation, next.description);
          expect(secret()).toBe(after);
        }
        await engine.up({});
        world.tenant.clearRequests();
      }),
      cases(1, 100),
    );
  },
  longest,
);

test.each([
  [403, "status"],
  [500, "status"],
  [0, "reset-before"],
  [0, "reset-after"],
] as const)("a failed rotation (%j, %s) stays due for its value only, even after a refresh", async (status, kind) => {
  for (const isRefreshed of [false, true]) {
    const name = `${kind} ${status} ${isRefreshed}`;
    const engine = new MiniEngine(world.port);
    const secret = () => world.tenant.clients.list().find((client) => client.name === name)?.client_secret;
    const up = async (secretRotation: number, more = {}) => {
      for (const { failure } of await engine.up({ it: { name, secretRotation, ...more } })) if (failure) throw failure;
    };
    await up(1);
    world.tenant.inject({ kind, ...(status > 0 && { status }), path: /rotate-secret/, times: 20 });
    await expect(up(2, { description: "second" })).rejects.toThrow("writes the rest");
    world.tenant.clearFaults();
    const left = secret();
    if (isRefreshed) await engine.refresh();
    // A failure of something else on the way back changes nothing about it.
    world.tenant.inject({ kind: "reset-before", method: "PATCH", path: /clients/, times: 20 });
    await expect(up(1)).rejects.toThrow();
    world.tenant.clearFaults();
    await up(1);
    expect(secret()).toBe(left);
    expect(await engine.changes({ it: { name, secretRotation: 1 } })).toEqual([]);
    await up(2);
    expect(secret()).not.toBe(left);
  }
});

test.each([false, true])(
  "a rotation is neither lost nor repeated if an earlier request of the update fails (rotated before: %j)",
  async (isRotated) => {
    const name = `addons ${isRotated}`;
    const engine = new MiniEngine(world.port);
    const secret = () => world.tenant.clients.list().find((client) => client.name === name)?.client_secret;
    const up = async (secretRotation: number, addons: object) => {
      const program = { it: { name, secretRotation, addons: { samlp: { audience: "urn:a" }, ...addons } } };
      for (const { failure } of await engine.up(program)) if (failure) throw failure;
    };
    const rms = { url: "https://example.com" };
    await up(1, { rms });
    const first = secret();
    if (isRotated) {
      world.tenant.inject({ kind: "reset-after", path: /rotate-secret/ });
      await expect(up(2, { rms })).rejects.toThrow("writes the rest");
    }
    const rotated = secret();
    world.tenant.inject({ kind: "status", status: 403, method: "PATCH", path: /clients/, skip: 1, times: 20 });
    await expect(up(2, {})).rejects.toThrow("writes the rest");
    expect(secret()).toBe(rotated);
    world.tenant.clearFaults();
    await engine.refresh();
    await up(2, {});
    expect(secret()).not.toBe(first);
    if (isRotated) expect(secret()).toBe(rotated);
  },
);

test("a failed rotation in the state of an earlier version is carried out", async () => {
  for (const isRefreshed of [false, true]) {
    const name = `earlier ${isRefreshed}`;
    const engine = new MiniEngine(world.port);
    const secret = () => world.tenant.clients.list().find((client) => client.name === name)?.client_secret;
    const up = (secretRotation: number) => engine.up({ it: { name, secretRotation } });
    const refuse = () => world.tenant.inject({ kind: "status", status: 403, path: /rotate-secret/, times: 20 });
    await up(1);
    const first = secret();
    refuse();
    await up(2);
    const entry = engine.state.get("it");
    const { pending, ...record } = (entry?.outputs.__managed ?? {}) as JsonObject;
    expect(pending).toEqual(["/secretRotation"]);
    // It saved the new value before the rotation.
    if (entry)
      engine.state.set("it", { ...entry, outputs: { ...entry.outputs, secretRotation: "2", __managed: record } });
    if (isRefreshed) await engine.refresh();
    // Another failure does not make the value that of a finished rotation.
    await up(2);
    world.tenant.clearFaults();
    expect(secret()).toBe(first);
    await up(2);
    expect(secret()).not.toBe(first);
  }
});

test("a secret that another client rotated and a refresh has read is rotated on demand", async () => {
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
