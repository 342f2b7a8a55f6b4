import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { codeOf } from "../harness/fault-run/runtime.ts";
import { Runs, stackOfEachTest } from "./runs.ts";

/* What users see of the tenant's default domain. */

const name = "defaultCustomDomain-it";
const login = { domain: "login.example.com" };

const stack = stackOfEachTest();
beforeEach(() => void stack.tenant.customDomains.create({ ...login, type: "auth0_managed_certs" }));

afterEach(() => vi.unstubAllEnvs());

const up = (args: JsonObject | undefined) => stack.up(args ? { [name]: args } : {});
const verify = () => {
  stack.tenant.customDomains.publish(login.domain);
  stack.tenant.customDomains.verify(login.domain);
};
const own = () => new URL(stack.tenant.url).host;
const sent = () =>
  stack.tenant.requests.filter(({ method }) => method === "PATCH").map(({ path, body }) => [path, body]);
const isDefault = () => stack.tenant.customDomains.get(login.domain)?.is_default;

test("an unverified domain does not become the default, and the error gives the remedy", async () => {
  const [failure] = await up(login);
  expect(failure).toMatch(
    /must be verified .*CustomDomainVerification.* run `pulumi up` again once the domain is ready/s,
  );
  verify();
  expect(await up(login)).toEqual([]);
  expect(sent()).toEqual([["/api/v2/custom-domains/default", login]]);
  expect(isDefault()).toBe(true);
  expect(await up(login)).toEqual([]);
  expect(sent()).toEqual([]);
});

test("a preview warns once of a new default domain, with both names", async () => {
  verify();
  const code = { __provider: codeOf("defaultCustomDomain") };
  const { port } = await stack.runs.next();
  await port.check({}, { ...code, ...login, __preview: true });
  expect(stack.said).toEqual([
    expect.stringMatching(/^warning: default domain: .*use "login.example.com".*locked out/),
    `default domain (exists in every tenant): \`pulumi up\` adopts it and changes:\n  domain: "${own()}" → "login.example.com"`,
  ]);
  stack.said = [];
  await port.check(login, { ...code, ...login, __preview: true });
  expect(stack.said).toEqual([]);
});

test("a destroy keeps the default, with a message; the domain then stays, too", async () => {
  verify();
  await up(login);
  expect(await up(undefined)).toEqual([]);
  expect(sent()).toEqual([]);
  expect(stack.said).toEqual([expect.stringMatching(/default domain: nothing was sent. The tenant keeps all values/)]);
  expect(isDefault()).toBe(true);
});

test("with resetOnDestroy, the default becomes the tenant's own domain again", async () => {
  verify();
  await up({ ...login, resetOnDestroy: true });
  expect(await up(undefined)).toEqual([]);
  expect(sent().map(([, body]) => body)).toEqual([{ domain: own() }]);
  expect(isDefault()).toBe(false);
});

/** As if the settings named one of the tenant's custom domains. */
const throughCustomDomain = (audience: string) => {
  vi.stubEnv("TENANT_AUDIENCE", audience);
  const { domain, clientId, clientSecret } = stack.tenant;
  stack.runs = new Runs({ ...stack.tenant, domain: domain.replace("127.0.0.1", "localhost"), clientId, clientSecret });
};

test("with a custom domain in the settings, a reset returns to the tenant's own domain", async () => {
  verify();
  throughCustomDomain(`${stack.tenant.url}/api/v2/`);
  await up({ ...login, resetOnDestroy: true });
  expect(await up(undefined)).toEqual([]);
  expect(sent().map(([, body]) => body)).toEqual([{ domain: own() }]);
});

test("another tool's change of the default is drift", async () => {
  verify();
  await up(login);
  stack.tenant.settings.delete("custom-domains/default");
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toMatchObject([{ name, op: "update" }]);
});

test("resetOnDestroy keeps the default that another team set", async () => {
  const other = { domain: "id.example.com" };
  stack.tenant.customDomains.create({ ...other, type: "auth0_managed_certs" });
  verify();
  await up({ ...login, resetOnDestroy: true });
  stack.tenant.settings.update("custom-domains/default", other);
  expect(await up(undefined)).toEqual([]);
  expect(sent()).toEqual([]);
  expect(stack.said.join()).toMatch(/no longer those that this stack set/);
});
