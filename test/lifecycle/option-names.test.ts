import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { isObject, type Json, type JsonObject, unknownValue } from "../../provider/src/schema/json.ts";
import { connectionType } from "../../provider/src/types/connection/calls.ts";
import { inClear } from "../harness/mini-engine.ts";
import { withNeeded } from "../subjects/needed-options.ts";
import { startWorld, type World } from "./world.ts";

const value = randomBytes(12).toString("hex");

let world: World;
let warn: MockInstance;
beforeEach(async () => {
  warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  world = await startWorld({}, connectionType);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

// A connection that exists has the options without which none is created.
const args = (strategy: string, options: JsonObject): JsonObject => ({ name: "corp", strategy, options, adopt: true });
/** What a check says of options, and what of them it leaves in clear. */
async function checked(strategy: string, options: JsonObject) {
  const { inputs, failures } = await world.port.check({}, args(strategy, options));
  expect(failures).toEqual([]);
  return { said: warn.mock.calls.map(([line]) => String(line)), inClear: inClear(inputs.options ?? {}) };
}

test.each<[JsonObject, string]>([
  [
    { attributes: { email: { identifier: { active: true } } }, requires_username: true },
    "options.requires_username: the service refuses this option together with options.attributes, except in a connection that has both already.",
  ],
  [
    { password_options: { history: { active: true, size: 3 } }, passwordPolicy: "good" },
    "options.passwordPolicy: the service refuses this option together with options.password_options, except in a connection that has both already.",
  ],
])("mutually exclusive options cause a warning in the preview: %j", async (options, message) => {
  const { said } = await checked("auth0", options);
  expect(said).toEqual([expect.stringContaining(message)]);
});

describe("a misspelt option causes a warning, and is accepted unchanged:", () => {
  test.each<[string, string, string, RegExp]>([
    ["oidc", "isuer", "a misspelling", /options\.isuer: unknown option\. Did you mean "issuer"\?/],
    ["oidc", "clientId", "another spelling", /Did you mean "client_id"\?/],
    ["oidc", "client-Id", "a mixed spelling", /Did you mean "client_id"\?/],
    ["oidc", "isseur", "swapped letters", /Did you mean "issuer"\?/],
    [
      "oidc",
      "signInEndpoint",
      "an option of other strategies",
      /is an option of samlp, pingfederate, adfs, ad, but not a known option of/,
    ],
    ["samlp", "discovery_urls", "a misspelling", /Did you mean "discovery_url"\?/],
    ["oidc", "metadataUrl", "an option of another strategy", /is an option of samlp, but not a known option of oidc/],
    ["auth0", "disable_signups", "a misspelling", /Did you mean "disable_signup"\?/],
  ])("%s: %s, %s", async (strategy, name, _, message) => {
    const { said, inClear } = await checked(strategy, { [name]: "https://idp.example.com/" });
    expect(said).toEqual([expect.stringMatching(message)]);
    expect(inClear).toEqual({ [name]: "https://idp.example.com/" });
  });

  test.each<[string, JsonObject]>([
    ["oidc", { issuer: "a", client_id: "b", schema_version: "oidc-V4", something_new: "c" }],
    ["google-oauth2", { tasks: true, tasks_readonly: true, gmail_new: true, icon_url: "a" }],
    ["github", { icon_url: "a" }],
    ["custom", { isuer: "a", signInEndpoint: "b" }],
    ["samlp", { signing_key: { cert: "a" }, digestAlgorithm: "sha256" }],
    ["auth0", { passwordPolicy: "good" }],
    ["auth0", { password_options: { dictionary: { custom: ["a"] } }, requires_username: true }],
    ["auth0", { attributes: { email: { identifier: { active: true } } }, requires_username: false }],
  ])("%s: %j causes no warning, and is in plain text", async (strategy, options) => {
    const { said, inClear } = await checked(strategy, options);
    expect(said).toEqual([]);
    expect(inClear).toEqual(options);
  });

  test.each([
    ["oidc", "signInEndpoint"],
    ["oidc", "metadataUrl"],
    ["samlp", "authorization_endpoint"],
    ["samlp", "attribute_map"],
  ])("%s: no correction of %s is suggested, as no known name is similar", async (strategy, name) => {
    expect((await checked(strategy, { [name]: "x" })).said).not.toEqual([expect.stringMatching(/did you mean/i)]);
  });

  test("an option in the state causes no further warning", async () => {
    const program = { corp: args("oidc", { client_id: "a", isuer: "https://idp.example.com/" }) };
    await world.engine.up(program);
    expect(warn).toHaveBeenCalledTimes(1);
    await world.engine.up(program);
    expect(warn).toHaveBeenCalledTimes(1);
    await world.engine.up({ corp: args("oidc", { client_id: "a", isuer: "https://idp.example.com/", clientId: "b" }) });
    expect(warn.mock.calls.slice(1)).toEqual([[expect.stringContaining("options.clientId")]]);
  });

  test("unknown options cause no warning", async () => {
    expect((await world.port.check({}, { name: "corp", strategy: "oidc", options: unknownValue })).failures).toEqual(
      [],
    );
    expect(warn).not.toHaveBeenCalled();
  });
});

describe("a value whose JSON type is not the documented one causes a warning, and is accepted unchanged:", () => {
  test.each<[string, JsonObject, string, string]>([
    ["waad", { max_groups_to_retrieve: 250 }, "max_groups_to_retrieve", "string, not a number. Write it with quotes"],
    ["auth0", { configuration: { RETRIES: 3 } }, "configuration.RETRIES", "string, not a number"],
    ["auth0", { import_mode: "true" }, "import_mode", "boolean, not a string. Write it without quotes"],
    ["sms", { totp: { length: "6" } }, "totp.length", "number, not a string"],
    ["oidc", { domain_aliases: ["a.example.com", 1] }, "domain_aliases[1]", "string, not a number"],
    ["okta", { type: true }, "type", "string, not a boolean"],
  ])("%s: %j", async (strategy, options, name, types) => {
    const { said } = await checked(strategy, options);
    expect(said).toEqual([expect.stringContaining(`options.${name}: the service documents a ${types}`)]);
  });

  test.each<[string, JsonObject]>([
    ["auth0", { configuration: { RETRIES: null, OTHER: unknownValue }, import_mode: unknownValue }],
    ["github", { scope: "read:user" }],
    ["samlp", { tenant_domain: "a.example.com", decryptionKey: { key: "a", cert: "b" }, fieldsMap: { email: ["a"] } }],
    ["samlp", { tenant_domain: ["a.example.com"], fieldsMap: { email: "a" } }],
    ["custom", { import_mode: 1 }],
  ])("but not %s: %j", async (strategy, options) => {
    expect((await checked(strategy, options)).said).toEqual([]);
  });
});

test.each<[JsonObject, number]>([
  [{ authentication_methods: { password: { enabled: false } } }, 1],
  [{ authentication_methods: { password: { enabled: false } }, disable_self_service_change_password: false }, 1],
  [{ authentication_methods: { password: { enabled: false } }, disable_self_service_change_password: true }, 0],
  [{ authentication_methods: { password: { enabled: true } } }, 0],
])("a database without passwords in which users could still change them: %j causes %i warnings", async (options, n) => {
  const { said } = await checked("auth0", options);
  const names = /^.*options\.disable_self_service_change_password: .*Declare true\.$/;
  expect(said).toEqual(Array.from({ length: n }, () => expect.stringMatching(names)));
});

test.each<[string, readonly string[], RegExp[]]>([
  ["samlp", ["a.example.com"], [/realms: tenants can refuse .*options\.domain_aliases/]],
  ["samlp", ["corp", "a.example.com"], [/realms: tenants can refuse /]],
  ["github", ["a.example.com"], [/realms: tenants can refuse [^,]*, remove realms from the program\.$/]],
  ["samlp", ["corp"], []],
  ["samlp", [], []],
  ["auth0", ["a.example.com"], []],
  ["not-invented-yet", ["a.example.com"], []],
])("realms of a connection that is no database cause a warning: %s, %j", async (strategy, realms, messages) => {
  const { failures } = await world.port.check({}, { ...args(strategy, {}), realms });
  expect(failures.filter((one) => /realms/.test(one))).toEqual([]);
  const said = warn.mock.calls.flat().filter((one) => /realms/.test(String(one)));
  expect(said).toEqual(messages.map((one) => expect.stringMatching(one)));
});

describe("an option named like a secret one", () => {
  test.each<[string, JsonObject, string]>([
    ["oidc", { client_secrt: value }, "client_secret"],
    ["oidc", { clientsecret: value }, "client_secret"],
    ["sms", { twilio_tokn: value }, "twilio_token"],
    ["sms", { gateway_authentication: { method: "a", secrt: value } }, "gateway_authentication.secret"],
    ["samlp", { decryptionKy: { key: value, cert: value } }, "decryptionKey"],
    ["auth0", { configuraton: { TOKEN: value } }, "configuration"],
    ["custom", { app_secrt: value }, "app_secret"],
  ])("%s: %j is treated as a secret until it is corrected", async (strategy, options, meant) => {
    const { said, inClear } = await checked(strategy, options);
    expect(said).toEqual([expect.stringContaining(`Did you mean "${meant}"? Its value is treated as a secret.`)]);
    expect(JSON.stringify(inClear)).not.toContain(value);
  });
});

describe("options whose names look secret", () => {
  test.each<[string, JsonObject]>([
    ["custom", { api_key: value }],
    ["custom", { apiKey: value, nested: { deep: { access_token: value } } }],
    ["oidc", { upstream_params: { login_password: { value } } }],
    ["adfs", { credentials: { user: value, others: [value] } }],
    ["custom", { servers: [{ host: "a" }, { passphrase: value }] }],
    ["auth0", { customScripts: { api_key: value } }],
    ["custom", { passwordPolicy: value }],
    ["custom", { configuration: value }],
    ["samlp", { signing_key: { key: value, passphrase: value } }],
  ])("%s: texts of %j are secret in the state", async (strategy, options) => {
    const declared = args(strategy, withNeeded(strategy, options));
    expect((await world.engine.up({ corp: declared }))[0]?.failure).toBeUndefined();
    await world.engine.refresh();
    expect(await world.engine.changes({ corp: declared })).toEqual([]);
    expect(JSON.stringify(inClear((world.engine.state.get("corp") ?? {}) as unknown as Json))).not.toContain(value);
    expect(warn).not.toHaveBeenCalled();
  });

  test("numbers and booleans of such options are in plain text", async () => {
    const options = { access_token_ttl: 60, ext_token: true, token_endpoint: "https://idp.example.com/token" };
    expect((await checked("custom", options)).inClear).toEqual(options);
  });

  test("a resource of an earlier version encrypts its secrets in an update that sends nothing", async () => {
    const declared = args("custom", { api_key: value });
    await world.engine.up({ corp: declared });
    const entry = world.engine.state.get("corp");
    if (!entry) throw new Error("nothing was created");
    const { __secrets: _, ...inputs } = entry.inputs;
    const { __secrets: __, ...outputs } = entry.outputs;
    const plain = (props: JsonObject) => (isObject(props.options) ? { ...props, options: { api_key: value } } : props);
    world.engine.state.set("corp", { ...entry, inputs: plain(inputs), outputs: plain(outputs) });
    world.tenant.clearRequests();
    expect(await world.engine.up({ corp: declared })).toEqual([{ name: "corp", op: "update" }]);
    expect(world.calls()).toEqual([]);
    expect(JSON.stringify(inClear((world.engine.state.get("corp") ?? {}) as unknown as Json))).not.toContain(value);
  });
});
