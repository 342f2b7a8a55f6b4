import { type Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import { failureAnnotation } from "../drift/index.ts";
import { isObject } from "../model/json.ts";
import { legibleJson, withoutCommands } from "../tenant/index.ts";
import { Exec } from "../watch/exec.ts";
import { GithubReports } from "../watch/github.ts";
import { execEntry, jsonLine, type LogEntry, reportEntry, statusEntry, textLine } from "../watch/log.ts";
import type { WatchPosition, WatchStatus } from "../watch/options.ts";
import type { WatchReport } from "../watch/report.ts";
import { onceInWords, toText } from "../watch/text.ts";
import { watchWith } from "../watch/watch.ts";
import { colorsForOutput } from "./colors.ts";
import { CursorFile, resumePosition } from "./cursor-file.ts";
import { execCommand } from "./exec-command.ts";
import { forScreen } from "./fold.ts";
import { helpText } from "./help.ts";
import { Output } from "./output.ts";
import { runPulumi } from "./pulumi.ts";
import { ReadyFile } from "./ready-file.ts";
import { appendToFile } from "./write-file.ts";

interface Flags {
  readonly stack?: readonly string[];
  readonly cwd?: string;
  readonly every: number;
  readonly once?: true;
  readonly cursorFile?: string;
  readonly readyFile?: string;
  readonly exec?: string;
  readonly json?: true;
  readonly github?: true;
}

/** The exit code for drift is that of the CLI's `--expect-no-changes`. */
const [drifted, failed] = [7, 1];

/** Milliseconds after `--once` in which `--exec` hands over what waits. */
const longestEnd = 600_000;

const report = z.custom<WatchReport>((value) => isObject(value) && typeof value.urn === "string");

/** What the cursor file holds. */
const content = z.object({
  version: z.literal(1),
  tenant: z.string(),
  events: resumePosition,
  open: z.array(report),
  /** What the command of `--exec` has not taken. */
  waiting: z.array(report),
});

/** Adds `pulumi-tenant watch` to its command. */
export function register(command: Command): void {
  command
    .option("-s, --stack <name>", "the stack; repeat it for several of one tenant (default: the current one)", collect)
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .addOption(
      new Option("--every <duration>", "compare what has no events that often: 30s, 15m, 2h")
        .argParser(toDuration)
        .default(15 * 60_000, "15m"),
    )
    .option("--once", "compare everything once and end")
    .option("--cursor-file <file>", "go on where the last watch with this file stopped")
    .option("--ready-file <file>", "a file that is there while the watch is ready, written anew once a minute")
    .option("--exec <command>", "run this for each change, with a JSON document on its standard input")
    .option("--json", "one JSON line per report, and a log of JSON lines on standard error")
    .option("--github", "also annotations for GitHub Actions, and the reports in $GITHUB_STEP_SUMMARY")
    .addHelpText(
      "after",
      helpText({
        text: `Reports within seconds what changes at the tenant and not through the stack: was → is, who, when and
from where. Nothing is changed, neither the tenant nor the state. What was put right again is
reported as well.

  by events       Connection of an enterprise strategy (ad, adfs, google-apps, oidc, okta,
                  pingfederate, samlp, waad), OrganizationMemberRoles
  every --every   ResourceServer, ResourceServerScopes, ConnectionClients, TokenExchangeProfile,
                  Connection of any other strategy: the tenant has no events of them, or none for
                  sure

The log says at the start for which resources of the stack which of the two counts. Everything is
compared at the start and whenever events may be missing. While an update of the stack runs, events
wait; afterwards the new state counts.

The tenant and its credentials come from TENANT_DOMAIN and so on, or from the stack's configuration.
The scopes are read:events and those of a refresh. The CLI is $PULUMI_CLI, or pulumi on the PATH; it
reads the state with its secrets.`,
        exitCodes: {
          0: "no drift (with --once), or SIGINT (Ctrl-C) or SIGTERM has ended it",
          1: "not everything could be read or was taken by --exec, or it cannot go on",
          7: "drift (with --once)",
        },
        example: "npx pulumi-tenant watch --stack dev",
      }),
    )
    .action((flags: Flags) => run(command, flags));
}

async function run(command: Command, flags: Flags): Promise<void> {
  if (flags.json && flags.github) {
    command.error("error: --json and --github would print to the same place", { exitCode: 2 });
  }
  try {
    await new Run(flags).run();
  } catch (error) {
    if (flags.github && !(error instanceof CommanderError)) {
      process.stdout.write(`${failureAnnotation(error instanceof Error ? error.message : String(error))}\n`);
    }
    throw error;
  }
}

/** One run of the command. */
class Run {
  readonly #flags: Flags;
  readonly #stop = new AbortController();
  readonly #output = new Output(() => this.#stop.abort());
  readonly #colors = colorsForOutput();
  readonly #github = new GithubReports();
  readonly #file: CursorFile<z.infer<typeof content>> | undefined;
  readonly #ready: ReadyFile | undefined;
  readonly #exec: Exec | undefined;
  /** The resources that were compared, from when all were. */
  #compared: number | undefined;
  #drifts = false;
  #isIncomplete = false;

  constructor(flags: Flags) {
    const { cursorFile, readyFile, exec } = flags;
    this.#flags = flags;
    if (cursorFile !== undefined) this.#file = new CursorFile(cursorFile, content);
    if (readyFile !== undefined) this.#ready = new ReadyFile(readyFile);
    if (exec === undefined) return;
    this.#exec = new Exec(execCommand(exec), (status) => {
      if (status.state === "left") this.#isIncomplete = true;
      this.#log(execEntry(status));
    });
  }

  async run(): Promise<void> {
    const { stack: stacks, cwd, every: everyMs, once } = this.#flags;
    const resume = await this.#file?.load();
    // The first signal lets the command of --exec end: a `pulumi up` that is killed leaves the stack locked. The second one kills it.
    const end = () => {
      if (this.#stop.signal.aborted) this.#exec?.kill();
      this.#stop.abort();
    };
    for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, end);
    this.#exec?.remember(resume?.open ?? []);
    for (const waiting of resume?.waiting ?? []) this.#exec?.add(waiting);
    const watch = watchWith(runPulumi, {
      ...(stacks && { stacks }),
      ...(cwd !== undefined && { cwd }),
      ...(resume && { resume }),
      everyMs,
      once: once === true,
      signal: this.#stop.signal,
      onStatus: (status) => {
        this.#follow(status);
        this.#save(watch.position());
      },
    });
    try {
      for await (const found of watch) {
        this.#drifts ||= found.kind === "drift";
        this.#exec?.add(found);
        // The position is not saved: the next watch prints what nobody has read.
        if (!(await this.#print(found))) break;
        this.#save(watch.position());
      }
    } finally {
      await this.#end(watch.position());
    }
    if (!once) return;
    const open = watch.position()?.open.length ?? 0;
    process.exitCode = this.#isIncomplete ? failed : this.#drifts || open > 0 ? drifted : 0;
    const isNewsless = !this.#flags.json && !this.#drifts && !this.#isIncomplete;
    if (isNewsless && this.#compared !== undefined) await this.#output.write(onceInWords(this.#compared, open));
  }

  async #print(found: WatchReport): Promise<boolean> {
    const { json, github } = this.#flags;
    this.#log(reportEntry(found));
    if (json) return this.#output.write(legibleJson(found));
    const text = forScreen(toText(found, this.#colors).trimEnd());
    if (!github) return this.#output.write(text);
    const annotation = this.#github.annotation(found);
    return this.#output.write([withoutCommands(text), annotation].filter((line) => line !== undefined).join("\n"));
  }

  #follow(status: WatchStatus): void {
    if (status.state === "failed") this.#isIncomplete = true;
    if (status.state === "ready") this.#compared = status.figures.resources;
    if (status.state === "ready" || status.state === "figures") this.#ready?.write(status.figures);
    const entry = statusEntry(status);
    // Whoever compares once watches nothing: what was compared is said at the end.
    const isForPrograms = status.state === "ready" && this.#flags.once === true;
    if (entry && (this.#flags.json || !isForPrograms)) this.#log(entry);
  }

  /** The log is on standard error: standard output is for the reports. */
  #log(entry: LogEntry): void {
    if (this.#flags.json) process.stderr.write(`${jsonLine(entry)}\n`);
    else {
      const line = textLine(entry);
      if (line !== undefined) process.stderr.write(forScreen(`${line}\n`, process.stderr));
    }
  }

  #save(position: WatchPosition | undefined): void {
    if (!position) return;
    const { tenant, events, open } = position;
    this.#file?.save({ version: 1, tenant, events, open: [...open], waiting: [...(this.#exec?.waiting() ?? [])] });
  }

  /** Ends what the run has begun: all of it, also where a part fails. */
  async #end(position: WatchPosition | undefined): Promise<void> {
    await this.#exec?.end(this.#stop.signal.aborted ? 0 : longestEnd);
    const ended = await Promise.allSettled([this.#closeFile(position), this.#ready?.close(), this.#writeSummary()]);
    for (const one of ended) if (one.status === "rejected") throw one.reason;
  }

  async #closeFile(position: WatchPosition | undefined): Promise<void> {
    this.#save(position);
    await this.#file?.close();
  }

  async #writeSummary(): Promise<void> {
    const summary = process.env.GITHUB_STEP_SUMMARY;
    if (this.#flags.github && summary) await appendToFile(summary, this.#github.summary());
  }
}

function collect(name: string, before: readonly string[] = []): readonly string[] {
  return [...before, name];
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

function toDuration(text: string): number {
  const [, count, unit = ""] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const ms = Number(count) * (units[unit] ?? 0);
  if (ms >= 10_000 && ms <= 86_400_000) return ms;
  throw new InvalidArgumentError("Expected a duration from 10s to 24h, such as 30s, 15m or 2h.");
}
