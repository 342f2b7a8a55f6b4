import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { previewed, program, watched, withWatchedStack } from "../e2e/watched-stack.ts";
import { openIn } from "../e2e/watcher.ts";
import { stack, tenant } from "../e2e/world.ts";
import { exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";

withWatchedStack();

test("watch --once finds what a preview with refresh finds, with secrets, exceptions and resources only read", async () => {
  const { id: looked } = tenant.connections.create({
    name: "looked",
    strategy: "oidc",
    display_name: "Looked at",
    options: { client_id: "a" },
  });
  await stack.up({
    ...program(),
    looked: { kind: "Connection", get: `${looked}` },
    signed: {
      args: {
        identifier: "https://signed.example.com",
        name: "Signed",
        signingAlg: "HS256",
        signingSecret: "a-first-secret-of-this-api",
        scopes: { "read:a": "Read", "write:a": "Write" },
      },
    },
    ignoring: {
      args: {
        identifier: "https://ignoring.example.com",
        name: "Ignoring",
        tokenLifetime: 100,
        scopes: { a: "A", b: "B" },
      },
      opts: { ignoreChanges: ["tokenLifetime", "scopes.a"] },
    },
    gone: { args: { identifier: "https://gone.example.com", name: "Gone" } },
  });
  await stack.run(["up", "--yes", "--skip-preview", "--refresh"]);
  const fine = watched(["--once"]);
  expect(await fine.ended).toBe(0);
  expect(fine.reports).toEqual([]);

  const edit = (identifier: string, patch: object) =>
    tenant.resourceServers.update(`https://${identifier}.example.com`, { ...patch });
  edit("orders", { token_lifetime: 90, name: "Orders, edited" });
  edit("signed", { signing_secret: "another-secret-of-this-api", scopes: [{ value: "read:a", description: "Reads" }] });
  edit("ignoring", { token_lifetime: 200, scopes: [{ value: "a", description: "other" }, { value: "c" }] });
  tenant.resourceServers.delete("https://gone.example.com");
  tenant.connections.update("corp", {
    options: { type: "back_channel", issuer: "https://other.example.com/", client_id: "corp", client_secret: "edited" },
  });
  tenant.connections.update("looked", { display_name: "Looked at again" });
  tenant.clearRequests();
  const drifted = watched(["--once"]);
  expect(await drifted.ended).toBe(7);
  const shown = await previewed();
  expect(openIn(drifted.reports)).toEqual(shown);
  expect(Object.keys(shown).sort()).toEqual(["corp", "gone", "ignoring", "orders", "signed"]);
  expect(tenant.requests.some(({ path }) => path.includes("/events"))).toBe(false);
  expect(JSON.stringify(drifted.reports)).not.toMatch(/-secret-of-this-api|"edited"/);
});

test("watch --once prints one line if there is no new drift, or no drift", async () => {
  const folder = await mkdtemp(join(tmpdir(), "watch-once-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const main = join(import.meta.dirname, "../../provider/dist/commands/main.js");
  const place = ["--stack", stack.name, "--cwd", join(import.meta.dirname, "../e2e/project")];
  const once = (...args: readonly string[]) =>
    exec(process.execPath, [main, "watch", "--once", ...place, ...args], {
      env: { ...outerEnvironment(), ...stack.env },
      timeoutMs: 60_000,
    });

  const cursor = ["--cursor-file", join(folder, "cursor.json")];
  expect((await once(...cursor)).stdout).toContain("drift  ResourceServer orders");
  const again = await once(...cursor);
  expect(again.code).toBe(7);
  expect(again.stdout).toMatch(
    /^No new drift: all drift was reported by an earlier watch \(resources with drift: 5 of \d+\)\n$/,
  );

  await stack.run(["up", "--yes", "--skip-preview", "--refresh"]);
  const fine = await once();
  expect(fine.code).toBe(0);
  expect(fine.stdout).toMatch(/^No drift: all resources match the state \(resources: [1-9]\d*\)\n$/);
  expect(fine.stderr).not.toContain("watching");
});
