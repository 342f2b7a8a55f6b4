import { isObject, type JsonObject, own } from "../../model/json.ts";
import { handlerOf } from "../../model/type-token.ts";
import { type Inventory, type InventoryItem, type KindName, keyOf, listedKinds, type Selection } from "../inventory.ts";
import type { Named, NamedObject, NotTaken } from "./objects.ts";

/** An object of the tenant that takes the name that it had with another tool. */
export interface NamedItem {
  readonly item: InventoryItem;
  readonly name: string;
  readonly object: NamedObject;
}

/** What of a file can be taken over. */
export interface Taken {
  /** In the order of the inventory. */
  readonly items: readonly NamedItem[];
  /** What the file has besides, by its address there. */
  readonly left: readonly NotTaken[];
}

/** The property that has the members of an object, and the kind of those that only add to it. */
const membership: Readonly<Partial<Record<KindName, { readonly property: string; readonly adding?: KindName }>>> = {
  resourceServer: { property: "scopes", adding: "resourceServerScopes" },
  resourceServerScopes: { property: "scopes" },
  connection: { property: "enabledClients", adding: "connectionClients" },
  connectionClients: { property: "clients" },
  organizationMemberRoles: { property: "roles" },
};

/** What has to be read of the tenant for the objects of a file. */
export function selectionFor({ objects }: Named): Required<Pick<Selection, "kinds" | "organizations" | "clientsOf">> {
  const kinds = new Set(objects.map(kindOf));
  const members = objects.filter(({ kind }) => kind === "OrganizationMemberRoles");
  const withClients = objects.filter(
    ({ kind, members }) => kind === "ConnectionClients" || (kind === "Connection" && !members),
  );
  return {
    kinds: listedKinds.filter((kind) => kinds.has(kind) || kinds.has(membership[kind]?.adding ?? kind)),
    organizations: [...new Set(members.map(({ id }) => id.split("::")[0] ?? ""))],
    clientsOf: withClients.map(({ id }) => id),
  };
}

/** Finds the objects of a file at the tenant. */
export function takeNamed({ objects, left }: Named, { items, tenant }: Inventory): Taken {
  const all = items.flatMap((item) => [item, ...addingTo(item)]);
  const found = new Map(all.map((item) => [keyOf(item), item]));
  const named = new Map<InventoryItem, NamedItem>();
  const others = objects.flatMap((object): readonly NotTaken[] => {
    const item = found.get(keyOf({ kind: kindOf(object), id: object.id }));
    const part = item && partOf(item, object);
    if (part) named.set(item, { item: part, name: object.name, object });
    const reason = item
      ? `${tenant} has none of its scopes, roles or clients any more`
      : `${tenant} has no such object, or the import leaves it out`;
    return part ? [] : object.sources.map((address) => ({ address, type: object.kind, reason }));
  });
  return { items: all.flatMap((item) => named.get(item) ?? []), left: [...left, ...others] };
}

/** What adds to an object, as a refresh would see it. */
function addingTo({ kind, id, live, label, names }: InventoryItem): readonly InventoryItem[] {
  const adding = (to: KindName, its: string, object: JsonObject): InventoryItem => ({
    ...{ kind: to, id: its, live: object, names },
    label: `the ${membership[to]?.property} of ${label}`,
  });
  const [identifier, clients] = [own(live, "identifier"), own(live, "enabledClients")];
  if (kind === "resourceServer" && typeof identifier === "string") {
    return [adding("resourceServerScopes", identifier, { identifier, scopes: own(live, "scopes") ?? {} })];
  }
  const isShown = kind === "connection" && clients !== undefined;
  return isShown ? [adding("connectionClients", id, { connectionId: id, clients })] : [];
}

/** As much of an object as another tool manages; undefined where nothing is left of that. */
function partOf(item: InventoryItem, { members }: NamedObject): InventoryItem | undefined {
  const { property = "", adding } = membership[item.kind] ?? {};
  if (!members) return item;
  const value = own(item.live, property);
  const has = new Set<unknown>(Array.isArray(value) ? value : isObject(value) ? Object.keys(value) : []);
  const here = members.filter((member) => has.has(member));
  if (here.length > 0) return { ...item, members: here };
  const { [property]: _, ...live } = item.live;
  return adding && { ...item, live };
}

/** The name of a class as the host has it. */
function kindOf({ kind }: NamedObject): KindName {
  return handlerOf(kind);
}
