import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resolveSettings, TenantClient } from "../../../provider/src/client/index.ts";
import { accessOf } from "../../../provider/src/commands/tenant.ts";
import { type Emulator, type Seed, startEmulator } from "../../../provider/src/emulator/index.ts";
import { importedTypes, keyedTypes } from "../../../provider/src/import/inventory.ts";
import { takeInventory } from "../../../provider/src/import/take-inventory.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";
import { enginesOf } from "./engines.ts";
import { importedOf } from "./tenants.ts";

/* What users saw of settings that a tenant has for each e-mail, prompt, language or screen: an import takes those that differ. */

let tenant: Emulator;
beforeEach(() => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tenant.close();
});

const domain = { domain: "login.example.com", type: "auth0_managed_certs" };
const script = { tag: "script", attributes: { src: "https://cdn.example.com/a.js" } };
const settings = {
  welcome: { id: "email-templates/welcome_email", template: "welcome_email", body: "<p>Hello</p>", enabled: true },
  english: { id: "prompts/login/custom-text/en", texts: { login: { title: "Welcome" } } },
  german: { id: "prompts/login/custom-text/de", texts: { login: { title: "Willkommen" } } },
  languages: { id: "tenants/settings", enabled_locales: ["en", "de"] },
  partials: { id: "prompts/signup-id/partials", partials: { "signup-id": { "form-content-end": "<p>Terms</p>" } } },
  rendering: { id: "prompts/login-id/screen/login-id/rendering", rendering_mode: "advanced", head_tags: [script] },
};
const everything: Seed = { customDomains: [domain], settings: Object.values(settings) };

/** An import of all types, whose client ends with the import. */
async function importAll(only: readonly TypeName[] = importedTypes) {
  const made = await importedOf(tenant, false, undefined, undefined, only);
  await made.client.close();
  return made;
}

const keyedIn = ({ program }: Awaited<ReturnType<typeof importAll>>) =>
  program.resources.flatMap(({ item, name }) => (keyedTypes.includes(item.type) ? [`${item.type} ${name}`] : []));
const reads = (part: string) => tenant.requests.filter(({ path }) => path.includes(part));

/** What is left out of a type, and why. */
async function leftOut(type: TypeName, only?: readonly string[]) {
  const settings = resolveSettings({
    config: () => undefined,
    env: {
      ...{ TENANT_DOMAIN: tenant.domain, TENANT_CLIENT_ID: tenant.clientId },
      TENANT_CLIENT_SECRET: tenant.clientSecret,
    },
  });
  const client = new TenantClient(settings);
  const inventory = await takeInventory(client, {
    ...{ access: accessOf(settings), types: importedTypes },
    ...(only && { only }),
  });
  await client.close();
  const left = inventory.leftOut.filter((one) => one.type === type);
  return {
    left: left.map(({ label, reason, why }) => `${label}: ${reason}, ${why}`),
    ids: inventory.items.flatMap((item) => (item.type === type ? [item.id] : [])),
    others: inventory.items.length,
  };
}

test("only e-mails, texts, partials and renderings that differ from a new tenant's are imported, under their names", async () => {
  tenant = await startEmulator({ seed: everything });
  const made = await importAll();
  expect(keyedIn(made)).toEqual([
    "promptTexts login-de",
    "promptTexts login-en",
    "emailTemplate welcome-email",
    "promptPartials signup-id",
    "promptRendering login-id-login-id",
  ]);
  for (const [engine, declared] of enginesOf(tenant, made.program)) {
    expect(await engine.changes(declared)).toEqual([]);
    expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
  }
  expect(JSON.stringify(tenant.export())).toBe(made.before);
});

test("a tenant without customized texts needs few calls, and its program has none", async () => {
  tenant = await startEmulator();
  const made = await importAll();
  expect(keyedIn(made)).toEqual([]);
  // Partials and renderings need a custom domain; texts are read in the tenant's languages.
  expect(reads("/partials")).toEqual([]);
  expect(reads("/rendering")).toEqual([]);
  expect(new Set(reads("/custom-text/").map(({ path }) => path.replace(/.*\//, "")))).toEqual(new Set(["en"]));
  // The list, and the default domain.
  expect(reads("/custom-domains")).toHaveLength(2);
  expect(reads("/tenants/settings")).toHaveLength(1);
  expect((await leftOut("emailTemplate")).left).toEqual(["e-mail templates: empty, as in a new tenant"]);
  expect((await leftOut("promptPartials")).left).toEqual([
    "prompt partials: empty, the tenant has no custom domain, which they need",
  ]);
});

test("a screen that was customized and reset is not imported", async () => {
  tenant = await startEmulator({
    seed: { customDomains: [domain], settings: [{ ...settings.rendering, rendering_mode: "standard", head_tags: [] }] },
  });
  expect(keyedIn(await importAll())).toEqual([]);
  expect((await leftOut("promptRendering")).left).toEqual([
    'prompt rendering "login-id" "login-id": empty, as in a new tenant',
  ]);
});

test.each([
  ["promptPartials", /\/partials$/, 403, "insufficient_entitlement"],
  ["promptPartials", /\/partials$/, 400, "bad_request"],
  ["promptRendering", /prompts\/rendering/, 402, "payment_required"],
  ["promptTexts", /custom-text/, 403, "insufficient_scope"],
  ["emailTemplate", /email-templates/, 403, "feature_not_enabled"],
] as const)(
  "%s that the plan lacks (%s, %i) cost one call and are reported as such",
  async (type, path, status, errorCode) => {
    tenant = await startEmulator({ seed: everything });
    const { others: all, ids } = await leftOut(type);
    const body = JSON.stringify({ statusCode: status, error: "No", errorCode, message: "Upgrade your plan." });
    tenant.inject({ kind: "status", method: "GET", path, status, body, times: Number.POSITIVE_INFINITY });
    tenant.clearRequests();
    const { left, others } = await leftOut(type);
    expect(left).toHaveLength(1);
    expect(left[0]).toMatch(/^(?:prompt|e-mail) \w+: unreadable, .*Upgrade your plan/);
    expect(others).toBe(all - ids.length);
    expect(tenant.requests.filter((one) => path.test(one.path))).toHaveLength(1);
  },
);

test("without the scope of tenant settings, only the texts are missing, and the report gives the reason", async () => {
  tenant = await startEmulator({ seed: everything });
  tenant.inject({ kind: "status", method: "GET", path: "/api/v2/tenants/settings", status: 403, times: 9 });
  expect((await leftOut("promptTexts")).left).toEqual([expect.stringMatching(/^prompt texts: unreadable, .*403/)]);
  expect(keyedIn(await importAll())).toEqual([
    "emailTemplate welcome-email",
    "promptPartials signup-id",
    "promptRendering login-id-login-id",
  ]);
});

test("languages and screens whose names cannot be part of a path are skipped alone", async () => {
  tenant = await startEmulator({ seed: everything });
  const answer = (path: string, body: unknown) =>
    tenant.inject({ kind: "status", method: "GET", path, status: 200, body, times: 9 });
  answer("/api/v2/tenants/settings", { enabled_locales: ["en", "../../clients", 7, null, "a::b", "en"] });
  const entry = { ...{ prompt: "login", screen: "login" }, rendering_mode: "advanced", head_tags: [script] };
  answer("/api/v2/prompts/rendering", {
    configs: [{ ...entry, prompt: "a::b" }, { ...entry, screen: ".." }, { ...entry, screen: 7 }, null, entry],
    ...{ start: 0, limit: 100, total: 5 },
  });
  const [texts, screens] = [await leftOut("promptTexts"), await leftOut("promptRendering")];
  expect(texts.ids).toEqual(["login::en"]);
  expect(new Set(texts.left.map((line) => line.replace(/^.*: (?=\w+,)/, "")))).toEqual(
    new Set(["unreadable, its identity is missing or unusable", "empty, as in a new tenant"]),
  );
  expect(screens.ids).toEqual(["login::login"]);
  expect(screens.left).toHaveLength(4);
  expect(tenant.requests.some(({ path }) => path.includes("clients/custom-text") || path.includes(".."))).toBe(false);
});

test("an import ends soon at a tenant with an impossible number of languages", async () => {
  tenant = await startEmulator({ seed: everything });
  const enabled_locales = Array.from({ length: 5_000 }, (_, n) => `x${n}`);
  const body = { enabled_locales };
  tenant.inject({ kind: "status", method: "GET", path: "/api/v2/tenants/settings", status: 200, body, times: 9 });
  const { left } = await leftOut("promptTexts");
  expect(left).toEqual([expect.stringMatching(/^prompt texts: unreadable, .*5000 different values of enabledLocales/)]);
  expect(reads("/custom-text/")).toEqual([]);
});

test.each(['"x"', "{}", '{"configs":{}}'])("a malformed listing of screens (%s) skips only screens", async (body) => {
  tenant = await startEmulator({ seed: everything });
  tenant.inject({ kind: "status", method: "GET", path: "/api/v2/prompts/rendering", status: 200, body, times: 9 });
  const { left, others } = await leftOut("promptRendering");
  expect(left).toEqual([expect.stringMatching(/^prompt renderings: unreadable, .*invalid/)]);
  expect(others).toBeGreaterThan(5);
});

test("a listed screen without its tags is read directly, so that no script is missed", async () => {
  tenant = await startEmulator({ seed: everything });
  const entry = { prompt: "login-id", screen: "login-id", rendering_mode: "advanced" };
  const body = { configs: [entry], start: 0, limit: 100, total: 1 };
  tenant.inject({ kind: "status", method: "GET", path: "/api/v2/prompts/rendering", status: 200, body });
  const { program } = await importAll(["promptRendering"]);
  expect(program.resources.map(({ args }) => args)).toMatchObject([{ headTags: [script] }]);
});

test("a malformed response for one prompt skips only that prompt", async () => {
  tenant = await startEmulator({ seed: everything });
  tenant.inject({ kind: "status", path: "/api/v2/prompts/login/custom-text/en", status: 200, body: "[]", times: 9 });
  expect(keyedIn(await importAll(["promptTexts"]))).toEqual(["promptTexts login-de"]);
});

test("texts removed after the import are drift, and the next import does not import them again", async () => {
  tenant = await startEmulator({ seed: everything });
  const { program } = await importAll(["promptTexts"]);
  tenant.settings.update("prompts/login/custom-text/de", { texts: {} });
  const [[engine] = []] = enginesOf(tenant, program).filter(([, declared]) => Object.keys(declared).length > 0);
  expect(await engine?.refresh()).toEqual([
    { name: "login-de", op: "update" },
    { name: "login-en", op: "same" },
  ]);
  expect(keyedIn(await importAll(["promptTexts"]))).toEqual(["promptTexts login-en"]);
});

test("the report names a prompt that an older tenant lacks and an e-mail that the plan lacks, and the import continues", async () => {
  tenant = await startEmulator({ seed: everything });
  const refuse = (path: string, status: number, errorCode: string, message: string) => {
    const body = JSON.stringify({ statusCode: status, error: "No", errorCode, message });
    tenant.inject({ kind: "status", method: "GET", path: `/api/v2/${path}`, status, body, times: 9 });
  };
  const unknown = `Path validation error: 'Invalid value "passkeys"' on property prompt (Name of the prompt).`;
  refuse("prompts/passkeys/partials", 400, "invalid_uri", unknown);
  refuse("email-templates/async_approval", 403, "feature_not_enabled", "This feature is not enabled for this tenant.");
  refuse("email-templates/blocked_account", 400, "invalid_body", "Something else.");
  expect(await leftOut("promptPartials")).toMatchObject({
    ids: ["signup-id"],
    left: [
      "8 of 10 prompt partials: empty, as in a new tenant",
      expect.stringMatching(/^prompt partials "passkeys": empty, the tenant does not offer it: .*Invalid value/),
    ],
  });
  expect(await leftOut("emailTemplate")).toMatchObject({
    ids: ["welcome_email"],
    left: [
      "11 of 14 e-mail templates: empty, as in a new tenant",
      expect.stringMatching(/^e-mail template "async_approval": empty, the tenant does not offer it: .*not enabled/),
      expect.stringMatching(/^e-mail template "blocked_account": unreadable, .*Something else/),
    ],
  });
});

test("settings that are not selected need no call, and are counted in one line", async () => {
  tenant = await startEmulator({ seed: everything });
  const { left, ids } = await leftOut("promptTexts", ["login::*"]);
  expect(ids).toEqual(["login::de", "login::en"]);
  expect(left).toEqual(["72 of 74 prompt texts: unselected, not selected"]);
  expect(reads("/custom-text/")).toHaveLength(2);
});

test("a screen that this version does not know is imported as a value that the compiler accepts", async () => {
  const rendering = { ...settings.rendering, id: "prompts/login-next/screen/login-next-step/rendering" };
  tenant = await startEmulator({ seed: { customDomains: [domain], settings: [rendering] } });
  const { program } = await importAll(["promptRendering"]);
  expect(program.resources.map(({ item }) => item.id)).toEqual(["login-next::login-next-step"]);
  expect(program.files.map(({ text }) => text).join("")).toContain('"login-next-step" as tenant.UndocumentedValue');
});
