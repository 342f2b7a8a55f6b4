import fc from "fast-check";
import { describe, test } from "vitest";
import { identityOf } from "../../provider/src/schema/schema.ts";
import { undocumented } from "../../provider/src/schema/undocumented.ts";
import { cases, few, longest } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { sequencesOf } from "../subjects/steps.ts";
import type { Subject } from "../subjects/subject.ts";
import { convergence, idempotence, preservation } from "./laws.ts";
import { staged } from "./stages.ts";

/* The laws for properties that this version does not know, of every type that takes such properties. */

const scalar = fc.oneof(fc.boolean(), fc.integer({ min: 0, max: 9 }), fc.constantFrom("a", "ü 𝒳", ""));
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
  { weight: 2, arbitrary: fc.dictionary(fc.constantFrom("x", "y"), scalar, { minKeys: 1, maxKeys: 2 }) },
);
const values = fc.dictionary(fc.constantFrom("new_a", "new_b", "new_c"), value, { maxKeys: 3 });
const some = fc.record({ [undocumented]: values });

/** Programs that declare what the type requires, and unknown properties. */
function stepsOf({ name, bench: [usual] }: Subject) {
  const identity = identityOf(kinds[name].schema);
  const required = Object.fromEntries(Object.entries(usual).filter(([key]) => !identity.includes(key)));
  const program = some.map((values) => ({ ...required, ...values }));
  return sequencesOf({ program, edit: some, unseen: fc.constant(false) });
}

const laws = [
  ["after any programs, neither a preview nor a refresh finds a change", idempotence],
  ["a program edited step by step leaves the same as a creation of its last version", convergence],
  ["a value that no version of the program declares is never changed and never in the state", preservation],
] as const;
const taking = subjects.filter(({ name }) => Object.hasOwn(kinds[name].schema.fields, undocumented));

describe.each(taking.map((subject) => [subject.resource, subject] as const))(
  "unknown properties of %s",
  (_, subject) => {
    const stage = staged(subject);
    test.each(laws)(
      "%s",
      (_title, law) =>
        fc.assert(
          fc.asyncProperty(stepsOf(subject), (sequence) => law(stage(subject.laws[0]?.root ?? {}), sequence)),
          cases(0.3, few),
        ),
      longest,
    );
  },
);
