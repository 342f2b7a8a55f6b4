import { expect, test } from "vitest";
import { compare } from "../../provider/src/compare/compare.ts";
import { readSide } from "../../provider/src/compare/read.ts";
import { startTenant, type TestTenant } from "../unit/import/tenant.ts";
import { seedOf } from "./whole-seed.ts";

/** Of this size, a tenant has 5,000 resources. */
const share = 1.32;
const maxCpuSeconds = 60;

/** What the comparison of two tenants costs, in one process. */
test("two tenants of 5,000 resources are compared within 60 s of CPU, each with one call for a listing's page", {
  timeout: 600_000,
}, async () => {
  const seed = await seedOf(share);
  const [dev, prod] = [await startTenant({ seed }), await startTenant({ seed })];
  const before = process.cpuUsage();
  const read = (name: string, { client, access }: TestTenant) => readSide(client, { access, name });
  const [a, b] = await Promise.all([read("dev", dev), read("prod", prod)]);
  const afterRead = process.cpuUsage(before);
  const result = compare(a, b);
  const after = process.cpuUsage(before);
  const seconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;
  const calls = dev.calls();
  console.log(
    `compare: ${a.objects.length} objects on each side, ${calls.length} calls each; ${seconds(after).toFixed(1)} s of CPU with both ` +
      `emulators, ${(seconds(after) - seconds(afterRead)).toFixed(1)} s of them to compare`,
  );
  expect(result).toMatchObject({ different: [], missing: [], ambiguous: [], notCompared: [] });
  expect(a.objects.length).toBeGreaterThanOrEqual(5_000);
  // As of a refresh: two for each organization, one for each role with permissions, and the listings, settings, keys and triggers.
  expect(new Set(calls).size).toBe(calls.length);
  const { organizations, roles } = dev.emulator;
  expect(calls.length - 2 * organizations.list().length - roles.list().length).toBeLessThanOrEqual(80);
  expect(seconds(after)).toBeLessThan(maxCpuSeconds);
});
