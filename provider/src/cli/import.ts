import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { keyOf, type ListedKind, listedKinds, type Program } from "../importer/index.ts";
import { classOf } from "../model/type-token.ts";
import { legible, legibleJson } from "../tenant/index.ts";
import { helpText } from "./help.ts";
import { planImport, type Wanted } from "./import-plan.ts";
import type { ImportProject } from "./import-project.ts";
import type { ImportStack, Managed } from "./import-stack.ts";
import { type ImportReport, toJson, toText } from "./import-text.ts";
import { installCommand, installPackages } from "./install.ts";
import type { Versions } from "./new-project.ts";
import { progress } from "./progress.ts";

interface Flags extends Wanted {
  readonly dryRun?: true;
  readonly apply: boolean;
  readonly json?: true;
}

/** The exit codes besides 0. */
const changed = 7;
const failedCode = 1;

/** Adds `pulumi-tenant import` to its command. */
export function register(command: Command): void {
  command
    .option("-o, --out <folder>", "the Pulumi project, or an empty folder for a new one", ".")
    .option("-s, --stack <name>", "the stack (default: the current one, or dev)")
    .option("--kinds <kinds>", `only these: ${listedKinds.map(classOf).join(", ")}`, toKinds)
    .option(
      "--only <patterns>",
      "only objects whose name or identifier is like this (* and ?; repeat it, or use commas)",
      collect,
    )
    .option("--except <patterns>", "all but these", collect)
    .option("--organizations <patterns>", "member roles of these organizations (default: of all)", collect)
    .option("--all", "declare every property, also what a new object has by itself")
    .option(
      "--names-from <file>",
      "the objects of another tool, under the names that they have there: a Terraform state of version 4 " +
        "(terraform state pull), or the export of a Pulumi stack (pulumi stack export) with Auth0's provider",
    )
    .option("--dry-run", "show what would be imported, what is left out and why, and change nothing")
    .option("--no-apply", "write the program, and print the commands that do the rest")
    .option("--json", "one JSON document on standard output, and nothing else")
    .addHelpText(
      "after",
      helpText({
        text: `Reads a tenant, writes a program that declares what it has, and puts the same into the stack's
state. The tenant is only read: the next \`pulumi preview\` has nothing to do, and this command says
so at its end. Run it again to add what is new.

The tenant comes from TENANT_DOMAIN and so on, or from the stack's configuration. The CLI is
$PULUMI_CLI, or pulumi.`,
        exitCodes: { 0: "nothing would change", 1: "it failed", 7: "something would change" },
        example: "npx pulumi-tenant import --out my-tenant",
      }),
    )
    .action((flags: Flags) => run(command, flags));
}

async function run(command: Command, flags: Flags): Promise<void> {
  if (command.args.length > 0) command.error(`error: unexpected argument "${command.args[0]}"`, { exitCode: 2 });
  const { project, stack, managed, program, layout, report, handOver } = await planImport(flags);
  if (flags.dryRun) return publish(report, flags);
  const isWritten = program.resources.length > 0 || project.isNew;
  const files = isWritten ? await project.write(program, layout, versions()) : [];
  if (!flags.apply) {
    return publish({ ...report, files, commands: isWritten ? commandsOf(project, stack.name) : [] }, flags);
  }
  if (!project.isInstalled) await installPackages(project.folder);
  if (!managed) await stack.create();
  await apply(stack, program, managed ?? new Map());
  await project.finish();
  const done = progress("asking what the next run would change");
  const proof = await stack.preview().finally(done);
  const isProven = proof.complete && !proof.drift;
  publish({ ...report, files, proof, ...(handOver && isProven && { handOver: handOver() }) }, flags);
  process.exitCode = !proof.complete ? failedCode : proof.drift ? changed : 0;
}

/** Puts secrets into the configuration, then resources into the state, each only where it is not there. */
async function apply(stack: ImportStack, { resources, secrets }: Program, managed: Managed): Promise<void> {
  const fresh = resources.filter(({ item }) => !managed.has(keyOf(item)));
  if (fresh.length === 0) return;
  const done = progress("putting it into the stack");
  try {
    for (const { key, value } of secrets) await stack.setSecret(key, value);
    for (const isProtected of [false, true]) {
      await stack.import(
        fresh.filter((resource) => resource.isProtected === isProtected),
        isProtected,
      );
    }
  } finally {
    done();
  }
}

/** What is left to do after the program was written. */
function commandsOf(project: ImportProject, stack: string): readonly string[] {
  return [
    `cd ${quoted(project.folder)}`,
    ...(project.isInstalled ? [] : [installCommand(project.folder)]),
    `pulumi stack select --create ${quoted(stack)}`,
    `npx pulumi-tenant import --stack ${quoted(stack)}`,
  ];
}

function publish(report: ImportReport, { json, dryRun }: Flags): void {
  if (json) process.stdout.write(`${legibleJson(toJson(report), 2)}\n`);
  else process.stdout.write(toText(report, dryRun === true));
}

function versions(): Versions {
  const manifest = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as {
    version: string;
    peerDependencies: Record<string, string>;
  };
  return { package: `^${manifest.version}`, sdk: manifest.peerDependencies["@pulumi/pulumi"] ?? "*" };
}

/** A word for a shell. */
function quoted(word: string): string {
  return /^[\w./@:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(",").filter((pattern) => pattern !== "")];
}

function toKinds(value: string, before: readonly ListedKind[] = []): readonly ListedKind[] {
  const plain = (text: string) => text.replaceAll("-", "").toLowerCase();
  const kinds = value.split(",").map((word) => {
    const found = listedKinds.find((kind) => [plain(kind), `${plain(kind)}s`].includes(plain(word.trim())));
    if (found) return found;
    throw new InvalidArgumentError(
      `There is no kind "${legible(word)}"; there are ${listedKinds.map(classOf).join(", ")}.`,
    );
  });
  return [...before, ...kinds];
}
