import { hostname } from "node:os";
import { type DriftReport, driftReport, parsePreview } from "../drift/index.ts";
import { importFileOf, keyOf, type NamedResource } from "../importer/index.ts";
import type { Json } from "../model/json.ts";
import { handlerOf } from "../model/type-token.ts";
import { Redactor } from "../tenant/index.ts";
import { lives } from "../watch/lives.ts";
import { type ChangeOptions, changeByPulumi, failureOf, type PulumiResult, runPulumi } from "./pulumi.ts";
import { configurationOf, managedResources, NoStack, type StackPlace } from "./stack.ts";

/** The name of each resource of ours that the stack has, by its kind, a blank and its id. */
export type Managed = ReadonlyMap<string, string>;

/** A stack, by the Pulumi CLI. */
export class ImportStack {
  readonly #folder: string;
  readonly #redactor = new Redactor();
  readonly #hide = (text: string) => this.#redactor.hide(text);
  /** The stack's name. */
  readonly name: string;

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.name = name;
  }

  /** The stack that is selected in a project; undefined where none is. */
  static async current(folder: string): Promise<string | undefined> {
    const { code, stdout } = await runPulumi(["stack", "--show-name", "--non-interactive", "--cwd", folder]);
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
  async managed(): Promise<Managed | undefined> {
    try {
      const resources = await managedResources(this.#place);
      return new Map(resources.map(({ kind, id, name }) => [keyOf({ kind: handlerOf(kind), id }), name]));
    } catch (error) {
      if (error instanceof NoStack) return undefined;
      throw error;
    }
  }

  /**
   * The stack's configuration, secrets in plain.
   *
   * @throws Error with what the CLI says
   */
  configuration(): Promise<Readonly<Record<string, string>>> {
    return configurationOf(this.#place);
  }

  /** Makes the stack where it is not there. */
  async create(): Promise<void> {
    await this.#change(["stack", "select", "--create", this.name, ...this.#options(false)]);
  }

  /** Sets a value that the CLI encrypts. It passes on standard input, as anybody can read the arguments of a process. */
  async setSecret(key: string, value: Json): Promise<void> {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    // The CLI takes away one end of a line.
    await this.#change(["config", "set", "--secret", key, ...this.#options()], { input: `${text}\n` });
  }

  /** Puts resources into the state, as they are. */
  async import(resources: readonly NamedResource[], isProtected: boolean): Promise<void> {
    if (resources.length === 0) return;
    const options = ["--generate-code=false", `--protect=${isProtected}`, "--skip-preview", "--yes"];
    const quiet = ["--suppress-outputs", "--suppress-progress"];
    await this.#change(["import", "--file", "/dev/stdin", ...options, ...quiet, ...this.#options()], {
      input: JSON.stringify(importFileOf(resources)),
      opensInput: true,
    });
  }

  /** What the next `pulumi up` would do, with a refresh before it. */
  async preview(): Promise<DriftReport> {
    const result = await runPulumi([...["preview", "--refresh", "--expect-no-changes", "--json"], ...this.#options()]);
    const { code, stdout } = result;
    const isWell = code === 0 || code === 7;
    const failure = failureOf("preview", result, this.#hide);
    if (!isWell && stdout.trim() === "") throw new Error(failure);
    return driftReport(parsePreview(stdout), isWell ? undefined : failure);
  }

  get #place(): StackPlace {
    return { stack: this.name, cwd: this.#folder };
  }

  #options(isNamed = true): readonly string[] {
    const stack = isNamed ? ["--stack", this.name] : [];
    return [...stack, "--cwd", this.#folder, "--non-interactive", "--color", "never"];
  }

  async #change(args: readonly string[], options: ChangeOptions = {}): Promise<void> {
    const first = await changeByPulumi(args, options);
    const result = first.code !== 0 && isLeftLocked(first) ? await this.#unlocked(args, options) : first;
    if (result.code === 0) return;
    const [command = ""] = args;
    throw new Error(failureOf(command, { ...result, stderr: result.stderr || result.stdout }, this.#hide));
  }

  /** Takes away a lock whose process is gone, and tries again. */
  async #unlocked(args: readonly string[], options: ChangeOptions): Promise<PulumiResult> {
    await changeByPulumi(["cancel", "--yes", ...this.#options()]);
    return changeByPulumi(args, options);
  }
}

/** Whether a stack is locked by processes of this machine alone, and none of them is there any more. */
function isLeftLocked({ stdout, stderr }: PulumiResult): boolean {
  const said = stdout + stderr;
  if (!/currently locked by/.test(said)) return false;
  const locks = [...said.matchAll(/created by \S+@(?<host>\S+) \(pid (?<pid>\d+)\)/g)];
  return locks.length > 0 && locks.every(({ groups }) => groups?.host === hostname() && !lives(Number(groups.pid)));
}
