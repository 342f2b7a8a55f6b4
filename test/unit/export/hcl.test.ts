import fc from "fast-check";
import { parseToObject } from "hcl2-parser";
import { expect, test } from "vitest";
import { blockOf, isKept, literalOf, quoted } from "../../../provider/src/export/hcl.ts";
import type { Json, JsonObject } from "../../../provider/src/schema/json.ts";

/** The value that Terraform's grammar reads from an expression. */
function read(expression: string): unknown {
  const [parsed, problem] = parseToObject(blockOf("b", [], { attributes: new Map([["x", expression]]), blocks: [] }));
  expect(problem).toBeNull();
  return parsed.b[0].x;
}

const text = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc
      .array(
        fc.constantFrom(
          "$",
          "%",
          "{",
          "}",
          '"',
          "\\",
          "\n",
          "\r\n",
          "\t",
          `\${x}`,
          "%{if}",
          "$${",
          "EOT",
          "#",
          "//",
          "\u2028",
          "\0",
        ),
      )
      .map((all) => all.join("")),
  )
  .filter(isKept);

test("a quoted text is read unchanged: quotes, line breaks, templates, control characters, any script", () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(read(quoted(given))).toBe(given);
    }),
  );
});

test("template sequences are escaped as in Terraform's documentation", () => {
  expect(quoted(`Hello \${name}, %{ if x }`)).toBe(`"Hello $\${name}, %%{ if x }"`);
  expect(quoted('a "b"\n\\')).toBe('"a \\"b\\"\\n\\\\"');
});

test("texts that Terraform would change are recognized", () => {
  expect(["é", "日本", ""].map(isKept)).toEqual([true, true, true]);
  expect(["e\u0301", "\ud800"].map(isKept)).toEqual([false, false]);
});

test("a value of any depth is read unchanged", () => {
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.boolean(),
      fc.integer(),
      fc.array(tie("value"), { maxLength: 4 }),
      fc
        .dictionary(
          text.filter((key) => key !== "__proto__"),
          tie("value"),
          { maxKeys: 4 },
        )
        .map((made) => ({ ...made }) as JsonObject),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      expect(read(literalOf(given))).toEqual(given);
    }),
  );
});
