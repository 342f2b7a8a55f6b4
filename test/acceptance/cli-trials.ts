import { type JsonObject, own } from "../../provider/src/schema/json.ts";
import { classOf } from "../../provider/src/schema/provider-code.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import { cliFacts, type Ledger } from "./ledger.ts";
import { Stopped } from "./run-client.ts";
import { type CliTrial, cliTrials, samples } from "./samples.ts";
import { TestObject } from "./test-object.ts";
import type { Context } from "./trial.ts";

/** A resource to declare. `type` is the name of its class, such as `Role`. */
export interface DeclaredResource {
  readonly type: string;
  readonly args: JsonObject;
}

/** A Pulumi project with one stack, which a run operates with the real CLI. */
export interface CliProject {
  /** Writes a program that declares only this resource. */
  declare(resource: DeclaredResource): Promise<void>;
  /** Runs a command of the CLI on the stack. Returns whether the command succeeded. */
  run(args: readonly string[]): Promise<boolean>;
}

/** Thrown if a command of the CLI failed before it sent a call to the tenant, for example because of an unknown option. */
class CliFault extends Error {}

/** Performs the {@link cliTrials} for the types in the ledgers. Each trial removes its objects. Until then, the manifest lists them. */
export async function runCliTrials(
  project: CliProject,
  context: Context,
  ledgers: ReadonlyMap<TypeName, Ledger>,
): Promise<void> {
  for (const trial of cliTrials) {
    const ledger = ledgers.get(trial.type);
    if (!ledger) continue;
    const { client } = context;
    client.forgetFailures();
    const failed = await new CliRun(project, context, trial).run().catch((error: unknown) => {
      if (error instanceof CliFault) return error;
      throw error;
    });
    // If the run was stopped, the CLI failed for that reason, so the failure says nothing about the tenant.
    client.meter.check();
    if (client.meter.stopped) throw client.meter.stopped;
    const refusals = client.failures.filter(({ forbidden }) => forbidden !== undefined);
    const fact = cliFacts[trial.kind];
    if (failed === undefined) ledger.note(fact, undefined);
    else if (failed instanceof CliFault) ledger.omit(fact, "the Pulumi CLI failed before it sent a call");
    else if (refusals.length > 0) ledger.fail(fact, failed, refusals);
    else ledger.note(fact, { what: failed, came: "another result", expected: "success" });
  }
}

class CliRun {
  readonly #project: CliProject;
  readonly #context: Context;
  readonly #trial: CliTrial;
  /** The keys of all objects that the trial has declared so far. */
  readonly #keys: string[] = [];

  constructor(project: CliProject, context: Context, trial: CliTrial) {
    this.#project = project;
    this.#context = context;
    this.#trial = trial;
  }

  /**
   * Performs the steps of the trial. Returns the name of the step that failed; undefined if all succeeded.
   *
   * @throws CliFault
   */
  async run(): Promise<string | undefined> {
    const { type, edited } = this.#trial;
    const key = this.#nextKey();
    const args = { ...this.#argsOf(key), ...edited?.declared };
    await this.#project.declare({ type: classOf(type), args });
    const steps: readonly (readonly [string, () => Promise<boolean>])[] = [
      ["up", async () => (await this.#up()) && this.#isThere(key)],
      ["preview the same program", () => this.#isSettled()],
      ...this.#changes(args, key),
      ["destroy", () => this.#run("destroy", "--yes", "--skip-preview")],
      ["look for remaining objects", async () => !this.#keys.some((one) => this.#isThere(one))],
    ];
    for (const [what, step] of steps) {
      const isDone = await step().catch((error: unknown) => {
        if (error instanceof Stopped || error instanceof CliFault) throw error;
        return false;
      });
      if (!isDone) return what;
    }
    return undefined;
  }

  /** The steps that are specific to the trial. They come after the creation and before the removal of the object. */
  #changes(args: JsonObject, key: string): readonly (readonly [string, () => Promise<boolean>])[] {
    const { type, kind, edited } = this.#trial;
    const { client, config } = this.#context;
    if (kind === "drift")
      return [
        [
          "edit",
          async () => {
            await new TestObject(type, client, config).apply({ ...args, ...edited?.edit, adopt: true });
            return true;
          },
        ],
        // A preview with `--expect-no-changes` can also fail for reasons other than a change. So a preview without the option must succeed first.
        ["preview after the edit", async () => (await this.#run("preview", "--refresh")) && !(await this.#isSettled())],
        ["up after the edit", () => this.#run("up", "--yes", "--skip-preview", "--refresh")],
        ["preview after the repair", () => this.#isSettled()],
      ];
    if (kind !== "replacement") return [];
    return [
      [
        "up with another identity",
        async () => {
          const other = this.#nextKey();
          await this.#project.declare({ type: classOf(type), args: this.#argsOf(other) });
          return (await this.#up()) && this.#isThere(other) && !this.#isThere(key);
        },
      ],
      ["preview after the replacement", () => this.#isSettled()],
    ];
  }

  #nextKey(): string {
    const key = this.#context.nextKey();
    this.#keys.push(key);
    return key;
  }

  #argsOf(key: string): JsonObject {
    return samples[this.#trial.type]?.program({ key, free: 0, needed: {} }).args ?? {};
  }

  /** Runs a command of the CLI. @throws CliFault if the command failed without a call to the tenant */
  async #run(...args: readonly string[]): Promise<boolean> {
    const { meter } = this.#context.client;
    const before = meter.calls;
    const isDone = await this.#project.run(args).catch(() => false);
    if (!isDone && meter.calls === before) throw new CliFault();
    return isDone;
  }

  #up(): Promise<boolean> {
    return this.#run("up", "--yes", "--skip-preview");
  }

  #isSettled(): Promise<boolean> {
    return this.#run("preview", "--refresh", "--expect-no-changes");
  }

  /** Whether the object with a key exists, according to the manifest. A deletion removes the object from the manifest. */
  #isThere(key: string): boolean {
    const { type } = this.#trial;
    const name = String(own(this.#argsOf(key), samples[type]?.key ?? ""));
    return this.#context.client.manifest?.made.some((made) => made.type === type && made.keys.includes(name)) === true;
  }
}
