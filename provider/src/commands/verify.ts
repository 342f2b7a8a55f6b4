import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { type Command, InvalidArgumentError } from "commander";
import { z } from "zod";
import { type ProviderSettings, resolveSettings, type Service, sanitizeJson, TenantClient } from "../client/index.ts";
import { definitions, rateGroups, type TypeName, typeNames } from "../definitions/registry.ts";
import type { Json } from "../schema/json.ts";
import { compareDescription } from "../verify/description.ts";
import { Manifest, type Noted, sweep } from "../verify/manifest.ts";
import { readTenant } from "../verify/reading.ts";
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
import { Meter, Tap } from "../verify/tap.ts";
import {
  disposableTypes,
  estimate,
  type Originals,
  othersOf,
  survey,
  writeTenant,
  writtenTypes,
} from "../verify/writing.ts";
import { addHelp, exitCode, ownManifest, refuseUsage } from "./command.ts";
import { jsonIfAny, makeFolder, readableByAll, removeFile, replaceFile, textOf } from "./files.ts";
import { progress } from "./progress.ts";
import { accessOf } from "./unmanaged.ts";

interface Flags {
  readonly readOnly?: true;
  readonly write?: true;
  readonly sweep?: true;
  readonly prefix?: string;
  readonly iKnowWhatThisTenantIs?: true;
  readonly yes?: true;
  readonly disposable?: true;
  readonly maxCalls: number;
  readonly maxMinutes: number;
  readonly manifest: string;
  readonly out: string;
  readonly record?: string;
  readonly description?: string;
  readonly json?: true;
}

/** Adds `pulumi-tenant verify` to its command. */
export function register(command: Command): void {
  command
    .option("--read-only", "only read the tenant (the default)")
    .option("--write", "make objects, change and remove them, to find out how the tenant answers writes")
    .option("--prefix <name>", "how the names of these objects begin", prefixOf)
    .option("--i-know-what-this-tenant-is", "with --write and --prefix: the tenant may have other objects")
    .option("--yes", "with --write: do not ask")
    .option(
      "--disposable",
      "with --write and the two options for other objects: also change settings of the tenant, and put them back",
    )
    .option(
      "--max-calls <n>",
      "with --write: at most this many calls, those of the removal included",
      countOfText,
      5_000,
    )
    .option("--max-minutes <n>", "with --write: at most this many minutes", countOfText, 120)
    .option("--manifest <file>", "where the objects that it makes are noted", defaultManifest)
    .option("--sweep", "remove the objects that an interrupted run has left")
    .option("--out <folder>", "the folder of the report", ".")
    .option(
      "--record <file>",
      "also write all calls and answers: routes, statuses, times, names and types of properties",
    )
    .option("--description <file>", "compare the definitions with an OpenAPI description of the service instead")
    .option("--json", "print only one JSON document on standard output, and write no report")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Reads everything that an import reads, and compares each response with what this package expects:
names of properties, types, bounds, values of enumerations, pages of listings. It sends only GET
requests. The report goes to verified-<date>.json and verified-<date>.md: it contains no id, name,
domain, secret or other value of the tenant (docs/verified.md says how to send it to us).

With --write, it also makes objects of each type that can be removed again, changes each of their
properties and removes them. It refuses a tenant that has other objects, unless both --prefix and
--i-know-what-this-tenant-is are given. It asks first; without a terminal it needs --yes. It notes each
object before it makes it: after a kill, --sweep removes what is left, and nothing else.

With --description, no tenant is read: the command lists the routes, properties and values that only
the file or only this package knows.

The tenant comes from TENANT_DOMAIN and so on.`,
    exitCodes: { 0: "everything is as expected", 1: "it failed", 7: "something is different" },
    example: "npx pulumi-tenant verify",
  });
}

const defaultManifest = join(".pulumi-tenant-verify", "manifest.json");

/** A prefix that the names of all types can have, with room for the rest. */
function prefixOf(text: string): string {
  if (/^[a-z]([a-z0-9]|-(?!-)){0,14}[a-z0-9]$/.test(text)) return text;
  throw new InvalidArgumentError("It must have 2 to 16 lower-case letters, digits and single hyphens.");
}

function countOfText(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

async function run(command: Command, flags: Flags): Promise<void> {
  const { readOnly, write, sweep: sweeps, description, json, disposable } = flags;
  const modes = [readOnly, write, sweeps, description].filter((one) => one !== undefined);
  if (description !== undefined && readOnly)
    refuseUsage(command, "--description reads no tenant: leave out --read-only");
  if (modes.length > 1) refuseUsage(command, "give only one of --read-only, --write, --sweep and --description");
  if (disposable && !write) refuseUsage(command, "--disposable only works together with --write");
  if (disposable && !(flags.iKnowWhatThisTenantIs && flags.prefix !== undefined))
    refuseUsage(
      command,
      "--disposable changes settings of the tenant: give both --prefix and --i-know-what-this-tenant-is",
    );
  if (description !== undefined) return describe(description, json === true);
  const settings = resolveSettings({ config: () => undefined, env: process.env });
  if (write) return verifyWriting(command, settings, flags);
  return sweeps ? sweepTenant(settings, flags) : verifyReading(settings, flags);
}

async function describe(description: string, isJson: boolean): Promise<void> {
  const differences = compareDescription(parse(description, await textOf(description)));
  process.stdout.write(isJson ? `${sanitizeJson({ differences }, 2)}\n` : differencesToText(differences));
  if (differences.length > 0) process.exitCode = exitCode.changed;
}

async function verifyReading(settings: ProviderSettings, flags: Flags): Promise<void> {
  say(flags, `Reads ${settings.host} with GET requests, as an import does, and changes nothing.\n`);
  const client = new TenantClient(settings, { rateGroups });
  try {
    const recorder = recorderFor(flags);
    const recording: Service | undefined = recorder && {
      host: client.host,
      request: (call) => recorder.record(call, (one) => client.request(one)),
    };
    const reading = await progress("reading the tenant", () => readTenant(recording ?? client, accessOf(settings)));
    await saveRecording(recorder, flags);
    await publish(reportOf(reading, ownManifest().version, new Date()), flags);
  } finally {
    await client.close();
  }
}

async function verifyWriting(command: Command, settings: ProviderSettings, flags: Flags): Promise<void> {
  const { prefix, iKnowWhatThisTenantIs: isKnown, manifest, maxCalls, maxMinutes, yes, json } = flags;
  if (settings.adopt)
    refuseUsage(command, "--write adopts objects only where it tries an adoption: unset TENANT_ADOPT");
  if ((await notedIn(manifest)) !== undefined)
    throw new Error(`${manifest} has objects of an earlier run. Remove them first: npx pulumi-tenant verify --sweep`);
  if ((await originalsIn(manifest)) !== undefined) throw new Error(await notPutBack(manifest));
  const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (!yes && (json || !hasTerminal))
    refuseUsage(command, "--write asks before it writes: without a terminal, give --yes");
  say(flags, announcement(settings, prefix ?? "verify", flags));
  const stop = new AbortController();
  const meter = new Meter({ maxCalls, maxMinutes, signal: stop.signal });
  const tap = new Tap(settings, meter);
  const recorder = recorderFor(flags);
  tap.recorder = recorder;
  try {
    const seen = await survey(tap, accessOf(settings));
    const others = othersOf(seen);
    if (others !== undefined && !(isKnown && prefix !== undefined))
      throw new Error(
        `The tenant has ${others}. A new tenant has none of these. Nothing was written. Use a tenant for tests. If this is one, give both ` +
          "--prefix and --i-know-what-this-tenant-is.",
      );
    if (!yes && !(await isAgreed())) return;
    const interrupt = () => {
      process.stderr.write("\nStops, and removes what it has made. A second signal ends it at once.\n");
      stop.abort();
    };
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, interrupt);
    const run = { tap, config: () => undefined, survey: seen, prefix: prefix ?? "verify", types: typesOf(flags) };
    const files = { save: saving(manifest), keep: keeping(manifest) };
    const written = await progress("verifying", () => quietly(() => writeTenant({ ...run, ...files })));
    await saveRecording(recorder, flags);
    await publish(reportOfWriting(written, ownManifest().version, new Date()), flags);
    await settle(manifest, written.left, flags);
  } finally {
    await tap.close();
  }
}

function typesOf({ disposable }: Flags): readonly TypeName[] {
  return disposable ? [...writtenTypes, ...disposableTypes] : writtenTypes;
}

/** What a run does, where and for how long: the first lines. */
function announcement({ host, rateBudget }: ProviderSettings, prefix: string, flags: Flags): string {
  const { maxCalls, maxMinutes, manifest, disposable } = flags;
  const { calls, minutes } = estimate(typesOf(flags), rateBudget);
  const plurals = (types: readonly TypeName[]) => types.map((type) => definitions[type].plural).join(", ");
  const settings =
    `It changes settings and puts them back; after a kill they stay changed: ${plurals(disposableTypes)}.\n` +
    `Their values before the run are in ${originalsBeside(manifest)} until then.`;
  return [
    `Writes to ${host}: makes objects whose names contain ${prefix}-…, changes them and removes them.`,
    `It takes about ${calls} calls: ${minutes} minutes at the limits of the smallest plan. It ends after ${maxCalls} calls or`,
    `${maxMinutes} minutes, and keeps enough of both to remove what it has made.`,
    `Types: ${plurals(writtenTypes)}.`,
    ...(disposable ? [settings] : []),
    `It notes each object in ${manifest} before it makes it. After a kill: npx pulumi-tenant verify --sweep`,
    "",
  ].join("\n");
}

async function isAgreed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Write to this tenant? Type yes: ");
  terminal.close();
  if (answer.trim() === "yes") return true;
  process.stdout.write("Nothing was written.\n");
  return false;
}

/** Leaves out what the provider prints for the engine. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { info, warn } = console;
  console.info = () => {};
  console.warn = () => {};
  try {
    return await work();
  } finally {
    Object.assign(console, { info, warn });
  }
}

async function sweepTenant(settings: ProviderSettings, flags: Flags): Promise<void> {
  const noted = await notedIn(flags.manifest);
  if (noted === undefined && (await originalsIn(flags.manifest)) !== undefined) return settle(flags.manifest, 0, flags);
  if (noted === undefined) return say(flags, `${flags.manifest} does not exist: no run has left anything.`);
  if (noted.host !== settings.host)
    throw new Error(`${flags.manifest} is about ${noted.host}, but TENANT_DOMAIN names ${settings.host}.`);
  say(
    flags,
    `Removes what a run has left at ${settings.host}: up to ${noted.made.length} objects of ${flags.manifest}.`,
  );
  const client = new TenantClient(settings, { rateGroups });
  try {
    const left = await sweep(client, new Manifest(noted, saving(flags.manifest)));
    await settle(flags.manifest, left.length, flags);
  } finally {
    await client.close();
  }
}

/** Removes a manifest without objects, and says what remains of another one. */
async function settle(manifest: string, left: number, flags: Flags): Promise<void> {
  const unrestored = await notPutBack(manifest);
  if (unrestored !== undefined) {
    process.stderr.write(`${unrestored}\n`);
    process.exitCode = exitCode.failed;
  }
  if (left === 0) {
    await removeFile(manifest);
    const removed =
      unrestored === undefined ? "Everything that it made is removed." : "The objects that it made are removed.";
    return say(flags, removed);
  }
  process.stderr.write(
    `${left} objects are not removed, or not in a listing yet. Run in a minute: npx pulumi-tenant verify --sweep\n`,
  );
  process.exitCode = exitCode.failed;
}

/** The file with the settings as they were before a run that has not put them back. */
function originalsBeside(manifest: string): string {
  return join(manifest, "..", "settings-before.json");
}

const originalsForm = z.partialRecord(
  z.enum(typeNames as readonly [TypeName, ...TypeName[]]),
  z.record(z.string(), z.json()),
);

function originalsIn(manifest: string): Promise<Originals | undefined> {
  return jsonIfAny(originalsBeside(manifest), originalsForm, "has no settings of pulumi-tenant verify");
}

/** Saves the settings that are not yet put back: nobody else has their values. */
function keeping(manifest: string): (originals: Originals) => Promise<void> {
  const file = originalsBeside(manifest);
  return async (originals) => {
    if (Object.keys(originals).length === 0) return removeFile(file);
    await makeFolder(join(file, ".."));
    await replaceFile(file, `${JSON.stringify(originals, undefined, 2)}\n`);
  };
}

/** What a run has not put back, and where the values are; undefined if there is nothing. */
async function notPutBack(manifest: string): Promise<string | undefined> {
  const originals = await originalsIn(manifest);
  if (originals === undefined) return undefined;
  const plurals = Object.keys(originals).map((type) => definitions[type as TypeName].plural);
  const file = originalsBeside(manifest);
  return `NOT PUT BACK: ${plurals.join(", ")}. Their values before the run are in ${file}: set them, and remove the file.`;
}

const notedForm: z.ZodType<Noted> = z.object({
  host: z.string(),
  mark: z.string().regex(/^[a-z0-9-]{2,16}-[0-9a-f]{12}$/),
  made: z.array(
    z.object({
      type: z.enum(typeNames as readonly [TypeName, ...TypeName[]]),
      keys: z.array(z.string()),
      id: z.string().min(1).exactOptional(),
      at: z.number(),
    }),
  ),
});

function notedIn(manifest: string): Promise<Noted | undefined> {
  return jsonIfAny(manifest, notedForm, "is no manifest of pulumi-tenant verify");
}

function saving(manifest: string): (noted: Noted) => Promise<void> {
  return async (noted) => {
    await makeFolder(join(manifest, ".."));
    await replaceFile(manifest, `${JSON.stringify(noted, undefined, 2)}\n`);
  };
}

function say({ json }: Flags, text: string): void {
  if (!json) process.stdout.write(`${text}\n`);
}

/** Prints a report, and writes both forms of it. */
async function publish(report: Report, { json, out }: Flags): Promise<void> {
  if (json) process.stdout.write(`${sanitizeJson(report, 2)}\n`);
  else {
    const name = join(out, `verified-${report.date}`);
    await makeFolder(out);
    await replaceFile(`${name}.json`, `${sanitizeJson(report, 2)}\n`, readableByAll);
    await replaceFile(`${name}.md`, toMarkdown(report), readableByAll);
    process.stdout.write(`${toText(report)}The report is in ${name}.json and ${name}.md.\n`);
  }
  if (countOf(report, "different") > 0) process.exitCode = exitCode.changed;
}

function recorderFor({ record }: Flags): Recorder | undefined {
  return record === undefined ? undefined : new Recorder();
}

async function saveRecording(recorder: Recorder | undefined, { record }: Flags): Promise<void> {
  const recording = { version: ownManifest().version, exchanges: recorder?.exchanges };
  if (record !== undefined) await replaceFile(record, `${sanitizeJson(recording, 1)}\n`, readableByAll);
}

function parse(file: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`--description: ${file} is no JSON document`, { cause: error });
  }
}
