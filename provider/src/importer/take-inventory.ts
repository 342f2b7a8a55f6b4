import { clientsIn } from "../lifecycle/client-calls.ts";
import type { Kind } from "../lifecycle/kind.ts";
import { kinds } from "../lifecycle/registry.ts";
import { isUsableId } from "../lifecycle/rest.ts";
import { isObject, type Json, type JsonObject, own } from "../model/json.ts";
import { recordKey } from "../model/keys.ts";
import {
  checkpointPages,
  type Listing,
  legible,
  offsetPages,
  type Service,
  type TenantAnswer,
  type TenantCall,
  TenantError,
} from "../tenant/index.ts";
import {
  type Inventory,
  type InventoryItem,
  type InventoryOptions,
  type KindName,
  keyOf,
  kindNames,
  type LeftOut,
  type LeftOutReason,
  type ListedKind,
  listedKinds,
} from "./inventory.ts";
import { matcherOf } from "./pattern.ts";
import { idOf, labelOf, namesOf, type Organization, type Row, textsAt } from "./row.ts";

/** Where objects are listed; members are so below each organization. */
const listings: Readonly<Record<ListedKind, Pick<Listing, "path" | "subject" | "query">>> = {
  resourceServer: { path: ["resource-servers"], subject: "resource servers" },
  connection: { path: ["connections"], subject: "connections" },
  tokenExchangeProfile: { path: ["token-exchange-profiles"], subject: "token exchange profiles" },
  organizationMemberRoles: {
    path: ["organizations"],
    subject: "members of organizations",
    // With the names, as a program is easier to read with them than with ids.
    query: { fields: "user_id,name,roles" },
  },
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
    const items = [...this.#items.values()].sort(
      (a, b) => order(a.kind) - order(b.kind) || byText(sortKeyOf(a), sortKeyOf(b)),
    );
    const leftOut = this.#leftOut.toSorted((a, b) => order(a.kind) - order(b.kind) || byText(a.label, b.label));
    return { tenant: this.#service.host, items, leftOut };
  }

  take(kind: ListedKind): Promise<void> {
    return this.#orLeftOut(kind, `all ${listings[kind].subject}`, () =>
      kind === "organizationMemberRoles" ? this.#takeMembers() : this.#takeListing(kind),
    );
  }

  async #takeListing(kind: ListedKind): Promise<void> {
    for await (const body of this.#list(kind, listings[kind].path)) await this.#takeRow({ kind, body });
  }

  async #takeMembers(): Promise<void> {
    const kind = "organizationMemberRoles";
    const isWanted = anyOf(this.#options.organizations);
    const listing = { path: listings[kind].path, collection: "organizations", subject: "organizations" };
    const wanted: Organization[] = [];
    for await (const body of checkpointPages<Json>(this.#service, listing)) {
      const names = textsAt(body, ["name", "display_name", "id"]);
      const id = own(body, "id");
      if (typeof id !== "string" || !isUsableId(id)) {
        this.#leave(kind, membersOf(names), "unreadable", "the organization has no usable id");
      } else if (isWanted && !names.some(isWanted)) this.#leave(kind, membersOf(names), "unselected", "not selected");
      else wanted.push({ id, names });
    }
    await Promise.all(
      wanted.map((organization) =>
        this.#orLeftOut(kind, membersOf(organization.names), () => this.#takeMembersOf(organization)),
      ),
    );
  }

  async #takeMembersOf(organization: Organization): Promise<void> {
    const kind = "organizationMemberRoles";
    let without = 0;
    for await (const body of this.#list(kind, [...listings[kind].path, organization.id, "members"])) {
      const roles = own(body, "roles");
      if (Array.isArray(roles) && roles.length === 0) without += 1;
      else await this.#takeRow({ kind, body, organization });
    }
    const label = membersOf(organization.names);
    if (without === 1) this.#leave(kind, `1 ${label.replace("members", "member")}`, "empty", "it has no roles");
    else if (without > 0) this.#leave(kind, `${without} ${label}`, "empty", "they have no roles");
  }

  async *#list(kind: ListedKind, path: readonly string[]): AsyncGenerator<Json, void, undefined> {
    const { listable } = kinds[kind];
    if (!listable) return;
    const { collection, paging } = listable;
    const query = { ...listable.query, ...listings[kind].query };
    const listing: Listing = { path, collection, subject: listings[kind].subject, query };
    yield* paging === "offset"
      ? offsetPages<Json>(this.#service, listing)
      : checkpointPages<Json>(this.#service, listing);
  }

  /** Takes one entry of a listing. Whatever is wrong with it costs only this one. */
  async #takeRow(row: Row): Promise<void> {
    this.#seen += 1;
    this.#options.onProgress?.(this.#seen);
    const id = idOf(row);
    const label = labelOf(row);
    if (id === undefined) return this.#leave(row.kind, label, "unreadable", "it has no id, or one that cannot be used");
    await this.#orLeftOut(row.kind, label, async () => {
      const live = await this.#read(row, id);
      if (!live) return;
      const item = { kind: row.kind, id, live, label: kinds[row.kind].label(live), names: namesOf(row) };
      const reason = this.#refusalOf(item);
      if (reason) this.#leave(row.kind, item.label, ...reason);
      else this.#items.set(keyOf(item), item);
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

/** The members of an organization, for people. */
function membersOf([best = ""]: Organization["names"]): string {
  return `members of organization "${legible(best)}"`;
}

function sortKeyOf({ names, id }: InventoryItem): string {
  return `${names[0] ?? ""}\n${id}`;
}

function anyOf(patterns: readonly string[] | undefined): ((text: string) => boolean) | undefined {
  const matchers = patterns?.map(matcherOf);
  return matchers && ((text) => matchers.some((matches) => matches(text)));
}

/** An order that does not depend on the machine's language. */
function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
