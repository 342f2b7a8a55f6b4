import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../../provider/src");

test("no file of the package has more than 250 lines, so that each can be read in one go", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(400);
  const written = files.filter((path) => !path.endsWith(".made.ts"));
  const long = written.filter((path) => readFileSync(join(source, path), "utf8").split("\n").length > 251);
  expect(long).toEqual([]);
});
