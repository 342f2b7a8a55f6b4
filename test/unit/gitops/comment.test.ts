import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { example } from "../../e2e/gitops-project.ts";
import { exec } from "../../harness/exec.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "comment-"));
  await mkdir(join(folder, "previews"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function comment(previews: Readonly<Record<string, string>>): Promise<string> {
  for (const [stack, text] of Object.entries(previews)) await writeFile(join(folder, `previews/${stack}.txt`), text);
  const args = ["<!-- marker -->", "commit"];
  const { code, stdout, stderr } = await exec(join(example, "ci/comment.sh"), args, { cwd: folder, timeoutMs: 60_000 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** What GitHub accepts. */
const limit = 65_536;

it.each([1, 2, 5])("%d previews of many short lines fit into one comment", async (count) => {
  const stacks = Array.from({ length: count }, (_, index) => `stack-${index}`);
  const text = await comment(Object.fromEntries(stacks.map((stack) => [stack, "+\n".repeat(30_000)])));
  expect(text.length).toBeLessThanOrEqual(limit);
  expect(text.length).toBeGreaterThan(limit * 0.9);
  expect(text.match(/… cut here/g)).toHaveLength(count);
  expect(text.match(/<\/details>/g)).toHaveLength(count);
});

it.each([0, 1, 2])("a cut in the middle of a character leaves no half of it (%d)", async (shift) => {
  const text = await comment({ dev: `${"x".repeat(shift)}${"€".repeat(40_000)}` });
  expect(text).toContain("… cut here");
  expect(text).not.toContain("\ufffd");
});

it("a preview that fits is shown as it is", async () => {
  const text = await comment({ dev: "+ a\n  + ä\n", prod: "nothing" });
  expect(text).toContain("\n    + a\n      + ä\n");
  expect(text).toContain("\n    nothing");
  expect(text).not.toContain("cut here");
});
