import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { connectionType } from "../../provider/src/types/connection/calls.ts";
import { resourceServerType } from "../../provider/src/types/resource-server/calls.ts";
import { inClear } from "../harness/mini-engine.ts";
import { startWorld, type World } from "./world.ts";

const long = randomBytes(12).toString("hex");
let world: World;
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

/** What a run of a program says, where the service repeats in its refusal what it was sent. */
async function said(args: JsonObject, message: string, method: "POST" | "PATCH" = "POST"): Promise<string> {
  const printed = (["warn", "info"] as const).map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
  const body = JSON.stringify({ statusCode: 400, error: "Bad Request", message });
  world.tenant.inject({ kind: "status", status: 400, method, path: "/api/v2/connections", body });
  const [step] = await world.engine.up({ it: args });
  expect(step?.failure).toBeDefined();
  return `${step?.failure?.message}\n${printed.flatMap((spy) => spy.mock.calls.flat()).join("\n")}`;
}

describe("a value that the program marked as secret is masked in every error that quotes it:", () => {
  const connection = (value: JsonObject, marked: readonly string[]): JsonObject => ({
    name: "corp",
    strategy: "custom",
    ...value,
    __secrets: marked,
  });

  test.each<[string, JsonObject, string, string]>([
    ["a long text under a harmless name", { options: { upstream: { hint: long } } }, "/options/upstream/hint", long],
    ["a short text", { options: { hint: "k9" } }, "/options/hint", "k9"],
    ["one character", { options: { hint: "k" } }, "/options/hint", "k"],
    ["a number", { options: { pin: 4711 } }, "/options/pin", "4711"],
    ["a value below the marked path", { options: { a: { b: [{ c: "k9" }] } } }, "/options/a", "k9"],
    ["a text outside of the options", { displayName: "k9 labs" }, "/displayName", "k9 labs"],
  ])("%s", async (_name, value, pointer, secret) => {
    world = await startWorld({}, connectionType);
    const text = await said(
      connection(value, [pointer]),
      `The value "${secret}" (or '${secret}', \`${secret}\`) is bad`,
    );
    expect(text).toContain("The value \"[secret]\" (or '[secret]', `[secret]`) is bad");
  });

  test("a short secret is not masked within other words", async () => {
    world = await startWorld({}, connectionType);
    const text = await said(connection({ options: { hint: "is" } }, ["/options/hint"]), 'This is "bad": "is"');
    expect(text).toContain('This is "bad": "[secret]"');
  });

  test("a resource whose name is secret is called [secret] in errors and warnings", async () => {
    world = await startWorld({}, connectionType);
    const args = { ...connection({ options: {} }, ["/name"]), name: "quiet-name", strategy: "made-up" };
    const text = await said(args, 'connection "quiet-name" is bad');
    expect(text).toContain('Could not create connection "[secret]"');
    expect(text).toContain("strategy: unknown value");
    expect(text).not.toContain("quiet-name");
  });

  test("the message of a rule masks a secret value", async () => {
    world = await startWorld({}, resourceServerType);
    const lifetimes = { tokenLifetime: 12_345_678, tokenLifetimeForWeb: 12_345_679 };
    const args = { identifier: "https://api.example.com", ...lifetimes };
    const [step] = await world.engine.up({ it: { ...args, __secrets: ["/tokenLifetime"] } });
    expect(step?.failure?.message).toContain("must not be larger than tokenLifetime ([secret])");
  });

  test("errors of an update mask secrets, and so do those of later calls", async () => {
    world = await startWorld({}, connectionType);
    await world.engine.up({ it: connection({ options: { client_id: "a", hint: long } }, ["/options/hint"]) });
    const text = await said(
      connection({ options: { client_id: "a", hint: "k9" } }, ["/options/hint"]),
      `was ${long}, is "k9"`,
      "PATCH",
    );
    expect(text).toContain('was [secret], is "[secret]"');
  });
});

describe("the ticket URL of a directory's connector", () => {
  const args = { name: "directory", strategy: "ad", options: {} };
  const ticket = () => String(world.tenant.connections.get("directory")?.provisioning_ticket_url);

  test("is secret in the state, even after a refresh", async () => {
    world = await startWorld({}, connectionType);
    await world.engine.up({ it: args });
    for (let round = 0; round < 2; round++) {
      const outputs = world.engine.state.get("it")?.outputs ?? {};
      expect(outputs).toHaveProperty("provisioningTicketUrl.value", ticket());
      expect(JSON.stringify(inClear(outputs))).not.toContain(ticket());
      expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
    }
  });

  test("is omitted by get, as are metadata", async () => {
    world = await startWorld({}, connectionType);
    await world.engine.up({ it: { ...args, metadata: { cost: "k9" } } });
    const { outputs } = await world.port.read(String(world.tenant.connections.get("directory")?.id), {});
    expect(outputs).toMatchObject({ name: "directory", strategy: "ad" });
    for (const name of ["provisioningTicketUrl", "metadata", "options"]) expect(outputs).not.toHaveProperty(name);
  });
});
