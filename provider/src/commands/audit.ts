import type { Command } from "commander";
import { type Audit, auditOf, isAtLeast, type NamedObject, rules } from "../baseline/audit.ts";
import { type Rule, severities } from "../baseline/rule.ts";
import { waiverFile } from "../baseline/waivers.ts";
import { toJson, toMarkdown, toSarif, toText } from "../baseline/words.ts";
import { sanitize, sanitizeJson } from "../client/index.ts";
import { exportedResources } from "../pulumi-cli/stack.ts";
import { isOurs, parseUrn } from "../pulumi-cli/urn.ts";
import { objectsOfState } from "../review/objects.ts";
import { nearest } from "../schema/secrecy/typo.ts";
import { addHelp, exitCode, ownManifest, refuseUsage } from "./command.ts";
import { waiversOf, writeWaivers } from "./waiver-file.ts";

interface Flags {
  readonly stack: string;
  readonly cwd?: string;
  readonly only?: string;
  readonly except?: string;
  readonly strict?: true;
  readonly hardened?: true;
  readonly failOn: string;
  readonly writeWaivers?: true;
  readonly json?: true;
  readonly markdown?: true;
  readonly sarif?: true;
}

/** Adds `pulumi-tenant audit` to its command. */
export function register(command: Command): void {
  command
    .requiredOption("-s, --stack <name>", "the stack whose state is audited")
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option("--only <rules>", "only these rules, separated by commas")
    .option("--except <rules>", "all rules except these, separated by commas")
    .option("--strict", "also the rules of the profile `strict`")
    .option("--hardened", "also the rules of the profile `hardened`")
    .option("--fail-on <severity>", "exit with 7 only for failures of at least this severity", "low")
    .option("--write-waivers", `write ${waiverFile} with everything that fails, so that only new failures count`)
    .option("--json", "print the result as JSON, with all unknown rules")
    .option("--markdown", "print the result as Markdown")
    .option("--sarif", "print the failures as SARIF 2.1.0, for code scanning")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Judges the objects in the state of a stack by the rules of the security baseline (docs/baseline.md).
A rule that a value decides which the stack does not declare is unknown: it counts neither as passed
nor as failed. The command reads only the state: it needs no credentials of the tenant, and changes
nothing.

${waiverFile} beside the project permits failures until a day: each entry of its list "waivers" has
rule, resource (a name, or a pattern with * and ?, or a URN, or an id), reason and until. A waived
failure stays in the reports and does not count.`,
    exitCodes: { 0: "no rule fails", 1: "the state could not be read", 7: "a rule fails" },
    example: "npx pulumi-tenant audit --stack prod --fail-on high",
  });
}

async function run(command: Command, flags: Flags): Promise<void> {
  const { stack, cwd, json, markdown, sarif } = flags;
  const formats = [json, markdown, sarif].filter((format) => format === true);
  if (formats.length > 1) refuseUsage(command, "use only one of --json, --markdown and --sarif");
  if (flags.writeWaivers && formats.length > 0)
    refuseUsage(command, "--write-waivers prints no report: leave out the format");
  const bound = severities.find((severity) => severity === flags.failOn);
  if (!bound) refuseUsage(command, `--fail-on: "${flags.failOn}" is no severity; use ${severities.join(", ")}`);
  // Read the waivers first: a wrong file should not cost the wait.
  const waivers = await waiversOf(cwd);
  const audit = auditOf(await objectsIn(stack, cwd), rulesInForce(command, flags), waivers);
  if (flags.writeWaivers) return startWaivers(audit, cwd);
  process.stdout.write(textOf(audit, flags));
  if (audit.failed.some((failure) => isAtLeast(failure, bound))) process.exitCode = exitCode.changed;
}

async function startWaivers({ failed }: Audit, cwd: string | undefined): Promise<void> {
  const path = failed.length > 0 ? await writeWaivers(cwd, failed) : undefined;
  const says =
    path === undefined ? "nothing fails, so no waiver is needed" : `${failed.length} failures are waived in ${path}`;
  process.stdout.write(`${sanitize(says)}\n`);
}

function textOf(audit: Audit, { stack, json, markdown, sarif }: Flags): string {
  if (json) return `${sanitizeJson(toJson(audit), 2)}\n`;
  if (sarif) {
    const { version } = ownManifest();
    return `${sanitizeJson(toSarif(audit, { version, category: `pulumi-tenant-${stack}` }), 2)}\n`;
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

/** The objects that the state of a stack manages. @throws Error with the CLI's message */
async function objectsIn(stack: string, cwd: string | undefined): Promise<readonly NamedObject[]> {
  const resources = (await exportedResources({ stack, cwd })).filter(
    ({ type, external, delete: isGoing }) => isOurs(type) && !external && !isGoing,
  );
  return objectsOfState(resources).map(({ kind, tenant, id, urn, properties }) => {
    const name = parseUrn(urn ?? "")?.name ?? String(id);
    return { type: kind, tenant, id, urn, name, properties };
  });
}
