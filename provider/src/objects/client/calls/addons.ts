import { UserError } from "../../../lifecycle/errors.ts";
import { putHidden } from "../../../model/compose.ts";
import { Draft } from "../../../model/draft.ts";
import {
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
} from "../../../model/json.ts";
import { leavesOf, undeclaredIn } from "../../../model/leaves.ts";
import type { Plan } from "../../../model/plan.ts";
import { describePath } from "../../../model/pointer.ts";
import { legible } from "../../../tenant/index.ts";
import { clientTable } from "../table.ts";

const addonsField = clientTable.fields.addons;

/** What an update sends of the addons. */
export interface AddonCalls {
  /** Null or the addons that change. Undefined: nothing. */
  readonly first?: Json;
  /** All addons that stay, where one of several goes: in a second call, as the service takes them all or none away. */
  readonly rest?: JsonObject;
}

/**
 * The addons as the service wants them: it merges them by name, replaces what is in one, and takes none away alone.
 *
 * @param label the application, for people
 * @throws UserError where an addon is to go, and what stays holds something that the program does not declare
 */
export function addonCalls(plan: Plan, live: JsonObject, label: string): AddonCalls {
  const now = own(live, "addons");
  const before = isObject(now) ? now : {};
  const inAddons = ({ path }: { readonly path: readonly string[] }) => path[0] === "addons";
  const [changed, removed] = [plan.changed.filter(inAddons), plan.removed.filter(inAddons)];
  const draft = new Draft(before);
  for (const { path } of removed) draft.remove(path.slice(1));
  const declared = plan.declared.filter(inAddons);
  const names = new Set([...changed, ...removed].flatMap(({ path }) => path.slice(1, 2)));
  for (const { path, value } of declared) {
    const [, name = "", ...inside] = path;
    // One that is missing has gone with the others, in an update that did not come to its second call.
    if (!names.has(name) && own(before, name) !== undefined) continue;
    // An addon without members declares that it is there, and nothing in it.
    if (inside.length > 0 || !isObject(own(draft.root, name))) draft.put(path.slice(1), value);
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
  // A second call that fails would lose what the next run cannot put back.
  throw new UserError(
    `${label} was not changed: the addon ${legible(gone.join(", "))} was removed from the program. The API can only remove all addons together, and ` +
      `${legible(others.map(({ path }) => describePath(path)).join(", "))}, which the program does not declare, could be lost with it. ` +
      `Declare that as it is, or remove ${legible(gone.join(", "))} by hand.`,
  );
}

function isNothing(value: Json | undefined): boolean {
  if (value === undefined || isEmptyObject(value)) return true;
  return isObject(value) && Object.values(value).every((inside) => isObject(inside) && isNothing(inside));
}
