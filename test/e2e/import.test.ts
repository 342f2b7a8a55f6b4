import { randomBytes } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, type Seed, startEmulator } from "../../provider/src/emulator/index.ts";
import { ensureCli } from "../harness/cli.ts";
import { type ExecResult, exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";
import { environmentOf } from "./project.ts";

const root = join(import.meta.dirname, "../..");
const base = join(root, ".local/imports", randomBytes(6).toString("hex"));
const command = join(root, "provider/bin/pulumi-tenant.js");

const secret = () => randomBytes(20).toString("hex");
const secrets = { corp: secret(), sms: secret(), api: `${secret()}\n`, hidden: secret() };

/** Text that would leave a string or a comment of a careless generator. */
const hostile = ["*/ `$", "{process.exit()}` \"' \u2028 \\ </script>\n// "].join("");

const seed: Seed = {
  roles: Array.from({ length: 50 }, (_, n) => ({ id: `rol_${String(n).padStart(16, "0")}`, name: `role ${n}` })),
  organizations: [
    { id: "org_0000000000000001", name: "acme" },
    { id: "org_0000000000000002", name: "other" },
  ],
  organizationMembers: Array.from({ length: 6 }, (_, n) => ({
    organization_id: `org_000000000000000${1 + (n % 2)}`,
    user_id: `auth0|${n}`,
    name: `Member ${hostile} ${n}`,
    roles: Array.from({ length: n === 0 ? 50 : n - 1 }, (_, role) => `rol_${String(role).padStart(16, "0")}`),
  })),
  resourceServers: [
    ...Array.from({ length: 30 }, (_, n) => ({
      identifier: `https://api-${n}.example.com`,
      name: ["Orders", "orders!", "注文", "class"][n] ?? `API ${n}`,
      scopes: [{ value: `read:${n}`, description: hostile }],
    })),
    { identifier: "https://signed.example.com", name: "Signed", signing_alg: "HS256", signing_secret: secrets.api },
    { identifier: "https://legacy.example.com", name: "Legacy" },
  ],
  connections: [
    {
      id: "con_0000000000000001",
      name: "corp",
      strategy: "oidc",
      display_name: hostile.replaceAll("<", "").slice(0, 60),
      options: { client_id: "tenant", issuer: "https://idp.example.com/", client_secret: secrets.corp },
    },
    { name: "partner", strategy: "samlp", metadata: { fallback: "con_0000000000000001" }, options: { debug: true } },
    { name: "texts", strategy: "sms", options: { twilio_sid: "a", twilio_token: secrets.sms } },
    { name: "customers", strategy: "auth0", options: { configuration: { KEY: secrets.hidden }, disable_signup: true } },
  ],
  tokenExchangeProfiles: [
    {
      name: "Sessions",
      subject_token_type: "urn:example:session",
      action_id: "action-a",
      type: "custom_authentication",
    },
  ],
};

interface Place {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Every argument that a CLI was started with. */
  readonly log: string;
}

/** A folder with a backend of its own. The CLI in it writes down its arguments, and fails where a test says so. */
async function placeAt(name: string, tenant: Emulator): Promise<Place> {
  const folder = join(base, name);
  const [log, cli] = [join(folder, "arguments.log"), join(folder, "pulumi.sh")];
  await mkdir(join(folder, "backend"), { recursive: true });
  const { bin, dir } = await ensureCli({ log: () => undefined });
  await writeFile(
    cli,
    `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\n` + `case "$*" in $FAIL_AT) exit 1;; esac\nexec '${bin}' "$@"\n`,
  );
  await chmod(cli, 0o700);
  return {
    folder,
    log,
    env: {
      PATH: [dir, dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter),
      PULUMI_CLI: cli,
      PULUMI_BACKEND_URL: pathToFileURL(join(folder, "backend")).href,
      PULUMI_HOME: join(folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: randomBytes(24).toString("base64url"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      FAIL_AT: "no command",
      ...environmentOf(tenant),
    },
  };
}

function run({ folder, env }: Place, args: readonly string[], more: Record<string, string> = {}): Promise<ExecResult> {
  return exec(process.execPath, [command, "import", "--out", join(folder, "project"), ...args], {
    cwd: folder,
    env: { ...outerEnvironment(), ...env, ...more },
    timeoutMs: 300_000,
  });
}

function pulumi({ folder, env }: Place, args: readonly string[]): Promise<ExecResult> {
  const all = [...args, "--non-interactive", "--color", "never", "--stack", "dev"];
  return exec(String(env.PULUMI_CLI), all, {
    cwd: join(folder, "project"),
    env: { ...outerEnvironment(), ...env },
    timeoutMs: 300_000,
  });
}

/** All files of a place, by their paths. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** The program and what is around it. The CLI writes another text for a secret each time. */
async function programIn({ folder }: Place): Promise<Record<string, string>> {
  const files = Object.entries(await filesIn(join(folder, "project")));
  return Object.fromEntries(files.filter(([path]) => !path.startsWith("Pulumi.dev")));
}

async function stateOf(place: Place): Promise<Record<string, unknown>[]> {
  const { deployment } = JSON.parse((await pulumi(place, ["stack", "export", "--show-secrets"])).stdout);
  const ours = (deployment.resources as Record<string, unknown>[]).filter(({ type }) =>
    String(type).includes("tenant:"),
  );
  return ours
    .map(({ urn, id, inputs, outputs, protect }) => ({ urn, id, inputs, outputs, protect }))
    .toSorted((a, b) => (String(a.urn) < String(b.urn) ? -1 : 1));
}

const writesAt = (tenant: Emulator) =>
  tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");

let tenant: Emulator;
let place: Place;
beforeAll(async () => {
  tenant = await startEmulator({ seed });
  place = await placeAt("whole", tenant);
});
afterAll(async () => {
  await tenant?.close();
  await rm(base, { recursive: true, force: true });
});

describe("a tenant that exists", () => {
  test("becomes a project whose next preview is empty, without a write", async () => {
    const { code, stdout, stderr } = await run(place, ["--except", "Legacy"]);
    expect(stdout + stderr).toContain("Nothing would change");
    expect(code).toBe(0);
    expect(writesAt(tenant)).toEqual([]);
    expect(Object.keys(await programIn(place)).toSorted()).toEqual([
      ".gitignore",
      "Pulumi.yaml",
      "connections.ts",
      "index.ts",
      "member-roles.ts",
      "package.json",
      "resource-servers.ts",
      "token-exchange-profiles.ts",
      "tsconfig.json",
    ]);
    expect(stdout).toContain("this client's own grant");
    expect((await programIn(place))["connections.ts"]).toContain("fallback: corp.id");
  });

  test("has a program that compiles under strict", async () => {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const options = { cwd: join(place.folder, "project"), env: outerEnvironment(), timeoutMs: 120_000 };
    const { code, stdout } = await exec(process.execPath, [compiler, "-p", "tsconfig.json"], options);
    expect(stdout).toBe("");
    expect(code).toBe(0);
  });

  test("keeps what holds users protected, as its program would", async () => {
    const isProtected = new Map(
      (await stateOf(place)).map(({ urn, protect }) => [String(urn).split("::").at(-1), protect]),
    );
    expect(isProtected.get("customers")).toBe(true);
    expect(isProtected.get("texts")).toBe(true);
    expect(isProtected.get("corp")).not.toBe(true);
  });

  test("shows its secrets nowhere: in no file, no output and no list of processes", async () => {
    const { stdout, stderr, code } = await run(place, ["--except", "Legacy", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, resources: [], proof: { drift: false, complete: true } });
    const texts = { stdout, stderr, ...(await filesIn(place.folder)) };
    for (const secret of Object.values(secrets)) {
      const found = Object.entries(texts).filter(([, text]) => text.includes(secret.trim()));
      expect(found.map(([path]) => path)).toEqual([]);
    }
  });

  test("is imported a second time without a change", async () => {
    const before = await filesIn(join(place.folder, "project"));
    expect((await run(place, ["--except", "Legacy"])).code).toBe(0);
    expect(await filesIn(join(place.folder, "project"))).toEqual(before);
  });

  test("gets what is new in a file of its own, and one line in the entry point", async () => {
    const before = await programIn(place);
    tenant.resourceServers.create({ identifier: "https://new.example.com", name: "New" });
    const { code, stdout } = await run(place, ["--except", "Legacy"]);
    expect(stdout).toContain("1 object imported");
    expect(code).toBe(0);
    const { "imported.ts": added, "index.ts": entry, ...others } = await programIn(place);
    expect(added).toContain('new tenant.ResourceServer("new"');
    expect(entry).toBe(`${before["index.ts"]}import "./imported.ts";\n`);
    expect(others).toEqual(Object.fromEntries(Object.entries(before).filter(([path]) => path !== "index.ts")));
  });

  test("loses exactly what was imported, where a copy of it is destroyed", async () => {
    const copy = tenant.export();
    const port = Number(new URL(tenant.url).port);
    const { clientId, clientSecret } = tenant;
    await tenant.close();
    tenant = await startEmulator({ seed: copy, port, clientId, clientSecret });
    await pulumi(place, ["state", "unprotect", "--all", "--yes"]);
    const { code, stdout, stderr } = await pulumi(place, ["destroy", "--yes", "--skip-preview"]);
    expect(code, stdout + stderr).toBe(0);
    const left = tenant.resourceServers.list().filter(({ is_system }) => !is_system);
    expect(left).toMatchObject([{ identifier: "https://legacy.example.com" }]);
    expect(tenant.connections.list()).toEqual([]);
    expect(tenant.tokenExchangeProfiles.list()).toEqual([]);
    expect(tenant.organizationMembers.list().flatMap(({ roles }) => roles)).toEqual([]);
    expect(tenant.organizationMembers.list()).toHaveLength(6);
  });
});

describe("an import that is interrupted", () => {
  let own: Emulator;
  let whole: Place;
  beforeAll(async () => {
    own = await startEmulator({ seed: { ...seed, resourceServers: seed.resourceServers?.slice(-3) ?? [] } });
    whole = await placeAt("unbroken", own);
    expect((await run(whole, [])).code).toBe(0);
  });
  afterAll(() => own?.close());

  test.each([
    ["before the first secret is in the configuration", "config set*"],
    ["between the two halves of the state, which it leaves locked", "import*--protect=true*"],
    ["before the proof", "preview*"],
  ])("%s ends in the same state as one that was not", async (name, at) => {
    const broken = await placeAt(`broken-${name.replaceAll(/\W+/g, "-")}`, own);
    expect((await run(broken, [], { FAIL_AT: at })).code).toBe(1);
    if (name.endsWith("locked")) await lock(broken);
    const { code, stdout, stderr } = await run(broken, []);
    expect(code, stdout + stderr).toBe(0);
    expect(await programIn(broken)).toEqual(await programIn(whole));
    expect(await stateOf(broken)).toEqual(await stateOf(whole));
    expect(writesAt(own)).toEqual([]);
  });
});

/** What a CLI leaves behind that was killed while it changed the stack. */
async function lock({ folder }: Place): Promise<void> {
  const locks = join(folder, "backend/.pulumi/locks/organization/project/dev");
  await mkdir(locks, { recursive: true });
  // No process has this number.
  const content = { pid: 2 ** 30, username: "somebody", hostname: hostname(), timestamp: new Date().toISOString() };
  await writeFile(join(locks, "0b9e5a6c-0000-4000-8000-000000000000.json"), JSON.stringify(content));
}

test("a project that is there already keeps its files, but for one line", async () => {
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
    expect(stdout + stderr).toContain("2 objects imported");
    expect([0, 7]).toContain(code);
    const { "imported.ts": added, "index.ts": after, ...others } = await programIn(there);
    expect(added).toContain("new tenant.Connection");
    expect(after).toBe(entry.replace("\n\n", '\nimport "./imported.ts";\n\n'));
    expect({ ...others, "index.ts": entry }).toEqual(before);
  } finally {
    await own.close();
  }
});
