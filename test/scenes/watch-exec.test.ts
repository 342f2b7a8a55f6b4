import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import type { WatchReport } from "../../provider/src/watch/options.ts";
import { stack, tenant, withStack } from "../e2e/world.ts";
import { reportOf } from "../unit/watch/reports.ts";

/** `examples/watch/exec/repair.mjs`, with the CLI. */
const script = join(import.meta.dirname, "../../examples/watch/exec/repair.mjs");

withStack();
beforeAll(async () => {
  await stack.up(program);
});

const identifiers = { orders: "https://orders.example.com", billing: "https://billing.example.com" };
const program = {
  team: { kind: "Component" as const },
  orders: { args: { identifier: identifiers.orders, name: "Orders" }, parent: "team" },
  billing: { args: { identifier: identifiers.billing, name: "Billing" }, dependsOn: ["orders"] },
};
const nameOf = (identifier: string) => tenant.resourceServers.get(identifier)?.name;

const edited = { kind: "drift" } as const;

/** Runs the script with the document that a watch hands it. */
async function repair(name: string, ...reports: Partial<WatchReport>[]): Promise<number> {
  const { urn = "" } = (await stack.entry(name)) ?? {};
  const document = {
    version: 1,
    stack: stack.name,
    urn,
    name,
    reports: reports.map((more) => reportOf(name, { urn, ...more })),
  };
  const child = spawn(process.execPath, [script], {
    cwd: join(import.meta.dirname, "../e2e/project"),
    env: { ...process.env, ...stack.env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(document));
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code !== 0) console.log(said);
  return code as number;
}

test("a repair restores the edited resource alone, and sends no request for other objects", async () => {
  tenant.resourceServers.update(identifiers.orders, { name: "Edited" });
  tenant.resourceServers.update(identifiers.billing, { name: "Edited, too" });
  tenant.clearRequests();
  expect(await repair("orders", edited)).toBe(0);
  expect([nameOf(identifiers.orders), nameOf(identifiers.billing)]).toEqual(["Orders", "Edited, too"]);
  expect(tenant.requests.filter(({ path }) => path.includes("billing"))).toEqual([]);
  expect(await repair("billing", edited)).toBe(0);
  await stack.settled();
});

test("a repair recreates a resource that was deleted outside Pulumi", async () => {
  tenant.resourceServers.delete(identifiers.orders);
  expect(await repair("orders", { state: "deleted", changes: [] })).toBe(0);
  expect(nameOf(identifiers.orders)).toBe("Orders");
  await stack.settled();
});

test("a repair leaves a restored resource alone", async () => {
  tenant.clearRequests();
  expect(await repair("orders", { kind: "restored" })).toBe(0);
  expect(tenant.requests).toEqual([]);
});

test("a repair that cannot be made fails, and the watch tries again", async () => {
  tenant.resourceServers.update(identifiers.orders, { name: "Edited" });
  tenant.inject({ kind: "status", status: 403, method: "PATCH", path: "/api/v2/resource-servers", times: 100 });
  expect(await repair("orders", edited)).not.toBe(0);
  tenant.clearFaults();
  // Its refresh has written the edit into the state, so the watch takes the resource for right.
  expect(await repair("orders", edited, { kind: "restored" })).toBe(0);
  expect(nameOf(identifiers.orders)).toBe("Orders");
});

test("a repair leaves an entry alone that the program lacks, as another entry can have its object", async () => {
  const state = await stack.export();
  const { resources = [] } = state.deployment;
  const copy = resources
    .filter(({ urn }) => urn.endsWith("::billing"))
    .map((one) => ({ ...one, urn: `${one.urn}-old` }));
  const file = join(stack.folder, "edited.json");
  await writeFile(
    file,
    JSON.stringify({ ...state, deployment: { ...state.deployment, resources: [...resources, ...copy] } }),
  );
  await stack.run(["stack", "import", "--file", file]);
  const { id } = tenant.resourceServers.update(identifiers.billing, { name: "Edited" });
  expect(await repair("billing-old", edited)).toBe(0);
  expect(tenant.resourceServers.get(identifiers.billing)?.id).toBe(id);
});
