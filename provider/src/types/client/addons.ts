import { sanitize } from "../../client/index.ts";
import { UserError } from "../../lifecycle/errors.ts";
import {
  describePath,
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
  valueAt,
} from "../../schema/json.ts";
import { notShown } from "../../schema/secrecy/find.ts";
import { putHidden } from "../../state/compose.ts";
import { Draft, holdsOthers, leavesOf, putDeclared, undeclaredIn } from "../../state/leaves.ts";
import type { Plan } from "../../state/plan.ts";
import { clientSchema } from "./definition.ts";

const addonsField = clientSchema.fields.addons;

/** The values of `addons` in the one or two requests of an update. */
export interface AddonCalls {
  /** The changed addons; `{}` or null, which removes all addons; undefined if the first request contains no addons. */
  readonly first?: Json;
  /** The remaining addons, for a second request: the API can only remove all addons together, so the remaining ones are added again. */
  readonly rest?: JsonObject;
}

/**
 * Determines the addons in the requests of an update. The API merges addons by name, replaces the contents of each, and cannot remove a single addon.
 *
 * @param label name of the application in messages
 * @throws UserError if an addon has to be removed and the remaining addons contain undeclared values
 */
export function addonCalls(plan: Plan, live: JsonObject, label: string): AddonCalls {
  const now = own(live, "addons");
  const before = isObject(now) ? now : {};
  const inAddons = ({ path }: { readonly path: readonly string[] }) => path[0] === "addons";
  const [changed, removed] = [plan.changed.filter(inAddons), plan.removed.filter(inAddons)];
  const draft = new Draft(before);
  for (const removal of removed) {
    const place = removal.path.slice(1);
    if (holdsOthers(removal, valueAt(before, place))) continue;
    draft.remove(place);
    // An object inside an addon that has lost its last value is gone, too.
    for (let at = place.slice(0, -1); at.length > 1 && isEmptyObject(valueAt(draft.root, at)); at = at.slice(0, -1)) {
      draft.remove(at);
    }
  }
  const declared = plan.declared.filter(inAddons);
  // An unchanged addon is missing if an earlier update removed all addons and failed before it added them again.
  const missing = declared.filter(({ path: [, name = ""] }) => own(before, name) === undefined);
  const names = new Set([...changed, ...removed, ...missing].flatMap(({ path }) => path.slice(1, 2)));
  for (const leaf of declared) {
    const [place, { value }] = [leaf.path.slice(1), leaf];
    // The draft already contains the other addons.
    if (!names.has(place[0] ?? "")) continue;
    const isSent = changed.includes(leaf) || (valueAt(before, place) ?? notShown) === notShown;
    // An addon that is declared as `{}` only has to exist.
    if (isSent) putDeclared(draft, place, value);
  }
  const isDeclared = (name: string) => declared.some(({ path }) => path[1] === name);
  const gone = [...names].filter((name) => !isDeclared(name) && isNothing(own(draft.root, name)));
  if (gone.length === 0) {
    const sent: MutableJsonObject = {};
    for (const name of names) put(sent, name, own(draft.root, name) ?? {});
    return Object.keys(sent).length > 0 ? { first: sent } : {};
  }
  putHidden(draft, declared, 1);
  const staying = Object.fromEntries(Object.entries(draft.root).filter(([name]) => !gone.includes(name)));
  const isUndeclared = undeclaredIn(declared);
  const others = leavesOf({ addons: addonsField }, { addons: staying }).filter(({ path }) => isUndeclared(path));
  if (Object.keys(staying).length === 0) return { first: null };
  if (others.length === 0) return { first: {}, rest: staying };
  // If the second request failed, the undeclared values would be lost, and no later run could restore them.
  throw new UserError(
    `${label} was not changed. The program no longer declares the addons ${sanitize(gone.join(", "))}, but the API can only remove all addons ` +
      "together. So this run would have to add the remaining addons again, and could lose " +
      `${sanitize(others.map(({ path }) => describePath(path)).join(", "))}, which the program does not declare. ` +
      `Declare these properties with the tenant's values, or remove the addons ${sanitize(gone.join(", "))} in the dashboard.`,
  );
}

function isNothing(value: Json | undefined): boolean {
  if (value === undefined || isEmptyObject(value)) return true;
  return isObject(value) && Object.values(value).every((inside) => isObject(inside) && isNothing(inside));
}
