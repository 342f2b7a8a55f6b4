import { expect, test } from "vitest";
import { type AcceptedDrift, addedDrift } from "../../../provider/src/baseline/accepted-drift.ts";
import {
  addedExpectations,
  type Expected,
  nothingExpected,
  type Permitted,
} from "../../../provider/src/compare/expected.ts";

const entry: AcceptedDrift = { resource: "corp", stack: "dev", property: "name", reason: "Why.", until: "2030-06-01" };

test.each<[string, Partial<AcceptedDrift>, Partial<AcceptedDrift>, boolean]>([
  ["the same entry", {}, {}, false],
  ["another reason", {}, { reason: "Other." }, false],
  ["an earlier end", {}, { until: "2030-05-01" }, false],
  ["an entry that has ended", { resource: "x" }, { until: "2030-01-01" }, false],
  ["a part of what is accepted", { property: undefined, stack: undefined }, {}, false],
  ["a later end", {}, { until: "2030-06-02" }, true],
  ["another resource", {}, { resource: "other" }, true],
  ["another property", {}, { property: "options" }, true],
  ["the whole resource", {}, { property: undefined }, true],
  ["every stack", {}, { stack: undefined }, true],
])("an entry of accepted drift is new or not: %s", (_, was, is, isNew) => {
  expect(addedDrift([{ ...entry, ...was }], [{ ...entry, ...is }], "2030-01-02").length).toBe(isNew ? 1 : 0);
});

const expected: Expected = {
  ...{ sides: { from: "dev", to: "prod" }, replacements: [{ from: "a", to: "b" }] },
  ...{ pairs: [{ type: "role", from: "a", to: "b" }], mayDiffer: [] },
};
const permitted: Permitted = { type: "role", object: "Debug*", property: "description", reason: "Why." };

test("expected differences are new if they are wider, or if the sides differ", () => {
  const none = { replacements: [], pairs: [], mayDiffer: [] };
  const { sides, ...all } = expected;
  expect(addedExpectations(expected, expected)).toEqual(none);
  expect(addedExpectations(nothingExpected, expected)).toEqual(all);
  expect(addedExpectations(expected, { ...expected, sides: { from: "prod", to: "dev" } })).toEqual(all);
  expect(addedExpectations(expected, { ...expected, replacements: [{ from: "a", to: "c" }] })).toMatchObject({
    replacements: [{ to: "c" }],
    pairs: [],
  });
  const found = (was: Partial<Permitted>, is: Partial<Permitted>) =>
    addedExpectations(
      { ...expected, mayDiffer: [{ ...permitted, ...was }] },
      { ...expected, mayDiffer: [{ ...permitted, ...is }] },
    ).mayDiffer.length;
  expect(found({ object: undefined }, {})).toBe(0);
  expect(found({}, { reason: "Other." })).toBe(0);
  for (const is of [{ object: undefined }, { property: undefined }, { object: "Other" }, { type: "client" }] as const)
    expect(found({}, is)).toBe(1);
  // An entry for all properties covers no safeguard, and one that names a property can.
  expect(found({ property: undefined }, {})).toBe(1);
});
