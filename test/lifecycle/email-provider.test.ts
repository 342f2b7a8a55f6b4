import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users saw of a provider that wipes its credentials with another name, and that not every tenant has. */

const path = "emails/provider";
const name = "emailProvider-it";
const [key, secondKey] = ["mail-key-1", "mail-key-2"];
const sendgrid = { name: "sendgrid", credentials: { api_key: key } };
const smtp = {
  name: "smtp",
  credentials: { smtp_host: "smtp.example.com", smtp_port: 587, smtp_user: "tenant", smtp_pass: secondKey },
};

const stack = stackOfEachTest();

const up = (args?: JsonObject) => stack.up(args ? { [name]: args } : {});
const writes = () =>
  stack.tenant.requests
    .filter(({ path: at, method }) => at.startsWith("/api/") && method !== "GET")
    .map(({ method, body }) => [method, body]);
/** The requests in the log have no credentials. */
const hidden = { credentials: "[redacted]" };
const stored = () => stack.tenant.export().settings?.find(({ id }) => id === path);

test("a tenant without a provider gets one; an existing provider keeps undeclared values", async () => {
  expect(await up(sendgrid)).toEqual([]);
  expect(writes()).toEqual([["POST", { ...sendgrid, ...hidden }]]);
  expect(await up({ ...sendgrid, enabled: false })).toEqual([]);
  expect(writes()).toEqual([["PATCH", { enabled: false }]]);
  expect(stored()).toMatchObject({ credentials: { api_key: key } });
});

test("an empty settings object keeps the values that another tool set in it", async () => {
  expect(await up(sendgrid)).toEqual([]);
  const settings = { message: { view_content_link: true } };
  stack.tenant.settings.update(path, { settings });
  expect(await up({ ...sendgrid, settings: { message: {} } })).toEqual([]);
  expect(stored()).toMatchObject({ settings });
  expect(await up(sendgrid)).toEqual([]);
  expect(stored()).toMatchObject({ settings });
});

test("another provider name is sent with all credentials and settings, as it would clear them", async () => {
  await up({ ...sendgrid, enabled: true });
  stack.tenant.settings.update(path, { settings: { theirs: { kept: true } } });
  expect(await up({ ...smtp, enabled: true })).toEqual([]);
  expect(writes()).toEqual([["PATCH", { ...smtp, ...hidden, settings: { theirs: { kept: true } } }]]);
  expect(stored()).toMatchObject({ ...smtp, settings: { theirs: { kept: true } } });
});

test("a changed credential is sent with all others, as the service replaces them together", async () => {
  await up(smtp);
  const changed = { ...smtp.credentials, smtp_host: "other.example.com" };
  expect(await up({ ...smtp, credentials: changed })).toEqual([]);
  expect(writes()).toEqual([["PATCH", hidden]]);
  expect(stored()).toMatchObject({ credentials: changed });
});

test("an optional credential of another tool stays when the key changes", async () => {
  const mailgun = (api_key: string) => ({ name: "mailgun", credentials: { api_key, domain: "mg.example.com" } });
  await up(mailgun(key));
  stack.tenant.settings.update(path, { credentials: { ...mailgun(key).credentials, region: "eu" } });
  expect(await up(mailgun(secondKey))).toEqual([]);
  expect(stored()).toMatchObject({ credentials: { api_key: secondKey, region: "eu" } });
});

test("another provider name without credentials is refused by name before anything is sent", async () => {
  await up(sendgrid);
  expect((await up({ name: "mandrill" })).join()).toMatch(
    /credentials: is required: a change of `name` makes the service remove all credentials/,
  );
  expect(writes()).toEqual([]);
  expect(stored()).toMatchObject(sendgrid);
});

test("a program without credentials is refused if the tenant has another provider", async () => {
  stack.tenant.settings.update(path, sendgrid);
  expect((await up({ name: "mandrill" })).join()).toMatch(
    /was not changed: a change of name makes the service remove credentials, so credentials.api_key would be lost/,
  );
  expect(stored()).toMatchObject(sendgrid);
});

test.each([
  ["a part of the credentials", { ...smtp, credentials: { smtp_host: "a.example.com" } }, /smtp_port: is required/],
  [
    "a credential of another provider",
    { ...sendgrid, credentials: { api_key: key, domain: "mg.example.com" } },
    /domain: is not a credential of/,
  ],
])("%s is refused, as it would replace all credentials", async (_, args, why) => {
  expect((await up(args)).join()).toMatch(why);
  expect(writes()).toEqual([]);
});

test("an SMTP server without a login needs no user and no password; one of the two alone is refused", async () => {
  const relay = { name: "smtp", credentials: { smtp_host: "relay.example.com", smtp_port: 25 } };
  expect(await up(relay)).toEqual([]);
  expect(stored()).toMatchObject(relay);
  const half = { ...relay, credentials: { ...relay.credentials, smtp_user: "tenant" } };
  expect((await up(half)).join()).toContain('credentials.smtp_pass: is required for the provider "smtp"');
});

test("credentials removed from the program stay at the tenant", async () => {
  await up({ ...smtp, enabled: true });
  expect(await up({ name: "smtp", enabled: false })).toEqual([]);
  expect(writes()).toEqual([["PATCH", { enabled: false }]]);
  expect(stored()).toMatchObject(smtp);
});

test("a deleted provider is drift, and the next run creates it with its credentials", async () => {
  await up(sendgrid);
  stack.tenant.settings.delete(path);
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name, op: "update" }]);
  expect(await up(sendgrid)).toEqual([]);
  expect(writes()).toEqual([["POST", { ...sendgrid, ...hidden }]]);
  expect(stored()).toMatchObject(sendgrid);
});

test("a destroy keeps the provider; with resetOnDestroy it deletes the provider", async () => {
  await up(sendgrid);
  expect(await up()).toEqual([]);
  expect(writes()).toEqual([]);
  expect(stack.said).toEqual([expect.stringMatching(/nothing was sent/)]);
  await up({ ...sendgrid, resetOnDestroy: true });
  expect(await up()).toEqual([]);
  expect(writes()).toEqual([["DELETE", undefined]]);
  expect(stored()).toBeUndefined();
});

test("with resetOnDestroy, a disabled provider is deleted, too", async () => {
  await up({ ...sendgrid, enabled: false, resetOnDestroy: true });
  expect(await up()).toEqual([]);
  expect(writes()).toEqual([["DELETE", undefined]]);
  expect(stored()).toBeUndefined();
});

test("a provider that another team set up since survives a destroy, even with resetOnDestroy", async () => {
  await up({ ...sendgrid, resetOnDestroy: true });
  stack.tenant.settings.update("emails/provider", {
    name: "mailgun",
    credentials: { api_key: secondKey, domain: "example.com" },
  });
  expect(await up()).toEqual([]);
  expect(writes()).toEqual([]);
  expect(stack.said.join()).toMatch(/no longer those that this stack set/);
  expect(stored()).toMatchObject({ name: "mailgun" });
});

test("resetOnDestroy keeps a provider of the same name that another team set up with its own server", async () => {
  await up({ ...smtp, resetOnDestroy: true });
  const theirs = { credentials: { ...smtp.credentials, smtp_host: "theirs.example.com", smtp_pass: "mail-key-3" } };
  stack.tenant.settings.update(path, theirs);
  expect(await up()).toEqual([]);
  expect(writes()).toEqual([]);
  expect(stored()).toMatchObject(theirs);
});

test("no secret is in the state, and a refresh finds no change", async () => {
  await up(smtp);
  expect(JSON.stringify([...(stack.runs.engine?.state ?? [])])).not.toContain(secondKey);
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
  expect(await engine.changes({ [name]: smtp })).toEqual([]);
});

test("a custom provider needs no credentials, and a missing action is not reported as an existing provider", async () => {
  expect(await up({ name: "custom", credentials: {} })).toEqual([]);
  expect(writes()).toEqual([["POST", { name: "custom", ...hidden }]]);
  const message = "No deployed action was found.";
  const body = JSON.stringify({ statusCode: 409, error: "Conflict", message });
  stack.tenant.inject({ kind: "status", method: "PATCH", path: `/api/v2/${path}`, status: 409, body });
  expect((await up({ name: "custom", enabled: false })).join()).toContain(message);
});

test("a new key is not sent to another team's provider in place of its own key", async () => {
  const theirs = { name: "mandrill", credentials: { api_key: "mail-key-3" } };
  await up(sendgrid);
  stack.tenant.settings.update(path, theirs);
  expect((await up({ ...sendgrid, credentials: { api_key: secondKey } })).join()).toMatch(
    /was not changed: the tenant now has the provider "mandrill", but the program declares "sendgrid"/,
  );
  expect(writes()).toEqual([]);
  expect(stored()).toMatchObject(theirs);
});
