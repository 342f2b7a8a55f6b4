import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { isShownOnce } from "../../provider/src/schema/schema.ts";
import { codeOf, inThisProcess } from "../harness/fault-run/runtime.ts";
import { MiniEngine, type Program, type StateEntry } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { stackOfEachTest } from "./runs.ts";

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

/** One stack with one resource, whose runs are a process each. */
class Stack {
  readonly #tenant: Emulator;
  readonly #kind: TypeName;
  readonly #state = new Map<string, StateEntry>();
  readonly #pendingDeletes: MiniEngine["pendingDeletes"] = [];

  constructor(tenant: Emulator, kind: TypeName) {
    this.#tenant = tenant;
    this.#kind = kind;
  }

  get entry(): StateEntry | undefined {
    return this.#state.get("it");
  }

  /** A run; answers the messages of what has failed. */
  async run(args: JsonObject | "refresh", { adopts = false, retries = false } = {}): Promise<readonly string[]> {
    return this.#with(adopts, async (engine) => {
      if (retries) engine.retried.add("it");
      const steps = args === "refresh" ? await engine.refresh() : await engine.up({ it: args });
      return steps.flatMap((step) => ("failure" in step ? (step.failure?.message ?? []) : []));
    });
  }

  changes(args: JsonObject) {
    return this.#with(false, (engine) => engine.changes({ it: args }));
  }

  async #with<T>(adopts: boolean, work: (engine: MiniEngine) => Promise<T>): Promise<T> {
    const runtime = await inThisProcess([])(this.#tenant, adopts, true);
    const engine = new MiniEngine(runtime.port, codeOf(this.#kind));
    for (const [name, entry] of this.#state) engine.state.set(name, entry);
    engine.pendingDeletes.push(...this.#pendingDeletes);
    try {
      return await work(engine);
    } finally {
      this.#pendingDeletes.splice(0, Number.POSITIVE_INFINITY, ...engine.pendingDeletes);
      this.#state.clear();
      for (const [name, entry] of engine.state) this.#state.set(name, entry);
      await runtime.close();
    }
  }
}

const faults = { "is refused": { kind: "status", status: 403 }, "loses its answer": { kind: "reset-after" } } as const;
type FaultName = keyof typeof faults;
const operations = ["creation", "update"] as const;

/** Tries one request; answers whether there is such a one. */
async function tryRequest(at: number, subject: Subject, operation: (typeof operations)[number], fault: FaultName) {
  const tenant = await startEmulator({ lenientPatch: false });
  try {
    subject.prepare(tenant);
    const identity = subject.identity(tenant, 1);
    const [first, second] = subject.bench.map((args) => ({ ...identity, ...args }));
    const args = (operation === "creation" ? first : second) as JsonObject;
    const stack = new Stack(tenant, subject.name);
    if (operation === "update") expect(await stack.run(first as JsonObject)).toEqual([]);
    const injected = tenant.inject({ ...faults[fault], path: "/api", skip: at - 1 });
    const failures = await stack.run(args, { retries: true });
    if (injected.hits === 0) return false;

    const ids = () => subject.namesakes?.(tenant, subject.keyOf(args)) ?? [];
    const what = `request ${at} ${fault}: ${failures.join(" | ")}`;
    expect(what).not.toMatch(/is not deleted/);
    if (ids().length > 0) expect(stack.entry, what).toBeDefined();
    // Ten minutes later, no listing lacks the object any more.
    vi.setSystemTime(Date.now() + 600_000);
    if (failures.length > 0) {
      await stack.run("refresh", { adopts: true });
      expect(await stack.run(args, { adopts: true }), what).toEqual([]);
    }
    await stack.run("refresh");
    expect(await stack.changes(args), what).toEqual([]);
    // Of a value that only the lost answer had, the run makes another object.
    const isValueLost = isShownOnce(kinds[subject.name].schema) && fault === "loses its answer";
    if (kinds[subject.name].hasOwnObject && ids().length > 0 && !isValueLost)
      expect(ids(), what).toEqual([stack.entry?.id]);
    return true;
  } finally {
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
