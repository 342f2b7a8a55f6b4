import type { Command } from "commander";
import { type Audit, auditOf, rules } from "../baseline/audit.ts";
import { isAtLeast, type Rule, severities } from "../baseline/rule.ts";
import { waiverFile } from "../baseline/waivers.ts";
import { toJson, toMarkdown, toSarif, toText } from "../baseline/words.ts";
import { sanitize, sanitizeJson } from "../client/index.ts";
import { nearest } from "../schema/secrecy/typo.ts";
import { type AuditedObjects, objectsOfPreview, objectsOfStack, objectsOfTenant } from "./audit-objects.ts";
import { addHelp, collect, exitCode, ownManifest, refuseUsage } from "./command.ts";
import { otherStackHelp } from "./other-stacks.ts";
import { previewCommand } from "./preview-report.ts";
import { pathInRepository, projectFolder } from "./project-folder.ts";
import { waiversOf, writeWaivers } from "./waiver-file.ts";

interface Flags {
  readonly stack?: string;
  readonly cwd?: string;
  readonly preview?: string;
  readonly otherStack?: readonly string[];
  readonly only?: string;
  readonly except?: string;
  readonly strict?: true;
  readonly hardened?: true;
  readonly failOn: string;
  readonly failOnUnread?: true;
  readonly writeWaivers?: true;
  readonly json?: true;
  readonly markdown?: true;
  readonly sarif?: true;
}

/** Adds `pulumi-tenant audit` to its command. */
export function register(command: Command): void {
  command
    .option("-s, --stack <name>", "judge the state of this stack instead of the live tenant")
    .option(
      "--preview <file>",
      `judge a stack after a planned update: the output of \`${previewCommand}\` (- for standard input), or the file of \`--save-plan\``,
    )
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option("--other-stack <name>", `for the live tenant: ${otherStackHelp}`, collect)
    .option("--only <rules>", "only these rules, separated by commas")
    .option("--except <rules>", "all rules except these, separated by commas")
    .option("--strict", "add the rules of the profile `strict`")
    .option("--hardened", "add the rules of the profile `hardened`")
    .option("--fail-on <severity>", "exit with 7 only for failures of at least this severity", "low")
    .option(
      "--fail-on-unread",
      "exit with 7 also if something could not be read: an error, a missing scope, an unexpected response",
    )
    .option("--write-waivers", `write ${waiverFile} with a waiver for each failure, so that only new failures count`)
    .option("--json", "print the result as JSON, including all rules with an unknown result")
    .option("--markdown", "print the result as Markdown")
    .option("--sarif", "print the failures as SARIF 2.1.0, for code scanning")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Judges objects by the rules of the security baseline (docs/baseline.md). Nothing is changed.

By default it lists the objects of the live tenant, including objects that no stack manages, with
the credentials of the environment (TENANT_DOMAIN, TENANT_CLIENT_ID, TENANT_CLIENT_SECRET and so on)
or of the current stack's configuration. Read-only credentials are sufficient. If a scope is missing,
only the rules that need it are left out, and the report says so. Objects that the project manages
have the names of their resources.

With --stack it judges the state of a stack, and with --preview the state after a planned update:
both need no credentials of the tenant. The result of a rule is unknown if a value that the rule needs
is undeclared, not known before the update, encrypted or not shown. An unknown result counts neither
as passed nor as failed.

${waiverFile} in the project's folder waives failures until a date: each entry of its list
"waivers" has rule, resource (a name, or a pattern with * and ?, or a URN, or an id), reason and
until. A waived failure stays in the reports, but does not change the exit code.`,
    exitCodes: {
      0: "no rule fails",
      1: "the objects could not be read",
      7: "a rule fails; with --fail-on-unread, also if some objects could not be read",
    },
    example: "npx pulumi-tenant audit --fail-on high",
  });
}

async function run(command: Command, flags: Flags): Promise<void> {
  const { cwd, json, markdown, sarif } = flags;
  const formats = [json, markdown, sarif].filter((format) => format === true);
  if (formats.length > 1) refuseUsage(command, "use only one of --json, --markdown and --sarif");
  if (flags.writeWaivers && formats.length > 0)
    refuseUsage(command, "--write-waivers prints no report: leave out --json, --markdown and --sarif");
  const bound = severities.find((severity) => severity === flags.failOn);
  if (!bound) refuseUsage(command, `--fail-on: "${flags.failOn}" is not a severity; use ${severities.join(", ")}`);
  // Read the waivers first: an invalid file is then reported before the long read of the objects.
  const waivers = await waiversOf(cwd);
  const inForce = rulesInForce(command, flags);
  const { objects, ...about } = await objectsFor(flags, inForce);
  const audit = auditOf(objects, inForce, { ...about, waivers });
  if (flags.writeWaivers) return startWaivers(audit, cwd);
  process.stdout.write(await textOf(audit, flags));
  const isIncomplete = flags.failOnUnread === true && audit.unread.length > 0;
  if (isIncomplete || audit.failed.some(({ rule }) => isAtLeast(rule.severity, bound)))
    process.exitCode = exitCode.changed;
}

async function startWaivers({ failed }: Audit, cwd: string | undefined): Promise<void> {
  const path = failed.length > 0 ? await writeWaivers(cwd, failed) : undefined;
  const says =
    path === undefined ? "nothing fails, so no waiver is needed" : `${failed.length} failures are waived in ${path}`;
  process.stdout.write(`${sanitize(says)}\n`);
}

function objectsFor({ preview, ...flags }: Flags, inForce: readonly Rule[]): Promise<AuditedObjects> {
  if (preview !== undefined) return objectsOfPreview(preview, flags);
  return flags.stack === undefined ? objectsOfTenant(flags, inForce, flags.otherStack ?? []) : objectsOfStack(flags);
}

async function textOf(audit: Audit, { stack, preview, cwd, json, markdown, sarif }: Flags): Promise<string> {
  if (json) return `${sanitizeJson(toJson(audit), 2)}\n`;
  if (sarif) {
    const { version } = ownManifest();
    const category = ["pulumi-tenant", stack ?? (preview === undefined ? "tenant" : "preview")].join("-");
    const project = await pathInRepository(await projectFolder(cwd));
    return `${sanitizeJson(toSarif(audit, { version, category, project }), 2)}\n`;
  }
  return markdown ? toMarkdown(audit) : toText(audit);
}

/** The rules that the options select. */
function rulesInForce(command: Command, { only, except, strict, hardened }: Flags): readonly Rule[] {
  const [chosen, left] = [idsIn(command, "--only", only), idsIn(command, "--except", except)];
  return rules.filter(({ id, profile }) => {
    if (left?.includes(id)) return false;
    if (chosen) return chosen.includes(id);
    return profile === undefined || (profile === "strict" ? strict === true : hardened === true);
  });
}

function idsIn(command: Command, option: string, text: string | undefined): readonly string[] | undefined {
  const ids = text?.split(",").map((id) => id.trim());
  const known = rules.map(({ id }) => id);
  for (const id of ids ?? []) {
    if (known.includes(id)) continue;
    const near = nearest(id, known);
    refuseUsage(
      command,
      `${option}: there is no rule "${id}"${near === undefined ? "; docs/baseline.md lists the rules" : `. Did you mean "${near}"?`}`,
    );
  }
  return ids;
}
