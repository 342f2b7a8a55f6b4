import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { base, filesIn, type Place, placeAt, programIn, pulumi, run, seed } from "../e2e/importing.ts";
import { environmentOf } from "../e2e/project.ts";

let tenant: Emulator;
let place: Place;
beforeAll(async () => {
  tenant = await startEmulator({ seed });
  place = await placeAt("again", tenant);
  const { code, stdout, stderr } = await run(place, ["--except", "Legacy"]);
  expect(code, stdout + stderr).toBe(0);
});
afterAll(async () => {
  await tenant?.close();
  await rm(base, { recursive: true, force: true });
});

describe("an imported tenant", () => {
  test("can be imported again without a change", async () => {
    const before = await filesIn(join(place.folder, "project"));
    expect((await run(place, ["--except", "Legacy"])).code).toBe(0);
    expect(await filesIn(join(place.folder, "project"))).toEqual(before);
  });

  test("gets new objects in a separate file, and one line in the entry point", async () => {
    const before = await programIn(place);
    tenant.resourceServers.create({ identifier: "https://new.example.com", name: "New" });
    // The roles of users come only by name: another tenant lacks the users.
    const { code, stdout } = await run(place, [
      "--flat",
      "--except",
      "Legacy",
      "--kinds",
      "ResourceServer,OrganizationMemberRoles",
    ]);
    expect(stdout).toContain("6 objects imported");
    expect(code).toBe(0);
    const { "imported.ts": added, "index.ts": entry, ...others } = await programIn(place);
    expect(added).toContain('new tenant.ResourceServer("new"');
    expect(added?.match(/new tenant.OrganizationMemberRoles\(/g)).toHaveLength(5);
    expect(added).toContain('roles: [\n      "rol_0000000000000000", // "role 0"\n');
    expect(entry).toBe(`${before["index.ts"]}import "./imported.ts";\n`);
    expect(others).toEqual(Object.fromEntries(Object.entries(before).filter(([path]) => path !== "index.ts")));
  });

  test("is not mixed with another tenant that the environment names by mistake", async () => {
    const other = await startEmulator({ seed: { resourceServers: [{ identifier: "https://other.example.com" }] } });
    try {
      const before = await programIn(place);
      const { code, stderr } = await run(place, [], environmentOf(other));
      expect(code).toBe(1);
      expect(stderr).toContain(`has resources of tenant "${new URL(tenant.url).host}", but`);
      expect(await programIn(place)).toEqual(before);
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test("loses exactly the imported objects if a copy of the tenant is destroyed", async () => {
    const copy = tenant.export();
    const port = Number(new URL(tenant.url).port);
    const { clientId, clientSecret } = tenant;
    await tenant.close();
    tenant = await startEmulator({ seed: copy, port, clientId, clientSecret });
    const { settings } = tenant.export();
    await pulumi(place, ["state", "unprotect", "--all", "--yes"]);
    const { code, stdout, stderr } = await pulumi(place, ["destroy", "--yes", "--skip-preview"]);
    expect(code, stdout + stderr).toBe(0);
    const left = tenant.resourceServers.list().filter(({ is_system }) => !is_system);
    expect(left).toMatchObject([{ identifier: "https://legacy.example.com" }]);
    expect(tenant.connections.list()).toEqual([]);
    expect(tenant.tokenExchangeProfiles.list()).toEqual([]);
    // Its members go with an organization.
    expect(tenant.organizations.list()).toEqual([]);
    expect(tenant.organizationMembers.list()).toEqual([]);
    expect(tenant.customDomains.list()).toEqual([]);
    expect(settings?.length).toBeGreaterThan(4);
    expect(tenant.export().settings).toEqual(settings);
  });
});
