import { isObject, type JsonObject, own } from "../model/json.ts";
import type { Field, Fields } from "../model/table.ts";
import { fromWire, ShapeError } from "../model/wire.ts";
import type { Filter, Row, Source } from "./source.ts";

/** What was asked, and all that the tenant has. */
export interface Found<R extends Row = Row> {
  readonly source: Source<R>;
  readonly host: string;
  readonly filter: Filter;
  /** The filter holds a secret: neither the filter nor the values of what it finds may be shown. */
  readonly confidential: boolean;
  readonly rows: readonly R[];
}

/** One object of a listing as programs see it; undefined if the item is no such object. */
export function rowFrom(fields: Fields, item: unknown): Row | undefined {
  const id = isObject(item) ? own(item, "id") : undefined;
  if (!isObject(item) || typeof id !== "string") return undefined;
  const row = readable(fields, item);
  return row && Object.entries(row).every(([name, value]) => fits(fields[name], value)) ? { id, ...row } : undefined;
}

function readable(fields: Fields, item: JsonObject): JsonObject | undefined {
  try {
    return fromWire(fields, item);
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}

const scalars: Partial<Record<Field["kind"], string>> = { string: "string", integer: "number", boolean: "boolean" };

function fits(field: Field | undefined, value: unknown): boolean {
  const type = field && scalars[field.kind];
  return type === undefined || typeof value === type;
}

/** The rows that match, in the service's order. Texts are compared exactly, letter case included. */
export function matching<R extends Row>({ rows, filter }: Found<R>): R[] {
  const wanted = Object.entries(filter);
  return rows.filter((row) => wanted.every(([key, value]) => row[key as keyof R] === value));
}

/**
 * The one row that matches.
 *
 * @throws Error that lists what there is, if none or several match
 */
export function exactlyOne<R extends Row>(found: Found<R>): R {
  const candidates = matching(found);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const { host, rows } = found;
  const { noun } = found.source.table;
  const condition = describeFilter(found);
  if (only === undefined) throw new Error(`Tenant ${host} has no ${noun}${condition}. ${inventory(found, rows)}`);
  throw new Error(
    `Tenant ${host} has ${candidates.length} ${noun}s${condition}, and exactly one is asked for. ` +
      inventory(found, candidates),
  );
}

/** A longer list would fill the screen and help nobody. */
const mostShown = 20;

function inventory<R extends Row>({ source, confidential }: Found<R>, rows: readonly R[]): string {
  if (rows.length === 0) return "It has none at all.";
  const shown = rows.slice(0, mostShown).map((row) => `  - ${confidential ? row.id : source.describe(row)}`);
  const rest = rows.length - shown.length;
  return [`There ${rows.length === 1 ? "is" : "are"}:`, ...shown, ...(rest > 0 ? [`  - and ${rest} more`] : [])].join(
    "\n",
  );
}

function describeFilter({ filter, confidential }: Found): string {
  const parts = Object.entries(filter).map(
    ([key, value]) => `${key} ${confidential ? "[secret]" : JSON.stringify(value)}`,
  );
  return parts.length === 0 ? "" : ` with ${parts.join(" and ")}`;
}
