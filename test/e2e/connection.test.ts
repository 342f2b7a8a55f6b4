import { describe, expect, test } from "vitest";
import { upNow } from "./project.ts";
import { methods, stack, tenant, withStack } from "./world.ts";

withStack();

const live = () => tenant.connections.get("users");

describe("the deletion guard", () => {
  const database = (more: object = {}, opts: object = {}) =>
    stack.declare({ users: { kind: "Connection", args: { name: "users", strategy: "auth0", ...more }, opts } });

  test("a database connection is protected: neither a removal nor a replacement deletes its users", async () => {
    await database();
    // Among the diagnostics at the end, once.
    const said = /^ {4}connection "users" is protected .*because its deletion cannot be undone.*`protect: false`/gm;
    expect((await stack.run(["preview"])).stdout.match(said)).toHaveLength(1);
    expect((await stack.run(upNow)).stdout.match(said)).toHaveLength(1);
    expect((await stack.run(upNow)).stdout).not.toMatch(said);
    expect((await stack.entry("users"))?.protect).toBe(true);
    tenant.clearRequests();
    await stack.declare({});
    const removal = await stack.run(["preview"], { expect: "any" });
    expect(removal.code).not.toBe(0);
    expect(removal.stdout + removal.stderr).toContain("protect");
    await database({ strategy: "sms" });
    expect((await stack.run(upNow, { expect: "any" })).code).not.toBe(0);
    expect(methods(tenant).filter((method) => method !== "GET")).toEqual([]);
    expect(live()).toMatchObject({ strategy: "auth0" });
  });

  test("protect: false in the program permits the deletion", async () => {
    await database({}, { protect: false });
    expect((await stack.run(upNow)).stdout).not.toContain("is protected");
    await stack.up({});
    expect(live()).toBeUndefined();
  });
});
