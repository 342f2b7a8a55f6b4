import { expect, test } from "vitest";
import type { TenantAnswer, TenantCall } from "../../../provider/src/client/index.ts";
import type { Json } from "../../../provider/src/schema/json.ts";
import { compareRecordings, Recorder } from "../../../provider/src/verify/recording.ts";
import { type Meter, Tap } from "../../../provider/src/verify/tap.ts";
import { startTenant } from "../import/tenant.ts";
import { quick, writing } from "./runs.ts";

/** Records one call and its answer. */
async function recorded(call: Partial<TenantCall>, body: Json, headers: TenantAnswer<unknown>["headers"] = {}) {
  const recorder = new Recorder();
  const whole = { method: "GET", path: ["roles"], subject: "x", action: "x", ...call } as const;
  await recorder.record(whole, () => Promise.resolve({ status: 200, bytes: 1, headers, body }));
  return recorder.exchanges;
}

test("an exchange has the route, the status, the limits, the time, and the names and types of properties", async () => {
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
    ...{ method: "PATCH", route: "/resource-servers/{id}", query: [], status: 200, ms: expect.any(Number) },
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

test("a recording has no text of the tenant, whatever the paths and the answers say", async () => {
  const secret = "hush_hush_hush";
  const hostile: Json = { [secret]: { [secret]: [secret, { name: secret }] }, name: secret, id: 424_242, kind: null };
  const call = { path: ["roles", secret], query: { name_filter: secret }, body: { name: secret } };
  const printed = JSON.stringify(await recorded(call, hostile, { "x-ratelimit-limit": secret }));
  for (const text of [secret, "424242"]) expect(printed).not.toContain(text);
  const tenant = await startTenant();
  const recorder = new Recorder();
  const tapAt = (meter: Meter) => Object.assign(new Tap(tenant.settings, meter, quick), { recorder });
  await writing(tenant, ["organizationConnection", "rolePermissions"], tapAt);
  const whole = JSON.stringify(recorder.exchanges);
  expect(recorder.exchanges.length).toBeGreaterThan(50);
  for (const text of ["verify-", "example.com", tenant.client.host, tenant.emulator.clientId, "con_", "org_", "rol_"])
    expect(whole).not.toContain(text);
});

test("two recordings of the same run differ in nothing; another answer is a difference", async () => {
  const run = async () => {
    const tenant = await startTenant();
    const recorder = new Recorder();
    const tapAt = (meter: Meter) => Object.assign(new Tap(tenant.settings, meter, quick), { recorder });
    await writing(tenant, ["role"], tapAt);
    return recorder.exchanges;
  };
  const first = await run();
  expect(compareRecordings(first, await run())).toEqual([]);
  const altered = first.map((exchange) =>
    exchange.method === "POST" && exchange.route === "/roles"
      ? { ...exchange, came: { ...exchange.came, kind: ["string"] } }
      : exchange,
  );
  expect(compareRecordings(altered, first)).toEqual([
    { at: "POST /roles", only: "in the first", what: "200 with kind: string" },
    { at: "POST /roles", only: "in the first", what: "409 with kind: string" },
  ]);
});
