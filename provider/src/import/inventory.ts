import { isOfUnlisted, type Listed } from "../schema/definition.ts";
import { isObject, type JsonObject, own } from "../schema/json.ts";
import { type Fields, identityOf, type Schema } from "../schema/schema.ts";
import { definitions, type described, outsideOwnerOf, type TypeName, typeNames } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import type { TenantObject } from "../types/tenant-object.ts";
import type { Access, LeftOutReason } from "../types/tool-data.ts";
import { tools } from "../types/tools.made.ts";

/** The types whose objects the API lists. The other types are settings, or add members to objects of a listed type. */
export type ListedType = {
  [Name in TypeName]: (typeof described)[Name] extends { readonly listing: Listed } ? Name : never;
}[TypeName];

/** The types whose objects the API lists, in the documented order. */
export const listedTypes = typeNames.filter(isListed);

export function isListed(name: TypeName): name is ListedType {
  return definitions[name].listing !== undefined;
}

/** The types of which every tenant has exactly one object. */
export const singletonTypes = typeNames.filter((name) => typeof definitions[name].schema.singleton === "string");

/** The types of which a tenant has one object for each identity, such as one template for each e-mail, if the identities can be found out. */
export const keyedTypes = typeNames.filter((name) => {
  const { schema, identities } = definitions[name];
  const identity = identityOf(schema);
  const isFound = (property: string) =>
    enumeratedIn(schema, property) !== undefined || Object.hasOwn(identities?.listedIn ?? {}, property);
  return schema.singleton === true && (identities?.listing || identity.every(isFound));
});

/** The possible values of a property, if its schema is an enumeration. */
export function enumeratedIn({ fields }: Schema, property: string): readonly string[] | undefined {
  const field = fields[property];
  return field?.kind === "string" ? field.oneOf : undefined;
}

/** The types that can be imported, in the documented order. */
export const importableTypes = typeNames.filter(
  (name) => definitions[name].listing !== undefined || singletonTypes.includes(name) || keyedTypes.includes(name),
);

/** Whether an import has to be told to read a type: users create its objects at run time, or the owners of its objects are not listed. */
function isToldOnly(name: TypeName): boolean {
  return definitions[name].listing?.isTransient === true || isOfUnlisted(definitions[name]);
}

/** The types that are imported by default: all importable types, except those of which an import has to be told. */
export const importedTypes = importableTypes.filter((name) => !isToldOnly(name));

/** The listed types whose objects administrators create, in contrast to objects that users create at run time. */
export const lastingTypes = listedTypes.filter((name) => !isToldOnly(name));

/** The types whose objects can be reported as unmanaged. Settings are included only if a tenant has several, such as one for each e-mail. */
export const unmanagedTypes = typeNames.filter(
  (name) => lastingTypes.some((one) => one === name) || keyedTypes.includes(name),
);

/**
 * The types whose objects each belong to a single object outside this package, such as a user. By default, their objects are read only where a
 * program declares the outside object as a member of a set.
 */
export const outsideOwnedTypes = lastingTypes.filter((name) => outsideOwnerOf(definitions[name]) !== undefined);

/** The members of sets that programs declare, by the key of their set (see `Claim`). */
export type DeclaredMembers = ReadonlyMap<string, ReadonlySet<string>>;

/** The members of sets that resources in states declare. */
export function declaredMembersOf(
  held: readonly { readonly type: TypeName; readonly id: string; readonly inputs: JsonObject }[],
): DeclaredMembers {
  const all = new Map<string, Set<string>>();
  for (const { type, id, inputs } of held) {
    const { key = "", members = [] } = resourceTypes[type].claim?.(inputs, id) ?? {};
    all.set(key, new Set([...(all.get(key) ?? []), ...members]));
  }
  return all;
}

/** One object of the tenant that a stack can manage. */
export interface InventoryItem extends TenantObject {
  /** The id that the object has, or would have, in a state. */
  readonly id: string;
  /** The object exactly as a refresh returns it, with secrets in plain text. */
  readonly properties: JsonObject;
  /** A printable label: `resource server "https://orders.example.com"`. */
  readonly label: string;
  /** Display names, the best one first, then identifiers. Untrusted text. */
  readonly names: readonly string[];
  /** The members of the object's set that are imported: scopes, roles or clients. Other stacks or tools manage the remaining ones. Default: all. */
  readonly members?: readonly string[];
}

/** An object, or a group of objects, that is not imported. */
export interface LeftOut {
  readonly type: TypeName;
  /** A printable label, possibly for several objects. */
  readonly label: string;
  readonly reason: LeftOutReason;
  /** The reason: a printable sentence without a full stop. */
  readonly why: string;
  /** Whether the object could not be read because the tenant's plan does not include the feature. Default: false. */
  readonly isOutsidePlan?: true;
  /** Whether the tenant failed when it was asked, so that a later run may read the object. Default: false. */
  readonly isOutage?: true;
}

/** Options that select the objects of an inventory. */
export interface Selection {
  /** Default: {@link lastingTypes}. Settings are not among them, because every tenant has them from the start. */
  readonly types?: readonly TypeName[];
  /** Patterns (see `schema/names.ts`): an object is selected if one of its names or identifiers matches one of them. Default: all objects. */
  readonly only?: readonly string[];
  /** Patterns: an object is left out if one of its names or identifiers matches one of them. Default: none. */
  readonly except?: readonly string[];
  /**
   * For types that are listed per owner, such as members per organization: patterns of the names or ids of the owners to read, by the route
   * that lists the owners. Default: all owners.
   */
  readonly owners?: Readonly<Record<string, readonly string[]>>;
  /** The ids of objects of which all properties are read, even those that need an extra request. Default: none. */
  readonly wholly?: readonly string[];
  /** For each of the {@link keyedTypes}: the ids of the objects to read. Default: all objects that the tenant can have. */
  readonly keyed?: ReadonlyMap<TypeName, readonly string[]>;
  /** The keys ({@link keyOf}) of objects of the {@link keyedTypes} that are not read, which saves a call for each. Default: none. */
  readonly keyedExcept?: ReadonlySet<string>;
  /**
   * Set if the user has not named the types: objects of the {@link outsideOwnedTypes} are then read only if their outside object is one of these
   * members, and one entry of `leftOut` for each type says what is not read. Default: all objects are read.
   */
  readonly declaredMembers?: DeclaredMembers;
}

/** Options of an inventory. */
export interface InventoryOptions extends Selection {
  readonly access: Access;
  /** Whether to read all properties of all objects, even those that need an extra request for each object. Default: false. */
  readonly all?: boolean;
  /** Returns the properties of a type to read even if they need an extra request for each object. Default: all with `all`, otherwise none. */
  readonly parts?: (type: TypeName) => readonly string[];
  /**
   * Whether the inventory includes objects that an import leaves out although they do not belong to the service: objects on which the access of
   * pulumi-tenant's own client depends, applications that registered themselves, and settings as in a new tenant. Default: false.
   */
  readonly foreign?: boolean;
  /** Called after each object with the number of objects that have been read so far. */
  readonly onProgress?: (seen: number) => void;
}

/** A key from the type and the id. The same object has the same key in a stack, in another tool's file and at the tenant. */
export function keyOf({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type} ${id}`;
}

/** The keys that an object can have in a stack: with its id, or with the provisional id that the state has while a create's outcome is unknown. */
export function stackKeysOf({ type, id, properties }: InventoryItem): readonly string[] {
  return [id, resourceTypes[type].provisionalId(properties)].map((each) => keyOf({ type, id: each }));
}

/**
 * The values that are in force for an object of the tenant: the values in its response, and the defaults that apply to properties that the
 * response omits.
 */
export function valuesInForce({ type, properties }: Pick<TenantObject, "type" | "properties">): JsonObject {
  return withAbsent(definitions[type].schema.fields, { ...tools[type].importRules?.implied, ...properties });
}

function withAbsent(fields: Fields, values: JsonObject): JsonObject {
  const whole = new Map(Object.entries(values));
  for (const [name, field] of Object.entries(fields)) {
    const value = own(values, name);
    if (field.absent !== undefined && (value === undefined || value === null)) whole.set(name, field.absent);
    else if (field.kind === "object" && isObject(value)) whole.set(name, withAbsent(field.fields, value));
  }
  return Object.fromEntries(whole);
}

/** The selected objects of a tenant. */
export interface Inventory {
  /** The tenant's host. */
  readonly tenant: string;
  /** Sorted by type in the documented order, then by name, then by id. */
  readonly items: readonly InventoryItem[];
  readonly leftOut: readonly LeftOut[];
  /** The names of other objects that listings mention, such as the roles of a member. The key is the type, a space and the id. Untrusted text. */
  readonly names: ReadonlyMap<string, string>;
}
