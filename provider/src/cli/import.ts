import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import {
  type ImportedResource,
  Importer,
  type Importing,
  type Inventory,
  type InventoryItem,
  type LeftOut,
  type ListedKind,
  listedKinds,
  type Named,
  NotImportable,
  type Program,
  programOf,
  type Selection,
  takeInventory,
} from "../importer/index.ts";
import { classOf } from "../model/type-token.ts";
import { legible, legibleJson, resolveSettings, TenantClient, type TenantSettings } from "../tenant/index.ts";
import { helpText } from "./help.ts";
import { type NamedImport, namedImport, readNames, selectionOf } from "./import-names.ts";
import { ImportProject } from "./import-project.ts";
import { ImportStack, type Managed } from "./import-stack.ts";
import { type ImportReport, toJson, toText } from "./import-text.ts";
import { installCommand, installPackages } from "./install.ts";
import type { Versions } from "./new-project.ts";
import { progress } from "./progress.ts";

interface Flags {
  readonly out: string;
  readonly stack?: string;
  readonly kinds?: readonly ListedKind[];
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly organizations?: readonly string[];
  readonly all?: true;
  readonly namesFrom?: string;
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
  const named = flags.namesFrom === undefined ? undefined : await readNames(flags.namesFrom);
  const project = await ImportProject.open(flags.out);
  const stack = new ImportStack(project.folder, await stackName(project, flags));
  const managed = project.isNew ? undefined : await stack.managed();
  const values = managed ? await stack.configuration() : {};
  const config = (key: string) => values[`tenant:${key}`];
  const settings = resolveSettings({ config, env: process.env });
  const client = new TenantClient(settings);
  try {
    const { found, other } = await read(client, settings, flags, named);
    const pending = new Set(project.pending.items);
    const items = found.items.filter((item) => pending.has(keyOf(item)) || !managed?.has(keyOf(item)));
    const { resources, failed } = await resourcesOf(items, {
      client,
      config,
      target: settings,
      all: flags.all === true,
    });
    const imported = new Set(resources.map(({ item }) => item));
    const missed = new Set(items.filter((item) => !imported.has(item)));
    stack.keepSecret(resources.flatMap(({ secrets }) => secrets.map(({ value }) => String(value))));
    const layout = await project.layout();
    const program = programOf(resources, layout, {
      names: namesBesides(pending, managed ?? new Map()),
      keys: Object.keys(values)
        .map((key) => key.slice(key.indexOf(":") + 1))
        .filter((key) => !project.pending.keys.includes(key)),
      chosen: other?.chosen ?? new Map(),
    });
    const report: ImportReport = {
      tenant: found.tenant,
      stack: stack.name,
      managed: found.items.length - items.length,
      resources: program.resources,
      leftOut: [...found.leftOut, ...failed],
      ...(other && { notTaken: other.notTaken }),
    };
    if (flags.dryRun) return publish(report, flags);
    const isWritten = resources.length > 0 || project.isNew;
    const files = isWritten ? await project.write(program, layout, versions()) : [];
    if (!flags.apply) {
      const commands = [...(isWritten ? commandsOf(project, stack.name) : [])];
      return publish({ ...report, files, commands }, flags);
    }
    if (!project.isInstalled) await installPackages(project.folder);
    if (!managed) await stack.create();
    await apply(stack, program, managed ?? new Map());
    await project.finish();
    const done = progress("asking what the next run would change");
    const proof = await stack.preview().finally(done);
    const isProven = proof.complete && !proof.drift;
    publish({ ...report, files, proof, ...(other && isProven && { handOver: other.handOver(missed) }) }, flags);
    process.exitCode = !proof.complete ? failedCode : proof.drift ? changed : 0;
  } finally {
    await client.close();
  }
}

async function stackName(project: ImportProject, { stack }: Flags): Promise<string> {
  if (stack !== undefined) return stack;
  return (project.isNew ? undefined : await ImportStack.current(project.folder)) ?? "dev";
}

/** What the tenant has of what was asked for. */
async function read(
  client: TenantClient,
  settings: TenantSettings,
  flags: Flags,
  named: Named | undefined,
): Promise<{ found: Inventory; other?: NamedImport }> {
  if (!named) return { found: await readTenant(client, settings, flags) };
  const inventory = await readTenant(client, settings, { ...flags, ...selectionOf(named, flags) });
  const other = namedImport(named, inventory);
  // The rest of the tenant is of no interest, but for what could not be read.
  const leftOut = inventory.leftOut.filter(({ reason }) => reason === "unreadable");
  return { found: { ...inventory, items: other.items, leftOut }, other };
}

async function readTenant(
  client: TenantClient,
  settings: TenantSettings,
  flags: Pick<Flags, "all"> & Selection,
): Promise<Inventory> {
  const { credentials, audience } = settings;
  let seen = 0;
  const done = progress("reading the tenant");
  const inventory = await takeInventory(client, {
    ...(flags.kinds && { kinds: flags.kinds }),
    ...(flags.only && { only: flags.only }),
    ...(flags.except && { except: flags.except }),
    ...(flags.organizations && { organizations: flags.organizations }),
    ...(flags.clientsOf && { clientsOf: flags.clientsOf }),
    all: flags.all === true,
    access: { audience, ...(credentials.kind !== "token" && { clientId: credentials.clientId }) },
    onProgress: (count) => {
      seen = count;
    },
  }).finally(done);
  process.stderr.write(`read ${seen} objects of ${client.host}\n`);
  return inventory;
}

async function resourcesOf(
  items: readonly InventoryItem[],
  importing: Importing,
): Promise<{ resources: readonly ImportedResource[]; failed: readonly LeftOut[] }> {
  const resources: ImportedResource[] = [];
  const failed: LeftOut[] = [];
  const importer = new Importer(importing);
  for (const item of items) {
    try {
      resources.push(await importer.import(item));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const why = error instanceof NotImportable ? error.message : `it cannot be imported: ${error.message}`;
      failed.push({ kind: item.kind, label: item.label, reason: "unreadable", why: legible(why) });
    }
  }
  return { resources, failed };
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

/** The names that other resources of the stack have, each after its kind and a blank. */
function namesBesides(pending: ReadonlySet<string>, managed: Managed): readonly string[] {
  return [...managed]
    .filter(([key]) => !pending.has(key))
    .map(([key, name]) => `${key.slice(0, key.indexOf(" "))} ${name}`);
}

function keyOf({ kind, id }: InventoryItem): string {
  return `${kind} ${id}`;
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
