import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { codeOf } from "../harness/fault-run/runtime.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users see of the tenant's phone provider and of the texts of its messages. */

const providerPath = "branding/phone/providers";
const templatePath = "branding/phone/templates/otp_verify";
const configuration = { deliveryMethods: ["text"], sid: "AC0001", defaultFrom: "+15550100" };
const twilio = { name: "twilio", configuration, credentials: { authToken: "phone-token-1" } };
const custom = { name: "custom", configuration: { deliveryMethods: ["text"] } };
const verify = { type: "otp_verify", text: "{{ code }}" };

const stack = stackOfEachTest();

const provider = (args?: JsonObject) => stack.up(args ? { "phoneProvider-it": args } : {});
const template = (args?: JsonObject) => stack.up(args ? { "phoneTemplate-it": args } : {});
const writes = () =>
  stack.tenant.requests
    .filter(({ path, method }) => path.startsWith("/api/") && method !== "GET")
    .map(({ method, body }) => [method, body]);
const stored = (path: string) => stack.tenant.export("settings").settings?.find(({ id }) => id === path);

test("each update sends the token; a change to a custom action sends all values of the new provider", async () => {
  expect(await provider(twilio)).toEqual([]);
  expect(writes()).toMatchObject([["POST", { name: "twilio" }]]);
  expect(await provider({ ...twilio, disabled: true })).toEqual([]);
  expect(writes()).toMatchObject([["PATCH", { disabled: true, credentials: "[redacted]" }]]);
  expect(stored(providerPath)).toMatchObject({ disabled: true, credentials: { auth_token: "phone-token-1" } });
  expect(await provider(custom)).toEqual([]);
  expect(stored(providerPath)).toMatchObject({ configuration: { delivery_methods: ["text"] }, credentials: {} });
  expect(JSON.stringify([...(stack.runs.engine?.state ?? [])])).not.toContain("phone-token-1");
});

test("a change of the provider keeps another client's value of whose changes the program ignores", async () => {
  expect(await provider(custom)).toEqual([]);
  stack.tenant.settings.update(providerPath, { configuration: { delivery_methods: ["voice", "text"] } });
  const { engine } = await stack.runs.next();
  engine.ignored.set("phoneProvider-it", ["configuration.deliveryMethods"]);
  const [step] = await engine.up({ "phoneProvider-it": { ...twilio, disabled: false } });
  expect([step?.op, step?.failure]).toEqual(["update", undefined]);
  expect(stored(providerPath)).toMatchObject({
    name: "twilio",
    configuration: { delivery_methods: ["voice", "text"], sid: "AC0001" },
  });
});

test("an update that could remove an undeclared auth token is refused by name until the token is declared", async () => {
  const { credentials, ...undeclared } = twilio;
  stack.tenant.settings.update(providerPath, {
    name: "twilio",
    configuration: { delivery_methods: ["text"], sid: "AC0001", default_from: "+15550100" },
    credentials: { auth_token: "phone-token-1" },
  });
  // An adoption that sends nothing can remove nothing.
  expect(await provider(undeclared)).toEqual([]);
  expect(await provider({ ...undeclared, disabled: true })).toEqual([
    expect.stringMatching(/credentials\.authToken could be lost.*Declare credentials\.authToken with its value/s),
  ]);
  expect(writes()).toEqual([]);
  expect(await provider({ ...twilio, disabled: true })).toEqual([]);
  // The removal leaves the token at the tenant, so another change beside it must not lose it.
  expect(await provider({ ...undeclared, disabled: false })).toEqual([
    expect.stringContaining("credentials.authToken could be lost"),
  ]);
  expect(stored(providerPath)).toMatchObject({ disabled: true, credentials: { auth_token: credentials.authToken } });
});

test("a new provider without credentials, and values that it does not have, are refused before anything is sent", async () => {
  const wrong = [
    { ...custom, configuration },
    { ...custom, credentials: { authToken: "phone-token-1" } },
  ];
  const messages = [];
  for (const args of wrong) messages.push(...(await provider(args)));
  expect(messages).toEqual([
    expect.stringMatching(/configuration\.sid: is not a setting of the provider "custom"/),
    expect.stringMatching(/credentials\.authToken: is not a credential of the provider "custom"/),
  ]);
  await provider(twilio);
  stack.tenant.settings.update(providerPath, { name: "custom", configuration: { delivery_methods: ["voice"] } });
  expect(await provider({ ...twilio, disabled: true })).toEqual([
    expect.stringContaining('the tenant now has the provider "custom", but the program declares "twilio"'),
  ]);
  expect(writes()).toEqual([]);
});

test("a removed sender stays until another one replaces it, as Twilio requires one", async () => {
  const { defaultFrom, ...account } = configuration;
  const changed = (more: JsonObject) => provider({ ...twilio, configuration: { ...account, ...more } });
  const sent = () => (stored(providerPath)?.configuration ?? {}) as JsonObject;
  await provider(twilio);
  expect(await changed({})).toEqual([]);
  expect(sent()).toMatchObject({ sid: "AC0001", default_from: defaultFrom });
  expect(await changed({ defaultFrom })).toEqual([]);
  expect(await changed({ mssid: "MG0001" })).toEqual([]);
  expect(sent()).toEqual({ delivery_methods: ["text"], sid: "AC0001", mssid: "MG0001" });
});

test("a provider that the program enables keeps its account and another client's sender", async () => {
  const { sid: _, ...rest } = configuration;
  await provider(twilio);
  const { configuration: before } = stored(providerPath) as { configuration: JsonObject };
  stack.tenant.settings.update(providerPath, { configuration: { ...before, mssid: "MG0001" } });
  expect(await provider({ ...twilio, configuration: rest, disabled: false })).toEqual([]);
  expect(stored(providerPath)).toMatchObject({ disabled: false, configuration: { sid: "AC0001", mssid: "MG0001" } });
});

test("a new text is created; another client's text is changed with its other parts", async () => {
  expect(await template(verify)).toEqual([]);
  expect(writes()).toEqual([["POST", { type: "otp_verify", content: { body: { text: "{{ code }}" } } }]]);
  stack.tenant.settings.update(templatePath, {
    content: { from: "Example", body: { text: "{{ code }}", voice: "v" } },
  });
  expect(await template({ ...verify, text: "New {{ code }}" })).toEqual([]);
  expect(writes()).toEqual([["PATCH", { content: { from: "Example", body: { text: "New {{ code }}", voice: "v" } } }]]);
});

test("missing objects are created as preview and run say, and existing ones adopted", async () => {
  const { port } = await stack.runs.next();
  for (const [kind, args] of [
    ["phoneProvider", custom],
    ["phoneTemplate", verify],
  ] as const)
    await port.check({}, { __provider: codeOf(kind), ...args, __preview: true });
  const says = (does: string) => [
    expect.stringMatching(
      `^phone provider \\(no values in this tenant yet\\): ${does} creates it with:\\n {2}name: "custom"`,
    ),
    expect.stringMatching(`^phone template "otp_verify" \\(no values .*\\): ${does} creates it with:\\n {2}text: "`),
  ];
  expect(stack.said.filter((line) => line.includes("creates it"))).toEqual(says("`pulumi up`"));
  await stack.up({ "phoneProvider-it": custom, "phoneTemplate-it": verify });
  expect(stack.said.filter((line) => line.includes("creates it"))).toEqual(says("this run"));
  await stack.up({ "phoneProvider-it": custom, "phoneTemplate-it": verify }, new Map());
  expect(stack.said.filter((line) => / \(exists in every tenant\): this run adopts it/.test(line))).toHaveLength(2);
});

test("a lost creation reports that the written parts are unknown, and the next run writes the rest", async () => {
  const path = `/api/v2/branding/phone/templates`;
  stack.tenant.inject({ kind: "reset-before", method: "POST", path, times: Number.POSITIVE_INFINITY });
  const [failure] = await template(verify);
  expect(failure).toMatch(/It is not known how much of phone template "otp_verify" was written\. The next `pulumi up`/);
  expect(failure).not.toContain("before you repeat");
  stack.tenant.clearFaults();
  expect(await template(verify)).toEqual([]);
  expect(stored(templatePath)).toMatchObject({ content: { body: { text: "{{ code }}" } } });
});

test("with resetOnDestroy, a destroy deletes the text; an already deleted one needs no call", async () => {
  await template({ ...verify, voice: "{{ code }}", resetOnDestroy: true });
  expect(await template()).toEqual([]);
  expect(writes()).toEqual([["DELETE", undefined]]);
  expect(stored(templatePath)).toBeUndefined();
  expect(stack.said.join()).not.toMatch(/cannot reset|keeps/);
  await template({ ...verify, resetOnDestroy: true });
  stack.tenant.settings.delete(templatePath);
  expect(await template()).toEqual([]);
  expect(writes()).toEqual([]);
});

test("a tenant without phone provider protection gets an error that names its plan", async () => {
  const said = { error: "Forbidden", statusCode: 403, message: "Exponential backoff is not enabled for this tenant." };
  stack.tenant.inject({
    ...{ kind: "status", status: 403, path: "/api/v2/attack-protection/phone-provider-protection", times: 9 },
    body: JSON.stringify(said),
  });
  expect(await stack.up({ "phoneProviderProtection-it": { type: "exponential" } })).toEqual([
    expect.stringMatching(/not enabled for this tenant.*plan or settings do not include this feature/s),
  ]);
});
