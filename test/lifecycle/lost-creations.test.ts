import { describe, expect, onTestFinished, test, vi } from "vitest";
import { stackOfEachTest } from "./runs.ts";

const stack = stackOfEachTest();

test("after a lost creation and a rename in the program, the refusal names the object of the lost request", async () => {
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

test("a repeated creation that stops half-way is saved under its object's id", async () => {
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

test("an adoption names the other objects that the lost creation may have created", async () => {
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

describe("a failed creation does not prevent the deletion of another object with its name", () => {
  const refused = { kind: "status", status: 400, method: "POST", path: "/api/v2/clients", times: 9 } as const;
  const names = () =>
    stack.tenant.clients.list().flatMap(({ name, description }) => (name === "Orders" ? [description] : []));

  test("if the program requires a new object", async () => {
    expect(await stack.up({ "client-old": { name: "Orders", description: "Old" } })).toEqual([]);
    stack.tenant.inject(refused);
    const failures = await stack.up({ "client-new": { name: "Orders", description: "New", adopt: false } });
    expect(failures).toHaveLength(1);
    expect(names()).toEqual([]);
  });

  test("that was created later", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const lost = { name: "Orders", description: "Lost" };
    stack.tenant.inject({ kind: "reset-before", times: 9, method: "POST", path: "/api/v2/clients" });
    expect(await stack.up({ "client-lost": lost })).toHaveLength(1);
    stack.tenant.clearFaults();
    vi.setSystemTime(Date.now() + 600_000);
    stack.tenant.inject({ ...refused, times: 1 });
    const later = { name: "Orders", description: "Later" };
    expect(await stack.up({ "client-lost": lost, "client-later": later })).toHaveLength(1);
    expect(names()).toEqual(["Later"]);
    stack.tenant.inject(refused);
    expect(await stack.up({ "client-lost": lost })).toHaveLength(1);
    expect(names()).toEqual([]);
  });

  test("except if the resource may have been renamed", async () => {
    const args = { name: "Orders", description: "Old" };
    expect(await stack.up({ "client-old": args })).toEqual([]);
    stack.tenant.inject(refused);
    expect((await stack.up({ "client-new": args })).join()).toMatch(
      /is not deleted: .*client-new.* was not created in this run/,
    );
    expect(names()).toEqual(["Old"]);
  });
});
