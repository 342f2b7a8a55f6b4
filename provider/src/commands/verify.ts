import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { type Command, InvalidArgumentError } from "commander";
import {
  type ProviderSettings,
  resolveSettings,
  type Service,
  sanitizeJson,
  type TenantClient,
} from "../client/index.ts";
import { counted } from "../report/words.ts";
import type { Json } from "../schema/json.ts";
import { classOf } from "../schema/provider-code.ts";
import { exceptions } from "../types/known-differences.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { markerType } from "../types/samples.ts";
import { putBackAll, sweep } from "../verify/clean-up.ts";
import { compareDescription, judge } from "../verify/description.ts";
import { Manifest, type Noted, type Originals, objectsOf } from "../verify/manifest.ts";
import { AnotherRun, markIn, runsAmong } from "../verify/marker.ts";
import { readTenant } from "../verify/observer.ts";
import { Recorder } from "../verify/recording.ts";
import {
  countOf,
  differencesToText,
  type Report,
  reportOf,
  reportOfWriting,
  toMarkdown,
  toText,
} from "../verify/report.ts";
import { graceMinutes, Meter, RunClient } from "../verify/run-client.ts";
import {
  disposableTypes,
  estimate,
  othersOf,
  stayingSettings,
  survey,
  type WriteOptions,
  writeTenant,
  writtenTypes,
} from "../verify/writing.ts";
import { addHelp, atSignals, exitCode, ownManifest, progress, quietly, refuseUsage, shellWord } from "./command.ts";
import { makeFolder, namesIn, readableByAll, refuseUnwritable, removeFile, replaceFile, textOf } from "./files.ts";
import { accessOf, withClient } from "./tenant.ts";
import { TemporaryProject } from "./verify-cli.ts";
import { fileOf, isUnchanged, lock, type Run, runsIn, saveNoted, unlock } from "./verify-manifests.ts";
import { replay } from "./verify-replay.ts";

interface Flags {
  readonly readOnly?: true;
  readonly write?: true;
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
  readonly out: string;
  readonly record?: string;
  readonly replay?: string;
  readonly description?: string;
  readonly json?: true;
}

/** The folder of the manifests without `--manifest`. */
const defaultFolder = ".pulumi-tenant-verify";

/** Adds `pulumi-tenant verify` to its command. */
export function register(command: Command): void {
  command
    .option("--read-only", "only read the tenant (the default)")
    .option("--write", "create, change and remove objects, to find out how the tenant responds to writes")
    .option("--prefix <name>", "with --write: the prefix of the names of these objects (default: verify)", prefixOf)
    .option("--i-know-what-this-tenant-is", "with --write and --prefix: accept a tenant that already has objects")
    .option("--yes", "with --write and --sweep: do not ask for confirmation")
    .option(
      "--disposable",
      "with --write, --prefix and --i-know-what-this-tenant-is: also change settings of the tenant, and restore those that can be restored",
    )
    .option("--cli", "with --write: also run three trials with the Pulumi CLI")
    .option(
      "--calls <n>",
      "with --write: at most this many calls, including those that remove the objects",
      countOfText,
      5_000,
    )
    .option("--minutes <n>", "with --write: at most this many minutes", countOfText, 120)
    .option(
      "--manifest <folder>",
      "the folder in which --write records the objects that it creates, and in which --sweep finds this record",
      defaultFolder,
    )
    .option("--sweep", "remove the objects that interrupted runs have left, and restore settings")
    .option("--leave-settings", "with --sweep: leave all settings as they are now, and only remove the objects")
    .option("--out <folder>", "the folder of the report", ".")
    .option(
      "--record <file>",
      "also record all requests and responses in a file, without values: routes, statuses, times, names of properties and their types",
    )
    .option(
      "--replay <file>",
      "perform a run at an emulator instead, and list the differences from this recording of a run at a tenant",
    )
    .option("--description <file>", "compare the definitions with an OpenAPI description of the service instead")
    .option("--json", "print only one JSON document on standard output, and write no report")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Reads everything that an import reads, and compares each response with what this package expects:
names of properties, types, bounds, values of enumerations, pages of listings. It sends only GET
requests. The report goes to verified-<date>.json and verified-<date>.md: it contains no id, name,
domain, secret or other value of the tenant (docs/verified.md says how to send it to us).

With --write, it creates objects of each type whose objects can be removed again, changes each of
their properties and removes them. It refuses a tenant with objects that a new tenant does not have,
unless both --prefix and --i-know-what-this-tenant-is are given. It asks first; without a terminal
it needs --yes. Each object is recorded in a file before it is created. If the command was killed,
--sweep lists the objects in this file, asks, and removes only them. --sweep also restores the
settings in the file to their values before the run; with --leave-settings, they stay as they are.
With --cli, the Pulumi CLI also creates, changes and removes objects, in a temporary project.

With --description, no tenant is read: the command compares the given OpenAPI description with this
package, and lists the routes, properties and values that only one of them has.
With --replay, no tenant is read either: the command performs a whole run at an emulator, and lists
the statuses, properties, types and events that only the emulator or only the recording has.

The tenant comes from TENANT_DOMAIN and so on.`,
    exitCodes: { 0: "everything is as expected", 1: "it failed", 7: "something is different" },
    example: "npx pulumi-tenant verify",
  });
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
  const { readOnly, write, sweep: sweeps, description, replay: recording, json, disposable } = flags;
  const modes = [readOnly, write, sweeps, description, recording].filter((one) => one !== undefined);
  if (description !== undefined && readOnly)
    refuseUsage(command, "--description reads no tenant: leave out --read-only");
  if (modes.length > 1)
    refuseUsage(command, "give only one of --read-only, --write, --sweep, --description and --replay");
  if (flags.cli && !write) refuseUsage(command, "--cli only works together with --write");
  if (flags.leaveSettings && !sweeps) refuseUsage(command, "--leave-settings only works together with --sweep");
  if (disposable && !write) refuseUsage(command, "--disposable only works together with --write");
  if (disposable && !(flags.iKnowWhatThisTenantIs && flags.prefix !== undefined))
    refuseUsage(
      command,
      "--disposable changes settings of the tenant: give both --prefix and --i-know-what-this-tenant-is",
    );
  if (description !== undefined) return describe(description, json === true);
  if (recording !== undefined) return replay(recording, json === true);
  const settings = resolveSettings({ config: () => undefined, env: process.env });
  if (write) return verifyWriting(command, settings, flags);
  return sweeps ? sweepTenant(command, settings, flags) : verifyReading(settings, flags);
}

async function describe(description: string, isJson: boolean): Promise<void> {
  const found = compareDescription(parse(description, await textOf(description)));
  const { news: differences, stale } = judge(found);
  const known = exceptions.filter((one) => !stale.includes(one));
  process.stdout.write(
    isJson ? `${sanitizeJson({ differences, known }, 2)}\n` : differencesToText(differences, known.length),
  );
  if (differences.length > 0) process.exitCode = exitCode.changed;
}

async function verifyReading(settings: ProviderSettings, flags: Flags): Promise<void> {
  await refuseLostResults(flags);
  say(flags, `Reads ${settings.host} with GET requests, as an import does, and changes nothing.\n`);
  await withClient(settings, async (client) => {
    const recorder = recorderFor(flags);
    const recording: Service | undefined = recorder && {
      host: client.host,
      request: (call) => recorder.record(call, (one) => client.request(one)),
    };
    const reading = await progress("reading the tenant", () => readTenant(recording ?? client, accessOf(settings)));
    await publish(reportOf(reading, ownManifest().version, new Date()), recorder, flags);
  });
}

async function verifyWriting(command: Command, settings: ProviderSettings, flags: Flags): Promise<void> {
  const { prefix, iKnowWhatThisTenantIs: isKnown, manifest, yes } = flags;
  if (settings.adopt) refuseUsage(command, "TENANT_ADOPT would make --write adopt existing objects: unset it");
  refuseSilence(command, "--write asks before it writes", flags);
  const { runs, unreadable } = await runsIn(manifest);
  if (unreadable.length > 0) throw new Error(unreadable.join("\n"));
  const earlier = runs.find(({ noted }) => noted.host === settings.host);
  if (earlier)
    throw new Error(
      earlier.locked ??
        `${earlier.file} lists objects or settings of an earlier run. Once that run has ended, run: ${sweepWith(flags)}`,
    );
  await refuseUnwritable(join(manifest, "manifest.json"));
  await refuseLostResults(flags);
  say(flags, announcement(settings, prefix ?? "verify", flags));
  const stop = new AbortController();
  const meter = new Meter({ maxCalls: flags.calls, maxMinutes: flags.minutes, signal: stop.signal });
  const client = new RunClient(settings, meter);
  const recorder = recorderFor(flags);
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
      await publish(reportOfWriting(written, ownManifest().version, new Date()), recorder, flags);
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
  return ["npx pulumi-tenant verify --sweep", ...options, ...folder].join(" ");
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

/** Throws if the results could not be written. It is called before a long run. */
async function refuseLostResults({ out, record, json }: Flags): Promise<void> {
  if (!json) await refuseUnwritable(join(out, "verified.json"));
  if (record !== undefined) await refuseUnwritable(record);
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
        "was interrupted, it has left objects, or settings that are not restored: run `npx pulumi-tenant verify --sweep` in the folder of that run, with " +
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

/** Prints a report, and writes it and the recording. If one of the files cannot be written, the other one is written nevertheless. */
async function publish(report: Report, recorder: Recorder | undefined, flags: Flags): Promise<void> {
  // If objects are left at the tenant, the exit code is already set. It stays, because left objects are worse than differences.
  if (countOf(report, "different") > 0) process.exitCode ??= exitCode.changed;
  process.stdout.write(flags.json ? `${sanitizeJson(report, 2)}\n` : toText(report));
  try {
    if (!flags.json) await saveReport(report, flags);
  } finally {
    await saveRecording(recorder, flags);
  }
}

/** Writes a report as JSON and as Markdown. If there is a report of the same day, the new one gets a number in its name. */
async function saveReport(report: Report, { out }: Flags): Promise<void> {
  await makeFolder(out);
  const taken = await namesIn(out);
  const isTaken = (stem: string) => [".json", ".md"].some((ending) => taken.includes(stem + ending));
  let stem = `verified-${report.date}`;
  for (let number = 2; isTaken(stem); number += 1) stem = `verified-${report.date}-${number}`;
  const name = join(out, stem);
  await replaceFile(`${name}.json`, `${sanitizeJson(report, 2)}\n`, readableByAll);
  await replaceFile(`${name}.md`, toMarkdown(report), readableByAll);
  process.stdout.write(`The report is in ${name}.json and ${name}.md.\n`);
}

function recorderFor({ record }: Flags): Recorder | undefined {
  return record === undefined ? undefined : new Recorder();
}

async function saveRecording(recorder: Recorder | undefined, { record }: Flags): Promise<void> {
  const { exchanges, events } = recorder ?? {};
  const recording = { version: ownManifest().version, exchanges, events };
  if (record !== undefined) await replaceFile(record, `${sanitizeJson(recording, 1)}\n`, readableByAll);
}

function parse(file: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`--description: ${file} is not a JSON document`, { cause: error });
  }
}
