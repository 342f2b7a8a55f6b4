import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { upNow } from "../e2e/project.ts";
import { issuer, methods, stack, tenant, withStack } from "../e2e/world.ts";

/** The order in which the engine replaces a connection. */
const secret = randomBytes(18).toString("base64url");

withStack();

const declare = (options: object, more: object = {}, opts: object = {}) =>
  stack.declare({ corp: { kind: "Connection", args: { name: "corp", strategy: "oidc", options, ...more }, opts } });
const live = (name = "corp") => tenant.connections.get(name) as Record<string, unknown> | undefined;

test("another strategy deletes before it creates, another name creates before it deletes", async () => {
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
