import { expect, test } from "vitest";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { enginesOf } from "./engines.ts";
import { importedOf } from "./tenants.ts";

const code = Array.from({ length: 20 }, (_, n) => `// line ${n}`).join("\n");
const trigger = (id: string, version: string) => ({ supported_triggers: [{ id, version }] });

test("actions are imported with code files and references from bindings, and the next runs change nothing", async () => {
  const tenant = await startEmulator();
  const enrich = tenant.actions.create({
    name: "Enrich",
    ...trigger("post-login", "v3"),
    code,
    dependencies: [{ name: "undici", version: "7.16.0" }],
    secrets: [{ name: "KEY", value: "value" }],
    deploy: true,
  });
  const exchange = tenant.actions.create({
    name: "Exchange",
    ...trigger("custom-token-exchange", "v1"),
    code,
    secrets: [],
  });
  tenant.actions.create({ name: "Installed", ...trigger("post-login", "v3") });
  tenant.triggerActions.set("post-login", [{ ref: { type: "action_id", value: enrich.id } }]);
  tenant.tokenExchangeProfiles.create({
    subject_token_type: "urn:example:token",
    action_id: exchange.id,
    type: "custom_authentication",
  });
  const { client, program } = await importedOf(tenant, false);
  try {
    const text = program.files.map(({ text }) => text).join("\n");
    expect(text).toContain('code: readFileSync("imported/files/action-enrich-code.js", "utf8")');
    expect(text).toContain("actionId: enrich.id,");
    expect(text).toContain("actionId: exchange.id,");
    expect(text).toContain("deploy: false,");
    // Of the action that has one.
    expect(text.match(/secrets: the API never returns the values of secrets/g)).toHaveLength(1);
    expect(text).not.toContain("exclusiveSecrets");
    expect(program.files.find(({ path }) => path.endsWith("enrich-code.js"))?.text).toBe(code);
    // Of the other triggers there is nothing to ask.
    const asked = tenant.requests.map(({ path }) => path).filter((path) => path.includes("bindings"));
    expect(new Set(asked.map((path) => path.split("?")[0]))).toEqual(
      new Set(["/api/v2/actions/triggers/post-login/bindings"]),
    );
    for (const [engine, declared] of enginesOf(tenant, program)) {
      expect(await engine.changes(declared)).toEqual([]);
      expect((await engine.refresh()).filter(({ op }) => op !== "same")).toEqual([]);
    }
    expect(tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token")).toEqual([]);
  } finally {
    await client.close();
    await tenant.close();
  }
});
