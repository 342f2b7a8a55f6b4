import { generateKeyPairSync } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { algorithmOf, signAssertion } from "../../provider/src/client/settings.ts";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { inPlain } from "../../provider/src/state/secrets.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import { providerFor } from "./world.ts";

const audience = "https://orders.example.com";

/** A tenant, and programs of one resource each that are brought there. */
async function start() {
  const tenant = await startEmulator();
  onTestFinished(() => tenant.close());
  const { domain, clientId, clientSecret } = tenant;
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  const made = async (kind: TypeName, args: JsonObject): Promise<JsonObject> => {
    const engine = new MiniEngine(providerFor(kinds[kind], config));
    for (const { failure } of await engine.up({ it: args })) if (failure) throw failure;
    const entry = engine.state.get("it");
    return { ...inPlain(entry?.outputs ?? {}), id: entry?.id ?? "" };
  };
  const token = async (body: object) => {
    const response = await fetch(`${tenant.url}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ grant_type: "client_credentials", audience, ...body }),
    });
    return {
      status: response.status,
      ...((await response.json()) as { scope?: string; error?: string; expires_in?: number }),
    };
  };
  await made("resourceServer", {
    identifier: audience,
    scopes: { "read:orders": "Read", "write:orders": "Write" },
    tokenLifetime: 3600,
  });
  return { tenant, made, token };
}

test("an application of a program gets a token with the granted scopes and the API's lifetime", async () => {
  const { made, token } = await start();
  const job = { name: "Job", appType: "non_interactive", grantTypes: ["client_credentials"], readClientSecret: true };
  const { id, clientSecret } = await made("client", job);
  const credentials = { client_id: id, client_secret: clientSecret };
  expect((await token(credentials)).status).toBe(403);
  await made("clientGrant", { clientId: id as string, audience, scope: ["read:orders"] });
  expect(await token(credentials)).toMatchObject({ status: 200, scope: "read:orders", expires_in: 3600 });
});

test("a web application gets a token with its declared secret; an application in the browser gets none", async () => {
  const { made, token } = await start();
  const web = { name: "Web", appType: "regular_web", tokenEndpointAuthMethod: "client_secret_post" };
  const { id } = await made("client", { ...web, clientSecret: "chosen-by-the-program" });
  await made("clientGrant", { clientId: id as string, audience, scope: ["write:orders"] });
  const own = await token({ client_id: id, client_secret: "chosen-by-the-program" });
  expect(own).toMatchObject({ status: 200, scope: "write:orders" });
  const browser = await made("client", { name: "Shop", appType: "spa", tokenEndpointAuthMethod: "none" });
  expect((await token({ client_id: browser.id })).status).toBe(401);
});

test("an application with a key gets a token by assertion", async () => {
  const { tenant, made, token } = await start();
  const { id } = await made("client", { name: "Job", grantTypes: ["client_credentials"] });
  await made("clientGrant", { clientId: id as string, audience, scope: ["read:orders"] });
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const call = (method: string, path: string, body: object) =>
    fetch(`${tenant.url}/api/v2/clients/${id}${path}`, {
      method,
      headers: { authorization: `Bearer ${tenant.issueToken()}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const made1 = await call("POST", "/credentials", { credential_type: "public_key", pem });
  const credential = (await made1.json()) as { id: string; kid: string };
  await call("PATCH", "", {
    client_authentication_methods: { private_key_jwt: { credentials: [{ id: credential.id }] } },
    token_endpoint_auth_method: null,
  });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const client = { kind: "privateKey", clientId: String(id), keyId: credential.kid, source: "a test" } as const;
  const signed = signAssertion(
    { ...client, privateKey: key, algorithm: algorithmOf(key) },
    `${tenant.url}/`,
    Date.now(),
  );
  const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
  expect(await token({ client_assertion: signed, client_assertion_type })).toMatchObject({
    status: 200,
    scope: "read:orders",
  });
});
