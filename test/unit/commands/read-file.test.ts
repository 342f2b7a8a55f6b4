import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { jsonIfAny, placeBelow, textIfAny, textOf } from "../../../provider/src/commands/files.ts";

async function someFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "read-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test.runIf(process.platform === "linux")("a file that never ends is refused", async () => {
  // The way: a link in a project leads to a device that never ends, and a program that reads it runs out of memory.
  const file = join(await someFolder(), "package.json");
  await symlink("/dev/zero", file);
  await expect(textIfAny(file)).rejects.toThrow(`${file}: cannot be read (larger than 268435456 bytes)`);
});

test("the error about a file of an unexpected form does not contain the file's text", async () => {
  // The way: a file of secrets is passed off as one of ours, so that the error shows a part of it.
  const file = join(await someFolder(), "secrets");
  await writeFile(file, "not-to-be-shown");
  await expect(jsonIfAny(file, z.object({}), "is something else")).rejects.toThrow(
    expect.objectContaining({ message: `${file}: is something else` }),
  );
});

test("a missing optional file is no error, and the error of a required one names the path", async () => {
  const file = join(await someFolder(), "nowhere");
  expect(await textIfAny(file)).toBeUndefined();
  expect(await jsonIfAny(file, z.object({}), "is something else")).toBeUndefined();
  await expect(textOf(file)).rejects.toThrow(`${file}: cannot be read (ENOENT)`);
});

test("a folder that is itself a link contains its files", async () => {
  const folder = await someFolder();
  const link = join(await someFolder(), "link");
  await symlink(folder, link);
  expect(await placeBelow(link, "some/file.ts")).toBe(join(link, "some/file.ts"));
});

test("no other command reads files, except the package's and the system's own", async () => {
  const source = join(import.meta.dirname, "../../../provider/src");
  const readers: string[] = [];
  for (const folder of ["commands", "pulumi-cli"]) {
    for (const name of await readdir(join(source, folder))) {
      const text = await readFile(join(source, folder, name), "utf8");
      if (/\b(?:readFile|readFileSync|createReadStream)\b/.test(text)) readers.push(`${folder}/${name}`);
    }
  }
  expect(readers.toSorted()).toEqual(["commands/command.ts", "commands/files.ts", "pulumi-cli/start.ts"]);
});
