import { Draft } from "../model/draft.ts";
import { equal, type JsonObject, type MutableJsonObject, own, put } from "../model/json.ts";
import { providerKey, recordKey, secretsKey, tenantKey } from "../model/keys.ts";
import type { Leaf } from "../model/leaves.ts";
import { leafAt, putEmpty, putLeaf } from "../model/members.ts";
import { describePath, fromPointer } from "../model/pointer.ts";
import { computedOf, notKept, project, type Seen } from "../model/project.ts";
import { changedMarker, declaredPaths, type ManagedRecord, writeRecord } from "../model/record.ts";
import { markedSecrets, secretTexts, wrapSecrets } from "../model/secrets.ts";
import { type Fields, fieldAt, type Table } from "../model/table.ts";
import { legible, Redactor } from "../tenant/index.ts";
import { UserError } from "./errors.ts";

/** Most characters of a list of paths in a message. */
const mostNamed = 2_000;

/** The arguments of a resource that say how its object is managed, and that are no properties of it. */
export function steeringOf({ steering }: Table): Fields {
  return { adopt: { kind: "boolean" }, ...steering };
}

/** Inputs that are no properties of the object, and that the outputs keep as they are. */
function keptKeys(table: Table): readonly string[] {
  return [...Object.keys(steeringOf(table)), secretsKey];
}

/** What the outputs of a resource are made of. */
export interface OutputParts {
  readonly table: Table;
  readonly host: string;
  /** The id under which the resource is saved. */
  readonly id: string;
  /** The object as the tenant answers it. */
  readonly seen: Seen;
  /** The values as they were declared or last seen, steering arguments included. */
  readonly before: JsonObject;
  readonly record: ManagedRecord;
}

/** Everything that is saved of a resource, secrets in plain. */
export function outputsOf({ table, host, id, seen, before, record }: OutputParts): JsonObject {
  const declared = project(table, { ...seen, paths: record.paths, hints: record.hints, before });
  return {
    ...declared,
    ...computedOf(table, seen.live),
    ...steering(table, before),
    [tenantKey]: host,
    [recordKey]: writeRecord(record, id),
  };
}

/** Everything that is saved of a resource, secrets in their envelopes. */
export function savedOutputs(parts: OutputParts): JsonObject {
  return wrapped(parts.table, outputsOf(parts));
}

/** Properties with all secret values in envelopes, also those that only the program marked. */
export function wrapped({ fields }: Table, props: JsonObject): JsonObject {
  return wrapSecrets(fields, props, markedSecrets(props));
}

/** Hides what is secret in properties, wherever a text quotes it. */
export function redactorOf({ fields }: Table, ...props: readonly JsonObject[]): Redactor {
  return new Redactor().add(props.flatMap((one) => secretTexts(fields, one)));
}

/** The code that serves a resource. A partial failure has to save it, or nothing could touch the object again. */
export function providerOf(props: JsonObject): JsonObject {
  const code = own(props, providerKey);
  return code === undefined ? {} : { [providerKey]: code };
}

/**
 * The inputs that a program would have to declare to get these outputs. The engine compares them with the inputs in the
 * state and shows each difference as drift.
 */
export function inputsOf(table: Table, outputs: JsonObject): JsonObject {
  const inputs = new Draft();
  for (const [name, field] of Object.entries(table.fields)) {
    const value = own(outputs, name);
    if (field.identity && value !== undefined) inputs.put([name], value);
  }
  for (const pointer of declaredPaths(outputs)) {
    const path = fromPointer(pointer);
    const field = fieldAt(table.fields, path);
    const value = field && leafAt(field, outputs, path);
    if (field && value !== undefined) putLeaf(field, inputs, path, value);
  }
  putEmpty(table.fields, inputs, outputs);
  const host = own(outputs, tenantKey);
  return { ...inputs.root, ...steering(table, outputs), ...(host !== undefined && { [tenantKey]: host }) };
}

function steering(table: Table, args: JsonObject): JsonObject {
  const kept: MutableJsonObject = {};
  for (const name of keptKeys(table)) {
    const value = own(args, name);
    if (value !== undefined && value !== null) put(kept, name, value);
  }
  return kept;
}

/** Whether the steering arguments differ. The outputs keep them, so a change has to renew the outputs. */
export function steeringDiffers(table: Table, outputs: JsonObject, inputs: JsonObject): boolean {
  return keptKeys(table).some((name) => !equal(own(outputs, name), own(inputs, name)));
}

/**
 * Warns of the leaves that were sent and that the tenant did not keep. It names paths only, as a value may be a secret.
 */
export function warnNotKept(label: string, sent: readonly Leaf[], inputs: JsonObject, live: JsonObject): void {
  const paths = notKept(sent, inputs, live).map((leaf) => describePath(leaf.path));
  if (paths.length === 0) return;
  console.warn(
    `warning: the tenant did not keep ${legible(paths.join(", "), mostNamed)} of ${label} as declared; the next refresh shows it as drift`,
  );
}

/**
 * Refuses to send the marker of a changed value as if it were a value. `ignoreChanges` puts it into the inputs.
 *
 * @throws UserError
 */
export function refuseMarkers(label: string, leaves: readonly Leaf[]): void {
  const ignored = leaves.filter(({ value }) => value === changedMarker);
  if (ignored.length === 0) return;
  throw new UserError(
    `${label} was not changed: ${legible(ignored.map(({ path }) => describePath(path)).join(", "), mostNamed)} was changed at the tenant, which ` +
      "never shows it, so an update has to send it anew; but ignoreChanges keeps it out. Take it out of ignoreChanges.",
  );
}
