import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TenantClient } from "../../provider/src/client/index.ts";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import { definitions, type TypeName, typeNames } from "../../provider/src/types/registry.ts";
import { inProcess, oneClientEach } from "../harness/in-process.ts";
import { kinds } from "../subjects/kinds.ts";
import { gatherWarnings } from "./warnings.ts";

/* Values of one setting that the service refuses because of another setting of the same program. */

let tenant: Emulator;
const warnings = gatherWarnings();
beforeEach(async () => {
  tenant = await startEmulator();
});
afterEach(() => tenant.close());

/** The warnings of a check of a program, in the order of its resources. */
async function warningsOf(program: readonly (readonly [TypeName, JsonObject])[], isPreview = true): Promise<string> {
  const { domain, clientId, clientSecret } = tenant;
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  const connect = oneClientEach((settings) => new TenantClient(settings));
  const run = new EngineRun();
  warnings.length = 0;
  for (const [type, args] of program) {
    const port = inProcess(() => new Lifecycle(kinds[type], connect, run), config);
    const { failures } = await port.check({}, { ...args, ...(isPreview && { [previewKey]: true }) });
    expect(failures).toEqual([]);
  }
  return warnings.join("\n");
}

describe("texts of MultiFactorPhone beside the consolidated phone experience", () => {
  const settings = (phoneConsolidatedExperience: boolean) =>
    ["tenantSettings", { phoneConsolidatedExperience }] as const;
  const texts = [
    "multiFactorPhone",
    { templates: { enrollmentMessage: "Code: {{code}}", verificationMessage: "{{code}}" } },
  ] as const;
  const says = "the service refuses a change while `phoneConsolidatedExperience` is true, which TenantSettings";

  test.each([
    ["after", [settings(true), texts]],
    ["before", [texts, settings(true)]],
  ] as const)("cause one warning in the preview, wherever the setting is declared: %s them", async (_, program) => {
    const said = await warningsOf(program);
    expect(said.split(says)).toHaveLength(2);
    expect(said).toMatch(/templates( of phone factor settings)?: the service/);
    expect(said).toContain("PhoneTemplate");
  });

  test("cause no warning without the setting, without refused properties, or during the run", async () => {
    expect(await warningsOf([settings(false), texts])).not.toContain("refuses a change");
    expect(await warningsOf([settings(true), ["multiFactorPhone", { otpLength: 6 }]])).not.toContain(
      "refuses a change",
    );
    expect(await warningsOf([settings(true), texts], false)).not.toContain("refuses a change");
  });

  test("are refused by the run", async () => {
    tenant.settings.update("tenants/settings", { phone_consolidated_experience: true });
    expect(await warningsOf([texts])).toContain("deprecated feature");
  });
});

describe("a sender of EmailTemplate beside a disabled provider", () => {
  const template = (name: string, from?: string) =>
    ["emailTemplate", { template: name, body: "a", enabled: true, ...(from !== undefined && { from }) }] as const;
  const provider = (enabled?: boolean) =>
    ["emailProvider", { name: "smtp", credentials: {}, ...(enabled !== undefined && { enabled }) }] as const;
  const says =
    /from( of e-mail template "(\w+)")?: the service refuses a change while `enabled` is false, which EmailProvider/;
  const [first, second] = [template("welcome_email", "a@example.com"), template("verify_email", "a@example.com")];

  test("causes one warning for each template, wherever the provider is declared", async () => {
    for (const program of [
      [provider(false), first, second],
      [first, second, provider(false)],
      [first, provider(false), second],
    ]) {
      expect((await warningsOf(program)).split("\n").filter((line) => says.test(line))).toHaveLength(2);
    }
    expect(await warningsOf([first, provider(false)])).toMatch(/from of e-mail template "welcome_email": the service/);
  });

  test("causes no warning without a sender, or with an enabled provider", async () => {
    const senders = [template("welcome_email"), template("verify_email", "")];
    for (const program of [[provider(false), ...senders], [provider(true), first], [provider(), first], [first]]) {
      expect(await warningsOf(program)).not.toContain("refuses a change");
    }
  });
});

test("each value that causes refusals is a singleton's of this package", () => {
  const byId = new Map(typeNames.map((name) => [definitions[name].schema.singleton, definitions[name]]));
  for (const { schema } of Object.values(definitions)) {
    const { refusedWhile } = schema;
    if (!refusedWhile) continue;
    const other = byId.get(refusedWhile.singleton);
    expect(other?.type).toBe(refusedWhile.type);
    expect(other?.schema.fields[refusedWhile.property]?.kind).toBe("boolean");
    for (const name of refusedWhile.refused) expect(schema.fields[name]).toBeDefined();
  }
});
