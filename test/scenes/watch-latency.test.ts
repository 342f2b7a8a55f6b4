import { expect, test } from "vitest";
import { measureWatch } from "../bench/watch.ts";

test("40 edits in a row of a small stack are each reported within 3 s, and half of them within 1 s", async () => {
  const { median, worst } = await measureWatch(40, 40);
  expect(median).toBeLessThan(1_000);
  expect(worst).toBeLessThan(3_000);
});
