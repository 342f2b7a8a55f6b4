import { Unique } from "../import/names.ts";
import { isSecret } from "../pulumi-cli/values.ts";
import { isObject, type Json, type JsonObject, own, type Path, stringsIn } from "../schema/json.ts";
import { partsOfElement } from "../schema/program-forms.ts";
import { classOf } from "../schema/provider-code.ts";
import { type CollectionField, isCollection, isShared } from "../state/leaves.ts";
import { compositeId, type Target, targetOf } from "../state/references.ts";
import { toWire } from "../state/wire.ts";
import { definitions, type TypeName, typeNames } from "../types/registry.ts";
import type { Counterpart, TerraformMembers } from "../types/terraform.ts";
import { type TerraformType, terraformArguments } from "../types/terraform-arguments.made.ts";
import { argumentOf, type Block } from "../types/terraform-arguments.ts";
import { tools } from "../types/tools.made.ts";
import { Arguments, bodyAt, inSnakeCase, isRepeated, put, type Surroundings } from "./arguments.ts";
import { type Body, blockOf, emptyBody, isKept, listOf, quoted } from "./hcl.ts";

/** A resource of a stack. */
export interface StackObject {
  readonly type: TypeName;
  /** The name in the program. */
  readonly name: string;
  /** The id of the object at the tenant. */
  readonly id: string;
  /** The declared properties, with placeholders for secrets: see `withoutSecrets`. */
  readonly properties: JsonObject;
}

/** A declared value, or a whole resource, that Terraform's configuration lacks. */
export interface LeftOut {
  /** The class of the resource. */
  readonly class: string;
  readonly name: string;
  /** The path of the value in the program; for a value that only Terraform requires, its argument. Absent: the whole resource. */
  readonly path?: string;
  /** As part of a sentence. */
  readonly reason: string;
}

/** A stack in the language of Terraform. */
export interface TerraformFiles {
  /** The content of `tenant.tf`: the provider, a variable for each secret, and the resources. */
  readonly tenant: string;
  /** The content of `imports.tf`: an `import` block for each resource. */
  readonly imports: string;
  /** The number of Terraform's resources. */
  readonly resources: number;
  /** The variables, each without a value: secrets are not written. */
  readonly variables: readonly string[];
  readonly left: readonly LeftOut[];
}

/**
 * Writes the resources of a stack as a configuration of Auth0's Terraform provider, with blocks that import the objects. The configuration refers to
 * an object by its resource if that resource is written, and by its id otherwise. The names are those of the program, as far as Terraform accepts them.
 */
export function terraformOf(objects: readonly StackObject[]): TerraformFiles {
  const configuration = new Configuration(objects);
  return configuration.files();
}

/** A resource of Terraform. */
interface Resource {
  readonly type: TerraformType;
  readonly name: string;
  readonly importId: string;
  readonly body: Body;
}

/** An object with a counterpart of its own, and the name of its resource. */
interface Written {
  readonly object: StackObject;
  readonly type: TerraformType;
  readonly name: string;
  /** The position of the resource. It refers only to resources before it, so that no references form a circle. */
  readonly rank: number;
}

class Configuration {
  readonly #names = new Unique("-");
  readonly #variables = new Unique("_");
  readonly #secrets: string[] = [];
  readonly #resources: Resource[] = [];
  readonly #left: LeftOut[] = [];
  readonly #written: readonly Written[];
  /** By type and property: the written objects by their values of the property. */
  readonly #byProperty = new Map<string, ReadonlyMap<string, Written>>();

  constructor(objects: readonly StackObject[]) {
    const ordered = [...objects].sort((a, b) => typeNames.indexOf(a.type) - typeNames.indexOf(b.type));
    this.#written = this.#named(ordered);
    const written = new Map(this.#written.map((one) => [one.object, one]));
    for (const object of ordered) this.#add(object, written.get(object));
  }

  files(): TerraformFiles {
    const variables = this.#secrets.map((name) => blockOf("variable", [name], secretVariable()));
    const resources = this.#resources.map(({ type, name, body }) => blockOf("resource", [type, name], body));
    const imports = this.#resources.map(({ type, name, importId }) => {
      const attributes = new Map([
        ["to", `${type}.${name}`],
        ["id", quoted(importId)],
      ]);
      return blockOf("import", [], { attributes, blocks: [] });
    });
    return {
      tenant: [settings, ...variables, ...resources].join("\n"),
      imports: imports.join("\n"),
      resources: resources.length,
      variables: this.#secrets,
      left: this.#left,
    };
  }

  /** The objects that become resources. Settings that Terraform has in one resource share the name of the first. */
  #named(objects: readonly StackObject[]): readonly Written[] {
    const shared = new Map<TerraformType, string>();
    return objects.flatMap((object, rank) => {
      const type = tools[object.type].terraform?.type;
      if (type === undefined || sharedList(object) !== undefined || reasonAgainst(object) !== undefined) return [];
      const isShared = definitions[object.type].schema.singleton !== undefined && isOfSeveral(type);
      const known = isShared ? shared.get(type) : undefined;
      const name = known ?? this.#names.take(identifierOf(object.name), type);
      if (isShared) shared.set(type, name);
      return [{ object, type, name, rank }];
    });
  }

  #add(object: StackObject, written: Written | undefined): void {
    const { terraform: counterpart } = tools[object.type];
    if (!counterpart) {
      this.#leave(object, undefined, "this package writes no resource of Terraform for it");
    } else if (reasonAgainst(object) !== undefined) {
      this.#leave(object, undefined, reasonAgainst(object) ?? "");
    } else if (sharedList(object) !== undefined) {
      this.#leave(object, sharedList(object), `${counterpart.type} removes what other stacks have added`);
    } else if (!isKept(object.id)) {
      this.#leave(object, undefined, "Terraform would change the characters of its id");
    } else {
      if (written) this.#addResource(written, counterpart);
      if (counterpart.members) this.#addMembers(object, counterpart.members, written);
    }
  }

  #addResource({ object, type, name, rank }: Written, counterpart: Counterpart): void {
    const { block, names = {}, implied = {}, without = {}, importId = object.id, members } = counterpart;
    const known = isOfSeveral(type) ? this.#resources.find((one) => one.type === type && one.name === name) : undefined;
    const body = known?.body ?? emptyBody();
    if (!known) this.#resources.push({ type, name, importId, body });
    for (const [property, reason] of Object.entries(without)) {
      if (own(object.properties, property) !== undefined) this.#leave(object, property, reason);
    }
    for (const [argument, texts] of Object.entries(implied)) {
      const [, text] =
        typeof texts === "string"
          ? [argument, texts]
          : (Object.entries(texts).find(([property]) => own(object.properties, property) !== undefined) ?? []);
      if (text !== undefined) put(body, argument.split("."), quoted(text));
    }
    const fields = Object.entries(definitions[object.type].schema.fields).filter(
      ([property]) => property !== members?.property && !Object.hasOwn(without, property),
    );
    const shape: Block = terraformArguments[type];
    const inside = block === undefined ? shape : argumentOf(shape, block);
    const args = new Arguments(type, names, object.properties, this.#around(object, name, rank));
    args.add(Object.fromEntries(fields), {
      shape: inside as Block,
      body: block === undefined ? body : bodyAt(body, [block]),
    });
  }

  #around(object: StackObject, name: string, rank: number): Surroundings {
    return {
      referenceTo: (target, value) => this.#referenceTo(target, value, rank),
      secretAt: (path) => `var.${this.#variableFor(name, path)}`,
      lacks: (what, reason) => this.#leave(object, what, reason),
    };
  }

  #variableFor(name: string, path: Path): string {
    const variable = this.#variables.take(identifierOf([name, ...path.map(inSnakeCase)].join("_")));
    this.#secrets.push(variable);
    return variable;
  }

  #leave({ type, name }: StackObject, path: string | undefined, reason: string): void {
    this.#left.push({ class: classOf(type), name, ...(path !== undefined && { path }), reason });
  }

  /** The reference to a written object before a rank. The value must be the object's id, or another value that the resource has as an argument. */
  #referenceTo({ type, property }: Target, value: string, rank: number): string | undefined {
    const key = `${type} ${property}`;
    const known = this.#byProperty.get(key) ?? this.#index(type, property);
    this.#byProperty.set(key, known);
    const found = known.get(value);
    if (!found || found.rank >= rank) return undefined;
    const attribute = property === "id" ? "id" : inSnakeCase(property);
    const isThere = attribute === "id" || argumentOf(terraformArguments[found.type], attribute) !== undefined;
    return isThere ? `${found.type}.${found.name}.${attribute}` : undefined;
  }

  #index(type: string, property: string): ReadonlyMap<string, Written> {
    const entries = this.#written.flatMap((one): readonly (readonly [string, Written])[] => {
      const { object } = one;
      const value = property === "id" ? object.id : own(object.properties, property);
      return object.type === type && typeof value === "string" ? [[value, one]] : [];
    });
    return new Map(entries);
  }

  /** Adds the resources for the members of a set. */
  #addMembers(object: StackObject, members: TerraformMembers, written: Written | undefined): void {
    const { property, whole, each } = members;
    const value = own(object.properties, property);
    const field = definitions[object.type].schema.fields[property];
    if (value === undefined || !isCollection(field)) return;
    const wanted = written?.name ?? identifierOf(object.name);
    const all = this.#membersIn(field, value, members, object);
    const of = this.#ownerOf(object, members, written);
    const isExclusive = !isShared(field, object.properties);
    if (isSecret(value)) {
      this.#leave(object, property, "it is secret as a whole");
    } else if (![...of.id, ...all.flatMap(({ texts }) => texts)].every(isKept)) {
      this.#leave(object, property, "Terraform would change the characters of a member");
    } else if (whole && isExclusive && canHold(whole, all)) {
      this.#push(whole.type, wanted, compositeId(of.id), bodyOf([...of.attributes], whole, all));
    } else {
      for (const [index, { id, name, more }] of all.entries()) {
        const attributes = new Map([...of.attributes, ...more, [each.argument, name]]);
        const its = all.length > 1 ? `${wanted}-${index + 1}` : wanted;
        this.#push(each.type, its, compositeId([...of.id, ...id]), { attributes, blocks: [] });
      }
      if (isExclusive) this.#leave(object, property, `${each.type} adds members, and removes no others`);
    }
  }

  #push(type: TerraformType, wanted: string, importId: string, body: Body): void {
    this.#resources.push({ type, name: this.#names.take(wanted, type), importId, body });
  }

  /** What names the set of members: its id, and its arguments. */
  #ownerOf(object: StackObject, { of }: TerraformMembers, written: Written | undefined): Owner {
    const parts = Object.entries(of).map(([argument, property]) => {
      const value = property === "id" ? object.id : String(own(object.properties, property));
      const reference = written && `${written.type}.${written.name}.${inSnakeCase(property)}`;
      return { value, attribute: [argument, reference ?? this.#expressionOf(object, property, value)] as const };
    });
    return { id: parts.map(({ value }) => value), attributes: parts.map(({ attribute }) => attribute) };
  }

  #membersIn(
    field: CollectionField,
    value: Json,
    { property, more }: TerraformMembers,
    object: StackObject,
  ): readonly Member[] {
    if (field.kind === "map") {
      return Object.entries(isObject(value) ? value : {}).map(([name, item]): Member => {
        const all = field.value.kind === "object" ? Object.entries(toWire(field.value.fields, item as JsonObject)) : [];
        const texts = [item].filter((text) => typeof text === "string");
        return {
          id: [name],
          name: this.#expressionOf(object, property, name),
          texts: [name, ...texts],
          // An empty text stands for an entry without a value.
          more: [
            ...all.map(([argument, one]) => [argument, String(one)] as const),
            ...texts.flatMap((text) => (more === undefined || text === "" ? [] : [[more, quoted(text)] as const])),
          ],
        };
      });
    }
    return stringsIn(value).map((element): Member => {
      if (!field.groupedBy) {
        return { id: [element], name: this.#expressionOf(object, property, element), texts: [element], more: [] };
      }
      const [key, name] = partsOfElement(element);
      const group = this.#expressionOf(object, property, key);
      return { id: [key, name], name: quoted(name), texts: [element], more: more === undefined ? [] : [[more, group]] };
    });
  }

  /** The expression for a text of a property: a reference to another resource, or the text. */
  #expressionOf({ type, properties }: StackObject, property: string, text: string): string {
    const field = definitions[type].schema.fields[property];
    const target = field && targetOf(field, [property], properties);
    return (target && this.#referenceTo(target, text, Number.POSITIVE_INFINITY)) ?? quoted(text);
  }
}

/** The object to which members belong. */
interface Owner {
  readonly id: readonly string[];
  readonly attributes: readonly (readonly [argument: string, expression: string])[];
}

/** A member of a set. */
interface Member {
  /** The parts of the member's id that follow those of its set. */
  readonly id: readonly string[];
  /** The expression for its name. */
  readonly name: string;
  /** All its texts. */
  readonly texts: readonly string[];
  /** Its arguments besides the name. */
  readonly more: readonly (readonly [argument: string, expression: string])[];
}

type Whole = NonNullable<TerraformMembers["whole"]>;

/** Whether a resource can stand for all members: a block that has to occur cannot say that there are none. */
function canHold({ type, argument }: Whole, members: readonly Member[]): boolean {
  return members.length > 0 || !isRepeated(argumentOf(terraformArguments[type], argument));
}

/** The arguments of a resource with all members. */
function bodyOf(of: Owner["attributes"], { type, argument, member = "name" }: Whole, members: readonly Member[]): Body {
  const attributes = new Map(of);
  if (!isRepeated(argumentOf(terraformArguments[type], argument))) {
    attributes.set(argument, listOf(members.map(({ name }) => name)));
    return { attributes, blocks: [] };
  }
  const blocks = members.map(({ name, more }): Body["blocks"][number] => [
    argument,
    { attributes: new Map([[member, name], ...more]), blocks: [] },
  ]);
  return { attributes, blocks };
}

/** Whether objects of several types form one resource of a type. */
function isOfSeveral(type: TerraformType): boolean {
  return Object.values(tools).filter(({ terraform }) => terraform?.type === type).length > 1;
}

/** Characters of common scripts. Terraform does not know the letters that later versions of Unicode have added. */
const usual = /[\0-\u052f\u05d0-\u05ea\u0620-\u064a\u3041-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]/u;

/** A name of the program in the form of Terraform's names: a letter or an underscore, then letters, digits, underscores and hyphens. */
function identifierOf(name: string): string {
  const characters = [...name.normalize("NFC")];
  const written = characters.map((one) => (usual.test(one) && /[\p{ID_Continue}-]/u.test(one) ? one : "-")).join("");
  return /^[\p{ID_Start}_]/u.test(written) ? written : `_${written}`;
}

const settings = `terraform {
  required_version = ">= 1.5"

  required_providers {
    auth0 = {
      source  = "auth0/auth0"
      version = "~> 1.0"
    }
  }
}
`;

/** The block of a variable for a secret. */
function secretVariable(): Body {
  return {
    attributes: new Map([
      ["type", "string"],
      ["sensitive", "true"],
    ]),
    blocks: [],
  };
}

/** The reason why Terraform's resource cannot be that of an object with such a property; undefined if it can. */
function reasonAgainst({ type, properties }: StackObject): string | undefined {
  const reasons = Object.entries(tools[type].terraform?.unless ?? {});
  return reasons.find(([property]) => own(properties, property) !== undefined)?.[1];
}

/** The property of an object that is a list of which it has only a share. */
function sharedList({ type, properties }: StackObject): string | undefined {
  const fields = Object.entries(definitions[type].schema.fields);
  return fields.find(([, field]) => field.kind === "list" && isShared(field, properties))?.[0];
}
