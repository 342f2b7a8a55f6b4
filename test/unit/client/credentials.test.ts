import { spawn } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Agent, type Dispatcher } from "undici";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { TenantClient } from "../../../provider/src/client/index.ts";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../../provider/src/lifecycle/program/engine-run.ts";
import type { ResourceType } from "../../../provider/src/lifecycle/resource-type.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { connectionType } from "../../../provider/src/types/connection/calls.ts";
import { organizationMemberRolesType } from "../../../provider/src/types/organization/calls.ts";
import { resourceServerType } from "../../../provider/src/types/resource-server/calls.ts";
import { inProcess, oneClientEach } from "../../harness/in-process.ts";
import { MiniEngine } from "../../harness/mini-engine.ts";
import { previewText } from "../helpers/preview.ts";

const secret = () => `${randomBytes(18).toString("base64url")}+/=${randomBytes(6).toString("hex")}`;
const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

/** A transport that notes where requests go, as a proxy or an access log on the way would. */
class Noting extends Agent {
  readonly targets: string[] = [];
  readonly tokens = new Set<string>();

  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.targets.push(`${options.method} ${String(options.origin)}${options.path}`);
    const { authorization } = (options.headers ?? {}) as Record<string, string>;
    if (authorization !== undefined) this.tokens.add(authorization.replace(/^Bearer /, ""));
    return super.dispatch(options, handler);
  }
}

/** The ways in which a text can be written in a URL, a log or a message. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  const lines = text.split("\n").filter((line) => line.length > 20 && !line.startsWith("-----"));
  const whole = [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), bytes.toString("base64url")];
  return [...whole, new URLSearchParams({ x: text }).toString().slice(2), bytes.toString("hex"), ...lines];
}

function expectNone(texts: Iterable<string>, secrets: Iterable<string>): void {
  const forbidden = [...secrets].flatMap(spellings);
  for (const text of texts) for (const spelling of forbidden) expect(text).not.toContain(spelling);
}

const credentials = {
  "a client secret": ({ clientId, clientSecret }: Emulator) => ({
    config: { "tenant:clientId": clientId, "tenant:clientSecret": clientSecret },
    secrets: [clientSecret],
  }),
  "a private key": () => ({
    config: { "tenant:clientId": "pipeline", "tenant:privateKey": privateKey, "tenant:keyId": "key-1" },
    secrets: [privateKey],
  }),
  "a ready token": (tenant: Emulator) => {
    const token = tenant.issueToken();
    return { config: { "tenant:token": token }, secrets: [token] };
  },
};

interface Program {
  readonly type: ResourceType;
  readonly versions: readonly JsonObject[];
  readonly secrets: readonly string[];
}

/** For every resource type two versions of a program that declare all the secrets they can, and those secrets. */
const programs = {
  ResourceServer: () => {
    const secrets = [secret(), secret()];
    const identifier = "https://orders.example.com";
    const versions = secrets.map((signingSecret) => ({ identifier, signingAlg: "HS256", signingSecret }));
    return { type: resourceServerType, versions, secrets };
  },
  Connection: () => {
    const secrets = [secret(), secret()];
    const options = { type: "back_channel", issuer: "https://idp.example.com/", client_id: "a" };
    const versions = secrets.map((client_secret, n) => ({
      ...{ name: "corp", strategy: "oidc", enabledClients: [`client-${n}`] },
      options: { ...options, client_secret },
    }));
    return { type: connectionType, versions, secrets };
  },
  OrganizationMemberRoles: (tenant: Emulator) => {
    const organizationId = String(tenant.organizations.create({ name: "example" }).id);
    const userId = "auth0|0123456789abcdef";
    tenant.organizationMembers.add(organizationId, userId);
    const roles = [1, 2].map((n) => String(tenant.roles.create({ name: `role ${n}` }).id));
    const versions = roles.map((role) => ({ organizationId, userId, roles: [role] }));
    return { type: organizationMemberRolesType, versions, secrets: [] };
  },
};

const ways = (Object.keys(credentials) as (keyof typeof credentials)[]).flatMap((way) =>
  (Object.keys(programs) as (keyof typeof programs)[]).map((name) => [name, way] as const),
);

afterEach(() => void vi.restoreAllMocks());

describe("the lifecycle", () => {
  it.each(ways)("of %s with %s: no URL, no log line and no message contains a secret", async (name, way) => {
    const client = { clientId: "pipeline", publicKeyPem: publicKey, keyId: "key-1" };
    const tenant = await startEmulator({ clients: [client] });
    onTestFinished(() => tenant.close());
    const { config, secrets: ours }: { config: Record<string, string>; secrets: string[] } = credentials[way](tenant);
    const { type, versions, secrets: declared }: Program = programs[name](tenant);
    const dispatcher = new Noting();
    onTestFinished(() => dispatcher.close());

    const said: string[] = [];
    const say = (...parts: unknown[]) => void said.push(parts.map(String).join(" "));
    for (const level of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, level).mockImplementation(say);
    const retries = { baseMs: 1, capMs: 2 };
    const connect = oneClientEach(
      (settings) => new TenantClient({ ...settings, debug: true }, { dispatcher, retries, onLog: say }),
    );
    const engine = new MiniEngine(
      inProcess(() => new Lifecycle(type, connect, new EngineRun()), { ...config, "tenant:domain": tenant.domain }),
    );
    const [first = {}, second = {}] = versions;
    const failures: string[] = [];
    const run = async (program: Record<string, JsonObject>) => {
      for (const { failure } of await engine.up(program))
        if (failure) failures.push(String(failure), failure.stack ?? "");
      await engine.refresh().catch((error: Error) => failures.push(String(error), error.stack ?? ""));
    };

    // What the service answers holds all the secrets that it was sent, in refusals and in place of what it should answer.
    const echo = JSON.stringify({
      statusCode: 400,
      message: [...ours, ...declared.slice(0, 1)].join(" "),
      errorCode: "invalid_body",
    });
    for (const status of [400, 401, 403, 409, 503, 200] as const) {
      tenant.inject({ kind: "status", status, body: echo, path: "/api/v2", times: 6 });
      await run({ it: first });
      tenant.clearFaults();
    }
    tenant.inject({ kind: "reset-after", path: "/api/v2", times: 1 });
    await run({ it: { ...first, adopt: true } });
    if (way !== "a ready token") tenant.revokeTokens();
    await run({ it: { ...second, adopt: true } });
    for (const status of [400, 403, 500] as const) {
      tenant.inject({ kind: "status", status, body: echo, path: "/oauth/token", times: 6 });
      if (way !== "a ready token") tenant.revokeTokens();
      await run({ it: { ...first, adopt: true } });
      tenant.clearFaults();
    }
    await run({});

    expect(engine.state.size).toBe(0);
    expect(dispatcher.targets.length).toBeGreaterThan(15);
    expect(failures.length).toBeGreaterThan(5);
    expect(said.some((line) => line.startsWith("tenant: "))).toBe(true);
    const secrets = [...ours, ...declared, ...dispatcher.tokens];
    expectNone(dispatcher.targets, secrets);
    expectNone(said, secrets);
    expectNone(failures, secrets);
    for (const target of dispatcher.targets)
      expect(target).toMatch(new RegExp(`^[A-Z]+ ${tenant.url}/(api/v2|oauth/token)`));
  });
});

describe("a started process", () => {
  // The commands as they are published, so the package has to be built first.
  const main = fileURLToPath(new URL("../../../provider/dist/commands/main.js", import.meta.url));
  const stub = `#!/usr/bin/env node
const { writeFileSync } = require("node:fs");
writeFileSync(process.env.NOTED, JSON.stringify({ argv: process.argv, execArgv: process.execArgv, env: process.env }));
process.stdout.write(process.env.PREVIEW);
`;

  it("drift: the CLI's arguments contain no secret, and its environment gets no new variable", async () => {
    const folder = await mkdtemp(join(tmpdir(), "credentials-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // Found on the PATH, as the real one is.
    await writeFile(join(folder, "pulumi"), stub, { mode: 0o755 });
    const secrets = {
      TENANT_CLIENT_SECRET: secret(),
      PULUMI_CONFIG_PASSPHRASE: secret(),
      PULUMI_ACCESS_TOKEN: secret(),
    };
    const env = {
      ...secrets,
      PATH: `${folder}:${process.env.PATH}`,
      NOTED: join(folder, "noted.json"),
      PREVIEW: previewText([{ name: "a", was: {}, is: {} }]),
      TENANT_DOMAIN: "tenant.example.com",
      TENANT_CLIENT_ID: "client-1",
    };
    const child = spawn(process.execPath, [main, "drift", "--stack", "dev", "--", "--target", "a"], {
      cwd: folder,
      env,
    });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (piece: Buffer) => {
        printed += piece;
      });
    }
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    const noted = JSON.parse(await readFile(env.NOTED, "utf8"));
    expectNone([noted.argv.join(" "), noted.execArgv.join(" "), printed], Object.values(secrets));
    // The secrets of the environment are the CLI's to have; none of them is in a place of its own.
    const known = Object.entries(env);
    const added = Object.entries<string>(noted.env).filter(
      ([key, value]) => !known.some(([k, v]) => k === key && v === value),
    );
    expectNone(
      added.map(([key, value]) => `${key}=${value}`),
      Object.values(secrets),
    );
  });

  it.each(["drift", "events", "emulator"])("%s takes no secret as an argument", async (command) => {
    const child = spawn(process.execPath, [main, command, "--help"], { stdio: ["ignore", "pipe", "inherit"] });
    let help = "";
    child.stdout.on("data", (piece: Buffer) => {
      help += piece;
    });
    await new Promise((resolve) => child.on("close", resolve));
    const options = help.match(/^ +(-\w, )?--[\w-]+.*$/gm) ?? [];
    expect(options.length).toBeGreaterThan(2);
    for (const option of options) expect(option.split(/ {2,}/)[1]).not.toMatch(/secret|token|password|key/i);
  });
});
