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

/** What only the tools need to know of a resource type: import, export, review, watch and the generators. The lifecycle and programs do not load it. */
export interface ToolData {
  /** Resource types of the bridged provider for the same objects, by their names there: `auth0_connection`. */
  readonly foreignTypes: Readonly<Record<string, ForeignType>>;
  /**
   * How the objects are written for Auth0's Terraform provider. Absent if they are not: Terraform has no such resource, imports it by an id that no state
   * contains, or resets what the program does not declare.
   */
  readonly terraform?: Counterpart;
  readonly imported: Imported;
}

/** What the tools know of the types of one feature. */
export type FeatureTools = Readonly<Partial<Record<TypeName, ToolData>>>;

/**
 * What the tools know of settings that every tenant has exactly once.
 *
 * @param noun the resource name in an imported program
 */
export function settingTools(noun: string) {
  return { imported: { noun, file: "settings", module: "settings" } } as const;
}
