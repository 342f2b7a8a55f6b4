import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plantedIn } from "./mutations.ts";

const root = join(import.meta.dirname, "..", "..");

test("every planted bug matches the sources once, and its tests exist", async () => {
  const planted = await plantedIn(root);
  expect(planted.length).toBeGreaterThanOrEqual(40);
  const tests = new Set(planted.flatMap((bug) => bug.tests));
  expect([...tests].filter((file) => !existsSync(join(root, "test", file)))).toEqual([]);
});
