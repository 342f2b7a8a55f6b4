import { definitions, type TypeName, typeNames } from "../../definitions/registry.ts";
import type { ElementsOf, ForeignType } from "../../schema/definition.ts";
import { isObject, type Json, own } from "../../schema/json.ts";
import { compositeId } from "../../state/ids.ts";
import { isCollection } from "../../state/leaves.ts";
import { Unique } from "../names.ts";
import { membersOf, type SourceResource, textOf } from "./source.ts";

/** An object of the tenant that another tool manages. */
export interface NamedObject {
  readonly type: TypeName;
  /** The id in pulumi-tenant: the tenant's id, the identifier for `ResourceServerScopes`, `organizationId::userId` for a member's roles. */
  readonly id: string;
  /** The name in the other tool, unique among its type. */
  readonly name: string;
  /** The addresses in the other tool: Terraform addresses, or Pulumi URNs. */
  readonly sources: readonly string[];
  /** The members of the object's set that the tool manages: scopes, roles or clients. Other owners manage the remaining ones. Absent: all. */
  readonly members?: readonly string[];
}

/** A resource of the file that is not imported. */
export interface NotTaken {
  readonly address: string;
  readonly type: string;
  readonly reason: string;
}

/** The content of another tool's file: each managed object once, and the resources that are not imported. */
export interface Named {
  readonly tool: "terraform" | "pulumi";
  readonly objects: readonly NamedObject[];
  readonly left: readonly NotTaken[];
}

/** The objects that the resources of a file manage. Several resources can manage parts of the same object. */
export function objectsOf(resources: readonly SourceResource[]): Omit<Named, "tool"> {
  const drafts = new Drafts();
  const left: NotTaken[] = [];
  const isPart = ({ type }: SourceResource) => takenAs(type).some(({ partOf }) => partOf !== undefined);
  // Resources that manage an object itself are processed before those that add members to it, whatever their order in the file.
  for (const resource of [...resources.filter((one) => !isPart(one)), ...resources.filter(isPart)]) {
    const { address, type } = resource;
    const all = takenAs(type);
    const reasons = all.map((its) => reasonToLeave(resource, its));
    for (const [at, its] of all.entries()) {
      if (reasons[at] === undefined) for (const element of elementsOf(resource, its)) drafts.add(element, its);
    }
    // A resource counts as imported if at least one of its objects can be imported.
    const reason = reasons.length > 0 ? reasons[0] : reasonToLeave(resource, undefined);
    if (reason !== undefined && !reasons.includes(undefined)) left.push({ address, type, reason });
  }
  return { objects: drafts.objects(), left };
}

/** One resource per object that a resource manages: the resource itself, or one for each element of a list attribute. */
function elementsOf(resource: SourceResource, { each, id }: TakenType): readonly SourceResource[] {
  if (each === undefined) return [resource];
  const listed = own(resource.attributes, each);
  const elements = Array.isArray(listed) ? (listed as readonly Json[]).filter(isObject) : [];
  const all = elements.map((element) => ({ ...resource, attributes: { ...resource.attributes, ...element } }));
  return all.filter(({ attributes }) => id.every((attribute) => textOf(attributes, attribute) !== undefined));
}

function reasonToLeave(resource: SourceResource, its: TakenType | undefined): string | undefined {
  const { left, type, attributes } = resource;
  if (left !== undefined) return left;
  if (!its)
    return type.startsWith("auth0") ? "pulumi-tenant has no resource type for it" : "it belongs to another provider";
  if (its.each !== undefined) {
    return elementsOf(resource, its).length > 0 ? undefined : `its ${its.each} are missing or malformed in the file`;
  }
  const unnamed = its.id.find((attribute) => textOf(attributes, attribute) === undefined);
  if (unnamed !== undefined) return `its ${unnamed} is missing or malformed in the file`;
  const block = its.block === undefined ? undefined : own(attributes, its.block);
  if (its.block !== undefined && !(Array.isArray(block) && block.length > 0))
    return `it has no ${its.block} in the file`;
  const [needed, reason] = its.needs ?? [];
  return needed !== undefined && membersOf(attributes, needed).length === 0 ? reason : undefined;
}

interface Draft {
  readonly type: TypeName;
  readonly id: string;
  readonly sources: SourceResource[];
  /** The first resource that manages the object itself, not only members of it. */
  whole?: SourceResource;
  /** Absent as long as no resource declares members. */
  members?: "all" | Set<string>;
}

/** Collects the objects of a file from its resources. */
class Drafts {
  readonly #drafts = new Map<string, Draft>();
  /** The objects by provider, then by the ids and aliases with which other resources refer to them. */
  readonly #owners = new Map<string, Map<string, Draft>>();

  add(resource: SourceResource, its: TakenType): void {
    const { provider, attributes } = resource;
    const { singleton } = definitions[its.type].schema;
    // A type without identifying attributes has only one object per tenant.
    const id =
      typeof singleton === "string"
        ? singleton
        : compositeId(its.id.map((attribute) => textOf(attributes, attribute) ?? ""));
    const owners = this.#owners.get(provider) ?? new Map<string, Draft>();
    this.#owners.set(provider, owners);
    const owner = its.partOf && owners.get(keyOf(its.partOf, id));
    const draft = owner ?? this.#draftOf(its.type, id);
    draft.sources.push(resource);
    if (its.members === "all") draft.members = "all";
    else if (its.members && draft.members !== "all") {
      const named = its.members === "none" ? [] : membersOf(attributes, its.members.only);
      draft.members ??= new Set();
      for (const name of named) draft.members.add(name);
    }
    if (owner || typeof its.members === "object") return;
    draft.whole ??= resource;
    owners.set(keyOf(its.type, id), draft);
    const alias = its.alias && textOf(attributes, its.alias);
    if (alias !== undefined) owners.set(keyOf(its.type, alias), draft);
  }

  objects(): readonly NamedObject[] {
    const names = new Unique("-");
    return [...this.#drafts.values()].map(({ type, id, sources, whole, members }) => ({
      type,
      id,
      name: names.take(whole?.name ?? commonName(sources.map(({ name }) => name)), type),
      sources: sources.map(({ address }) => address),
      ...(members instanceof Set && { members: [...members].sort() }),
    }));
  }

  #draftOf(type: TypeName, id: string): Draft {
    const key = keyOf(type, id);
    const draft = this.#drafts.get(key) ?? { type, id, sources: [] };
    this.#drafts.set(key, draft);
    return draft;
  }
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** The leading words that all names share: `orders` for `orders-read` and `orders-write`. */
function commonName(names: readonly string[]): string {
  const [first = "", ...others] = names;
  const words = first.split("-");
  const rest = others.map((name) => name.split("-"));
  const different = words.findIndex((word, index) => rest.some((other) => other[index] !== word));
  return different <= 0 ? first : words.slice(0, different).join("-");
}

/** How a resource type of Auth0's Terraform provider is imported. */
interface TakenType extends ForeignType {
  readonly type: TypeName;
  /** The type whose objects have the members as a property. If the file also contains such an object, the members are added to that object. */
  readonly partOf?: TypeName | undefined;
}

function isShareable({ whole, property }: ElementsOf): boolean {
  const field = whole.schema.fields[property];
  return isCollection(field) && field.exclusive !== undefined;
}

const allTaken = typeNames.flatMap((type) => {
  const { elementsOf, foreignTypes } = definitions[type];
  return Object.entries(foreignTypes).map(([foreign, its]): readonly [string, TakenType] => {
    // If a set can only be declared as a whole, a part of its members cannot be added to the object, and is imported as a separate resource.
    const isPart = elementsOf && (its.members === "all" || isShareable(elementsOf));
    const whole = isPart && { partOf: typeNames.find((name) => definitions[name].type === elementsOf.whole.type) };
    return [foreign, { ...its, ...whole, type }];
  });
});

/** How a resource type of the Terraform provider is imported: once for each type of pulumi-tenant that corresponds to it. Empty if none does. */
function takenAs(type: string): readonly TakenType[] {
  return allTaken.flatMap(([foreign, its]) => (foreign === type ? [its] : []));
}
