import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { blocksOf, textOf } from "../docs/markdown.ts";
import { base, type Place, placeAt, programIn, pulumi, root, run, writesAt } from "../e2e/importing.ts";
import { commandsUnder } from "../e2e/recovery.ts";
import { type ExecResult, exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";

/** The section of docs/gitops.md for somebody who has just imported a tenant, block by block as it is there; each continues where the one before ended. */
const [section = ""] = textOf("docs/gitops.md").split("## From an import to a pipeline\n")[1]?.split("\n## ") ?? [];
const blocks = blocksOf(section).map(({ code }) => code);

let tenant: Emulator;
let place: Place;
beforeAll(async () => {
  tenant = await startEmulator({
    seed: {
      roles: [{ id: "rol_0000000000000001", name: "reader", description: "Reads" }],
      resourceServers: [{ identifier: "https://orders.example.com", name: "Orders" }],
    },
  });
  place = await placeAt("gitops", tenant);
  expect(await run(place, ["--stack", "dev"])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await tenant?.close();
  await rm(base, { recursive: true, force: true });
});

async function shell(script: string): Promise<ExecResult> {
  const { PATH = "", ...env } = place.env;
  const result = await exec("bash", ["-euc", script], {
    cwd: join(place.folder, "project"),
    env: {
      ...{ ...outerEnvironment(), ...env, TENANT_STRICT: "true" },
      ...{ PATH: [join(root, "test/e2e/stubs"), PATH].join(delimiter) },
    },
    timeoutMs: 300_000,
  });
  if (result.code !== 0) throw new Error(`${script}\nended with ${result.code}:\n${result.stdout}${result.stderr}`);
  return result;
}

test("the first run after an import records dependencies, and sends nothing", async () => {
  // The last one is about the next tenant: import-stage.test.ts runs it.
  expect(blocks).toHaveLength(5);
  await shell(String(blocks[0]).replace("pulumi up", "pulumi up --yes --skip-preview --non-interactive"));
  expect(writesAt(tenant)).toEqual([]);
});

test("the pipelines are copied into the folder of the program, whose files stay", async () => {
  const program = await readFile(join(place.folder, "project/index.ts"), "utf8");
  // The command copies out of the packed package: its own test runs it.
  const copied = String(blocks[1]).replace("npx pulumi-tenant example gitops pipelines", "mv ../pipelines .");
  await cp(join(root, "examples/gitops"), join(place.folder, "pipelines"), { recursive: true });
  await shell(copied);
  expect(await readFile(join(place.folder, "project/index.ts"), "utf8")).toBe(program);
  expect(await readFile(join(place.folder, "project/.gitignore"), "utf8")).toMatch(
    /^node_modules\/\n(?:.*\n)*reviews\/\n/,
  );
  const list = join(place.folder, "project/environments.yml");
  await writeFile(list, (await readFile(list, "utf8")).replace("          - prod\n", ""));
  expect((await shell("node ci/github-environments.mjs")).stdout).toBe('stacks=["dev"]\npairs=[]\n');
});

test("the review of the unchanged program shows no change", async () => {
  const { stdout } = await shell(String(blocks[2]));
  expect(stdout).toContain("The next up of stack dev changes nothing\n");
  expect(await readFile(join(place.folder, "project/reviews/dev.review.md"), "utf8")).toMatch(
    /^### The next up of stack dev changes nothing\n\nTenant: `[^`]+`\n\nSource: the saved plan .*; compared with .*\n$/,
  );
  expect(writesAt(tenant)).toEqual([]);
});

test("a changed program is reviewed and applied", async () => {
  const program = await programIn(place);
  const [file = "", text = ""] = Object.entries(program).find(([, one]) => one.includes('description: "Reads"')) ?? [];
  await writeFile(join(place.folder, "project", file), text.replace('"Reads"', '"Reads orders"'));
  const { stdout } = await shell(String(blocks[2]));
  expect(stdout).toContain('description: "Reads" → "Reads orders"');
  await shell(String(blocks[3]));
  expect(tenant.roles.list()).toMatchObject([{ name: "reader", description: "Reads orders" }]);
  expect(writesAt(tenant)).toHaveLength(1);
});

test("the documented commands move the state to a backend that the pipeline reaches", async () => {
  const there = await placeAt("store", tenant);
  const commands = await commandsUnder("Move the state to another backend");
  await shell(
    `NEW_BACKEND_URL='${there.env.PULUMI_BACKEND_URL}'\n${commands}\npulumi preview --expect-no-changes --non-interactive`,
  );
  expect((await pulumi(place, ["preview", "--expect-no-changes"])).code).toBe(0);
});
