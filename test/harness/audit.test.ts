import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { audit } from "./audit.ts";

/** What the registry knows about packages: by name. */
type Advisories = Record<string, { id: number; severity: string; vulnerable_versions: string }[]>;

/** A folder with a lock file: one production dependency, one for development. */
async function checkout(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "audit-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const wanted = {
    name: "fixture",
    version: "1.0.0",
    dependencies: { shipped: "1.0.0" },
    devDependencies: { tool: "1.0.0" },
  };
  const lock = {
    name: "fixture",
    version: "1.0.0",
    lockfileVersion: 3,
    packages: {
      "": wanted,
      "node_modules/shipped": { version: "1.0.0" },
      "node_modules/tool": { version: "1.0.0", dev: true },
    },
  };
  await writeFile(join(root, "package.json"), JSON.stringify(wanted));
  await writeFile(join(root, "package-lock.json"), JSON.stringify(lock));
  return root;
}

async function listen(
  handle: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => handle(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A registry that answers as the public one does. */
function registry(known: Advisories): Promise<string> {
  return listen((request, body, response) => {
    const send = (value: unknown) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.url !== "/-/npm/v1/security/advisories/bulk") {
      const name = request.url?.slice(1) ?? "";
      return send({
        name,
        "dist-tags": { latest: "1.0.1" },
        versions: { "1.0.0": { name, version: "1.0.0" }, "1.0.1": { name, version: "1.0.1" } },
      });
    }
    const asked = JSON.parse((request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString());
    const entries = Object.keys(asked).flatMap((name) => (known[name] ? [[name, known[name].map(advisory)]] : []));
    send(Object.fromEntries(entries));
  });
}

const advisory = (entry: Advisories[string][number]) => ({
  ...entry,
  url: `https://advisories.example.com/${entry.id}`,
  title: `Problem ${entry.id}`,
});

/** npm as it is for another user: none of this machine's settings, and a cache of its own. */
async function ask(root: string, address: string, timeoutMs = 30_000) {
  const { PATH, npm_execpath } = process.env;
  const env = {
    PATH,
    ...(npm_execpath && { npm_execpath }),
    HOME: root,
    npm_config_registry: address,
    npm_config_cache: join(root, "cache"),
  };
  return audit({ root, env, timeoutMs });
}

const bad = (severity: string, id = 1) => ({ id, severity, vulnerable_versions: "<1.0.1" });

test.each<[string, Advisories, unknown[]]>([
  ["no advisory", {}, []],
  ["an advisory for other versions", { shipped: [{ ...bad("critical"), vulnerable_versions: ">=2" }] }, []],
  ["a low advisory in production", { shipped: [bad("low")] }, []],
  ["a low advisory in development", { tool: [bad("low")] }, []],
  ["a moderate advisory in development", { tool: [bad("moderate")] }, []],
  [
    "a moderate advisory in production",
    { shipped: [bad("moderate", 7)] },
    [expect.stringMatching(/^shipped: moderate, in production: Problem 7 \(https:\S+\/7\); affects <1\.0\.1; .*fix/)],
  ],
  [
    "high advisories in development and production, each once",
    { tool: [bad("high", 3), bad("low", 4)], shipped: [bad("critical", 5)] },
    [
      expect.stringMatching(/^shipped: critical, in production: Problem 5/),
      expect.stringMatching(/^tool: high, in development: Problem 3/),
    ],
  ],
])("the audit of dependencies reports the problems of %s", async (_name, known, problems) => {
  expect(await ask(await checkout(), await registry(known))).toEqual({ problems });
});

test("a registry that refuses, answers HTML or is unreachable leaves the audit unchecked, with the reason", async () => {
  const root = await checkout();
  const refusing = await listen((_request, _body, response) => response.writeHead(405).end());
  expect(await ask(root, refusing)).toEqual({ unchecked: expect.stringContaining("405") });
  const strange = await listen((_request, _body, response) => response.writeHead(200).end("<html>welcome</html>"));
  expect(await ask(root, strange)).toEqual({ unchecked: expect.stringMatching(/\S/) });
  // Nothing listens there.
  expect(await ask(root, "http://127.0.0.1:9/")).toEqual({ unchecked: expect.stringContaining("ECONNREFUSED") });
});

test("a registry that never responds leaves the audit unchecked after the time limit", async () => {
  const root = await checkout();
  const silent = await listen(() => {});
  const since = performance.now();
  expect(await ask(root, silent, 3_000)).toEqual({ unchecked: expect.stringMatching(/\S/) });
  expect(performance.now() - since).toBeLessThan(30_000);
});

test("a folder without a lock file leaves the audit unchecked", async () => {
  const root = await checkout();
  await rm(join(root, "package-lock.json"));
  expect(await ask(root, await registry({}))).toEqual({ unchecked: expect.stringMatching(/\S/) });
});
