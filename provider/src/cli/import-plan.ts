import {
  type ImportedResource,
  Importer,
  type Importing,
  type Inventory,
  type InventoryItem,
  keyOf,
  type Layout,
  type LeftOut,
  type ListedKind,
  type Named,
  NotImportable,
  type Program,
  programOf,
  type Selection,
  takeInventory,
} from "../importer/index.ts";
import { legible, resolveSettings, TenantClient, type TenantSettings } from "../tenant/index.ts";
import { type NamedImport, namedImport, readNames, selectionOf } from "./import-names.ts";
import { ImportProject } from "./import-project.ts";
import { ImportStack, type Managed } from "./import-stack.ts";
import type { ImportReport } from "./import-text.ts";
import { progress } from "./progress.ts";

/** What is asked for. */
export interface Wanted {
  readonly out: string;
  readonly stack?: string;
  readonly kinds?: readonly ListedKind[];
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly organizations?: readonly string[];
  readonly all?: true;
  readonly namesFrom?: string;
}

/** What an import is to do, before it has changed anything. */
export interface ImportPlan {
  readonly project: ImportProject;
  readonly stack: ImportStack;
  /** What the stack has already; undefined where there is no stack yet. */
  readonly managed: Managed | undefined;
  readonly program: Program;
  readonly layout: Layout;
  readonly report: ImportReport;
  /** How the other tool is told to forget what is imported, where it named the objects. */
  readonly handOver: (() => ReturnType<NamedImport["handOver"]>) | undefined;
}

/** Reads the tenant, the stack and the project's folder, and makes a program of it. Nothing is written. */
export async function planImport(wanted: Wanted): Promise<ImportPlan> {
  const named = wanted.namesFrom === undefined ? undefined : await readNames(wanted.namesFrom);
  const project = await ImportProject.open(wanted.out);
  const stack = new ImportStack(project.folder, await stackName(project, wanted));
  const managed = project.isNew ? undefined : await stack.managed();
  const values = managed ? await stack.configuration() : {};
  const config = (key: string) => values[`tenant:${key}`];
  const settings = resolveSettings({ config, env: process.env });
  const client = new TenantClient(settings);
  try {
    const { found, other } = await read(client, settings, wanted, named);
    const pending = new Set(project.pending.items);
    const items = found.items.filter((item) => pending.has(keyOf(item)) || !managed?.has(keyOf(item)));
    const { resources, failed } = await resourcesOf(items, {
      client,
      config,
      target: settings,
      all: wanted.all === true,
    });
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
    const imported = new Set(resources.map(({ item }) => item));
    const missed = new Set(items.filter((item) => !imported.has(item)));
    const handOver = other && (() => other.handOver(missed));
    return { project, stack, managed, program, layout, report, handOver };
  } finally {
    await client.close();
  }
}

async function stackName(project: ImportProject, { stack }: Wanted): Promise<string> {
  if (stack !== undefined) return stack;
  return (project.isNew ? undefined : await ImportStack.current(project.folder)) ?? "dev";
}

/** What the tenant has of what was asked for. */
async function read(
  client: TenantClient,
  settings: TenantSettings,
  wanted: Wanted,
  named: Named | undefined,
): Promise<{ found: Inventory; other?: NamedImport }> {
  if (!named) return { found: await readTenant(client, settings, wanted) };
  const inventory = await readTenant(client, settings, { ...wanted, ...selectionOf(named, wanted) });
  const other = namedImport(named, inventory);
  // The rest of the tenant is of no interest, but for what could not be read.
  const leftOut = inventory.leftOut.filter(({ reason }) => reason === "unreadable");
  return { found: { ...inventory, items: other.items, leftOut }, other };
}

async function readTenant(
  client: TenantClient,
  settings: TenantSettings,
  wanted: Pick<Wanted, "all"> & Selection,
): Promise<Inventory> {
  const { credentials, audience } = settings;
  let seen = 0;
  const done = progress("reading the tenant");
  const inventory = await takeInventory(client, {
    ...wanted,
    all: wanted.all === true,
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

/** The names that other resources of the stack have, each after its kind and a blank. */
function namesBesides(pending: ReadonlySet<string>, managed: Managed): readonly string[] {
  return [...managed]
    .filter(([key]) => !pending.has(key))
    .map(([key, name]) => `${key.slice(0, key.indexOf(" "))} ${name}`);
}
