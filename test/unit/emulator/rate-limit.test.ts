import { afterEach, expect, test } from "vitest";
import { RateLimiter } from "../../../provider/src/emulator/http/rate-limit.ts";
import { type PlanName, plans, startEmulator } from "../../../provider/src/emulator/index.ts";
import { closeAll, send, setup } from "./client.ts";

afterEach(closeAll);

const list = "/resource-servers";

const limits = (headers: Headers) =>
  ["limit", "remaining", "reset"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

test("a bucket becomes empty, refuses requests, and refills; x-ratelimit-reset is when it is full", async () => {
  let now = 1_000_000_000_000;
  const { call } = await setup({ plan: "free", now: () => now });
  expect(limits((await call("GET", list)).headers)).toEqual([2, 1, 1_000_000_001]);
  expect(limits((await call("GET", list)).headers)).toEqual([2, 0, 1_000_000_001]);
  const refused = await call("POST", list, { identifier: "urn:a" });
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    statusCode: 429,
    error: "Too Many Requests",
    message: "Global limit has been reached",
    errorCode: "too_many_requests",
  });
  expect(limits(refused.headers)).toEqual([2, 0, 1_000_000_001]);
  expect(refused.headers.get("retry-after")).toBeNull();
  now += 499;
  expect((await call("GET", list)).status).toBe(429);
  now += 1;
  expect(limits((await call("GET", list)).headers)).toEqual([2, 0, 1_000_000_002]);
  now += 60_000;
  expect(limits((await call("GET", list)).headers)).toEqual([2, 1, 1_000_000_061]);
});

test("a route with a bucket of its own returns the message about an endpoint limit", async () => {
  const { call } = await setup({ plan: "free", now: () => 0 });
  for (let n = 0; n < 5; n++) expect((await call("GET", "/prompts/login/partials")).status).toBe(200);
  expect((await call("GET", "/prompts/login/partials")).body).toMatchObject({
    message: "Endpoint limit has been reached",
    errorCode: "too_many_requests",
  });
  expect((await call("GET", list)).status).toBe(200);
});

test("refused, unknown and unauthorized requests count, and have the limit headers", async () => {
  const { call } = await setup({ plan: "enterprise-production", now: () => 0 });
  expect(limits((await call("GET", list, undefined, "x")).headers)).toEqual([50, 49, 1]);
  expect(limits((await call("GET", "/x")).headers)).toEqual([50, 48, 1]);
  expect(limits((await call("POST", list, {})).headers)).toEqual([50, 47, 1]);
});

/** What a bucket holds, its refill per second, and the routes that share it. */
type Bucket = [burst: number, perSecond: number, routes: string[]];

const roles = "/organizations/org_x/members/a/roles";
const profiles = "/token-exchange-profiles";
const globalRoutes = [
  ...["GET /resource-servers", "GET /resource-servers?page=0&per_page=100&include_totals=true"],
  ...["POST /resource-servers", "GET /resource-servers/x", "PATCH /resource-servers/x", "DELETE /resource-servers/x"],
  ...["POST /connections", "PATCH /connections/x", "DELETE /connections/x", "PATCH /connections/x/clients"],
  ...["GET /organizations/org_x", "GET /organizations/org_x/members?take=100", "GET /roles/x", "GET /events", "GET /x"],
];
const connectionReads = ["", "?take=100", "/x", "/x/clients"].map((below) => `GET /connections${below}`);
const onEveryPlan: Bucket[] = [
  [20, 200 / 60, [`GET ${roles}`, `GET ${roles}?page=1`, `POST ${roles}`, `DELETE ${roles}`]],
  [20, 200 / 60, [`GET ${profiles}`, `GET ${profiles}?take=100`, `GET ${profiles}/x`]],
  [5, 100 / 60, [`POST ${profiles}`, `PATCH ${profiles}/x`, `DELETE ${profiles}/x`]],
];

test.each<[PlanName, ...Bucket[]]>([
  ["free", [2, 2, [...globalRoutes, ...connectionReads]]],
  ["self-service", [10, 150 / 60, globalRoutes], [5, 50 / 60, connectionReads]],
  ["enterprise-nonproduction", [10, 2, [...globalRoutes, ...connectionReads]]],
  ["enterprise-production", [50, 16, [...globalRoutes, ...connectionReads]]],
])("%s: every route has its bucket, with its size and refill", async (plan, ...own) => {
  let now = 1_000_000_000_000;
  const { emulator, call } = await setup({ plan, now: () => now });
  // a request that lacks its scope counts like any other
  const token = emulator.issueToken([]);
  const ask = async (route: string) => {
    const [method = "", path = ""] = route.split(" ");
    const { status, headers } = await call(method, path, undefined, token);
    return { route, refused: status === 429, limits: limits(headers) };
  };
  const buckets = [...own, ...onEveryPlan];
  for (const [burst, perSecond, routes] of buckets) {
    const requests = [...routes, ...Array<string>(burst).fill(routes[0] ?? "")];
    for (const [before, route] of requests.entries()) {
      const left = Math.max(0, burst - before - 1);
      const fullAt = Math.ceil(now / 1000 + (burst - left) / perSecond);
      expect(await ask(route)).toEqual({ route, refused: before >= burst, limits: [burst, left, fullAt] });
    }
  }
  now += 1200;
  for (const [burst, perSecond, [route = ""]] of buckets) {
    const left = Math.min(burst, Math.floor(1.2 * perSecond)) - 1;
    expect(await ask(route)).toMatchObject({ refused: false, limits: [burst, left, expect.any(Number)] });
  }
});

test.each([
  [undefined, 400],
  ["organization-member-roles", 300],
  ["token-exchange-profiles.write", 600],
  ["connections.read", 1200],
])("a client that waits exactly for the refill is never refused, whatever is rounded (%s)", (bucket, gap) => {
  let now = 1_000_000_000_000;
  const limiter = new RateLimiter(plans["self-service"], () => now);
  while (limiter.take(bucket));
  for (let request = 0; request < 500; request++) {
    for (let look = 0; look < gap; look += 10) {
      now += 10;
      limiter.headers(bucket);
    }
    expect([request, limiter.take(bucket)]).toEqual([request, true]);
    expect([request, limiter.take(bucket)]).toEqual([request, false]);
  }
});

test("other clients take their part of every bucket's refill, and are not in the log", async () => {
  let now = 1_000_000_000_000;
  const { emulator, call } = await setup({ plan: "self-service", others: 0.5, now: () => now });
  for (const [path, burst, fullAfter, gap] of [
    [list, 10, 4, 800],
    ["/connections", 5, 6, 2400],
    [roles, 20, 6, 600],
  ] as const) {
    const ask = async () => {
      const { status, headers } = await call("GET", path);
      return [status === 429, ...limits(headers)];
    };
    for (let n = 1; n < burst; n++) await ask();
    // Reset says how long the bucket alone would take
    expect(await ask()).toEqual([false, burst, 0, Math.ceil(now / 1000) + fullAfter]);
    now += gap - 1;
    expect((await ask())[0]).toBe(true);
    now += 1;
    expect((await ask())[0]).toBe(false);
    now += 60_000 - gap;
  }
  expect(emulator.requests).toHaveLength(10 + 5 + 20 + 6);
});

test.each([1.1, -0.1, Number.NaN])("other clients cannot take a part of %d", async (others) => {
  await expect(startEmulator({ others })).rejects.toThrow(/others must be a share from 0 to 1/);
});

test("an injected status has the limit headers of the request's bucket", async () => {
  const { emulator, call } = await setup({ plan: "self-service", now: () => 0 });
  emulator.inject({ kind: "status", status: 429, times: 3 });
  expect(limits((await call("GET", "/connections")).headers)).toEqual([5, 5, 0]);
  expect(limits((await call("GET", list)).headers)).toEqual([10, 10, 0]);
  const token = await send(`${emulator.url}/oauth/token`, { method: "POST" });
  expect(limits(token.headers)[0]).toBe(plans.unlimited.default.burst);
});

test("the token endpoint uses no bucket of the plan", async () => {
  const { emulator, call } = await setup({ plan: "free", now: () => 0 });
  for (let n = 0; n < 5; n++) {
    const { status } = await send(`${emulator.url}/oauth/token`, { method: "POST", body: "{}" });
    expect(status).toBe(400);
  }
  expect(limits((await call("GET", list)).headers)).toEqual([2, 1, 1]);
});

test("the plans have the limits of the service's documentation", () => {
  const { unlimited, ...limited } = plans;
  const buckets = {
    "custom-domains.verify": { burst: 5, perSecond: 5 / 60 },
    "email-provider.read": { burst: 5, perSecond: 25 / 60 },
    "email-provider.write": { burst: 5, perSecond: 25 / 60 },
    "email-templates.read": { burst: 10, perSecond: 50 / 60 },
    "email-templates.write": { burst: 5, perSecond: 25 / 60 },
    "prompt-partials.read": { burst: 5, perSecond: 5 / 60 },
    "prompt-partials.write": { burst: 5, perSecond: 5 / 60 },
    "organization-member-roles": { burst: 20, perSecond: 200 / 60 },
    "token-exchange-profiles.read": { burst: 20, perSecond: 200 / 60 },
    "token-exchange-profiles.write": { burst: 5, perSecond: 100 / 60 },
  };
  const enterprise = {
    ...buckets,
    "email-provider.read": { burst: 15, perSecond: 150 / 60 },
    "email-provider.write": { burst: 10, perSecond: 100 / 60 },
    "email-templates.read": { burst: 15, perSecond: 150 / 60 },
    "email-templates.write": { burst: 10, perSecond: 100 / 60 },
  };
  expect(limited).toEqual({
    free: { default: { burst: 2, perSecond: 2 }, buckets, streams: 1 },
    "self-service": {
      default: { burst: 10, perSecond: 2.5 },
      buckets: {
        ...buckets,
        "clients.read": { burst: 5, perSecond: 100 / 60 },
        "connections.read": { burst: 5, perSecond: 50 / 60 },
      },
      streams: 4,
    },
    "enterprise-nonproduction": { default: { burst: 10, perSecond: 2 }, buckets: enterprise, streams: 8 },
    "enterprise-production": { default: { burst: 50, perSecond: 16 }, buckets: enterprise, streams: 8 },
  });
  expect(unlimited.default.burst).toBeGreaterThan(100_000);
});
