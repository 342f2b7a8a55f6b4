import { expect, test } from "vitest";
import { compare, isSame } from "../../../provider/src/compare/compare.ts";
import { readableTypes, readTypes } from "../../../provider/src/compare/read.ts";
import type { Side } from "../../../provider/src/compare/side.ts";
import { toJson, toMarkdown, toText } from "../../../provider/src/compare/words.ts";
import { definitions, typeNames } from "../../../provider/src/definitions/registry.ts";
import type { Seed } from "../../../provider/src/emulator/index.ts";
import { sideOfSeed } from "./sides.ts";

const settings = (...all: NonNullable<Seed["settings"]>): Seed => ({ settings: all });
const welcome = (more: object) => ({
  ...{ id: "email-templates/welcome_email", template: "welcome_email", body: "<p>Welcome</p>", enabled: true },
  ...more,
});
const invitation = { ...welcome({}), id: "email-templates/user_invitation", template: "user_invitation" };

test("the tenant's own e-mails are compared: texts that differ, and those that one tenant does not have", async () => {
  const a = await sideOfSeed(settings(welcome({ body: "<p>Hello</p>" })), "dev");
  const b = await sideOfSeed(settings(welcome({}), invitation), "prod");
  const { different, missing } = compare(a, b);
  expect(different).toMatchObject([{ title: 'EmailTemplate "welcome_email"', changes: [{ path: "body" }] }]);
  expect(missing).toMatchObject([{ title: 'EmailTemplate "user_invitation"', on: 0 }]);
});

test("a setting that one tenant has as it was made is a difference, and no missing object", async () => {
  const a = await sideOfSeed({}, "dev");
  const b = await sideOfSeed(settings({ id: "branding", logo_url: "https://www.example.com/logo.svg" }), "prod");
  const { different, missing } = compare(a, b);
  expect(missing).toEqual([]);
  expect(different).toMatchObject([{ title: "Branding", changes: [{ path: "logoUrl", kind: "add" }] }]);
});

test("each type is compared, a part of a compared one, or named as not compared with the reason", async () => {
  const [a, b] = [await sideOfSeed({}, "dev"), await sideOfSeed({}, "prod")];
  const result = compare(a, b);
  const named = result.skipped.map(({ type }) => type);
  expect(named).toEqual(expect.arrayContaining(["organizationMembers", "promptTexts", "promptPartials"]));
  const parts = typeNames.filter((kind) => !readTypes.includes(kind) && !named.includes(kind));
  expect(parts).toEqual(["resourceServerScopes", "connectionClients", "customDomainVerification"]);
  expect(isSame(result)).toBe(true);
  for (const text of [toText(result), toMarkdown(result)]) {
    expect(text).toContain("Not compared: prompt texts, because no listing that this version reads shows");
    expect(text).toMatch(/Not compared: prompt partials, because .* few of them a minute; --kinds PromptPartials/);
  }
  expect(toJson(result).skipped).toContainEqual({ type: "PromptTexts", why: expect.stringContaining("no listing") });
});

test("a refused type is named once, and what is no type of its own is not named", async () => {
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

test("partials are compared if they are asked for", async () => {
  const partials = (html: string) =>
    settings({ id: "prompts/login/partials", partials: { login: { "form-content-start": html } } });
  const [a, b] = [
    await sideOfSeed(partials("<p>one</p>"), "dev", ["promptPartials"]),
    await sideOfSeed(partials("<p>two</p>"), "prod", ["promptPartials"]),
  ];
  const result = compare(a, b, { kinds: ["promptPartials"] });
  expect(result.different).toMatchObject([
    { title: 'PromptPartials "login"', changes: [{ path: 'partials.login["form-content-start"]' }] },
  ]);
  expect([result.missing, result.skipped]).toEqual([[], []]);
});

test("what a state has of types that no tenant lists is never missing at the tenant", async () => {
  const tenant = await sideOfSeed(settings(invitation), "prod");
  const of = (kind: (typeof typeNames)[number], id: string, properties: Side["objects"][number]["properties"]) => ({
    ...{ kind, id, properties },
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
  expect([result.missing, result.different]).toEqual([[], []]);
  expect(result.skipped.map(({ type }) => type)).toContain("promptTexts");
  // Two states have what their programs declare.
  const other = { ...state, name: "prod", objects: state.objects.map((one) => ({ ...one })) };
  const [texts] = other.objects;
  if (texts) other.objects[0] = { ...texts, properties: { ...texts.properties, texts: { login: { title: "Hi" } } } };
  expect(compare(state, other)).toMatchObject({ different: [{ title: 'PromptTexts "login · en"' }], skipped: [] });
});

test("the types that the option --kinds takes are those that can be read", () => {
  for (const kind of readableTypes) {
    const { listing, schema } = definitions[kind];
    expect(listing !== undefined || schema.singleton !== undefined).toBe(true);
  }
  expect(readableTypes).toContain("emailTemplate");
});
