import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ReadyFile } from "../../../provider/src/commands/watch.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "ready-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

it("the ready file exists from the start of the watch to its end, with the latest figures", async () => {
  const dir = await folder();
  const path = join(dir, "ready");
  await writeFile(path, "left by a process that was killed");
  const file = new ReadyFile(path);
  await expect.poll(() => readdir(dir)).toEqual([]);
  file.write({ events: 1 });
  file.write({ events: 2 });
  await expect.poll(() => readFile(path, "utf8").catch(() => "")).toBe('{"events":2}\n');
  await file.close();
  expect(await readdir(dir)).toEqual([]);
});

it("a ready file that cannot be written is an error that names it", async () => {
  const path = join(await folder(), "nowhere", "ready");
  const file = new ReadyFile(path);
  file.write({});
  const error = `${path}: cannot be written (ENOENT)`;
  await expect(file.close()).rejects.toThrow(error);
  expect(() => file.write({})).toThrow(error);
});

it("a folder at the path of the ready file is an error, and stays", async () => {
  const path = await folder();
  await expect(new ReadyFile(path).close()).rejects.toThrow(/: cannot be removed \(\w+\)$/);
  expect(await readdir(path)).toEqual([]);
});
