import { TenantError } from "../client/index.ts";
import { sharesNames } from "../schema/definition.ts";
import { fromPointer, type JsonObject, own, type Path, valueAt } from "../schema/json.ts";
import { providerKey } from "../schema/provider-code.ts";
import { type Fields, isShownOnce } from "../schema/schema.ts";
import { Draft, isCollection, membersOf, undeclaredIn } from "../state/leaves.ts";
import { type AttemptOutcome, type Plan, type PlannedWrite, planChange, recordAfter } from "../state/plan.ts";
import { unseen } from "../state/project.ts";
import { blankRecord, type ManagedRecord, type Unconfirmed } from "../state/record.ts";
import { ShapeError } from "../state/wire.ts";
import { NotYet, OwnerGone, PartialFailure, summaryOf, Taken, UserError } from "./errors.ts";
import { contentAfter, valuesAfterLoss, withSentValues } from "./known-content.ts";
import { noteWritten, type OperationContext } from "./operation-context.ts";
import { outputsOf, warnNotKept, wrapped } from "./outputs.ts";
import { type Found, Incomplete, type ResourceType } from "./resource-type.ts";

/** A planned write of one resource. */
export interface PlannedResourceWrite extends PlannedWrite {
  /** The id in the state. Undefined for the first creation. */
  readonly id: string | undefined;
  /** The record before the write. */
  readonly record: ManagedRecord;
  /** The number of writes that the operation has begun before this one. Default: none. */
  readonly begunBefore?: number;
  /** The last known values; for a creation, the values to be sent. */
  readonly lastValues: JsonObject;
  /** The next steps for the user if the response is lost, as text for an error message. */
  readonly whenLost: string;
}

/**
 * The planned write of a creation: a plan without prior values.
 *
 * @param id the id in the state, if the state already has an entry for the resource
 * @param before the record of that entry
 */
export function plannedCreation(
  { type }: Pick<OperationContext, "type">,
  inputs: JsonObject,
  id?: string,
  { replaced, made }: Pick<ManagedRecord, "replaced" | "made"> = { replaced: [] },
): PlannedResourceWrite {
  const { schema } = type;
  const record = { ...blankRecord(), replaced, ...(made && { made }) };
  return {
    schema,
    inputs,
    plan: planChange(schema, {}, record, inputs),
    id,
    record,
    lastValues: inputs,
    whenLost: `It is not known whether ${type.label(inputs)} exists. ${whenLost(type, inputs)}`,
  };
}

function whenLost(type: ResourceType, args: JsonObject): string {
  if (isShownOnce(type.schema)) {
    return (
      "If it does, its value is lost with the response. Run `pulumi up --refresh`: that run creates another one, and names those that the lost " +
      "request may have left."
    );
  }
  if (!type.hasOwnObject) return "Run `pulumi up --refresh`: that run checks the tenant, and adds what is missing.";
  const next = sharesNames(type, args)
    ? "The create request is not repeated now: several objects can have this name, and a listing may not show a new object yet. " +
      "Run `pulumi up --refresh` in a few minutes: that run checks the tenant, and creates the object if none with these values exists. If one exists,"
    : "Run `pulumi up --refresh`: that run checks the tenant, and creates the object if it does not exist. If it exists,";
  return `${next} a message says what to do.`;
}

/** The id and the outputs of a resource, as saved in the state. */
export interface Saved {
  readonly id: string;
  readonly outs: JsonObject;
}

/** The error for a write whose response was lost: it is not known whether the tenant carried out the write. */
export class ResponseLost extends Error {
  override readonly name = "ResponseLost";
  /** The known facts about an object whose creation was sent; undefined for other writes. */
  readonly standing: Unconfirmed | undefined;
  /** The next steps for the user, as text. If undefined, the text `whenLost` of the write applies. */
  readonly whatNext: string | undefined;

  constructor(cause: Error, options: ErrorOptions = { cause }, standing?: Unconfirmed, whatNext?: string) {
    // The caller that catches this error adds the next steps to the message.
    super(summaryOf(cause), options);
    this.standing = standing;
    this.whatNext = whatNext;
  }
}

/**
 * Finishes a planned write and returns the id and the outputs to save. If the owner of a declared set no longer exists, or the service has not
 * completed the change yet, the function only warns: after an error, the engine would not continue with the remaining resources.
 *
 * @param answer the object that the requests of the write give
 * @throws PartialFailure with the id and the outputs to save, if the write failed and may have changed the tenant
 */
export async function finishWrite(
  context: OperationContext,
  write: PlannedResourceWrite,
  answer: Promise<Found>,
): Promise<Saved> {
  const { inputs, plan, begunBefore = 0 } = write;
  const { writes } = context;
  const label = context.type.label(inputs);
  try {
    const found = await answer;
    noteWritten(context, found.id, inputs, write.record.mark);
    context.program.namesakes.note(context.type, inputs, found.id, write.record);
    warnNotKept(label, plan.changed, inputs, found.live, writes.begun > begunBefore);
    const { id, isLikely, isNew } = found;
    return saved(context, write, { how: "done", id, seen: found, isLikely, isNew });
  } catch (error) {
    if (error instanceof Incomplete) {
      const { found, unsure, message, cause } = error;
      noteWritten(context, found.id, inputs, write.record.mark);
      if (cause instanceof OwnerGone || cause instanceof NotYet) {
        const differs = cause instanceof OwnerGone ? " differ from the program" : "";
        console.warn(`warning: ${label}${differs}: ${message} The next \`pulumi up\` tries again.`);
        return saved(context, write, { how: "partly", id: found.id, seen: found, unsure });
      }
      const lost = causesOf(error).find(mayHaveWritten);
      const written = lost
        ? `It is not known how much of ${label} was written.`
        : writes.begun > begunBefore
          ? `Only a part of ${label} was written.`
          : `This run wrote nothing of ${label}.`;
      // The next run finds out, so the advice to check the object is left out.
      const why = lost?.message === message ? summaryOf(lost) : message;
      const reason = `${why}\n${written} The next \`pulumi up\` writes the rest.`;
      const reached = { id: found.id, seen: found, isLikely: found.isLikely };
      throw failureOf(context, write, { how: "partly", ...reached, unsure }, reason, cause);
    }
    if (!(error instanceof ResponseLost)) throw error;
    const reason = `${error.message}\n${error.whatNext ?? write.whenLost}`;
    const { standing } = error;
    throw failureOf(context, write, { how: "lost", sentPaths: pathsInFirstRequest(write), standing }, reason, error);
  }
}

/** The error of a failed write, with the id and the outputs to save. */
export function failureOf(
  context: OperationContext,
  write: PlannedResourceWrite,
  outcome: AttemptOutcome,
  reason: string,
  cause: unknown,
): PartialFailure {
  const { id, outs } = saved(context, write, outcome);
  // Without the provider code in the outputs, the engine could no longer update or delete the object.
  const code = own(write.inputs, providerKey);
  return new PartialFailure(id, reason, { ...outs, ...(code !== undefined && { [providerKey]: code }) }, { cause });
}

/** The id and the outputs to save after a write with the given outcome. If the context has no mark, the record keeps its previous mark. */
export function saved(
  { type, service, mark }: Pick<OperationContext, "type" | "service"> & Partial<OperationContext>,
  write: PlannedResourceWrite,
  outcome: AttemptOutcome,
): Saved {
  const { schema } = type;
  const isLost = outcome.how === "lost";
  const id = write.id ?? (isLost ? type.provisionalId(write.inputs) : outcome.id);
  const { content: _, sentValues: __, ...reached } = recordAfter(write.record, write, outcome);
  const after = withSentValues(reached, write);
  // After a lost response, it is not known which values the object has, so the last known values are saved.
  const before = isLost ? valuesAfterLoss(write, outcome) : withPending(write, after);
  const seen = isLost ? unseen(schema, before) : outcome.seen;
  const content = contentAfter(write, outcome);
  const record = { ...after, ...(mark !== undefined && { mark }), ...(content && { content }) };
  return { id, outs: wrapped(schema, outputsOf({ schema, host: service.host, id, seen, before, record })) };
}

/** The inputs of a write, in which the values of the last finished acts stand at the pending paths. */
function withPending({ inputs, lastValues }: PlannedResourceWrite, { pending = [] }: ManagedRecord): JsonObject {
  const values = new Draft(inputs);
  for (const path of pending.map(fromPointer)) values.put(path, valueAt(lastValues, path) ?? null);
  return values.root;
}

/**
 * The paths in the first request of a write. Subresources have separate requests, which follow that request. In an update, a write-only collection that
 * the resource has not declared as a whole before counts by member: the state does not know which other members the object has.
 */
export function pathsInFirstRequest({ schema, plan, record }: PlannedResourceWrite): readonly string[] {
  const isFirst = ({ path: [name = ""] }: { readonly path: Path }) => !schema.fields[name]?.subresource;
  const sent = [...plan.changed, ...plan.removed].filter(isFirst).flatMap(({ field, path, pointer, value }) => {
    const isNew = record.standing.at === "tenant" && !record.paths.includes(pointer);
    const isUnread = isCollection(field) && field.reads?.how === "never";
    const members = isNew && isUnread && value !== undefined ? membersOf(field, path, value) : undefined;
    return members?.map((member) => member.pointer) ?? [pointer];
  });
  return [...sent, ...clearedAlong(plan, record, schema.fields).filter((pointer) => !sent.includes(pointer))];
}

/**
 * The paths of values that leave the program with other values of the same object, and that need no clearing of their own because they are the defaults:
 * an update that leaves nothing declared in the object clears it as a whole, and with it these values.
 */
function clearedAlong({ declared, removed }: Plan, { paths }: ManagedRecord, fields: Fields): readonly string[] {
  const isUndeclared = undeclaredIn(declared);
  return paths.filter((pointer) => {
    const path = fromPointer(pointer);
    const [name = ""] = path;
    const isInObject = path.length > 1 && fields[name]?.kind === "object";
    return isInObject && isUndeclared(path) && removed.some((removal) => removal.path[0] === name);
  });
}

/** The errors that have caused an error, the nearest first. */
function causesOf({ cause }: Error): readonly Error[] {
  return cause instanceof Error ? [cause, ...causesOf(cause)] : [];
}

/** The error of a write after which the service had accepted an earlier request of it, so the tenant has changed. */
class WrittenBefore extends UserError {}

/**
 * The answer to the requests of one write. If a request fails after the service has accepted another one, also a read, nobody knows how much
 * of the write the tenant has: the error counts as the loss of a response, unless it says what was written.
 */
export async function orWritten<T>({ writes }: OperationContext, answer: Promise<T>): Promise<T> {
  const { accepted } = writes;
  try {
    return await answer;
  } catch (error) {
    const isKnown = error instanceof Incomplete || error instanceof Taken || !(error instanceof Error);
    if (isKnown || writes.accepted === accepted || mayHaveWritten(error)) throw error;
    throw new WrittenBefore(error.message, { cause: error });
  }
}

/** Whether a failed write may have changed the tenant: a response was lost or is unreadable, or an earlier request of the write was accepted. */
export function mayHaveWritten(error: unknown): boolean {
  if (error instanceof ShapeError || error instanceof WrittenBefore) return true;
  return error instanceof TenantError && error.outcome === "unknown" && error.request.method !== "GET";
}
