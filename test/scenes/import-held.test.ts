import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { base, placeAt, programIn, pulumi, run, stateOf, writesAt } from "../e2e/importing.ts";

afterAll(() => rm(base, { recursive: true, force: true }));

test("an import skips the object of a lost creation, and includes an object that the program only reads", async () => {
  const roles = ["first", "read"].map((name) => ({ id: `rol_${name}00000000000`, name }));
  const own = await startEmulator({ seed: { roles } });
  try {
    const there = await placeAt("lost", own);
    expect((await run(there, ["--except", "read"])).code).toBe(0);
    const entry = join(there.folder, "project/index.ts");
    const program = await readFile(entry, "utf8");
    const write = (name: string) =>
      writeFile(
        entry,
        `${program}\nimport { Role } from "pulumi-tenant";\nnew Role("lost", { name: "${name}" });\nRole.get("read", "${roles[1]?.id}");\n`,
      );
    await write("lost");
    const path = "/api/v2/roles";
    own.inject({ kind: "reset-after", method: "POST", path });
    // The read before the creation succeeds, and the read after it fails.
    own.inject({
      kind: "status",
      status: 403,
      method: "GET",
      path: /roles\?/,
      skip: 1,
      times: Number.POSITIVE_INFINITY,
    });
    expect((await pulumi(there, ["up", "--yes", "--skip-preview"])).code).not.toBe(0);
    own.clearFaults();
    const { stdout: early } = await run(there, ["--dry-run"]);
    expect(early).toContain('role "read"');
    expect(early).not.toContain('role "lost"');
    const adopting = { ...there, env: { ...there.env, TENANT_ADOPT: "true" } };
    const adopted = await pulumi(adopting, ["up", "--yes", "--skip-preview"]);
    expect(adopted.code, adopted.stdout + adopted.stderr).toBe(0);
    await write("found");
    expect((await pulumi(there, ["up", "--yes", "--skip-preview"])).code).toBe(0);
    const before = await stateOf(there);
    // The engine keeps the id from before anybody knew the tenant's.
    expect(before.map(({ id }) => id)).toContain("unconfirmed:lost");
    own.clearRequests();

    const { code, stdout, stderr } = await run(there, []);
    expect(stdout + stderr).toContain("1 object imported");
    expect(code).toBe(0);
    const { "imported.ts": added } = await programIn(there);
    expect(added).toContain('new tenant.Role("read-2"');
    expect(await stateOf(there)).toHaveLength(before.length + 1);
    const again = await pulumi(there, ["up", "--yes", "--skip-preview"]);
    expect(again.code, again.stdout + again.stderr).toBe(0);
    expect(writesAt(own)).toEqual([]);
  } finally {
    await own.close();
  }
});
