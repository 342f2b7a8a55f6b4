import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { constants, mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import type { z } from "zod";

/*
 * All files that somebody else may have written are read here: those of a project, of another tool, of an earlier run. So what holds for
 * each of them stands once: a bound, errors without a word of the content, and paths that stay in their folder.
 */

/** Most bytes of a file. The state of 100,000 resources has fewer. */
const longest = 2 ** 28;

/**
 * The text of a file; undefined where there is none.
 *
 * @throws Error that names the path and the reason
 */
export function textIfAny(path: string): Promise<string | undefined> {
  return read(createReadStream(path), path, (code) => code === "ENOENT");
}

/**
 * The text of a file that somebody has named, or of a stream.
 *
 * @param name what the error calls a stream
 * @throws Error that names the path and the reason, also where there is no such file
 */
export async function textOf(source: string | AsyncIterable<Uint8Array>, name = String(source)): Promise<string> {
  return (await read(typeof source === "string" ? createReadStream(source) : source, name, () => false)) ?? "";
}

/**
 * What a file of JSON holds; undefined where there is none.
 *
 * @param form what it must be
 * @param otherwise what the error says of another one
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

/**
 * The place of a file below a folder. Links count as what they lead to.
 *
 * @param path as somebody else may have written it
 * @throws Error where it leads out of the folder
 */
export async function placeBelow(folder: string, path: string): Promise<string> {
  const place = resolve(folder, path);
  const [real, root] = await Promise.all([destinationOf(place), destinationOf(resolve(folder))]);
  if (!isAbsolute(path) && (real === root || real.startsWith(root + sep))) return place;
  throw new Error(`${place}: is outside of ${folder}, or a link leads there. Correct what names it.`);
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
      if (length > longest) break;
      pieces.push(piece);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isMissing(code)) return undefined;
    throw new Error(`${name}: cannot be read (${code})`);
  }
  if (length > longest) throw new Error(`${name}: cannot be read (longer than ${longest} bytes)`);
  return Buffer.concat(pieces).toString("utf8");
}

/** Where a path leads. What is not there yet is where its folder leads. */
async function destinationOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return join(await destinationOf(dirname(path)), basename(path));
  }
}

/*
 * All files that the commands write are written here. A folder can be open to others, so a path is never trusted: whoever can make a
 * link there would otherwise choose which file of ours is overwritten.
 */

/** Files are for their owner: reports and positions tell much about a tenant. */
const mode = 0o600;

/** The mode of a program's files, less the process's umask, as an editor makes them. */
export const readableByAll = 0o666;

/**
 * Writes a file as a whole. A new file takes the place of what is there, so a link is replaced and not followed, and a killed process
 * leaves the old file or the new one.
 *
 * @param fileMode the mode of the file, less the process's umask; default: for its owner only
 * @throws Error that names the path and the reason
 */
export async function replaceFile(path: string, text: string, fileMode = mode): Promise<void> {
  // A rename would put a file in the place of a terminal or a pipe.
  const there = await stat(path).catch(() => undefined);
  if (there !== undefined && !there.isFile()) throw new Error(`${path}: cannot be written (not a file)`);
  // Beside it, as a rename is atomic only within one file system.
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await write(draft, text, "wx", fileMode);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw unwritable(path, error);
  }
}

/**
 * Adds to a file that belongs to somebody else, such as a runner's summary of a job: it stays the same file.
 *
 * @throws Error that names the path and the reason, also where the path is a link
 */
export async function appendToFile(path: string, text: string): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  try {
    await write(path, text, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, mode);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Removes a file if it is there; of a link, the link. @throws Error that names the path and the reason */
export async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    throw new Error(`${path}: cannot be removed (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

/** Makes a folder, with those above it; it may be there already. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
}

/** Writes so that a crash of the machine loses nothing. Handles of files would do the same, but yarn's Plug'n'Play has no whole ones. */
function write(path: string, text: string, flag: string | number, fileMode: number): Promise<void> {
  return writeFile(path, text, { flag, mode: fileMode, flush: true });
}

function unwritable(path: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  return new Error(`${path}: cannot be written (${code === "ELOOP" ? "it is a link" : code})`, { cause: error });
}
