import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { driftScene } from "../docs/scene.ts";
import { exec } from "../harness/exec.ts";

/** The text of an SVG picture. */
function textOf(svg: string): string {
  const plain = svg.replace(/<[^>]*>/g, "");
  return plain.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

const root = join(import.meta.dirname, "../..");

test("npm run demo tells the whole story in color and at most 140 lines, and cleans up", async ({ signal }) => {
  const script = join(root, "test", "harness", "run.mjs");
  // A test has no terminal, where the demo colours by itself.
  const { NO_COLOR: _, ...env } = process.env;
  const {
    code,
    stdout: coloured,
    stderr,
  } = await exec(process.execPath, [script, "demo"], {
    cwd: root,
    env: { ...env, FORCE_COLOR: "1" },
    timeoutMs: 300_000,
    signal,
  });
  expect(code, stderr).toBe(0);
  const stdout = stripVTControlCharacters(coloured);
  expect(stdout.split("\n").length).toBeLessThanOrEqual(140);
  expect(stdout).toMatch(
    /^\$ pulumi-tenant drift --stack demo\nDrift in stack demo: 3 changed, 2 unchanged\n\nConnection corp/m,
  );
  const lines = coloured.split("\n");
  for (const part of [
    "Drift in stack demo: 3 changed, 2 unchanged",
    "Connection corp",
    "creating (0s)",
    "$ pulumi up",
  ]) {
    expect(
      lines.find((line) => line.includes(part)),
      part,
    ).toContain("\u001b[");
  }
  const picture = await readFile(join(root, "docs/drift.svg"), "utf8");
  const says = (text: string) => text.replace(/con_\w+|\([0-9a-f]{24}\)|\s+/g, "");
  expect(says(textOf(picture)), "`FORCE_COLOR=1 npm run -s demo | node test/docs/picture.ts > docs/drift.svg`").toBe(
    says(driftScene(stdout).join("")),
  );
  expect(stdout.match(/^exit code \d+$/gm)).toEqual([0, 0, 7, 0, 0, 0].map((exit) => `exit code ${exit}`));
  expect(existsSync(join(root, "examples/quickstart/Pulumi.demo.yaml"))).toBe(false);
  expect(existsSync(join(root, "Pulumi.demo.yaml"))).toBe(false);
});
