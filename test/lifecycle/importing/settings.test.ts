import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { newTenant, oldTenant } from "../../../provider/src/emulator/shared/module.ts";
import { importedTypes, keyedTypes, singletonTypes } from "../../../provider/src/import/inventory.ts";
import { describePath, type Json, own } from "../../../provider/src/schema/json.ts";
import { hintsAt, identityOf } from "../../../provider/src/schema/schema.ts";
import { leavesOf } from "../../../provider/src/state/leaves.ts";
import { subjects } from "../../subjects/index.ts";
import { kinds } from "../../subjects/kinds.ts";
import { fullValue } from "../../subjects/object-properties.ts";
import type { Subject } from "../../subjects/subject.ts";
import { enginesOf } from "./engines.ts";
import { importedOf } from "./tenants.ts";

/* The settings that every tenant has, once or for each identity, of all types: new types join by themselves. */

const settings = subjects.filter(({ name }) => [...singletonTypes, ...keyedTypes].includes(name));
/** The object of a type that is changed: the only one, or one of several. */
const keyOf = ({ slots }: Subject) => slots[0] ?? "";
/** Partials and renderings need a domain. */
const seed = { customDomains: [{ domain: "login.example.com", type: "auth0_managed_certs" }] };

let tenant: Emulator;
beforeEach(() => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tenant.close();
});

/** An import of all types, whose client ends with the import. */
async function importAll(isEveryProperty = false) {
  const made = await importedOf(tenant, isEveryProperty, undefined, undefined, importedTypes);
  await made.client.close();
  return made;
}

test.each([
  ["new", newTenant],
  ["old", oldTenant],
])("an unchanged %s tenant becomes a program with only the settings that matter for security", async (_, traits) => {
  tenant = await startEmulator({ traits, seed });
  const { program, before } = await importAll();
  const others = program.resources.flatMap(({ item, args }) => {
    if (!settings.some(({ name }) => name === item.type)) return [];
    const { fields } = kinds[item.type].schema;
    const leaves = leavesOf(fields, args).filter(({ path }) => hintsAt(fields, path, args).safeguard === undefined);
    return leaves.map(({ path }) => `${item.type} ${describePath(path)}`);
  });
  expect(others).toEqual([]);
  for (const [engine, declared] of enginesOf(tenant, program)) {
    expect(await engine.changes(declared)).toEqual([]);
    expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
  }
  expect(JSON.stringify(tenant.export())).toBe(before);
});

/** Properties that stand for another one, in another unit: by type. */
const untouched: Readonly<Record<string, readonly string[]>> = {
  tenantSettings: ["session", "idleSession", "ephemeralSession", "idleEphemeralSession"].map(
    (name) => `${name}LifetimeInMinutes`,
  ),
};

/** Changes every property of an object at the tenant; answers the names of those for which that was not possible. */
function changeAll(subject: Subject): readonly string[] {
  const { schema } = kinds[subject.name];
  const key = keyOf(subject);
  const identity = identityOf(schema);
  const samples = fc.sample(
    subject.programs(key).chain((some) => some),
    { seed: 1, numRuns: 100 },
  );
  return Object.entries(schema.fields).flatMap(([name, field]) => {
    const isFixed = field.computed || name === "undocumented" || identity.includes(name);
    if (isFixed || field.reads?.how === "never") return [];
    // The longest comes first: a short document can hold nothing.
    const sampled = samples
      .flatMap((one) => (one[name] === undefined ? [] : [one[name] as Json]))
      .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length);
    const full = [fullValue(field, name, 1), fullValue(field, name, 0)];
    const values = field.kind === "object" ? [...full, ...sampled] : [...sampled, ...full];
    return values.some((value) => isChanged(subject, key, name, value)) ? [] : [name];
  });
}

function isChanged(subject: Subject, key: string, name: string, value: Json): boolean {
  const held = () => JSON.stringify(own(subject.held(tenant, key)?.live ?? {}, name));
  const before = held();
  try {
    subject.edit(tenant, key, name, value);
  } catch (error) {
    if (error instanceof Error && error.name === "ServiceError") return false;
    throw error;
  }
  return held() !== before;
}

test("a tenant with a change in each property is imported without a difference, and a destroy keeps every value", async () => {
  tenant = await startEmulator({ traits: newTenant, seed });
  for (const subject of settings) subject.prepare(tenant);
  const missed = settings.flatMap((subject) => {
    const names = changeAll(subject).filter((name) => !untouched[subject.name]?.includes(name));
    return names.map((name) => `${subject.name}.${name}`);
  });
  expect(missed).toEqual([]);
  const { program } = await importAll();
  const imported = new Set(program.resources.map(({ item }) => item.type));
  expect(settings.map(({ name }) => name).filter((name) => !imported.has(name))).toEqual([]);
  const before = tenant.export().settings;
  tenant.clearRequests();
  for (const [engine, declared] of enginesOf(tenant, program)) {
    expect(await engine.changes(declared)).toEqual([]);
    expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
    const isOne = Object.keys(declared).length > 0 && engine.state.size > 0;
    const [{ id = "" } = {}] = engine.state.values();
    if (!isOne || !settings.some((subject) => keyOf(subject) === id)) continue;
    expect((await engine.up({})).flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
    expect(engine.state.size).toBe(0);
  }
  expect(tenant.requests.filter(({ method, path }) => method !== "GET" && path.startsWith("/api/v2/"))).toEqual([]);
  expect(tenant.export().settings).toEqual(before);
});

test("a program with every property declares none that the service returns and no write accepts", async () => {
  const id = "attack-protection/brute-force-protection";
  const newest = { form_submission_mode: "a", form_submission_behavior: { b: true } };
  tenant = await startEmulator({ traits: newTenant, seed: { settings: [{ id, ...newest }] } });
  const { program } = await importAll(true);
  const { args } = program.resources.find(({ item }) => item.type === "bruteForceProtection") ?? {};
  expect(args).toMatchObject({ maxAttempts: 10 });
  expect(args).not.toHaveProperty("undocumented");
  expect(() => tenant.settings.update(id, newest)).toThrow(/form_submission_mode/);
});

/** The types of the settings of a tenant, by what a destroy of an imported tenant does to their objects. */
const destroyed = {
  nothing: [
    ...["tenantSettings", "bruteForceProtection", "suspiciousIpThrottling", "breachedPasswordDetection"],
    ...["botDetection", "captcha", "multiFactor", "multiFactorPhone", "multiFactorPush", "multiFactorDuo"],
    ...["multiFactorWebAuthn", "branding", "brandingTheme", "loginPageTemplate", "promptSettings", "promptTexts"],
    ...[
      "promptPartials",
      "promptRendering",
      "emailProvider",
      "emailTemplate",
      "phoneProvider",
      "phoneTemplate",
      "phoneProviderProtection",
      "riskAssessment",
      "supplementalSignals",
      "defaultCustomDomain",
    ],
  ],
  deletes: ["customDomain", "logStream", "networkAcl"],
  // No tenant lists verifications: they belong to the domains.
  isNotImported: ["customDomainVerification"],
} as const;

test("every type of tenant settings has a case", () => {
  expect(settings.map(({ name }) => name).toSorted()).toEqual(destroyed.nothing.toSorted());
  expect(Object.values(destroyed).flat()).toHaveLength(30);
  for (const name of destroyed.isNotImported) expect(importedTypes).not.toContain(name);
});

test("a destroy after an import deletes domains, log streams and network rules, and changes no setting", async () => {
  tenant = await startEmulator({ traits: newTenant });
  const { customDomains, logStreams, networkAcls } = tenant;
  customDomains.create({ domain: "login.example.com", type: "auth0_managed_certs" });
  logStreams.create({
    ...{ name: "Audit", type: "http", status: "paused" },
    sink: { httpEndpoint: "https://logs.example.com", httpAuthorization: "Bearer hush" },
    ...{ filters: [{ type: "category", name: "auth.login.fail" }] },
  });
  networkAcls.create({
    ...{ description: "Proxies", active: true, priority: 7 },
    rule: { action: { log: true }, scope: "tenant", not_match: { geo_country_codes: ["DE"] } },
  });
  const { program } = await importAll();
  const before = tenant.export().settings;
  const imported = new Set(program.resources.map(({ item }) => item.type));
  expect(destroyed.deletes.filter((name) => !imported.has(name))).toEqual([]);
  tenant.clearRequests();
  for (const [engine, declared] of enginesOf(tenant, program)) {
    expect(await engine.changes(declared)).toEqual([]);
    expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
    expect((await engine.up({})).flatMap(({ failure }) => failure?.message ?? [])).toEqual([]);
  }
  const writes = tenant.requests.filter(({ method, path }) => method !== "GET" && path.startsWith("/api/v2/"));
  expect(writes.map(({ method, path }) => `${method} ${path.split("/")[3]}`)).toEqual([
    "DELETE log-streams",
    "DELETE network-acls",
    "DELETE custom-domains",
  ]);
  expect(tenant.export().settings).toEqual(before);
});
