import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users saw of secrets that the service never returns, yet requires. */

const path = "attack-protection/captcha";
const name = "captcha-it";
const [secret, other] = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"];

const stack = stackOfEachTest();

async function up(args: JsonObject) {
  expect(await stack.up({ [name]: args })).toEqual([]);
  return stack.tenant.requests.filter(({ method }) => method === "PATCH").map(({ body }) => body);
}
const stored = () => stack.tenant.export().settings?.find(({ id }) => id === path);
const hcaptcha = (siteKey: string, value = secret) => ({ hcaptcha: { siteKey, secret: value } });

test("a new site key is sent with its secret, because the service refuses the key alone", async () => {
  await up(hcaptcha("site-1"));
  await up(hcaptcha("site-2"));
  expect(stored()).toMatchObject({ hcaptcha: { site_key: "site-2", secret } });
});

test("a new secret is sent alone; an unchanged one only with the switch that puts it into force", async () => {
  await up(hcaptcha("site-1"));
  await up(hcaptcha("site-1", other));
  expect(stored()).toMatchObject({ hcaptcha: { secret: other } });
  expect(await up({ ...hcaptcha("site-1", other), activeProviderId: "hcaptcha" })).toEqual([
    { active_provider_id: "hcaptcha", hcaptcha: { site_key: "site-1", secret: "[redacted]" } },
  ]);
  expect(
    await up({ ...hcaptcha("site-1", other), activeProviderId: "hcaptcha", authChallenge: { failOpen: true } }),
  ).toEqual([{ auth_challenge: { fail_open: true } }]);
});

test("the state has a hash instead of the secret, and a refresh finds no change", async () => {
  await up(hcaptcha("site-1"));
  expect(JSON.stringify([...(stack.runs.engine?.state ?? [])])).not.toContain(secret);
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
  expect(await engine.changes({ [name]: hcaptcha("site-1") })).toEqual([]);
});

test("providers that the service returns with an empty key are never written back", async () => {
  expect(await up({ authChallenge: { failOpen: true } })).toEqual([{ auth_challenge: { fail_open: true } }]);
  expect(await up({ authChallenge: { failOpen: true }, ...hcaptcha("site-1") })).toMatchObject([{ hcaptcha: {} }]);
  expect(stored()).toMatchObject({ arkose: { site_key: "" }, hcaptcha: { site_key: "site-1" } });
});

test("another provider that another client set up stays unchanged", async () => {
  stack.tenant.settings.update(path, { recaptcha_v2: { site_key: "theirs", secret: other } });
  await up({ ...hcaptcha("site-1"), activeProviderId: "hcaptcha" });
  await up({});
  expect(stored()).toMatchObject({
    active_provider_id: "auth_challenge",
    hcaptcha: { site_key: "site-1" },
    recaptcha_v2: { site_key: "theirs", secret: other },
  });
});

test("a member that was removed from the program is cleared together with the secret", async () => {
  await up({ arkose: { siteKey: "site-1", secret, failOpen: true } });
  await up({ arkose: { siteKey: "site-1", secret } });
  expect(stored()).toMatchObject({
    arkose: { site_key: "site-1", secret, fail_open: false, client_subdomain: "client-api" },
  });
});
