import { listed, type Service, sanitize } from "../client/index.ts";
import { isUsableId } from "../lifecycle/requests/rest.ts";
import { type Identities, idNameOf, type Listed } from "../schema/definition.ts";
import { isObject, isPortable, type Json, type JsonObject, own } from "../schema/json.ts";
import { identityOf, wireName } from "../schema/schema.ts";
import { compositeId, partsOfId } from "../state/references.ts";
import { ShapeError } from "../state/wire.ts";
import { definitions, described, type TypeName, typeNames } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import { enumeratedIn, type ListedType } from "./inventory.ts";

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
  // User ids come from identity providers, which may use any text. Only a text that is not well-formed is refused.
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

/** The non-empty texts among the values at these keys of an entry. A key with dots is a path into nested objects. */
export function textsAt(body: Json, keys: readonly string[]): readonly string[] {
  const at = (key: string) => key.split(".").reduce<Json | undefined>((value, part) => own(value, part), body);
  return keys.map(at).filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** The maximum number of identities, such as enabled languages, because each needs many requests. The service knows 82 languages. */
const maxValues = 200;

/** One object of a settings type. It exists without having been created. */
export interface Setting {
  /** The id in a state; undefined if the service listed an identity that is missing or that no request can contain. */
  readonly id: string | undefined;
  readonly label: string;
  /** The display name. Empty for settings that a tenant has only once. Untrusted text. */
  readonly names: readonly string[];
  /** The object's entry in a listing. Absent for types whose identities do not come from a listing. */
  readonly entry?: JsonObject;
}

/** All objects of a settings type that the tenant can have: one for each combination of identity values. */
export async function settingsOf(service: Service, type: TypeName): Promise<readonly Setting[]> {
  const { schema, identities: { listing, listedIn = {} } = {}, plural } = definitions[type];
  const identity = identityOf(schema);
  if (listing) {
    const { path, collection, paging } = listing;
    const asked = { path: path.split("/"), collection, subject: plural };
    const wire = identity.map((name) => wireName(name, schema.fields[name]));
    const all: Setting[] = [];
    for await (const row of listed<Json>(service, paging, asked)) {
      const values = wire.map((name) => own(row, name));
      all.push({ ...settingWith(type, values), ...(isObject(row) && { entry: row }) });
    }
    return all;
  }
  const values = await Promise.all(
    identity.map((name) => enumeratedIn(schema, name) ?? valuesListedIn(service, listedIn[name])),
  );
  const every = values.reduce<readonly (readonly Json[])[]>(
    (before, next) => before.flatMap((some) => next.map((value) => [...some, value])),
    [[]],
  );
  return every.map((some) => settingWith(type, some));
}

/** The settings object that an id names. The id can come from another tool's file. An id with the wrong number of parts names no object. */
export function settingWithId(type: TypeName, id: string): Setting {
  return settingWith(type, partsOfId(id, identityOf(definitions[type].schema).length) ?? []);
}

/** @param values the values of the identity properties. If one is not a text, the response was unusable, and the setting has no id. */
function settingWith(type: TypeName, values: readonly (Json | undefined)[]): Setting {
  const { schema } = definitions[type];
  const identity = identityOf(schema);
  const texts = values.filter((value) => typeof value === "string");
  const label = resourceTypes[type].label(Object.fromEntries(identity.map((name, at) => [name, texts[at] ?? ""])));
  if (typeof schema.singleton === "string") return { id: schema.singleton, label, names: [] };
  const id = compositeId(texts);
  const isUsable = texts.length === identity.length && texts.every(isUsableId);
  // A value that contains the separator of composite ids would make the id ambiguous.
  const isClear = partsOfId(id, identity.length)?.every((part, at) => part === texts[at]) === true;
  return { id: isUsable && isClear ? id : undefined, label, names: [texts.join(" ")] };
}

/** The distinct values in a list of another settings object, such as the tenant's enabled languages. @throws ShapeError if there are too many */
async function valuesListedIn(
  service: Service,
  place: Required<Identities>["listedIn"][string] | undefined,
): Promise<readonly Json[]> {
  const type = typeNames.find((name) => definitions[name].type === place?.definition.type);
  const { singleton } = place?.definition.schema ?? {};
  if (!place || type === undefined || typeof singleton !== "string") return [];
  const listed = own(await resourceTypes[type].read(service, singleton, {}), place.property);
  const values = new Set(Array.isArray(listed) ? (listed as readonly Json[]) : []);
  if (values.size <= maxValues) return [...values];
  throw new ShapeError(`the tenant lists ${values.size} different values of ${place.property}: too many to read`);
}
