import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { type JsonObject, unknownValue } from "../../provider/src/schema/json.ts";
import { loseCreation } from "../harness/faults.ts";
import { type HostProcess, startHost } from "../harness/host-process.ts";
import { inClear, MiniEngine } from "../harness/mini-engine.ts";
import { makeProject, type TemporaryProject } from "./project.ts";

const code = 'exports.handler = () => require("pulumi-tenant/host").resourceServer';
const identifier = "https://orders.example.com";
const orders: JsonObject = { identifier, name: "Orders", scopes: { "read:orders": "Read orders" } };

let tenant: Emulator;
let host: HostProcess;
let project: TemporaryProject;

const configOf = (emulator: Emulator) => ({
  "tenant:domain": emulator.domain,
  "tenant:clientId": emulator.clientId,
  "tenant:clientSecret": emulator.clientSecret,
});

beforeAll(async () => {
  project = await makeProject();
});
afterAll(() => project.remove());
beforeEach(async () => {
  tenant = await startEmulator();
  host = await startHost({ cwd: project.folder, config: configOf(tenant) });
});
afterEach(async () => {
  await host.close();
  await tenant.close();
});

const live = () => tenant.resourceServers.get(identifier);

describe("the SDK's host process", () => {
  test("finds the package from the program's folder, and creates, updates, replaces and deletes", async () => {
    const engine = new MiniEngine(host.port, code);
    expect(await engine.up({ orders })).toEqual([{ name: "orders", op: "create" }]);
    expect(await engine.changes({ orders })).toEqual([]);
    expect(await engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
    tenant.resourceServers.update(identifier, { name: "Edited" });
    expect(await engine.refresh()).toEqual([{ name: "orders", op: "update" }]);
    expect(await engine.up({ orders })).toEqual([{ name: "orders", op: "update" }]);
    expect(live()).toMatchObject({ name: "Orders" });
    expect(await engine.up({ orders: { ...orders, identifier: "https://new.example.com" } })).toEqual([
      { name: "orders", op: "replace" },
    ]);
    expect(await engine.up({})).toEqual([{ name: "orders", op: "delete" }]);
    expect(tenant.resourceServers.list()).toHaveLength(1);
  });

  test("marshals every kind of property in both directions", async () => {
    const all: JsonObject = {
      identifier,
      scopes: [{ value: "read:orders" }, { value: "write:orders", description: "Write" }],
      tokenLifetime: 0,
      tokenLifetimeForWeb: 0,
      allowOfflineAccess: false,
      enforcePolicies: true,
      consentPolicy: null,
      authorizationDetails: [{ type: "payment" }],
      proofOfPossession: { mechanism: "dpop", required: true, requiredFor: "all_clients" },
      subjectTypeAuthorization: { user: { policy: "deny_all" }, client: { policy: "deny_all" } },
      authorizationPolicy: { policyId: "policy" },
    };
    const engine = new MiniEngine(host.port, code);
    const [step] = await engine.up({ orders: all });
    expect(step).toEqual({ name: "orders", op: "create" });
    expect(await engine.changes({ orders: all })).toEqual([]);
    expect(await engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
  });

  test("passes unknown values at any place through check and diff", async () => {
    const engine = new MiniEngine(host.port, code);
    await engine.up({ orders });
    const unknown = {
      identifier: unknownValue,
      scopes: unknownValue,
      tokenLifetime: unknownValue,
      proofOfPossession: unknownValue,
    };
    expect(await engine.changes({ orders: unknown })).toEqual([{ name: "orders", op: "replace" }]);
    expect(await engine.changes({ orders: { ...unknown, identifier } })).toEqual([{ name: "orders", op: "update" }]);
    const fresh = new MiniEngine(host.port, code);
    expect(await fresh.changes({ orders: { ...unknown, signingSecret: unknownValue } })).toEqual([
      { name: "orders", op: "create" },
    ]);
  });

  test("keeps a plain secret marked as a secret in inputs and outputs, and never prints it", async () => {
    const signingSecret = randomBytes(24).toString("base64url");
    const engine = new MiniEngine(host.port, code);
    await engine.up({ orders: { identifier, signingAlg: "HS256", signingSecret } });
    await engine.refresh();
    await engine.up({ orders: { identifier, signingAlg: "HS256", signingSecret, name: "<" } });
    const entry = engine.state.get("orders");
    expect(JSON.stringify(entry)).toContain(signingSecret);
    expect(JSON.stringify(inClear((entry ?? {}) as unknown as JsonObject))).not.toContain(signingSecret);
    expect(host.output()).not.toContain(signingSecret);
    expect(host.output()).not.toContain(tenant.clientSecret);
  });

  test("reports a creation with an unknown outcome as a partial failure; a later run with adopt completes it", async () => {
    const engine = new MiniEngine(host.port, code);
    loseCreation(tenant, "/api/v2/resource-servers");
    const [step] = await engine.up({ orders });
    expect(step?.failure?.message).toMatch(/It is not known whether/);
    expect(engine.state.get("orders")?.outputs).toHaveProperty("__provider", code);
    tenant.clearFaults();
    const adopting = { orders: { ...orders, adopt: true } };
    expect((await engine.up(adopting))[0]).toEqual({ name: "orders", op: "update" });
    expect(tenant.resourceServers.list()).toHaveLength(2);
    expect(await engine.changes(adopting)).toEqual([]);
  });

  test("is configured before every operation, even if many arrive at the start", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `https://${index}.example.com`);
    const checked = await Promise.all(names.map((name) => host.port.check({}, { identifier: name, __provider: code })));
    expect(checked.flatMap(({ failures }) => failures)).toEqual([]);
    const created = await Promise.all(checked.map(({ inputs }) => host.port.create(inputs)));
    expect(new Set(created.map(({ id }) => id)).size).toBe(20);
    expect(tenant.requests.filter(({ operation }) => operation === "token")).toHaveLength(1);
  });

  test("reports a configuration error in every operation, not only in the first", async () => {
    const bare = await startHost({ cwd: project.folder, config: { "tenant:domain": tenant.domain } });
    try {
      for (const _ of [1, 2]) {
        const { failures } = await bare.port.check({}, { identifier, __provider: code });
        expect(failures.join("\n")).toMatch(/TENANT_CLIENT_SECRET/);
        await expect(bare.port.delete("id", { identifier, __provider: code })).rejects.toThrow(/TENANT_CLIENT_SECRET/);
      }
    } finally {
      await bare.close();
    }
  });

  test("leaves errors to the engine: prints neither message nor stack", async () => {
    await expect(host.port.read("000000000000000000000000", { __provider: code })).rejects.toThrow(
      /no resource server/,
    );
    expect(host.output()).not.toMatch(/no resource server|Error|\n\s+at /);
  });

  test("prints an unexpected error with its stack", async () => {
    const bug = 'exports.handler = () => ({ read: async () => { throw new TypeError("a bug"); } })';
    await host.port.read("000000000000000000000000", { __provider: code }).catch(() => undefined);
    await expect(host.port.read("id", { __provider: bug })).rejects.toThrow("a bug");
    await expect.poll(host.output).toMatch(/TypeError: a bug\n\s+at /);
  });

  test("gives the remedy once if many resources fail for the same reason", async () => {
    const config = { ...configOf(tenant), "tenant:clientSecret": randomBytes(24).toString("base64url") };
    const stranger = await startHost({ cwd: project.folder, config });
    try {
      const read = (id: string) => stranger.port.read(id, { __provider: code }).then(String, ({ message }) => message);
      const messages: string[] = await Promise.all(["a", "b", "c"].map(read));
      for (const [index, id] of ["a", "b", "c"].entries()) {
        expect(messages[index]).toContain(
          `Could not read resource server ${id}: the tenant refused the client's secret`,
        );
      }
      expect(messages.filter((message) => message.includes("Check tenant:clientSecret"))).toHaveLength(1);
      expect(stranger.output()).not.toContain("refused");
    } finally {
      await stranger.close();
    }
  });
});

describe("the end of the engine", () => {
  test("ends the host, which does not send the write that it was about to start", async () => {
    const { inputs } = await host.port.check({}, { ...orders, __provider: code });
    const creation = host.port.create(inputs);
    const arrived = new Promise<void>((resolve) => {
      const stop = tenant.onRequest(({ phase, request }) => {
        if (phase !== "received" || request.path !== "/oauth/token") return;
        stop();
        resolve();
      });
    });
    tenant.inject({ kind: "status", status: 503, delayMs: 300, path: "/oauth/token" });
    await arrived;
    await host.killEngine();
    await Promise.all([expect(creation).rejects.toThrow(), host.ended]);
    expect(tenant.requests.filter(({ method, path }) => method === "POST" && path.startsWith("/api/"))).toEqual([]);
  });

  test("ends an idle host, too", async () => {
    await host.port.check({}, { ...orders, __provider: code });
    await host.killEngine();
    await host.ended;
    expect(host.process.exitCode).toBe(1);
  });
});
