import { generateKeyPairSync, randomBytes } from "node:crypto";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, type Seed, startEmulator } from "../../provider/src/emulator/index.ts";
import { ensureCli } from "../harness/cli.ts";
import { type ExecResult, exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";
import { environmentOf } from "./project.ts";

export const root = join(import.meta.dirname, "../..");
/** What all tests of a file write goes into one folder, which the first {@link placeAt} of it makes. */
export const base = join(root, ".local/imports", randomBytes(6).toString("hex"));
const command = join(root, "provider/bin/pulumi-tenant.js");

const secret = () => randomBytes(20).toString("hex");
const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
export const secrets = {
  corp: secret(),
  sms: secret(),
  api: `${secret()}\n`,
  hidden: secret(),
  header: secret(),
  named: secret(),
  password: secret(),
  key: key.toString().split("\n")[1] ?? "",
};
const gateway = [`https://user:${secrets.password}`, "sms.example.com/send"].join("@");

/** Text that would leave a string or a comment of a careless generator. */
const hostile = ["*/ `$", "{process.exit()}` \"' \u2028 \\ </script>\n// "].join("");

/** A script of a database, with text that would leave a template of a careless generator. */
export const script = ["function login(email, password, callback) {", `  // ${hostile}`, "}", ""].join("\n");

/** An e-mail of many lines. */
const letter = Array.from(
  { length: 20 },
  (_, n) => `<p>{{ user.name }}, ${n}: ${hostile.replace(/\u2028/, "")}</p>`,
).join("\n");

export const seed: Seed = {
  clients: [{ client_id: "client0000000000000000000000shop", name: hostile }],
  roles: Array.from({ length: 50 }, (_, n) => ({ id: `rol_${String(n).padStart(16, "0")}`, name: `role ${n}` })),
  organizations: [
    { id: "org_0000000000000001", name: "north" },
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
    {
      name: "partner",
      enabled_clients: ["client0000000000000000000000shop"],
      strategy: "samlp",
      metadata: { fallback: "con_0000000000000001" },
      options: { debug: true, signInEndpoint: "https://idp.example.com/login" },
    },
    { name: "texts", strategy: "sms", options: { twilio_sid: "a", twilio_token: secrets.sms, gateway_url: gateway } },
    {
      name: "customers",
      strategy: "auth0",
      options: {
        configuration: { KEY: secrets.hidden },
        disable_signup: true,
        custom_headers: [{ name: "x-tenant", value: secrets.named }],
        customScripts: { login: script, get_user: script.replace(/\u2028/, "") },
      },
    },
    {
      name: "social",
      strategy: "oauth2",
      metadata: { note: gateway },
      options: { customHeaders: { Authorization: secrets.header }, scripts: { note: key } },
    },
  ],
  tokenExchangeProfiles: [
    {
      name: "Sessions",
      subject_token_type: "urn:example:session",
      action_id: "action-a",
      type: "custom_authentication",
    },
  ],
  customDomains: [{ domain: "login.example.com", type: "auth0_managed_certs" }],
  settings: [
    { id: "email-templates/welcome_email", template: "welcome_email", body: letter, enabled: true },
    ...["login", "signup"].map((prompt) => ({
      ...{ id: `prompts/${prompt}/custom-text/en`, texts: { [prompt]: { title: hostile } } },
    })),
    { id: "prompts/login/partials", partials: { login: { "form-content-end": `<p>${hostile}</p>` } } },
    {
      ...{ id: "prompts/login-id/screen/login-id/rendering", rendering_mode: "advanced" },
      head_tags: [{ tag: "script", attributes: { src: "https://cdn.example.com/login.js" } }],
    },
  ],
};

export interface Place {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Every argument that a CLI was started with. */
  readonly log: string;
}

/** A folder with a backend of its own. The CLI in it writes down its arguments, and fails where a test says so. */
export async function placeAt(name: string, tenant: Emulator): Promise<Place> {
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

export function run(
  { folder, env }: Place,
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<ExecResult> {
  return exec(process.execPath, [command, "import", "--out", join(folder, "project"), ...args], {
    cwd: folder,
    env: { ...outerEnvironment(), ...env, ...more },
    timeoutMs: 300_000,
  });
}

export function pulumi({ folder, env }: Place, args: readonly string[]): Promise<ExecResult> {
  const all = [...args, "--non-interactive", "--color", "never", "--stack", "dev"];
  return exec(String(env.PULUMI_CLI), all, {
    cwd: join(folder, "project"),
    env: { ...outerEnvironment(), ...env },
    timeoutMs: 300_000,
  });
}

/** Runs commands as a user copies them, with the CLI of the place and the package as it is here. */
export function inShell({ folder, env }: Place, script: string): Promise<ExecResult> {
  const programs = `pulumi() { "$PULUMI_CLI" "$@"; }\nnpx() { shift; '${process.execPath}' '${command}' "$@"; }\n`;
  return exec("sh", ["-ec", programs + script], {
    cwd: folder,
    env: { ...outerEnvironment(), ...env },
    timeoutMs: 300_000,
  });
}

/** All files of a place, by their paths. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, "utf8")] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** The program and what is around it. The CLI writes another text for a secret each time. */
export async function programIn({ folder }: Place): Promise<Record<string, string>> {
  const files = Object.entries(await filesIn(join(folder, "project")));
  return Object.fromEntries(files.filter(([path]) => !path.startsWith("Pulumi.dev")));
}

export async function stateOf(place: Place): Promise<Record<string, unknown>[]> {
  const { deployment } = JSON.parse((await pulumi(place, ["stack", "export", "--show-secrets"])).stdout);
  const ours = (deployment.resources as Record<string, unknown>[]).filter(({ type }) =>
    String(type).includes("tenant:"),
  );
  return ours
    .map(({ urn, id, inputs, outputs, protect }) => ({ urn, id, inputs, outputs, protect }))
    .toSorted((a, b) => (String(a.urn) < String(b.urn) ? -1 : 1));
}

export const writesAt = (tenant: Emulator) =>
  tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");

/**
 * Tests of imports that end too early, each with the words by which they do and the command of the CLI that fails: after
 * another run, program and state are those of an import that was not interrupted.
 */
export function interrupted(cases: readonly (readonly [name: string, at: string])[]): void {
  describe("an interrupted import", () => {
    let own: Emulator;
    let whole: Place;
    beforeAll(async () => {
      own = await startEmulator({ seed: { ...seed, resourceServers: seed.resourceServers?.slice(-3) ?? [] } });
      whole = await placeAt("unbroken", own);
      expect((await run(whole, [])).code).toBe(0);
    });
    afterAll(() => own?.close());

    test.each(cases)("%s ends in the same state as an uninterrupted one", async (name, at) => {
      const broken = await placeAt(`broken-${name.replaceAll(/\W+/g, "-")}`, own);
      expect((await run(broken, [], { FAIL_AT: at })).code).toBe(1);
      if (name.endsWith("locked")) await lock(broken);
      const { code, stdout, stderr } = await run(broken, []);
      expect(code, stdout + stderr).toBe(0);
      expect(await programIn(broken)).toEqual(await programIn(whole));
      expect(withoutMarks(await stateOf(broken))).toEqual(withoutMarks(await stateOf(whole)));
      expect(writesAt(own)).toEqual([]);
    });
  });
}

/** A state without the marks of its entries, which each import gives anew. */
function withoutMarks(state: unknown): unknown {
  return JSON.parse(JSON.stringify(state), (key, value) => (key === "mark" ? undefined : value));
}

/** What a CLI leaves behind that was killed while it changed the stack. */
async function lock({ folder }: Place): Promise<void> {
  const locks = join(folder, "backend/.pulumi/locks/organization/project/dev");
  await mkdir(locks, { recursive: true });
  // No process has this number.
  const content = { pid: 2 ** 30, username: "somebody", hostname: hostname(), timestamp: new Date().toISOString() };
  await writeFile(join(locks, "0b9e5a6c-0000-4000-8000-000000000000.json"), JSON.stringify(content));
}
