import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ImportStack } from "../../../provider/src/commands/import-project.ts";

/** No process can have this id. */
const gone = 2 ** 30;

let folder: string;
let log: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "import-lock-"));
  log = join(folder, "log");
  await appendFile(log, "");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** The commands that make a stack under locks, until `pulumi cancel` takes these away. */
async function attempt(...locks: readonly string[]): Promise<{ error: string; commands: readonly string[] }> {
  const said = `error: the stack is currently locked by ${locks.length} lock(s).\n${locks.join("\n")}`;
  await writeFile(join(folder, "said"), said);
  await writeFile(
    join(folder, "pulumi"),
    `#!/bin/sh
echo "$1" >> "${log}"
grep -q cancel "${log}" && exit 0
cat "${folder}/said" >&2
exit 255
`,
    { mode: 0o700 },
  );
  vi.stubEnv("PULUMI_CLI", join(folder, "pulumi"));
  const error = await new ImportStack(folder, "dev").create().then(
    () => "",
    ({ message }: Error) => message,
  );
  return { error, commands: (await readFile(log, "utf8")).trim().split("\n") };
}

const lock = (host: string, pid: number) =>
  `  file:///state/lock.json: created by me@${host} (pid ${pid}) at 2026-01-01`;

test("a stack lock of a process that has ended is removed", async () => {
  expect(await attempt(lock(hostname(), gone))).toEqual({ error: "", commands: ["stack", "cancel", "stack"] });
});

test.each([
  ["a running process", [lock(hostname(), process.pid)]],
  ["another machine", [lock("elsewhere.example.com", gone)]],
  ["a running process beside a dead one", [lock(hostname(), gone), lock(hostname(), process.pid)]],
  ["an unknown owner", []],
])("the stack lock of %s stays, and the error names it", async (_, locks) => {
  const { error, commands } = await attempt(...locks);
  expect(error).toContain("currently locked by");
  expect(commands).toEqual(["stack"]);
});
