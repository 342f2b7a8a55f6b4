import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { exec } from "../harness/exec.ts";
import { createStack } from "../harness/stack.ts";

const root = join(import.meta.dirname, "../..");
const identifier = "https://orders.example.com";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}

/** Starts an S3-compatible server with the bucket `state`, built from its Go module. Resolves to its host and port. */
async function startStore(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "s3-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, "gofakes3");
  const built = await exec("go", ["build", `-o=${program}`, "github.com/johannesboyne/gofakes3/cmd/gofakes3"], {
    cwd: join(root, "test/harness/tools/s3"),
    env: { ...process.env, GOFLAGS: "-mod=readonly -buildvcs=false", GOWORK: "off", CGO_ENABLED: "0" },
    timeoutMs: 300_000,
  });
  expect(built.code, built.stderr).toBe(0);
  const host = `127.0.0.1:${await freePort()}`;
  const store = spawn(program, ["-host", host, "-backend", "memory", "-initialbucket", "state"], { stdio: "ignore" });
  onTestFinished(() => void store.kill("SIGKILL"));
  const isUp = () =>
    fetch(`http://${host}/state`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: 30_000 }).toBe(true);
  return host;
}

test("a stack whose state is in an S3-compatible store is created, checked for foreign code and drift, and destroyed", async () => {
  const tenant = await startEmulator();
  onTestFinished(() => tenant.close());
  const host = await startStore();
  const env = {
    PULUMI_BACKEND_URL: `s3://state?endpoint=${host}&disableSSL=true&s3ForcePathStyle=true`,
    AWS_ACCESS_KEY_ID: "anything",
    AWS_SECRET_ACCESS_KEY: "anything",
    AWS_REGION: "us-east-1",
    TENANT_DOMAIN: tenant.domain,
    TENANT_CLIENT_ID: tenant.clientId,
    TENANT_CLIENT_SECRET: tenant.clientSecret,
  };
  const stack = await createStack({ projectDir: join(root, "examples/quickstart"), name: "in-s3", env });
  onTestFinished(() => stack.remove());
  const ours = (args: readonly string[], input = "") =>
    exec(process.execPath, [join(root, "provider/bin/pulumi-tenant.js"), ...args], {
      cwd: join(root, "examples/quickstart"),
      env: { ...process.env, ...stack.env },
      timeoutMs: 180_000,
      input,
    });

  await stack.run(["config", "set", "--secret", "corpClientSecret", "anything"]);
  await stack.run(["up", "--yes", "--skip-preview"]);
  expect(tenant.resourceServers.get(identifier)).toMatchObject({ name: "Orders" });
  const objects = await (await fetch(`http://${host}/state`)).text();
  expect(objects).toContain("<Key>.pulumi/stacks/quickstart/in-s3.json</Key>");
  expect(objects).not.toContain(".pulumi/locks/organization/quickstart/in-s3/");

  const { stdout: exported } = await stack.run(["stack", "export"]);
  expect(exported).not.toContain(tenant.clientSecret);
  expect(await ours(["check-state"], exported)).toMatchObject({ code: 0, stderr: "" });
  tenant.resourceServers.update(identifier, { name: "Edited" });
  const { code, stdout } = await ours(["drift", "--stack", "in-s3"]);
  expect({ code, stdout }).toEqual({ code: 7, stdout: expect.stringContaining('name: "Orders" → "Edited"') });
  await stack.destroy();
  expect(tenant.resourceServers.get(identifier)).toBeUndefined();
});
