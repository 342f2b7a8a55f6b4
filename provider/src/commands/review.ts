import { type Command, InvalidArgumentError } from "commander";
import { acceptedDriftFile } from "../baseline/accepted-drift.ts";
import { waiverFile } from "../baseline/waivers.ts";
import { adoptsIn, managementApiIn, type ProviderSettings, sanitize } from "../client/index.ts";
import type { Adoption, ValuesBefore } from "../graph/adoption.ts";
import { findToAdopt } from "../import/adoptions.ts";
import { summaryOf } from "../lifecycle/errors.ts";
import { type Diagnostic, type Preview, parsePreview, refuseUnrelated } from "../pulumi-cli/preview.ts";
import { failureOf, runPulumi } from "../pulumi-cli/pulumi.ts";
import {
  exportedResources,
  optionsFor,
  type StackPlace,
  settingsOf,
  settingsOfEnvironment,
} from "../pulumi-cli/stack.ts";
import { forScreen } from "../report/fold.ts";
import { adoptionsIn, unwaivedBreaks } from "../review/baseline.ts";
import { type FailureKind, failureKinds, findingsOfKinds } from "../review/fail-on.ts";
import type { Origin } from "../review/origin.ts";
import { afterRefresh } from "../review/refreshed.ts";
import { toMarkdown, toText } from "../review/render.ts";
import { reviewReport } from "../review/report.ts";
import { earlierReview, notReviewed } from "../review/reviewed.ts";
import { parsePlan, previewOfPlan } from "../review/saved-plan.ts";
import type { ReviewReport } from "../review/types.ts";
import { acceptancesOf } from "./branch-files.ts";
import { addHelp, colorsForOutput, exitCode, progress, refuseSameFile, refuseUsage } from "./command.ts";
import { jsonIfAny, textOf } from "./files.ts";
import { jsonOption, markdownOption, publish, refuseLostReport } from "./publish.ts";
import { previewCommand } from "./stacks.ts";
import { withClient } from "./tenant.ts";

interface Flags extends StackPlace {
  readonly preview?: string;
  readonly plan?: string;
  readonly reviewed?: string;
  readonly strictBaseline?: true;
  readonly failOn?: readonly FailureKind[];
  readonly refresh?: true;
  readonly branchWaivers?: string;
  readonly branchFiles?: string;
  readonly json?: true | string;
  readonly markdown?: true | string;
}

/** Adds `pulumi-tenant review` to its command. */
export function register(command: Command): void {
  command
    .option("-s, --stack <name>", "the stack (default: the current one)")
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option(
      "--preview <file>",
      `the output of \`${previewCommand}\`; - for standard input (default: this command runs it)`,
    )
    .option(
      "--plan <file>",
      "review the file of `pulumi preview --save-plan`; no program runs, and --preview only adds diagnostics",
    )
    .option(
      "--reviewed <file>",
      "an earlier review as JSON: fail if it lacks a loss, a weaker value, a right or a broken rule of this review",
    )
    .option(
      "--strict-baseline",
      "fail if the plan newly breaks a rule of the security baseline of severity high or above",
    )
    .option(
      "--fail-on <kinds>",
      `fail if the review has a change of one of these kinds, separated by commas: ${failureKinds.join(", ")}`,
      collectKinds,
    )
    .option("--refresh", "review the changes of `pulumi up --refresh`: against the tenant as it is")
    .option(
      "--branch-waivers <file>",
      `the ${waiverFile} of the branch that made the plan: the review lists the waivers that it adds to those in force`,
    )
    .option(
      "--branch-files <folder>",
      `the project's folder in the branch that made the plan: the review lists what ${waiverFile}, ${acceptedDriftFile} and the files of expected differences accept there in addition`,
    )
    .option(...jsonOption)
    .option(...markdownOption)
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Lists every value that the next \`pulumi up\` changes, and the applications, organizations and users
that are affected. A verdict comes first: what is lost for ever, what weakens every login, who gets
more rights. Then come deletions and replacements. The affected objects follow from the references
in the stack's state (\`pulumi stack export\`); effects that the state cannot show are reported as
"unknown". A resource that runs other provider code than that of its class is refused. Each change
has its warnings: why a value is weaker, and which rules of the security baseline (docs/baseline.md)
the plan newly breaks or mends. Nothing is changed. The credentials of the tenant are not needed: if
there are some, the review reads objects that the plan adopts, to find out which rules they break
already. With TENANT_ADOPT=true, as in the environment of the run, it reads all objects that the run
adopts, and lists the values that change. The CLI is $PULUMI_CLI, or pulumi on the PATH.

With --plan, the review is made from a saved plan and the state. \`pulumi up --plan\` executes exactly
the steps of this plan, and does not check who made it.`,
    exitCodes: {
      0: "nothing would change",
      1: "the preview failed or says that the run will fail, a resource is refused, the report could not be made, or the check of --reviewed, --strict-baseline or --fail-on failed",
      7: "changes",
    },
    example: "npx pulumi-tenant review --stack dev",
  });
}

async function run(command: Command, flags: Flags): Promise<void> {
  if (flags.json === true && flags.markdown === true) {
    refuseUsage(command, "--json and --markdown would both print to standard output: give one of them a file name");
  }
  if (flags.refresh && (flags.preview !== undefined || flags.plan !== undefined)) {
    refuseUsage(
      command,
      "--refresh runs a preview itself: leave out --preview and --plan, or make the preview with --refresh",
    );
  }
  // A report that replaces the earlier review would be compared with itself, and two reports in one file would replace each other.
  const { preview, plan, reviewed, branchWaivers, json, markdown } = flags;
  refuseSameFile(command, [preview, plan, reviewed, branchWaivers, json, markdown]);
  await refuseLostReport(flags);
  const report = await reportFor(flags);
  const text = () => forScreen(toText(report, colorsForOutput()));
  await publish({ report, markdown: toMarkdown(report), text }, flags);
  if (report.refused) refuse(report.refused);
  if (flags.strictBaseline) refuseBreaks(report);
  if (flags.failOn) refuseKinds(report, flags.failOn);
  if (flags.reviewed !== undefined) await refuseUnreviewed(report, flags.reviewed);
  process.exitCode = !report.complete ? exitCode.failed : report.changes ? exitCode.changed : 0;
}

/** @throws Error with the reasons for which the changes must not be applied */
function refuse(reasons: readonly string[]): never {
  throw new Error(
    `the plan must not be applied:\n${reasons.map((reason) => `  ${reason}`).join("\n")}\n` +
      "Find out who has changed the state or the plan, or update pulumi-tenant.",
  );
}

/** @throws Error that names the rules of the security baseline that the plan newly breaks */
function refuseBreaks({ baseline }: ReviewReport): void {
  const breaks = unwaivedBreaks(baseline, "high");
  if (breaks.length === 0) return;
  throw new Error(
    `the plan newly breaks rules of the security baseline:\n` +
      `${breaks.map(({ severity, rule, type, name }) => `  ${severity} ${rule}: ${sanitize(`${type} ${name}`)}`).join("\n")}\n` +
      `Change the program, or waive the failures in ${waiverFile}, with the date on which the waiver ends.`,
  );
}

/** @throws Error that names the changes of the given kinds */
function refuseKinds(report: ReviewReport, kinds: readonly FailureKind[]): void {
  const found = findingsOfKinds(report, kinds);
  if (found.length === 0) return;
  throw new Error(
    `the review has changes for which --fail-on ends it:\n${found.map((line) => `  ${line}`).join("\n")}`,
  );
}

/** Adds the kinds of one `--fail-on`. */
function collectKinds(value: string, before: readonly FailureKind[] = []): readonly FailureKind[] {
  const kinds = value.split(",").map((given) => {
    const kind = failureKinds.find((known) => known === given.trim());
    if (kind) return kind;
    throw new InvalidArgumentError(
      `${JSON.stringify(sanitize(given.trim(), 100))} is no kind of change. Use ${failureKinds.join(", ")}.`,
    );
  });
  return [...before, ...kinds];
}

/** @throws Error that names the changes that an earlier review lacks */
async function refuseUnreviewed(report: ReviewReport, file: string): Promise<void> {
  const earlier = await jsonIfAny(file, earlierReview, "this is not a report of `pulumi-tenant review --json`");
  if (earlier === undefined) throw new Error(`${file}: there is no such file, so nothing was reviewed`);
  const found = notReviewed(report, earlier);
  if (found.length === 0) return;
  throw new Error(
    `the state is no longer the one that was reviewed: the earlier review ${file} does not list these changes, or lists them differently:\n` +
      `${found.map((line) => `  ${line}`).join("\n")}\nMake a new preview and review it.`,
  );
}

/** Adds a warning if the preview was made without `--show-replacement-steps`: it then omits deletions that precede a replacement. */
function warnOfHidden(preview: Preview): Preview {
  const ops = new Set(preview.steps.map(({ op }) => op));
  if (!ops.has("replace") || ops.has("create-replacement") || ops.has("import-replacement")) return preview;
  const message =
    "the preview omits resources that were removed from the program and are deleted before a replacement. " +
    `Make the preview with \`${previewCommand}\``;
  return { ...preview, diagnostics: [...preview.diagnostics, { urn: undefined, message, severity: "warning" }] };
}

async function reportFor({ preview: file, plan, ...place }: Flags): Promise<ReviewReport> {
  // Read the waivers and the state first: a failure is then reported before the long preview.
  const { waivers, withBranch } = await acceptancesOf(place);
  const exported = await exportedResources(place);
  const managementApiOf = (host: string) => managementApiIn(process.env, host);
  const isOwn = plan === undefined && file === undefined;
  // Neither a preview nor a plan says it: the environment of the run decides, and this command is to have the same one.
  const adopts = adoptsIn(process.env);
  const report = async (previewed: Preview, source: Pick<Origin, "from" | "file">, failure?: string) => {
    if (failure === undefined) refuseUnrelated(previewed, exported, source.file ?? source.from);
    const { preview: found, state, isRefreshed } = afterRefresh(previewed, exported);
    const first = reviewReport(found, state, failure, waivers, { adopts, managementApiOf });
    const unsure = new Set(first.baseline?.breaks.filter(({ isUnsure }) => isUnsure).map(({ urn }) => urn));
    const adoptions = adoptionsIn(found.steps, adopts).filter(({ urn }) => adopts || unsure.has(urn));
    // A plan in a file can come from an untrusted branch, and so can the stack's configuration. The tenant then comes only from the environment, and
    // a value that is known only during the run can become any value, also where the plan says that it is the id of an adopted object.
    const settings = async () => (isOwn ? settingsOf(place) : settingsOfEnvironment());
    const atTenant = await readAdopted(settings, adoptions, isOwn);
    const last =
      atTenant.size === 0 ? first : reviewReport(found, state, failure, waivers, { adopts, atTenant, managementApiOf });
    const origin: Origin = { ...source, comparedWith: isRefreshed ? "tenant" : "state" };
    return { ...withBranch(last), origin };
  };
  const read = (name: string) => (name === "-" ? textOf(process.stdin, "standard input") : textOf(name));
  if (plan !== undefined) {
    const said: readonly Diagnostic[] =
      file === undefined ? [] : parsePreview(await read(file), previewCommand).diagnostics;
    return report(previewOfPlan(parsePlan(await textOf(plan)), exported, said), { from: "saved plan", file: plan });
  }
  if (file !== undefined) {
    const previewed = warnOfHidden(parsePreview(await read(file), previewCommand));
    return report(previewed, { from: "preview file", ...(file !== "-" && { file }) });
  }
  const result = await progress("previewing the next update", () =>
    // Without `--show-replacement-steps`, the preview omits the deletions of resources that were removed from the program and depend on a replaced
    // resource.
    runPulumi([
      ...["preview", "--json", "--show-replacement-steps"],
      ...(place.refresh ? ["--refresh"] : []),
      ...optionsFor(place),
    ]),
  );
  const failure = result.code === 0 ? undefined : failureOf("preview", result);
  if (failure !== undefined && result.stdout.trim() === "") throw new Error(failure);
  return report(parsePreview(result.stdout, previewCommand), { from: "preview" }, failure);
}

/**
 * Reads the objects that a plan adopts, as the adoptions of the run will find them. Adoptions at another tenant are left out, and so are objects
 * that cannot be read: standard error has the reason.
 *
 * @param settingsOf the settings of the tenant, resolved only if there is an adoption
 * @param resolvesIds whether the ids of adopted objects count as known
 */
async function readAdopted(
  settingsOf: () => Promise<ProviderSettings>,
  adoptions: readonly Adoption[],
  resolvesIds: boolean,
): Promise<ValuesBefore> {
  if (adoptions.length === 0) return new Map();
  const { found, problems } = await settingsOf()
    .then((settings) =>
      withClient(settings, (client) => {
        const there = adoptions.filter(({ tenant }) => tenant === client.host);
        return progress("reading the objects to adopt", () => findToAdopt(client, there, resolvesIds));
      }),
    )
    .catch((error: unknown) => ({
      found: new Map(),
      problems: [summaryOf(error)],
    }));
  for (const reason of problems)
    process.stderr.write(`objects that the plan adopts could not be read at the tenant: ${sanitize(reason)}\n`);
  return found;
}
