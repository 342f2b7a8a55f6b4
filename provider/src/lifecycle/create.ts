import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "../model/json.ts";
import { leavesOf } from "../model/leaves.ts";
import { planChange, sendsSomething } from "../model/plan.ts";
import { isWithheld } from "../model/project.ts";
import { NO_RECORD, recordedPaths } from "../model/record.ts";
import { type TenantClient, TenantError } from "../tenant/index.ts";
import { UserError } from "./errors.ts";
import type { Found, Kind } from "./kind.ts";
import { notKept } from "./outputs.ts";

/** How often a creation is sent while its answers are lost. */
const ATTEMPTS = 3;

/** The pause before a creation is sent again, in milliseconds; doubled each time, and jittered. */
const PAUSE = 250;

/** It could not be found out whether the object was created. */
export class UnconfirmedCreation extends Error {
  override readonly name = "UnconfirmedCreation";
}

/**
 * Creates an object, or finds the one that a lost answer was about.
 *
 * A creation whose answer was lost is never just repeated: what is at the tenant by identity decides. If it has all
 * that was sent, it is ours. An object that was there before is somebody else's, unless the program adopts it.
 *
 * @throws UnconfirmedCreation where the tenant would not say what became of it
 */
export async function createOrFind(
  kind: Kind,
  service: TenantClient,
  args: JsonObject,
  adopt: boolean,
): Promise<Found> {
  let lost: TenantError | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await kind.create(service, args);
    } catch (error) {
      if (!(error instanceof TenantError)) throw error;
      const isConflict = kind.isTaken(error);
      if (error.outcome === "unknown") lost = error;
      if (!lost && !isConflict) throw error;

      const found = await findAfter(error, lost !== undefined, () => kind.find(service, args));
      if (found && lost && isOurs(kind, args, found)) return broughtTo(kind, service, args, found);
      if (found) return takeOver(kind, service, args, adopt, found);
      if (!lost) throw error;
      if (attempt >= ATTEMPTS || error.outcome !== "unknown")
        throw new UnconfirmedCreation(error.message, { cause: error });
      await delay(PAUSE * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/** Looks for the object of a creation that went wrong. If that fails too, the first error is what counts. */
async function findAfter(
  error: TenantError,
  isLost: boolean,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  try {
    return await find();
  } catch (second) {
    if (isLost) throw new UnconfirmedCreation(error.message, { cause: second });
    throw error;
  }
}

/**
 * Whether an object has all that a program declares, as far as its values come back: the test for "this is the one we
 * sent". What a missing permission hides is no proof.
 */
export function isOurs(kind: Kind, args: JsonObject, found: Found): boolean {
  const leaves = leavesOf(kind.table.fields, kind.sentFirst(args));
  const isReadable = leaves.every((leaf) => !isWithheld(leaf.field, leaf.path, found.live));
  return isReadable && notKept(leaves, args, found.live).length === 0;
}

/** Brings an object that exists already to what the program declares, if the program says so. */
async function takeOver(
  kind: Kind,
  service: TenantClient,
  args: JsonObject,
  adopt: boolean,
  found: Found,
): Promise<Found> {
  const label = kind.label(args);
  const refusal = kind.untouchable(found.live);
  if (refusal) throw new UserError(`${label} cannot be managed: ${refusal}`);
  if (!adopt) {
    throw new UserError(
      `${label} exists already in tenant "${service.host}" (id ${found.id}), and nothing tells that this stack made it. ` +
        "To manage it from now on, say `adopt: true` in the program, or set TENANT_ADOPT=true for one run " +
        "(the way out after a run that was killed). It then gets every value that the program declares, and keeps the others.",
    );
  }
  const different = planChange(kind.table, found.live, NO_RECORD, args).replaces;
  if (different.length > 0) {
    throw new UserError(
      `${label} exists already in tenant "${service.host}" (id ${found.id}) with another ${different.join(" and ")}, which cannot be changed: it cannot be adopted. ` +
        "Delete it, or declare it as it is.",
    );
  }
  console.warn(`${label} existed already (id ${found.id}): this stack takes it over, as adopt says`);
  return broughtTo(kind, service, args, found);
}

/** An object that exists, with everything that a program declares. */
async function broughtTo(kind: Kind, service: TenantClient, args: JsonObject, found: Found): Promise<Found> {
  const paths = recordedPaths(leavesOf(kind.table.fields, args));
  const plan = planChange(kind.table, found.live, { ...NO_RECORD, paths }, args);
  if (!sendsSomething(plan)) return found;
  const live = await kind.update(service, { id: found.id, plan, inputs: args, outputs: found.live, unsure: [] });
  return { id: found.id, live };
}
