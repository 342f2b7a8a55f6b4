import { describe, expect, test } from "vitest";
import { newTenant, oldTenant } from "../../../provider/src/emulator/shared/module.ts";
import { declarationOf } from "../../../provider/src/import/resource.ts";
import { takeInventory } from "../../../provider/src/import/take-inventory.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { resourceTypes } from "../../../provider/src/types/resource-types.made.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { startTenant } from "./tenant.ts";

/** The least that the service takes for a new connection, where a strategy needs anything. */
const least: Readonly<Record<string, object>> = {
  adfs: { adfs_server: "adfs.example.com" },
  oidc: { client_id: "client-1" },
  okta: { client_id: "client-1", domain: "dev.okta.example.com" },
  pingfederate: { pingFederateBaseUrl: "https://ping.example.com", signingCert: "bm90IG9uZQ==" },
  waad: { client_id: "client-1" },
  samlp: { signingCert: "bm90IG9uZQ==", signInEndpoint: "https://idp.example.com/login" },
};
const strategies = (
  "ad adfs amazon apple auth0 custom email facebook github google-apps google-oauth2 line linkedin oauth2 oidc okta " +
  "pingfederate salesforce samlp sms waad windowslive wordpress"
).split(" ");

/** What decides about security, of a new connection of a tenant of any age. */
const guarded: Readonly<Record<string, object>> = {
  ad: { brute_force_protection: true },
  adfs: { should_trust_email_verified_connection: "always_set_emails_as_verified" },
  "google-apps": { scope: ["email", "profile"], handle_login_from_social: true },
  auth0: { brute_force_protection: true, mfa: { active: true } },
  email: { brute_force_protection: true },
  oidc: {
    ...{ type: "front_channel", connection_settings: { pkce: "auto" } },
    attribute_map: { mapping_mode: "bind_all" },
  },
  okta: {
    ...{ type: "back_channel", connection_settings: { pkce: "auto" } },
    attribute_map: { mapping_mode: "basic_profile" },
  },
  sms: { brute_force_protection: true },
  waad: {
    ...{ useCommonEndpoint: false, should_trust_email_verified_connection: "never_set_emails_as_verified" },
    ...{ identity_api: "microsoft-identity-platform-v2.0", waad_protocol: "openid-connect", use_wsfed: false },
  },
};

/** The same where the tenant's age matters. */
const ofToday: Readonly<Record<string, object>> = {
  auth0: {
    password_options: {
      complexity: {
        ...{ min_length: 15, character_types: [], character_type_rule: "all", max_length_exceeded: "error" },
        ...{ identical_characters: "allow", sequential_characters: "allow" },
      },
      history: { active: false, size: 3 },
      dictionary: { active: false, custom: [], default: "en_100k" },
      profile_data: {
        active: false,
        blocked_fields: [
          ...["name", "username", "nickname", "email", "phone_number"],
          ...["user_metadata.name", "user_metadata.first", "user_metadata.last"],
        ],
      },
    },
    authentication_methods: {
      password: { enabled: true, api_behavior: "required", signup_behavior: "allow" },
      passkey: { enabled: false },
    },
  },
  "google-apps": { map_user_id_to_id: false },
  waad: { userid_attribute: "oid" },
  samlp: { assertion_decryption_settings: { algorithm_profile: "v2026-1", algorithm_exceptions: [] } },
};
const of2022: Readonly<Record<string, object>> = { auth0: { passwordPolicy: "good" } };

/** Who can get tokens for a new API. An older tenant does not tell. */
const access = { user: { policy: "allow_all" }, client: { policy: "require_client_grant" } };

describe.each([
  ["with today's defaults", newTenant, ofToday, { subjectTypeAuthorization: access }],
  ["with the defaults of 2022", oldTenant, of2022, {}],
])("the program of a new object at a tenant %s", (_, traits, ofItsTime, accessOfItsTime) => {
  test("declares only the values of its creation, and those that matter for security", async () => {
    const tenant = await startTenant({ traits });
    for (const strategy of strategies) {
      const options = least[strategy];
      tenant.emulator.connections.create({ name: strategy, strategy, ...(options && { options }) });
    }
    tenant.emulator.resourceServers.create({ identifier: "https://orders.example.com" });
    const { items } = await takeInventory(tenant.client, { access: tenant.access });
    const declared = items.map(({ type, properties }) =>
      declarationOf(resourceTypes[type].schema, tools[type].importRules ?? {}, properties, {
        all: false,
        refused: new Map(),
      }),
    );
    expect(declared.map(({ args }) => args)).toEqual([
      {
        ...{ identifier: "https://orders.example.com", signingAlg: "RS256", allowOfflineAccess: false },
        ...{ tokenLifetime: 86_400, tokenLifetimeForWeb: 7_200, skipConsentForVerifiableFirstPartyClients: false },
        ...accessOfItsTime,
      },
      ...strategies.map((strategy) => {
        const { signingCert, ...options } = (least[strategy] ?? {}) as { signingCert?: string };
        // Of pingfederate it never comes back.
        const sent = strategy === "samlp" ? { ...options, signingCert } : options;
        const shown = { ...sent, ...guarded[strategy], ...ofItsTime[strategy] };
        const isDomainConnection = false;
        return {
          name: strategy,
          strategy,
          isDomainConnection,
          ...(Object.keys(shown).length > 0 && { options: shown }),
        };
      }),
    ]);
  });
});

test.each([false, true])(
  "options that the service derives from a certificate are not declared beside it, with --all: %s",
  async (all) => {
    const tenant = await startTenant();
    const pem = "-----BEGIN CERTIFICATE-----\nbm90IG9uZQ==\n-----END CERTIFICATE-----\n";
    const options = { ...least.samlp, signingCert: Buffer.from(pem).toString("base64") };
    tenant.emulator.connections.create({ name: "corp", strategy: "samlp", options });
    const { items } = await takeInventory(tenant.client, { access: tenant.access });
    const [live = {}] = items.map((item) => item.properties);
    const declared = (found: JsonObject) => {
      const { schema } = resourceTypes.connection;
      const { importRules = {} } = tools.connection;
      const { args } = declarationOf(schema, importRules, found, { all, refused: new Map() });
      return Object.keys(Object(args.options)).filter((option) => /cert|thumb|expires|subject/i.test(option));
    };
    expect(Object(live.options)).toHaveProperty("cert", pem);
    expect(declared(live)).toEqual(["signingCert"]);
    // Another certificate than that of the other option has been set by somebody.
    const cert = pem.replace("bm90", "b3Ro");
    expect(declared({ ...live, options: { ...Object(live.options), cert } }).toSorted()).toEqual([
      "cert",
      "signingCert",
    ]);
  },
);

test("a database with the older password options does not declare the newer ones, so that every tenant accepts the program", async () => {
  const tenant = await startTenant();
  const options = { passwordPolicy: "good", password_history: { enable: true, size: 3 } };
  tenant.emulator.connections.create({ name: "customers", strategy: "auth0", options });
  const { items } = await takeInventory(tenant.client, { access: tenant.access });
  const [live] = items.map((item) => item.properties);
  expect(live?.options).toHaveProperty("password_options");
  const { args } = declarationOf(resourceTypes.connection.schema, tools.connection.importRules ?? {}, live ?? {}, {
    all: false,
    refused: new Map(),
  });
  expect(args.options).toMatchObject(options);
  expect(args.options).not.toHaveProperty("password_options");
});
