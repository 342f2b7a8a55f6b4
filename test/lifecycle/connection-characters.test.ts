import { expect, test } from "vitest";
import { codeOf } from "../harness/fault-run/runtime.ts";
import { stackOfEachTest } from "./runs.ts";

/* What a preview says of a rule for passwords that needs options which the program does not declare. */

const stack = stackOfEachTest();

const types = ["uppercase", "lowercase", "number", "special"];
const program = {
  ...{ name: "users", strategy: "auth0", adopt: true },
  options: { password_options: { complexity: { character_type_rule: "three_of_four" } } },
};

/** What a preview says of the adoption of a connection with these types of characters. */
async function preview(character_types: readonly string[]): Promise<string> {
  const complexity = { character_type_rule: "all", character_types };
  stack.tenant.connections.create({ name: "users", strategy: "auth0", options: { password_options: { complexity } } });
  const { port } = await stack.runs.next();
  await port.check({}, { __provider: codeOf("connection"), ...program, __preview: true });
  return stack.said.join("\n");
}

test("a connection with all four types of characters is adopted, and the preview foresees no failure", async () => {
  const said = await preview(types);
  expect(said).toContain("adopts");
  expect(said).not.toContain("will fail");
  expect(await stack.up({ "connection-it": program })).toEqual([]);
});

test("of a connection with three types, the preview says that the adoption will fail", async () => {
  expect(await preview(types.slice(1))).toMatch(/will fail: .*character_types: must have all four types/);
  expect(await stack.up({ "connection-it": program })).toHaveLength(1);
});
