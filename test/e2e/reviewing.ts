import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { exportedStack } from "../../provider/src/pulumi-cli/exported-stack.ts";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { reviewReport } from "../../provider/src/review/report.ts";
import { parsePlan, previewOfPlan } from "../../provider/src/review/saved-plan.ts";
import type { ReviewReport } from "../../provider/src/review/types.ts";
import type { TestStack } from "./project.ts";

/**
 * The review of what a stack's program would change. That of the plan which the same preview saves must say the same, but for what only
 * the engine tells: notes, whether a secret has another value, and the resource options that force a replacement.
 */
export async function reviewOf(
  stack: TestStack,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: Record<string, string> } = {},
): Promise<ReviewReport> {
  const file = join(tmpdir(), `${randomUUID()}.json`);
  const { stdout } = await stack.run(["preview", "--json", "--show-replacement-steps", "--save-plan", file, ...args], {
    env,
  });
  const { deployment } = exportedStack.parse(await stack.export());
  const state = deployment.resources ?? [];
  const report = reviewReport(parsePreview(stdout, "pulumi preview --json"), state);
  const planned = reviewReport(previewOfPlan(parsePlan(await readFile(file, "utf8")), state), state);
  await rm(file);
  const told = ({ resources, complete, counts, concerns, ...rest }: ReviewReport) => ({
    ...{ complete, counts, concerns, stack: rest.stack, project: rest.project },
    resources: resources.map(({ because: _, changes, ...resource }) => ({
      ...resource,
      // A plan has secrets encrypted anew.
      changes: changes.filter(({ secret }) => !secret),
    })),
  });
  expect(told(planned)).toEqual(told(report));
  return report;
}
