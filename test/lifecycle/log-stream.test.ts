import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { importedOf } from "./importing/tenants.ts";
import { startWorld, type World } from "./world.ts";

const http: JsonObject = {
  name: "Audit",
  type: "http",
  sink: { httpEndpoint: "https://logs.example.com/tenant", httpContentFormat: "JSONLINES" },
};
const mixpanel: JsonObject = {
  name: "Events",
  type: "mixpanel",
  sink: {
    mixpanelRegion: "eu",
    mixpanelProjectId: "1",
    mixpanelServiceAccountUsername: "tenant",
    mixpanelServiceAccountPassword: "s3cr3t",
  },
};
const accounts = ["1".repeat(12), "2".repeat(12)] as const;
const cloud: JsonObject = {
  name: "Cloud",
  type: "eventbridge",
  sink: { awsAccountId: accounts[0], awsRegion: "eu-west-1" },
};

let world: World;
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  world = await startWorld({}, resourceTypes.logStream);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const failureOf = async (audit?: JsonObject) => {
  world.tenant.clearRequests();
  const steps = await world.engine.up(audit ? { audit } : {});
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const up = async (audit?: JsonObject) => expect(await failureOf(audit)).toBe("");
const stored = () => (world.tenant.export().logStreams as readonly JsonObject[])[0] ?? {};
const idOf = () => String(world.engine.state.get("audit")?.id);
const methods = () => world.calls().map((call) => call.split(" ")[0]);
const settled = async (audit: JsonObject) => {
  expect(await world.engine.refresh()).toEqual([{ name: "audit", op: "same" }]);
  expect(await world.engine.changes({ audit })).toEqual([]);
};

describe("an update", () => {
  const pii = { log_fields: ["email"], method: "mask", algorithm: "xxhash" };

  test("sends a new token with the declared address, not to one that another client set", async () => {
    const withToken = (httpAuthorization: string) => ({
      ...http,
      sink: { ...(http.sink as JsonObject), httpAuthorization },
    });
    await up(withToken("token-1"));
    const sink = {
      ...(stored().sink as JsonObject),
      httpEndpoint: "https://theirs.example.com",
      httpContentType: "text",
    };
    world.tenant.logStreams.update(idOf(), { sink });
    await up(withToken("token-2"));
    expect(stored().sink).toEqual({ ...withToken("token-2").sink, httpContentType: "text" });
  });

  test("removes personal-data settings from a priority stream, whose filters no update sends", async () => {
    const declared = { ...http, isPriority: true };
    await up({ ...declared, piiConfig: { logFields: ["email"] } });
    await up(declared);
    expect(stored()).not.toHaveProperty("pii_config");
    await settled(declared);
  });

  test("keeps personal-data settings, including another client's, although the service clears omitted ones", async () => {
    const declared = { ...http, piiConfig: { logFields: ["email"], method: "mask" } };
    await up(declared);
    await up({ ...declared, name: "Renamed" });
    expect(stored()).toMatchObject({ name: "Renamed", pii_config: pii });
    await settled({ ...declared, name: "Renamed" });

    await up();
    await up(http);
    world.tenant.logStreams.update(idOf(), { pii_config: pii, filters: [{ type: "category", name: "actions" }] });
    await up({ ...http, status: "paused" });
    expect(stored()).toMatchObject({ status: "paused", pii_config: pii, filters: [{ name: "actions" }] });
  });

  test("clears personal-data settings that the program no longer declares", async () => {
    await up({ ...http, piiConfig: { logFields: ["email"] } });
    await up(http);
    expect(stored()).not.toHaveProperty("pii_config");
    await settled(http);
  });

  test("never sends back the mask of a password, and keeps values that others set in the sink", async () => {
    await up(mixpanel);
    await settled(mixpanel);
    expect(world.tenant.logStreams.get(idOf())).toMatchObject({ sink: { mixpanelServiceAccountPassword: "********" } });
    await up({ ...mixpanel, sink: { ...(mixpanel.sink as JsonObject), mixpanelRegion: "us" } });
    expect(stored()).toMatchObject({ sink: { mixpanelRegion: "us", mixpanelServiceAccountPassword: "s3cr3t" } });
    await up({ ...mixpanel, filters: ["actions"], sink: { ...(mixpanel.sink as JsonObject), mixpanelRegion: "us" } });
    expect(stored()).toMatchObject({ sink: { mixpanelServiceAccountPassword: "s3cr3t" } });
    expect(JSON.stringify([...world.engine.state.values()])).toContain("s3cr3t");
  });

  test("keeps a suspended stream suspended, with a warning per refresh, until the program's status changes", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await up({ ...http, status: "active" });
    world.tenant.logStreams.update(idOf(), { status: "suspended" });
    expect(await world.engine.refresh()).toEqual([{ name: "audit", op: "same" }]);
    expect(await world.engine.refresh()).toEqual([{ name: "audit", op: "same" }]);
    expect(
      warn.mock.calls.flat().filter((text) => /log stream "Audit": status is "suspended"/.test(text)),
    ).toHaveLength(2);
    await up({ ...http, status: "active", filters: ["actions"] });
    expect(stored()).toMatchObject({ status: "suspended" });
    await up({ ...http, status: "paused" });
    await up({ ...http, status: "active" });
    expect(stored()).toMatchObject({ status: "active" });
  });

  test("of a suspended stream is planned by a run that may restart it", async () => {
    const active = { ...http, status: "active" };
    await up(active);
    world.tenant.logStreams.update(idOf(), { status: "suspended" });
    vi.stubEnv("TENANT_RESTART", "true");
    const engine = world.reconfigured({});
    expect(await engine.refresh()).toEqual([{ name: "audit", op: "update" }]);
    await engine.up({ audit: active });
    expect(stored()).toMatchObject({ status: "active" });
  });

  test("of the priority leaves the filters to the service, and sends all logs again afterwards", async () => {
    await up({ ...http, filters: ["actions"] });
    await up({ ...http, isPriority: true });
    expect(stored()).toMatchObject({ isPriority: true, filters: [{ type: "category", name: "security" }] });
    await settled({ ...http, isPriority: true });
    await up(http);
    expect(stored()).toMatchObject({ isPriority: false });
    expect(stored()).not.toHaveProperty("filters");
    expect(await failureOf({ ...http, isPriority: true, filters: ["actions"] })).toContain(
      "filters: cannot be declared together with",
    );
  });

  test("of the start time sends nothing, because it matters only at creation", async () => {
    const begin = { ...http, startFrom: "2026-01-01T00:00:00Z" };
    await up(begin);
    const created = world.tenant.requests.find(({ operation }) => operation === "log-streams.create");
    expect(created?.body).toMatchObject({ startFrom: begin.startFrom });
    await settled(begin);
    await up({ ...http, startFrom: "2026-02-01T00:00:00Z" });
    expect(methods()).toEqual([]);
  });
});

describe("a property that is removed from the sink", () => {
  const full = {
    ...http,
    sink: { ...(http.sink as JsonObject), httpContentType: "text/plain", httpAuthorization: "token-1" },
  };
  const moved = { ...http, sink: { httpEndpoint: "https://other.example.com/" } };

  test("is cleared before the address changes, if an update replaces the sink", async () => {
    await up(full);
    await up(moved);
    expect(methods().filter((method) => method === "PATCH")).toHaveLength(2);
    expect(stored().sink).toEqual(moved.sink);
    await settled(moved);
  });

  test("makes a change of the address refused by name, if the service would keep its value", async () => {
    await world.close();
    world = await startWorld({ traits: { mergedSinks: true } }, resourceTypes.logStream);
    await up(full);
    expect(await failureOf(moved)).toMatch(
      /was not changed: the program no longer declares sink\.httpContentFormat, sink\.httpContentType, sink\.httpAuthorization, but the service keeps it.*--replace/,
    );
    expect(stored().sink).toEqual(full.sink);
    const declared = { ...moved, sink: { ...full.sink, ...moved.sink, httpAuthorization: "token-2" } };
    await up(declared);
    expect(stored().sink).toEqual(declared.sink);
  });

  test("a datadog sink keeps its key with another region", async () => {
    const sink = { datadogApiKey: "key", datadogRegion: "eu" };
    const { id } = world.tenant.logStreams.create({ name: "Audit", type: "datadog", sink });
    world.tenant.logStreams.update(String(id), { sink: { datadogRegion: "us" } });
    expect(stored().sink).toEqual({ ...sink, datadogRegion: "us" });
  });
});

describe("a creation", () => {
  test("of a paused stream takes two calls; if the second fails, the next run pauses the same stream", async () => {
    const paused = { ...http, status: "paused", piiConfig: { logFields: ["email"] }, filters: ["actions"] };
    world.tenant.inject({ kind: "status", method: "PATCH", status: 400 });
    expect(await failureOf(paused)).not.toBe("");
    expect(stored()).toMatchObject({ status: "active" });
    const id = idOf();
    await up(paused);
    expect(idOf()).toBe(id);
    expect(stored()).toMatchObject({
      id,
      status: "paused",
      pii_config: { log_fields: ["email"] },
      filters: [{ name: "actions" }],
    });
    expect(world.tenant.logStreams.list()).toHaveLength(1);
    await settled(paused);
  });

  test("beyond the tenant's limit is refused, and no other stream is treated as this one", async () => {
    world.tenant.logStreams.create({ name: "Audit", type: "segment", sink: { segmentWriteKey: "theirs" } });
    const message = "You have reached the maximum number of log streams for your account.";
    const body = { statusCode: 409, error: "Conflict", message };
    world.tenant.inject({ kind: "status", method: "POST", status: 409, body });
    expect(await failureOf(http)).toContain(message);
    expect(methods()).toEqual(["POST"]);
    expect(stored()).toMatchObject({ type: "segment" });
  });

  test("names missing members of a sink before anything is sent", async () => {
    expect(await failureOf({ ...http, type: "datadog" })).toMatch(
      /sink.datadogApiKey.* is required for .*sink.datadogRegion/s,
    );
    expect(methods()).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    [
      "sink.splunkPort: must be a string",
      {
        ...{ name: "Splunk", type: "splunk" },
        sink: { splunkDomain: "splunk.example.com", splunkPort: 8_088, splunkToken: "hush", splunkSecure: true },
      },
    ],
    ["sink.httpEndpoint: must be an https URL", { ...http, sink: { httpEndpoint: "http://logs.example.com" } }],
    [
      "sink.awsAccountId: must have 12 digits",
      { name: "Bus", type: "eventbridge", sink: { awsAccountId: "12345", awsRegion: "us-east-1" } },
    ],
    [
      "sink.awsAccountId: must be a string, not a number: write it in quotes",
      { name: "Bus", type: "eventbridge", sink: { awsAccountId: 123_456_789_012, awsRegion: "us-east-1" } },
    ],
    [
      "sink.azureSubscriptionId: must be a UUID",
      {
        ...{ name: "Grid", type: "eventgrid" },
        sink: { azureSubscriptionId: "mine", azureRegion: "westeurope", azureResourceGroup: "logs" },
      },
    ],
    [
      "sink.mixpanelServiceAccountPassword: must not be empty and must not contain a colon",
      {
        ...{ name: "Mix", type: "mixpanel" },
        sink: {
          ...{ mixpanelRegion: "eu", mixpanelProjectId: "12345" },
          ...{ mixpanelServiceAccountUsername: "tenant", mixpanelServiceAccountPassword: "a:b" },
        },
      },
    ],
    ["piiConfig.logFields: must have at least 1 element", { ...http, piiConfig: { logFields: [] } }],
  ])("refuses before anything is sent: %s", async (message, audit) => {
    expect(await failureOf(audit)).toContain(message);
    expect(world.tenant.requests).toEqual([]);
  });

  test("adopts the only stream of a name, and none of several", async () => {
    for (const _ of [1, 2])
      world.tenant.logStreams.create({ name: "Audit", type: "http", sink: http.sink as JsonObject });
    expect(await failureOf({ ...http, adopt: true })).toContain("2 log streams have this name");
    world.tenant.logStreams.delete(String(world.tenant.logStreams.list()[0]?.id));
    await up({ ...http, adopt: true });
    expect(world.tenant.logStreams.list()).toHaveLength(1);
  });
});

test.each<[string, JsonObject, string, RegExp]>([
  ["eventbridge", cloud.sink as JsonObject, "awsPartnerEventSource", /^aws\.partner\//],
  [
    "eventgrid",
    {
      azureSubscriptionId: "b69a6835-57c7-4d53-b0d5-1c6ae580b6d5",
      azureRegion: "northeurope",
      azureResourceGroup: "logs",
    },
    "azurePartnerTopic",
    /^logs-/,
  ],
])(
  "the output of a stream of type %s names what the service makes for the other cloud",
  async (type, sink, name, made) => {
    const audit = { name: "Audit", type, sink };
    const sourceOf = () => world.engine.state.get("audit")?.outputs[name];
    await up(audit);
    const source = sourceOf();
    expect(source).toMatch(made);
    await settled(audit);
    await up({ ...audit, name: "Renamed" });
    expect(sourceOf()).toBe(source);
    await up(http);
    expect(world.engine.state.get("audit")?.outputs).not.toHaveProperty(name);
  },
);

describe("a replacement", () => {
  test.each<[string, JsonObject, JsonObject]>([
    ["another type", http, { ...mixpanel, name: "Audit" }],
    ["another account of a cloud", cloud, { ...cloud, sink: { awsAccountId: accounts[1], awsRegion: "eu-west-1" } }],
  ])("is caused by %s: the new stream is created first, so that no log is lost", async (_, before, after) => {
    await up(before);
    await settled(before);
    expect(await world.engine.preview({ audit: after })).toEqual([{ name: "audit", op: "replace" }]);
    await up(after);
    expect(methods().filter((method) => method !== "GET")).toEqual(["POST", "DELETE"]);
    await settled(after);
  });

  test("is not caused by another address that the service can update", async () => {
    await up(http);
    const after = { ...http, sink: { httpEndpoint: "https://other.example.com/" } };
    expect(await world.engine.preview({ audit: after })).toEqual([{ name: "audit", op: "update" }]);
  });
});

test("deleting an already deleted stream succeeds", async () => {
  await up(http);
  world.tenant.logStreams.delete(idOf());
  await up();
  expect(world.engine.state.size).toBe(0);
});

test("an import omits what the service derives from an account, a suspension, and filters that it chose", async () => {
  world.tenant.logStreams.create(toWire(cloud));
  const { id } = world.tenant.logStreams.create({ ...toWire(http), isPriority: true });
  world.tenant.logStreams.update(String(id), { status: "suspended" });
  const { client, program } = await importedOf(world.tenant, false);
  await client.close();
  const declared = Object.fromEntries(program.resources.map(({ args }) => [String(args.name), args]));
  expect(declared).toEqual({
    Cloud: { ...cloud, status: "active", isPriority: false },
    Audit: { ...http, isPriority: true },
  });
});

/** The sample programs have no property whose name differs on the wire. */
function toWire(args: JsonObject): Record<string, Json> {
  return { ...args };
}
