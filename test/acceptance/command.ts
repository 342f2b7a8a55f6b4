import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import {
  type ProviderSettings,
  resolveSettings,
  sanitizeJson,
  type TenantClient,
} from "../../provider/src/client/index.ts";
import {
  addHelp,
  exitCode,
  ownManifest,
  progress,
  refuseUsage,
  shellWord,
} from "../../provider/src/commands/command.ts";
import { makeFolder, refuseUnwritable, removeFile } from "../../provider/src/commands/files.ts";
import { type Command, endWith, InvalidArgumentError, newProgram } from "../../provider/src/commands/program.ts";
import { accessOf, withClient } from "../../provider/src/commands/tenant.ts";
import { type Destination, publish, refuseLostResults } from "../../provider/src/commands/verified-files.ts";
import { counted } from "../../provider/src/report/words.ts";
import { classOf } from "../../provider/src/schema/provider-code.ts";
import { definitions, type TypeName } from "../../provider/src/types/registry.ts";
import { Recorder } from "../../provider/src/verify/recording.ts";
import { countOf } from "../../provider/src/verify/report.ts";
import { putBackAll, sweep } from "./clean-up.ts";
import { atSignals, quietly } from "./interruption.ts";
import { Manifest, type Noted, type Originals, objectsOf } from "./manifest.ts";
import { fileOf, isUnchanged, lock, type Run, runsIn, saveNoted, unlock } from "./manifest-files.ts";
import { AnotherRun, markIn, runsAmong } from "./marker.ts";
import { TemporaryProject } from "./project.ts";
import { replay } from "./replay.ts";
import { reportOf, toMarkdown, toText } from "./report.ts";
import { graceMinutes, Meter, RunClient } from "./run-client.ts";
import { markerType } from "./samples.ts";
import {
  disposableTypes,
  estimate,
  othersOf,
  stayingSettings,
  survey,
  type WriteOptions,
  writeTenant,
  writtenTypes,
} from "./writing.ts";

interface Flags extends Destination {
  readonly sweep?: true;
  readonly leaveSettings?: true;
  readonly prefix?: string;
  readonly iKnowWhatThisTenantIs?: true;
  readonly yes?: true;
  readonly disposable?: true;
  readonly cli?: true;
  readonly calls: number;
  readonly minutes: number;
  readonly manifest: string;
  readonly replay?: string;
}

/** The folder of the manifests without `--manifest`. */
const defaultFolder = ".acceptance";

/** The command in messages. */
const name = "npm run acceptance --";

/** The command of acceptance runs. It never rejects: a failure is a message on standard error and `process.exitCode`. */
export function runAcceptance(args: readonly string[]): Promise<void> {
  return newCommand()
    .parseAsync(args, { from: "user" })
    .then(() => undefined, endWith);
}

function newCommand(): Command {
  const program = newProgram(
    name,
    "Writes to a test tenant, and compares what it answers with what the package expects",
  )
    .option("--prefix <name>", "the prefix of the names of all objects of the run (default: verify)", prefixOf)
    .option("--i-know-what-this-tenant-is", "with --prefix: accept a tenant that already has objects")
    .option("--yes", "do not ask for confirmation")
    .option(
      "--disposable",
      "with --prefix and --i-know-what-this-tenant-is: also change settings of the tenant, and restore those that can be restored",
    )
    .option("--cli", "also run three trials with the Pulumi CLI")
    .option("--calls <n>", "at most this many calls, including those that remove the objects", countOfText, 5_000)
    .option("--minutes <n>", "at most this many minutes", countOfText, 120)
    .option(
      "--manifest <folder>",
      "the folder in which a run records the objects that it creates, and in which --sweep finds this record",
      defaultFolder,
    )
    .option("--sweep", "remove the objects that interrupted runs have left, and restore settings")
    .option("--leave-settings", "with --sweep: leave all settings as they are now, and only remove the objects")
    .option("--out <folder>", "the folder of the report", ".")
    .option("--record <file>", "also record all requests and responses in a file, without values")
    .option(
      "--replay <file>",
      "perform a run at an emulator instead, and list the differences from this recording of a run at a tenant",
    )
    .option("--json", "print only one JSON document on standard output, and write no report")
    .action((flags: Flags) => run(program, flags));
  addHelp(program, {
    text: `Creates objects of each type whose objects can be removed again, changes each of their properties
and removes them, with the provider's own code. It refuses a tenant with objects that a new tenant
does not have, unless both --prefix and --i-know-what-this-tenant-is are given. It asks first;
without a terminal it needs --yes. Each object is recorded in a file before it is created. If the
command was killed, --sweep lists the objects in this file, asks, and removes only them. --sweep also
restores the settings in the file to their values before the run; with --leave-settings, they stay as
they are. With --cli, the Pulumi CLI also creates, changes and removes objects, in a temporary project.

With --replay, no tenant is read: the command performs a whole run at an emulator, and lists the
statuses, properties, types and events that only the emulator or only the recording has.

The tenant comes from TENANT_DOMAIN and so on.`,
    exitCodes: { 0: "everything is as expected", 1: "it failed", 7: "something is different" },
    example: `${name} --prefix my-test --i-know-what-this-tenant-is`,
  });
  return program;
}

/** Checks a prefix: it has to be valid in the names of all types, and short enough for what follows it in each name. */
function prefixOf(text: string): string {
  if (/^[a-z]([a-z0-9]|-(?!-)){0,14}[a-z0-9]$/.test(text)) return text;
  throw new InvalidArgumentError(
    "Expected 2 to 16 lower-case letters, digits and single hyphens, beginning with a letter and not ending with a hyphen, such as `my-test`.",
  );
}

function countOfText(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number above 0.");
}

async function run(command: Command, flags: Flags): Promise<void> {
  const { sweep: sweeps, replay: recording, json, disposable } = flags;
  if (sweeps && recording !== undefined) refuseUsage(command, "give only one of --sweep and --replay");
  if (flags.cli && (sweeps || recording !== undefined))
    refuseUsage(command, "--cli works neither with --sweep nor with --replay");
  if (flags.leaveSettings && !sweeps) refuseUsage(command, "--leave-settings only works together with --sweep");
  if (disposable && !(flags.iKnowWhatThisTenantIs && flags.prefix !== undefined))
    refuseUsage(
      command,
      "--disposable changes settings of the tenant: give both --prefix and --i-know-what-this-tenant-is",
    );
  if (recording !== undefined) return replay(recording, json === true);
  const settings = resolveSettings({ config: () => undefined, env: process.env });
  return sweeps ? sweepTenant(command, settings, flags) : accept(command, settings, flags);
}

async function accept(command: Command, settings: ProviderSettings, flags: Flags): Promise<void> {
  const { prefix, iKnowWhatThisTenantIs: isKnown, manifest, yes } = flags;
  if (settings.adopt) refuseUsage(command, "TENANT_ADOPT would make the run adopt existing objects: unset it");
  refuseSilence(command, "the run asks before it writes", flags);
  const { runs, unreadable } = await runsIn(manifest);
  if (unreadable.length > 0) throw new Error(unreadable.join("\n"));
  const earlier = runs.find(({ noted }) => noted.host === settings.host);
  if (earlier)
    throw new Error(
      earlier.locked ??
        `${earlier.file} lists objects or settings of an earlier run. Once that run has ended, run: ${sweepWith(flags)}`,
    );
  await makeFolder(manifest);
  await refuseUnwritable(join(manifest, "manifest.json"));
  await refuseLostResults(flags);
  say(flags, announcement(settings, prefix ?? "verify", flags));
  const stop = new AbortController();
  const meter = new Meter({ maxCalls: flags.calls, maxMinutes: flags.minutes, signal: stop.signal });
  const client = new RunClient(settings, meter);
  const recorder = flags.record === undefined ? undefined : new Recorder();
  client.recorder = recorder;
  let leaveSignals = () => {};
  try {
    const seen = await survey(client, accessOf(settings));
    const [run] = seen.runs;
    if (run !== undefined) throw new Error(`${new AnotherRun(run).message} Nothing was written.`);
    const others = othersOf(seen);
    if (others !== undefined && !(isKnown && prefix !== undefined))
      throw new Error(
        `The tenant has ${others}, which a new tenant does not have. Nothing was written. Use a test tenant. If this is a test tenant, give both ` +
          "--prefix and --i-know-what-this-tenant-is.",
      );
    if (!yes && !(await isAgreed("Write to this tenant?"))) return say(flags, "Nothing was written.");
    meter.start();
    const message = "Stopping: the objects that this run made are removed first.";
    leaveSignals = atSignals(message, () => stop.abort());
    const options = {
      client,
      config: () => undefined,
      survey: seen,
      prefix: prefix ?? "verify",
      types: typesOf(flags),
    };
    let isLocked = false;
    const save = async (noted: Noted) => {
      const file = fileOf(manifest, noted.mark);
      // Only this process knows the mark, so no other one can have locked the manifest.
      if (!isLocked) await lock(file);
      isLocked = true;
      await saveNoted(file, noted);
    };
    const projects: TemporaryProject[] = [];
    const cli: WriteOptions["cli"] = async (environment, signal) => {
      const project = await TemporaryProject.make(environment, signal);
      if (typeof project !== "string") projects.push(project);
      return project;
    };
    const work = () => writeTenant({ ...options, save, ...(flags.cli && { cli }) });
    const written = await progress("verifying", () => quietly(work));
    for (const project of projects) await project.remove().catch(() => {});
    // Objects that are left at the tenant are printed first, so that no later failure hides them. If that fails, the report is published anyway.
    const file = fileOf(manifest, written.left.mark);
    try {
      await settle(file, written.left, written.unrestored, flags);
    } finally {
      await unlock(file);
      const report = reportOf(written, ownManifest().version, new Date());
      const isDifferent = countOf(report, "different") > 0;
      await publish({ report, text: toText(report), markdown: toMarkdown(report), isDifferent }, recorder, flags);
    }
    if (written.failure !== undefined) throw written.failure;
  } finally {
    await client.close();
    leaveSignals();
  }
}

function typesOf({ disposable }: Flags): readonly TypeName[] {
  return disposable ? [...writtenTypes, ...disposableTypes] : writtenTypes;
}

/** The settings that no request can remove again once they have a value, by class and property. */
const staying = stayingSettings.map(({ type, property }) => `${classOf(type)}.${property}`);

/** The first lines of the output: what a run will do, at which tenant, and how long it takes. */
function announcement({ host, rateBudget }: ProviderSettings, prefix: string, flags: Flags): string {
  const { manifest, disposable } = flags;
  const { calls, minutes } = estimate(typesOf(flags), rateBudget);
  const plurals = (types: readonly TypeName[]) => types.map((type) => definitions[type].plural).join(", ");
  const settings = [
    `It changes these settings, and restores their values: ${plurals(disposableTypes)}.`,
    `If the tenant has no value for one of these before the run, the run's value remains: ${staying.join(", ")}.`,
  ];
  return [
    `Writes to ${host}: makes objects whose names contain ${prefix}-…, changes them and removes them.`,
    `It takes about ${calls} calls: ${minutes} minutes at the limits of the smallest plan. It ends after ${flags.calls} calls or`,
    `${flags.minutes} minutes, including the removal of the objects, which may take ${graceMinutes} minutes longer.`,
    `Types: ${plurals(writtenTypes)}.`,
    ...(disposable ? settings : []),
    `Each change is recorded in ${manifest} before it is made. If the command is killed, run: ${sweepWith(flags)}`,
    "",
  ].join("\n");
}

/** The command that sweeps the folder of this run. */
function sweepWith({ manifest }: Flags, ...options: readonly string[]): string {
  const folder = manifest === defaultFolder ? [] : ["--manifest", shellWord(manifest)];
  return [`${name} --sweep`, ...options, ...folder].join(" ");
}

/** With `--json` or without a terminal, the command cannot ask, so the user must agree in advance with `--yes`. */
function refuseSilence(command: Command, asks: string, { yes, json }: Flags): void {
  const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (!yes && (json || !hasTerminal))
    refuseUsage(command, `${asks}, but cannot ask with --json or without a terminal: give --yes`);
}

async function isAgreed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`${question} Type yes: `)).trim() === "yes";
  } catch (error) {
    // Ctrl-C, or the end of the input.
    if ((error as Error).name !== "AbortError") throw error;
    process.stdout.write("\n");
    return false;
  } finally {
    terminal.close();
  }
}

/** The JSON document of a sweep: the objects and settings that it has left at the tenant, and the reasons. */
interface Swept {
  readonly left: { readonly type: string; readonly name: string | undefined }[];
  readonly unrestored: { readonly type: string; readonly why: string }[];
  readonly problems: string[];
}

async function sweepTenant(command: Command, settings: ProviderSettings, flags: Flags): Promise<void> {
  const { manifest: folder, yes } = flags;
  const { runs: all, unreadable, marks } = await runsIn(folder);
  const here = all.filter(({ noted }) => noted.host === settings.host);
  const [other] = all;
  if (other && here.length === 0 && unreadable.length === 0)
    throw new Error(
      `${other.file} is the manifest of a run at ${other.noted.host}, but TENANT_DOMAIN names ${settings.host}.`,
    );
  const runs = here.filter(({ locked }) => locked === undefined);
  if (runs.length > 0) {
    say(flags, sweepAnnouncement(settings, runs, flags));
    refuseSilence(command, "--sweep asks before it removes", flags);
    if (!yes && !(await isAgreed("Remove them?"))) return say(flags, "Nothing was removed.");
  }
  const stop = new AbortController();
  const message = "Stopping after the current setting or object. The manifest still lists the remaining ones.";
  const leaveSignals = atSignals(message, () => stop.abort());
  await withClient(settings, async (client) => {
    const swept: Swept = { left: [], unrestored: [], problems: here.flatMap((run) => run.locked ?? []) };
    const { problems } = swept;
    for (const run of runs) problems.push(...(await sweepRun(client, run, stop.signal, flags, swept)));
    problems.push(...unreadable, ...(await runsElsewhere(client, marks, folder)));
    if (flags.json) process.stdout.write(`${sanitizeJson(swept, 2)}\n`);
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    if (problems.length > 0) process.exitCode = exitCode.failed;
    else if (runs.length === 0)
      say(flags, `No manifest in ${folder}: earlier runs left no objects behind, so there is nothing to delete.`);
  }).finally(leaveSignals);
}

/** The first lines of the output: what a sweep will do. */
function sweepAnnouncement({ host }: ProviderSettings, runs: readonly Run[], { leaveSettings }: Flags): string {
  const made = runs.flatMap(({ noted }) => noted.made);
  const objects = made.map(({ type, keys }) => `  ${definitions[type].schema.noun} ${keys.at(-1)}\n`);
  const removal = `Removes the objects that earlier runs left at ${host}: up to ${counted(made.length, "object")}.\n${objects.join("")}`;
  const settings = runs.flatMap(({ noted }) => settingsIn(noted.originals));
  if (settings.length === 0) return removal;
  const list = `\n  ${settings.join("\n  ")}\n`;
  return leaveSettings
    ? `${removal}\nLeaves these settings as they are now, and forgets their values from before the run:${list}`
    : `${removal}\nRestores these settings to their values before the run:${list}A value that another client has set since the run stays.\n`;
}

/**
 * Restores the settings of a run and removes its objects, as far as they are in its manifest. If another process works with the manifest, or
 * has done so since the user was asked, it does nothing.
 *
 * @returns why it does nothing, with what to do; empty otherwise
 */
async function sweepRun(
  client: TenantClient,
  run: Run,
  signal: AbortSignal,
  flags: Flags,
  swept: Swept,
): Promise<readonly string[]> {
  const { file, noted } = run;
  const locked = await lock(file);
  if (locked !== undefined) return [locked];
  try {
    if (!(await isUnchanged(run)))
      return [
        `${file}: another process has changed or removed this record of a run since the sweep read it. So the sweep has neither restored settings ` +
          `nor removed objects of that run. Sweep again, to see what is left: ${sweepWith(flags)}`,
      ];
    const manifest = new Manifest(noted, (latest) => saveNoted(file, latest));
    if (flags.leaveSettings) for (const type of manifest.changed) await manifest.restored(type);
    // Settings come before objects, as at the end of a run, because a setting can refer to an object that the run made.
    const attempts = await quietly(() => putBackAll(client, () => undefined, manifest, signal));
    for (const [{ type, keys }, why] of await sweep(client, manifest, signal))
      process.stderr.write(`${definitions[type].schema.noun} ${keys.at(-1)}: ${why}\n`);
    const whyNot = (type: TypeName) =>
      attempts.get(type)?.why ?? "the sweep was interrupted before it restored these settings";
    const unrestored = manifest.changed.map((type) => [type, whyNot(type)] as const);
    swept.left.push(...manifest.made.map(({ type, keys }) => ({ type: classOf(type), name: keys.at(-1) })));
    swept.unrestored.push(...unrestored.map(([type, why]) => ({ type: classOf(type), why })));
    await settle(file, manifest, new Map(unrestored), flags);
    return [];
  } finally {
    await unlock(file);
  }
}

/** A message with what to do for each run that has left its first object at the tenant, but no manifest in the folder. */
async function runsElsewhere(
  client: TenantClient,
  marks: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const keys = runsAmong(await objectsOf(client, markerType));
  return keys.flatMap((key) => {
    const mark = markIn(key) ?? "";
    if (marks.includes(mark)) return [];
    return [
      `${key}: the first object of a run that has no manifest in ${folder}. If that run is under way, wait until it has ended. If it ` +
        "was interrupted, it has left objects, or settings that are not restored: run `npm run acceptance -- --sweep` in the checkout of that run, with " +
        `the same --manifest. If the manifest is lost, check the settings of the tenant, and remove the objects whose names contain ${mark}, ${key} last.`,
    ];
  });
}

/** The settings in a manifest with the values to restore, so that the user can check these values before agreeing. */
function settingsIn(originals: Originals = {}): readonly string[] {
  return Object.entries(originals).map(
    ([type, values]) => `${definitions[type as TypeName].plural}: ${sanitizeJson(values)}`,
  );
}

/** Reports the objects and settings that a run has left at the tenant. If there are none, removes the run's manifest. */
async function settle(
  file: string,
  left: Manifest,
  unrestored: ReadonlyMap<TypeName, string>,
  flags: Flags,
): Promise<void> {
  for (const [type, why] of unrestored) {
    const names = Object.keys(left.originals[type] ?? {}).join(", ");
    process.stderr.write(`NOT PUT BACK: ${definitions[type].plural} (${names}): ${why.replace(/\.$/, "")}.\n`);
  }
  if (unrestored.size > 0)
    process.stderr.write(
      `The original values are in ${file}. No run starts at this tenant until you have done one of these:\n` +
        "  To restore the original values, set them yourself, or remove the cause of the failure. Then run:\n" +
        `    ${sweepWith(flags)}\n` +
        "  To keep the current values of all settings that runs have changed, run:\n" +
        `    ${sweepWith(flags, "--leave-settings")}\n`,
    );
  // As long as settings are not restored, the run's first object stays. A sweep would not remove it, so it is not counted here.
  const others = left.made.length - (unrestored.size > 0 && left.made[0]?.type === markerType ? 1 : 0);
  if (others > 0)
    process.stderr.write(
      `Not removed, or not listed by the tenant yet: ${counted(others, "object")}. In a minute, run: ${sweepWith(flags)}\n`,
    );
  if (!left.isEmpty) process.exitCode = exitCode.failed;
  else await removeFile(file);
  if (left.made.length === 0)
    say(
      flags,
      left.isEmpty ? "Everything that the run made is removed." : "The objects that the run made are removed.",
    );
}

function say({ json }: Flags, text: string): void {
  if (!json) process.stdout.write(`${text}\n`);
}
