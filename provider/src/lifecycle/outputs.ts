import { same } from "../model/canonical.ts";
import { type JsonObject, type MutableJsonObject, own, put } from "../model/json.ts";
import { type Leaf, leavesOf } from "../model/leaves.ts";
import { describePath, fromPointer, putAt, valueAt } from "../model/pointer.ts";
import { computedOf, hintsOf, isWithheld, project } from "../model/project.ts";
import { type ManagedRecord, NO_RECORD, RECORD, readRecord, recordedPaths, writeRecord } from "../model/record.ts";
import { type Fields, placeOf, type Table } from "../model/table.ts";

/** The input and output that pins a resource to the tenant it lives in. */
export const TENANT = "__tenant";

/** Arguments that steer the lifecycle and are no properties of the object. */
export const STEERING: Fields = { adopt: { kind: "boolean" } };

/** What the outputs of a resource are made of. */
export interface OutputParts {
  readonly table: Table;
  readonly host: string;
  /** The object as the tenant answers it. */
  readonly live: JsonObject;
  /** The values as they were declared or last seen; steering arguments are taken from here. */
  readonly before: JsonObject;
  readonly record: ManagedRecord;
}

/** Everything that is saved of a resource, secrets in plain. */
export function outputsOf({ table, host, live, before, record }: OutputParts): JsonObject {
  const declared = project(table, { paths: record.paths, hints: record.hints, before, live });
  return {
    ...declared,
    ...computedOf(table, live),
    ...steering(before),
    [TENANT]: host,
    [RECORD]: writeRecord(record),
  };
}

/**
 * The inputs that a program would have to declare to get these outputs. They differ from the inputs in the state
 * exactly where a comparison finds a difference: the engine shows nothing else.
 */
export function inputsOf(table: Table, outputs: JsonObject): JsonObject {
  const inputs: MutableJsonObject = {};
  for (const [name, field] of Object.entries(table.fields)) {
    const value = own(outputs, name);
    if (field.identity && value !== undefined) put(inputs, name, value);
  }
  for (const pointer of readRecord(outputs)?.paths ?? []) {
    const path = fromPointer(pointer);
    const value = valueAt(outputs, path);
    if (value !== undefined) putAt(inputs, path, value);
  }
  const host = own(outputs, TENANT);
  return { ...inputs, ...steering(outputs), ...(host !== undefined && { [TENANT]: host }) };
}

function steering(args: JsonObject): JsonObject {
  const kept: MutableJsonObject = {};
  for (const name of Object.keys(STEERING)) {
    const value = own(args, name);
    if (value !== undefined && value !== null) put(kept, name, value);
  }
  return kept;
}

/** Whether the steering arguments differ: they are kept in the outputs, so a change has to renew them. */
export function steeringDiffers(outputs: JsonObject, inputs: JsonObject): boolean {
  return Object.keys(STEERING).some((name) => (own(outputs, name) ?? null) !== (own(inputs, name) ?? null));
}

/** The record after everything declared was sent to the tenant. */
export function freshRecord(table: Table, inputs: JsonObject, live: JsonObject): ManagedRecord {
  const paths = recordedPaths(leavesOf(table.fields, inputs));
  return { ...NO_RECORD, paths, hints: hintsOf(table, paths, live, inputs) };
}

/** The declared leaves that an object does not have as they were sent, as far as the answer tells. */
export function notKept(table: Table, inputs: JsonObject, live: JsonObject): readonly Leaf[] {
  return leavesOf(table.fields, inputs).filter((leaf) => {
    const now = valueAt(live, leaf.path);
    const place = placeOf(leaf.field, leaf.path, inputs);
    if (place.reads?.how === "never" || (place.reads?.how === "sometimes" && now === undefined)) return false;
    return !isWithheld(leaf.field, leaf.path, live) && !same(leaf.field, leaf.value, now, place);
  });
}

/** Says which declared values the tenant did not keep; the run goes on. Paths only: a value may be a secret. */
export function warnNotKept(table: Table, label: string, inputs: JsonObject, live: JsonObject): void {
  const paths = notKept(table, inputs, live).map((leaf) => describePath(leaf.path));
  if (paths.length === 0) return;
  console.warn(
    `warning: the tenant did not keep ${paths.join(", ")} of ${label} as declared; the next refresh shows it as drift`,
  );
}
