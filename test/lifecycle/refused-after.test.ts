import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import type { Field, Fields } from "../../provider/src/schema/schema.ts";
import { codeOf, inThisProcess, type Runtime } from "../harness/fault-run/runtime.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";

/*
 * The law: if the service has accepted a request of a run and then refuses the next ones, reads too, the state knows that something was written. Otherwise
 * nobody would manage what the run has made, and the way back to the earlier program would leave it at the tenant.
 */

beforeEach(() => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());

/** The programs of a type: those with each value of the option that shares a set or a list with others. */
function variantsOf({ name, bench }: Subject): readonly (readonly [string, readonly [JsonObject, JsonObject]])[] {
  const fields: Fields = kinds[name].schema.fields;
  const options = Object.values(fields).flatMap((field: Field) =>
    "exclusive" in field && field.exclusive ? [field.exclusive] : [],
  );
  const shared = options.map((option) => ({ [option.argument]: !option.default }));
  return [{}, ...shared].map((more) => {
    const [title] = Object.keys(more);
    return [title ?? "as usual", bench.map((args) => ({ ...args, ...more })) as [JsonObject, JsonObject]] as const;
  });
}

/** One stack with one resource, whose runs are a process each. */
class Stack {
  readonly tenant: Emulator;
  readonly name: string;
  readonly #kind: Subject["name"];
  engine: MiniEngine | undefined;
  #runtime: Runtime | undefined;
  /** How many writes the service accepts before it refuses everything. */
  accepts = Number.POSITIVE_INFINITY;
  accepted = 0;

  constructor(tenant: Emulator, kind: Subject["name"]) {
    this.tenant = tenant;
    this.name = `${kind}-it`;
    this.#kind = kind;
    tenant.onRequest(({ phase, request }) => {
      const isWrite = request.method !== "GET" && request.path.startsWith("/api");
      const { status } = request;
      if (phase !== "answered" || !isWrite || typeof status !== "number" || status >= 300) return;
      this.accepted += 1;
      if (this.accepted < this.accepts) return;
      tenant.inject({ kind: "status", status: 400, path: "/api", times: Number.POSITIVE_INFINITY });
    });
  }

  async up(args: JsonObject | undefined, accepts = Number.POSITIVE_INFINITY): Promise<string> {
    await this.#runtime?.close();
    this.#runtime = await inThisProcess([])(this.tenant, false, true);
    const engine = new MiniEngine(this.#runtime.port, () => codeOf(this.#kind));
    for (const [name, entry] of this.engine?.state ?? []) engine.state.set(name, entry);
    this.engine = engine;
    this.accepted = 0;
    this.accepts = accepts;
    const steps = await engine.up(args ? { [this.name]: args } : {});
    this.accepts = Number.POSITIVE_INFINITY;
    this.tenant.clearFaults();
    return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
  }

  async end(): Promise<void> {
    await this.#runtime?.close();
    await this.tenant.close();
  }
}

/** What programs can declare of an object. */
function declarable(subject: Subject, tenant: Emulator, key: string): Json {
  const fields: Fields = kinds[subject.name].schema.fields;
  const live = subject.held(tenant, key)?.live ?? {};
  return Object.fromEntries(Object.entries(live).filter(([name]) => fields[name] && !fields[name].computed));
}

const cases = subjects.flatMap((subject) =>
  variantsOf(subject).map(([variant, programs]) => [subject.name, variant, subject, programs] as const),
);

describe.each(cases)(
  "%s (%s), if the service refuses all but the first writes of a run,",
  (_name, _variant, subject, bench) => {
    /** Tries a run that the service refuses after its first accepted write, after its second one, and so on. */
    const afterEachWrite = async (
      isRefused: (
        stack: Stack,
        accepts: number,
        programs: readonly [JsonObject, JsonObject],
        key: string,
      ) => Promise<boolean>,
    ) => {
      for (let accepts = 1, isLast = false; !isLast; accepts += 1) {
        const tenant = await startEmulator({ lenientPatch: false });
        const stack = new Stack(tenant, subject.name);
        try {
          subject.prepare(tenant);
          const identity = subject.identity(tenant, 1);
          const [first, second] = bench.map((args) => ({ ...args, ...identity })) as [JsonObject, JsonObject];
          isLast = !(await isRefused(stack, accepts, [first, second], subject.keyOf(identity)));
        } finally {
          await stack.end();
        }
      }
    };

    test("has an entry in the state after its creation", () =>
      afterEachWrite(async (stack, accepts, [first]) => {
        const failure = await stack.up(first, accepts);
        if (failure === "") return false;
        expect([...(stack.engine?.state.keys() ?? [])], failure).toEqual([stack.name]);
        return true;
      }));

    test("returns to the former program in the next run", () =>
      afterEachWrite(async (stack, accepts, [first, second], key) => {
        expect(await stack.up(first)).toBe("");
        const id = stack.engine?.state.get(stack.name)?.id ?? key;
        const before = declarable(subject, stack.tenant, id);
        const failure = await stack.up(second, accepts);
        if (failure === "") return false;
        expect(await stack.up(first)).toBe("");
        expect(declarable(subject, stack.tenant, id), failure).toEqual(before);
        return true;
      }));
  },
);
