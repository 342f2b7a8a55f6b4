import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { types } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { configurationWarnings } from "../client/configuration.ts";
import { type Definition, idNameOf } from "../schema/definition.ts";
import { isObject, type Json, type JsonObject, type Path, plain, toPointer } from "../schema/json.ts";
import { programFormOf } from "../schema/program-forms.ts";
import { objectPath } from "../schema/property-path.ts";
import {
  besideKey,
  deletedFirstKey,
  guardKey,
  handlerOf,
  ignoredKey,
  linksKey,
  nameKey,
  previewKey,
  providerCode,
  providerKey,
  recordKey,
  secretsKey,
  typeToken,
} from "../schema/provider-code.ts";
import { wireName } from "../schema/schema.ts";
import { type Secrecy, secrecyOfElementIn } from "../schema/secrecy/by-path.ts";
import { holdsSecret, isSecretText } from "../schema/secrecy/find.ts";
import { withUndocumented } from "../schema/undocumented.ts";
import { readRecord } from "../state/record.ts";
import { isUnconfirmed } from "../state/references.ts";
import { secrecyOfFields } from "../state/secrets.ts";
import { declaredBeside, linksOf, noteDeclared, refuseTwin } from "./declared.ts";
import { checkUnderMocks, failOnce, inside } from "./inside.ts";
import { readableTraces } from "./traces.ts";

/** A resource class of this package. */
type Class = (new (
  name: string,
  args: never,
  opts?: pulumi.CustomResourceOptions,
) => TenantResource) & {
  readonly typeToken: string;
};

/**
 * The base class of all resources of this package.
 *
 * It does not extend `pulumi.dynamic.Resource`, because that class saves the provider's source code with every resource. Instead, this class saves a
 * constant text that names this package. So the state stays small, an upgrade takes effect at once, and a refresh never runs old code.
 *
 * A subclass declares its outputs with `declare readonly`: a real field would overwrite the output with undefined. Every property of the
 * subclass's schema is an output; secret properties are secret outputs.
 */
export abstract class TenantResource extends pulumi.CustomResource {
  /** @param args the arguments; empty for a resource that is only read (`get`) */
  constructor(definition: Definition, name: string, args: pulumi.Inputs, opts: pulumi.CustomResourceOptions) {
    const { type } = definition;
    if (opts.import !== undefined) throw new pulumi.RunError(importRefused(type, name));
    refuseOutput(type, name, args);
    warnOfConfiguration();
    const mocked = checkUnderMocks();
    const handler = handlerOf(type);
    // For a resource that is only read (`get`), the engine does not call the provider's check.
    const isChecked = opts.id === undefined && !mocked;
    const label = isChecked ? uniqueName(type, name) : undefined;
    if (label !== undefined) refuseTwin(definition, label, args, opts);
    const beside = declaredBeside(definition, args);
    const links = pulumi.runtime.isDryRun() && label !== undefined ? linksOf(definition, args) : undefined;
    const safe = guarded(definition, args, opts);
    const ignored = ignoredIn(definition, opts);
    const props = {
      ...propsOf(definition, name, args),
      ...(pulumi.runtime.isDryRun() && { [previewKey]: true }),
      ...(links !== undefined && { [linksKey]: links }),
      ...(opts.deleteBeforeReplace && { [deletedFirstKey]: true }),
      ...(label !== undefined && { [nameKey]: [label, namesOfRun().origin] }),
      ...(beside !== undefined && { [besideKey]: beside }),
      ...(safe !== opts && { [guardKey]: true }),
      ...(ignored.length > 0 && { [ignoredKey]: ignored }),
      [providerKey]: providerCode(handler, isNear()),
    };
    const declaration = new Error();
    const { stackTraceLimit, prepareStackTrace } = Error;
    try {
      Error.prepareStackTrace = readableTraces(prepareStackTrace);
      // The SDK records a stack trace for each of the four promises of every output, and source maps make that slow. The traces serve only the search
      // for promise leaks. The source positions in the state are not affected, because the SDK sets its own limit for them.
      if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
      super(typeToken(type), name, props, safe);
    } catch (error) {
      throw locate(error, declaration);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
      Error.prepareStackTrace = prepareStackTrace;
    }
    // The SDK creates the error of a failed registration within its constructor. The limit above applies to this error, too, so it has no stack
    // trace, and `locate` adds the one of the declaration.
    inside(this.urn).isKnown.catch((error) => locate(error, declaration));
    if (mocked) failOnce(this);
    giveTenantId(this, definition, name);
    formOutputs(this, definition);
    if (label !== undefined) noteDeclared(this, { type, label, args });
  }

  /**
   * Reads an object that this program does not manage. If there is no such object, the run fails. The resource is never protected.
   *
   * @param id the id of the resource, as documented at the class
   */
  static get<C extends Class>(
    this: C,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts: pulumi.CustomResourceOptions = {},
  ): InstanceType<C> {
    return new this(name, {} as never, { ...opts, id }) as InstanceType<C>;
  }

  /**
   * Whether an object is an instance of this class, from any installed copy of this package. This is a getter that returns a function, because policy
   * packs call the function without the class as `this`.
   */
  static override get isInstance(): <C extends Class>(this: C, object: unknown) => object is InstanceType<C> {
    // biome-ignore lint/complexity/noThisInStatic: `this` is the subclass whose getter is read
    const { typeToken } = this as unknown as Class;
    return <C extends Class>(object: unknown): object is InstanceType<C> =>
      isObject(object) && typeToken !== undefined && object.__pulumiType === typeToken;
  }
}

/** Gives sets the form that they have in programs: the engine has their elements. */
function formOutputs(resource: pulumi.Resource, { schema }: Definition): void {
  const outputs = resource as unknown as Record<string, pulumi.Output<unknown>>;
  for (const [name, field] of Object.entries(schema.fields)) {
    const inForm = programFormOf(field);
    if (inForm) outputs[name] = (outputs[name] as pulumi.Output<Json>).apply(inForm);
  }
}

/**
 * The properties to register: the arguments with secrets marked, each output with the value undefined, and the paths of the secrets.
 *
 * @throws RunError if an argument contains itself, or a value whose content the SDK would lose
 */
function propsOf(definition: Definition, resource: string, args: pulumi.Inputs): pulumi.Inputs {
  const { fields } = withUndocumented(definition).schema;
  const declared = { ...args };
  // The SDK creates an output for each property that it receives, including undefined ones, and drops all other properties in the engine's response.
  // So all outputs must be created now, and not only when a program reads them.
  const names = Object.keys(fields).filter((name) => !isTheId(definition, name));
  const outputs = Object.fromEntries([...names, recordKey].map((name) => [name, undefined]));
  try {
    const marked = markSecrets(declared, secrecyOfFields(fields, declared as JsonObject)) as pulumi.Inputs;
    // Every secret of a program is an output, so the search runs only if an argument contains an output or a promise.
    return { ...outputs, ...marked, ...(holdsLater(declared) && { [secretsKey]: secretPaths(declared) }) };
  } catch (error) {
    if (error instanceof LostContent) throw new pulumi.RunError(`${definition.type} "${resource}": ${error.message}`);
    // The functions above are recursive, so an argument that contains itself exceeds the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new pulumi.RunError(
      `${definition.type} "${resource}": an argument contains itself, so it has no end. Declare a copy without that reference.`,
    );
  }
}

/**
 * Refuses arguments that are an output or a promise as a whole: the provider's checks have to know which properties are declared. TypeScript accepts
 * an output, because an output has the properties of its value.
 */
function refuseOutput(type: string, name: string, args: unknown): void {
  const what = pulumi.Output.isInstance(args) ? "an output" : args instanceof Promise && "a promise";
  if (!what) return;
  throw new pulumi.RunError(
    `${type} "${name}": the arguments are ${what}, so the provider cannot tell which properties are declared. Declare an object. Its properties can be ` +
      "outputs, for example `{ name: settings.name }`.",
  );
}

function importRefused(type: string, name: string): string {
  return (
    `${type} "${name}": the \`import\` option does not work for a dynamic resource, because the engine reads the object before ` +
    "it knows the provider. To manage an existing object, declare it with `adopt: true` (or set TENANT_ADOPT=true for " +
    `one run); to only read it, use \`${type}.get\`.`
  );
}

/** Returns the given error. If the error has no stack trace, the stack trace of the resource's declaration is added. */
function locate(error: unknown, declaration: Error): unknown {
  if (error instanceof Error && !error.stack?.includes("\n    at ")) {
    error.stack = `${error}${declaration.stack?.replace(/^.*/, "")}`;
  }
  return error;
}

/** The engines of the runs whose configuration was checked already. Pulumi's Automation API makes several runs in one process. */
const looked = new WeakSet<object>();

/** A function of `pulumi.runtime` that the SDK's type declarations do not contain. */
interface SecretKeys {
  isConfigSecret?(key: string): boolean;
}

/**
 * Warns of suspicious values in the stack configuration, once in a run. The warning comes from the program, because only the program can see which
 * values are encrypted.
 */
export function warnOfConfiguration(): void {
  const engine = pulumi.runtime.getMonitor();
  if (!engine || looked.has(engine)) return;
  looked.add(engine);
  const { isConfigSecret = () => true } = pulumi.runtime as SecretKeys;
  for (const warning of configurationWarnings(pulumi.runtime.allConfig(), isConfigSecret))
    void pulumi.log.warn(warning);
}

/**
 * The resource options with the deletion guard: `protect: true` for a resource whose deletion would lose data, unless the program sets `protect`. A
 * resource that is only read (`get`) is never protected. If an output decides whether a deletion would lose data, the resource is protected, because
 * the value of the output is not known at the registration.
 */
export function guarded(
  { isProtected }: Definition,
  args: pulumi.Inputs,
  opts: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  const isFree = opts.protect === undefined && opts.id === undefined;
  return isFree && isProtected?.((args ?? {}) as JsonObject) ? { ...opts, protect: true } : opts;
}

/** The paths that the program lists in `ignoreChanges`. The provider has to know them: see {@link ignoredKey}. */
function ignoredIn(definition: Definition, { ignoreChanges = [] }: pulumi.CustomResourceOptions): readonly string[] {
  const names = Object.keys(withUndocumented(definition).schema.fields);
  const paths = ignoreChanges.flatMap((text) => (text === "*" ? names.map((name) => [name]) : [objectPath(text)]));
  const known = paths.filter(([name = ""]) => names.includes(name));
  return [...new Set(known.map((path) => toPointer(path).slice(1)))];
}

const found = new Map<string, boolean>();

/**
 * Whether a plain `require` in a folder finds this package. The SDK's host calls `require` in the program's folder. Yarn's Plug'n'Play finds packages
 * by its own rules, so with it the result is always false.
 */
export function isNear(folder = process.cwd()): boolean {
  const known = found.get(folder) ?? (process.versions.pnp === undefined && isFoundFrom(folder));
  found.set(folder, known);
  return known;
}

function isFoundFrom(folder: string): boolean {
  try {
    createRequire(join(folder, "index.js")).resolve("pulumi-tenant/host");
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns a copy of a value in which all documented secrets, and all values that look secret, are marked as secrets, even if the program did not
 * mark them.
 *
 * A promise stays a promise, and an output stays an output. If the documentation or a name shows that its value may contain a secret, the value is
 * marked as soon as it is known. Other promises and outputs are returned unchanged, because the provider's check examines all values.
 */
export function markSecrets(value: unknown, secrecy: Secrecy): unknown {
  return mark(value, secrecy, "", false);
}

/** @param isBelow whether the name of a containing property looks secret */
function mark(value: unknown, secrecy: Secrecy, name: string, isBelow: boolean): unknown {
  if (value === undefined || value === null) return value;
  if (secrecy.isSecret) return pulumi.secret(value);
  const isHolder = secrecy.holdsSecrets && isPlainObject(value);
  const isNamed = isBelow || secrecy.typoOf !== undefined || (secrecy.looksSecret && !isHolder);
  if (pulumi.Output.isInstance<unknown>(value) || value instanceof Promise) {
    if (!isNamed && !secrecy.holdsSecrets) return value;
    const marked = (known: unknown) => mark(known, secrecy, name, isBelow);
    return value instanceof Promise ? value.then(marked) : value.apply(marked);
  }
  if (Array.isArray(value)) return value.map((item) => mark(item, secrecyOfElementIn(secrecy), name, isNamed));
  if (!isPlainObject(value)) {
    refuseLost(value, name);
    return isSecret(value, name, secrecy, isNamed) ? pulumi.secret(value) : value;
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const below = secrecy.below(key);
    return [key, below ? mark(item, below, key, isNamed) : item];
  });
  const copy = Object.fromEntries(entries);
  // The SDK makes a text of every argument that is no output. JavaScript cannot do that with an object whose `toString` is no function, such as metadata.
  return Object.hasOwn(copy, "toString") ? pulumi.output(copy) : copy;
}

function isSecret(value: unknown, name: string, secrecy: Secrecy, isNamed: boolean): boolean {
  // Objects that are not plain, such as resources, stay unchanged: the SDK serializes them.
  if (typeof value === "object") return false;
  return isNamed ? holdsSecret(value, name) : typeof value === "string" && isSecretText(value, secrecy);
}

/** The error for a value that the SDK would register as an empty object. */
class LostContent extends Error {}

/** The kinds of values that the SDK would register as empty objects, each with what to declare instead. */
const lostKinds: readonly (readonly [kind: string, isOfKind: (value: unknown) => boolean, instead: string])[] = [
  ["Date", types.isDate, "a text, such as `date.toISOString()`"],
  ["Map", types.isMap, "an object, such as `Object.fromEntries(map)`"],
  ["Set", types.isSet, "an array, such as `[...set]`"],
  ["RegExp", types.isRegExp, "a text, such as `pattern.source`"],
  ["BigInt", (value) => typeof value === "bigint", "a number or a text"],
];

function refuseLost(value: unknown, name: string): void {
  const why = whyLost(value, name);
  if (why !== undefined) throw new LostContent(`${why}.`);
}

/** The reason why the SDK would lose the content of a value, and what to declare instead, without a full stop; undefined if it keeps the value. */
export function whyLost(value: unknown, name: string): string | undefined {
  if (typeof value !== "object" && typeof value !== "bigint") return undefined;
  const [kind, , instead] = lostKinds.find(([, isOfKind]) => isOfKind(value)) ?? [];
  if (kind === undefined) return undefined;
  return `"${name}" is a ${kind}, which Pulumi registers as an empty object. Declare ${instead}`;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * The paths of a program's secret values: the sorted JSON pointers (RFC 6901) of all secret outputs in the arguments, at any depth; undefined if
 * there are none. The result itself is not secret.
 *
 * A dynamic provider receives its inputs in plain text and cannot see which of them the program marked as secret. So the program sends it these
 * pointers. The engine makes a whole array secret if one element is secret, so the pointer then refers to the array.
 */
export function secretPaths(args: pulumi.Inputs): pulumi.Output<string[] | undefined> {
  return pulumi.output(find(args));
}

/** Whether a value is or contains a promise or an output. The result is also true for an object that is not plain, because it may contain one. */
function holdsLater(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsLater);
  return Object.getPrototypeOf(value) !== Object.prototype || Object.values(value).some(holdsLater);
}

async function find(args: pulumi.Inputs): Promise<string[] | undefined> {
  try {
    // The SDK's own marshalling waits for promises and outputs and marks secrets, including unknown ones. So the search finds exactly the values
    // that are secret for the engine.
    const pointers = pointersIn(await pulumi.runtime.serializeProperties("secret paths", args), []);
    return pointers.length > 0 ? pointers.sort() : undefined;
  } catch {
    // The registration fails for the same reason, with a better message.
    return undefined;
  }
}

function pointersIn(value: unknown, path: Path): string[] {
  if (pulumi.runtime.isRpcSecret(value)) return [toPointer(path)];
  if (Array.isArray(value)) return value.some((item) => pointersIn(item, path).length > 0) ? [toPointer(path)] : [];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => pointersIn(item, [...path, key]));
}

/** Whether a property is computed and always equal to the object's id. */
function isTheId(definition: Definition, name: string): boolean {
  const field = definition.schema.fields[name];
  return field?.computed === true && wireName(name, field) === idNameOf(definition);
}

/**
 * Defines `id`, and each property that is always equal to the id, as the id of the object at the tenant. If such a property were a separate output,
 * it would be unknown in the preview of every update.
 *
 * If the response to the creation was lost, the state contains a provisional id. A program never receives the provisional id: reading the id fails
 * until a run has found the object. From then on, the record in the state contains the tenant's id.
 */
function giveTenantId(resource: pulumi.CustomResource, definition: Definition, name: string): void {
  const { id } = resource;
  const { [recordKey]: record } = resource as unknown as Readonly<Record<string, pulumi.Output<unknown>>>;
  let given: pulumi.Output<pulumi.ID> | undefined;
  // The output is created when the id is first read, because outputs are expensive and few programs read the ids of many resources.
  const get = () => {
    given ??= id.apply((known) => (isUnconfirmed(known) && record ? confirmed(known, record) : pulumi.output(known)));
    return given;
  };
  delete (resource as unknown as Record<string, unknown>)[recordKey];
  const names = Object.keys(definition.schema.fields).filter((property) => isTheId(definition, property));
  for (const property of ["id", ...names]) {
    Object.defineProperty(resource, property, { get, enumerable: true, configurable: true });
  }

  function confirmed(known: string, inState: pulumi.Output<unknown>): pulumi.Output<string> {
    return pulumi.unsecret(inState).apply((value) => {
      const found = readRecord(known, plain({ [recordKey]: value }) as JsonObject);
      if (found?.standing.at === "tenant" && !isUnconfirmed(found.standing.id)) return found.standing.id;
      throw new pulumi.RunError(
        `${definition.type} "${name}" has no id yet: the response to its creation was lost, and no run has looked up the object since. ` +
          "Run `pulumi up --refresh`: it creates the object if the tenant does not have it, and otherwise says what to do.",
      );
    });
  }
}

/** The names of the resources that this copy of the package has declared in one run. */
interface Names {
  /**
   * Distinguishes these names from equal ones of the same run. Other programs have names of their own: each remote component, and each copy of the
   * package that is installed.
   */
  readonly origin: string;
  /** The number of resources by type and name. */
  readonly counts: Map<string, number>;
}

/** The names of each run. Pulumi's Automation API makes several runs in one process. */
const names = new WeakMap<object, Names>();

function namesOfRun(): Names {
  const engine = pulumi.runtime.getMonitor() ?? names;
  const known = names.get(engine) ?? { origin: randomBytes(6).toString("base64url"), counts: new Map() };
  names.set(engine, known);
  return known;
}

/**
 * The type and name of a resource of this program, for messages. Resources with different parents can have the same type and name: the second and
 * later ones get a number.
 */
export function uniqueName(type: string, name: string): string {
  const { counts } = namesOfRun();
  const label = `${type} "${name}"`;
  const count = (counts.get(label) ?? 0) + 1;
  counts.set(label, count);
  return count === 1 ? label : `${label} (${count})`;
}
