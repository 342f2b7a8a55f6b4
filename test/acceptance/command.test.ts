import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, type Seed, startEmulator } from "../../provider/src/emulator/index.ts";
import { runHere } from "../harness/command.ts";
import { compileCache } from "../harness/compile-cache.ts";
import { exec } from "../harness/exec.ts";
import { hasTerminal, onTerminal } from "../harness/terminal.ts";
import { wholeTenant } from "../harness/whole-tenant.ts";
import { runAcceptance } from "./command.ts";
import type { Noted } from "./manifest.ts";
import { sealOf } from "./manifest-files.ts";
import { settled } from "./runs.ts";

// What needs a process of its own, such as signals, runs the compiled package: it has to be built first.
const command = [
  "--import",
  join(import.meta.dirname, "../harness/compiled.mjs"),
  join(import.meta.dirname, "main.ts"),
];

/** The key with which this test and the command seal manifests. */
const machineKey = "0123";

let folder: string;
let tenant: Emulator;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "acceptance-"));
  tenant = await startEmulator({ seed: wholeTenant });
});
afterEach(async () => {
  await tenant.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  PATH: process.env.PATH,
  TENANT_DOMAIN: tenant.domain,
  TENANT_CLIENT_ID: tenant.clientId,
  TENANT_CLIENT_SECRET: tenant.clientSecret,
  TENANT_ACCEPTANCE_KEY: machineKey,
});

const accept = (...args: readonly string[]) => acceptWith({}, ...args);

const acceptWith = (more: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runHere(runAcceptance, args, { cwd: folder, env: { ...environment(), ...more }, timeoutMs: 110_000 });

/** The same in a process of its own. */
const acceptApart = (more: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  exec(process.execPath, [...command, ...args], {
    ...{ cwd: folder, env: { ...compileCache, ...environment(), ...more }, timeoutMs: 110_000 },
  });

/** Runs the command on a terminal, and answers its question: with a text, or with the result of what happens in the meantime. */
const atTerminal = (answer: string | (() => Promise<string>), ...args: readonly string[]) =>
  onTerminal([process.execPath, ...command, ...args], {
    cwd: folder,
    env: { ...compileCache, ...environment() },
    waitsFor: "Type yes:",
    types: async () => (typeof answer === "string" ? answer : answer()),
  });

/** Starts the command, and drops its output. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [...command, ...args], {
    cwd: folder,
    env: { ...compileCache, ...environment() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const output of [child.stdout, child.stderr]) output.resume();
  return child;
}

/**
 * Sends a signal to the command once the tenant has got this many requests, and again at the next one, as npm and a closed terminal do. Returns
 * the exit code, or the signal.
 */
async function endedAt(requests: number, signal: NodeJS.Signals, ...args: readonly string[]) {
  const child = start(...args);
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const stop = tenant.onRequest(() => {
    if (tenant.requests.length < requests) return;
    if (tenant.requests.length > requests) stop();
    // A terminal that is closed takes no output any more.
    if (signal === "SIGHUP") for (const output of [child.stdout, child.stderr]) output.destroy();
    child.kill(signal);
  });
  const [code, by] = await ended;
  return code ?? by;
}

/** The writes that the tenant has got. */
const writes = () => tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");

describe("--replay", () => {
  const recorded = (came: unknown) => ({
    exchanges: [{ method: "POST", route: "/roles", query: [], status: 201, at: 0, ms: 0, came }],
  });

  test("sends the recorded requests to an emulator, lists the differences, and sends the tenant nothing", async () => {
    await writeFile(join(folder, "calls.json"), JSON.stringify(recorded({ name: ["string"], "\u001b[2J": ["null"] })));
    // With a run at this tenant, the command would end for want of credentials.
    const noCredentials = { TENANT_CLIENT_ID: "", TENANT_CLIENT_SECRET: "" };
    const { code, stdout } = await acceptWith(noCredentials, "--replay", "calls.json", "--json");
    const { differences } = JSON.parse(stdout) as { differences: unknown };
    expect(differences).toContainEqual({ at: "POST /roles", only: "in the recording", what: "answers 201" });
    expect(differences).toContainEqual({ at: "POST /roles", only: "at the emulator", what: "answers 200" });
    expect(stdout).not.toContain("\u001b");
    expect(code).toBe(7);
    expect(await readdir(folder)).toEqual(["calls.json"]);
    expect(tenant.requests).toEqual([]);
  }, 150_000);

  test.each([
    ["a file that is not JSON", "{", "is not a JSON document"],
    ["another document", "{}", "is not a recording of a run with --record"],
  ])("refuses %s", async (_, text, message) => {
    await writeFile(join(folder, "calls.json"), text);
    const { code, stderr } = await accept("--replay", "calls.json");
    expect(stderr).toContain(message);
    expect(code).toBe(1);
  });

  test("rejects another mode beside it as wrong usage", async () => {
    const { code, stderr } = await accept("--replay", "calls.json", "--sweep");
    expect(stderr).toContain("give only one of");
    expect(code).toBe(2);
  });
});

describe("a run", () => {
  const manifests = ".acceptance";
  const mark = "verify-0123456789ab";
  /** A manifest as a run on this machine writes it. Other content gets no seal. */
  const sealed = (content: unknown): unknown => {
    try {
      return { ...(content as Noted), seal: sealOf(content as Noted, machineKey) };
    } catch {
      return content;
    }
  };
  const writeManifest = async (content: unknown, name = `manifest-${mark}.json`) => {
    await mkdir(join(folder, manifests), { recursive: true });
    await writeFile(join(folder, manifests, name), JSON.stringify(sealed(content)));
  };
  /** A new tenant in place of the one with objects. */
  const startNew = async (seed: Seed = {}) => {
    await tenant.close();
    tenant = await startEmulator({ seed });
    return tenant.export();
  };

  test.each([
    [[], "cannot ask with --json or without a terminal: give --yes"],
    [["--json"], "cannot ask with --json or without a terminal: give --yes"],
    [["--cli", "--sweep"], "--cli works neither with --sweep"],
    [["--prefix", "Upper"], "lower-case letters"],
    [["--disposable"], "give both --prefix and"],
    [["--leave-settings"], "only works together with --sweep"],
    [["--yes", "--disposable"], "give both --prefix and --i-know-what-this-tenant-is"],
    [["--yes", "--disposable", "--i-know-what-this-tenant-is"], "give both --prefix and"],
    [["--calls", "0"], "a whole number above 0"],
  ])("rejects %j as wrong usage, and sends the tenant no request", async (args, message) => {
    const { code, stderr } = await accept(...args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(tenant.requests).toEqual([]);
  });

  test.each([[["--yes"]], [["--yes", "--prefix", "ours"]], [["--yes", "--i-know-what-this-tenant-is"]]])(
    "with %j writes nothing to a tenant that has other objects",
    async (args) => {
      const { code, stdout, stderr } = await accept(...args);
      expect(stdout.split("\n")[0]).toMatch(
        /^Writes to .*: makes objects whose names contain (verify|ours)-…, changes them and/,
      );
      expect(stdout).toMatch(/about \d+ calls: \d+ minutes at the limits of the smallest plan/);
      expect(stderr).toMatch(/The tenant has 2 resource servers, .* Nothing was written\./);
      expect(code).toBe(1);
      expect(writes()).toEqual([]);
    },
  );

  test.skipIf(!hasTerminal).each([
    ["no", "no\r"],
    ["the beginning of yes", "y\r"],
    ["nothing", "\r"],
    ["the end of the input", "\x04"],
    ["Ctrl-C", "\x03"],
  ])("on a terminal, asks for agreement, and writes nothing after %s", async (_, types) => {
    await startNew();
    const { code, output } = await atTerminal(types);
    expect(output).toContain("Nothing was written.");
    expect(code).toBe(0);
    expect(writes()).toEqual([]);
    expect(await readdir(folder)).toEqual([manifests]);
  });

  test.skipIf(!hasTerminal)("on a terminal, writes after yes; --sweep removes after yes", async () => {
    const before = await startNew();
    const { code, output } = await atTerminal("yes\r", "--calls", "40");
    expect(output).toContain("Everything that the run made is removed.");
    expect(code).toBe(0);
    expect(writes().length).toBeGreaterThan(5);
    expect(tenant.export()).toEqual(before);
    const { id } = tenant.roles.create({ name: `${mark}-1` });
    const host = new URL(tenant.domain).host;
    await writeManifest({ host, mark, made: [{ type: "role", keys: [`${mark}-1`], id, at: 0 }] });
    expect((await atTerminal("no\r", "--sweep")).output).toContain("Nothing was removed.");
    expect(tenant.roles.list()).toHaveLength(1);
    expect((await atTerminal("yes\r", "--sweep")).output).toContain("Everything that the run made is removed.");
    expect(tenant.export()).toEqual(before);
  });

  test("keeps to its budget, writes the report to a folder, and leaves no object", async () => {
    const before = await startNew();
    const args = [
      "--yes",
      "--disposable",
      "--prefix",
      "ours",
      "--i-know-what-this-tenant-is",
      "--calls",
      "60",
      "--out",
      "reports",
      "--record",
      "calls.json",
    ];
    const { code, stdout } = await accept(...args);
    expect(stdout).toMatch(/restores their values: .*prompt/);
    expect(stdout).toMatch(
      /^If the tenant has no value for one of these before the run, the run.s value remains: .*EmailTemplate\.body/m,
    );
    expect(stdout).toMatch(/^\d+ as believed, 0 different, 0 not on this plan, \d+ not tried\.$/m);
    expect(stdout).toContain("Everything that the run made is removed.");
    expect(code).toBe(0);
    expect(tenant.requests.filter(({ operation }) => operation !== "token").length).toBeLessThanOrEqual(60);
    const [json = ""] = await readdir(join(folder, "reports"));
    const report = JSON.parse(await readFile(join(folder, "reports", json), "utf8"));
    expect(report).toMatchObject({ mode: "write", stopped: "the run reached its maximum number of calls" });
    const { exchanges } = JSON.parse(await readFile(join(folder, "calls.json"), "utf8")) as { exchanges: unknown[] };
    // The stream of events is no exchange of one answer.
    const answered = tenant.requests.filter(
      ({ operation, path }) => operation !== "token" && !path.startsWith("/api/v2/events"),
    );
    expect(exchanges).toHaveLength(answered.length);
    expect(exchanges).toContainEqual(
      expect.objectContaining({ method: "POST", route: "/resource-servers", status: 201 }),
    );
    expect(JSON.stringify(exchanges)).not.toContain("ours-");
    expect(tenant.export()).toEqual(before);
    expect(await readdir(join(folder, manifests))).toEqual([]);
  });

  test("killed at a tenant with other objects, leaves a manifest with which a sweep removes exactly its own", async () => {
    const before = tenant.export();
    const args = ["--yes", "--prefix", "ours", "--i-know-what-this-tenant-is"];
    expect(await endedAt(100, "SIGKILL", ...args)).toBe("SIGKILL");
    const again = await accept(...args);
    expect(again.stderr).toContain("lists objects or settings of an earlier run. Once that run has ended, run");
    expect(again.code).toBe(1);
    const elsewhere = await accept(...args, "--manifest", "elsewhere");
    expect(elsewhere.stderr).toMatch(
      /https:\/\/ours-[0-9a-f]{12}-\d+\.example\.com .*another acceptance run.*--sweep.*Nothing was written/,
    );
    expect(elsewhere.code).toBe(1);
    const asked = await accept("--sweep");
    expect(asked.stdout).toMatch(/Removes the objects that earlier runs left at .*: up to \d+ objects\.\n {2}.+ours-/);
    expect(asked.stderr).toContain(
      "--sweep asks before it removes, but cannot ask with --json or without a terminal: give --yes",
    );
    expect(asked.code).toBe(2);
    expect(tenant.export()).not.toEqual(before);
    const { code, stdout } = await accept("--sweep", "--yes");
    expect(stdout).toContain("Everything that the run made is removed.");
    expect(code).toBe(0);
    expect(tenant.export()).toEqual(before);
    expect((await accept("--sweep")).stdout).toContain("earlier runs left no objects behind");
  });

  test("names settings that it could not restore and the file of their values, and exits with 1, as does a sweep", async () => {
    const before = await startNew(settled({}));
    let refused = { remove() {} };
    const path = "/api/v2/attack-protection/brute-force-protection";
    let isShown = false;
    const stop = tenant.onRequest(() => {
      const last = tenant.requests.at(-1);
      // Only settings are tried, as no object but the one that shows the run is made.
      if (!isShown && last?.method === "POST" && last.path === "/api/v2/resource-servers") {
        isShown = true;
        tenant.inject({
          ...{ kind: "status", status: 402, method: "POST", path: "/api/v2/", times: Number.POSITIVE_INFINITY },
          body: { statusCode: 402, error: "Payment Required", message: "A paid subscription is required." },
        });
      }
      if (last?.path !== path || last.status !== 200 || !JSON.stringify(last.body ?? {}).includes("198.51.100.1"))
        return;
      stop();
      // Nothing more is taken, so that the settings stay as the run has changed them.
      const message = "Insufficient scope.";
      const refusal = { statusCode: 403, error: "Forbidden", errorCode: "insufficient_scope", message };
      const times = Number.POSITIVE_INFINITY;
      refused = tenant.inject({ kind: "status", status: 403, method: "PATCH", path, times, body: refusal });
    });
    const args = ["--prefix", "ours", "--i-know-what-this-tenant-is"];
    const { code, stdout, stderr } = await accept("--yes", "--disposable", ...args);
    const said =
      /NOT PUT BACK: brute-force protection \(.*allowlist.*\): .*scope.*\nThe original values are in \.acceptance\/manifest-ours-\w+\.json/;
    expect(stderr).toMatch(said);
    expect(stderr).not.toContain("..");
    expect(stdout).not.toContain("Everything that the run made is removed.");
    expect(code).toBe(1);
    const [manifest = ""] = await readdir(join(folder, manifests));
    const file = join(folder, manifests, manifest);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
      ...{ made: [{ type: "resourceServer" }], originals: { bruteForceProtection: { allowlist: [] } } },
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await accept("--yes");
    expect(again.stderr).toContain("lists objects or settings of an earlier run");
    expect(again.code).toBe(1);
    const swept = await accept("--sweep", "--yes");
    expect(swept.stdout).toMatch(
      /Restores these settings to their values before the run:\n {2}brute-force protection: \{.*"allowlist":\[\]/,
    );
    expect(swept.stderr).toMatch(said);
    expect(swept.code).toBe(1);
    refused.remove();
    expect((await accept("--sweep", "--yes")).code).toBe(0);
    expect(tenant.export()).toEqual(before);
    expect(await readdir(join(folder, manifests))).toEqual([]);
  });

  test.each([
    ["restores the original values", "Ours", 0],
    ["keeps the present values", "Theirs", 1],
  ])("after NOT PUT BACK, the next run starts once the user %s as the message says", async (_, chosen, way) => {
    await startNew();
    const key = `https://${mark}-1.example.com`;
    const { id } = tenant.resourceServers.create({ identifier: key, name: `${mark}-1` });
    tenant.settings.update("tenants/settings", { friendly_name: "Theirs" });
    await writeManifest({
      ...{ host: new URL(tenant.domain).host, mark, made: [{ type: "resourceServer", keys: [key], id, at: 0 }] },
      originals: { tenantSettings: { friendlyName: "Ours" } },
      seen: { tenantSettings: { friendlyName: "Verify one" } },
    });
    const { code, stderr } = await accept("--sweep", "--yes");
    expect(stderr).toMatch(/NOT PUT BACK: .* \(friendlyName\): another client has changed friendlyName since/);
    expect(stderr).not.toContain("Not removed");
    expect(code).toBe(1);
    const advised = [...stderr.matchAll(/^ {4}npm run acceptance -- (.*)$/gm)].map(([, args = ""]) => args);
    expect(advised).toEqual(["--sweep", "--sweep --leave-settings"]);
    tenant.settings.update("tenants/settings", { friendly_name: chosen });
    const swept = await accept(...(advised[way] ?? "").split(" "), "--yes");
    expect(swept.stderr).toBe("");
    expect(swept.code).toBe(0);
    expect(tenant.settings.get("tenants/settings")).toMatchObject({ friendly_name: chosen });
    expect(tenant.resourceServers.list().map((server) => server.identifier)).not.toContain(key);
    expect(await readdir(join(folder, manifests))).toEqual([]);
    expect((await accept("--yes", "--calls", "30")).code).toBe(0);
  });

  test("--sweep --leave-settings names the settings that stay, and removes only the objects", async () => {
    await startNew();
    const id = tenant.roles.create({ name: `${mark}-1` }).id;
    tenant.settings.update("tenants/settings", { friendly_name: "Verify one" });
    const settings = { tenantSettings: { friendlyName: "Verify one" } };
    await writeManifest({
      ...{ host: new URL(tenant.domain).host, mark, made: [{ type: "role", keys: [`${mark}-1`], id, at: 0 }] },
      ...{ originals: { tenantSettings: { friendlyName: "Ours" } }, seen: settings },
    });
    const { code, stdout } = await accept("--sweep", "--leave-settings", "--yes");
    expect(stdout).toMatch(/Leaves these settings as they are now.*:\n {2}.*\{"friendlyName":"Ours"\}/);
    expect(stdout).not.toContain("Restores");
    expect(code).toBe(0);
    expect(tenant.settings.get("tenants/settings")).toMatchObject({ friendly_name: "Verify one" });
    expect(tenant.roles.list()).toEqual([]);
  });

  test("--sweep removes an action that a run bound to a trigger, after its binding", async () => {
    const before = await startNew();
    const supported_triggers = [{ id: "post-change-password", version: "v2" }];
    const id = String(tenant.actions.create({ name: `${mark}-1`, supported_triggers }).id);
    tenant.actions.deploy(id);
    tenant.triggerActions.set("post-change-password", [{ ref: { type: "action_id", value: id } }]);
    const made = [{ type: "action", keys: [`${mark}-1`], id, at: 0 }];
    const originals = { triggerActions: { actions: [] } };
    const seen = { triggerActions: { actions: [{ actionId: id, displayName: `${mark}-1` }] } };
    await writeManifest({ host: new URL(tenant.domain).host, mark, made, originals, seen });
    const { code, stderr } = await accept("--sweep", "--yes");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(tenant.export()).toEqual(before);
  });

  test("--sweep removes the objects of several runs, and gives the reason for each that stays", async () => {
    await startNew();
    const marks = ["verify-0123456789ab", "verify-ba9876543210"];
    for (const [at, one] of marks.entries()) {
      const keys = [`${one}-1`];
      const id = tenant.roles.create({ name: at === 0 ? `${one}-1` : "another name" }).id;
      const made = [{ type: "role", keys, id, at: 0 }];
      await writeManifest({ host: new URL(tenant.domain).host, mark: one, made }, `manifest-${one}.json`);
    }
    const { code, stdout, stderr } = await accept("--sweep", "--yes");
    expect(stdout).toContain(`up to 2 objects.\n  role ${marks[0]}-1\n  role ${marks[1]}-1\n`);
    expect(stderr).toContain(
      `role ${marks[1]}-1: the object has another name now, so it is not removed. Remove it yourself`,
    );
    expect(code).toBe(1);
    expect(tenant.roles.list().map(({ name }) => name)).toEqual(["another name"]);
    expect(await readdir(join(folder, manifests))).toEqual([`manifest-${marks[1]}.json`]);
  });

  test("at most one of two simultaneous runs in one folder continues, and each removes its own objects", async () => {
    const before = await startNew();
    const args = ["--yes", "--prefix", "ours", "--i-know-what-this-tenant-is", "--calls", "60", "--json"];
    // Both start before either has made an object.
    const runs = await Promise.all([acceptApart({}, ...args), acceptApart({}, ...args)]);
    const refused = runs.filter(({ stderr }) =>
      /another acceptance run.*acceptance -- --sweep|a run or a sweep that is under way/.test(stderr),
    );
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 1));
    expect(runs.map(({ code }) => code)).not.toContain(7);
    expect(tenant.export()).toEqual(before);
    expect(await readdir(join(folder, manifests))).toEqual([]);
  });

  test("--sweep leaves the objects of a run that is under way", async () => {
    const before = await startNew();
    const args = ["--prefix", "ours", "--i-know-what-this-tenant-is", "--calls", "60"];
    const run = start("--yes", ...args);
    const ended = once(run, "exit");
    await new Promise<void>((resolve) => {
      const stop = tenant.onRequest(() => {
        if (tenant.requests.length < 40) return;
        stop();
        run.kill("SIGSTOP");
        resolve();
      });
    });
    const others = [await accept("--sweep", "--yes"), await accept("--yes", ...args)];
    run.kill("SIGCONT");
    const under =
      /manifest-ours-\w+\.json belongs to a run .*process \d+ of this machine\. Wait until .*restart.*delete .*manifest-ours-\w+\.[\w-]+\.lock/;
    for (const { code, stderr } of others) {
      expect(stderr).toMatch(under);
      expect(code).toBe(1);
    }
    expect(await ended).toEqual([0, null]);
    expect(tenant.export()).toEqual(before);
    expect(await readdir(join(folder, manifests))).toEqual([]);
  });

  test.skipIf(!hasTerminal).each([
    ["has ended", `${mark}-1`, []],
    ["has left an object", "another name", [`manifest-${mark}.json`]],
  ])(
    "settings that a sweep was told to leave stay, even if another sweep is confirmed after the first %s",
    async (_, name, left) => {
      await startNew();
      const id = tenant.roles.create({ name }).id;
      tenant.settings.update("tenants/settings", { friendly_name: "Verify one" });
      await writeManifest({
        ...{ host: new URL(tenant.domain).host, mark, made: [{ type: "role", keys: [`${mark}-1`], id, at: 0 }] },
        originals: { tenantSettings: { friendlyName: "Ours" } },
        seen: { tenantSettings: { friendlyName: "Verify one" } },
      });
      const { code, output } = await atTerminal(async () => {
        await accept("--sweep", "--leave-settings", "--yes");
        return "yes\r";
      }, "--sweep");
      expect(tenant.settings.get("tenants/settings")).toMatchObject({ friendly_name: "Verify one" });
      expect(output).toMatch(
        /manifest-[\w-]+\.json: another process has .* since .*\. So the sweep .*\. Sweep again.*: npm run acceptance -- --sweep\s/,
      );
      expect(code).toBe(1);
      expect(await readdir(join(folder, manifests))).toEqual(left);
    },
  );

  test.skipIf(!hasTerminal)("a sweep keeps its lock while others try to sweep the same run", async () => {
    const before = await startNew();
    const id = tenant.roles.create({ name: `${mark}-1` }).id;
    const host = new URL(tenant.domain).host;
    await writeManifest({ host, mark, made: [{ type: "role", keys: [`${mark}-1`], id, at: 0 }] });
    // Of the run, which was killed.
    await writeManifest({ machine: hostname(), process: 2 ** 30 }, `manifest-${mark}.earlier.lock`);
    let first: ReturnType<typeof start> | undefined;
    const second = await atTerminal(async () => {
      const stopped = new Promise<void>((resolve) => {
        const stop = tenant.onRequest(() => {
          stop();
          first?.kill("SIGSTOP");
          resolve();
        });
      });
      first = start("--sweep", "--yes");
      await stopped;
      return "yes\r";
    }, "--sweep");
    const third = await accept("--sweep", "--yes");
    const ended = first && once(first, "exit");
    first?.kill("SIGCONT");
    expect(await ended).toEqual([0, null]);
    expect([second.output, third.stderr]).toEqual(
      Array(2).fill(expect.stringMatching(/belongs to a run or a sweep that is under way as process \d+/)),
    );
    expect([second.code, third.code]).toEqual([1, 1]);
    expect(tenant.export()).toEqual(before);
    expect(await readdir(join(folder, manifests))).toEqual([]);
  });

  test.each([
    ["has ended", { machine: hostname(), process: 2 ** 30 }],
    ["belongs to another machine", { machine: "elsewhere.example.com", process: process.pid }],
  ])("--sweep removes the objects of a run whose process %s", async (_, lock) => {
    await startNew();
    await writeManifest({ host: new URL(tenant.domain).host, mark, made: [] });
    await writeManifest(lock, `manifest-${mark}.earlier.lock`);
    const { code, stderr } = await accept("--sweep", "--yes");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(await readdir(join(folder, manifests))).toEqual([]);
  });

  test("an unreadable lock does not keep a sweep from removing the objects of other runs", async () => {
    const before = await startNew();
    const host = new URL(tenant.domain).host;
    const id = tenant.roles.create({ name: `${mark}-1` }).id;
    await writeManifest({ host, mark, made: [{ type: "role", keys: [`${mark}-1`], id, at: 0 }] });
    const other = mark.replace("0", "1");
    await writeManifest({ host, mark: other, made: [] }, `manifest-${other}.json`);
    await writeManifest("no lock", `manifest-${other}.earlier.lock`);
    const { code, stderr } = await accept("--sweep", "--yes");
    expect(stderr).toMatch(/manifest-\S+\.earlier\.lock: is not a lock of an acceptance run\. .* delete it/);
    expect(code).toBe(1);
    expect(tenant.export()).toEqual(before);
    expect(await readdir(join(folder, manifests))).toEqual([
      `manifest-${other}.earlier.lock`,
      `manifest-${other}.json`,
    ]);
  });

  test("after a restart of the machine, the advice about a reused process id lets --sweep continue", async () => {
    await startNew();
    await writeManifest({ host: new URL(tenant.domain).host, mark, made: [] });
    // A process that runs, and is another one than that of the command.
    await writeManifest({ machine: hostname(), process: process.ppid }, `manifest-${mark}.earlier.lock`);
    const refused = await accept("--sweep", "--yes");
    const [, lock = ""] = /delete (\S+\.lock)\./.exec(refused.stderr) ?? [];
    await rm(join(folder, lock));
    expect((await accept("--sweep", "--yes")).code).toBe(0);
  });

  test("a sweep without the run's manifest names the run's first object, and says what to do", async () => {
    await startNew();
    const key = `https://${mark}-1.example.com`;
    const { id } = tenant.resourceServers.create({ identifier: key, name: `${mark}-1` });
    const host = new URL(tenant.domain).host;
    const { code, stdout, stderr } = await accept("--sweep", "--yes");
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      new RegExp(
        `^${key}: the first object of a run that has no manifest in .* in the checkout .* names contain ${mark}, `,
      ),
    );
    expect(code).toBe(1);
    const asJson = await accept("--sweep", "--yes", "--json");
    const nothing = { left: [], unrestored: [] };
    expect(JSON.parse(asJson.stdout)).toEqual({ ...nothing, problems: [expect.stringContaining(key)] });
    expect(asJson.code).toBe(1);
    // A sweep of another run does not hide it.
    await writeManifest({ host, mark: "verify-ba9876543210", made: [] }, "manifest-verify-ba9876543210.json");
    const other = await accept("--sweep", "--yes");
    expect(other.stdout).toContain("Everything that the run made is removed.");
    expect(other.stderr).toBe(stderr);
    expect(other.code).toBe(1);
    await writeManifest({ host, mark, made: [{ type: "resourceServer", keys: [key], id, at: 0 }] });
    const own = await accept("--sweep", "--yes");
    expect(own.stderr).toBe("");
    expect(own.code).toBe(0);
    expect((await accept("--sweep")).stdout).toContain("earlier runs left no objects behind");
  });

  test("the command in each message sweeps the folder of the run", async () => {
    const before = await startNew();
    const id = tenant.roles.create({ name: `${mark}-1` }).id;
    const host = new URL(tenant.domain).host;
    const notes = "my notes";
    await mkdir(join(folder, notes));
    const file = join(folder, notes, `manifest-${mark}.json`);
    await writeFile(
      file,
      JSON.stringify(sealed({ host, mark, made: [{ type: "role", keys: [`${mark}-1`], id, at: 0 }] })),
    );
    const refused = await accept("--yes", "--manifest", notes);
    expect(refused.stderr).toMatch(/run: npm run acceptance -- --sweep --manifest 'my notes'$/m);
    expect((await accept("--sweep", "--yes", "--manifest", notes)).code).toBe(0);
    expect(tenant.export()).toEqual(before);
    const { stdout } = await accept("--yes", "--manifest", notes, "--calls", "20");
    expect(stdout).toMatch(/killed, run: npm run acceptance -- --sweep --manifest 'my notes'$/m);
  });

  test("an unreadable manifest does not keep a sweep from the others, and each command says what to do with it", async () => {
    const before = await startNew();
    const id = tenant.roles.create({ name: `${mark}-1` }).id;
    const host = new URL(tenant.domain).host;
    await writeManifest({ host, mark, made: [{ type: "role", keys: [`${mark}-1`], id, at: 0 }] });
    await writeManifest({ host }, "manifest-verify-ffffffffffff.json");
    await writeManifest({ host }, "manifest-of-mine.json");
    const { code, stderr } = await accept("--sweep", "--yes");
    expect(tenant.export()).toEqual(before);
    expect(stderr).toMatch(/manifest-of-mine\.json: is not a manifest .*: move the file to another folder\.$/m);
    expect(stderr).toMatch(
      /-ffffffffffff\.json: is not a manifest .* names contain verify-ffffffffffff, .* delete the file\.$/m,
    );
    expect(code).toBe(1);
    const write = await accept("--yes");
    expect(write.stderr).toContain(stderr.trim().split("\n")[0]);
    expect(write.code).toBe(1);
    for (const name of await readdir(join(folder, manifests))) await rm(join(folder, manifests, name));
    expect((await accept("--yes", "--calls", "30")).code).toBe(0);
  });

  test.each([["--out"], ["--record"], ["--manifest"]])(
    "a path at which %s cannot write is refused before the tenant gets a request",
    async (option) => {
      await writeFile(join(folder, "file"), "");
      const { code, stderr } = await accept("--yes", option, join("file", "below"));
      expect(stderr).toMatch(/cannot be (written|read) \((ENOTDIR|EEXIST)\)/);
      expect(code).toBe(1);
      expect(tenant.requests).toEqual([]);
    },
  );

  test("the result is printed even if the report cannot be written at the end", async () => {
    const before = await startNew();
    const block = tenant.onRequest(async () => {
      block();
      // In place of the folder that was there before the first request.
      await rm(join(folder, "reports"), { recursive: true, force: true });
      await writeFile(join(folder, "reports"), "");
    });
    const { code, stdout, stderr } = await accept(
      "--yes",
      "--calls",
      "40",
      "--out",
      "reports",
      "--record",
      "calls.json",
    );
    expect(stdout).toContain("Everything that the run made is removed.");
    expect(stdout).toMatch(/^\d+ as believed, /m);
    expect(stderr).toMatch(/reports/);
    expect(await readdir(folder)).toContain("calls.json");
    expect(code).toBe(1);
    expect(tenant.export()).toEqual(before);
  });

  test.each(["SIGINT", "SIGHUP"] as const)(
    "removes its objects after %s, even if the signal comes twice, and writes its report",
    async (signal) => {
      const before = await startNew();
      expect(await endedAt(60, signal, "--yes")).toBe(0);
      expect(tenant.export()).toEqual(before);
      expect((await readdir(folder)).filter((name) => name.startsWith("verified-"))).toHaveLength(2);
    },
  );

  test.each(["SIGINT", "SIGHUP"] as const)(
    "--sweep ends after the current setting at %s, even if the signal comes twice; a further sweep does the rest",
    async (signal) => {
      const before = await startNew();
      const host = new URL(tenant.domain).host;
      const made = [1, 2].map((n) => {
        const key = `${mark}-${n}`;
        return { type: "role", keys: [key], id: tenant.roles.create({ name: key }).id, at: 0 };
      });
      const { allowlist } = tenant.settings.get("attack-protection/brute-force-protection") ?? {};
      tenant.settings.update("attack-protection/brute-force-protection", { allowlist: ["198.51.100.1"] });
      const originals = { bruteForceProtection: { allowlist }, tenantSettings: { friendlyName: null } };
      const seen = { bruteForceProtection: { allowlist: ["198.51.100.1"] }, tenantSettings: { friendlyName: null } };
      await writeManifest({ host, mark, made, originals, seen });
      expect(await endedAt(3, signal, "--sweep", "--yes")).toBe(1);
      expect(tenant.roles.list()).toHaveLength(2);
      const [manifest = ""] = await readdir(join(folder, manifests));
      const noted = JSON.parse(await readFile(join(folder, manifests, manifest), "utf8"));
      expect(Object.keys(noted.originals)).toHaveLength(1);
      expect((await accept("--sweep", "--yes")).code).toBe(0);
      expect(tenant.export()).toEqual(before);
    },
  );

  test("a manifest that another machine wrote, or that was edited, is refused", async () => {
    await startNew();
    const before = tenant.export();
    const manifest = {
      ...{ host: new URL(tenant.domain).host, mark, made: [] },
      originals: { tenantSettings: { friendlyName: "Of an attacker" } },
      seen: { tenantSettings: { friendlyName: null } },
    };
    const { seal } = sealed({ ...manifest, originals: { tenantSettings: { friendlyName: "Ours" } } }) as {
      seal: string;
    };
    await mkdir(join(folder, manifests));
    for (const one of [
      manifest,
      { ...manifest, seal },
      { ...manifest, seal: sealOf(manifest, "of another machine") },
    ]) {
      await writeFile(join(folder, manifests, `manifest-${mark}.json`), JSON.stringify(one));
      const swept = await accept("--sweep", "--yes");
      expect(swept.stderr).toMatch(/another machine has written this manifest, or it has changed since/);
      expect(swept.code).toBe(1);
      // A run does not start beside it either, because its objects may be at the tenant.
      expect((await accept("--yes")).stderr).toMatch(/another machine has written this manifest/);
    }
    expect(tenant.export()).toEqual(before);
    expect(writes()).toEqual([]);
  });

  test("the first run creates the machine's key, outside the checkout and readable only by its user", async () => {
    await startNew();
    const home = join(folder, "home");
    const places = { TENANT_ACCEPTANCE_KEY: "", HOME: home, XDG_STATE_HOME: "" };
    const { code } = await acceptApart(places, "--yes", "--calls", "30");
    expect(code).toBe(0);
    const file = join(home, ".local/state/pulumi-tenant/acceptance.key");
    expect(await readFile(file, "utf8")).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test.each([
    [
      "of another tenant",
      { host: "other.example.com", mark, made: [] },
      "is the manifest of a run at other.example.com",
    ],
    ["with other content", { made: [] }, "is not a manifest of an acceptance run"],
    [
      "with a name that no run gives to an object",
      { host: "other.example.com", mark, made: [{ type: "role", keys: [`of others, ${mark}-1`], at: 0 }] },
      "is not a manifest of an acceptance run",
    ],
    [
      "with a setting that no run changes",
      { host: "other.example.com", mark, made: [], originals: { tenantSettings: { allowedLogoutUrls: [] } } },
      "is not a manifest of an acceptance run",
    ],
  ])("--sweep refuses a manifest %s", async (_, content, message) => {
    await writeManifest(content);
    const { code, stderr } = await accept("--sweep", "--yes");
    expect(stderr).toContain(message);
    expect(code).toBe(1);
    expect(writes()).toEqual([]);
  });
});
