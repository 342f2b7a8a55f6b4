import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../../provider/src/model/json.ts";
import { classOf, typeToken } from "../../../provider/src/model/type-token.ts";
import type { KindName } from "../../../provider/src/objects/descriptors.ts";
import { resolveSettings, TenantClient } from "../../../provider/src/tenant/index.ts";
import { comparer } from "../../../provider/src/watch/compare.ts";
import type { StackResource } from "../../../provider/src/watch/stack-state.ts";
import { MiniEngine } from "../../harness/mini-engine.ts";
import { providerFor, startWorld, type World } from "../../lifecycle/world.ts";
import { kinds } from "../../subjects/kinds.ts";

const identifier = "https://orders.example.com";

let world: World;
let config: Readonly<Record<string, string>>;
let client: TenantClient;
beforeEach(async () => {
  world = await startWorld();
  const { domain, clientId, clientSecret } = world.tenant;
  config = { domain, clientId, clientSecret };
  client = new TenantClient(resolveSettings({ config: (key) => config[key], env: {} }));
});
afterEach(async () => {
  await client.close();
  await world.close();
});

/** A resource as the state of a stack has it once its program has run. */
async function applied(stack: string, kind: KindName, args: JsonObject): Promise<StackResource> {
  const settings = Object.fromEntries(Object.entries(config).map(([key, value]) => [`tenant:${key}`, value]));
  const engine = new MiniEngine(providerFor(kinds[kind], settings));
  const [step] = await engine.up({ orders: args });
  if (step?.failure) throw step.failure;
  const { id = "", inputs = {}, outputs = {} } = engine.state.get("orders") ?? {};
  const type = typeToken(classOf(kind));
  return { urn: `urn:pulumi:${stack}::shop::${type}::orders`, type, id, inputs, outputs, ignored: [] };
}

test("resources of two stacks that take scopes from each other are compared like all others", async () => {
  const whole = await applied("dev", "resourceServer", { identifier, scopes: { "read:orders": "Read" } });
  const part = await applied("prod", "resourceServerScopes", { identifier, scopes: { "write:orders": "Write" } });
  const compare = comparer(client, (key) => config[key], "directly");
  const found = [await compare(whole), await compare(part), await compare(whole)];
  expect(found.map((finding) => finding?.changes.map(({ path }) => path))).toEqual([
    ['scopes["write:orders"]'],
    undefined,
    ['scopes["write:orders"]'],
  ]);
});

test("a connection whose options the token may not see is unread, and not free of drift", async () => {
  const args = { name: "corp", strategy: "oidc", options: { client_id: "corp" }, displayName: "Corp" };
  const corp = await applied("dev", "connection", args);
  const reading = { domain: config.domain ?? "", token: world.tenant.issueToken(["read:connections"]) };
  const key = (name: string) => Object.entries(reading).find(([one]) => one === name)?.[1];
  const reader = new TenantClient(resolveSettings({ config: key, env: {} }));
  onTestFinished(() => reader.close());
  const compare = comparer(reader, key, "directly");
  await expect(compare(corp)).rejects.toThrow(/read:connections_options.*nothing is known/);
  world.tenant.connections.update(corp.id, { display_name: "Other" });
  expect((await compare(corp))?.changes.map(({ path }) => path)).toEqual(["displayName"]);
});
