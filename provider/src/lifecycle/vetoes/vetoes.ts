import type { JsonObject } from "../../schema/json.ts";
import { UserError } from "../errors.ts";
import type { OperationContext } from "../operation-context.ts";
import { ownAccess } from "./own-access.ts";
import type { IntendedWrite, Veto } from "./veto.ts";

/** All kinds of writes that this provider never sends. Their order has no meaning. */
const vetoes: readonly Veto[] = [ownAccess];

const passives = { create: "created", update: "changed", delete: "deleted" } as const;

/**
 * Checks a write before anything of it is sent.
 *
 * @throws UserError with all reasons against the write
 */
export async function refuseUnsafe(context: OperationContext, write: Omit<IntendedWrite, "live">): Promise<void> {
  const reasons = await reasonsAgainst(context, write);
  if (reasons.length === 0) return;
  const label = context.type.label(write.values);
  throw new UserError(`${label} was not ${passives[write.action]}: ${reasons.join("\n")}`);
}

/** The reasons against a write, each as sentences; empty if the write is allowed. */
export async function reasonsAgainst(
  context: OperationContext,
  write: Omit<IntendedWrite, "live">,
): Promise<readonly string[]> {
  const { type, service } = context;
  let seen: Promise<JsonObject | undefined> | undefined;
  const live = () => {
    seen ??= type.read(service, write.id, {});
    return seen;
  };
  const reasons = await Promise.all(vetoes.map((veto) => veto(context, { ...write, live })));
  return reasons.flat();
}
