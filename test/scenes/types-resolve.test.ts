import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pages as allPages, blocksOf, textOf } from "../docs/markdown.ts";
import { ensureNpmTools, npmTool } from "../harness/npm-tools.ts";
import { compile, installPacked, pack } from "../harness/packed.ts";
import { typedPrograms } from "../harness/typed-programs.ts";

// `test/contract/package-types.test.ts` compiles the same programs with the newest TypeScript.

const root = join(import.meta.dirname, "../..");
const ours = join(root, "node_modules/typescript");
const oldest = npmTool("typescript", "typescript-oldest");
const newest = npmTool("typescript", "typescript-newest");
const programs = typedPrograms(root);

let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "types-"));
  await Promise.all([
    ensureNpmTools("typescript", () => undefined),
    pack(project).then((it) => installPacked(it, project)),
  ]);
});
afterAll(() => rm(project, { recursive: true }));

test("the tested compilers are the template's, and the oldest and newest that the README promises", async () => {
  const versionOf = async (typescript: string) =>
    JSON.parse(await readFile(join(typescript, "package.json"), "utf8")).version;
  const { devDependencies } = JSON.parse(textOf("examples/template/package.json"));
  expect(textOf("README.md")).toContain("TypeScript 5.2 or newer");
  expect(await versionOf(oldest)).toMatch(/^5\.2\./);
  expect(`^${(await versionOf(ours)).split(".")[0]}.0.0`).toBe(devDependencies.typescript);
  expect(await versionOf(newest)).toMatch(/^7\./);
});

test.each([
  ["node10", "commonjs", { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" }],
  ["node16 from CommonJS", "commonjs", { module: "node16", moduleResolution: "node16" }],
  ["node16 from an ES module", "module", { module: "node16", moduleResolution: "node16" }],
  ["bundler", "module", { module: "esnext", moduleResolution: "bundler" }],
] as const)("users' programs resolve the types: %s", async (_, type, options) => {
  const chosen = new Map([...programs].filter(([name]) => ["others", "policy-pack", "slips"].includes(name)));
  expect(await compile(project, { typescript: ours, type, options, programs: chosen })).toEqual([]);
});

describe.each([
  ["the oldest TypeScript that the README names", oldest],
  ["the TypeScript of the template", ours],
])("with %s", (_, typescript) => {
  test.each([true, false])(
    "users' programs compile, and each wrong line is an error, with skipLibCheck: %s",
    async (skipLibCheck) => {
      const options = { module: "node16", moduleResolution: "node16", skipLibCheck };
      expect(await compile(project, { typescript, options, programs })).toEqual([]);
    },
  );
});

test.each([
  ["oldest", oldest],
  ["newest", newest],
])("the documented programs compile with the %s TypeScript", async (_, typescript) => {
  const pages = allPages.filter((page) => page === "README.md" || page.startsWith("docs/"));
  const blocks = pages.flatMap((page) => blocksOf(textOf(page))).filter(({ language }) => language === "ts");
  expect(blocks.length).toBeGreaterThan(10);
  const shown = new Map(blocks.map(({ code }, index) => [`shown-${index}`, code]));
  const options = { module: "node16", moduleResolution: "node16" };
  expect(await compile(project, { typescript, options, programs: shown })).toEqual([]);
});
