import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { isShownOnce } from "../../provider/src/schema/schema.ts";
import type { MiniEngine, Program } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { Runs, stackOfEachTest } from "./runs.ts";

/**
 * Operations that the engine calls again after they have failed, because an error hook of the program asks for it. It keeps only what the last attempt
 * answers, so each attempt continues where the one before has stopped.
 */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const faults = { "is refused": { kind: "status", status: 403 }, "loses its answer": { kind: "reset-after" } } as const;
type FaultName = keyof typeof faults;
const operations = ["creation", "update"] as const;

/** Tries one request. Returns whether there is such a request. */
async function tryRequest(at: number, subject: Subject, operation: (typeof operations)[number], fault: FaultName) {
  const tenant = await startEmulator({ lenientPatch: false });
  const runs = new Runs(tenant);
  const name = `${subject.name}-it`;
  /** The engine of the next run, which also has the deletions that are pending. */
  const nextRun = async (adopts = false) => {
    const pending = runs.engine?.pendingDeletes ?? [];
    const { engine } = await runs.next(undefined, adopts);
    engine.pendingDeletes.push(...pending);
    return engine;
  };
  const up = async (engine: MiniEngine, args: JsonObject) =>
    (await engine.up({ [name]: args })).flatMap(({ failure }) => failure?.message ?? []);
  try {
    subject.prepare(tenant);
    const identity = subject.identity(tenant, 1);
    const [first, second] = subject.bench.map((args) => ({ ...identity, ...args }));
    const args = (operation === "creation" ? first : second) as JsonObject;
    if (operation === "update") expect(await up(await nextRun(), first as JsonObject)).toEqual([]);
    const engine = await nextRun();
    engine.retried.add(name);
    const injected = tenant.inject({ ...faults[fault], path: "/api", skip: at - 1 });
    const failures = await up(engine, args);
    if (injected.hits === 0) return false;

    const ids = () => subject.namesakes?.(tenant, subject.keyOf(args)) ?? [];
    const what = `request ${at} ${fault}: ${failures.join(" | ")}`;
    expect(what).not.toMatch(/is not deleted/);
    if (ids().length > 0) expect(engine.state.get(name), what).toBeDefined();
    // Ten minutes later, no listing lacks the object any more.
    vi.setSystemTime(Date.now() + 600_000);
    if (failures.length > 0) {
      await (await nextRun(true)).refresh();
      expect(await up(await nextRun(true), args), what).toEqual([]);
    }
    await (await nextRun()).refresh();
    const last = await nextRun();
    expect(await last.changes({ [name]: args }), what).toEqual([]);
    // If only the lost response had the value, the run makes another object.
    const isValueLost = isShownOnce(kinds[subject.name].schema) && fault === "loses its answer";
    if (kinds[subject.name].hasOwnObject && ids().length > 0 && !isValueLost)
      expect(ids(), what).toEqual([last.state.get(name)?.id]);
    return true;
  } finally {
    await runs.close();
    await tenant.close();
  }
}

describe.each(subjects.map((subject) => [subject.name, subject] as const))("%s", (_, subject) => {
  // In `npm test` each type takes one of the faults in a creation, and the other one in an update. The soak takes both.
  const turn = subjects.indexOf(subject);
  const isTried = (at: number) => process.env.SOAK_CASES !== undefined || (at + turn) % 2 === 0;
  const cases = operations.flatMap((operation, first) =>
    (Object.keys(faults) as FaultName[])
      .filter((__, second) => isTried(first + second))
      .map((fault) => [operation, fault] as const),
  );
  test.each(cases)(
    "%s: a request %s, and after the second call nothing is lost or made twice",
    async (operation, fault) => {
      for (let at = 1; await tryRequest(at, subject, operation, fault); at++);
    },
  );
});

describe("an operation that has succeeded in the second attempt does not count as failed", () => {
  const stack = stackOfEachTest();
  /** One run, in which the operations of the new resource are called again. */
  const retried = async (name: string, program: Program) => {
    const { engine } = await stack.runs.next();
    engine.retried.add(name);
    const steps = await engine.up(program);
    expect(steps.flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
    expect([...engine.state.keys()]).toEqual([name]);
  };

  test("so the old entry of an adopted object leaves the state", async () => {
    expect(await stack.up({ "client-old": { name: "Orders" } })).toEqual([]);
    stack.tenant.inject({ kind: "status", status: 403, path: "/api/v2/clients" });
    await retried("client-new", { "client-new": { name: "Orders", adopt: true } });
    expect(stack.tenant.clients.list().filter(({ name }) => name === "Orders")).toHaveLength(1);
  });

  test("so the resource that declared a member before is deleted, and the member stays", async () => {
    const organizationId = String(stack.tenant.organizations.create({ name: "example" }).id);
    const members = { organizationId, members: ["auth0|0123456789abcdef"] };
    expect(await stack.up({ "organizationMembers-old": members })).toEqual([]);
    stack.tenant.inject({ kind: "status", status: 403, path: `/api/v2/organizations/${organizationId}/members` });
    await retried("organizationMembers-new", { "organizationMembers-new": members });
    expect(stack.tenant.organizationMembers.list(organizationId)).toHaveLength(1);
  });
});

describe("two lost creations of objects with one name", () => {
  const stack = stackOfEachTest();

  test("are not taken for two attempts of one: the failure of the second says nothing of the first", async () => {
    const orders = (description: string) => ({ name: "Orders", description, adopt: false });
    const program = { "client-one": orders("One"), "client-two": orders("Two") };
    const request = { method: "POST", path: "/api/v2/clients" } as const;
    stack.tenant.inject({ kind: "reset-before", times: 2, ...request });
    expect(await stack.up(program)).toHaveLength(2);
    vi.setSystemTime(Date.now() + 600_000);
    stack.tenant.inject({ kind: "reset-before", ...request });
    stack.tenant.inject({ kind: "status", status: 400, times: Number.POSITIVE_INFINITY, ...request });
    expect(await stack.up(program)).toHaveLength(2);
    const state = stack.runs.engine?.state;
    expect(state?.get("client-one")?.id).toBe(state?.get("client-two")?.id);
    expect(state?.get("client-two")?.outputs).toMatchObject({ description: "Two" });
  });
});
