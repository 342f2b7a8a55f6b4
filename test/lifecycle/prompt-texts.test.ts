import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { codeOf } from "../harness/fault-run/runtime.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users saw of texts that a tenant has for each prompt and language, and that the service replaces all together. */

const [first, second] = ["promptTexts-first", "promptTexts-second"];
const code = { __provider: codeOf("promptTexts") };
const path = (prompt: string, language: string) => `prompts/${prompt}/custom-text/${language}`;
const login = (texts: JsonObject, language = "en") => ({ prompt: "login", language, texts: { login: texts } });

const stack = stackOfEachTest();

const { up } = stack;
const writes = () =>
  stack.tenant.requests
    .filter(({ path: at, method }) => at.startsWith("/api/") && method !== "GET")
    .map(({ path: at, body }) => [at.replace("/api/v2/", ""), body]);
const texts = (prompt = "login", language = "en") => stack.tenant.settings.get(path(prompt, language))?.texts;

test("another tool's text stays, although the service replaces all texts of the prompt", async () => {
  stack.tenant.settings.update(path("login", "en"), {
    texts: { login: { title: "Theirs", theirs: "x" }, other: { a: "b" } },
  });
  expect(await up({ [first]: login({ title: "Ours" }) })).toEqual([]);
  expect(texts()).toEqual({ login: { title: "Ours", theirs: "x" }, other: { a: "b" } });
  expect(stack.said.join("\n")).toMatch(
    /prompt texts "login" "en" \(exists in every tenant\).*\n {2}texts.login.title: "Theirs" → "Ours"/,
  );
});

test("one prompt in two languages is two resources, and each writes only its own language", async () => {
  expect(await up({ [first]: login({ title: "Welcome" }), [second]: login({ title: "Willkommen" }, "de") })).toEqual(
    [],
  );
  expect(writes()).toEqual([
    [path("login", "en"), { login: { title: "Welcome" } }],
    [path("login", "de"), { login: { title: "Willkommen" } }],
  ]);
  expect(stack.runs.engine?.state.get(second)?.id).toBe("login::de");
});

test("two resources of one program for one prompt and language are refused by name", async () => {
  const [failure] = await up({ [first]: login({ title: "a" }), [second]: login({ description: "b" }) });
  expect(failure).toMatch(/declare the same object, prompt texts "login" "en"/);
});

test("equal texts at the tenant are adopted without a write", async () => {
  stack.tenant.settings.update(path("login", "en"), { texts: { login: { title: "Welcome" } } });
  expect(await up({ [first]: login({ title: "Welcome" }) })).toEqual([]);
  expect(writes()).toEqual([]);
});

test("a removed text returns to the service's own, and the last one leaves nothing", async () => {
  await up({ [first]: login({ title: "Welcome", description: "Log in" }) });
  expect(await up({ [first]: login({ title: "Welcome" }) })).toEqual([]);
  expect(texts()).toEqual({ login: { title: "Welcome" } });
  expect(await up({ [first]: { prompt: "login", language: "en", texts: {} } })).toEqual([]);
  // The tenant is as it was before the first text.
  expect(texts()).toBeUndefined();
  expect(await (await stack.runs.next()).engine.refresh()).toEqual([{ name: first, op: "same" }]);
});

test("a destroy keeps the texts; with resetOnDestroy it removes only declared ones", async () => {
  await up({ [first]: login({ title: "Welcome" }) });
  expect(await up({})).toEqual([]);
  expect(writes()).toEqual([]);
  await up({ [first]: { ...login({ title: "Welcome" }), resetOnDestroy: true } });
  stack.tenant.settings.update(path("login", "en"), { texts: { login: { title: "Welcome", theirs: "x" } } });
  expect(await up({})).toEqual([]);
  expect(texts()).toEqual({ login: { theirs: "x" } });
});

test("another language replaces the resource, and the texts of the former language stay", async () => {
  await up({ [first]: login({ title: "Welcome" }) });
  expect(await up({ [first]: login({ title: "Willkommen" }, "de") })).toEqual([]);
  expect(texts()).toEqual({ login: { title: "Welcome" } });
  expect(texts("login", "de")).toEqual({ login: { title: "Willkommen" } });
  expect(stack.runs.engine?.state.get(first)?.id).toBe("login::de");
});

test("a text about passwords is no secret, and a text of asterisks is no mask", async () => {
  const args = login({ password_placeholder: "********", secret_hint: "s" });
  expect(await up({ [first]: args })).toEqual([]);
  expect(texts()).toEqual({ login: { password_placeholder: "********", secret_hint: "s" } });
  expect(JSON.stringify(stack.runs.engine?.state.get(first))).toContain('"password_placeholder":"********"');
  expect(await up({ [first]: login({ password_placeholder: "********", secret_hint: "t" }) })).toEqual([]);
  expect(texts()).toEqual({ login: { password_placeholder: "********", secret_hint: "t" } });
});

test("an id consists of a prompt and a language; any other form is refused", async () => {
  stack.tenant.settings.update(path("login", "en"), { texts: { login: { title: "Welcome" } } });
  const { port } = await stack.runs.next();
  expect(JSON.stringify(await port.read("login::en", code))).toContain('"title":"Welcome"');
  await expect(port.read("login", code)).rejects.toThrow(
    /is not the id of prompt texts: such an id has the form prompt::language/,
  );
});

test.each([
  [
    "without a screen",
    { title: "Welcome" },
    /texts\.title: must be an object: texts are nested under the name of their screen/,
  ],
  ["that is a number", { login: { title: 7 } }, /texts\.login\.title: must be a text/],
])("a text %s is refused before anything is sent", async (_, wrong, why) => {
  expect((await up({ [first]: { prompt: "login", language: "en", texts: wrong } })).join()).toMatch(why);
  expect(writes()).toEqual([]);
});
