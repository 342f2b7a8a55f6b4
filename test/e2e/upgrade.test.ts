import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { providerCode, providerCodes } from "../../provider/src/schema/provider-code.ts";
import { upNow } from "./project.ts";
import { stack, tenant, withStack } from "./world.ts";

const identifier = "https://orders.example.com";
const program = { orders: { args: { identifier, name: "Orders", scopes: { "read:orders": "Read orders" } } } };
const code = providerCode("resourceServer", true);
const olds = providerCodes("resourceServer").filter((text) => text !== code);

withStack();
beforeAll(async () => {
  await stack.up(program);
});

/** Puts what an earlier version has saved into the state. */
async function backTo(old: string): Promise<void> {
  const file = join(stack.folder, "state.json");
  await stack.run(["stack", "export", "--file", file]);
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replaceAll(JSON.stringify(code), JSON.stringify(old)));
  await stack.run(["stack", "import", "--file", file]);
}

const saved = async () => {
  const { inputs, outputs } = (await stack.entry("orders")) ?? {};
  return [inputs?.__provider, outputs?.__provider];
};

const nothing = "--expect-no-changes";

test.each(olds)("an upgrade alone causes no update of a state that an earlier version saved: %s", async (old) => {
  await backTo(old);
  expect(await saved()).toEqual([old, old]);
  await stack.run(["refresh", "--preview-only", nothing]);
  await stack.run([...upNow, nothing]);
  // The engine has saved the new inputs and kept the old outputs. A refresh runs the text of these.
  expect(await saved()).toEqual([code, old]);
  await stack.run(["preview", "--refresh", nothing]);

  tenant.resourceServers.update(identifier, { name: "Edited" });
  const { stdout } = await stack.run(["refresh", "--preview-only", "--diff", nothing], { expect: 7 });
  expect(stdout).toContain('"Orders" => "Edited"');
  await stack.run([...upNow, "--refresh"]);
  expect(await saved()).toEqual([code, code]);
  expect(tenant.resourceServers.get(identifier)).toMatchObject({ name: "Orders" });
});
