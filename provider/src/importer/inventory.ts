import { clientsIn } from "../lifecycle/client-calls.ts";
import type { Kind } from "../lifecycle/kind.ts";
import { kinds } from "../lifecycle/registry.ts";
import { isUsableId } from "../lifecycle/rest.ts";
import { isObject, isPortable, type Json, type JsonObject, own } from "../model/json.ts";
import { recordKey } from "../model/keys.ts";
import {
  checkpointPages,
  type Listing,
  legible,
  offsetPages,
  type Query,
  type Service,
  type TenantAnswer,
  type TenantCall,
  TenantError,
} from "../tenant/index.ts";
import { matcherOf } from "./pattern.ts";

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

/** What a tenant holds, as far as it was asked for. */
export interface Inventory {
  /** The tenant's host. */
  readonly tenant: string;
  /** In the order of the kinds, then of names and ids. */
  readonly items: readonly InventoryItem[];
  readonly leftOut: readonly LeftOut[];
}

/** An entry of a listing, before it is understood. */
interface Row {
  readonly kind: ListedKind;
  readonly body: Json;
  /** For a member of an organization. */
  readonly organization?: { readonly id: string; readonly names: readonly string[] };
}

const nouns: Record<ListedKind, string> = {
  resourceServer: "resource servers",
  connection: "connections",
  tokenExchangeProfile: "token exchange profiles",
  organizationMemberRoles: "members of organizations",
};

/**
 * Reads what a tenant holds, by listings alone: a page of 100 objects is one call, and so are the members of an organization. It needs
 * the scopes that a refresh needs, and `read:organizations`, `read:organization_members` for members.
 *
 * An object that cannot be read costs only itself, and a listing that the service refuses only its kind: both are among what is left out.
 *
 * @throws TenantError where the tenant cannot be reached, or refuses the credentials
 */
export async function takeInventory(service: Service, options: InventoryOptions): Promise<Inventory> {
  const taken = new Taking(service, options);
  await Promise.all((options.kinds ?? listedKinds).map((kind) => taken.take(kind)));
  return taken.inventory();
}

class Taking {
  readonly #service: Service;
  readonly #options: InventoryOptions;
  readonly #items = new Map<string, InventoryItem>();
  readonly #leftOut: LeftOut[] = [];
  readonly #isSelected: (names: readonly string[]) => boolean;
  #seen = 0;

  constructor(service: Service, options: InventoryOptions) {
    this.#service = service;
    this.#options = options;
    const [only, except] = [anyOf(options.only), anyOf(options.except)];
    this.#isSelected = (names) => (!only || names.some(only)) && !(except && names.some(except));
  }

  inventory(): Inventory {
    const order = (kind: KindName) => kindNames.indexOf(kind);
    const items = [...this.#items.values()].sort((a, b) => order(a.kind) - order(b.kind) || byText(keyOf(a), keyOf(b)));
    const leftOut = this.#leftOut.toSorted((a, b) => order(a.kind) - order(b.kind) || byText(a.label, b.label));
    return { tenant: this.#service.host, items, leftOut };
  }

  take(kind: ListedKind): Promise<void> {
    return this.#orLeftOut(kind, `all ${nouns[kind]}`, () =>
      kind === "organizationMemberRoles" ? this.#takeMembers() : this.#takeListing(kind),
    );
  }

  async #takeListing(kind: Exclude<ListedKind, "organizationMemberRoles">): Promise<void> {
    for await (const body of this.#list(kind, [roots[kind]])) await this.#takeRow({ kind, body });
  }

  async #takeMembers(): Promise<void> {
    const kind = "organizationMemberRoles";
    const isWanted = anyOf(this.#options.organizations);
    const listing = { path: ["organizations"], collection: "organizations", subject: "organizations" };
    const wanted: { id: string; names: readonly string[] }[] = [];
    for await (const body of checkpointPages<Json>(this.#service, listing)) {
      const id = own(body, "id");
      const names = [own(body, "name"), own(body, "display_name"), id].filter(isText);
      const label = `members of organization "${legible(names[0] ?? "")}"`;
      if (!isText(id) || !isUsableId(id)) this.#leave(kind, label, "unreadable", "the organization has no usable id");
      else if (isWanted && !names.some(isWanted)) this.#leave(kind, label, "unselected", "not selected");
      else wanted.push({ id, names });
    }
    await Promise.all(
      wanted.map((organization) => {
        const label = `members of organization "${legible(organization.names[0] ?? "")}"`;
        return this.#orLeftOut(kind, label, () => this.#takeMembersOf(organization, label));
      }),
    );
  }

  async #takeMembersOf(organization: { id: string; names: readonly string[] }, label: string): Promise<void> {
    const kind = "organizationMemberRoles";
    let without = 0;
    for await (const body of this.#list(kind, ["organizations", organization.id, "members"])) {
      const roles = own(body, "roles");
      if (Array.isArray(roles) && roles.length === 0) without += 1;
      else await this.#takeRow({ kind, body, organization });
    }
    if (without === 1) this.#leave(kind, `1 ${label.replace("members", "member")}`, "empty", "it has no roles");
    else if (without > 0) this.#leave(kind, `${without} ${label}`, "empty", "they have no roles");
  }

  #list(kind: ListedKind, path: readonly string[]): AsyncGenerator<Json, void, undefined> {
    const { collection, paging, query } = kinds[kind].listable ?? { collection: "", paging: "checkpoint" };
    const named: Query | undefined = kind === "organizationMemberRoles" ? { ...query, fields: memberFields } : query;
    const listing: Listing = { path, collection, subject: nouns[kind], ...(named && { query: named }) };
    return paging === "offset" ? offsetPages(this.#service, listing) : checkpointPages(this.#service, listing);
  }

  /** Takes one entry of a listing. Whatever is wrong with it costs only this one. */
  async #takeRow(row: Row): Promise<void> {
    this.#seen += 1;
    this.#options.onProgress?.(this.#seen);
    const id = idOf(row);
    const names = namesOf(row);
    const label = `${kinds[row.kind].table.noun} "${legible(names[0] ?? id ?? "without a name")}"`;
    if (id === undefined) return this.#leave(row.kind, label, "unreadable", "it has no id, or one that cannot be used");
    await this.#orLeftOut(row.kind, label, async () => {
      const live = await this.#read(row, id);
      if (!live) return;
      const item = { kind: row.kind, id, live, label: kinds[row.kind].label(live), names };
      const reason = this.#refusalOf(item);
      if (reason) this.#leave(row.kind, item.label, ...reason);
      else this.#items.set(`${row.kind} ${id}`, item);
    });
  }

  /** The object as a refresh reads it; the entry of the listing has the answers to its calls. */
  #read({ kind, body, organization }: Row, id: string): Promise<JsonObject | undefined> {
    const { listable, read }: Kind = kinds[kind];
    const row = isObject(body) ? body : {};
    const request = async <T>(call: TenantCall): Promise<TenantAnswer<T>> => {
      const answered = listable?.placeOf(call, {})?.answer(row);
      if (answered === undefined) return this.#service.request<T>(call);
      return { status: 200, headers: {}, bytes: 0, body: answered as T };
    };
    const { all, clientsOf } = this.#options;
    const showsClients = kind === "connection" && (all || clientsOf?.includes(id) || clientsIn(row) !== undefined);
    const known = {
      ...(organization && { organizationId: organization.id, userId: own(row, "user_id") ?? "" }),
      ...(showsClients && { [recordKey]: { paths: ["/enabledClients"] } }),
    };
    return read({ host: this.#service.host, request }, id, known);
  }

  /** Why an object is not taken; undefined where it is. */
  #refusalOf({ kind, live, names }: InventoryItem): readonly [LeftOutReason, string] | undefined {
    const { audience, clientId } = this.#options.access;
    if (kind === "resourceServer" && own(live, "identifier") === audience) {
      return ["own", "it is the management API itself: this client's own grant and tokens are for it"];
    }
    if (clientId !== undefined && own(live, "clientId") === clientId) {
      return ["own", "it is linked to the client that this program runs as"];
    }
    if (kinds[kind].untouchable(live)) return ["system", "it is a system API, which belongs to the service"];
    return this.#isSelected(names) ? undefined : ["unselected", "not selected"];
  }

  async #orLeftOut(kind: KindName, label: string, take: () => Promise<void>): Promise<void> {
    try {
      await take();
    } catch (error) {
      const isRefused = !(error instanceof TenantError) || error.status === 403 || error.status === 404;
      if (!(error instanceof Error) || !isRefused) throw error;
      this.#leave(kind, label, "unreadable", legible(error.message).replace(/\.$/, ""));
    }
  }

  #leave(kind: KindName, label: string, reason: LeftOutReason, why: string): void {
    this.#leftOut.push({ kind, label, reason, why });
  }
}

const roots = {
  resourceServer: "resource-servers",
  connection: "connections",
  tokenExchangeProfile: "token-exchange-profiles",
} as const;

/** With the names, as a program is easier to read with them than with ids. */
const memberFields = "user_id,name,roles";

function idOf({ body, organization }: Row): string | undefined {
  const id = own(body, organization ? "user_id" : "id");
  if (!isText(id) || !isPortable(id)) return undefined;
  // An identity provider chooses the ids of its users, and may use any text.
  if (organization) return /\p{Cs}/u.test(id) ? undefined : `${organization.id}::${id}`;
  return isUsableId(id) ? id : undefined;
}

function namesOf({ kind, body, organization }: Row): readonly string[] {
  const said = (...keys: readonly string[]) => keys.map((key) => own(body, key)).filter(isText);
  switch (kind) {
    case "resourceServer":
      return said("name", "identifier", "id");
    case "connection":
      return said("name", "display_name", "id");
    case "tokenExchangeProfile":
      return said("name", "subject_token_type", "id");
    case "organizationMemberRoles": {
      const [name = ""] = organization?.names ?? [];
      const [best = ""] = said("name", "user_id");
      return [`${name} ${best}`, ...said("name", "user_id"), ...(organization?.names ?? [])];
    }
  }
}

function keyOf({ names, id }: InventoryItem): string {
  return `${names[0] ?? ""}\n${id}`;
}

function anyOf(patterns: readonly string[] | undefined): ((text: string) => boolean) | undefined {
  const matchers = patterns?.map(matcherOf);
  return matchers && ((text) => matchers.some((matches) => matches(text)));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** An order that does not depend on the machine's language. */
function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
