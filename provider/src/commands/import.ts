import { resolve } from "node:path";
import type { Command } from "commander";
import { sanitizeJson } from "../client/index.ts";
import { keyOf } from "../import/inventory.ts";
import type { Program } from "../import/program.ts";
import { addHelp, collect, exitCode, progress, shellWord } from "./command.ts";
import { type ImportProject, installPackages, wordsFor } from "./import-folder.ts";
import { planImport, type Wanted } from "./import-plan.ts";
import { finishImport, isInstalled, writeProgram, writeProtection } from "./import-project.ts";
import type { ImportStack } from "./import-stack.ts";
import { type ImportReport, toJson, toText } from "./import-text.ts";
import { kindNames, toKinds, toPatterns } from "./kinds.ts";
import { otherStackHelp } from "./other-stacks.ts";

interface Flags extends Omit<Wanted, "types"> {
  readonly kinds?: NonNullable<Wanted["types"]>;
  readonly dryRun?: true;
  readonly apply: boolean;
  readonly json?: true;
}

/** Adds `pulumi-tenant import` to its command. */
export function register(command: Command): void {
  command
    .option("-o, --out <folder>", "the Pulumi project, or an empty folder for a new one", ".")
    .option("-s, --stack <name>", "the stack (default: the current one, or dev)")
    .option("--kinds <kinds>", `only these types: ${kindNames}`, toKinds)
    .option(
      "--only <patterns>",
      "only objects whose name or identifier matches (* and ?; repeat it, or use commas)",
      toPatterns,
    )
    .option("--except <patterns>", "leave out matching objects", toPatterns)
    .option(
      "--organizations <patterns>",
      "only connections and members of these organizations (default: of all organizations)",
      toPatterns,
    )
    .option("--all", "declare every property, even with its default value")
    .option(
      "--names-from <file>",
      "import only the objects in another tool's file, under their names in the file: a Terraform state of version 4 " +
        "(terraform state pull), or the export of a Pulumi stack (pulumi stack export) with Auth0's provider",
      (file: string) => resolve(file),
    )
    .option("--protect", "write protect.ts, which makes Pulumi refuse to delete or replace resources of the program")
    .option("--other-stack <name>", otherStackHelp, collect)
    .option("--take", "also import objects of other stacks; without it, they are left out and listed with their stack")
    .option("--dry-run", "list the objects to import and those left out, with the reasons, and change nothing")
    .option("--no-apply", "write the program, and print the commands that remain to be run")
    .option("--json", "print only one JSON document on standard output")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Reads a tenant, writes a program that declares its objects, and adds them to the stack's state. The
tenant is only read. At the end the command verifies that the next \`pulumi preview\` is empty. Run it
again to add new objects. Objects of the project's other stacks are left out.

The tenant comes from TENANT_DOMAIN and so on, or from the stack's configuration. The CLI is
$PULUMI_CLI, or pulumi.`,
    exitCodes: { 0: "nothing would change", 1: "it failed", 7: "something would change" },
    example: "npx pulumi-tenant import --out my-tenant",
  });
}

async function run(command: Command, { kinds, ...flags }: Flags): Promise<void> {
  const { project, stack, isNewStack, managed, program, report, handOver } = await planImport({
    ...flags,
    ...(kinds && { types: kinds }),
  });
  if (flags.dryRun) return publish(report, flags);
  const isWritten = program.resources.length > 0 || project.isNew;
  const files = [
    ...(isWritten ? await writeProgram(project, program) : []),
    ...(flags.protect ? await writeProtection(project) : []),
  ];
  if (!flags.apply) {
    const commands = isWritten ? await commandsOf(project, stack.name, wordsOf(command)) : [];
    return publish({ ...report, files, commands }, flags);
  }
  if (!isInstalled(project)) await installPackages(project.folder);
  if (isNewStack) await stack.create();
  await apply(stack, program, managed);
  await finishImport(project);
  const proof = await progress("previewing the next update", () => stack.preview());
  const isProven = proof.complete && !proof.drift;
  publish({ ...report, files, proof, ...(handOver && isProven && { handOver: handOver() }) }, flags);
  process.exitCode = !proof.complete ? exitCode.failed : proof.drift ? exitCode.changed : 0;
}

/**
 * Sets the secrets in the configuration, then adds the resources to the state. Resources of objects that the stack already manages are
 * skipped.
 *
 * @param managed the keys of the objects that the stack manages
 */
async function apply(stack: ImportStack, { resources, secrets }: Program, managed: ReadonlySet<string>): Promise<void> {
  const fresh = resources.filter(({ item }) => !managed.has(keyOf(item)));
  if (fresh.length === 0) return;
  await progress("adding the resources to the stack", async () => {
    for (const { key, value } of secrets) await stack.setSecret(key, value);
    for (const isProtected of [false, true]) {
      await stack.import(
        fresh.filter((resource) => resource.isProtected === isProtected),
        isProtected,
      );
    }
  });
}

/** The commands that remain to be run after the program was written. */
async function commandsOf(project: ImportProject, stack: string, asked: readonly string[]): Promise<readonly string[]> {
  const { install, run } = await wordsFor(project.folder);
  return [
    `cd ${shellWord(project.folder)}`,
    ...(isInstalled(project) ? [] : [install]),
    `pulumi stack select --create ${shellWord(stack)}`,
    [`${run} pulumi-tenant import --stack`, ...[stack, ...asked].map(shellWord)].join(" "),
  ];
}

/** The options of this call that the printed commands have to repeat. */
export function wordsOf(command: Command): readonly string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const isAsked = command.getOptionValueSource(name) === "cli" && !["out", "stack", "apply"].includes(name);
    const value: unknown = command.getOptionValue(name);
    return isAsked ? [value === true ? `${option.long}` : `${option.long}=${value}`] : [];
  });
}

function publish(report: ImportReport, { json, dryRun }: Flags): void {
  if (json) process.stdout.write(`${sanitizeJson(toJson(report), 2)}\n`);
  else process.stdout.write(toText(report, dryRun === true));
}
