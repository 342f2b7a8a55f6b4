import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { upNow } from "../e2e/project.ts";
import { issuer, methods, stack, tenant, withStack } from "../e2e/world.ts";

/** What only the engine decides about connections; everything else is tested in `test/lifecycle`. */
const secret = randomBytes(18).toString("base64url");

withStack();

const declare = (options: object, more: object = {}, opts: object = {}) =>
  stack.declare({ corp: { kind: "Connection", args: { name: "corp", strategy: "oidc", options, ...more }, opts } });
const live = (name = "corp") => tenant.connections.get(name) as Record<string, unknown> | undefined;

describe("a connection, step by step", () => {
  test("ignoreChanges with a path keeps an option that another client set", async () => {
    await declare({ issuer, client_id: "one", client_secret: secret });
    await stack.run(upNow);
    tenant.connections.editOptions("corp", { issuer: "https://edited.example.com/" });
    await declare({ issuer, client_id: "two", client_secret: secret }, {}, { ignoreChanges: ["options.issuer"] });
    await stack.run([...upNow, "--refresh"]);
    expect(live()?.options).toMatchObject({ issuer: "https://edited.example.com/", client_id: "two" });
    await stack.run(["preview", "--refresh", "--expect-no-changes"]);
  });

  test("replaceOnChanges with a path replaces, and deletes first, because the name is taken", async () => {
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

test("a changed strategy deletes before it creates; a changed name creates before it deletes", async () => {
  const okta = { strategy: "okta", options: { domain: "login.example.com", client_id: "c", client_secret: secret } };
  await declare({ issuer, client_id: "one", client_secret: secret });
  await stack.run(upNow);
  await declare({}, okta);
  const shown = await stack.run(["preview"]);
  expect(shown.stdout.indexOf("-- ")).toBeLessThan(shown.stdout.indexOf("++ "));
  tenant.clearRequests();
  await stack.run(upNow);
  expect(methods(tenant)).toEqual(["DELETE", "GET", "POST"]);
  await declare({}, { ...okta, name: "corp2" });
  tenant.clearRequests();
  await stack.run(upNow);
  expect(methods(tenant)).toEqual(["GET", "POST", "DELETE"]);
  expect(live()).toBeUndefined();
  expect(live("corp2")).toMatchObject({ strategy: "okta" });
});
