import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { codeOf } from "../harness/fault-run/runtime.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users see of an object that every tenant has exactly once. */

const path = "attack-protection/brute-force-protection";
const code = { __provider: codeOf("bruteForceProtection") };
const [first, second] = ["bruteForceProtection-first", "bruteForceProtection-second"];

const stack = stackOfEachTest();

const { up } = stack;

const values = () => {
  const { shields, ...others } = stack.tenant.settings.get(path) ?? {};
  return { ...others, shields: (shields as string[]).toSorted() };
};
const writes = () => stack.tenant.requests.filter(({ method, path: at }) => method !== "GET" && at.startsWith("/api/"));
const sent = () => writes().map(({ body }) => body);
const refuse = (status: number, error: JsonObject, method?: string) =>
  stack.tenant.inject({
    kind: "status",
    path: `/api/v2/${path}`,
    status,
    body: JSON.stringify(error),
    times: Number.POSITIVE_INFINITY,
    ...(method && { method }),
  });
const notInPlan = {
  statusCode: 403,
  error: "Forbidden",
  errorCode: "insufficient_entitlement",
  message: "Please upgrade your subscription to use this",
};

test("a creation sends only differing values, and needs no adopt", async () => {
  expect(await up({ [first]: { enabled: true, maxAttempts: 5 } })).toEqual([]);
  expect(sent()).toEqual([{ max_attempts: 5 }]);
  expect(stack.said.join("\n")).toMatch(
    /\(exists in every tenant\): this run adopts it and changes:\n {2}maxAttempts: 10 → 5/,
  );
});

test("a creation with the tenant's values sends nothing", async () => {
  expect(await up({ [first]: { shields: ["user_notification", "block"], enabled: true } })).toEqual([]);
  expect(sent()).toEqual([]);
});

test("a preview of a creation shows each change by property", async () => {
  const { port } = await stack.runs.next();
  await port.check({}, { ...code, maxAttempts: 5, shields: ["block"], enabled: true, __preview: true });
  expect(stack.said).toEqual([
    "brute-force protection (exists in every tenant): `pulumi up` adopts it and changes:\n" +
      '  shields: ["block","user_notification"] → ["block"]\n  maxAttempts: 10 → 5',
  ]);
});

test("a destroy sends nothing, with a message", async () => {
  await up({ [first]: { enabled: false } });
  expect(await up({})).toEqual([]);
  expect(stack.tenant.requests.filter(({ path: at }) => at.startsWith("/api/"))).toEqual([]);
  expect(values()).toMatchObject({ enabled: false });
  expect(stack.said).toEqual([expect.stringMatching(/nothing was sent. The tenant keeps all values/)]);
});

test("with resetOnDestroy, a destroy resets only declared values that no other client has changed", async () => {
  await up({ [first]: { enabled: false, maxAttempts: 5, resetOnDestroy: true } });
  stack.tenant.settings.update(path, { max_attempts: 10, mode: "count_per_identifier" });
  expect(await up({})).toEqual([]);
  expect(sent()).toEqual([{ enabled: true }]);
  expect(values()).toMatchObject({ enabled: true, max_attempts: 10, mode: "count_per_identifier" });
});

test.each(["GET", "PATCH"])(
  "a destroy with resetOnDestroy at a tenant without the feature fails with the remedy: %s",
  async (method) => {
    await up({ [first]: { maxAttempts: 5, resetOnDestroy: true } });
    refuse(403, notInPlan, method);
    const [failure] = await up({});
    expect(failure).toMatch(/nothing was reset, because .* does not have this feature[\s\S]*pulumi state delete/);
    expect(failure).not.toMatch(/remove it from the program/);
  },
);

test("a removed property returns to the value of a new tenant", async () => {
  await up({ [first]: { enabled: true, maxAttempts: 5, shields: [] } });
  expect(await up({ [first]: { enabled: true } })).toEqual([]);
  expect(sent()).toEqual([{ shields: ["block", "user_notification"], max_attempts: 10 }]);
});

test("two resources of one program for one singleton are refused by name", async () => {
  const [failure] = await up({ [first]: { enabled: true }, [second]: { maxAttempts: 5 } });
  expect(failure).toMatch(/Resource "bruteForceProtection-first".*declare the same object, brute-force protection/);
});

test("two stacks declare different properties of one singleton", async () => {
  await up({ [first]: { maxAttempts: 5 } });
  const state = new Map(stack.runs.engine?.state);
  expect(await up({ [second]: { shields: ["block"] } }, new Map())).toEqual([]);
  const { engine } = await stack.runs.next(state);
  expect(await engine.refresh()).toEqual([{ name: first, op: "same" }]);
  expect(await up({}, new Map(state))).toEqual([]);
  expect(values()).toMatchObject({ max_attempts: 5, shields: ["block"] });
});

test("a resource renamed in the program keeps the values, even with resetOnDestroy", async () => {
  const args = { enabled: false, resetOnDestroy: true };
  await up({ [first]: args });
  expect(await up({ [second]: args })).toEqual([]);
  expect(values()).toMatchObject({ enabled: false });
  expect(stack.said.join("\n")).toMatch(
    /is not deleted, because Resource "bruteForceProtection-second" of this program manages/,
  );
});

test("arrays that the service reorders at every write are no drift", async () => {
  await up({
    [first]: { shields: ["block", "user_notification"], allowlist: ["192.0.2.1", "192.0.2.2", "192.0.2.3"] },
  });
  for (const mode of ["count_per_identifier", "count_per_identifier_and_ip"]) {
    stack.tenant.settings.update(path, { mode });
    const { engine } = await stack.runs.next();
    expect(await engine.refresh()).toEqual([{ name: first, op: "same" }]);
  }
});

test("a creation whose response was lost is completed by the next run, and a destroy resets its values", async () => {
  stack.tenant.inject({
    kind: "reset-after",
    method: "PATCH",
    path: "/api/v2/attack-protection",
    times: Number.POSITIVE_INFINITY,
  });
  const [failure] = await up({ [first]: { maxAttempts: 5, resetOnDestroy: true } });
  expect(failure).toMatch(/The next `pulumi up` writes the rest/);
  stack.tenant.clearFaults();
  expect(await up({})).toEqual([]);
  expect(values()).toMatchObject({ max_attempts: 10 });
});

test("any id other than the constant one is refused", async () => {
  const { port } = await stack.runs.next();
  await expect(port.read("default", code)).rejects.toThrow(/exactly once, with the id "brute-force-protection"/);
  expect(JSON.stringify(await port.read("brute-force-protection", code))).toContain('"maxAttempts":10');
});

test.each([
  [402, { statusCode: 402, error: "Payment Required", message: "A paid subscription is required for this feature." }],
  [403, notInPlan],
  [403, { ...notInPlan, errorCode: "feature_not_enabled", message: "This feature is not enabled for this tenant." }],
  [403, { ...notInPlan, errorCode: "operation_not_supported", message: "This operation is not supported." }],
  [404, { statusCode: 404, error: "Not Found", message: "Not Found" }],
])(
  "a feature that the plan lacks (%s, %j) does not count as deleted: a refresh warns, and an update says so",
  async (status, error) => {
    await up({ [first]: { maxAttempts: 5 } });
    refuse(status, error);
    const { engine } = await stack.runs.next();
    stack.said = [];
    const entry = engine.state.get(first);
    expect(await engine.refresh()).toEqual([{ name: first, op: "same" }]);
    expect(engine.state.get(first)).toEqual(entry);
    expect(stack.said.join("\n")).toMatch(/The state keeps the last known values, so drift of this object is unknown/);
    const [failure] = await up({ [first]: { maxAttempts: 6 } });
    expect(failure).toContain(error.message);
    expect(failure).not.toMatch(/somebody deleted it/);
  },
);

test("a preview foresees that a creation fails because of the plan, and still checks the other types", async () => {
  refuse(403, notInPlan);
  const { port } = await stack.runs.next();
  await port.check({}, { ...code, maxAttempts: 5, __preview: true });
  expect(stack.said).toEqual([
    expect.stringMatching(
      /`pulumi up` will fail: .*upgrade your subscription.*The tenant's plan or settings do not include/s,
    ),
  ]);
});

test.each([
  ["emailProvider-it", { name: "sendgrid", credentials: { api_key: "mail-key-1" } }, "enabled", "emails/provider"],
  [
    "multiFactor-it",
    { policies: ["all-applications"], factors: { otp: true } },
    "rememberMeDefaultValue",
    "guardian/settings",
  ],
])("%s: a replacement that an option forces sends only the changed setting", async (...given) => {
  const [name, args, flag, changed] = given;
  const program = (value: boolean) => ({ [name]: { ...args, [flag]: value, resetOnDestroy: true } });
  await up(program(true));
  const { engine } = await stack.runs.next();
  engine.forced.add(name);
  stack.tenant.clearRequests();
  expect(await engine.up(program(false))).toEqual([{ name, op: "replace" }]);
  expect(writes().map(({ path: at }) => at)).toEqual([`/api/v2/${changed}`]);
});

test("a replacement that an option forces resets only removed properties", async () => {
  const args = { enabled: false, resetOnDestroy: true };
  await up({ [first]: { ...args, maxAttempts: 5 } });
  stack.tenant.settings.update(path, { mode: "count_per_identifier" });
  const { engine } = await stack.runs.next();
  engine.forced.add(first);
  stack.tenant.clearRequests();
  expect(await engine.up({ [first]: args })).toEqual([{ name: first, op: "replace" }]);
  expect(sent()).toEqual([{ max_attempts: 10 }]);
  expect(values()).toMatchObject({ enabled: false, max_attempts: 10, mode: "count_per_identifier" });
});
