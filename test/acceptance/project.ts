import { randomBytes } from "node:crypto";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ownFolder } from "../../provider/src/commands/command.ts";
import { makeFolder, replaceFile } from "../../provider/src/commands/files.ts";
import { failureOf, runPulumi } from "../../provider/src/pulumi-cli/pulumi.ts";
import type { CliProject, DeclaredResource } from "./cli-trials.ts";

const program = `const tenant = require("pulumi-tenant");
for (const { type, args } of require("./resources.json")) new tenant[type]("verify", args);
`;

/** A Pulumi project in a temporary folder, with a separate backend: the user's stacks are neither read nor written. */
export class TemporaryProject implements CliProject {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #signal: AbortSignal | undefined;

  constructor(folder: string, env: NodeJS.ProcessEnv, signal: AbortSignal | undefined) {
    this.#folder = folder;
    this.#env = env;
    this.#signal = signal;
  }

  /**
   * Creates a project with an empty stack.
   *
   * @param environment the environment variables with which the provider reaches the tenant. The CLI gets no other `TENANT_` variables
   * @returns the project, or the reason why the CLI cannot be used
   */
  static async make(
    environment: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<TemporaryProject | string> {
    const others = Object.keys(process.env).filter((name) => /^(TENANT_|PULUMI_(?!CLI$))/.test(name));
    const folder = await mkdtemp(join(tmpdir(), "pulumi-tenant-acceptance-"));
    const state = join(folder, "state");
    const project = new TemporaryProject(
      folder,
      {
        ...Object.fromEntries(others.map((name) => [name, undefined])),
        ...environment,
        PULUMI_BACKEND_URL: pathToFileURL(state).href,
        PULUMI_CONFIG_PASSPHRASE: randomBytes(24).toString("base64url"),
        PULUMI_HOME: join(folder, "home"),
        PULUMI_SKIP_UPDATE_CHECK: "true",
      },
      signal,
    );
    try {
      await makeFolder(state);
      await replaceFile(
        join(folder, "Pulumi.yaml"),
        "name: verify\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
      );
      await replaceFile(join(folder, "package.json"), '{ "name": "verify", "private": true, "main": "index.js" }\n');
      await replaceFile(join(folder, "index.js"), program);
      const engine = createRequire(join(ownFolder, "package.json")).resolve("@pulumi/pulumi/package.json");
      await makeFolder(join(folder, "node_modules/@pulumi"));
      await symlink(dirname(engine), join(folder, "node_modules/@pulumi/pulumi"), "junction");
      await symlink(ownFolder, join(folder, "node_modules/pulumi-tenant"), "junction");
      await project.#write([]);
      // An update of a program without resources proves that the CLI, its backend and the language host work.
      const isReady = await project.run(["stack", "init", "verify"]);
      if (isReady && (await project.run(["up", "--yes", "--skip-preview"]))) return project;
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
    }
    await project.remove();
    return "the Pulumi CLI could not be used";
  }

  async declare(resource: DeclaredResource): Promise<void> {
    await this.#write([resource]);
  }

  async #write(resources: readonly DeclaredResource[]): Promise<void> {
    await replaceFile(join(this.#folder, "resources.json"), JSON.stringify(resources));
  }

  async run(args: readonly string[]): Promise<boolean> {
    const at = ["--cwd", this.#folder, "--non-interactive", "--color", "never"];
    const result = await runPulumi([...args, ...at], this.#signal, this.#env).catch((error: Error) => error);
    if (result instanceof Error) {
      process.stderr.write(`${result.message}\n`);
      return false;
    }
    // With `--expect-no-changes` the CLI fails if there are changes, which can be the expected result.
    if (result.code !== 0 && !args.includes("--expect-no-changes"))
      process.stderr.write(`${failureOf(args[0] ?? "", result)}\n`);
    return result.code === 0;
  }

  /** Removes the folder, including the state of the stack. If the stack still has objects, the manifest of the run lists them, too. */
  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
