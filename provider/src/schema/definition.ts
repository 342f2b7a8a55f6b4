import { type Json, type JsonObject, own } from "./json.ts";
import type { Schema } from "./schema.ts";
import { collectionOf, pathOf, type Query, type RateGroup } from "./service.ts";

/** An operation of a resource at the tenant. */
export type Operation = "create" | "read" | "update" | "delete";

/** The look-up functions of a resource type: `getThing` returns exactly one object, `getThings` returns all matching ones. */
export interface LookUps {
  /** The property that `getThing` accepts instead of `id`. If absent, `getThing` accepts the same filters as `getThings`. */
  readonly by?: string;
  /**
   * The query parameter that filters the listing by the property `by`. The filter need not be exact: objects with other values are dropped from
   * the response. Default: the whole listing is read.
   */
  readonly parameter?: string;
  /** The segment of a route that returns the object with a given value of the property `by`: `name` for `GET /things/name/{name}`. */
  readonly segment?: string;
  /** The properties that `getThings` accepts as filters. Messages identify an object by its value of the first one. */
  readonly filters: readonly [string, ...string[]];
}

/** The listing of a resource type's objects. */
export interface Listed {
  /** The route of the listing, if it is not that of the objects. Then it has all objects of the tenant, although each belongs to another object. */
  readonly route?: string;
  /** The key of the list in a response. Default: the last part of the route, with underscores. */
  readonly collection?: string;
  /**
   * The paging of the listing, with 100 entries per page. `offset`: by `page` and `per_page`, with totals. `untold`: the same, but the API
   * rejects requests for totals. `checkpoint`: by `from` and `take`, without totals. `both`: by page for up to 1,000 records, the API's
   * limit, and by cursor for longer listings. `whole`: no paging, one response contains all entries.
   */
  readonly paging: "offset" | "untold" | "checkpoint" | "both" | "whole";
  /**
   * The properties by which messages name the object of a listing's entry, under the API's names, in order of preference. A dot leads to a nested
   * property: `user.email`. Empty if the name of the object's owner is enough.
   */
  readonly names: readonly string[];
  /**
   * The query parameter that restricts the listing to objects with given values of `property`, at most `most` values per request. The property has
   * the same name in programs and in the API.
   */
  readonly filter?: { readonly parameter: string; readonly property: string; readonly most: number };
  /** Query parameters of every request for the listing. A `take` replaces the number of entries per page, if the API allows fewer than 100. */
  readonly query?: Query;
  /**
   * Set if entries lack properties of their objects, such as the nodes of a form. Each object is then read by a request of its own, and no entry answers
   * a read.
   */
  readonly isPartial?: true;
  /** Whether an import reads this listing to find the names of objects to which the program refers only by id. */
  readonly isNamed?: true;
  /** Query parameters that an import adds to `query`. */
  readonly importQuery?: Query;
  /** Whether users create the objects at run time. Such objects are imported only if the user names them, and are never reported as unmanaged. */
  readonly isTransient?: true;
  /** The owners, if each owner has its own listing of the objects that belong to it. Absent: the tenant has one listing of all objects. */
  readonly owners?: Owners;
  /** Objects of another type that the listing's entries contain in the property `property`, each with `id` and `name`. */
  readonly mentions?: { readonly property: string; readonly type: string };
}

/**
 * The type of the owners of a type's objects. Without a listing, no resource type manages the owners, and there can be too many to list: an import
 * reads only those whose ids it is given.
 */
export type OwnerType = Pick<Definition, "type" | "plural" | "route" | "idName"> & {
  readonly schema: Pick<Schema, "noun">;
  readonly listing: Listed | undefined;
};

/** Whether objects belong to owners that are not listed: see {@link OwnerType}. */
export function isOfUnlisted({ listing }: Pick<Definition, "listing">): boolean {
  return listing?.owners !== undefined && listing.owners.definition.listing === undefined;
}

/** The owners of a type's objects. */
export interface Owners {
  readonly definition: OwnerType;
  /** The name of an owner's listing, in messages and in the route: `members` for `GET /organizations/{id}/members`. */
  readonly collection: string;
  /** The property of a listing's entry that is the second part of the resource's id. If absent, all entries of an owner's listing form one object. */
  readonly key?: string;
  /** Whether all entries of the listing with the same `key` form one object. */
  readonly isGrouped?: true;
  /** Objects of another type without which no owner has entries. An import then does not read the owners' listings. */
  readonly onlyWith?: { readonly definition: OwnerType; has(entry: Json): boolean };
  /**
   * Set if the objects of `definition` do not own the listings, but refer to objects that do: the direct owners. Direct owners to which no such
   * object refers are not found.
   */
  readonly named?: {
    /** The property with the references, in the entries of the listing of `definition`. Each reference has the `id` of a direct owner. */
    readonly property: string;
    /** Name of a direct owner in messages. */
    readonly noun: string;
    /** Route of the direct owners. */
    readonly route: string;
    /** Ids of direct owners that have no listing of their own. */
    readonly except: readonly string[];
  };
}

/**
 * The sources of identities for settings that a tenant has several times, such as the texts of each prompt in each language. For identity
 * properties without a source, the schema enumerates the values.
 */
export interface Identities {
  /** By identity property: the type of the settings that list the property's values, and the property of these settings with the list. */
  readonly listedIn?: Readonly<Record<string, { readonly definition: Definition; readonly property: string }>>;
  /** The listing of all settings that can differ from those of a new tenant: its path below `/api/v2`, and the key of the list in a response. */
  readonly listing?: Pick<Listed, "paging"> & { readonly path: string; readonly collection: string };
  /** A type whose objects the settings require: a tenant without such an object has none of these settings. */
  readonly needs?: Definition & { readonly listing: Listed };
}

/** The relation between a resource type that manages only some members of a collection and the type (`whole`) that has the collection. */
export interface ElementsOf {
  readonly whole: Definition;
  /** The property of the whole that is the collection. */
  readonly property: string;
  /** The argument that refers to the whole, and the property of the whole with the same value. */
  readonly by: { readonly argument: string; readonly property: string };
}

/** A part of a singleton that has a route of its own: `GET|PUT /path`. A write sends the whole part. */
export interface Part {
  /** The path below `/api/v2`. */
  readonly path: string;
  readonly properties: readonly [string, ...string[]];
  /**
   * The form of the body. `object`: the body has a key for each property. `value`: the body is the value of the only property. `switches`: each key
   * of the only property has its own route below the path; GET returns `{ name, enabled }` for each key, and a PUT of one key sends `{ enabled }`.
   */
  readonly body: "object" | "value" | "switches";
  /** The API has no GET for the part. */
  readonly isHidden?: true;
  /** Default: `PUT`. */
  readonly writtenBy?: "PATCH";
  /** The next step for users whose tenant does not have the part, as a sentence. Default: the general one. */
  readonly ifUnavailable?: string;
}

/**
 * The reset of a singleton by the deletion of the whole object. The deletion would lose values that the program does not declare, so it is sent only
 * if the object has no such values.
 */
export interface WholeReset {
  /** The property whose removal deletes the object. */
  readonly property: string;
}

/**
 * The definition of a resource type: the data that programs and the lifecycle need, without the code that sends requests. The program and the provider
 * process both load it. What only the tools need is in `types/<type>/tools.ts`.
 */
export interface Definition {
  /** The name of the class. The host exports the type's handler under this name with a lower-case first letter. */
  readonly type: string;
  readonly schema: Schema;
  /** The plural in messages: `resource servers`. */
  readonly plural: string;
  /** The route below `/api/v2`: `resource-servers`; with arguments in braces for objects that belong to another object. */
  readonly route: string;
  /**
   * The route of objects that declare an optional property of their identity: the roles of a group in an organization. Default: all objects have the
   * same route.
   */
  readonly routeWith?: { readonly property: string; readonly route: string };
  /** The property of a response that is the id. Default: `id`. */
  readonly idName?: string;
  /**
   * The routes of a singleton whose parts have routes of their own, in the order in which they are written. Default: one route for the whole
   * object.
   */
  readonly parts?: readonly Part[];
  /** Only for a singleton that the API can delete. Default: a reset clears each declared property by its own rule. */
  readonly wholeReset?: WholeReset;
  /** The scopes that each operation needs. */
  readonly scopes: Readonly<Record<Operation, readonly string[]>>;
  /** Properties in responses that no program can set, or that another resource type manages, under the API's names. Default: none. */
  readonly setByService?: readonly string[];
  /**
   * The properties that together are unique within a tenant. Messages name an object by the first that it has. Empty for a singleton without
   * identity.
   */
  readonly uniqueBy: readonly string[];
  /** See {@link IsUnique.uniqueWithin}. */
  readonly uniqueWithin?: string;
  /**
   * Whether the values of {@link uniqueBy} say nothing about an object, such as a rank: an object with the same values may serve another purpose. So
   * TENANT_ADOPT adopts only an object that has all declared values. `adopt: true` in the program adopts any. Default: the values name the object.
   */
  readonly hasArbitraryKey?: true;
  /**
   * Whether the tenant accepts several objects with the same values of {@link uniqueBy}, so that only the id is unique. `unless`: a property whose
   * value no two objects share, so that an object with this property shares nothing. Default: no.
   */
  readonly sharesNames?: SharesNames;
  /**
   * Whether nothing refers to the id of an object, so that a new object with the same properties has the same effect. If a resource option
   * (`replaceOnChanges`) forces a replacement, the object is then updated instead, because the tenant would lack the object between its deletion and
   * its creation. Default: no.
   */
  readonly replacedInPlace?: true;
  /** Rate limits that apply to the type's routes only. */
  readonly rateGroups?: readonly RateGroup[];
  /** The listing of members, for a type that is a set of members. */
  readonly members?: {
    /** The property of a listing's entry that is the id of a member. */
    readonly key: string;
    /** The key of the list in requests and responses. Default: the last part of the route. */
    readonly collection?: string;
    readonly paging: "offset" | "checkpoint";
    /** Entries per page. Default: 100. */
    readonly perPage?: number;
    /** Query parameters of every request for the listing. */
    readonly query?: Query;
    /** Maximum number of members that one request can add or remove. Default: no limit. */
    readonly atOnce?: number;
    /**
     * Set if each request adds or removes a single member: the property of the body of a POST that is the member's id. A DELETE has the id in its path.
     * Default: requests contain arrays of members.
     */
    readonly single?: string;
    /** Whether the API refuses (409) a request that adds a member which the set already has. Default: such a member is ignored. */
    readonly refusesKnown?: true;
  };
  /** Undefined if the API has no listing of the objects, because they belong to other objects. */
  readonly listing: Listed | undefined;
  /** Only for settings that a tenant has several times. Default: the schema enumerates all identities, or they cannot be found. */
  readonly identities?: Identities;
  /** Absent if the type has no look-up functions, or if these are written by hand. */
  readonly lookUps?: LookUps;
  readonly elementsOf?: ElementsOf;
  /** A property of another type that cannot be declared together with an object of this type. */
  readonly excludes?: ElementsOf;
  /** Whether requests cannot contain undocumented properties: the body is a single value, or a read has to name the properties that it returns. */
  readonly hasFixedBody?: true;
  /**
   * Data that is permanently lost when an object is deleted, as text for messages: `its users`. If set, an object that another team may have created
   * is never deleted, even if it has exactly the values that this stack sent to create it.
   */
  readonly goneWithIt?: string;
  /** Whether a deletion could lose data, so that the class sets Pulumi's `protect` by default. Arguments can be outputs with unknown values. */
  isProtected?(args: JsonObject): boolean;
}

/** The argument that makes a destroy reset the declared properties of a singleton. */
export const resetOnDestroy = "resetOnDestroy";

/** What no two objects of a type have in common. */
export interface IsUnique {
  /** See {@link Definition.uniqueBy}. */
  readonly uniqueBy: readonly string[];
  /**
   * The one of `uniqueBy` that names only the container in which the others are unique. A container has many objects, so an object without any of the
   * others shares its values with them. Default: each property tells objects apart.
   */
  readonly uniqueWithin?: string;
}

/** See {@link Definition.sharesNames}. */
export type SharesNames = true | { readonly unless: string };

/** Whether several objects of a type can have the unique properties of these values. The values can be outputs. */
export function sharesNames(
  { sharesNames: shares }: { readonly sharesNames?: SharesNames },
  values: Readonly<Record<string, unknown>>,
): boolean {
  return shares === true || (shares !== undefined && values[shares.unless] === undefined);
}

/** The definition of a type whose objects have unique properties. */
export type Keyed = Definition & { readonly uniqueBy: readonly [string, ...string[]] };

/** The parts of a singleton that a read requests for some properties: all parts if no property is named. */
export function partsWith(parts: readonly Part[], names: readonly string[]): readonly Part[] {
  return names.length === 0 ? parts : parts.filter(({ properties }) => properties.some((name) => names.includes(name)));
}

/** The path of an object's collection, by the properties of the object's identity: see {@link Definition.routeWith}. */
export function pathIn(
  { route, routeWith }: Pick<Definition, "route" | "routeWith">,
  args: JsonObject,
): readonly string[] {
  const isOther = routeWith !== undefined && own(args, routeWith.property) !== undefined;
  return pathOf(isOther ? routeWith.route : route, args);
}

/** The key of the list in a response to the listing of a type's objects. */
export function listKeyOf(definition: Pick<OwnerType, "route" | "listing">): string {
  return definition.listing?.collection ?? collectionOf(listingRouteOf(definition));
}

/** The route of the listing of a type's objects. */
export function listingRouteOf({ route, listing }: Pick<OwnerType, "route" | "listing">): string {
  return listing?.route ?? route;
}

/** The property of a response that is the id of its object. */
export function idNameOf({ idName = "id" }: Pick<Definition, "idName">): string {
  return idName;
}

/** The common part of the definitions of settings that every tenant has exactly once. */
export const setting = { uniqueBy: [], listing: undefined } as const;

/** A property with a default: a response without the property means the default, and clearing the property sends it. */
export function defaultsTo<const Value extends Json>(value: Value) {
  return { absent: value, clear: { how: "default", value } } as const;
}

/** The scopes of a type whose operations each need `<operation>:<objects>`. */
export function scopesFor(objects: string): Definition["scopes"] {
  const scope = (operation: Operation) => [`${operation}:${objects}`];
  return { create: scope("create"), read: scope("read"), update: scope("update"), delete: scope("delete") };
}
