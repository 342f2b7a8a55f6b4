import { describe, expect, test } from "vitest";
import { codeOf } from "../../../provider/src/baseline/code.ts";
import { Unknown } from "../../../provider/src/baseline/rule.ts";

/** In these texts, a paragraph sign represents a dollar sign, so that they do not look like templates. */
const dollars = (text: string) => text.replaceAll("§", "$");

test.each([
  ["a(); // b()\nc();", "a();  \nc();"],
  ["a(); /* b()\n */ c();", "a();   c();"],
  [`a("b()", 'it\\'s', "/*"); c(); d("*/");`, `a("", '', ""); c(); d("");`],
  ["a(`b() §{c(`d() §{e}`)} f()`);", "a(`§{c(`§{e}`)}`);"],
  ["a(`§{ { b: { c } } }` + d);", "a(`§{ { b: { c } } }` + d);"],
  ["if (a / b > c / d) e();", "if (a / b > c / d) e();"],
  ["return /[/'\"`]b()/gi.test(c);", "return /./.test(c);"],
  ["a = b++ / c(); d = --e / f;", "a = b++ / c(); d = --e / f;"],
  ["a = b[0] / c; d = /e/;", "a = b[0] / c; d = /./;"],
  ["https://example.com", "https: "],
  ["a\\u0062 = { b: 'c' };", "a\\u0062 = { b: '' };"],
])("the code that runs of %j", (program, bare) => {
  expect(codeOf(dollars(program)).bare.trim()).toBe(dollars(bare).trim());
});

test("texts in quotes stay in the code of a whole program, comments do not", () => {
  expect(codeOf(dollars("a('b'); // c\n`§{d} e`")).whole).toBe(dollars("a('b');  \n`§{d} e`"));
});

describe("a program that cannot be parsed", () => {
  test.each(["a('b", "/* a", "`a", "`§{a", "a = /b", "'a\n'"])("%j", (program) => {
    expect(() => codeOf(dollars(program))).toThrow(Unknown);
  });
});
