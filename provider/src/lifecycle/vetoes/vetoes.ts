import type { JsonObject } from "../../schema/json.ts";
import { confirmed, UserError } from "../errors.ts";
import { sparingForeign } from "../foreign-values.ts";
import type { OperationContext } from "../operation-context.ts";
import { activation } from "./activation.ts";
import { createOnly } from "./create-only.ts";
import { destinations } from "./destinations.ts";
import { lockOuts } from "./lock-outs.ts";
import { ownAccess } from "./own-access.ts";
import { takenAlong } from "./taken-along.ts";
import { unseenEdits } from "./unseen-edits.ts";
import type { Veto, Write } from "./veto.ts";

/** All kinds of writes that this provider never sends. Their order has no meaning. */
const vetoes: readonly Veto[] = [ownAccess, activation, createOnly, destinations, unseenEdits, lockOuts, takenAlong];

/** The kinds that a preview can judge: other writes of the same run do not change the result. */
export const foreseeable: readonly Veto[] = [activation, createOnly, destinations, unseenEdits];

/** The error for a write that this provider never sends. Nothing was sent. */
export class UnsafeWrite extends UserError {}

const passives = { create: "created", update: "changed", delete: "deleted" } as const;

/**
 * Checks a write before anything of it is sent.
 *
 * @throws UnsafeWrite with all reasons against the write
 */
export async function refuseUnsafe(context: OperationContext, write: Write): Promise<void> {
  const kinds = context.program.isTrial ? [ownAccess] : vetoes;
  const reasons = await confirmed(
    () => reasonsAgainst(context, write, kinds),
    (against) => against.length > 0,
  );
  if (reasons.length === 0) return;
  const label = context.type.label(write.values);
  throw new UnsafeWrite(`${label} was not ${passives[write.action]}: ${reasons.join("\n")}`);
}

/**
 * The reasons against a write, each as sentences; empty if the write is allowed.
 *
 * @param kinds the kinds of writes that are looked for. Default: all
 */
export async function reasonsAgainst(
  context: OperationContext,
  write: Write,
  kinds: readonly Veto[] = vetoes,
): Promise<readonly string[]> {
  const { type, service } = context;
  const reads = new Map<string, Promise<JsonObject | undefined>>();
  const live = (properties?: readonly string[]) => {
    // A singleton reads the parts of the given properties, and all parts if none are given. Other types read some properties only if the values
    // contain them.
    const needed = Object.fromEntries((properties ?? []).map((name) => [name, null]));
    const outputs = type.schema.singleton === undefined ? { ...needed, ...write.values } : needed;
    const key = JSON.stringify(Object.keys(outputs).toSorted());
    const read = reads.get(key) ?? type.read(service, write.id, outputs);
    reads.set(key, read);
    return read;
  };
  const carriedOut = (seen: JsonObject) => sparingForeign(write.plan, write.known, seen).plan;
  const reasons = await Promise.all(kinds.map((veto) => veto(context, { ...write, live, carriedOut })));
  return reasons.flat();
}
