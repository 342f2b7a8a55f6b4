import { randomUUID } from "node:crypto";
import { constants, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";

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
