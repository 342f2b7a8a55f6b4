import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../provider/src/emulator/index.ts";
import { compileCache } from "../../harness/compile-cache.ts";
import { exec } from "../../harness/exec.ts";
import { previewText } from "../helpers/preview.ts";

// the command as it is published, so the package has to be built first
const main = fileURLToPath(new URL("../../../provider/dist/commands/main.js", import.meta.url));
const commands = ["emulator", "events", "watch", "drift", "import", "check-state"] as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "terminal-"));
  const drifted = previewText([{ name: "a", was: { name: "x" }, is: { name: "y" }, diff: { name: "update" } }]);
  const programs = {
    npx: `#!/bin/sh\nshift\nexec "${process.execPath}" "${main}" "$@"\n`,
    // What the CLI prints for drift, and an export of an empty state.
    pulumi: `#!/bin/sh\nif [ "$1" = stack ]; then echo '{"version":3,"deployment":{"resources":[]}}'; else cat <<'END'\n${drifted}\nEND\nfi\n`,
  };
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const environment = () => ({ ...compileCache, PATH: [folder, process.env.PATH].join(delimiter) });

async function helpOf(...args: readonly string[]): Promise<string> {
  return (await exec(process.execPath, [main, ...args, "--help"], { timeoutMs: 30_000 })).stdout;
}

describe("the help text", () => {
  it.each(commands)("of %s fits 100 columns, and ends with exit codes and an example", async (command) => {
    const help = await helpOf(command);
    expect(help.split("\n").filter((line) => line.length > 100)).toEqual([]);
    expect(help).toMatch(/\n\nExit codes:\n( {2}\d {2}.+\n){3,4}\nExample:\n {2}.*npx pulumi-tenant .+\n$/);
  });

  it("of the package itself lists every command", async () => {
    const help = await helpOf();
    for (const command of commands) expect(help).toContain(`\n  ${command} `);
  });
});

describe("the example in the help text works when it is pasted:", () => {
  const exampleOf = async (command: string) => (await helpOf(command)).trim().split("\n").at(-1) ?? "";

  it.each([
    ["drift", 7],
    ["check-state", 0],
  ] as const)("%s", async (command, code) => {
    const ended = await exec("sh", ["-c", await exampleOf(command)], { env: environment(), timeoutMs: 30_000 });
    expect(ended).toMatchObject({ code, stderr: "" });
  });

  it.each([
    ["emulator", /TENANT_DOMAIN=http/],
    ["events", /listening to/],
  ] as const)("%s", async (command, started) => {
    const tenant = await startEmulator();
    const env = {
      ...environment(),
      TENANT_DOMAIN: tenant.domain,
      TENANT_CLIENT_ID: tenant.clientId,
      TENANT_CLIENT_SECRET: command === "events" ? tenant.clientSecret : "",
    };
    const child = spawn("sh", ["-c", `exec ${await exampleOf(command)}`], { env });
    try {
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
        });
      }
      await expect.poll(() => output, { timeout: 15_000 }).toMatch(started);
    } finally {
      child.kill("SIGTERM");
      await tenant.close();
    }
  });
});

it("a command whose outputs are closed by their reader goes on to its end, and its exit code says what it found", async () => {
  const tenant = await startEmulator();
  const { domain, clientId, clientSecret } = tenant;
  const env = { TENANT_DOMAIN: domain, TENANT_CLIENT_ID: clientId, TENANT_CLIENT_SECRET: clientSecret };
  try {
    const child = spawn(process.execPath, [main, "audit", "--write-waivers"], { cwd: folder, env });
    child.stdout.destroy();
    child.stderr.destroy();
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await readFile(join(folder, "tenant-baseline.yaml"), "utf8")).toContain("waivers:");
    const again = spawn(process.execPath, [main, "audit", "--json"], { cwd: tmpdir(), env });
    again.stdout.destroy();
    again.stderr.destroy();
    expect(await once(again, "exit")).toEqual([7, null]);
  } finally {
    await tenant.close();
  }
});

const command = "npx pulumi-tenant drift";
const inTerminal =
  process.platform === "linux" ? ["-qec", command, "/dev/null"] : ["-q", "/dev/null", "sh", "-c", command];

/** Runs the drift report at a pseudo terminal, or as in a pipeline. */
async function report(isTerminal: boolean, env: Readonly<Record<string, string>>): Promise<string> {
  const [file, args] = isTerminal ? ["script", inTerminal] : ["sh", ["-c", command]];
  return (await exec(file, args, { env: { ...environment(), TERM: "xterm", ...env }, timeoutMs: 30_000 })).stdout;
}

describe("colours", () => {
  it.each([
    [{}, true],
    [{ NO_COLOR: "1" }, false],
    [{ FORCE_COLOR: "0" }, false],
    [{ TERM: "dumb" }, false],
  ])("on a terminal with %j: %s", async (env, isColoured) => {
    const output = await report(true, env);
    expect(output).toContain("Drift in stack dev");
    expect(output.includes("\u001b[1m")).toBe(isColoured);
  });

  it.each([
    [{}, false],
    [{ CI: "true" }, false],
    [{ FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("in a pipeline with %j: %s", async (env, isColoured) => {
    const output = await report(false, env);
    expect(output).toContain("Drift in stack dev");
    expect(output.includes("\u001b")).toBe(isColoured);
  });
});
