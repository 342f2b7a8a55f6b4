import { join } from "node:path";
import { expect, test } from "vitest";
import { exec } from "../harness/exec.ts";
import { blocksOf, pages, root, textOf } from "./markdown.ts";

/** Uses of our command in pages: the subcommand and its options. */
const uses = pages.flatMap((page) =>
  [...blocksOf(textOf(page)).map(({ code }) => code), ...(textOf(page).match(/`[^`\n]+`/g) ?? [])]
    .flatMap((code) => [...code.matchAll(/\bpulumi-tenant ([a-z][a-z-]*)((?: [^|\n`#>&;]*)?)/g)])
    .map(([, name = "", rest = ""]) => ({
      page,
      name,
      options: rest.split(" -- ")[0]?.match(/--[a-z][a-z-]*/g) ?? [],
    })),
);

async function help(...args: readonly string[]): Promise<string> {
  const main = join(root, "provider/dist/commands/main.js");
  return (await exec(process.execPath, [main, ...args, "--help"], { cwd: root, timeoutMs: 30_000 })).stdout;
}

test("every command and option on a page exists", async () => {
  const known = [...(await help()).matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name = ""]) => name);
  const names = [...new Set(uses.map(({ name }) => name))];
  expect(names.length).toBeGreaterThan(2);
  expect(uses.filter(({ name }) => !known.includes(name))).toEqual([]);
  const texts = new Map(await Promise.all(names.map(async (name) => [name, await help(name)] as const)));
  const missing = uses.flatMap(({ page, name, options }) =>
    options.filter((option) => !texts.get(name)?.includes(option)).map((option) => `${page}: ${name} ${option}`),
  );
  expect(missing).toEqual([]);
});
