import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { wholeTheme } from "../subjects/branding-theme.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users see of the theme of their login pages. */

const name = "brandingTheme-it";
const path = "branding/themes/default";

const stack = stackOfEachTest();

const up = (args: JsonObject | undefined) => stack.up(args ? { [name]: args } : {});
const stored = () => (stack.tenant.settings.get(path) ?? {}) as JsonObject;
const sent = () =>
  stack.tenant.requests
    .filter(({ method, path: at }) => method !== "GET" && at.startsWith("/api/v2/"))
    .map(({ method, path: at, body }) => [`${method} ${at.slice("/api/v2/".length)}`, body] as const);
const routes = () => sent().map(([route]) => route.replace(String(stored().themeId), "{id}"));
const colors = (primaryButton: string) => ({ ...wholeTheme, colors: { ...wholeTheme.colors, primaryButton } });

test("a tenant without a theme gets one; an existing theme keeps its id and gets the declared values", async () => {
  expect(await up(wholeTheme)).toEqual([]);
  expect(routes()).toEqual(["POST branding/themes"]);
  const { themeId } = stored();
  expect(await up(colors("#AbCdEf"))).toEqual([]);
  expect(routes()).toEqual(["PATCH branding/themes/{id}"]);
  expect(stored()).toMatchObject({ themeId, colors: { primary_button: "#AbCdEf" } });
  expect(await stack.runs.engine?.refresh()).toEqual([{ name, op: "same" }]);
});

test("a creation adopts another client's theme, names the changes, and sends all objects without the theme's id", async () => {
  stack.tenant.settings.update(path, { displayName: "By hand" });
  expect(await up(colors("#abcdef"))).toEqual([]);
  expect(stack.said.join("\n")).toMatch(/adopts it and changes:\n {2}colors.*#abcdef/s);
  const [[, body] = []] = sent();
  expect(Object.keys(body as object).toSorted()).toEqual(["borders", "colors", "fonts", "page_background", "widget"]);
  expect(stored()).toMatchObject({ displayName: "By hand" });
});

test("an optional color that another client has set stays when another color changes", async () => {
  await up(wholeTheme);
  const before = stored().colors as JsonObject;
  stack.tenant.settings.update(path, { colors: { ...before, base_hover_color: "#123456" } });
  expect(await up(colors("#000000"))).toEqual([]);
  expect(stored().colors).toMatchObject({ primary_button: "#000000", base_hover_color: "#123456" });
});

test("numbers can have fractions; those beyond a limit are refused before anything is sent", async () => {
  const radius = (widgetCornerRadius: number) => ({
    ...wholeTheme,
    borders: { ...wholeTheme.borders, widgetCornerRadius },
  });
  expect(await up(radius(7.25))).toEqual([]);
  expect(stored().borders).toMatchObject({ widget_corner_radius: 7.25 });
  expect(await stack.runs.engine?.refresh()).toEqual([{ name, op: "same" }]);
  expect(await up(radius(50.5))).toEqual([
    expect.stringContaining("borders.widgetCornerRadius: must be a number from 0 to 50"),
  ]);
  expect(sent()).toEqual([]);
});

test("a destroy keeps the theme, with a message; with resetOnDestroy it deletes the theme", async () => {
  await up(wholeTheme);
  expect(await up(undefined)).toEqual([]);
  expect([sent(), stack.said]).toEqual([[], [expect.stringMatching(/branding theme: nothing was sent/)]]);
  await up({ ...wholeTheme, resetOnDestroy: true });
  const id = String(stored().themeId);
  expect(await up(undefined)).toEqual([]);
  expect(sent()).toEqual([[`DELETE branding/themes/${id}`, undefined]]);
  expect(stored().themeId).toBeUndefined();
});

test("resetOnDestroy deletes a theme to which the service added identifiers, and keeps one with other values", async () => {
  const phone_display = { masking: "mask_digits", formatting: "international" };
  const identifiers = { login_display: "unified", otp_autocomplete: true, phone_display };
  for (const [login_display, isDeleted] of [
    ["separate", false],
    ["unified", true],
  ] as const) {
    await up({ ...wholeTheme, resetOnDestroy: true });
    stack.tenant.settings.update(path, { identifiers: { ...identifiers, login_display } });
    expect(await up(undefined)).toEqual([]);
    expect(stored().themeId === undefined).toBe(isDeleted);
    expect(stack.said.join().includes("identifiers.loginDisplay would be lost")).toBe(!isDeleted);
  }
});

test("a theme that was deleted outside Pulumi is drift, and the next run creates it", async () => {
  await up(wholeTheme);
  stack.tenant.settings.delete(path);
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toMatchObject([{ name, op: "update" }]);
  expect(await up(wholeTheme)).toEqual([]);
  expect(routes()).toEqual(["POST branding/themes"]);
});

test("an error names a theme that the tenant has but does not return", async () => {
  stack.tenant.inject({
    ...{ kind: "status", method: "POST", path: "/api/v2/branding/themes", status: 409 },
    body: JSON.stringify({
      ...{ statusCode: 409, error: "Conflict" },
      message: "There was an error creating branding settings: theme already exists",
    }),
  } as const);
  expect(await up(wholeTheme)).toEqual([
    expect.stringMatching(/theme already exists.*a theme that the service does not return/s),
  ]);
});

test("identifiers removed from the program stay at the tenant, with all their members", async () => {
  const identifiers = {
    ...{ loginDisplay: "unified", otpAutocomplete: true },
    phoneDisplay: { masking: "show_all", formatting: "regional" },
  };
  await up({ ...wholeTheme, identifiers });
  const before = stored();
  expect(await up({ ...wholeTheme, identifiers: { loginDisplay: "unified" } })).toEqual([]);
  expect(stored()).toEqual(before);
  expect(await up(wholeTheme)).toEqual([]);
  expect(stored()).toEqual(before);
  expect(await up({ ...colors("#AbCdEf"), identifiers: { loginDisplay: "separate" } })).toEqual([]);
  expect(stored().identifiers).toEqual({ ...(before.identifiers as JsonObject), login_display: "separate" });
});

test("resetOnDestroy keeps a theme to which another team gave its colors", async () => {
  await up({ ...wholeTheme, resetOnDestroy: true });
  const { colors: ours } = stored() as { readonly colors: JsonObject };
  stack.tenant.settings.update(path, { colors: { ...ours, primary_button: "#123456" } });
  expect(await up(undefined)).toEqual([]);
  expect(sent()).toEqual([]);
  expect(stack.said.join()).toMatch(/no longer those that this stack set/);
});

test("resetOnDestroy sends nothing if the theme is already deleted", async () => {
  await up({ ...wholeTheme, resetOnDestroy: true });
  stack.tenant.settings.delete(path);
  expect(await up(undefined)).toEqual([]);
  expect([sent(), stack.said]).toEqual([[], []]);
});
