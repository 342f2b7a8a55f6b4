import { isDefault } from "../import/resource.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import { isEmptyObject, type Json, own } from "../schema/json.ts";
import { pointersAbove, toPointer, valueAt } from "../schema/pointer.ts";
import { type Field, fieldAt, hintsAt, type PathRules, pathRulesOf } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/masks.ts";
import { type Leaf, leavesOf } from "../state/leaves.ts";
import { markedSecrets, secretPaths } from "../state/secrets.ts";
import type { SideObject } from "./side.ts";

/** A leaf of an object, with the facts that its comparison needs. */
export interface ComparedLeaf extends Leaf {
  readonly place: PathRules;
  /** Whether the value of a secret could be read. Absent if the leaf is not a secret. */
  readonly secret?: "readable" | "hidden";
  /** Why the value matters for security, if it does. */
  readonly safeguard?: string | undefined;
}

/** The leaves of an object to compare, by JSON pointer. Empty values, and values that the service computes or generates, are left out. */
export function comparedLeaves({ type, properties }: SideObject): ReadonlyMap<string, ComparedLeaf> {
  const { schema, importRules: rules = {} } = resourceTypes[type];
  const { fields } = schema;
  const live = { ...rules.implied, ...properties };
  const secrets = secretPaths(fields, live, markedSecrets(live));
  const hidden = new Set(secrets.map(toPointer));
  const found = new Map<string, ComparedLeaf>();
  for (const leaf of leavesOf(fields, live)) {
    const { path, pointer, field, value } = leaf;
    if (hidden.has(pointer) || pointersAbove(path).some((above) => hidden.has(above))) continue;
    const place = pathRulesOf(field, path, live);
    if (isEmpty(value) || field.volatile || place.reads?.how === "never") continue;
    if (field.kind === "document" && rules.isDerived?.(path, value, live)) continue;
    found.set(pointer, { ...leaf, place, safeguard: hintsAt(fields, path, live).safeguard });
  }
  for (const path of secrets) {
    const field = fieldAt(fields, path);
    const value = valueAt(live, path);
    if (!field || value === undefined || isEmpty(value) || isOfService(field)) continue;
    const { safeguard } = hintsAt(fields, path, live);
    const isWriteOnly = field.reads?.how === "never" || (field.kind === "string" && field.sealed === true);
    const secret = !isWriteOnly && isShown(value) ? "readable" : "hidden";
    const pointer = toPointer(path);
    found.set(pointer, { path, pointer, field, value, place: {}, secret, safeguard });
  }
  return found;
}

/** Whether `there` can lack a leaf of `here` without a difference: the leaf is the default, or `there` may have a value that cannot be read. */
export function saysNothing(leaf: ComparedLeaf, there: SideObject, here: SideObject): boolean {
  const { path, field, value, place } = leaf;
  const [name = ""] = path;
  const top = resourceTypes[here.type].schema.fields[name];
  if (field.reads?.how === "sometimes" || place.reads?.how === "sometimes") return true;
  const isAbsent = (own(there.properties, name) ?? null) === null;
  if (isAbsent && isWithheld(top)) return true;
  const { importRules: rules = {} } = resourceTypes[here.type];
  return isDefault(field, value, path, { rules, live: here.properties });
}

/** Whether the absence of a property can be due to the scopes of the token. */
function isWithheld(field: Field | undefined): boolean {
  return field?.kind === "document"
    ? field.mayBeWithheld !== undefined
    : field?.kind === "object" && Boolean(field.withheld);
}

/** Whether the service generates the secret, so that two tenants always have different ones. */
function isOfService(field: Field): boolean {
  return field.chosen === true || field.shownBy !== undefined || field.computed === true;
}

/** Whether a value has the same effect as an absent value. */
function isEmpty(value: Json): boolean {
  return value === null || value === "" || isEmptyObject(value) || (Array.isArray(value) && value.length === 0);
}

function isShown(value: Json): boolean {
  if (value === notShown) return false;
  return typeof value !== "object" || value === null || Object.values(value).every((item) => isShown(item as Json));
}
