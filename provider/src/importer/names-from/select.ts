import { own } from "../../model/json.ts";
import { type Inventory, type InventoryItem, type KindName, kindNames, type Selection } from "../inventory.ts";
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

/** What has to be read of the tenant for the objects of a file. */
export function selectionFor({ objects }: Named): Required<Pick<Selection, "kinds" | "organizations">> {
  const kinds = new Set(objects.map(({ kind }) => kindNameOf(kind)));
  const members = objects.filter(({ kind }) => kind === "OrganizationMemberRoles");
  return {
    kinds: kindNames.filter((kind) => kinds.has(kind)),
    organizations: [...new Set(members.map(({ id }) => id.split("::")[0] ?? ""))],
  };
}

/** Finds the objects of a file at the tenant. */
export function takeNamed({ objects, left }: Named, { items, tenant }: Inventory): Taken {
  const found = new Map(items.map((item) => [`${item.kind} ${item.id}`, item]));
  const named = new Map<InventoryItem, NamedItem>();
  const others = objects.flatMap((object): readonly NotTaken[] => {
    const item = found.get(`${kindNameOf(object.kind)} ${object.id}`);
    const reason = reasonToLeave(object, item, tenant);
    if (item && reason === undefined) named.set(item, { item, name: object.name, object });
    return reason === undefined ? [] : object.sources.map((address) => ({ address, type: object.kind, reason }));
  });
  return { items: items.flatMap((item) => named.get(item) ?? []), left: [...left, ...others] };
}

function reasonToLeave({ kind, members }: NamedObject, item: InventoryItem | undefined, tenant: string) {
  if (kind === "ConnectionClients" || kind === "ResourceServerScopes") {
    return "it is a part of an object that the file does not have, which the import cannot take over";
  }
  if (!item) return `${tenant} has no such object, or the import leaves it out`;
  const all = membersOf(item);
  const strange = members && all.filter((member) => !members.includes(member));
  return strange && strange.length > 0
    ? "others have added members to it, which the import would take over as well"
    : undefined;
}

/** The members of an object that has a set of them. */
function membersOf({ kind, live }: InventoryItem): readonly string[] {
  if (kind === "resourceServer") return Object.keys(own(live, "scopes") ?? {});
  const roles = own(live, "roles");
  return Array.isArray(roles) ? roles.filter((role) => typeof role === "string") : [];
}

/** The name of a class as the host has it; for those that no inventory has, no name. */
function kindNameOf(kind: NamedObject["kind"]): KindName | undefined {
  const name = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
  return kindNames.find((one) => one === name);
}
