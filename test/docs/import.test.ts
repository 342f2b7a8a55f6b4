import { expect, test } from "vitest";
import { fromPointer } from "../../provider/src/schema/json.ts";
import { safeguards } from "../../provider/src/types/connection/definition-options.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { guardedIn } from "../subjects/guarded.ts";
import { textOf } from "./markdown.ts";

const rows = textOf("docs/safeguards.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"));

/** The page's cells about each property: its class, its name, and the reason. */
const guarded = [
  ...Object.values(definitions).flatMap(({ type, schema }) =>
    guardedIn(schema.fields).map(({ path, why }) => [type, path.join("."), why] as const),
  ),
  ...safeguards.map(({ at, why }) => ["Connection", ["options", ...fromPointer(at)].join("."), why] as const),
];

test("the page of safeguards lists all properties that matter for security, with the reasons", () => {
  const isAbout = (row: string, [owner, name, why]: (typeof guarded)[number]) => {
    const [owners = "", names = "", reason] = row.slice(2, -2).split(" | ");
    return owners.includes(`\`${owner}\``) && names.includes(`\`${name}\``) && reason === why;
  };
  expect(guarded.length).toBeGreaterThan(20);
  expect(guarded.filter((one) => !rows.some((row) => isAbout(row, one)))).toEqual([]);
  expect(rows.filter((row) => !guarded.some((one) => isAbout(row, one)))).toEqual([]);
});
