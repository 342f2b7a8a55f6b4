import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { example } from "../../e2e/gitops-project.ts";
import { exec } from "../../harness/exec.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "comment-"));
  await mkdir(join(folder, "reviews"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function comment(reviews: Readonly<Record<string, string>>): Promise<string> {
  for (const [stack, text] of Object.entries(reviews))
    await writeFile(join(folder, `reviews/${stack}.review.md`), text);
  const args = ["<!-- marker -->", "commit"];
  const { code, stdout, stderr } = await exec(join(example, "ci/comment.sh"), args, { cwd: folder, timeoutMs: 60_000 });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** What GitHub accepts. */
const limit = 65_536;

it.each([1, 2, 5])("%d reviews of many short lines fit into one comment", async (count) => {
  const stacks = Array.from({ length: count }, (_, index) => `stack-${index}`);
  const text = await comment(Object.fromEntries(stacks.map((stack) => [stack, "- a\n".repeat(30_000)])));
  expect(text.length).toBeLessThanOrEqual(limit);
  expect(text.length).toBeGreaterThan(limit * 0.9);
  expect(text.match(/… cut here/g)).toHaveLength(count);
  expect(text.match(/<\/details>/g)).toHaveLength(count);
});

it("a review is cut between two lines, so that none of its code spans stays open", async () => {
  const line = `- \`${"€".repeat(999)}\``;
  const text = await comment({ dev: `${line}\n`.repeat(100) });
  expect(text).toContain("… cut here");
  expect(text.split("\n").filter((one) => one.startsWith("- ") && one !== line)).toEqual([]);
});

it("a review that fits into a comment is not changed", async () => {
  const text = await comment({ dev: "- `a`\n  - `ä`\n", prod: "nothing\n" });
  expect(text).toContain("\n- `a`\n  - `ä`\n");
  expect(text).toContain("\nnothing\n");
  expect(text).not.toContain("cut here");
});
