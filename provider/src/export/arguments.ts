import { isSecret } from "../pulumi-cli/values.ts";
import { describePath, isEmptyObject, isObject, type Json, type JsonObject, own, type Path } from "../schema/json.ts";
import { type Field, type Fields, isAtTop, wireName } from "../schema/schema.ts";
import { type Target, targetOf } from "../state/references.ts";
import { toWire } from "../state/wire.ts";
import { argumentOf, type Block, requiredIn, type Shape } from "../types/terraform-arguments.ts";
import { type Body, emptyBody, isKept, listOf, literalOf, numberOf, objectOf, quoted } from "./hcl.ts";

/** What the arguments of a resource refer to, and where what they lack is noted. */
export interface Surroundings {
  /** The expression for a reference to another resource of the configuration; undefined if the configuration has none. */
  referenceTo(target: Target, value: string): string | undefined;
  /** The expression for the secret at a path. */
  secretAt(path: Path): string;
  /** Notes a declared value, or a required argument, that the configuration lacks. */
  lacks(what: string, reason: string): void;
}

/** The resource, or the element of a list, to which arguments are written. */
interface Holder {
  readonly shape: Block;
  readonly body: Body;
}

/** Where a value stands: in the program, in the API, and in Terraform. */
interface Place {
  readonly path: Path;
  readonly wire: string;
  readonly to: readonly string[];
}

/** Writes the properties of an object as the arguments of a resource of Terraform. */
export class Arguments {
  readonly #type: string;
  readonly #names: Readonly<Record<string, string>>;
  readonly #properties: JsonObject;
  readonly #around: Surroundings;

  /**
   * @param names see {@link Counterpart.names}
   * @param properties the declared properties, with placeholders for secrets
   */
  constructor(
    type: string,
    names: Readonly<Record<string, string>>,
    properties: JsonObject,
    surroundings: Surroundings,
  ) {
    this.#type = type;
    this.#names = names;
    this.#properties = properties;
    this.#around = surroundings;
  }

  /** Adds the declared properties with these fields to a resource, or to a block of it. */
  add(fields: Fields, holder: Holder): void {
    this.#addFields(fields, this.#properties, holder, { path: [], wire: "", to: [] });
    this.#noteRequired(holder, []);
  }

  #addFields(fields: Fields, values: JsonObject, holder: Holder, place: Place): void {
    for (const [name, field] of Object.entries(fields)) {
      const value = own(values, name);
      if (value === undefined || value === null || field.computed) continue;
      const path = [...place.path, name];
      if (isAtTop(field)) this.#addMembers(undefined, value, holder, { ...place, path });
      else this.#add(field, value, holder, this.#below(place, path, wireName(name, field)));
    }
  }

  #addMembers(field: Field | undefined, value: Json, holder: Holder, place: Place): void {
    for (const [key, item] of isObject(value) ? Object.entries(value) : []) {
      if (item !== null) this.#add(field, item, holder, this.#below(place, [...place.path, key], key));
    }
  }

  #below({ wire: above, to }: Place, path: Path, key: string): Place {
    const wire = above === "" ? key : `${above}.${key}`;
    const name = Object.hasOwn(this.#names, wire) ? this.#names[wire] : undefined;
    const filled = name?.replace(/\{(\w+)\}/g, (_, property) => String(own(this.#properties, property)));
    return { path, wire, to: filled?.split(".") ?? [...to, inSnakeCase(key)] };
  }

  /** @param field the field, or the document that contains the value; undefined in a value without annotations */
  #add(field: Field | undefined, value: Json, holder: Holder, place: Place): void {
    const shape = shapeAt(holder.shape, place.to);
    if (isSecret(value) || field?.secret) this.#addSecret(shape, holder, place);
    else if (typeof value === "object" && hasWireForm(field, shape)) this.#addWireForm(field, value, holder, place);
    else if (isObject(value) && shape !== "map" && shape !== "json" && !isRepeated(shape)) {
      if (isEmptyObject(value) && isBlock(shape)) bodyAt(holder.body, place.to);
      else if (isEmptyObject(value)) this.#lacks(place, shape);
      else if (field?.kind === "object") this.#addFields(field.fields, value, holder, place);
      else this.#addMembers(field, value, holder, place);
    } else if (isRepeated(shape) && Array.isArray(value) && value.every(isObject)) {
      for (const [index, element] of value.entries())
        this.#addElement(field, element, shape[0], holder, { ...place, path: [...place.path, String(index)] });
    } else if (shape !== undefined && !textsIn(value).every(isKept)) {
      this.#note(place, "Terraform would change its characters: it is not in Unicode's normal form C");
    } else {
      const expression = this.#expressionOf(field, value, shape, place);
      if (expression === undefined) this.#lacks(place, shape);
      else put(holder.body, place.to, expression);
    }
  }

  #addSecret(shape: Shape | undefined, holder: Holder, place: Place): void {
    if (shape === "string") put(holder.body, place.to, this.#around.secretAt(place.path));
    else if (shape === undefined) this.#lacks(place, shape);
    else this.#note(place, "it is secret as a whole, and only single texts become variables");
  }

  #addWireForm(field: Field, value: Json, holder: Holder, place: Place): void {
    if (holdsSecret(value)) {
      this.#note(place, "it contains a secret, and the API arranges it in another way");
      return;
    }
    const form = own(toWire({ value: { ...field, wire: "value" } as Field }, { value }), "value");
    if (form !== undefined) this.#add(undefined, form, holder, place);
  }

  #addElement(field: Field | undefined, element: JsonObject, shape: Block, holder: Holder, place: Place): void {
    const inside: Holder = { shape, body: emptyBody() };
    const { path, to } = place;
    const item = field?.kind === "list" ? field.item : field;
    if (item?.kind === "object") this.#addFields(item.fields, element, inside, { ...place, to: [] });
    else this.#addMembers(item, element, inside, { ...place, to: [] });
    bodyAt(holder.body, to.slice(0, -1)).blocks.push([to.at(-1) ?? "", inside.body]);
    this.#noteRequired(inside, path);
  }

  /** The expression for a value; undefined if the argument does not take it. */
  #expressionOf(field: Field | undefined, value: Json, shape: Shape | undefined, place: Place): string | undefined {
    switch (shape) {
      case "string":
        return this.#textOf(field, value, place);
      case "number":
        return typeof value === "number" ? numberOf(value) : undefined;
      case "bool":
        return typeof value === "boolean" ? String(value) : undefined;
      case "strings":
        return expressionsOf(value, (item) => this.#textOf(field, item, place), listOf);
      case "numbers":
        return expressionsOf(value, (item) => (typeof item === "number" ? numberOf(item) : undefined), listOf);
      case "map":
        return this.#mapOf(field, value, place);
      case "maps":
        return expressionsOf(value, (item) => this.#mapOf(undefined, item, place), listOf);
      case "json":
        return holdsSecret(value) ? undefined : `jsonencode(${this.#jsonOf(field, value, place)})`;
      default:
        return undefined;
    }
  }

  #textOf(field: Field | undefined, value: Json, { path }: Place): string | undefined {
    if (typeof value === "boolean" || typeof value === "number") return quoted(String(value));
    if (typeof value !== "string") return undefined;
    const target = field && targetOf(field, path, this.#properties);
    return (target && this.#around.referenceTo(target, value)) ?? quoted(value);
  }

  /** The expression for a JSON value. A document has references at any depth. */
  #jsonOf(field: Field | undefined, value: Json, place: Place): string {
    const within = field?.kind === "list" ? field.item : field;
    const inside = (key: string, item: Json) => this.#jsonOf(within, item, { ...place, path: [...place.path, key] });
    if (Array.isArray(value)) return listOf(value.map((item, index) => inside(String(index), item)));
    if (isObject(value)) return objectOf(Object.entries(value).map(([key, item]) => [key, inside(key, item)]));
    return (typeof value === "string" ? this.#textOf(field, value, place) : undefined) ?? literalOf(value);
  }

  #mapOf(field: Field | undefined, value: Json, place: Place): string | undefined {
    if (!isObject(value)) return undefined;
    const fields = field?.kind === "object" ? field.fields : {};
    const entries = Object.entries(value).filter(([, item]) => item !== null);
    const isWritable = entries.every(([, item]) => isSecret(item) || typeof item !== "object");
    if (!isWritable) return undefined;
    return objectOf(
      entries.map(([key, item]) => {
        const inner = Object.hasOwn(fields, key) ? fields[key] : undefined;
        const text =
          isSecret(item) || inner?.secret ? this.#around.secretAt([...place.path, key]) : quoted(String(item));
        return [wireName(key, inner ?? { kind: "string", wire: key }), text];
      }),
    );
  }

  #lacks(place: Place, shape: Shape | undefined): void {
    this.#note(place, shape === undefined ? `${this.#type} has no argument for it` : unwritable(place.to));
  }

  #note({ path }: Place, reason: string): void {
    this.#around.lacks(shown(path), reason);
  }

  /** Notes the required arguments that a resource, or an element, lacks. */
  #noteRequired({ shape, body }: Holder, path: Path): void {
    const blocks = new Map(body.blocks);
    for (const name of requiredIn(shape)) {
      if (body.attributes.has(name) || blocks.has(name)) continue;
      const at = path.length > 0 ? `${shown(path)}.${name}` : name;
      this.#around.lacks(at, `${this.#type} requires it, and the configuration has no value for it`);
    }
    for (const [name, inside] of body.blocks) {
      const nested = argumentOf(shape, name);
      if (isBlock(nested)) this.#noteRequired({ shape: nested, body: inside }, [...path, name]);
    }
  }
}

/** A path in messages. Its numbers are positions in lists. */
function shown(path: Path): string {
  return describePath(path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)));
}

function unwritable(to: readonly string[]): string {
  return `${to.join(".")} takes no such value`;
}

/** Adds the expression of an argument, in the blocks on the way to it. */
export function put(body: Body, to: readonly string[], expression: string): void {
  bodyAt(body, to.slice(0, -1)).attributes.set(to.at(-1) ?? "", expression);
}

/** The block at a path, made if it is missing. */
export function bodyAt(body: Body, to: readonly string[]): Body {
  return to.reduce((above, name) => {
    const known = above.blocks.find(([one]) => one === name);
    if (known) return known[1];
    const made = emptyBody();
    above.blocks.push([name, made]);
    return made;
  }, body);
}

/** The argument at a path of names. */
function shapeAt(block: Block, to: readonly string[]): Shape | undefined {
  return to.reduce<Shape | undefined>((shape, name) => (isBlock(shape) ? argumentOf(shape, name) : undefined), block);
}

function isBlock(shape: Shape | undefined): shape is Block {
  return typeof shape === "object" && !isRepeated(shape);
}

/** Whether an argument is a block that can be repeated. */
export function isRepeated(shape: Shape | undefined): shape is readonly [Block] {
  return Array.isArray(shape);
}

/** Whether the API, and the argument with it, has a value in another arrangement than programs. */
function hasWireForm(field: Field | undefined, shape: Shape | undefined): field is Field {
  if (field?.kind === "set" && shape === "strings") return false;
  return field?.kind === "map" || ((field?.kind === "object" || field?.kind === "set") && field.onWire !== undefined);
}

function holdsSecret(value: Json): boolean {
  if (isSecret(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some((item: Json) => holdsSecret(item));
}

/** All texts in a value, with the keys of objects. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap((item: Json) => textsIn(item))];
}

/** The expressions for all items of a list together; undefined if the value is no list, or if one of its items has no expression. */
function expressionsOf(
  value: Json,
  expressionOf: (item: Json) => string | undefined,
  join: (items: readonly string[]) => string,
): string | undefined {
  const items = Array.isArray(value) ? value.map(expressionOf) : [undefined];
  return items.every((item) => item !== undefined) ? join(items) : undefined;
}

/** A name of the API in snake_case: `sign_saml_request` for `signSAMLRequest`. */
export function inSnakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}
