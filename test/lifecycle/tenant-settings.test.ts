import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { tenantSettings } from "../../provider/src/types/tenant-settings/definition.ts";
import { codeOf } from "../harness/fault-run/runtime.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users of other tools saw of the tenant's settings. */

const path = "tenants/settings";
const name = "tenantSettings-it";

const stack = stackOfEachTest();

async function attempt(args: JsonObject | undefined) {
  const [failure] = await stack.up(args === undefined ? {} : { [name]: args });
  const sent = stack.tenant.requests.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  return { failure, sent };
}
async function up(args: JsonObject | undefined) {
  const { failure, sent } = await attempt(args);
  expect(failure).toBeUndefined();
  return sent;
}
const settings = () => stack.tenant.settings.get(path);
async function refreshed() {
  const { engine } = await stack.runs.next();
  return (await engine.refresh()).map(({ op }) => op);
}

test("only differing flags are sent, and never a flag that was only read", async () => {
  stack.tenant.settings.update(path, { flags: { enable_client_connections: true } });
  expect(await up({ flags: { enable_sso: true, revoke_refresh_token_grant: true } })).toEqual([
    { flags: { revoke_refresh_token_grant: true } },
  ]);
  expect(settings()?.flags).toMatchObject({ enable_client_connections: true, enable_sso: true });
});

test("an empty flags object, which the service refuses, is never sent", async () => {
  expect(await up({ flags: { enable_sso: true }, friendlyName: "Example" })).toEqual([{ friendly_name: "Example" }]);
});

test("a flag that the tenant may not set is refused by name, and no other value is lost", async () => {
  const before = settings();
  const { failure } = await attempt({ flags: { allow_legacy_tokeninfo_endpoint: true } });
  expect(failure).toContain("You are not allowed to set flag 'allow_legacy_tokeninfo_endpoint' for this tenant.");
  expect(settings()).toEqual(before);
});

test("a removed flag returns to its documented default, and stays without one", async () => {
  await up({ flags: { revoke_refresh_token_grant: true, remove_alg_from_jwks: true } });
  expect(await up({})).toEqual([{ flags: { revoke_refresh_token_grant: false } }]);
  expect(settings()?.flags).toMatchObject({ revoke_refresh_token_grant: false, remove_alg_from_jwks: true });
});

test("anonymous sessions have settings of their own beside logins, and are cleared alone", async () => {
  const anonymous = { lifetimeInMinutes: 60, activateCookie: false };
  await up({ sessions: { oidcLogoutPromptEnabled: true, anonymous } });
  const wire = { lifetime_in_minutes: 60, activate_cookie: false };
  expect(settings()?.sessions).toEqual({ oidc_logout_prompt_enabled: true, anonymous: wire });
  expect(await refreshed()).toEqual(["same"]);
  await up({ sessions: { oidcLogoutPromptEnabled: true } });
  expect(await refreshed()).toEqual(["same"]);
  expect(settings()?.sessions).toMatchObject({ oidc_logout_prompt_enabled: true });
  expect(settings()?.sessions).not.toMatchObject({ anonymous: wire });
});

test("a lifetime in minutes, which the service returns as a fraction of hours, is no drift", async () => {
  expect(await up({ sessionLifetimeInMinutes: 181 })).toEqual([{ session_lifetime_in_minutes: 181 }]);
  expect(settings()?.session_lifetime).toBe(181 / 60);
  expect(await refreshed()).toEqual(["same"]);
  stack.tenant.settings.update(path, { session_lifetime_in_minutes: 182 });
  expect(await refreshed()).toEqual(["update"]);
});

test("a lifetime that changes its unit is sent once", async () => {
  await up({ idleSessionLifetime: 3 });
  expect(await up({ idleSessionLifetimeInMinutes: 90 })).toEqual([{ idle_session_lifetime_in_minutes: 90 }]);
  expect(await up({ idleSessionLifetime: 2 })).toEqual([{ idle_session_lifetime: 2 }]);
  expect(await up({})).toEqual([{ idle_session_lifetime: 72 }]);
});

test("a lifetime in both units, and an empty list of languages, are refused before any request", async () => {
  const { port } = await stack.runs.next();
  const { failures } = await port.check(
    {},
    {
      __provider: codeOf("tenantSettings"),
      ...{ sessionLifetime: 1, sessionLifetimeInMinutes: 60, enabledLocales: [] },
    },
  );
  expect(failures).toEqual([
    "enabledLocales: must have at least 1 element. To clear the property, remove it from the program",
    "sessionLifetimeInMinutes: cannot be declared together with sessionLifetime: the service accepts only one of the two",
  ]);
});

test("values that the response to an update adds or omits are no drift", async () => {
  const flags = { enable_sso: true, revoke_refresh_token_grant: true };
  await up({ flags, resourceParameterProfile: "compatibility", friendlyName: "Example" });
  expect(await refreshed()).toEqual(["same"]);
  expect(await up({ flags, resourceParameterProfile: "compatibility", friendlyName: "Example" })).toEqual([]);
});

test("a declared part of a page keeps the rest, including another client's values", async () => {
  stack.tenant.settings.update(path, {
    change_password: { enabled: true, html: "<p>theirs</p>" },
    error_page: { html: "<p>theirs</p>" },
  });
  await up({ changePassword: { enabled: false }, errorPage: { showLogLink: true } });
  expect(settings()).toMatchObject({
    change_password: { enabled: false, html: "<p>theirs</p>" },
    error_page: { show_log_link: true, html: "<p>theirs</p>" },
  });
});

test("the order of languages matters, because the first is the default", async () => {
  await up({ enabledLocales: ["de", "en"] });
  expect(await up({ enabledLocales: ["en", "de"] })).toEqual([{ enabled_locales: ["en", "de"] }]);
});

test("colors, logo and first factor belong to other resources: no property of this one writes them", () => {
  const names = JSON.stringify(tenantSettings.schema.fields);
  for (const one of ["universalLogin", "pictureUrl", "identifierFirst"]) expect(names).not.toContain(`"${one}"`);
});

test("the login experience belongs to another resource: its flag is refused before anything is sent", async () => {
  const { failure, sent } = await attempt({ flags: { new_universal_login_experience_enabled: false } });
  expect(failure).toMatch(
    /flags\.new_universal_login_experience_enabled: .*universalLoginExperience of PromptSettings/,
  );
  expect(sent).toEqual([]);
});
