import { type Preview, parsePreview } from "../pulumi-cli/preview.ts";
import { failureOf, runPulumi } from "../pulumi-cli/pulumi.ts";
import { type DriftReport, driftReport } from "../report/report.ts";
import { withNames } from "../review/named.ts";
import { exitCode } from "./command.ts";

/**
 * The report of a command of the CLI that ends with a preview as JSON.
 *
 * @param options hide takes secrets out of errors, parse reads what is printed
 * @throws Error with what the CLI says, where it printed no preview
 */
export async function reportOf(
  args: readonly [command: string, ...options: readonly string[]],
  options: { hide?: (text: string) => string; parse?: (text: string) => Preview | Promise<Preview> } = {},
): Promise<DriftReport> {
  const result = await runPulumi(args);
  const { code, stdout } = result;
  // It ends with the code for a change if `--expect-no-changes` was passed on. The preview is complete then, too.
  const isWell = code === 0 || code === exitCode.changed;
  const failure = failureOf(args[0], result, options.hide);
  if (!isWell && stdout.trim() === "") throw new Error(failure);
  const { parse = parsePreview } = options;
  const preview = await parse(stdout);
  return withNames(driftReport(preview, isWell ? undefined : failure), preview);
}
