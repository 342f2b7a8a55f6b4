import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { toJson, toSarif } from "../../provider/src/baseline/words.ts";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { ReviewReport } from "../../provider/src/review/types.ts";
import { type ExecResult, exec } from "../harness/exec.ts";
import { createStack, outerEnvironment, type Stack } from "../harness/stack.ts";
import { environmentOf, upNow } from "./project.ts";

/** The security baseline on an old tenant, as docs/baseline.md shows it: each test continues where the one before ended. */
const root = join(import.meta.dirname, "../..");
const dir = join(root, ".local/audit", randomUUID());
const grants = 'grantTypes: ["authorization_code"]';
const program = `import * as tenant from "pulumi-tenant";

new tenant.Client("portal", {
  name: "Portal",
  appType: "spa",
  ${grants},
});
new tenant.ResourceServer("orders", { identifier: "https://orders.example.com", signingAlg: "HS256" });
`;

let tenant: Emulator;
let stack: Stack;
beforeAll(async () => {
  const old = { client_id: "old", name: "Old portal", app_type: "spa", grant_types: ["implicit"] };
  tenant = await startEmulator({ seed: { clients: [old] } });
  await mkdir(dir, { recursive: true });
  const files = {
    "Pulumi.yaml": "name: audited\nruntime: nodejs\n",
    "package.json": JSON.stringify({ name: "audited", private: true, type: "module", main: "index.ts" }),
    "tsconfig.json": JSON.stringify({ compilerOptions: { module: "nodenext", target: "es2022", strict: true } }),
    "index.ts": program,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  stack = await createStack({ projectDir: dir, name: `audit-${randomUUID().slice(0, 8)}`, env: environmentOf(tenant) });
  await stack.run(upNow);
});
afterAll(async () => {
  await stack?.remove();
  await tenant?.close();
  await rm(dir, { recursive: true, force: true });
});

function ours(...args: readonly string[]): Promise<ExecResult> {
  return exec(process.execPath, [join(root, "provider/bin/pulumi-tenant.js"), ...args], {
    ...{ cwd: dir, env: { ...outerEnvironment(), ...stack.env }, timeoutMs: 120_000 },
  });
}

const namesIn = ({ failed }: Pick<ReturnType<typeof toJson>, "failed">) =>
  failed.map(({ rule, name }) => `${rule} ${name}`);

test("an audit of the tenant includes unmanaged objects; an audit of the stack names the lines of the program", async () => {
  const live = await ours("audit", "--json");
  expect(live, live.stderr).toMatchObject({ code: 7 });
  const found = namesIn(JSON.parse(live.stdout));
  expect(found).toEqual(
    expect.arrayContaining(["client-no-implicit-grant Old portal", "api-asymmetric-signing orders"]),
  );
  const ofStack = await ours("audit", "--stack", stack.name, "--sarif");
  expect(ofStack, ofStack.stderr).toMatchObject({ code: 7 });
  const { results = [] } = (JSON.parse(ofStack.stdout) as ReturnType<typeof toSarif>).runs[0] ?? {};
  const places = results.map(({ ruleId, locations }) => [
    ruleId,
    locations[0]?.physicalLocation.artifactLocation.uri,
    locations[0]?.physicalLocation.region.startLine,
  ]);
  expect(places).toContainEqual(["api-asymmetric-signing", expect.stringMatching(/(^|\/)index\.ts$/), 8]);
  expect(found).toEqual(expect.arrayContaining(results.map(({ ruleId }) => expect.stringContaining(ruleId))));
});

test("generated waivers cover all present failures; afterwards only new failures count", async () => {
  expect(await ours("audit", "--write-waivers")).toMatchObject({ code: 0 });
  expect(await readFile(join(dir, "tenant-baseline.yaml"), "utf8")).toContain("resource: orders");
  expect(await ours("audit")).toMatchObject({ code: 0, stdout: expect.stringContaining("none failed") });
  tenant.clients.create({ client_id: "new", name: "Clicked together", app_type: "spa", grant_types: ["implicit"] });
  const { code, stdout } = await ours("audit");
  expect(code).toBe(7);
  expect(stdout).toMatch(/HIGH client-no-implicit-grant: .*\n {2}Client Clicked together \(new\)\n/);
});

test("a change that breaks a rule fails in the audit of the preview, of the saved plan, and in the review", async () => {
  const file = join(dir, "index.ts");
  await writeFile(file, program.replace(grants, 'grantTypes: ["implicit"]'));
  const [preview, plan] = [join(dir, "preview.json"), join(dir, "plan.json")];
  const { stdout } = await stack.run(["preview", "--json", "--show-replacement-steps", "--save-plan", plan]);
  await writeFile(preview, stdout);
  for (const one of [preview, plan]) {
    const { code, stdout: json, stderr } = await ours("audit", "--stack", stack.name, "--preview", one, "--json");
    expect(code, stderr).toBe(7);
    expect(namesIn(JSON.parse(json))).toEqual(["client-no-implicit-grant portal"]);
  }
  const review = await ours("review", "--stack", stack.name, "--plan", plan, "--strict-baseline");
  expect(review).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("high client-no-implicit-grant: Client portal\n"),
  });
  expect(review.stdout).toContain("newly breaks the security baseline");
});

test("an adoption reports only the rules that it newly breaks, not those that the object breaks already", async () => {
  await rm(join(dir, "tenant-baseline.yaml"));
  const adopting = `${program}
new tenant.Client("old", { name: "Old portal", appType: "spa", grantTypes: ["implicit"], adopt: true });
new tenant.BruteForceProtection("guard", { enabled: true, shields: ["user_notification"] });
`;
  await writeFile(join(dir, "index.ts"), adopting);
  const plan = join(dir, "adopting.json");
  await stack.run(["preview", "--save-plan", plan]);
  for (const source of [[], ["--plan", plan]]) {
    const { stdout, stderr } = await ours("review", "--stack", stack.name, ...source, "--json");
    const { breaks, mends } = (JSON.parse(stdout) as ReviewReport).baseline ?? {};
    expect(
      breaks?.map(({ rule, name, isUnsure }) => [rule, name, isUnsure]),
      stderr,
    ).toEqual([["attack-brute-force-blocks", "guard", undefined]]);
    expect(mends).toEqual([]);
  }
});
