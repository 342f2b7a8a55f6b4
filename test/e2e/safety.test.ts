import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { type TestStack, testStack } from "./project.ts";

const identifier = "https://orders.example.com";

let tenant: Emulator;
beforeAll(async () => {
  tenant = await startEmulator();
});
afterAll(() => tenant.close());

/** A stack of its own for each theme. */
function withStack(): () => TestStack {
  let stack: TestStack | undefined;
  beforeAll(async () => {
    stack = await testStack(tenant);
  });
  afterAll(async () => {
    await stack?.destroy({ expect: "any" });
    await stack?.remove();
  });
  return () => stack as TestStack;
}

const live = () => tenant.resourceServers.get(identifier);

describe("properties that come and go", () => {
  const stack = withStack();

  test("a removed property shows in the preview and is reset at the tenant; the next preview is empty", async () => {
    await stack().declare({
      api: { args: { identifier, name: "Orders", tokenLifetime: 60, allowOfflineAccess: true } },
    });
    await stack().run(["up", "--yes"]);
    await stack().declare({ api: { args: { identifier, name: "Orders" } } });
    const { stdout } = await stack().run(["preview", "--diff", "--expect-no-changes"], { expect: 7 });
    expect(stdout).toMatch(/- tokenLifetime\s*: 60/);
    expect(stdout).toMatch(/- allowOfflineAccess\s*: true/);
    await stack().run(["up", "--yes"]);
    expect(live()).toMatchObject({ token_lifetime: 86_400, allow_offline_access: false });
    await stack().run(["preview", "--refresh", "--expect-no-changes"]);
  });

  test("a property that was declared with the live value and is removed later is reset too", async () => {
    tenant.resourceServers.update(identifier, { allow_offline_access: true });
    await stack().declare({ api: { args: { identifier, name: "Orders", allowOfflineAccess: true } } });
    await stack().run(["up", "--yes"]);
    await stack().declare({ api: { args: { identifier, name: "Orders" } } });
    await stack().run(["up", "--yes"]);
    expect(live()).toMatchObject({ allow_offline_access: false });
  });

  test("a property that the tenant lost and the program dropped is forgotten by an update that sends nothing", async () => {
    await stack().declare({
      api: { args: { identifier, name: "Orders", consentPolicy: "transactional-authorization-with-mfa" } },
    });
    await stack().run(["up", "--yes"]);
    tenant.resourceServers.update(identifier, { consent_policy: null });
    await stack().run(["refresh", "--yes"]);
    await stack().declare({ api: { args: { identifier, name: "Orders" } } });
    tenant.clearRequests();
    await stack().run(["up", "--yes"]);
    expect(tenant.requests.filter(({ method }) => method === "PATCH")).toEqual([]);
    await stack().run(["preview", "--expect-no-changes"]);
  });

  test("ignoreChanges leaves an edited property as it is; replaceOnChanges replaces, deleting first", async () => {
    const args = { identifier, name: "Orders", tokenLifetime: 600 };
    await stack().declare({ api: { args, opts: { ignoreChanges: ["tokenLifetime"] } } });
    await stack().run(["up", "--yes"]);
    expect(live()).toMatchObject({ token_lifetime: 86_400 });

    await stack().declare({ api: { args, opts: { replaceOnChanges: ["tokenLifetime"] } } });
    tenant.clearRequests();
    await stack().run(["up", "--yes"]);
    const methods = tenant.requests.filter(({ operation }) => operation !== "token").map(({ method }) => method);
    expect(methods).toEqual(["DELETE", "POST"]);
    expect(live()).toMatchObject({ token_lifetime: 600 });
  });
});

describe("the tenant pin", () => {
  const stack = withStack();

  test.each([
    ["the environment", { TENANT_DOMAIN: "other.example.com" }],
    ["the stack configuration", { TENANT_DOMAIN: undefined }],
  ])("another domain in %s is an error that names both; state and tenants are not touched", async (_, env) => {
    await stack().declare({ api: { args: { identifier, name: "Orders" } } });
    await stack().run(["up", "--yes"]);
    if (env.TENANT_DOMAIN === undefined) await stack().run(["config", "set", "tenant:domain", "other.example.com"]);
    const before = await stack().entry("api");
    tenant.clearRequests();
    const commands = [["up", "--yes"], ["preview"], ["refresh", "--yes"], ["destroy", "--yes"]];
    for (const command of commands) {
      // Without the program, refresh and destroy use the configuration saved in the state.
      const usesProgram = env.TENANT_DOMAIN !== undefined || ["up", "preview"].includes(command[0] ?? "");
      const args = usesProgram ? command : [...command, "--run-program"];
      const { stdout, stderr, code } = await stack().run(args, { expect: "any", env });
      expect(code, args.join(" ")).not.toBe(0);
      const output = stdout + stderr;
      expect(output).toContain("other.example.com");
      expect(output).toContain(new URL(tenant.url).host);
      expect(output).not.toMatch(/\n\s+at .*:\d+:\d+/);
    }
    expect(await stack().entry("api")).toEqual(before);
    expect(tenant.requests).toEqual([]);
    await stack().run(["config", "rm", "tenant:domain"], { expect: "any" });
    // Brings the configuration in the state, which a plain destroy uses, back to what is right.
    await stack().run(["up", "--yes"]);
  });
});

describe("secrets", () => {
  const stack = withStack();
  const secret = randomBytes(24).toString("base64url");
  const args = { identifier, signingAlg: "HS256" as const, signingSecret: secret };

  test("a plain signing secret stands nowhere in clear: state, screen, --json, saved plan, our debug log, failing previews", async () => {
    const said: string[] = [];
    const run = async (command: string[], env = {}) => {
      const { stdout, stderr } = await stack().run(command, { expect: "any", env: { TENANT_LOG: "debug", ...env } });
      said.push(stdout, stderr);
    };
    await stack().declare({ api: { args: { ...args, name: "<" } } });
    await run(["preview", "--diff"]);
    await stack().declare({ api: { args } });
    const plan = join(stack().folder, "plan.json");
    await run(["preview", "--diff", "--save-plan", plan]);
    await run(["up", "--yes", "--plan", plan]);
    expect(live()).toMatchObject({ signing_secret: secret });
    await run(["preview", "--refresh", "--diff", "--json"]);
    tenant.resourceServers.update(identifier, { signing_secret: randomBytes(24).toString("base64url") });
    await run(["preview", "--refresh", "--diff"]);
    await run(["preview", "--refresh", "--json"]);
    await run(["up", "--refresh", "--yes"]);
    expect(live()).toMatchObject({ signing_secret: secret });
    await run(["stack", "export"]);
    await run(["stack", "output", "--json"]);

    const files = await readdir(stack().folder, { recursive: true, withFileTypes: true });
    const stored = files
      .filter((file) => file.isFile() && !file.parentPath.includes("compile-cache"))
      .map((file) => readFile(join(file.parentPath, file.name), "utf8"));
    const everything = [...said, ...(await Promise.all(stored)), JSON.stringify(tenant.requests)].join("\n");
    expect(everything).toContain("[secret]");
    expect(everything).toMatch(/tenant: POST \/api\/v2\/resource-servers 201/);
    expect(everything.includes(secret)).toBe(false);
    expect(everything.includes(tenant.clientSecret)).toBe(false);
  });
});

describe("objects of somebody else, and answers that get lost", () => {
  const stack = withStack();

  test("an object that exists is refused with the way out, and TENANT_ADOPT=true takes it over", async () => {
    tenant.resourceServers.create({ identifier, name: "By hand", token_lifetime: 60, token_lifetime_for_web: 60 });
    await stack().declare({ api: { args: { identifier, name: "Orders" } } });
    const refused = await stack().run(["up", "--yes"], { expect: "any" });
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toMatch(/exists already[\s\S]*adopt: true[\s\S]*TENANT_ADOPT=true/);
    const adopted = await stack().run(["up", "--yes"], { env: { TENANT_ADOPT: "true" } });
    expect(adopted.stdout + adopted.stderr).toContain("takes it over");
    expect(live()).toMatchObject({ name: "Orders", token_lifetime: 60 });
    await stack().run(["preview", "--refresh", "--expect-no-changes"]);
    await stack().destroy();
  });

  test("a creation whose answer is lost is found by the same run", async () => {
    await stack().declare({ api: { args: { identifier, name: "Orders" } } });
    tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/resource-servers" });
    await stack().run(["up", "--yes"]);
    expect((await stack().entry("api"))?.id).toBe(live()?.id);
    await stack().destroy();
  });

  const lose = async () => {
    tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/resource-servers" });
    tenant.inject({ kind: "status", status: 400, times: Number.POSITIVE_INFINITY, method: "GET", path: "/api/v2/" });
    const { code, stdout } = await stack().run(["up", "--yes"], { expect: "any" });
    expect(code).not.toBe(0);
    expect(stdout).toContain("is not known");
    tenant.clearFaults();
    expect((await stack().entry("api"))?.initErrors).toHaveLength(1);
  };

  test("one that even the run's end left open is put right by the next up", async () => {
    await lose();
    await stack().run(["preview", "--expect-no-changes"], { expect: 7 });
    await stack().run(["up", "--yes"]);
    await stack().run(["preview", "--expect-no-changes"]);
    // The answer with the id is lost; a refresh finds it.
    await stack().run(["refresh", "--yes"]);
    expect((await stack().entry("api"))?.id).toBe(live()?.id);
    await stack().run(["preview", "--refresh", "--expect-no-changes"]);
    await stack().destroy();
    expect(live()).toBeUndefined();
  });

  test("or by a refresh, which gives it its own id", async () => {
    await lose();
    await stack().run(["refresh", "--yes"]);
    expect((await stack().entry("api"))?.id).toBe(live()?.id);
    await stack().run(["preview", "--refresh", "--expect-no-changes"]);
    await stack().destroy();
    expect(live()).toBeUndefined();
  });
});

describe("reading and refusing", () => {
  const stack = withStack();

  test("get reads an API without managing it; a missing one fails the run", async () => {
    const { id } = tenant.resourceServers.create({ identifier, name: "By hand" });
    await stack().declare({ api: { args: { identifier }, get: String(id) } });
    await stack().run(["up", "--yes"]);
    expect(await stack().json(["stack", "output"])).toEqual({ names: { api: "By hand" } });
    await stack().run(["preview", "--refresh", "--expect-no-changes"]);
    tenant.resourceServers.delete(identifier);
    const { code, stdout, stderr } = await stack().run(["preview"], { expect: "any" });
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain(`there is no resource server with the id "${id}"`);
    await stack().declare({});
    await stack().run(["up", "--yes"]);
  });

  test("the import option is refused, and the message names the alternatives", async () => {
    await stack().declare({ api: { args: { identifier }, opts: { import: "0123456789abcdef01234567" } } });
    const { code, stdout, stderr } = await stack().run(["preview"], { expect: "any" });
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/import[\s\S]*adopt: true[\s\S]*ResourceServer\.get/);
  });

  test("bad input fails the preview with all problems and without a stack; missing credentials too", async () => {
    await stack().declare({
      api: { args: { identifier: "", name: "a<b", tokenLifetime: -1, tokenLifetme: 1 } as never },
    });
    tenant.clearRequests();
    const { code, stdout, stderr } = await stack().run(["preview"], {
      expect: "any",
      env: { TENANT_CLIENT_SECRET: undefined },
    });
    const output = stdout + stderr;
    expect(code).not.toBe(0);
    expect(output).toMatch(/identifier: must be 1 to 600 characters long/);
    expect(output).toMatch(/name: must not be empty and must not contain < or >/);
    expect(output).toMatch(/tokenLifetime: must be a whole number from 0 to 2592000/);
    expect(output).toMatch(/did you mean "tokenLifetime"/);
    expect(output).toMatch(/TENANT_CLIENT_SECRET/);
    expect(output).not.toMatch(/\n\s+at .*:\d+:\d+/);
    expect(tenant.requests).toEqual([]);
  });
});
