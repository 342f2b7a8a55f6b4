import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { Runs } from "./runs.ts";

let tenant: Emulator;
let runs: Runs;
beforeEach(async () => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  tenant = await startEmulator();
  runs = new Runs(tenant);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await runs.close();
  await tenant.close();
});

const up = async (program: Readonly<Record<string, JsonObject>>) => {
  const { engine } = await runs.next();
  const steps = await engine.up(program);
  return { engine, failures: steps.flatMap(({ failure }) => failure?.message ?? []) };
};

test("the program has another name right after a lost creation: the refusal names the object of the lost request", async () => {
  tenant.inject({ kind: "reset-before", times: Number.POSITIVE_INFINITY, method: "POST", path: "/api/v2/clients" });
  expect((await up({ "client-it": { name: "Orders" } })).failures).toHaveLength(1);
  tenant.clearFaults();
  const { failures } = await up({ "client-it": { name: "Billing" } });
  expect(failures).toEqual([expect.stringContaining('The response to the creation of application "Orders" was lost')]);
});

test("a repeated creation that stops half-way is saved under the id of its object", async () => {
  const path = "/api/v2/connections";
  tenant.clients.create({ client_id: "app_1", name: "Portal" });
  tenant.inject({ kind: "reset-before", method: "POST", path });
  tenant.inject({ kind: "status", status: 400, times: Number.POSITIVE_INFINITY, method: "PATCH", path });
  const args = { name: "staff", strategy: "auth0", enabledClients: ["app_1"] };
  const { engine, failures } = await up({ "connection-it": args });
  expect(failures).toEqual([expect.stringContaining("Only a part of connection")]);
  expect(engine.state.get("connection-it")?.id).toBe(tenant.connections.get("staff")?.id);
  tenant.clearFaults();
  expect((await up({ "connection-it": args })).failures).toEqual([]);
});
