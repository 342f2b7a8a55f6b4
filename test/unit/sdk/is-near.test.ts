import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isNear } from "../../../provider/src/sdk/base.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "near-"));
});
afterEach(() => rm(root, { recursive: true }));

async function install(folder: string): Promise<void> {
  const place = join(folder, "node_modules/pulumi-tenant");
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "package.json"), JSON.stringify({ exports: { "./host": "./host.js" } }));
  await writeFile(join(place, "host.js"), "");
}

test("a project finds what is installed in its folder, or above", async () => {
  const program = join(root, "program");
  await mkdir(program);
  await install(root);
  expect([isNear(root), isNear(program)]).toEqual([true, true]);
});

test("it does not find what only a dependency has", async () => {
  await install(join(root, "node_modules/.pnpm"));
  await install(join(root, "library"));
  expect(isNear(root)).toBe(false);
});

test("nor does a project with Plug'n'Play, whatever lies around", async () => {
  await install(root);
  Object.defineProperty(process.versions, "pnp", { value: "3", configurable: true });
  try {
    expect(isNear(root)).toBe(false);
  } finally {
    Reflect.deleteProperty(process.versions, "pnp");
  }
});
