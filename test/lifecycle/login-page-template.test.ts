import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { stackOfEachTest } from "./runs.ts";

const path = "branding/templates/universal-login";
const page = (text = "") => `<html>{%- auth0:head -%}${text}{%- auth0:widget -%}</html>`;
const stack = stackOfEachTest();

const up = (args?: JsonObject) => stack.up(args ? { "loginPageTemplate-it": args } : {});
const calls = () =>
  stack.tenant.requests
    .filter(({ path: at, method }) => at.startsWith("/api/") && method !== "GET")
    .map(({ method, body }) => (body === undefined ? method : [method, body]));

test("an empty response to a new template, and none to a known one, do not count as lost", async () => {
  expect(await up({ body: page() })).toEqual([]);
  expect(calls()).toEqual([["PUT", { template: page() }]]);
  expect(await up({ body: page("new") })).toEqual([]);
  expect(stack.tenant.settings.get(path)).toMatchObject({ body: page("new") });
  expect(await (await stack.runs.next()).engine.refresh()).toEqual([{ name: "loginPageTemplate-it", op: "same" }]);
});

test("a destroy keeps the login page; with resetOnDestroy it deletes the page", async () => {
  await up({ body: page() });
  expect(await up()).toEqual([]);
  expect(calls()).toEqual([]);
  expect(stack.said).toEqual([expect.stringMatching(/nothing was sent/)]);
  await up({ body: page(), resetOnDestroy: true });
  expect(await up()).toEqual([]);
  expect(calls()).toEqual(["DELETE"]);
  expect(stack.tenant.settings.get(path)).toEqual({ id: path });
});

test("a deleted template is drift, and the next run with a refresh creates it again", async () => {
  await up({ body: page() });
  stack.tenant.settings.delete(path);
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name: "loginPageTemplate-it", op: "update" }]);
  expect(await up({ body: page() })).toEqual([]);
  expect(stack.tenant.settings.get(path)).toMatchObject({ body: page() });
});

test("a tenant without a paid plan is named as such, and the template does not count as deleted", async () => {
  await up({ body: page() });
  const message = "A paid subscription is required for this feature.";
  const body = JSON.stringify({ statusCode: 402, error: "Payment Required", message });
  stack.tenant.inject({ kind: "status", path: `/api/v2/${path}`, status: 402, body, times: Number.POSITIVE_INFINITY });
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name: "loginPageTemplate-it", op: "same" }]);
  expect((await up({ body: page("new") })).join()).toContain(message);
});

test.each([
  ["without the login box", "<html>{%- auth0:head -%}</html>", /must contain \{%- auth0:widget -%\}/],
  ["of more bytes than the service takes", page("ü".repeat(51_200)), /at most 102,400 bytes/],
])("a page %s is refused before anything is sent", async (_, body, why) => {
  expect((await up({ body })).join()).toMatch(why);
  expect(calls()).toEqual([]);
});

test("resetOnDestroy keeps a login page that another team replaced", async () => {
  await up({ body: page("ours"), resetOnDestroy: true });
  stack.tenant.settings.update(path, { body: page("theirs") });
  expect(await up()).toEqual([]);
  expect(calls()).toEqual([]);
  expect(stack.said.join()).toMatch(/no longer those that this stack set/);
  expect(stack.tenant.settings.get(path)).toMatchObject({ body: page("theirs") });
});

test("resetOnDestroy deletes a page that was sent by an update whose response was lost", async () => {
  await up({ body: page("first"), resetOnDestroy: true });
  const at = { method: "PUT", path: `/api/v2/${path}`, times: Number.POSITIVE_INFINITY };
  stack.tenant.inject({ kind: "reset-after", ...at });
  expect(await up({ body: page("second"), resetOnDestroy: true })).toHaveLength(1);
  stack.tenant.clearFaults();
  expect(await up()).toEqual([]);
  expect(calls()).toEqual(["DELETE"]);
});
