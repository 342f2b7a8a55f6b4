import type { Json, JsonObject } from "../schema/json.ts";
import type { Path } from "../schema/pointer.ts";

/**
 * Why something of the tenant is left out.
 *
 * - `system`: it belongs to the service.
 * - `own`: the access of this very client depends on it.
 * - `empty`: there is nothing to manage.
 * - `unselected`: the selection does not name it.
 * - `elsewhere`: another stack manages it.
 * - `unreadable`: it could not be read, or not be understood.
 */
export type LeftOutReason = "system" | "own" | "empty" | "unselected" | "elsewhere" | "unreadable";

/** What the access of this client depends on. */
export interface Access {
  /** The identifier of the API that its tokens are for. */
  readonly audience: string;
  /** The client's id, if it is known. */
  readonly clientId?: string;
}

/** What an import has to know of the objects of one kind, and their table cannot say. */
export interface ImportRules {
  /** Why an object is left out, as a sentence without a full stop; undefined where it is not. */
  leftOut?(live: JsonObject, access: Access): readonly [LeftOutReason, string] | undefined;
  /** Whether a new object would have this value in a document by itself. */
  isFresh?(path: Path, value: Json, live: JsonObject): boolean;
  /** Whether the service makes this value in a document of another one. It is not declared, whatever else is, unless it decides about security. */
  isDerived?(path: Path, value: Json, live: JsonObject): boolean;
  /** What it means that the tenant does not show a property that decides about security. */
  readonly implied?: JsonObject;
  /** Why a property that the tenant does not show is not declared, and what to do. Undefined for the usual words. */
  whyUnread?(path: Path, live: JsonObject): string | undefined;
  /** What the tenant has and its answer does not even hint at. @param args what is declared of it */
  unseen?(live: JsonObject, args: JsonObject): readonly { readonly path: Path; readonly why?: string }[];
  /** The places in documents that the types of the arguments do not have, or not with this value. */
  undocumented?(args: JsonObject): readonly Path[];
}
