import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it, test } from "vitest";
import { Role, type TemplateOptions, type TemplateValue, template } from "../../../provider/src/index.ts";
import { look, runProgram, Thing } from "../helpers/program.ts";

const folder = mkdtempSync(join(tmpdir(), "template-"));
const file = join(folder, "script.js");
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => runProgram());

type Values = Readonly<Record<string, TemplateValue>>;

function written(text: string | Buffer, values: Values, options?: TemplateOptions): pulumi.Output<string> {
  writeFileSync(file, text);
  return template(file, values, options);
}

const resultOf = async (text: string, values: Values, options?: TemplateOptions) =>
  (await look(written(text, values, options))).value;

/** The message of an error, without the path of the file. */
function problem(text: string | Buffer, values: Values, options?: TemplateOptions): string {
  try {
    written(text, values, options);
  } catch (error) {
    expect(pulumi.RunError.isInstance(error)).toBe(true);
    return (error as Error).message.replace(/^template\("[^"]*"\): /, "");
  }
  return expect.unreachable("no error");
}

describe("a placeholder", () => {
  it.each<[string, Values, string]>([
    ['const id = "##ID##";', { ID: "client-1" }, 'const id = "client-1";'],
    ["##A##-##B_2##-##A##", { A: "a", B_2: "b" }, "a-b-a"],
    ["##A####B##", { A: "a", B: "b" }, "ab"],
    ["###A###", { A: "a" }, "#a#"],
    ["@@A@@@@A@@", { A: 1 }, "11"],
    ["const all = @@ALL@@;", { ALL: ["a", { b: null }] }, 'const all = ["a",{"b":null}];'],
    ["@@A@@ ##A##", { A: "x" }, '"x" x'],
    ["@@A@@", { A: "</script>\u2028" }, '"\\u003c/script>\\u2028"'],
    ["@@A@@ @@B@@", { A: false, B: null }, "false null"],
    // The replacement is not read again, and has no patterns.
    ["##A##", { A: "##B## $& $1" }, "##B## $& $1"],
  ])("is replaced by its value: %s", async (text, values, result) => {
    expect(await resultOf(text, values)).toBe(result);
  });

  it.each([
    [0, "0"],
    [-0, "0"],
    [1.5, "1.5"],
    [1e21, "1000000000000000000000"],
    [-1.25e-7, "-0.000000125"],
    [5e-324, `0.${"0".repeat(323)}5`],
    [1.25e22, "12500000000000000000000"],
  ])("is replaced by the number %d as a decimal", async (value, result) => {
    expect(await resultOf("##A##", { A: value })).toBe(result);
  });

  it.each([
    "@@password@@",
    "## Title ##",
    "##1A##",
    "##_A##",
    "##Äa##",
    "##A-B##",
    "##A#",
    "#A##",
    "##A@@",
    "@@ A @@",
    "####",
    "##Ａ##",
  ])("%s is no placeholder", async (text) => {
    expect(await resultOf(text, {})).toBe(text);
  });

  it("that `keep` names stays, in both forms", async () => {
    expect(await resultOf("##A## @@A@@ ##B##", { B: "b" }, { keep: ["A"] })).toBe("##A## @@A@@ b");
  });

  it("the rest of a file stays unchanged, with its line endings and a byte order mark", async () => {
    const text = "\ufeffa\r\nb\rc\n\u0000\u2028";
    expect(await resultOf(text, {})).toBe(text);
  });
});

describe("placeholders without values and values without placeholders are errors, all at once", () => {
  it.each<[string, Values, TemplateOptions, string]>([
    ["a\n##ID##", {}, {}, "line 2 contains ##ID##, but there is no value ID. Add the value, or name it in `keep`."],
    [
      "##ID##",
      { ID: "x", OTHER: "x" },
      {},
      "the file contains neither ##OTHER## nor @@OTHER@@, so the value OTHER is unused.",
    ],
    ["x", {}, { keep: ["ID"] }, "the file contains neither ##ID## nor @@ID@@, so `keep` ID is unused."],
    ["##ID##", { ID: "x" }, { keep: ["ID"] }, "ID is both a value and in `keep`."],
    [
      "##ID##",
      { id: "x" },
      {},
      'the value "id": a name consists of upper-case letters, digits and underscores, and begins with a letter; ' +
        "line 1 contains ##ID##, but there is no value ID. Add the value, or name it in `keep`.",
    ],
    [
      "##CONSTRUCTOR##",
      {},
      {},
      "line 1 contains ##CONSTRUCTOR##, but there is no value CONSTRUCTOR. Add the value, or name it in `keep`.",
    ],
  ])("%j with %j and %j", (text, values, options, message) => {
    expect(problem(text, values, options)).toBe(message);
  });
});

describe("a text that could end the quotes around its placeholder is refused, and no message contains the text", () => {
  const canary = "canary";
  it.each<readonly [string, string]>([
    ["a quote", '"'],
    ["a quote", "'"],
    ["a quote", "`"],
    ["a backslash", "\\"],
    ...["\n", "\r", "\u0085", "\u2028", "\u2029"].map((one) => ["a line break", one] as const),
    ...["\u0000", "\t", "\u001b", "\u007f", "\u009f"].map((one) => ["a control character", one] as const),
    ['"${"', "${"],
  ])("%s: %j", (what, character) => {
    const message = problem("x\n'##ID##'", { ID: canary + character });
    expect(message).toBe(
      `##ID##: the value contains ${what}, which could end the text around the placeholder. @@ID@@ writes any value as a JSON ` +
        "literal, with its own quotes.",
    );
    expect(message).not.toContain(canary);
  });

  it.each<[string, Values]>([
    ["$##A##", { A: "{x}" }],
    ["##A##{x}", { A: "$" }],
    ["##A####B##", { A: "$", B: "{" }],
    ["$##A##{", { A: "" }],
  ])("%s with %j is refused, as ${ arises together with the text beside the value", async (text, values) => {
    await expect(look(written(text, values))).rejects.toThrow('contains "${"');
  });

  it.each<[unknown, string]>([
    [true, "a boolean"],
    [null, "null"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    [undefined, "undefined"],
  ])("%s is refused, as neither a text nor a number", (value, what) => {
    expect(problem("##A##", { A: value as TemplateValue })).toContain(
      `the value is ${what}, which is neither a text nor`,
    );
  });

  it.each<[unknown, string]>([
    [undefined, "the value is undefined"],
    [Number.NaN, "the value is or contains NaN, which JSON does not have"],
    [new Set(["a"]), '"A" is a Set, which Pulumi registers as an empty object. Declare an array, such as `[...set]`'],
    [1n, '"A" is a BigInt, which Pulumi registers as an empty object. Declare a number or a text'],
  ])("as JSON, %s is refused", (value, what) => {
    expect(problem("@@A@@", { A: value as TemplateValue })).toContain(what);
  });

  it("a resource is refused: the program meant its id", () => {
    expect(problem("##A##", { A: new Role("x", { name: "x" }) })).toBe(
      "A is a resource. Give one of its outputs, such as its id.",
    );
  });
});

it("a file that is missing, or that is not UTF-8, is an error that names the folder", () => {
  expect(() => template("files/none.js", {})).toThrow(
    new RegExp(`^template\\("files/none.js"\\): the file cannot be read: .*Paths are relative to ${process.cwd()}\\.$`),
  );
  expect(problem(Buffer.from([0xe9, 0x22]), {})).toMatch(/^the file is not UTF-8\./);
});

describe("an output as a value", () => {
  it("makes the text unknown in a preview, also inside a list", async () => {
    await runProgram({ preview: true });
    const { value: unknown } = new Thing("planned", "x");
    expect(await look(written("##A## @@B@@", { A: "a", B: [{ c: unknown }] }))).toMatchObject({ known: false });
    expect(await look(written("##A##", { A: "a" }))).toMatchObject({ known: true, value: "a" });
  });

  it("makes the text secret if it is secret, also inside a list", async () => {
    expect(await look(written("##A## @@B@@", { A: "a", B: [pulumi.secret("b")] }))).toMatchObject({
      secret: true,
      value: 'a ["b"]',
    });
    expect(await look(written("##A##", { A: pulumi.output("a") }))).toMatchObject({ secret: false, value: "a" });
  });

  it("is refused as soon as it is known, without its text in the message", async () => {
    const failed = look(written("##A##", { A: pulumi.secret('canary"') }));
    await expect(failed).rejects.toThrow(/##A##: the value contains a quote/);
    await expect(failed).rejects.not.toThrow("canary");
  });
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom("a", '"', "'", "`", "$", "{", "\\", "\n", "\u2028", "#", "@", "A", "é"),
    maxLength: 20,
  }),
);
const valueIn = (code: string): unknown => new Function(`"use strict"; return ${code};`)();

test("law: a text is either refused, or unchanged when read in each kind of quotes", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const source = "[\"##A##\", '##A##', `##A##`]";
      const result = await resultOf(source, { A: text }).catch((error: Error) => error);
      if (result instanceof Error) expect(text).toMatch(/["'`\\\p{Cc}\u2028\u2029]|\$\{/u);
      else expect(valueIn(result ?? "")).toEqual([text, text, text]);
    }),
    { numRuns: 300 },
  );
});

test("law: a JSON literal reads as its value in JSON and JavaScript, and closes no HTML element", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), hostile, async (value, text) => {
      const result = (await resultOf("@@A@@", { A: [value, text] })) ?? "";
      const same = JSON.parse(JSON.stringify([value, text]));
      expect(JSON.parse(result)).toEqual(same);
      expect(valueIn(result)).toEqual(valueIn(JSON.stringify(same)));
      expect(result).not.toMatch(/[<\u2028\u2029\n]/);
    }),
    { numRuns: 300 },
  );
});

test("law: a file without placeholders, or with kept ones only, stays unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(hostile, fc.constantFrom("##A##", "@@B_1@@", "##", "@@")), { maxLength: 8 }),
      async (parts) => {
        const text = parts.join("").toWellFormed();
        const keep = [...text.matchAll(/(##|@@)([A-Z][A-Z0-9_]*)\1/g)].map(([, , name = ""]) => name);
        expect(await resultOf(text, {}, { keep })).toBe(text);
      },
    ),
    { numRuns: 300 },
  );
});
