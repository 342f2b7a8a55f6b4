import { isSecret } from "../pulumi-cli/values.ts";
import type { Definition } from "../schema/definition.ts";
import { holdsUnknown, isObject, type Json, type JsonObject, own, unknownValue } from "../schema/json.ts";
import { type Field, type Fields, fieldAt } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/find.ts";
import { isSharable, isShared } from "../state/leaves.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import type { TenantObject } from "../types/tenant-object.ts";

/** The severity of a failed rule. */
export type Severity = "critical" | "high" | "medium" | "low";

/** All severities, the worst first. */
export const severities: readonly Severity[] = ["critical", "high", "medium", "low"];

/** Whether a severity is at least as bad as a bound. */
export function isAtLeast(severity: Severity, bound: Severity): boolean {
  return severities.indexOf(severity) <= severities.indexOf(bound);
}

/** The judgement of a rule about an object whose values are known. */
export type Judgement = "passes" | "fails" | "does not apply";

/** The result of a rule for an object. `unknown` counts neither as passed nor as failed. */
export type Verdict =
  | { readonly is: Judgement }
  | {
      readonly is: "unknown";
      /** The reason, as text after "unknown:". */
      readonly why: string;
      /** Whether the tenant did not return the value to this token, which may lack a scope. */
      readonly isWithheld: boolean;
    };

/** An object that a rule judges. */
export interface AuditedObject extends TenantObject {
  readonly tenant: string;
  /** The identifier of the tenant's management API, if it is known for sure. Default: not known. */
  readonly managementApi?: string | undefined;
  /** The declared values, or the values at the tenant if `isLive`. The keys are the property names of programs. Placeholders stand for secrets. */
  readonly properties: JsonObject;
  /** Whether the values were read from the tenant, and not from a program or a state. */
  readonly isLive?: boolean;
  /** Whether the plan creates the object for sure, so that objects of other stacks cannot refer to it. Default: false. */
  readonly isNew?: boolean;
  /** The paths at which the tenant has no value, because a planned update removes it; a dot separates the keys. Default: none are known. */
  readonly cleared?: readonly string[];
}

/** The properties that a rule reads in other objects, by type. */
export type LookedUp = Readonly<Partial<Record<TypeName, readonly string[]>>>;

/** One rule of the security baseline: data, and a predicate. */
export interface Rule {
  /** The name of the rule in reports, waivers and configurations. */
  readonly id: string;
  readonly type: TypeName;
  /** The types of the other objects that the rule looks up, each with the properties that the rule reads there. Default: none. */
  readonly looksUp?: LookedUp;
  readonly severity: Severity;
  /** The profile that switches the rule on. A rule without a profile is part of the baseline, which is always on. */
  readonly profile?: "strict" | "hardened";
  /**
   * The properties that the rule reads, with everything inside them; a dot separates the keys. The rule cannot read others. Reports name the first
   * one. Empty for a rule about the whole tenant.
   */
  readonly paths: readonly string[];
  /** The condition under which the rule fails, as text after "fails if". */
  readonly failsIf: string;
  /** Why a failure matters: its consequence, as a sentence. */
  readonly why: string;
  /** The remedy, as an instruction. */
  readonly fix: string;
  /** Documents that demand the rule, with their sections. */
  readonly sources: readonly string[];
  /**
   * Judges an object.
   *
   * @throws Unknown if the judgement depends on a value that is not known
   */
  judge(object: Values, others: Others): Judgement;
}

/** Thrown if a rule cannot be judged, because the judgement depends on an unknown value. The message is the reason. */
export class Unknown extends Error {
  override readonly name = "Unknown";
  /** Whether the tenant did not return the value to this token, which may lack a scope. */
  readonly isWithheld: boolean;

  constructor(message: string, { isWithheld = false }: { readonly isWithheld?: boolean } = {}) {
    // Rules throw thousands of these, and nobody reads their stack traces: taking them is a fifth of the time of a review.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = limit;
    this.isWithheld = isWithheld;
  }
}

/** The forms in which rules read values. A value of any other form counts as unknown, because this version cannot tell what it means. */
interface Forms {
  readonly boolean: boolean;
  readonly number: number;
  /** A text. If the schema lists the possible texts of the property, it is one of them, in the schema's letter case. */
  readonly text: string;
  readonly texts: readonly string[];
  /** Any text, even one that is missing in the schema's list of possible texts. */
  readonly anyText: string;
  readonly list: readonly Json[];
  readonly object: JsonObject;
}

/** Returns a value if it has the form, and undefined if it has another form. */
const inForm: { readonly [Name in keyof Forms]: (value: Json) => Forms[Name] | undefined } = {
  boolean: (value) => (typeof value === "boolean" ? value : undefined),
  number: (value) => (typeof value === "number" && Number.isFinite(value) ? value : undefined),
  text: (value) => (typeof value === "string" ? value : undefined),
  texts: textsIn,
  anyText: (value) => (typeof value === "string" ? value : undefined),
  list: (value) => (Array.isArray(value) ? value : undefined),
  object: (value) => (isObject(value) ? value : undefined),
};

/**
 * The values of an object as a rule reads them: only the properties that the rule names. A value that is not declared, not known yet, encrypted,
 * hidden or of another form is unknown.
 */
export class Values {
  readonly object: Omit<AuditedObject, "properties" | "cleared">;
  readonly #properties: JsonObject;
  readonly #cleared: readonly string[];
  readonly #names: readonly string[];

  /** @param names the properties that the rule names */
  constructor(object: AuditedObject, names: readonly string[]) {
    this.object = object;
    this.#properties = object.properties;
    this.#cleared = object.cleared ?? [];
    this.#names = names;
  }

  /**
   * A declared value.
   *
   * @param path a dot separates the keys
   * @param absent the value that applies if the tenant has no value at the path. Not used for a property that a program does not declare: its value
   *   is unknown. Default: no value applies
   * @throws Unknown if the value is not declared, null, of another form, not known yet or encrypted
   */
  get<Name extends keyof Forms>(path: string, form: Name, absent?: Forms[Name]): Forms[Name] {
    const value = this.find(path, form) ?? (this.isAbsent(path) ? absent : undefined);
    if (value !== undefined) return value;
    throw new Unknown(`${path} is not ${this.object.isLive ? "returned by the tenant" : "declared"}`);
  }

  /**
   * A declared value; undefined if it is not declared, or null.
   *
   * @throws Unknown if the value is of another form, not known yet or encrypted
   */
  find<Name extends keyof Forms>(path: string, form: Name): Forms[Name] | undefined {
    const value = this.#at(path);
    if (value === undefined || value === null) return undefined;
    const formed = inForm[form](value);
    if (formed === undefined) throw new Unknown(`${path} has an unexpected form`);
    this.#refuseShared(path);
    return form === "text" ? (this.#known(path, String(formed)) as Forms[Name]) : formed;
  }

  /**
   * A declared text; empty also if null is declared, because null and an empty text both mean that there is no value.
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

  /** For a path without a value here: whether the tenant has no value there either. If false, the value is only undeclared. */
  isAbsent(path: string): boolean {
    return this.object.isLive === true || this.#cleared.some((one) => isWithin(path, one));
  }

  /** Whether a value is declared, or returned by the tenant. The value can be unknown. */
  has(path: string): boolean {
    return (this.heldAt(path) ?? null) !== null;
  }

  /**
   * Whether a test is true for a declared text, or for one text of a declared list. If it is true for a known text, unknown texts do not matter.
   *
   * @throws Unknown if the value is not declared, or if the test is true for no known text and there is an unknown one
   */
  anyText(path: string, test: (text: string) => boolean): boolean {
    const { kind } = this.#fieldAt(path) ?? {};
    if (kind !== "set" && kind !== "list") return test(this.get(path, "anyText"));
    return this.anyItem(path, "list", (item) => test(textOf(path, item)));
  }

  /**
   * Whether a test is true for one value of a declared list or object. If it is true for a known value, neither unknown values nor those of other
   * stacks matter.
   *
   * @throws Unknown as {@link anyText}; or if the test is true for no value, and other stacks can add values to the collection
   */
  anyItem(path: string, form: "list" | "object", test: (item: Json, key: string) => boolean): boolean {
    const held = this.heldAt(path) ?? null;
    const whole = isSecret(held) ? undefined : inForm[form](held);
    const items: readonly (readonly [string, Json])[] = Object.entries(whole ?? this.get(path, form));
    if (anyOf(items, ([key, item]) => test(this.#shown(path, item) ?? null, key))) return true;
    this.#refuseShared(path);
    return false;
  }

  /** @throws Unknown if the value is a collection of which the program declares only some members */
  #refuseShared(path: string): void {
    const field = this.#fieldAt(path);
    if (!this.object.isLive && isSharable(field) && isShared(field, this.#properties))
      throw new Unknown(`other stacks can add to ${path}`);
  }

  #at(path: string): Json | undefined {
    return this.#shown(path, this.heldAt(path));
  }

  /**
   * The value at a path. It can contain placeholders for unknown, encrypted and hidden values.
   *
   * @throws Unknown if the tenant did not return the value to this token, or if a value on the path is not an object
   * @throws Error if the rule does not name the property
   */
  heldAt(path: string): Json | undefined {
    const { type, isLive } = this.object;
    if (!this.#names.some((one) => isWithin(path, one))) throw unnamed(type, path);
    const [top = "", ...below] = path.split(".");
    let value = own(this.#properties, top);
    const field = (definitions[type].schema.fields as Fields)[top];
    const scope = field?.kind === "document" ? field.mayBeWithheld : undefined;
    if (isLive && value === undefined && scope !== undefined) {
      throw new Unknown(`${top} is not returned to this token, which may lack the scope ${scope}`, {
        isWithheld: true,
      });
    }
    for (const key of below) {
      // A placeholder for an object also stands for the properties of the object.
      if (value === unknownValue || value === notShown || isSecret(value)) break;
      if ((value ?? null) !== null && !isObject(value)) throw new Unknown(`${path} has an unexpected form`);
      value = own(value, key);
    }
    return value;
  }

  /** @throws Unknown if a value contains a placeholder */
  #shown(path: string, value: Json | undefined): Json | undefined {
    if (holdsUnknown(value)) throw new Unknown(`${path} is not known before the run`);
    if (holdsSecret(value)) throw new Unknown(`${path} is encrypted in the state`);
    if (holdsHidden(value)) throw new Unknown(`${path} is not returned to this token`);
    return value;
  }

  /** The text of a property, in the schema's letter case if the schema lists the possible texts. @throws Unknown if the list lacks the text */
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
}

/** Whether a path is that of a property, or leads to a value inside it. */
function isWithin(path: string, property: string): boolean {
  return path === property || path.startsWith(`${property}.`);
}

/** The error of a rule that reads a property which it does not name. */
function unnamed(type: TypeName, path: string): Error {
  return new Error(`a rule reads ${path} of ${definitions[type].plural}, and does not name it in paths or looksUp`);
}

/**
 * The objects of one tenant in an audit. Rules use it to look up objects other than the judged one.
 *
 * Each look-up asks whether an object exists. The objects of one stack can answer only "yes", because other stacks can have more objects.
 */
export class Others {
  readonly #objects: readonly AuditedObject[];
  readonly #unread: ReadonlySet<TypeName>;
  readonly #looksUp: LookedUp;
  readonly #views = new Map<Rule, Others>();
  /** An index of the objects by type, property and value. The part for a property is built when the property is first looked up. */
  readonly #byValue = new Map<string, Map<string, Values[]>>();
  #byType: ReadonlyMap<TypeName, readonly Values[]> | undefined;
  /** The texts in the lists of all objects of a type, by type and path of the list. */
  readonly #listed = new Map<string, ReadonlySet<string>>();
  /** Whether the objects were listed by the tenant, so that none is missing. Computed at the first use. */
  #isListing: boolean | undefined;

  /**
   * @param unread the types of which objects can be missing, for example because the tenant refused to list them
   * @param looksUp what a rule can look up. Default: nothing
   */
  constructor(objects: readonly AuditedObject[], unread: ReadonlySet<TypeName> = new Set(), looksUp: LookedUp = {}) {
    this.#objects = objects;
    this.#unread = unread;
    this.#looksUp = looksUp;
  }

  /** The objects as a rule sees them: only the types and properties that the rule names. */
  seenBy(rule: Rule): Others {
    const view = this.#views.get(rule) ?? new Others(this.#objects, this.#unread, rule.looksUp);
    this.#views.set(rule, view);
    return view;
  }

  /**
   * Whether a test is true for any object of a type.
   *
   * @throws Unknown if the test is true for no known object, and throws Unknown for one; or if objects of the type can be missing here
   */
  any(type: TypeName, test: (values: Values) => boolean): boolean {
    return anyOf(this.#of(type), test) || this.#hasNone(type);
  }

  /**
   * Whether any object of a type has a value in a property, and a test is true for that object.
   *
   * @param value undefined if it is not known, such as the id of an object
   * @param to the object to which the others refer. If the plan creates it, only objects of the same stack can refer to it
   * @throws Unknown as {@link any}; or if the value is not known
   */
  anyWith(
    type: TypeName,
    property: string,
    value: Json | undefined,
    { test = () => true, to }: { readonly test?: (values: Values) => boolean; readonly to?: Values } = {},
  ): boolean {
    if (value === undefined) throw new Unknown("the id of the object is not known");
    const named = this.#named(type, property);
    if (anyOf(named.get(String(value)) ?? [], test)) return true;
    if (named.has(unknownValue))
      throw new Unknown(`${property} of a ${definitions[type].type} is not known before the run`);
    return to?.object.isNew !== true && this.#hasNone(type);
  }

  /**
   * Whether a list of any object of a type contains a text.
   *
   * @param path the path of the list in the object
   * @throws Unknown if no known list contains the text, and one of the lists is unknown, or objects of the type can be missing here
   */
  anyLists(type: TypeName, path: string, text: string): boolean {
    const key = `${type} ${path}`;
    const known = this.#listed.get(key) ?? new Set(this.#of(type).flatMap((values) => textsOrUnknown(values, path)));
    this.#listed.set(key, known);
    if (known.has(text)) return true;
    if (known.has(unknownValue)) throw new Unknown(`${path} of a ${definitions[type].type} is not known`);
    return this.#hasNone(type);
  }

  /**
   * The only object of a type that has a value in a property. The property `id` stands for the id of the object.
   *
   * @throws Unknown if no object or several objects have the value
   */
  one(type: TypeName, property: string, value: Json): Values {
    const [found, ...more] = this.#named(type, property).get(String(value)) ?? [];
    if (found && more.length === 0) return found;
    const { plural } = definitions[type];
    throw new Unknown(
      `this audit includes ${found ? "several" : "no"} ${plural} with the ${property} that this object refers to`,
    );
  }

  /** The objects of a type. */
  #of(type: TypeName): readonly Values[] {
    this.#namesOf(type);
    this.#byType ??= Map.groupBy(
      this.#objects.flatMap((object) => {
        const names = this.#looksUp[object.type];
        return names ? [new Values(object, names)] : [];
      }),
      ({ object }) => object.type,
    );
    return this.#byType.get(type) ?? [];
  }

  /** The properties that the rule reads in objects of a type. @throws Error if the rule does not name the type */
  #namesOf(type: TypeName): readonly string[] {
    const names = this.#looksUp[type];
    if (!names) throw new Error(`a rule looks up ${definitions[type].plural}, and does not name them in looksUp`);
    return names;
  }

  /**
   * Confirms that the tenant has no object of a type besides those of this audit: every look-up that finds nothing ends here.
   *
   * @returns false
   * @throws Unknown if the objects are those of one stack, because other stacks can manage more, or if some could not be read
   */
  #hasNone(type: TypeName): false {
    const { plural, schema }: Definition = definitions[type];
    if (this.#unread.has(type)) throw new Unknown(`not all ${plural} could be read`);
    // A tenant has these settings once.
    if (typeof schema.singleton === "string" && this.#of(type).length > 0) return false;
    this.#isListing ??= this.#objects.length > 0 && this.#objects.every(({ isLive }) => isLive);
    if (!this.#isListing) throw new Unknown(`this audit does not include the ${plural} of other stacks`);
    return false;
  }

  /** The objects of a type by the values of a property. */
  #named(type: TypeName, property: string): ReadonlyMap<string, readonly Values[]> {
    const key = `${type} ${property}`;
    const known = this.#byValue.get(key) ?? this.#index(type, property);
    this.#byValue.set(key, known);
    return known;
  }

  #index(type: TypeName, property: string): Map<string, Values[]> {
    return Map.groupBy(this.#of(type), (values) =>
      String(property === "id" ? values.object.id : values.heldAt(property)),
    );
  }
}

/** Judges an object by a rule. */
export function verdictOf(rule: Rule, object: AuditedObject, others: Others): Verdict {
  try {
    return { is: rule.judge(new Values(object, rule.paths), others.seenBy(rule)) };
  } catch (error) {
    if (error instanceof Unknown) return { is: "unknown", why: error.message, isWithheld: error.isWithheld };
    throw error;
  }
}

/**
 * Whether a test is true for at least one item.
 *
 * @throws Unknown if the test is true for no item, and throws Unknown for one of them
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

/** Whether at least one condition is true. @throws Unknown if none is true, and one of them throws Unknown */
export function anyTrue(...conditions: readonly (() => boolean)[]): boolean {
  return anyOf(conditions, (condition) => condition());
}

/** Whether a condition is true for sure: false also if it throws Unknown. */
export function isSure(condition: () => boolean): boolean {
  try {
    return condition();
  } catch (error) {
    if (error instanceof Unknown) return false;
    throw error;
  }
}

/** The judgement of a rule that applies to an object: `fails` if the condition is true, and otherwise `passes`. */
export function failsIf(condition: boolean): Judgement {
  return condition ? "fails" : "passes";
}

/**
 * Whether an identifier is that of the tenant's own management API.
 *
 * The identifier contains the tenant's canonical domain, which is not the known one behind a custom domain. Therefore every identifier of the form
 * counts, unless the real one is known for sure: a rule must not pass because the domain of the tenant is unknown, or forged in a plan.
 */
export function isManagementApi({ object }: Values, identifier: Json): boolean {
  const { tenant, managementApi } = object;
  if (identifier === managementApi) return true;
  // The scheme is http for a tenant at a loopback address, such as the emulator.
  const host = /^https?:\/\/([^/]+)\/api\/v2\/$/.exec(String(identifier))?.[1];
  return host !== undefined && (host === tenant || managementApi === undefined);
}

function textsIn(value: Json): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

/**
 * Returns a value that must be a text.
 *
 * @param name the name of the value in the error message
 * @throws Unknown if the value is not a text
 */
export function textOf(name: string, value: Json): string {
  if (typeof value !== "string") throw new Unknown(`${name} has an unexpected form`);
  return value;
}

/**
 * Parses a date and time.
 *
 * @returns the milliseconds since 1970
 * @throws Unknown if the text is not a date and time
 */
export function timeOf(path: string, text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Unknown(`${path} is not a date and time`);
  return time;
}

/**
 * Returns the one of the known texts that equals a text, ignoring case.
 *
 * @throws Unknown if no known text equals the text
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

/** The texts of a list; only the placeholder for unknown values if the list is unknown. */
function textsOrUnknown(values: Values, path: string): readonly string[] {
  try {
    return values.find(path, "texts") ?? [];
  } catch (error) {
    if (error instanceof Unknown) return [unknownValue];
    throw error;
  }
}
