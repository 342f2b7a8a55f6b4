import { TenantError } from "../client/index.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { planChange, sendsSomething, touched } from "../state/plan.ts";
import { unseen } from "../state/project.ts";
import { type ManagedRecord, type Releases, recordOf } from "../state/record.ts";
import { adopts } from "./adoption.ts";
import { AnswerLost, carryOut, mayHaveWritten, type ResourceAttempt, type Saved, saved } from "./attempt.ts";
import { adopt, completeOurs, createOrFind, creationOf, noteFailed, takeOver } from "./create.ts";
import { gone, UserError } from "./errors.ts";
import type { Found, Kind } from "./kind.ts";
import { hasSameKey, type LookedUp, locate, sayLeftAlone, sayUnconfirmed, unsureInWords } from "./locate.ts";
import { asksForMore, refuseMarkers } from "./outputs.ts";
import { guardOwnAccess } from "./own-access.ts";
import {
  answering,
  answeringOver,
  doubting,
  doubtsOf,
  leavingIn,
  othersDone,
  type Return,
  releasesAfter,
  releasing,
  returnOf,
  sayUnheard,
  sparing,
} from "./shared-sets.ts";
import { type Entry, keepWritten, otherKeeperOf, type Work } from "./work.ts";

/** Brings the object of a resource to what the program declares. The id in the state stays what it is. */
export async function update(work: Work, entry: Entry, inputs: JsonObject): Promise<Saved> {
  const { id, outputs } = entry;
  const record = recordOf(work.kind.table, id, outputs);
  await othersDone(work, id, inputs);
  const where = await locate(work, record, outputs);
  if (where.is === "known") return change(work, entry, inputs, record, where.id);
  const claim = work.kind.claim?.(inputs, undefined);
  const back = await returnOf(work, inputs, claim, record);
  const creation = creationOf(work, inputs, id, record);
  const start = answeringOver(work, claim, record, creation.record);
  const attempt = { ...creation, record: start, answers: back.answers };
  const settled = await carryOut(work, attempt, () =>
    back.carryOut(() => settle(work, outputs, inputs, record, where)),
  ).catch((error: unknown) => {
    noteFailed(work, inputs);
    throw error;
  });
  sayUnconfirmed(work.kind.label(inputs), id);
  return settled;
}

/**
 * Brings a resource whose creation was lost to what the program declares.
 *
 * @param sent what the lost creation has sent
 */
async function settle(
  work: Work,
  sent: JsonObject,
  inputs: JsonObject,
  record: ManagedRecord,
  where: LookedUp,
): Promise<Found> {
  const isAdopting = work.kind.isAdoptable && adopts(work, inputs);
  const candidate = where.is === "unsure" && where.candidates.length === 1 ? where.candidates[0] : undefined;
  if (isAdopting && candidate) return adopt(work, inputs, candidate);
  const adopted = isAdopting && where.is !== "ours" ? await takeOver(work, inputs) : undefined;
  if (adopted) return adopted;
  if (where.is === "unsure") throw new UserError(unsureInWords(work, sent, where));
  // What another resource of this program has taken over is its own: this resource needs another object.
  if (where.is === "ours" && otherKeeperOf(work, where.id, inputs) === undefined) {
    return completeOurs(work, sent, inputs, where.found, record);
  }
  // Under the same key the creation finds the object and says so itself.
  if (where.is === "theirs" && !hasSameKey(work.kind, sent, inputs)) sayLeftAlone(work, sent, where.id);
  return createOrFind(work, inputs);
}

/** @param realId the tenant's id of the object */
async function change(
  work: Work,
  { id, outputs }: Entry,
  inputs: JsonObject,
  record: ManagedRecord,
  realId: string,
): Promise<Saved> {
  const { kind } = work;
  const { table } = kind;
  const [claim, before] = [kind.claim?.(inputs, realId), kind.claim?.(outputs, realId)];
  const known = doubting(record, doubtsOf(work, claim, inputs, record));
  const whole: ResourceAttempt = {
    ...{ table, inputs, plan: planChange(table, outputs, known, inputs), id },
    record: answeringOver(work, claim, record),
    known: outputs,
    whenLost: `Whether ${kind.label(inputs)} was changed is not known. The next \`pulumi up\` sends the change again.`,
  };
  return answering(work, whole, claim, () => {
    const set = claim ?? before;
    const attempt = { ...whole, plan: sparing(work, inputs, set, whole.plan) };
    const change = async (released: Releases) => {
      sayUnheard(work, inputs, claim, record);
      const kept = releasesAfter(work, claim, record, released);
      const back = await returnOf(work, inputs, claim, record);
      const { released: _, ...others } = whole.record;
      const renewed = { ...attempt, record: { ...others, ...(kept && { released: kept }) }, answers: back.answers };
      return carryOutChange(work, renewed, { realId, unsure: known.unsure, back });
    };
    if (set?.property === undefined) return change(new Map());
    const leaving = leavingIn(attempt.plan, claim, before);
    // No other resource of the program can declare a member of a set that this one declares whole.
    const asked = claim?.isWhole ? [] : leaving;
    return releasing(work, inputs, set, { leaving, asked, record }, change);
  });
}

/** How an object is known that is changed. */
interface Known {
  readonly realId: string;
  /** Paths (JSON pointers) whose last known value is not sure. */
  readonly unsure: readonly string[];
  readonly back: Return;
}

async function carryOutChange(work: Work, attempt: ResourceAttempt, { realId, unsure, back }: Known): Promise<Saved> {
  const { kind, service } = work;
  const { table, plan, inputs, record, known: outputs } = attempt;
  const label = kind.label(inputs);
  if (!sendsSomething(plan)) {
    // Only the record is renewed.
    keepWritten(work, realId, inputs, record.mark);
    const more = asksForMore(table, outputs, inputs) ? await kind.read(service, realId, inputs) : undefined;
    const asked = Object.keys(table.fields).filter((name) => table.fields[name]?.shownBy !== undefined);
    const shown = asked.flatMap((name) =>
      own(more ?? {}, name) === undefined ? [] : [[name, own(more ?? {}, name) ?? null]],
    );
    const { live, unseen: names } = unseen(table, outputs);
    const seen = { live: { ...live, ...Object.fromEntries(shown) }, ...(names && { unseen: names }) };
    return saved(work, attempt, { how: "done", id: realId, seen });
  }
  const refusal = kind.untouchable(outputs);
  if (refusal) throw new UserError(`${label} cannot be changed: ${refusal}`);
  guardOwnAccess(work, realId, outputs, "changed");
  const names = touched(plan);
  refuseMarkers(
    label,
    plan.declared.filter(({ path }) => names.includes(path[0] ?? "")),
  );
  const send = () => kind.update(service, { id: realId, plan, inputs, outputs, unsure });
  return carryOut(work, attempt, async () => {
    try {
      return await back.carryOut(async () => ({ ...(await send()), id: realId }));
    } catch (error) {
      if (error instanceof Error && mayHaveWritten(error)) throw new AnswerLost(error);
      throw error instanceof TenantError ? explained(kind, error, label, names) : error;
    }
  });
}

/** What a refusal means, where it means something special. */
function explained(kind: Kind, error: TenantError, label: string, names: readonly string[]): Error {
  if (error.isAbsence) return gone(label);
  const taken = kind.uniqueBy.filter((name) => names.includes(name));
  if (taken.length === 0 || !kind.isTaken(error)) return error;
  return new UserError(
    `${error.summary} Another ${kind.table.noun} has this ${taken.join(" and ")}. Change or delete that one, or declare another value.`,
    { cause: error },
  );
}
