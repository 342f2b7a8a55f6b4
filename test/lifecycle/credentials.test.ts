import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { resourceServerKind } from "../../provider/src/lifecycle/resource-server.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { providerFor } from "./world.ts";

const program = { api: { identifier: "https://orders.example.com" } };
const pem = { type: "spki", format: "pem" } as const;
const secretPem = { type: "pkcs8", format: "pem" } as const;

const pairs = {
  RS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  PS256: () => generateKeyPairSync("rsa-pss", { modulusLength: 2048, hashAlgorithm: "sha256" }),
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
};

test.each(Object.keys(pairs) as (keyof typeof pairs)[])("a private key signs in with %s", async (algorithm) => {
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
    const [step] = await new MiniEngine(providerFor(resourceServerKind, config)).up(program);
    expect(step?.failure).toBeUndefined();
    expect(tenant.requests.find(({ operation }) => operation === "resource-servers.create")?.clientId).toBe("pipeline");
  } finally {
    await tenant.close();
  }
});

test("another audience is asked for where the configuration says so, and a refusal names the credentials and their place", async () => {
  const tenant = await startEmulator();
  try {
    const config = {
      "tenant:domain": tenant.domain,
      "tenant:clientId": tenant.clientId,
      "tenant:clientSecret": tenant.clientSecret,
      "tenant:audience": "https://custom.example.com/api/v2/",
    };
    const [step] = await new MiniEngine(providerFor(resourceServerKind, config)).up(program);
    expect(step?.failure?.message).toMatch(/tenant:clientSecret of the stack configuration/);
    expect(step?.failure?.message).toContain("https://custom.example.com/api/v2/");
    expect(step?.failure?.message).not.toContain(tenant.clientSecret);
  } finally {
    await tenant.close();
  }
});
