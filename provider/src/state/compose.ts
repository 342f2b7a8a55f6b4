import {
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  type Path,
  put,
  valueAt,
} from "../schema/json.ts";
import {
  type DocumentField,
  type Field,
  isAtTop,
  isManagedByKey,
  type KnownNames,
  pathRulesOf,
  type Schema,
} from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/find.ts";
import { depthOfKnown } from "../schema/undocumented.ts";
import { changeWithin, type Released, removeValues } from "./document-removal.ts";
import { Draft, holdsOthers, type Leaf, putDeclared } from "./leaves.ts";
import { ObjectUpdate, type Update } from "./object-update.ts";
import { type Plan, type Removal, touched } from "./plan.ts";

/**
 * Whether an update has to read the object first. The API replaces nested objects and documents as a whole. So an update has to send back all
 * properties of the tenant's value that the program does not declare, including those that the schema does not contain.
 */
export function needsLive(schema: Schema, plan: Plan): boolean {
  return readWholes(schema, plan).length > 0 || touched(plan).some((name) => schema.fields[name]?.kind === "object");
}

/** The properties that an update merges with the values that it has read, and then replaces as a whole. */
export function readWholes(schema: Schema, plan: Plan): readonly string[] {
  return touched(plan).filter((name) => {
    const field = schema.fields[name];
    if (field?.kind === "map") return isByMember(name, plan);
    if (field?.kind === "document" || field?.kind === "object") return replacesWholes(field);
    return field?.kind === "list" && hasMembers(field) && !isCleared(field, name, plan);
  });
}

/** Whether the API replaces a property, or an object in it, as a whole. */
function replacesWholes(field: Field): boolean {
  // Keys with free values can be objects, which the API replaces as wholes.
  if (field.kind === "document") return isManagedByKey(field) && (field.merges !== true || field.values === undefined);
  return field.kind === "object" && (field.merges !== true || Object.values(field.fields).some(replacesWholes));
}

/** Called for a removed value that an update keeps. */
export type Release = (released: Released) => void;

function hasMembers(field: Field): boolean {
  return field.kind === "object" || (field.kind === "list" && hasMembers(field.item));
}

/**
 * Composes the properties that an update sends, under the program's names. A property that the update clears has the value null or its default.
 *
 * @param update with the object at the tenant if {@link needsLive} returns true
 * @param release called for each removed value that the update keeps
 * @throws UndeclaredLoss if the update would lose undeclared properties of a nested object
 */
export function compose(schema: Schema, update: Update, release: Release = () => undefined): JsonObject {
  const body: MutableJsonObject = {};
  const { plan, inputs, now } = update;
  const { live } = now;
  for (const name of touched(plan)) {
    const field = schema.fields[name];
    if (!field) continue;
    if (field.kind === "object") {
      const value = new ObjectUpdate([name, field], update).value();
      if (value !== undefined) put(body, name, value);
    } else if (isManagedByKey(field)) {
      if (isAtTop(field))
        put(
          body,
          name,
          composeAtTop(name, field.atTop, plan, live, (wire) => isMadeByUndocumented(schema, field, wire, plan, live)),
        );
      else {
        const document = composeDocument(name, field, plan, live, release);
        if (field.merges) putKeys(body, name, plan, document);
        else put(body, name, document);
      }
    } else if (field.kind === "map" && isByMember(name, plan)) put(body, name, composeMap(name, plan, live));
    else {
      const removal = plan.removed.find((removed) => removed.path[0] === name);
      put(body, name, removal ? clearedValue(removal) : (own(inputs, name) ?? null));
    }
  }
  putHolders(schema, update, body);
  return body;
}

/**
 * Adds the known objects in which an update changes undocumented members. The API replaces such an object as a whole, so the update sends all its
 * members; of an object that the API merges, only the changed ones.
 */
function putHolders({ fields }: Schema, update: Update, body: MutableJsonObject): void {
  for (const [name, field] of Object.entries(fields)) {
    const values = own(body, name);
    if (!isAtTop(field) || !isObject(values)) continue;
    for (const [wire, members] of Object.entries(values)) {
      const holder = field.atTop.inside.has(wire) ? field.atTop.typed.get(wire) : undefined;
      const object = holder === undefined ? undefined : fields[holder];
      if (holder === undefined || object?.kind !== "object" || !isObject(members)) continue;
      const value = own(body, holder) ?? new ObjectUpdate([holder, object], update).value();
      if (value !== undefined) put(body, holder, value);
    }
  }
}

/** Whether nothing of a known object would be left without its undocumented members, so that null can clear the object. */
function isMadeByUndocumented(
  { fields }: Schema,
  { atTop }: DocumentField,
  wire: string,
  plan: Plan,
  live: JsonObject,
): boolean {
  const holder = atTop?.inside.has(wire) ? (atTop.typed.get(wire) ?? "") : "";
  const isDeclared = plan.declared.some(({ path }) => path[0] === holder);
  return !isDeclared && fields[holder]?.clear?.how === "null" && isEmptyObject(own(live, holder) ?? {});
}

/** Whether an update changes single members of a collection and keeps all others, which can belong to other owners. */
function isByMember(name: string, { changed, removed }: Plan): boolean {
  return [...changed, ...removed].some(({ path }) => path[0] === name && path.length > 1);
}

/** The tenant's map with the changed members set and the removed members deleted. */
function composeMap(name: string, { changed, removed }: Plan, live: JsonObject): Json {
  const map = new Draft({ [name]: own(live, name) ?? {} });
  for (const { path } of removed) if (path[0] === name) map.remove(path);
  for (const { path, value } of changed) if (path[0] === name) map.put(path, value);
  return own(map.root, name) ?? {};
}

/** The tenant's document with the changed keys set and the removed keys cleared. */
function composeDocument(name: string, field: DocumentField, plan: Plan, live: JsonObject, release: Release): Json {
  const document = new Draft({ [name]: own(live, name) ?? {} });
  const change = changeWithin(name, plan);
  removeValues(document, { ...change, rulesAt: (path) => pathRulesOf(field, path, live) }).forEach(release);
  for (const { path, value } of change.changed) putDeclared(document, path, value);
  putHidden(document, plan.declared);
  return own(document.root, name) ?? {};
}

/**
 * The changed keys of a document whose keys are top-level properties in the API. Undeclared keys within their values stay. A removed value is sent
 * as null. If its parent objects contain nothing else, null is sent in place of the outermost of these parents that the schema does not contain. Of known
 * objects, the result has only the changed members.
 */
function composeAtTop(
  name: string,
  known: KnownNames,
  { changed, removed, declared }: Plan,
  live: JsonObject,
  isMadeByIt: (wire: string) => boolean,
): Json {
  const document = new Draft({ [name]: own(live, name) ?? {} });
  const depthOf = (path: Path) => depthOfKnown(known, path.slice(1));
  // An empty known object declares nothing.
  const isInside = ({ path }: { readonly path: Path }) => path[0] === name && path.length > 1 + depthOf(path);
  const leaving = removed.filter((removal) => isInside(removal) && !holdsOthers(removal, valueAt(live, removal.path)));
  for (const { path } of leaving) document.remove(path);
  for (const { path, value } of changed.filter(isInside)) putDeclared(document, path, value);
  putHidden(document, declared);
  for (const { path } of leaving) {
    let place = path;
    const min = isMadeByIt(path[1] ?? "") ? 2 : 2 + depthOf(path);
    while (place.length > min && isEmptyObject(valueAt(document.root, place.slice(0, -1)) ?? {})) {
      place = place.slice(0, -1);
      document.remove(place);
    }
    if (valueAt(document.root, place) === undefined || place.length < path.length) document.put(place, null);
  }
  const sent = new Draft();
  for (const { path } of [...changed, ...leaving].filter(isInside)) {
    const isCleared = valueAt(document.root, path.slice(0, 2)) === null;
    const place = path.slice(0, isCleared ? 2 : 2 + depthOf(path));
    sent.put(place, valueAt(document.root, place) ?? null);
  }
  return own(sent.root, name) ?? {};
}

/**
 * Replaces the masks in a draft with the declared values: for secrets, the tenant may have returned only masks, and an update must not send these.
 *
 * @param depth the number of keys at the start of a leaf's path that lead to the draft's root
 */
export function putHidden(draft: Draft, declared: readonly Leaf[], depth = 0): void {
  for (const { path, value } of declared) {
    const place = path.slice(depth);
    if (valueAt(draft.root, place) === notShown) draft.put(place, value);
  }
}

/**
 * Puts only the changed keys of a document into the body, with null for removed ones. The API empties the document if it gets no key, so then the
 * body gets nothing.
 *
 * @param document the document after the update
 */
function putKeys(body: MutableJsonObject, name: string, { changed, removed }: Plan, document: Json): void {
  const keys: MutableJsonObject = {};
  for (const { path } of [...removed, ...changed]) {
    if (path[0] === name && path[1] !== undefined) put(keys, path[1], own(document, path[1]) ?? null);
  }
  if (Object.keys(keys).length > 0) put(body, name, keys);
}

/** Whether a property was removed from the program as a whole, and the API clears it with null or a default value. */
function isCleared(field: Field, name: string, plan: Plan): boolean {
  const isClearable = field.clear?.how === "null" || field.clear?.how === "default";
  return isClearable && !plan.declared.some((leaf) => leaf.path[0] === name);
}

function clearedValue(removal: Removal): Json {
  return removal.clear.how === "default" ? removal.clear.value : null;
}
