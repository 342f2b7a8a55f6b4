import { sanitize, type TenantClient } from "../client/index.ts";
import { problemsOf } from "../lifecycle/checks/validate.ts";
import { Lifecycle } from "../lifecycle/lifecycle.ts";
import { inputsOf } from "../lifecycle/outputs.ts";
import { EngineRun } from "../lifecycle/program/engine-run.ts";
import { markAt } from "../lifecycle/program/marks.ts";
import type { ResourceType, Target } from "../lifecycle/resource-type.ts";
import { plannedCreation, saved } from "../lifecycle/write.ts";
import type { Definition } from "../schema/definition.ts";
import {
  byText,
  covers,
  describePath,
  equal,
  isEmptyObject,
  isObject,
  isPortable,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  type Path,
  put,
  toPointer,
  valueAt,
} from "../schema/json.ts";
import { providerCode, providerKey, secretsKey, typeToken } from "../schema/provider-code.ts";
import {
  type Clear,
  type Field,
  type Fields,
  hintsAt,
  isAtTop,
  type ObjectField,
  pathRulesOf,
  type Schema,
} from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/find.ts";
import { same } from "../state/canonical.ts";
import { Draft, isCollection, type Leaf, leavesOf } from "../state/leaves.ts";
import { planChange } from "../state/plan.ts";
import { readRecord } from "../state/record.ts";
import { inPlain, secretPaths } from "../state/secrets.ts";
import { classesReferringTo, definitions, type TypeName } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import type { ImportRules } from "../types/tool-data.ts";
import { tools } from "../types/tools.made.ts";
import type { InventoryItem } from "./inventory.ts";

/** A secret value in the arguments of a resource. */
export interface SecretValue {
  /** The path in the arguments, as a JSON pointer. */
  readonly pointer: string;
  readonly value: Json;
}

/** An object as a resource: its declaration in the program and its entry in the state. */
export interface ImportedResource {
  readonly item: InventoryItem;
  /** The type token. */
  readonly type: string;
  /** The declared arguments, secrets in plain text. */
  readonly args: JsonObject;
  /** The secrets in the arguments. The program reads them from the stack's configuration. */
  readonly secrets: readonly SecretValue[];
  readonly notes: readonly Note[];
  /** Inputs and outputs in the form of the state, with secrets in their envelopes. */
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  /** Whether the program sets Pulumi's `protect` option, because a deletion would lose data, such as users. */
  readonly isProtected: boolean;
}

/** The tenant and the options of an import. */
export interface Importing {
  readonly client: TenantClient;
  readonly target: Target;
  /** Reads a configuration value in the namespace `tenant`, as the provider does when it manages the resources. */
  readonly config: (key: string) => string | undefined;
  /** Whether the program also declares values that equal a new object's defaults. */
  readonly all: boolean;
}

/** An object cannot be imported. The message is the reason, for users. */
export class NotImportable extends Error {
  override readonly name = "NotImportable";
}

const maxAttempts = 20;

/** A resource type whose `read` returns objects that the inventory has already read, and the lifecycle that checks their resources. */
interface ImportedType {
  readonly type: ResourceType;
  readonly lifecycle: Lifecycle;
  /** The objects as read from the tenant, by id. */
  readonly objects: Map<string, JsonObject>;
}

/** Converts objects of the tenant into resources: declarations in a program, with matching entries in the state. */
export class Importer {
  readonly #importing: Importing;
  /** The declarations of this import only, separate from other imports of the process. */
  readonly #run = new EngineRun(classesReferringTo);
  readonly #types = new Map<TypeName, ImportedType>();

  constructor(importing: Importing) {
    this.#importing = importing;
  }

  /**
   * Converts an object into a resource. The inputs are checked, and the state is built, as in a create that returned this object. Then `diff`
   * has to report no change. A property that would change is left out of the declaration, and a note says why. `read` has to report no
   * change, either.
   *
   * @throws NotImportable if a property that would change is required or identifies the object, or if `read` reports a change
   */
  async import(item: InventoryItem): Promise<ImportedResource> {
    const imported = this.#importedType(item.type);
    const { fields } = imported.type.schema;
    imported.objects.set(item.id, item.properties);
    const refused = new Map<string, string>();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const made = await make(item, imported, this.#importing, refused);
      if ("resource" in made) return made.resource;
      for (const [name, why] of made.refused) {
        if (!Object.hasOwn(fields, name) || fields[name]?.forceNew || fields[name]?.required || refused.has(name)) {
          throw new NotImportable(`${name}: ${why}`);
        }
        refused.set(name, why);
      }
    }
    throw new NotImportable("its properties contradict each other");
  }

  #importedType(name: TypeName): ImportedType {
    const found = this.#types.get(name);
    if (found) return found;
    const { client, config } = this.#importing;
    const objects = new Map<string, JsonObject>();
    const original: ResourceType = resourceTypes[name];
    const type: ResourceType = {
      ...original,
      isAccepted: true,
      warnings: () => [],
      needs: () => [],
      // The object exists already, so its current values serve as the old inputs.
      rules: (args, of) => original.rules(args, of, args),
      read: (_, id) => Promise.resolve(objects.get(id)),
    };
    const lifecycle = new Lifecycle(type, () => client, this.#run);
    const get = (key: string) => config(key.replace("tenant:", ""));
    void lifecycle.configure({ config: { get, require: (key) => get(key) ?? "" } });
    const imported = { type, lifecycle, objects };
    this.#types.set(name, imported);
    return imported;
  }
}

/** Either the resource, or the properties that must not be declared because they would cause a change, by name and with the reason. */
type Made = { readonly resource: ImportedResource } | { readonly refused: ReadonlyMap<string, string> };

async function make(
  item: InventoryItem,
  { type, lifecycle }: ImportedType,
  { client, target, all }: Importing,
  refused: ReadonlyMap<string, string>,
): Promise<Made> {
  const { schema } = type;
  const { args, notes } = declarationOf(schema, tools[item.type].importRules ?? {}, item.properties, {
    all,
    refused,
    members: item.members,
    isTransient: definitions[item.type].listing?.isTransient,
  });
  const problems = [...problemsOf(type.schema, args, args), ...type.rules(args, target, {})];
  if (problems.length > 0) {
    const why = (says: string) => `the tenant's value is no longer accepted: it ${says}`;
    return { refused: new Map(problems.map(({ path, says }) => [String(path[0]), why(says)])) };
  }
  const secrets = secretsOf(type, args);
  const marked = secrets.length > 0 && { [secretsKey]: secrets.map(({ pointer }) => pointer) };
  const { inputs, failures } = await lifecycle.check({}, { ...args, ...marked });
  const [failure] = failures ?? [];
  if (failure) throw new NotImportable(sanitize(failure.reason));

  const plainInputs = inPlain(inputs as JsonObject);
  const { outs } = saved(
    { type, service: client, mark: markAt(Date.now() * 1_000) },
    plannedCreation({ type }, plainInputs),
    {
      how: "done",
      id: item.id,
      seen: { live: item.properties },
    },
  );
  const plainOutputs = inPlain(outs);
  const { changes } = await lifecycle.diff(item.id, plainOutputs, plainInputs);
  if (changes !== false) return { refused: different(type, item.id, plainOutputs, plainInputs) };
  const read = await lifecycle.read(item.id, plainOutputs);
  const isStable =
    equal(inPlain(read.props as JsonObject), plainOutputs) && equal(inputsOf(schema, plainOutputs), plainInputs);
  if (!isStable) throw new NotImportable("the next refresh would report it as changed");

  // The short provider code suffices: the user's project depends on the package. Only Yarn's Plug'n'Play needs the longer code to find the package.
  const code = { [providerKey]: providerCode(item.type, process.versions.pnp === undefined) };
  const resource: ImportedResource = {
    item,
    type: typeToken(definitions[item.type].type),
    args,
    secrets,
    notes,
    inputs: { ...(inputs as JsonObject), ...code },
    outputs: { ...outs, ...code },
    isProtected: definitions[item.type].isProtected?.(args) ?? false,
  };
  return { resource };
}

/** The properties for which `diff` would report a change directly after the import, each with the reason. */
function different(
  type: ResourceType,
  id: string,
  outputs: JsonObject,
  inputs: JsonObject,
): ReadonlyMap<string, string> {
  const record = readRecord(id, outputs) ?? { paths: [], unsure: [] };
  const { replaces, changed, removed } = planChange(type.schema, outputs, record, inputs);
  const names = [...replaces, ...[...changed, ...removed].map(({ path }) => path[0] ?? "")];
  if (names.length === 0) throw new NotImportable("the first `pulumi up` would change its state");
  return new Map(
    names.map((name) => [
      name,
      "the preview would show a difference between the declared value and the tenant's value",
    ]),
  );
}

/** The values that the program reads from the stack's configuration: those documented as secret, and those that look like secrets. */
function secretsOf(type: ResourceType, args: JsonObject): readonly SecretValue[] {
  return secretPaths(type.schema.fields, args)
    .flatMap((path) => leavesBelow(path, valueAt(args, path) ?? null))
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => byText(a.pointer, b.pointer));
}

/** The leaf values below a path. An array counts as one value, because the engine marks a whole array as secret if one element is. */
function leavesBelow(path: Path, value: Json): readonly SecretValue[] {
  if (!isObject(value)) return [{ pointer: toPointer(path), value }];
  return Object.entries(value).flatMap(([key, item]) => leavesBelow([...path, key], item));
}

/** The reason why the program does not declare a property that the object has, or may have. */
interface Note {
  /** The path of the property. May contain untrusted text. */
  readonly place: string;
  /** The reason, and what to do, as a sentence without a full stop. */
  readonly why: string;
}

/** The declaration of an object in a program. */
interface Declaration {
  readonly args: JsonObject;
  readonly notes: readonly Note[];
}

/** Options that determine which properties of an object are declared. */
interface Choice {
  /** Whether values that equal a new object's defaults are declared, too. */
  readonly all: boolean;
  /** The properties that must not be declared, each with the reason. */
  readonly refused: ReadonlyMap<string, string>;
  /** The members of a set or a map that are declared non-exclusively. Absent: all members, exclusively. */
  readonly members?: readonly string[] | undefined;
  /** Whether members are added and removed at run time, so that a list is never complete. Default: false. */
  readonly isTransient?: boolean | undefined;
}

const [never, foreign, masked] = [
  "the tenant never returns the value; to manage the property, declare its value",
  "Pulumi cannot store the value unchanged",
  "the tenant returns only a mask of the value to this token; to manage the property, declare its value",
];

/** The declaration of an object. It contains values that differ from the defaults, that identify the object, or that affect security. */
export function declarationOf(schema: Schema, rules: ImportRules, live: JsonObject, choice: Choice): Declaration {
  return new Declaring(schema, rules, live, choice).declaration();
}

class Declaring {
  readonly #schema: Schema;
  readonly #rules: ImportRules;
  readonly #live: JsonObject;
  readonly #choice: Choice;
  readonly #notes: Note[] = [];

  constructor(schema: Schema, rules: ImportRules, live: JsonObject, choice: Choice) {
    this.#schema = schema;
    this.#rules = rules;
    this.#live = live;
    this.#choice = choice;
  }

  declaration(): Declaration {
    const args = this.#declared(this.#schema.fields, { ...this.#rules.implied, ...this.#live }, []);
    for (const { path, why = never } of this.#rules.unseen?.(this.#live, args) ?? []) this.#note(path, why);
    return { args: { ...args, ...this.#exclusiveness(args) }, notes: this.#notes };
  }

  /** The arguments that say whether sets are exclusive, as far as they differ from their defaults. */
  #exclusiveness(args: JsonObject): JsonObject {
    const said: MutableJsonObject = {};
    const isExclusive = this.#choice.members === undefined && this.#choice.isTransient !== true;
    for (const [name, field] of Object.entries(this.#schema.fields)) {
      if (!isCollection(field) || !field.exclusive || own(args, name) === undefined) continue;
      if (field.exclusive.default !== isExclusive) put(said, field.exclusive.argument, isExclusive);
    }
    return said;
  }

  #declared(fields: Fields, live: JsonObject, above: Path): JsonObject {
    const kept: MutableJsonObject = {};
    for (const [name, field] of Object.entries(fields)) {
      const value = own(live, name);
      if (value === undefined || value === null || field.computed) continue;
      const path = [...above, name];
      const form = this.#chosen(field, this.#taken(field, value), path);
      if (form !== undefined) put(kept, name, form);
    }
    return kept;
  }

  /** A set or map reduced to the chosen members, because other stacks or tools manage the remaining ones. Other values are returned unchanged. */
  #taken(field: Field, value: Json): Json {
    const { members } = this.#choice;
    if (!members || !isCollection(field) || field.exclusive === undefined) return value;
    const isTaken = (member: Json) => members.some((one) => one === member);
    if (Array.isArray(value)) return value.filter(isTaken);
    return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => isTaken(key))) : value;
  }

  #chosen(field: Field, value: Json, path: Path): Json | undefined {
    const refusal = path.length === 1 ? this.#choice.refused.get(path[0] ?? "") : undefined;
    if (refusal !== undefined) return this.#note(path, refusal);
    if (field.kind === "object" && isObject(value)) return this.#object(field, value, path);
    // The names alone are readable: without names, there are no values.
    if (field.kind === "map" && field.sealed && isEmptyObject(value)) return undefined;
    // The API returns something else in its place, such as the ids of keys.
    if (field.reads?.how === "never" && !field.required) return this.#noteUnread(path);
    // Undocumented properties are declared only with `--all`, because it is unknown whether a program can set them.
    if (isAtTop(field) && !this.#choice.all) return undefined;
    if (field.kind === "document" && isObject(value)) return this.#document(field, value, path);
    if (value === notShown) return this.#note(path, masked);
    if (!isHeld(value)) return this.#note(path, foreign);
    if (field.kind === "map" && field.sealed) return this.#noteUnread(path);
    if (field.forceNew || field.required || this.#choice.all) return value;
    if (this.#rules.isConsequence?.(path, value, this.#live)) return undefined;
    if (this.#decidesAboutSecurity(path) && !isLeftToOthers(field, value)) return value;
    return isDefault(field, value, path, { rules: this.#rules, live: this.#live }) ? undefined : value;
  }

  /** An object with the properties that are declared, and with those that its schema requires as soon as one is declared. */
  #object({ fields, merges }: ObjectField, value: JsonObject, path: Path): Json | undefined {
    if (holdsUnread(fields) || (!merges && holdsSealed(fields))) return this.#noteUnread(path);
    const optional = Object.fromEntries(
      Object.entries(fields).map(([name, { required: _, ...field }]) => [name, field as Field]),
    );
    const declared = this.#declared(optional, value, path);
    if (Object.keys(declared).length === 0) return undefined;
    const required = Object.entries(value).filter(([name]) => Object.hasOwn(fields, name) && fields[name]?.required);
    return { ...Object.fromEntries(required), ...declared };
  }

  #document(field: Field, value: JsonObject, path: Path): Json | undefined {
    const kept = new Draft();
    const [name = ""] = path;
    for (const { path: found, value: item } of leavesOf({ [name]: field }, { [name]: value })) {
      const inside = found.slice(1);
      if (inside.length === 0) continue;
      const leaf = { path: [...path, ...inside], value: item };
      if (pathRulesOf(field, leaf.path, this.#live).reads?.how === "never") {
        this.#noteUnread(leaf.path);
      } else if (leaf.value === notShown) this.#note(leaf.path, masked);
      // An empty text in place of a secret means that no secret is set. The text is not declared, and an update sends it back unchanged.
      else if (leaf.value === "" && this.#isSecret(leaf.path)) continue;
      else if (!isHeld(leaf.value) || !inside.every(isHeldKey)) this.#note(leaf.path, foreign);
      else if (this.#isWritten(leaf)) kept.put(inside, leaf.value);
    }
    return Object.keys(kept.root).length > 0 ? kept.root : undefined;
  }

  #isSecret(path: Path): boolean {
    return secretPaths(this.#schema.fields, this.#live).some((secret) => covers(secret, path));
  }

  /** Whether a value in a document is declared. */
  #isWritten({ path, value }: Pick<Leaf, "path" | "value">): boolean {
    if (this.#rules.isDerived?.(path, value, this.#live)) return false;
    if (this.#choice.all) return true;
    if (this.#rules.isConsequence?.(path, value, this.#live)) return false;
    return this.#decidesAboutSecurity(path) || !this.#rules.isFresh?.(path, value, this.#live);
  }

  #decidesAboutSecurity(path: Path): boolean {
    return hintsAt(this.#schema.fields, path, this.#live).safeguard !== undefined;
  }

  #noteUnread(path: Path): undefined {
    return this.#note(path, this.#rules.whyUnread?.(path, this.#live) ?? never);
  }

  #note(path: Path, why: string): undefined {
    this.#notes.push({ place: describePath(path), why });
  }
}

/** The sets and maps of objects to which resources of another type can add elements, such as the clients of a connection. */
const sharedFields: readonly (Field | undefined)[] = Object.values<Definition>(definitions).map(
  ({ elementsOf }) => elementsOf?.whole.schema.fields[elementsOf.property],
);

/** Whether a value is an empty set or map to which other stacks can add elements. If the program declared it, the next run would remove these. */
function isLeftToOthers(field: Field, value: Json): boolean {
  return sharedFields.includes(field) && (Array.isArray(value) ? value.length === 0 : isEmptyObject(value));
}

/** Whether a new object has this value by default, so that a program without the property has the same effect. */
export function isDefault(
  field: Field,
  value: Json,
  path: Path,
  { rules, live }: { readonly rules: ImportRules; readonly live: JsonObject },
): boolean {
  const defaults = [field.absent, defaultOf(field.clear, live)];
  const isFresh = defaults.some((fresh) => fresh !== undefined && same(field, value, fresh));
  return isFresh || rules.isFresh?.(path, value, live) === true || rules.isConsequence?.(path, value, live) === true;
}

function defaultOf(clear: Clear | undefined, live: JsonObject): Json | undefined {
  if (clear?.how === "default") return clear.value;
  if (clear?.how !== "like") return undefined;
  const value = own(live, clear.property) ?? null;
  return clear.as === "list" ? [value] : value;
}

/** Whether the API never returns a required property of an object, so that an import cannot declare the object. */
function holdsUnread(fields: Fields): boolean {
  return Object.values(fields).some(
    (field) =>
      field.required && (field.reads?.how === "never" || (field.kind === "object" && holdsUnread(field.fields))),
  );
}

/** Whether a property of an object is write-only. An update that replaces the whole object needs its value, which an import does not know. */
function holdsSealed(fields: Fields): boolean {
  return Object.values(fields).some((field) => field.kind === "string" && field.sealed);
}

/** Whether Pulumi's engine stores a value unchanged. */
function isHeld(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed() && isPortable(value);
  if (typeof value !== "object" || value === null) return true;
  return isPortable(value) && Object.entries(value).every(([key, item]) => isHeldKey(key) && isHeld(item));
}

function isHeldKey(key: string): boolean {
  return key !== "__proto__" && key.isWellFormed();
}
