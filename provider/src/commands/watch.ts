import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { z } from "zod";
import { durationOf, sanitize, sanitizeJson, withoutCommands } from "../client/index.ts";
import { runPulumi } from "../pulumi-cli/pulumi.ts";
import { killTree, start } from "../pulumi-cli/start.ts";
import { forScreen, hanging } from "../report/fold.ts";
import { definitions, typeNames } from "../types/registry.ts";
import { tools } from "../types/tools.made.ts";
import { Exec, type ExecEnd, type ExecRun } from "../watch/exec.ts";
import {
  execEntry,
  GithubReports,
  jsonLine,
  type LogEntry,
  onceInWords,
  reportEntry,
  statusEntry,
  textLine,
  toText,
  UnreadLog,
} from "../watch/log.ts";
import type { Watch, WatchReport, WatchStatus } from "../watch/options.ts";
import { watchWith } from "../watch/watch.ts";
import {
  addHelp,
  collect,
  colorsForOutput,
  endOfNpx,
  exitCode,
  Output,
  refuseSameFile,
  refuseUsage,
} from "./command.ts";
import { CursorFile, watchContent } from "./cursor-file.ts";
import { refuseUnwritable, removeFile, replaceFile } from "./files.ts";
import { addToSummary, withFailureAnnotation } from "./publish.ts";

/**
 * A file that exists while a watch is ready, for probes. The file is rewritten once a minute, so its age reveals a hanging watch. It
 * contains the watch's figures as JSON.
 */
export class ReadyFile {
  readonly #path: string;
  #done: Promise<void>;
  #failure: unknown;

  /** Deletes the file, which a killed process may have left. */
  constructor(path: string) {
    this.#path = path;
    this.#done = this.#noting(removeFile(path));
  }

  /**
   * Schedules a write of the file.
   *
   * @throws Error if an earlier write failed
   */
  write(figures: object): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#done = this.#noting(this.#done.then(() => replaceFile(this.#path, `${JSON.stringify(figures)}\n`)));
  }

  /**
   * Removes the file.
   *
   * @throws Error if the file could not be written or removed
   */
  async close(): Promise<void> {
    await this.#done;
    if (this.#failure !== undefined) throw this.#failure;
    await removeFile(this.#path);
  }

  #noting(done: Promise<void>): Promise<void> {
    return done.catch((error: unknown) => {
      this.#failure ??= error;
    });
  }
}

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

/** The maximum time in which the command of `--exec` processes the remaining reports at the end of `--once`, in milliseconds. */
const maxEnd = 600_000;

/** Adds `pulumi-tenant watch` to its command. */
export function register(command: Command): void {
  command
    .option("-s, --stack <name>", "the stack; repeat it for several of one tenant (default: the current one)", collect)
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .addOption(
      new Option(
        "--every <duration>",
        "poll interval for resources whose changes have no events, such as 30s, 15m or 2h",
      )
        .argParser(toDuration)
        .default(15 * 60_000, "15m"),
    )
    .option("--once", "compare all resources once, then exit")
    .option("--cursor-file <file>", "continue from the position that the last watch saved in this file")
    .option("--ready-file <file>", "a file that exists while the watch is ready, rewritten once a minute")
    .option("--exec <command>", "run this command for each change, with a JSON document on its standard input")
    .option("--json", "one JSON line per report, and a log of JSON lines on standard error")
    .option("--github", "print annotations for GitHub Actions, and add the reports to $GITHUB_STEP_SUMMARY")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Reports within seconds changes at the tenant that did not come from the stack: old value → new
value, who, when and from where. Changes that were reverted are reported, too. The command changes
neither the tenant nor the state.

${howWatched()}

At the start, the log reports how many resources of the stack are watched by events, and how many of
each type are polled. All resources are compared at the start and whenever events may be missing.
Events that arrive while an update of the stack runs are handled after the update.

The tenant and its credentials come from TENANT_DOMAIN and so on, or from the stack's configuration.
The required scopes are read:events and those of a refresh. The CLI is $PULUMI_CLI, or pulumi on the
PATH; it reads the state with its secrets.`,
    exitCodes: {
      0: "no drift (with --once), or ended by SIGINT (Ctrl-C) or SIGTERM",
      1: "a resource could not be read, --exec did not accept a report, or the watch failed",
      7: "drift (with --once)",
    },
    example: "npx pulumi-tenant watch --stack dev",
  });
}

/** The types of which events report each change, and the types that are polled. */
function howWatched(): string {
  const all = typeNames.map((name) => {
    const { events } = tools[name];
    return { type: definitions[name].type, events: events?.areComplete ? events : undefined };
  });
  const told = all.flatMap(({ type, events }) => (events ? [events.only ? `${type} ${events.only}` : type] : []));
  const others = all.flatMap(({ type, events }) =>
    events && !events.only ? [] : [events ? `any other ${type}` : type],
  );
  return [
    hanging("  by events       ", `${told.join(", ")}.`),
    hanging(
      "  every --every   ",
      `${others.join(", ")}: the tenant has no events for their changes, or no reliable ones.`,
    ),
  ].join("\n");
}

async function run(command: Command, flags: Flags): Promise<void> {
  if (flags.json && flags.github) {
    refuseUsage(command, "--json and --github would both print to standard output: use only one of them");
  }
  refuseSameFile(command, [flags.cursorFile, flags.readyFile]);
  await withFailureAnnotation(flags.github, () => new WatchCommand(flags).run());
}

/** One run of the command. */
class WatchCommand {
  readonly #flags: Flags;
  readonly #stop = new AbortController();
  readonly #output = new Output(() => this.#stop.abort());
  readonly #colors = colorsForOutput();
  readonly #github = new GithubReports();
  readonly #file: CursorFile<z.infer<typeof watchContent>> | undefined;
  readonly #ready: ReadyFile | undefined;
  readonly #exec: Exec | undefined;
  /** The number of compared resources, once all have been compared. */
  #compared: number | undefined;
  #drifts = false;
  /**
   * Whether a report is being written to the output. The watch's position already includes this report, so the position must not be saved
   * yet.
   */
  #isPrinting = false;
  #isIncomplete = false;
  readonly #unread: UnreadLog;

  constructor(flags: Flags) {
    const { cursorFile, readyFile, exec } = flags;
    this.#flags = flags;
    if (cursorFile !== undefined) this.#file = new CursorFile(cursorFile, watchContent);
    if (readyFile !== undefined) this.#ready = new ReadyFile(readyFile);
    // With `--once`, resources that could not be read are reported at the end.
    const waitMs = flags.once ? undefined : 1_000;
    this.#unread = new UnreadLog({ say: (entry) => this.#log(entry), compared: () => this.#compared, waitMs });
    if (exec === undefined) return;
    this.#exec = new Exec(execCommand(exec), (status) => {
      if (status.state === "left") this.#isIncomplete = true;
      this.#log(execEntry(status));
    });
  }

  async run(): Promise<void> {
    const { stack: stacks, cwd, every: everyMs, once, readyFile } = this.#flags;
    const resume = await this.#file?.load();
    if (readyFile !== undefined) await refuseUnwritable(readyFile);
    // The first signal lets the command of --exec finish, because a killed `pulumi up` leaves the stack locked. The second signal kills it.
    const end = () => {
      if (this.#stop.signal.aborted) this.#exec?.kill();
      this.#stop.abort();
    };
    for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, end);
    void endOfNpx().then(() => this.#stop.abort());
    for (const waiting of resume?.waiting ?? []) this.#exec?.add(waiting);
    // The command has already accepted the open reports of the earlier watch. They are not passed to it again, but tell which resources drift.
    this.#exec?.remember(resume?.open ?? []);
    const watch = watchWith(runPulumi, {
      ...(stacks && { stacks }),
      ...(cwd !== undefined && { cwd }),
      ...(resume && { resume }),
      everyMs,
      once: once === true,
      signal: this.#stop.signal,
      onStatus: (status) => {
        this.#follow(status);
        this.#save(watch);
      },
    });
    try {
      for await (const found of watch) {
        this.#isPrinting = true;
        this.#drifts ||= found.kind === "drift";
        this.#exec?.add(found);
        // The reader has closed the output. The position is not saved, so the next watch prints this report again.
        if (!(await this.#print(found))) break;
        this.#isPrinting = false;
        this.#save(watch);
      }
    } finally {
      await this.#end(watch);
    }
    if (!once) return;
    const open = watch.position()?.open.length ?? 0;
    const isDrifted = this.#drifts || open > 0;
    process.exitCode = this.#isIncomplete ? exitCode.failed : isDrifted ? exitCode.changed : 0;
    const isNewsless = !this.#flags.json && !this.#drifts && !this.#isIncomplete;
    if (isNewsless && this.#compared !== undefined) await this.#output.write(onceInWords(this.#compared, open));
  }

  async #print(found: WatchReport): Promise<boolean> {
    const { json, github } = this.#flags;
    this.#log(reportEntry(found));
    if (json) return this.#output.write(sanitizeJson(found));
    const text = forScreen(toText(found, this.#colors).trimEnd());
    if (!github) return this.#output.write(text);
    const annotation = this.#github.annotation(found);
    return this.#output.write([withoutCommands(text), annotation].filter((line) => line !== undefined).join("\n"));
  }

  #follow(status: WatchStatus): void {
    if (status.state === "failed") {
      this.#isIncomplete = true;
      // Text output groups failures with the same cause. JSON output gets each failure as it happens.
      if (!this.#flags.json) {
        this.#unread.add(status.what, status.why);
        return;
      }
    }
    if (status.state === "ready") this.#compared = status.figures.resources;
    if (status.state === "ready" || status.state === "figures") this.#ready?.write(status.figures);
    const entry = statusEntry(status);
    // With `--once`, the text output reports the number of compared resources at the end.
    const isForPrograms = status.state === "ready" && this.#flags.once === true;
    if (entry && (this.#flags.json || !isForPrograms)) this.#log(entry);
  }

  /** The log goes to standard error, because standard output is for the reports. */
  #log(entry: LogEntry): void {
    if (this.#flags.json) process.stderr.write(`${jsonLine(entry)}\n`);
    else {
      const line = textLine(entry);
      if (line !== undefined) process.stderr.write(forScreen(`${line}\n`, process.stderr));
    }
  }

  /**
   * Schedules a save. The position is built only when the file is written, because building it takes time in proportion to the number
   * of open reports.
   */
  #save(watch: Watch): void {
    this.#file?.save(() => {
      const position = this.#isPrinting ? undefined : watch.position();
      if (!position) return undefined;
      const { tenant, events, open } = position;
      return { version: 1, tenant, events, open: [...open], waiting: [...(this.#exec?.waiting() ?? [])] };
    });
  }

  /** Ends every part of the run, even if ending one of them fails. */
  async #end(watch: Watch): Promise<void> {
    this.#unread.end();
    await this.#exec?.end(this.#stop.signal.aborted ? 0 : maxEnd);
    const ended = await Promise.allSettled([this.#closeFile(watch), this.#ready?.close(), this.#writeSummary()]);
    for (const one of ended) if (one.status === "rejected") throw one.reason;
  }

  async #closeFile(watch: Watch): Promise<void> {
    this.#save(watch);
    await this.#file?.close();
  }

  async #writeSummary(): Promise<void> {
    if (this.#flags.github) await addToSummary(this.#github.summary());
  }
}

function toDuration(text: string): number {
  const ms = durationOf(text, "smh");
  if (ms >= 10_000 && ms <= 86_400_000) return ms;
  throw new InvalidArgumentError("Expected a duration from 10s to 24h, such as 30s, 15m or 2h.");
}

/** The default time limit of a command, in milliseconds. */
const limitMs = 10 * 60_000;

/**
 * The maximum length of the output in a report, in characters. Of a longer output only the end is reported, where programs usually say why
 * they failed.
 */
const maxOutput = 4_000;

/** The time to wait for further output after the exit, in milliseconds. A child process that is still running can keep the output open. */
const restMs = 500;

/**
 * Runs a command line in the system's shell for each document. The document is one line of JSON on standard input. Exit code 0 acknowledges
 * the document. When the limit is reached, the command is killed with all its child processes.
 *
 * @param ms the limit, in milliseconds. Default: 10 minutes
 */
export function execCommand(command: string, ms = limitMs): ExecRun {
  return async (document, signal) => {
    try {
      const input = `${JSON.stringify(document)}\n`;
      // Ctrl-C must reach only this process, which lets the command finish.
      const child = await start(command, [], { input, isCommandLine: true, hasOwnGroup: true });
      return await endOf(child, signal, ms);
    } catch (error) {
      return { why: `could not be started: ${(error as Error).message}`, output: "" };
    }
  };
}

async function endOf(child: ChildProcess, signal: AbortSignal, ms: number): Promise<ExecEnd> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  const kill = () => killAll(child);
  if (stop.aborted) kill();
  stop.addEventListener("abort", kill);
  let output = "";
  const streams = [child.stdout, child.stderr];
  for (const stream of streams) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-maxOutput);
    });
  }
  try {
    const closed = once(child, "close");
    const [code, ended] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    await Promise.race([closed, delay(restMs)]);
    const why = stop.aborted ? whyStopped(signal, ms) : whyFailed(code, ended);
    return { ...(why !== undefined && { why }), output: sanitize(output.trim(), maxOutput) };
  } finally {
    stop.removeEventListener("abort", kill);
    for (const stream of streams) stream?.destroy();
  }
}

function whyStopped(signal: AbortSignal, ms: number): string {
  return signal.aborted ? "killed because the watch ended" : `killed after ${ms / 1000} s`;
}

function whyFailed(code: number | null, ended: NodeJS.Signals | null): string | undefined {
  if (code === 0) return undefined;
  return code === null ? `ended by ${ended}` : `ended with exit code ${code}`;
}

function killAll({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  killTree(pid);
  try {
    // Processes in the group whose parents have already exited.
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has no processes left.
  }
}
