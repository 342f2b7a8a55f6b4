import { sanitize } from "../client/index.ts";
import type { Json, JsonObject, MutableJsonObject, Path } from "../schema/json.ts";
import { equal, fromPointer, isObject, pointersAbove, put, toPointer, valueAt } from "../schema/json.ts";
import { hintsAt } from "../schema/schema.ts";
import { definitions } from "../types/registry.ts";
import { tools } from "../types/tools.made.ts";
import type { GroupPlaces } from "./group-names.ts";
import type { Group, Kind, Table } from "./groups.ts";
import type { Module } from "./modules.ts";
import { commentLine, literal, type NamedResource, templateLiteral, wordsOf } from "./names.ts";
import {
  classIn,
  componentClass,
  componentRows,
  componentsStatement,
  defaultsStatement,
  type Expression,
  entriesOf,
  jsonEntries,
  jsonText,
  type Marks,
  type RowProperty,
  rowsStatement,
  rowType,
  tableStatement,
} from "./program-text.ts";
import type { SecretValue } from "./resource.ts";
import type { Settings } from "./settings.ts";
import { type Column, isLong, type Row, type Source, valueIn } from "./shape.ts";
import type { FilesOfRows, SourceFile, Texts } from "./texts.ts";
import { formKey, type Literal, literalsIn, type ResourceMarks, type TextLiterals, type Written } from "./written.ts";

/** What a file of a program contains. */
export interface Code {
  readonly statements: readonly Written[];
  /** Whether the statements use `pulumi`, besides what they have from the configuration and from templates. */
  readonly pulumi?: "value" | "type" | undefined;
  /** Whether the statements use `tenant`, besides the tenant's host and templates. Default: `value`. */
  readonly tenant?: "value" | "type" | "none";
  readonly readsFiles?: boolean;
  /** Import statements for files with rows. */
  readonly own?: readonly string[];
}

/** Options for the marks of a resource that a loop declares. */
export interface MarkOptions {
  /** The expressions for secrets, by JSON pointer. Default: a key of the configuration for each. */
  readonly settings: ReadonlyMap<string, Expression>;
  /** The name of the resource in the names of its files. Default: its own. */
  readonly fileName?: string;
}

/** What writes the parts of a statement. */
export interface Services {
  readonly places: GroupPlaces;
  readonly texts: Texts;
  readonly settings: Settings;
  readonly literals: Literal[];
  /**
   * The marks of a resource's arguments.
   *
   * @param others receives the modules to which the marks refer
   */
  marksOf(resource: NamedResource, others: Set<Module>, options?: MarkOptions): ResourceMarks;
  /** Expressions for the resources on which a resource depends although no argument refers to them. */
  dependenciesOf(resource: NamedResource, others: Set<Module>): readonly string[];
  /**
   * The values of the tenant that stay in the code of a resource, and in its files.
   *
   * @param expressions those of the code, which is already written
   * @param isHere whether the code contains a value of the text at a path. Default: all
   */
  literalsOf(
    resource: NamedResource,
    expressions?: ResourceMarks["expressions"],
    isHere?: (path: Path, value: string) => boolean,
  ): readonly TextLiterals[];
}

/** The comment above a resource with values that the program does not declare. */
export function notesOf({ notes }: NamedResource): readonly string[] {
  if (notes.length === 0) return [];
  return [
    "These values are not declared, so they stay as they are:",
    ...notes.map(({ place, why }) => `- ${sanitize(place)}: ${sanitize(why)}.`),
  ].map(commentLine);
}

/** Expressions for the values of a row. */
interface Names {
  /** The variable with the row: `row` or `args`. */
  readonly row: string;
  /** The variable with the values of rows that lack a property. */
  readonly defaults: string;
  /** The columns whose values are in files. */
  readonly files: ReadonlyMap<Column, FilesOfRows>;
}

/** One part of a group, as the loop declares it. */
interface WrittenPart {
  readonly resource: NamedResource;
  readonly args: Json;
  readonly marks: Marks;
  readonly dependsOn: readonly string[];
  /** The values of the tenant in the code, once it is written. */
  readonly literals: () => readonly TextLiterals[];
}

/** Writes the loops of a program, the classes of its components, and their rows. */
export class GroupWriter {
  readonly #writer: Services;
  readonly #files: SourceFile[] = [];
  readonly #inFiles = new Map<Group, ReadonlyMap<Column, FilesOfRows>>();

  constructor(writer: Services) {
    this.#writer = writer;
  }

  /** The files of rows since the last call. */
  takeFiles(): readonly SourceFile[] {
    return this.#files.splice(0);
  }

  /** The rows of the tables of a module. */
  rowsOfTables(tables: readonly Table[], others: Set<Module>): Code {
    const types = tables.flatMap(({ shape }) => shape.columns.map((column) => typeOf(column, "")));
    return {
      statements: tables.flatMap((table) => this.#rowsOfTable(table, others)),
      pulumi: types.some((type) => type.startsWith("pulumi.")) ? "type" : undefined,
      tenant: types.some((type) => type.startsWith("tenant.")) ? "type" : "none",
    };
  }

  #rowsOfTable(table: Table, others: Set<Module>): readonly Written[] {
    const { type, shape } = table;
    const { rows, columns } = shape;
    const { suffix } = this.#writer.places.of(table);
    const properties = columns.map((column) => propertyOf(column, definitions[type].type));
    const literals: TextLiterals[] = [];
    const entries = rows.flatMap((row): readonly string[] => {
      const resource = row.parts[0]?.resource as NamedResource;
      const marks = this.#writer.marksOf(resource, others, { settings: new Map() });
      const entry = entriesOf({ [row.key]: valuesIn(row, columns) }, marksOfRow(marks, columns));
      literals.push(...this.#writer.literalsOf(resource, marks.expressions, (path) => isInRow(row, columns, 0, path)));
      return entry;
    });
    return [
      {
        text: rowType(`Row${suffix}`, `What differs between the ${definitions[type].plural} of the table.`, properties),
        literals: [],
      },
      { text: rowsStatement(`rows${suffix}`, `Row${suffix}`, entries), literals },
    ];
  }

  /** The loop over a table. */
  table(table: Table, others: Set<Module>): readonly Written[] {
    const { columns } = table.shape;
    const { suffix, all, defaults } = this.#writer.places.of(table);
    const names = { row: "row", defaults, files: new Map() };
    const { args, marks, dependsOn, resource, literals } = this.#part(table, 0, names, others);
    const loop = {
      ...{ all, type: definitions[table.type].type, rows: `data.rows${suffix}`, rowType: `data.Row${suffix}` },
      usesRow: columns.length > 0,
    };
    const text = tableStatement(loop, args, marks, dependsOn);
    const comments = notesOf(resource).map((one) => `${one}\n`);
    return [...this.#defaultsOf(names.defaults, table), { text: `${comments.join("")}${text}`, literals: literals() }];
  }

  /** The statement that reads the rows of the components of a module, which are in a JSON file. */
  rowsOfKinds(kinds: readonly Kind[], path: string): Code {
    let line = 2;
    const texts = kinds.flatMap((kind, at) => {
      const { all } = this.#writer.places.of(kind);
      const files = this.#filesOf(kind);
      const columns = kind.shape.columns.filter((column) => !files.has(column));
      const start = `  ${jsonText(all)}: {`;
      line += 1;
      const entries = kind.shape.rows.map((row, n) => {
        const [entry = ""] = jsonEntries({ [row.key]: valuesIn(row, columns) }, "    ");
        const literals = row.parts.flatMap(({ resource }, part) =>
          this.#writer
            .literalsOf(resource, textsInFiles(files, row, part), (place) =>
              isInRow(row, kind.shape.columns, part, place),
            )
            .map((one) => (one.file ? one : { ...one, head: jsonText(one.text) })),
        );
        this.#writer.literals.push(...literalsIn(entry, literals, { file: path, line }));
        line += entry.split("\n").length;
        return n < kind.shape.rows.length - 1 ? `${entry},` : entry;
      });
      line += 1;
      return [start, ...entries, at < kinds.length - 1 ? "  }," : "  }"];
    });
    this.#files.push({ path, text: `${["{", ...texts, "}"].join("\n")}\n` });
    const named = kinds.map((kind) => this.#writer.places.of(kind));
    const text = componentRows(
      path,
      named.map(({ all, component }) => ({ all, name: component })),
    );
    return { statements: [{ text, literals: [] }], pulumi: "value", readsFiles: true };
  }

  /** The class of a kind's components, and the loop over its rows. */
  kind(kind: Kind, others: Set<Module>): readonly Written[] {
    const { places } = this.#writer;
    const { all, component, defaults, properties } = places.of(kind);
    const names = { row: "args", defaults, files: this.#filesOf(kind) };
    const columns = kind.shape.columns.filter((column) => !names.files.has(column));
    const parts = (kind.shape.rows[0]?.parts ?? []).map((_, part) => this.#part(kind, part, names, others));
    const rowProperties = columns.map((column) =>
      propertyOf(column, definitions[parts[column.part]?.resource.item.type ?? kind.type].type),
    );
    const { noun } = definitions[kind.type].schema;
    const words = kind.distinctions.flatMap(wordsOf);
    const comment = `One ${noun}, with all that belongs to it${words.length > 0 ? `: ${words.join(", ")}` : ""}.`;
    const written = parts.map(({ resource, literals: _, ...part }, at) => ({
      ...part,
      ...{ property: properties[at], type: classIn(resource.type), comments: notesOf(resource) },
      name: headOf(kind.shape.names[at], names) ?? literal(resource.name),
    }));
    const token = places.tokenOf(kind);
    return [
      { text: rowType(`${component}Args`, `A row of ${all}.`, rowProperties), literals: [] },
      ...this.#defaultsOf(names.defaults, kind),
      {
        text: componentClass({ name: component, comment, token }, written),
        literals: parts.flatMap(({ literals }) => literals()),
      },
      { text: componentsStatement({ all, name: component }), literals: [] },
    ];
  }

  /** The statement with the values of rows that lack a property, if there are any. */
  #defaultsOf(name: string, { shape: { rows, columns } }: Group): readonly Written[] {
    const shared = columns.filter(({ fallback }) => fallback !== undefined);
    if (shared.length === 0) return [];
    const literals = shared.flatMap((column) => {
      const row = rows.find((one) => equal(valueIn(one, column), column.fallback));
      const resource = row?.parts[column.part]?.resource;
      return resource ? this.#writer.literalsOf(resource, undefined, (path) => isAt(column, column.part, path)) : [];
    });
    const values = Object.fromEntries(shared.map((one) => [one.name, one.fallback ?? null]));
    return [{ text: defaultsStatement(name, values), literals }];
  }

  /** One part of a group, as the loop declares it for each row. */
  #part(group: Group, part: number, names: Names, others: Set<Module>): WrittenPart {
    const { rows, sources } = group.shape;
    const sourceAt = sources[part] ?? new Map<string, Source>();
    const [first] = rows;
    const { resource, args } = first?.parts[part] ?? { resource: undefined as never, args: {} };
    const secrets = [...sourceAt].filter(([, { is }]) => is === "secret");
    const settings = new Map(
      secrets.map(([pointer]) => [pointer, this.#writer.settings.addOfRows(secretsAt(pointer, part, rows))]),
    );
    // The file has the name of the component or type: the name of the first row would change with their order.
    const fileName = this.#writer.places.of(group).component || definitions[group.type].plural;
    const base = this.#writer.marksOf(resource, others, { settings, fileName });
    const ofSource = (path: Path) => sourceAt.get(toPointer(path));
    const marks: Marks = {
      instead: (path, value) => expressionOf(ofSource(path), names) ?? base.instead(path, value),
      element: (path, value, at) => {
        const source = ofSource(path);
        if (source?.is !== "list") return base.element(path, value, at);
        return expressionOf(source.elements[at], names);
      },
      keyType: (path) => base.keyType(path),
      comment: (path, value) => ((ofSource(path)?.is ?? "common") === "common" ? base.comment(path, value) : undefined),
    };
    const isHere = (path: Path, value: string) =>
      pointersAbove([...path, ""]).every((pointer) => isInCode(sourceAt.get(pointer), value));
    return {
      ...{ resource, args: withAll(args, rows, part, sourceAt), marks },
      dependsOn: this.#writer.dependenciesOf(resource, others),
      literals: () => {
        const heads = headsOf(sourceAt, args, names);
        return this.#writer.literalsOf(resource, new Map([...heads, ...base.expressions]), isHere);
      },
    };
  }

  /** The columns of a kind whose texts are in files, because they are long or have several lines. */
  #filesOf(kind: Kind): ReadonlyMap<Column, FilesOfRows> {
    const known = this.#inFiles.get(kind);
    if (known) return known;
    const { rows, columns } = kind.shape;
    const files = new Map<Column, FilesOfRows>();
    for (const column of columns) {
      const texts = new Map(rows.map((row) => [row.key, valueIn(row, column)]));
      const isInRow = column.kind !== "text" || column.isOptional || column.path.length === 0;
      if (isInRow || ![...texts.values()].some((text) => isLong(String(text)))) continue;
      const resource = rows[0]?.parts[column.part]?.resource;
      if (!resource) continue;
      const { schema } = definitions[resource.item.type];
      const { imported } = tools[resource.item.type];
      const { language } = hintsAt(schema.fields, column.path, resource.args);
      const place = column.path.at(-1) ?? "";
      const file = this.#writer.texts.addOfRows(texts as ReadonlyMap<string, string>, imported.noun, place, language);
      if (file) files.set(column, file);
    }
    this.#inFiles.set(kind, files);
    return files;
  }
}

/** Whether a path is in the value of a column. */
function isAt(column: Column, part: number, path: Path): boolean {
  return column.part === part && column.path.length > 0 && column.path.every((key, at) => path[at] === key);
}

/** Whether the code of a loop, and not its rows, contains a value of a text. */
function isInCode(source: Source = { is: "common" }, value: string): boolean {
  if (source.is === "text") return source.between.some((text) => text.includes(value));
  if (source.is === "list") return source.elements.some((element) => isInCode(element, value));
  return source.is === "common";
}

/** The expressions of texts that contain texts of a row. */
function headsOf(sources: ReadonlyMap<string, Source>, args: JsonObject, names: Names): ResourceMarks["expressions"] {
  const entries = [...sources].flatMap(([pointer, source]) => {
    const path = fromPointer(pointer);
    const value = valueAt(args, path);
    const [texts, found] = source.is === "list" ? [value as readonly Json[], source.elements] : [[value], [source]];
    return found.map((one, at) => [formKey(path, String(texts[at])), { head: headOf(one, names) }] as const);
  });
  return new Map(entries);
}

/** The texts of one part of a row that are in files. */
function textsInFiles(files: ReadonlyMap<Column, FilesOfRows>, row: Row, part: number): ResourceMarks["expressions"] {
  const ofPart = [...files].filter(([column]) => column.part === part);
  return new Map(
    ofPart.map(([column, one]) => [
      formKey(column.path, String(valueIn(row, column))),
      { file: one.files.get(row.key) },
    ]),
  );
}

/** Whether a row has the value at a path, and not the defaults of the rows. */
function isInRow(row: Row, columns: readonly Column[], part: number, path: Path): boolean {
  return columns.some((column) => isAt(column, part, path) && !equal(valueIn(row, column), column.fallback));
}

/** The arguments of the first row, with the values that other rows have and it lacks. */
function withAll(
  args: JsonObject,
  rows: readonly Row[],
  part: number,
  sources: ReadonlyMap<string, Source>,
): JsonObject {
  const all = structuredClone(args) as MutableJsonObject;
  for (const pointer of sources.keys()) {
    const path = fromPointer(pointer);
    if (valueAt(args, path) !== undefined) continue;
    const value = rows.map((row) => row.parts[part]?.cells.get(pointer)?.value).find((one) => one !== undefined);
    const above = path.slice(0, -1).reduce((at: Json | undefined, key) => (isObject(at) ? at[key] : undefined), all);
    if (isObject(above) && value !== undefined) put(above as MutableJsonObject, path.at(-1) ?? "", value);
  }
  return all;
}

function secretsAt(pointer: string, part: number, rows: readonly Row[]): ReadonlyMap<string, SecretValue> {
  return new Map(rows.map((row) => [row.key, { pointer, value: row.parts[part]?.cells.get(pointer)?.value ?? "" }]));
}

/** The values of a row that it does not have from the defaults. */
function valuesIn(row: Row, columns: readonly Column[]): JsonObject {
  const values: MutableJsonObject = {};
  for (const column of columns) {
    const value = valueIn(row, column);
    if (value !== undefined && !equal(value, column.fallback)) put(values, column.name, value);
  }
  return values;
}

/** The marks of a resource, for a row that has some of its values in columns: the first key of a path is that of the row. */
function marksOfRow(marks: Marks, columns: readonly Column[]): Marks {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const placeOf = ([, name = "", ...inside]: Path) => [...(byName.get(name)?.path ?? []), ...inside];
  return {
    instead: (path, value) => (path.length > 1 ? marks.instead(placeOf(path), value) : undefined),
    element: (path, value, at) => (path.length > 1 ? marks.element(placeOf(path), value, at) : undefined),
    keyType: (path) => (path.length > 2 ? marks.keyType(placeOf(path)) : undefined),
    comment: (path, value) => (path.length > 1 ? marks.comment(placeOf(path), value) : undefined),
  };
}

function propertyOf(column: Column, className: string): RowProperty {
  return { name: column.name, isOptional: column.isOptional, type: typeOf(column, className) };
}

/** The TypeScript type of a column. */
function typeOf({ kind, path, isList }: Column, className: string): string {
  if (kind === "whole") return `tenant.${className}Args["${path[0]}"]`;
  if (kind === "linked") {
    if (isList === undefined) return `tenant.${className}Args["${path[0]}"]`;
    return isList ? "pulumi.Input<string>[]" : "pulumi.Input<string>";
  }
  return { text: "string", texts: "string[]", number: "number", boolean: "boolean" }[kind];
}

/** The expression for a source; undefined for a value that all rows have in common. */
function expressionOf(source: Source | undefined, names: Names): Expression | undefined {
  if (source?.is === "column") {
    const file = names.files.get(source.column);
    if (file) return file.expression;
  }
  const head = headOf(source, names);
  return head === undefined ? undefined : { head, ...(head.startsWith("`") && { stays: true }) };
}

function headOf(source: Source | undefined, names: Names): string | undefined {
  const read = ({ name, fallback }: Column) =>
    `${names.row}.${name}${fallback === undefined ? "" : ` ?? ${names.defaults}.${name}`}`;
  if (source?.is === "column") return read(source.column);
  if (source?.is !== "text") return undefined;
  const { column, between } = source;
  if (between.length < 2) return undefined;
  const value = column ? read(column) : "name";
  if (between.length === 2 && between.every((text) => text === "")) return value;
  const parts = between.map((text) =>
    templateLiteral(text).slice(1, -1).replaceAll("\n", "\\n").replaceAll("\t", "\\t"),
  );
  return `\`${parts.join(`\${${value}}`)}\``;
}
