import { Redactor, sanitize } from "../client/index.ts";
import { resetOnDestroy } from "../schema/definition.ts";
import { describePath, equal, type Json, type JsonObject, own, toPointer } from "../schema/json.ts";
import { ignoredKey, recordKey, secretsKey, tenantKey } from "../schema/provider-code.ts";
import type { Fields, Schema } from "../schema/schema.ts";
import { type Leaf, leafAt, objectOf } from "../state/leaves.ts";
import { computedOf, notKept, project, type Seen } from "../state/project.ts";
import { changedMarker, declaredPaths, type ManagedRecord, writeRecord } from "../state/record.ts";
import { markedSecrets, secretTexts, wrapSecrets } from "../state/secrets.ts";
import { UserError } from "./errors.ts";

/** Maximum length of a list of paths in a message, in characters. */
const maxNamed = 2_000;

/** The arguments that control how a resource's object is managed. They are not properties of the object. */
export function metaArgumentsOf({ metaArguments, singleton }: Schema): Fields {
  const own = singleton === undefined ? "adopt" : resetOnDestroy;
  return { [own]: { kind: "boolean" }, ...metaArguments };
}

/** The parts from which the outputs of a resource are built. */
interface OutputParts {
  readonly schema: Schema;
  readonly host: string;
  /** The id under which the resource is saved. */
  readonly id: string;
  /** The object as the tenant returned it. */
  readonly seen: Seen;
  /** The values as declared or last read, including meta-arguments. */
  readonly before: JsonObject;
  readonly record: ManagedRecord;
}

/** The outputs of a resource as they are saved, with secrets in plain text. */
export function outputsOf({ schema, host, id, seen, before, record }: OutputParts): JsonObject {
  const declared = project(schema, { ...seen, paths: record.paths, hints: record.hints, before });
  return {
    ...declared,
    ...withoutDefaults(schema, computedOf(schema, seen.live, before), before),
    ...shownOnDemand(schema, seen.live, before, record.paths),
    ...metaArgumentsIn(schema, before),
    [tenantKey]: host,
    [recordKey]: writeRecord(record, id),
  };
}

/** Undeclared values that the outputs contain only because the program has set another property (`shownBy`) to true. */
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

/** Whether the program has set a `shownBy` property to true, and the value that this shows is neither declared nor in the outputs yet. */
export function asksForMore({ fields }: Schema, outputs: JsonObject, inputs: JsonObject): boolean {
  return Object.entries(fields).some(
    ([name, { shownBy }]) =>
      shownBy !== undefined &&
      own(inputs, shownBy) === true &&
      [inputs, outputs].every((props) => own(props, name) === undefined),
  );
}

/**
 * The computed values without those that are defaults (`absent`). A preview of a replacement does not know any computed values yet, and would report
 * each of them as removed. A default that is already in the state stays, so that a refresh finds no difference.
 */
function withoutDefaults({ fields }: Schema, computed: JsonObject, before: JsonObject): JsonObject {
  const says = ([name, value]: readonly [string, Json]) =>
    own(before, name) !== undefined || !equal(value, fields[name]?.absent);
  return Object.fromEntries(Object.entries(computed).filter(says));
}

/** Properties with all secret values in Pulumi's secret envelopes, including values that only the program marked as secret. */
export function wrapped({ fields }: Schema, props: JsonObject): JsonObject {
  return wrapSecrets(fields, props, markedSecrets(props));
}

/** A redactor that hides the secret values of these properties in any text. */
export function redactorOf({ fields }: Schema, ...props: readonly JsonObject[]): Redactor {
  return new Redactor().add(props.flatMap((one) => secretTexts(fields, one)));
}

/**
 * The inputs that a program would have to declare to get these outputs. The engine compares them with the inputs in the state and reports each
 * difference as drift.
 */
export function inputsOf(schema: Schema, outputs: JsonObject): JsonObject {
  const inputs = objectOf(schema, declaredPaths(outputs), (field, path) => leafAt(field, outputs, path), outputs);
  const host = own(outputs, tenantKey);
  return { ...inputs, ...metaArgumentsIn(schema, outputs), ...(host !== undefined && { [tenantKey]: host }) };
}

/** Inputs that are not properties of the object. The outputs keep them unchanged. */
function metaArgumentsIn(schema: Schema, args: JsonObject): JsonObject {
  const names = [...Object.keys(metaArgumentsOf(schema)), secretsKey, ignoredKey];
  const kept = names.map((name) => [name, own(args, name) ?? null] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== null));
}

/** Whether the meta-arguments differ. The outputs contain them, so an update has to save new outputs even if nothing is sent. */
export function metaArgumentsDiffer(schema: Schema, outputs: JsonObject, inputs: JsonObject): boolean {
  return !equal(metaArgumentsIn(schema, outputs), metaArgumentsIn(schema, inputs));
}

/**
 * Warns of declared values that the tenant does not have after a write: it stored other values, or the write sent nothing. The warning names only
 * paths, because a value may be a secret.
 *
 * @param isSent whether the write sent anything
 */
export function warnNotKept(
  label: string,
  changed: readonly Leaf[],
  inputs: JsonObject,
  live: JsonObject,
  isSent: boolean,
): void {
  const paths = notKept(changed, inputs, live).map((leaf) => describePath(leaf.path));
  if (paths.length === 0) return;
  const named = `${sanitize(paths.join(", "), maxNamed)} of ${label}`;
  console.warn(
    isSent
      ? `warning: the tenant stored another value than declared for ${named}; the next refresh shows the difference as drift`
      : `warning: nothing was sent for ${named}: the tenant no longer has the object as the state knows it. The next \`pulumi up\` sends all ` +
          "declared values that differ",
  );
}

/**
 * Refuses to send {@link changedMarker} as if it were a value. A refresh saves the marker for a value that was changed at the tenant, and
 * `ignoreChanges` copies it from the state into the inputs.
 *
 * @throws UserError
 */
export function refuseMarkers(label: string, leaves: readonly Leaf[]): void {
  const ignored = leaves.filter(({ value }) => value === changedMarker);
  if (ignored.length === 0) return;
  throw new UserError(
    `${label} was not updated: another client changed ${sanitize(ignored.map(({ path }) => describePath(path)).join(", "), maxNamed)} at the ` +
      "tenant. The API never returns the new value, so an update cannot send it back: it can only send the declared value, " +
      "which ignoreChanges forbids. Remove the property from ignoreChanges.",
  );
}
