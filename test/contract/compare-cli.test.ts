import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { type Seed, startEmulator } from "../../provider/src/emulator/index.ts";
import { type CommandLine, runHere } from "../harness/command.ts";
import { compileCache } from "../harness/compile-cache.ts";
import { exec } from "../harness/exec.ts";
import { wholeTenant } from "../harness/whole-tenant.ts";

// The compiled command, so the package has to be built first.
const commands = fileURLToPath(new URL("../../provider/dist/commands", import.meta.url));
const main = join(commands, "main.js");

let run: CommandLine;
beforeAll(async () => {
  if (!existsSync(main)) throw new Error("provider/dist is missing: build the package first");
  ({ run } = await import(join(commands, "run.js")));
});

interface Folder {
  readonly path: string;
  write(name: string, text: string): Promise<void>;
  compare(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }>;
}

function compareIn(cwd: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return runHere(run, ["compare", ...args], { cwd, env: { PATH: process.env.PATH, ...env } });
}

async function folder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "compare-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return {
    path,
    write: (name, text) => writeFile(join(path, name), text),
    compare: (...args) => compareIn(path, {}, ...args),
  };
}

/** The seeds of dev and prod: other names and ids, and a few differences. */
function seeds(): { readonly dev: string; readonly prod: string } {
  const dev = JSON.stringify(wholeTenant)
    .replaceAll("orders.example.com", "orders.dev.example.com")
    .replaceAll("portal.example.com", "portal.dev.example.com")
    .replaceAll("stock.example.com", "stock.dev.example.com");
  const prod = JSON.parse(
    JSON.stringify(wholeTenant)
      .replaceAll(/((?:con|org|rol|lst|acl|cgr|tep|cd)_)0{8}/g, "$177777777")
      .replaceAll("examplePortal0", "examplePortal7")
      .replaceAll('"session_lifetime":24', '"session_lifetime":48'),
  ) as { [Name in keyof Seed]: Record<string, unknown>[] };
  prod.roles?.push({ id: "rol_7777777777777777", name: "Intern \u001b[31m\n::error::x" });
  const [login] = (prod.connections ?? []) as { options: Record<string, unknown> }[];
  if (login) login.options = { ...login.options, client_secret: "not the secret of dev", type: "front_channel" };
  return { dev, prod: JSON.stringify(prod) };
}

test("a comparison of two seeds tells ids, names and secrets apart, and --learn explains the names", async () => {
  const { write, compare, path } = await folder();
  const { dev, prod } = seeds();
  await write("dev.json", dev);
  await write("prod.json", prod);
  const sides = ["--seed", "dev.json", "--seed", "prod.json"];

  const before = await compare(...sides);
  expect(before.code).toBe(7);
  expect(before.stdout).toContain(
    'ResourceServer "https://orders.dev.example.com" (000000000000000000000001) [resource]',
  );

  expect((await compare(...sides, "--learn")).code).toBe(0);
  const learned = await readFile(join(path, "tenant-compare.yaml"), "utf8");
  expect(learned).toContain("replacements:\n  - from: dev.example.com\n    to: example.com\n");
  // Neither a safeguard nor a secret.
  expect(learned).not.toMatch(/options\.type|client_secret|sessionLifetime/);

  const after = await compare(...sides);
  expect(after.code).toBe(7);
  expect(after.stdout.split("\n").slice(0, 13)).toEqual([
    "Differences that matter for security (dev.json → prod.json):",
    '  Connection "north-logins"',
    '    options.type: "back_channel" → "front_channel" [property]',
    "      `front_channel` is the implicit flow: tokens pass through the browser.",
    "    options.client_secret: [secret] → [secret], another value [secret]",
    "  TenantSettings",
    "    sessionLifetime: 24 → 48 [property]",
    "      Anyone with access to a user's device can use an open session without the password.",
    "",
    "Missing in dev.json:",
    '  Role "Intern \\u001b[31m ::error::x" (rol_7777777777777777) [resource]',
    "",
    "By type:",
  ]);
  expect(after.stdout).toMatch(/dev.json and prod.json differ: 2 different, 1 missing in dev.json, \d+ the same\n$/);

  const turned = await compare("--seed", "prod.json", "--seed", "dev.json", "--json");
  expect(JSON.parse(turned.stdout)).toMatchObject({
    same: false,
    sides: ["prod.json", "dev.json"],
    different: [
      {
        type: "Connection",
        changes: [
          { was: "front_channel", is: "back_channel", remedy: "property" },
          { path: "options.client_secret", remedy: "secret" },
        ],
      },
      { type: "TenantSettings", changes: [{ path: "sessionLifetime" }] },
    ],
    missing: [{ type: "Role", on: 1 }],
    idle: [],
  });
  for (const { stdout, stderr } of [before, after, turned]) {
    expect(stdout + stderr).not.toContain("\u001b");
    expect(stdout + stderr).not.toMatch(/not the secret of dev|hush/);
  }
});

test("a type that one token cannot read is named, and none of its objects is reported as missing", async () => {
  const { write, compare } = await folder();
  const scopes = ["read:resource_servers", "read:clients", "read:roles", "read:organizations"];
  const dev = await startEmulator({ seed: wholeTenant });
  const clients = [{ clientId: "reader", clientSecret: "reader-secret", scopes }];
  const prod = await startEmulator({ seed: wholeTenant, clients });
  onTestFinished(async () => {
    await dev.close();
    await prod.close();
  });
  await write("dev.env", variables(dev.domain, dev.clientId, dev.clientSecret));
  await write("prod.env", variables(prod.domain, "reader", "reader-secret"));
  const { code, stdout } = await compare("--tenant", "dev.env", "--tenant", "prod.env");
  expect(code).toBe(7);
  expect(stdout).toContain("Not compared, because reading failed:");
  expect(stdout).toMatch(
    new RegExp(`connections, in ${prod.domain.replace(/^https?:../, "")}: all connections: .*read:connections`),
  );
  expect(stdout).not.toContain("Missing in");
  await write("again.env", variables(`${dev.domain}/`, dev.clientId, dev.clientSecret));
  const twice = await compare("--tenant", "dev.env", "--tenant", "again.env");
  expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining("both sides are 127.0.0.1")]);
});

test("the nightly script of the example compares two tenants with credentials that are in no file", async () => {
  const { write, path } = await folder();
  const [dev, prod] = [await startEmulator({ seed: wholeTenant }), await startEmulator({ seed: wholeTenant })];
  onTestFinished(async () => {
    await dev.close();
    await prod.close();
  });
  const npx = `#!/usr/bin/env bash\nshift 2\nexec "${process.execPath}" "${main}" "$@"\n`;
  await write("npx", npx);
  await chmod(join(path, "npx"), 0o755);
  const script = fileURLToPath(new URL("../../examples/gitops/ci/compare.sh", import.meta.url));
  const env = {
    ...compileCache,
    PATH: `${path}${delimiter}${process.env.PATH}`,
    FROM_TENANT_DOMAIN: dev.domain,
    FROM_TENANT_CLIENT_ID: dev.clientId,
    FROM_TENANT_CLIENT_SECRET: dev.clientSecret,
    TO_TENANT_DOMAIN: prod.domain,
    TO_TENANT_CLIENT_ID: prod.clientId,
    TO_TENANT_CLIENT_SECRET: prod.clientSecret,
  };
  const nightly = () => exec("bash", [script, "dev", "prod"], { cwd: path, env, timeoutMs: 60_000 });
  expect(await nightly()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/are the same in effect: \d+ the same\n/),
  });
  prod.roles.create({ name: "Intern" });
  prod.connections.setClients("users", []);
  expect((await nightly()).code).toBe(7);
  expect(await readFile(join(path, "drift/dev-prod.status"), "utf8")).toBe("7\n");
  const report = await readFile(join(path, "drift/dev-prod.md"), "utf8");
  expect(report).toContain('`Role "Intern"');
  expect(report).toContain("`enabledClients[]: ");
});

test("a side can be a tenant or a stack's state; the state has declared values only, its credentials are the stack's", async () => {
  const { write, path } = await folder();
  const tenant = await startEmulator({ seed: wholeTenant });
  onTestFinished(() => tenant.close());
  const type = "pulumi-nodejs:dynamic/tenant:Role";
  const role = (name: string, description: string) => {
    const args = { name, description };
    const outputs = { ...args, __tenant: "dev.tenants.example.com" };
    const urn = `urn:pulumi:dev::project::${type}::${name}`;
    return { urn, type, custom: true, id: `rol_${name.length}`, inputs: args, outputs };
  };
  const resources = [role("Orders admin", "May do everything with orders"), role("Orders reader", "Edited")];
  await write("state.json", JSON.stringify({ version: 3, deployment: { resources } }));
  const config = { domain: tenant.domain, clientId: tenant.clientId, clientSecret: tenant.clientSecret };
  await write(
    "config.json",
    JSON.stringify(Object.fromEntries(Object.entries(config).map(([key, value]) => [`tenant:${key}`, { value }]))),
  );
  await write("pulumi", '#!/bin/sh\nif [ "$1" = stack ]; then cat state.json; else cat config.json; fi\n');
  await chmod(join(path, "pulumi"), 0o755);
  const PULUMI_CLI = join(path, "pulumi");
  const sides = ["--stack", "dev", "--tenant-of", "prod"];
  // Credentials of the environment belong to another tenant.
  const other = { PULUMI_CLI, TENANT_CLIENT_SECRET: "of another tenant" };
  const { code, stdout, stderr } = await compareIn(path, other, ...sides, "--kinds", "Role", "--json");
  expect([code, stderr]).toEqual([7, ""]);
  expect(JSON.parse(stdout)).toMatchObject({
    sides: ["dev.tenants.example.com", expect.stringContaining("127.0.0.1")],
    different: [{ type: "Role", name: "Orders reader", changes: [{ path: "description", was: "Edited" }] }],
    missing: [],
    counts: [{ type: "Role", same: 1 }],
  });
  await write("config.json", "{}");
  const unset = await compareIn(path, { PULUMI_CLI, TENANT_DOMAIN: tenant.domain }, ...sides);
  expect(unset).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--tenant-of reads only the stack's configuration"),
  });
});

test("if one side cannot be read, the other one is stopped before the command ends", async () => {
  const { write, path } = await folder();
  const PULUMI_CLI = join(path, "pulumi");
  // `config` fails once `stack` runs, which would take minutes.
  execFileSync("mkfifo", [join(path, "began")]);
  const fails = 'read _ < began; echo "error: no such backend" >&2; exit 1';
  await write("pulumi", `#!/bin/sh\nif [ "$1" = stack ]; then echo > began; exec sleep 300; fi\n${fails}\n`);
  await chmod(PULUMI_CLI, 0o755);
  expect(await compareIn(path, { PULUMI_CLI }, "--stack", "dev", "--tenant-of", "prod")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no such backend"),
  });

  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  await write("dev.env", variables(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, "reader", "secret"));
  expect(await compareIn(path, {}, "--tenant", "dev.env", "--seed", "nowhere.json")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("nowhere.json"),
  });
});

test("the same side twice, a wrong number of sides and a wrong file are errors with a remedy", async () => {
  const { write, compare } = await folder();
  await write("seed.json", "{}");
  await write("other.json", "{}");
  const twice = await compare("--seed", "seed.json", "--seed", "seed.json");
  expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining("both sides are seed.json")]);
  const one = await compare("--seed", "seed.json");
  expect([one.code, one.stderr]).toEqual([2, expect.stringContaining("1 sides are named: name two")]);
  const sides = ["--seed", "seed.json", "--seed", "other.json"];
  const head = "sides:\n  from: seed.json\n  to: other.json\n";
  for (const [text, says] of [
    ["sides:\n  from: a\n  to: b\n", "names a and b, but seed.json and other.json are compared"],
    [`${head}replacements:\n  - {from: a-, to: b-}\n  - {from: b-, to: a-}\n`, 'lead in a circle: "a-" → "b-" → "a-"'],
    [
      `${head}same:\n  - {type: Cliet, from: a, to: b}\n`,
      'line 5: same.0.type: unknown type "Cliet". Did you mean "Client"?',
    ],
    [`${head}mayDiffer:\n  - {reason: all}\n`, "line 5: mayDiffer.0.type: expected the resource type"],
    [
      `${head}mayDiffer:\n  - {type: Client, property: "*", reason: all}\n`,
      'line 5: mayDiffer.0.property: "*" covers every property',
    ],
  ] as const) {
    await write("tenant-compare.yaml", text);
    const { code, stderr } = await compare(...sides);
    expect([code, stderr]).toEqual([1, expect.stringContaining(says)]);
  }
  await write("tenant-compare.yaml", `${head}replacements:\n  - {from: old-, to: ""}\n`);
  const idle = await compare(...sides);
  expect([idle.code, idle.stdout]).toEqual([0, expect.stringContaining('replacements: "old-" → ""')]);
});

function variables(domain: string, id: string, secret: string): string {
  return `TENANT_DOMAIN=${domain}\nTENANT_CLIENT_ID=${id}\nTENANT_CLIENT_SECRET=${secret}\n`;
}
