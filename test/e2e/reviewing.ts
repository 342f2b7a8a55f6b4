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

interface Options {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
}

/** The review of what a stack's program would change, by its preview. */
export async function reviewOf(stack: TestStack, options: Options = {}): Promise<ReviewReport> {
  return (await reviewsOf(stack, options)).report;
}

/**
 * The reviews of what a stack's program would change: that of the preview, and that of the plan which the same preview saves. They must say the same,
 * but for what only the preview tells: notes, whether a secret has another value, and the resource options that force a replacement; and for what only
 * the plan tells: the aliases of resources that do not change.
 */
export async function reviewsOf(
  stack: TestStack,
  { args = [], env = {} }: Options = {},
): Promise<{ readonly report: ReviewReport; readonly planned: ReviewReport }> {
  const file = join(tmpdir(), `${randomUUID()}.json`);
  const { stdout } = await stack.run(["preview", "--json", "--show-replacement-steps", "--save-plan", file, ...args], {
    env,
  });
  const { deployment } = exportedStack.parse(await stack.export());
  const state = deployment.resources ?? [];
  const report = reviewReport(parsePreview(stdout, "pulumi preview --json"), state);
  const planned = reviewReport(previewOfPlan(parsePlan(await readFile(file, "utf8")), state), state);
  await rm(file);
  const isByAlias = ({ action, effects = [] }: ReviewReport["resources"][number]) =>
    action === "move" && effects.some((effect) => effect.includes("by an alias"));
  const told = ({ resources, complete, counts, concerns, ...rest }: ReviewReport) => ({
    ...{ complete, concerns, stack: rest.stack, project: rest.project, changes: rest.changes },
    counts: { ...counts, move: counts.move - resources.filter(isByAlias).length },
    resources: resources
      .filter((resource) => !isByAlias(resource))
      .map(({ because: _, changes, ...resource }) => ({
        ...resource,
        // A plan has secrets encrypted anew.
        changes: changes.filter(({ secret }) => !secret),
      })),
  });
  expect(told(planned)).toEqual(told(report));
  return { report, planned };
}
