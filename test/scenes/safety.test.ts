import { beforeAll, describe, expect, test } from "vitest";
import { upNow } from "../e2e/project.ts";
import { stack, tenant, withStack } from "../e2e/world.ts";

/** What must not happen by mistake; every test continues where the one before ended. */
const identifier = "https://orders.example.com";

withStack();

const live = () => tenant.resourceServers.get(identifier);

describe("a strategy", () => {
  test.each([
    ["misspelt", { name: "corp", strategy: "saml" }, 'strategy: unknown value "saml". Did you mean "samlp"?'],
    ["missing", { name: "corp", options: { isuer: "https://idp.example.com/" } }, "strategy: is required"],
  ])("that is %s is one line in a preview, before any call", async (_, args, message) => {
    await stack.declare({ corp: { kind: "Connection", args: args as never } });
    tenant.clearRequests();
    const { code, stdout, stderr } = await stack.run(["preview"], { expect: "any" });
    expect(code).not.toBe(0);
    // Pulumi shows it as progress and again at the end.
    const lines = (stdout + stderr).split("\n").filter((line) => /strategy|isuer/.test(line));
    expect([...new Set(lines.map((line) => line.replace(/^.* has a problem: /, "")))]).toEqual([message]);
    expect(tenant.requests).toEqual([]);
  });
});

describe("resource options about properties", () => {
  test("ignoreChanges keeps an edited property; replaceOnChanges replaces, and deletes first", async () => {
    await stack.up({ api: { args: { identifier, name: "Orders" } } });
    const args = { identifier, name: "Orders", tokenLifetime: 600 };
    await stack.up({ api: { args, opts: { ignoreChanges: ["tokenLifetime"] } } });
    expect(live()).toMatchObject({ token_lifetime: 86_400 });

    await stack.declare({ api: { args, opts: { replaceOnChanges: ["tokenLifetime"] } } });
    // What the replacement is about exists already, and that is no news.
    expect((await stack.run(["preview"])).stdout).toMatch(/ replace (?![\s\S]*exists already)/);

    tenant.clearRequests();
    await stack.run(upNow);
    const methods = tenant.requests.filter(({ operation }) => operation !== "token").map(({ method }) => method);
    // It looks before the creation whether another team has such an API.
    expect(methods).toEqual(["DELETE", "GET", "POST"]);
    expect(live()).toMatchObject({ token_lifetime: 600 });
  });

  test("a preview of a replacement shows only the values that the program changes, not computed ones", async () => {
    await stack.up({ api: { args: { identifier, name: "Orders" }, opts: { deleteBeforeReplace: true } } });
    const urn = String((await stack.entry("api"))?.urn);
    const forced = await stack.run(["preview", "--replace", urn]);
    expect(forced.stdout).toMatch(/ replace (?![\s\S]*exists already)/);

    await stack.declare({ api: { args: { identifier: "https://others.example.com", name: "Orders" } } });
    const { stdout } = await stack.run(["preview", "--diff"]);
    expect(stdout).toMatch(/\(replace\)/);
    expect(stdout.match(/^ *[-+~] \w+.*$/gm)).toEqual([
      `      ~ identifier: "${identifier}" => "https://others.example.com"`,
    ]);
  });
});

test("a program that reads an API by its identifier instead of managing it keeps the API", async () => {
  await stack.up({ api: { args: { identifier, name: "Orders" } } });
  await stack.declare({ api: { get: identifier } });
  tenant.clearRequests();
  const { stdout } = await stack.run(upNow);
  expect(stdout).toMatch(/is not deleted, because this program still reads it/);
  expect(tenant.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  await stack.up({});
  await stack.up({ api: { args: { identifier, name: "Orders", adopt: true } } });
});

describe("the tenant pin", () => {
  beforeAll(() => stack.up({ api: { args: { identifier, name: "Orders" } } }));

  test.each([
    ["the environment", { TENANT_DOMAIN: "other.example.com" }],
    ["the stack configuration", { TENANT_DOMAIN: undefined }],
  ])("a changed domain in %s is an error that names both tenants; state and tenants stay unchanged", async (_, env) => {
    const usesConfiguration = env.TENANT_DOMAIN === undefined;
    if (usesConfiguration) await stack.run(["config", "set", "tenant:domain", "other.example.com"]);
    const before = await stack.entry("api");
    tenant.clearRequests();
    const commands = [["up", "--yes"], ["preview"], ["refresh", "--yes"], ["destroy", "--yes"]];
    for (const command of commands) {
      // Without the program, refresh and destroy use the configuration saved in the state.
      const usesProgram = !usesConfiguration || ["up", "preview"].includes(command[0] ?? "");
      const args = usesProgram ? command : [...command, "--run-program"];
      const { stdout, stderr, code } = await stack.run(args, { expect: "any", env });
      expect(code, args.join(" ")).not.toBe(0);
      const output = stdout + stderr;
      expect(output).toContain("other.example.com");
      expect(output).toContain(new URL(tenant.url).host);
      expect(output).not.toMatch(/\n\s+at .*:\d+:\d+/);
    }
    expect(await stack.entry("api")).toEqual(before);
    expect(tenant.requests).toEqual([]);
    if (usesConfiguration) await stack.run(["config", "rm", "tenant:domain"]);
  });

  test("an up with the correct domain has nothing to do", async () => {
    // The refused refresh has left the other domain in the state, for commands without the program; an up corrects it.
    await stack.run([...upNow, "--expect-no-changes"]);
  });
});
