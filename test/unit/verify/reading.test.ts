import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Service, TenantAnswer, TenantCall } from "../../../provider/src/client/index.ts";
import { importableTypes } from "../../../provider/src/import/inventory.ts";
import { isObject, type Json, type MutableJsonObject } from "../../../provider/src/schema/json.ts";
import { readTenant } from "../../../provider/src/verify/observer.ts";
import { countOf, type Report, readingFacts, reportOf, toMarkdown } from "../../../provider/src/verify/report.ts";
import { hostileJson } from "../../harness/hostile.ts";
import { cases, longest } from "../../harness/scale.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { startTenant, type TestTenant } from "../import/tenant.ts";

type Change = (body: MutableJsonObject, call: TenantCall) => void;

/** A tenant whose responses are changed on their way. Each object of a body is changed. */
function altered(tenant: TestTenant, path: string, change: Change): Service {
  const alter = (value: Json | undefined, call: TenantCall): void => {
    if (Array.isArray(value)) for (const item of value as Json[]) alter(item, call);
    else if (isObject(value)) {
      change(value as MutableJsonObject, call);
      for (const item of Object.values(value)) alter(item as Json, call);
    }
  };
  return {
    host: tenant.client.host,
    ownDomain: tenant.client.ownDomain,
    async request<T>(call: TenantCall): Promise<TenantAnswer<T>> {
      const answer = structuredClone(await tenant.client.request<T>(call));
      if (path === "" || call.path.join("/") === path) alter(answer.body as Json, call);
      return answer;
    },
  };
}

const reportAt = async (service: Service, { access }: TestTenant): Promise<Report> =>
  reportOf(await readTenant(service, access), "0.0.0", new Date("2030-01-02T03:04:05Z"));

const differencesIn = ({ types }: Report) =>
  types.flatMap(({ type, facts }) =>
    facts.flatMap(({ fact, found = [] }) =>
      found.map((one) => `${type}, ${fact}: ${"path" in one ? `${one.path.join(".")} ` : ""}${one.what}`),
    ),
  );

test("a tenant that responds as defined gives a report without differences, and gets only GET requests", async () => {
  const tenant = await startTenant({ seed: wholeTenant });
  const report = await reportAt(tenant.client, tenant);
  expect(differencesIn(report)).toEqual([]);
  expect(countOf(report, "as believed")).toBeGreaterThan(importableTypes.length);
  expect(tenant.calls().filter((call) => !call.startsWith("GET "))).toEqual([]);
});

const { values, known, pages } = readingFacts;

/** Planted differences: the path, the change of each object that has the property, and the only difference that the report has. */
const planted: readonly (readonly [string, string, (body: MutableJsonObject) => void, string])[] = [
  [
    "resource-servers",
    "token_lifetime",
    (body) => (body.token_lifetime = -1),
    `ResourceServer, ${values}: token_lifetime out of bounds`,
  ],
  [
    "resource-servers",
    "token_lifetime",
    (body) => (body.token_lifetime = "86400"),
    `ResourceServer, ${values}: token_lifetime unexpected type`,
  ],
  [
    "resource-servers",
    "identifier",
    (body) => (body.new_setting = true),
    `ResourceServer, ${known}: new_setting unknown property`,
  ],
  [
    "resource-servers",
    "signing_alg",
    (body) => (body.signing_alg = "ML-DSA"),
    `ResourceServer, ${values}: signing_alg unknown value`,
  ],
  [
    "organizations",
    "display_name",
    (body) => (body.display_name = 7),
    `Organization, ${values}: display_name unexpected type`,
  ],
  ["roles", "description", (body) => (body.owner = "x"), `Role, ${known}: owner unknown property`],
  [
    "tenants/settings",
    "session_lifetime",
    (body) => (body.session_lifetime = true),
    `TenantSettings, ${values}: session_lifetime unexpected type`,
  ],
  ["tenants/settings", "flags", (body) => (body.later = []), `TenantSettings, ${known}: later unknown property`],
  ["custom-domains", "primary", (body) => (body.tls = { mode: "x" }), `CustomDomain, ${known}: tls unknown property`],
  [
    "client-grants",
    "audience",
    (body) => (body.subject_type = "robot"),
    `ClientGrant, ${values}: subject_type unknown value`,
  ],
  ["roles", "total", (body) => (body.total = "12"), `Role, ${pages}: a count of a page is not an integer`],
  ["roles", "total", (body) => (body.start = 5), `Role, ${pages}: a page does not start at the requested entry`],
];

describe("a planted difference is the only one in the report", () => {
  test.each(planted)("%s, %s, %#", async (path, property, change, expected) => {
    const tenant = await startTenant({ seed: wholeTenant });
    const service = altered(tenant, path, (body) => {
      if (Object.hasOwn(body, property)) change(body);
    });
    const found = differencesIn(await reportAt(service, tenant));
    expect([...new Set(found)]).toEqual([expected]);
  });
});

test("an entry that is listed twice is different", async () => {
  const tenant = await startTenant({ seed: wholeTenant });
  const service = altered(tenant, "roles", (body) => {
    if (Array.isArray(body.roles)) body.roles = [...(body.roles as Json[]), (body.roles as Json[])[0] ?? null];
  });
  expect(differencesIn(await reportAt(service, tenant))).toContain(`Role, ${pages}: an entry is listed twice`);
});

test.each([
  ["without a list", "a page has no list of entries", (body: MutableJsonObject) => delete body.roles],
  [
    "that is empty in spite of its total",
    "a page is empty, although its total says that it has entries",
    (body: MutableJsonObject) => (body.roles = []),
  ],
])("a listing %s is different, also if no other fact can be tried", async (_name, expected, change) => {
  const tenant = await startTenant({ seed: wholeTenant });
  const service = altered(tenant, "roles", (body) => {
    if (!Array.isArray(body.roles)) return;
    change(body);
    body.total = 2;
  });
  expect(differencesIn(await reportAt(service, tenant))).toEqual([`Role, ${pages}: ${expected}`]);
});

test("a feature outside of the plan and a missing scope are no differences, and leave only their types unread", async () => {
  const tenant = await startTenant({ seed: wholeTenant });
  const refuse = (status: number, path: string, error: object) =>
    tenant.emulator.inject({
      kind: "status",
      status,
      path,
      times: 50,
      body: JSON.stringify({ statusCode: status, ...error }),
    });
  refuse(403, "/api/v2/custom-domains", {
    error: "Forbidden",
    errorCode: "feature_not_enabled",
    message: "Not in your plan.",
  });
  refuse(403, "/api/v2/log-streams", {
    error: "Forbidden",
    errorCode: "insufficient_scope",
    message: "Insufficient scope, expected any of: read:log_streams",
  });
  const report = await reportAt(tenant.client, tenant);
  expect(differencesIn(report)).toEqual([]);
  const resultsOf = (type: string) =>
    report.types.find((one) => one.type === type)?.facts.map(({ result, why }) => [result, why]);
  expect(resultsOf("CustomDomain")?.[0]).toEqual(["not on this plan", undefined]);
  expect(resultsOf("LogStream")?.[0]).toEqual(["not tried", "the token lacks a scope"]);
  expect(resultsOf("Role")?.[0]).toEqual(["as believed", undefined]);
});

test("the report contains no text of the tenant, whatever its responses contain", async () => {
  const tenant = await startTenant({ seed: wholeTenant });
  const own = ["orders.example.com", "org_0000000000000001", "examplePortal0000000000000000000", "hush_hush_hush"];
  const service = altered(tenant, "", (body) => {
    for (const text of own) body[text] = text;
    if (typeof body.name === "string") body[body.name] = { [body.name]: body.name };
    if (typeof body.signing_alg === "string") body.signing_alg = "hush_hush_hush";
    body["x\u001b[31m|<script>"] = "hush_hush_hush";
  });
  const { types, texts, ...rest } = await readTenant(service, tenant.access);
  const report = reportOf({ types, texts, ...rest }, "0.0.0", new Date());
  const printed = `${JSON.stringify(report)}\n${toMarkdown(report)}`;
  expect(differencesIn(report).length).toBeGreaterThan(10);
  for (const text of [...own, tenant.client.host, tenant.emulator.clientId]) expect(printed).not.toContain(text);
  expect(printed).not.toContain("\u001b");
  expect(printed).not.toContain("<script>");
  // Every text of at least eight characters that is none of our own words.
  const ours = JSON.stringify(reportOf(await readTenant(tenant.client, tenant.access), "0.0.0", new Date()));
  const leaked = [...texts].filter((text) => text.length >= 8 && printed.includes(text) && !ours.includes(text));
  expect(leaked.filter((text) => !/^[a-z_-]+$/.test(text))).toEqual([]);
});

test(
  "a reading sends only GET requests, whatever the tenant responds",
  async () => {
    const entries = fc.array(hostileJson, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(hostileJson, entries), { minLength: 1, maxLength: 20 }), async (answers) => {
        const methods = new Set<string>();
        let calls = 0;
        const service: Service = {
          host: "tenant.example.com",
          ownDomain: undefined,
          async request<T>({ method, path }: TenantCall): Promise<TenantAnswer<T>> {
            methods.add(method);
            const answer = answers[calls++ % answers.length];
            if (calls > 500) throw new Error("enough");
            // Half of the listings have the right form, so that what they list is read, too.
            const body = Array.isArray(answer) ? { [path.at(-1)?.replaceAll("-", "_") ?? ""]: answer } : answer;
            return { status: 200, bytes: 10, headers: {}, body: body as T };
          },
        };
        await readTenant(service, { audience: "https://tenant.example.com/api/v2/" }).catch(() => undefined);
        expect([...methods]).toEqual(["GET"]);
      }),
      cases(0.2),
    );
  },
  longest,
);
