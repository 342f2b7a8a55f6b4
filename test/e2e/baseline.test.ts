import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { createStack } from "../harness/stack.ts";
import { environmentOf, upNow } from "./project.ts";

const root = join(import.meta.dirname, "../..");

/** A DNS provider, which tells the records that it gets. */
async function startDns(publish: (record: unknown) => void): Promise<string> {
  const server = createServer((request, response) => {
    void json(request).then((record) => {
      publish(record);
      response.end();
    });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a folder of tenant settings: a run applies them, the next run finds no change, and a destroy keeps them", async () => {
  const tenant = await startEmulator();
  onTestFinished(() => tenant.close());
  const records: unknown[] = [];
  const dns = await startDns((record) => {
    records.push(record);
    tenant.customDomains.publish("login.example.com");
  });
  const dir = join(root, ".local/baseline", randomUUID());
  await mkdir(dir, { recursive: true });
  await cp(join(root, "examples/baseline"), dir, { recursive: true });
  const name = `e2e-${randomUUID().slice(0, 8)}`;
  const stack = await createStack({ projectDir: dir, name, env: { ...environmentOf(tenant), DNS_URL: dns } });
  onTestFinished(async () => {
    await stack.remove();
    await rm(dir, { recursive: true, force: true });
  });
  const key = randomBytes(24).toString("hex");
  await stack.run(["config", "set", "--secret", "mailKey", key]);
  await stack.run(upNow);
  expect(tenant.settings.get("attack-protection/brute-force-protection")).toMatchObject({ max_attempts: 5 });
  expect(tenant.settings.get("prompts")).toMatchObject({ identifier_first: true });
  // One run: the domain, then its record at another provider, then the verification, then the default.
  expect(records).toMatchObject([{ type: "CNAME", name: "login.example.com" }]);
  expect(tenant.customDomains.list()).toMatchObject([
    { domain: "login.example.com", status: "ready", is_default: true },
  ]);
  expect(tenant.settings.get("email-templates/welcome_email")).toMatchObject({ from: "hello@example.com" });
  expect(JSON.stringify(await stack.run(["stack", "export"]))).not.toContain(key);
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
  const before = tenant.export();
  const { stdout } = await stack.run(["destroy", "--yes", "--skip-preview"], { expect: 1 });
  expect(stdout).toMatch(/CustomDomain::login" cannot be deleted\s+because it is protected/);
  expect(tenant.export()).toEqual(before);
});
