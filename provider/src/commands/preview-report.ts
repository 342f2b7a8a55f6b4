import { type Preview, parsePreview } from "../pulumi-cli/preview.ts";
import { failureOf, runPulumi } from "../pulumi-cli/pulumi.ts";
import { driftReport } from "../report/report.ts";
import type { DriftReport } from "../report/types.ts";
import { withNames } from "../review/planned.ts";
import { exitCode } from "./command.ts";

/** The command whose output `--preview` reads. */
export const previewCommand = "pulumi preview --json --show-replacement-steps";

/**
 * Runs a CLI command whose result is a preview as JSON, and returns the report.
 *
 * @param options hide removes secrets from errors, parse reads the output
 * @throws Error with the CLI's message if it printed no preview
 */
export async function reportOf(
  args: readonly [command: string, ...options: readonly string[]],
  options: { hide?: (text: string) => string; parse?: (text: string) => Preview | Promise<Preview> } = {},
): Promise<DriftReport> {
  const result = await runPulumi(args);
  const { code, stdout } = result;
  // With `--expect-no-changes`, the CLI exits with `changed` if there are changes. The preview is complete in this case, too.
  const isWell = code === 0 || code === exitCode.changed;
  const failure = failureOf(args[0], result, options.hide);
  if (!isWell && stdout.trim() === "") throw new Error(failure);
  const { parse = parsePreview } = options;
  const preview = await parse(stdout);
  return withNames(driftReport(preview, isWell ? undefined : failure), preview);
}
