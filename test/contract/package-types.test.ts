import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureNpmTools, npmTool } from "../harness/npm-tools.ts";
import { compile, installPacked, pack } from "../harness/packed.ts";
import { errorsIn, typedPrograms } from "../harness/typed-programs.ts";

// The types of the package as users get it: packed, and outside of the repository. A declaration that is not packed makes every type that needs it
// `any`, so the compiler no longer refuses the wrong lines of the programs. `test/scenes/types-resolve.test.ts` compiles with older compilers.

const typescript = npmTool("typescript", "typescript-newest");
const programs = typedPrograms(join(import.meta.dirname, "../.."));

let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "package-types-"));
  await Promise.all([
    ensureNpmTools("typescript", () => undefined),
    pack(project).then((it) => installPacked(it, project)),
  ]);
}, 300_000);
afterAll(() => rm(project, { recursive: true }));

test.each([true, false])(
  "users' programs compile, and each wrong line is an error, with skipLibCheck: %s",
  async (skipLibCheck) => {
    const options = { module: "node16", moduleResolution: "node16", skipLibCheck };
    expect(await compile(project, { typescript, options, programs })).toEqual([]);
  },
);

test("the programs use every class and function of the package, and have over 2,500 wrong lines", async () => {
  const text = [...programs.values()].join("\n");
  for (const entry of ["", "/emulator", "/events", "/watch", "/policy", "/host"]) {
    const names = Object.keys(await import(`pulumi-tenant${entry}`));
    // Each handler has the same type.
    const own =
      entry === "/host" ? ["connection"] : names.filter((name) => !["default", "module.exports"].includes(name));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  }
  expect(errorsIn(programs.values())).toBeGreaterThan(2_500);
});
