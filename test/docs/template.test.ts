import { expect, test } from "vitest";
import { blocksOf, textOf } from "./markdown.ts";

test("the template's program is the first program of the README", () => {
  const [first] = blocksOf(textOf("README.md")).filter(({ language }) => language === "ts");
  expect(textOf("examples/template/index.ts")).toBe(first?.code);
});

test("the program of the policy pack's template is the one on its page", () => {
  const programs = blocksOf(textOf("docs/baseline.md")).filter(({ language }) => language === "js");
  expect(programs.map(({ code }) => code)).toContain(textOf("examples/policy/index.js"));
});
