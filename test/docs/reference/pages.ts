import { join } from "node:path";
import { connectionTable } from "../../../provider/src/model/connection.ts";
import { connectionClientsTable } from "../../../provider/src/model/connection-clients.ts";
import { organizationMemberRolesTable } from "../../../provider/src/model/organization-member-roles.ts";
import { resourceServerTable } from "../../../provider/src/model/resource-server.ts";
import { resourceServerScopesTable } from "../../../provider/src/model/resource-server-scopes.ts";
import { secretOptionPaths } from "../../../provider/src/model/strategies.ts";
import type { Fields, Table } from "../../../provider/src/model/table.ts";
import { tokenExchangeProfileTable } from "../../../provider/src/model/token-exchange-profile.ts";
import { Declarations } from "./declarations.ts";
import { type Row, rowsOf } from "./rows.ts";

/** The pages of resources: their class, the type of their arguments, and their table. */
const resources = [
  { type: "ResourceServer", args: "ResourceServerArgs", table: resourceServerTable },
  {
    type: "Connection",
    args: "TypedConnectionArgs",
    table: connectionTable,
    // The types that TypeScript chooses by the strategy.
    types: {
      strategy: "string",
      options: "object, see [the options of each strategy](../README.md#options-of-connections)",
    },
  },
  { type: "OrganizationMemberRoles", args: "OrganizationMemberRolesArgs", table: organizationMemberRolesTable },
  { type: "ConnectionClients", args: "ConnectionClientsArgs", table: connectionClientsTable },
  { type: "ResourceServerScopes", args: "ResourceServerScopesArgs", table: resourceServerScopesTable },
  { type: "TokenExchangeProfile", args: "TokenExchangeProfileArgs", table: tokenExchangeProfileTable },
] as const satisfies readonly Resource[];

interface Resource {
  readonly type: string;
  readonly args: string;
  readonly table: Table;
  /** The types of arguments that depend on others, in words. */
  readonly types?: Readonly<Record<string, string>>;
}

/** All pages that are made of the sources: their text by their path in the repository. */
export function referencePages(root: string): ReadonlyMap<string, string> {
  const declarations = new Declarations([join(root, "provider/src/resources"), join(root, "provider/src/model")]);
  const strategies = declarations.properties("ConnectionOptionsByStrategy").map(({ name, type }) => ({
    name,
    options: type.getText(),
  }));
  return new Map([
    ...resources.map(
      (resource) => [`docs/resources/${kebab(resource.type)}.md`, resourcePage(declarations, resource)] as const,
    ),
    ...strategies.map(
      ({ name, options }) => [`docs/connection-options/${name}.md`, optionsPage(declarations, name, options)] as const,
    ),
  ]);
}

const notice = "<!-- Made of the sources by `npm run docs`. Change them, not this page. -->";

function resourcePage(declarations: Declarations, { type, args, table, types = {} }: Resource): string {
  const rows = rowsOf(declarations, declarations.properties(args), table.fields).map((row) => ({
    ...row,
    type: types[row.name] ?? row.type,
  }));
  const outputs = declarations.properties(type).filter(({ name }) => isComputed(table.fields, name));
  const unseen = rows.filter((row) => row.unseen !== "");
  const sections = [
    `# ${type}\n\n${notice}`,
    declarations.comment(type),
    "## Arguments",
    'Values may be promises and outputs. "Dropped" is what a property becomes when the program declares it no more.',
    tableOf("argument", rows),
    `## Outputs\n\nThe declared arguments as the tenant answers them, \`id\`${outputs.length > 0 ? ", and:" : "."}`,
    ...(outputs.length > 0 ? [tableOf("output", rowsOf(declarations, outputs, table.fields))] : []),
    ...(unseen.length > 0
      ? ["## What cannot be seen", unseen.map(({ name, unseen: says }) => `- \`${name}\`: ${says}`).join("\n")]
      : []),
    "## What exists already",
    takingOver(rows, type),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** Kinds that add to an object of somebody else: there is nothing of theirs that could be imported. */
const additions: readonly string[] = ["ConnectionClients", "ResourceServerScopes"];

function takingOver(rows: readonly Row[], type: string): string {
  const get = `\`${type}.get(name, id)\` reads one that something else manages.`;
  const written = additions.includes(type)
    ? "A creation adds what is missing, and leaves the rest as it is."
    : "[`pulumi-tenant import`](../import.md) writes the program and the state for those that exist, without a write to the tenant.";
  const canAdopt = rows.some(({ name }) => name === "adopt");
  const adopt =
    " With `adopt: true`, or `TENANT_ADOPT=true` for one run, a creation takes over what exists, and the preview says what that changes.";
  return `${written}${canAdopt ? adopt : ""} ${get} Pulumi's own \`import:\` option cannot work for dynamic resources, and is refused.`;
}

function optionsPage(declarations: Declarations, strategy: string, options: string): string {
  const rows = rowsOf(declarations, declarations.properties(options), {}).map((row) => {
    const isSecret = secretOptionPaths.some((path) => isAt(path, row.name));
    return isSecret ? { ...row, rules: "**secret**" } : row;
  });
  const sections = [
    `# Options of strategy \`${strategy}\`\n\n${notice}`,
    declarations.comment(options),
    "Names are the service's own. Any other option can be declared as well, and is sent as it is. See [Connection](../resources/connection.md).",
    tableOf("option", rows),
  ];
  return `${sections.filter(Boolean).join("\n\n")}\n`;
}

function isComputed(fields: Fields, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name]?.computed === true;
}

/** Whether a JSON pointer into options leads to a name of a line, such as `gateway_authentication.secret`. */
function isAt(pointer: string, name: string): boolean {
  return pointer.slice(1).replaceAll("/", ".") === name;
}

/** A table of Markdown, without columns that are empty. */
function tableOf(what: string, rows: readonly Row[]): string {
  const columns = (
    [
      [what, ({ name }) => `\`${name}\``],
      ["type", ({ type }) => type],
      ["meaning", ({ meaning }) => meaning],
      ["rules", ({ rules }) => rules],
      ["dropped", ({ dropped }) => dropped],
    ] as const satisfies readonly (readonly [string, (row: Row) => string])[]
  ).filter(([, cellOf]) => rows.some((row) => cellOf(row) !== ""));
  const line = (cells: readonly string[]) =>
    `|${cells.map((cell) => (cell === "" ? " |" : ` ${cell.replaceAll("|", "\\|")} |`)).join("")}`;
  return [
    line(columns.map(([title]) => title)),
    line(columns.map(() => "---")),
    ...rows.map((row) => line(columns.map(([, cellOf]) => cellOf(row)))),
  ].join("\n");
}

function kebab(type: string): string {
  return type.replace(/[a-z](?=[A-Z])/g, "$&-").toLowerCase();
}
