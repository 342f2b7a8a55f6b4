import { expect, test } from "vitest";
import { uniqueName } from "../../../provider/src/sdk/base.ts";

test("resources of one name, which can have several parents, are told apart", () => {
  expect(uniqueName("ResourceServer", "api")).toBe('ResourceServer "api"');
  expect(uniqueName("Connection", "api")).toBe('Connection "api"');
  expect(uniqueName("ResourceServer", "api")).toBe('ResourceServer "api" (2)');
});
