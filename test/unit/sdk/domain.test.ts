import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, it, vi } from "vitest";
import { domain, Provider } from "../../../provider/src/index.ts";
import { look, runProgram, Thing } from "../helpers/program.ts";

beforeEach(async () => {
  for (const name of ["DOMAIN", "DOMAINS", "STRICT"]) vi.stubEnv(`TENANT_${name}`, undefined);
  pulumi.runtime.setAllConfig({});
  await runProgram();
  return () => {
    vi.unstubAllEnvs();
    pulumi.runtime.setAllConfig({});
  };
});

const eu = (value: pulumi.Input<string> = "eu.example.com") => new Provider("eu", { domain: value, token: "t" });

it("domain() is the host in the environment or in the stack's configuration, in its canonical form", async () => {
  vi.stubEnv("TENANT_DOMAIN", "https://Dev.EU.example.com:443/");
  expect(await look(domain())).toMatchObject({ value: "dev.eu.example.com", known: true, secret: false });
  vi.stubEnv("TENANT_DOMAIN", " ");
  pulumi.runtime.setAllConfig({ "tenant:domain": "http://127.0.0.1:8080" });
  expect(await look(domain())).toMatchObject({ value: "127.0.0.1:8080" });
});

it("domain() throws if the domain is missing or unusable, or if two tenants are named, as for resources", () => {
  expect(() => domain()).toThrow("domain: No domain: set TENANT_DOMAIN or tenant:domain.");
  vi.stubEnv("TENANT_DOMAIN", "http://dev.example.com");
  expect(() => domain()).toThrow("domain: TENANT_DOMAIN of the environment must be reached by https");
  vi.stubEnv("TENANT_DOMAIN", "dev.example.com");
  pulumi.runtime.setAllConfig({ "tenant:domain": "prod.example.com" });
  expect(() => domain()).toThrow(
    "names the tenant dev.example.com, but tenant:domain of the stack configuration names prod",
  );
});

it("domain() is the host of an explicit provider, which ignores environment and configuration, or fails the run", async () => {
  pulumi.runtime.setAllConfig({ "tenant:domain": "dev.example.com" });
  vi.stubEnv("TENANT_DOMAIN", "dev.example.com");
  expect(await look(domain({ provider: eu() }))).toMatchObject({ value: "eu.example.com" });
  expect(await look(domain({ provider: eu(pulumi.output("EU.example.com.")) }))).toMatchObject({
    value: "eu.example.com",
  });
  await expect(look(domain({ provider: eu(pulumi.output("a b")) }))).rejects.toThrow(
    "domain: domain of the explicit Provider must not contain white space",
  );
});

it("domain() is the host of the provider that comes from a parent", async () => {
  vi.stubEnv("TENANT_DOMAIN", "dev.example.com");
  const parent = new pulumi.ComponentResource("test:index:Group", "group", {}, { providers: [eu()] });
  const other = new pulumi.ComponentResource("test:index:Group", "other");
  expect(await look(domain({ parent }))).toMatchObject({ value: "eu.example.com" });
  expect(await look(domain({ parent: other }))).toMatchObject({ value: "dev.example.com" });
  // The next test has another engine, which does not know the components.
  await (pulumi.runtime as unknown as { waitForRPCs(): Promise<void> }).waitForRPCs();
});

it("domain() is unknown in a preview if the provider's domain is unknown", async () => {
  await runProgram({ preview: true });
  expect(await look(domain({ provider: eu(new Thing("planned", "x").value) }))).toMatchObject({ known: false });
});

it("domain() throws for a provider of another package, whose tenant is unknown", () => {
  class Other extends pulumi.ProviderResource {}
  expect(() => domain({ provider: new Other("aws", "aws", {}) })).toThrow("is not a Provider of pulumi-tenant");
});
