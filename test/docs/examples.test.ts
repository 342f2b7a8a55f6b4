import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pages, root, textOf } from "./markdown.ts";

// `test/contract/examples.test.ts` runs the commands.

/** The folders of examples, apart from the template, which `pulumi new` copies. */
const examples = readdirSync(join(root, "examples")).filter((name) => name !== "template");

const commandOf = (name: string) =>
  new RegExp(`\`npx pulumi-tenant example ${name}\\b|^npx pulumi-tenant example ${name}\\b`, "m");

test("the contents page has the command of every example", () => {
  const text = textOf("docs/README.md");
  expect(examples.length).toBeGreaterThan(5);
  expect(examples.filter((name) => !commandOf(name).test(text))).toEqual([]);
});

test("the README of an example has its command, or the page about an example without a README has it", () => {
  const forUsers = pages.filter((page) => page === "README.md" || page.startsWith("docs/"));
  const without = examples.flatMap((name) => {
    const readme = `examples/${name}/README.md`;
    const about = existsSync(join(root, readme))
      ? [readme]
      : forUsers.filter((page) => new RegExp(`examples/${name}\\b`).test(textOf(page)));
    return about.filter((page) => !commandOf(name).test(textOf(page))).map((page) => `${page}: ${name}`);
  });
  expect(without).toEqual([]);
});
