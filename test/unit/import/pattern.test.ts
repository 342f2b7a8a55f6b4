import fc from "fast-check";
import { expect, test } from "vitest";
import { matcherOf } from "../../../provider/src/schema/names.ts";

test.each([
  ["https://api-*", "https://api-1.example.com/v2", true],
  ["*.example.com", "https://api.example.com", true],
  ["api-?", "api-12", false],
  ["corp", "corp-2", false],
  ["**", "", true],
  ["a.c", "abc", false],
])("the pattern %s and the name %s: %s", (pattern, name, expected) => {
  expect(matcherOf(pattern)(name)).toBe(expected);
});

test("a pattern matches the same texts as the equivalent regular expression", () => {
  const part = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "."), maxLength: 8 });
  const name = fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength: 10 });
  fc.assert(
    fc.property(part, name, (pattern, text) => {
      const source = pattern.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".");
      expect(matcherOf(pattern)(text)).toBe(new RegExp(`^${source}$`).test(text));
    }),
  );
});
