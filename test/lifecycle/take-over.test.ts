import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { notAtTenant } from "../../provider/src/lifecycle/existing/take-over.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { isShownOnce } from "../../provider/src/schema/schema.ts";
import { codeOf, inThisProcess, type Runtime } from "../harness/fault-run/runtime.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";

/** A run that takes objects over puts them into the state and writes nothing, whatever their types are: the next run changes what differs. */

let folder: string;
let none: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "take-over-"));
  none = join(folder, "none.json");
  await writeFile(none, "[]");
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

const writesAt = (tenant: Emulator) =>
  tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token").length;

/** A stack of one resource, whose runs are a process each. */
class Stack {
  readonly #tenant: Emulator;
  #runtime: Runtime | undefined;
  readonly engine: MiniEngine;

  constructor(tenant: Emulator, { name }: Subject) {
    this.#tenant = tenant;
    const port = () => {
      if (!this.#runtime) throw new Error("no run has begun");
      return this.#runtime.port;
    };
    this.engine = new MiniEngine(
      {
        check: (olds, news) => port().check(olds, news),
        diff: (id, olds, news) => port().diff(id, olds, news),
        create: (inputs) => port().create(inputs),
        read: (id, outputs) => port().read(id, outputs),
        update: (id, olds, news) => port().update(id, olds, news),
        delete: (id, outputs) => port().delete(id, outputs),
      },
      () => codeOf(name),
    );
  }

  /** Begins a run. With the file of its choices, it takes objects over. */
  async begin(choices?: string): Promise<void> {
    await this.#runtime?.close();
    if (choices !== undefined) process.env.TENANT_TAKE_OVER = choices;
    try {
      this.#runtime = await inThisProcess([])(this.#tenant, choices !== undefined, true);
    } finally {
      delete process.env.TENANT_TAKE_OVER;
    }
  }

  async up(args: JsonObject): Promise<readonly string[]> {
    const steps = await this.engine.up({ it: args });
    return steps.flatMap(({ failure }) => failure?.message ?? []);
  }

  async close(): Promise<void> {
    await this.#runtime?.close();
  }
}

/** Two versions of a program that declare one object. */
function versionsOf(subject: Subject, tenant: Emulator): readonly [JsonObject, JsonObject] {
  const [usual = {}, changed = {}] = subject.bench;
  const identity = subject.identity(tenant, 1);
  return [
    { ...usual, ...identity },
    { ...changed, ...identity },
  ];
}

// An object of which only the creation shows a value is never taken over.
const takenOver = subjects.filter(({ name }) => !isShownOnce(kinds[name].schema));
describe.each(takenOver.map((subject) => [subject.name, subject] as const))("%s", (_, subject) => {
  test("is taken over without a write, and the next run sends the differences", async () => {
    const tenant = await startEmulator();
    subject.prepare(tenant);
    const isSetting = kinds[subject.name].schema.singleton !== undefined;
    const [first, second] = versionsOf(subject, tenant);
    const [maker, taker] = [new Stack(tenant, subject), new Stack(tenant, subject)];
    try {
      await maker.begin();
      expect(await maker.up(first)).toEqual([]);
      for (const args of [first, second]) {
        taker.engine.state.clear();
        const before = { writes: writesAt(tenant), tenant: tenant.export() };
        await taker.begin(none);
        // After a missing object, the user would let the next run create it.
        if (!isSetting) tenant.inject({ kind: "status", status: 404, method: "GET", path: "/api/v2/" });
        const failures = await taker.up(args);
        tenant.clearFaults();
        expect(failures.filter((failure) => failure.includes(notAtTenant))).toEqual([]);
        if (failures.length > 0) expect(await taker.up(args)).toEqual([]);
        await taker.engine.refresh();
        expect(taker.engine.state.get("it")?.id).toBe(maker.engine.state.get("it")?.id);
        expect(writesAt(tenant)).toBe(before.writes);
        expect(tenant.export()).toEqual(before.tenant);
        await taker.begin();
        if (args === first) expect(await taker.engine.changes({ it: first })).toEqual([]);
        expect(await taker.up(args)).toEqual([]);
        expect((await taker.engine.refresh()).map(({ op }) => op)).toEqual(["same"]);
        expect(await taker.engine.changes({ it: args })).toEqual([]);
      }
    } finally {
      await Promise.all([maker.close(), taker.close()]);
      await tenant.close();
    }
  });
});

const own = subjects.filter(({ name }) => kinds[name].hasOwnObject && kinds[name].schema.singleton === undefined);
test.each(own.map((subject) => [subject.name, subject] as const))(
  "a take-over does not create a missing %s",
  async (_, subject) => {
    const tenant = await startEmulator();
    subject.prepare(tenant);
    const [first] = versionsOf(subject, tenant);
    const stack = new Stack(tenant, subject);
    try {
      const before = writesAt(tenant);
      await stack.begin(none);
      expect(await stack.up(first)).toEqual([expect.stringContaining(notAtTenant)]);
      expect(stack.engine.state.size).toBe(0);
      expect(writesAt(tenant)).toBe(before);
    } finally {
      await stack.close();
      await tenant.close();
    }
  },
);

test("a take-over sends no write, whatever operation the engine requests", async () => {
  const tenant = await startEmulator();
  const stack = new Stack(tenant, subjects.find(({ name }) => name === "role") as Subject);
  try {
    await stack.begin();
    expect(await stack.up({ name: "reader", description: "One" })).toEqual([]);
    const before = writesAt(tenant);
    await stack.begin(none);
    expect(await stack.up({ name: "reader", description: "Two" })).toEqual([expect.stringContaining("writes nothing")]);
    expect(writesAt(tenant)).toBe(before);
  } finally {
    await stack.close();
    await tenant.close();
  }
});

test("resources that differ only in secrets take over the objects chosen for them, in any order", async () => {
  const tenant = await startEmulator();
  const [subject] = subjects.filter(({ name }) => name === "action");
  if (!subject) throw new Error("no such subject");
  const stack = new Stack(tenant, subject);
  const supported_triggers = [{ id: "post-login", version: "v3" }];
  const args = (value: string) => ({
    ...{ name: "Notify", code: "exports.onExecutePostLogin = async () => {};", secrets: { KEY: value } },
    supportedTriggers: [{ id: "post-login", version: "v3" }],
  });
  const ids = ["one", "two"].map((value) =>
    String(tenant.actions.create({ ...{ name: "Notify", code: args(value).code }, supported_triggers }).id),
  );
  const file = join(folder, "chosen.json");
  const { secrets: _, ...inputs } = args("");
  const run = async (names: readonly [string, string], resources: readonly [string, string]) => {
    await writeFile(
      file,
      JSON.stringify(ids.map((id, at) => ({ noun: "action", resource: resources[at], inputs, id }))),
    );
    stack.engine.state.clear();
    for (const [at, name] of names.entries()) stack.engine.named.set(`it-${at}`, name);
    await stack.begin(file);
    const steps = await stack.engine.up({ "it-1": args("value 1"), "it-0": args("value 0") });
    return steps.flatMap(({ failure }) => failure?.message ?? []);
  };
  try {
    const names = ['Action "first"', 'Action "second"'] as const;
    expect(await run(names, names)).toEqual([]);
    expect(["it-0", "it-1"].map((name) => stack.engine.state.get(name)?.id)).toEqual(ids);
    // Below different parents, two resources can have one name.
    const [one] = names;
    expect(await run([one, `${one} (2)`], [one, one])).toEqual(
      ids.map(() => expect.stringContaining("it is not known which object is whose")),
    );
  } finally {
    await stack.close();
    await tenant.close();
  }
});
