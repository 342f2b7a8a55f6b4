import { TenantError } from "../client/index.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { providerKey } from "../schema/keys.ts";
import { type AttemptOutcome, type PlannedWrite, recordAfter } from "../state/plan.ts";
import { unseen } from "../state/project.ts";
import type { ManagedRecord, Unconfirmed } from "../state/record.ts";
import { ShapeError } from "../state/wire.ts";
import { NotYet, OwnerGone, PartialFailure, summaryOf } from "./errors.ts";
import { noteWritten, type OperationContext } from "./operation-context.ts";
import { outputsOf, warnNotKept, wrapped } from "./outputs.ts";
import { type Found, Incomplete } from "./resource-type.ts";

/** A planned write of one resource. */
export interface PlannedResourceWrite extends PlannedWrite {
  /** The id in the state. Undefined for the first creation. */
  readonly id: string | undefined;
  /** The record before the write. */
  readonly record: ManagedRecord;
  /** The last known values; for a creation, the values to be sent. */
  readonly lastValues: JsonObject;
  /** The next steps for the user if the response is lost, as text for an error message. */
  readonly whenLost: string;
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
 * Performs a planned write and returns the id and the outputs to save. If the owner of a declared set no longer exists, the function only
 * warns: after an error the engine would not continue with the other resources.
 *
 * @throws PartialFailure with the id and the outputs to save, if the write failed and may have changed the tenant
 */
export async function performWrite(
  context: OperationContext,
  write: PlannedResourceWrite,
  run: () => Promise<Found>,
): Promise<Saved> {
  const { inputs, plan } = write;
  const label = context.type.label(inputs);
  try {
    const found = await run();
    noteWritten(context, found.id, inputs, write.record.mark);
    context.program.namesakes.note(context.type, inputs, found.id, write.record);
    warnNotKept(label, plan.changed, inputs, found.live);
    return saved(context, write, { how: "done", id: found.id, seen: found, isLikely: found.isLikely });
  } catch (error) {
    if (error instanceof Incomplete) {
      const { found, unsure, message, cause } = error;
      noteWritten(context, found.id, inputs, write.record.mark);
      if (cause instanceof OwnerGone) {
        console.warn(`warning: ${label} differ from the program: ${message} The next \`pulumi up\` tries again.`);
        return saved(context, write, { how: "partly", id: found.id, seen: found, unsure });
      }
      if (cause instanceof NotYet) {
        console.warn(`warning: ${label}: ${message} The next \`pulumi up\` tries again.`);
        return saved(context, write, { how: "partly", id: found.id, seen: found, unsure });
      }
      const reason = `${message}\nOnly a part of ${label} was written. The next \`pulumi up\` writes the rest.`;
      const reached = { id: found.id, seen: found, isLikely: found.isLikely };
      throw failureOf(context, write, { how: "partly", ...reached, unsure }, reason, cause);
    }
    if (!(error instanceof ResponseLost)) throw error;
    const reason = `${error.message}\n${error.whatNext ?? write.whenLost}`;
    const { standing } = error;
    throw failureOf(context, write, { how: "lost", sentPaths: sentFirst(write), standing }, reason, error);
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
  // After a lost response the new values are not known, so the last known values are saved.
  const seen = isLost ? unseen(schema, write.lastValues) : outcome.seen;
  const before = isLost ? write.lastValues : write.inputs;
  const record = { ...recordAfter(write.record, write, outcome), ...(mark !== undefined && { mark }) };
  return { id, outs: wrapped(schema, outputsOf({ schema, host: service.host, id, seen, before, record })) };
}

/**
 * The paths in the request whose response was lost. Subresources have separate requests, which follow that request, so they were not sent.
 */
function sentFirst({ schema, plan }: PlannedWrite): readonly string[] {
  return [...plan.changed, ...plan.removed]
    .filter(({ path }) => !schema.fields[path[0] ?? ""]?.subresource)
    .map(({ pointer }) => pointer);
}

/** Whether a failed request may have changed the tenant: the response to a write was lost or is unreadable. */
export function mayHaveWritten(error: unknown): boolean {
  if (error instanceof ShapeError) return true;
  return error instanceof TenantError && error.outcome === "unknown" && error.request.method !== "GET";
}
