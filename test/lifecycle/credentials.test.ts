import { generateKeyPairSync } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import { resourceServerType } from "../../provider/src/types/resource-server/calls.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { providerFor } from "./world.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const program = { api: { identifier: "https://orders.example.com" } };
const pem = { type: "spki", format: "pem" } as const;
const secretPem = { type: "pkcs8", format: "pem" } as const;

const pairs = {
  RS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  PS256: () => generateKeyPairSync("rsa-pss", { modulusLength: 2048, hashAlgorithm: "sha256" }),
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
};

test.each(Object.keys(pairs) as (keyof typeof pairs)[])("a private key gets a token with %s", async (algorithm) => {
  const { publicKey, privateKey } = pairs[algorithm]();
  const client = { clientId: "pipeline", publicKeyPem: publicKey.export(pem).toString(), keyId: "key-1" };
  const tenant = await startEmulator({ clients: [client] });
  try {
    const config = {
      "tenant:domain": tenant.domain,
      "tenant:clientId": "pipeline",
      "tenant:privateKey": privateKey.export(secretPem).toString(),
      "tenant:keyId": "key-1",
    };
    const [step] = await new MiniEngine(providerFor(resourceServerType, config)).up(program);
    expect(step?.failure).toBeUndefined();
    expect(tenant.requests.find(({ operation }) => operation === "resource-servers.create")?.clientId).toBe("pipeline");
  } finally {
    await tenant.close();
  }
});

test("the configured audience is requested, and a refusal names the credentials and their source", async () => {
  const tenant = await startEmulator();
  try {
    const config = {
      "tenant:domain": tenant.domain,
      "tenant:clientId": tenant.clientId,
      "tenant:clientSecret": tenant.clientSecret,
      "tenant:audience": "https://custom.example.com/api/v2/",
    };
    const [step] = await new MiniEngine(providerFor(resourceServerType, config)).up(program);
    expect(step?.failure?.message).toMatch(/tenant:clientSecret of the stack configuration/);
    expect(step?.failure?.message).toContain("https://custom.example.com/api/v2/");
    expect(step?.failure?.message).not.toContain(tenant.clientSecret);
  } finally {
    await tenant.close();
  }
});

test("credentials from the environment for a configured domain cause one warning, or a refusal before a request", async () => {
  const tenant = await startEmulator();
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubEnv("TENANT_CLIENT_ID", tenant.clientId);
  vi.stubEnv("TENANT_CLIENT_SECRET", tenant.clientSecret);
  const config = { "tenant:domain": tenant.domain };
  try {
    vi.stubEnv("TENANT_STRICT", "true");
    const [refused] = await new MiniEngine(providerFor(resourceServerType, config)).up(program);
    expect(refused?.failure?.message).toMatch(/TENANT_CLIENT_SECRET.*tenant:domain.*TENANT_STRICT=true/);
    expect(tenant.requests).toEqual([]);

    vi.stubEnv("TENANT_STRICT", "");
    // Each resource type of a run has a provider of its own.
    const run = new EngineRun();
    for (const identifier of ["urn:example:1", "urn:example:2"]) {
      const [step] = await new MiniEngine(providerFor(resourceServerType, config, run)).up({ api: { identifier } });
      expect(step?.failure).toBeUndefined();
    }
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^warning: TENANT_CLIENT_SECRET.*tenant:domain/)]]);
    expect(warn.mock.calls.join()).not.toContain(tenant.clientSecret);
  } finally {
    await tenant.close();
  }
});
