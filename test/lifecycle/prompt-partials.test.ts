import { describe, expect, test } from "vitest";
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

const stack = stackOfEachTest();

const up = (args?: JsonObject) => stack.up(args ? { [name]: args } : {});
const writes = () =>
  stack.tenant.requests
    .filter(({ path: at, method }) => at.startsWith("/api/") && method !== "GET")
    .map(({ body }) => body);
const stored = () => stack.tenant.settings.get(path)?.partials;

test("another tool's partial stays, although the service replaces all partials of the prompt", async () => {
  stack.tenant.settings.update(path, {
    partials: { [screen]: { "form-footer-end": "theirs" }, [local]: { "form-content": "x" } },
  });
  expect(await up(enrollment({ "form-content": "ours" }))).toEqual([]);
  const all = { [screen]: { "form-content": "ours", "form-footer-end": "theirs" }, [local]: { "form-content": "x" } };
  expect(writes()).toEqual([all]);
  expect(stored()).toEqual(all);
});

test("a refresh of an unchanged program sends one read", async () => {
  await up(enrollment({ "form-content": "ours" }));
  stack.tenant.clearRequests();
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
  expect(stack.tenant.requests.filter(({ path: at }) => at.includes("/partials"))).toHaveLength(1);
});

test("a screen declared without partials is no drift", async () => {
  await up({ prompt, partials: { [screen]: { "form-content": "a" }, [local]: {} } });
  expect(stored()).toEqual({ [screen]: { "form-content": "a" } });
  expect(await (await stack.runs.next()).engine.refresh()).toEqual([{ name, op: "same" }]);
});

test("partials wait for their own rate limit, and no other request does", () => {
  const own = definitions.promptPartials.rateGroups ?? [];
  for (const [at, method] of ["GET", "PUT"].entries())
    expect(groupOf(rateGroups, method, path.split("/"))).toBe(own[at]);
  for (const other of ["prompts", "prompts/login/custom-text/en", "branding"])
    expect(own).not.toContain(groupOf(rateGroups, "GET", other.split("/")));
});

test("a partial beyond the service's limit is refused before anything is sent", async () => {
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

describe("with `exclusive: false`, as other stacks write partials of the prompt", () => {
  const shared = (partials: JsonObject) => ({ ...enrollment(partials), exclusive: false });
  /** After each of the first writes of this run, another client sends what it has read before. */
  const overwrite = (times: number, partials: JsonObject) => {
    let left = times;
    stack.tenant.onRequest(({ phase, request }) => {
      if (phase !== "answered" || request.method !== "PUT" || left-- <= 0) return;
      stack.tenant.settings.update(path, { partials });
    });
  };
  const theirs = { [screen]: { "form-footer-end": "theirs" } };

  test("a write that another stack undoes is repeated once, and no partial of the other is lost", async () => {
    overwrite(1, theirs);
    expect(await up(shared({ "form-content": "ours" }))).toEqual([]);
    expect(stored()).toEqual({ [screen]: { "form-content": "ours", "form-footer-end": "theirs" } });
    expect(writes()).toHaveLength(2);
  });

  test("a write that is undone twice fails and names the partial; the next run completes it", async () => {
    overwrite(2, theirs);
    expect((await up(shared({ "form-content": "ours" }))).join()).toMatch(
      /has written partials\["passkey-enrollment"\]\["form-content"\] twice.*Find that client.*run `pulumi up` again/,
    );
    expect(await up(shared({ "form-content": "ours" }))).toEqual([]);
    expect(stored()).toEqual({ [screen]: { "form-content": "ours", "form-footer-end": "theirs" } });
    expect(await (await stack.runs.next()).engine.refresh()).toEqual([{ name, op: "same" }]);
  });

  test("a removed partial that comes back is removed again, also by a destroy with resetOnDestroy", async () => {
    await up(shared({ "form-content": "ours", "form-content-end": "more" }));
    overwrite(1, { [screen]: { "form-content": "ours", "form-content-end": "more", "form-footer-end": "theirs" } });
    expect(await up({ ...shared({ "form-content": "ours" }), resetOnDestroy: true })).toEqual([]);
    expect(stored()).toEqual({ [screen]: { "form-content": "ours", "form-footer-end": "theirs" } });
    overwrite(1, { [screen]: { "form-content": "ours", "form-footer-end": "theirs" } });
    expect(await up()).toEqual([]);
    expect(stored()).toEqual(theirs);
  });

  test("a change of `exclusive` alone sends nothing", async () => {
    await up(enrollment({ "form-content": "ours" }));
    for (const args of [shared({ "form-content": "ours" }), enrollment({ "form-content": "ours" })]) {
      expect(await up(args)).toEqual([]);
      expect(writes()).toEqual([]);
    }
  });

  test("a second resource of the program for the same prompt is refused", async () => {
    const { engine } = await stack.runs.next();
    const second = { ...shared({}), partials: { [local]: { "form-content": "x" } } };
    const steps = await engine.up({ [name]: shared({ "form-content": "ours" }), "promptPartials-second": second });
    expect(steps.map(({ failure }) => failure?.message ?? "").join()).toMatch(/declare the same object/);
  });
});
