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

test("a package in the project's folder or above is found", async () => {
  const program = join(root, "program");
  await mkdir(program);
  await install(root);
  expect([isNear(root), isNear(program)]).toEqual([true, true]);
});

test("a package that only a dependency has is not found", async () => {
  await install(join(root, "node_modules/.pnpm"));
  await install(join(root, "library"));
  expect(isNear(root)).toBe(false);
});

test("a package is not found under Plug'n'Play, although node_modules exists", async () => {
  await install(root);
  Object.defineProperty(process.versions, "pnp", { value: "3", configurable: true });
  try {
    expect(isNear(root)).toBe(false);
  } finally {
    Reflect.deleteProperty(process.versions, "pnp");
  }
});
