import { covers, type Json, type JsonObject, type Path } from "../../schema/json.ts";
import { afterCreation, afterWrite } from "../../state/after-write.ts";
import { isUnavailable, reading } from "../errors.ts";
import type { OperationContext } from "../operation-context.ts";
import type { Found, LockOut, LockOuts } from "../resource-type.ts";
import type { IntendedWrite, Veto } from "./veto.ts";

/**
 * Refuses a write after which users, operators or this provider are locked out and were not before. The objects at the tenant decide, whichever
 * program declares them. `TENANT_ALLOW_LOCKOUT` permits lock-outs that can be intended.
 */
export const lockOuts: Veto = async (context, write) => {
  const { type, service, program } = context;
  const rules = type.lockOuts;
  if (!rules || !canLockOut(context, rules, write)) return [];
  for (;;) {
    const all = await lockOutsBy(context, rules, write);
    const caused = all.filter(({ canBeIntended }) => !(canBeIntended && service.mayLockOut));
    // A write that locks out waits for the writes in progress: they may protect from the lock-out, or remove the object that locks out.
    if (caused.length === 0 || !(await program.turnsOf(type.schema).giveWay())) {
      return [...new Set(caused.map(({ reason }) => reason))];
    }
  }
};

/** Whether a write can lock out at all, judged without a request. */
function canLockOut({ type, service }: OperationContext, rules: LockOuts, write: IntendedWrite): boolean {
  const { action, id, plan } = write;
  const touches = ({ path }: { readonly path: Path }) =>
    rules.paths.some((deciding) => covers(deciding, path) || covers(path, deciding));
  if (action === "update" && ![...plan.changed, ...plan.removed].some(touches)) return false;
  // An update can keep a value that the program no longer declares.
  if (plan.removed.some(touches)) return true;
  // A new object, or the only one of its type, protects no other object. So the write is safe if the object alone does not lock out.
  const isAlone = action === "create" || type.schema.singleton !== undefined;
  return !isAlone || rules.at([{ id, live: changed(write, {}) }], service.ownClient).length > 0;
}

/** The lock-outs that the tenant has only after the write. */
async function lockOutsBy(
  context: OperationContext,
  rules: LockOuts,
  write: IntendedWrite,
): Promise<readonly LockOut[]> {
  const { action, id } = write;
  const before = await objectsOf(context, rules, id);
  if (before === undefined) return [];
  const others = before.filter((object) => object.id !== id);
  const own = action === "create" ? { id, live: {} } : before.find((object) => object.id === id);
  const after = own && action !== "delete" ? [{ id, live: changed(write, own.live) }] : [];
  const { ownClient } = context.service;
  const known = new Set(rules.at(before, ownClient).map(({ key }) => key));
  return rules.at([...others, ...after], ownClient).filter(({ key }) => !known.has(key));
}

/** The written object after the write. */
function changed({ action, plan, carriedOut }: IntendedWrite, before: JsonObject): JsonObject {
  return action === "create" ? afterCreation(plan) : afterWrite(before, carriedOut(before));
}

/**
 * All objects of the type at the tenant, each with at least the deciding values. Undefined if the tenant does not have the feature.
 *
 * @param id the id of the object that the write concerns
 */
async function objectsOf(
  context: OperationContext,
  rules: LockOuts,
  id: string,
): Promise<readonly Found[] | undefined> {
  const { type, service, program } = context;
  if (type.schema.singleton !== undefined) return [{ id, live: await partsOf(context, rules, id) }];
  try {
    const listed = (await reading(async () => rules.ids?.(service))) ?? [];
    // Listings can lag behind, and do not contain the newest objects. So the objects that this run knows are added, and each is read by its id.
    const ids = new Set([...listed, ...(program.ids.get(type.schema.noun) ?? [])]);
    const all = await Promise.all([...ids].map((one) => reading(() => type.read(service, one, {}))));
    return [...ids].flatMap((one, at) => {
      const live = all[at];
      return live ? [{ id: one, live }] : [];
    });
  } catch (error) {
    if (isUnavailable(type, error)) return undefined;
    throw error;
  }
}

/** The properties of the only object of its type that have deciding values. A property that the tenant does not have is null. */
async function partsOf({ type, service }: OperationContext, rules: LockOuts, id: string): Promise<JsonObject> {
  const names = new Set(rules.paths.flatMap((path) => path.slice(0, 1)));
  const parts = [...names].map(async (name): Promise<readonly [string, Json]> => {
    try {
      const live = await reading(() => type.read(service, id, { [name]: null }));
      return [name, live?.[name] ?? null];
    } catch (error) {
      if (isUnavailable(type, error)) return [name, null];
      throw error;
    }
  });
  return Object.fromEntries(await Promise.all(parts));
}
