import { expect, test } from "vitest";
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
