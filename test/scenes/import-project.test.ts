import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { blocksOf, textOf } from "../docs/markdown.ts";
import {
  base,
  filesIn,
  inShell,
  type Place,
  placeAt,
  programIn,
  pulumi,
  root,
  run,
  seed,
  stateOf,
  writesAt,
} from "../e2e/importing.ts";
import { environmentOf } from "../e2e/project.ts";

/** Imports into projects and tenants that have something already. */
afterAll(() => rm(base, { recursive: true, force: true }));

test("the commands that --no-apply prints do exactly the rest of the import, whatever else the tenant has", async () => {
  const own = await startEmulator({ seed });
  try {
    const there = await placeAt("two-steps", own);
    const asked = ["--kinds", "ResourceServer,connection", "--only", "Orders,corp", "--all", "--protect"];
    const written = await run(there, [...asked, "--no-apply"]);
    expect(written).toMatchObject({ code: 0, stdout: expect.stringContaining("2 objects written into the program") });
    const { ".pulumi-tenant-import.json": _, ...before } = await programIn(there);
    const [, listed = ""] = written.stdout.split("which would create the objects again:\n");
    const { code, stdout, stderr } = await inShell(there, listed);
    expect(stdout + stderr).toContain("2 objects imported");
    expect(code).toBe(0);
    expect(await programIn(there)).toEqual(before);
    expect((await stateOf(there)).map(({ urn }) => String(urn).split("::").at(-1))).toEqual(["corp", "orders"]);
    await isProtected(there, own);
  } finally {
    await own.close();
  }
});

/** Pulumi refuses to delete what `--protect` has imported, whatever kind it is, and a new program is protected as docs/import.md says. */
async function isProtected(there: Place, tenant: Emulator): Promise<void> {
  const block = blocksOf(textOf("docs/import.md")).find(({ code }) => code.includes("registerStackTransformation"));
  const { "protect.ts": written, "index.ts": entry = "" } = await programIn(there);
  expect(written).toBe(block?.code);
  expect(entry.split("\n")[0]).toBe('import "./protect.ts";');
  expect((await stateOf(there)).filter(({ protect }) => protect !== true)).toEqual([]);
  expect((await pulumi(there, ["up", "--yes", "--skip-preview"])).code).toBe(0);
  expect((await stateOf(there)).filter(({ protect }) => protect !== true)).toEqual([]);
  await writeFile(join(there.folder, "project/index.ts"), "");
  const refused = await pulumi(there, ["up", "--yes", "--skip-preview"]);
  expect(refused.code).not.toBe(0);
  expect(refused.stdout + refused.stderr).toMatch(/cannot be deleted\s+because it is protected/);
  expect(writesAt(tenant)).toEqual([]);
}

test("an existing project keeps its files, except for one line in the entry point and one that protects it", async () => {
  const own = await startEmulator({ seed: { connections: seed.connections?.slice(0, 2) ?? [] } });
  try {
    const there = await placeAt("there", own);
    const project = join(there.folder, "project");
    await cp(join(root, "examples/quickstart"), project, {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
    const entry = 'import * as pulumi from "@pulumi/pulumi";\n\nexport const stack = pulumi.getStack();\n';
    await writeFile(join(project, "index.ts"), entry);
    const dry = await run(there, ["--dry-run"]);
    expect(dry.stdout).toContain('connection "corp"');
    expect(await programIn(there)).not.toHaveProperty("imported.ts");
    const before = await programIn(there);
    const { code, stdout, stderr } = await run(there, []);
    // The stack has an output that no run has saved yet.
    expect([0, 7]).toContain(code);
    const { "index.ts": after, ...program } = await programIn(there);
    const isAdded = (path: string) => path.startsWith("imported");
    const others = Object.fromEntries(Object.entries(program).filter(([path]) => !isAdded(path)));
    expect(program["imported.ts"]).toContain('import "./imported/connections.ts";');
    const added = Object.entries(program)
      .flatMap(([path, text]) => (isAdded(path) ? [text] : []))
      .join("\n");
    // The connections, and the settings that decide about security.
    const count = added.match(/new tenant\./g)?.length ?? 0;
    expect(count).toBeGreaterThan(2);
    expect(stdout + stderr).toContain(`${count} objects imported`);
    expect(added).toContain("new tenant.Connection");
    expect(after).toBe(entry.replace("\n\n", '\nimport "./imported.ts";\n\n'));
    expect({ ...others, "index.ts": entry }).toEqual(before);
    // Also where nothing is new.
    expect((await run(there, ["--protect"])).stdout).toContain("Files:\n  protect.ts\n");
    expect((await programIn(there))["index.ts"]).toBe(`import "./protect.ts";\n${after}`);
  } finally {
    await own.close();
  }
});

test("an imported object does not declare members that the program already adds, which the next run would refuse", async () => {
  const [id, identifier] = ["con_000000000000corp", "https://stock.example.com"];
  const own = await startEmulator({
    seed: {
      resourceServers: [{ identifier, scopes: [{ value: "read" }, { value: "write" }] }],
      connections: [
        { ...{ id, name: "corp", strategy: "oidc" }, options: { client_id: "c" }, enabled_clients: ["shop", "job"] },
      ],
    },
  });
  try {
    const there = await placeAt("adding", own);
    const project = join(there.folder, "project");
    await mkdir(project);
    const files = {
      "Pulumi.yaml": "name: project\nruntime: nodejs\n",
      "package.json": '{"type":"module","main":"index.ts"}',
      "index.ts": `import * as tenant from "pulumi-tenant";

new tenant.ConnectionClients("shop", { connectionId: "${id}", clients: ["shop"] });
new tenant.ResourceServerScopes("read", { identifier: "${identifier}", scopes: { read: "" } });
`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
    const first = await inShell(there, "cd project\npulumi stack init dev\npulumi up --yes --skip-preview");
    expect(first.code, first.stdout + first.stderr).toBe(0);
    own.clearRequests();
    const { code, stdout } = await run(there, ["--kinds", "Connection,ResourceServer"]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("2 objects imported") });
    expect(stdout).toContain('1 of 2 scopes of resource server "https://stock.example.com"');
    const { "imported.ts": added } = await programIn(there);
    expect(added).toContain("exclusiveScopes: false");
    expect(added).not.toContain("enabledClients");
    expect(writesAt(own)).toEqual([]);
  } finally {
    await own.close();
  }
});

test("objects of another stack are left out by name, even after a state move; only --take includes them", async () => {
  const roles = ["reader", "editor"].map((name) => ({ id: `rol_${name.padEnd(16, "0")}`, name }));
  const own = await startEmulator({ seed: { roles } });
  try {
    const there = await placeAt("siblings", own);
    const project = join(there.folder, "project");
    const first = await run(there, []);
    expect(first.code).toBe(0);
    const count = Number(/(\d+) objects imported/.exec(first.stdout)?.[1]);
    const urn = (await stateOf(there)).map((one) => String(one.urn)).find((one) => one.endsWith("::editor")) ?? "";
    const move = `pulumi stack init team --no-select\npulumi state move --yes --source dev --dest team '${urn}'`;
    const moved = await inShell(there, `cd project\n${move}`);
    expect(moved.code, moved.stdout + moved.stderr).toBe(0);
    const declared = (await programIn(there))["roles.ts"] ?? "";
    await writeFile(join(project, "roles.ts"), declared.replace(/export const editor = .*?\}\);\n/s, ""));

    const again = await run(there, []);
    expect(again.stdout).toMatch(/role "editor" +stack "team" manages it/);
    expect(again.stdout).toContain(`0 objects imported; the stack already manages ${count - 1}`);
    expect(again.code).toBe(0);
    const drift = await inShell(there, "cd project && npx pulumi-tenant drift --unmanaged=fail --stack dev");
    expect(drift.stdout + drift.stderr).toContain("All objects of ");

    const elsewhere = ["--out", join(there.folder, "elsewhere"), "--dry-run"];
    expect((await run(there, elsewhere)).stdout).toContain(`${count} objects would be imported`);
    const named = ["dev", "team"].flatMap((stack) => ["--other-stack", `organization/project/${stack}`]);
    const left = await run(there, [...elsewhere, ...named]);
    expect(left.stdout).toContain("0 objects would be imported");
    expect(left.stdout).toMatch(/role "reader" +stack "organization\/project\/dev" manages it/);
    const unread = await run(there, [...elsewhere, "--other-stack", "organization/none/dev"]);
    expect(unread).toMatchObject({ code: 1, stderr: expect.stringContaining('stack "organization/none/dev": ') });

    // The stack "team" uses the same program.
    const refused = await run(there, ["--take"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('also belongs to stack "team"') });
    expect((await programIn(there))["index.ts"]).not.toContain("const editor");
    const taken = await run(there, [...elsewhere.slice(0, 2), ...named, "--take", "--only", "editor"]);
    expect(taken.code, taken.stdout + taken.stderr).toBe(0);
    const [, forget = ""] = /(pulumi state delete --stack organization\/project\/team \S+)/.exec(taken.stdout) ?? [];
    expect((await inShell(there, `cd project\n${forget} --yes`)).stdout).toContain("Resource deleted");
    expect(writesAt(own)).toEqual([]);
  } finally {
    await own.close();
  }
});

test("an import for a second stack of a program writes no program, which would declare everything twice", async () => {
  const roles = [{ id: "rol_reader0000000000", name: "reader" }];
  const [own, other] = await Promise.all([startEmulator({ seed: { roles } }), startEmulator({ seed: { roles } })]);
  try {
    const there = await placeAt("second-stack", own);
    const prod = environmentOf(other);
    expect((await run(there, [])).code).toBe(0);
    /** The project and the states, without what each start of the CLI writes down. */
    const written = async () =>
      Object.entries(await filesIn(there.folder)).filter(([path]) => /^(?:project|elsewhere|backend)\//.test(path));
    const before = await written();
    for (const how of [["--dry-run"], ["--no-apply"], ["--all", "--take"]]) {
      const { code, stdout, stderr } = await run(there, ["--stack", "prod", ...how], prod);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(`${how.join(", ")}: this folder has a program`);
    }
    // A new folder whose project has the same name would take over the stack.
    const namesake = await run(there, ["--out", join(there.folder, "elsewhere/project")]);
    expect(namesake).toMatchObject({ code: 1, stdout: "" });
    expect(namesake.stderr).toContain('there is already a project "project", with resources in stack');
    expect(await written()).toEqual(before);

    const program = await programIn(there);
    const taken = await run(there, ["--stack", "prod"], prod);
    expect(taken.code, taken.stdout + taken.stderr).toBe(0);
    expect(taken.stdout).toContain("Nothing would change");
    expect(other.roles.list()).toHaveLength(1);
    expect((await pulumi(there, ["preview", "--expect-no-changes"])).code).toBe(0);

    // Without a state of the other stack, the program itself tells.
    await inShell(there, "cd project\npulumi stack rm dev --force --yes\npulumi stack rm prod --force --yes");
    const alone = await run(there, ["--stack", "prod"], prod);
    expect(alone.code, alone.stdout + alone.stderr).toBe(0);
    expect((await programIn(there))["project/index.ts"]).toEqual(program["project/index.ts"]);
    expect(writesAt(other)).toEqual([]);
    expect(writesAt(own)).toEqual([]);
  } finally {
    await Promise.all([own.close(), other.close()]);
  }
});
