import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const scripts = join(import.meta.dirname, "../../../examples/gitops/ci");
/** What is not wanted in a log: a command of GitHub, a section of GitLab, and a line that hides the one before. */
const hostile = "::error::owned\n##[error]owned\nsection_start:1:x\r\u001b[0K\nfine\r::warning::owned";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ci-"));
  await cp(scripts, join(folder, "ci"), { recursive: true });
  const text = JSON.stringify(hostile);
  const says = `process.stdout.write(${text});\nprocess.stderr.write(${text});\nprocess.exitCode = 3;\n`;
  const pulumi = `#!/usr/bin/env node\nif (process.argv[2] !== "stack") {\n${says}}\n`;
  await writeFile(join(folder, "pulumi"), pulumi, { mode: 0o755 });
  // The check of the state, which finds nothing, and the review, which understands nothing.
  await writeFile(join(folder, "npx"), "#!/usr/bin/env bash\ncat >/dev/null\n[[ $* != *review* ]]\n", { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(args: readonly string[], env: Record<string, string> = {}): Promise<{ code: unknown; stdout: string }> {
  const PATH = [folder, join(process.execPath, ".."), process.env.PATH].join(delimiter);
  return new Promise((resolve) => {
    execFile("bash", args, { cwd: folder, env: { PATH, ...env } }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    );
  });
}

/** The lines that GitHub looks at: those that no command has stopped. */
function obeyed(log: string): string[] {
  let word: string | undefined;
  return log.split("\n").filter((line) => {
    const stop = /^::stop-commands::([0-9a-f]{32})$/.exec(line);
    if (word === undefined && stop) word = stop[1];
    else if (word !== undefined && line === `::${word}::`) word = undefined;
    else return word === undefined && line !== "";
    return false;
  });
}

describe("a job's log on GitHub", () => {
  const env = { GITHUB_ACTIONS: "true" };

  it.each([["ci/apply.sh", "--without-plan"], ["ci/preview.sh"]])(
    "%s: contains no command from a text of the tenant, and the exit code is kept",
    async (script, ...options) => {
      const { code, stdout } = await run([script, "dev", ...options], env);
      expect(stdout).toContain("::error::owned");
      expect(obeyed(stdout)).toEqual([]);
      expect(code).toBe(3);
    },
  );

  it("uses a new stop word each time", async () => {
    const [first, second] = [await run(["ci/foreign.sh", "true"], env), await run(["ci/foreign.sh", "true"], env)];
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^::stop-commands::(\w+)\n\n::\1::\n$/) });
    expect(first.stdout).not.toBe(second.stdout);
  });
});

describe("a job's log outside of GitHub", () => {
  it("is the command's own output", async () => {
    expect(await run(["ci/foreign.sh", "echo", "a b"])).toEqual({ code: 0, stdout: "a b\n" });
  });

  it("contains no control characters from a preview, and a review of a failed preview says that there is no plan", async () => {
    const { stdout } = await run(["ci/preview.sh", "dev"]);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
    expect(stdout).toContain("fine::warning::owned");
    expect(await run(["ci/review.sh", "dev"])).toMatchObject({ code: 1 });
    const review = await readFile(join(folder, "reviews/dev.review.md"), "utf8");
    expect(review).toMatch(/^### The preview failed\n\n.*Without a plan, nothing can be applied\.\n$/);
  });
});
