import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { type TestStack, testStack, upNow } from "../e2e/project.ts";
import { startWatch } from "../e2e/watcher.ts";

/** A stack that repairs itself: the watch with `examples/watch/exec/repair.mjs`. */
const script = join(import.meta.dirname, "../../examples/watch/exec/repair.mjs");
const command = `cd "${join(import.meta.dirname, "../e2e/project")}" && "${process.execPath}" "${script}"`;

const page = join(import.meta.dirname, "../../docs/watch.md");
/** The client with the scopes that the page names. */
const smallest = { clientId: "watch", clientSecret: randomUUID() };

let tenant: Emulator;
let stack: TestStack;
beforeAll(async () => {
  const [scopes = ""] = /(?<=```text\n)read:events\n[^`]*/.exec(await readFile(page, "utf8")) ?? [];
  tenant = await startEmulator({
    clients: [{ ...smallest, scopes: scopes.trim().split("\n") }],
    seed: {
      roles: [{ id: "rol_0000000000000001", name: "reader" }],
      organizations: [{ id: "org_0000000000000001", name: "example" }],
      organizationMembers: [{ organization_id: "org_0000000000000001", user_id: "auth0|1" }],
    },
  });
  stack = await testStack(tenant);
  await stack.up({
    corp: {
      kind: "Connection",
      args: { name: "corp", strategy: "oidc", displayName: "Corporate login", options: { client_id: "a" } },
    },
    orders: { args: { identifier: "https://orders.example.com" } },
    member: {
      kind: "OrganizationMemberRoles",
      args: { organizationId: "org_0000000000000001", userId: "auth0|1", roles: ["rol_0000000000000001"] },
    },
    legacy: {
      kind: "TokenExchangeProfile",
      args: {
        name: "legacy",
        subjectTokenType: "urn:example:legacy",
        actionId: "act_1",
        type: "custom_authentication",
      },
    },
  });
});
afterAll(async () => {
  await stack?.remove();
  await tenant?.close();
});

test("a watch restores an edit by one run, and stops after three rounds of a fight with another tool", async () => {
  const ready = join(stack.folder, "ready");
  const watch = startWatch(stack, ["--ready-file", ready, "--exec", command]);
  const said = (what: string) => watch.log.filter((line) => line.what === what).length;
  await watch.until(() => said("ready") === 1);
  await expect.poll(() => existsSync(ready)).toBe(true);

  const displayName = () => tenant.connections.get("corp")?.display_name;
  for (let round = 1; round <= 3; round++) {
    tenant.connections.edit("corp", { display_name: `Another tool's, ${round}` });
    await watch.until(() => said("restored") === round);
    expect(displayName()).toBe("Corporate login");
    // The document with the drift, and the one that says that it is right again.
    await watch.until(() => said("exec taken") === 2 * round);
  }
  tenant.connections.edit("corp", { display_name: "Another tool's" });
  await watch.until(() => said("exec fight") === 1);

  watch.child.kill("SIGTERM");
  expect(await watch.ended).toBe(0);
  expect({ left: said("exec left"), taken: said("exec taken"), failed: said("exec failed") }).toEqual({
    left: 1,
    taken: 6,
    failed: 0,
  });
  expect(displayName()).toBe("Another tool's");
  expect(existsSync(ready)).toBe(false);
  expect(watch.reports.map(({ kind }) => kind)).toEqual([...Array(3).fill(["drift", "restored"]).flat(), "drift"]);
});

test("the documented scopes are enough to watch every resource type", async () => {
  await stack.run(upNow);
  const env = { ...stack.env, TENANT_CLIENT_ID: smallest.clientId, TENANT_CLIENT_SECRET: smallest.clientSecret };
  const watch = startWatch({ ...stack, env });
  await watch.until(() => watch.log.some(({ what }) => what === "ready"));
  tenant.connections.edit("corp", { display_name: "Edited" });
  await watch.until(() => watch.reports.some(({ changes }) => changes.some(({ is }) => is === "Edited")));
  expect(watch.log.filter(({ level }) => level === "warning")).toEqual([]);
  watch.child.kill("SIGTERM");
  expect(await watch.ended).toBe(0);
});

test("watch --once hands drift to the command before it ends, and exits with 1 if the command fails", async () => {
  const taken = startWatch(stack, ["--once", "--exec", "exit 0"]);
  expect(await taken.ended).toBe(7);
  expect(taken.log.filter(({ what }) => what.startsWith("exec"))).toMatchObject([{ what: "exec taken" }]);
  const refused = startWatch(stack, ["--once", "--exec", "exit 3"]);
  expect(await refused.ended).toBe(1);
  const said = refused.log.filter(({ what }) => what.startsWith("exec"));
  expect(said).toMatchObject([
    { what: "exec failed", message: expect.stringContaining("ended with exit code 3") },
    { what: "exec left" },
  ]);
});
