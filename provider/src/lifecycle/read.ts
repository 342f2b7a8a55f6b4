import type * as pulumi from "@pulumi/pulumi";
import { sanitize } from "../client/index.ts";
import { equal, isPortable, type Json, type JsonObject, own } from "../schema/json.ts";
import { providerKey, tenantKey } from "../schema/keys.ts";
import { fromPointer } from "../schema/pointer.ts";
import type { Schema } from "../schema/schema.ts";
import { Draft } from "../state/draft.ts";
import { computedOf, isReadable, readHintsOf, withheldIn } from "../state/project.ts";
import { changedMarker, type ManagedRecord, readRecord } from "../state/record.ts";
import { dropSecrets } from "../state/secrets.ts";
import { adopts, refusalOf } from "./adoption.ts";
import { nothingKnown, UserError } from "./errors.ts";
import { locate, sayAdopted, sayLeftAlone, type Unsure, unsureInWords } from "./locate.ts";
import { type Entry, type OperationContext, objectOf } from "./operation-context.ts";
import { inputsOf, outputsOf, wrapped } from "./outputs.ts";

/** An object that is not there: the resource leaves the state. */
const absent: pulumi.dynamic.ReadResult = { id: "", props: {} };

/** Reads the object of a resource: for a refresh, or for `X.get`. */
export async function read(context: OperationContext, entry: Entry): Promise<pulumi.dynamic.ReadResult> {
  const { type, service } = context;
  const { id, outputs } = entry;
  const record = readRecord(type.schema, id, outputs);
  if (!record) return got(context, entry, await type.read(service, id, outputs));
  const where = await locate(context, record, outputs);
  if (where.is === "theirs") sayLeftAlone(context, outputs, where.id);
  if (where.is === "theirs" || where.is === "absent") return absent;
  if (where.is === "unsure") return settled(context, entry, record, where);
  const object = objectOf(type, where.id);
  if (object !== undefined) context.program.inState.add(object);
  const shownBy = (live: JsonObject) => refreshedOutputs(context, where.id, live, outputs, record);
  if (where.is === "ours") return refreshed(type.schema, where.id, shownBy(where.found.live));
  const seen = await context.reads.answer({
    known: outputs,
    ask: async (from) => {
      const live = await type.read(from, where.id, outputs);
      return live && { live, outputs: shownBy(live) };
    },
    isExpected: (answer) => answer !== undefined && isUnchanged(type.schema, answer, outputs, record),
  });
  if (!seen) return leftBehind(context, where.id, outputs, shownBy);
  sayWithheld(context, where.id, outputs, seen.live);
  return refreshed(type.schema, where.id, seen.outputs);
}

/** Keeps a resource in the state whose owner is gone, so that the next run knows that its object was in place before. */
function leftBehind(
  { type }: OperationContext,
  id: string,
  outputs: JsonObject,
  shownBy: (live: JsonObject) => JsonObject,
): pulumi.dynamic.ReadResult {
  const left = type.withoutOwner?.(outputs);
  if (!left) return absent;
  console.warn(`warning: ${type.label(outputs)} are not at the tenant: ${left.why}`);
  return refreshed(type.schema, id, shownBy(left.live));
}

/** An object of which nothing tells whether it is ours: with adopt it is, else nothing changes. */
function settled(context: OperationContext, { id, outputs }: Entry, record: ManagedRecord, unsure: Unsure) {
  const { schema } = context.type;
  const { inState } = context.program;
  const [found] = unsure.candidates;
  const object = found && objectOf(context.type, found.id);
  // Another resource of the same name may have had the same candidate.
  const isFree = object !== undefined && unsure.candidates.length === 1 && !inState.has(object);
  if (found && isFree && adopts(context, outputs) && refusalOf(context, outputs, found) === undefined) {
    inState.add(object);
    sayAdopted(context, outputs, found.id);
    return refreshed(schema, found.id, refreshedOutputs(context, found.id, found.live, outputs, record));
  }
  console.warn(`warning: ${unsureInWords(context, outputs, unsure)}`);
  return refreshed(schema, id, known(outputs));
}

/** Says which parts of an object the tenant withholds. What a token cannot see of one object it can see of none, so it is said once. */
function sayWithheld({ type, program }: OperationContext, id: string, outputs: JsonObject, live: JsonObject): void {
  const { schema } = type;
  const unread = program.unread.get(schema) ?? new Map<string, string>();
  program.unread.set(schema, unread);
  const said = new Set(unread.values());
  // The scope may have been granted since the last read.
  unread.delete(id);
  for (const [name, scope] of withheldIn(schema, outputs, live)) {
    const why = `the ${name} of no ${schema.noun} can be read with this token (scope ${scope}), so ${nothingKnown}`;
    unread.set(id, why);
    if (!said.has(why)) console.warn(`warning: ${why}`);
  }
}

/** What a refresh answers. The resource gets the tenant's own id, where the state had another one. */
function refreshed(schema: Schema, id: string, outputs: JsonObject): pulumi.dynamic.ReadResult {
  return { id, props: wrapped(schema, outputs), inputs: wrapped(schema, inputsOf(schema, outputs)) };
}

/** An object as it was read, and the outputs that a refresh makes of it. */
interface Refreshed {
  readonly live: JsonObject;
  readonly outputs: JsonObject;
}

/** Whether a refresh answers what the state has, and the object shows all that this takes. */
function isUnchanged(schema: Schema, { live, outputs }: Refreshed, before: JsonObject, record: ManagedRecord): boolean {
  const shown = readHintsOf(schema, { paths: record.paths, live, before });
  const isShown = Object.keys(record.hints).every((pointer) => own(shown, pointer) !== undefined);
  return isShown && equal(outputs, known(before));
}

function refreshedOutputs(
  { type, service }: OperationContext,
  id: string,
  live: JsonObject,
  before: JsonObject,
  record: ManagedRecord,
): JsonObject {
  const { schema } = type;
  const unsure = record.unsure.filter((pointer) => !isReadable(schema, pointer, { ...record, before, live }));
  const sure: ManagedRecord = { ...record, unsure, standing: { at: "tenant", id } };
  // What was not sure and does not come back has to differ, or the engine would see nothing to do.
  const found = new Draft(outputsOf({ schema, host: service.host, id, seen: { live }, before, record: sure }));
  for (const pointer of unsure) found.put(fromPointer(pointer), changedMarker);
  return withoutNoise(schema, found.root, before);
}

/** Outputs with the old volatile values, if nothing else has changed: an edit of undeclared properties is no drift. */
function withoutNoise({ fields }: Schema, outputs: JsonObject, before: JsonObject): JsonObject {
  const isVolatile = ([name]: readonly [string, Json]) => fields[name]?.volatile === true;
  const steady = Object.entries(outputs).filter((entry) => !isVolatile(entry));
  const calm = Object.fromEntries([...steady, ...Object.entries(before).filter(isVolatile)]);
  return equal(calm, known(before)) ? calm : outputs;
}

/** Outputs without the code that serves the resource, which is no part of the object. */
function known({ [providerKey]: _, ...outputs }: JsonObject): JsonObject {
  return outputs;
}

/** `X.get(name, id)`: all that can be read, but for secrets, which no program declared. */
function got(
  { type, service }: OperationContext,
  { id, outputs }: Entry,
  live: JsonObject | undefined,
): pulumi.dynamic.ReadResult {
  const { schema } = type;
  if (live) {
    const all = { ...live, ...computedOf(schema, live) };
    const shown = Object.entries(dropSecrets(schema.fields, all)).filter(([, value]) => isPortable(value));
    return { id, props: { ...Object.fromEntries(shown), [tenantKey]: service.host } };
  }
  // Once it has been read, a refresh may find it gone: then it leaves the state, and the next `get` says so.
  if (own(outputs, tenantKey) !== undefined) return absent;
  throw new UserError(`there is no ${schema.noun} with the id "${sanitize(id)}" in tenant "${service.host}"`);
}
