import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { unknownValue } from "../../provider/src/schema/json.ts";
import { connectionClientsType, connectionType } from "../../provider/src/types/connection/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { providerFor, startWorld, type World } from "./world.ts";

let world: World;
let connectionId: string;
beforeEach(async () => {
  world = await startWorld({}, connectionClientsType);
  connectionId = String(
    world.tenant.connections.create({ name: "corp", strategy: "oidc", options: { client_id: "a" } }).id,
  );
  world.tenant.connections.setClients(connectionId, ["theirs"]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const mine = (clients: readonly string[], more: JsonObject = {}): JsonObject => ({ connectionId, clients, ...more });
const enabled = () => new Set(world.tenant.connections.clientsOf(connectionId));
const up = async (args?: JsonObject) => {
  const [step] = await world.engine.up(args ? { mine: args } : {});
  if (step?.failure) throw step.failure;
  return step?.op;
};
const config = () => ({
  "tenant:domain": world.tenant.domain,
  "tenant:clientId": world.tenant.clientId,
  "tenant:clientSecret": world.tenant.clientSecret,
});

test("declared applications are enabled and disabled; those of others are neither drift nor changed", async () => {
  await up(mine(["web", "app"]));
  expect(world.engine.state.get("mine")?.id).toBe(connectionId);
  expect(enabled()).toEqual(new Set(["theirs", "web", "app"]));
  world.tenant.connections.setClients(connectionId, ["theirs", "app", "more"]);
  expect(await world.engine.refresh()).toEqual([{ name: "mine", op: "update" }]);
  expect(world.engine.state.get("mine")?.inputs.clients).toEqual(["app"]);
  await up(mine(["web"]));
  expect(enabled()).toEqual(new Set(["theirs", "more", "web"]));
  await up();
  expect(enabled()).toEqual(new Set(["theirs", "more"]));
});

test("a renamed resource keeps its applications enabled", async () => {
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  await up(mine(["web", "app"]));
  const steps = await world.engine.up({ renamed: mine(["web", "app"]) });
  expect(steps.map(({ name, op, failure }) => [name, op, failure])).toEqual([
    ["renamed", "create", undefined],
    ["mine", "delete", undefined],
  ]);
  expect(enabled()).toEqual(new Set(["theirs", "web", "app"]));
  expect(warned).toHaveBeenCalledWith(
    expect.stringMatching(/kept web, app, which Resource "renamed" of this program also declares/),
  );
});

test("with exclusive: true, only the declared applications may use the connection", async () => {
  await up(mine(["web"], { exclusive: true }));
  expect(enabled()).toEqual(new Set(["web"]));
  world.tenant.connections.setClients(connectionId, ["web", "theirs"]);
  expect(await world.engine.refresh()).toEqual([{ name: "mine", op: "update" }]);
  await up(mine(["web"], { exclusive: true }));
  expect(enabled()).toEqual(new Set(["web"]));
});

test("more than fifty are enabled by several calls, and a failure reports how many succeeded", async () => {
  const many = Array.from({ length: 70 }, (_, n) => `client-${n}`);
  world.tenant.inject({ kind: "status", status: 400, method: "PATCH", path: "/api/v2/connections", skip: 1, times: 1 });
  await expect(up(mine(many))).rejects.toThrow(/Only a part/);
  expect(enabled().size).toBe(51);
  await up(mine(many));
  expect(enabled()).toEqual(new Set(["theirs", ...many]));
});

test("a missing connection is an error that names it; a deleted one leaves the state", async () => {
  await expect(up({ connectionId: "con_none", clients: ["web"] })).rejects.toThrow(/con_none[\s\S]*404/);
  await up(mine(["web"]));
  world.tenant.connections.delete(connectionId);
  expect(await world.engine.refresh()).toEqual([{ name: "mine", op: "delete" }]);
});

test("a Connection with enabledClients in the same program is an error for the second of the two", async () => {
  const run = new EngineRun();
  const connections = new MiniEngine(providerFor(connectionType, config(), run));
  const clients = new MiniEngine(providerFor(connectionClientsType, config(), run));
  const upClients = async (args: JsonObject) => (await clients.up({ mine: args }))[0]?.failure?.message;
  const corp = (more: JsonObject) => ({
    corp: { name: "corp-2", strategy: "oidc", options: { client_id: "a" }, ...more },
  });
  await connections.up(corp({ enabledClients: ["web"] }));
  const id = connections.state.get("corp")?.id ?? "";
  expect(await upClients({ connectionId: id, clients: ["app"] })).toMatch(
    /Resource "corp" declares all of the clients of connection "con_\w+", and Resource "mine" declares some[\s\S]*in only one of the two/,
  );
  await connections.up(corp({}));
  expect(await upClients({ connectionId: id, clients: ["app"] })).toBeUndefined();
  const [step] = await connections.up(corp({ enabledClients: ["web"] }));
  expect(step?.failure?.message).toMatch(/Resource "corp" declares all of the clients.*Resource "mine" declares some/);
  expect(new Set(world.tenant.connections.clientsOf(id))).toEqual(new Set(["app"]));
});

test("before the connection exists, the check uses the declared values", async () => {
  const check = (more: JsonObject) =>
    world.port.check(
      {},
      { __resource: 'ConnectionClients "mine"', connectionId: unknownValue, clients: ["app"], ...more },
    );
  expect((await check({})).failures).toEqual([]);
  expect((await check({ __beside: 'Connection "corp"' })).failures).toEqual([
    expect.stringMatching(/Connection "corp" declares all of its clients, and ConnectionClients "mine" declares some/),
  ]);
});
