import { sanitize } from "../client/index.ts";
import { definitions, described } from "../definitions/registry.ts";
import { isUsableId } from "../lifecycle/rest.ts";
import { idNameOf, type Listed } from "../schema/definition.ts";
import { isPortable, type Json, own } from "../schema/json.ts";
import { compositeId } from "../state/ids.ts";
import type { ListedType } from "./inventory.ts";

/** The object below which other objects are listed, such as the organization of members, reduced to its id and names. */
export interface Owner {
  readonly id: string;
  /** Display names, the best one first. Untrusted text. */
  readonly names: readonly string[];
}

/** An entry of a listing, as the API returned it. */
export interface ListedObject {
  readonly type: ListedType;
  readonly body: Json;
  /** The owner whose listing contains the entry. Absent for types that are not listed per owner. */
  readonly owner?: Owner;
}

/** The listing of a type. */
export function listingOf(type: ListedType): Listed {
  return described[type].listing;
}

/** The id of the object in a state; undefined if the entry has no id, or one that no request can contain. */
export function idOf({ type, body, owner }: ListedObject): string | undefined {
  const { owners } = listingOf(type);
  if (owner && owners?.key === undefined) return owner.id;
  const id = own(body, owners?.key ?? idNameOf(definitions[type]));
  if (!isText(id) || !isPortable(id)) return undefined;
  // User ids come from identity providers, which may use any text.
  if (owner) return /\p{Cs}/u.test(id) ? undefined : compositeId([owner.id, id]);
  return isUsableId(id) ? id : undefined;
}

/** The display names of an object, the best one first. If there is an owner, the first name begins with the owner's name. Untrusted text. */
export function namesOf({ type, body, owner }: ListedObject): readonly string[] {
  const names = textsAt(body, listingOf(type).names);
  if (!owner) return names;
  return [[owner.names[0] ?? "", ...names.slice(0, 1)].join(" "), ...names, ...owner.names];
}

/** The printable label of an object that has not been read yet, derived from its entry in the listing. */
export function labelOf(listed: ListedObject): string {
  return `${definitions[listed.type].schema.noun} "${sanitize(namesOf(listed)[0] ?? idOf(listed) ?? "without a name")}"`;
}

/** The ids and names of the objects of another type that an entry mentions. */
export function mentionedIn(entries: Json | undefined): readonly (readonly [id: string, name: string])[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: Json) => {
    const [id, name] = [own(entry, "id"), own(entry, "name")];
    return isText(id) && isText(name) ? [[id, name] as const] : [];
  });
}

/** The values at these keys of an entry that are non-empty texts. A key with dots is a path into nested objects. */
export function textsAt(body: Json, keys: readonly string[]): readonly string[] {
  const at = (key: string) => key.split(".").reduce<Json | undefined>((value, part) => own(value, part), body);
  return keys.map(at).filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
