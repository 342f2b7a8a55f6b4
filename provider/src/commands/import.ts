import { join, resolve } from "node:path";
import type { Command } from "commander";
import { type ProviderSettings, resolveSettings, sanitize, sanitizeJson, type TenantClient } from "../client/index.ts";
import { Elsewhere, type HeldElsewhere, outsideNames } from "../import/elsewhere.ts";
import {
  declaredMembersOf,
  type Inventory,
  type InventoryItem,
  importedTypes,
  keyOf,
  type LeftOut,
  type Selection,
  stackKeysOf,
} from "../import/inventory.ts";
import type { OtherTool } from "../import/names-from/select.ts";
import { type Program, programOf } from "../import/program.ts";
import { type ImportedResource, Importer, type Importing, NotImportable } from "../import/resource.ts";
import { takeInventory } from "../import/take-inventory.ts";
import { configurationOf, type HeldResource, stacksOfProjectNamed } from "../pulumi-cli/stack.ts";
import { counted, firstOf } from "../report/words.ts";
import { byText } from "../schema/json.ts";
import type { Field } from "../schema/schema.ts";
import { textsOf } from "../schema/secrecy/find.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { addHelp, collect, exitCode, progress, refuseUsage, shellWord } from "./command.ts";
import { refuseUncreatable } from "./files.ts";
import {
  declaringFile,
  type ImportProject,
  installPackages,
  journalName,
  openProject,
  projectNameOf,
  wordsFor,
} from "./import-folder.ts";
import {
  finishImport,
  ImportStack,
  isInstalled,
  protectedProgram,
  writeProgram,
  writeProtection,
} from "./import-project.ts";
import { importStage, type Stage } from "./import-stage.ts";
import {
  type ImportReport,
  type NamedImport,
  namedImport,
  readNames,
  selectionOf,
  toJson,
  toText,
} from "./import-text.ts";
import { type OtherStacks, otherStackHelp, readOtherStacks } from "./stacks.ts";
import { accessOf, kindNames, refuseOutages, toKinds, toPatterns, withClient } from "./tenant.ts";

interface Flags extends Omit<Wanted, "types"> {
  readonly kinds?: NonNullable<Wanted["types"]>;
  readonly dryRun?: true;
  readonly apply: boolean;
  readonly json?: true;
  readonly asConfig?: true | readonly string[];
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
    .option("--except <patterns>", "leave out objects whose name or identifier matches", toPatterns)
    .option(
      "--organizations <patterns>",
      "only connections and members of these organizations (default: of all organizations)",
      toPatterns,
    )
    .option("--all", "declare every property, even with its default value")
    .option("--flat", "declare each object by itself, without tables and components")
    .option(
      "--names-from <file or folder>",
      "import only the objects of another tool, under their names there: a Terraform state of version 4 (terraform state pull), the " +
        "export of a Pulumi stack (pulumi stack export) with Auth0's provider, or the folder of auth0-deploy-cli",
      (path: string) => resolve(path),
    )
    .option(
      "--deploy-config <file>",
      "with the folder of auth0-deploy-cli: its configuration, with keyword mappings and exclusions (default: config.json in the folder)",
      (file: string) => resolve(file),
    )
    .option("--protect", "write protect.ts, which makes Pulumi refuse to delete or replace resources of the program")
    .option("--other-stack <name>", otherStackHelp, collect)
    .option(
      "--as-config [patterns...]",
      "for a further stack of a program: differing texts, numbers, booleans and secrets become configuration of the stack; patterns of a " +
        "resource's name, or of a name, a colon and a path (default: all differences)",
    )
    .option("--take", "also import objects of other stacks; without it, they are left out and listed with their stack")
    .option("--dry-run", "list the objects to import and those left out, with the reasons, and change nothing")
    .option("--no-apply", "write the program, and print the commands that remain to be run")
    .option("--json", "print only one JSON document on standard output")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Reads a tenant, writes a program that declares its objects, and adds them to the stack's state. The
tenant is only read. At the end the command verifies that the next \`pulumi preview\` is empty. Run it
again to add new objects. Objects of the project's other stacks are left out.

In the folder of a program that already declares a tenant, --stack <new> writes no program: it adds
the objects of a further tenant that the program declares to the state of the new stack, and lists
what differs, what the tenant lacks and what the program does not declare. The exit code is then 0
also if the next update would change something. --as-config 'shop:*' moves what differs into the
stack's configuration.

The tenant comes from TENANT_DOMAIN and so on, or from the stack's configuration. The CLI is
$PULUMI_CLI, or pulumi.`,
    exitCodes: {
      0: "the next update would change nothing",
      1: "it failed",
      7: "the next update would change something",
    },
    example: "npx pulumi-tenant import --out my-tenant",
  });
}

async function run(command: Command, { kinds, ...flags }: Flags): Promise<void> {
  const stage = await stageOf(flags);
  if (stage) {
    refuseOptions(command);
    return importStage(stage, flags);
  }
  if (flags.asConfig)
    refuseUsage(
      command,
      "--as-config: there is no other stack whose program could get values of this tenant. Name a further stack of the folder's program with --stack",
    );
  if (!flags.dryRun) await refuseUncreatable(join(flags.out, journalName));
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
 * The new stage of a program that other stacks run, or that declares resources already: a stack that is named explicitly. Undefined if the import adds
 * declarations to the program instead.
 */
async function stageOf({ out, stack: name, otherStack = [] }: Flags): Promise<Stage | undefined> {
  if (name === undefined) return undefined;
  const project = await openProject(out);
  if (project.isNew || project.journal) return undefined;
  const stack = new ImportStack(project.folder, name);
  const held = await stack.held();
  const others = await readOtherStacks(stack.place, otherStack);
  const isShared = [...others.held, ...others.unread].some(({ isForeign }) => !isForeign);
  const isFilled = held?.some(({ isOnlyRead }) => !isOnlyRead) === true;
  if (!isShared && (isFilled || (await declaringFile(project.program)) === undefined)) return undefined;
  return {
    ...{ project, stack, held, others },
    readTenant: (settings) => {
      refuseOtherTenant(held ?? [], { stack: name, host: settings.host });
      return withClient(settings, (client) =>
        readTenant(client, settings, { declaredMembers: declaredMembersOf(held ?? []) }),
      );
    },
  };
}

/** @throws wrong usage for options that say which declarations an import writes */
function refuseOptions(command: Command): void {
  const given = command.options.filter((option) => {
    const name = option.attributeName();
    return (
      command.getOptionValueSource(name) === "cli" && !["out", "stack", "otherStack", "asConfig", "json"].includes(name)
    );
  });
  if (given.length === 0) return;
  refuseUsage(
    command,
    `${given.map(({ long }) => long).join(", ")}: this folder has a program, and the import for a further stack writes none. Leave out these options, or ` +
      "name an empty folder with --out",
  );
}

/**
 * Sets the values in the configuration, then adds the resources to the state. Resources of objects that the stack already manages are
 * skipped.
 *
 * @param managed the keys of the objects that the stack manages
 */
async function apply(
  stack: ImportStack,
  { resources, secrets, plain, components }: Program,
  managed: ReadonlySet<string>,
): Promise<void> {
  const fresh = resources.filter(({ item }) => !managed.has(keyOf(item)));
  if (fresh.length === 0) return;
  await progress("adding the resources to the stack", async () => {
    for (const setting of plain) await stack.configure(setting, "--plaintext");
    for (const setting of secrets) await stack.configure(setting, "--secret");
    for (const isProtected of [false, true]) {
      await stack.import(
        fresh.filter((resource) => resource.isProtected === isProtected),
        { components, isProtected },
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

/** The options of an import. */
export interface Wanted extends Pick<Selection, "types" | "only" | "except"> {
  readonly out: string;
  readonly stack?: string;
  readonly organizations?: readonly string[];
  readonly all?: true;
  readonly flat?: true;
  readonly namesFrom?: string;
  readonly deployConfig?: string;
  readonly otherStack?: readonly string[];
  readonly take?: true;
  readonly protect?: true;
}

/** Reads the tenant, the stack and the project's folder, and generates the program. Nothing is written. */
async function planImport(wanted: Wanted) {
  const { namesFrom, deployConfig } = wanted;
  const tool = namesFrom === undefined ? undefined : await readNames(namesFrom, deployConfig);
  const place = await openPlace(wanted);
  return withClient(place.settings, (client) => planFrom(place, client, wanted, tool));
}

/** The project and the stack to which an import adds resources. */
type Place = Awaited<ReturnType<typeof openPlace>>;

async function openPlace(wanted: Wanted) {
  const project = await openProject(wanted.out);
  if (project.isNew) await refuseNamesake(project.folder);
  const stack = new ImportStack(project.folder, await stackName(project, wanted));
  // Undefined if the stack does not exist.
  const state = project.isNew ? undefined : await stack.held();
  const held = state?.filter(({ isGoing }) => !isGoing);
  const others = await readOtherStacks(project.isNew ? {} : stack.place, wanted.otherStack ?? [], !project.isNew);
  if (!wanted.take) refuseUnread(others);
  const values = held ? await configurationOf(stack.place) : {};
  const config = (key: string) => values[`tenant:${key}`];
  const settings = resolveSettings({ config, env: process.env });
  refuseOtherTenant(state ?? [], { stack: stack.name, host: settings.host });
  const begun = new Set(project.journal?.items);
  const isNewStack = held === undefined;
  return { project, stack, isNewStack, state: state ?? [], held: held ?? [], others, values, config, settings, begun };
}

async function planFrom(place: Place, client: TenantClient, wanted: Wanted, tool: OtherTool | undefined) {
  const { project, stack, isNewStack, held, others, config, settings, begun } = place;
  const isHere = (one: Pick<HeldResource, "tenant">) => one.tenant === undefined || one.tenant === client.host;
  const declaring = held.filter((one) => isHere(one) && !one.isOnlyRead);
  const declaredMembers = declaredMembersOf(declaring);
  const { found, other } = await read(client, settings, { ...wanted, declaredMembers }, tool);
  const managed = new Set(declaring.map(keyOf));
  const all = [...held.map((one) => ({ ...one, stack: stack.name })), ...others.held];
  refuseAmbiguous(
    all.filter((one) => isHere(one)),
    found.items,
  );
  const { items, leftOut, taken, count } = divided(place, found, managed, wanted.take === true);
  const target = { client, config, target: settings, all: wanted.all === true };
  const { resources, failed } = await resourcesOf(items, target);
  stack.keepSecret(resources.flatMap(({ secrets }) => secrets.flatMap(({ value }) => textsOf(value))));
  const known = new Map([...found.names, ...(await outsideNames(client, resources))]);
  const written = programOf(wanted.protect ? resources.map(withProtection) : resources, project.layout, {
    ...usedIn(place),
    chosen: other?.chosen ?? new Map(),
    known,
    isFlat: wanted.flat === true,
    keywords: tool?.keywords,
    host: client.host,
    undeclared: undeclaredIds({ found, declaring, resources, known }),
  });
  refuseLeftBehind(
    declaring.filter((one) => begun.has(keyOf(one))),
    { stack: stack.name, declared: new Set(resources.flatMap(({ item }) => stackKeysOf(item))) },
  );
  if (written.resources.length > 0) await refuseStages(place, written.resources.length);
  const program = wanted.protect ? protectedProgram(written, project) : written;
  const report: ImportReport = {
    tenant: found.tenant,
    stack: stack.name,
    managed: count,
    resources: program.resources,
    literals: program.literals,
    leftOut: [...found.leftOut, ...leftOut, ...failed],
    ...(taken.length > 0 && { taken }),
    ...(other && { notTaken: other.notTaken, partsNotTaken: other.partsNotTaken }),
    ...(tool?.keywords && {
      keywordsNotTaken: [...tool.keywords.names].filter((name) => !program.keywords.has(name)).toSorted(byText),
    }),
  };
  const imported = new Set(resources.map(({ item }) => item));
  const missed = new Set(items.filter((item) => !imported.has(item)));
  // With the file of another tool: the steps that remove the imported objects from that tool's state.
  const handOver = other && (() => other.handOver(missed));
  return { project, stack, isNewStack, managed, program, report, handOver };
}

/**
 * Divides the tenant's objects into those to import and those that other resources manage.
 *
 * @param managed the keys of the objects that the stack declares
 * @param takes whether the import also takes objects of other stacks
 * @returns `count` is the number of objects that the stack manages
 */
function divided(
  { stack, state, held, others, begun }: Place,
  found: Inventory,
  managed: ReadonlySet<string>,
  takes: boolean,
) {
  const inStack = (one: HeldResource) => ({ ...one, stack: stack.name });
  const isManaged = (item: InventoryItem) => stackKeysOf(item).some((key) => managed.has(key));
  const free = found.items.filter((item) => begun.has(keyOf(item)) || !isManaged(item));
  const going = state.filter(({ isGoing }) => isGoing).map(inStack);
  // Members that this stack adds to an object, such as applications to a connection, are not declared by the object, too.
  const isAdding = (one: HeldResource) => definitions[one.type].elementsOf !== undefined && !one.isOnlyRead;
  const adding = held.filter((one) => isAdding(one) && !begun.has(keyOf(one)));
  const added = new Elsewhere(adding.map(inStack), found.tenant).divide(free, { takes: false, isOurs: () => true });
  const elsewhere = new Elsewhere([...going, ...others.held], found.tenant);
  const { items, leftOut, taken } = elsewhere.divide(added.items, { takes, isOurs: isManaged });
  return { items, leftOut: [...added.leftOut, ...leftOut], taken, count: found.items.length - free.length };
}

/** The names of resources and the keys of the configuration that the program cannot use. */
function usedIn({ project, held, values, begun }: Place): { readonly names: string[]; readonly keys: string[] } {
  const begunKeys = project.journal?.keys ?? [];
  return {
    names: held
      .filter((resource) => resource.isOnlyRead || !begun.has(keyOf(resource)))
      .map(({ type, name }) => `${type} ${name}`),
    keys: Object.keys(values)
      .map((key) => key.slice(key.indexOf(":") + 1))
      .filter((key) => !begunKeys.includes(key)),
  };
}

/** Refuses to add declarations to a program that other stacks run, or that declares resources without a state. */
async function refuseStages({ project, stack, held, others }: Place, count: number): Promise<void> {
  if (project.isNew) return;
  const isEmpty = !held.some(({ isOnlyRead }) => !isOnlyRead) && !project.journal;
  const file = isEmpty ? await declaringFile(project.program) : undefined;
  refuseSharedProgram(others, { ...project, stack: stack.name, count, file });
}

/** The ids of known objects that the program does not declare, each with the reason. */
function undeclaredIds({
  found,
  declaring,
  resources,
  known,
}: {
  readonly found: Inventory;
  readonly declaring: readonly Pick<HeldResource, "id">[];
  readonly resources: readonly ImportedResource[];
  readonly known: ReadonlyMap<string, string>;
}): ReadonlyMap<string, string> {
  const declared = new Set(resources.map(({ item }) => item.id));
  const named = [...known.keys()].map((key) => key.slice(key.indexOf(" ") + 1));
  const all = [
    ...[...named, ...found.items.map(({ id }) => id)].map((id) => [id, "the import leaves out this object"] as const),
    ...declaring.map(({ id }) => [id, "the program declares this object already: use its variable"] as const),
  ];
  return new Map(all.filter(([id]) => !declared.has(id)));
}

function withProtection(resource: ImportedResource): ImportedResource {
  return { ...resource, isProtected: true };
}

/**
 * Refuses to add a tenant's objects to the stack of another tenant: later runs use one of the two tenants, and refuse the resources of the other.
 *
 * @throws Error with both tenants
 */
export function refuseOtherTenant(
  held: readonly Pick<HeldResource, "tenant" | "hasOwnProvider">[],
  { stack, host }: { readonly stack: string; readonly host: string },
): void {
  const other = held.find(({ tenant, hasOwnProvider }) => tenant !== undefined && tenant !== host && !hasOwnProvider);
  if (other === undefined) return;
  const tenant = JSON.stringify(sanitize(other.tenant ?? ""));
  throw new Error(
    `stack "${sanitize(stack)}" has resources of tenant ${tenant}, but the configuration (environment or stack) names "${host}": nothing was ` +
      `read or written. Set TENANT_DOMAIN or tenant:domain to ${tenant}, or name another stack with --stack.`,
  );
}

/**
 * Refuses to create a project with the name of another one: the CLI finds a stack by the project's name, so the new program would replace the
 * program of its stacks, and the next `pulumi up` would delete their objects.
 *
 * @throws Error with the stacks of the other project
 */
async function refuseNamesake(folder: string): Promise<void> {
  const name = projectNameOf(folder);
  // A CLI that cannot list stacks cannot select one of them, either.
  const stacks = await stacksOfProjectNamed(name).catch(() => []);
  const filled = stacks.filter(({ resourceCount }) => (resourceCount ?? 0) > 0);
  if (filled.length === 0) return;
  throw new Error(
    `there is already a project "${name}", with resources in ${stackNames(filled.map((one) => one.name))}: a new program in ${folder} would ` +
      "replace its program, and the next `pulumi up` would delete these resources. Nothing was read or written. Use the folder of that project, " +
      "or a folder with another name (--out).",
  );
}

/**
 * Refuses to guess: a resource whose creation is not confirmed has no id yet, and several objects of the tenant have its name. The import would
 * leave out all of them, or take the one that the resource has created.
 *
 * @param held the resources of all stacks at this tenant
 * @throws Error that lists the objects
 */
export function refuseAmbiguous(
  held: readonly Pick<HeldElsewhere, "type" | "id" | "urn" | "stack">[],
  items: readonly InventoryItem[],
): void {
  const managed = new Set(held.map(keyOf));
  const free = items.filter((item) => !managed.has(keyOf(item)));
  const named = Map.groupBy(free, (item) => stackKeysOf(item).at(-1) ?? "");
  const doubts = held.flatMap((one) => {
    const candidates = named.get(keyOf(one)) ?? [];
    const objects = candidates.map(({ label, id }) => `${label} (id ${sanitize(id)})`);
    return candidates.length > 1
      ? [`\n  ${sanitize(one.urn)} of stack "${sanitize(one.stack)}": ${objects.join(", ")}`]
      : [];
  });
  if (doubts.length === 0) return;
  throw new Error(
    "the creation of a resource is not confirmed, and it could be each of several objects with the same name. Nothing was written. Run " +
      "`pulumi up --refresh` with that stack, which says what to do, or leave out these objects with --except:" +
      doubts.join(""),
  );
}

/** The import, for messages. */
interface SharedProgram extends Pick<ImportProject, "folder"> {
  readonly stack: string;
  /** The number of objects that the import would declare. */
  readonly count: number;
  /** A file of the program that declares resources although the stack has none; undefined if there is none. */
  readonly file: string | undefined;
}

/**
 * Refuses to add declarations to a program that other stacks of the project run, too. Equal names would make both stacks fail, and the other stacks
 * would create all further objects at their own tenants.
 *
 * @throws Error that says how the stack can manage the tenant
 */
export function refuseSharedProgram(others: OtherStacks, { folder, stack, count, file }: SharedProgram): void {
  const mine = [...others.held, ...others.unread].filter(({ isForeign }) => !isForeign);
  if (mine.length === 0 && file === undefined) return;
  const why =
    mine.length > 0
      ? `the program in ${folder} also belongs to ${stackNames(mine.map((one) => one.stack))} of this project`
      : `${sanitize(file ?? "")} in ${folder} declares resources already, and stack "${sanitize(stack)}" has none of them`;
  throw new Error(
    `${why}. This import would declare ${counted(count, "object")} a second time or for all stacks: the next \`pulumi up\` of each stack would fail, or ` +
      "create the objects again. Nothing was written. Import into a project of its own (--out <empty folder>). To manage a second tenant with " +
      `this program, name its stack: \`pulumi-tenant import --stack ${shellWord(stack)}\` adds the objects that the program declares to the stack's state, and ` +
      "lists the differences.",
  );
}

function stackNames(names: readonly string[]): string {
  const all = [...new Set(names)].map((name) => `"${sanitize(name)}"`);
  return `${all.length > 1 ? "stacks" : "stack"} ${all.join(", ")}`;
}

/** The maximum number of commands in an error. */
const maxCommands = 10;

/**
 * Refuses a program that lacks objects which an interrupted import has added to the state: the next `pulumi up` would delete them at the tenant.
 *
 * @param begun the resources that the interrupted import has added
 * @param declared the keys of the objects that the program declares
 * @throws Error with the commands that remove the objects from the state
 */
export function refuseLeftBehind(
  begun: readonly Pick<HeldResource, "type" | "id" | "urn">[],
  { stack, declared }: { readonly stack: string; readonly declared: ReadonlySet<string> },
): void {
  const left = begun.filter((one) => !declared.has(keyOf(one)));
  if (left.length === 0) return;
  const removal = `pulumi state delete --stack ${shellWord(stack)}`;
  const commands = left.map(({ urn }) => `${removal} ${shellWord(urn)}`);
  const lines = firstOf(commands, maxCommands).map((line) => `\n  ${sanitize(line, Number.POSITIVE_INFINITY)}`);
  throw new Error(
    `an interrupted import has added ${counted(left.length, "object")} to stack "${sanitize(stack)}" that this import leaves out, so the next ` +
      "`pulumi up` would delete them at the tenant: nothing was written. Run the import with the options of the interrupted one. If the tenant no " +
      `longer has an object, or this stack shall not manage it, first remove it from the state:${lines.join("")}`,
  );
}

/** @throws Error if the state of another stack could not be read, so that its objects are unknown */
function refuseUnread({ unread }: OtherStacks): void {
  if (unread.length === 0) return;
  const reasons = unread.map(({ stack, why }) => `  stack "${sanitize(stack)}": ${why}`);
  throw new Error(
    "states of other stacks could not be read, so this import could add objects that those stacks manage. Give the CLI access to the states, " +
      `or use --take, which also imports objects of other stacks. Not read:\n${reasons.join("\n")}`,
  );
}

async function stackName(project: ImportProject, { stack }: Wanted): Promise<string> {
  if (stack !== undefined) return stack;
  return (project.isNew ? undefined : await ImportStack.current(project.folder)) ?? "dev";
}

/** Reads the part of the tenant that the options and the file of another tool select. */
async function read(
  client: TenantClient,
  settings: ProviderSettings,
  wanted: Wanted & Pick<Selection, "declaredMembers">,
  tool: OtherTool | undefined,
): Promise<{ found: Inventory; other?: NamedImport }> {
  const { organizations, ...rest } = wanted;
  const asked = { ...rest, ...(organizations && { owners: { organizations } }) };
  if (!tool) return { found: await readTenant(client, settings, asked) };
  const inventory = await readTenant(client, settings, { ...asked, ...selectionOf(tool, asked) });
  const other = namedImport(tool.named(inventory), inventory);
  // The file selects the objects, so objects that the inventory left out are reported only if they could not be read.
  const leftOut = inventory.leftOut.filter(({ reason }) => reason === "unreadable");
  return { found: { ...inventory, items: other.items, leftOut }, other };
}

/** Reads the part of a tenant that an import takes. */
export async function readTenant(
  client: TenantClient,
  settings: ProviderSettings,
  wanted: Pick<Wanted, "all"> & Selection,
): Promise<Inventory> {
  let seen = 0;
  const { declaredMembers, ...others } = wanted;
  const options = {
    ...(others.types ? others : { ...others, types: importedTypes, ...(declaredMembers && { declaredMembers }) }),
    all: wanted.all === true,
    parts: partsForSecurity,
    access: accessOf(settings),
    onProgress: (count: number) => {
      seen = count;
    },
  };
  const inventory = await progress("reading the tenant", () => takeInventory(client, options));
  process.stderr.write(`read ${seen} objects of ${client.host}\n`);
  // A program without them would be written for good: references to them would be texts, and a later import does not change these.
  refuseOutages(
    inventory.leftOut.filter(({ isOutage }) => isOutage),
    "Nothing was written. Run the command again later, or leave them out with --kinds, --organizations or --except.",
  );
  return inventory;
}

/** The properties of a type that matter for security and that an extra request for each object reads if no listing shows them. */
function partsForSecurity(type: TypeName): readonly string[] {
  const fields = Object.entries<Field>(definitions[type].schema.fields);
  return fields.flatMap(([name, { subresource, safeguard }]) => (subresource && safeguard !== undefined ? [name] : []));
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
      failed.push({ type: item.type, label: item.label, reason: "unreadable", why: sanitize(why) });
    }
  }
  return { resources, failed };
}
