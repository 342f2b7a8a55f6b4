import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 200;
const heartbeatMs = 5_000;
/** A lock whose owner gave no sign for this long is taken over, whatever its pid says: pids are reused and do not cross containers. */
const silentMs = 90_000;

/**
 * Runs `work` while holding the lock folder `path`; waits for its present holder.
 *
 * The folder is created as a whole, owner file inside, by one rename, so nobody ever sees a lock without an owner. A lock is stale when its
 * owner's process is gone, or when it was watched for 90 s without a heartbeat. `onWait` is called once, with the owner's pid, if there is
 * somebody to wait for.
 *
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {{ onWait?: (pid: number) => void }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, { onWait } = {}) {
  await mkdir(dirname(path), { recursive: true });
  const id = randomUUID();
  await acquire(path, id, onWait);
  const ownerFile = join(path, "owner.json");
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(ownerFile, now, now).catch(() => undefined);
  }, heartbeatMs);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await takeAway(path, id);
  }
}

/**
 * @param {string} path
 * @param {string} id
 * @param {((pid: number) => void) | undefined} onWait
 */
async function acquire(path, id, onWait) {
  const mine = `${path}.${id}`;
  await writeFile(wantedFile(path, id), "");
  await mkdir(mine);
  await writeFile(join(mine, "owner.json"), JSON.stringify({ id, pid: process.pid, host: hostname() }));
  let seen = "";
  let seenAt = 0;
  let told = false;
  for (;;) {
    try {
      await rename(mine, path);
      return;
    } catch (error) {
      // A folder that is not empty cannot be renamed over; Windows says EPERM for it.
      if (
        !["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? "")
      ) {
        await rm(mine, { recursive: true, force: true });
        await rm(wantedFile(path, id), { force: true });
        throw error;
      }
    }
    const owner = await ownerOf(path);
    const sign = `${owner?.id} ${owner?.beat}`;
    if (sign !== seen) {
      seen = sign;
      seenAt = performance.now();
    }
    const gone = owner !== undefined && owner.host === hostname() && !alive(owner.pid);
    if (gone || performance.now() - seenAt > silentMs) {
      await takeAway(path, owner?.id);
      continue;
    }
    if (owner !== undefined && !told) {
      told = true;
      onWait?.(owner.pid);
    }
    await sleep(pollMs);
  }
}

/**
 * Removes the lock of the owner `id`: ours at the end, or a stale one. It is moved aside first, as a folder emptied in place could be taken by
 * a rename halfway. Between looking and moving another process may have done the same and hold the lock now: then a live lock was moved, and is
 * put back. Its owner may have ended meanwhile, and found nothing to remove: its file tells that.
 *
 * @param {string} path
 * @param {string | undefined} id
 */
async function takeAway(path, id) {
  if (id !== undefined) await rm(wantedFile(path, id), { force: true });
  if ((await ownerOf(path))?.id !== id) return;
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await ownerOf(aside);
  if (moved?.id !== id) {
    await rename(aside, path).catch(() => undefined);
    if (moved && !existsSync(wantedFile(path, moved.id))) await takeAway(path, moved.id);
  }
  await rm(aside, { recursive: true, force: true });
}

/**
 * A file that is there as long as an owner waits for the lock or holds it.
 *
 * @param {string} path
 * @param {string} id
 */
function wantedFile(path, id) {
  return `${path}.${id}.wanted`;
}

/**
 * @param {string} path
 * @returns {Promise<{ id: string, pid: number, host: string, beat: number } | undefined>}
 */
async function ownerOf(path) {
  try {
    const file = join(path, "owner.json");
    const owner = JSON.parse(await readFile(file, "utf8"));
    return { ...owner, beat: (await stat(file)).mtimeMs };
  } catch {
    return undefined;
  }
}

/**
 * In a container without an init process what has ended can stay in the process table for ever, as a zombie.
 *
 * @param {number} pid
 */
function alive(pid) {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    // ENOENT is from a system without /proc, where the process was seen to exist.
    return ["EPERM", "ENOENT"].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? "");
  }
}
