import { expect, test } from "vitest";
import { blocksOf, textOf } from "./markdown.ts";

test("the template's program is the first one of the README, so what the README says next is true of it", () => {
  const [first] = blocksOf(textOf("README.md")).filter(({ language }) => language === "ts");
  expect(textOf("examples/template/index.ts")).toBe(first?.code);
});
