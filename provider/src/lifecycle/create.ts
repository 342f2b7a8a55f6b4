import { same } from "../model/canonical.ts";
import { type Json, type JsonObject, own } from "../model/json.ts";
import { leavesOf } from "../model/leaves.ts";
import { planChange, sendsSomething } from "../model/plan.ts";
import { isReadable, isWithheld } from "../model/project.ts";
import { NO_RECORD, recordedPaths } from "../model/record.ts";
import type { Field } from "../model/table.ts";
import { ShapeError } from "../model/wire.ts";
import { type TenantClient, TenantError } from "../tenant/index.ts";
import { UserError } from "./errors.ts";
import { type Found, Incomplete, type Kind } from "./kind.ts";
import { notKept } from "./outputs.ts";

/** How often a creation is sent while its answers are lost. */
const ATTEMPTS = 3;

/** It could not be found out whether the object was created. */
export class UnconfirmedCreation extends Error {
  override readonly name = "UnconfirmedCreation";
}

/** Whether a creation may take over what exists already, and what this process has taken over so far (ids). */
export interface Adoption {
  readonly isWanted: boolean;
  readonly taken: Set<string>;
}

/**
 * Creates an object, or finds the one that a lost answer was about.
 *
 * A creation whose answer was lost is never just repeated: what is at the tenant by identity decides. If it has all
 * that was sent, it counts as ours. Any other object is somebody else's, unless the program adopts it.
 *
 * @throws UnconfirmedCreation where the tenant would not say what became of it
 */
export async function createOrFind(
  kind: Kind,
  service: TenantClient,
  args: JsonObject,
  adoption: Adoption,
): Promise<Found> {
  let lost: Error | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await kind.create(service, args);
    } catch (error) {
      // An answer to a write that cannot be read is as good as none.
      const isLost =
        error instanceof ShapeError ||
        (error instanceof TenantError && error.outcome === "unknown" && error.request.method !== "GET");
      if (isLost) lost = error;
      const isTaken = error instanceof TenantError && kind.isTaken(error);
      if (!lost && !isTaken) throw error;

      const found = await findAfter(error, lost !== undefined, () => kind.find(service, args));
      if (found && lost && isOurs(kind, args, found)) {
        // An old entry of the state that stands for the same object must not delete it in this run.
        adoption.taken.add(found.id);
        sayFound(kind, args, found);
        return completed(kind, service, args, found);
      }
      if (found) return takeOver(kind, service, args, adoption, found);
      if (!lost) throw error;
      if (attempt >= ATTEMPTS || !isLost) throw new UnconfirmedCreation(lost.message, { cause: error });
      await service.pause(attempt);
    }
  }
}

/** Says that an object counts as ours for being equal to what was sent: somebody may know better. */
export function sayFound(kind: Kind, args: JsonObject, found: Found): void {
  console.warn(
    `${kind.label(args)}: the answer to its creation was lost; what is at the tenant (id ${found.id}) has all that was sent, ` +
      "so it is taken for that",
  );
}

/** Looks for the object of a creation that went wrong. If that fails too, the first error is what counts. */
async function findAfter(
  error: unknown,
  isLost: boolean,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  try {
    return await find();
  } catch (second) {
    if (isLost && error instanceof Error) throw new UnconfirmedCreation(error.message, { cause: second });
    // A conflict that cannot be looked into: what is missing for that (a scope, say) is worth knowing.
    if (error instanceof Error && second instanceof Error) {
      throw new UserError(`${error.message} And that one could not be read: ${second.message}`, { cause: second });
    }
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
  adoption: Adoption,
  found: Found,
): Promise<Found> {
  const label = kind.label(args);
  const refusal = kind.untouchable(found.live);
  if (refusal) throw new UserError(`${label} cannot be managed: ${refusal}`);
  if (!adoption.isWanted) {
    throw new UserError(
      `${label} exists already in tenant "${service.host}" (id ${found.id}), and nothing tells that this stack made it. ` +
        "To manage it from now on, say `adopt: true` in the program, or set TENANT_ADOPT=true for one run " +
        "(the way out after a run that was killed). It then gets every value that the program declares, and keeps the others. If only the resource's name in the " +
        "program has changed, give it the old one as an alias instead.",
    );
  }
  const different = planChange(kind.table, found.live, NO_RECORD, args).replaces;
  if (different.length > 0) {
    throw new UserError(
      `${label} exists already in tenant "${service.host}" (id ${found.id}) with another ${different.join(" and ")}, which cannot be changed: it cannot be adopted. ` +
        "Delete it, or declare it as it is.",
    );
  }
  if (adoption.taken.has(found.id)) {
    throw new UserError(
      `${label} (id ${found.id}) has been taken over by another resource of this program in this run.`,
    );
  }
  adoption.taken.add(found.id);
  console.warn(`${label} existed already (id ${found.id}): this stack takes it over, as adopt says`);
  return broughtTo(kind, service, args, found);
}

/**
 * An object of ours, with everything that a program declares; where that fails, it is ours all the same.
 *
 * @param before the paths (JSON pointers) that an earlier version of the program declared
 */
export async function completed(
  kind: Kind,
  service: TenantClient,
  args: JsonObject,
  found: Found,
  before: readonly string[] = [],
): Promise<Found> {
  try {
    return await broughtTo(kind, service, args, found, before);
  } catch (error) {
    if (error instanceof Incomplete || !(error instanceof Error)) throw error;
    const unsure = recordedPaths(leavesOf(kind.table.fields, args));
    throw new Incomplete(found, [...new Set([...unsure, ...before])], error);
  }
}

/** An object that exists, with everything that a program declares, and without what only an earlier version declared. */
async function broughtTo(
  kind: Kind,
  service: TenantClient,
  args: JsonObject,
  found: Found,
  before: readonly string[] = [],
): Promise<Found> {
  const { id, live: outputs } = found;
  const paths = [...new Set([...recordedPaths(leavesOf(kind.table.fields, args)), ...before])];
  const seen = { paths, live: outputs, before: outputs, hints: {} };
  // What does not come back may be there all the same.
  const unsure = before.filter((pointer) => !isReadable(kind.table, pointer, seen));
  const plan = planChange(kind.table, outputs, { ...NO_RECORD, paths, unsure }, args);
  if (!sendsSomething(plan)) return found;
  try {
    // What the update does not look at has been read just now.
    const { live } = await kind.update(service, { id, plan, inputs: args, outputs, unsure: [] });
    return { id, live };
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error;
    throw new Incomplete({ id, live: error.found.live }, error.unsure, error);
  }
}

/**
 * Whether an object has nothing but what a program declares and what a fresh one has, as far as that can be told: nobody
 * has used it for anything else. Only then may it be deleted on the mere strength of being equal to what was sent.
 */
export function isUntouched(kind: Kind, args: JsonObject, live: JsonObject): boolean {
  const { fields } = kind.table;
  const declared = new Set(leavesOf(fields, args).map(({ path }) => path[0]));
  const isAsCreated = (name: string, field: Field) => declared.has(name) || isFresh(field, own(live, name));
  return kind.isDisposable && Object.entries(fields).every(([name, field]) => isAsCreated(name, field));
}

function isFresh(field: Field, value: Json | undefined): boolean {
  if (value === undefined || field.identity || field.computed) return true;
  if (field.absent !== undefined && same(field, value, field.absent)) return true;
  if (field.kind === "object" && field.clear?.how === "members") {
    return Object.entries(field.fields).every(([name, member]) => isFresh(member, own(value, name)));
  }
  if (field.clear?.how === "default") return same(field, value, field.clear.value);
  // An algorithm or a secret the service chooses by itself; anything else somebody has set.
  return field.kind === "string" && (field.oneOf !== undefined || !!field.secret) && field.clear?.how === "release";
}
