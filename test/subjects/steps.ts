import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";

/** One version of a program, and edits of another client at the tenant before it is applied. */
export interface Step {
  readonly program: JsonObject;
  /** Values that another client sets: of what the program declares, or of anything else, as the law is about. */
  readonly edit?: JsonObject;
  /** Nobody refreshes between the edit and the run. */
  readonly unseen?: boolean;
}

/** Sequences of steps in which a version of the program is as the one before at times: then only edits matter. */
export function sequencesOf(step: Readonly<Record<keyof Step, fc.Arbitrary<unknown>>>): fc.Arbitrary<readonly Step[]> {
  const kept = fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
  const steps = fc.array(fc.tuple(fc.record(step, { requiredKeys: ["program"] }), kept), {
    minLength: 1,
    maxLength: 4,
  });
  return (steps as fc.Arbitrary<[Step, boolean][]>).map((generated) => {
    const sequence: Step[] = [];
    for (const [next, isKept] of generated) {
      const { program } = (isKept ? sequence.at(-1) : undefined) ?? next;
      sequence.push({ ...next, program });
    }
    return sequence;
  });
}

/**
 * Cases of programs that declare what their steps do, and nothing else.
 *
 * @param share the part of all cases that these get
 * @param unseen whether an edit is not refreshed before the run. Default: every edit is
 */
export function casesOf(
  program: fc.Arbitrary<unknown>,
  edit: fc.Arbitrary<unknown>,
  share: number,
  unseen: fc.Arbitrary<boolean> = fc.constant(false),
) {
  return { root: {}, steps: sequencesOf({ program, edit, unseen }), share };
}
