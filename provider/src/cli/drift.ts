import { type Command, CommanderError, InvalidArgumentError } from "commander";
import {
  annotations,
  type DriftReport,
  driftReport,
  failureAnnotation,
  parsePreview,
  toMarkdown,
  toText,
} from "../drift/index.ts";
import { legibleJson, withoutCommands } from "../tenant/index.ts";
import { colorsForOutput } from "./colors.ts";
import { forScreen } from "./fold.ts";
import { helpText } from "./help.ts";
import { placeOf, refusalOf } from "./passed-options.ts";
import { progress } from "./progress.ts";
import { failureOf, runPulumi } from "./pulumi.ts";
import { settingsOf } from "./stack.ts";
import { findUnmanaged } from "./unmanaged.ts";
import { appendToFile, replaceFile } from "./write-file.ts";

interface Flags {
  readonly stack?: string;
  readonly cwd?: string;
  readonly runProgram?: true;
  readonly json?: true | string;
  readonly markdown?: true | string;
  readonly github?: true;
  readonly unmanaged?: true | "fail";
}

/** The exit codes besides 0. The one for drift is that of the CLI's `--expect-no-changes`. */
const drifted = 7;
const failed = 1;

/** The CLI's exit codes after a complete preview: it ends with 7 if the user passed `--expect-no-changes` on. */
const wellEnded = [0, drifted];

/** Adds `pulumi-tenant drift` to its command. */
export function register(command: Command): void {
  command
    .usage("[options] [-- <options of pulumi refresh>...]")
    .argument("[pulumi...]")
    .option("-s, --stack <name>", "the stack (default: the current one)")
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option("--run-program", "run the program, for providers whose configuration it makes")
    .option("--json [file]", "the report as JSON, in place of the text or into a file besides")
    .option("--markdown [file]", "the report as Markdown, in place of the text or into a file besides")
    .option("--github", "also annotations for GitHub Actions, and the report in $GITHUB_STEP_SUMMARY")
    .option(
      "--unmanaged [fail]",
      "also list what the tenant has and the stack has not; with =fail that is exit code 7",
      parseUnmanaged,
    )
    .addHelpText(
      "after",
      helpText({
        text: `Runs \`pulumi refresh --preview-only --json\` and reports what it found. Nothing is changed, neither
the tenant nor the state. Reading is all that its credentials must allow. The CLI is $PULUMI_CLI,
or pulumi on the PATH.

--unmanaged reads the whole tenant by listings, with the credentials of the environment
(TENANT_DOMAIN, TENANT_CLIENT_ID, TENANT_CLIENT_SECRET and so on) or of the stack's configuration;
members of organizations need the scopes read:organizations and read:organization_members besides.
System APIs and the management API do not count.`,
        exitCodes: { 0: "no drift", 1: "the report could not be made, or not everything could be read", 7: "drift" },
        example: "npx pulumi-tenant drift --stack dev",
      }),
    )
    .action((args: string[], flags: Flags) => run(command, args, flags));
}

async function run(command: Command, args: readonly string[], flags: Flags): Promise<void> {
  const problem = wrongUsage(args, flags);
  if (problem !== undefined) command.error(`error: ${problem}`, { exitCode: 2 });
  try {
    const report = await makeReport(args, flags);
    await publish(report, flags);
    process.exitCode = exitCodeOf(report, flags);
  } catch (error) {
    if (flags.github && !(error instanceof CommanderError)) {
      process.stdout.write(`${failureAnnotation(error instanceof Error ? error.message : String(error))}\n`);
    }
    throw error;
  }
}

/** What is not managed counts only where it is asked to; then nothing may have been overlooked either. */
function exitCodeOf({ complete, drift, unmanaged }: DriftReport, flags: Flags): number {
  const { objects = [], unread = [] } = (flags.unmanaged === "fail" && unmanaged) || {};
  if (!complete || unread.length > 0) return failed;
  return drift || objects.length > 0 ? drifted : 0;
}

function parseUnmanaged(value: string): string {
  if (value === "fail") return value;
  throw new InvalidArgumentError("Expected --unmanaged or --unmanaged=fail.");
}

function wrongUsage(args: readonly string[], { json, markdown, github }: Flags): string | undefined {
  if (args.length > 0 && !process.argv.includes("--")) {
    return `unexpected argument "${args[0]}": options of pulumi refresh come after --`;
  }
  const printed = { "--json": json, "--markdown": markdown, "--github": github };
  const onStdout = Object.entries(printed).flatMap(([name, value]) => (value === true ? [name] : []));
  if (onStdout.length > 1) {
    return `${onStdout.join(" and ")} would print to the same place: give ${onStdout[0] === "--github" ? "the others" : "one"} a file`;
  }
  return refusalOf(args);
}

async function makeReport(args: readonly string[], flags: Flags): Promise<DriftReport> {
  if (flags.unmanaged === undefined) return compareWithState(args, flags);
  const place = { ...flags, ...placeOf(args) };
  // First, as it can fail at once and the rest takes its time.
  const settings = await settingsOf(place);
  const report = await compareWithState(args, flags);
  const done = progress("listing what the tenant has");
  return { ...report, unmanaged: await findUnmanaged(settings, place).finally(done) };
}

async function compareWithState(args: readonly string[], { stack, cwd, runProgram }: Flags): Promise<DriftReport> {
  const done = progress("comparing the state with the tenant");
  const result = await runPulumi([
    ...["refresh", "--preview-only", "--json", "--non-interactive", "--color", "never"],
    ...(stack === undefined ? [] : ["--stack", stack]),
    ...(cwd === undefined ? [] : ["--cwd", cwd]),
    ...(runProgram ? ["--run-program"] : []),
    ...args,
  ]).finally(done);
  const { code, stdout } = result;
  const isWell = wellEnded.includes(code);
  const failure = failureOf("refresh", result);
  if (!isWell && stdout.trim() === "") throw new Error(failure);
  return driftReport(parsePreview(stdout), isWell ? undefined : failure);
}

async function publish(report: DriftReport, { json, markdown, github }: Flags): Promise<void> {
  const asJson = `${legibleJson(report, 2)}\n`;
  const asMarkdown = toMarkdown(report);
  if (typeof json === "string") await replaceFile(json, asJson);
  if (typeof markdown === "string") await replaceFile(markdown, asMarkdown);
  if (json === true) process.stdout.write(asJson);
  else if (markdown === true) process.stdout.write(asMarkdown);
  else {
    const text = forScreen(toText(report, colorsForOutput()));
    process.stdout.write(github ? withoutCommands(text) : text);
  }
  if (!github) return;
  for (const annotation of annotations(report)) process.stdout.write(`${annotation}\n`);
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary) await appendToFile(summary, asMarkdown);
}
