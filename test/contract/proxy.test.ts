import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { providerCode } from "../../provider/src/schema/provider-code.ts";
import { exec } from "../harness/exec.ts";
import { startHost } from "../harness/host-process.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { type Listening, startProxy, startTls, type TestProxy } from "../harness/proxy.ts";
import { makeProject, type TemporaryProject } from "./project.ts";

// No resolver knows the name: what reaches the tenant came through the proxy.
const name = "tenant.example.com";
const user = "user@example.com";
const password = `${randomBytes(9).toString("hex")}:%`;
const code = providerCode("resourceServer", true);
const orders = { identifier: "https://orders.example.com", name: "Orders" };
const bin = join(import.meta.dirname, "../../provider/bin/pulumi-tenant.js");

let tenant: Emulator;
let tls: Listening;
let project: TemporaryProject;
let trusted: string;
beforeAll(async () => {
  tenant = await startEmulator();
  const front = await startTls(name, Number(new URL(tenant.url).port));
  tls = front;
  project = await makeProject();
  trusted = join(project.folder, "certificate.pem");
  await writeFile(trusted, front.certificate);
});
afterAll(async () => {
  await tls.close();
  await tenant.close();
  await project.remove();
});

async function proxy(login?: string): Promise<TestProxy> {
  const started = await startProxy({ to: tls.port, ...(login !== undefined && { login }) });
  onTestFinished(() => started.close());
  return started;
}

/** Whatever proxy this machine has does not count. */
const none = { https_proxy: "", HTTPS_PROXY: "", http_proxy: "", HTTP_PROXY: "", no_proxy: "", NO_PROXY: "" };

const settings = () => ({
  ...none,
  TENANT_DOMAIN: name,
  TENANT_CLIENT_ID: tenant.clientId,
  TENANT_CLIENT_SECRET: tenant.clientSecret,
  TENANT_AUDIENCE: `${tenant.url}/api/v2/`,
  NODE_EXTRA_CA_CERTS: trusted,
});

async function provider(env: Readonly<Record<string, string>>) {
  const host = await startHost({ cwd: project.folder, env: { ...settings(), ...env } });
  onTestFinished(() => host.close());
  return { host, engine: new MiniEngine(host.port, code) };
}

/** What a preview, an `up` and a refresh would print about it. */
async function complaint(env: Readonly<Record<string, string>>): Promise<string> {
  const { host, engine } = await provider(env);
  const [step] = await engine.up({ orders });
  expect(step?.failure).toBeDefined();
  return `${step?.failure?.message} ${host.output()}`;
}

test.each(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY"])(
  "the provider reaches its tenant through the proxy of %s",
  async (variable) => {
    const through = await proxy(`${user}:${password}`);
    const url = `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${through.host}`;
    const { host, engine } = await provider({ [variable]: url, TENANT_LOG: "debug" });
    expect(await engine.up({ orders })).toEqual([{ name: "orders", op: "create" }]);
    expect(await engine.refresh()).toEqual([{ name: "orders", op: "same" }]);
    expect(await engine.up({})).toEqual([{ name: "orders", op: "delete" }]);
    // Token requests and calls alike.
    expect(new Set(through.asked)).toEqual(new Set([`${name}:443`]));
    expect(through.forwarded).toEqual([]);
    expect(host.output()).toContain("POST /oauth/token");
    for (const secret of [password, encodeURIComponent(password), user]) expect(host.output()).not.toContain(secret);
  },
);

test("a proxy may be named without a scheme", async () => {
  const through = await proxy();
  const { engine } = await provider({ HTTPS_PROXY: through.host });
  expect(await engine.up({ orders })).toEqual([{ name: "orders", op: "create" }]);
  expect(await engine.up({})).toEqual([{ name: "orders", op: "delete" }]);
});

test("the event stream goes through the proxy", async () => {
  const through = await proxy(`${user}:${password}`);
  const url = `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${through.host}`;
  const child = spawn(process.execPath, [bin, "events", "--json"], {
    env: { PATH: process.env.PATH, ...settings(), HTTPS_PROXY: url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  const listening = new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed.includes("listening")) resolve();
    });
    child.once("exit", () => reject(new Error(printed)));
  });
  await listening;
  const line = once(child.stdout.setEncoding("utf8"), "data");
  tenant.connections.create({ name: "corp", strategy: "oidc", options: { client_id: "a" } });
  expect(JSON.parse(String(await line))).toMatchObject({ type: "connection.created" });
  expect(new Set(through.asked)).toEqual(new Set([`${name}:443`]));
  expect(printed).not.toContain(password);
});

test("hosts of NO_PROXY and loopback addresses are reached without the proxy", async () => {
  const through = await proxy();
  const env = { HTTPS_PROXY: `http://${through.host}`, HTTP_PROXY: `http://${through.host}` };
  expect(await complaint({ ...env, NO_PROXY: "other.example.com, .example.com" })).toMatch(/ENOTFOUND|EAI_AGAIN/);
  const { engine } = await provider({ ...env, TENANT_DOMAIN: tenant.domain });
  expect(await engine.up({ orders })).toEqual([{ name: "orders", op: "create" }]);
  expect(await engine.up({})).toEqual([{ name: "orders", op: "delete" }]);
  expect([...through.asked, ...through.forwarded]).toEqual([]);
});

test("a refusal by the proxy is distinguished from the tenant's, at once and without the proxy's password", async () => {
  const through = await proxy(`${user}:another`);
  const said = await complaint({ HTTPS_PROXY: `http://user:${encodeURIComponent(password)}@${through.host}` });
  expect(said).toContain(`the proxy ${through.host} (HTTPS_PROXY) answered 407`);
  expect(said).toContain(
    `Check the proxy's URL in the named variable, with user and password if the proxy requires them`,
  );
  expect(said).not.toContain(password);
  expect(said).not.toContain(encodeURIComponent(password));
  expect(through.asked).toEqual([`${name}:443`]);
});

test("an unreachable proxy is named", async () => {
  const gone = await startProxy({ to: tls.port });
  await gone.close();
  const said = await complaint({ HTTPS_PROXY: `http://user:${encodeURIComponent(password)}@${gone.host}` });
  expect(said).toContain(`the proxy ${gone.host} (HTTPS_PROXY) could not be reached (ECONNREFUSED)`);
  expect(said).not.toContain(encodeURIComponent(password));
});

test.each([
  ["without a host", "http", ""],
  ["of another kind", "ftp", "proxy.example.com"],
])("a proxy %s is refused before anything is sent", async (_, scheme, host) => {
  const login = `user:${encodeURIComponent(password)}`;
  const env = { PATH: process.env.PATH, ...settings(), HTTPS_PROXY: `${scheme}://${login}@${host}` };
  const { code: exit, stderr } = await exec(process.execPath, [bin, "events"], { env, timeoutMs: 30_000 });
  expect(exit).toBe(1);
  expect(stderr).toMatch(/HTTPS_PROXY of the environment must be a URL such as http:\/\/proxy\.example\.com:8080/);
  expect(stderr).not.toContain(encodeURIComponent(password));
});
