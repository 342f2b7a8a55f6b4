import { describe, expect, onTestFinished, test } from "vitest";
import { type TenantAnswer, type TenantCall, TenantError } from "../../provider/src/client/index.ts";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { isObject, type Json, type MutableJsonObject } from "../../provider/src/schema/json.ts";
import { classOf } from "../../provider/src/schema/provider-code.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import { wholeTenant } from "../harness/whole-tenant.ts";
import { startTenant, type TestTenant } from "../unit/import/tenant.ts";
import { sweep } from "./clean-up.ts";
import { facts } from "./ledger.ts";
import { isKeyOf, type Made, Manifest, type Noted } from "./manifest.ts";
import { reportOf, toMarkdown } from "./report.ts";
import { graceMinutes, Meter, RunClient, Stopped } from "./run-client.ts";
import { enough, factsWith, generator, Killed, outcomeOf, quick, settled, silence, writing } from "./runs.ts";
import { InvalidSample } from "./test-object.ts";
import { disposableTypes, estimate, othersOf, survey, type Written, writtenTypes } from "./writing.ts";

/** The facts of each type, tried or not. */
const factNames = ({ ledgers }: Written) =>
  Object.fromEntries([...ledgers].map(([type, { facts }]) => [type, [...facts.keys()].toSorted()]));

/** The management calls of a tenant so far. */
const callsOf = ({ requests }: Emulator) => requests.filter(({ operation }) => operation !== "token").length;

test("at an expected tenant, every fact is as believed, the number of calls is as announced, and no object is left", async () => {
  const tenant = await startTenant();
  const before = tenant.emulator.export();
  const written = await writing(tenant, undefined);
  expect(factsWith(written, "different")).toEqual([]);
  expect(factsWith(written, "not on this plan")).toEqual([]);
  expect(factsWith(written, "as believed").length).toBeGreaterThan(420);
  for (const fact of ["an edit outside of the program is found", "a repair restores the declared value"])
    expect(factsWith(written, "as believed")).toEqual(
      expect.arrayContaining(writtenTypes.map((type) => `${classOf(type)}, ${fact}`)),
    );
  expect(JSON.stringify(reportOf(written, "0.0.0", new Date()))).not.toContain("has no sample");
  expect(outcomeOf(written)).toMatchObject({ left: 0, stopped: undefined, calls: callsOf(tenant.emulator) });
  const stopped = await writing(tenant, undefined, undefined, new Meter({ ...enough, maxCalls: 30 }));
  expect(factNames(stopped)).toEqual(factNames(written));
  expect(written.calls / estimate().calls).toBeGreaterThan(0.6);
  expect(written.calls / estimate().calls).toBeLessThan(1);
  expect(tenant.emulator.export()).toEqual(before);
});

test("each type is tried with every applicable fact", async () => {
  const tenant = await startTenant();
  const written = await writing(tenant, undefined);
  const believed = factsWith(written, "as believed");
  const lacking = (fact: string) =>
    writtenTypes.map((type): string => classOf(type)).filter((name) => !believed.includes(`${name}, ${fact}`));
  expect(lacking(facts.drift)).toEqual([]);
  expect(lacking(facts.repair)).toEqual([]);
  expect(lacking(facts.deletion)).toEqual([]);
  // Members of a set are added to those that others have added.
  const sets = [
    "ResourceServerScopes",
    "ConnectionClients",
    "RolePermissions",
    "OrganizationMembers",
    "OrganizationMemberRoles",
  ];
  expect(lacking(facts.adoption)).toEqual(sets);
  // No change of the others makes a new one, but for roles of another member, who would have to be one first.
  const changed = ["Organization", "Client", "Action", "Role", "OrganizationMemberRoles", "LogStream", "NetworkAcl"];
  expect(lacking(facts.replacement)).toEqual(changed);
  // Several can have the same name, so the provider does not guess which one it has made.
  expect(lacking(facts.lost)).toEqual(["Client", "Action", "LogStream"]);
  const atOnce = lacking(facts.atOnce);
  expect(atOnce.filter((name) => !believed.includes(`${name}, ${facts.together}`))).toEqual([
    // Others can have the same name, and the service has no key for a method of authentication.
    ...["Client", "ClientAuthentication", "Action", "LogStream"],
  ]);
  expect(sets.filter((name) => !atOnce.includes(name))).toEqual([]);
  const parts = [...sets, "ClientAuthentication", "OrganizationConnection"];
  expect(lacking(facts.owner).filter((name) => parts.includes(name))).toEqual([]);
});

test("a tenant with other objects is distinguished from a new one, and keeps all of them", async () => {
  const tenant = await startTenant({ seed: wholeTenant });
  const client = new RunClient(tenant.settings, new Meter(enough), quick);
  onTestFinished(() => client.close());
  expect(othersOf(await survey(client, tenant.access))).toMatch(/2 resource servers, .*2 organizations, .*2 roles/);
  const before = tenant.emulator.export();
  const written = await writing(tenant, ["role", "networkAcl", "organizationConnection"]);
  expect(factsWith(written, "different")).toEqual([]);
  expect(tenant.emulator.export()).toEqual(before);
});

test("a second run is refused while another one changes settings of the tenant, and does not disturb it", async () => {
  const tenant = await startTenant({ seed: wholeTenant });
  const before = tenant.emulator.export();
  let second: Written | undefined;
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override async send<T>(call: Parameters<RunClient["request"]>[0]) {
        const answer = await super.send<T>(call);
        if (call.method !== "PATCH" || second) return answer;
        const during = tenant.emulator.export();
        second = await writing(tenant, ["bruteForceProtection", "role"]);
        expect(tenant.emulator.export()).toEqual(during);
        return answer;
      }
    })(tenant.settings, meter, quick);
  const first = await writing(tenant, ["bruteForceProtection"], clientAt);
  expect(String(second?.failure)).toMatch(
    /verify-[0-9a-f]{12}-1\.example\.com .*another acceptance run.*acceptance -- --sweep/,
  );
  expect(second && factsWith(second, "as believed")).toEqual([]);
  expect(second?.stopped).toBe("another run is under way at the tenant");
  expect(factsWith(first, "different")).toEqual([]);
  expect(factsWith(first, "as believed")).toContain("BruteForceProtection, the settings can be put back");
  expect(tenant.emulator.export()).toEqual(before);
});

/** Listings from a replica that is as new as the last listing whose number is a multiple of `every`. The first one is empty. */
function lagging({ settings }: TestTenant, every: number): (meter: Meter) => RunClient {
  let count = 0;
  let replica: TenantAnswer<unknown> | undefined;
  return (meter) =>
    new (class extends RunClient {
      override async send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
        const answer = await super.send<T>(call);
        if (call.method !== "GET" || call.path.join("/") !== "resource-servers") return answer;
        count += 1;
        if (replica === undefined || count % every === 0) replica = answer;
        return replica as TenantAnswer<T>;
      }
    })(settings, meter, quick);
}

test.each([1, 5, 8])(
  "at most one of two runs that start at the same moment continues (listings lag: %i)",
  async (every) => {
    const tenant = await startTenant();
    const before = tenant.emulator.export();
    const clientAt = lagging(tenant, every);
    const both = await Promise.all([
      writing(tenant, ["bruteForceProtection"], clientAt),
      writing(tenant, ["bruteForceProtection"], clientAt),
    ]);
    expect(both.filter((one) => factsWith(one, "as believed").length > 0).length).toBeLessThan(2);
    expect(both.map((one) => outcomeOf(one).left)).toEqual([0, 0]);
    expect(tenant.emulator.export()).toEqual(before);
  },
);

test("a run whose first object is never listed changes no settings", async () => {
  const tenant = await startTenant();
  const before = tenant.emulator.export();
  const written = await writing(tenant, ["bruteForceProtection"], lagging(tenant, 1_000));
  expect(factsWith(written, "as believed")).toEqual([]);
  expect(factsWith(written, "not tried")).toContain("BruteForceProtection, a creation makes the declared object");
  expect(tenant.emulator.export()).toEqual(before);
});

test("after a crash, the next run is refused until a sweep has removed the remaining objects", async () => {
  const tenant = await startTenant();
  let noted: Noted | undefined;
  const meter = new Killed(40, true);
  await writing(tenant, ["role"], undefined, meter, async (saved) => {
    if (!meter.isDead) noted = saved;
    await Promise.resolve();
  });
  expect(String((await writing(tenant, ["role"])).failure)).toContain("acceptance -- --sweep");
  const client = new RunClient(tenant.settings, new Meter(enough), quick);
  onTestFinished(() => client.close());
  expect((await survey(client, tenant.access)).runs).toHaveLength(1);
  await sweep(tenant.client, new Manifest(noted as Noted, () => Promise.resolve()));
  expect((await survey(client, tenant.access)).runs).toEqual([]);
  expect((await writing(tenant, ["role"])).failure).toBeUndefined();
});

test("a run that cannot create the object that marks it changes no settings", async () => {
  const tenant = await startTenant();
  const before = tenant.emulator.export();
  tenant.emulator.inject({
    ...{ kind: "status", status: 403, method: "POST", path: "/api/v2/resource-servers" },
    body: { statusCode: 403, error: "Forbidden", errorCode: "insufficient_scope", message: "Insufficient scope." },
  });
  const written = await writing(tenant, ["role", "bruteForceProtection"]);
  expect(factsWith(written, "as believed").filter((fact) => !fact.startsWith("Role, "))).toEqual([]);
  expect(factsWith(written, "as believed")).toContain("Role, a deletion removes the object");
  expect(written.ledgers.get("bruteForceProtection")?.facts.get("the settings can be put back")).toEqual({
    ...{
      result: "not tried",
      why: "the object by which other runs recognize this run is missing at the tenant",
    },
  });
  expect(tenant.emulator.export()).toEqual(before);
});

test("a new tenant has only the service's own objects", async () => {
  const tenant = await startTenant({
    seed: {
      clients: [{ client_id: "defaultApp0000000000000000000000", name: "Default App" }],
      connections: [{ name: "Username-Password-Authentication", strategy: "auth0" }],
    },
  });
  const client = new RunClient(tenant.settings, new Meter(enough), quick);
  onTestFinished(() => client.close());
  // The service's own application for trying the API has a grant.
  const client_id = String(tenant.emulator.clients.create({ name: "API Explorer Application" }).client_id);
  tenant.emulator.clientGrants.create({ client_id, audience: tenant.settings.audience, scope: [] });
  expect(othersOf(await survey(client, tenant.access))).toBeUndefined();
});

test("settings of a disposable tenant are changed and restored, even after an interruption", async () => {
  const tenant = await startTenant({ seed: settled(wholeTenant) });
  const before = tenant.emulator.export();
  const written = await writing(tenant, disposableTypes);
  expect(factsWith(written, "different")).toEqual([]);
  expect(factsWith(written, "as believed")).toContain("PromptSettings, the settings can be put back");
  expect(tenant.emulator.export()).toEqual(before);
  for (const maxCalls of [40, 70]) {
    const meter = new Meter({ ...enough, maxCalls });
    const early = await writing(tenant, disposableTypes, undefined, meter);
    expect(outcomeOf(early)).toMatchObject({ left: 0, unrestored: [] });
    expect(factNames(early)).toEqual(factNames(written));
    expect(meter.calls).toBeLessThanOrEqual(maxCalls);
    expect(tenant.emulator.export()).toEqual(before);
  }
});

test("a property that no response contains is not tried, and no new connection serves the whole domain", async () => {
  const tenant = await startTenant();
  const bodies: unknown[] = [];
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override send<T>(call: Parameters<RunClient["request"]>[0]) {
        bodies.push(call.body);
        return super.send<T>(call);
      }
    })(tenant.settings, meter, quick);
  const written = await writing(tenant, ["action", "connection"], clientAt);
  const fact = written.ledgers.get("action")?.facts.get("secrets comes back as written");
  expect(fact).toEqual({ result: "not tried", why: "no response contains it" });
  expect(JSON.stringify(bodies)).not.toContain('"is_domain_connection":true');
});

test("a tenant that refuses the run's user is no difference; a missing scope is named as the reason", async () => {
  for (const [status, errorCode, why] of [
    [400, "invalid_body", "the tenant did not create a user for the run"],
    [403, "insufficient_scope", "the token lacks a scope"],
  ] as const) {
    const tenant = await startTenant();
    const before = tenant.emulator.export();
    tenant.emulator.inject({
      ...{ kind: "status", status, method: "POST", path: "/api/v2/users" },
      body: { statusCode: status, error: "Refused", errorCode, message: "The connection is disabled." },
    });
    const written = await writing(tenant, ["organizationMembers"]);
    expect(factsWith(written, "different")).toEqual([]);
    const facts = written.ledgers.get("organizationMembers")?.facts;
    expect(facts?.get("a deletion removes the object")).toEqual({ result: "not tried", why });
    expect(tenant.emulator.export()).toEqual(before);
  }
});

test("a property that all responses lack is not tried, as the tenant does not return it", async () => {
  const tenant = await startTenant();
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override async send<T>(call: Parameters<RunClient["request"]>[0]) {
        const answer = structuredClone(await super.send<T>(call));
        if (isObject(answer.body)) Reflect.deleteProperty(answer.body, "show_as_button");
        return answer;
      }
    })(tenant.settings, meter, quick);
  const written = await writing(tenant, ["organizationConnection"], clientAt);
  expect(factsWith(written, "different")).toEqual([]);
  expect(written.ledgers.get("organizationConnection")?.facts.get("show_as_button comes back as written")).toEqual({
    ...{ result: "not tried", why: "the tenant does not return it" },
  });
});

test("a feature outside the plan, a limit and a missing scope are no differences", async () => {
  const tenant = await startTenant();
  const refuse = (path: string, errorCode: string, message: string) =>
    tenant.emulator.inject({
      ...{ kind: "status", status: 403, path: `/api/v2/${path}`, times: Number.POSITIVE_INFINITY },
      body: { statusCode: 403, error: "Forbidden", errorCode, message },
    });
  refuse("custom-domains", "feature_not_enabled", "Not in your plan.");
  refuse("log-streams", "insufficient_scope", "Insufficient scope, expected any of: read:log_streams");
  tenant.emulator.inject({
    ...{ kind: "status", status: 403, method: "POST", path: "/api/v2/network-acls", times: Number.POSITIVE_INFINITY },
    body: { statusCode: 403, error: "Forbidden", errorCode: "insufficient_entitlement", message: "Limit reached." },
  });
  const written = await writing(tenant, ["customDomain", "logStream", "networkAcl", "role"]);
  const creation = (type: TypeName) => written.ledgers.get(type)?.facts.get("a creation makes the declared object");
  expect(creation("customDomain")).toEqual({ result: "not on this plan" });
  expect(creation("logStream")).toEqual({ result: "not tried", why: "the token lacks a scope" });
  expect(creation("networkAcl")).toEqual({ result: "not tried", why: "a limit of the tenant is reached" });
  expect(creation("role")).toEqual({ result: "as believed" });
  const deletion = (type: TypeName) => written.ledgers.get(type)?.facts.get("a deletion removes the object");
  expect(deletion("customDomain")).toEqual({ result: "not on this plan" });
  expect(deletion("networkAcl")).toEqual({ result: "not tried", why: "a limit of the tenant is reached" });
  expect(factsWith(written, "different")).toEqual([]);
});

test("each object is in the manifest before the request that creates it", async () => {
  const tenant = await startTenant();
  let noted: Noted | undefined;
  const missing: unknown[] = [];
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override send<T>(call: Parameters<RunClient["request"]>[0]) {
        const keys = noted?.made.flatMap((made) => made.keys) ?? [];
        const name = isObject(call.body) ? call.body.name : undefined;
        if (name !== undefined && !keys.includes(String(name))) missing.push(call);
        return super.send<T>(call);
      }
    })(tenant.settings, meter, quick);
  await writing(tenant, ["role", "organization"], clientAt, new Meter(enough), async (saved) => {
    await Promise.resolve();
    noted = saved;
  });
  expect(missing).toEqual([]);
  expect(noted?.made).toEqual([]);
});

describe("a budget of calls", () => {
  test.each([20, 33, 50, 120, 300])(
    "of %i is kept to the call, and all objects of the run are removed",
    async (maxCalls) => {
      const tenant = await startTenant();
      const before = tenant.emulator.export();
      const written = await writing(tenant, undefined, undefined, new Meter({ ...enough, maxCalls }));
      expect(outcomeOf(written)).toMatchObject({ stopped: "the run reached its maximum number of calls", left: 0 });
      expect(callsOf(tenant.emulator)).toBe(written.calls);
      expect(written.calls).toBeLessThanOrEqual(maxCalls);
      // The reserve is for objects that are there: little of the budget stays unused.
      expect(written.calls).toBeGreaterThan(maxCalls - 20);
      expect(factsWith(written, "different")).toEqual([]);
      expect(tenant.emulator.export()).toEqual(before);
    },
  );
});

test("a run that is interrupted or out of time removes its objects, and reports the facts that it did not try", async () => {
  const tenant = await startTenant();
  const before = tenant.emulator.export();
  const stop = new AbortController();
  class Interrupted extends Meter {
    override spend(): void {
      if (this.calls === 60) stop.abort();
      super.spend();
    }
  }
  const meter = new Interrupted({ ...enough, signal: stop.signal });
  const interrupted = await writing(tenant, ["organization", "role"], undefined, meter);
  expect(outcomeOf(interrupted)).toMatchObject({ stopped: "the run was interrupted", left: 0 });
  expect(factsWith(interrupted, "not tried")).toContain("Role, a deletion removes the object");
  // A clock on which each look takes two seconds, so that a minute is over in the middle of the run.
  let looks = 0;
  const clock = () => ++looks * 2_000;
  const late = await writing(tenant, ["role"], undefined, new Meter({ ...enough, maxMinutes: 1 }, clock));
  expect(outcomeOf(late)).toMatchObject({ stopped: "the run reached its maximum time", left: 0 });
  expect(tenant.emulator.export()).toEqual(before);
});

/** Objects of others whose names are like those of a run. */
const similar = (mark: string) => ({
  roles: [{ name: mark }, { name: `${mark}-1-of-others` }, { name: "verify-000000000000-1" }],
  organizations: [{ name: "verify-000000000000-2" }],
  clients: [{ client_id: "others00000000000000000000000000", name: "verify-000000000000-3" }],
  // One that a run can have made would show that this run is under way.
  resourceServers: [{ identifier: `https://${mark}-4.others.example.com` }],
});

describe("after a kill", () => {
  // In a soak, over the whole run; otherwise up to the calls of the longest of these trials.
  const isLong = process.env.SOAK_CASES !== undefined;
  const moments = isLong ? 1_500 : 140;
  const random = generator(Number(process.env.SOAK_SEED ?? 7));
  const types = writtenTypes.filter((type) => type !== "client");
  const runs = Array.from({ length: 50 }, (_, n) => {
    const type = types[n % types.length] ?? "role";
    return [type, 1 + random(moments), random(2) === 0] as const;
  });

  test.each(runs)("%s, at request %i, a sweep leaves the tenant as before", async (type, after, isSent) => {
    const tenant = await startTenant({ seed: similar("verify-000000000000") });
    const before = tenant.emulator.export();
    let noted: Noted | undefined;
    const meter = new Killed(after, isSent);
    const written = await writing(tenant, isLong ? undefined : [type], undefined, meter, async (saved) => {
      if (!meter.isDead) noted = saved;
    }).catch(() => undefined);
    expect(written?.failure).toBeUndefined();
    if (noted === undefined) return expect(tenant.emulator.export()).toEqual(before);
    const { made } = noted;
    await swept(tenant, { ...noted, made: made.map((one) => ({ ...one, at: 0 })) });
    expect(tenant.emulator.export()).toEqual(before);
  });
});

test.each([
  ["role", 1],
  ["client", 1],
  ["clientGrant", 2],
  ["clientGrant", 3],
  ["networkAcl", 2],
] as const)(
  "an object of a %s trial, creation %i, whose response was lost is found by its name",
  async (type, creation) => {
    const tenant = await startTenant({ seed: similar("verify-000000000000") });
    const before = tenant.emulator.export();
    let noted: Noted | undefined;
    let creations = 0;
    const meter = new Killed(Number.POSITIVE_INFINITY, true);
    const clientAt = (given: Meter) =>
      new (class extends RunClient {
        override async send<T>(call: Parameters<RunClient["request"]>[0]) {
          const answer = await super.send<T>(call);
          // The first one shows other runs that this one is under way.
          meter.isDead ||= call.method === "POST" && creations++ === creation;
          if (meter.isDead) throw new Stopped("killed");
          return answer;
        }
      })(tenant.settings, given, quick);
    await writing(tenant, [type], clientAt, meter, async (saved) => {
      if (!meter.isDead) noted = saved;
    }).catch(() => undefined);
    const { made = [] } = noted ?? {};
    expect(made.some(({ id }) => id === undefined)).toBe(true);
    expect(tenant.emulator.export()).not.toEqual(before);
    if (noted) await swept(tenant, { ...noted, made: made.map((one) => ({ ...one, at: 0 })) });
    expect(tenant.emulator.export()).toEqual(before);
  },
);

async function swept(tenant: TestTenant, noted: Noted) {
  silence();
  return [...(await sweep(tenant.client, new Manifest(noted, () => Promise.resolve()))).keys()];
}

describe("a sweep", () => {
  const mark = "verify-0123456789ab";

  test("removes no other object, whatever names and ids the manifest contains", async () => {
    const tenant = await startTenant({ seed: similar(mark) });
    const before = tenant.emulator.export();
    const [role] = before.roles ?? [];
    const made = [
      // The id of an object whose name is not the noted one, and names that nobody has.
      { type: "role", keys: [`${mark}-9`], id: String(role?.id), at: 0 },
      { type: "role", keys: [`${mark}-9`], at: 0 },
      { type: "organization", keys: ["verify-000000000000-2"], at: 0 },
    ] as const;
    // Somebody has to look at the object with the id.
    expect(await swept(tenant, { host: tenant.client.host, mark, made })).toEqual(made.slice(0, 1));
    expect(tenant.emulator.export()).toEqual(before);
  });

  test("does not remove an object whose name only resembles the run's mark", async () => {
    const sso = "sso-123456789012";
    const names = [`aws-${sso}`, `${sso}-1-admins`, `aws-${sso}-1`, sso];
    const tenant = await startTenant({ seed: { roles: names.map((name) => ({ name })) } });
    const before = tenant.emulator.export();
    const made = tenant.emulator.roles.list().flatMap(({ id, name }) => [
      { type: "role" as const, keys: [String(name)], id: String(id), at: 0 },
      { type: "role" as const, keys: [String(name)], at: 0 },
    ]);
    await swept(tenant, { host: tenant.client.host, mark: sso, made });
    expect(tenant.emulator.export()).toEqual(before);
  });

  test("finds an object whose name the tenant stored in another form", async () => {
    const tenant = await startTenant();
    const [known, lost] = ["1", "2"].map((n) => tenant.emulator.roles.create({ name: `${mark}-${n}`.toUpperCase() }));
    const made: readonly Made[] = [
      { type: "role", keys: [`${mark}-1`], id: String(known?.id), at: 0 },
      { type: "role", keys: [`${mark}-2`], at: 0 },
    ];
    expect(lost).toBeDefined();
    expect(await swept(tenant, { host: tenant.client.host, mark, made })).toEqual([]);
    expect(tenant.emulator.roles.list()).toEqual([]);
  });

  test("keeps the entry of an object with another name, and of a new one that a read does not find", async () => {
    const tenant = await startTenant();
    const roles = ["somebody's name", `${mark}-2`, `${mark}-3`].map((name) => tenant.emulator.roles.create({ name }));
    const made = roles.map(({ id }, at) => ({
      ...{ type: "role" as const, keys: [`${mark}-${at + 1}`], id: String(id), at: at === 1 ? Date.now() : 0 },
    }));
    const answer = (n: number, status: number, body: Json, times = 1) =>
      tenant.emulator.inject({
        kind: "status",
        status,
        method: "GET",
        path: `/api/v2/roles/${roles[n]?.id}`,
        body,
        times,
      });
    const error = { error: "Not Found", message: "The role does not exist.", errorCode: "inexistent_role" };
    // An object is read a second time before it counts as absent, or as another one.
    answer(1, 404, { statusCode: 404, ...error }, 2);
    answer(2, 200, [], 2);
    const noted = { host: tenant.client.host, mark, made };
    expect((await swept(tenant, noted)).toReversed()).toEqual(made);
    expect(await swept(tenant, noted)).toEqual(made.slice(0, 1));
    expect(tenant.emulator.roles.list().map(({ name }) => name)).toEqual(["somebody's name"]);
  });

  test("continues after an object that the provider refuses to remove", async () => {
    const tenant = await startTenant();
    const trigger = { id: "post-login", version: "v3" };
    const [first, bound] = ["1", "2"].map((n) =>
      tenant.emulator.actions.create({ name: `${mark}-${n}`, supported_triggers: [trigger] } as never),
    );
    tenant.emulator.inject({
      ...{ kind: "status", status: 409, method: "DELETE", path: `/api/v2/actions/actions/${bound?.id}` },
      body: { statusCode: 409, error: "Conflict", message: "The action is in use." },
      times: Number.POSITIVE_INFINITY,
    });
    const made = [first, bound].map((action) => ({
      ...{ type: "action" as const, keys: [String(action?.name)], id: String(action?.id), at: 0 },
    }));
    expect(await swept(tenant, { host: tenant.client.host, mark, made })).toEqual(made.slice(1));
    expect(tenant.emulator.actions.list().map(({ name }) => name)).toEqual([`${mark}-2`]);
  });

  test("keeps the entry of an object that a listing may not show yet", async () => {
    const tenant = await startTenant();
    const young = { type: "role", keys: [`${mark}-1`], at: Date.now() } as const;
    expect(await swept(tenant, { host: tenant.client.host, mark, made: [young] })).toEqual([young]);
  });

  test.each([
    ["DELETE", { statusCode: 400, error: "Bad Request", message: "Not now." }],
    ["GET", { statusCode: 403, error: "Forbidden", errorCode: "feature_not_enabled", message: "Not in your plan." }],
  ])("continues after an object that cannot be removed (%s), and keeps its entry", async (method, body) => {
    const tenant = await startTenant();
    const [first, second] = ["1", "2"].map((n) => tenant.emulator.roles.create({ name: `${mark}-${n}` }));
    const path = `/api/v2/roles/${second?.id}`;
    tenant.emulator.inject({ kind: "status", status: body.statusCode, method, path, body });
    const made = [first, second].map((role) => ({
      ...{ type: "role" as const, keys: [String(role?.name)], id: String(role?.id), at: 0 },
    }));
    const left = await swept(tenant, { host: tenant.client.host, mark, made });
    expect(left).toEqual(made.slice(1));
    expect(tenant.emulator.roles.list().map(({ name }) => name)).toEqual([`${mark}-2`]);
  });
});

test("an object whose creation got no response is found after a rename, and other entries keep their names", async () => {
  const tenant = await startTenant();
  const client = new RunClient(tenant.settings, new Meter(enough), quick);
  onTestFinished(() => client.close());
  const mark = "verify-0123456789ab";
  client.manifest = new Manifest({ host: client.host, mark, made: [] }, () => Promise.resolve());
  const call = { subject: "role", action: "create" } as const;
  const { id } = tenant.emulator.roles.create({ name: `${mark}-2` });
  for (const n of [1, 2]) await client.manifest.note("role", `${mark}-${n}`);
  await client.request({ ...call, method: "PATCH", path: ["roles", String(id)], body: { name: `${mark}-3` } });
  const made = client.manifest.made.map((one) => ({ ...one, at: 0 }));
  expect(made.map(({ keys }) => keys[0])).toEqual([`${mark}-1`, `${mark}-2`]);
  expect(await swept(tenant, { host: client.host, mark, made })).toEqual([]);
  expect(tenant.emulator.roles.list()).toEqual([]);
});

test.each([0, 1, 2, 5, 9])(
  "a disk that is full after %i changes of the manifest ends the run, and its objects are removed",
  async (room) => {
    const tenant = await startTenant();
    const before = tenant.emulator.export();
    let saves = 0;
    const save = () => (++saves > room ? Promise.reject(new Error("ENOSPC")) : Promise.resolve());
    const written = await writing(tenant, ["role", "organization"], undefined, undefined, save);
    expect(outcomeOf(written)).toMatchObject({ stopped: "the manifest could not be written", left: 0 });
    expect(tenant.emulator.export()).toEqual(before);
  },
);

test("Ctrl-C during a wait for the rate limit ends the wait, and the objects of the run are removed", async () => {
  const tenant = await startTenant();
  const before = tenant.emulator.export();
  const path = "/api/v2/roles";
  tenant.emulator.inject({
    ...{ kind: "status", status: 429, method: "PATCH", path, headers: { "retry-after": "2" } },
    body: { statusCode: 429, error: "Too Many Requests", message: "Global limit has been reached." },
  });
  const stop = new AbortController();
  let interruptedAt = Number.NaN;
  const stopListening = tenant.emulator.onRequest(({ phase, request }) => {
    if (phase !== "answered" || request.status !== 429) return;
    stopListening();
    // The client waits as soon as it has the answer.
    setTimeout(() => {
      interruptedAt = performance.now();
      stop.abort();
    }, 100);
  });
  let stoppedAt = Number.NaN;
  class Watched extends Meter {
    override stop(why: string): Stopped {
      stoppedAt = performance.now();
      return super.stop(why);
    }
  }
  const written = await writing(tenant, ["role"], undefined, new Watched({ ...enough, signal: stop.signal }));
  expect(stoppedAt - interruptedAt).toBeLessThan(1_000);
  expect(outcomeOf(written)).toMatchObject({ stopped: "the run was interrupted", failure: undefined, left: 0 });
  expect(tenant.emulator.export()).toEqual(before);
});

test("an error of this package ends the run: its facts are reported, and its objects are removed", async () => {
  const tenant = await startTenant();
  const before = tenant.emulator.export();
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override request<T>(call: Parameters<RunClient["request"]>[0]) {
        if (call.path[0] === "organizations" && call.method === "PATCH")
          throw new InvalidSample(`secret ${tenant.client.host}`);
        return super.request<T>(call);
      }
    })(tenant.settings, meter, quick);
  const written = await writing(tenant, ["role", "organization"], clientAt);
  expect(outcomeOf(written)).toMatchObject({ stopped: "this package refused one of its own samples", left: 0 });
  expect(written.failure).toBeInstanceOf(InvalidSample);
  expect(factsWith(written, "as believed")).toContain("Role, a deletion removes the object");
  expect(factsWith(written, "not tried")).toContain("Organization, a deletion removes the object");
  expect(JSON.stringify(reportOf(written, "0.0.0", new Date()))).not.toContain(tenant.client.host);
  expect(tenant.emulator.export()).toEqual(before);
});

test("a tenant that stops responding or refuses the token ends the run, and is no difference", async () => {
  for (const [answer, why] of [
    [undefined, "the tenant no longer answered"],
    [401, "the tenant refused the access token"],
    [429, "the tenant refused further calls"],
  ] as const) {
    const tenant = await startTenant();
    const clientAt = (meter: Meter) =>
      new (class extends RunClient {
        override send<T>(call: Parameters<RunClient["request"]>[0]) {
          return meter.calls > 40 ? Promise.reject(failed(call, answer)) : super.send<T>(call);
        }
      })(tenant.settings, meter, quick);
    const written = await writing(tenant, ["role", "organization"], clientAt);
    expect(outcomeOf(written)).toMatchObject({ stopped: why, left: expect.any(Number) });
    expect(factsWith(written, "different")).toEqual([]);
    expect(factsWith(written, "as believed")).toContain("Role, a creation makes the declared object");
    expect(factsWith(written, "not tried")).toContain("Organization, a deletion removes the object");
  }
});

test("a token that the tenant refuses before the run is an error with a remedy", async () => {
  const tenant = await startTenant();
  tenant.emulator.inject({
    ...{ kind: "status", status: 401, method: "GET", times: Number.POSITIVE_INFINITY },
    body: { statusCode: 401, error: "Unauthorized", message: "Expired token." },
  });
  const client = new RunClient(tenant.settings, new Meter(enough), quick);
  onTestFinished(() => client.close());
  const error: unknown = await survey(client, tenant.access).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TenantError);
  expect(error).toMatchObject({ status: 401, advice: expect.any(String) });
});

test("a rate limit that a retry overcomes does not end the run", async () => {
  const tenant = await startTenant();
  tenant.emulator.inject({
    ...{ kind: "status", status: 429, method: "PATCH", path: "/api/v2/resource-servers", times: 2 },
    ...{ headers: { "retry-after": "0" } },
    body: { statusCode: 429, error: "Too Many Requests", message: "Global limit has been reached." },
  });
  const written = await writing(tenant, ["resourceServerScopes"]);
  expect(outcomeOf(written)).toMatchObject({ stopped: undefined, failure: undefined, left: 0 });
  expect(factsWith(written, "different")).toEqual([]);
});

/** The failure of a call: with a status, or without any answer. */
function failed({ action, subject, method, path }: Parameters<RunClient["request"]>[0], status: number | undefined) {
  const answer = status === undefined ? { outcome: "unknown" as const } : { outcome: "refused" as const, status };
  return new TenantError(
    { ...answer, what: "gone" },
    { action, subject, request: { method, path: path.join("/") }, retries: 0 },
  );
}

test("a removal that takes too long ends, and the remaining objects stay in the manifest", () => {
  let minutes = 0;
  const meter = new Meter({ ...enough, maxMinutes: 10 }, () => minutes * 60_000);
  minutes = 60;
  meter.start();
  minutes += 9;
  meter.spend();
  minutes += 2;
  expect(() => meter.spend()).toThrow("the run reached its maximum time");
  meter.isRemoving = true;
  meter.spend();
  minutes += graceMinutes;
  meter.spend();
  minutes += 1;
  expect(() => meter.spend()).toThrow("the removal of the objects reached its maximum time");
});

test("every key that a run gives to an object is recognized, and none with further text", async () => {
  const tenant = await startTenant();
  const seen = new Map<TypeName, Set<string>>();
  let mark = "";
  await writing(tenant, undefined, undefined, undefined, async (noted) => {
    mark = noted.mark;
    for (const { type, keys } of noted.made) seen.set(type, new Set([...(seen.get(type) ?? []), ...keys]));
    await Promise.resolve();
  });
  const all = [...seen].flatMap(([type, keys]) => [...keys].map((key) => [type, key] as const));
  expect(seen.size).toBeGreaterThan(8);
  expect(all.filter(([type, key]) => !isKeyOf(type, mark, key))).toEqual([]);
  for (const more of ["x", "-1", ".com"])
    expect(all.filter(([type, key]) => isKeyOf(type, mark, key + more) || isKeyOf(type, mark, more + key))).toEqual([]);
});

test("the report contains no text of the tenant, whatever the responses say", async () => {
  const tenant = await startTenant();
  const secret = "hush_hush_hush";
  const poison = (value: Json | undefined, depth: number): void => {
    if (Array.isArray(value)) for (const item of value as Json[]) poison(item, depth + 1);
    else if (isObject(value)) {
      const body = value as MutableJsonObject;
      for (const [key, item] of Object.entries(body)) {
        if (key === "description" || key === "display_name" || key === "signing_alg") body[key] = secret;
        else poison(item, depth + 1);
      }
      body[secret] = { [secret]: secret };
      body.token_lifetime = 424_242;
    }
  };
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override async send<T>(call: Parameters<RunClient["request"]>[0]) {
        const answer = structuredClone(await super.send<T>(call));
        poison(answer.body as Json, 0);
        return answer;
      }
    })(tenant.settings, meter, quick);
  const written = await writing(tenant, ["resourceServer", "organization", "role"], clientAt);
  expect(factsWith(written, "different").length).toBeGreaterThan(3);
  const report = reportOf(written, "0.0.0", new Date("2030-01-02T03:04:05Z"));
  const printed = `${JSON.stringify(report)}\n${toMarkdown(report)}`;
  for (const text of [secret, "424242", "verify-", tenant.client.host, tenant.emulator.clientId, "example.com"])
    expect(printed).not.toContain(text);
});
