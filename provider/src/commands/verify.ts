import type { Command } from "commander";
import { resolveSettings, sanitizeJson, TenantClient } from "../client/index.ts";
import { rateGroups } from "../definitions/registry.ts";
import type { Json } from "../schema/json.ts";
import { compareDescription } from "../verify/description.ts";
import { readTenant } from "../verify/reading.ts";
import { countOf, differencesToText, type Report, reportOf, toMarkdown, toText } from "../verify/report.ts";
import { addHelp, exitCode, ownManifest, refuseUsage } from "./command.ts";
import { readableByAll, replaceFile, textOf } from "./files.ts";
import { progress } from "./progress.ts";
import { accessOf } from "./unmanaged.ts";

interface Flags {
  readonly readOnly?: true;
  readonly description?: string;
  readonly json?: true;
}

/** Adds `pulumi-tenant verify` to its command. */
export function register(command: Command): void {
  command
    .option("--read-only", "only read the tenant (the default, and the only way so far)")
    .option("--description <file>", "compare the definitions with an OpenAPI description of the service instead")
    .option("--json", "print only one JSON document on standard output, and write no file")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Reads everything that an import reads, and compares each response with what this package expects:
names of properties, types, bounds, values of enumerations, pages of listings. It sends only GET
requests. The report goes to verified-<date>.json and verified-<date>.md: it contains no id, name,
domain, secret or other value of the tenant (docs/verified.md says how to send it to us).

With --description, no tenant is read: the command lists the routes, properties and values that only
the file or only this package knows.

The tenant comes from TENANT_DOMAIN and so on.`,
    exitCodes: { 0: "everything is as expected", 1: "it failed", 7: "something is different" },
    example: "npx pulumi-tenant verify",
  });
}

async function run(command: Command, flags: Flags): Promise<void> {
  const { readOnly, description, json } = flags;
  if (description === undefined) return verifyTenant(json === true);
  if (readOnly) refuseUsage(command, "--description reads no tenant: leave out --read-only");
  const differences = compareDescription(parse(description, await textOf(description)));
  process.stdout.write(json ? `${sanitizeJson({ differences }, 2)}\n` : differencesToText(differences));
  if (differences.length > 0) process.exitCode = exitCode.changed;
}

async function verifyTenant(isJson: boolean): Promise<void> {
  const settings = resolveSettings({ config: () => undefined, env: process.env });
  if (!isJson)
    process.stdout.write(`Reads ${settings.host} with GET requests, as an import does, and changes nothing.\n\n`);
  const client = new TenantClient(settings, { rateGroups });
  try {
    const reading = await progress("reading the tenant", () => readTenant(client, accessOf(settings)));
    const report = reportOf(reading, ownManifest().version, new Date());
    if (isJson) process.stdout.write(`${sanitizeJson(report, 2)}\n`);
    else process.stdout.write(`${toText(report)}${await writeReport(report)}\n`);
    if (countOf(report, "different") > 0) process.exitCode = exitCode.changed;
  } finally {
    await client.close();
  }
}

/** Writes both forms of a report. Returns the sentence that names the files. */
async function writeReport(report: Report): Promise<string> {
  const name = `verified-${report.date}`;
  await replaceFile(`${name}.json`, `${sanitizeJson(report, 2)}\n`, readableByAll);
  await replaceFile(`${name}.md`, toMarkdown(report), readableByAll);
  return `The report is in ${name}.json and ${name}.md.`;
}

function parse(file: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`--description: ${file} is no JSON document`, { cause: error });
  }
}
