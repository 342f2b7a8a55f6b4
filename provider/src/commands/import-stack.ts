import { hostname } from "node:os";
import { Redactor } from "../client/index.ts";
import type { NamedResource } from "../import/names.ts";
import { type ChangeOptions, changeByPulumi, failureOf, type PulumiResult, runPulumi } from "../pulumi-cli/pulumi.ts";
import { type HeldResource, heldResources, NoStack, optionsFor, type StackPlace } from "../pulumi-cli/stack.ts";
import { isAlive } from "../pulumi-cli/start.ts";
import type { DriftReport } from "../report/report.ts";
import { type Json, type JsonObject, signatureKey } from "../schema/json.ts";
import { mapSecrets } from "../state/secrets.ts";
import { reportOf } from "./preview-report.ts";

/**
 * The CLI writes the whole state after each resource, which takes minutes where there are thousands. With these it writes it once, at the
 * end. An import that is killed before has changed nothing, and the next one begins again.
 */
const oneCheckpoint = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** A stack, by the Pulumi CLI. */
export class ImportStack {
  readonly #redactor = new Redactor();
  readonly #hide = (text: string) => this.#redactor.hide(text);
  readonly name: string;
  readonly place: StackPlace;

  constructor(folder: string, name: string) {
    this.name = name;
    this.place = { stack: name, cwd: folder };
  }

  /** The stack that is selected in a project; undefined where none is. */
  static async current(folder: string): Promise<string | undefined> {
    const { code, stdout } = await runPulumi(["stack", "--show-name", ...optionsFor({ cwd: folder })]);
    return code === 0 ? stdout.trim() : undefined;
  }

  /** Hides these in all errors from now on. */
  keepSecret(secrets: Iterable<string>): void {
    this.#redactor.add(secrets);
  }

  /**
   * What the stack has; undefined where there is no such stack.
   *
   * @throws Error with what the CLI says
   */
  async held(): Promise<readonly HeldResource[] | undefined> {
    try {
      return await heldResources(this.place);
    } catch (error) {
      if (error instanceof NoStack) return undefined;
      throw error;
    }
  }

  /** Makes the stack where it is not there. */
  async create(): Promise<void> {
    await this.#change(["stack", "select", "--create", this.name, ...optionsFor({ cwd: this.place.cwd })]);
  }

  /** Sets a value that the CLI encrypts. It passes on standard input, as anybody can read the arguments of a process. */
  async setSecret(key: string, value: Json): Promise<void> {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    // The CLI takes away one end of a line.
    await this.#change(["config", "set", "--secret", key, ...optionsFor(this.place)], { input: `${text}\n` });
  }

  /** Puts resources into the state, as they are. */
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

  /** What the next `pulumi up` would do, with a refresh before it. */
  async preview(): Promise<DriftReport> {
    const args = ["preview", "--refresh", "--expect-no-changes", "--json", ...optionsFor(this.place)] as const;
    return reportOf(args, { hide: this.#hide });
  }

  /** Makes a change. A lock whose process is gone is taken away. */
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

/** Whether a stack is locked by processes of this machine alone, and none of them is there any more. */
function isLeftLocked({ stdout, stderr }: PulumiResult): boolean {
  const said = stdout + stderr;
  if (!/currently locked by/.test(said)) return false;
  const locks = [...said.matchAll(/created by \S+@(?<host>\S+) \(pid (?<pid>\d+)\)/g)];
  return locks.length > 0 && locks.every(({ groups }) => groups?.host === hostname() && !isAlive(Number(groups.pid)));
}

/**
 * What `pulumi import --file` takes: with inputs and outputs it reads nothing, neither from the tenant nor from the program. Secrets stand
 * in it in plain, so it must not become a file.
 */
function importFileOf(resources: readonly NamedResource[]): Json {
  return {
    resources: resources.map(({ type, name, item, inputs, outputs }, n) => ({
      type,
      // By the first name resources of a file refer to each other; the second one is the name in the state.
      name: `r${n}`,
      logicalName: name,
      id: item.id,
      inputs: forImportFile(inputs),
      outputs: forImportFile(outputs),
    })),
  };
}

/** Properties in the form of such a file. The CLI encrypts what stands in `plaintext`, which is JSON. */
function forImportFile(props: JsonObject): JsonObject {
  return mapSecrets(props, ({ [signatureKey]: signature = null, value = null }) => ({
    [signatureKey]: signature,
    plaintext: JSON.stringify(value),
  }));
}
