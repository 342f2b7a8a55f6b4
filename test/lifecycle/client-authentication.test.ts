import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/model/json.ts";
import { inPlain } from "../../provider/src/model/secrets.ts";
import { clientAuthenticationKind } from "../../provider/src/objects/client-authentication/calls.ts";
import { pairs } from "../harness/keys.ts";
import { startWorld, type World } from "./world.ts";

const [one, two, three, four] = pairs(4).map(({ pem }) => pem) as [string, string, string, string];
const clientId = "job";

let world: World;
const warn = vi.fn();
beforeEach(async () => {
  world = await startWorld({}, clientAuthenticationKind);
  world.tenant.clients.create({ client_id: clientId, name: "Job" });
  vi.spyOn(console, "warn").mockImplementation(warn);
});
afterEach(async () => {
  vi.restoreAllMocks();
  warn.mockReset();
  await world.close();
});

const keyed = (...pems: string[]): JsonObject => ({
  clientId,
  method: "private_key_jwt",
  credentials: pems.map((pem, at) => ({ name: `key-${at}`, pem })),
});
const failureOf = async (args: JsonObject | undefined, engine = world.engine) =>
  (await engine.up(args ? { it: args } : {})).flatMap(({ failure }) => failure?.message ?? []).join("\n");
const up = async (args: JsonObject | undefined, engine = world.engine) =>
  expect(await failureOf(args, engine)).toBe("");
const app = () => world.tenant.clients.get(clientId) as JsonObject;
const outputs = () => inPlain(world.engine.state.get("it")?.outputs ?? {});

test("smoke", async () => {
  await up(keyed(one));
  console.log(app().client_authentication_methods, JSON.stringify(outputs(), null, 1));
  expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  world.tenant.clearRequests();
  await up(keyed(two));
  console.log(world.calls());
  expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  world.tenant.clearRequests();
  await up(keyed(three, four));
  console.log(world.calls());
  world.tenant.clearRequests();
  await up(undefined);
  console.log(world.calls(), app());
});
