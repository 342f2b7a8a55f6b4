import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import { json, startService } from "../unit/helpers/fake-service.ts";
import { providerFor } from "./world.ts";

const warn = vi.fn();
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(warn));
afterEach(() => {
  vi.restoreAllMocks();
  warn.mockReset();
});

/** A service that takes every value. */
async function managed(kind: TypeName) {
  let stored: JsonObject = {};
  const service = await startService(({ method, body }, response) => {
    const given = body === "" ? {} : (JSON.parse(body) as JsonObject);
    stored =
      method === "POST"
        ? { id: "id-1", client_id: "id-1", custom_domain_id: "cd_1", ...given }
        : { ...stored, ...given };
    json(response, 200, stored);
  });
  const config = {
    "tenant:domain": service.origin,
    "tenant:clientId": "client",
    "tenant:clientSecret": "not-a-secret",
  };
  const engine = new MiniEngine(providerFor(kinds[kind], config));
  const up = async (args: JsonObject) => (await engine.up({ it: args }))[0]?.failure?.message;
  return { engine, up, stored: () => stored };
}

const orders = { identifier: "https://orders.example.com" };

test("an unknown value of an enumeration is sent, with one warning that lists the known values", async () => {
  const { up, stored, engine } = await managed("resourceServer");
  expect(await up({ ...orders, signingAlg: "ES256", tokenLifetime: 60 })).toBeUndefined();
  expect(stored()).toMatchObject({ signing_alg: "ES256" });
  expect(warn.mock.calls.flat().join()).toContain(
    'signingAlg: unknown value "ES256", which is sent unchanged. Known values: "HS256", "RS256", "RS512", "PS256".',
  );
  warn.mockReset();
  expect(await up({ ...orders, signingAlg: "ES256", tokenLifetime: 61 })).toBeUndefined();
  expect(await engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  expect(warn).not.toHaveBeenCalled();
});

test("an unknown value in an object, a list or a set is sent with a warning", async () => {
  const { up, stored } = await managed("client");
  const args = {
    name: "Job",
    organizationDiscoveryMethods: ["email", "domain"],
    asyncApprovalNotificationChannels: ["sms"],
    sessionTransfer: { enforceDeviceBinding: "passkey" },
    grantTypes: ["urn:example:grant", "magic"],
  };
  expect(await up(args)).toBeUndefined();
  expect(stored()).toMatchObject({
    organization_discovery_methods: ["email", "domain"],
    session_transfer: { enforce_device_binding: "passkey" },
    grant_types: ["urn:example:grant", "magic"],
  });
  const said = warn.mock.calls.flat().join("\n");
  for (const value of ["domain", "sms", "passkey", "magic"]) expect(said).toContain(`unknown value "${value}"`);
  expect(said).not.toContain("urn:example:grant");
});

test.each([
  ["rs256", "RS256"],
  ["RS_256", "RS256"],
])("%s is refused as misspelt before anything is sent", async (given, meant) => {
  const { up, stored } = await managed("resourceServer");
  expect(await up({ ...orders, signingAlg: given })).toContain(`unknown value "${given}". Did you mean "${meant}"?`);
  expect(stored()).toEqual({});
});

test("an empty text, as from a missing variable, is refused before anything is sent", async () => {
  const { up, stored } = await managed("client");
  const message = await up({ name: "Job", organizationUsage: "", organizationDiscoveryMethods: ["email", ""] });
  expect(message).toContain('organizationUsage: must not be empty. Known values: "deny", "allow", "require"');
  expect(message).toContain("organizationDiscoveryMethods[1]: must not be empty");
  expect(stored()).toEqual({});
});

test("an empty text that the service documents as a value is accepted", async () => {
  const { up, stored } = await managed("customDomain");
  const it = { domain: "login.example.com", type: "self_managed_certs" };
  expect(await up({ ...it, customClientIpHeader: "true-client-ip" })).toBeUndefined();
  expect(await up({ ...it, customClientIpHeader: "" })).toBeUndefined();
  expect(stored()).toMatchObject({ custom_client_ip_header: "" });
});

test("a value that the service accepted is not refused as misspelt", async () => {
  const { up, engine } = await managed("resourceServer");
  const it = { ...orders, consentPolicy: "transactional-authorization-with-mfa" };
  expect(await up(it)).toBeUndefined();
  const state = engine.state.get("it");
  const near = "transactional-authorization-with-mfas";
  for (const known of [state?.inputs, state?.outputs]) if (known) Object.assign(known, { consentPolicy: near });
  expect(await up({ ...it, consentPolicy: near })).toBeUndefined();
});
