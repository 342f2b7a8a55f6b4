import type * as pulumi from "@pulumi/pulumi";
import { type Service, sanitize } from "../client/index.ts";
import { equal, fromPointer, isPortable, type Json, type JsonObject, own } from "../schema/json.ts";
import { providerKey, tenantKey } from "../schema/provider-code.ts";
import type { Schema } from "../schema/schema.ts";
import { Draft } from "../state/leaves.ts";
import { computedOf, isReadable, readHintsOf, withheldIn } from "../state/project.ts";
import { changedMarker, type ManagedRecord, readRecord } from "../state/record.ts";
import { dropSecrets } from "../state/secrets.ts";
import { entryIn } from "./entry-in.ts";
import { incompleteMarker, isUnavailable, UserError } from "./errors.ts";
import { adopts, refusalByKey, refusalOf } from "./existing/adoption.ts";
import type { WhereLost } from "./existing/decide.ts";
import { locate, sayAdopted, sayLeftAlone, undecidedMessage } from "./existing/locate.ts";
import { contentAfterRefresh } from "./known-content.ts";
import { notRestoredWarning } from "./not-restored.ts";
import { keyOfObject, keysOfRead, type OperationContext } from "./operation-context.ts";
import { outagesIn, outageWarning } from "./outages.ts";
import { inputsOf, outputsOf, wrapped } from "./outputs.ts";
import type { Entry } from "./resource-type.ts";

/** The result for an object that does not exist: the resource is removed from the state. */
const absent: pulumi.dynamic.ReadResult = { id: "", props: {} };

/** Reads the object of a resource, for a refresh or for `X.get`. */
export async function read(context: OperationContext, entry: Entry): Promise<pulumi.dynamic.ReadResult> {
  const { type, service } = context;
  const { id, outputs } = entry;
  const record = readRecord(id, outputs);
  if (!record) return got(context, entry, await type.read(service, id, outputs));
  const where = await locate(context, record, outputs);
  if (where.is === "different") sayLeftAlone(context, outputs, where.ids);
  if (where.is === "different" || where.is === "absent") return absent;
  if (where.is === "incomplete") {
    console.warn(
      `warning: ${type.label(outputs)}: the creation is not complete. Run \`pulumi up\`, which adds what is missing.`,
    );
    return refreshed(type.schema, id, withoutCode(outputs));
  }
  if (where.is === "undecided") return undecidedResult(context, entry, record, where);
  const object = keyOfObject(type, where.id);
  if (object !== undefined) context.program.inState.add(object);
  const outputsWith = (live: JsonObject) => refreshedOutputs(context, where.id, live, outputs, record);
  if (where.is === "complete") return refreshed(type.schema, where.id, outputsWith(where.found.live));
  const ask = async (from: Service): Promise<Refreshed | undefined> => {
    const live = await type.read(from, where.id, outputs);
    return live && { live, outputs: outputsWith(live) };
  };
  const seen = await context.reads
    .answer({
      values: outputs,
      ask,
      isExpected: (answer) => answer !== undefined && isUnchanged(type.schema, answer, outputs, record),
    })
    // A single response can be wrong or late, and the next run would write, or create the object a second time. So a second one counts.
    .then((answer) => (answer && equal(answer.outputs, withoutCode(outputs)) ? answer : ask(service)))
    .catch((error: unknown) => {
      if (error instanceof Error && isUnavailable(type, error)) return error;
      throw error;
    });
  if (seen instanceof Error) {
    // If the tenant's plan no longer includes one feature, the refresh of all other resources must still work. So this is only a warning.
    const why = `${seen.message} The state keeps the last known values, so drift of this object is unknown`;
    unreadOf(context).set(where.id, why);
    console.warn(`warning: ${why}${incompleteMarker}`);
    return refreshed(type.schema, id, withoutCode(outputs));
  }
  if (!seen) return leftBehind(context, where.id, outputs, outputsWith) ?? gone(context, where.id, outputs, record);
  sayWithheld(context, where.id, outputs, seen.live);
  for (const outage of outagesOf(context, record, outputs, seen.live))
    console.warn(`warning: ${outageWarning(type.label(outputs), outage)}`);
  return refreshed(type.schema, where.id, seen.outputs);
}

/** Removes a resource from the state, because its object was deleted outside Pulumi. */
function gone(
  { type, program }: OperationContext,
  id: string,
  outputs: JsonObject,
  record: ManagedRecord,
): pulumi.dynamic.ReadResult {
  const warning = notRestoredWarning(type, type.label(outputs), id, record, program.referring);
  if (warning !== undefined) console.warn(warning);
  return absent;
}

/** Keeps a resource in the state although its owner no longer exists, if the type allows it. So the next run knows that it is not a new resource. Undefined otherwise. */
function leftBehind(
  { type }: OperationContext,
  id: string,
  outputs: JsonObject,
  outputsWith: (live: JsonObject) => JsonObject,
): pulumi.dynamic.ReadResult | undefined {
  const left = type.withoutOwner?.(outputs);
  if (!left) return undefined;
  console.warn(`warning: ${type.label(outputs)} do not exist at the tenant: ${left.why}`);
  return refreshed(type.schema, id, outputsWith(left.live));
}

/** The result if it is not certain that this stack created the object. With `adopt`, the resource adopts it; otherwise the state stays unchanged. */
function undecidedResult(
  context: OperationContext,
  { id, outputs }: Entry,
  record: ManagedRecord,
  { candidates, others }: Extract<WhereLost, { is: "undecided" }>,
) {
  const { schema } = context.type;
  const { inState } = context.program;
  const [found] = candidates;
  const object = found && keyOfObject(context.type, found.id);
  // Another resource with the same name may already manage this candidate.
  const isFree = object !== undefined && candidates.length === 1 && !inState.has(object);
  const isAdopted =
    found &&
    isFree &&
    adopts(context, outputs) &&
    (refusalOf(context, outputs, found) ?? refusalByKey(context, outputs, found)) === undefined;
  if (isAdopted) {
    inState.add(object);
    sayAdopted(context, outputs, found.id, others);
    return refreshed(schema, found.id, refreshedOutputs(context, found.id, found.live, outputs, record));
  }
  console.warn(`warning: ${undecidedMessage(context, outputs, candidates)}`);
  return refreshed(schema, id, withoutCode(outputs));
}

/** The reasons why objects of a type could not be read completely, by the object's id at the tenant. */
function unreadOf({ type, program }: Pick<OperationContext, "type" | "program">): Map<string, string> {
  return entryIn(program.unread, type.schema, () => new Map<string, string>());
}

/**
 * Warns of the parts of an object that the tenant withholds. A token that cannot see a part of one object cannot see it in any object of the
 * type, so the warning appears once.
 */
function sayWithheld({ type, program }: OperationContext, id: string, outputs: JsonObject, live: JsonObject): void {
  const { schema } = type;
  const unread = unreadOf({ type, program });
  const said = new Set(unread.values());
  // The scope may have been granted since the last read, so the reason of that read is discarded.
  unread.delete(id);
  for (const [name, scope] of withheldIn(schema, outputs, live)) {
    const why = `this token cannot read the ${name} of any ${schema.noun}, so their drift is unknown. Grant the scope ${scope} to the client that this program runs as`;
    unread.set(id, why);
    if (!said.has(why)) console.warn(`warning: ${why}${incompleteMarker}`);
  }
}

/** The result of a refresh. If the object was found, the id is its id at the tenant, which replaces a provisional id in the state. */
function refreshed(schema: Schema, id: string, outputs: JsonObject): pulumi.dynamic.ReadResult {
  return { id, props: wrapped(schema, outputs), inputs: wrapped(schema, inputsOf(schema, outputs)) };
}

/** An object as it was read, and the outputs that a refresh derives from it. */
interface Refreshed {
  readonly live: JsonObject;
  readonly outputs: JsonObject;
}

/** Whether the refreshed outputs equal those in the state, and the response contains a hint for every path that has a hint in the record. */
function isUnchanged(schema: Schema, { live, outputs }: Refreshed, before: JsonObject, record: ManagedRecord): boolean {
  const shown = readHintsOf(schema, { paths: record.paths, live, before });
  const isShown = Object.keys(record.hints).every((pointer) => own(shown, pointer) !== undefined);
  return isShown && equal(outputs, withoutCode(before));
}

/** The outages that a refresh does not show as drift: none, if the run restarts what the service has stopped. */
function outagesOf({ type, service }: OperationContext, record: ManagedRecord, before: JsonObject, live: JsonObject) {
  return service.restarts ? [] : outagesIn(type.schema, record, before, live);
}

function refreshedOutputs(
  context: OperationContext,
  id: string,
  live: JsonObject,
  before: JsonObject,
  record: ManagedRecord,
): JsonObject {
  const { type, service } = context;
  const { schema } = type;
  const unsure = record.unsure.filter((pointer) => !isReadable(schema, pointer, { ...record, before, live }));
  const { content: _, sentValues: __, ...known } = record;
  const content = contentAfterRefresh(schema, record, before, live);
  const sure: ManagedRecord = { ...known, unsure, standing: { at: "tenant", id }, ...(content && { content }) };
  // If a value is unsure and the tenant does not return it, a marker replaces it, so that it differs from the declared value. Otherwise the
  // engine would find no change, and the value would not be sent again. The value of the last finished act stays: it differs if the act is due.
  const shown = new Draft(outputsOf({ schema, host: service.host, id, seen: { live }, before, record: sure }));
  const isKept = (pointer: string) => record.pending?.includes(pointer);
  for (const pointer of unsure) if (!isKept(pointer)) shown.put(fromPointer(pointer), changedMarker);
  for (const { name, last } of outagesOf(context, record, before, live)) shown.put([name], last);
  return withoutNoise(schema, shown.root, before);
}

/**
 * Outputs with the previous values of volatile properties, if nothing else has changed. If only volatile properties have changed, only undeclared
 * properties were edited, which is not drift.
 */
function withoutNoise({ fields }: Schema, outputs: JsonObject, before: JsonObject): JsonObject {
  const isVolatile = ([name]: readonly [string, Json]) => fields[name]?.volatile === true;
  const steady = Object.entries(outputs).filter((entry) => !isVolatile(entry));
  const calm = Object.fromEntries([...steady, ...Object.entries(before).filter(isVolatile)]);
  return equal(calm, withoutCode(before)) ? calm : outputs;
}

/** Outputs without the provider code, which is not part of the object. */
function withoutCode({ [providerKey]: _, ...outputs }: JsonObject): JsonObject {
  return outputs;
}

/** The result of `X.get(name, id)`: all readable values. Secrets are left out, because the program has not declared them. */
function got(
  context: OperationContext,
  { id, outputs }: Entry,
  live: JsonObject | undefined,
): pulumi.dynamic.ReadResult {
  const { type, service } = context;
  const { schema } = type;
  if (live) {
    // Outputs with the tenant's host come from a refresh, which also reads objects that the program no longer reads. So such a read is not recorded.
    const isOfProgram = own(outputs, tenantKey) === undefined;
    for (const key of isOfProgram ? keysOfRead(context, id, live) : []) context.program.onlyRead.add(key);
    const all = { ...live, ...computedOf(schema, live) };
    const shown = Object.entries(dropSecrets(schema.fields, all)).filter(([, value]) => isPortable(value));
    return { id, props: { ...Object.fromEntries(shown), [tenantKey]: service.host } };
  }
  // Outputs with the tenant's host come from a refresh, so the object was deleted after an earlier read. The refresh removes the resource from the
  // state, and the next `get` reports the error.
  if (own(outputs, tenantKey) !== undefined) return absent;
  throw new UserError(`there is no ${schema.noun} with the id "${sanitize(id)}" in tenant "${service.host}"`);
}
