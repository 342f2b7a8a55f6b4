import fc from "fast-check";
import type { Inventory, InventoryItem } from "../../../provider/src/import/inventory.ts";
import { type NamedObject, takeNamed } from "../../../provider/src/import/names-from/select.ts";

/** How another tool manages an object: with or without the object itself, and all members of it, some of them or none. */
interface Form {
  readonly whole: boolean;
  readonly members: "all" | "some" | "none";
  readonly picked: readonly boolean[];
}

const form: fc.Arbitrary<Form> = fc.record({
  whole: fc.boolean(),
  members: fc.constantFrom("all" as const, "some" as const, "none" as const),
  picked: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
});

/** Forms for the objects of a tenant, which take turns. */
export const forms: fc.Arbitrary<readonly Form[]> = fc.array(form, { minLength: 1, maxLength: 8 });

/** The objects as another tool manages them. */
export function takenIn(all: readonly Form[]): (inventory: Inventory) => readonly InventoryItem[] {
  return (inventory) => {
    const objects = inventory.items.flatMap((item, at) => namedAs(item, all[at % all.length] as Form));
    return takeNamed({ tool: "terraform", objects, left: [], partsLeft: [] }, inventory).items.map(({ item }) => item);
  };
}

/** The objects of a file in which another tool has so much of an object. */
function namedAs({ type, id, properties }: InventoryItem, { whole, members, picked }: Form): readonly NamedObject[] {
  const all =
    type === "resourceServer"
      ? Object.keys((properties.scopes ?? {}) as object)
      : ((properties.enabledClients ?? properties.roles ?? []) as string[]);
  const some = all.filter((_, at) => picked[at % picked.length]);
  const named = (to: NamedObject["type"], its: string, ...only: readonly string[][]): NamedObject => ({
    ...{ type: to, id: its, name: its, sources: [its] },
    ...(only[0] && { members: only[0] }),
  });
  const part = members === "all" ? [] : [members === "some" ? some : []];
  switch (type) {
    case "resourceServer":
      return whole
        ? [named("resourceServer", id, ...part)]
        : [named("resourceServerScopes", String(properties.identifier), ...part)];
    case "connection": {
      const clients = members === "none" ? [] : [named("connectionClients", id, ...part)];
      if (!whole) return clients;
      return members === "all" ? [named("connection", id)] : [named("connection", id, []), ...clients];
    }
    case "organizationMemberRoles":
      return [named("organizationMemberRoles", id, ...part)];
    default:
      return [];
  }
}
