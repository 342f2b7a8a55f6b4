import { covers, isEmptyObject, isObject, type Json, type JsonObject, type Path, toPointer } from "../schema/json.ts";
import { inProgramForm } from "../schema/program-forms.ts";
import { type Field, fieldAt, pathRulesOf } from "../schema/schema.ts";
import { definitions } from "../types/registry.ts";
import { tools } from "../types/tools.made.ts";
import type { Links } from "./links.ts";
import type { NamedResource } from "./names.ts";

/** A value in the arguments of a resource, as far as it can differ between resources of the same shape. */
export interface Cell {
  readonly path: Path;
  readonly value: Json;
  /**
   * How the value can differ: `text`, `number`, `boolean` and `texts` (a list) as a value of that type, `whole` as a value of its argument's type. A
   * `secret` is in the configuration, and a `linked` value contains references.
   */
  readonly kind: "text" | "number" | "boolean" | "texts" | "whole" | "secret" | "linked";
  /** The references of a `linked` value, and the text between them. Equal forms are the same expression. */
  readonly form?: string;
}

/** The arguments of a resource, divided into what all resources of a shape have in common and what can differ. */
export interface Cells {
  readonly resource: NamedResource;
  /** The arguments in the form of the program. */
  readonly args: JsonObject;
  /** What can differ, by JSON pointer. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** What all resources of a shape have in common, as one text. */
  readonly frame: string;
  /** The resources on which this one depends although no argument refers to them, as one text. */
  readonly needs: string;
}

/**
 * The cells of a resource.
 *
 * @param symbolOf a text for a resource to which this one refers. References with the same text are the same expression
 */
export function cellsOf(
  resource: NamedResource,
  links: Links<NamedResource>,
  symbolOf: (target: NamedResource) => string,
): Cells {
  return new CellReader(resource, links, symbolOf).read();
}

class CellReader {
  readonly #resource: NamedResource;
  readonly #links: Links<NamedResource>;
  readonly #symbolOf: (target: NamedResource) => string;
  readonly #secrets: ReadonlySet<string>;
  /** The paths in documents whose types do not accept every text. */
  readonly #enumerated: readonly Path[];
  readonly #undocumented: readonly Path[];
  readonly #frame: Json[] = [];
  readonly #cells = new Map<string, Cell>();

  constructor(resource: NamedResource, links: Links<NamedResource>, symbolOf: (target: NamedResource) => string) {
    this.#resource = resource;
    this.#links = links;
    this.#symbolOf = symbolOf;
    this.#secrets = new Set(resource.secrets.map(({ pointer }) => pointer));
    this.#undocumented = undocumentedIn(resource, resource.args);
    this.#enumerated = undocumentedIn(resource, withOtherTexts(resource));
  }

  read(): Cells {
    const { item, args, notes } = this.#resource;
    const { fields } = definitions[item.type].schema;
    const written = inProgramForm(fields, args);
    this.#frame.push(
      item.type,
      notes.map(({ place, why }) => [place, why]),
      this.#undocumented.map(toPointer).toSorted(),
    );
    for (const [name, value] of Object.entries(written)) this.#visit(value, [name], args[name] !== value);
    const needs = (this.#links.needed.get(this.#resource) ?? []).map(this.#symbolOf);
    return {
      resource: this.#resource,
      args: written,
      cells: this.#cells,
      frame: JSON.stringify([
        this.#frame[0],
        ...this.#frame
          .slice(1)
          .map((one) => JSON.stringify(one))
          .toSorted(),
      ]),
      needs: JSON.stringify(needs),
    };
  }

  /** @param isFixed whether the value is the same in all resources of the shape */
  #visit(value: Json, path: Path, isFixed: boolean): void {
    const pointer = toPointer(path);
    const { fields } = definitions[this.#resource.item.type].schema;
    const field = fieldAt(fields, path);
    const isSecret = this.#secrets.has(pointer);
    if (isObject(value) && !isEmptyObject(value) && !isSecret && !this.#isWhole(path, field)) {
      this.#frame.push([pointer]);
      for (const [key, item] of Object.entries(value)) this.#visit(item, [...path, key], isFixed);
      return;
    }
    const form = isSecret ? value : this.#formOf(value, path);
    const cell = isFixed ? undefined : this.#cellOf({ path, value }, form, field);
    if (!cell) this.#frame.push([pointer, form]);
    else {
      this.#cells.set(pointer, cell);
      if (isSecret) this.#frame.push([pointer, typeof value]);
      else if (!this.#mayBeAbsent(path))
        this.#frame.push([pointer, cell.kind === "linked" ? (kindOfValue(value) ?? "whole") : cell.kind]);
    }
  }

  /** Whether the keys of a value can differ within a shape, because its type accepts any keys. */
  #isWhole(path: Path, field: Field | undefined): boolean {
    const isFree = field?.kind === "map" || (field?.kind === "document" && field.documented === undefined);
    const pointer = `${toPointer(path)}/`;
    return path.length === 1 && isFree && ![...this.#secrets].some((secret) => secret.startsWith(pointer));
  }

  /** @param form see {@link Cell.form}; the value itself if it contains no references */
  #cellOf({ path, value }: Pick<Cell, "path" | "value">, form: Json, field: Field | undefined): Cell | undefined {
    if (this.#secrets.has(toPointer(path))) return { path, value, kind: "secret" };
    if (form === value) {
      const kind = this.#kindOf(value, path, field);
      return kind && { path, value, kind };
    }
    const isSimple = path.length === 1 || kindOfValue(value) !== undefined;
    return isSimple ? { path, value, kind: "linked", form: JSON.stringify(form) } : undefined;
  }

  #kindOf(value: Json, path: Path, field: Field | undefined): Cell["kind"] | undefined {
    if (value === null || field === undefined) return undefined;
    if (field.kind === "document" && path.length > 1) {
      if (pathRulesOf(field, path, this.#resource.args).oneOf) return undefined;
      if (this.#enumerated.some((one) => covers(one, path))) return undefined;
      return kindOfValue(value);
    }
    const item = field.kind === "set" || field.kind === "list" ? field.item : field;
    if (item.kind === "string" && (item.oneOf || item.orNumber)) return undefined;
    const kind = kindOfValue(value);
    return (
      kind ?? (path.length === 1 && (field.kind !== "document" || this.#isWhole(path, field)) ? "whole" : undefined)
    );
  }

  /** Whether the types of the arguments accept `undefined` in place of a value. */
  #mayBeAbsent(path: Path): boolean {
    const { fields } = definitions[this.#resource.item.type].schema;
    if (fieldAt(fields, path)?.required) return false;
    if (path.length === 1) return true;
    const above = fieldAt(fields, path.slice(0, -1));
    return (
      above?.kind === "object" || (above?.kind === "document" && above.documented !== undefined && path.length === 2)
    );
  }

  /** The value with a list of its parts in place of each text with references. The value itself if it has none. */
  #formOf(value: Json, path: Path, isNested = false): Json {
    if (typeof value === "string") {
      const { links } = isNested ? { links: [] } : this.#links.in(value, this.#resource, path);
      if (links.length === 0) return value;
      const symbols = links.map(({ target, property }) => [target ? this.#symbolOf(target) : "", property]);
      const between = links.map(({ from }, at) => value.slice(links[at - 1]?.to ?? 0, from));
      return [symbols, between, value.slice(links.at(-1)?.to ?? 0)];
    }
    if (Array.isArray(value)) {
      const items = value.map((item: Json, at) =>
        typeof item === "string"
          ? this.#formOf(item, path, isNested)
          : this.#formOf(item, [...path, String(at)], isNested || Array.isArray(item)),
      );
      return items.every((item, at) => item === value[at]) ? value : items;
    }
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(
      ([key, item]) => [key, this.#formOf(item, [...path, key], isNested)] as const,
    );
    return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries);
  }
}

/** The kind of a value that every type accepts which accepts a value of its JavaScript type; undefined for other values. */
export function kindOfValue(value: Json): "text" | "number" | "boolean" | "texts" | undefined {
  if (typeof value === "string") return "text";
  if (typeof value === "number" || typeof value === "boolean") return typeof value as "number" | "boolean";
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isTexts ? "texts" : undefined;
}

function undocumentedIn({ item }: NamedResource, args: JsonObject): readonly Path[] {
  return tools[item.type].importRules?.undocumented?.(args) ?? [];
}

/** The arguments with texts in the documents that no enumeration has. */
function withOtherTexts({ item, args }: NamedResource): JsonObject {
  const { fields } = definitions[item.type].schema;
  const other = (value: Json): Json => {
    if (typeof value === "string") return `${value}\0`;
    if (Array.isArray(value)) return value.map(other);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, other(inside)]));
  };
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      fieldAt(fields, [name])?.kind === "document" ? other(value) : value,
    ]),
  );
}
