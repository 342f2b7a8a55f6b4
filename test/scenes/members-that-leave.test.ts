import { expect, test } from "vitest";
import { methods, withWorld } from "../e2e/world.ts";

/** Options of a database that leave the program: one that only the creation can set, and an object that the service refuses in part. */
const world = withWorld();
const email = { identifier: { active: false } };
const username = { identifier: { active: true } };
const program = (options: object) => ({
  users: { kind: "Connection" as const, args: { name: "users", strategy: "auth0", options }, opts: { protect: false } },
});
const stored = () => world().tenant.connections.get("users")?.options as Record<string, unknown>;

test("a removed value that only a creation can set stays unmanaged; preview and run refuse its change", async () => {
  const { stack, tenant, up } = world();
  await up(program({ import_mode: false, attributes: { username, email: { ...email, unique: false } } }));

  await stack.declare(program({ import_mode: false, attributes: { username, email: { ...email, unique: true } } }));
  const preview = await stack.run(["preview"]);
  expect(preview.stdout + preview.stderr).toMatch(
    /will fail: .*options\.attributes\.email\.unique can only be set when/,
  );
  tenant.clearRequests();
  const { code, stdout, stderr } = await stack.run(["up", "--yes", "--skip-preview"], { expect: "any" });
  expect(code).not.toBe(0);
  expect(stdout + stderr).toMatch(
    /was not changed: options\.attributes\.email\.unique .*Declare the value that it has/s,
  );
  expect(methods(tenant)).toEqual(["GET"]);

  await up(program({ import_mode: true, attributes: { username, email } }));
  expect(stored()).toMatchObject({ import_mode: true, attributes: { username, email: { ...email, unique: false } } });
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});

test("a partly removable object keeps the required member beside members of others, and is removed without them", async () => {
  const { stack, tenant, up } = world();
  tenant.connections.editOptions("users", { attributes: { phone_number: { profile_required: true } } });
  await stack.declare(program({ import_mode: true }));
  const { stdout, stderr } = await stack.run(["up", "--yes", "--skip-preview"]);
  expect(stdout + stderr).toMatch(/options\.attributes\.username\.identifier\.active was removed .*no longer managed/s);
  expect(stored().attributes).toEqual({ username, phone_number: { profile_required: true } });
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);

  await up(program({ import_mode: true, attributes: { username, phone_number: { profile_required: true } } }));
  await up(program({ import_mode: true }));
  expect(stored()).not.toHaveProperty("attributes");
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
});
