import { definitions, type TypeName } from "../definitions/registry.ts";
import { isSecret } from "../pulumi-cli/values.ts";
import { holdsUnknown, isObject, type Json, type JsonObject, own, unknownValue } from "../schema/json.ts";
import { type Field, type Fields, fieldAt } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/masks.ts";

/** The severity of a failed rule. */
export type Severity = "critical" | "high" | "medium" | "low";

/** All severities, the worst first. */
export const severities: readonly Severity[] = ["critical", "high", "medium", "low"];

/** The judgement of a rule about an object whose values are known. */
export type Judgement = "passes" | "fails" | "does not apply";

/** The result of a rule for an object. `unknown` counts neither as passed nor as failed. */
export type Verdict =
  | { readonly is: Judgement }
  | {
      readonly is: "unknown";
      /** The reason, as text after "unknown:". */
      readonly why: string;
      /** Whether the tenant keeps the value from this token. */
      readonly isWithheld: boolean;
    };

/** An object that a rule judges. */
export interface AuditedObject {
  readonly type: TypeName;
  /** The tenant's id. Undefined for an object that does not exist yet. */
  readonly id?: string | undefined;
  /** The host of its tenant; empty if it is not known. */
  readonly tenant: string;
  /** The declared values, by the property names of programs, with placeholders for secrets. */
  readonly properties: JsonObject;
  /** Whether the values are those of the tenant, and not those of a program or a state. */
  readonly isLive?: boolean;
}

/** Values of objects, as cases of a rule: each object has the rule's type. */
export interface Case {
  readonly properties: JsonObject;
  /** The other objects. Default: none. */
  readonly others?: readonly Omit<AuditedObject, "tenant">[];
  /** The objects are all that a listing of the tenant shows. Default: they are those of a stack, and other stacks can have more. */
  readonly isLive?: true;
}

/** One rule of the security baseline: data, and a predicate. */
export interface Rule {
  /** The name of the rule in reports, waivers and configurations. */
  readonly id: string;
  readonly type: TypeName;
  readonly severity: Severity;
  /** A rule of a profile is off by default. Default: the rule belongs to the baseline. */
  readonly profile?: "strict" | "hardened";
  /** The properties that the rule judges; a dot separates members. The first is named in reports. Empty for a rule about the whole tenant. */
  readonly paths: readonly string[];
  /** The condition under which the rule fails, as text after "fails if". */
  readonly failsIf: string;
  /** The consequence of a failure. */
  readonly why: string;
  /** The remedy. */
  readonly fix: string;
  /** Documents that demand the rule, with their sections. */
  readonly sources: readonly string[];
  /**
   * Judges an object.
   *
   * @throws Unknown if a value that decides is not known
   */
  judge(object: Values, others: Others): Judgement;
  /** Objects for each result that the rule can have. The tests are made of them. */
  readonly cases: {
    readonly passes: readonly Case[];
    readonly fails: readonly Case[];
    readonly doesNotApply?: readonly Case[];
    readonly unknown?: readonly Case[];
  };
}

/** A value that decides about a rule is not known. */
export class Unknown extends Error {
  override readonly name = "Unknown";
  /** Whether the tenant keeps the value from this token, which may lack a scope. */
  readonly isWithheld: boolean;

  constructor(message: string, { isWithheld = false }: { readonly isWithheld?: boolean } = {}) {
    super(message);
    this.isWithheld = isWithheld;
  }
}

/** The forms in which rules take values. A value of another form says nothing: the service never returns it, or does so in a new meaning. */
interface Forms {
  readonly boolean: boolean;
  readonly number: number;
  /** A text. If the property has a known set of texts, it is one of them, in their case. */
  readonly text: string;
  readonly texts: readonly string[];
  /** A text, also one that the known set of its property lacks. */
  readonly anyText: string;
  readonly list: readonly Json[];
  readonly object: JsonObject;
}

/** Takes a value in a form; undefined if it has another one. */
const inForm: { readonly [Form in keyof Forms]: (value: Json) => Forms[Form] | undefined } = {
  boolean: (value) => (typeof value === "boolean" ? value : undefined),
  number: (value) => (typeof value === "number" && Number.isFinite(value) ? value : undefined),
  text: (value) => (typeof value === "string" ? value : undefined),
  texts: textsIn,
  anyText: (value) => (typeof value === "string" ? value : undefined),
  list: (value) => (Array.isArray(value) ? value : undefined),
  object: (value) => (isObject(value) ? value : undefined),
};

/** The declared values of an object. A value that is not declared, not known yet, encrypted, hidden or of another form says nothing about the tenant. */
export class Values {
  readonly object: AuditedObject;

  constructor(object: AuditedObject) {
    this.object = object;
  }

  /**
   * A declared value.
   *
   * @param path a dot separates members
   * @param absent the value for which a missing property of the tenant stands. In a program, a missing property says nothing. Default: none
   * @throws Unknown if the value is not declared, null, of another form, not known yet or encrypted
   */
  get<Form extends keyof Forms>(path: string, form: Form, absent?: Forms[Form]): Forms[Form] {
    const value = this.find(path, form) ?? (this.object.isLive ? absent : undefined);
    if (value !== undefined) return value;
    throw new Unknown(`${path} is not ${this.object.isLive ? "shown by the tenant" : "declared"}`);
  }

  /**
   * A declared value; undefined if it is not declared, or null.
   *
   * @throws Unknown if the value is of another form, not known yet or encrypted
   */
  find<Form extends keyof Forms>(path: string, form: Form): Forms[Form] | undefined {
    const value = this.#at(path);
    if (value === undefined || value === null) return undefined;
    const formed = inForm[form](value);
    if (formed === undefined) throw new Unknown(`${path} has an unexpected form`);
    return form === "text" ? (this.#known(path, String(formed)) as Forms[Form]) : formed;
  }

  /**
   * A declared text; empty if null is declared, as both mean none.
   *
   * @throws Unknown as {@link get}
   */
  textOrEmpty(path: string): string {
    return this.isNull(path) ? "" : this.get(path, "text");
  }

  /**
   * Whether a value is declared as null.
   *
   * @throws Unknown if the value is not known yet or encrypted
   */
  isNull(path: string): boolean {
    return this.#at(path) === null;
  }

  #at(path: string): Json | undefined {
    const { type, properties, isLive } = this.object;
    const [top = "", ...below] = path.split(".");
    let value = own(properties, top);
    const field = (definitions[type].schema.fields as Fields)[top];
    const scope = field?.kind === "document" ? field.mayBeWithheld : undefined;
    if (isLive && value === undefined && scope !== undefined) {
      throw new Unknown(`${top} is not shown to this token, which may lack the scope ${scope}`, { isWithheld: true });
    }
    for (const key of below) {
      // A placeholder stands for all its members.
      if (value === unknownValue || value === notShown || isSecret(value)) break;
      if ((value ?? null) !== null && !isObject(value)) throw new Unknown(`${path} has an unexpected form`);
      value = own(value, key);
    }
    if (holdsUnknown(value)) throw new Unknown(`${path} is not known before the run`);
    if (holdsSecret(value)) throw new Unknown(`${path} is encrypted in the state`);
    if (holdsHidden(value)) throw new Unknown(`${path} is not shown to this token`);
    return value;
  }

  /** The text of a property; one of a known set in the case in which the documentation has it. @throws Unknown if it is none of them */
  #known(path: string, text: string): string {
    const field = this.#fieldAt(path);
    return field?.kind === "string" && field.oneOf ? knownText(path, text, field.oneOf) : text;
  }

  #fieldAt(path: string): Field | undefined {
    return fieldAt(definitions[this.object.type].schema.fields, path.split("."));
  }

  /** The declared texts of a list; see {@link get}. */
  texts(path: string): readonly string[] {
    return this.get(path, "texts");
  }

  /** The declared texts of lists and of single texts; undefined if none of them is declared. */
  textsOfAny(...paths: readonly string[]): readonly string[] | undefined {
    const found = paths.flatMap((path) => {
      const kind = this.#fieldAt(path)?.kind;
      const texts = this.find(path, kind === "set" || kind === "list" ? "texts" : "anyText");
      return texts === undefined ? [] : [texts];
    });
    return found.length === 0 ? undefined : found.flat();
  }
}

/** The other objects of an audit. */
export class Others {
  readonly #objects: readonly AuditedObject[];
  readonly #unread: ReadonlySet<TypeName>;
  /** Objects by type, property and value, built at the first use of the property. */
  readonly #byValue = new Map<string, Map<string, Values[]>>();
  #byType: ReadonlyMap<TypeName, readonly Values[]> | undefined;
  /** The texts of lists, by type and path. */
  readonly #listed = new Map<string, ReadonlySet<string>>();
  /** Whether the objects are those of a listing. */
  #isListing: boolean | undefined;

  /** @param unread the types of which objects can be missing, because a listing was refused, for example */
  constructor(objects: readonly AuditedObject[], unread: ReadonlySet<TypeName> = new Set()) {
    this.#objects = objects;
    this.#unread = unread;
  }

  /** The objects of a type. */
  of(type: TypeName): readonly Values[] {
    this.#byType ??= Map.groupBy(
      this.#objects.map((object) => new Values(object)),
      ({ object }) => object.type,
    );
    return this.#byType.get(type) ?? [];
  }

  /**
   * Whether an object of a type has a list with a text.
   *
   * @param path the path of the list
   * @throws Unknown if no known list has it, and one is not known
   */
  anyLists(type: TypeName, path: string, text: string): boolean {
    const key = `${type} ${path}`;
    const known = this.#listed.get(key) ?? new Set(this.of(type).flatMap((values) => textsOrUnknown(values, path)));
    this.#listed.set(key, known);
    if (known.has(text)) return true;
    if (known.has(unknownValue)) throw new Unknown(`${path} of a ${definitions[type].type} is not known`);
    return false;
  }

  /**
   * Makes sure that the tenant has no other objects of some types, so that a rule can say that there is none.
   *
   * @throws Unknown if the objects are those of a stack, as other stacks can manage more, or if not all could be read
   */
  requireAll(...types: readonly TypeName[]): void {
    const unread = types.find((type) => this.#unread.has(type));
    if (unread !== undefined) throw new Unknown(`not all ${definitions[unread].plural} could be read`);
    this.#isListing ??= this.#objects.length > 0 && this.#objects.every(({ isLive }) => isLive);
    const names = types.map((type) => definitions[type].plural).join(" or ");
    if (!this.#isListing) throw new Unknown(`other stacks can have ${names}`);
  }

  /**
   * The objects of a type with a value of a property, or with an id if the property is `id`.
   *
   * @throws Unknown if the value of one of them is not known yet
   */
  with(type: TypeName, property: string, value: Json): readonly Values[] {
    if (this.#unread.has(type)) throw new Unknown(`not all ${definitions[type].plural} could be read`);
    const key = `${type} ${property}`;
    const known = this.#byValue.get(key) ?? this.#index(type, property);
    this.#byValue.set(key, known);
    if (known.has(unknownValue))
      throw new Unknown(`${property} of a ${definitions[type].type} is not known before the run`);
    return known.get(String(value)) ?? [];
  }

  /**
   * The only object of a type with a value of a property.
   *
   * @throws Unknown if none or several have it
   */
  one(type: TypeName, property: string, value: Json): Values {
    const [found, ...more] = this.with(type, property, value);
    if (found && more.length === 0) return found;
    throw new Unknown(`the ${property} belongs to ${found ? "several objects" : "no object"} of this audit`);
  }

  #index(type: TypeName, property: string): Map<string, Values[]> {
    return Map.groupBy(this.of(type), ({ object }) =>
      String(property === "id" ? object.id : own(object.properties, property)),
    );
  }
}

/** Judges an object by a rule. */
export function verdictOf(rule: Rule, object: AuditedObject, others: Others): Verdict {
  try {
    return { is: rule.judge(new Values(object), others) };
  } catch (error) {
    if (error instanceof Unknown) return { is: "unknown", why: error.message, isWithheld: error.isWithheld };
    throw error;
  }
}

/**
 * Whether a test holds for one of some items.
 *
 * @throws Unknown if it holds for none that can be told, and one cannot be told
 */
export function anyOf<Item>(items: readonly Item[], test: (item: Item) => boolean): boolean {
  let unknown: Unknown | undefined;
  for (const item of items) {
    try {
      if (test(item)) return true;
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      unknown ??= error;
    }
  }
  if (unknown) throw unknown;
  return false;
}

/** The judgement of a rule that applies to an object. */
export function failsIf(condition: boolean): Judgement {
  return condition ? "fails" : "passes";
}

/**
 * Whether an identifier is that of the tenant's own management API.
 *
 * @throws Unknown if the tenant's host is not known, and the identifier can be that of a management API
 */
export function isManagementApi({ object }: Values, identifier: Json): boolean {
  if (object.tenant === "" && String(identifier).endsWith("/api/v2/"))
    throw new Unknown("the domain of the tenant is not known");
  // A tenant at a loopback address has the scheme http.
  return /^https?:\/\/(.*)\/api\/v2\/$/.exec(String(identifier))?.[1] === object.tenant;
}

function textsIn(value: Json): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

/**
 * A value that must be a text.
 *
 * @param name the name of the value, for the reason
 * @throws Unknown if it is none
 */
export function textOf(name: string, value: Json): string {
  if (typeof value !== "string") throw new Unknown(`${name} has an unexpected form`);
  return value;
}

/**
 * A moment in milliseconds.
 *
 * @throws Unknown if the text is no time
 */
export function timeOf(path: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Unknown(`${path} is no time`);
  return time;
}

/**
 * A text of a known set, whose case does not count.
 *
 * @throws Unknown if it is none of them
 */
export function knownText(path: string, text: string, known: readonly string[]): string {
  const found = known.find((one) => one.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  throw new Unknown(`this version of pulumi-tenant does not know the value of ${path}`);
}

function holdsSecret(value: Json | undefined): boolean {
  if (isSecret(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsSecret);
}

function holdsHidden(value: Json | undefined): boolean {
  if (value === notShown) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsHidden);
}

/** The texts of a list; the placeholder for an unknown value if it is not known. */
function textsOrUnknown(values: Values, path: string): readonly string[] {
  try {
    return values.find(path, "texts") ?? [];
  } catch (error) {
    if (error instanceof Unknown) return [unknownValue];
    throw error;
  }
}
