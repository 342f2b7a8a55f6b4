import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeAll, type Setup, setup } from "./client.ts";

const list = "/token-exchange-profiles";
let api: Setup;
let count = 0;
beforeAll(async () => {
  api = await setup();
});
afterAll(closeAll);

const profile = () => ({
  name: "Legacy",
  subject_token_type: `urn:example:${++count}`,
  action_id: "a",
  type: "custom_authentication",
});
const characters = (length: number) => "x".repeat(length);

test("a creation of a profile returns 201 with id and times, an update 200 with the whole object", async () => {
  let now = Date.UTC(2026, 0, 2);
  const { call } = await setup({ now: () => now });
  const sent = profile();
  const { status, body } = await call("POST", list, sent);
  expect(status).toBe(201);
  expect(body).toEqual({
    ...sent,
    id: expect.stringMatching(/^tep_[A-Za-z0-9]{16}$/),
    created_at: "2026-01-02T00:00:00.000Z",
    updated_at: "2026-01-02T00:00:00.000Z",
  });
  now += 1000;
  const renamed = { ...body, name: "Renamed", updated_at: "2026-01-02T00:00:01.000Z" };
  const update = await call("PATCH", `${list}/${body.id}`, { name: "Renamed" });
  expect([update.status, update.body]).toEqual([200, renamed]);
  expect((await call("GET", `${list}/${body.id}`)).body).toEqual(renamed);
  expect((await call("DELETE", `${list}/${body.id}`)).status).toBe(204);
  expect((await call("DELETE", `${list}/${body.id}`)).status).toBe(204);
  expect((await call("GET", `${list}/${body.id}`)).status).toBe(404);
});

test("a profile without a name has the service's default", async () => {
  const { name: _, ...sent } = profile();
  expect((await api.call("POST", list, sent)).body.name).toBe("Token Exchange Profile 1");
});

// [what is sent, the property the error names]
const refused: [string, object, string][] = [
  ["name of 2", { name: "ab" }, "name"],
  ["name of 51", { name: characters(51) }, "name"],
  ["name null", { name: null }, "name"],
  ["subject_token_type of 7", { subject_token_type: "urn:a:b" }, "subject_token_type"],
  ["subject_token_type of 101", { subject_token_type: `urn:${characters(97)}` }, "subject_token_type"],
  ["subject_token_type that is no URI", { subject_token_type: "not a uri at all" }, "subject_token_type"],
];

describe("a property of a profile out of bounds is a 400 that names it", () => {
  test.each(refused)("%s", async (_, change, property) => {
    const { id, ...before } = api.emulator.tokenExchangeProfiles.create(profile());
    for (const [method, path, body] of [
      ["POST", list, { ...profile(), ...change }],
      ["PATCH", `${list}/${id}`, change],
    ] as const) {
      const answer = await api.call(method, path, body);
      expect([answer.status, answer.body.errorCode]).toEqual([400, "invalid_body"]);
      expect(answer.body.message).toContain(` on property ${property}.`);
    }
    expect(api.emulator.tokenExchangeProfiles.get(String(id))).toEqual({ id, ...before });
  });

  test.each([
    ["subject_token_type missing", { subject_token_type: undefined }, "subject_token_type"],
    ["action_id missing", { action_id: undefined }, "action_id"],
    ["action_id empty", { action_id: "" }, "action_id"],
    ["action_id of 37", { action_id: characters(37) }, "action_id"],
    ["type missing", { type: undefined }, "type"],
    ["another type", { type: "custom" }, "type"],
  ])("on POST: %s", async (_, change, property) => {
    const answer = await api.call("POST", list, { ...profile(), ...change });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(` on property ${property}.`);
  });

  test.each(["id", "created_at", "x"])("%s is refused", async (key) => {
    const answer = await api.call("POST", list, { ...profile(), [key]: "x" });
    expect(answer.body.message).toContain(`Additional properties not allowed: ${key}`);
  });

  test("an empty PATCH is refused", async () => {
    const { id } = api.emulator.tokenExchangeProfiles.create(profile());
    const { status, body } = await api.call("PATCH", `${list}/${id}`, {});
    expect([status, body.errorCode]).toEqual([400, "invalid_body"]);
    expect(body.message).toContain("Too few properties defined (0), minimum 1");
  });

  test.each(["action_id", "type", "id"])("%s is refused in a PATCH", async (key) => {
    const { id } = api.emulator.tokenExchangeProfiles.create(profile());
    expect((await api.call("PATCH", `${list}/${id}`, { [key]: "custom_authentication" })).status).toBe(400);
  });
});

test.each([
  ["name of 3", { name: "abc" }],
  ["name of 50", { name: characters(50) }],
  ["subject_token_type of 8", { subject_token_type: "urn:a:bc" }],
  ["subject_token_type of 100", { subject_token_type: `urn:${characters(96)}` }],
  ["subject_token_type that is a URL", { subject_token_type: "https://example.com/token" }],
  ["action_id of 36", { action_id: characters(36) }],
])("a property of a profile is accepted: %s", async (_, change) => {
  expect((await api.call("POST", list, { ...profile(), ...change })).body).toMatchObject(change);
});

test("a subject token type can be used by one profile only", async () => {
  const [one, two] = [profile(), profile()].map((sent) => api.emulator.tokenExchangeProfiles.create(sent));
  const taken = { subject_token_type: one?.subject_token_type };
  for (const answer of [
    await api.call("POST", list, { ...profile(), ...taken }),
    await api.call("PATCH", `${list}/${two?.id}`, taken),
  ]) {
    expect([answer.status, answer.body.message]).toEqual([409, "subject_token_type already exists for tenant"]);
  }
  expect((await api.call("PATCH", `${list}/${one?.id}`, taken)).status).toBe(200);
});

test.each(["GET", "PATCH"])("%s of an unknown profile is a 404, by subject token type too", async (method) => {
  const { subject_token_type } = api.emulator.tokenExchangeProfiles.create(profile());
  for (const id of ["tep_0000000000000000", encodeURIComponent(String(subject_token_type))]) {
    const answer = await api.call(method, `${list}/${id}`, method === "GET" ? undefined : { name: "New" });
    expect([answer.status, answer.body]).toEqual([
      404,
      { statusCode: 404, error: "Not Found", message: "Token exchange profile not found." },
    ]);
  }
});

describe("the listing of profiles", () => {
  let own: Setup;
  beforeAll(async () => {
    own = await setup();
    for (let index = 0; index < 250; index++) own.emulator.tokenExchangeProfiles.create(profile());
  });

  test("has three pages for 250 profiles", async () => {
    const seen: unknown[] = [];
    let query = "?take=100";
    let calls = 0;
    while (query !== "") {
      const { body } = await own.call("GET", list + query);
      calls += 1;
      seen.push(...body.token_exchange_profiles);
      query = body.next === undefined ? "" : `?take=100&from=${encodeURIComponent(body.next)}`;
    }
    expect(calls).toBe(3);
    expect(seen).toEqual(own.emulator.tokenExchangeProfiles.list());
  });

  test("has 50 entries to a page by default, and no cursor after the last page", async () => {
    const { body } = await own.call("GET", list);
    expect(Object.keys(body).sort()).toEqual(["next", "token_exchange_profiles"]);
    expect(body.token_exchange_profiles).toHaveLength(50);
    const empty = await setup();
    expect((await empty.call("GET", list)).body).toEqual({ token_exchange_profiles: [] });
  });

  test.each(["take=0", "take=101", "take=1.5", "page=0", "name=a"])("refuses %s", async (query) => {
    const { status, body } = await own.call("GET", `${list}?${query}`);
    expect([status, body.errorCode]).toEqual([400, "invalid_query_string"]);
  });
});

test("each operation on profiles needs its scope", async () => {
  const { emulator, call } = await setup();
  const { id } = emulator.tokenExchangeProfiles.create(profile());
  const operations: [string, string, string, unknown?][] = [
    ["POST", list, "create", profile()],
    ["GET", list, "read"],
    ["GET", `${list}/${id}`, "read"],
    ["PATCH", `${list}/${id}`, "update", { name: "New" }],
    ["DELETE", `${list}/${id}`, "delete"],
  ];
  const all = ["create", "read", "update", "delete"];
  for (const [method, path, action, body] of operations) {
    const scope = `${action}:token_exchange_profiles`;
    const others = all.filter((other) => other !== action).map((other) => `${other}:token_exchange_profiles`);
    const refusal = await call(method, path, body, emulator.issueToken(others));
    expect([refusal.status, refusal.body.message]).toEqual([403, `Insufficient scope, expected any of: ${scope}`]);
    expect((await call(method, path, body, emulator.issueToken([scope]))).status).toBeLessThan(300);
  }
});

test("reads and writes of profiles have rate limits of their own: 20 and 5 at once", async () => {
  const { call } = await setup({ plan: "free", now: () => 0 });
  const limit = async (method: string, body?: unknown) =>
    (await call(method, list, body)).headers.get("x-ratelimit-limit");
  expect([await limit("GET"), await limit("POST", profile())]).toEqual(["20", "5"]);
});
