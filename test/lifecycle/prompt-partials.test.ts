import { expect, test } from "vitest";
import { groupOf } from "../../provider/src/client/pacing/bucket.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { definitions, rateGroups } from "../../provider/src/types/registry.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users saw of partials that the service replaces all together, and of which it answers five requests a minute. */

const prompt = "passkeys";
const path = `prompts/${prompt}/partials`;
const name = "promptPartials-it";
const [screen, local] = ["passkey-enrollment", "passkey-enrollment-local"] as const;
const enrollment = (partials: JsonObject) => ({ prompt, partials: { [screen]: partials } });

const stack = stackOfEachTest({ isCalm: true });

const up = (args?: JsonObject) => stack.up(args ? { [name]: args } : {});
const writes = () =>
  stack.tenant.requests
    .filter(({ path: at, method }) => at.startsWith("/api/") && method !== "GET")
    .map(({ body }) => body);
const stored = () => stack.tenant.settings.get(path)?.partials;

test("a partial that another tool has set stays, although the service replaces all of the prompt", async () => {
  stack.tenant.settings.update(path, {
    partials: { [screen]: { "form-footer-end": "theirs" }, [local]: { "form-content": "x" } },
  });
  expect(await up(enrollment({ "form-content": "ours" }))).toEqual([]);
  const all = { [screen]: { "form-content": "ours", "form-footer-end": "theirs" }, [local]: { "form-content": "x" } };
  expect(writes()).toEqual([all]);
  expect(stored()).toEqual(all);
});

test("an unchanged program asks once, and writes nothing", async () => {
  await up(enrollment({ "form-content": "ours" }));
  stack.tenant.clearRequests();
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
  expect(stack.tenant.requests.filter(({ path: at }) => at.includes("/partials"))).toHaveLength(1);
});

test("a screen that loses its last partial is no drift", async () => {
  await up({ prompt, partials: { [screen]: { "form-content": "a" }, [local]: {} } });
  expect(stored()).toEqual({ [screen]: { "form-content": "a" } });
  expect(await (await stack.runs.next()).engine.refresh()).toEqual([{ name, op: "same" }]);
});

test("partials wait for a bucket of their own, and nothing else waits for it", () => {
  const own = definitions.promptPartials.rateGroups ?? [];
  for (const [at, method] of ["GET", "PUT"].entries())
    expect(groupOf(rateGroups, method, path.split("/"))).toBe(own[at]);
  for (const other of ["prompts", "prompts/login/custom-text/en", "branding"])
    expect(own).not.toContain(groupOf(rateGroups, "GET", other.split("/")));
});

test("a partial that the service would refuse for its length is refused before anything is sent", async () => {
  expect((await up(enrollment({ "form-content": "x".repeat(10_001) }))).join()).toMatch(
    /partials\["passkey-enrollment"\]\["form-content"\]: must have at most 10,000 characters/,
  );
  expect(writes()).toEqual([]);
});

test("a tenant without a custom domain is named as such", async () => {
  const message = "This feature requires at least one custom domain to be configured for the tenant.";
  const body = JSON.stringify({ statusCode: 400, error: "Bad Request", message });
  stack.tenant.inject({ kind: "status", method: "PUT", path: `/api/v2/${path}`, status: 400, body });
  const failed = (await up(enrollment({ "form-content": "ours" }))).join();
  expect(failed).toContain(message);
  expect(failed).toContain("The tenant's plan or settings do not include this feature");
});
