import { readJson } from "../../pulumi-cli/document.ts";
import type { ElementsOf } from "../../schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../../schema/json.ts";
import { groupedElement } from "../../schema/program-forms.ts";
import type { Field } from "../../schema/schema.ts";
import { isCollection } from "../../state/leaves.ts";
import { compositeId, partsOfId } from "../../state/references.ts";
import { type Find, Unresolved } from "../../types/deploy-cli.ts";
import { definitions, type TypeName, typeNames } from "../../types/registry.ts";
import { declaredByHand } from "../../types/terraform.ts";
import type { ForeignType } from "../../types/tool-data.ts";
import { tools } from "../../types/tools.made.ts";
import {
  type Inventory,
  type InventoryItem,
  importableTypes,
  keyedTypes,
  keyOf,
  type Selection,
} from "../inventory.ts";
import { Unique } from "../names.ts";
import type { Deployment } from "./deploy-cli.ts";
import {
  isPulumi,
  isTerraform,
  memberNames,
  pulumiResources,
  type SourceResource,
  terraformResources,
  textOf,
  unreadable,
} from "./files.ts";
import type { Keywords } from "./keywords.ts";

/** An object of the tenant that another tool manages. */
export interface NamedObject {
  readonly type: TypeName;
  /** The id in pulumi-tenant: the tenant's id, the identifier for `ResourceServerScopes`, `organizationId::userId` for a member's roles. */
  readonly id: string;
  /** The name in the other tool, unique within its type. */
  readonly name: string;
  /** The addresses in the other tool: Terraform addresses, or Pulumi URNs. */
  readonly sources: readonly string[];
  /** The members of the object's set that the tool manages: scopes, roles or clients. It does not manage the remaining ones. Absent: all. */
  readonly members?: readonly string[];
}

/** A resource of the file that is not imported. */
export interface NotTaken {
  readonly address: string;
  readonly type: string;
  readonly reason: string;
}

/** The content of another tool's file: each managed object once, and what is not imported. */
export interface Named {
  readonly tool: "terraform" | "pulumi" | "deploy-cli";
  readonly objects: readonly NamedObject[];
  /** The resources of which nothing is imported. */
  readonly left: readonly NotTaken[];
  /** Attributes that are not imported, of resources that are. */
  readonly partsLeft: readonly NotTaken[];
}

/** The objects that the resources of a file manage. Several resources can manage parts of the same object. */
function objectsOf(resources: readonly SourceResource[]): Omit<Named, "tool"> {
  const drafts = new Drafts();
  const left: NotTaken[] = [];
  const partsLeft: NotTaken[] = [];
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
    else partsLeft.push(...all.flatMap((its) => untaken(resource, its)));
  }
  return { objects: drafts.objects(), left, partsLeft };
}

/** The attributes of an imported resource that have values, and that no type imports. */
function untaken({ address, type, attributes }: SourceResource, its: TakenType): readonly NotTaken[] {
  const lacking = Object.entries(its.without ?? {}).filter(([attribute]) => hasValue(own(attributes, attribute)));
  return lacking.map(([attribute, reason]) => ({
    address: `${address}: ${attribute}`,
    type: `${type}.${attribute}`,
    reason,
  }));
}

function hasValue(value: Json | undefined): boolean {
  return Array.isArray(value) || typeof value === "string" ? value.length > 0 : value !== undefined && value !== null;
}

/** One resource per object that a resource manages: the resource itself, or one for each element of a list attribute. */
function elementsOf(resource: SourceResource, { each, inside, id }: TakenType): readonly SourceResource[] {
  const list = each ?? inside;
  if (list === undefined) return [resource];
  const listed = listOf(resource.attributes, list);
  const elements = listed.filter(isObject);
  // The members of one object, each a text.
  if (inside !== undefined && listed.length > 0 && elements.length === 0) return [resource];
  const all = elements.map((element) => ({ ...resource, attributes: { ...resource.attributes, ...element } }));
  return all.filter(({ attributes }) => id.every((attribute) => textOf(attributes, attribute) !== undefined));
}

/** The elements of a list attribute, or the blocks of a name. Where a resource has only one such block, Pulumi stores the block and no list. */
function listOf(attributes: JsonObject, name: string): readonly Json[] {
  const value = own(attributes, name);
  return Array.isArray(value) ? value : isObject(value) ? [value] : [];
}

function reasonToLeave(resource: SourceResource, its: TakenType | undefined): string | undefined {
  const { left, type, attributes } = resource;
  if (left !== undefined) return left;
  if (!its)
    return type.startsWith("auth0")
      ? (declaredByHand[type] ?? "pulumi-tenant has no resource type for it")
      : "it belongs to another provider";
  const list = its.each ?? its.inside;
  if (list !== undefined) {
    const isListed = elementsOf(resource, its).length > 0;
    return isListed ? undefined : (its.needs?.[1] ?? `its ${list} are missing or malformed in the file`);
  }
  const unnamed = its.id.find((attribute) => textOf(attributes, attribute) === undefined);
  if (unnamed !== undefined) return `its ${unnamed} is missing or malformed in the file`;
  const hasBlock = (name: string) => listOf(attributes, name).length > 0;
  if (its.blocks && !its.blocks.some(hasBlock)) return `it has no ${its.blocks.join(" or ")} in the file`;
  const [needed, reason] = its.needs ?? [];
  return needed !== undefined && memberNames(attributes, needed).length === 0 ? reason : undefined;
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
    const owner = its.partOf && owners.get(keyOfParts(its.partOf, id));
    const draft = owner ?? this.#draftOf(its.type, id);
    draft.sources.push(resource);
    addMembers(draft, its.members, attributes);
    if (owner || (typeof its.members === "object" && "only" in its.members)) return;
    draft.whole ??= its.inside === undefined ? resource : { ...resource, name: `${resource.name}-${its.inside}` };
    owners.set(keyOfParts(its.type, id), draft);
    const alias = its.alias && textOf(attributes, its.alias);
    if (alias !== undefined) owners.set(keyOfParts(its.type, alias), draft);
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
    const key = keyOfParts(type, id);
    const draft = this.#drafts.get(key) ?? { type, id, sources: [] };
    this.#drafts.set(key, draft);
    return draft;
  }
}

/** Adds the members that a resource manages to those of its object. */
function addMembers(draft: Draft, members: ForeignType["members"], attributes: JsonObject): void {
  if (members === undefined || draft.members === "all") return;
  if (members === "all") {
    draft.members = "all";
    return;
  }
  const isKept = typeof members === "object" && "kept" in members;
  if (isKept && listOf(attributes, members.kept).length > 0) return;
  const { only = "", by = "" } = typeof members === "object" && "only" in members ? members : {};
  const key = textOf(attributes, by);
  draft.members ??= new Set();
  for (const name of memberNames(attributes, only)) {
    draft.members.add(key === undefined ? name : groupedElement(key, name));
  }
}

function keyOfParts(...parts: readonly string[]): string {
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

/** Another tool's file or folder, before and after the tenant is read. */
export interface OtherTool {
  /** The part of the tenant that has the objects of the file. */
  readonly selection: NamesSelection;
  /** The objects of the file. A file without ids has the names by which the tool finds the objects at the tenant. */
  named(inventory: Inventory): Named;
  /** The texts of the tool's files that have keywords. Default: none. */
  readonly keywords?: Keywords;
}

/** The part of the tenant that an import of another tool's objects reads. */
type NamesSelection = Required<Pick<Selection, "types" | "owners" | "wholly" | "keyed">>;

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
  const { elementsOf } = definitions[type];
  return Object.entries(tools[type].foreignTypes).map(([foreign, its]): readonly [string, TakenType] => {
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

/** An object of the tenant, reduced to the part that another tool manages, with its entry from that tool's file. */
interface NamedItem {
  readonly item: InventoryItem;
  readonly object: NamedObject;
}

/** The objects of a file that can be imported, and the resources that cannot. */
interface Taken {
  /** In the order of the inventory. */
  readonly items: readonly NamedItem[];
  /** The resources of the file that cannot be imported. */
  readonly left: readonly NotTaken[];
}

/** The type whose resources add members to objects of this type; undefined if there is none. */
export function addingTo(type: TypeName): TypeName | undefined {
  return typeNames.find((name) => definitions[name].elementsOf?.whole.type === definitions[type].type);
}

/** The name of the property that contains the members of an object; undefined for types without a set that several resources can share. */
export function membersOf(type: TypeName): string | undefined {
  const adding = addingTo(type);
  const { schema } = definitions[type];
  const isShareable = ([, field]: [string, Field]) => isCollection(field) && field.exclusive !== undefined;
  return adding ? definitions[adding].elementsOf?.property : Object.entries(schema.fields).find(isShareable)?.[0];
}

/** The selection that an inventory needs to include the objects of a file, and as little else as possible. */
export function selectionFor({ objects }: Pick<Named, "objects">): NamesSelection {
  const types = new Set(objects.map(({ type }) => type));
  const owned = objects.filter(({ type }) => definitions[type].listing?.owners);
  return {
    types: importableTypes.filter((type) => types.has(type) || types.has(addingTo(type) ?? type)),
    owners: ownersOf(owned),
    wholly: objects.filter(needsCall).map(({ id }) => id),
    keyed: new Map(keyedTypes.map((type) => [type, objects.filter((one) => one.type === type).map(({ id }) => id)])),
  };
}

/** The ids of the owners of these objects, by the route that lists the owners. */
function ownersOf(objects: readonly NamedObject[]): Record<string, readonly string[]> {
  const owners = new Map<string, Set<string>>();
  for (const { type, id } of objects) {
    const route = definitions[type].listing?.owners?.definition.route ?? "";
    owners.set(route, (owners.get(route) ?? new Set()).add(partsOfId(id, 2)?.[0] ?? id));
  }
  return Object.fromEntries([...owners].map(([route, ids]) => [route, [...ids]]));
}

/** Whether an import needs the members of an object, and the API returns them only by an extra request. */
function needsCall({ type, members }: NamedObject): boolean {
  const { elementsOf } = definitions[type];
  const { schema } = elementsOf?.whole ?? definitions[type];
  return (
    schema.fields[elementsOf?.property ?? membersOf(type) ?? ""]?.subresource === true &&
    (elementsOf !== undefined || !members)
  );
}

/** Finds the objects of a file at the tenant. */
export function takeNamed({ objects, left }: Named, { items, tenant }: Inventory): Taken {
  const all = items.flatMap((item) => [item, ...partsOf(item)]);
  const found = new Map(all.map((item) => [keyOf(item), item]));
  const named = new Map<InventoryItem, NamedItem>();
  const others = objects.flatMap((object): readonly NotTaken[] => {
    const item = found.get(keyOf(object));
    const part = item && partOf(item, object);
    if (part) named.set(item, { item: part, object });
    const reason = item
      ? `${tenant} no longer has any scope, role or client that the file lists for this object`
      : `${tenant} has no object with this id, or the import leaves it out`;
    return part ? [] : object.sources.map((address) => ({ address, type: definitions[object.type].type, reason }));
  });
  return { items: all.flatMap((item) => named.get(item) ?? []), left: [...left, ...others] };
}

/** An item of the type that adds members to the object: the current members, in the form of a refresh. Empty if there is no such type or member. */
function partsOf({ type, id, properties, label, names }: InventoryItem): readonly InventoryItem[] {
  const adding = addingTo(type);
  const { elementsOf } = adding ? definitions[adding] : {};
  if (!adding || !elementsOf) return [];
  const { by, property } = elementsOf;
  const field = definitions[type].schema.fields[property];
  const owner = own({ ...properties, id }, by.property);
  const members = own(properties, property) ?? (field?.subresource ? undefined : field?.absent);
  const its = membersOf(adding);
  if (typeof owner !== "string" || members === undefined || its === undefined) return [];
  const part = { [by.argument]: owner, [its]: members };
  return [{ type: adding, id: owner, properties: part, names, label: `the ${its} of ${label}` }];
}

/**
 * Reduces an object to some members of its set. A set that an object can only declare as a whole is left out. Undefined if nothing remains to be
 * imported.
 *
 * @param members default: all members
 */
export function partOf(item: InventoryItem, { members }: Pick<NamedObject, "members">): InventoryItem | undefined {
  const property = membersOf(item.type) ?? "";
  if (!members) return item;
  const value = own(item.properties, property);
  const has = new Set<unknown>(Array.isArray(value) ? value : isObject(value) ? Object.keys(value) : []);
  const here = members.filter((member) => has.has(member));
  const field = definitions[item.type].schema.fields[property];
  if (here.length > 0 && isCollection(field) && field.exclusive !== undefined) return { ...item, members: here };
  const { [property]: _, ...properties } = item.properties;
  // Without members, nothing is left of an object that is only a set.
  return field?.required ? undefined : { ...item, properties };
}

/** The steps that remove imported objects from the other tool's state. None of them changes the tenant. */
export interface HandOver {
  /** Shell commands, one per line. They change only the other tool's state. */
  readonly commands: readonly string[];
  /** `removed` blocks that have the same effect as the commands once they are added to the configuration and applied. Absent for Pulumi. */
  readonly blocks?: string;
  /** The entries of a configuration without a state. They are deleted after the tool's configuration excludes their types. */
  readonly entries?: readonly string[];
}

/**
 * The steps that remove imported objects from the other tool's state.
 *
 * @param taken the objects that are imported: all objects of the file, or some of them
 */
export function handOver({ tool, objects, left }: Named, taken: readonly NamedObject[]): HandOver {
  const sources = taken.flatMap((one) => one.sources);
  if (tool === "deploy-cli") return { commands: [], entries: [...new Set(sources)] };
  const verb = tool === "terraform" ? "terraform state rm" : "pulumi state delete --yes";
  // After `--`, an address that begins with a hyphen is not read as an option.
  const commands = sources.length === 0 ? [] : [`${verb} -- \\`, ...joined(sources.map(quoted))];
  if (tool === "pulumi") return { commands };
  const others = [
    ...objects.filter((one) => !taken.includes(one)).flatMap((one) => one.sources),
    ...left.map(({ address }) => address),
  ];
  return { commands, blocks: removedBlocks(sources, new Set(others.map(blockOf))) };
}

/** The `removed` blocks. A block applies to all instances of a resource. If some instances are not imported, a comment replaces the block. */
function removedBlocks(sources: readonly string[], staying: ReadonlySet<string>): string {
  const blocks = new Set(sources.map(blockOf));
  return [...blocks]
    .map((block) =>
      staying.has(block)
        ? `# ${block}: some of its instances are not imported, but a block would remove all. Use the command.\n`
        : `removed {\n  from = ${block}\n\n  lifecycle {\n    destroy = false\n  }\n}\n`,
    )
    .join("\n");
}

/** An address without the keys of `count` and `for_each`, the form that `removed` blocks use. */
function blockOf(address: string): string {
  return address.replace(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g, "");
}

/** The arguments of a command, one per line, with backslashes that continue the command. */
function joined(words: readonly string[]): readonly string[] {
  return words.map((word, index) => `  ${word}${index < words.length - 1 ? " \\" : ""}`);
}

/** A word quoted for POSIX shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Reads the file of another tool: a Terraform state of version 4, or an export of a Pulumi stack, with resources of Auth0's provider. Returns
 * the objects under their names in the file. Apart from names and addresses, the result contains only ids and members, no secrets.
 *
 * @throws NamesFileError that names the problem with the file
 */
export function namesFrom(text: string): Named {
  // Windows tools write files with a byte order mark, which `JSON.parse` refuses.
  const document = readJson(text.replace(/^\uFEFF/, ""), unreadable);
  if (!isObject(document)) throw unreadable("this is not a JSON object");
  if (isPulumi(document)) return { tool: "pulumi", ...objectsOf(pulumiResources(document)) };
  if (isTerraform(document)) return { tool: "terraform", ...objectsOf(terraformResources(document)) };
  throw unreadable("this is neither a Terraform state nor a Pulumi stack export");
}

/** A file of another tool that has the ids of its objects. @throws NamesFileError that names the problem with the file */
export function toolOf(text: string): OtherTool {
  const named = namesFrom(text);
  return { selection: selectionFor(named), named: () => named };
}

/** A configuration of auth0-deploy-cli, which has no ids. */
export function deployCli({ resources, keywords }: Deployment): OtherTool {
  // Whatever the ids are, the types are the same. Owners and parts are not known yet, so all are read.
  const { types, keyed } = selectionFor(objectsOf(resources(() => "unknown")));
  return {
    keywords,
    selection: { types, keyed, owners: {}, wholly: [] },
    named: (inventory) => ({ tool: "deploy-cli", ...objectsOf(resources(finderIn(inventory))) }),
  };
}

/** Finds objects of an inventory by their properties. */
function finderIn({ items, tenant }: Inventory): Find {
  const byType = Map.groupBy(items, ({ type }) => type);
  const indexes = new Map<string, ReadonlyMap<Json | undefined, readonly InventoryItem[]>>();
  const indexOf = (type: TypeName, property: string) => {
    const key = `${type} ${property}`;
    const known =
      indexes.get(key) ?? Map.groupBy(byType.get(type) ?? [], ({ properties }) => own(properties, property));
    indexes.set(key, known);
    return known;
  };
  return (foreign, properties) => {
    const types = takenAs(foreign).flatMap(({ inside, type }) => (inside === undefined ? [type] : []));
    const [[property, text] = ["", undefined], ...others] = Object.entries(properties);
    const found = types
      .flatMap((type) => indexOf(type, property).get(text) ?? [])
      .filter(({ properties }) => others.every(([name, value]) => own(properties, name) === value));
    const [first, second] = found;
    if (types.length === 0) throw new Unresolved("pulumi-tenant has no resource type for it");
    if (!first) throw new Unresolved(`${tenant} has no object with this name, or the import leaves it out`);
    if (second) throw new Unresolved(`${tenant} has several objects with this name: import one of them by --only`);
    return first.id;
  };
}
