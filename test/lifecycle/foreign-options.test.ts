import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type JsonObject, signatureKey, unknownValue } from "../../provider/src/schema/json.ts";
import { connectionType } from "../../provider/src/types/connection/calls.ts";
import { startWorld, type World } from "./world.ts";

/* Options of other people: what a program does not declare stays as it is, whatever it is. */

let world: World;
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

/** A world with a connection that exists already, and a program that manages some of its options from now on. */
async function adopting(strategy: string, options: JsonObject) {
  world = await startWorld({ seed: { connections: [{ name: "corp", strategy, options }] } }, connectionType);
  return async (declared: JsonObject) => {
    const args = { name: "corp", strategy, options: declared, adopt: true };
    const [step] = await world.engine.up({ corp: args });
    if (step?.failure) throw step.failure;
    expect(await world.engine.changes({ corp: args })).toEqual([]);
    return world.tenant.connections.get("corp")?.options as JsonObject;
  };
}

describe("a database connection that has mutually exclusive options", () => {
  const theirs = {
    attributes: { email: { identifier: { active: true }, unique: true } },
    requires_username: true,
    validation: { username: { min: 3, max: 20 } },
    password_options: { history: { active: true } },
    passwordPolicy: "fair",
    password_history: { enable: true, size: 5 },
  };

  test.each<[string, JsonObject, JsonObject]>([
    [
      "authentication_methods",
      { authentication_methods: { passkey: { enabled: false } } },
      { authentication_methods: { passkey: { enabled: true } } },
    ],
    ["password_dictionary", { password_dictionary: { enable: false } }, { password_dictionary: { enable: true } }],
  ])("keeps all options when %s changes", async (_, before, after) => {
    const up = await adopting("auth0", theirs);
    expect(await up(before)).toMatchObject(theirs);
    expect(await up(after)).toMatchObject({ ...theirs, ...after });
  });
});

describe("a scope to which others added values", () => {
  test("google-oauth2: a changed flag removes only its own value", async () => {
    const up = await adopting("google-oauth2", { email: true, profile: true, scope: ["email", "profile", "theirs"] });
    await up({ email: true });
    expect(await up({ email: false })).toMatchObject({ email: false, profile: true, scope: ["profile", "theirs"] });
    expect(await up({ email: true })).toMatchObject({ email: true, scope: ["profile", "theirs", "email"] });
  });

  test("google-oauth2: a changed scope sets only its own flag", async () => {
    const calendar = "https://www.googleapis.com/auth/calendar";
    const up = await adopting("google-oauth2", { email: true, profile: false, analytics: true, scope: ["email"] });
    const options = await up({ scope: ["email", calendar] });
    expect(options).toMatchObject({ email: true, profile: false, analytics: true, calendar: true });
  });
});

describe("an option with a value that the engine cannot use", () => {
  test.each<[string, JsonObject]>([
    ["the marker of unknown values", { theirs: unknownValue }],
    ["the marker in a nested value", { theirs: { deep: [{ value: unknownValue }] } }],
    ["a key that the engine reserves", { theirs: { [signatureKey]: "1b47061264138c4ac30d75fd1eb44270" } }],
    ["a key that is not valid Unicode", { theirs: { "\ud800": 1 } }],
  ])("%s: if undeclared, the option fails neither read nor update, and stays", async (_, theirs) => {
    const up = await adopting("oidc", { client_id: "one", ...theirs });
    await up({ client_id: "one" });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "same" }]);
    expect(await up({ client_id: "two" })).toMatchObject({ client_id: "two", ...theirs });
  });

  test("if declared, the option is drift, and the next run repairs it", async () => {
    const up = await adopting("oidc", { client_id: "before" });
    await up({ client_id: "one" });
    world.tenant.connections.editOptions("corp", { client_id: unknownValue });
    expect(await world.engine.refresh()).toEqual([{ name: "corp", op: "update" }]);
    expect(await up({ client_id: "one" })).toMatchObject({ client_id: "one" });
  });

  test("does not prevent the read of a connection that is not managed", async () => {
    await adopting("oidc", { client_id: "one", theirs: unknownValue });
    world.tenant.connections.edit("corp", { metadata: { theirs: unknownValue } });
    const { id } = world.tenant.connections.get("corp") ?? {};
    const { outputs } = await world.port.read(String(id), {});
    expect(outputs).toMatchObject({ name: "corp", strategy: "oidc" });
    expect(JSON.stringify(outputs)).not.toContain(unknownValue);
  });
});
