import { sanitize, type TenantClient, TenantError } from "../../provider/src/client/index.ts";
import type { ConfigReader } from "../../provider/src/lifecycle/session.ts";
import { idNameOf } from "../../provider/src/schema/definition.ts";
import { isEmptyObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { type Field, isAtTop } from "../../provider/src/schema/schema.ts";
import { definitions, type TypeName } from "../../provider/src/types/registry.ts";
import { answerOf, type Difference } from "./ledger.ts";
import { isKeyOf, keyMember, type Made, type Manifest, objectsOf } from "./manifest.ts";
import { formOf, mismatchOf } from "./mismatch.ts";
import { Stopped } from "./run-client.ts";
import { markerType } from "./samples.ts";
import { TestObject } from "./test-object.ts";
import { anchorOf, initialOf, isOfRun, isSameWhole, requiredArgs, smallest, valueOfNew } from "./values.ts";

/** The result of the attempt to restore the settings of one type. */
export interface PutBack {
  /** One entry per setting: how it differs from its value before the run; undefined if it is restored. */
  readonly results: readonly (Difference | undefined)[];
  /** Why not all settings are restored, as a message for the user. It may quote the tenant. Undefined if all are restored. */
  readonly why: string | undefined;
  /** The settings that have their values from before the run. */
  readonly restored: readonly string[];
}

/**
 * Restores all settings in a manifest to their values before the run, and removes restored settings from the manifest. If one type cannot be
 * restored, the others are restored nevertheless. A value that another client has set after the last change by the run is not overwritten.
 *
 * @param signal ends the restoration after the current type. Default: it does not end early
 */
export async function putBackAll(
  client: TenantClient,
  config: ConfigReader,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<ReadonlyMap<TypeName, PutBack>> {
  const all = new Map<TypeName, PutBack>();
  // Settings can depend on others that the run has changed before them, so they are restored in reverse order.
  for (const type of manifest.changed.toReversed()) {
    if (signal?.aborted) break;
    const done = await putBack(new TestObject(type, client, config), manifest);
    all.set(type, done);
    // If this fails, a later sweep restores the same values again, unless another client has changed them.
    await manifest.restored(type, done.restored).catch(() => {});
  }
  return all;
}

async function putBack(object: TestObject, manifest: Manifest): Promise<PutBack> {
  const { type } = object;
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  const all = manifest.originals[type] ?? {};
  try {
    const args = requiredArgs(type);
    const now = await object.found(args);
    const { [type]: seen } = manifest.seen;
    const { [type]: next } = manifest.next;
    const isNow = (name: string, value: Json | undefined) =>
      isSameWhole(fields[name], value ?? null, own(now, name) ?? null);
    // If the tenant accepted no change of the run, there is nothing to restore, and the report has no fact about the restoration.
    if (!seen && Object.entries(all).every(([name, was]) => isNow(name, was)))
      return { results: [], why: undefined, restored: Object.keys(all) };
    const isCreated = own(all, anchorOf(type) ?? "") === null;
    const isOwn = (name: string, was: Json) => {
      const field = fields[name];
      const last = own(seen, name);
      // Settings that the run has created also have values that the run did not send: the defaults of the service.
      const byService = field && isCreated ? [valueOfNew(field), initialOf(field) ?? null] : [];
      const known = [was, ...(last === undefined ? [] : [last]), ...byService];
      return isOfRun(field, own(now, name) ?? null, known, own(next, name));
    };
    // Settings that the run has created are deleted as a whole, so none of their values may come from another client.
    const checked = isCreated ? { ...Object.fromEntries(writableIn(fields, now)), ...all } : all;
    const foreign = Object.entries(checked).flatMap(([name, was]) => (isOwn(name, was) ? [] : [name]));
    const theirs = sanitize(
      `another client has changed ${foreign.join(", ")} since the last change by the run, or the tenant has stored the run's values in another form. In both cases, these values are not overwritten`,
    );
    // Settings that the run has created are not deleted if another client has changed them since.
    if (foreign.length > 0 && isCreated) return { results: [], why: theirs, restored: [] };
    const original = Object.fromEntries(Object.entries(all).filter(([name]) => !foreign.includes(name)));
    if (isEmptyObject(original)) return { results: [], why: theirs, restored: [] };
    const current = Object.fromEntries(Object.keys(original).map((name) => [name, own(now, name) ?? null]));
    try {
      // `intend` replaces the record of an unfinished change. That change may have set the current values. If this run is killed, the next sweep
      // needs these values, so they are recorded first.
      await manifest.saw(type, current);
      await manifest.intend(type, {}, { ...next, ...original });
    } catch {
      // If the record cannot be saved, for example because the disk is full, the settings are restored nevertheless.
    }
    const after = await restore(object, original, now);
    const differences = Object.entries(original).map(([name, was]) => {
      const [field, is] = [fields[name], own(after, name)];
      if (!field) return { name, found: undefined };
      const isMore = mismatchOf(name, field, is ?? null, was ?? undefined) !== undefined;
      const found = mismatchOf(name, field, was, is, formOf) ?? (isMore ? further : undefined);
      return { name, found: found && { what, ...found } };
    });
    const results = differences.map(({ found }) => found);
    const restored = differences.flatMap(({ name, found }) => (found ? [] : [name]));
    if (foreign.length > 0) return { results, why: theirs, restored };
    const isSame = restored.length === results.length;
    const why = isSame ? undefined : "not all values of the tenant are as they were before the run";
    return { results, why, restored };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { results: [{ what, came: cameWith(error), expected: "success" }], why: sanitize(why), restored: [] };
  }
}

/** Changes settings back to their values before the run, whatever their current values are. Returns the values that the tenant has afterwards. */
async function restore(object: TestObject, original: JsonObject, now: JsonObject): Promise<JsonObject> {
  const given = requiredArgs(object.type);
  const args = smallest(object.type, given, now);
  const anchor = anchorOf(object.type);
  if (anchor !== undefined && own(original, anchor) === null) {
    // The tenant did not have these settings before the run, so they are deleted.
    if (own(now, anchor) === undefined) return now;
    await object.apply({ ...args, resetOnDestroy: true });
    await object.remove();
    return object.read(given);
  }
  // An update removes only properties that were declared before, so the current values are declared first.
  const declared: Record<string, JsonObject[string]> = {};
  for (const name of Object.keys(original)) {
    const value = own(now, name) ?? null;
    if (value !== null && (await object.accepts({ ...args, [name]: value }))) declared[name] = value;
  }
  await object.apply({ ...args, ...declared });
  await object.apply({ ...args, ...cleared(object.type, args, original), ...present(original) });
  return (await object.live()) ?? {};
}

/** The properties of settings that a program can set, each with the value null. */
function writableIn(fields: Readonly<Record<string, Field>>, now: JsonObject): readonly (readonly [string, null])[] {
  return Object.keys(now).flatMap((name) => {
    const field = fields[name];
    return field === undefined || field.computed || field.forceNew || isAtTop(field) ? [] : [[name, null] as const];
  });
}

/** The original values that are not null: the arguments of a program that restores them. */
function present(original: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(original).filter(([, value]) => value !== null));
}

/** The defaults of required arguments. A program cannot remove a required argument, so to clear its value it declares the default. */
function cleared(type: TypeName, args: JsonObject, original: JsonObject): JsonObject {
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  const defaults = Object.keys(args).flatMap((name) => {
    const { clear } = fields[name] ?? {};
    return own(original, name) !== undefined && clear?.how === "default" ? [[name, clear.value] as const] : [];
  });
  return Object.fromEntries(defaults);
}

/** The answer of the tenant that caused an error, as text for the report. */
function cameWith(error: unknown): string {
  if (error instanceof Stopped) return error.why;
  if (error instanceof TenantError) return answerOf([error]);
  return error instanceof Error && error.cause !== undefined ? cameWith(error.cause) : answerOf([]);
}

const what = "put back";
const further = { came: "additional members", expected: "only the members before the run" } as const;

/** The time after a create in which listings and reads may not yet contain the new object, in milliseconds. */
const lag = 60_000;

/**
 * Removes the objects in a manifest, the latest first. An object is removed only if it has the id in the manifest (or the key, if the manifest
 * has no id), and if its key is a possible key of the run. An object is removed from the manifest only once it is deleted, or has been missing
 * for so long that it certainly does not exist.
 *
 * @param signal ends the sweep after the current object. Default: it does not end early
 * @returns the objects that are still in the manifest, each with the reason
 */
export async function sweep(
  client: TenantClient,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<ReadonlyMap<Made, string>> {
  const left = new Map<Made, string>();
  const [first] = manifest.made;
  for (const made of manifest.made.toReversed()) {
    if (signal?.aborted) break;
    if (made === first && made.type === markerType && manifest.changed.length > 0) {
      left.set(made, "it stays until all settings are restored, because it keeps other runs from starting");
      continue;
    }
    try {
      const why = await removed(client, made, manifest.mark);
      if (why === undefined) await manifest.forget(made);
      else left.set(made, why);
    } catch (error) {
      // If one object cannot be removed, the others are removed nevertheless.
      if (!(error instanceof Error) || error instanceof Stopped) throw error;
      left.set(made, sanitize(error.message));
    }
  }
  return left;
}

/** Removes an object. Returns undefined if it no longer exists, and otherwise the reason why it may still exist. */
async function removed(client: TenantClient, made: Made, mark: string): Promise<string | undefined> {
  const { type, id } = made;
  const read = () => (id === undefined ? objectsOf(client, type) : identified(client, type, id));
  const oursIn = (bodies: readonly Json[]) => bodies.filter((body) => isOurs(body, made, mark));
  let found = await read();
  // One response can be wrong, so an object counts as missing only if two reads lack it.
  if (oursIn(found).length === 0) found = await read();
  const ours = oursIn(found);
  for (const body of ours)
    if (!(await isDeleted(client, type, String(own(body, idNameOf(definitions[type])))))) return contradiction;
  if (ours.length > 0) return undefined;
  if (id !== undefined && found.length > 0)
    return "the object has another name now, so it is not removed. Remove it yourself";
  // The absolute value covers a time in the future, which was recorded while the clock was ahead.
  const isRecent = Math.abs(Date.now() - made.at) <= lag;
  return isRecent
    ? "the object may exist, although the tenant does not return it yet. Try again in a minute"
    : undefined;
}

const contradiction = "the tenant answered that the object does not exist, but still returns it. Try again in a minute";

/** Deletes an object. Returns whether it no longer exists. A 404 counts as a deletion only if a read does not find the object either. */
async function isDeleted(client: TenantClient, type: TypeName, id: string): Promise<boolean> {
  try {
    await client.request({ method: "DELETE", ...callOf(type, id), action: "delete" });
    return true;
  } catch (error) {
    if (!isAbsence(error)) throw error;
    return (await identified(client, type, id)).length === 0;
  }
}

/** An array with the object that has this id; empty if the service says that there is none. */
async function identified(client: TenantClient, type: TypeName, id: string): Promise<readonly Json[]> {
  try {
    const { body = null } = await client.request<Json>({ method: "GET", ...callOf(type, id), action: "read" });
    return [body];
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

function callOf(type: TypeName, id: string) {
  const { route, schema } = definitions[type];
  return { path: [...route.split("/"), id], subject: schema.noun };
}

function isAbsence(error: unknown): boolean {
  return error instanceof TenantError && error.isAbsence;
}

/** Whether an object belongs to the run: its key is in the manifest. If the manifest has the object's id, any possible key of the run suffices. */
function isOurs(body: Json, { type, keys, id }: Made, mark: string): boolean {
  const key = own(body, keyMember(type));
  if (typeof key !== "string") return false;
  const name = key.toLowerCase();
  return isKeyOf(type, mark, name) && (id !== undefined || keys.includes(name));
}
