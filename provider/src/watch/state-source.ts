import { readdir, readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { sanitize } from "../client/index.ts";
import { isAlive } from "../lifecycle/is-alive.ts";
import { parseDocument } from "../pulumi-cli/document.ts";
import { parseState, type StackState } from "../pulumi-cli/exported-stack.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import type { Look } from "./machine.ts";

/**
 * The files of a stack in a `file://` backend. Looking at them is a cheap way to find out whether the state was rewritten and whether an
 * update is running. The state itself is read through the CLI.
 */
class CheckpointFiles {
  readonly #state: string;
  readonly #locks: string;

  constructor(state: string, locks: string) {
    this.#state = state;
    this.#locks = locks;
  }

  /**
   * Finds the files of a stack; undefined for a backend without files, an unknown file layout, or if several projects have a stack of this name.
   *
   * @param project the stack's project, if known
   */
  static async find(url: string, stack: string, project?: string): Promise<CheckpointFiles | undefined> {
    if (!url.startsWith("file://")) return undefined;
    const root = join(fileURLToPath(url), ".pulumi");
    const projects = project === undefined ? await readdir(join(root, "stacks")).catch(() => []) : [project];
    const all = projects.flatMap((folder) =>
      ["json", "json.gz"].map(
        (ending) =>
          new CheckpointFiles(
            join(root, "stacks", folder, `${stack}.${ending}`),
            join(root, "locks/organization", folder, stack),
          ),
      ),
    );
    const versions = await Promise.all(all.map((files) => files.version()));
    const found = all.filter((_, index) => versions[index] !== undefined);
    return found.length === 1 ? found[0] : undefined;
  }

  /** A text that changes with every write of the state file; undefined if there is no file. */
  async version(): Promise<string | undefined> {
    const found = await stat(this.#state, { bigint: true }).catch(() => undefined);
    return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
  }

  /** Whether a run of the CLI holds the stack's lock. The lock of a killed run on this machine does not count. */
  async isLocked(): Promise<boolean> {
    const names = await readdir(this.#locks).catch(() => []);
    const locks = names.filter((name) => name.endsWith(".json"));
    const held = await Promise.all(locks.map((name) => this.#isHeld(join(this.#locks, name))));
    return held.includes(true);
  }

  async #isHeld(file: string): Promise<boolean> {
    try {
      const text = await readFile(file, "utf8");
      const { pid, hostname: host } = parseDocument(text, lockForm, (what) => new Error(what));
      return host !== hostname() || isAlive(pid);
    } catch (error) {
      // ENOENT: the run has just ended and removed the lock. Other errors: the run has just begun and is still writing the lock.
      return (error as NodeJS.ErrnoException).code !== "ENOENT";
    }
  }
}

const lockForm = z.object({ pid: z.number(), hostname: z.string() });

/** Runs a command of the Pulumi CLI that changes nothing. */
export type RunPulumi = (
  args: readonly string[],
  signal: AbortSignal,
) => Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;

/** The Pulumi project of a watch: its folder, and a function that runs the CLI. */
export interface Workspace {
  readonly run: RunPulumi;
  readonly cwd: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Milliseconds between two reads of the state. With {@link CheckpointFiles}: while no update is running, and during an update. Without these
 * files: during an update, and for a stack whose state is empty.
 */
const [withFiles, runningWithFiles, runningWithoutFiles, emptyStack] = [2_000, 1_000, 5_000, 60_000];

/** Milliseconds after which a pending operation in an unchanged state no longer counts as a running update, but as a leftover of a killed run. */
const maxOperation = 300_000;

/** The state of one stack, read through the CLI. With a `file://` backend, the CLI is run only if the state file has changed. */
export class StackSource {
  readonly name: string;
  readonly #workspace: Workspace;
  readonly #url: string;
  #files: CheckpointFiles | undefined;
  #version: string | undefined;
  /** Any URN of the state: it contains the names of the stack and the project. */
  #urn: string | undefined;
  #resources = "";
  #written: { readonly at: string; readonly seen: number } | undefined;

  /** @param url URL of the backend */
  constructor(name: string, workspace: Workspace, url: string) {
    this.name = name;
    this.#workspace = workspace;
    this.#url = url;
  }

  /** Reads the state. @throws Error if the CLI cannot read the state */
  async look(): Promise<Look> {
    this.#files ??= await this.#locate();
    // The first read of the state does not wait for the end of an update, because the resources are unknown until then.
    if (this.#resources !== "" && (await this.#files?.isLocked()))
      return { isRunning: true, againMs: runningWithFiles };
    const version = await this.#files?.version();
    if (version !== undefined && version === this.#version) return { isRunning: false, againMs: withFiles };
    const state = parseState(
      await output(this.#workspace, ["stack", "export", "--show-secrets", "--stack", this.name]),
    );
    this.#version = version;
    this.#urn = state.anyUrn;
    const resources = JSON.stringify(state.resources);
    const changed = resources === this.#resources ? {} : { resources: state.resources };
    this.#resources = resources;
    const isRunning = this.#files ? await this.#files.isLocked() : this.#isPending(state);
    const againMs = this.#againMs(isRunning);
    return { isRunning, ...changed, ...(againMs !== undefined && { againMs }) };
  }

  #againMs(isRunning: boolean): number | undefined {
    if (this.#files) return isRunning ? runningWithFiles : withFiles;
    if (isRunning) return runningWithoutFiles;
    return this.#urn === undefined ? emptyStack : undefined;
  }

  #locate(): Promise<CheckpointFiles | undefined> {
    const { stack, project } = parseUrn(this.#urn ?? "") ?? {};
    return CheckpointFiles.find(this.#url, stack ?? this.name.split("/").at(-1) ?? "", project);
  }

  /** Whether the state has a pending operation, and this version of it was first seen less than {@link maxOperation} ago. */
  #isPending({ isPending, writtenAt }: StackState): boolean {
    const now = Date.now();
    if (this.#written?.at !== writtenAt) this.#written = { at: writtenAt, seen: now };
    return isPending && now - this.#written.seen < maxOperation;
  }
}

const backendForm = z.object({ url: z.string().nullish() });

/** The URL of the backend that the CLI uses. */
export async function backendOf(workspace: Workspace): Promise<string> {
  const { url } = await answered(workspace, ["whoami", "--json"], backendForm);
  return url ?? "";
}

/** The name of the current stack. */
export async function currentStack(workspace: Workspace): Promise<string> {
  return (await output(workspace, ["stack", "--show-name"])).trim();
}

const configuration = z.record(z.string(), z.object({ value: z.string().optional() }));

/** Reads the configuration of a stack. Returns a function that returns a value by its key without the namespace: `domain`. */
export async function configurationOf(
  workspace: Workspace,
  stack: string,
): Promise<(key: string) => string | undefined> {
  const values = await answered(workspace, ["config", "--show-secrets", "--json", "--stack", stack], configuration);
  return (key) => {
    const name = `tenant:${key}`;
    return Object.hasOwn(values, name) ? values[name]?.value : undefined;
  };
}

/** Runs a command of the CLI and parses its JSON output. @throws Error without values of the output, as they can be secrets */
async function answered<T>(workspace: Workspace, args: readonly string[], form: z.ZodType<T>): Promise<T> {
  const text = await output(workspace, args);
  return parseDocument(
    text,
    form,
    (what) =>
      new Error(
        `the output of \`pulumi ${args[0]}\` could not be parsed: ${what}. Use a version of the CLI that this package supports`,
      ),
  );
}

async function output({ run, cwd, signal }: Workspace, args: readonly string[]): Promise<string> {
  const folder = cwd === undefined ? [] : ["--cwd", cwd];
  const { code, stdout, stderr } = await run([...args, ...folder, "--non-interactive", "--color", "never"], signal);
  if (code === 0) return stdout;
  const said = sanitize(stderr.trim().replace(/^error: /, ""), 2_000) || "no error message";
  throw new Error(`pulumi ${args[0]} ended with exit code ${code}: ${said}`);
}
