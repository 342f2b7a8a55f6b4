import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { customDomain } from "../../provider/src/types/custom-domain/definition.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { gatherWarnings } from "./warnings.ts";
import { startWorld, type World } from "./world.ts";

const warnings = gatherWarnings();
let world: World;
beforeEach(async () => {
  world = await startWorld({}, resourceTypes.customDomain);
});
afterEach(() => world.close());

const login: JsonObject = {
  domain: "login.example.com",
  type: "auth0_managed_certs",
  domainMetadata: { brand: "shop", team: "one" },
};
const failureOf = async (domain?: JsonObject) => {
  world.tenant.clearRequests();
  const steps = await world.engine.up(domain ? { login: domain } : {});
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const up = async (domain?: JsonObject) => expect(await failureOf(domain)).toBe("");
const stored = () => world.tenant.customDomains.list()[0] ?? {};
const writes = () => world.calls().flatMap((call) => (call.startsWith("GET") ? [] : call.split(" ")[0]));
const outputs = () => world.engine.state.get("login")?.outputs ?? {};
const settled = async (domain: JsonObject) => {
  expect(await world.engine.refresh()).toEqual([{ name: "login", op: "same" }]);
  expect(await world.engine.changes({ login: domain })).toEqual([]);
};

test("a creation returns the DNS records as outputs without waiting", async () => {
  await up(login);
  expect(writes()).toEqual(["POST"]);
  expect(outputs()).toMatchObject({
    status: "pending_verification",
    isDefault: false,
    verificationMethods: [{ name: "CNAME", domain: "login.example.com", record: expect.any(String) }],
  });
  await settled(login);
});

test("the state of the verification and of the certificate, and the host for a proxy, are outputs", async () => {
  await up(login);
  expect(outputs()).toMatchObject({ certificate: { status: "provisioning" } });
  expect(outputs()).not.toHaveProperty("originDomainName");
  world.tenant.customDomains.publish("login.example.com");
  world.tenant.customDomains.verify("login.example.com");
  await world.engine.refresh();
  expect(outputs()).toMatchObject({
    status: "ready",
    verification: { status: "verified", lastVerifiedAt: expect.stringMatching(/Z$/) },
    certificate: { status: "provisioned", certificateAuthority: "letsencrypt" },
  });
  await settled(login);
  await world.engine.up({});
  await up({ domain: "own.example.com", type: "self_managed_certs" });
  expect(outputs()).toMatchObject({ originDomainName: expect.stringContaining(".edge.") });
  expect(outputs()).not.toHaveProperty("certificate");
});

test.each([
  [
    { type: "self_managed_certs", tlsPolicy: "recommended" },
    /tlsPolicy: only a domain with a certificate that the service manages/,
  ],
  [
    { customClientIpHeader: "x-forwarded-for" },
    /customClientIpHeader: only a domain with a certificate that you manage/,
  ],
  [{ customClientIpHeader: "" }, /^$/],
  [{ tlsPolicy: "recommended" }, /^$/],
])("a property of the other domain type causes a warning in the preview: %j", async (more, said) => {
  warnings.length = 0;
  await world.port.check({}, { ...login, ...more });
  expect(warnings.join("\n")).toMatch(said);
});

test("metadata is merged by key: removed keys are deleted, another client's keys stay", async () => {
  await up(login);
  world.tenant.customDomains.update("login.example.com", { domain_metadata: { theirs: "kept" } });
  const next = { ...login, domainMetadata: { brand: "another" } };
  await up(next);
  expect(stored().domain_metadata).toEqual({ brand: "another", theirs: "kept" });
  await settled(next);
});

test("another type replaces the domain, and deletes first because the name is the same", async () => {
  await up(login);
  await up({ ...login, type: "self_managed_certs", customClientIpHeader: "x-forwarded-for" });
  expect(writes()).toEqual(["DELETE", "POST"]);
  const { type, customClientIpHeader: _, ...others } = { ...login, type: "self_managed_certs" } as JsonObject;
  await up({ ...others, type: type ?? "" });
  expect(stored().custom_client_ip_header).toBe("");
});

describe("the default domain", () => {
  test("is not deleted: the message gives the remedy, and the entry stays in the state", async () => {
    await up(login);
    const { call } = caller();
    world.tenant.customDomains.publish("login.example.com");
    await call("POST", `/custom-domains/${String(stored().custom_domain_id)}/verify`);
    await call("PATCH", "/custom-domains/default", { domain: "login.example.com" });
    expect(await failureOf()).toContain("Make another domain the default first");
    expect(world.tenant.customDomains.list()).toHaveLength(1);
    expect(world.engine.state.has("login")).toBe(true);
  });
});

test("is protected, whatever the program declares", () => {
  expect(customDomain.isProtected()).toBe(true);
});

test("an account without custom domains gets an error for this resource alone", async () => {
  const message = "The account is not allowed to perform this operation, please contact our support team";
  const body = JSON.stringify({ statusCode: 403, error: "Forbidden", message });
  world.tenant.inject({ kind: "status", status: 403, method: "POST", path: /custom-domains/, body });
  expect(await failureOf(login)).toContain(message);
  await up(login);
});

function caller() {
  const token = world.tenant.issueToken();
  return {
    call: async (method: string, path: string, body?: unknown) => {
      const response = await fetch(`${world.tenant.url}/api/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect(response.ok).toBe(true);
    },
  };
}
