import { expect, onTestFinished, test, vi } from "vitest";
import { stackOfEachTest } from "./runs.ts";

const stack = stackOfEachTest();

test("the program has another name right after a lost creation: the refusal names the object of the lost request", async () => {
  stack.tenant.inject({
    kind: "reset-before",
    times: Number.POSITIVE_INFINITY,
    method: "POST",
    path: "/api/v2/clients",
  });
  expect(await stack.up({ "client-it": { name: "Orders" } })).toHaveLength(1);
  stack.tenant.clearFaults();
  const failures = await stack.up({ "client-it": { name: "Billing" } });
  expect(failures).toEqual([expect.stringContaining('The response to the creation of application "Orders" was lost')]);
});

test("a repeated creation that stops half-way is saved under the id of its object", async () => {
  const path = "/api/v2/connections";
  stack.tenant.clients.create({ client_id: "app_1", name: "Portal" });
  stack.tenant.inject({ kind: "reset-before", method: "POST", path });
  stack.tenant.inject({ kind: "status", status: 400, times: Number.POSITIVE_INFINITY, method: "PATCH", path });
  const args = { name: "staff", strategy: "auth0", enabledClients: ["app_1"] };
  const failures = await stack.up({ "connection-it": args });
  expect(failures).toEqual([expect.stringContaining("Only a part of connection")]);
  expect(stack.runs.engine?.state.get("connection-it")?.id).toBe(stack.tenant.connections.get("staff")?.id);
  stack.tenant.clearFaults();
  expect(await stack.up({ "connection-it": args })).toEqual([]);
});

test("an adoption of one object names the others that the lost creation may have created", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  stack.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/clients" });
  const args = { name: "Orders", description: "Nightly" };
  expect(await stack.up({ "client-it": args })).toHaveLength(1);
  const other = stack.tenant.clients.create({ name: "Orders", description: "Edited" });
  vi.setSystemTime(Date.now() + 600_000);
  const adopting = { ...args, adopt: true };
  expect(await stack.up({ "client-it": adopting })).toEqual([]);
  const named = expect.stringContaining(`(id ${other.client_id}) stays at the tenant: it is not certain`);
  expect(stack.said).toContainEqual(named);
  expect(stack.tenant.clients.get(String(other.client_id))?.description).toBe("Edited");
});
