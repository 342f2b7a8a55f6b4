import { expect, test } from "vitest";
import { connectionSchema } from "../../../provider/src/definitions/connection.ts";
import { safeguards } from "../../../provider/src/definitions/connection-options.ts";
import { resourceServerSchema } from "../../../provider/src/definitions/resource-server.ts";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { newTenant, oldTenant } from "../../../provider/src/emulator/shared/module.ts";
import { fromPointer, type Json, type JsonObject, valueAt } from "../../../provider/src/schema/json.ts";
import { type Field, wireName } from "../../../provider/src/schema/schema.ts";
import { withNeeded } from "../../subjects/needed-options.ts";
import { enginesOf } from "./engines.ts";
import { importedOf } from "./tenants.ts";

/** Weaker than what a new object has, by the place. Options of connections stand below their strategy. */
const weaker: Readonly<Record<string, unknown>> = {
  "ad/brute_force_protection": false,
  "adfs/should_trust_email_verified_connection": "something_else",
  "auth0/brute_force_protection": false,
  "auth0/mfa/active": false,
  "auth0/passwordPolicy": "none",
  "auth0/password_options/complexity/min_length": 1,
  "auth0/password_options/complexity/max_length_exceeded": "truncate",
  "auth0/authentication_methods/*/enabled": true,
  "email/brute_force_protection": false,
  "oidc/type": "back_channel",
  "oidc/connection_settings/pkce": "disabled",
  "okta/type": "front_channel",
  "okta/connection_settings/pkce": "disabled",
  "samlp/assertion_decryption_settings/*": ["rsa1_5"],
  "sms/brute_force_protection": false,
  "waad/should_trust_email_verified_connection": "always_set_emails_as_verified",
  "waad/useCommonEndpoint": true,
};

/** What stands for any one key. */
const anyKey: Readonly<Record<string, string>> = {
  "auth0/authentication_methods/*/enabled": "passkey",
  "samlp/assertion_decryption_settings/*": "algorithm_exceptions",
};

const least: Readonly<Record<string, JsonObject>> = {
  okta: { domain: "dev.okta.example.com" },
  samlp: { signingCert: "bm90IG9uZQ==", signInEndpoint: "https://idp.example.com/login" },
};

const weakerApi = {
  signing_alg: "HS256",
  allow_offline_access: true,
  token_lifetime: 2_592_000,
  token_lifetime_for_web: 86_400,
  skip_consent_for_verifiable_first_party_clients: true,
};

const places = Object.entries(safeguards).flatMap(([strategy, all]) =>
  all.map(({ at }) => ({ strategy, place: `${strategy}${at}`, path: fromPointer(at) })),
);

test("every safeguard is tested", () => {
  expect(Object.keys(weaker).toSorted()).toEqual(places.map(({ place }) => place).toSorted());
  const guarded = [resourceServerSchema, connectionSchema].flatMap(({ fields }) =>
    Object.entries<Field>(fields).flatMap(([name, field]) => (field.safeguard ? [wireName(name, field)] : [])),
  );
  expect(guarded.toSorted()).toEqual([...Object.keys(weakerApi), "is_domain_connection"].toSorted());
});

test.each([
  ["of today", newTenant, ["auth0/passwordPolicy"]],
  [
    "of 2022",
    oldTenant,
    places.map(({ place }) => place).filter((place) => /password_|methods|decryption/.test(place)),
  ],
])("weakening a new object of a tenant %s is drift, after an import", async (_, traits, absent) => {
  const tenant = await startEmulator({ traits });
  try {
    for (const [n, { strategy }] of places.entries()) {
      const options = withNeeded(strategy, least[strategy]);
      tenant.connections.create({ name: `c${n}`, strategy, ...(Object.keys(options).length > 0 && { options }) });
    }
    for (const name of Object.keys(weakerApi)) tenant.resourceServers.create({ identifier: `urn:${name}`, name });
    tenant.connections.create({ name: "exposed", strategy: "oidc", options: withNeeded("oidc") });
    tenant.connections.create({ name: "untouched", strategy: "auth0" });
    const { client, program } = await importedOf(tenant, false);
    const engines = enginesOf(tenant, program);
    await client.close();

    const weakened = new Set<string>();
    for (const [n, { place, path }] of places.entries()) {
      const here = path.map((key) => (key === "*" ? (anyKey[place] ?? key) : key));
      const value = valueAt(tenant.connections.get(`c${n}`)?.options as Json, here);
      expect([place, value !== undefined]).toEqual([place, !absent.includes(place)]);
      if (value === undefined) continue;
      expect(value).not.toEqual(weaker[place]);
      tenant.connections.editOptions(
        `c${n}`,
        here.reduceRight<unknown>((inner, key) => ({ [key]: inner }), weaker[place]) as Record<string, unknown>,
      );
      weakened.add(`c${n}`);
    }
    for (const [name, value] of Object.entries(weakerApi)) {
      tenant.resourceServers.update(`urn:${name}`, { [name]: value });
      weakened.add(name.replaceAll("_", "-"));
    }
    tenant.connections.edit("exposed", { is_domain_connection: true });
    weakened.add("exposed");
    const found = await Promise.all(engines.map(([engine]) => engine.refresh()));
    const drift = found.flat().flatMap(({ name, op }) => (op === "same" ? [] : [name]));
    expect(drift.toSorted()).toEqual([...weakened].toSorted());
  } finally {
    await tenant.close();
  }
});
