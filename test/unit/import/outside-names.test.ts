import { expect, test } from "vitest";
import { outsideNames } from "../../../provider/src/import/elsewhere.ts";
import type { ImportedResource } from "../../../provider/src/import/resource.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { typeToken } from "../../../provider/src/schema/provider-code.ts";
import { startTenant } from "./tenant.ts";

function connection(args: JsonObject): ImportedResource {
  return {
    item: { type: "connection", id: "con_1", properties: {}, label: "corp", names: ["corp"] },
    type: typeToken("Connection"),
    ...{ args, secrets: [], notes: [], inputs: {}, outputs: {}, isProtected: false },
  };
}

const pathsOf = (calls: readonly string[]) => calls.map((call) => call.replace(/\?.*/, ""));

const tenantOf = (count: number) =>
  startTenant({
    seed: { clients: Array.from({ length: count }, (_, n) => ({ client_id: `client-${n}`, name: `Shop ${n}` })) },
  });

test("the names of all applications that connections refer to are read from a listing", async () => {
  const { client, calls } = await tenantOf(150);
  const enabledClients = ["client-0", "client-140", "of-nobody"];
  const options = { idpinitiated: { client_id: "client-7" }, client_id: "client-8" };
  const names = await outsideNames(client, [connection({ strategy: "samlp", enabledClients, options })]);
  expect(Object.fromEntries(names)).toEqual({
    ...{ "client client-0": "Shop 0", "client client-140": "Shop 140", "client client-7": "Shop 7" },
  });
  expect(pathsOf(calls())).toEqual(["GET /api/v2/clients", "GET /api/v2/clients"]);
});

test("the names of a few applications among many are read one by one, after one page of the listing", async () => {
  const { client, calls } = await tenantOf(1_000);
  const names = await outsideNames(client, [connection({ enabledClients: ["client-500"] })]);
  expect([...names.values()]).toEqual(["Shop 500"]);
  expect(pathsOf(calls())).toEqual(["GET /api/v2/clients", "GET /api/v2/clients/client-500"]);
});

test("a program that refers to no application reads no names", async () => {
  const { client, calls } = await tenantOf(1);
  expect(await outsideNames(client, [connection({ enabledClients: [] })])).toEqual(new Map());
  expect(calls()).toEqual([]);
});

test("without the scope no names are read, after one call", async () => {
  const { client, emulator, calls } = await tenantOf(3);
  emulator.inject({ kind: "status", path: "/api/v2/clients", status: 403 });
  expect(await outsideNames(client, [connection({ enabledClients: ["client-0", "client-1"] })])).toEqual(new Map());
  expect(calls()).toHaveLength(1);
});
