import type { Json, JsonObject } from "./json.ts";
import type { Schema } from "./schema.ts";
import type { EventType, Query, RateGroup } from "./service.ts";

/** An operation of a resource at the tenant. */
export type Operation = "create" | "read" | "update" | "delete";

/** The look-up functions of a resource type: `getThing` returns exactly one object, `getThings` returns all matching ones. */
export interface LookUps {
  /** The property that `getThing` accepts instead of `id`. Absent: `getThing` accepts the filters of `getThings`. */
  readonly by?: string;
  /** The query parameter that filters the listing by `by`. Results can contain objects with other values. Default: the whole listing is read. */
  readonly parameter?: string;
  /** The segment of the route that finds one object by `by`: `name` for `GET /things/name/{name}`. */
  readonly segment?: string;
  /** The properties that `getThings` accepts as filters. Messages name an object by the first. */
  readonly filters: readonly [string, ...string[]];
}

/** The listing of a resource type's objects. */
export interface Listed {
  /**
   * The paging of the listing, with 100 entries per page. `offset`: by `page` and `per_page`, with totals. `untold`: the same, but the API
   * rejects requests for totals. `checkpoint`: by `from` and `take`, without totals. `both`: by page for up to 1,000 records, the API's
   * limit, and by cursor for longer listings. `whole`: no paging, one response contains all entries.
   */
  readonly paging: "offset" | "untold" | "checkpoint" | "both" | "whole";
  /**
   * The properties of a listing's entry that name its object in messages, by the API's names, the best first. A dot separates a nested property.
   * Empty if the owner's name is enough.
   */
  readonly names: readonly string[];
  /** A query parameter that accepts up to `most` values of a property that names the objects. The property has the same name in the API. */
  readonly filter?: { readonly parameter: string; readonly property: string; readonly most: number };
  /** Query parameters of every request for the listing. */
  readonly query?: Query;
  /** Whether an import reads this listing to find the names of objects to which the program refers only by id. */
  readonly isNamed?: true;
  /** Additional query parameters of an import. */
  readonly importQuery?: Query;
  /** Whether objects are created at run time: they are imported only by name and never reported as unmanaged. */
  readonly isTransient?: true;
  /** The owners, if each owner has its own listing of the objects that belong to it. Absent: the tenant has one listing of all objects. */
  readonly owners?: Owners;
  /** Objects of another type that the listing's entries contain in the property `property`, each with `id` and `name`. */
  readonly mentions?: { readonly property: string; readonly type: string };
}

/** The owners of a type's objects. */
export interface Owners {
  readonly definition: Definition & { readonly listing: Listed };
  /** The name of an owner's listing, in messages and in the route: `members` for `GET /organizations/{id}/members`. */
  readonly collection: string;
  /** The property of a listing's entry that is the second part of the resource's id. Absent: all entries of an owner form one object. */
  readonly key?: string;
  /** Whether an object consists of all entries of the listing with the same key. */
  readonly isGrouped?: true;
  /** Set if the direct owners are not the objects of `definition`, but objects to which these refer. Other direct owners are not listed. */
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
  /** The settings that list the values of an identity property: their type, and the property with the list. */
  readonly listedIn?: Readonly<Record<string, { readonly definition: Definition; readonly property: string }>>;
  /** The listing of all settings that can differ from those of a new tenant: its path below `/api/v2`, and the key of the list in a response. */
  readonly listing?: Pick<Listed, "paging"> & { readonly path: string; readonly collection: string };
  /** A type whose objects the settings require: a tenant without such an object has none of these settings. */
  readonly needs?: Definition & { readonly listing: Listed };
}

/** Objects of another type that an object requires, although no property refers to them. */
export interface Requirement {
  /** The other type. */
  readonly definition: Definition;
  /** The property that requires these objects once it has a value. Default: every object of the type requires them. */
  readonly property?: string;
  /** The value of the property that requires these objects. Default: any value that is not empty. */
  readonly value?: string;
  /** A text that the arguments of a required object contain, such as the id of a trigger. Default: every object of the other type is required. */
  readonly text?: string;
}

/** Names in an imported program. */
export interface Imported {
  /** The resource name for an object without a usable name at the tenant. */
  readonly noun: string;
  /** The file for the type in a program of several files, without the extension. */
  readonly file: string;
  /** The identifier under which other files import this file. */
  readonly module: string;
}

/** The relation between a resource type that manages only some members of a collection and the type (`whole`) that has the collection. */
export interface ElementsOf {
  readonly whole: Definition;
  /** The property of the whole that is the collection. */
  readonly property: string;
  /** The argument that refers to the whole, and the property of the whole with the same value. */
  readonly by: { readonly argument: string; readonly property: string };
}

/** The migration of a type of the bridged provider, by attribute names of that provider. */
export interface ForeignType {
  /** The blocks that contain the object, at least one of them, if the resource consists of several objects. */
  readonly blocks?: readonly [string, ...string[]];
  /** The attributes that make up the id. Empty for a singleton. */
  readonly id: readonly string[];
  /** An attribute that lists several objects. Attributes of its elements take precedence over those of the resource. */
  readonly each?: string;
  /** A second attribute, besides the id, by which other resources refer to the resource. */
  readonly alias?: string;
  /** The members (scopes, roles, clients) that the resource manages; `only`: those in the named attribute. Absent: the object has no members. */
  readonly members?: "all" | "none" | { readonly only: string };
  /** The attribute without which the resource cannot be migrated, and why. */
  readonly needs?: readonly [attribute: string, reason: string];
}

/** The tenant's events about objects of a resource type. */
export interface Events {
  readonly types: readonly EventType[];
  /** The objects that have events, if not all do, as text for messages: `of an enterprise strategy`. */
  readonly only?: string;
  /** Keys that match events to an object; undefined for an object without events. */
  subjectsOf(id: string, outputs: JsonObject): readonly string[] | undefined;
  /**
   * Keys that match an event to objects, see {@link subjectsOf}. Default: the first word of the event type and the id of the event's object, as in
   * `organization org_…`; for a deletion also `end of organization org_…`, for objects that are deleted with it.
   */
  about?(type: string, object: JsonObject): readonly string[] | undefined;
  /** The events about a single member of a collection. */
  readonly ofMembers?: {
    readonly added: EventType;
    readonly removed: EventType;
    /** The member in an event's object. */
    memberOf(object: Json): Json | undefined;
  };
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
}

/** The definition of a resource type: all its data, without the code that sends requests. The program and the provider process both load it. */
export interface Definition {
  /** The name of the class. The host exports the type's handler under this name with a lower-case first letter. */
  readonly type: string;
  readonly schema: Schema;
  /** The plural in messages: `resource servers`. */
  readonly plural: string;
  /** The route below `/api/v2`: `resource-servers`; with arguments in braces for objects that belong to another object. */
  readonly route: string;
  /** The property of a response that is the id. Default: `id`. */
  readonly idName?: string;
  /**
   * The requests of the type's operations, in the notation of the reference pages: `GET|PATCH /path`. Default: POST, GET, PATCH and DELETE; for a
   * singleton GET and PATCH, or the requests of its parts.
   */
  readonly calls?: readonly string[];
  /**
   * The routes of a singleton whose parts have routes of their own, in the order in which they are written. Default: one route for the whole
   * object.
   */
  readonly parts?: readonly Part[];
  /** The scopes that each operation needs. */
  readonly scopes: Readonly<Record<Operation, readonly string[]>>;
  /** Properties in responses that no program can set, or that another resource type manages, under the API's names. Default: none. */
  readonly setByService?: readonly string[];
  /** The properties that together are unique within a tenant. Messages name an object by the first. Empty for a singleton without identity. */
  readonly uniqueBy: readonly string[];
  /** Whether several objects can share the values of {@link uniqueBy}, so that only the id is unique. */
  readonly sharesNames?: true;
  /**
   * Whether a new object with the same properties would mean the same to everyone, because nothing refers to its id. A replacement that a resource
   * option forces (`replaceOnChanges`) then updates the object: between a deletion and a creation, the tenant would be without it. Default: no.
   */
  readonly replacedInPlace?: true;
  /** Rate limits that apply to the type's routes only. */
  readonly rateGroups?: readonly RateGroup[];
  /** The listing of members, for a type that is a set of members. */
  readonly members?: {
    /** The property of a listing's entry that is the id of a member. */
    readonly key: string;
    readonly paging: "offset" | "checkpoint";
    /** Entries per page. Default: 100. */
    readonly perPage?: number;
    /** Query parameters of every request for the listing. */
    readonly query?: Query;
    /** Maximum number of members that one request can add or remove. Default: no limit. */
    readonly atOnce?: number;
  };
  /** Undefined if the API has no listing of the objects, as they belong to other objects. */
  readonly listing: Listed | undefined;
  /** Only for settings that a tenant has several times. Default: the schema enumerates all identities, or they cannot be found. */
  readonly identities?: Identities;
  /** Objects that the API requires before it accepts an object of this type, besides those that properties refer to and `identities.needs`. */
  readonly requires?: readonly Requirement[];
  /** Absent if the type has no look-up functions, or if these are written by hand. */
  readonly lookUps?: LookUps;
  readonly imported: Imported;
  readonly elementsOf?: ElementsOf;
  /** A property of another type that cannot be declared together with an object of this type. */
  readonly excludes?: ElementsOf;
  /** Undefined if the tenant has no events about the objects. */
  readonly events: Events | undefined;
  /** Types of the bridged provider for the same objects, by name: `auth0_connection`. */
  readonly foreignTypes: Readonly<Record<string, ForeignType>>;
  /** The plural in reports of a change's impact: `applications`. Absent if the reports omit objects of this type and name only their dependents. */
  readonly impactGroup?: string;
  /** Whether requests cannot contain undocumented properties: the body is a single value, or a read has to name the properties that it returns. */
  readonly hasFixedBody?: true;
  /** Whether a change can affect every login and every token request, although no reference leads to the affected users and clients. */
  readonly affectsAll?: true;
  /**
   * Data that is permanently lost when an object is deleted, as text for messages: `its users`. An object that may be another team's is then never
   * deleted, even if it has only the values of its creation.
   */
  readonly goneWithIt?: string;
  /** Effects of a planned change on other objects that the changed leaves do not reveal, as text for messages. */
  effects?(action: Planned, changes: readonly PlannedLeaf[]): readonly string[];
  /** Whether a deletion could lose data, so that the class sets Pulumi's `protect` by default. Arguments can be outputs, whose values are not known. */
  isProtected?(args: JsonObject): boolean;
}

/** The definition of a type whose objects have unique properties. */
export type Keyed = Definition & { readonly uniqueBy: readonly [string, ...string[]] };

/** The next run's action on a resource. */
export type Planned = "delete" | "replace" | "renew" | "forget" | "update" | "adopt" | "import" | "create";

/** A leaf that a planned change sets to another value. */
export interface PlannedLeaf {
  readonly path: string;
  /** The previous value; absent if the leaf was not declared before. */
  readonly was?: Json;
}

/** The objects of other types that objects of a type require, although no property refers to them. */
export function requirementsOf({ identities, requires = [] }: Definition): readonly Requirement[] {
  return identities?.needs ? [{ definition: identities.needs }, ...requires] : requires;
}

/** The requests of a type's operations, in the notation of the reference pages. */
export function callsOf(definition: Definition): readonly string[] {
  const { calls = ordinaryCalls(definition), identities } = definition;
  return identities?.listing ? [...calls, `GET /${identities.listing.path}`] : calls;
}

function ordinaryCalls({ schema, route, parts }: Definition): readonly string[] {
  if (parts) {
    return parts.flatMap(({ path, body, isHidden, writtenBy = "PUT" }) =>
      body === "switches"
        ? [`GET /${path}`, `PUT /${path}/{name}`]
        : [`${isHidden ? "" : "GET|"}${writtenBy} /${path}`],
    );
  }
  return schema.singleton === undefined
    ? [`POST /${route}`, `GET|PATCH|DELETE /${route}/{id}`]
    : [`GET|PATCH /${route}`];
}

/** The property of a response that is the id of its object. */
export function idNameOf({ idName = "id" }: Definition): string {
  return idName;
}

/**
 * The common part of the definitions of settings that every tenant has exactly once and that affect all logins.
 *
 * @param noun the resource name in an imported program
 */
export function settingOf(noun: string) {
  return {
    uniqueBy: [],
    listing: undefined,
    events: undefined,
    imported: { noun, file: "settings", module: "settings" },
    affectsAll: true,
  } as const;
}

/** A property with a default: a response without the property means the default, and clearing the property sends it. */
export function defaultsTo<const Value extends Json>(value: Value) {
  return { absent: value, clear: { how: "default", value } } as const;
}

/** The scopes of a type whose operations each need `<operation>:<objects>`. */
export function scopesFor(objects: string): Definition["scopes"] {
  const scope = (operation: Operation) => [`${operation}:${objects}`];
  return { create: scope("create"), read: scope("read"), update: scope("update"), delete: scope("delete") };
}
