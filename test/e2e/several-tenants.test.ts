import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { environmentOf, type TestStack, testStack, upNow } from "./project.ts";

const identifier = "https://orders.example.com";

let eu: Emulator;
let us: Emulator;
let third: Emulator;
let stack: TestStack;
/** A client of the second tenant that may only read. */
const reader = {
  clientId: "reader",
  clientSecret: randomBytes(24).toString("base64url"),
  scopes: ["read:resource_servers"],
};
beforeAll(async () => {
  [eu, us, third] = await Promise.all([startEmulator(), startEmulator({ clients: [reader] }), startEmulator()]);
  // The environment is a third tenant's: nothing of it must count for an explicit provider.
  stack = await testStack(third);
});
afterAll(async () => {
  await stack?.remove();
  await Promise.all([eu?.close(), us?.close(), third?.close()]);
});

const provider = ({ domain, clientId, clientSecret }: Emulator) => ({
  kind: "Provider" as const,
  args: { domain, clientId, clientSecret },
});
const program = (name: string, providers = { first: "eu", second: "us" }) => ({
  eu: provider(eu),
  us: provider(us),
  orders: { args: { identifier, name: `${name} EU` }, provider: providers.first },
  "orders-us": { args: { identifier, name: `${name} US` }, provider: providers.second },
  corp: {
    kind: "Connection" as const,
    args: { name: "corp", strategy: "oidc", options: { client_id: "a" } },
    provider: "eu",
  },
});
const named = (tenant: Emulator) => tenant.resourceServers.get(identifier)?.name;

test("one program writes the same identifier to two tenants, and sends nothing to a third one", async () => {
  await stack.up(program("Orders"));
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
  expect([named(eu), named(us), named(third)]).toEqual(["Orders EU", "Orders US", undefined]);
  expect(JSON.stringify(eu.requests)).not.toContain("Orders US");
  expect(JSON.stringify(us.requests)).not.toMatch(/Orders EU|connections/);
  expect(third.requests).toEqual([]);
});

test("the state contains no credential in plain text", async () => {
  const state = JSON.stringify(await stack.export());
  for (const { clientSecret } of [eu, us, third]) expect(state.includes(clientSecret)).toBe(false);
});

test("a move of a resource to another tenant's provider is refused, and the message gives the way", async () => {
  await stack.declare(program("Orders", { first: "us", second: "us" }));
  us.clearRequests();
  const { code, stdout, stderr } = await stack.run(upNow, { expect: "any" });
  expect(code).not.toBe(0);
  expect(stdout + stderr).toMatch(/belongs to tenant[\s\S]*pulumi state delete/);
  expect([named(eu), named(us)]).toEqual(["Orders EU", "Orders US"]);
});

// The way: a state that a reader's job refreshes, with providers whose domain another client has changed, or that carry more than a reader may have.
test("with TENANT_STRICT, only domains of the environment get a token, its own domain with its own client", async () => {
  const { clientId, clientSecret } = reader;
  const strict = { TENANT_STRICT: "true", TENANT_DOMAIN: us.domain };
  const env = { ...strict, TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
  const refresh = ["refresh", "--preview-only", "--non-interactive"];
  for (const tenant of [eu, us]) tenant.clearRequests();
  const { code, stdout, stderr } = await stack.run(refresh, { env, expect: "any" });
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain("domain of the explicit Provider is not allowed by the environment");
  expect(eu.requests).toEqual([]);

  await stack.run(refresh, { env: { ...env, TENANT_DOMAINS: eu.domain } });
  expect(eu.requests).not.toEqual([]);
  expect(new Set(us.requests.map((request) => request.clientId))).toEqual(new Set([clientId]));
});

test("refresh and destroy use the providers of the state, whatever the environment contains", async () => {
  us.resourceServers.update(identifier, { name: "Edited" });
  const { stdout } = await stack.run(["refresh", "--yes", "--skip-preview", "--diff"]);
  expect(stdout).toContain('"Orders US" => "Edited"');
  await stack.destroy({ env: environmentOf(us) });
  expect([named(eu), named(us)]).toEqual([undefined, undefined]);
  expect(third.requests).toEqual([]);
});
