import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createStack } from "./stack.ts";

/** An ES module in TypeScript with a dynamic resource, the least that a user may write. */
const files = {
  "Pulumi.yaml": "name: trial\nruntime: nodejs\n",
  "package.json": JSON.stringify({ name: "trial", private: true, type: "module" }),
  "index.ts": `
    import * as pulumi from "@pulumi/pulumi";
    import { size } from "./size.ts";

    class Thing extends pulumi.CustomResource {
      declare readonly seen: pulumi.Output<string>;
      constructor(name: string) {
        const __provider = "exports.handler = () => require('./thing.cjs')";
        super("pulumi-nodejs:dynamic/trial:Thing", name, { size, seen: undefined, __provider });
      }
    }
    export const seen: pulumi.Output<string> = new Thing("one").seen;
  `,
  "size.ts": "export const size: number = 3;\n",
  "thing.cjs": `
    const seen = () => ["TENANT_OUTER", "TENANT_OURS", "PULUMI_STACK"].filter((name) => name in process.env).join();
    exports.check = async (olds, news) => ({ inputs: news, failures: [] });
    exports.diff = async (id, olds, news) => ({ changes: olds.size !== news.size });
    exports.create = async (inputs) => ({ id: "thing-1", outs: { ...inputs, seen: seen() } });
    exports.delete = async () => {};
  `,
};

let projectDir: string;
beforeAll(async () => {
  const parent = join(import.meta.dirname, "..", "..", ".local", "tmp");
  await mkdir(parent, { recursive: true });
  projectDir = await mkdtemp(join(parent, "trial-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(projectDir, name), text);
});
afterAll(() => rm(projectDir, { recursive: true }));

test("the real CLI runs a program with a dynamic resource, with only the variables of the test", async ({ signal }) => {
  vi.stubEnv("TENANT_OUTER", "outer.example.com");
  vi.stubEnv("PULUMI_STACK", "somebody-elses");
  const stack = await createStack({ projectDir, name: "trial", env: { TENANT_OURS: "tenant.example.com" }, signal });
  vi.unstubAllEnvs();
  try {
    await stack.run(["config", "set", "--secret", "word"], { input: "hush" });
    const up = await stack.events(["up", "--yes", "--skip-preview"]);
    expect(up.stdout).toContain('seen: "TENANT_OURS"');
    expect(up.events.at(-1)).toHaveProperty("cancelEvent");
    expect(up.events.find((event) => "summaryEvent" in event)).toHaveProperty("summaryEvent.resourceChanges.create", 2);

    const state = await stack.export();
    expect(state).toEqual(JSON.parse((await stack.run(["stack", "export"])).stdout));
    const { resources } = state.deployment;
    expect(resources?.find(({ type }) => type === "pulumi-nodejs:dynamic/trial:Thing")).toMatchObject({
      id: "thing-1",
      outputs: { size: 3 },
    });
    expect(await stack.json(["preview"])).toMatchObject({ changeSummary: { same: 2 } });

    await writeFile(join(projectDir, "size.ts"), "export const size: number = 4;\n");
    await expect(stack.run(["preview", "--expect-no-changes"])).rejects.toThrow(
      /exit code 7 instead of 0[\s\S]*update/,
    );
    await stack.destroy();
    expect((await stack.export()).deployment.resources ?? []).toEqual([]);
  } finally {
    await stack.remove();
  }
  expect((await readdir(projectDir)).sort()).toEqual(Object.keys(files).sort());
});
