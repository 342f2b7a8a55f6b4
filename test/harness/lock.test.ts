import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exec } from "./exec.ts";
import { withLock } from "./lock.mjs";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function pidOfTheDead(): Promise<number> {
  const { stdout } = await exec(process.execPath, ["-p", "process.pid"], { timeoutMs: 20_000 });
  return Number(stdout);
}

test("the build lock runs one process at a time, and leaves no file behind", async () => {
  let inside = 0;
  let most = 0;
  let done = 0;
  const work = async () => {
    inside++;
    most = Math.max(most, inside);
    await setImmediate();
    inside--;
    done++;
  };
  await Promise.all(Array.from({ length: 5 }, () => withLock(join(folder, "lock"), work)));
  expect({ most, done }).toEqual({ most: 1, done: 5 });
  expect(await readdir(folder)).toEqual([]);
});

test("the build lock of a dead process is taken over by exactly one of several processes", async () => {
  const lock = join(folder, "lock");
  await mkdir(lock);
  await writeFile(join(lock, "owner.json"), JSON.stringify({ id: "x", pid: await pidOfTheDead(), host: hostname() }));
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 4 }, () =>
      withLock(lock, async () => {
        most = Math.max(most, ++inside);
        await setImmediate();
        inside--;
      }),
    ),
  );
  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test("a process that waits for the build lock gets the owner's id, and a failure frees the lock", async () => {
  const lock = join(folder, "lock");
  const waitedFor: number[] = [];
  let second: Promise<string> | undefined;
  const first = withLock(lock, async () => {
    const told = new Promise<void>((resolve) => {
      second = withLock(lock, async () => "second", {
        onWait: (pid: number) => {
          waitedFor.push(pid);
          resolve();
        },
      });
    });
    await told;
    throw new Error("first failed");
  });
  await expect(first).rejects.toThrow("first failed");
  expect(await second).toBe("second");
  expect(waitedFor).toEqual([process.pid]);
});
