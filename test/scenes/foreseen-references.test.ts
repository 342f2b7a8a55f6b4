import { expect, test } from "vitest";
import { withWorld } from "../e2e/world.ts";

/** Refusals that only several resources of a program decide, in the order in which the engine creates and deletes. */
const world = withWorld();
const connection = (name: string, dependsOn: readonly string[] = []) => ({
  ...{ kind: "Connection" as const, args: { name, strategy: "oidc", options: { issuer, client_id: "one" } } },
  dependsOn,
});
const issuer = "https://idp.example.com/";

async function foreseen(): Promise<string> {
  const { code, stdout, stderr } = await world().stack.run(["preview"], { expect: "any" });
  expect(code).toBe(0);
  return stdout + stderr;
}

async function refused(): Promise<string> {
  const { code, stdout, stderr } = await world().stack.run(["up", "--yes", "--skip-preview"], { expect: "any" });
  expect(code).not.toBe(0);
  return stdout + stderr;
}

test("a new object with the name of an object that the run replaces is refused, as the preview foresees", async () => {
  await world().up({ second: connection("corp-2"), first: connection("corp-1") });
  await world().stack.declare({ second: connection("corp-3"), first: connection("corp-2", ["second"]) });
  expect(await foreseen()).toMatch(/will fail: Another connection \(id con_\w+\) has this name/);
  expect(await refused()).toMatch(/connection "corp-2" exists already/);
});

test("the preview foresees that the service will refuse a reference to a new object", async () => {
  const users = { kind: "Connection" as const, args: { name: "users", strategy: "auth0" }, opts: { protect: false } };
  const scim = { kind: "ConnectionScim" as const, idsOf: { connectionId: "users" } };
  await world().stack.declare({ users, scim });
  expect(await foreseen()).toMatch(/will fail: .*connectionId: Connection "users" has the strategy "auth0"/);
  expect(await refused()).toMatch(/does not support SCIM/);
});
