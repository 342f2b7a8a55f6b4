import { listed, type Service, sanitize, TenantError } from "../client/index.ts";
import { referencesIn } from "../graph/graph.ts";
import { idNameOf } from "../schema/definition.ts";
import { isObject, type Json, type JsonObject, own, stringsIn } from "../schema/json.ts";
import { isCollection, isShared } from "../state/leaves.ts";
import { definitions, type TypeName, typeNames } from "../types/registry.ts";
import { type InventoryItem, keyOf, type LeftOut, stackKeysOf } from "./inventory.ts";
import { addingTo, membersOf, partOf } from "./names-from/select.ts";
import type { ImportedResource } from "./resource.ts";

/** A resource in the state of a stack other than the importing one. */
export interface HeldElsewhere {
  readonly stack: string;
  /** Whether the stack belongs to another project. */
  readonly isForeign?: boolean;
  readonly urn: string;
  readonly type: TypeName;
  /** The id in the state: a provisional one while the outcome of the create is unknown. */
  readonly id: string;
  /** The host of the resource's tenant. Undefined if the state was last written by an earlier version. */
  readonly tenant: string | undefined;
  /** Whether the next run of that stack deletes the object. */
  readonly isGoing: boolean;
  readonly inputs: JsonObject;
  /** The line of the program that declares the resource, if the state knows it. */
  readonly line?: { readonly file: string; readonly line: number } | undefined;
}

/** An object that is imported although another stack manages it. */
export interface TakenElsewhere {
  readonly label: string;
  readonly stack: string;
  readonly urn: string;
}

/** An inventory, divided into the objects that are imported and those that are left out. */
export interface Divided {
  readonly items: readonly InventoryItem[];
  readonly leftOut: readonly LeftOut[];
  /** The imported objects that other stacks manage. Empty unless the user has permitted their import (`--take`). */
  readonly taken: readonly TakenElsewhere[];
}

/** Finds the resources by which other stacks manage an object. */
export class Elsewhere {
  readonly #held: ReadonlyMap<string, readonly HeldElsewhere[]>;

  /** @param tenant the host of the tenant; resources of other tenants are ignored */
  constructor(held: readonly HeldElsewhere[], tenant: string) {
    const here = held.filter((one) => one.tenant === undefined || one.tenant === tenant);
    this.#held = Map.groupBy(here, keyOf);
  }

  /** The resources of other stacks that manage an object, or members of its set. */
  of(item: InventoryItem): readonly HeldElsewhere[] {
    return stackKeysOf(item).flatMap((key) => this.#held.get(key) ?? []);
  }

  /**
   * Leaves out the objects that other stacks manage. If other stacks manage only members of an object's set, only these members are left out.
   *
   * @param how `takes`: whether objects of other stacks are imported nevertheless. `isOurs`: whether the importing stack already manages an
   * object; if so, only members of the object can be left out
   */
  divide(
    all: readonly InventoryItem[],
    { takes, isOurs }: { readonly takes: boolean; readonly isOurs: (item: InventoryItem) => boolean },
  ): Divided {
    const items: InventoryItem[] = [];
    const leftOut: LeftOut[] = [];
    const taken: TakenElsewhere[] = [];
    for (const item of all) {
      const held = [...this.of(item), ...this.#addingTo(item)];
      if (takes) {
        taken.push(...held.map(({ stack, urn }) => ({ label: item.label, stack, urn })));
        items.push(item);
        continue;
      }
      const whole = isOurs(item) ? undefined : held.find((one) => isWhole(item, one));
      if (whole) {
        leftOut.push(
          leave(
            item,
            item.label,
            whole.isGoing
              ? `the next run of stack "${sanitize(whole.stack)}" deletes it`
              : `stack "${sanitize(whole.stack)}" manages it`,
          ),
        );
        continue;
      }
      const rest = this.#without(item, held);
      if (rest.item) items.push(rest.item);
      if (rest.leftOut) leftOut.push(rest.leftOut);
    }
    return { items, leftOut, taken };
  }

  /** The resources of other stacks that add members to the object, such as scopes to a resource server. */
  #addingTo({ type, id, properties }: InventoryItem): readonly HeldElsewhere[] {
    const adding = addingTo(type);
    const by = adding && definitions[adding].elementsOf?.by;
    const owner = by && own({ ...properties, id }, by.property);
    return adding && typeof owner === "string" ? (this.#held.get(keyOf({ type: adding, id: owner })) ?? []) : [];
  }

  /** Removes the members that other stacks manage from an item, and reports them as left out. No item is returned if nothing remains. */
  #without(item: InventoryItem, held: readonly HeldElsewhere[]): { item?: InventoryItem; leftOut?: LeftOut } {
    const here = membersIn(item.type, item.properties);
    const theirs = new Set(held.flatMap((one) => (isSharing(one) ? membersIn(one.type, one.inputs) : here)));
    const lost = here.filter((member) => theirs.has(member)).length;
    if (lost === 0) return { item };
    const rest = partOf(item, { members: (item.members ?? here).filter((member) => !theirs.has(member)) });
    const stacks = [...new Set(held.map(({ stack }) => `"${sanitize(stack)}"`))];
    const what = addingTo(item.type) ? ` ${membersOf(item.type)}` : "";
    const all = rest?.members ? lost : here.length;
    const label = `${all} of ${here.length}${what} of ${item.label}`;
    const which = all > lost ? "some of them, and the list can only be declared as a whole" : "them";
    const who = stacks.length > 1 ? `stacks ${stacks.join(", ")} manage` : `stack ${stacks[0]} manages`;
    return { ...(rest && { item: rest }), leftOut: leave(item, label, `${who} ${which}`) };
  }
}

/** Whether a resource manages an object as a whole, so that no other stack can manage a part of it. */
function isWhole({ type }: InventoryItem, held: HeldElsewhere): boolean {
  return held.type === type && (addingTo(type) !== undefined || !isSharing(held));
}

/** Whether a resource declares only some members of its set, so that other resources can manage further members. */
function isSharing({ type, inputs }: HeldElsewhere): boolean {
  const field = definitions[type].schema.fields[membersOf(type) ?? ""];
  return isCollection(field) && isShared(field, inputs);
}

/** The names of the members in the set of an object or a resource; empty if its type has no set. */
function membersIn(type: TypeName, properties: JsonObject): readonly string[] {
  const members = own(properties, membersOf(type) ?? "");
  return isObject(members) ? Object.keys(members) : stringsIn(members);
}

function leave({ type }: InventoryItem, label: string, why: string): LeftOut {
  return { type, label, reason: "elsewhere", why };
}

const perPage = 100;

/**
 * The names of the objects to whose ids a program refers. The key is the type, a space and the id. The names of imported objects are known. Other
 * names are looked up in the listing of their type, of which at most one page per missing name is read. The remaining names are read by single
 * requests. Names that the tenant refuses to return are missing in the result.
 */
export async function outsideNames(
  service: Service,
  resources: readonly ImportedResource[],
): Promise<ReadonlyMap<string, string>> {
  const referred = resources.flatMap(idsIn);
  const names = new Map<string, string>();
  for (const { type, noun, route, id: idKey, name: nameKey } of named()) {
    const missing = new Set(referred.filter(({ idOf }) => idOf === type).map(({ id }) => id));
    for (const { item } of resources.filter(({ item }) => item.type === type && missing.delete(item.id))) {
      names.set(keyOf({ type, id: item.id }), item.names[0] ?? item.id);
    }
    if (missing.size === 0) continue;
    const learn = (entry: Json | undefined) => {
      const [id, name] = [own(entry, idKey), own(entry, nameKey)];
      if (typeof id === "string" && missing.delete(id) && typeof name === "string")
        names.set(keyOf({ type, id }), name);
    };
    const query = { fields: `${idKey},${nameKey}`, include_fields: true };
    const asked = { subject: `the names of ${noun}s`, query };
    try {
      // At most one page for each name: beyond that, single requests are cheaper.
      let most = missing.size * perPage;
      for await (const entry of listed<Json>(service, "offset", {
        ...asked,
        path: [route],
        collection: route,
        perPage,
      })) {
        learn(entry);
        most -= 1;
        if (missing.size === 0 || most === 0) break;
      }
      if (most > 0) continue;
      const reads = [...missing].map((id) =>
        service.request<Json>({ ...asked, method: "GET", path: [route, id], action: "read" }),
      );
      for (const { body } of await Promise.all(reads)) learn(body);
    } catch (error) {
      if (!(error instanceof TenantError)) throw error;
    }
  }
  return names;
}

/** The types for whose objects names are looked up, each with its route and the API's names of the id and the display name. */
function named() {
  return typeNames.flatMap((type) => {
    const { listing, route, schema } = definitions[type];
    if (!listing?.isNamed) return [];
    return [{ type, noun: schema.noun, route, id: idNameOf(definitions[type]), name: listing.names[0] ?? "name" }];
  });
}

/** The ids to which the arguments of a resource refer, each with the type of the object. */
function idsIn({ item, args }: ImportedResource): readonly { readonly idOf: string; readonly id: string }[] {
  return referencesIn(item.type, args).flatMap(({ type, property, value }) =>
    property === "id" && value !== undefined ? [{ idOf: type, id: value }] : [],
  );
}
