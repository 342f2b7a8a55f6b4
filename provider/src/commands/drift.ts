import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Command, InvalidArgumentError } from "commander";
import { acceptedDriftFile, withAccepted } from "../baseline/accepted-drift.ts";
import { type ProviderSettings, sanitize, withoutCommands } from "../client/index.ts";
import { declaredMembersOf, type Inventory, keyOf, stackKeysOf, unmanagedTypes } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import { NothingDescribed, type Preview, parsePreview } from "../pulumi-cli/preview.ts";
import { heldResources, isDeployed, optionsFor, type StackPlace, settingsOf } from "../pulumi-cli/stack.ts";
import { annotations } from "../report/annotations.ts";
import { toMarkdown, toText } from "../report/drift.ts";
import { forScreen } from "../report/fold.ts";
import type { DriftReport, Unmanaged } from "../report/types.ts";
import { classOf, typeToken } from "../schema/provider-code.ts";
import { addHelp, collect, colorsForOutput, exitCode, progress, refuseSameFile, refuseUsage } from "./command.ts";
import { acceptedDriftOf } from "./project-folder.ts";
import {
  addToSummary,
  jsonOption,
  markdownOption,
  publish,
  refuseLostReport,
  withFailureAnnotation,
} from "./publish.ts";
import { type OtherStacks, otherStackHelp, readOtherStacks, reportOf } from "./stacks.ts";
import { accessOf, withClient } from "./tenant.ts";

interface Flags {
  readonly stack?: string;
  readonly cwd?: string;
  readonly runProgram?: true;
  readonly json?: true | string;
  readonly markdown?: true | string;
  readonly github?: true;
  readonly unmanaged?: true | "fail";
  readonly otherStack?: readonly string[];
}

/** Adds `pulumi-tenant drift` to its command. */
export function register(command: Command): void {
  command
    .usage("[options] [-- <options of pulumi refresh>...]")
    .argument("[pulumi...]")
    .option("-s, --stack <name>", "the stack (default: the current one)")
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option("--run-program", "run the program, which is necessary if it computes the configuration of a provider")
    .option(...jsonOption)
    .option(...markdownOption)
    .option("--github", "print annotations for GitHub Actions, and add the report to $GITHUB_STEP_SUMMARY")
    .option(
      "--unmanaged [fail]",
      "also list objects that no stack of the project manages; with =fail they cause exit code 7",
      parseUnmanaged,
    )
    .option("--other-stack <name>", `for --unmanaged: ${otherStackHelp}`, collect)
    .action((args: string[], flags: Flags) => run(command, args, flags));
  addHelp(command, {
    text: `Runs \`pulumi refresh --preview-only --json\` and reports the differences. Neither the tenant nor the
state is changed. Read-only credentials are sufficient. The CLI is $PULUMI_CLI, or pulumi on
the PATH.

${acceptedDriftFile} in the project's folder accepts drift until a date: each entry of its list
"waivers" has resource (a name, or a pattern with * and ?, or a URN, or an id), reason, until, and
optionally stack and property. Accepted drift stays in the report, but does not change the exit
code.

--unmanaged reads the whole tenant, with the credentials of the environment (TENANT_DOMAIN,
TENANT_CLIENT_ID, TENANT_CLIENT_SECRET and so on) or of the stack's configuration. Members of
organizations also need the scopes read:organizations and read:organization_members. System APIs,
the management API and settings that every tenant has once are not listed. To find out which objects
are managed, --unmanaged also reads the states of the project's other stacks, and of the stacks that
--other-stack names. Their secrets stay encrypted.`,
    exitCodes: { 0: "no drift", 1: "the report could not be made, or not everything could be read", 7: "drift" },
    example: "npx pulumi-tenant drift --stack dev",
  });
}

async function run(command: Command, args: readonly string[], flags: Flags): Promise<void> {
  const problem = wrongUsage(args, flags);
  if (problem !== undefined) refuseUsage(command, problem);
  refuseSameFile(command, [flags.json, flags.markdown]);
  await withFailureAnnotation(flags.github, async () => {
    await refuseLostReport(flags);
    const report = await makeReport(args, flags);
    await publishDrift(report, flags);
    process.exitCode = exitCodeOf(report, flags);
  });
}

/**
 * Unmanaged objects change the exit code only with `--unmanaged=fail`. Then states and listings that could not be read are a failure, too. A failure of
 * the tenant always is.
 */
function exitCodeOf({ complete, drift, unmanaged }: DriftReport, flags: Flags): number {
  const { objects = [], unread = [] } = (flags.unmanaged === "fail" && unmanaged) || {};
  if (!complete || unread.length > 0 || unmanaged?.isOutage) return exitCode.failed;
  return drift || objects.length > 0 ? exitCode.changed : 0;
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
    return `${onStdout.join(" and ")} would all print to standard output: give a file name to ${onStdout[0] === "--github" ? "the others" : "all but one"}`;
  }
  return refusalOf(args);
}

async function makeReport(args: readonly string[], flags: Flags): Promise<DriftReport> {
  if (flags.unmanaged === undefined) return compareWithState(args, flags);
  const place = { ...flags, ...placeOf(args) };
  // Resolve the settings first: wrong settings are then reported before the long comparison.
  const settings = await settingsOf(place);
  const report = await compareWithState(args, flags);
  return {
    ...report,
    unmanaged: await progress("listing the tenant's objects", () =>
      findUnmanaged(settings, place, flags.otherStack ?? []),
    ),
  };
}

async function compareWithState(args: readonly string[], flags: Flags): Promise<DriftReport> {
  const program = flags.runProgram ? ["--run-program"] : [];
  const place = { ...flags, ...placeOf(args) };
  // Read the file first: an invalid file is then reported before the long comparison.
  const accepted = await acceptedDriftOf(place.cwd);
  const parse = (text: string) => previewIn(text, place, args.length === 0);
  const report = await progress("comparing the state with the tenant", () =>
    reportOf(["refresh", "--preview-only", "--json", ...optionsFor(flags), ...program, ...args], { parse }),
  );
  return withAccepted(report, accepted, { isWhole: args.length === 0 });
}

/**
 * Parses the preview in the CLI's output. For a stack without a first `pulumi up`, the CLI prints no preview: the result is then an empty
 * preview.
 *
 * @param isWhole whether the preview is of all resources
 * @throws Error if the preview has no resource and the state has some: that nothing was compared is no absence of drift
 */
async function previewIn(stdout: string, place: StackPlace, isWhole: boolean): Promise<Preview> {
  try {
    const preview = parsePreview(stdout);
    const isEmpty = preview.steps.length === 0 && preview.diagnostics.length === 0;
    if (isEmpty && isWhole && (await heldResources(place)).some(({ isOnlyRead, isGoing }) => !isOnlyRead && !isGoing)) {
      throw new Error(
        "`pulumi refresh --preview-only` has compared no resource, although the state has some: it is not known whether there is drift. " +
          "Run the command again, and check the version of the CLI if this stays.",
      );
    }
    return preview;
  } catch (error) {
    if (error instanceof NothingDescribed && !(await isDeployed(place))) return { steps: [], diagnostics: [] };
    throw error;
  }
}

async function publishDrift(report: DriftReport, flags: Flags): Promise<void> {
  const { github } = flags;
  const asMarkdown = toMarkdown(report);
  const text = () => {
    const shown = forScreen(toText(report, colorsForOutput()));
    return github ? withoutCommands(shown) : shown;
  };
  await publish({ report, markdown: asMarkdown, text }, flags);
  if (!github) return;
  for (const annotation of annotations(report)) process.stdout.write(`${annotation}\n`);
  await addToSummary(asMarkdown);
}

/** The options of `pulumi refresh` that are passed on: they change neither the state nor a file, and print no secrets. */
const allowed: ParseArgsOptionsConfig = {
  cwd: { type: "string", short: "C" },
  exclude: { type: "string", short: "x" },
  "fully-qualify-stack-names": { type: "boolean", short: "Q" },
  message: { type: "string", short: "m" },
  parallel: { type: "string", short: "p" },
  stack: { type: "string", short: "s" },
  target: { type: "string", short: "t" },
  ...each({ type: "string" }, ["config-file", "override-env"]),
  ...each({ type: "boolean" }, ["diff", "disable-integrity-checking", "exclude-dependents", "expect-no-changes"]),
  ...each({ type: "boolean" }, ["non-interactive", "run-program", "show-replacement-steps", "show-sames"]),
  ...each({ type: "boolean" }, ["skip-config-validation", "skip-pending-creates", "skip-plugin-pre-install"]),
  ...each({ type: "boolean" }, ["suppress-outputs", "suppress-permalink", "suppress-progress"]),
  ...each({ type: "boolean" }, ["target-dependents", "urns"]),
};

const changes = "it would change the state or a file, and this command only reads";
const spills = "it writes values to another output, where secrets are not masked";
const spoils = "this command reads the CLI's JSON output and prints its own report";

/** The reasons why options that are not in `allowed` are refused, by their long and short names. */
const reasons: Readonly<Record<string, string>> = {
  ...each(changes, ["yes", "y", "skip-preview", "f", "preview-only", "config", "c", "config-path"]),
  ...each(changes, ["clear-pending-creates", "import-pending-creates"]),
  ...each(spills, ["debug", "d", "verbose", "v", "logtostderr", "logflow", "tracing", "otel-traces"]),
  ...each(spills, ["profiling", "memprofilerate", "event-log", "neo"]),
  ...each(spoils, ["json", "j", "color", "emoji", "e", "help", "h"]),
};

/**
 * Returns why arguments cannot be passed on to `pulumi refresh`; undefined if they can. Only options known to be harmless are passed on: an
 * unknown option of a newer CLI could change something.
 */
function refusalOf(args: readonly string[]): string | undefined {
  const { tokens } = parseArgs({
    args: [...args],
    options: allowed,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === "option" && Object.hasOwn(allowed, token.name)) continue;
    const shown = token.kind === "option" ? token.rawName : token.kind === "positional" ? `"${token.value}"` : "--";
    const known = token.kind === "option" ? reasons[token.name] : undefined;
    return `${shown} cannot be passed on to pulumi refresh: ${known ?? `the options that can be passed on are ${names.join(", ")}`}`;
  }
  return undefined;
}

/** The stack and the project's folder, if the arguments name them. */
function placeOf(args: readonly string[]): { stack?: string; cwd?: string } {
  const { values } = parseArgs({ args: [...args], options: allowed, strict: false, allowPositionals: true });
  const named = ["stack", "cwd"].map((name) => [name, values[name]] as const);
  return Object.fromEntries(named.filter(([, value]) => typeof value === "string"));
}

const names = Object.keys(allowed)
  .sort()
  .map((name) => `--${name}`);

function each<T>(value: T, options: readonly string[]): Record<string, T> {
  return Object.fromEntries(options.map((name) => [name, value]));
}

/**
 * Lists the objects of the tenant that no stack of the project manages. Reads the tenant by listings; settings that a tenant has for each e-mail,
 * prompt, language or screen are read one by one, except those that a stack manages.
 *
 * @param otherStacks stacks of other projects, whose resources also count as managed
 * @throws TenantError, or an Error with the CLI's message
 */
async function findUnmanaged(
  settings: ProviderSettings,
  place: StackPlace,
  otherStacks: readonly string[],
): Promise<Unmanaged> {
  const own = (await heldResources(place)).filter(({ isOnlyRead }) => !isOnlyRead);
  const others = await readOtherStacks(place, otherStacks);
  return withClient(settings, async (client) => {
    const here = [...own, ...others.held].filter(({ tenant }) => tenant === undefined || tenant === client.host);
    const managed = new Set(here.map(keyOf));
    const inventory = await takeInventory(client, {
      access: accessOf(settings),
      types: unmanagedTypes,
      declaredMembers: declaredMembersOf(here),
      keyedExcept: managed,
    });
    return unmanagedOf(inventory, managed, others.unread);
  });
}

/** The items of an inventory that no resource of the states manages. */
function unmanagedOf(
  { tenant, items, leftOut }: Inventory,
  managed: ReadonlySet<string>,
  unread: OtherStacks["unread"],
): Unmanaged {
  return {
    tenant,
    objects: items
      .filter((item) => !stackKeysOf(item).some((key) => managed.has(key)))
      .map((item) => ({ type: typeToken(classOf(item.type)), id: item.id, label: item.label })),
    unread: [
      ...unread.map(({ stack, why }) => `the state of stack "${sanitize(stack)}": ${why}`),
      // A listing that the tenant's plan does not include hides no objects, so it is not reported.
      ...leftOut
        .filter(({ reason, isOutsidePlan }) => reason === "unreadable" && !isOutsidePlan)
        .map(({ label, why }) => `${label}: ${why}`),
    ],
    ...(leftOut.some(({ isOutage }) => isOutage) && { isOutage: true }),
  };
}
