import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { MiniEngine, type StateEntry } from "../harness/mini-engine.ts";
import { cases, few, longest } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { providerFor } from "./world.ts";

/* A run never locks out the tenant's users, its operators or itself. */

type Program = Readonly<Record<string, JsonObject>>;

const able = subjects.filter(({ name }) => kinds[name].lockOuts !== undefined);

afterEach(() => void vi.restoreAllMocks());

test("exactly the types that can lock out have cases", () => {
  expect(able.map(({ name }) => name)).toEqual(subjects.filter(({ lockOuts }) => lockOuts).map(({ name }) => name));
  expect(able).not.toEqual([]);
});

/** A stack whose runs are processes of their own, and carry out all resources at the same time. */
class Stack {
  readonly #tenant: Emulator;
  readonly #type: TypeName;
  readonly #states = new Map<string, ReadonlyMap<string, StateEntry>>();

  constructor(tenant: Emulator, type: TypeName) {
    this.#tenant = tenant;
    this.#type = type;
  }

  /** Carries out a program, in the given order of its resources' starts; answers the failures. */
  async up(program: Program, order: (names: readonly string[]) => readonly string[]): Promise<readonly string[]> {
    const { domain, clientId, clientSecret } = this.#tenant;
    const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
    const run = new EngineRun();
    const names = order([...new Set([...Object.keys(program), ...this.#states.keys()])]);
    const steps = await Promise.all(
      names.map(async (name) => {
        const engine = new MiniEngine(providerFor(kinds[this.#type], config, run));
        for (const [key, entry] of this.#states.get(name) ?? []) engine.state.set(key, entry);
        const args = program[name];
        const done = await engine.up(args ? { [name]: args } : {});
        this.#states.set(name, engine.state);
        return done;
      }),
    );
    return steps.flat().flatMap(({ failure }) => failure?.message ?? []);
  }
}

const stepsOf = ({ lockOuts }: Subject) => {
  const step = (stack: "one" | "other") =>
    fc.record({
      stack: fc.constant(stack),
      program: lockOuts?.programs(stack) ?? fc.constant({}),
      backwards: fc.boolean(),
    });
  return fc.array(fc.oneof(step("one"), step("other")), { minLength: 2, maxLength: 6 });
};

describe.each(able.map((subject) => [subject.resource, subject] as const))("%s", (_, subject) => {
  test(
    "two stacks never lock out together, whatever the order of writes, and each can be destroyed afterwards",
    async () => {
      vi.spyOn(console, "warn").mockImplementation(() => {});
      vi.spyOn(console, "info").mockImplementation(() => {});
      const seen = { refused: 0, done: 0 };
      const check = async (steps: readonly { stack: "one" | "other"; program: Program; backwards: boolean }[]) => {
        const tenant = await startEmulator({ networkAclsBlock: true, latencyMs: { min: 0, max: 2 } });
        try {
          const stacks = { one: new Stack(tenant, subject.name), other: new Stack(tenant, subject.name) };
          const order = (backwards: boolean) => (names: readonly string[]) => (backwards ? names.toReversed() : names);
          for (const { stack, program, backwards } of steps) {
            const failures = await stacks[stack].up(program, order(backwards));
            expect(await subject.lockOuts?.isLockedOut(tenant)).toBe(false);
            expect(tenant.requests.filter(({ status }) => status === 403)).toEqual([]);
            const refusals = failures.filter((message) => /lock|locked out/.test(message));
            for (const refusal of refusals) expect(refusal).toMatch(/was not (created|changed|deleted): after this/);
            seen.refused += refusals.length;
            seen.done += failures.length === 0 ? 1 : 0;
          }
          // One stack can need an object of the other one, so a few rounds may be necessary.
          let failures: readonly string[] = [];
          for (let round = 0; round < 3; round++)
            failures = [...(await stacks.one.up({}, order(false))), ...(await stacks.other.up({}, order(true)))];
          expect(failures).toEqual([]);
        } finally {
          await tenant.close();
        }
      };
      const examples = (subject.lockOuts?.examples ?? []).map((programs) =>
        programs.map((program) => ({ stack: "one" as const, program, backwards: false })),
      );
      const property = fc.asyncProperty(stepsOf(subject), check);
      await fc.assert(property, { ...cases(1, few), examples: examples.map((steps) => [steps]) });
      expect(seen.refused).toBeGreaterThan(0);
      expect(seen.done).toBeGreaterThan(0);
    },
    longest,
  );
});
