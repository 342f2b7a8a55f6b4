import { generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it } from "vitest";
import { resolveSettings } from "../../../provider/src/client/index.ts";
import { Provider, type ProviderArgs, ResourceServer } from "../../../provider/src/index.ts";
import { randomSecret } from "../helpers/fake-service.ts";

/** What the engine is sent, by name of the resource. */
const registered = new Map<string, pulumi.runtime.MockResourceArgs>();

beforeEach(async () => {
  registered.clear();
  await pulumi.runtime.setMocks({
    newResource: (args) => {
      registered.set(args.name, args);
      return { id: `${args.name}-id`, state: args.inputs };
    },
    call: () => ({}),
  });
});

async function inputsOf(provider: Provider): Promise<Record<string, unknown>> {
  const urn = await new Promise<string>((resolve) => provider.urn.apply(resolve));
  return registered.get(urn.split("::").at(-1) ?? "")?.inputs;
}

/** A secret as it travels to the engine. */
const secret = (value: unknown) => expect.objectContaining({ value });

describe("an explicit provider's inputs for the engine", () => {
  it("are texts under `tenant:`, marked as explicit; credentials are secret although the program did not mark them", async () => {
    const clientSecret = randomSecret();
    const args = { domain: "eu.example.com", clientId: "client", clientSecret, audience: "urn:eu", rateBudget: 0.5 };
    const inputs = await inputsOf(new Provider("eu", args));
    expect(inputs).toEqual({
      "tenant:explicit": "true",
      "tenant:domain": "eu.example.com",
      "tenant:clientId": "client",
      "tenant:clientSecret": secret(clientSecret),
      "tenant:audience": "urn:eu",
      "tenant:rateBudget": "0.5",
    });
  });

  it.each(["privateKey", "token"] as const)("have %s as a secret, also from an output", async (key) => {
    const value = randomSecret();
    const args = { domain: "eu.example.com", clientId: "client", keyId: "key-1" };
    expect(await inputsOf(new Provider("plain", { ...args, [key]: value }))).toMatchObject({
      [`tenant:${key}`]: secret(value),
      "tenant:keyId": "key-1",
    });
    expect(await inputsOf(new Provider("output", { ...args, [key]: pulumi.output(value) }))).toMatchObject({
      [`tenant:${key}`]: secret(value),
    });
  });

  it("lead to settings that ignore the environment", async () => {
    const { privateKey } = generateKeyPairSync("ec", {
      namedCurve: "P-256",
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    const provider = new Provider("eu", { domain: "eu.example.com", clientId: "client", privateKey, keyId: "key-1" });
    const inputs = await inputsOf(provider);
    const texts = Object.entries(inputs).map(([key, value]) => [
      key,
      typeof value === "string" ? value : (value as { value: string }).value,
    ]);
    const config = new Map<string, string>(texts as [string, string][]);
    const env = { TENANT_DOMAIN: "other.example.com", TENANT_TOKEN: "other" };
    expect(resolveSettings({ config: (key) => config.get(`tenant:${key}`), env })).toMatchObject({
      host: "eu.example.com",
      credentials: { kind: "privateKey", clientId: "client", keyId: "key-1", algorithm: "ES256" },
    });
  });

  it("are registered for each provider: one identifier under two providers is two resources", async () => {
    const providers = ["eu", "us"].map((name) => new Provider(name, { domain: `${name}.example.com`, token: "t" }));
    const urns = providers.map(
      (provider, nth) =>
        new ResourceServer(`orders-${nth}`, { identifier: "https://orders.example.com" }, { provider }).urn,
    );
    await new Promise((resolve) => pulumi.all(urns).apply(resolve));
    expect(registered.get("orders-0")?.provider).toMatch(/providers:pulumi-nodejs::eu::eu-id$/);
    expect(registered.get("orders-1")?.provider).toMatch(/providers:pulumi-nodejs::us::us-id$/);
  });
});

describe("an explicit provider refuses at its declaration", () => {
  it.each<[string, object, RegExp[]]>([
    ["an empty object", {}, [/domain is missing/, /credentials are missing/]],
    [
      "no credentials",
      { domain: "eu.example.com" },
      [/clientId and clientSecret, or clientId and privateKey/, /TENANT_/],
    ],
    ["blank texts", { domain: " ", clientId: " ", clientSecret: "" }, [/domain is missing/, /credentials are missing/]],
    ["no secret", { domain: "eu.example.com", clientId: "c" }, [/: clientSecret or privateKey is missing: clientId/]],
    ["no key", { domain: "eu.example.com", clientId: "c", keyId: "k" }, [/: privateKey is missing: keyId needs it\.$/]],
    ["no client", { domain: "eu.example.com", clientSecret: "s" }, [/clientId is missing: clientSecret needs it/]],
    [
      "two kinds of credentials",
      { domain: "eu.example.com", clientId: "c", clientSecret: "s", token: "t" },
      [/keep one of them/],
    ],
    ["a bad domain", { domain: "http://eu.example.com", token: "t" }, [/must be reached by https/]],
    ["an unknown key", { domain: "eu.example.com", token: "t", secret: "s" }, [/unknown argument "secret"/]],
    ["a wrong type", { domain: 7, token: ["t"] }, [/domain must be a string, not number/, /token must be a string/]],
  ])("%s", (_, args, says) => {
    const make = () => new Provider("eu", args as ProviderArgs);
    for (const text of says) expect(make).toThrow(text);
    expect(make).toThrow(/^Provider "eu": /);
    expect(registered.size).toBe(0);
  });

  it("a declaration without arguments", () => {
    expect(() => new Provider("eu", undefined as unknown as ProviderArgs)).toThrow(/domain is missing/);
  });

  it("but accepts outputs, which the host checks", () => {
    const later = pulumi.output<string | undefined>("x");
    const args = { domain: pulumi.output("eu.example.com"), clientId: later, clientSecret: later, token: later };
    expect(() => new Provider("eu", args)).not.toThrow();
  });
});

describe("an instance of Provider", () => {
  it("is recognized, also from another copy of this package", () => {
    const provider = new Provider("eu", { domain: "eu.example.com", token: "t" });
    expect(Provider.isInstance(provider)).toBe(true);
    class Foreign extends pulumi.ProviderResource {}
    for (const other of [
      new Foreign("pulumi-nodejs", "raw"),
      new ResourceServer("a", { identifier: "a" }),
      {},
      null,
      3,
    ]) {
      expect(Provider.isInstance(other)).toBe(false);
    }
  });

  it("does not show its arguments", () => {
    const token = randomSecret();
    const provider = new Provider("eu", { domain: "eu.example.com", token });
    expect(Object.values(provider)).not.toContainEqual(expect.objectContaining({ explicit: "true" }));
    expect(inspect(provider, { depth: 10 })).not.toContain(token);
  });
});
