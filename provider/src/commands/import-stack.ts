import { hostname } from "node:os";
import { Redactor } from "../client/index.ts";
import type { NamedResource } from "../import/names.ts";
import { isAlive } from "../lifecycle/is-alive.ts";
import { type ChangeOptions, changeByPulumi, failureOf, type PulumiResult, runPulumi } from "../pulumi-cli/pulumi.ts";
import { type HeldResource, heldResources, NoStack, optionsFor, type StackPlace } from "../pulumi-cli/stack.ts";
import type { DriftReport } from "../report/types.ts";
import { type Json, type JsonObject, signatureKey } from "../schema/json.ts";
import { mapSecrets } from "../state/secrets.ts";
import { reportOf } from "./preview-report.ts";

/**
 * The CLI writes the whole state after each resource, which takes minutes for thousands of resources. With these variables it writes the
 * state once, at the end. An import that is killed earlier has changed nothing, and the next import starts again.
 */
const oneCheckpoint = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** A stack, accessed with the Pulumi CLI. */
export class ImportStack {
  readonly #redactor = new Redactor();
  readonly #hide = (text: string) => this.#redactor.hide(text);
  readonly name: string;
  readonly place: StackPlace;

  constructor(folder: string, name: string) {
    this.name = name;
    this.place = { stack: name, cwd: folder };
  }

  /** The name of the selected stack of a project; undefined if no stack is selected. */
  static async current(folder: string): Promise<string | undefined> {
    const { code, stdout } = await runPulumi(["stack", "--show-name", ...optionsFor({ cwd: folder })]);
    return code === 0 ? stdout.trim() : undefined;
  }

  /** Adds secrets to be hidden in all later errors. */
  keepSecret(secrets: Iterable<string>): void {
    this.#redactor.add(secrets);
  }

  /**
   * The resources of the stack; undefined if the stack does not exist.
   *
   * @throws Error with the CLI's message
   */
  async held(): Promise<readonly HeldResource[] | undefined> {
    try {
      return await heldResources(this.place);
    } catch (error) {
      if (error instanceof NoStack) return undefined;
      throw error;
    }
  }

  /** Creates the stack if it does not exist. */
  async create(): Promise<void> {
    await this.#change(["stack", "select", "--create", this.name, ...optionsFor({ cwd: this.place.cwd })]);
  }

  /** Sets an encrypted configuration value. The value is passed on standard input, because other users can read a process's arguments. */
  async setSecret(key: string, value: Json): Promise<void> {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    // The CLI removes one line break at the end.
    await this.#change(["config", "set", "--secret", key, ...optionsFor(this.place)], { input: `${text}\n` });
  }

  /** Adds resources to the state, as they are given. The CLI does not read the tenant. */
  async import(resources: readonly NamedResource[], isProtected: boolean): Promise<void> {
    if (resources.length === 0) return;
    const options = ["--generate-code=false", `--protect=${isProtected}`, "--skip-preview", "--yes"];
    const quiet = ["--suppress-outputs", "--suppress-progress"];
    await this.#change(["import", "--file", "/dev/stdin", ...options, ...quiet, ...optionsFor(this.place)], {
      input: JSON.stringify(importFileOf(resources)),
      opensInput: true,
      env: oneCheckpoint,
    });
  }

  /** Previews the next `pulumi up`, with a refresh before it. */
  async preview(): Promise<DriftReport> {
    const args = ["preview", "--refresh", "--expect-no-changes", "--json", ...optionsFor(this.place)] as const;
    return reportOf(args, { hide: this.#hide });
  }

  /** Runs a CLI command that changes the stack. A lock whose process no longer exists is removed first. */
  async #change(args: readonly string[], options: ChangeOptions = {}): Promise<void> {
    let result = await changeByPulumi(args, options);
    if (result.code !== 0 && isLeftLocked(result)) {
      await changeByPulumi(["cancel", "--yes", ...optionsFor(this.place)]);
      result = await changeByPulumi(args, options);
    }
    if (result.code === 0) return;
    const [command = ""] = args;
    throw new Error(failureOf(command, { ...result, stderr: result.stderr || result.stdout }, this.#hide));
  }
}

/** Whether a stack is locked only by processes of this machine that no longer exist. */
function isLeftLocked({ stdout, stderr }: PulumiResult): boolean {
  const said = stdout + stderr;
  if (!/currently locked by/.test(said)) return false;
  const locks = [...said.matchAll(/created by \S+@(?<host>\S+) \(pid (?<pid>\d+)\)/g)];
  return locks.length > 0 && locks.every(({ groups }) => groups?.host === hostname() && !isAlive(Number(groups.pid)));
}

/**
 * The input of `pulumi import --file`. With inputs and outputs in it, the CLI reads neither the tenant nor the program. It contains secrets
 * in plain text, so it must never be written to a file.
 */
function importFileOf(resources: readonly NamedResource[]): Json {
  return {
    resources: resources.map(({ type, name, item, inputs, outputs }, n) => ({
      type,
      // The first name is for references between resources of the file; `logicalName` is the name in the state.
      name: `r${n}`,
      logicalName: name,
      id: item.id,
      inputs: forImportFile(inputs),
      outputs: forImportFile(outputs),
    })),
  };
}

/** Properties in the format of the import file. The CLI encrypts `plaintext`, which is JSON. */
function forImportFile(props: JsonObject): JsonObject {
  return mapSecrets(props, ({ [signatureKey]: signature = null, value = null }) => ({
    [signatureKey]: signature,
    plaintext: JSON.stringify(value),
  }));
}
