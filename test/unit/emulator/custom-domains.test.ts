import { afterEach, describe, expect, test } from "vitest";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const path = "/custom-domains";
const sent = { domain: "login.example.com", type: "auth0_managed_certs", domain_metadata: { brand: "shop" } };
const started = async (more = {}) => {
  const own = await setup();
  const { status, body } = await own.call("POST", path, { ...sent, ...more });
  return { ...own, status, body, own: `${path}/${body.custom_domain_id}` };
};

describe("a custom domain of a seed", () => {
  const seeded = {
    ...{ custom_domain_id: "cd_0000000000000001", ...sent, primary: true, status: "pending_verification" },
    verification: { methods: [{ name: "CNAME", record: "edge.example.com", domain: sent.domain }] },
  };

  test("is the default if it says so, even if it is pending, and an exported seed says the same", async () => {
    const { call, emulator } = await setup({ seed: { customDomains: [{ ...seeded, is_default: true }] } });
    const isDefault = async () => (await call("GET", path)).body[0].is_default;
    expect(await isDefault()).toBe(true);
    expect((await call("GET", `${path}/default`)).body.domain).toBe(sent.domain);
    const copy = await setup({ seed: emulator.export() });
    expect((await copy.call("GET", path)).body).toEqual((await call("GET", path)).body);
    const { host } = new URL(emulator.url);
    expect((await call("PATCH", `${path}/default`, { domain: host })).status).toBe(200);
    expect(await isDefault()).toBe(false);
    expect(emulator.export().customDomains).toMatchObject([{ is_default: false }]);
  });

  test("of an older tenant has no property about the default", async () => {
    const { call } = await setup({ seed: { customDomains: [seeded] } });
    expect((await call("GET", path)).body).toEqual([seeded]);
  });
});

describe("a custom domain", () => {
  test("is created with 201 and custom_domain_id, pending, with the records for its verification", async () => {
    const { call, status, body, own } = await started();
    expect([status, body]).toEqual([
      201,
      {
        ...{ custom_domain_id: expect.stringMatching(/^cd_[a-zA-Z0-9]{16}$/), ...sent, primary: true },
        ...{ status: "pending_verification", tls_policy: "recommended", is_default: false },
        ...{ created_at: expect.any(String), certificate: expect.any(Object) },
        verification: { methods: [{ name: "CNAME", record: expect.any(String), domain: "login.example.com" }] },
      },
    ]);
    expect((await call("GET", own)).body).toEqual(body);
    expect((await call("GET", path)).body).toEqual([body]);
    expect((await call("GET", `${path}?take=10`)).body).toEqual({ custom_domains: [body] });
    expect((await call("POST", path, sent)).status).toBe(409);
  });

  test("with a certificate of its owner has a header and no TLS policy", async () => {
    const { call, body, own } = await started({ type: "self_managed_certs" });
    expect(body).toMatchObject({ custom_client_ip_header: null, verification: { methods: [{ name: "TXT" }] } });
    expect(body).not.toHaveProperty("tls_policy");
    expect((await call("PATCH", own, { custom_client_ip_header: "" })).body.custom_client_ip_header).toBe("");
  });

  test("merges metadata by key, where null deletes; null clears the relying party", async () => {
    const { call, own } = await started({ relying_party_identifier: "example.com" });
    const { status, body } = await call("PATCH", own, { domain_metadata: { brand: null, team: "one" } });
    expect([status, body.domain_metadata, body.relying_party_identifier]).toEqual([
      200,
      { team: "one" },
      "example.com",
    ]);
    expect((await call("PATCH", own, { relying_party_identifier: null })).body).not.toHaveProperty(
      "relying_party_identifier",
    );
    for (const wrong of [{ domain: "a.example.com" }, { type: "self_managed_certs" }]) {
      expect((await call("PATCH", own, wrong)).body.errorCode).toBe("invalid_body");
    }
  });

  test("is deleted with 204, also again, and read with 404 afterwards", async () => {
    const { call, body, own } = await started();
    for (let times = 0; times < 2; times += 1) expect((await call("DELETE", own)).status).toBe(204);
    expect((await call("GET", own)).body).toEqual({
      ...{ statusCode: 404, error: "Not Found", errorCode: "inexistent_custom_domain" },
      message: `The custom domain ${body.custom_domain_id} does not exist`,
    });
  });

  test("is verified with 200 and the whole object; it is pending until DNS is set, and a self-managed one shows its key once", async () => {
    const { call, emulator, body, own } = await started({ type: "self_managed_certs" });
    const verified = await call("POST", `${own}/verify`);
    expect([verified.status, verified.body]).toEqual([200, body]);
    emulator.customDomains.publish("login.example.com");
    expect((await call("POST", `${own}/verify`)).body).toMatchObject({
      ...{ status: "ready", cname_api_key: expect.any(String) },
    });
    expect((await call("POST", `${own}/verify`)).body).not.toHaveProperty("cname_api_key");
  });
});

test("a custom domain can be the default once it is verified, and the default domain cannot be deleted", async () => {
  const { call, emulator, own } = await started();
  const canonical = new URL(emulator.url).host;
  expect((await call("GET", `${path}/default`)).body).toEqual({ domain: canonical });
  expect((await call("PATCH", `${path}/default`, { domain: sent.domain })).body).toEqual({
    ...{ statusCode: 400, error: "Bad Request" },
    ...{ message: "The domain must be verified before it can be set as default.", errorCode: "invalid_body" },
  });
  emulator.customDomains.publish(sent.domain);
  await call("POST", `${own}/verify`);
  expect((await call("PATCH", `${path}/default`, { domain: sent.domain })).body).toMatchObject({ is_default: true });
  const refused = await call("DELETE", own);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining("Cannot delete the default custom domain."),
  ]);
  expect((await call("PATCH", `${path}/default`, { domain: canonical })).body).toEqual({ domain: canonical });
  expect((await call("DELETE", own)).status).toBe(204);
});

test("the verification of custom domains has a rate limit of its own: 5 at once, 5 a minute", async () => {
  const { call } = await setup({ plan: "free", now: () => 0 });
  for (let times = 0; times < 5; times += 1) expect((await call("POST", `${path}/cd_none/verify`)).status).toBe(404);
  expect((await call("POST", `${path}/cd_none/verify`)).status).toBe(429);
});
