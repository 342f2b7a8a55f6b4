import { expect, test } from "vitest";
import { compare, isSame } from "../../../provider/src/compare/compare.ts";
import { readSide, readTypes, type Side } from "../../../provider/src/compare/side.ts";
import { toJson, toMarkdown, toText } from "../../../provider/src/compare/words.ts";
import type { Seed } from "../../../provider/src/emulator/index.ts";
import { importableTypes } from "../../../provider/src/import/inventory.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { startTenant } from "../import/tenant.ts";
import { sideOfSeed } from "./sides.ts";

const settings = (...all: NonNullable<Seed["settings"]>): Seed => ({ settings: all });
const welcome = (more: object) => ({
  ...{ id: "email-templates/welcome_email", template: "welcome_email", body: "<p>Welcome</p>", enabled: true },
  ...more,
});
const invitation = { ...welcome({}), id: "email-templates/user_invitation", template: "user_invitation" };

test("e-mails that a tenant has changed are compared: different texts, and e-mails that only one tenant has", async () => {
  const a = await sideOfSeed(settings(welcome({ body: "<p>Hello</p>" })), "dev");
  const b = await sideOfSeed(settings(welcome({}), invitation), "prod");
  const { different, missing } = compare(a, b);
  expect(different).toMatchObject([{ title: 'EmailTemplate "welcome_email"', changes: [{ path: "body" }] }]);
  expect(missing).toMatchObject([{ title: 'EmailTemplate "user_invitation"', on: 0 }]);
});

test("settings that only one tenant has changed are a difference, and no missing object", async () => {
  const a = await sideOfSeed({}, "dev");
  const b = await sideOfSeed(settings({ id: "branding", logo_url: "https://www.example.com/logo.svg" }), "prod");
  const { different, missing } = compare(a, b);
  expect(missing).toEqual([]);
  expect(different).toMatchObject([{ title: "Branding", changes: [{ path: "logoUrl", kind: "add" }] }]);
});

test("each type is compared, is a part of a compared type, or is listed as not compared with the reason", async () => {
  const [a, b] = [await sideOfSeed({}, "dev"), await sideOfSeed({}, "prod")];
  const result = compare(a, b);
  const named = result.skipped.map(({ type }) => type);
  expect(named).toEqual(["user", "userRoles", "userPermissions", "organizationMembers", "groupRoles"]);
  const parts = typeNames.filter((type) => !readTypes.includes(type) && !named.includes(type));
  expect(parts).toEqual(["resourceServerScopes", "connectionClients", "customDomainVerification"]);
  expect(isSame(result)).toBe(true);
  for (const text of [toText(result), toMarkdown(result)]) {
    expect(text).toMatch(/Not compared: .*, because users create them at run time; --kinds OrganizationMembers/);
  }
  const ofUsers = expect.stringContaining("belong to single users");
  expect(toJson(result).skipped).toEqual([
    { type: "User", why: expect.stringContaining("run time") },
    { type: "UserRoles", why: ofUsers },
    { type: "UserPermissions", why: ofUsers },
    { type: "OrganizationMembers", why: expect.stringContaining("run time") },
    { type: "GroupRoles", why: expect.stringContaining("belong to single groups") },
  ]);
});

test("a type that the tenant refuses to list is named once, and a part of another type is not named", async () => {
  const a = await sideOfSeed({}, "dev");
  const b = await sideOfSeed({}, "prod", [], ["read:clients"]);
  const { notCompared, skipped, missing } = compare(a, b);
  const named = notCompared.map(({ type }) => type);
  expect(missing).toEqual([]);
  expect(named).toContain("emailTemplate");
  expect(new Set(named).size).toBe(named.length);
  expect(named).not.toContain("resourceServerScopes");
  expect(skipped.filter(({ type }) => named.includes(type))).toEqual([]);
});

test("texts, partials and scripts of login pages are compared: different ones, and those that only one tenant has", async () => {
  const script = (src: string) => ({ rendering_mode: "advanced", head_tags: [{ tag: "script", attributes: { src } }] });
  const tenant = (title: string, html: string, src: string, more: NonNullable<Seed["settings"]> = []): Seed => ({
    customDomains: [{ domain: "login.example.com", type: "auth0_managed_certs" }],
    ...settings(
      { id: "prompts/login/custom-text/en", texts: { login: { title } } },
      { id: "prompts/login/partials", partials: { login: { "form-content-start": html } } },
      { id: "prompts/login-id/screen/login-id/rendering", ...script(src) },
      ...more,
    ),
  });
  const [safe, evil] = ["https://cdn.example.com/a.js", "https://cdn.example.net/a.js"];
  const second = { id: "prompts/login/screen/login/rendering", ...script(evil) };
  const a = await sideOfSeed(tenant("Hello", "<p>one</p>", safe), "dev");
  const b = await sideOfSeed(tenant("Hi", "<p>two</p>", evil, [second]), "prod");
  const { different, missing } = compare(a, b);
  expect(different).toMatchObject([
    // First what decides about security.
    { title: 'PromptPartials "login"', changes: [{ path: 'partials.login["form-content-start"]' }] },
    { title: 'PromptRendering "login-id · login-id"', changes: [{ path: "headTags" }] },
    { title: 'PromptTexts "login · en"', changes: [{ path: "texts.login.title" }] },
  ]);
  expect(missing).toMatchObject([{ title: 'PromptRendering "login · login"', on: 0 }]);
});

test("a screen that was changed and reset is no difference from a new tenant, nor from one without a custom domain", async () => {
  const domain = { customDomains: [{ domain: "login.example.com", type: "auth0_managed_certs" }] };
  const reset = { id: "prompts/login/screen/login/rendering", rendering_mode: "standard" };
  const a = await sideOfSeed({ ...domain, ...settings(reset) }, "dev");
  const b = await sideOfSeed(domain, "prod");
  expect(isSame(compare(a, b))).toBe(true);
  const { notCompared } = compare(a, await sideOfSeed({}, "test"));
  expect(notCompared).toEqual([]);
});

test("a feature of no plan is named without a failure; a missing scope or an object on one side is a failure", async () => {
  const seed: Seed = { customDomains: [{ domain: "login.example.com", type: "auth0_managed_certs" }] };
  const rendering = { id: "prompts/login/screen/login/rendering", rendering_mode: "advanced" };
  const sideWith = async (name: string, errorCode: string) => {
    const { emulator, client, access } = await startTenant({ seed });
    const body = JSON.stringify({ statusCode: 403, error: "Forbidden", errorCode, message: "No." });
    emulator.inject({ kind: "status", method: "GET", path: "/api/v2/prompts/rendering", status: 403, body });
    return readSide(client, { access, name });
  };
  const [dev, test] = [await sideWith("dev", "feature_not_enabled"), await sideWith("test", "feature_not_enabled")];
  const result = compare(dev, test);
  expect(isSame(result)).toBe(true);
  expect(toText(result)).toContain(
    "Not compared: prompt renderings, because the plan of dev and of test does not include them, and no side has any",
  );
  const named = (one: Side, other: Side) => compare(one, other).notCompared.map(({ type, on }) => [type, on]);
  expect(named(dev, await sideOfSeed(seed, "prod"))).toEqual([]);
  expect(named(dev, await sideOfSeed({ ...seed, ...settings(rendering) }, "prod"))).toEqual([["promptRendering", 0]]);
  expect(named(await sideWith("small", "insufficient_scope"), dev)).toContainEqual(["promptRendering", 0]);
});

test("an object of a state whose type no tenant lists is never missing at the tenant", async () => {
  const tenant = await sideOfSeed(settings(invitation), "prod");
  const of = (type: (typeof typeNames)[number], id: string, properties: Side["objects"][number]["properties"]) => ({
    ...{ type, id, properties },
  });
  const state: Side = {
    ...{ name: "dev", hosts: [], unread: new Map(), isPartial: true },
    objects: [
      of("promptTexts", "login::en", { prompt: "login", language: "en", texts: { login: { title: "Hello" } } }),
      of("connectionClients", "con_1", { connectionId: "con_1", clients: ["x"] }),
      of("resourceServerScopes", "https://a.example.com", { identifier: "https://a.example.com", scopes: {} }),
    ],
  };
  const result = compare(state, tenant);
  expect(result.different).toEqual([]);
  expect(result.missing).toMatchObject([{ title: 'PromptTexts "login · en"', on: 1 }]);
  // Two states have what their programs declare.
  const other = { ...state, name: "prod", objects: state.objects.map((one) => ({ ...one })) };
  const [texts] = other.objects;
  if (texts) other.objects[0] = { ...texts, properties: { ...texts.properties, texts: { login: { title: "Hi" } } } };
  expect(compare(state, other)).toMatchObject({ different: [{ title: 'PromptTexts "login · en"' }], skipped: [] });
});

test("--kinds accepts exactly the types that can be read", () => {
  for (const type of importableTypes) {
    const { listing, schema } = definitions[type];
    expect(listing !== undefined || schema.singleton !== undefined).toBe(true);
  }
  expect(importableTypes).toContain("emailTemplate");
});
