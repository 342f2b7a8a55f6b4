import { TenantError } from "../client/index.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { providerKey } from "../schema/keys.ts";
import { type AttemptOutcome, type PlannedWrite, recordAfter } from "../state/outcome.ts";
import { unseen } from "../state/project.ts";
import type { ManagedRecord, Unconfirmed } from "../state/record.ts";
import { ShapeError } from "../state/wire.ts";
import { OwnerGone, PartialFailure, summaryOf } from "./errors.ts";
import { keepWritten, type OperationContext } from "./operation-context.ts";
import { outputsOf, warnNotKept, wrapped } from "./outputs.ts";
import { type Found, Incomplete } from "./resource-type.ts";

/** A plan that is carried out for one resource. */
export interface PlannedResourceWrite extends PlannedWrite {
  /** The id in the state. Undefined at the first creation. */
  readonly id: string | undefined;
  /** The record before. */
  readonly record: ManagedRecord;
  /** The last known values; for a creation, those that are sent. */
  readonly known: JsonObject;
  /** What follows where the answer is lost, for people. */
  readonly whenLost: string;
}

/** What is saved of a resource. */
export interface Saved {
  readonly id: string;
  readonly outs: JsonObject;
}

/** The answer to a write was lost, and nobody knows whether it was carried out. */
export class AnswerLost extends Error {
  override readonly name = "AnswerLost";
  /** What is known of an object that was to be created. */
  readonly standing: Unconfirmed | undefined;
  /** What follows, for people, where it is special. */
  readonly whatNext: string | undefined;

  constructor(cause: Error, options: ErrorOptions = { cause }, standing?: Unconfirmed, whatNext?: string) {
    // What follows from that is for the one who catches it to say.
    super(summaryOf(cause), options);
    this.standing = standing;
    this.whatNext = whatNext;
  }
}

/**
 * Carries out an attempt and answers what is saved of it. Where the owner of a declared set is gone, that is a warning: a failure would keep
 * the engine from everything else.
 *
 * @throws PartialFailure with what is saved, where something may be at the tenant although the attempt failed
 */
export async function carryOut(
  context: OperationContext,
  write: PlannedResourceWrite,
  run: () => Promise<Found>,
): Promise<Saved> {
  const { inputs, plan } = write;
  const label = context.type.label(inputs);
  try {
    const found = await run();
    keepWritten(context, found.id, inputs, write.record.mark);
    context.program.namesakes.keep(context.type, inputs, found.id, write.record);
    warnNotKept(label, plan.changed, inputs, found.live);
    return saved(context, write, { how: "done", id: found.id, seen: found, isLikely: found.isLikely });
  } catch (error) {
    if (error instanceof Incomplete) {
      const { found, unsure, message, cause } = error;
      keepWritten(context, found.id, inputs, write.record.mark);
      if (cause instanceof OwnerGone) {
        console.warn(`warning: ${label} are not as declared: ${message} The next \`pulumi up\` tries again.`);
        return saved(context, write, { how: "partly", id: found.id, seen: found, unsure });
      }
      const reason = `${message}\nOnly a part of ${label} is in place; the next \`pulumi up\` goes on.`;
      const reached = { id: found.id, seen: found, isLikely: found.isLikely };
      throw failureOf(context, write, { how: "partly", ...reached, unsure }, reason, cause);
    }
    if (!(error instanceof AnswerLost)) throw error;
    const reason = `${error.message}\n${error.whatNext ?? write.whenLost}`;
    const { standing } = error;
    throw failureOf(context, write, { how: "lost", sent: sentFirst(write), standing }, reason, error);
  }
}

/** The failure of an attempt, with what is saved of it. */
export function failureOf(
  context: OperationContext,
  write: PlannedResourceWrite,
  outcome: AttemptOutcome,
  reason: string,
  cause: unknown,
): PartialFailure {
  const { id, outs } = saved(context, write, outcome);
  // Without the code that serves the resource, nothing could touch the object again.
  const code = own(write.inputs, providerKey);
  return new PartialFailure(id, reason, { ...outs, ...(code !== undefined && { [providerKey]: code }) }, { cause });
}

/** What is saved of an attempt, by its outcome. Without a mark, the entry gets none. */
export function saved(
  { type, service, mark }: Pick<OperationContext, "type" | "service"> & Partial<OperationContext>,
  write: PlannedResourceWrite,
  outcome: AttemptOutcome,
): Saved {
  const { schema } = type;
  const isLost = outcome.how === "lost";
  const id = write.id ?? (isLost ? type.provisionalId(write.inputs) : outcome.id);
  // Where the answer was lost, nothing was seen: the values stay what they were.
  const seen = isLost ? unseen(schema, write.known) : outcome.seen;
  const before = isLost ? write.known : write.inputs;
  const record = { ...recordAfter(write.record, write, outcome), ...(mark !== undefined && { mark }) };
  return { id, outs: wrapped(schema, outputsOf({ schema, host: service.host, id, seen, before, record })) };
}

/** The paths in the call whose answer was lost. Properties with calls of their own come after it, and were not sent. */
function sentFirst({ schema, plan }: PlannedWrite): readonly string[] {
  return [...plan.changed, ...plan.removed]
    .filter(({ path }) => !schema.fields[path[0] ?? ""]?.subresource)
    .map(({ pointer }) => pointer);
}

/** Whether a call that failed may have changed something: the answer to a write was lost or cannot be read. */
export function mayHaveWritten(error: unknown): boolean {
  if (error instanceof ShapeError) return true;
  return error instanceof TenantError && error.outcome === "unknown" && error.request.method !== "GET";
}
