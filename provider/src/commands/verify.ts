import type { Command } from "commander";
import { type ProviderSettings, resolveSettings, type Service, sanitizeJson } from "../client/index.ts";
import type { Json } from "../schema/json.ts";
import { compareDescription, exceptions, judge } from "../verify/description.ts";
import { readTenant } from "../verify/observer.ts";
import { Recorder } from "../verify/recording.ts";
import { countOf, differencesToText, reportOf, toMarkdown, toText } from "../verify/report.ts";
import { addHelp, exitCode, ownManifest, progress } from "./command.ts";
import { textOf } from "./files.ts";
import { accessOf, withClient } from "./tenant.ts";
import { type Destination, publish, refuseLostResults } from "./verified-files.ts";

interface Flags extends Destination {
  readonly description?: string;
}

/** Adds `pulumi-tenant verify` to its command. */
export function register(command: Command): void {
  command
    .option("--out <folder>", "the folder of the report", ".")
    .option(
      "--record <file>",
      "also record all requests and responses in a file, without values: routes, statuses, times, names of properties and their types",
    )
    .option("--description <file>", "compare the definitions with an OpenAPI description of the service instead")
    .option("--json", "print only one JSON document on standard output, and write no report")
    .action(run);
  addHelp(command, {
    text: `Reads everything that an import reads, and compares each response with what this package expects:
names of properties, types, bounds, values of enumerations, pages of listings. It sends only GET
requests. The report goes to verified-<date>.json and verified-<date>.md: it contains no id, name,
domain, secret or other value of the tenant (docs/verified.md says how to send it to us).

With --description, no tenant is read: the command compares the given OpenAPI description with this
package, and lists the routes, properties and values that only one of them has.

The tenant comes from TENANT_DOMAIN and so on.`,
    exitCodes: {
      0: "everything that could be read is as expected",
      1: "it failed, or the tenant failed when it was asked for some objects",
      7: "something is different",
    },
    example: "npx pulumi-tenant verify",
  });
}

async function run(flags: Flags): Promise<void> {
  const { description, json } = flags;
  if (description !== undefined) return describe(description, json === true);
  await verify(resolveSettings({ config: () => undefined, env: process.env }), flags);
}

async function describe(description: string, isJson: boolean): Promise<void> {
  const found = compareDescription(parse(description, await textOf(description)));
  const { news: differences, stale } = judge(found);
  const known = exceptions.filter((one) => !stale.includes(one));
  process.stdout.write(
    isJson ? `${sanitizeJson({ differences, known }, 2)}\n` : differencesToText(differences, known.length),
  );
  if (differences.length > 0) process.exitCode = exitCode.changed;
}

async function verify(settings: ProviderSettings, flags: Flags): Promise<void> {
  await refuseLostResults(flags);
  if (!flags.json)
    process.stdout.write(`Reads ${settings.host} with GET requests, as an import does, and changes nothing.\n\n`);
  const recorder = flags.record === undefined ? undefined : new Recorder();
  await withClient(settings, async (client) => {
    const recording: Service | undefined = recorder && {
      host: client.host,
      ownDomain: client.ownDomain,
      request: (call) => recorder.record(call, (one) => client.request(one)),
    };
    const reading = await progress("reading the tenant", () => readTenant(recording ?? client, accessOf(settings)));
    const report = reportOf(reading, ownManifest().version, new Date());
    const isDifferent = countOf(report, "different") > 0;
    // The report names no object of the tenant, so the failures are only printed.
    for (const { label, why } of reading.outages) process.stderr.write(`not read: ${label}: ${why}\n`);
    if (reading.outages.length > 0) process.exitCode = exitCode.failed;
    await publish({ report, text: toText(report), markdown: toMarkdown(report), isDifferent }, recorder, flags);
  });
}

function parse(file: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`--description: ${file} is not a JSON document`, { cause: error });
  }
}
