import { randomBytes } from "node:crypto";
import fc from "fast-check";
import type { JsonObject } from "../../provider/src/model/json.ts";

const secrets = [0, 1].map(() => randomBytes(12).toString("hex"));
const secret = fc.constantFrom(...secrets);
const word = fc.constantFrom("alpha", "beta", "gamma");
const host = fc.constantFrom("one.example.com", "two.example.com");
const flag = fc.boolean();
const scopes = fc.uniqueArray(fc.constantFrom("openid", "profile", "email"), { minLength: 1 });

const client = { client_id: word, client_secret: secret };

/** Options that a program may declare, by strategy. */
const byStrategy: Readonly<Record<string, Record<string, fc.Arbitrary<unknown>>>> = {
  oidc: {
    ...client,
    type: fc.constantFrom("back_channel", "front_channel"),
    issuer: host.map((name) => `https://${name}/`),
    scope: scopes.map((list) => list.join(" ")),
    domain_aliases: fc.uniqueArray(host, { minLength: 1 }),
    upstream_params: fc.dictionary(word, fc.record({ value: word }), { minKeys: 1 }),
    icon_url: host.map((name) => `https://${name}/icon.png`),
  },
  okta: { ...client, domain: host, scope: scopes.map((list) => list.join(" ")) },
  samlp: {
    signInEndpoint: host.map((name) => `https://${name}/login`),
    signSAMLRequest: flag,
    signatureAlgorithm: fc.constantFrom("rsa-sha256", "rsa-sha1"),
    fieldsMap: fc.dictionary(word, word, { minKeys: 1 }),
    debug: flag,
  },
  waad: {
    ...client,
    tenant_domain: host,
    domain_aliases: fc.uniqueArray(host, { minLength: 1 }),
    api_enable_users: flag,
  },
  auth0: {
    disable_signup: flag,
    import_mode: flag,
    configuration: fc.dictionary(word, secret, { minKeys: 1 }),
    custom_headers: fc.array(fc.record({ name: word, value: word }), { maxLength: 2 }),
  },
  "google-oauth2": { ...client, allowed_audiences: fc.uniqueArray(word, { minLength: 1 }) },
  github: client,
  sms: { twilio_sid: word, twilio_token: secret, template: word, totp: fc.record({ length: fc.constantFrom(4, 6) }) },
  email: { name: word, email: fc.record({ subject: word, from: word }, { requiredKeys: ["subject"] }) },
  "free-strategy": {
    nested: fc.dictionary(fc.oneof(word, fc.constantFrom("a/b", "a~b")), fc.record({ deep: flag }), { minKeys: 1 }),
    list: fc.array(fc.oneof(flag, fc.nat(3), fc.record({ deep: word }))),
    nothing: fc.constant(null),
  },
};

/** The typed strategies, and one that is free. */
export const optionStrategies: readonly string[] = Object.keys(byStrategy);

/** Any part of a strategy's options. */
export function connectionOptions(strategy: string): fc.Arbitrary<JsonObject> {
  return fc.record(byStrategy[strategy] ?? {}, { requiredKeys: [] }).map((options) => options as JsonObject);
}

/** Everything that a program may declare of a connection besides its identity and its options. */
export const connectionProperties: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      displayName: fc.constantFrom("Login", "Corporate login"),
      realms: fc.uniqueArray(fc.constantFrom("a.example.com", "b.example.com", "c.example.com"), { maxLength: 2 }),
      isDomainConnection: fc.boolean(),
      metadata: fc.dictionary(fc.constantFrom("team", "tier", "__proto__"), fc.constantFrom("x", "y"), { maxKeys: 2 }),
      authentication: fc.record({ active: fc.boolean() }),
      connectedAccounts: fc.record(
        { active: fc.boolean(), crossAppAccess: fc.boolean() },
        { requiredKeys: ["active"] },
      ),
      enabledClients: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 3 }),
    },
    { requiredKeys: [] },
  )
  .map((args) => args as JsonObject);
