import { join } from "node:path";
import { type Field, type Fields, isFromCreation, type Schema } from "../../../provider/src/schema/schema.ts";
import { secretOptionPaths } from "../../../provider/src/types/connection/definition-options.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { Declarations } from "./declarations.ts";
import { type Row, rowsOf } from "./rows.ts";

/** What a page of a resource says otherwise than its definition. */
const special: Readonly<Partial<Record<TypeName, Partial<Resource>>>> = {
  connection: {
    args: "TypedConnectionArgs",
    // The types that TypeScript chooses by the strategy.
    types: {
      strategy: "string",
      options: "object, see [the options of each strategy](../README.md#options-of-connections)",
    },
  },
};

/** The pages of resources: their class, the type of their arguments, and their table. */
const resources = typeNames.map((name): Resource => {
  const { type, schema, elementsOf, uniqueBy, sharesNames } = definitions[name];
  const shared = sharesNames && { sharedName: uniqueBy[0] };
  const unknown = tools[name].unknownInPreviews ?? [];
  return { type, args: `${type}Args`, schema, unknown, isPart: elementsOf !== undefined, ...shared, ...special[name] };
});

interface Resource {
  readonly type: string;
  readonly args: string;
  readonly schema: Schema;
  /** The outputs that the preview of an update does not know. */
  readonly unknown: readonly string[];
  /** It adds to an object of another resource: there is nothing of its own that could be imported. */
  readonly isPart: boolean;
  /** What names it for people, where several can have the same. */
  readonly sharedName?: string;
  /** The types of arguments that depend on others, in words. */
  readonly types?: Readonly<Record<string, string>>;
}

/** All pages that are made of the sources: their text by their path in the repository. */
export function referencePages(root: string): ReadonlyMap<string, string> {
  const declarations = new Declarations(["sdk", "types", "schema"].map((folder) => join(root, "provider/src", folder)));
  const strategies = declarations.properties("ConnectionOptionsByStrategy").map(({ name, type }) => ({
    name,
    options: type.getText(),
  }));
  return new Map([
    ...resources.flatMap((resource) => resourcePages(declarations, resource)),
    ...strategies.map(
      ({ name, options }) => [`docs/connection-options/${name}.md`, optionsPage(declarations, name, options)] as const,
    ),
  ]);
}

const notice = "<!-- Made of the sources by `npm run docs`. Change them, not this page. -->";

/** From so many arguments on, the members of objects have a page of their own: a page should be read in one go. */
const maxRows = 90;

/** The page of a resource, and that of the members of its arguments if they have one. */
function resourcePages(declarations: Declarations, resource: Resource): readonly (readonly [string, string])[] {
  const { type, args, schema, unknown, types = {} } = resource;
  const rows = rowsOf(declarations, declarations.properties(args), schema.fields).map((row) => ({
    ...row,
    type: types[row.name] ?? row.type,
  }));
  const isMember = ({ name }: Row) => name.includes(".");
  const members = rows.length > maxRows ? rows.filter(isMember) : [];
  const page = kebab(type);
  const outputs = declarations.properties(type).filter(({ name }) => isOutput(schema.fields, name));
  const unseen = rows.filter((row) => row.unseen !== "");
  const sections = [
    `# ${type}\n\n${notice}`,
    declarations.comment(type),
    "## Arguments",
    'Values may be promises and outputs. The column "dropped" has the value of a property after you remove it from the program.',
    ...(members.length > 0 ? [`The members of objects have [a page of their own](${page}-members.md).`] : []),
    tableOf(
      "argument",
      rows.filter((row) => !members.includes(row)),
    ),
    `## Outputs\n\nThe declared arguments as the tenant returns them, \`id\`${outputs.length > 0 ? ", and:" : "."}`,
    ...(outputs.length > 0 ? [tableOf("output", rowsOf(declarations, outputs, asOutputs(schema.fields)))] : []),
    `The preview of an update knows \`id\` and all declared arguments${unknown.length > 0 ? `, but not ${listed(unknown)}` : ""}.`,
    ...(unseen.length > 0
      ? [
          "## Values that the API does not return",
          unseen.map(({ name, unseen: says }) => `- \`${name}\`: ${says}`).join("\n"),
        ]
      : []),
    "## Existing objects",
    takingOver(rows, resource),
  ];
  const inner = [
    `# Members of the arguments of ${type}\n\n${notice}`,
    `The objects are arguments of [${type}](${page}.md). The column "dropped" has the value of a member after you remove it from the program.`,
    tableOf("member", members),
  ];
  const textOf = (parts: readonly string[]) => `${parts.join("\n\n")}\n`;
  return [
    [`docs/resources/${page}.md`, textOf(sections)],
    ...(members.length > 0 ? [[`docs/resources/${page}-members.md`, textOf(inner)] as const] : []),
  ];
}

/** Names in a sentence. */
function listed(names: readonly string[]): string {
  const [last = "", ...others] = names.map((name) => `\`${name}\``).toReversed();
  return others.length > 0 ? `${others.toReversed().join(", ")} and ${last}` : last;
}

function takingOver(rows: readonly Row[], { type, schema, isPart, sharedName }: Resource): string {
  const get = `\`${type}.get(name, id)\` reads an object that another stack or tool manages.`;
  const written = isPart
    ? "A creation adds missing members and keeps the others."
    : "[`pulumi-tenant import`](../import.md) writes a program and a state for existing objects, and changes nothing at the tenant.";
  const canAdopt = rows.some(({ name }) => name === "adopt");
  const shownOnce = Object.keys(schema.fields).filter((name) => isFromCreation(schema.fields[name] as Field));
  const how = "With `adopt: true`, or `TENANT_ADOPT=true` for one run, a creation adopts";
  const adopt = sharedName
    ? ` ${how} the only object with this \`${sharedName}\`, and the preview lists the changes; it fails if several objects have it. Without \`adopt\`, the creation makes another object, even if the \`${sharedName}\` is in use.`
    : ` ${how} the existing object, and the preview lists the changes. Without \`adopt\`, the creation fails, and the preview warns.`;
  const never = ` No existing object is adopted, because only its creation shows ${listed(shownOnce)}. Every creation makes another object.`;
  return `${written}${shownOnce.length > 0 ? never : canAdopt ? adopt : ""} ${get} Pulumi's own \`import:\` option does not work for dynamic resources, and is refused.`;
}

function optionsPage(declarations: Declarations, strategy: string, options: string): string {
  const rows = rowsOf(declarations, declarations.properties(options), {}).map((row) => {
    const isSecret = secretOptionPaths.some((path) => isAt(path, row.name));
    return isSecret ? { ...row, rules: "**secret**" } : row;
  });
  const sections = [
    `# Options of strategy \`${strategy}\`\n\n${notice}`,
    declarations.comment(options),
    'Names are the service\'s own. Write an option that is not listed as `["its_name" as tenant.Undocumented]`: it is sent unchanged. ' +
      "See [Connection](../resources/connection.md).",
    tableOf("option", rows),
  ];
  return `${sections.filter(Boolean).join("\n\n")}\n`;
}

/** The properties as outputs, which nobody has to declare. */
function asOutputs(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, computed: true }]));
}

/** Whether a property is, or can be, more than what was declared. */
function isOutput(fields: Fields, name: string): boolean {
  if (!Object.hasOwn(fields, name)) return false;
  return fields[name]?.computed === true || fields[name]?.shownBy !== undefined;
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
