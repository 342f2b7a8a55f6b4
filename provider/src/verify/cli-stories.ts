import type { TypeName } from "../definitions/registry.ts";
import { type CliStory, cliStories, samples } from "../definitions/samples.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { classOf } from "../schema/provider-code.ts";
import { cliFacts } from "./facts.ts";
import type { Ledger } from "./ledger.ts";
import { Specimen } from "./specimen.ts";
import type { Stage } from "./story.ts";
import { Stopped } from "./tap.ts";

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

/** A command of the CLI failed before it sent a call to the tenant, for example because of an unknown option. The tenant is not the cause. */
class CliFault extends Error {}

/** Performs the {@link cliStories} for the types in the ledgers. Their objects are recorded in the manifest, and each story removes its own. */
export async function tellByCli(
  project: CliProject,
  stage: Stage,
  ledgers: ReadonlyMap<TypeName, Ledger>,
): Promise<void> {
  for (const story of cliStories) {
    const ledger = ledgers.get(story.type);
    if (!ledger) continue;
    const { tap } = stage;
    tap.forgetFailures();
    const failed = await new CliRun(project, stage, story).tell().catch((error: unknown) => {
      if (error instanceof CliFault) return error;
      throw error;
    });
    // If the run was stopped, the CLI failed for that reason, so the failure says nothing about the tenant.
    tap.meter.check();
    if (tap.meter.stopped) throw tap.meter.stopped;
    const refusals = tap.failures.filter(({ forbidden }) => forbidden !== undefined);
    const fact = cliFacts[story.story];
    if (failed === undefined) ledger.note(fact, undefined);
    else if (failed instanceof CliFault) ledger.omit(fact, "the Pulumi CLI failed before it sent a call");
    else if (refusals.length > 0) ledger.fail(fact, failed, refusals);
    else ledger.note(fact, { what: failed, came: "another result", expected: "success" });
  }
}

class CliRun {
  readonly #project: CliProject;
  readonly #stage: Stage;
  readonly #story: CliStory;
  /** The keys of all objects that the story has declared so far. */
  readonly #keys: string[] = [];

  constructor(project: CliProject, stage: Stage, story: CliStory) {
    this.#project = project;
    this.#stage = stage;
    this.#story = story;
  }

  /**
   * Performs the steps of the story. Returns the name of the step that failed; undefined if all succeeded.
   *
   * @throws CliFault
   */
  async tell(): Promise<string | undefined> {
    const { type, edited } = this.#story;
    const key = this.#nextKey();
    const args = { ...this.#argsOf(key), ...edited?.declared };
    await this.#project.declare({ type: classOf(type), args });
    const steps: readonly (readonly [string, () => Promise<boolean>])[] = [
      ["up", async () => (await this.#up()) && this.#isThere(key)],
      ["preview the same program", () => this.#isSettled()],
      ...this.#changes(args, key),
      ["destroy", () => this.#run("destroy", "--yes", "--skip-preview")],
      ["look for what is left", async () => !this.#keys.some((one) => this.#isThere(one))],
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

  /** The steps that are specific to the story. They come after the creation and before the removal of the object. */
  #changes(args: JsonObject, key: string): readonly (readonly [string, () => Promise<boolean>])[] {
    const { type, story, edited } = this.#story;
    const { tap, config } = this.#stage;
    if (story === "drift")
      return [
        [
          "edit",
          async () => {
            await new Specimen(type, tap, config).apply({ ...args, ...edited?.edit, adopt: true });
            return true;
          },
        ],
        // A preview with `--expect-no-changes` also fails for other reasons than a change, so a preview without the option must succeed first.
        ["preview after the edit", async () => (await this.#run("preview", "--refresh")) && !(await this.#isSettled())],
        ["up after the edit", () => this.#run("up", "--yes", "--skip-preview", "--refresh")],
        ["preview after the repair", () => this.#isSettled()],
      ];
    if (story !== "replacement") return [];
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
    const key = this.#stage.nextKey();
    this.#keys.push(key);
    return key;
  }

  #argsOf(key: string): JsonObject {
    return samples[this.#story.type]?.program({ key, free: 0, needed: {} }).args ?? {};
  }

  /** Runs a command of the CLI. @throws CliFault if the command failed without a call to the tenant */
  async #run(...args: readonly string[]): Promise<boolean> {
    const { meter } = this.#stage.tap;
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
    const { type } = this.#story;
    const name = String(own(this.#argsOf(key), samples[type]?.key ?? ""));
    return this.#stage.tap.manifest?.made.some((made) => made.type === type && made.keys.includes(name)) === true;
  }
}
