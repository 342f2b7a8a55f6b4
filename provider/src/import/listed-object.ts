import { legible } from "../client/index.ts";
import { definitions, described } from "../definitions/registry.ts";
import { isUsableId } from "../lifecycle/rest.ts";
import { idNameOf, type Listed } from "../schema/definition.ts";
import { isPortable, type Json, own } from "../schema/json.ts";
import { compositeId } from "../state/composite-id.ts";
import type { ListedType } from "./inventory.ts";

/** What other objects are listed below of, as far as those need it. */
export interface Owner {
  readonly id: string;
  /** The best one first. Foreign text. */
  readonly names: readonly string[];
}

/** An entry of a listing, before it is understood. */
export interface ListedObject {
  readonly kind: ListedType;
  readonly body: Json;
  /** What the entry was listed below of. */
  readonly owner?: Owner;
}

/** How the objects of a type are listed. */
export function listingOf(kind: ListedType): Listed {
  return described[kind].listing;
}

/** The id in a state; undefined where the entry has none, or one that cannot be used. */
export function idOf({ kind, body, owner }: ListedObject): string | undefined {
  const { below } = listingOf(kind);
  if (owner && below?.key === undefined) return owner.id;
  const id = own(body, below?.key ?? idNameOf(definitions[kind]));
  if (!isText(id) || !isPortable(id)) return undefined;
  // An identity provider chooses the ids of its users, and may use any text.
  if (owner) return /\p{Cs}/u.test(id) ? undefined : compositeId([owner.id, id]);
  return isUsableId(id) ? id : undefined;
}

/** What people know an object by, the best name first. Foreign text. */
export function namesOf({ kind, body, owner }: ListedObject): readonly string[] {
  const names = textsAt(body, listingOf(kind).names);
  if (!owner) return names;
  return [[owner.names[0] ?? "", ...names.slice(0, 1)].join(" "), ...names, ...owner.names];
}

/** An object of which no more than its entry is known, for people. */
export function labelOf(listed: ListedObject): string {
  return `${definitions[listed.kind].schema.noun} "${legible(namesOf(listed)[0] ?? idOf(listed) ?? "without a name")}"`;
}

/** The ids and the names of the objects of another kind that an entry mentions. */
export function mentionedIn(entries: Json | undefined): readonly (readonly [id: string, name: string])[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: Json) => {
    const [id, name] = [own(entry, "id"), own(entry, "name")];
    return isText(id) && isText(name) ? [[id, name] as const] : [];
  });
}

/** The texts that an entry has at these keys, but for empty ones. A key with dots leads into what the entry holds. */
export function textsAt(body: Json, keys: readonly string[]): readonly string[] {
  const at = (key: string) => key.split(".").reduce<Json | undefined>((value, part) => own(value, part), body);
  return keys.map(at).filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
