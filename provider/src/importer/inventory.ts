import type { kinds } from "../lifecycle/registry.ts";
import type { JsonObject } from "../model/json.ts";

/** The kinds that a tenant lists, in the order in which people read about them. */
export const listedKinds = ["resourceServer", "connection", "tokenExchangeProfile", "organizationMemberRoles"] as const;

/** One of the kinds that a tenant lists. */
export type ListedKind = (typeof listedKinds)[number];

/** Every kind that is imported: also those that add to an object of somebody else, each after the kind of that object. */
export const kindNames = [
  "resourceServer",
  "resourceServerScopes",
  "connection",
  "connectionClients",
  "tokenExchangeProfile",
  "organizationMemberRoles",
] as const satisfies readonly (keyof typeof kinds)[];

/** The kinds of objects, by the names under which the host exports their handlers. */
export type KindName = (typeof kindNames)[number];

/** One object of the tenant that a stack can manage. */
export interface InventoryItem {
  readonly kind: KindName;
  /** The id in a state. */
  readonly id: string;
  /** The object under the names that programs use, secrets in plain: exactly what a refresh would see. */
  readonly live: JsonObject;
  /** For people, fit to be shown: `resource server "https://orders.example.com"`. */
  readonly label: string;
  /** What people know it by, the best name first, then its identifiers. Foreign text. */
  readonly names: readonly string[];
  /** Those of its scopes, roles or clients that are taken; the others are somebody else's. Default: all. */
  readonly members?: readonly string[];
}

/**
 * Why something of the tenant is left out.
 *
 * - `system`: it belongs to the service.
 * - `own`: the access of this very client depends on it.
 * - `empty`: there is nothing to manage.
 * - `unselected`: the selection does not name it.
 * - `unreadable`: it could not be read, or not be understood.
 */
export type LeftOutReason = "system" | "own" | "empty" | "unselected" | "unreadable";

/** Something of the tenant that is left out. */
export interface LeftOut {
  readonly kind: KindName;
  /** For people, fit to be shown. It may stand for several objects. */
  readonly label: string;
  readonly reason: LeftOutReason;
  /** A sentence without a full stop, fit to be shown. */
  readonly why: string;
}

/** Which objects to take. */
export interface Selection {
  /** Default: all. */
  readonly kinds?: readonly ListedKind[];
  /** Patterns of names or identifiers, see {@link matcherOf}. Default: everything. */
  readonly only?: readonly string[];
  /** Patterns of what to leave out. Default: nothing. */
  readonly except?: readonly string[];
  /** Patterns of the names or ids of the organizations whose members are read. Default: all. */
  readonly organizations?: readonly string[];
  /** The ids of the connections whose clients are read also where that costs a call. Default: none. */
  readonly clientsOf?: readonly string[];
}

/** What the access of this client depends on. */
export interface Access {
  /** The identifier of the API that its tokens are for. */
  readonly audience: string;
  /** The client's id, if it is known. */
  readonly clientId?: string;
}

/** How to take an inventory. */
export interface InventoryOptions extends Selection {
  readonly access: Access;
  /** Whether to read the clients of connections also where that costs a call for each connection. Default: false. */
  readonly all?: boolean;
  /** Called with the number of objects that were read so far. */
  readonly onProgress?: (seen: number) => void;
}

/** A kind and an id, by which an object is known in a stack and in a file of another tool. */
export function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}

/** What a tenant holds, as far as it was asked for. */
export interface Inventory {
  /** The tenant's host. */
  readonly tenant: string;
  /** In the order of the kinds, then of names and ids. */
  readonly items: readonly InventoryItem[];
  readonly leftOut: readonly LeftOut[];
}
