import { definitions, type described, type TypeName, typeNames } from "../definitions/registry.ts";
import type { Access, LeftOutReason } from "../lifecycle/import-rules.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import type { Listed } from "../schema/definition.ts";
import { isObject, type JsonObject, own } from "../schema/json.ts";
import { type Fields, identityOf, type Schema } from "../schema/schema.ts";

/** The types that a tenant lists. The other types add members to objects of these. */
export type ListedType = {
  [Name in TypeName]: (typeof described)[Name] extends { readonly listing: Listed } ? Name : never;
}[TypeName];

/** The types that a tenant lists, in the documented order. */
export const listedTypes = typeNames.filter(isListed);

export function isListed(name: TypeName): name is ListedType {
  return definitions[name].listing !== undefined;
}

/** The types of which every tenant has exactly one object. */
export const singletonTypes = typeNames.filter(
  (name) => definitions[name].schema.singleton !== undefined && identityOf(definitions[name].schema).length === 0,
);

/** The types of which every tenant has an object for each identity, such as each of its e-mails, as far as the identities can be found. */
export const keyedTypes = typeNames.filter((name) => {
  const { schema, identities } = definitions[name];
  const identity = identityOf(schema);
  const isFound = (property: string) =>
    enumeratedIn(schema, property) !== undefined || Object.hasOwn(identities?.listedIn ?? {}, property);
  return schema.singleton !== undefined && identity.length > 0 && (identities?.listing || identity.every(isFound));
});

/** The values of an identity property that the schema enumerates. */
export function enumeratedIn({ fields }: Schema, property: string): readonly string[] | undefined {
  const field = fields[property];
  return field?.kind === "string" ? field.oneOf : undefined;
}

/** The types that an import can take, in the documented order. */
export const importableTypes = typeNames.filter(
  (name) => definitions[name].listing !== undefined || singletonTypes.includes(name) || keyedTypes.includes(name),
);

/** The types that an import takes by default. */
export const importedTypes = importableTypes.filter((name) => definitions[name].listing?.isTransient !== true);

/** The listed types whose objects administrators create, in contrast to objects that users create at run time. */
export const lastingTypes = listedTypes.filter((name) => definitions[name].listing?.isTransient !== true);

/** One object of the tenant that a stack can manage. */
export interface InventoryItem {
  readonly type: TypeName;
  /** The id in a state. */
  readonly id: string;
  /** The object under the property names of programs, secrets in plain text, exactly as a refresh returns it. */
  readonly live: JsonObject;
  /** A printable label: `resource server "https://orders.example.com"`. */
  readonly label: string;
  /** Display names, the best one first, then identifiers. Untrusted text. */
  readonly names: readonly string[];
  /** The scopes, roles or clients that are taken; other members belong to other owners. Default: all. */
  readonly members?: readonly string[];
}

/** An object, or a group of objects, that is left out. */
export interface LeftOut {
  readonly type: TypeName;
  /** A printable label, possibly for several objects. */
  readonly label: string;
  readonly reason: LeftOutReason;
  /** The reason: a printable sentence without a full stop. */
  readonly why: string;
  /** The object is unreadable because the tenant does not have the feature. */
  readonly isOutsidePlan?: true;
}

/** Options for which objects to take. */
export interface Selection {
  /** Default: {@link lastingTypes}, so no singletons: no tool has created them. */
  readonly types?: readonly TypeName[];
  /** Patterns that names or identifiers have to match, see `schema/pattern.ts`. Default: no restriction. */
  readonly only?: readonly string[];
  /** Patterns of names to leave out. Default: none. */
  readonly except?: readonly string[];
  /** Patterns of the names or ids of owners, by the route that lists the owners. Default: all owners. */
  readonly owners?: Readonly<Record<string, readonly string[]>>;
  /** The ids of objects that are read completely, even if a part takes an extra request. Default: none. */
  readonly wholly?: readonly string[];
  /** The ids of the only objects of {@link keyedTypes} that are read, by type. Default: all that the tenant can have. */
  readonly keyed?: ReadonlyMap<TypeName, readonly string[]>;
}

/** Options of an inventory. */
export interface InventoryOptions extends Selection {
  readonly access: Access;
  /** Whether to read all objects completely, even if a part takes an extra request for each object. Default: false. */
  readonly all?: boolean;
  /** The properties of a type that are read even if they take a request for each object. Default: with `all` every one, otherwise none. */
  readonly parts?: (type: TypeName) => readonly string[];
  /**
   * Whether to take also objects that an import leaves out although they are no parts of the service: those of this client, applications
   * that registered themselves, and settings as in a new tenant. Default: false.
   */
  readonly foreign?: boolean;
  /** Called with the number of objects that have been read. */
  readonly onProgress?: (seen: number) => void;
}

/** The type and the id as one key, for an object in a stack or in another tool's file. */
export function keyOf({ type, id }: { readonly type: string; readonly id: string }): string {
  return `${type} ${id}`;
}

/** The keys that an object can have in a stack: its id, and the provisional id that it has while the outcome of its create is unknown. */
export function stackKeysOf({ type, id, live }: InventoryItem): readonly string[] {
  return [id, resourceTypes[type].provisionalId(live)].map((each) => keyOf({ type, id: each }));
}

/**
 * The values that are in force for an object of the tenant: those of its response, and those that apply because the response omits their
 * property.
 */
export function valuesInForce({ type, live }: Pick<InventoryItem, "type" | "live">): JsonObject {
  return withAbsent(definitions[type].schema.fields, { ...resourceTypes[type].importRules?.implied, ...live });
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

/** Compares texts independently of the machine's locale. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The objects of a tenant, within the selection. */
export interface Inventory {
  /** The tenant's host. */
  readonly tenant: string;
  /** In the order of types, then of names and ids. */
  readonly items: readonly InventoryItem[];
  readonly leftOut: readonly LeftOut[];
  /** The names of mentioned objects of other types, by the type, a space and the id. Untrusted text. */
  readonly names: ReadonlyMap<string, string>;
}
