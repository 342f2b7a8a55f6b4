import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FaultKind, WireObject } from "../../provider/src/emulator/index.ts";
import { isObject, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { kidOf } from "../../provider/src/types/client/authentication.ts";
import { clientAuthenticationType } from "../../provider/src/types/client-authentication/calls.ts";
import { pairs } from "../harness/keys.ts";
import type { MiniEngine, StateEntry } from "../harness/mini-engine.ts";
import { cases, longest } from "../harness/scale.ts";
import { worldOfEachTest } from "./world.ts";

const pems = pairs(6, 1024).map(({ pem }) => pem);
const kids = pems.map(kidOf);
const theirs = 5;
const ever = Number.POSITIVE_INFINITY;

const world = worldOfEachTest(clientAuthenticationType);

/** The collection of applications, with what only the service's routes reach otherwise. */
interface Store {
  addCredential(id: string, wire: WireObject): unknown;
  credentialsOf(id: string): readonly { readonly id: string; readonly kid: string }[];
}
const store = () => world.tenant.clients as unknown as Store;

/** An application with an unused credential of another client. */
function start(clientId: string): void {
  world.tenant.clients.create({ client_id: clientId, name: clientId });
  store().addCredential(clientId, { credential_type: "public_key", name: "theirs", pem: pems[theirs] });
}
const argsOf = (clientId: string, keys: readonly number[], more: JsonObject = {}): JsonObject => ({
  clientId,
  method: "private_key_jwt",
  credentials: keys.map((key) => ({ pem: pems[key] ?? "", ...more })),
  adopt: true,
});
/** The keys that an application uses. */
function inUse(clientId: string): readonly number[] {
  const methods = world.tenant.clients.get(clientId)?.client_authentication_methods;
  const [holder] = isObject(methods) ? Object.values(methods) : [];
  const ids = ((own(holder, "credentials") ?? []) as readonly JsonObject[]).map(({ id }) => id);
  return poolOf(clientId, ({ id }) => ids.includes(id));
}
/** The keys of all credentials that an application has. */
function poolOf(clientId: string, isWanted: (one: { readonly id: string }) => boolean = () => true): readonly number[] {
  return store()
    .credentialsOf(clientId)
    .filter(isWanted)
    .map(({ kid }) => kids.indexOf(kid))
    .toSorted();
}
/** Looks at an application after each answer: how often it had nothing to prove who it is with, once it had something. */
function watch(clientId: string): { readonly gaps: number; readonly answers: number; stop(): void } {
  const seen = { gaps: 0, answers: 0, has: inUse(clientId).length > 0 };
  const stop = world.tenant.onRequest(({ phase }) => {
    if (phase !== "answered") return;
    seen.answers += 1;
    const has = inUse(clientId).length > 0;
    if (seen.has && !has) seen.gaps += 1;
    seen.has ||= has;
  });
  return Object.assign(seen, { stop });
}
const failures = async (engine: MiniEngine, args: JsonObject | undefined) =>
  (await engine.up(args ? { it: args } : {})).flatMap(({ failure }) => failure?.message ?? []);

describe("a run that is killed after any of its requests", () => {
  const stories: readonly (readonly [string, readonly number[], readonly number[] | undefined])[] = [
    ["a creation", [], [0]],
    ["a creation of two keys", [], [0, 1]],
    ["a rotation", [0], [1]],
    ["a rotation of two keys at the limit", [0, 1], [2, 3]],
    ["the addition of a second key", [0], [0, 1]],
    ["a destroy", [0, 1], undefined],
  ];

  test.each(stories)("%s is completed by the next run, which leaves no credential behind", async (_, from, to) => {
    for (let calls = 0, isWhole = false; !isWhole; calls++) {
      const clientId = `job-${calls}`;
      start(clientId);
      const engine = world.reconfigured({});
      engine.state.clear();
      if (from.length > 0) expect(await failures(engine, argsOf(clientId, from))).toEqual([]);
      const saved = engine.state.get("it");
      const seen = watch(clientId);
      // From some call on, nothing gets through any more, and the state is not saved.
      world.tenant.inject({ kind: "reset-before", path: "/api/v2/clients", skip: calls, times: ever });
      isWhole = (await failures(engine, to && argsOf(clientId, to))).length === 0;
      world.tenant.clearFaults();
      if (saved) engine.state.set("it", saved as StateEntry);
      else engine.state.delete("it");
      expect(await failures(engine, to && argsOf(clientId, to))).toEqual([]);
      seen.stop();
      expect(inUse(clientId)).toEqual(to ?? []);
      expect(poolOf(clientId)).toEqual([...(to ?? []), theirs]);
      if (to) expect(seen.gaps).toBe(0);
      expect(calls).toBeLessThan(20);
    }
  });
});

test.each<[string, string]>([
  ["the creation of a credential", "POST"],
  ["the call that puts a credential in use", "PATCH"],
  ["the deletion of the old credential", "DELETE"],
])("%s succeeds in one run although a response was lost", async (_, method) => {
  for (const kind of ["reset-after", "malformed", "status-after"] as const) {
    const clientId = `job-${kind}`;
    start(clientId);
    const engine = world.reconfigured({});
    expect(await failures(engine, argsOf(clientId, [0]))).toEqual([]);
    world.tenant.inject({ kind, method, path: `/api/v2/clients/${clientId}` });
    expect(await failures(engine, argsOf(clientId, [1]))).toEqual([]);
    expect(poolOf(clientId)).toEqual([1, theirs]);
    expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  }
});

test("the next run removes credentials of a failed run, even if the program has changed", async () => {
  start("job");
  expect(await failures(world.engine, argsOf("job", [0]))).toEqual([]);
  world.tenant.inject({ kind: "status", status: 400, method: "PATCH", path: "/api/v2/clients/job", times: ever });
  expect(await failures(world.engine, argsOf("job", [1]))).toHaveLength(1);
  expect(poolOf("job")).toEqual([0, 1, theirs]);
  world.tenant.clearFaults();
  // A refresh shows it, and does not forget it.
  await world.engine.refresh();
  expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  expect(await failures(world.engine, argsOf("job", [2]))).toEqual([]);
  expect(poolOf("job")).toEqual([2, theirs]);
  expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
});

const fault = fc.record({
  kind: fc.constantFrom<FaultKind>("reset-before", "reset-after", "status-after", "status", "malformed", "empty"),
  method: fc.constantFrom("GET", "POST", "PATCH", "DELETE"),
  skip: fc.nat(2),
  times: fc.constantFrom(1, 2, ever),
});
const step = fc.record({
  keys: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 2 }).map((some) => some.toSorted()),
  expiresAt: fc.constantFrom(undefined, "2091-01-01T00:00:00Z", "2092-01-01T00:00:00Z"),
  faults: fc.array(fault, { maxLength: 2 }),
  isKilled: fc.boolean(),
  isRefreshed: fc.boolean(),
});

test(
  "under any faults, an application always has a credential, and in the end the program's and no others of this stack",
  async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const clientId = `job-${++number}`;
        start(clientId);
        const engine = world.reconfigured({});
        const seen = watch(clientId);
        for (const { keys, expiresAt, faults, isKilled, isRefreshed } of steps) {
          const args = argsOf(clientId, keys, expiresAt === undefined ? {} : { expiresAt });
          const saved = engine.state.get("it");
          for (const one of faults) world.tenant.inject({ ...one, path: "/api/v2/clients" });
          await failures(engine, args);
          if (isRefreshed) await engine.refresh().catch(() => undefined);
          world.tenant.clearFaults();
          if (isKilled && saved) engine.state.set("it", saved);
          if (isKilled && !saved) engine.state.delete("it");
          expect(await failures(engine, args)).toEqual([]);
          expect(inUse(clientId)).toEqual(keys);
          expect(poolOf(clientId)).toEqual([...keys, theirs]);
          expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
          expect(await engine.changes({ it: args })).toEqual([]);
        }
        seen.stop();
        expect(seen.gaps).toBe(0);
        expect(await failures(engine, undefined)).toEqual([]);
        expect(poolOf(clientId)).toEqual([theirs]);
        world.tenant.clients.delete(clientId);
        world.tenant.clearRequests();
      }),
      cases(0.3),
    );
  },
  longest,
);
