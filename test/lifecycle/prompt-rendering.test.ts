import { expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users saw of screens whose PATCH answers only the members that were sent. */

const path = "prompts/login-id/screen/login-id/rendering";
const name = "promptRendering-it";
const screen = { prompt: "login-id", screen: "login-id" };
const script = { tag: "script", attributes: { src: "https://cdn.example.com/login.js", integrity: ["sha256-abc"] } };

const stack = stackOfEachTest();

const up = (args?: JsonObject) => stack.up(args ? { [name]: args } : {});
const writes = () =>
  stack.tenant.requests
    .filter(({ path: at, method }) => at.startsWith("/api/") && method !== "GET")
    .map(({ body }) => body);

test("a change sends one member; members that the response omits are neither lost nor drift", async () => {
  stack.tenant.settings.update(path, { rendering_mode: "advanced", context_configuration: ["tenant.name"] });
  expect(await up({ ...screen, renderingMode: "advanced", headTags: [script] })).toEqual([]);
  expect(await up({ ...screen, renderingMode: "standard", headTags: [script] })).toEqual([]);
  expect(writes()).toEqual([{ rendering_mode: "standard" }]);
  expect(stack.tenant.settings.get(path)).toMatchObject({
    head_tags: [script],
    context_configuration: ["tenant.name"],
  });
  expect(await (await stack.runs.next()).engine.refresh()).toEqual([{ name, op: "same" }]);
});

test("a script that another client adds to the login page is drift", async () => {
  await up({ ...screen, renderingMode: "advanced", headTags: [script] });
  stack.tenant.settings.update(path, {
    head_tags: [{ tag: "script", attributes: { src: "https://evil.example.net/x.js" } }],
  });
  expect(await (await stack.runs.next()).engine.refresh()).toEqual([{ name, op: "update" }]);
});

test("filter objects of another tool stay beside those of the program", async () => {
  stack.tenant.settings.update(path, {
    filters: { match_type: "includes_any", organizations: [{ id: "org_theirs" }] },
  });
  const clients = [{ id: "ours" }, { metadata: { tier: "gold" } }];
  expect(await up({ ...screen, filters: { matchType: "includes_any", clients } })).toEqual([]);
  const filters = { match_type: "includes_any", organizations: [{ id: "org_theirs" }], clients };
  expect(writes()).toEqual([{ filters }]);
});

test("a removed screen keeps its rendering; with resetOnDestroy, the service's rendering returns", async () => {
  const advanced = { ...screen, renderingMode: "advanced", headTags: [script] };
  await up(advanced);
  expect(await up()).toEqual([]);
  expect(writes()).toEqual([]);
  await up({ ...advanced, resetOnDestroy: true });
  expect(await up()).toEqual([]);
  expect(writes()).toEqual([{ rendering_mode: "standard", head_tags: [] }]);
});

test("a tenant without a custom domain is named as such, and the state keeps the rendering", async () => {
  const advanced = { ...screen, renderingMode: "advanced" };
  await up(advanced);
  const message = "This feature requires at least one custom domain to be configured for the tenant.";
  const body = JSON.stringify({ statusCode: 403, error: "Forbidden", errorCode: "operation_not_supported", message });
  stack.tenant.inject({ kind: "status", method: "GET", path: `/api/v2/${path}`, status: 403, body });
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
  expect(vi.mocked(console.warn).mock.calls.join()).toMatch(
    /at least one custom domain.*is unknown \[drift: incomplete\]/,
  );
  expect(engine.state.has(name)).toBe(true);
});

test("a refresh of many screens takes one call; a screen with an unexpected entry is read by itself, twice", async () => {
  const prompts = [
    "login",
    "login-id",
    "login-password",
    "signup",
    "signup-id",
    "signup-password",
    "consent",
    "logout",
  ];
  const all = Object.fromEntries(
    prompts.map((prompt) => [`promptRendering-${prompt}`, { prompt, screen: prompt, headTags: [script] }]),
  );
  const first = await stack.runs.next();
  expect((await first.engine.up(all)).flatMap(({ failure }) => failure ?? [])).toEqual([]);
  stack.tenant.settings.update("prompts/logout/screen/logout/rendering", { head_tags: [] });
  stack.tenant.clearRequests();
  const steps = await (await stack.runs.next()).engine.refresh();
  expect(steps.filter(({ op }) => op !== "same")).toEqual([{ name: "promptRendering-logout", op: "update" }]);
  const asked = stack.tenant.requests
    .filter(({ path: at }) => at.startsWith("/api/v2/prompts"))
    .map(({ path: at }) => at);
  expect(asked.filter((at) => at.startsWith("/api/v2/prompts/rendering"))).toHaveLength(1);
  expect(asked.filter((at) => at.includes("/logout/"))).toHaveLength(2);
  expect(asked.length).toBeLessThanOrEqual(prompts.length / 2);
});

test("a preview of many screens also shows the changes of a screen that the listing lacks", async () => {
  stack.tenant.settings.update(path, { head_tags: [script] });
  const body = { configs: [], start: 0, limit: 100, total: 0 };
  stack.tenant.inject({
    kind: "status",
    method: "GET",
    path: "/api/v2/prompts/rendering",
    status: 200,
    body,
    times: 99,
  });
  const screens = ["login", "signup", "signup-id", "consent", "logout", "status", "reset-password", "confirmation"];
  const others = screens.map((prompt) => [
    `promptRendering-${prompt}`,
    { prompt, screen: prompt, headTags: [], [previewKey]: true },
  ]);
  const { engine } = await stack.runs.next();
  await engine.preview({
    ...Object.fromEntries(others),
    [name]: { ...screen, headTags: [], [previewKey]: true },
  });
  const said = vi.mocked(console.warn).mock.calls.join("\n");
  expect(said).toMatch(
    /"login-id" "login-id" \(exists in every tenant\): `pulumi up` adopts it and changes:\n {2}headTags/,
  );
  expect(said).not.toContain("will fail");
  expect(stack.tenant.requests.some(({ path: at }) => at.startsWith("/api/v2/prompts/rendering"))).toBe(true);
});
