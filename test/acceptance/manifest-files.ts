import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { sanitize } from "../../provider/src/client/index.ts";
import { jsonIfAny, makeFolder, namesIn, removeFile, replaceFile } from "../../provider/src/commands/files.ts";
import { isAlive } from "../../provider/src/lifecycle/is-alive.ts";
import type { Json } from "../../provider/src/schema/json.ts";
import { definitions, type TypeName, typeNames } from "../../provider/src/types/registry.ts";
import { isKeyOf, type Noted } from "./manifest.ts";
import { markerType } from "./samples.ts";
import { changesSetting } from "./values.ts";
import { disposableTypes } from "./writing.ts";

const settingsForm = z
  .partialRecord(
    z.enum(disposableTypes as readonly [TypeName, ...TypeName[]]),
    z.record(z.string(), z.json() as z.ZodType<Json>),
  )
  // Even if a user has edited the manifest, a sweep must not change settings that no run changes.
  .refine((settings) =>
    Object.entries(settings).every(([type, values]) =>
      Object.keys(values).every((name) => changesSetting(type as TypeName, name)),
    ),
  );

/** The form of a run's mark: the text that the names of all its objects contain. */
const markForm = /^[a-z0-9-]{2,16}-[0-9a-f]{12}$/;

const notedForm: z.ZodType<Noted> = z
  .object({
    host: z.string(),
    mark: z.string().regex(markForm),
    made: z.array(
      z.object({
        type: z.enum(typeNames as readonly [TypeName, ...TypeName[]]),
        keys: z.array(z.string()),
        id: z.string().min(1).exactOptional(),
        at: z.number(),
      }),
    ),
    originals: settingsForm.exactOptional(),
    seen: settingsForm.exactOptional(),
    next: settingsForm.exactOptional(),
  })
  // Even if a user has edited the manifest, a sweep must not remove objects that no run has created.
  .refine(({ mark, made }) => made.every(({ type, keys }) => keys.every((key) => isKeyOf(type, mark, key))));

/** The seal in a manifest. */
const sealForm = z.object({ seal: z.string().optional() });

/** The content of a lock: the process that works with a manifest. */
const lockForm = z.object({ machine: z.string(), process: z.int().positive() });

/** A run that has a readable manifest. */
export interface Run {
  readonly file: string;
  readonly noted: Noted;
  /** Why another process may work with the manifest, and what to do. Absent if none does. */
  readonly locked?: string;
}

/** The path of a run's manifest. Each run has its own manifest, so that simultaneous runs do not overwrite each other's. */
export function fileOf(folder: string, mark: string): string {
  return join(folder, `manifest-${mark}.json`);
}

/** The manifests in a folder: those that can be read, and those that cannot. */
interface Runs {
  readonly runs: readonly Run[];
  /** The files that cannot be read as manifests, each as a message with what to do. */
  readonly unreadable: readonly string[];
  /** The marks of all runs that have a manifest, also an unreadable one. */
  readonly marks: readonly string[];
}

/** The manifests in a folder. */
export async function runsIn(folder: string): Promise<Runs> {
  const marks = (await namesIn(folder)).flatMap((name) => /^manifest-(.*)\.json$/.exec(name)?.[1] ?? []);
  const runs: Run[] = [];
  const unreadable: string[] = [];
  for (const mark of marks) {
    const file = fileOf(folder, mark);
    // The manifest is read after its locks. If a run ends between the two, the manifest no longer contains the objects that the run has removed.
    const locked = await lockedBy(file, await locksOf(file));
    try {
      const noted = await notedIn(file);
      if (noted) runs.push({ file, noted, ...(locked !== undefined && { locked }) });
    } catch (error) {
      unreadable.push(sanitize(`${error instanceof Error ? error.message : error}. ${wayOutOf(mark)}`));
    }
  }
  return { runs, unreadable, marks };
}

/** What to do with a file that cannot be read as the manifest of a run. */
function wayOutOf(mark: string): string {
  if (!markForm.test(mark)) return "No run creates a file with this name: move the file to another folder.";
  return (
    "If another version of this package has written it, sweep with that version. Otherwise check the settings of the tenant, remove the objects " +
    `whose names contain ${mark}, the ${definitions[markerType].schema.noun} last, and delete the file.`
  );
}

/** Saves a manifest, sealed with the key of this machine. */
export async function saveNoted(file: string, noted: Noted): Promise<void> {
  const content = { ...noted, seal: sealOf(noted, await ownKey()) };
  await replaceFile(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

/**
 * The seal of a manifest. A sweep removes objects and sets settings as the manifest says, so it does not believe a manifest that somebody has
 * committed, edited or copied: only this machine's key makes a seal.
 */
export function sealOf(noted: Noted, key: string): string {
  // The form brings the properties into one order.
  const content = notedForm.parse(JSON.parse(JSON.stringify(noted)));
  return createHmac("sha256", key).update(JSON.stringify(content)).digest("hex");
}

/** The variable with the key of manifests, for pipelines whose jobs run on several machines. */
const keyVariable = "TENANT_ACCEPTANCE_KEY";

/** The key with which this machine seals manifests: outside of every checkout, made by the first run, readable only by its user. */
async function ownKey(): Promise<string> {
  const given = process.env[keyVariable];
  if (given) return given;
  const file = join(process.env.XDG_STATE_HOME || join(homedir(), ".local/state"), "pulumi-tenant", "acceptance.key");
  await makeFolder(dirname(file));
  const isThere = (error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  };
  await writeFile(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 }).catch(isThere);
  const key = await readFile(file, "utf8");
  if (/^[0-9a-f]{64}$/.test(key)) return key;
  throw new Error(`${file}: is not the key of a machine. Remove the file; manifests from before cannot be swept then.`);
}

/** The content of a manifest; undefined if there is none. @throws Error that names the path, if the file is not a manifest of this machine */
async function notedIn(file: string): Promise<Noted | undefined> {
  const noted = await jsonIfAny(file, notedForm, "is not a manifest of an acceptance run");
  if (noted === undefined) return undefined;
  const { seal } = (await jsonIfAny(file, sealForm, "has no seal")) ?? {};
  if (seal === sealOf(noted, await ownKey())) return noted;
  throw new Error(
    `${file}: another machine has written this manifest, or it has changed since. It is not used, because a sweep removes objects and sets settings ` +
      `as the manifest says. Sweep on the machine of the run; in pipelines, give all jobs the same secret ${keyVariable}`,
  );
}

/** Whether the manifest of a run still has the content that was read. */
export async function isUnchanged({ file, noted }: Run): Promise<boolean> {
  return isDeepStrictEqual(await notedIn(file).catch(() => undefined), noted);
}

/** A random text in the names of this process's locks, so that no other process uses these names. */
const ownPart = randomUUID();

/** The path of this process's lock of a manifest. It says which process works with the manifest. */
function ownLockOf(file: string): string {
  return file.replace(/json$/, `${ownPart}.lock`);
}

/** The paths of the locks of a manifest. */
async function locksOf(file: string): Promise<readonly string[]> {
  const [folder, start] = [dirname(file), basename(file, "json")];
  const names = (await namesIn(folder)).filter((name) => name.startsWith(start) && name.endsWith(".lock"));
  return names.map((name) => join(folder, name));
}

/**
 * Locks a manifest for this process, unless another process works with it. Each process writes a separate lock, before it reads the locks of the
 * other processes. So if several processes lock a manifest at once, at most one succeeds, even if a killed process has left a lock. With one common
 * lock, a process could take the new lock of another process for the lock of the killed one, and replace it.
 *
 * @returns why the manifest is not locked, with what to do; undefined if it is locked
 */
export async function lock(file: string): Promise<string | undefined> {
  const own = ownLockOf(file);
  await replaceFile(own, `${JSON.stringify({ machine: hostname(), process: process.pid })}\n`);
  const others = (await locksOf(file)).filter((path) => path !== own);
  const locked = await lockedBy(file, others);
  if (locked !== undefined) await unlock(file);
  // None of the other locks counts. They are removed, because a later process can get the id of the process that such a lock names.
  else await Promise.all(others.map(removeFile));
  return locked;
}

/** Removes the lock of this process. A failure does no harm: a lock of a process that has ended does not count. */
export async function unlock(file: string): Promise<void> {
  await removeFile(ownLockOf(file)).catch(() => {});
}

/**
 * Why another process of this machine may work with a manifest, with what to do; undefined if none does. Whether processes of other machines
 * are alive is not known, so their locks do not count.
 */
async function lockedBy(file: string, locks: readonly string[]): Promise<string | undefined> {
  for (const path of locks) {
    const found = await jsonIfAny(
      path,
      lockForm,
      "is not a lock of an acceptance run. If no run is under way, delete it",
    ).catch((error: Error) => error);
    // A lock that cannot be read counts, because its process can be alive.
    if (found instanceof Error) return `${found.message}.`;
    // A lock with the id of this process is an old one: in containers, each run can have the same process id.
    if (found?.machine !== hostname() || found.process === process.pid || !isAlive(found.process)) continue;
    return (
      `${file} belongs to a run or a sweep that is under way as process ${found.process} of this machine. Wait until it has ended, or end it with ` +
      `Ctrl-C. If process ${found.process} is now another program, for example since a restart of the machine, delete ${path}.`
    );
  }
  return undefined;
}
