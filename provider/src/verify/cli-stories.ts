import type { TypeName } from "../definitions/registry.ts";
import { type CliStory, cliStories, samples } from "../definitions/samples.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { classOf } from "../schema/provider-code.ts";
import { cliFacts } from "./facts.ts";
import type { Ledger } from "./ledger.ts";
import { Specimen } from "./specimen.ts";
import type { Stage } from "./story.ts";
import { Stopped } from "./tap.ts";

/** A resource of a program, by the name of its class. */
export interface DeclaredResource {
  readonly type: string;
  readonly args: JsonObject;
}

/** A project of the Pulumi CLI, with one stack. */
export interface CliProject {
  /** Writes the program. */
  declare(resource: DeclaredResource): Promise<void>;
  /** Runs a command on the stack. Returns whether it has succeeded. */
  run(args: readonly string[]): Promise<boolean>;
}

/** A command of the CLI failed before it sent a call, such as for a wrong version or an unknown option: no fault of the tenant. */
class CliFault extends Error {}

/** Tells the stories about types that the run tries with the real CLI. The resources are in the manifest, and removed by the stories. */
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
    // The end of the run ends the CLI, too, and is no result of it.
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
  /** The keys of the objects so far. */
  readonly #keys: string[] = [];

  constructor(project: CliProject, stage: Stage, story: CliStory) {
    this.#project = project;
    this.#stage = stage;
    this.#story = story;
  }

  /**
   * Returns the step that has failed; undefined if none has.
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

  /** The steps between the first and the last ones. */
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
        // A preview may also fail for another reason than a change.
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

  /** Runs a command of the CLI. Each command sends at least one call. */
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

  /** Whether the manifest has an object with a key. It forgets what was deleted. */
  #isThere(key: string): boolean {
    const { type } = this.#story;
    const name = String(own(this.#argsOf(key), samples[type]?.key ?? ""));
    return this.#stage.tap.manifest?.made.some((made) => made.type === type && made.keys.includes(name)) === true;
  }
}
