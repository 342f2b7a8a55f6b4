import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { toSarif } from "../../../provider/src/baseline/words.ts";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { compileCache } from "../../harness/compile-cache.ts";
import { exec } from "../../harness/exec.ts";
import { runCommand } from "../helpers/command.ts";
import { later } from "../helpers/days.ts";

// The command as it is published, for the script of the example: the package has to be built first.
const main = join(import.meta.dirname, "../../../provider/dist/commands/main.js");

const entry = (type: string, name: string, properties: object, more: object = {}) => ({
  ...{ urn: `urn:pulumi:dev::project::pulumi-nodejs:dynamic/tenant:${type}::${name}`, id: `id-${name}` },
  ...{ type: `pulumi-nodejs:dynamic/tenant:${type}`, custom: true, inputs: properties, ...more },
  outputs: { ...properties, __tenant: "tenant.example.com", __managed: { v: 2, paths: [] } },
});
const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:0000" };
const state = [
  entry("Client", "portal", { appType: "spa", grantTypes: ["authorization_code", "implicit"] }),
  entry("Client", "hidden", { appType: "spa", grantTypes: secret }),
  entry("Client", "read", { grantTypes: ["implicit"] }, { external: true }),
  entry("Client", "replaced", { grantTypes: ["implicit"] }, { delete: true }),
  entry("ResourceServer", "orders", { identifier: "https://orders.example.com", tokenLifetime: 86_401 }),
  { ...entry("Client", "other", {}), type: "aws:s3/bucket:Bucket" },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "audit-"));
  const stacks = JSON.stringify([{ name: "dev", current: true, resourceCount: 1 }]);
  const cli = `#!/bin/sh
case " $* " in
  " config "*) echo '{}' ;;
  " stack ls "*) echo '${stacks}' ;;
  *" acme/theirs/prod "*) cat "\${0%/*}/theirs.json" ;;
  *) cat "\${0%/*}/state.json" ;;
esac
`;
  await writeFile(join(folder, "pulumi"), cli, { mode: 0o755 });
});
beforeEach(() => withState(state));
afterAll(() => rm(folder, { recursive: true, force: true }));

function withState(resources: readonly object[]): Promise<void> {
  return writeFile(join(folder, "state.json"), JSON.stringify({ deployment: { resources } }));
}

const environment = () => ({ PATH: process.env.PATH, PULUMI_CLI: join(folder, "pulumi") });

const audit = (...args: readonly string[]) => auditWith({}, ...args);

function auditWith(more: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return runCommand(["audit", ...args], { cwd: folder, env: { ...environment(), ...more } });
}

test("audit lists the rules that the stack's objects break, and ends with 7", async () => {
  const { code, stdout } = await audit("--stack", "dev");
  expect(stdout).toMatch(/HIGH client-no-implicit-grant: .*\n {2}Client portal \(id-portal\)\n/);
  expect(stdout).toContain("MEDIUM api-token-lifetime");
  expect(stdout).not.toMatch(/Client (read|replaced|other)/);
  expect(code).toBe(7);
});

test("a value that stays encrypted is unknown, and not shown", async () => {
  const { stdout } = await audit("--stack", "dev", "--json");
  const { unknown } = JSON.parse(stdout) as { unknown: readonly object[] };
  expect(unknown).toContainEqual(
    expect.objectContaining({
      rule: "client-no-implicit-grant",
      name: "hidden",
      why: "grantTypes is encrypted in the state",
    }),
  );
  expect(stdout).not.toContain("v1:0000");
});

test("a text that looks like the CLI's mask of secrets is judged like any other text of a state", async () => {
  await withState([entry("Client", "portal", { grantTypes: ["implicit", "[secret]"] })]);
  const { code, stdout } = await audit("--stack", "dev", "--only", "client-no-implicit-grant");
  expect(stdout).toContain("1 failed");
  expect(code).toBe(7);
});

test("a resource with the provider code of another class is refused, in a state and in a preview", async () => {
  const __provider = 'exports.handler = () => require("pulumi-tenant/host").clientGrant';
  const disguised = entry("Role", "reader", { name: "Reader", __provider });
  const refused =
    /^error: resources cannot be judged by their class.*\n {2}Role reader has the provider code of ClientGrant/;
  const preview = { steps: [{ op: "create", urn: disguised.urn, newState: disguised }], changeSummary: { create: 1 } };
  await writeFile(join(folder, "preview.json"), JSON.stringify(preview));
  await withState([]);
  const ofPreview = await audit("--preview", "preview.json");
  expect(ofPreview).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(refused) });
  await withState([disguised]);
  expect(await audit("--stack", "dev")).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(refused) });
});

test("the management API behind a custom domain is recognized by TENANT_AUDIENCE, or by a token that the tenant issued", async () => {
  const tenant = await startEmulator();
  onTestFinished(() => tenant.close());
  const audience = "https://canonical.example.com/api/v2/";
  tenant.clients.create({ client_id: "app_1", name: "Tool" });
  tenant.resourceServers.create({ identifier: audience });
  tenant.clientGrants.create({ client_id: "app_1", audience, scope: [], allow_all_scopes: true });
  const scopes = ["read:client_grants", "read:clients", "read:resource_servers"];
  const address = { TENANT_DOMAIN: tenant.domain };
  const given = { ...address, TENANT_TOKEN: tenant.issueToken(scopes) };
  const issued = { ...address, TENANT_CLIENT_ID: tenant.clientId, TENANT_CLIENT_SECRET: tenant.clientSecret };
  const judged = async (env: Readonly<Record<string, string>>) => {
    const { code, stdout } = await auditWith(env, "--only", "grant-management-api-all-scopes");
    return { code, isFailed: stdout.includes("CRITICAL grant-management-api-all-scopes") };
  };
  const [failed, passed] = [
    { code: 7, isFailed: true },
    { code: 0, isFailed: false },
  ];
  expect(await judged(given)).toEqual(failed);
  expect(await judged({ ...given, TENANT_AUDIENCE: audience })).toEqual(failed);
  expect(await judged({ ...given, TENANT_AUDIENCE: `${tenant.url}/api/v2/` })).toEqual(passed);
  expect(await judged(issued)).toEqual(passed);
});

test("--fail-on decides about the exit code only", async () => {
  const { code, stdout } = await audit("--stack", "dev", "--only", "api-token-lifetime", "--fail-on", "high");
  expect(stdout).toContain("1 failed (1 medium)");
  expect(code).toBe(0);
});

test("rules can be excluded, and profiles can be included", async () => {
  const { code } = await audit("--stack", "dev", "--except", "client-no-implicit-grant, api-token-lifetime");
  expect(code).toBe(0);
  const counts = await Promise.all(
    [[], ["--strict"], ["--hardened"]].map(async (more) => {
      const { stdout } = await audit("--stack", "dev", "--json", ...more);
      return (JSON.parse(stdout) as { rules: number }).rules;
    }),
  );
  expect(counts[1]).toBeGreaterThan(counts[0] ?? 0);
  expect(counts[2]).toBeGreaterThan(counts[0] ?? 0);
});

test.each([
  [
    ["--only", "client-no-implict-grant"],
    /there is no rule "client-no-implict-grant". Did you mean "client-no-implicit-grant"\?/,
  ],
  [["--except", "x"], /there is no rule "x"; docs\/baseline.md lists the rules/],
  [["--fail-on", "bad"], /"bad" is not a severity; use critical, high, medium, low/],
  [["--json", "--sarif"], /use only one of --json, --markdown and --sarif/],
])("a wrong option is named, with the allowed values: %j", async (args, message) => {
  const { code, stderr } = await audit("--stack", "dev", ...args);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

test("resources of other packages are not judged, and the command names them", async () => {
  const other = (type: string) => ({
    ...entry("Client", type, { grantTypes: ["implicit"] }),
    ...{ type, urn: `urn:pulumi:dev::project::${type}::other` },
  });
  await withState([
    entry("Client", "portal", { grantTypes: ["implicit"] }),
    ...[
      "pulumi:pulumi:Stack",
      "pulumi:providers:aws",
      "aws:s3/bucket:Bucket",
      "aws:s3/bucket:Other",
      "auth0:index/client:Client",
    ].map(other),
    other("pulumi-nodejs:dynamic/tenant:Newer"),
  ]);
  const { code, stdout, stderr } = await audit("--stack", "dev", "--only", "client-no-implicit-grant");
  expect(stdout).toContain("1 object, 1 rule: 1 failed");
  expect(stderr).toBe(
    "not judged: 4 resources of other packages or of other versions of pulumi-tenant (auth0, aws, pulumi-nodejs:dynamic/tenant:Newer)\n",
  );
  expect(code).toBe(7);
  const others = ["--stack", "dev", "--only", "api-token-lifetime"];
  expect(await audit(...others)).toMatchObject({ code: 0, stdout: expect.stringContaining("  1 of Newer: ") });
  expect(await audit(...others, "--fail-on-unread")).toMatchObject({ code: 7 });
});

describe("the live tenant", () => {
  const seed = {
    clients: [
      { client_id: "id-portal", name: "Portal of the tenant", app_type: "spa", grant_types: ["implicit"] },
      { client_id: "id-other", name: "Clicked together\u001b[31m", app_type: "spa", grant_types: ["implicit"] },
    ],
  };

  test("is audited by default: an unmanaged object has its name at the tenant, a managed one the name of its resource", async () => {
    const tenant = await startEmulator({ seed });
    onTestFinished(() => tenant.close());
    const env = {
      TENANT_DOMAIN: tenant.domain,
      TENANT_CLIENT_ID: tenant.clientId,
      TENANT_CLIENT_SECRET: tenant.clientSecret,
    };
    const host = new URL(tenant.url).host;
    await withState([
      { ...entry("Client", "portal", {}), outputs: { __tenant: host, __managed: { v: 2, paths: [] } } },
    ]);
    const { code, stdout } = await auditWith(env, "--only", "client-no-implicit-grant");
    expect(stdout).toContain("  Client portal (id-portal)\n");
    expect(stdout).toContain("  Client Clicked together\\u001b[31m (id-other)\n");
    expect(code).toBe(7);
    expect(tenant.requests.filter(({ operation }) => operation !== "token").map(({ method }) => method)).toEqual([
      "GET",
    ]);
  });

  test("does not apply a waiver to a resource of the same name in another project", async () => {
    const tenant = await startEmulator({ seed });
    onTestFinished(() => tenant.close());
    const env = { TENANT_DOMAIN: tenant.domain, TENANT_TOKEN: tenant.issueToken(["read:clients"]) };
    const outputs = { __tenant: new URL(tenant.url).host, __managed: { v: 2, paths: [] } };
    await withState([{ ...entry("Client", "portal", {}), outputs }]);
    const theirs = { ...entry("Client", "portal", {}), id: "id-other", outputs };
    const deployment = { resources: [{ ...theirs, urn: theirs.urn.replace("project", "theirs") }] };
    await writeFile(join(folder, "theirs.json"), JSON.stringify({ deployment }));
    const waivers = `waivers: [{ rule: client-no-implicit-grant, resource: portal, reason: Ours., until: ${later} }]`;
    await writeFile(join(folder, "tenant-baseline.yaml"), waivers);
    onTestFinished(() => rm(join(folder, "tenant-baseline.yaml")));
    const args = ["--only", "client-no-implicit-grant", "--other-stack", "acme/theirs/prod", "--json"];
    const { code, stdout } = await auditWith(env, ...args);
    expect(JSON.parse(stdout)).toMatchObject({
      failed: [{ id: "id-other", name: "portal" }],
      waived: [{ id: "id-portal" }],
    });
    expect(code).toBe(7);
  });

  test("is audited without a project as well: objects have their names at the tenant", async () => {
    const tenant = await startEmulator({ seed });
    onTestFinished(() => tenant.close());
    const env = {
      TENANT_DOMAIN: tenant.domain,
      TENANT_TOKEN: tenant.issueToken(["read:clients"]),
      PULUMI_CLI: "/does/not/exist",
    };
    const { code, stdout, stderr } = await auditWith(env, "--only", "client-no-implicit-grant");
    expect(stdout).toContain("  Client Portal of the tenant (id-portal)\n");
    expect(stderr).toBe(
      "This folder is not in a Pulumi project, so all objects are listed under their names at the tenant.\n",
    );
    expect(code).toBe(7);
  });

  test("fails with --fail-on-unread if a token lacks a scope, and every format names the unread types", async () => {
    const tenant = await startEmulator({ seed: { clients: [{ client_id: "ok", name: "Fine", grant_types: [] }] } });
    onTestFinished(() => tenant.close());
    const env = { TENANT_DOMAIN: tenant.domain, TENANT_TOKEN: tenant.issueToken(["read:clients"]) };
    const rules = "client-no-implicit-grant,grant-no-allow-all-scopes";
    expect(await auditWith(env, "--only", rules)).toMatchObject({ code: 0 });
    for (const format of [[], ["--json"], ["--markdown"], ["--sarif"]]) {
      const { code, stdout } = await auditWith(env, "--only", rules, "--fail-on-unread", ...format);
      expect(stdout).toContain("read:client_grants");
      expect(code).toBe(7);
    }
    expect(await auditWith(env, "--only", "client-no-implicit-grant", "--fail-on-unread")).toMatchObject({ code: 0 });
  });

  test("is audited by the example's daily script, which also fails if objects could not be read", async () => {
    const fine = { client_id: "ok", name: "Fine", grant_types: [] };
    const tenant = await startEmulator({ seed: { clients: [fine] } });
    onTestFinished(() => tenant.close());
    const npx = `#!/usr/bin/env bash\nshift 2\nexec "${process.execPath}" "${main}" "$@"\n`;
    await writeFile(join(folder, "npx"), npx, { mode: 0o755 });
    const script = join(import.meta.dirname, "../../../examples/gitops/ci/audit.sh");
    const morning = async (scopes: readonly string[]) => {
      const env = {
        ...{ ...compileCache, ...environment(), PATH: `${folder}${delimiter}${process.env.PATH}` },
        ...{ TENANT_DOMAIN: tenant.domain, TENANT_TOKEN: tenant.issueToken(scopes) },
      };
      const args = [script, "dev", "--only", "client-no-implicit-grant,grant-no-allow-all-scopes"];
      const { code, stdout } = await exec("bash", args, { cwd: folder, env, timeoutMs: 60_000 });
      const status = await readFile(join(folder, "drift/baseline-dev.status"), "utf8");
      expect(await readFile(join(folder, "drift/baseline-dev.md"), "utf8")).toBe(stdout);
      return [code, status, stdout];
    };
    const all = ["read:clients", "read:client_grants"];
    expect(await morning(all)).toEqual([0, "0\n", expect.anything()]);
    expect(await morning(["read:client_grants"])).toEqual([7, "7\n", expect.stringContaining("read:clients")]);
    expect(await morning(["read:roles"])).toEqual([1, "1\n", ""]);
    tenant.clients.update("ok", { grant_types: ["implicit"] });
    expect(await morning(all)).toEqual([7, "7\n", expect.stringContaining("client-no-implicit-grant")]);
  });

  test("cannot be audited without credentials, and no report is printed", async () => {
    const { code, stdout } = await audit();
    expect(stdout).toBe("");
    expect(code).toBe(1);
  });
});

describe("a plan", () => {
  const step = (op: string, name: string, before: object | undefined, after: object | undefined) => {
    const stateOf = (inputs: object | undefined) =>
      inputs && {
        ...entry("Client", name, inputs),
        inputs: { ...inputs, __tenant: "tenant.example.com" },
        stackTrace: trace,
      };
    return { op, urn: entry("Client", name, {}).urn, oldState: stateOf(before), newState: stateOf(after) };
  };
  const trace = [
    { sourcePosition: "project:///node_modules/pulumi-tenant/dist/sdk/resources/client.js#1,1" },
    { sourcePosition: "project:///src/my%20apps.ts#12,3" },
  ];
  const implicit = { appType: "spa", grantTypes: ["implicit"] };
  const mended = { appType: "spa", grantTypes: ["authorization_code"] };

  test("is audited as the stack would be after the plan", async () => {
    await withState([
      entry("Client", "portal", implicit),
      entry("Client", "gone", implicit),
      entry("Client", "left", implicit),
    ]);
    const steps = [
      step("update", "portal", implicit, mended),
      step("delete", "gone", implicit, undefined),
      step("create", "fresh", undefined, implicit),
      step("read", "read", undefined, implicit),
    ];
    await writeFile(join(folder, "preview.json"), JSON.stringify({ steps }));
    const { code, stdout } = await audit("--stack", "dev", "--preview", "preview.json", "--json");
    const { failed } = JSON.parse(stdout) as { failed: readonly { name: string }[] };
    expect(failed.map(({ name }) => name)).toEqual(["fresh", "left"]);
    expect(code).toBe(7);
  });

  test("has the lines of the program in SARIF results", async () => {
    await withState([]);
    await writeFile(
      join(folder, "preview.json"),
      JSON.stringify({ steps: [step("create", "fresh", undefined, implicit)] }),
    );
    const { stdout } = await audit("--preview", "preview.json", "--sarif");
    const [result] = (JSON.parse(stdout) as ReturnType<typeof toSarif>).runs[0]?.results ?? [];
    expect(result?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: "src/my%20apps.ts" },
      region: { startLine: 12 },
    });
  });

  test.each([
    ["{}", /contains no resource plans/],
    ["no JSON", /it is not one JSON document/],
    [JSON.stringify({ steps: [], diagnostics: [{ severity: "error", message: "boom" }] }), /the preview failed.*boom/],
  ])("that cannot be read or has failed is an error: %s", async (text, message) => {
    await withState([]);
    await writeFile(join(folder, "preview.json"), text);
    const { code, stdout, stderr } = await audit("--preview", "preview.json");
    expect(stderr).toMatch(message);
    expect(stdout).toBe("");
    expect(code).toBe(1);
  });
});

describe("waivers", () => {
  const file = () => join(folder, "tenant-baseline.yaml");
  afterEach(() => rm(file(), { force: true }));

  test("are written for all current failures: the next audit ends with 0, and lists objects and reasons", async () => {
    expect(await audit("--stack", "dev", "--write-waivers")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^2 failures are waived in .*tenant-baseline\.yaml\n$/),
    });
    const { code, stdout } = await audit("--stack", "dev");
    expect(stdout).toMatch(
      /client-no-implicit-grant: Client portal \(id-portal\), until \d{4}-\d\d-\d\d: It failed when/,
    );
    expect(stdout).toContain("none failed, 2 waived");
    expect(code).toBe(0);
  });

  test("are never overwritten, so that the list never grows by itself", async () => {
    const mine = "waivers: []\n";
    await writeFile(file(), mine);
    const { code, stderr } = await audit("--stack", "dev", "--write-waivers");
    expect(stderr).toContain("tenant-baseline.yaml: exists already");
    expect(code).toBe(1);
    expect(await readFile(file(), "utf8")).toBe(mine);
  });

  test("of a wrong form end the command with file, line and remedy", async () => {
    await writeFile(
      file(),
      `waivers:\n  - rule: client-no-implicit-grant\n    resource: portal\n    until: ${later}\n`,
    );
    const { code, stdout, stderr } = await audit("--stack", "dev");
    expect(stderr).toMatch(/tenant-baseline\.yaml, line 2: reason is missing/);
    expect(stdout).toBe("");
    expect(code).toBe(1);
  });

  test("of a project are found from a folder below it", async () => {
    await writeFile(join(folder, "Pulumi.yaml"), "name: project\nruntime: nodejs\n");
    const reason = `reason: Later.\n    until: ${later}\n`;
    await writeFile(
      file(),
      `waivers:\n  - rule: client-no-implicit-grant\n    resource: "p*l"\n    ${reason}  - rule: api-token-lifetime\n    resource: orders\n    ${reason}`,
    );
    await mkdir(join(folder, "below"), { recursive: true });
    const args = ["audit", "--stack", "dev", "--cwd", join(folder, "below")];
    expect((await runCommand(args, { cwd: tmpdir(), env: environment() })).code).toBe(0);
    await rm(join(folder, "Pulumi.yaml"));
  });
});
