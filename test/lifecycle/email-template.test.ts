import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users saw of e-mail templates that a tenant has only once they were saved, and that cannot be deleted. */

const path = "email-templates/welcome_email";
const name = "emailTemplate-it";
const welcome = { template: "welcome_email", body: "<p>Hello</p>", enabled: true };

const stack = stackOfEachTest();

const up = (args?: JsonObject) => stack.up(args ? { [name]: args } : {});
const writes = () =>
  stack.tenant.requests
    .filter(({ path: at, method }) => at.startsWith("/api/") && method !== "GET")
    .map(({ method, body }) => [method, body]);
const stored = () => stack.tenant.settings.get(path);

test("a template that was never saved is created with all required values", async () => {
  expect(await up({ ...welcome, subject: "Welcome" })).toEqual([]);
  expect(writes()).toEqual([["POST", { ...welcome, subject: "Welcome", from: "", syntax: "liquid" }]]);
  expect(await (await stack.runs.next()).engine.refresh()).toEqual([{ name, op: "same" }]);
});

test("an edit of an undeclared property in the dashboard is not written back", async () => {
  await up(welcome);
  stack.tenant.settings.update(path, { subject: "Theirs" });
  expect(await up({ ...welcome, body: "<p>Hi</p>" })).toEqual([]);
  expect(writes()).toEqual([["PATCH", { body: "<p>Hi</p>" }]]);
  expect(stored()).toMatchObject({ subject: "Theirs" });
});

test("a template that another client saved without a body is updated, not created again", async () => {
  stack.tenant.settings.update(path, { enabled: true, subject: "Theirs" });
  expect(await up(welcome)).toEqual([]);
  expect(writes().map(([method]) => method)).toEqual(["PATCH"]);
  expect(stored()).toMatchObject({ subject: "Theirs", body: "<p>Hello</p>" });
});

test("a destroy keeps the template; with resetOnDestroy it disables the template, which cannot be deleted", async () => {
  await up(welcome);
  expect(await up()).toEqual([]);
  expect(writes()).toEqual([]);
  await up({ ...welcome, resetOnDestroy: true });
  expect(await up()).toEqual([]);
  expect(writes()).toEqual([["PATCH", { enabled: false }]]);
  expect(stored()).toMatchObject({ body: "<p>Hello</p>" });
});

test("an update of a missing template sends nothing, with a warning; the next run sends everything", async () => {
  await up(welcome);
  stack.tenant.settings.delete(path);
  expect(await up({ ...welcome, subject: "Hi" })).toEqual([]);
  expect(writes()).toEqual([]);
  expect(stack.said).toEqual([expect.stringMatching(/^warning: nothing was sent for subject of e-mail template/)]);
  expect(await up({ ...welcome, subject: "Hi" })).toEqual([]);
  expect(writes()).toEqual([["POST", { ...welcome, subject: "Hi", from: "", syntax: "liquid" }]]);
  expect(stack.said).toEqual([]);
});

test("a sender without a provider is refused with the service's reason, and accepted after the provider exists", async () => {
  const args = { ...welcome, from: "login@example.com" };
  expect((await up(args)).join()).toContain("From address cannot be set without an enabled email provider.");
  stack.tenant.settings.update("emails/provider", { name: "sendgrid", credentials: { api_key: "hush" } });
  expect(await up(args)).toEqual([]);
  expect(stored()).toMatchObject({ from: "login@example.com" });
});

test("another template name replaces the resource, and the former template stays", async () => {
  await up(welcome);
  expect(await up({ ...welcome, template: "verify_email" })).toEqual([]);
  expect(writes().map(([method]) => method)).toEqual(["POST"]);
  expect(stored()).toMatchObject({ enabled: true });
  expect(stack.runs.engine?.state.get(name)?.id).toBe("verify_email");
});
