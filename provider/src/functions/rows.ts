import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../model/json.ts";
import type { Field, Fields } from "../model/table.ts";
import { fromWire, ShapeError } from "../model/wire.ts";
import { legible, legibleJson } from "../tenant/legible.ts";
import type { Filter, Row, Source } from "./source.ts";

/** What was asked, and all that the tenant has. */
export interface Found {
  /** The function that asked, for people. */
  readonly label: string;
  readonly source: Source;
  readonly host: string;
  readonly filter: Filter;
  /** The filter holds a secret: neither the filter nor the values of what it finds may be shown. */
  readonly confidential: boolean;
  readonly rows: readonly Row[];
}

/** One object of a listing as programs see it; undefined if the item is no such object. */
export function rowFrom(fields: Fields, item: unknown): Row | undefined {
  if (!isObject(item) || typeof item.id !== "string") return undefined;
  try {
    const row = fromWire(fields, item);
    const fits = Object.entries(row).every(([name, value]) => isOfKind(fields[name]?.kind, value));
    return fits ? { id: item.id, ...row } : undefined;
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}

/** Whether a scalar has the type of its field. Reading it from the wire has refused everything else that is wrong. */
function isOfKind(kind: Field["kind"] | undefined, value: unknown): boolean {
  if (kind === "string" || kind === "boolean") return typeof value === kind;
  return kind !== "integer" || typeof value === "number";
}

/** The rows that match, in the service's order. Texts are compared exactly, letter case included. */
export function matching({ rows, filter }: Found): Row[] {
  const wanted = Object.entries(filter);
  return rows.filter((row) => wanted.every(([key, value]) => row[key as keyof Row] === value));
}

/**
 * The one row that matches.
 *
 * @throws RunError that lists what there is, if none or several match
 */
export function exactlyOne(found: Found): Row {
  const candidates = matching(found);
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const { label, host, rows } = found;
  const { noun } = found.source.table;
  const condition = describeFilter(found);
  const says =
    only === undefined
      ? `no ${noun}${condition}. ${inventory(found, rows)}`
      : `${candidates.length} ${noun}s${condition}, and exactly one is asked for. ${inventory(found, candidates)}`;
  throw new pulumi.RunError(`${label}: Tenant ${host} has ${says}`);
}

/** A longer list would fill the screen and help nobody. */
const mostShown = 20;

function inventory({ source, confidential }: Found, rows: readonly Row[]): string {
  if (rows.length === 0) return "It has none at all.";
  const shown = rows.slice(0, mostShown).map((row) => `  - ${legible(confidential ? row.id : source.describe(row))}`);
  const rest = rows.length - shown.length;
  return [`There ${rows.length === 1 ? "is" : "are"}:`, ...shown, ...(rest > 0 ? [`  - and ${rest} more`] : [])].join(
    "\n",
  );
}

function describeFilter({ filter, confidential }: Found): string {
  const parts = Object.entries(filter).map(
    ([key, value]) => `${key} ${confidential ? "[secret]" : legible(legibleJson(value))}`,
  );
  return parts.length === 0 ? "" : ` with ${parts.join(" and ")}`;
}
