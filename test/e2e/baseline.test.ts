import { randomUUID } from "node:crypto";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { createStack } from "../harness/stack.ts";
import { environmentOf, upNow } from "./project.ts";

const root = join(import.meta.dirname, "../..");

test("a tenant's settings in one folder: a run applies them, the next one finds nothing, and a destroy keeps them", async () => {
  const tenant = await startEmulator();
  onTestFinished(() => tenant.close());
  const dir = join(root, ".local/baseline", randomUUID());
  await mkdir(dir, { recursive: true });
  await cp(join(root, "examples/baseline"), dir, { recursive: true });
  const name = `e2e-${randomUUID().slice(0, 8)}`;
  const stack = await createStack({ projectDir: dir, name, env: environmentOf(tenant) });
  onTestFinished(async () => {
    await stack.remove();
    await rm(dir, { recursive: true, force: true });
  });
  await stack.run(upNow);
  expect(tenant.settings.get("attack-protection/brute-force-protection")).toMatchObject({ max_attempts: 5 });
  expect(tenant.settings.get("prompts")).toMatchObject({ identifier_first: true });
  await stack.run(["preview", "--refresh", "--expect-no-changes"]);
  const before = tenant.export();
  await stack.run(["destroy", "--yes", "--skip-preview"]);
  expect(tenant.export()).toEqual(before);
});
