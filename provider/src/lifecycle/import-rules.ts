import type { Json, JsonObject } from "../schema/json.ts";
import type { Path } from "../schema/pointer.ts";

/**
 * The reason why an import leaves out an object of the tenant.
 *
 * - `system`: the object belongs to the service.
 * - `registered`: the object registered itself, so no program can change it.
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
  /**
   * Whether the service derives this value of a document from another value. The import declares a derived value only if it is relevant to
   * security.
   */
  isDerived?(path: Path, value: Json, live: JsonObject): boolean;
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
