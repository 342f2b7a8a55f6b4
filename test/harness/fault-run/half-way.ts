import fc from "fast-check";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import type { Program } from "../mini-engine.ts";
import { type Slots, slots } from "./programs.ts";
import type { Action, Scenario, Trouble } from "./scenario.ts";
import { trouble } from "./scenario.ts";

/** The slots whose resources can have another key in the next version of the program, which replaces the objects of most kinds. */
const replaceable: Slots = new Map([...slots].filter(([slot, { keys }]) => keys(slot).length > 1));

/** Versions of a program of which each gives some resources another key, and the last one may be the first one again. */
const programs: fc.Arbitrary<readonly Program[]> = fc
  .subarray([...replaceable], { minLength: 1, maxLength: 4 })
  .chain((chosen) =>
    fc.tuple(...[0, 1, 0].map((at) => fc.record(Object.fromEntries(chosen.map(([slot]) => [slot, keyed(slot, at)]))))),
  )
  .map((versions) => versions as Program[]);

/** What a program may declare for a slot under the n-th of its keys. */
function keyed(slot: string, at: number): fc.Arbitrary<JsonObject> {
  const subject = replaceable.get(slot);
  if (!subject) throw new RangeError(`there is no slot ${slot}`);
  const key = subject.keys(slot)[at];
  return subject.programs(slot).chain((args) => args.filter((one) => subject.keyOf(one) === key));
}

const up = (program: number, troubles: fc.Arbitrary<Trouble>): fc.Arbitrary<Action> =>
  fc.record({
    do: fc.constant("up"),
    program: fc.constant(program),
    renamed: fc.constant([]),
    end: fc.constantFrom("whole" as const, "whole" as const, "at a failure" as const),
    trouble: troubles,
  });
const calm = fc.constant<Trouble>({ faults: [] });
/** The tenant refuses what the replacement has still to delete. */
const refusal = fc.constant<Trouble>({
  faults: [{ kind: "status", status: 403, method: "DELETE", path: "/api", skip: 0, times: Number.POSITIVE_INFINITY }],
});

/** Replacements that stop half-way, whatever goes wrong on the way back, on, or to a third value. */
export const halfWay: fc.Arbitrary<Scenario> = fc.record({
  programs,
  actions: fc
    .tuple(
      up(0, calm),
      up(1, fc.oneof({ arbitrary: refusal, weight: 3 }, { arbitrary: trouble, weight: 1 })),
      fc.array(
        fc.nat(2).chain((next) => up(next, fc.oneof(calm, refusal, trouble))),
        { minLength: 1, maxLength: 4 },
      ),
    )
    .map(([first, second, others]) => [first, second, ...others]),
});
