import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { runCommand } from "../helpers/command.ts";
import { previewText } from "../helpers/preview.ts";

/** A CLI that prints what it is told to for each of its commands, and for two other stacks, and notes its arguments. */
const fake = `#!/bin/sh
(IFS="\t"; printf '%s\\n' "$*" >> "$FAKE_CALLS")
case "$1" in
  config) answer=$FAKE_CONFIG ;;
  refresh) answer=$FAKE_REFRESH ;;
  stack) answer=$FAKE_STACK ;;
esac
case " $* " in
  " stack ls "*) answer=\${FAKE_LS-[]} ;;
  *" --stack prod "*) answer=\${FAKE_PROD-$answer} ;;
  *" --stack acme/people/prod "*) answer=\${FAKE_PEOPLE-$answer} ;;
esac
printf %s "$answer"
[ -n "$answer" ]
`;

const secret = "not-to-be-shown";
let folder: string;
let pulumi: string;
let tenant: Emulator;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "unmanaged-"));
  pulumi = join(folder, "fake-pulumi");
  await writeFile(pulumi, fake, { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  tenant = await startEmulator({
    seed: {
      resourceServers: ["orders", "stock"].map((name) => ({ identifier: `https://${name}.example.com`, name })),
      connections: [{ name: "corp", strategy: "oidc", options: { client_id: "a", client_secret: secret } }],
      roles: [{ id: "rol_reader", name: "reader" }],
      organizations: [{ id: "org_shop", name: "shop" }],
      organizationMembers: [{ organization_id: "org_shop", user_id: "auth0|ops", name: "Ops", roles: ["rol_reader"] }],
    },
  });
  return () => tenant.close();
});

interface Managed {
  readonly type: string;
  readonly id: unknown;
  readonly tenant?: string | undefined;
  /** Whether the program only reads it. */
  readonly external?: boolean;
  readonly delete?: boolean;
  readonly inputs?: object;
  /** What the state remembers of it. */
  readonly record?: object;
}

/** What `pulumi stack export` prints. */
function stateOf(managed: readonly Managed[]): string {
  const resources = managed.map(({ type, id, tenant: host, external, record, inputs, delete: isGoing }) => ({
    urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/tenant:${type}::it`,
    type: `pulumi-nodejs:dynamic/tenant:${type}`,
    id,
    external,
    inputs,
    delete: isGoing,
    outputs: { ...(host !== undefined && { __tenant: host }), ...(record && { __managed: record }), secret },
  }));
  const root = { urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", type: "pulumi:pulumi:Stack" };
  return JSON.stringify({ version: 3, deployment: { resources: [root, ...resources] } });
}

/** Resources for all that the tenant has. */
function everything(host?: string): readonly Managed[] {
  const pinned = host === undefined ? {} : { tenant: host };
  return [
    ...["orders", "stock"].map((name) => ({
      type: "ResourceServer",
      id: tenant.resourceServers.get(`https://${name}.example.com`)?.id,
      ...pinned,
    })),
    { type: "Connection", id: tenant.connections.get("corp")?.id, ...pinned },
    { type: "Role", id: "rol_reader", ...pinned },
    { type: "Organization", id: "org_shop", ...pinned },
    { type: "OrganizationMemberRoles", id: "org_shop::auth0|ops", ...pinned },
  ];
}

const unchanged = previewText([{ name: "a", was: {}, is: {} }]);
const drifted = previewText([{ name: "a", was: { name: "x" }, is: { name: "y" }, diff: { name: "update" } }]);
let runs = 0;

const credentialsOf = ({ domain, clientId, clientSecret }: Emulator) => ({
  ...{ TENANT_DOMAIN: domain, TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret },
});

async function drift(args: readonly string[], managed: readonly Managed[], env: Record<string, string> = {}) {
  const calls = join(folder, `calls-${runs++}`);
  const run = await runCommand(["drift", ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PULUMI_CLI: pulumi,
      FAKE_CALLS: calls,
      FAKE_REFRESH: unchanged,
      FAKE_STACK: stateOf(managed),
      ...credentialsOf(tenant),
      ...env,
    },
  });
  const called = (await readFile(calls, "utf8").catch(() => "")).split("\n").filter(Boolean);
  expect(`${run.stdout}${run.stderr}`).not.toContain(secret);
  return { ...run, called: called.map((line) => line.split("\t")) };
}

describe("drift --unmanaged", () => {
  it("lists the objects that are at the tenant and in no stack, except system APIs", async () => {
    const { code, stdout } = await drift(["--unmanaged"], everything().slice(1));
    const id = tenant.resourceServers.get("https://orders.example.com")?.id;
    const host = new URL(tenant.url).host;
    expect(stdout).toBe(
      "No drift in stack dev: 1 unchanged, 1 not managed\n\n" +
        `1 object of ${host} in no stack of this project\n  resource server "https://orders.example.com" (${id})\n`,
    );
    expect(code).toBe(0);
    expect(tenant.requests.filter(({ method, path }) => method !== "GET" && !path.startsWith("/oauth/"))).toEqual([]);
  });

  it("lists e-mails and texts that differ from a new tenant's, without calls for those that a stack manages", async () => {
    const texts = (title: string) => ({ login: { title } });
    const own = await startEmulator({
      seed: {
        settings: [
          ...["welcome_email", "reset_email"].map((template) => {
            return { id: `email-templates/${template}`, template, body: "<p>Hello</p>", enabled: true };
          }),
          {
            id: "email-templates/stolen_credentials",
            template: "stolen_credentials",
            body: "<p>x</p>",
            enabled: false,
          },
          { id: "prompts/login/custom-text/en", texts: texts("Welcome") },
          { id: "prompts/signup/custom-text/en", texts: texts("Join") },
        ],
      },
    });
    onTestFinished(() => own.close());
    const managed = [
      { type: "EmailTemplate", id: "welcome_email" },
      { type: "PromptTexts", id: "login::en" },
    ];
    const { stdout } = await drift(["--unmanaged"], managed, credentialsOf(own));
    expect(stdout).toContain(
      `3 objects of ${new URL(own.url).host} in no stack of this project\n` +
        '  prompt texts "signup" "en" (signup::en)\n' +
        '  e-mail template "reset_email" (reset_email)\n' +
        '  e-mail template "stolen_credentials" (stolen_credentials)\n',
    );
    const paths = own.requests.map(({ path }) => path);
    expect(paths.filter((path) => path.includes("email-templates/"))).toHaveLength(13);
    expect(paths.filter((path) => path.includes("/custom-text/"))).toHaveLength(36);
  });

  it.each([
    ["cannot be written", ["--json", "missing/report.json"], 1, "missing/report.json: cannot be written (ENOENT)"],
    ["is that of another option", ["--json", "report", "--markdown", "./report"], 2, "two options name the same file"],
  ])("refuses a report whose file %s, before the comparison", async (_, args, code, why) => {
    const run = await drift(args, everything());
    expect(run).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(why), called: [] });
  });

  it("reports the drift although the tenant fails at a listing, names the listing, and ends with 1", async () => {
    const outage = {
      kind: "status",
      status: 503,
      headers: { "retry-after": "3600" },
      path: "/api/v2/connections",
    } as const;
    tenant.inject({ ...outage, times: Number.POSITIVE_INFINITY });
    const { code, stdout } = await drift(["--unmanaged"], everything());
    expect(stdout).toContain("No drift in stack dev: 1 unchanged");
    expect(stdout).toContain("all connections: Could not list connections");
    expect(code).toBe(1);
  });

  it("with =fail ends with 0 if the plan has no partials, and not if the token may not read them", async () => {
    const customDomains = [{ domain: "login.example.com", type: "auth0_managed_certs" }];
    const own = await startEmulator({ seed: { customDomains } });
    onTestFinished(() => own.close());
    const managed = [{ type: "CustomDomain", id: own.customDomains.get("login.example.com")?.custom_domain_id }];
    for (const [errorCode, code] of [
      ["feature_not_enabled", 0],
      ["insufficient_scope", 1],
    ] as const) {
      const body = JSON.stringify({ statusCode: 403, error: "Forbidden", errorCode, message: "No." });
      own.inject({ ...{ kind: "status", method: "GET", path: /\/partials$/, status: 403, body }, times: 99 });
      expect(await drift(["--unmanaged=fail"], managed, credentialsOf(own))).toMatchObject({ code });
      own.clearFaults();
    }
  });

  it("says that all objects are managed if the stack has all of them", async () => {
    const { code, stdout } = await drift(["--unmanaged=fail"], everything(new URL(tenant.url).host));
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `No drift in stack dev: 1 unchanged\n\nAll objects of ${new URL(tenant.url).host} are in a stack (users, roles of users, permissions of users, memberships of organizations, undeclared members of organizations and undeclared roles of groups are not checked)\n`,
    });
  });

  it("ends with 7 for unmanaged objects only with =fail, and for drift in any case", async () => {
    expect(await drift(["--unmanaged=fail"], [])).toMatchObject({ code: 7 });
    expect(await drift(["--unmanaged"], [])).toMatchObject({ code: 0 });
    expect(await drift(["--unmanaged"], everything(), { FAKE_REFRESH: drifted })).toMatchObject({ code: 7 });
    expect(await drift(["--unmanaged=maybe"], [])).toMatchObject({ code: 2, called: [] });
  });

  it("lists the roles of a member only if a stack declares the membership", async () => {
    const rest = everything().filter(({ type }) => type !== "OrganizationMemberRoles");
    const members = (userId: string) => ({
      ...{ type: "OrganizationMembers", id: "org_shop" },
      inputs: { organizationId: "org_shop", members: [userId] },
    });
    expect(await drift(["--unmanaged=fail"], rest)).toMatchObject({ code: 0 });
    expect(await drift(["--unmanaged=fail"], [...rest, members("auth0|other")])).toMatchObject({ code: 0 });
    const { code, stdout } = await drift(["--unmanaged=fail"], [...rest, members("auth0|ops")]);
    expect(stdout).toContain("(org_shop::auth0|ops)\n");
    expect(code).toBe(7);
  });

  it("counts an object as unmanaged if the stack has it at another tenant", async () => {
    const { stdout } = await drift(["--unmanaged", "--json"], everything("other.example.com"));
    expect(JSON.parse(stdout).unmanaged.objects).toHaveLength(5);
  });

  it("does not count objects of other stacks of the project, and of other projects only those of named stacks", async () => {
    const [orders, ...rest] = everything();
    const role = rest.filter(({ type }) => type === "Role");
    const stacks = [
      { name: "dev", current: true, resourceCount: 9 },
      { name: "prod", resourceCount: 2 },
    ];
    const env = {
      FAKE_LS: JSON.stringify([...stacks, { name: "empty", resourceCount: 0 }]),
      ...{ FAKE_PROD: stateOf(orders ? [orders] : []), FAKE_PEOPLE: stateOf(role) },
    };
    const own = rest.filter(({ type }) => type !== "Role");
    const before = await drift(["--unmanaged=fail"], own, env);
    expect(before.stdout).toContain("1 object of");
    expect(before.stdout).toContain('role "reader" (rol_reader)');
    // Neither the own stack once more, nor one that has nothing.
    expect(before.called.filter(([, verb]) => verb === "export")).toHaveLength(2);
    const { code, stdout } = await drift(["--unmanaged=fail", "--other-stack", "acme/people/prod"], own, env);
    expect(stdout).toContain("All objects of ");
    expect(code).toBe(0);
  });

  it("does not count an object that the stack deletes with its next run", async () => {
    const entries = everything().map((entry) => (entry.type === "Role" ? { ...entry, delete: true } : entry));
    expect(await drift(["--unmanaged=fail"], entries)).toMatchObject({ code: 0 });
  });

  it("names another stack whose state it cannot read, and ends with 1 with =fail", async () => {
    const env = { FAKE_LS: JSON.stringify([{ name: "prod" }]), FAKE_PROD: "" };
    const { code, stdout } = await drift(["--unmanaged"], everything(), env);
    expect(stdout).toContain('not checked: the state of stack "prod": pulumi stack export ended with exit code 1');
    expect(code).toBe(0);
    expect(await drift(["--unmanaged=fail"], everything(), env)).toMatchObject({ code: 1 });
  });

  it("counts an object that the stack only reads", async () => {
    const entries = everything().map((entry) => (entry.type === "Role" ? { ...entry, external: true } : entry));
    const { code, stdout } = await drift(["--unmanaged=fail"], entries);
    expect(stdout).toContain('in no stack of this project\n  role "reader" (rol_reader)\n');
    expect(code).toBe(7);
  });

  it.each([
    ["was found, and renamed since,", "unconfirmed:before", { v: 2, paths: ["/name"], id: "rol_reader" }],
    ["no run has looked for yet", "unconfirmed:reader", { v: 2, paths: ["/name"], unconfirmed: true }],
  ])("does not count the object of a lost creation, which %s", async (_, id, record) => {
    const entries = everything().map((entry) => (entry.type === "Role" ? { ...entry, id, record } : entry));
    const { code, stdout } = await drift(["--unmanaged=fail"], entries);
    expect(stdout).toContain("All objects of ");
    expect(code).toBe(0);
  });

  it("shows the same in JSON, in Markdown and in annotations of GitHub", async () => {
    const json = join(folder, "report.json");
    const { stdout } = await drift(["--unmanaged", "--github", "--json", json], []);
    const host = new URL(tenant.url).host;
    const report = JSON.parse(await readFile(json, "utf8"));
    expect(report).toMatchObject({ drift: false, complete: true, unmanaged: { tenant: host, unread: [] } });
    expect(report.unmanaged.objects.map(({ type, label }: { type: string; label: string }) => [type, label])).toEqual([
      ["pulumi-nodejs:dynamic/tenant:ResourceServer", 'resource server "https://orders.example.com"'],
      ["pulumi-nodejs:dynamic/tenant:ResourceServer", 'resource server "https://stock.example.com"'],
      ["pulumi-nodejs:dynamic/tenant:Organization", 'organization "shop"'],
      ["pulumi-nodejs:dynamic/tenant:Connection", 'connection "corp"'],
      ["pulumi-nodejs:dynamic/tenant:Role", 'role "reader"'],
    ]);
    const title = `5 objects of ${host.replace(":", "%3A")} in no stack of this project`;
    expect(stdout).toContain(`::notice title=${title}::resource server "https`);
    const { stdout: markdown } = await drift(["--unmanaged", "--markdown"], []);
    expect(markdown).toContain(
      `- **\`5 objects of ${host} in no stack of this project\`**\n  - \`resource server "https`,
    );
  });

  it("names the types that it may not read, and ends with 1 with =fail", async () => {
    const refused = {
      kind: "status",
      path: "/api/v2/organizations",
      status: 403,
      times: Number.POSITIVE_INFINITY,
    } as const;
    tenant.inject(refused);
    const { code, stdout } = await drift(["--unmanaged"], everything());
    expect(code).toBe(0);
    expect(stdout).toContain("not checked: all members of organizations: ");
    expect(await drift(["--unmanaged=fail"], everything())).toMatchObject({ code: 1 });
    tenant.clearFaults();
  });

  it("takes the credentials of the stack's configuration if the environment has none", async () => {
    const named = { domain: tenant.domain, clientId: tenant.clientId, clientSecret: tenant.clientSecret };
    const values = Object.entries(named).map(([key, value]) => [`tenant:${key}`, { value, secret: false }]);
    const { code, called } = await drift(["--unmanaged", "--stack", "dev", "-C", "infra"], everything(), {
      ...{ TENANT_DOMAIN: "", TENANT_CLIENT_ID: "", TENANT_CLIENT_SECRET: "" },
      FAKE_CONFIG: JSON.stringify(Object.fromEntries(values)),
    });
    expect(code).toBe(0);
    const place = ["--non-interactive", "--color", "never", "--stack", "dev", "--cwd", "infra"];
    expect(called.filter(([command]) => command !== "refresh")).toEqual([
      ["config", "--json", "--show-secrets", ...place],
      ["stack", "export", ...place],
      ["stack", "ls", "--json", "--non-interactive", "--color", "never", "--cwd", "infra"],
    ]);
  });

  it("reads the stack whose name is passed on to pulumi refresh", async () => {
    const { called } = await drift(["--unmanaged", "--", "-s", "prod", "--cwd=infra"], everything());
    expect(called.find(([, verb]) => verb === "export")).toEqual(
      expect.arrayContaining(["export", "--stack", "prod", "--cwd", "infra"]),
    );
  });

  it("names missing settings before it compares, and never quotes output of an unknown format", async () => {
    const nothing = { TENANT_DOMAIN: "", TENANT_CLIENT_ID: "", TENANT_CLIENT_SECRET: "" };
    const missing = await drift(["--unmanaged"], [], { ...nothing, FAKE_CONFIG: "{}" });
    expect(missing).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("set TENANT_DOMAIN or tenant:domain"),
    });
    expect(missing.called.map(([command]) => command)).toEqual(["config"]);
    const odd = await drift(["--unmanaged"], [], { ...nothing, FAKE_CONFIG: `{"tenant:clientSecret":"${secret}"` });
    expect(odd.stderr).toBe(
      "error: the output of `pulumi config --json --show-secrets` has an unknown format: it is not one JSON document. Check the version of the CLI.\n",
    );
  });
});
