import { UserError } from "../../../lifecycle/errors.ts";
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
import type { Plan } from "../../../model/plan.ts";
import { legible } from "../../../tenant/index.ts";

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
 * @throws UserError where an addon is to go, and others are there that nobody declared
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
  const staying = Object.entries(draft.root).filter(([name]) => !gone.includes(name));
  const others = staying.map(([name]) => name).filter((name) => !isDeclared(name));
  if (others.length > 0) {
    throw new UserError(
      `${label} was not changed: the addon ${legible(gone.join(", "))} is declared no more, and the service takes addons away only all at once. ` +
        `It has ${legible(others.join(", "))} besides, which nobody declared. Declare that as it is, or take ${legible(gone.join(", "))} away by hand.`,
    );
  }
  return staying.length > 0 ? { first: {}, rest: Object.fromEntries(staying) } : { first: null };
}

function isNothing(value: Json | undefined): boolean {
  if (value === undefined || isEmptyObject(value)) return true;
  return isObject(value) && Object.values(value).every((inside) => isObject(inside) && isNothing(inside));
}
