import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Expected, nothingExpected } from "../../../provider/src/compare/expected.ts";
import { parseExpected, textOfExpected } from "../../../provider/src/compare/expected-file.ts";
import { cases } from "../../harness/scale.ts";

const head = "sides:\n  from: dev\n  to: prod\n";
const parse = (text: string) => parseExpected(head + text, "tenant-compare.yaml");

describe("an entry of mayDiffer", () => {
  test.each([
    ["{type: Client, property: '*', reason: x}", 'mayDiffer.0.property: "*" covers every property'],
    ["{type: Client, property: '**.*?', reason: x}", 'mayDiffer.0.property: "**.*?" covers every property'],
    ["{type: Client, object: '*', reason: x}", 'mayDiffer.0.object: "*" covers every object'],
    ["{type: Client, object: '?*', property: name, reason: x}", 'mayDiffer.0.object: "?*" covers every object'],
  ])("that matches everything is refused: %s", (entry, says) => {
    expect(() => parse(`mayDiffer:\n  - ${entry}\n`)).toThrow(says);
  });

  test.each(["{property: name, reason: x}", "{object: Portal, reason: x}", "{reason: x}"])(
    "without a type is refused if it would apply to all types: %s",
    (entry) => {
      expect(() => parse(`mayDiffer:\n  - ${entry}\n`)).toThrow(
        /line 5: mayDiffer\.0\.type: expected the resource type/,
      );
    },
  );

  test("for a whole type, a whole object or a property pattern is accepted", () => {
    const { mayDiffer } = parse(
      "mayDiffer:\n  - {type: Role, reason: x}\n  - {type: Role, object: D*, reason: x}\n  - {type: Role, property: 'desc*', reason: x}\n",
    );
    expect(mayDiffer.map(({ type }) => type)).toEqual(["role", "role", "role"]);
  });
});

/** Texts as an attacker would write them, who can name an object of the tenant. */
const hostile = fc.oneof(
  fc.constantFrom(
    "# no comment",
    "a # b",
    "a: b",
    "- x",
    "? x",
    "&a x",
    "*a",
    "!!js/function x",
    "|",
    ">-",
    "---",
    "...",
    "%YAML 1.1",
    "null",
    "~",
    "yes",
    "0x10",
    "1e3",
    "''",
    '"',
    "{a: b}",
    "[a]",
    "\n# x\nmayDiffer:\n  - type: Client\n",
    " leading",
    "trailing ",
    "\ttab",
    "a\r\nb",
    "a\rb",
    "\u0085\u2028\u2029",
    "\ufeffx",
    "\u001b]0;x\u0007",
    "\u009b2J",
    "\u202e",
    "\u0000",
    "@team",
    "`x`",
    "::error::x",
    "<script>",
    "<!-- x -->",
    "__proto__",
  ),
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.string({ unit: "binary", minLength: 1 }),
);

describe("a file that --learn writes", () => {
  const file = (text: string): Expected => ({
    ...nothingExpected,
    sides: { from: `${text}.`, to: text },
    replacements: [{ from: text, to: `x${text}` }],
    pairs: [{ type: "client", from: text, to: `${text}x` }],
    mayDiffer: [{ type: "role", object: `x${text}`, property: `x${text}`, reason: `${text}x` }],
  });

  test("has the same meaning when it is read, whatever the names of objects are", () => {
    const property = fc.property(hostile, (text) => {
      fc.pre(text.trim() !== "");
      expect(parseExpected(textOfExpected(file(text)), "x")).toEqual(file(text));
    });
    fc.assert(property, cases());
  });

  test("cannot control a terminal or hide text, and no tenant's text becomes a comment or a line", () => {
    const property = fc.property(hostile, (text) => {
      fc.pre(text.trim() !== "");
      const written = textOfExpected(file(text));
      expect(written.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      // Two lines of the head, and one for each key: none begins with what a tenant calls an object.
      expect(written.split("\n")).toHaveLength(2 + 4 + 3 + 4 + 5 + 1);
      for (const line of written.split("\n")) expect(line).toMatch(/^(?:# |$|[a-zA-Z]+:$| {2}[ -] ?\w+: | {2}\w+: )/);
    });
    fc.assert(property, cases());
  });
});
