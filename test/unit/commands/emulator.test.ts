import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { send } from "../emulator/client.ts";

// the command as it is published, so the package has to be built first
const main = fileURLToPath(new URL("../../../provider/dist/commands/main.js", import.meta.url));
const children: ChildProcessWithoutNullStreams[] = [];

interface Run {
  readonly child: ChildProcessWithoutNullStreams;
  /** What was written so far. */
  readonly text: { stdout: string; stderr: string };
  /** Resolves once the stream holds the pattern; rejects when the command ends without it. */
  seen(stream: "stdout" | "stderr", pattern: RegExp): Promise<void>;
  /** The exit code, or the signal it died of, once all output has been read. */
  readonly ended: Promise<number | string>;
}

function run(args: string[], env: Record<string, string> = {}): Run {
  const { TENANT_CLIENT_SECRET: _, ...inherited } = process.env;
  return started(spawn(process.execPath, [main, ...args], { env: { ...inherited, ...env } }));
}

function started(child: ChildProcessWithoutNullStreams): Run {
  children.push(child);
  const text = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      text[stream] += chunk;
    });
  }
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  const seen = (stream: "stdout" | "stderr", pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => pattern.test(text[stream]) && resolve();
      child[stream].on("data", look);
      look();
      ended.then(() => reject(new Error(`ended without ${pattern}: ${JSON.stringify(text)}`)), reject);
    });
  return { child, text, seen, ended };
}

beforeAll(() => {
  if (!existsSync(main)) throw new Error("provider/dist is missing: build the package first (tsc -p provider)");
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

describe("pulumi-tenant emulator", () => {
  test("--tls serves HTTPS, and --cert-out writes the certificate to the given file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "emulator-cert-"));
    try {
      const file = join(folder, "ca.pem");
      const { child, text, seen, ended } = run(["emulator", "--tls", "--cert-out", file]);
      await seen("stdout", /TENANT_CLIENT_SECRET=\S+\n[^\n]*\n/);
      expect(text.stdout).toContain(`export NODE_EXTRA_CA_CERTS=${file}`);
      const [, url] = /TENANT_DOMAIN=(https:\S+)/.exec(text.stdout) ?? [];
      const [answer] = await once(get(`${url}/api/v2/roles`, { ca: await readFile(file, "utf8") }), "response");
      expect(answer.statusCode).toBe(401);
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("an emulator whose certificate cannot be written ends with the reason", async () => {
    const { text, ended } = run(["emulator", "--tls", "--cert-out", join("does", "not", "exist")]);
    expect(await ended).toBe(1);
    expect(text.stderr).toContain("cannot be written (ENOENT)");
  });

  test("--cert-out without --tls is wrong usage", async () => {
    const { text, ended } = run(["emulator", "--cert-out", "ca.pem"]);
    expect(await ended).toBe(2);
    expect(text.stderr).toContain("--cert-out needs --tls");
  });

  test("prints the variables to export, shows requests without secrets, and ends with 0 on a signal", async () => {
    const { child, text, seen, ended } = run(["emulator", "--client-id", "demo"]);
    await seen("stdout", /TENANT_CLIENT_SECRET=\S+\n/);
    const exported = Object.fromEntries(
      [...text.stdout.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(exported).toEqual({
      TENANT_DOMAIN: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      TENANT_CLIENT_ID: "demo",
      TENANT_CLIENT_SECRET: expect.stringMatching(/^[\w-]{32,}$/),
    });
    const fields = {
      grant_type: "client_credentials",
      client_id: exported.TENANT_CLIENT_ID,
      client_secret: exported.TENANT_CLIENT_SECRET,
      audience: `${exported.TENANT_DOMAIN}/api/v2/`,
    };
    const token = await send(`${exported.TENANT_DOMAIN}/oauth/token`, { method: "POST", body: JSON.stringify(fields) });
    expect(token.status).toBe(200);
    await send(`${exported.TENANT_DOMAIN}/api/v2/resource-servers?token=x`, {
      headers: { authorization: `Bearer ${token.body.access_token}` },
    });
    await seen("stderr", /GET \/api\/v2\/resource-servers\?token=\[redacted\] 400 \d+ ms \(resource-servers\.list\)\n/);
    expect(text.stderr).toMatch(/^POST \/oauth\/token 200 \d+ ms \(token\)\n/);
    expect(text.stderr).not.toContain(exported.TENANT_CLIENT_SECRET);
    expect(text.stderr).not.toContain(token.body.access_token);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  test.each([
    ["free", "2"],
    ["self-service", "10"],
    ["enterprise-nonproduction", "10"],
    ["enterprise-production", "50"],
  ])("--json prints one line and nothing else; the plan takes effect (%s)", async (plan, limit) => {
    const { child, text, seen, ended } = run(["emulator", "--json", "--plan", plan]);
    await seen("stdout", /\n/);
    const { url, clientId, clientSecret, ...rest } = JSON.parse(text.stdout);
    expect([typeof clientId, typeof clientSecret, rest]).toEqual(["string", "string", {}]);
    expect((await send(`${url}/api/v2/resource-servers`)).headers.get("x-ratelimit-limit")).toBe(limit);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(text.stdout.split("\n")).toHaveLength(2);
  });

  test("--fault makes requests fail after the given number of successes, as often as given", async () => {
    const faults = ["503:POST:/roles:after=1:times=2", "reset-after:DELETE:times=always", "429:/oauth/token"];
    const args = faults.flatMap((fault) => ["--fault", fault]);
    const { child, text, seen, ended } = run(["emulator", "--json", ...args]);
    await seen("stdout", /\n/);
    const { url, clientId: client_id, clientSecret: client_secret } = JSON.parse(text.stdout);
    const fields = { grant_type: "client_credentials", client_id, client_secret, audience: `${url}/api/v2/` };
    const token = () => send(`${url}/oauth/token`, { method: "POST", body: JSON.stringify(fields) });
    expect((await token()).status).toBe(429);
    const { access_token } = (await token()).body;
    const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
    const create = async (name: string) =>
      (await send(`${url}/api/v2/roles`, { method: "POST", headers, body: JSON.stringify({ name }) })).status;
    expect([await create("a"), await create("b"), await create("b"), await create("b")]).toEqual([200, 503, 503, 200]);
    const roles = async () => (await send(`${url}/api/v2/roles`, { headers })).body as { id: string; name: string }[];
    for (const { id } of await roles()) {
      await expect(send(`${url}/api/v2/roles/${id}`, { method: "DELETE", headers })).rejects.toThrow("fetch failed");
    }
    expect(await roles()).toEqual([]);
    await seen("stderr", /DELETE \/api\/v2\/roles\/\w+ reset \d+ ms \(roles\.delete, fault reset-after\)\n/);
    expect(text.stderr).toMatch(/POST \/api\/v2\/roles 503 \d+ ms \(fault status\)\n/);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  test.each([[["--json"]], [[]]])("a secret from the environment is used and not printed (%j)", async (flags) => {
    const secret = randomBytes(16).toString("hex");
    const { child, text, seen, ended } = run(["emulator", ...flags], { TENANT_CLIENT_SECRET: secret });
    await seen("stdout", /(CLIENT_ID=|"clientId":).*\n/);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text.stdout)?.[0];
    const client_id = /emulator-\w+/.exec(text.stdout)?.[0];
    const audience = `${url}/api/v2/`;
    const body = { grant_type: "client_credentials", client_id, client_secret: secret, audience };
    expect((await send(`${url}/oauth/token`, { method: "POST", body: JSON.stringify(body) })).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(text.stdout + text.stderr).not.toContain(secret);
  });
});

const planNames = ["unlimited", "free", "self-service", "enterprise-nonproduction", "enterprise-production"];

describe("exit codes", () => {
  test.each([
    ["no command", [], 2, /Usage/],
    ["unknown command", ["emulate"], 2, /unknown command/],
    ["unknown option", ["emulator", "--prot", "1"], 2, /unknown option/],
    ["a port that is none", ["emulator", "--port", "65536"], 2, /whole number from 0 to 65535/],
    [
      "a plan that is none",
      ["emulator", "--plan", "gold"],
      2,
      new RegExp(`'gold' is invalid.* ${planNames.join(", ")}\\.`),
    ],
    ["an argument too many", ["emulator", "x"], 2, /too many arguments/],
    [
      "a fault of no kind",
      ["emulator", "--fault", "down:POST"],
      2,
      /'down:POST' is invalid\. "down" is wrong: expected a status from 200 to 599, or one of reset-before, .*, slow\./,
    ],
    ["help with the kinds of faults", ["emulator", "--help"], 0, /reset-before, reset-after, hang, .*\n.*slow\./],
    [
      "a seed that is not there",
      ["emulator", "--seed", "/none.json"],
      1,
      /^error: \/none\.json: cannot be read \(ENOENT\)\n$/,
    ],
    ["help", ["--help"], 0, /emulator .*run a tenant in memory/],
    ["help for a command", ["help", "emulator"], 0, /--latency <ms>/],
    ["help with the plans", ["emulator", "--help"], 0, new RegExp(planNames.map((name) => `"${name}"`).join(",\\s+"))],
    ["version", ["--version"], 0, /^\d+\.\d+\.\d+\n$/],
  ])("%s", async (_, args, code, output) => {
    const { text, ended } = run(args);
    expect(await ended).toBe(code);
    expect(code === 0 ? text.stdout : text.stderr).toMatch(output);
    expect(code === 0 ? text.stderr : text.stdout).toBe("");
  });
});
