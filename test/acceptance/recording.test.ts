import { describe, expect, test } from "vitest";
import type { TenantAnswer, TenantCall } from "../../provider/src/client/index.ts";
import type { Json } from "../../provider/src/schema/json.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import { type RecordedEvent, Recorder } from "../../provider/src/verify/recording.ts";
import { startTenant, type TestTenant } from "../unit/import/tenant.ts";
import { compareRecordings } from "./compare-recordings.ts";
import { type Meter, RunClient } from "./run-client.ts";
import { quick, writing } from "./runs.ts";

/** Records one call and its answer. */
async function recorded(call: Partial<TenantCall>, body: Json, headers: TenantAnswer<unknown>["headers"] = {}) {
  const recorder = new Recorder();
  const whole = { method: "GET", path: ["roles"], subject: "x", action: "x", ...call } as const;
  await recorder.record(whole, () => Promise.resolve({ status: 200, bytes: 1, headers, body }));
  return recorder.exchanges;
}

test("an exchange contains route, status, limits, time, and the names and types of properties", async () => {
  const call = { method: "PATCH", path: ["resource-servers", "5f9"], body: { token_lifetime: 60 } } as const;
  const answer = {
    id: "5f9",
    identifier: "https://orders.example.com",
    signing_alg: "RS256",
    scopes: [{ value: "x" }],
    a_customer: null,
  };
  const [exchange] = await recorded(call, answer, { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "9" });
  expect(exchange).toEqual({
    ...{ method: "PATCH", route: "/resource-servers/{id}", query: [], status: 200 },
    ...{ at: expect.any(Number), ms: expect.any(Number) },
    rate: { limit: 10, remaining: 9 },
    sent: { "": ["object"], token_lifetime: ["integer"] },
    came: {
      ...{ "": ["object"], id: ["string"], identifier: ["string"], signing_alg: ['"RS256"'] },
      ...{
        scopes: ["array"],
        "scopes[]": ["object"],
        "scopes[].value": ["string"],
        "(a name of 10 characters)": ["null"],
      },
    },
  });
});

test("a recording contains no text of the tenant, whatever the paths and responses contain", async () => {
  const secret = "hush_hush_hush";
  const hostile: Json = { [secret]: { [secret]: [secret, { name: secret }] }, name: secret, id: 424_242, kind: null };
  const call = { path: ["roles", secret], query: { name_filter: secret }, body: { name: secret } };
  const printed = JSON.stringify(await recorded(call, hostile, { "x-ratelimit-limit": secret }));
  for (const text of [secret, "424242"]) expect(printed).not.toContain(text);
  const tenant = await startTenant();
  const recorder = new Recorder();
  const clientAt = (meter: Meter) => Object.assign(new RunClient(tenant.settings, meter, quick), { recorder });
  await writing(tenant, ["organizationConnection", "rolePermissions"], clientAt);
  const whole = JSON.stringify(recorder.exchanges);
  expect(recorder.exchanges.length).toBeGreaterThan(50);
  for (const text of ["verify-", "example.com", tenant.client.host, tenant.emulator.clientId, "con_", "org_", "rol_"])
    expect(whole).not.toContain(text);
});

test("a recording does not reveal how a safeguard is set, neither in responses nor in the request that restores it", async () => {
  for (const path of ["attack-protection/brute-force-protection", "guardian/policies", "emails/provider"]) {
    const body = {
      mode: "count_per_identifier",
      policies: ["all-applications"],
      name: "sendgrid",
      x: ["all-applications"],
    };
    for (const method of ["GET", "PATCH"] as const) {
      const printed = JSON.stringify(await recorded({ method, path: path.split("/"), body }, body));
      expect(printed).toContain('"mode":["string"]');
      for (const text of ["count_per", "all-app", "sendgrid"]) expect(printed).not.toContain(text);
    }
  }
});

/** Records a run. */
async function recording(types: readonly TypeName[], tenant?: TestTenant, during = () => {}) {
  const at = tenant ?? (await startTenant());
  const recorder = new Recorder();
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override recorder = recorder;
      override send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
        during();
        return super.send<T>(call);
      }
    })(at.settings, meter, quick);
  await writing(at, types, clientAt);
  return recorder;
}

test("two recordings of equal runs do not differ; a changed response is a difference", async () => {
  const first = await recording(["role"]);
  expect(compareRecordings(first, await recording(["role"]))).toEqual([]);
  const exchanges = first.exchanges.map((exchange) =>
    exchange.method === "POST" && exchange.route === "/roles"
      ? { ...exchange, came: { ...exchange.came, kind: ["string"] } }
      : exchange,
  );
  expect(compareRecordings({ exchanges, events: [] }, first)).toEqual([
    { at: "POST /roles", only: "in the first", what: "200 with kind: string" },
    { at: "POST /roles", only: "in the first", what: "409 with kind: string" },
  ]);
});

describe("the events of the stream", () => {
  const types = ["organization", "organizationMembers"] as const;

  test("are recorded with the time of their arrival and the names and types of properties, and no text of the tenant", async () => {
    const tenant = await startTenant();
    const { events } = await recording(types, tenant);
    expect(events.map(({ about, type }) => `${about} ${type}`)).toEqual(
      expect.arrayContaining([
        "Organization organization.created",
        "Organization organization.updated",
        "Organization organization.deleted",
        "OrganizationMembers organization.member.added",
      ]),
    );
    expect(events[0]).toEqual({
      ...{ about: "Organization", type: "organization.created", at: expect.any(Number) },
      came: expect.objectContaining({ "": ["object"], time: ["string"], "data.object.name": ["string"] }),
    });
    const times = events.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const whole = JSON.stringify(events);
    for (const text of ["verify-", "example.com", "org_", "auth0|", tenant.client.host, tenant.emulator.clientId])
      expect(whole).not.toContain(text);
  });

  test("about objects of others are not recorded", async () => {
    const tenant = await startTenant();
    const { id } = tenant.emulator.organizations.create({ name: "theirs" });
    let changes = 0;
    const during = () => tenant.emulator.organizations.update(String(id), { display_name: `Theirs ${++changes}` });
    const { events } = await recording(["organization"], tenant, during);
    expect(changes).toBeGreaterThan(20);
    expect(events.length).toBeGreaterThan(3);
    expect(compareRecordings({ exchanges: [], events }, await recording(["organization"]))).toEqual([]);
  });

  test("of two recordings of equal runs do not differ; another event, order or payload is a difference", async () => {
    const first = await recording(types);
    expect(compareRecordings(first, await recording(types))).toEqual([]);
    const changed = (change: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]) =>
      compareRecordings({ exchanges: [], events: change(first.events) }, first);
    const isUpdate = ({ type }: RecordedEvent) => type === "organization.updated";
    const at = "events about Organization";
    expect(changed((events) => events.filter((one) => !isUpdate(one)))).toEqual(
      expect.arrayContaining([{ at, only: "in the second", what: "organization.updated with a body: object" }]),
    );
    expect(changed((events) => [...events.filter(isUpdate), ...events.filter((one) => !isUpdate(one))])).toEqual([
      { at, only: "in the first", what: "the order organization.updated, organization.created, organization.deleted" },
      { at, only: "in the second", what: "the order organization.created, organization.updated, organization.deleted" },
    ]);
    const came = { "data.object.name": ["integer"] };
    expect(
      changed((events) => events.map((one) => (isUpdate(one) ? { ...one, came: { ...one.came, ...came } } : one))),
    ).toEqual([
      { at, only: "in the first", what: "organization.updated with data.object.name: integer" },
      { at, only: "in the second", what: "organization.updated with data.object.name: string" },
    ]);
    // A tenant may have no stream.
    expect(changed(() => [])).toEqual([]);
  });
});
