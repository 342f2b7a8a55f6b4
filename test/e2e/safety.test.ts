import { describe, expect, test } from "vitest";
import { stack, tenant, withStack } from "./world.ts";

/** What must not happen by mistake; every test continues where the one before ended. */
const identifier = "https://orders.example.com";

withStack();

describe("reading and refusing", () => {
  test("invalid input and missing credentials fail the preview with all problems, without a stack trace", async () => {
    await stack.declare({
      api: { args: { identifier: "", name: "a<b", tokenLifetime: -1, tokenLifetme: 1 } as never },
    });
    tenant.clearRequests();
    const { code, stdout, stderr } = await stack.run(["preview"], {
      expect: "any",
      env: { TENANT_CLIENT_SECRET: undefined },
    });
    const output = stdout + stderr;
    expect(code).not.toBe(0);
    expect(output).toMatch(/identifier: must be 1 to 600 characters long/);
    expect(output).toMatch(/name: must not be empty and must not contain < or >/);
    expect(output).toMatch(/tokenLifetime: must be a whole number from 0 to 2592000/);
    expect(output).toMatch(/Did you mean "tokenLifetime"/);
    expect(output).toMatch(/TENANT_CLIENT_SECRET/);
    expect(output).not.toMatch(/\n\s+at .*:\d+:\d+/);
    expect(tenant.requests).toEqual([]);
  });

  test("get reads an API without managing it; a missing API fails the run", async () => {
    const { id } = tenant.resourceServers.create({ identifier, name: "By hand" });
    await stack.up({ api: { args: { identifier }, get: String(id) } });
    expect(await stack.json(["stack", "output"])).toEqual({ names: { api: "By hand" } });
    await stack.run(["preview", "--refresh", "--expect-no-changes"]);
    tenant.resourceServers.delete(identifier);
    const { code, stdout, stderr } = await stack.run(["preview"], { expect: "any" });
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain(`there is no resource server with the id "${id}"`);
    await stack.up({});
  });
});
