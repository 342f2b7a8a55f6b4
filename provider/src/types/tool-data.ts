import type { Definition } from "../schema/definition.ts";
import type { Json, JsonObject, Path } from "../schema/json.ts";
import type { EventType } from "../schema/service.ts";
import type { Handler } from "./deploy-cli.ts";
import type { TypeName } from "./registry.ts";
import type { Counterpart } from "./terraform.ts";

/** The migration of a resource type of the bridged provider. All names are attribute names of that provider. */
export interface ForeignType {
  /** If a resource of that provider consists of several objects: the blocks that belong to this object. It is migrated if at least one is present. */
  readonly blocks?: readonly [string, ...string[]];
  /** The attributes that make up the id. Empty for a singleton. */
  readonly id: readonly string[];
  /** An attribute that lists several objects. Attributes of its elements take precedence over those of the resource. */
  readonly each?: string;
  /** A second attribute, besides the id, by which other resources refer to the resource. */
  readonly alias?: string;
  /**
   * An attribute of older versions of that provider in which the resource of another type lists these objects, or the members of this object. The
   * objects get the name of that resource, with the attribute.
   */
  readonly inside?: string;
  /**
   * The members (scopes, roles, clients) that the resource manages; `only`: those in the named attribute, `by`: the attribute with their key (see
   * `groupedBy`); `kept`: all, if this attribute of older versions of that provider lists any and no other resource of the file manages some of them.
   * Absent: the object has no members.
   */
  readonly members?: "all" | "none" | { readonly only: string; readonly by?: string } | { readonly kept: string };
  /** Attributes with values that no resource type takes over from the resource, each with the reason. */
  readonly without?: Readonly<Record<string, string>>;
  /** The attribute without which the resource cannot be migrated, and why. */
  readonly needs?: readonly [attribute: string, reason: string];
}

/** Names in an imported program. */
export interface Imported {
  /** The resource name for an object without a usable name at the tenant. */
  readonly noun: string;
  /** The file for the type in a program of several files, without the extension. */
  readonly file: string;
  /** The identifier under which other files import this file. */
  readonly module: string;
  /**
   * Set if objects of other types belong to each object of this type: the class of the component that declares an object with all that belongs to it,
   * and the file of these classes and of their rows, without the extension. Default: the program declares each object by itself.
   */
  readonly component?: { readonly name: string; readonly file: string };
}

/** The next run's action on a resource. */
export type Planned = "delete" | "replace" | "renew" | "reset" | "forget" | "update" | "adopt" | "import" | "create";

/** An effect of a planned change, such as a secret that becomes invalid. */
export interface Effect {
  /** Text for messages. It contains no text from outside. */
  readonly says: string;
  /** The names of what is affected, such as removed scopes. Untrusted text. Default: none. */
  readonly names?: readonly string[];
  /** Whether a secret or data is permanently lost. */
  readonly isLoss?: true;
  /** The argument with the id of the object on which the effect is. It has no effect on an object that the plan creates. Default: on the resource's own object. */
  readonly on?: string;
}

/** A leaf that a planned change sets to another value. */
export interface PlannedLeaf {
  readonly path: string;
  /** `delete`: the leaf is no longer declared. */
  readonly kind: "add" | "delete" | "update";
  /** The previous value; absent if the leaf was not declared before. */
  readonly was?: Json;
  /** The new value; absent if the leaf is no longer declared, and if the value is secret or known only during the run. */
  readonly is?: Json;
}

/** The tenant's events about objects of a resource type. */
export interface Events {
  readonly types: readonly EventType[];
  /**
   * Set if the service sends an event for each change of an object: then the watch compares the type's objects only where events can be missing.
   * Default: it also polls them, as it polls objects without events. Of parts of an object, the service often reports only the end of the object.
   */
  readonly areComplete?: true;
  /** The objects that have events, if not all do, as text for messages: `of an enterprise strategy`. */
  readonly only?: string;
  /** The keys of an object: events with one of these keys concern the object, see {@link about}. Undefined for an object without events. */
  subjectsOf(id: string, outputs: JsonObject): readonly string[] | undefined;
  /**
   * The keys of an event: it concerns the objects for which {@link subjectsOf} returns one of these keys. Default: the first word of the event type
   * and the id of the event's object, as in `organization org_…`. A deletion also has the key `end of organization org_…`, for objects that the
   * service deletes together with the event's object.
   */
  about?(type: string, object: JsonObject): readonly string[] | undefined;
  /** The events about a single member of a collection. */
  readonly ofMembers?: {
    readonly added: readonly EventType[];
    readonly removed: readonly EventType[];
    /** The member in an event's object. */
    memberOf(object: Json): Json | undefined;
  };
}

/** Objects of another type that an object requires, although no property refers to them. */
export interface Requirement {
  /** The other type. */
  readonly definition: Definition;
  /** Set if an object requires them only while this property has a value. Default: every object of the type requires them. */
  readonly property?: string;
  /** Set if an object requires them only while the property has this value. Default: any value that is not empty. */
  readonly value?: string;
  /** Restricts the required objects to those whose arguments contain this text, such as a trigger's id. Default: all objects of the other type. */
  readonly text?: string;
}

/**
 * The reason why an import leaves out an object of the tenant.
 *
 * - `system`: the object belongs to the service.
 * - `registered`: a client registered itself (dynamic client registration), so no program can change it.
 * - `own`: the access of pulumi-tenant's own client depends on the object.
 * - `empty`: the object has nothing to manage.
 * - `unselected`: the import's selection does not include the object.
 * - `elsewhere`: another stack manages the object.
 * - `unreadable`: the object could not be read, or the response could not be parsed.
 */
export type LeftOutReason = "system" | "registered" | "own" | "empty" | "unselected" | "elsewhere" | "unreadable";

/** The API and the client on which the provider's own access depends. */
export interface Access {
  /** The identifier of the API for which the client gets its tokens. */
  readonly audience: string;
  /** The id of the client, if it is known. */
  readonly clientId?: string;
}

/** The import rules of one resource type that its schema cannot express. */
export interface ImportRules {
  /** Why an object is left out, as a sentence without a full stop; undefined if the object is imported. */
  leftOut?(live: JsonObject, access: Access): readonly [LeftOutReason, string] | undefined;
  /** Whether the service sets this value of a document in new objects by default. */
  isFresh?(path: Path, value: Json, live: JsonObject): boolean;
  /** Whether the service derives this value of a document from another value, so that no program should declare it. */
  isDerived?(path: Path, value: Json, live: JsonObject): boolean;
  /**
   * Whether this value follows from another value that the import declares. The import omits it even if it matters for security: if both were
   * declared, and only one of them changed, they would contradict each other. `--all` declares it.
   */
  isConsequence?(path: Path, value: Json, live: JsonObject): boolean;
  /** The property with the same value in another unit; undefined if there is none. If both compared objects have it, a comparison shows only that. */
  otherUnitOf?(property: string): string | undefined;
  /** The values that apply if the tenant's response omits a property that is relevant to security. */
  readonly implied?: JsonObject;
  /** Why a property that the tenant's response omits is not declared, and what to do. Undefined for the default text. */
  whyUnread?(path: Path, live: JsonObject): string | undefined;
  /** Properties that can have values at the tenant although its response does not contain them. @param args the inputs that the import declares */
  unseen?(live: JsonObject, args: JsonObject): readonly { readonly path: Path; readonly why?: string }[];
  /** The paths in documents at which the TypeScript types of the arguments have no property, or do not accept the value. */
  undocumented?(args: JsonObject): readonly Path[];
}

/** An intended difference between the definition of a resource type and the service's OpenAPI description, with its reason. */
export interface KnownDifference {
  /** A route (`POST /roles`), or the path of a property in the API's names, joined with dots: `sessions.anonymous`. */
  readonly at: string;
  readonly what:
    | "route only in the definition"
    | "property only in the definition"
    | "property only in the description"
    | "property of responses only in the description"
    | "values only in the definition"
    | "values only in the description";
  /** For a difference of values: the values that only one of the two enumerations has. Absent for other differences. */
  readonly values?: readonly string[];
  readonly why: string;
}

/**
 * What only the tools need to know of a resource type: imports and exports, comparisons, reviews, watches and the generators of pages and classes.
 * Programs and the lifecycle do not load it.
 */
export interface ToolData {
  /** Resource types of the bridged provider for the same objects, by their names there: `auth0_connection`. */
  readonly foreignTypes: Readonly<Record<string, ForeignType>>;
  /**
   * How the objects are written for Auth0's Terraform provider. Absent if they are not: Terraform has no such resource, imports it by an id that no state
   * contains, or resets what the program does not declare.
   */
  readonly terraform?: Counterpart;
  /**
   * The resources of Terraform's provider for the entries of each handler of auth0-deploy-cli with the objects: from there on, both tools' objects are
   * found in the same way. Default: none. A handler that no type has is not imported.
   */
  readonly deployed?: Readonly<Record<string, Handler>>;
  readonly imported: Imported;
  /** The plural in reports of a change's impact: `applications`. Absent if the reports omit objects of this type and name only their dependents. */
  readonly impactGroup?: string;
  /** The plural in the texts of these reports. Default: `impactGroup`. */
  readonly impactPlural?: string;
  /** Whether a change can affect every login and every token request, although no reference leads to the affected users and clients. */
  readonly affectsAll?: true;
  /**
   * Whether a new object acts on what exists already, although nothing refers to it: a stream gets the tenant's events, a rule decides about requests. A
   * review then judges its values as it judges a change. Default: a new object does nothing before others refer to it, or it is a part of another object.
   */
  readonly isInForceAtOnce?: true;
  /**
   * The types of the objects in `Definition.goneWithIt` that reports of a change's impact count, by their names in `idOf`. Neither a state nor a plan
   * contains all of these objects. Default: none.
   */
  readonly deletedWithIt?: readonly string[];
  /** The property that says which kind of object it is, such as a connection's strategy: reports of a deletion show its value. */
  readonly distinguishedBy?: string;
  /**
   * Properties that together decide who can log in, such as the policies and the factors of multi-factor authentication. If a plan changes one of them,
   * a review says the values of all after the run. An object among them has only switches. Default: none.
   */
  readonly toldTogether?: readonly string[];
  /** The effects of a planned change that the changed leaves alone do not show. */
  effects?(action: Planned, changes: readonly PlannedLeaf[]): readonly Effect[];
  /** Undefined if the tenant has no events about the objects. */
  readonly events: Events | undefined;
  /** Objects that the API requires before it accepts an object of this type, besides those that properties refer to and `identities.needs`. */
  readonly requires?: readonly Requirement[];
  /** Rules for the import of the type's objects. Default: none. */
  readonly importRules?: ImportRules;
  /**
   * The differences from the service's description. A test compares the definitions with the types of the service's client library, which are generated
   * from that description, and expects exactly these. Default: none.
   */
  readonly differences?: readonly KnownDifference[];
  /**
   * The outputs that the preview of an update does not know: the service gives them, and the update may change them. All other outputs are the id, or
   * what the program declares. Default: none.
   */
  readonly unknownInPreviews?: readonly string[];
  /**
   * The requests of the type's operations, in the notation of the reference pages: `GET|PATCH /path`. Default: POST, GET, PATCH and DELETE; for a
   * singleton GET and PATCH, or the requests of its parts.
   */
  readonly calls?: readonly string[];
}

/** What the tools need to know of the types in one folder. */
export type FeatureTools = Readonly<Partial<Record<TypeName, ToolData>>>;

/**
 * What the tools need to know of settings that every tenant has exactly once and that affect all logins.
 *
 * @param noun the resource name in an imported program
 */
export function settingTools(noun: string) {
  return { imported: { noun, file: "settings", module: "settings" }, affectsAll: true, events: undefined } as const;
}

/** The requests of a type's operations, in the notation of the reference pages. */
export function callsOf(
  definition: Definition,
  { calls = ordinaryCalls(definition) }: Pick<ToolData, "calls">,
): readonly string[] {
  const { identities } = definition;
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
