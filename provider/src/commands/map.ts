import { createRequire } from "node:module";
import { join } from "node:path";
import type { Command } from "commander";
import { sanitize, sanitizeJson } from "../client/index.ts";
import { keyOf, unmanagedTypes } from "../import/inventory.ts";
import {
  type Diagram,
  type MapDocument,
  type MappedObject,
  type MapSource,
  mapOf,
  type PageParts,
  toMermaid,
  toPage,
} from "../map/map.ts";
import { exportedResources, type StackPlace, settingsOf, stacksOfProject } from "../pulumi-cli/stack.ts";
import { isOurs } from "../pulumi-cli/urn.ts";
import { asText, titled } from "../report/document.ts";
import { firstOf } from "../report/words.ts";
import { objectsOfState } from "../review/objects.ts";
import { addHelp, collect, exitCode, refuseUsage } from "./command.ts";
import { refuseUnwritable, replaceFile, textOf } from "./files.ts";
import { objectsOfTenant } from "./sources.ts";

interface Flags {
  readonly stack?: readonly string[];
  readonly cwd?: string;
  readonly out?: string;
  readonly json?: true;
  readonly mermaid?: true;
}

/** Adds `pulumi-tenant map` to its command. */
export function register(command: Command): void {
  command
    .option("-s, --stack <name>", "only the objects of this stack (repeat it for several)", collect)
    .option("-C, --cwd <folder>", "the folder of the Pulumi project (default: this one)")
    .option("--out <file>", "write the map as one page for a browser")
    .option("--json", "print the map as JSON")
    .option("--mermaid", "print the map as a flowchart in Mermaid, for Markdown")
    .action((flags: Flags) => run(command, flags));
  addHelp(command, {
    text: `Draws the references between objects: applications, the connections and organizations through which
users log in to them, APIs, grants, roles and permissions. Without --stack it lists the whole
tenant, with the credentials of the environment (TENANT_DOMAIN, TENANT_CLIENT_ID and so on) or of
the current stack, and marks objects that no stack of the project in this folder manages. With
--stack it reads only states, and needs no credentials. Nothing is changed. The page needs no
network and contains no secrets.`,
    exitCodes: {
      0: "the map was made",
      1: "it could not be made, or lacks objects because the tenant failed when it was asked for them",
    },
    example: "npx pulumi-tenant map --out tenant.html",
  });
}

async function run(command: Command, { stack: stacks, cwd, out, json, mermaid }: Flags): Promise<void> {
  if (json && mermaid)
    refuseUsage(command, "--json and --mermaid would both print to standard output: use only one of them");
  if (!out && !json && !mermaid) refuseUsage(command, "no output is selected: use --out <file>, --json or --mermaid");
  if (out !== undefined) await refuseUnwritable(out);
  const { isOutage, ...source } = await (stacks ? sourceOfStacks(stacks, cwd) : sourceOfTenant({ cwd }));
  const map = mapOf(source);
  if (out !== undefined) await replaceFile(out, toPage(map, await partsOfPage()));
  if (json) process.stdout.write(`${sanitizeJson(map, 2)}\n`);
  else if (mermaid) printDiagram(toMermaid(map));
  else process.stdout.write(`${summaryOf(map)}, in ${out}\n`);
  if (map.unread.length > 0) {
    process.stderr.write(asText([titled("not on the map, because it could not be read:", firstOf(map.unread, 20))]));
  }
  if (isOutage) process.exitCode = exitCode.failed;
}

/** Prints a diagram on standard output, and the omissions on standard error. */
function printDiagram({ text, objects, references }: Diagram): void {
  process.stdout.write(text);
  if (references === 0 && objects.size === 0) return;
  const left = [...objects, ["references", references] as const].map(([what, count]) => `${count} ${what}`);
  process.stderr.write(
    `the diagram lacks ${left.join(", ")}, because GitHub displays no larger diagrams; --out <file> writes a page with everything\n`,
  );
}

function summaryOf({ objects, links }: MapDocument): string {
  const unmanaged = objects.filter(({ state }) => state === "unmanaged").length;
  const rest = unmanaged > 0 ? `, ${unmanaged} of the objects managed by no stack` : "";
  return `${objects.length} objects and ${links.length} references${rest}`;
}

/** The scripts and the style of the page, and the library that draws graphs. */
async function partsOfPage(): Promise<PageParts> {
  const assets = join(__dirname, "../../assets/map");
  const library = createRequire(__filename).resolve("cytoscape/dist/cytoscape.min.js");
  const files = [
    library,
    ...["model.js", "layout.js", "style.js", "page.js", "page.css"].map((name) => join(assets, name)),
  ];
  const texts = await Promise.all(files.map((file) => textOf(file)));
  return { scripts: texts.slice(0, -1), style: texts.at(-1) ?? "" };
}

/** What a map shows, and whether it lacks objects because the tenant failed when it was asked for them. */
type ReadSource = MapSource & { readonly isOutage: boolean };

/**
 * The objects in the states of stacks. Needs no credentials of a tenant.
 *
 * @throws Error with the CLI's message
 */
async function sourceOfStacks(stacks: readonly string[], cwd: string | undefined): Promise<ReadSource> {
  const objects: MappedObject[] = [];
  for (const stack of stacks) objects.push(...(await objectsIn({ stack, cwd })));
  return { objects, stacks, isOutage: false };
}

/**
 * The objects that a tenant lists, and the objects in the states of the project's stacks.
 *
 * @throws TenantError, SettingsError, or an Error with the CLI's message
 */
async function sourceOfTenant(place: StackPlace): Promise<ReadSource> {
  const settings = await settingsOf(place);
  const { host } = settings;
  const stacks = await stacksIn(place);
  const managed: MappedObject[] = [];
  for (const stack of stacks ?? []) {
    for (const object of await objectsIn({ ...place, stack })) {
      if (object.tenant === "" || object.tenant === host) managed.push({ ...object, tenant: host });
    }
  }
  const inStacks = managed.flatMap(({ type, id, stack }) => (id && stack ? [keyOf({ type, id })] : []));
  const { tenant, items, leftOut, names } = await objectsOfTenant(settings, {
    types: unmanagedTypes,
    all: true,
    keyedExcept: new Set(inStacks),
  });
  const listed = items.map(({ type, id, properties, names: [name] }): MappedObject => {
    return { type, tenant, id, properties, ...(name !== undefined && { name }) };
  });
  const unread = leftOut.filter(({ reason }) => reason === "unreadable").map(({ label, why }) => `${label}: ${why}`);
  const isOutage = leftOut.some((one) => one.isOutage);
  return { objects: [...managed, ...listed], stacks, names, unread, isOutage };
}

async function objectsIn(place: StackPlace & { readonly stack: string }): Promise<readonly MappedObject[]> {
  const resources = (await exportedResources(place)).filter(({ type, delete: isGoing }) => isOurs(type) && !isGoing);
  // A resource that is only read (`X.get`) is managed by another stack or tool.
  const read = new Set(resources.filter(({ external }) => external).map(({ urn }) => urn));
  return objectsOfState(resources).map((object) =>
    object.urn !== undefined && read.has(object.urn) ? object : { ...object, stack: place.stack },
  );
}

/** The stacks of the project in a folder; undefined if there is no project, or the CLI is not signed in. */
async function stacksIn(place: StackPlace): Promise<readonly string[] | undefined> {
  try {
    return (await stacksOfProject(place)).map(({ name }) => name);
  } catch (error) {
    process.stderr.write(
      `the stacks of this project could not be listed, so it is unknown which objects are managed: ${sanitize((error as Error).message)}\n`,
    );
    return undefined;
  }
}
