import type { Json, JsonObject } from "./json.ts";
import type { Schema } from "./schema.ts";
import type { EventType, Query, RateGroup } from "./service.ts";

/** What a resource does at the tenant. */
export type Operation = "create" | "read" | "update" | "delete";

/** The look-ups of a type whose objects are found by their texts: `getThing`, which answers exactly one, and `getThings`. */
export interface LookUps {
  /** The property that `getThing` takes besides `id`, exactly one of both. Absent: it takes what `getThings` takes. */
  readonly by?: string;
  /** The parameter of the listing by which the service finds the objects with this `by`; it may find more. Default: all are read. */
  readonly parameter?: string;
  /** The segment of the route of one object by its `by`: `name` for `GET /things/name/{name}`. */
  readonly below?: string;
  /** The properties that `getThings` takes. The first names the object for people. */
  readonly filters: readonly [string, ...string[]];
}

/** How a type's objects are listed. */
export interface Listed {
  /**
   * How the listing is paged: `offset` by `page` and `per_page`, with totals; `untold` the same, where the service refuses to be asked for
   * totals; `checkpoint` by `from` and `take`, without; `both`: by page as far as the service's 1,000 records, else by cursor. Pages have
   * 100 entries. `whole`: not at all, one answer has all.
   */
  readonly paging: "offset" | "untold" | "checkpoint" | "both" | "whole";
  /**
   * The members of an entry that name its object for people, the best first, on the wire; with a dot, a member of a member. None where its
   * owner's name is enough.
   */
  readonly names: readonly string[];
  /** A parameter of the listing that takes several values of a property that names objects, the same on the wire, `most` in one call. */
  readonly filter?: { readonly parameter: string; readonly property: string; readonly most: number };
  /** What the listing is always asked for besides. */
  readonly query?: Query;
  /** An import reads the names of those that a program has no more than the ids of. */
  readonly isNamed?: true;
  /** What an import asks the listing for besides. */
  readonly importQuery?: Query;
  /**
   * Whether they come and go without anybody who decides about it, so that an import takes them only where it is asked for them by name, and
   * those that no stack has are no news.
   */
  readonly isTransient?: true;
  /** For what belongs to other objects: the objects below each of which there is such a listing. */
  readonly below?: Owners;
  /** Objects of other kinds that entries name: by the member of the entry that lists them, with `id` and `name` each. */
  readonly mentions?: { readonly member: string; readonly kind: string };
}

/** Objects that others belong to. */
export interface Owners {
  readonly definition: Definition & { readonly listing: Listed };
  /** What is listed below one of them, for people and in the route: `members`. */
  readonly members: string;
  /** The member of an entry below that the second part of the resource's id is. Absent: all entries below an owner are one object. */
  readonly key?: string;
  /** Whether an object is made of several entries: all those with the same key. */
  readonly isGrouped?: true;
  /** Where they belong not to the objects of that kind, but to what these name: so nobody asks for what none of them names. */
  readonly named?: {
    /** The member of an entry of that kind that lists them, with their ids. */
    readonly member: string;
    /** For people. */
    readonly noun: string;
    /** The route of them. */
    readonly route: string;
    /** The ids of those that have no such listing. */
    readonly except: readonly string[];
  };
}

/** How an object of a type becomes part of a generated program. */
export interface Imported {
  /** What a resource is called where the tenant has no usable name for it. */
  readonly noun: string;
  /** The file of its kind in a program of several files, without the ending. */
  readonly file: string;
  /** What the other files call that one. */
  readonly module: string;
}

/** What another resource type adds to an object of this package's: some members of one of its collections. */
export interface PartOf {
  readonly whole: Definition;
  /** The collection as a property of the whole. */
  readonly property: string;
  /** The argument that names the whole, and the property of the whole that it is equal to. */
  readonly by: { readonly argument: string; readonly property: string };
}

/** How a type of the bridged provider's is taken over, by attribute names of that provider. */
export interface ForeignType {
  /** The attributes that make up the id. */
  readonly id: readonly string[];
  /** An attribute that lists several objects. Attributes of its elements come before those of the resource. */
  readonly each?: string;
  /** An attribute by which other resources name it, besides its id. */
  readonly alias?: string;
  /** Which members (scopes, roles, clients) it manages, `only` those of an attribute. Absent: the object has none. */
  readonly members?: "all" | "none" | { readonly only: string };
  /** The attribute without which there is nothing to take over, and why. */
  readonly needs?: readonly [attribute: string, reason: string];
}

/** Which of the tenant's events tell of changes. */
export interface Events {
  readonly types: readonly EventType[];
  /** The objects that events tell of, where not of all, for people: `of an enterprise strategy`. */
  readonly only?: string;
  /**
   * What events about an object can be about, as texts that are equal where they concern each other; undefined for an object whose changes
   * no event tells.
   */
  subjectsOf(id: string, outputs: JsonObject): readonly string[] | undefined;
  /**
   * The same of an event. Undefined: the object that it shows, by the first word of its type, as `organization org_…`; where that is deleted,
   * also `end of organization org_…`, for what goes with it.
   */
  about?(type: string, object: JsonObject): readonly string[] | undefined;
  /** Events that tell of one member of a collection each. */
  readonly ofMembers?: {
    readonly added: EventType;
    readonly removed: EventType;
    /** The member that an event is about. */
    memberOf(object: Json): Json | undefined;
  };
}

/** All that is particular to one kind of the tenant's objects and can be told as data. Both processes load it. */
export interface Definition {
  /** The name of the class. The host exports its handler under it, with the first letter in lower case. */
  readonly type: string;
  readonly schema: Schema;
  /** Several of its objects, for people: `resource servers`. */
  readonly plural: string;
  /** Its route below `/api/v2`: `resource-servers`; or with arguments in it, for what belongs to another object. */
  readonly route: string;
  /** The member of an answer that is the id. Default: `id`. */
  readonly idName?: string;
  /** The calls that its operations make, as the documentation has them. */
  readonly calls: readonly string[];
  /** The scopes that each operation needs. */
  readonly scopes: Readonly<Record<Operation, readonly string[]>>;
  /** The properties that no two objects of a tenant can share. The first of them names the object for people. */
  readonly uniqueBy: readonly [string, ...string[]];
  /** Several objects can have the same of these all the same: only their ids tell them apart. */
  readonly sharesNames?: true;
  /** The rate limits of its routes, where they have their own. */
  readonly rateGroups?: readonly RateGroup[];
  /** How members are listed at the route of what has nothing but members. */
  readonly members?: {
    /** The property of an entry that is the id of a member. */
    readonly key: string;
    readonly paging: "offset" | "checkpoint";
    /** How many a page has. Default: 100. */
    readonly perPage?: number;
    /** What the listing is asked for besides. */
    readonly query?: Query;
    /** How many one call can add or take away. Default: any number. */
    readonly atOnce?: number;
  };
  /** Undefined where the tenant lists no such objects, as they are parts of others. */
  readonly listing: Listed | undefined;
  /** Absent where it has no look-ups, or other ones: those are written by hand. */
  readonly lookUps?: LookUps;
  readonly imported: Imported;
  readonly partOf?: PartOf;
  /** A property of another kind's object that cannot be declared beside this one. */
  readonly excludes?: PartOf;
  /** Undefined where no event tells of such an object. */
  readonly events: Events | undefined;
  /** By the bridged provider's name of the type: `auth0_connection`. */
  readonly foreignTypes: Readonly<Record<string, ForeignType>>;
  /**
   * What its objects are to people who ask whom a change concerns, several of them: `applications`. Absent where they only lead to such
   * objects.
   */
  readonly concerned?: string;
  /** A change of its objects can concern whoever logs in or asks for a token, and no reference says who that is. */
  readonly concernsAnybody?: true;
  /** What exists nowhere else and is gone for good with one of its objects, in words for people: `its users`. */
  readonly goneWithIt?: string;
  /** What a planned change does to others that none of its leaves tells, in words for people. */
  effects?(action: Planned, changes: readonly PlannedLeaf[]): readonly string[];
  /** Whether an object holds what would be gone with it, so that a program creates it with Pulumi's own protection. */
  isProtected?(args: JsonObject): boolean;
}

/** What the next run does to a resource. */
export type Planned = "delete" | "replace" | "renew" | "forget" | "update" | "adopt" | "import" | "create";

/** A leaf that a planned change sets to another value. */
export interface PlannedLeaf {
  readonly path: string;
  /** Absent where it was not declared before. */
  readonly was?: Json;
}

/** The member of an answer that is the id of its object. */
export function idNameOf({ idName = "id" }: Definition): string {
  return idName;
}

/** The scopes of an object whose every operation has one of its own. */
export function scopesFor(objects: string): Definition["scopes"] {
  const scope = (operation: Operation) => [`${operation}:${objects}`];
  return { create: scope("create"), read: scope("read"), update: scope("update"), delete: scope("delete") };
}
