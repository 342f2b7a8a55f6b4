import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import * as tenant from "../../../provider/src/index.ts";
import { identityOf } from "../../../provider/src/schema/schema.ts";
import { shownSettings } from "../../../provider/src/sdk/rows.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { randomSecret } from "../helpers/fake-service.ts";
import { runProgram } from "../helpers/program.ts";

type AnyLookUp = (args: Readonly<Record<string, string>>) => Promise<Readonly<Record<string, unknown>>>;

const settings = typeNames.map((name) => definitions[name]).filter(({ schema }) => schema.singleton !== undefined);
const lookUps = tenant as unknown as Readonly<Record<string, AnyLookUp>>;
const lookUpOf = (type: string) => lookUps[`get${type}`] as AnyLookUp;
const secret = randomSecret();

let service: Emulator;

beforeEach(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith("TENANT_")) vi.stubEnv(name, undefined);
  pulumi.runtime.setAllConfig({});
  const hushed = JSON.parse(JSON.stringify(wholeTenant).replaceAll('"hush"', JSON.stringify(secret)));
  service = await startEmulator({ seed: hushed });
  signIn();
  await runProgram();
});

afterEach(() => service.close());

function signIn(scopes?: readonly string[]): void {
  vi.stubEnv("TENANT_DOMAIN", service.domain);
  vi.stubEnv("TENANT_TOKEN", service.issueToken(scopes));
}

/** The identities of settings of which the tenant has several. */
const identities: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PromptTexts: { prompt: "login", language: "en" },
  EmailTemplate: { template: "welcome_email" },
  PhoneTemplate: { type: "otp_verify" },
  PromptPartials: { prompt: "signup-id" },
  PromptRendering: { prompt: "login-id", screen: "login-id" },
};

it.each(settings)(
  "get$type returns the settings without secrets, with the scopes that its page names",
  async (definition) => {
    const { type, schema, scopes } = definition;
    const identity = identities[type] ?? {};
    expect(Object.keys(identity)).toEqual(identityOf(schema));
    signIn(scopes.read);
    service.clearRequests();
    const found = await lookUpOf(type)(identity);
    expect(found).toMatchObject(identity);
    expect(
      Object.keys(found).filter((name) => name !== "id" && !Object.hasOwn(shownSettings(schema.fields), name)),
    ).toEqual([]);
    expect(Object.keys(found).length).toBeGreaterThan(1);
    expect(JSON.stringify(found)).not.toContain(secret);
    expect(service.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token")).toEqual([]);
  },
);

it("the values are those of the tenant, under the names of programs", async () => {
  const read = {
    settings: await tenant.getTenantSettings(),
    template: await tenant.getEmailTemplate({ template: "welcome_email" }),
    texts: await tenant.getPromptTexts({ prompt: "login", language: "en" }),
    factors: await tenant.getMultiFactor(),
  };
  expect(read).toMatchObject({
    settings: { friendlyName: "Example", sessionLifetime: 24, flags: { enable_client_connections: false } },
    template: { id: "welcome_email", body: "<p>Welcome</p>", enabled: true },
    texts: { texts: { login: { title: "Welcome" } } },
    factors: { policies: ["all-applications"], factors: { otp: true } },
  });
});

it("an empty identity and a missing scope are errors with a remedy, and an unset setting is undefined", async () => {
  const error = async (run: () => Promise<unknown>) => run().then(String, (thrown: unknown) => String(thrown));
  expect(await error(() => tenant.getEmailTemplate({ template: "" as "welcome_email" }))).toContain(
    "template must not be empty",
  );
  signIn(["read:clients"]);
  expect(await error(() => tenant.getBranding())).toContain("read:branding");
  const fresh = await startEmulator();
  vi.stubEnv("TENANT_DOMAIN", fresh.domain);
  vi.stubEnv("TENANT_TOKEN", fresh.issueToken());
  expect((await tenant.getEmailProvider()).name).toBeUndefined();
  fresh.close();
});

it("equal look-ups of a run share their requests, and an explicit provider reads its own tenant", async () => {
  const other = await startEmulator({ seed: { settings: [{ id: "tenants/settings", friendly_name: "Other" }] } });
  service.clearRequests();
  const provider = new tenant.Provider("other", { domain: other.domain, token: other.issueToken() });
  const all = [
    tenant.getTenantSettings(),
    tenant.getTenantSettings(),
    tenant.getTenantSettings({}, { provider: provider as unknown as pulumi.ProviderResource }),
  ];
  const names = (await Promise.all(all)).map(({ friendlyName }) => friendlyName);
  other.close();
  expect(names).toEqual(["Example", "Example", "Other"]);
  expect(service.requests.filter(({ path }) => path.endsWith("/tenants/settings")).length).toBe(1);
});
