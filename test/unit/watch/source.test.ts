import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseState, revealed } from "../../../provider/src/pulumi-cli/exported-stack.ts";
import { configurationOf, StackSource } from "../../../provider/src/watch/state-source.ts";

const type = "pulumi-nodejs:dynamic/tenant:ResourceServer";
const urn = `urn:pulumi:dev::shop::${type}::orders`;
const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

function exported({ name = "Orders", time = "t1", pending = false } = {}): string {
  const outputs = { name, signingSecret: { ...secret, plaintext: '"s"' } };
  return JSON.stringify({
    version: 3,
    deployment: {
      manifest: { time },
      resources: [
        { urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", type: "pulumi:pulumi:Stack", custom: false },
        { urn, type, custom: true, id: "rs_1", inputs: { name }, outputs },
        { urn: `${urn}-old`, type, custom: true, id: "rs_0", delete: true, inputs: {}, outputs: {} },
        { urn: "urn:pulumi:dev::shop::other:index:Thing::x", type: "other:index:Thing", custom: true, id: "x" },
      ],
      ...(pending && { pending_operations: [{ type: "updating" }] }),
    },
  });
}

describe("the state of a stack", () => {
  it("contains this package's resources, with secrets for the provider only", () => {
    const { resources, isPending } = parseState(`warning: something\n${exported()}`);
    expect(resources.map((resource) => resource.id)).toEqual(["rs_1"]);
    expect(revealed(resources[0]?.outputs ?? {})).toEqual({ name: "Orders", signingSecret: "s" });
    expect(isPending).toBe(false);
  });

  it("of an unknown format is an error without its values", () => {
    expect(() => parseState('{"deployment":{"resources":[{"urn":"s3cret","type":7}]}}')).toThrow(
      /unknown format: at "deployment\.resources\.0\.type"/,
    );
    expect(() => parseState("nothing")).toThrow("it is not one JSON document");
    const broken = exported().replace('\\"s\\"', "s3cret");
    expect(broken).toContain("s3cret");
    expect(() => parseState(broken)).toThrow(/unknown format: the value of a secret is not one JSON value\./);
  });
});

describe("a look at a stack", () => {
  let folder: string;
  let text: string;
  let exports: number;
  const stateFile = () => join(folder, ".pulumi/stacks/shop/dev.json");
  const lock = (pid: number, host = hostname()) =>
    writeFile(join(folder, ".pulumi/locks/organization/shop/dev/lock.json"), JSON.stringify({ pid, hostname: host }));
  const source = (url = pathToFileURL(folder).href) =>
    new StackSource(
      "dev",
      {
        cwd: undefined,
        signal: new AbortController().signal,
        run: async () => {
          exports += 1;
          return { code: 0, stdout: text, stderr: "" };
        },
      },
      url,
    );

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "backend-"));
    await mkdir(join(folder, ".pulumi/stacks/shop"), { recursive: true });
    await mkdir(join(folder, ".pulumi/locks/organization/shop/dev"), { recursive: true });
    await writeFile(stateFile(), "1");
    text = exported();
    exports = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("starts no CLI if the backend is a folder and the state is the same", async () => {
    const stack = source();
    expect((await stack.look()).resources).toHaveLength(1);
    exports = 0;
    expect(await stack.look()).toMatchObject({ isRunning: false });
    expect(exports).toBe(0);
    text = exported({ name: "Renamed", time: "t2" });
    await writeFile(stateFile(), "other");
    expect((await stack.look()).resources?.[0]?.inputs).toEqual({ name: "Renamed" });
    expect(exports).toBe(1);
  });

  it("finds a running update by its lock, also of another machine, but not by the lock of a killed run", async () => {
    const stack = source();
    await stack.look();
    await lock(process.pid);
    expect(await stack.look()).toMatchObject({ isRunning: true });
    // The highest number that Linux gives to a process is far below this one.
    const gone = 2 ** 30;
    await lock(gone, "elsewhere.example.com");
    expect(await stack.look()).toMatchObject({ isRunning: true });
    await lock(gone);
    expect(await stack.look()).toMatchObject({ isRunning: false });
  });

  it("finds a running update by its pending operations in other backends", async () => {
    const stack = source("https://api.example.com");
    expect(await stack.look()).toMatchObject({ isRunning: false });
    text = exported({ pending: true, time: "t2" });
    expect(await stack.look()).toMatchObject({ isRunning: true, againMs: 5_000 });
    text = exported({ time: "t3" });
    expect(await stack.look()).toMatchObject({ isRunning: false });
  });
});

it("a stack configuration of an unknown format is an error without its values", async () => {
  const stdout = '{"tenant:clientSecret":{"value":"s3cret"}';
  const run = () => Promise.resolve({ code: 0, stdout, stderr: "" });
  const workspace = { cwd: undefined, signal: new AbortController().signal, run };
  await expect(configurationOf(workspace, "dev")).rejects.toThrow("the output of `pulumi config` could not be parsed");
  const wordy = { ...workspace, run: () => Promise.resolve({ code: 0, stdout: "s3cret", stderr: "" }) };
  await expect(configurationOf(wordy, "dev")).rejects.toThrow("the output of `pulumi config` could not be parsed");
});
