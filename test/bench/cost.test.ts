import { expect, test } from "vitest";
import { cost } from "./cost.ts";

test("what resources cost beside plain ones of the SDK", { timeout: 20 * 60_000 }, async () => {
  const table = await cost(200);
  console.log(table);
  expect(table).not.toContain("NaN");
});
