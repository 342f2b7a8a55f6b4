import { expect, test } from "vitest";
import { safeguards } from "../../provider/src/definitions/connection-option-hints.ts";
import { resourceTypes } from "../../provider/src/resources/resource-types.made.ts";
import { fromPointer } from "../../provider/src/schema/pointer.ts";
import { guardedIn } from "../subjects/guarded.ts";
import { textOf } from "./markdown.ts";

const rows = textOf("docs/safeguards.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"));

/** What is said of each property: its name, why, and of options the strategy. */
const guarded = [
  ...Object.values(resourceTypes).flatMap(({ schema }) =>
    guardedIn(schema.fields).map(({ path, why }) => [path.join("."), why, ""] as const),
  ),
  ...Object.entries(safeguards).flatMap(([strategy, all]) =>
    all.map(({ at, why }) => [fromPointer(at).join("."), why, strategy]),
  ),
];

test("the page of safeguards names all that decides about security, with the reason", () => {
  const isAbout = (row: string, [name, why, strategy]: (typeof guarded)[number]) =>
    row.includes(`\`${name}\``) && row.includes(`${strategy}`) && row.endsWith(`| ${why} |`);
  expect(guarded.length).toBeGreaterThan(20);
  expect(guarded.filter((one) => !rows.some((row) => isAbout(row, one)))).toEqual([]);
  expect(rows.filter((row) => !guarded.some((one) => isAbout(row, one)))).toEqual([]);
});
