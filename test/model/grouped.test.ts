import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unknownValue } from "../../provider/src/schema/json.ts";
import { elementsInGroups, inGroups } from "../../provider/src/schema/program-forms.ts";

describe("a set whose elements programs group by key", () => {
  test("has the same groups after it is stored and read", () => {
    const text = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("a b", "%20", "a%b c", " ", "__proto__"));
    const groups = fc.dictionary(text, fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), { maxKeys: 4 });
    fc.assert(
      fc.property(groups, (given) => {
        const elements = elementsInGroups(given) as string[];
        expect(new Set(elements).size).toBe(Object.values(given).flat().length);
        expect(Object.entries(inGroups(elements))).toEqual(Object.entries(given));
      }),
    );
  });

  test("has an unknown element for an unknown part, and is undefined for values of a wrong form", () => {
    expect(elementsInGroups({ a: ["b", unknownValue], c: unknownValue })).toEqual(["a b", unknownValue, unknownValue]);
    expect(elementsInGroups({ a: null, b: [] })).toEqual([]);
    for (const value of [{ a: "b" }, { a: [1] }, { a: [null] }, { a: {} }, "a", 1, ["a"]]) {
      expect(elementsInGroups(value)).toBeUndefined();
    }
  });
});
