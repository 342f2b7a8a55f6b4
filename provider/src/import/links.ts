import { idNameOf } from "../schema/definition.ts";
import { isObject, type Json, own, type Path, toPointer } from "../schema/json.ts";
import { type Field, type Fields, type Hints, hintsAt, wireName } from "../schema/schema.ts";
import { outsideTypes } from "../types/outside.ts";
import { definitions, isTypeName, type TypeName, typeNames } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import type { Requirement } from "../types/tool-data.ts";
import { tools } from "../types/tools.made.ts";
import { keyOf } from "./inventory.ts";
import { type Order, orderOf } from "./order.ts";
import type { ImportedResource } from "./resource.ts";
import { minIdLength, type Word, Words } from "./words.ts";

/** A place in a text where the program refers to another resource, or to the tenant's host. */
export interface Link<T> extends Word {
  /** Undefined for the tenant's host. */
  readonly target: T | undefined;
  /** The output of the target that has the value. */
  readonly property: string;
  /** Whether the property says that its value refers to the target, such as `connectionId`. */
  readonly isTyped: boolean;
}

/** A place in a text where a value of the tenant stays as it is, with the reason: a printable sentence without a full stop. */
export interface Literal extends Word {
  readonly why: string;
}

/** The values of the tenant in a text. */
interface Found<T> {
  readonly links: readonly Link<T>[];
  readonly literals: readonly Literal[];
}

/** A text in the arguments of a resource. */
export interface Place {
  readonly text: string;
  /** The path of the text; for an element, that of its list. */
  readonly path: Path;
  /** Elements of a list within a list are `nested`. */
  readonly how: "value" | "element" | "nested" | "key";
}

/** Values of the tenant that a program can contain, besides the ids of its resources. */
export interface TenantValues {
  /** The tenant's host. Default: none, and no reference to it is written. */
  readonly host?: string | undefined;
  /** The ids of objects that the program does not declare, each with the reason. Default: none. */
  readonly undeclared?: ReadonlyMap<string, string> | undefined;
}

/** A resource to which another one refers, or on which it depends. */
type Target<T> = readonly [target: T, isTyped: boolean];

const nothing: Found<never> = { links: [], literals: [] };

/**
 * The references between the resources of a program: where a value of one resource stands in the arguments of another one, and in which order the
 * resources have to be declared.
 */
export class Links<T extends ImportedResource> {
  readonly #undeclared: ReadonlyMap<string, string>;
  readonly #byKey: ReadonlyMap<string, T>;
  readonly #byId: ReadonlyMap<string, readonly T[]>;
  /** Resources by their type and a value that is unique among the objects of that type, such as an identifier. */
  readonly #byName: ReadonlyMap<string, T>;
  /** All texts to which a property can refer as a whole. */
  readonly #names: ReadonlySet<string>;
  readonly #words: Words;
  readonly #host: string | undefined;
  readonly #targets: ReadonlyMap<T, readonly Target<T>[]>;
  readonly #order: Order<T>;
  /** The resources on which a resource depends although no argument refers to them. */
  readonly needed: Needed<T>;

  constructor(resources: readonly T[], { host, undeclared = new Map() }: TenantValues) {
    this.#host = host;
    this.#undeclared = undeclared;
    const withIds = resources.filter(({ item }) => hasOwnId(item.type));
    this.#byKey = new Map(withIds.map((resource) => [keyOf(resource.item), resource]));
    this.#byId = Map.groupBy(withIds, ({ item }) => item.id);
    const named = resources.flatMap((resource) =>
      definitions[resource.item.type].uniqueBy.map((name) => ({
        resource,
        name,
        value: own(resource.args, name) ?? null,
      })),
    );
    this.#byName = new Map(
      named.map(({ resource, name, value }) => [nameKey(resource.item.type, name, value), resource]),
    );
    this.#names = new Set([
      ...this.#byId.keys(),
      ...named.flatMap(({ value }) => (typeof value === "string" ? [value] : [])),
    ]);
    this.#words = new Words(host, (word) => this.#byId.has(word) || undeclared.has(word));
    const documented = typeNames.flatMap((type) => resources.filter(({ item }) => item.type === type));
    this.needed = neededBy(documented);
    this.#targets = new Map(documented.map((resource) => [resource, this.#targetsIn(resource)]));
    const targets = (isTyped: boolean) => (resource: T) =>
      (this.#targets.get(resource) ?? []).flatMap(([target, typed]) => (typed === isTyped ? [target] : []));
    this.#order = orderOf(documented, targets(true), targets(false));
  }

  /** The resources in the order of their declaration: documented types first to last, each resource after those to which it refers. */
  get resources(): readonly T[] {
    return this.#order.nodes;
  }

  /**
   * The resources to which a resource refers, or on which it depends.
   *
   * @param isTyped only those to which a property refers by its type, or only the others. Default: all
   */
  targetsOf(resource: T, isTyped?: boolean): readonly T[] {
    return (this.#targets.get(resource) ?? []).flatMap(([target, typed]) =>
      (isTyped ?? typed) === typed && this.#order.allows(resource, target) ? [target] : [],
    );
  }

  /** The values of the tenant in a text of a resource's arguments: those that become references, and those that stay. */
  in(text: string, from: T, path: Path): Found<T> {
    const found = this.#candidates(text, from, path);
    const isAllowed = ({ target }: Link<T>) => target === undefined || this.#order.allows(from, target);
    const against = found.links.filter((link) => !isAllowed(link));
    if (against.length === 0) return found;
    const stays = against.map(({ target, from: start, to, value }) => ({
      ...{ from: start, to, value },
      why:
        target === from
          ? "it is the id of this object itself"
          : `${target?.item.label} also refers to this object, and a program cannot refer in a circle`,
    }));
    return {
      links: found.links.filter(isAllowed),
      literals: [...found.literals, ...stays].toSorted((a, b) => a.from - b.from),
    };
  }

  /** The reason why a value that is the id of another object stays as it is; undefined for all other values. */
  whyUndeclared(value: string, { idOf }: Hints): string | undefined {
    if (idOf === undefined || value === "") return undefined;
    const why = isTypeName(idOf)
      ? `the program does not declare this ${definitions[idOf].schema.noun}`
      : `this package does not manage the ${outsideTypes.get(idOf)?.plural ?? idOf} of a tenant`;
    return this.#undeclared.get(value) ?? why;
  }

  #targetsIn(resource: T): readonly Target<T>[] {
    const needed = (this.needed.get(resource) ?? []).map((target) => [target, true] as const);
    const found = placesIn(resource).flatMap(({ text, path, how }) =>
      how === "key" || how === "nested" ? [] : this.#candidates(text, resource, path).links,
    );
    const linked = found.flatMap(({ target, isTyped }) =>
      target === undefined || target === resource ? [] : [[target, isTyped] as const],
    );
    return [...needed, ...linked];
  }

  /** The values in a text, regardless of the order of declarations. */
  #candidates(text: string, from: T, path: Path): Found<T> {
    const words = this.#words.in(text);
    if (text === "" || (words.length === 0 && !this.#names.has(text))) return nothing;
    const hints = hintsAt(definitions[from.item.type].schema.fields, path, from.args);
    const whole = { from: 0, to: text.length, value: text };
    const { idOf, refersTo } = hints;
    const named = refersTo && this.#byName.get(nameKey(refersTo.type, refersTo.property, text));
    if (refersTo && named)
      return { links: [{ ...whole, target: named, property: refersTo.property, isTyped: true }], literals: [] };
    if (!refersTo && idOf !== undefined) {
      const target = text.length < minIdLength ? undefined : this.#byKey.get(keyOf({ type: idOf, id: text }));
      if (target) return { links: [{ ...whole, target, property: "id", isTyped: true }], literals: [] };
      const why = this.whyUndeclared(text, hints) ?? "";
      return { links: [], literals: (words.length > 0 ? words : [whole]).map((word) => ({ ...word, why })) };
    }
    const ids = words.length === 0 && text.length >= minIdLength && this.#byId.has(text) ? [whole] : words;
    const links: Link<T>[] = [];
    const literals: Literal[] = [];
    for (const word of ids) {
      const [target, ...others] = this.#byId.get(word.value) ?? [];
      const isWhole = word.value === text;
      if (word.value === this.#host) links.push({ ...word, target: undefined, property: "", isTyped: false });
      else if (!target) literals.push({ ...word, why: this.#undeclared.get(word.value) ?? "" });
      else if (others.length > 0) literals.push({ ...word, why: "several objects of the program have this id" });
      else links.push({ ...word, target, property: isWhole ? "id" : idProperty(target.item.type), isTyped: false });
    }
    return { links, literals };
  }
}

/** The texts in a resource's arguments, in the order in which a program contains them. Secret values are left out: the program does not contain them. */
export function placesIn({ args, secrets }: Pick<ImportedResource, "args" | "secrets">): readonly Place[] {
  const hidden = new Set(secrets.map(({ pointer }) => pointer));
  const places: Place[] = [];
  const visit = (value: Json, path: Path, isNested: boolean) => {
    if (path.length > 0 && hidden.size > 0 && hidden.has(toPointer(path))) return;
    if (typeof value === "string") places.push({ text: value, path, how: "value" });
    else if (Array.isArray(value)) {
      for (const [at, item] of (value as readonly Json[]).entries()) {
        if (typeof item === "string") places.push({ text: item, path, how: isNested ? "nested" : "element" });
        else visit(item, [...path, String(at)], isNested || Array.isArray(item));
      }
    } else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        places.push({ text: key, path: [...path, key], how: "key" });
        visit(item, [...path, key], isNested);
      }
    }
  };
  visit(args, [], false);
  return places;
}

/** The computed property of a type that is always equal to the id, such as `clientId`. Default: `id`. */
function idProperty(type: TypeName): string {
  const idName = idNameOf(definitions[type]);
  const fields = Object.entries<Field>(definitions[type].schema.fields);
  return fields.find(([name, field]) => field.computed && wireName(name, field) === idName)?.[0] ?? "id";
}

function nameKey(type: string | undefined, property: string, value: Json): string {
  return JSON.stringify([type, property, value]);
}

/**
 * Whether the objects of a type have ids of their own. Other objects are identified by the id of another object, because they belong to it or add members to
 * it.
 */
function hasOwnId(type: TypeName): boolean {
  const { listing, schema, uniqueBy } = definitions[type];
  const [name, ...others] = uniqueBy;
  // Some types are identified by the id of another object alone: client credentials have the id of their application.
  const isOfAnother = others.length === 0 && (schema.fields as Fields)[name ?? ""]?.idOf !== undefined;
  return listing !== undefined && listing.owners === undefined && !isOfAnother;
}

/**
 * The implicit dependencies of each resource: the resources that declare members which this resource needs, such as scopes, and the resources
 * whose objects must exist before the API accepts the object of this resource. No argument refers to these dependencies.
 */
export type Needed<T extends ImportedResource = ImportedResource> = ReadonlyMap<T, readonly T[]>;

/** The implicit dependencies among the resources of a program. The result contains only resources that have some. */
function neededBy<T extends ImportedResource>(resources: readonly T[]): Needed<T> {
  const byType = Map.groupBy(resources, ({ item }) => definitions[item.type].type);
  const declaring = new Map<string, T[]>();
  for (const resource of resources) {
    for (const place of placesOf(resource)) declaring.set(place, [...(declaring.get(place) ?? []), resource]);
  }
  const needed = resources.flatMap((resource): readonly (readonly [T, readonly T[]])[] => {
    const needs = resourceTypes[resource.item.type].needs?.(resource.args) ?? [];
    const targets = new Set([
      ...needs.flatMap(({ key, members }) => members.flatMap((member) => declaring.get(placeOf(key, member)) ?? [])),
      ...requiredBy(resource).flatMap(({ definition, text }) =>
        (byType.get(definition.type) ?? []).filter((one) => text === undefined || hasText(one, text)),
      ),
    ]);
    const others = [...targets].filter((target) => !refersTo(resource, target));
    return others.length > 0 ? [[resource, others]] : [];
  });
  return new Map(needed);
}

/** The objects that the API requires before it accepts a resource's object. */
function requiredBy({ item, args }: ImportedResource): readonly Requirement[] {
  return requirementsOf(item.type).filter(({ property, value }) => {
    const given = property === undefined ? undefined : (own(args, property) ?? "");
    return value === undefined ? given !== "" : given === value;
  });
}

/** The objects of other types that objects of a type require, although no property refers to them. */
function requirementsOf(type: TypeName): readonly Requirement[] {
  const { requires = [] } = tools[type];
  const { identities } = definitions[type];
  return identities?.needs ? [{ definition: identities.needs }, ...requires] : requires;
}

function hasText(resource: ImportedResource, text: string): boolean {
  return placesIn(resource).some((place) => place.how !== "key" && place.text === text);
}

/** Whether an argument of a resource refers to the target, which makes the dependency explicit. */
function refersTo({ item, args }: ImportedResource, target: ImportedResource): boolean {
  const { fields } = definitions[item.type].schema;
  return Object.entries(args).some(([name, value]) => {
    const { idOf, refersTo: named } = hintsAt(fields, [name], args);
    if (named) return named.type === target.item.type && value === own(target.args, named.property);
    return idOf === target.item.type && value === target.item.id;
  });
}

/** A key for each member of a set that the resource declares. Resources with the same key declare the same member. */
function placesOf({ item, args }: ImportedResource): readonly string[] {
  const { key, members = [] } = resourceTypes[item.type].claim?.(args, item.id) ?? { key: "" };
  return members.map((member) => placeOf(key, member));
}

function placeOf(key: string, member: string): string {
  return JSON.stringify([key, member]);
}
