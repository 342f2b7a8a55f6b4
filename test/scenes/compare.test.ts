import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { example, seed } from "../e2e/gitops-project.ts";
import { upNow } from "../e2e/project.ts";
import { readYaml, runJob, type Workflow } from "../e2e/workflow.ts";
import { exec } from "../harness/exec.ts";
import { createStack, type Stack } from "../harness/stack.ts";

const root = join(import.meta.dirname, "../..");
const command = join(root, "provider/bin/pulumi-tenant.js");

/** Other ids than those of dev, as every tenant has its own. */
const ofProd = (text: string) => text.replaceAll(/(org|rol)_0{8}/g, "$1_99999999");

interface Report {
  readonly same: boolean;
  readonly different: readonly { title: string; changes: readonly { path: string; safeguard?: string }[] }[];
  readonly missing: readonly { title: string; on: number }[];
  readonly idle: readonly unknown[];
}

test("a comparison of two tenants of examples/gitops finds exactly the 30 planted differences", async () => {
  const dir = join(root, ".local", "compare", randomUUID());
  await mkdir(dir, { recursive: true });
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await cp(example, dir, { recursive: true, filter: (path) => !/\/(node_modules|previews|reviews|drift)$/.test(path) });
  const config = join(dir, "Pulumi.prod.yaml");
  const [, members = ""] = (await readFile(join(dir, "Pulumi.dev.yaml"), "utf8")).split("gitops:team:");
  const [settings = ""] = (await readFile(config, "utf8")).split("  gitops:team:");
  await writeFile(config, `${settings}  gitops:team:${ofProd(members)}`);
  const [dev, prod] = [
    await deployed(dir, "dev", seed),
    await deployed(dir, "prod", JSON.parse(ofProd(JSON.stringify(seed)))),
  ];

  const compare = async (...args: readonly string[]) => {
    const sides = ["--tenant", join(dir, "dev.env"), "--tenant", join(dir, "prod.env")];
    const env = { PATH: process.env.PATH };
    return exec(process.execPath, [command, "compare", ...sides, ...args], { cwd: dir, env, timeoutMs: 60_000 });
  };
  const report = async () => {
    const { code, stdout, stderr } = await compare("--json");
    if (code !== 0 && code !== 7) throw new Error(stderr);
    return JSON.parse(stdout) as Report;
  };

  // What the two configurations make different is expected.
  await writeFile(
    join(dir, "tenant-compare.yaml"),
    `sides: { from: "${host(dev)}", to: "${host(prod)}" }
replacements:
  - { from: dev.example.com, to: example.com }
  - { from: tenant-dev, to: tenant }
  - { from: github-dev, to: github }
mayDiffer:
  - { type: ResourceServer, property: tokenLifetime, reason: shorter at prod }
  - { type: ResourceServer, property: tokenLifetimeForWeb, reason: shorter at prod }
  - { type: Connection, property: options.client_secret, reason: a secret for each tenant }
`,
  );
  expect(await report()).toMatchObject({ same: true, different: [], missing: [], idle: [] });

  const planted = plant(prod);
  expect(planted).toHaveLength(30);
  const { different, missing } = await report();
  const found = [
    ...different.flatMap(({ title, changes }) => [
      ...new Set(changes.map(({ path }) => `${title} ${path.replace(/\[\]$/, "")}`)),
    ]),
    ...missing.map(({ title, on }) => `${title} missing ${on === 0 ? "in dev" : "in prod"}`),
  ];
  expect(found.toSorted()).toEqual(planted.toSorted());
  // Those that matter for security come first.
  const isGrave = different.map(({ changes }) => changes.some(({ safeguard }) => safeguard !== undefined));
  expect(isGrave.indexOf(false)).toBeGreaterThan(0);
  expect(isGrave.lastIndexOf(true)).toBeLessThan(isGrave.indexOf(false));
  const { code: verdict, stdout } = await compare();
  expect(verdict).toBe(7);

  // The nightly workflow compares the same two. What is expected of these two has a file of its own.
  await rename(join(dir, "tenant-compare.yaml"), join(dir, "tenant-compare.dev-prod.yaml"));
  const workflow = (await readYaml(join(dir, ".github/workflows/compare.yml"))) as Workflow;
  const { code, log, ran } = await runJob(workflow, "compare", {
    cwd: dir,
    env: { PATH: [join(root, "test/e2e/stubs"), process.env.PATH].join(delimiter), HOME: process.env.HOME ?? dir },
    values: {
      ...{ "matrix.pair.from": "dev", "matrix.pair.to": "prod" },
      ...Object.fromEntries([...variablesOf(dev, "from"), ...variablesOf(prod, "to")]),
    },
  });
  const [summary = ""] = stdout.trim().split("\n").slice(-1);
  expect(summary).toContain("differ");
  expect(log).toContain(summary);
  expect({ code, ran }).toEqual({ code: 7, ran: ["npm ci --ignore-scripts", "Compare"] });
  expect(await readFile(join(dir, "drift/dev-prod.status"), "utf8")).toBe("7\n");
});

/** The values of the expressions that name the client of one side. */
function variablesOf({ domain, clientId, clientSecret }: Emulator, side: "from" | "to"): readonly [string, string][] {
  const named = (of: string, name: string) => `${of}[format('{0}_TENANT_${name}', matrix.pair.${side}Prefix)]`;
  return [
    [named("vars", "DOMAIN"), domain],
    [named("vars", "CLIENT_ID"), clientId],
    [named("secrets", "CLIENT_SECRET"), clientSecret],
  ];
}

function host({ domain }: Emulator): string {
  return domain.replace(/^https?:\/\//, "");
}

/** A tenant that the program has brought about, with a file of its variables. */
async function deployed(dir: string, name: string, content: typeof seed): Promise<Emulator> {
  const tenant = await startEmulator({ seed: content });
  onTestFinished(() => tenant.close());
  const { domain, clientId, clientSecret } = tenant;
  const env = { TENANT_DOMAIN: domain, TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
  const stack: Stack = await createStack({ projectDir: dir, name, env });
  onTestFinished(() => stack.remove());
  const secret = () => randomBytes(24).toString("base64url");
  const secrets = [`corpClientSecret=${secret()}`, `githubClientSecret=${secret()}`];
  await stack.run([
    ...["config", "set-all", "--plaintext", `tenant:domain=${domain}`],
    ...secrets.flatMap((value) => ["--secret", value]),
  ]);
  await stack.run(upNow);
  const lines = Object.entries(env).map(([key, value]) => `${key}=${value}\n`);
  await writeFile(join(dir, `${name}.env`), lines.join(""));
  return tenant;
}

/** Edits a tenant by hand, as people do, and returns what `compare` has to find. */
function plant({ resourceServers, connections, roles, organizations, clients, settings }: Emulator): readonly string[] {
  const planted: string[] = [];
  for (const name of ["orders", "billing", "reports"]) {
    const identifier = `https://${name}.example.com`;
    resourceServers.update(identifier, {
      name: `${name}, edited`,
      allow_offline_access: true,
      signing_alg: "RS512",
      skip_consent_for_verifiable_first_party_clients: true,
      enforce_policies: true,
      scopes: [{ value: "admin:all", description: "Everything" }],
    });
    const paths = [
      ...["name", "allowOfflineAccess", "signingAlg", "skipConsentForVerifiableFirstPartyClients", "enforcePolicies"],
    ];
    // Scopes are reported one by one: the new one, and those that it replaces.
    const scopes = {
      orders: ["read:orders", "write:orders"],
      billing: ["read:invoices", "write:invoices"],
      reports: ["read:reports"],
    };
    const named = [...scopes[name as keyof typeof scopes], "admin:all"].map((scope) => `scopes["${scope}"]`);
    planted.push(...[...paths, ...named].map((path) => `ResourceServer "https://${name}.dev.example.com" ${path}`));
  }
  connections.update("corp", { display_name: "Edited", is_domain_connection: true });
  planted.push('Connection "corp" displayName', 'Connection "corp" isDomainConnection');
  roles.update(String(roles.list()[0]?.id), { description: "Edited" });
  planted.push('Role "reader" description');
  roles.create({ name: "intern" });
  planted.push('Role "intern" missing in dev');
  organizations.create({ name: "other" });
  planted.push('Organization "other" missing in dev');
  clients.create({ name: "By hand" });
  planted.push('Client "By hand" missing in dev');
  settings.update("attack-protection/brute-force-protection", { enabled: false });
  planted.push("BruteForceProtection enabled");
  return planted;
}
