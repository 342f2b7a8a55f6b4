import { describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { worldOfEachTest } from "./world.ts";

const world = worldOfEachTest(resourceTypes.rateLimitPolicy);

const shop: JsonObject = { selector: "client_id:shop", action: "block", limit: 50 };
const failureOf = async (policy?: JsonObject) => {
  const steps = await world.engine.up(policy ? { policy } : {});
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const up = async (policy?: JsonObject) => expect(await failureOf(policy)).toBe("");
const stored = () => world.tenant.rateLimitPolicies.list()[0] ?? {};

describe("a rate limit policy", () => {
  test("has the configuration of its action, even after a change of the action", async () => {
    await up(shop);
    expect(stored()).toMatchObject({ resource: "oauth_authentication_api", consumer: "client" });
    expect(stored().configuration).toEqual({ action: "block", limit: 50 });
    await up({ ...shop, action: "redirect", redirectUri: "https://www.example.com/wait" });
    expect(stored().configuration).toEqual({
      ...{ action: "redirect", limit: 50, redirect_uri: "https://www.example.com/wait" },
    });
    await up({ selector: "client_id:shop", action: "allow" });
    expect(stored().configuration).toEqual({ action: "allow" });
  });

  test("keeps the tenant's limit if the program does not declare one", async () => {
    await up(shop);
    await up({ selector: "client_id:shop", action: "log" });
    expect(stored().configuration).toEqual({ action: "log", limit: 50 });
  });

  test.each<[JsonObject, RegExp]>([
    [{ ...shop, action: "allow" }, /^limit: cannot be declared with the action "allow"/],
    [{ ...shop, redirectUri: "https://www.example.com/" }, /^redirectUri: cannot be declared with the action "block"/],
    [{ ...shop, limit: 10_001 }, /^limit: must be/],
    [{ ...shop, selector: "shop" }, /^selector: must be "client_id:"/],
  ])("%j is refused before anything is sent", async (args, says) => {
    const { failures } = await world.port.check({}, args);
    expect(failures.join("\n")).toMatch(says);
  });

  test.each([
    ["client_id:shop", /limit: 0 with the action "block" refuses all requests of these applications/],
    ["default", /refuses all requests of all applications without a policy of their own/],
  ])("that refuses all requests of %s causes a warning", async (selector, says) => {
    vi.stubEnv("TENANT_ALLOW_LOCKOUT", "true");
    const [step] = await world.reconfigured({}).up({ policy: { ...shop, selector, limit: 0 } });
    expect(step?.failure).toBeUndefined();
    expect(vi.mocked(console.warn).mock.calls.flat().join("\n")).toMatch(says);
  });

  test("does not start to block by an undeclared limit of another client", async () => {
    const policy = { selector: "client_id:shop", action: "log" };
    await up({ ...policy, limit: 50 });
    await up(policy);
    world.tenant.rateLimitPolicies.update(String(stored().id), { configuration: { action: "log", limit: 0 } });
    expect(await failureOf({ ...policy, action: "block" })).toMatch(/action would put limit into force/);
    expect(stored().configuration).toEqual({ action: "log", limit: 0 });
    await up({ ...policy, action: "block", limit: 60 });
    expect(stored().configuration).toEqual({ action: "block", limit: 60 });
  });

  test.each([
    ["all applications", () => "default"],
    ["the application that the run uses", () => `client_id:${world.tenant.clientId}`],
  ])("that refuses all requests of %s is neither created nor the result of an update", async (_, selectorOf) => {
    const policy = { selector: selectorOf(), action: "block" };
    expect(await failureOf({ ...policy, limit: 0 })).toMatch(
      /was not created: after this change.*TENANT_ALLOW_LOCKOUT=true/s,
    );
    expect(world.tenant.rateLimitPolicies.list()).toEqual([]);
    await up({ ...policy, limit: 50 });
    expect(await failureOf({ ...policy, limit: 0 })).toMatch(/was not changed: .*after this change/s);
    expect(stored().configuration).toEqual({ action: "block", limit: 50 });
  });

  test("of the run's own application is not changed without permission", async () => {
    const own = { ...shop, selector: `client_id:${world.tenant.clientId}` };
    await up(own);
    expect(await failureOf({ ...own, limit: 1 })).toContain("TENANT_ALLOW_OWN_CLIENT=true");
    expect(stored().configuration).toEqual({ action: "block", limit: 50 });
  });
});

test("a tenant without the feature responds as to a missing scope, and the message names both causes", async () => {
  const message = "Rate Limit Policies feature is not enabled for this tenant.";
  world.tenant.inject({
    ...{ kind: "status", status: 403, path: "/api/v2/rate-limit-policies", times: 9 },
    body: JSON.stringify({ statusCode: 403, error: "Forbidden", message, errorCode: "insufficient_scope" }),
  });
  expect(await failureOf(shop)).toContain(message);
});
