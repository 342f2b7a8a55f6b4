import { type ProviderSettings, resolveSettings, sanitize, type TenantClient } from "../client/index.ts";
import { Elsewhere } from "../import/elsewhere.ts";
import {
  type Inventory,
  type InventoryItem,
  importedTypes,
  keyOf,
  type LeftOut,
  type Selection,
  stackKeysOf,
} from "../import/inventory.ts";
import type { Named } from "../import/names-from/select.ts";
import { outsideNames } from "../import/outside-names.ts";
import { programOf } from "../import/program.ts";
import { type ImportedResource, Importer, type Importing, NotImportable } from "../import/resource.ts";
import { takeInventory } from "../import/take-inventory.ts";
import { configurationOf, type HeldResource } from "../pulumi-cli/stack.ts";
import { textsOf } from "../schema/secrecy/find.ts";
import { progress } from "./command.ts";
import { type ImportProject, openProject } from "./import-folder.ts";
import { type NamedImport, namedImport, readNames, selectionOf } from "./import-names.ts";
import { protectedProgram } from "./import-project.ts";
import { ImportStack } from "./import-stack.ts";
import type { ImportReport } from "./import-text.ts";
import { type OtherStacks, readOtherStacks } from "./other-stacks.ts";
import { accessOf, withClient } from "./tenant.ts";

/** The options of an import. */
export interface Wanted extends Pick<Selection, "types" | "only" | "except"> {
  readonly out: string;
  readonly stack?: string;
  readonly organizations?: readonly string[];
  readonly all?: true;
  readonly namesFrom?: string;
  readonly otherStack?: readonly string[];
  readonly take?: true;
  readonly protect?: true;
}

/** Reads the tenant, the stack and the project's folder, and generates the program. Nothing is written. */
export async function planImport(wanted: Wanted) {
  const named = wanted.namesFrom === undefined ? undefined : await readNames(wanted.namesFrom);
  const project = await openProject(wanted.out);
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
  return withClient(settings, async (client) => {
    const { found, other } = await read(client, settings, wanted, named);
    const begun = new Set(project.journal?.items);
    const begunKeys = project.journal?.keys ?? [];
    const isHere = (one: HeldResource) => one.tenant === undefined || one.tenant === found.tenant;
    const managed = new Set(held?.filter((one) => isHere(one) && !one.isOnlyRead).map(keyOf));
    const isManaged = (item: InventoryItem) => stackKeysOf(item).some((key) => managed.has(key));
    const free = found.items.filter((item) => begun.has(keyOf(item)) || !isManaged(item));
    const going = (state ?? []).filter(({ isGoing }) => isGoing).map((one) => ({ ...one, stack: stack.name }));
    const elsewhere = new Elsewhere([...going, ...others.held], found.tenant);
    const { items, leftOut, taken } = elsewhere.divide(free, { takes: wanted.take === true, isOurs: isManaged });
    const { resources, failed } = await resourcesOf(items, {
      client,
      config,
      target: settings,
      all: wanted.all === true,
    });
    stack.keepSecret(resources.flatMap(({ secrets }) => secrets.flatMap(({ value }) => textsOf(value))));
    const written = programOf(wanted.protect ? resources.map(withProtection) : resources, project.layout, {
      names: (held ?? [])
        .filter((resource) => resource.isOnlyRead || !begun.has(keyOf(resource)))
        .map(({ type, name }) => `${type} ${name}`),
      keys: Object.keys(values)
        .map((key) => key.slice(key.indexOf(":") + 1))
        .filter((key) => !begunKeys.includes(key)),
      chosen: other?.chosen ?? new Map(),
      known: new Map([...found.names, ...(await outsideNames(client, resources))]),
    });
    const program = wanted.protect ? protectedProgram(written, project) : written;
    const report: ImportReport = {
      tenant: found.tenant,
      stack: stack.name,
      managed: found.items.length - free.length,
      resources: program.resources,
      leftOut: [...found.leftOut, ...leftOut, ...failed],
      ...(taken.length > 0 && { taken }),
      ...(other && { notTaken: other.notTaken }),
    };
    const imported = new Set(resources.map(({ item }) => item));
    const missed = new Set(items.filter((item) => !imported.has(item)));
    // With the file of another tool: the steps that remove the imported objects from that tool's state.
    const handOver = other && (() => other.handOver(missed));
    return { project, stack, isNewStack: held === undefined, managed, program, report, handOver };
  });
}

function withProtection(resource: ImportedResource): ImportedResource {
  return { ...resource, isProtected: true };
}

/**
 * Refuses to add a tenant's objects to the stack of another tenant: each run uses one of the two, and would refuse the resources of the other.
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

/** @throws Error if the objects of another stack are unknown */
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
  wanted: Wanted,
  named: Named | undefined,
): Promise<{ found: Inventory; other?: NamedImport }> {
  const { organizations, ...rest } = wanted;
  const asked = { ...rest, ...(organizations && { owners: { organizations } }) };
  if (!named) return { found: await readTenant(client, settings, asked) };
  const inventory = await readTenant(client, settings, { ...asked, ...selectionOf(named, asked) });
  const other = namedImport(named, inventory);
  // The file selects the objects, so objects that the inventory left out are reported only if they could not be read.
  const leftOut = inventory.leftOut.filter(({ reason }) => reason === "unreadable");
  return { found: { ...inventory, items: other.items, leftOut }, other };
}

async function readTenant(
  client: TenantClient,
  settings: ProviderSettings,
  wanted: Pick<Wanted, "all"> & Selection,
): Promise<Inventory> {
  let seen = 0;
  const options = {
    types: importedTypes,
    ...wanted,
    all: wanted.all === true,
    access: accessOf(settings),
    onProgress: (count: number) => {
      seen = count;
    },
  };
  const inventory = await progress("reading the tenant", () => takeInventory(client, options));
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
      failed.push({ type: item.type, label: item.label, reason: "unreadable", why: sanitize(why) });
    }
  }
  return { resources, failed };
}
