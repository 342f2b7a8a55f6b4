import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { upNow } from "./project.ts";
import { issuer, methods, stack, tenant, withStack } from "./world.ts";

/** What only the engine decides about connections; everything else is tested in `test/lifecycle`. */
const secret = randomBytes(18).toString("base64url");

withStack();

const declare = (options: object, more: object = {}, opts: object = {}) =>
  stack.declare({ corp: { kind: "Connection", args: { name: "corp", strategy: "oidc", options, ...more }, opts } });
const live = (name = "corp") => tenant.connections.get(name) as Record<string, unknown> | undefined;

describe("a connection, step by step", () => {
  test("ignoreChanges at a path leaves that option as another client set it", async () => {
    await declare({ issuer, client_id: "one", client_secret: secret });
    await stack.run(upNow);
    tenant.connections.editOptions("corp", { issuer: "https://edited.example.com/" });
    await declare({ issuer, client_id: "two", client_secret: secret }, {}, { ignoreChanges: ["options.issuer"] });
    await stack.run([...upNow, "--refresh"]);
    expect(live()?.options).toMatchObject({ issuer: "https://edited.example.com/", client_id: "two" });
    await stack.run(["preview", "--refresh", "--expect-no-changes"]);
  });

  test("replaceOnChanges at a path replaces, deleting first, as the name is taken", async () => {
    await declare(
      { issuer, client_id: "three", client_secret: secret },
      {},
      { replaceOnChanges: ["options.client_id"], ignoreChanges: ["options.issuer"] },
    );
    tenant.clearRequests();
    await stack.run(upNow);
    // It looks before the creation whether another team has such a connection.
    expect(methods(tenant)).toEqual(["DELETE", "GET", "POST"]);
    expect(live()?.options).toMatchObject({ client_id: "three" });
  });
});

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
    expect(live("users")).toMatchObject({ strategy: "auth0" });
  });

  test("protect: false in the program lifts it", async () => {
    await database({}, { protect: false });
    expect((await stack.run(upNow)).stdout).not.toContain("is protected");
    await stack.up({});
    expect(live("users")).toBeUndefined();
  });
});
