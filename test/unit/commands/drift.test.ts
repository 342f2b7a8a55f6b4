import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { progress } from "../../../provider/src/commands/command.ts";
import { compileCache } from "../../harness/compile-cache.ts";
import { exec } from "../../harness/exec.ts";
import { runCommand } from "../helpers/command.ts";
import { later } from "../helpers/days.ts";
import { previewText } from "../helpers/preview.ts";

// The command as it is published, for signals and one story: the package has to be built first.
const main = fileURLToPath(new URL("../../../provider/dist/commands/main.js", import.meta.url));

/** A CLI that prints what it is told to, and notes its arguments. */
const fake = `#!/bin/sh
(IFS="\t"; printf '%s\\n' "\${PULUMI_ENABLE_STREAMING_JSON_PREVIEW-unset}\t$*" >> "$FAKE_CALLS")
printf %s "$FAKE_STDOUT"
printf %s "$FAKE_STDERR" >&2
exit \${FAKE_CODE-0}
`;

let folder: string;
let pulumi: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "drift-"));
  pulumi = join(folder, "fake-pulumi");
  await writeFile(pulumi, fake, { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let runs = 0;

const environment = (more: Readonly<Record<string, string>>) => ({
  ...{
    PATH: process.env.PATH,
    PULUMI_CLI: pulumi,
    FAKE_CALLS: join(folder, `calls-${runs++}`),
    FAKE_STDOUT: unchanged,
  },
  ...more,
});

async function drift(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = environment(more);
  const run = await runCommand(["drift", ...args], { cwd: folder, env });
  const noted = await readFile(env.FAKE_CALLS, "utf8").catch(() => "");
  const called = noted
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [streaming, ...args] = line.split("\t");
      return { args, streaming };
    });
  return { ...run, called };
}

it("drift ends with 1 if the CLI has compared none of the state's resources, and with 0 if the state has none", async () => {
  const cli = join(folder, "half-pulumi");
  const script = '#!/bin/sh\ncase "$1" in refresh) printf %s "$FAKE_STDOUT" ;; *) printf %s "$FAKE_STATE" ;; esac\n';
  await writeFile(cli, script, { mode: 0o755 });
  const type = "pulumi-nodejs:dynamic/tenant:Role";
  const role = {
    urn: `urn:pulumi:dev::shop::${type}::reader`,
    type,
    custom: true,
    id: "rol_1",
    inputs: {},
    outputs: {},
  };
  const withState = (...resources: readonly object[]) =>
    drift([], {
      ...{ PULUMI_CLI: cli, FAKE_STDOUT: '{"steps":[],"changeSummary":{}}' },
      FAKE_STATE: JSON.stringify({ version: 3, deployment: { resources } }),
    });
  expect(await withState()).toMatchObject({ code: 0, stdout: "No drift: nothing is deployed\n" });
  expect(await withState({ ...role, external: true })).toMatchObject({ code: 0 });
  const says = expect.stringMatching(/^error: .* has compared no resource, although the state has some/);
  expect(await withState(role)).toMatchObject({ code: 1, stdout: "", stderr: says });
});

it("drift accepts the drift that tenant-drift.yaml names, and ends with 0", async () => {
  const file = join(folder, "tenant-drift.yaml");
  onTestFinished(() => rm(file, { force: true }));
  await writeFile(file, `waivers:\n  - {resource: a, stack: dev, reason: Later., until: ${later}}\n`);
  const accepted = await drift(["--json"], { FAKE_STDOUT: drifted });
  expect(accepted).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(accepted.stdout)).toMatchObject({
    ...{
      drift: false,
      resources: [],
      accepted: [{ name: "a", accepted: [{ reason: "Later.", until: later }] }],
    },
  });
  await writeFile(file, `waivers:\n  - {resource: a, stack: prod, reason: Later., until: ${later}}\n`);
  expect(await drift([], { FAKE_STDOUT: drifted })).toMatchObject({ code: 7 });
  await writeFile(file, "waivers:\n  - resource: a\n");
  expect(await drift([], { FAKE_STDOUT: drifted })).toMatchObject({
    ...{
      code: 1,
      stdout: "",
      called: [],
      stderr: expect.stringContaining("tenant-drift.yaml, line 2: reason is missing"),
    },
  });
});

const unchanged = previewText([{ name: "a", was: {}, is: {} }]);
const drifted = previewText([{ name: "a", was: { name: "x" }, is: { name: "y" }, diff: { name: "update" } }]);
const driftedAndBroken = previewText([{ name: "a", was: { name: "x" }, is: { name: "y" }, diff: { name: "update" } }], {
  diagnostics: [{ message: "error: no passphrase", severity: "error" }],
});
const broken = previewText([], { diagnostics: [{ message: "error: no passphrase", severity: "error" }] });

describe("the exit code", () => {
  it("is 0 without drift, 7 with drift, and 1 if an object could not be read", async () => {
    expect((await drift([])).code).toBe(0);
    expect((await drift([], { FAKE_STDOUT: drifted })).code).toBe(7);
    const failed = await drift([], { FAKE_STDOUT: broken, FAKE_CODE: "1" });
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("error: no passphrase") });
    expect((await drift([], { FAKE_STDOUT: driftedAndBroken, FAKE_CODE: "1" })).code).toBe(1);
  });

  it("is 1 with the CLI's error if it printed no report, and if there is no CLI", async () => {
    const failed = await drift([], {
      FAKE_STDOUT: "",
      FAKE_STDERR: "error: no stack named 'x' found\n",
      FAKE_CODE: "6",
    });
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    expect(failed.stderr).toBe("error: pulumi refresh ended with exit code 6: no stack named 'x' found\n");
    const missing = await drift([], { PULUMI_CLI: join(folder, "nowhere") });
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("PULUMI_CLI") });
  });

  it("is 1 if the CLI's report is empty although the state has resources: its format is unknown", async () => {
    const resources = [{ urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", type: "pulumi:pulumi:Stack" }];
    const { code, stderr } = await drift([], {
      FAKE_STDOUT: JSON.stringify({ duration: 1, deployment: { resources } }),
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("has an unknown format") });
  });

  it.each([
    ["dev"],
    ["--json", "--markdown"],
    ["--json", "--github"],
    ["--nothing"],
    ["--", "--yes"],
    ["--", "-Qy"],
    ["--", "--preview-only=false"],
    ["--", "--debug"],
    ["--", "dev"],
    ["--", "--target", "urn:y", "--", "--target"],
  ])("is 2 for wrong usage, without a run of the CLI: %s %s", async (...args) => {
    expect(await drift(args)).toMatchObject({ code: 2, stdout: "", called: [] });
  });
});

describe("the Pulumi CLI", () => {
  it("is started for a preview only, with the given options", async () => {
    const { called } = await drift(
      ["--stack", "dev", "-C", "infra", "--run-program", "--", "--target", "urn:y", "-p", "4"],
      {
        PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true",
      },
    );
    const always = ["refresh", "--preview-only", "--json", "--non-interactive", "--color", "never"];
    const given = ["--stack", "dev", "--cwd", "infra", "--run-program", "--target", "urn:y", "-p", "4"];
    expect(called).toEqual([{ args: [...always, ...given], streaming: "unset" }]);
  });
});

describe("an option that is passed on to pulumi refresh", () => {
  it.each([
    [["--tracing", "file:./trace"], "--tracing", "writes values to another output"],
    [["--tracing=file:./trace"], "--tracing", "writes values to another output"],
    [["--otel-traces=file://./trace"], "--otel-traces", "writes values to another output"],
    [["--profiling", "p"], "--profiling", "writes values to another output"],
    [["--logflow"], "--logflow", "writes values to another output"],
    [["--target", "urn:y", "-dQ"], "-d", "writes values to another output"],
    [["-v9"], "-v", "writes values to another output"],
    [["--event-log", "events"], "--event-log", "writes values to another output"],
    [["--neo"], "--neo", "writes values to another output"],
    [["-c", "a=b"], "-c", "would change"],
    [["--json"], "--json", "its own report"],
    [["--new-in-this-version"], "--new-in-this-version", "the options that can be passed on are --config-file, "],
  ])("is refused with the reason, unless it is known to be harmless: %j", async (options, named, reason) => {
    const { code, stderr, called } = await drift(["--", ...options]);
    expect({ code, called }).toEqual({ code: 2, called: [] });
    expect(stderr).toMatch(`error: ${named} cannot be passed on to pulumi refresh: `);
    expect(stderr).toContain(reason);
  });

  it("may have a value that looks like a refused option", async () => {
    const given = ["-Qp4", "--target", "--tracing", "-x=-d", "--suppress-permalink=false", "--parallel=2", "--diff"];
    const { code, called } = await drift(["--", ...given]);
    expect(code).toBe(0);
    expect(called[0]?.args.slice(-given.length)).toEqual(given);
  });
});

describe("a drift report from a tenant that does not answer", () => {
  /** A CLI that waits for ever, starts a plugin in a process group of its own, and heeds no signal. */
  const stuck = `#!/usr/bin/env node
const { spawn } = require("node:child_process");
const { renameSync, writeFileSync } = require("node:fs");
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
const wait = "for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {}); setInterval(() => {}, 1000)";
const plugin = spawn("/bin/sh", ["-c", process.execPath + ' -e "$1"; true', "sh", wait], { detached: true, stdio: "inherit" });
writeFileSync(process.env.FAKE_CALLS + ".new", JSON.stringify([process.pid, plugin.pid]));
renameSync(process.env.FAKE_CALLS + ".new", process.env.FAKE_CALLS);
setInterval(() => {}, 1000);
`;
  const runs = (pid: number) => {
    try {
      process.kill(pid, 0);
      return !/^\S+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ENOENT";
    }
  };

  it.each(["SIGTERM", "SIGINT"] as const)(
    "ends at once on %s, together with all processes that the CLI has started",
    async (signal) => {
      const cli = join(folder, "stuck-pulumi");
      await writeFile(cli, stuck, { mode: 0o755 });
      const noted = join(folder, `stuck-${signal}`);
      const child = spawn(process.execPath, [main, "drift"], {
        env: { PATH: process.env.PATH, PULUMI_CLI: cli, FAKE_CALLS: noted },
        stdio: "ignore",
      });
      const ended = once(child, "exit");
      const pids = () => JSON.parse(readFileSync(noted, "utf8")) as number[];
      onTestFinished(() => {
        child.kill("SIGTERM");
        for (const pid of existsSync(noted) ? pids().filter(runs) : []) process.kill(pid, "SIGKILL");
      });
      await expect.poll(pids, { timeout: 15_000 }).toHaveLength(2);
      child.kill(signal);
      expect(await ended).toEqual([null, signal]);
      await expect.poll(() => pids().filter(runs), { timeout: 15_000 }).toEqual([]);
    },
  );

  it("shows its progress on standard error, every 10 s in a log and every second on a terminal", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const written = { log: "", terminal: "" };
    const write = (to: keyof typeof written) => (text: string | Uint8Array) => {
      written[to] += String(text);
      return true;
    };
    let end = () => {};
    const work = new Promise<void>((resolve) => {
      end = resolve;
    });
    const shown = [
      progress("comparing", () => work, { write: write("log") }),
      progress("comparing", () => work, { write: write("terminal"), isTTY: true }),
    ];
    vi.advanceTimersByTime(31_000);
    end();
    await Promise.all(shown);
    vi.advanceTimersByTime(60_000);
    expect(written.log).toBe("comparing… 10 s\ncomparing… 20 s\ncomparing… 30 s\n");
    const everySecond = Array.from({ length: 32 }, (_, n) => `\rcomparing… ${n} s`).join("");
    expect(written.terminal).toBe(`${everySecond}\r\u001b[2K`);
  });
});

describe("the output", () => {
  it("is text without colours or progress in a pipeline", async () => {
    const { stdout, stderr } = await drift([], { FAKE_STDOUT: drifted });
    expect(stdout).toMatch(/^Drift in stack dev: 1 changed\n[\s\S]*name: "x" → "y"/);
    expect(stdout + stderr).not.toContain("\u001b");
    expect(stderr).toBe("");
  });

  it("is one JSON document with --json", async () => {
    const { stdout } = await drift(["--json"], { FAKE_STDOUT: drifted });
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      stack: "dev",
      drift: true,
      resources: [{ name: "a", changes: [{ path: "name", kind: "update", was: "x", is: "y" }] }],
    });
  });

  it("is Markdown with --markdown", async () => {
    expect((await drift(["--markdown"], { FAKE_STDOUT: drifted })).stdout).toMatch(/^### Drift in stack dev/);
  });

  it("is text, JSON, Markdown and GitHub annotations at once, from one run", async () => {
    const file = (name: string) => join(folder, name);
    await writeFile(file("summary"), "before\n");
    const args = [main, "drift", "--github", "--json", file("json"), "--markdown", file("md")];
    const env = environment({ FAKE_STDOUT: drifted, GITHUB_STEP_SUMMARY: file("summary") });
    const { stdout, code } = await exec(process.execPath, args, {
      ...{ cwd: folder, env: { ...compileCache, ...env }, timeoutMs: 60_000 },
    });
    expect(code).toBe(7);
    expect(stdout).toMatch(/^Drift in stack dev/);
    expect(stdout).toMatch(/^::warning title=Drift%3A ResourceServer a \(id-a\)::name: "x" → "y"$/m);
    expect(JSON.parse(await readFile(file("json"), "utf8"))).toMatchObject({ drift: true });
    const markdown = await readFile(file("md"), "utf8");
    expect(await readFile(file("summary"), "utf8")).toBe(`before\n${markdown}`);
  });

  it("has an annotation also if there is no report", async () => {
    const { stdout } = await drift(["--github"], { FAKE_STDOUT: "nonsense" });
    expect(stdout).toMatch(/^::error title=Drift report::the output of .* has an unknown format/);
  });
});
