import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { constants, mkdir, mkdtemp, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import type { z } from "zod";

/*
 * Functions that read untrusted files: files of a project, of another tool, of an earlier run. The same rules apply to all of them: a
 * maximum size, errors that quote no content, and paths that stay in their folder.
 */

/** The maximum size of a file, in bytes. The state of 100,000 resources is smaller. */
const maxBytes = 2 ** 28;

/**
 * The text of a file; undefined if the file does not exist.
 *
 * @throws Error that names the path and the reason
 */
export function textIfAny(path: string): Promise<string | undefined> {
  return read(createReadStream(path), path, (code) => code === "ENOENT");
}

/**
 * The text of a file or a stream that the user named.
 *
 * @param name the name of the stream in error messages
 * @throws Error that names the path and the reason, also if the file does not exist
 */
export async function textOf(source: string | AsyncIterable<Uint8Array>, name = String(source)): Promise<string> {
  return (await read(typeof source === "string" ? createReadStream(source) : source, name, () => false)) ?? "";
}

/**
 * The content of a JSON file; undefined if the file does not exist.
 *
 * @param form the schema of the content
 * @param otherwise the error message if the content is not JSON of this form
 * @throws Error that names the path and the reason
 */
export async function jsonIfAny<T>(path: string, form: z.ZodType<T>, otherwise: string): Promise<T | undefined> {
  const text = await textIfAny(path);
  if (text === undefined) return undefined;
  try {
    return form.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path}: ${otherwise}`);
  }
}

/** The names of the files in a folder, sorted; none if the folder does not exist. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    throw new Error(`${folder}: cannot be read (${code})`, { cause: error });
  }
}

/**
 * The absolute path of a file below a folder. Symbolic links are resolved for the check.
 *
 * @param path an untrusted path
 * @throws Error if the path leads out of the folder
 */
export async function placeBelow(folder: string, path: string): Promise<string> {
  const place = resolve(folder, path);
  const [real, root] = await Promise.all([destinationOf(place), destinationOf(resolve(folder))]);
  if (!isAbsolute(path) && (real === root || real.startsWith(root + sep))) return place;
  throw new Error(
    `${place}: is outside of ${folder}, or a link leads out of this folder. Correct the path, or remove the link.`,
  );
}

async function read(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  isMissing: (code: string | undefined) => boolean,
): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of stream) {
      length += piece.length;
      if (length > maxBytes) break;
      pieces.push(piece);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isMissing(code)) return undefined;
    throw new Error(`${name}: cannot be read (${code})`);
  }
  if (length > maxBytes) throw new Error(`${name}: cannot be read (larger than ${maxBytes} bytes)`);
  return Buffer.concat(pieces).toString("utf8");
}

/** The path without symbolic links. For a missing file, the links in the path of its folder are resolved. */
async function destinationOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return join(await destinationOf(dirname(path)), basename(path));
  }
}

/*
 * The commands write all their files with the following functions. A path is never trusted, because other users may be able to write to the
 * folder: with a symbolic link there, they could otherwise choose which file is overwritten.
 */

/** The default mode: readable by the owner only, because reports and positions reveal much about a tenant. */
const mode = 0o600;

/** The mode of a program's files, before the umask, as an editor creates them. */
export const readableByAll = 0o666;

/**
 * Writes a file atomically. The new file replaces the old one, so a symbolic link is replaced and not followed, and a killed process leaves
 * either the old file or the new one.
 *
 * @param fileMode the mode, before the umask; default: readable by the owner only
 * @throws Error that names the path and the reason
 */
export async function replaceFile(path: string, text: string, fileMode = mode): Promise<void> {
  await drafted(path, text, fileMode, (draft) => rename(draft, path));
}

/**
 * Throws if {@link replaceFile} would fail at a path. It is called before long work whose result will be written there.
 *
 * @throws Error that names the path and the reason
 */
export async function refuseUnwritable(path: string): Promise<void> {
  await drafted(path, "", mode, (draft) => rm(draft));
}

/**
 * Throws if {@link replaceFile} would fail at a path after {@link makeFolder} for its folder. Creates nothing.
 *
 * @throws Error that names the path, or the missing folder, and the reason
 */
export async function refuseUncreatable(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  const isThere = (await stat(folder).catch(() => undefined)) !== undefined;
  await (isThere ? refuseUnwritable(path) : refuseUncreatable(folder));
}

async function drafted(
  path: string,
  text: string,
  fileMode: number,
  use: (draft: string) => Promise<void>,
): Promise<void> {
  // A rename would replace a terminal or a pipe with a file.
  const there = await stat(path).catch(() => undefined);
  if (there !== undefined && !there.isFile()) throw new Error(`${path}: cannot be written (not a file)`);
  // In the same folder, because a rename is atomic only within one file system.
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await write(draft, text, "wx", fileMode);
    await use(draft);
  } catch (error) {
    // What failed first is the reason, also if nothing can be removed at such a path.
    await rm(draft, { force: true }).catch(() => undefined);
    throw unwritable(path, error);
  }
}

/**
 * Appends to a file of another tool, such as a runner's job summary, without replacing the file.
 *
 * @throws Error that names the path and the reason, also if the path is a symbolic link
 */
export async function appendToFile(path: string, text: string): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  try {
    await write(path, text, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, mode);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Removes a file or a symbolic link, if it exists.
 *
 * @throws Error that names the path and the reason
 */
export async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw new Error(`${path}: cannot be removed (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

/** Creates a new folder that only its owner can read, for temporary files. */
export function makeTemporaryFolder(prefix: string): Promise<string> {
  return mkdtemp(join(tmpdir(), prefix));
}

/** Removes a folder of {@link makeTemporaryFolder}. Links in it are removed, not followed. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

/**
 * Creates a folder and its parents, if they do not exist.
 *
 * @throws Error that names the path and the reason
 */
export async function makeFolder(path: string): Promise<void> {
  await makeBelow(resolve(path)).catch((error: unknown) => {
    throw unwritable(path, error);
  });
}

/** Node's own recursion never ends in a folder such as `/proc`, where the system says of each new folder that its parent does not exist. */
async function makeBelow(path: string): Promise<void> {
  const parent = dirname(path);
  if (parent !== path && (await stat(parent).catch(() => undefined)) === undefined) await makeBelow(parent);
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
  }
}

/**
 * Writes and flushes, so that a crash of the machine loses nothing. File handles would do the same, but yarn's Plug'n'Play implements them
 * incompletely.
 */
function write(path: string, text: string, flag: string | number, fileMode: number): Promise<void> {
  return writeFile(path, text, { flag, mode: fileMode, flush: true });
}

function unwritable(path: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  return new Error(`${path}: cannot be written (${code === "ELOOP" ? "it is a link" : code})`, { cause: error });
}
