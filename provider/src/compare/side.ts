import type { Service } from "../client/index.ts";
import { importableTypes } from "../import/inventory.ts";
import { takeInventory } from "../import/take-inventory.ts";
import type { Definition } from "../schema/definition.ts";
import { isObject, type Json, type JsonObject, own, type Path } from "../schema/json.ts";
import { escaped } from "../schema/names.ts";
import { classOf, handlerOf } from "../schema/provider-code.ts";
import type { Field, Fields } from "../schema/schema.ts";
import { type Target, targetOf } from "../state/references.ts";
import { definitions, outsidersOf, type TypeName, typeNames } from "../types/registry.ts";
import type { ExistingObject } from "../types/tenant-object.ts";
import type { Access } from "../types/tool-data.ts";
import { tools } from "../types/tools.made.ts";

/** One side of a comparison: a tenant, the state of a stack, or a seed of the emulator. */
export interface Side {
  /** The name in reports and in the file of expected differences. Untrusted text. */
  readonly name: string;
  /** The hosts of the tenant. In values such as URLs, a host of one side counts as equal to a host of the other side. */
  readonly hosts: readonly string[];
  /** A secret that cannot be read has the value `notShown`. */
  readonly objects: readonly ExistingObject[];
  /** The id of the client whose token reads the tenant. The client is not compared, and its id counts as equal to that of the other side's client. */
  readonly ownClient?: string | undefined;
  /** Whether the side has only declared values, as a state does. Then a value that the side lacks is unknown, so its absence is no difference. */
  readonly isPartial?: true;
  /** The types that could not be read, or not completely, each with the reasons. Untrusted text. */
  readonly unread: ReadonlyMap<TypeName, readonly string[]>;
  /** The unread types that the tenant's plan does not include. Default: none. */
  readonly outsidePlan?: ReadonlySet<TypeName>;
  /** The types that were left out on purpose, each with the reason. Default: none. */
  readonly skipped?: ReadonlyMap<TypeName, string>;
}

/** The number of a side: the first or the second one. */
export type SideIndex = 0 | 1;

/** Options of reading a tenant. */
interface ReadOptions {
  readonly access: Access;
  /** The name of the side. Default: the tenant's host. */
  readonly name?: string;
  /** Types to read in addition to {@link readTypes}. Default: none. */
  readonly types?: readonly TypeName[];
}

/** The types that are read by default. */
export const readTypes = importableTypes.filter((type) => whyNotRead(type) === undefined);

/**
 * Reads a tenant as a side of a comparison, from listings and from requests for parts that listings do not contain. All types of
 * {@link readTypes} are read, even if few are compared, because a reference can lead to an object of any type.
 *
 * @throws TenantError if the tenant cannot be reached, or refuses the credentials
 */
export async function readSide(
  service: Service,
  { access, name = service.host, types = [] }: ReadOptions,
): Promise<Side> {
  const read = [...new Set([...readTypes, ...types])];
  // `all` also reads settings that have the values of a new tenant, because the settings of the other side can differ from them.
  const { items, leftOut } = await takeInventory(service, { access, types: read, all: true, foreign: true });
  const unread = Map.groupBy(
    leftOut.filter(({ reason }) => reason === "unreadable"),
    ({ type }) => type,
  );
  return {
    name,
    hosts: [service.host],
    objects: items.filter(
      ({ type, properties }) => tools[type].importRules?.leftOut?.(properties, access) === undefined,
    ),
    ownClient: access.clientId,
    unread: new Map([...unread].map(([type, all]) => [type, all.map(({ label, why }) => `${label}: ${why}`)])),
    outsidePlan: new Set([...unread].flatMap(([type, all]) => (all.every((one) => one.isOutsidePlan) ? [type] : []))),
    skipped: new Map(
      typeNames.flatMap((type) => {
        const why = read.includes(type) ? undefined : whyNotRead(type);
        return why === undefined ? [] : [[type, why] as const];
      }),
    ),
  };
}

/** Why a type is not read by default. Undefined if it is read, or if its values are read as properties of other objects. */
function whyNotRead(type: TypeName): string | undefined {
  const { listing }: Definition = definitions[type];
  const owners = listing?.owners?.definition;
  if (owners && outsidersOf(handlerOf(owners.type)))
    return `they belong to single ${owners.plural}, which other tenants lack`;
  return listing?.isTransient ? `users create them at run time; --kinds ${classOf(type)} compares them` : undefined;
}

/*
 * The normal form of values, which does not depend on the tenant: an id becomes the natural key of its object, the tenant's own host becomes a
 * constant, and the replacements are applied to the remaining text. If values of two tenants have the same normal form, they have the same effect.
 */

/** The character that marks a reference in the normal form. In the tenant's own texts it is doubled, so that none can imitate a reference. */
const mark = "\u0000";

/** Matches the parts of a text that can be ids. Shorter parts are not matched, because they could be ordinary words. */
const word = /[\w-]{12,}/.source;

/** Applies replacements to a text. */
export type Rename = (text: string) => string;

/** Facts about one side that follow from both sides of a comparison. */
export interface Agreement {
  /** Applies the replacements of the file to a text of this side. Returns the text unchanged if this is the side `to`. */
  readonly rename: Rename;
  /** The keys of objects that the user has paired, by {@link nameOfId}. Both objects of a pair have the same key. */
  readonly paired: ReadonlyMap<string, string>;
  /** Types that could not be read at all on one of the sides. References to their objects are not compared. */
  readonly unknown: ReadonlySet<string>;
  /** The custom domain of this side, if each side has exactly one. */
  readonly ownDomain?: string | undefined;
}

/** The type and the id as one key. */
export function nameOfId(type: string, id: string): string {
  return `${type} ${id}`;
}

/** The natural keys, names and normal forms of one side's objects and values. */
export class SideNames {
  readonly #agreement: Agreement;
  readonly #byName = new Map<string, ExistingObject>();
  readonly #byId = new Map<string, ExistingObject>();
  readonly #hosts: ReadonlyMap<string, string>;
  readonly #ownClient: string | undefined;
  readonly #pattern: RegExp;
  readonly #keys = new Map<ExistingObject, string>();

  constructor({ objects, hosts, ownClient }: Side, agreement: Agreement) {
    this.#agreement = agreement;
    this.#ownClient = ownClient;
    const { ownDomain } = agreement;
    this.#hosts = new Map([
      ...hosts.map((host) => [host, "tenant"] as const),
      ...(ownDomain === undefined ? [] : [[ownDomain, "own domain"] as const]),
    ]);
    const own = [...this.#hosts.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
    const host = own.length > 0 ? `(?<![\\w-])(?:${own.join("|")})(?![\\w-])|` : "";
    this.#pattern = new RegExp(host + word, "g");
    for (const object of objects) this.#add(object);
  }

  /** The natural key of an object. Several objects of a side can have the same key. */
  keyOf(object: ExistingObject): string {
    const known = this.#keys.get(object);
    if (known !== undefined) return known;
    // Ends the recursion if keys refer to each other. The keys of today's types do not.
    this.#keys.set(object, object.type);
    const paired = this.#agreement.paired.get(nameOfId(object.type, object.id));
    const key = paired ?? JSON.stringify([object.type, ...this.#partsOf(object)]);
    this.#keys.set(object, key);
    return key;
  }

  /** The objects to which the natural key of an object refers, and those to which their keys refer in turn. */
  endsOf(object: ExistingObject): readonly ExistingObject[] {
    const ends = keyProperties(object.type).flatMap(([name, field]) => {
      const value = own(object.properties, name);
      const target = targetOf(field, [name], object.properties);
      return target && typeof value === "string" ? (this.#find(target, value) ?? []) : [];
    });
    return ends.flatMap((end) => [end, ...this.endsOf(end)]);
  }

  /** The class and the name of an object: `Client "Orders"`. Untrusted text. */
  titleOf(object: ExistingObject): string {
    const type = classOf(object.type);
    return isOnlyOne(object.type) ? type : `${type} "${this.nameOf(object)}"`;
  }

  /** The name of an object: its own name or, if it links other objects, their names. Untrusted text. */
  nameOf(object: ExistingObject): string {
    const parts = keyProperties(object.type).flatMap(([name, field]) => {
      const value = own(object.properties, name);
      if (value === undefined || value === null) return [];
      const target = targetOf(field, [name], object.properties);
      const found = target && typeof value === "string" ? this.#find(target, value) : undefined;
      return [found ? this.nameOf(found) : String(value)];
    });
    return parts.length > 0 ? parts.join(" · ") : object.id;
  }

  /** The name of the object to which a value refers; undefined if the value does not refer to a known object. */
  referredBy(field: Field, path: Path, root: JsonObject, value: Json | undefined): string | undefined {
    if (typeof value !== "string") return undefined;
    const target = targetOf(field, path, root);
    if (target?.property !== "id") return undefined;
    const found = this.#find(target, value);
    if (found) return this.nameOf(found);
    return value === this.#ownClient ? "the client that reads this tenant" : undefined;
  }

  /**
   * The normal form of a property's value.
   *
   * @param rename what is applied to texts that are no references. Default: what the sides have agreed on
   */
  normal(field: Field, value: Json, path: Path, root: JsonObject, rename: Rename = this.#agreement.rename): Json {
    const target = targetOf(field, path, root);
    if (field.kind === "map" && isObject(value)) {
      const keyOf = (key: string) => (target ? this.#reference(target, key, rename) : this.text(key, rename));
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [keyOf(key), this.normal(field.value, item, path, root, rename)]),
      );
    }
    if (target) return this.#mapped(value, (text) => this.#reference(target, text, rename));
    if (field.kind === "object" && isObject(value)) return this.#properties(field.fields, value, path, root, rename);
    if (field.kind === "list" && Array.isArray(value)) {
      return value.map((item, index) => this.normal(field.item, item as Json, [...path, String(index)], root, rename));
    }
    if (field.kind === "document" && typeof value === "object" && value !== null) {
      if (Array.isArray(value)) {
        return value.map((item, index) => this.normal(field, item as Json, [...path, String(index)], root, rename));
      }
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          this.normal(field, item as Json, [...path, key], root, rename),
        ]),
      );
    }
    // Values that the service defines are the same in every tenant, so replacements must not change them.
    if (isEnumeration(field)) return value;
    return this.#mapped(value, (text) => this.text(text, rename));
  }

  /** The normal form of a text. */
  text(text: string, rename: Rename = this.#agreement.rename): string {
    let result = "";
    let rest = 0;
    for (const { 0: found, index } of text.matchAll(this.#pattern)) {
      const meaning = this.#meaningOf(found);
      if (meaning === undefined) continue;
      result += renamed(text.slice(rest, index), rename) + marked(meaning);
      rest = index + found.length;
    }
    return result + renamed(text.slice(rest), rename);
  }

  #add(object: ExistingObject): void {
    const { type, id, properties } = object;
    for (const property of referredProperties.get(type) ?? []) {
      const value = property === "id" ? id : own(properties, property);
      if (typeof value === "string") this.#byName.set(JSON.stringify([type, property, value]), object);
    }
    // An id that is made of names is treated like other texts: the replacements are applied to it.
    const isMadeOfNames = id.includes("::") || keyProperties(type).some(([name]) => own(properties, name) === id);
    if (definitions[type].schema.singleton === undefined && !isMadeOfNames) this.#byId.set(id, object);
  }

  #find({ type, property }: Target, value: string): ExistingObject | undefined {
    return this.#byName.get(JSON.stringify([type, property, value]));
  }

  #reference(target: Target, text: string, rename: Rename): string {
    if (this.#agreement.unknown.has(target.type)) return marked(`any ${target.type}`);
    const found = this.#find(target, text);
    return found ? marked(this.keyOf(found)) : this.text(text, rename);
  }

  #meaningOf(found: string): string | undefined {
    const host = this.#hosts.get(found);
    if (host !== undefined) return host;
    if (found === this.#ownClient) return "own client";
    const object = this.#byId.get(found);
    return object && this.keyOf(object);
  }

  #partsOf({ type, properties, id }: ExistingObject): readonly Json[] {
    const { schema } = definitions[type];
    if (schema.singleton !== undefined) return [id];
    return keyProperties(type).map(([name, field]) => {
      const value = own(properties, name) ?? field.absent ?? null;
      return this.normal(field, value, [name], properties);
    });
  }

  #properties(fields: Fields, value: JsonObject, above: Path, root: JsonObject, rename: Rename): Json {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, item]) => {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
        if (field?.computed) return [];
        const form = field ? this.normal(field, item, [...above, name], root, rename) : item;
        return [[name, form] as const];
      }),
    );
  }

  #mapped(value: Json, change: (text: string) => string): Json {
    if (typeof value === "string") return change(value);
    if (Array.isArray(value)) return value.map((item: Json) => this.#mapped(item, change));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#mapped(item, change)]));
  }
}

function renamed(text: string, rename: Rename): string {
  const plain = text.includes(mark) ? text.replaceAll(mark, mark + mark) : text;
  return plain === "" ? "" : rename(plain);
}

function marked(meaning: string): string {
  return `${mark}<${meaning}${mark}>`;
}

/** The properties of which the natural key of an object consists. */
export function keyProperties(type: TypeName): readonly (readonly [name: string, field: Field])[] {
  return keys.get(type) ?? [];
}

/** Whether every tenant has exactly one object of a type. */
export function isOnlyOne(type: TypeName): boolean {
  return typeof definitions[type].schema.singleton === "string";
}

const keys: ReadonlyMap<TypeName, readonly (readonly [string, Field])[]> = new Map(
  typeNames.map((type) => {
    const { uniqueBy, schema } = definitions[type];
    const fields: Fields = schema.fields;
    return [type, uniqueBy.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : []))];
  }),
);

/** The properties of each type by which other objects refer to its objects. */
const referredProperties: ReadonlyMap<TypeName, ReadonlySet<string>> = new Map(
  typeNames.map((type) => [type, new Set(["id", ...definitions[type].uniqueBy])]),
);

/** Whether the service defines all possible values of a field. */
function isEnumeration(field: Field): boolean {
  if (field.kind === "set" || field.kind === "list") return isEnumeration(field.item);
  return field.kind === "string" && field.oneOf !== undefined;
}
