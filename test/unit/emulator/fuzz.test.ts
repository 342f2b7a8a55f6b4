import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError, startEmulator, type WireObject } from "../../../provider/src/emulator/index.ts";

const keys = [
  "identifier",
  "name",
  "scopes",
  "signing_alg",
  "signing_secret",
  "token_lifetime",
  "token_lifetime_for_web",
  "token_encryption",
  "consent_policy",
  "authorization_details",
  "proof_of_possession",
  "subject_type_authorization",
  "authorization_policy",
];
const body = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...keys), fc.oneof(fc.jsonValue(), fc.integer(), fc.string())),
);

test("APIs: any request is applied as a whole or refused with 400 or 409, and the tenant can be used as a seed", async () => {
  const emulator = await startEmulator();
  try {
    const servers = emulator.resourceServers;
    const { id } = servers.create({ identifier: "urn:target" });
    fc.assert(
      fc.property(body, fc.boolean(), (sent, create) => {
        const before = JSON.stringify(servers.list());
        const wire = sent as Record<string, unknown>;
        try {
          const answered = create ? servers.create(wire) : servers.update(String(id), wire);
          expect(servers.get(String(answered.id))).toEqual(answered);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          expect([400, 409]).toContain(error.status);
          expect(JSON.stringify(servers.list())).toBe(before);
        }
      }),
      { numRuns: 1000 },
    );
    const copy = await startEmulator({ seed: emulator.export() });
    expect(copy.export()).toEqual(emulator.export());
    await copy.close();
  } finally {
    await emulator.close();
  }
});

const flag = fc.boolean();
const object = fc.dictionary(fc.constantFrom("email", "a", "complexity"), fc.oneof(fc.jsonValue(), fc.constant({})));
/** Options with values of the types that the service admits. */
const typed: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  client_id: fc.string(),
  issuer: fc.string(),
  discovery_url: fc.webUrl(),
  domain: fc.domain(),
  type: fc.string(),
  scope: fc.oneof(fc.string(), fc.array(fc.string())),
  email: flag,
  profile: flag,
  metadataXml: fc.string(),
  signingCert: fc.string(),
  cert: fc.string(),
  pingFederateBaseUrl: fc.string(),
  configuration: fc.dictionary(fc.string(), fc.option(fc.string())),
  attributes: object,
  password_options: object,
  passwordPolicy: fc.constantFrom("none", "good"),
  enable_script_context: flag,
  oidc_metadata: fc.object(),
  token_endpoint: fc.option(fc.webUrl()),
  idpinitiated: object,
  foreign: fc.jsonValue(),
  ["__proto__"]: fc.jsonValue(),
};
/** Mostly of the right types, sometimes of any. */
const options = fc
  .subarray(Object.keys(typed), { maxLength: 6 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .oneof({ weight: 40, arbitrary: typed[name] ?? fc.jsonValue() }, { weight: 1, arbitrary: fc.jsonValue() })
          .map((value): [string, unknown] => [name, value]),
      ),
    ),
  )
  .map((entries) => Object.fromEntries(entries));
const members: [string, fc.Arbitrary<unknown>][] = [
  ["display_name", fc.string()],
  ["realms", fc.array(fc.string())],
  ["show_as_button", fc.boolean()],
  ["metadata", fc.dictionary(fc.string(), fc.option(fc.string()))],
  ["cross_app_access_resource_app", fc.option(fc.constant({ status: "enabled" }))],
  ["enabled_clients", fc.array(fc.string({ minLength: 1 }))],
  ["options", options],
  ["name", fc.constantFrom("one", "two", "three")],
  [
    "strategy",
    fc.constantFrom("auth0", "oidc", "okta", "samlp", "pingfederate", "google-oauth2", "github", "sms", "custom"),
  ],
];
const written = fc.record(Object.fromEntries(members), { requiredKeys: [] });
const operation = fc.constantFrom("create", "update", "edit", "editOptions", "delete");

test("connections: any request is applied as a whole or refused, and the tenant can be used as a seed", async () => {
  const emulator = await startEmulator();
  const { connections } = emulator;
  const applied = { create: 0, update: 0, edit: 0, editOptions: 0, delete: 0 };
  const carryOut = (what: keyof typeof applied, sent: Record<string, unknown>) => {
    const { name = "one", strategy = "oidc", ...rest } = sent;
    if (what === "create") return connections.create({ name, strategy, ...rest });
    if (what === "delete") return connections.delete(String(name));
    return connections[what](String(name), what === "editOptions" ? ((rest.options ?? {}) as WireObject) : rest);
  };
  try {
    fc.assert(
      fc.property(operation, written, (what, sent) => {
        const before = JSON.stringify(connections.list());
        try {
          const answered = carryOut(what, sent) as { id?: unknown } | undefined;
          applied[what] += 1;
          if (answered) expect(connections.get(String(answered.id))).toEqual(answered);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          expect([400, 404, 409]).toContain(error.status);
          expect(JSON.stringify(connections.list())).toBe(before);
        }
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(...Object.values(applied))).toBeGreaterThan(10);
    const copy = await startEmulator({ seed: emulator.export() });
    expect(copy.export()).toEqual(emulator.export());
    await copy.close();
  } finally {
    await emulator.close();
  }
});

const strategies = ["auth0", "oidc", "okta", "samlp", "pingfederate", "google-oauth2", "github", "sms", "custom"];
test("connections: options that are read, or stored, and sent again stay unchanged", async () => {
  const emulator = await startEmulator();
  const { connections } = emulator;
  let applied = 0;
  try {
    fc.assert(
      fc.property(fc.constantFrom(...strategies), options, (strategy, given) => {
        connections.delete("a");
        try {
          connections.create({ name: "a", strategy, options: given });
        } catch (error) {
          if (error instanceof ServiceError && error.status === 400) return;
          throw error;
        }
        applied += 1;
        const { metadataXml: _, signingCert: __, configuration: ___, ...sent } = given;
        // what the service makes of them, or completes
        const made = [
          "cert",
          "thumbprints",
          "scope",
          "attributes",
          "password_options",
          "oidc_metadata",
          "idpinitiated",
        ];
        for (const [key, value] of Object.entries(sent)) {
          if (!made.includes(key) && value !== null)
            expect(Object.entries(connections.get("a")?.options ?? {})).toContainEqual([key, value]);
        }
        const kept = emulator.export();
        connections.editOptions("a", {});
        expect(emulator.export()).toEqual(kept);
        if (Object.keys(connections.hiddenOptions("a")).length > 0 || "configuration" in given) return;
        const { options: read } = connections.get("a") ?? {};
        expect(connections.edit("a", { options: read }).options).toEqual(read);
      }),
      { numRuns: 1000 },
    );
    expect(applied).toBeGreaterThan(500);
  } finally {
    await emulator.close();
  }
});
