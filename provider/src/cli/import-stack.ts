import { hostname } from "node:os";
import { z } from "zod";
import { type DriftReport, driftReport, parsePreview } from "../drift/index.ts";
import { isOurs, parseUrn, typeForPeople } from "../drift/urn.ts";
import { importFileOf, type KindName, kindNames, type NamedResource } from "../importer/index.ts";
import type { Json } from "../model/json.ts";
import { handlerOf } from "../model/type-token.ts";
import { Redactor } from "../tenant/index.ts";
import { lives } from "../watch/lives.ts";
import { type ChangeOptions, changeByPulumi, failureOf, type PulumiResult, runPulumi } from "./pulumi.ts";

/** The name of each resource of ours that the stack has, by its kind, a blank and its id. */
export type Managed = ReadonlyMap<string, string>;

const exported = z.object({
  deployment: z.object({
    resources: z.array(z.object({ urn: z.string(), type: z.string(), id: z.string().exactOptional() })).exactOptional(),
  }),
});

const configuration = z.record(z.string(), z.object({ value: z.string().exactOptional() }));

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

  /** What the stack has; undefined where there is no such stack. */
  async managed(): Promise<Managed | undefined> {
    const { code, stdout } = await runPulumi(["stack", "export", ...this.#options()]);
    if (code !== 0) return undefined;
    const { resources = [] } = exported.parse(JSON.parse(stdout)).deployment;
    return new Map(
      resources.flatMap(({ urn, type, id = "" }): [string, string][] => {
        const kind = kindOf(type);
        return kind === undefined ? [] : [[`${kind} ${id}`, parseUrn(urn)?.name ?? ""]];
      }),
    );
  }

  /** The stack's configuration, secrets in plain; empty where there is no such stack. */
  async configuration(): Promise<Readonly<Record<string, string>>> {
    const { code, stdout } = await runPulumi(["config", "--json", "--show-secrets", ...this.#options()]);
    if (code !== 0) return {};
    const entries = Object.entries(configuration.parse(JSON.parse(stdout)));
    return Object.fromEntries(entries.map(([key, { value }]) => [key, value ?? ""]));
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

function kindOf(type: string): KindName | undefined {
  return isOurs(type) ? kindNames.find((kind) => kind === handlerOf(typeForPeople(type))) : undefined;
}

/** Whether a stack is locked by processes of this machine alone, and none of them is there any more. */
function isLeftLocked({ stdout, stderr }: PulumiResult): boolean {
  const said = stdout + stderr;
  if (!/currently locked by/.test(said)) return false;
  const locks = [...said.matchAll(/created by \S+@(?<host>\S+) \(pid (?<pid>\d+)\)/g)];
  return locks.length > 0 && locks.every(({ groups }) => groups?.host === hostname() && !lives(Number(groups.pid)));
}
