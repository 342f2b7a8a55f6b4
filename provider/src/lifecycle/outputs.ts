import { same } from "../model/canonical.ts";
import { equal, type JsonObject, type MutableJsonObject, own, put } from "../model/json.ts";
import type { Leaf } from "../model/leaves.ts";
import { describePath, fromPointer, type Path, putAt, valueAt } from "../model/pointer.ts";
import { computedOf, isWithheld, project, type Seen } from "../model/project.ts";
import { changedMarker, declaredPaths, type ManagedRecord, recordKey, writeRecord } from "../model/record.ts";
import { wrapSecrets } from "../model/secrets.ts";
import { type Fields, placeOf, type Table } from "../model/table.ts";
import { UserError } from "./errors.ts";

/** The input and output that pins a resource to the tenant it lives in. */
export const tenantKey = "__tenant";

/** The hidden input and output with the paths (JSON pointers) of values that the program itself marked as secret. */
export const secretsKey = "__secrets";

/** Arguments that steer the lifecycle and are no properties of the object. */
export const steeringArguments: Fields = { adopt: { kind: "boolean" } };

/** What is no property of the object, but kept in the outputs as it is in the inputs. */
const keptKeys = [...Object.keys(steeringArguments), secretsKey];

/** The paths that the program marked as secret. */
function markedSecrets(props: JsonObject): readonly Path[] {
  const marked = own(props, secretsKey);
  return Array.isArray(marked) ? marked.filter((item) => typeof item === "string").map(fromPointer) : [];
}

/** What the outputs of a resource are made of. */
export interface OutputParts {
  readonly table: Table;
  readonly host: string;
  /** The id under which the resource is saved. */
  readonly id: string;
  /** The object as the tenant answers it. */
  readonly seen: Seen;
  /** The values as they were declared or last seen; steering arguments are taken from here. */
  readonly before: JsonObject;
  readonly record: ManagedRecord;
}

/** Everything that is saved of a resource, secrets in plain. */
export function outputsOf({ table, host, id, seen, before, record }: OutputParts): JsonObject {
  const declared = project(table, { ...seen, paths: record.paths, hints: record.hints, before });
  return {
    ...declared,
    ...computedOf(table, seen.live),
    ...steering(before),
    [tenantKey]: host,
    [recordKey]: writeRecord(record, id),
  };
}

/** Everything that is saved of a resource, secrets in their envelopes. */
export function savedOutputs(parts: OutputParts): JsonObject {
  return wrapped(parts.table, outputsOf(parts));
}

/** Properties with everything secret in envelopes, what the program itself marked included. */
export function wrapped({ fields }: Table, props: JsonObject): JsonObject {
  return wrapSecrets(fields, props, markedSecrets(props));
}

/** The code of a resource's provider, which a partial failure has to save: nothing could touch the object without it. */
export function providerOf(props: JsonObject): JsonObject {
  const code = own(props, "__provider");
  return code === undefined ? {} : { __provider: code };
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
  for (const pointer of declaredPaths(outputs)) {
    const path = fromPointer(pointer);
    const value = valueAt(outputs, path);
    if (value !== undefined) putAt(inputs, path, value);
  }
  const host = own(outputs, tenantKey);
  return { ...inputs, ...steering(outputs), ...(host !== undefined && { [tenantKey]: host }) };
}

function steering(args: JsonObject): JsonObject {
  const kept: MutableJsonObject = {};
  for (const name of keptKeys) {
    const value = own(args, name);
    if (value !== undefined && value !== null) put(kept, name, value);
  }
  return kept;
}

/** Whether the steering arguments differ: they are kept in the outputs, so a change has to renew them. */
export function steeringDiffers(outputs: JsonObject, inputs: JsonObject): boolean {
  return keptKeys.some((name) => !equal(own(outputs, name), own(inputs, name)));
}

/** Those of the leaves that an object does not have as they are declared, as far as the answer tells. */
export function notKept(leaves: readonly Leaf[], inputs: JsonObject, live: JsonObject): readonly Leaf[] {
  return leaves.filter((leaf) => {
    const now = valueAt(live, leaf.path);
    const place = placeOf(leaf.field, leaf.path, inputs);
    if (place.reads?.how === "never" || (place.reads?.how === "sometimes" && now === undefined)) return false;
    return !isWithheld(leaf.field, leaf.path, live) && !same(leaf.field, leaf.value, now, place);
  });
}

/**
 * Says which of the leaves that were sent the tenant did not keep; the run goes on. Paths only: a value may be a secret.
 */
export function warnNotKept(label: string, sent: readonly Leaf[], inputs: JsonObject, live: JsonObject): void {
  const paths = notKept(sent, inputs, live).map((leaf) => describePath(leaf.path));
  if (paths.length === 0) return;
  console.warn(
    `warning: the tenant did not keep ${paths.join(", ")} of ${label} as declared; the next refresh shows it as drift`,
  );
}

/**
 * Stops an operation that would send the marker of a changed value as if it were one: `ignoreChanges` puts it there.
 *
 * @throws UserError
 */
export function refuseMarkers(label: string, leaves: readonly Leaf[]): void {
  const ignored = leaves.filter(({ value }) => value === changedMarker);
  if (ignored.length === 0) return;
  throw new UserError(
    `${label} was not changed: ${ignored.map(({ path }) => describePath(path)).join(", ")} was changed at the tenant, which ` +
      "never shows it, so an update has to send it anew; but ignoreChanges keeps it out. Take it out of ignoreChanges.",
  );
}
