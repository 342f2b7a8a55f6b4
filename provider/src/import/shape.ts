import { isObject, type Json, type Path, toPointer } from "../schema/json.ts";
import { type Cell, type Cells, kindOfValue } from "./cells.ts";
import { camelCase, fitting, Unique, widest, wordsOf } from "./names.ts";

/** The minimum number of rows of a shape. */
export const minRows = 5;

/** What one pass of a loop declares: one resource, or the resources of a component. Rows of a shape have equal parts in the same order. */
export interface Row {
  /** The key of the row, unique within the program's file of rows. */
  readonly key: string;
  readonly parts: readonly Cells[];
}

/** Where a loop has a value from. The values of one source are equal in all rows, or they are in the rows. */
export type Source =
  /** The value, or the expression, of any row. */
  | { readonly is: "common" }
  /** The text of a column, or the key of the row if there is no column, between each two of these texts. */
  | { readonly is: "text"; readonly column: Column | undefined; readonly between: readonly string[] }
  | { readonly is: "column"; readonly column: Column }
  | { readonly is: "secret" }
  /** The elements of a list. */
  | { readonly is: "list"; readonly elements: readonly Source[] };

/** A property of the rows. */
export interface Column {
  readonly name: string;
  readonly part: number;
  /** The path of the value in the arguments. Empty for the name of the resource. */
  readonly path: Path;
  readonly kind: Exclude<Cell["kind"], "secret">;
  /** The value of rows without the property. */
  readonly fallback?: Json;
  /** Whether rows can lack the property. */
  readonly isOptional: boolean;
  /** Of `linked` values: whether they are lists of texts. Undefined if they are neither lists of texts nor texts. */
  readonly isList?: boolean | undefined;
}

/** What the rows of a loop have in common, and the columns in which they differ. */
export interface Shape {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** For each part: where its cells have their values from, by JSON pointer. */
  readonly sources: readonly ReadonlyMap<string, Source>[];
  /** For each part: where the name of the resource is from. */
  readonly names: readonly Source[];
}

/** Options of {@link shapeOf}. */
interface Options {
  /** Whether a column can contain references. Rows in a file without code cannot. */
  readonly hasReferences: boolean;
  /** A name for each part. Columns with the same path in several parts begin with it. */
  readonly nouns: readonly string[];
}

/** The maximum number of columns of a shape: nobody reads a wider table. */
const maxColumns = 60;
/** The maximum width of a column's name, so that the code that reads the column fits into a line. */
const maxName = 24;
/** The maximum number of passes that leave out rows. */
const maxPasses = 20;

/**
 * The shape of rows with the same frames. Rows that deviate alone are left out: a value that no other row has, or a switch that all others have set
 * otherwise. Undefined if fewer than {@link minRows} are left, or if they differ in too many values.
 */
export function shapeOf(all: readonly Row[], options: Options): Shape | undefined {
  let rows = unfolded(all);
  let odd = oddIn(rows, options);
  for (let pass = 0; odd.size > 0 && pass < maxPasses; pass++) {
    rows = rows.filter((row) => !odd.has(row));
    odd = oddIn(rows, options);
  }
  if (rows.length < minRows || odd.size > 0) return undefined;
  const shape = new Shaping(rows, options).shape();
  return shape.columns.length > maxColumns ? undefined : shape;
}

/** The rows with the members of an object in place of the object, if it has the same keys in all rows. */
function unfolded(rows: readonly Row[]): readonly Row[] {
  const [first] = rows;
  const places = (first?.parts ?? []).flatMap(({ cells }, part) => {
    const objects = [...cells.values()].filter(({ kind, value }) => kind === "whole" && isObject(value));
    const keysIn = (row: Row, pointer: string) => {
      const { kind, value } = row.parts[part]?.cells.get(pointer) ?? {};
      const isFlat =
        kind === "whole" && isObject(value) && Object.values(value).every((one) => kindOfValue(one) === "text");
      return isFlat ? JSON.stringify(Object.keys(value).toSorted()) : undefined;
    };
    return objects
      .map(({ path }) => toPointer(path))
      .flatMap((pointer) => {
        const keys = first && keysIn(first, pointer);
        return keys !== undefined && rows.every((row) => keysIn(row, pointer) === keys) ? [{ part, pointer }] : [];
      });
  });
  if (places.length === 0) return rows;
  const isUnfolded = (part: number, pointer: string) =>
    places.some((one) => one.part === part && one.pointer === pointer);
  const membersOf = ({ path, value }: Cell) =>
    Object.entries(isObject(value) ? value : {}).map(([key, member]): [string, Cell] => {
      const place = [...path, key];
      return [toPointer(place), { path: place, value: member, kind: "text" }];
    });
  return rows.map(({ key, parts }) => ({
    key,
    parts: parts.map(({ cells, ...rest }, part) => ({
      ...rest,
      cells: new Map(
        [...cells].flatMap(([pointer, cell]) =>
          isUnfolded(part, pointer) ? membersOf(cell) : [[pointer, cell] as const],
        ),
      ),
    })),
  }));
}

/** The rows that deviate from all others. */
function oddIn(rows: readonly Row[], { hasReferences }: Options): ReadonlySet<Row> {
  const odd = new Set<Row>();
  if (rows.length < minRows) return odd;
  const keepMost = (textOf: (row: Row) => string | undefined) => {
    const groups = Map.groupBy(rows, textOf);
    const [most] = [...groups].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    for (const row of rows) if (textOf(row) !== most) odd.add(row);
  };
  for (const part of rows[0]?.parts.keys() ?? []) {
    keepMost((row) => row.parts[part]?.needs);
    for (const [pointer, having] of cellsIn(rows, part)) {
      const cells = [...having.values()];
      const [alone, ...others] = having.keys();
      if (alone && others.length === 0) odd.add(alone);
      if (!hasReferences && cells.some(({ kind }) => kind === "linked"))
        keepMost((row) => row.parts[part]?.cells.get(pointer)?.form);
      const isSwitch = cells.every(({ kind }) => kind === "boolean" || kind === "number");
      const groups = isSwitch ? [...Map.groupBy(having, ([, { value }]) => value).values()] : [];
      const single = groups.find((group) => group.length === 1)?.[0];
      if (groups.length === 2 && single) odd.add(single[0]);
    }
  }
  return odd;
}

/** The cells of a part, by JSON pointer and row. */
function cellsIn(rows: readonly Row[], part: number): ReadonlyMap<string, ReadonlyMap<Row, Cell>> {
  const all = new Map<string, Map<Row, Cell>>();
  for (const row of rows) {
    for (const [pointer, cell] of row.parts[part]?.cells ?? []) {
      const known = all.get(pointer);
      if (known) known.set(row, cell);
      else all.set(pointer, new Map([[row, cell]]));
    }
  }
  return all;
}

/** The texts of a column, or the keys of the rows. */
interface Base {
  readonly column: Column | undefined;
  readonly texts: readonly string[];
}

class Shaping {
  readonly #rows: readonly Row[];
  readonly #nouns: readonly string[];
  readonly #columns: { readonly column: Column; readonly same: string }[] = [];
  readonly #bases: Base[];
  readonly #names = new Unique("");

  constructor(rows: readonly Row[], { nouns }: Options) {
    this.#rows = rows;
    this.#nouns = nouns;
    this.#bases = [{ column: undefined, texts: rows.map(({ key }) => key) }];
  }

  shape(): Shape {
    const parts = [...(this.#rows[0]?.parts.keys() ?? [])];
    const sources = parts.map((part) => {
      const cells = cellsIn(this.#rows, part);
      return new Map([...cells.keys()].map((pointer) => [pointer, this.#sourceOf(part, pointer)]));
    });
    const names = parts.map((part) =>
      this.#ofTexts(
        this.#rows.map((row) => row.parts[part]?.resource.name ?? ""),
        { part, path: [] },
      ),
    );
    return { rows: this.#rows, columns: this.#columns.map(({ column }) => column), sources, names };
  }

  #sourceOf(part: number, pointer: string): Source {
    const cells = this.#rows.map((row) => row.parts[part]?.cells.get(pointer));
    const given = cells.filter((cell) => cell !== undefined);
    const [first] = given;
    if (!first) return { is: "common" };
    const { path } = first;
    if (given.some(({ kind }) => kind === "secret")) return { is: "secret" };
    const at = { part, path };
    const isWhole = given.length === cells.length;
    const kinds = new Set(given.flatMap(({ kind }) => (kind === "secret" ? [] : [kind])));
    const [kind = "whole"] = kinds;
    if (kinds.has("linked")) {
      const isCommon = isWhole && kinds.size === 1 && new Set(given.map(({ form }) => form)).size === 1;
      return isCommon
        ? { is: "common" }
        : this.#column(
            at,
            "linked",
            cells.map((cell) => cell?.value),
          );
    }
    const values = cells.map((cell) => cell?.value);
    if (isWhole && new Set(values.map((value) => JSON.stringify(value))).size === 1) return { is: "common" };
    if (isWhole && kinds.size === 1 && first.kind === "text") return this.#ofTexts(values.map(String), at);
    if (isWhole && kinds.size === 1 && first.kind === "texts") {
      const elements = this.#ofLists(values as readonly (readonly string[])[]);
      if (elements) return { is: "list", elements };
    }
    return this.#column(at, kinds.size === 1 ? kind : "whole", values);
  }

  #ofTexts(texts: readonly string[], at: Pick<Column, "part" | "path">): Source {
    return this.#derived(texts) ?? this.#column(at, "text", texts);
  }

  /** The elements of lists of the same length, if each element is the same in all rows or contains the text of a column. */
  #ofLists(lists: readonly (readonly string[])[]): readonly Source[] | undefined {
    const [first = []] = lists;
    if (lists.some(({ length }) => length !== first.length)) return undefined;
    const elements = first.map((_, at): Source | undefined => this.#derived(lists.map((list) => list[at] ?? "")));
    return elements.every((element) => element !== undefined) ? elements : undefined;
  }

  /** The source of texts that are all the same, or that contain the text of a column at the same places. */
  #derived(texts: readonly string[]): Source | undefined {
    const [first = ""] = texts;
    if (texts.every((text) => text === first)) return { is: "text", column: undefined, between: [first] };
    for (const { column, texts: bases } of this.#bases) {
      const between = first.split(bases[0] ?? "");
      if (between.length < 2 || bases[0] === "") continue;
      if (texts.every((text, at) => text === between.join(bases[at]))) return { is: "text", column, between };
    }
    return undefined;
  }

  #column({ part, path }: Pick<Column, "part" | "path">, kind: Column["kind"], values: readonly (Json | undefined)[]) {
    const isOwn = kind === "linked" || kind === "whole";
    const same = JSON.stringify([kind, values.map((value) => [value]), isOwn && [part, path]]);
    const known = this.#columns.find((one) => one.same === same)?.column;
    if (known) return { is: "column", column: known } as const;
    const lacks = values.includes(undefined);
    const fallback = lacks || isOwn ? undefined : mostOf(values);
    const column: Column = {
      ...{ name: this.#nameOf(part, path), part, path, kind, isOptional: lacks || fallback !== undefined },
      ...(fallback !== undefined && { fallback }),
      ...(kind === "linked" && { isList: areLists(values) }),
    };
    this.#columns.push({ column, same });
    if (kind === "text" && !column.isOptional && !values.some((value) => isLong(String(value))))
      this.#bases.push({ column, texts: values.map(String) });
    return { is: "column", column } as const;
  }

  #nameOf(part: number, path: Path): string {
    const words = wordsOf(path.at(-1) ?? "resourceName");
    const short = fitting(words, camelCase, maxName) || "value";
    const long = fitting([this.#nouns[part] ?? "", ...words], camelCase, maxName);
    const [name = short] = [short, long].filter((one) => /^[a-z]\w*$/i.test(one) && this.#names.isFree(one));
    return this.#names.take(/^[a-z]\w*$/i.test(name) ? name : "value");
  }
}

function areLists(values: readonly (Json | undefined)[]): boolean | undefined {
  const given = values.filter((value) => value !== undefined);
  if (given.every((value) => typeof value === "string")) return false;
  const isList = (value: Json) => Array.isArray(value) && value.every((item) => typeof item === "string");
  return given.every(isList) ? true : undefined;
}

/** The length of a text, in columns, above which it is too long for a row. */
const maxInRow = 200;

/** Whether a text is too long for a row: a program reads it from a file. */
export function isLong(text: string): boolean {
  return text.includes("\n") || widest(text) > maxInRow;
}

/** The value of a column in a row; undefined if the row lacks the property. */
export function valueIn({ parts }: Row, { part, path }: Column): Json | undefined {
  return path.length === 0 ? parts[part]?.resource.name : parts[part]?.cells.get(toPointer(path))?.value;
}

/** The value of more than half of the rows. */
function mostOf(values: readonly (Json | undefined)[]): Json | undefined {
  const groups = [...Map.groupBy(values, (value) => JSON.stringify(value)).values()];
  return groups.find((group) => group.length * 2 > values.length)?.[0];
}
