import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { resolveSettings, TenantClient } from "../../../provider/src/client/index.ts";
import type { StackResource } from "../../../provider/src/pulumi-cli/exported-stack.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { classOf, typeToken } from "../../../provider/src/schema/provider-code.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";
import { type Compare, comparer, type ReadMethod } from "../../../provider/src/watch/compare.ts";
import { MiniEngine } from "../../harness/mini-engine.ts";
import { providerFor, startWorld, type World } from "../../lifecycle/world.ts";
import { kinds } from "../../subjects/kinds.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

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
async function applied(stack: string, kind: TypeName, args: JsonObject): Promise<StackResource> {
  const settings = Object.fromEntries(Object.entries(config).map(([key, value]) => [`tenant:${key}`, value]));
  const engine = new MiniEngine(providerFor(kinds[kind], settings));
  const [step] = await engine.up({ orders: args });
  if (step?.failure) throw step.failure;
  const { id = "", inputs = {}, outputs = {} } = engine.state.get("orders") ?? {};
  const type = typeToken(classOf(kind));
  return { urn: `urn:pulumi:${stack}::shop::${type}::orders`, type, id, inputs, outputs, ignored: [] };
}

test("sets of two stacks that remove scopes from each other are compared like all others", async () => {
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

test("properties with ignoreChanges are no drift, and do not hide other drift", async () => {
  const orders = await applied("dev", "resourceServer", { identifier, name: "Orders", tokenLifetime: 3600 });
  const compare = comparer(client, (key) => config[key], "directly");
  const ignoring = { ...orders, ignored: ["tokenLifetime"] };
  world.tenant.resourceServers.update(identifier, { token_lifetime: 60, name: "Edited" });
  expect((await compare(orders))?.changes.map(({ path }) => path)).toEqual(["name", "tokenLifetime"]);
  expect((await compare(ignoring))?.changes.map(({ path }) => path)).toEqual(["name"]);
});

const corpArgs = { name: "corp", strategy: "oidc", options: { client_id: "corp" }, displayName: "Corp" };

/** Compares what a client with these settings can read. */
function comparerWith(settings: Readonly<Record<string, string>>, how: ReadMethod = "directly"): Compare {
  const own: Readonly<Record<string, string>> = { domain: config.domain ?? "", ...settings };
  const reader = new TenantClient(resolveSettings({ config: (key) => own[key], env: {} }));
  onTestFinished(() => reader.close());
  return comparer(reader, (key) => own[key], how);
}

test("a connection whose options the token may not read is unread, not free of drift", async () => {
  const corp = await applied("dev", "connection", corpArgs);
  const compare = comparerWith({ token: world.tenant.issueToken(["read:connections"]) });
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  for (const _ of [1, 2])
    await expect(compare(corp)).rejects.toThrow(/their drift is unknown.*read:connections_options/);
  expect(warn).toHaveBeenCalledOnce();
  world.tenant.connections.update(corp.id, { display_name: "Other" });
  expect((await compare(corp))?.changes.map(({ path }) => path)).toEqual(["displayName"]);
});

test.each(["directly", "in listings"] as const)(
  "the applications of a connection with unreadable options are read, %s",
  async (how) => {
    const corp = await applied("dev", "connection", corpArgs);
    const clients = await applied("dev", "connectionClients", { connectionId: corp.id, clients: ["web"] });
    const compare = comparerWith({ token: world.tenant.issueToken(["read:connections"]) }, how);
    await expect(compare(corp)).rejects.toThrow(/their drift is unknown/);
    expect(clients.id).toBe(corp.id);
    expect(await compare(clients)).toBeUndefined();
  },
);

test("an unread connection is read as soon as the scope is granted, also by a running watch", async () => {
  const { tenant } = world;
  const corp = await applied("dev", "connection", corpArgs);
  const watcher = tenant.clients.create({ name: "Watch", app_type: "non_interactive" });
  const [clientId, clientSecret] = [String(watcher.client_id), String(watcher.client_secret)];
  const audience = `${tenant.url}/api/v2/`;
  const grant = tenant.clientGrants.create({ client_id: clientId, audience, scope: ["read:connections"] });
  const compare = comparerWith({ clientId, clientSecret });
  await expect(compare(corp)).rejects.toThrow(/their drift is unknown/);
  tenant.clientGrants.update(String(grant.id), { scope: ["read:connections", "read:connections_options"] });
  tenant.revokeTokens();
  expect(await compare(corp)).toBeUndefined();
});

test("a watch that compares an object repeatedly keeps its memory bounded", async () => {
  const code = `// ${"x".repeat(100_000)}`;
  const supportedTriggers = [{ id: "post-login", version: "v3" }];
  const enrich = await applied("dev", "action", { name: "Enrich", supportedTriggers, code });
  const compare = comparer(client, (key) => config[key], "directly");
  const heap = async (times: number) => {
    for (let n = 0; n < times; n++) expect(await compare(structuredClone(enrich))).toBeUndefined();
    world.tenant.clearRequests();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heap(20);
  expect((await heap(200)) - before).toBeLessThan(10_000_000);
});
