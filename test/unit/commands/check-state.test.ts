import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileCache } from "../../harness/compile-cache.ts";
import { exec } from "../../harness/exec.ts";
import { runCommand } from "../helpers/command.ts";

// The command as it is published, for one story: the package has to be built first.
const main = fileURLToPath(new URL("../../../provider/dist/commands/main.js", import.meta.url));
const ours = 'exports.handler = () => require("pulumi-tenant/host").connection';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "check-state-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const type = "pulumi-nodejs:dynamic/tenant:Connection";
const urn = `urn:pulumi:dev::p::${type}::corp`;
const stateWith = (...code: string[]) =>
  JSON.stringify({
    version: 3,
    deployment: { resources: code.map((__provider) => ({ urn, type, outputs: { __provider } })) },
  });

function check(state: string, ...args: string[]) {
  return checkIn({}, state, ...args);
}

/** Checks a state in an environment of its own. */
function checkIn(env: Readonly<Record<string, string>>, state: string, ...args: string[]) {
  return runCommand(["check-state", ...args], { cwd: folder, env, input: state });
}

it("a state of this package passes without output, from standard input and from a file", async () => {
  const file = join(folder, "state.json");
  await writeFile(file, stateWith(ours));
  const published = (input: string, ...args: readonly string[]) =>
    exec(process.execPath, [main, ...args], { cwd: folder, env: compileCache, input, timeoutMs: 60_000 });
  const passes = { code: 0, stdout: "", stderr: "" };
  expect(await published(stateWith(ours), "check-state")).toEqual(passes);
  expect(await published("", "check-state", file)).toEqual(passes);
  expect((await published("", "--help")).stdout).toContain("check-state");
});

it("planted provider code is refused, is not run, and is not printed", async () => {
  const planted = join(folder, "planted");
  const planting = `require("fs").writeFileSync(${JSON.stringify(planted)}, "");\n::error::deceived`;
  const { code, stdout, stderr } = await check(stateWith(ours, planting));
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^error: the state contains provider code that pulumi-tenant did not write.*\n {2}line 1: [0-9a-f]{64}\n$/,
  );
  expect(existsSync(planted)).toBe(false);

  const [, sha256 = ""] = /: ([0-9a-f]{64})$/m.exec(stderr) ?? [];
  expect(await check(stateWith(ours, planting), "--allow", sha256)).toMatchObject({ code: 0 });
});

it("a resource that runs the code of another class is refused by its name", async () => {
  const disguised = { urn: urn.replaceAll("Connection", "Role"), type: type.replace("Connection", "Role") };
  const state = JSON.stringify({ deployment: { resources: [{ ...disguised, inputs: { __provider: ours } }] } });
  expect(await check(state)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /other provider code than that of their class.*\n {2}Role corp has the provider code of Connection/,
    ),
  });
});

const provider = (name: string, inputs: object) => ({
  urn: `urn:pulumi:dev::p::pulumi:providers:pulumi-nodejs::${name}`,
  type: "pulumi:providers:pulumi-nodejs",
  inputs,
});
const explicit = (name: string, domain: unknown) =>
  provider(name, { "tenant:explicit": "true", "tenant:domain": domain, "tenant:clientSecret": { ciphertext: "v1:x" } });
const stateOf = (...resources: object[]) => JSON.stringify({ version: 3, deployment: { resources } }, undefined, 4);

it("explicit providers are listed, and pass if the environment allows their domains", async () => {
  const state = stateOf(explicit("eu", "eu.example.com"), explicit("us\u001b[2K", "https://US.example.com/"));
  const env = { TENANT_DOMAIN: "us.example.com", TENANT_DOMAINS: "other.example.com, eu.example.com" };
  expect(await checkIn(env, state)).toEqual({
    code: 0,
    stdout:
      'explicit provider "eu": the state contains the credentials that it had at the last `pulumi up`, for https://eu.example.com\n' +
      'explicit provider "us\\u001b[2K": the state contains the credentials that it had at the last `pulumi up`, for https://us.example.com\n',
    stderr: "",
  });
});

// The way: a provider that is added to the state, with a domain of one's own and the ciphertext of any secret.
it("an explicit provider with a domain that the environment does not allow is refused by its line", async () => {
  const state = stateOf(explicit("eu", "eu.example.com"), explicit("planted", "planted.example.com"));
  const line = state.split("\n").findIndex((text) => text.includes("planted.example.com")) + 1;
  const { code, stderr } = await checkIn({ TENANT_DOMAINS: "eu.example.com" }, state);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^error: the state names domains that are listed in neither TENANT_DOMAINS nor TENANT_DOMAIN, .*:\n/,
  );
  expect(stderr.match(/^ {2}line.*$/gm)).toEqual([`  line ${line}: https://planted.example.com`]);
  expect((await check(state)).stderr.match(/^ {2}line/gm)).toHaveLength(2);
  expect((await checkIn({ TENANT_DOMAINS: "a b" }, state)).stderr).toMatch(
    /^error: A domain of TENANT_DOMAINS must not/,
  );
});

it("--json prints the findings as one document, also if the state is refused", async () => {
  const state = stateOf(
    explicit("eu", "eu.example.com"),
    explicit("planted", "planted.example.com"),
    provider("renamed", { envVarMappings: {} }),
    { urn: "urn", type: "a:b:C", outputs: { __provider: "planted()" } },
  );
  const { code, stdout } = await checkIn({ TENANT_DOMAINS: "eu.example.com" }, state, "--json");
  expect(code).toBe(1);
  const line = expect.any(Number);
  expect(JSON.parse(stdout)).toEqual({
    foreignCode: [{ line, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    otherClasses: [],
    foreignDomains: [{ line, origin: "https://planted.example.com" }],
    renamedVariables: [{ line }],
    explicitProviders: [
      { name: "eu", origin: "https://eu.example.com" },
      { name: "planted", origin: "https://planted.example.com" },
    ],
  });
  const nothing = {
    foreignCode: [],
    otherClasses: [],
    foreignDomains: [],
    renamedVariables: [],
    explicitProviders: [],
  };
  expect(JSON.parse((await check(stateWith(ours), "--json")).stdout)).toEqual(nothing);
});

// The way: a provider of the state that takes TENANT_STRICT from a variable of the job that is empty.
it("a provider that maps environment variables is refused", async () => {
  const planted = provider("planted", { __internal: { envVarMappings: { PULUMI_ACCESS_TOKEN: "TENANT_STRICT" } } });
  expect(await check(stateOf(planted))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^error: the state maps environment variables of a provider.*envVarMappings.*\n {2}line 10\n$/,
    ),
  });
});

it("a missing, empty or unreadable state is an error", async () => {
  expect(await check("")).toMatchObject({ code: 1, stderr: expect.stringContaining("pulumi stack export") });
  expect(await check("", join(folder, "none"))).toMatchObject({ code: 1, stderr: expect.stringContaining("none") });
  expect(await check(stateWith(ours), "--allow", "abc")).toMatchObject({ code: 2 });
});
