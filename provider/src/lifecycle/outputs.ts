import { Redactor, sanitize } from "../client/index.ts";
import { equal, type Json, type JsonObject, own } from "../schema/json.ts";
import { recordKey, secretsKey, tenantKey } from "../schema/keys.ts";
import { describePath, toPointer } from "../schema/pointer.ts";
import type { Fields, Schema } from "../schema/schema.ts";
import { type Leaf, leafAt, objectOf } from "../state/leaves.ts";
import { computedOf, notKept, project, type Seen } from "../state/project.ts";
import { changedMarker, declaredPaths, type ManagedRecord, writeRecord } from "../state/record.ts";
import { markedSecrets, secretTexts, wrapSecrets } from "../state/secrets.ts";
import { UserError } from "./errors.ts";

/** Most characters of a list of paths in a message. */
const maxNamed = 2_000;

/** The arguments of a resource that say how its object is managed, and that are no properties of it. */
export function metaArgumentsOf({ metaArguments }: Schema): Fields {
  return { adopt: { kind: "boolean" }, ...metaArguments };
}

/** What the outputs of a resource are made of. */
interface OutputParts {
  readonly schema: Schema;
  readonly host: string;
  /** The id under which the resource is saved. */
  readonly id: string;
  /** The object as the tenant answers it. */
  readonly seen: Seen;
  /** The values as they were declared or last seen, meta-arguments included. */
  readonly before: JsonObject;
  readonly record: ManagedRecord;
}

/** Everything that is saved of a resource, secrets in plain. */
export function outputsOf({ schema, host, id, seen, before, record }: OutputParts): JsonObject {
  const declared = project(schema, { ...seen, paths: record.paths, hints: record.hints, before });
  return {
    ...declared,
    ...withoutDefaults(schema, computedOf(schema, seen.live, before), before),
    ...shownOnDemand(schema, seen.live, before, record.paths),
    ...steering(schema, before),
    [tenantKey]: host,
    [recordKey]: writeRecord(record, id),
  };
}

/** What the service gives and the program asks to see. */
function shownOnDemand(
  { fields }: Schema,
  live: JsonObject,
  before: JsonObject,
  declared: readonly string[],
): JsonObject {
  const names = Object.keys(fields).filter((name) => {
    const asked = fields[name]?.shownBy;
    return asked !== undefined && own(before, asked) === true && !declared.includes(toPointer([name]));
  });
  const shown = names.map((name) => [name, own(live, name) ?? null] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== null));
}

/** Whether the program begins to ask for something that the outputs do not have yet. */
export function asksForMore({ fields }: Schema, outputs: JsonObject, inputs: JsonObject): boolean {
  return Object.entries(fields).some(
    ([name, { shownBy }]) =>
      shownBy !== undefined &&
      own(inputs, shownBy) === true &&
      [inputs, outputs].every((props) => own(props, name) === undefined),
  );
}

/**
 * Computed values without those that say as much as their absence. A preview of a replacement knows no computed value yet, and would show
 * each of them as taken away. Where the state has one, it stays, so that a refresh finds nothing new.
 */
function withoutDefaults({ fields }: Schema, computed: JsonObject, before: JsonObject): JsonObject {
  const says = ([name, value]: readonly [string, Json]) =>
    own(before, name) !== undefined || !equal(value, fields[name]?.absent);
  return Object.fromEntries(Object.entries(computed).filter(says));
}

/** Properties with all secret values in envelopes, also those that only the program marked. */
export function wrapped({ fields }: Schema, props: JsonObject): JsonObject {
  return wrapSecrets(fields, props, markedSecrets(props));
}

/** Hides what is secret in properties, wherever a text quotes it. */
export function redactorOf({ fields }: Schema, ...props: readonly JsonObject[]): Redactor {
  return new Redactor().add(props.flatMap((one) => secretTexts(fields, one)));
}

/**
 * The inputs that a program would have to declare to get these outputs. The engine compares them with the inputs in the
 * state and shows each difference as drift.
 */
export function inputsOf(schema: Schema, outputs: JsonObject): JsonObject {
  const inputs = objectOf(schema, declaredPaths(outputs), (field, path) => leafAt(field, outputs, path), outputs);
  const host = own(outputs, tenantKey);
  return { ...inputs, ...steering(schema, outputs), ...(host !== undefined && { [tenantKey]: host }) };
}

/** Inputs that are no properties of the object, and that the outputs keep as they are. */
function steering(schema: Schema, args: JsonObject): JsonObject {
  const names = [...Object.keys(metaArgumentsOf(schema)), secretsKey];
  const kept = names.map((name) => [name, own(args, name) ?? null] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== null));
}

/** Whether the meta-arguments differ. The outputs keep them, so a change has to renew the outputs. */
export function steeringDiffers(schema: Schema, outputs: JsonObject, inputs: JsonObject): boolean {
  return !equal(steering(schema, outputs), steering(schema, inputs));
}

/**
 * Warns of the leaves that were sent and that the tenant did not keep. It names paths only, as a value may be a secret.
 */
export function warnNotKept(label: string, sent: readonly Leaf[], inputs: JsonObject, live: JsonObject): void {
  const paths = notKept(sent, inputs, live).map((leaf) => describePath(leaf.path));
  if (paths.length === 0) return;
  console.warn(
    `warning: the tenant did not keep ${sanitize(paths.join(", "), maxNamed)} of ${label} as declared; the next refresh shows it as drift`,
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
    `${label} was not changed: ${sanitize(ignored.map(({ path }) => describePath(path)).join(", "), maxNamed)} was changed at the tenant, which ` +
      "never shows it, so an update has to send it anew; but ignoreChanges keeps it out. Take it out of ignoreChanges.",
  );
}
