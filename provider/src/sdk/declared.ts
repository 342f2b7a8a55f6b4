import * as pulumi from "@pulumi/pulumi";
import { type Definition, type ElementsOf, sharesNames } from "../schema/definition.ts";
import { isObject, type Json, type JsonObject, type Path, toPointer } from "../schema/json.ts";
import type { Field, Fields } from "../schema/schema.ts";
import { isCollection, isShared } from "../state/leaves.ts";
import { keyPartOf } from "../state/references.ts";
import { inside } from "./inside.ts";

/** By resource of this program: its declared arguments, and its name for messages. */
const declared = new WeakMap<pulumi.Resource, Declared>();

interface Declared {
  /** The name of the class, such as `Client`. */
  readonly type: string;
  readonly label: string;
  readonly args: pulumi.Inputs;
}

/** Records the declared arguments of a resource. */
export function noteDeclared(resource: pulumi.Resource, what: Declared): void {
  declared.set(resource, what);
}

/**
 * Finds the resource of the program with which a new resource must not be combined: for a `ConnectionClients`, the `Connection` with the same id if
 * it declares `enabledClients`. The ids are the same if an argument of the new resource is the id output of the other resource. Only the program can
 * compare them: in a preview, the provider does not know the id of a new object.
 *
 * @returns the name of the other resource, for messages; undefined if there is no conflict
 */
export function declaredBeside(
  { elementsOf, excludes = elementsOf }: Definition,
  args: pulumi.Inputs,
): string | undefined {
  const id: unknown = excludes && args?.[excludes.by.argument];
  if (!excludes || !pulumi.Output.isInstance(id)) return undefined;
  const [from, ...others] = inside(id).resources();
  const whole = from && others.length === 0 ? declared.get(from) : undefined;
  return whole?.type === excludes.whole.type && declaresAll(excludes, whole.args) ? whole.label : undefined;
}

/**
 * The resources of the program whose objects a new resource refers to by their outputs, by the path of the value (JSON pointer), as far as the service can
 * refuse these references. In a preview, the provider does not know the id of a new object, so only the program can tell which one is meant.
 *
 * @returns the names of the resources, for messages; undefined if there are none
 */
export function linksOf({ schema }: Definition, args: pulumi.Inputs): Readonly<Record<string, string>> | undefined {
  const links = linksIn(schema.fields, args, []);
  return links.length === 0 ? undefined : Object.fromEntries(links);
}

function linksIn(fields: Fields, args: pulumi.Inputs, above: Path): readonly (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, field]) => linksAt(field, args?.[name], [...above, name]));
}

function linksAt(field: Field, value: unknown, path: Path): readonly (readonly [string, string])[] {
  if (field.refusedTargets && pulumi.Output.isInstance(value)) {
    const [from, ...others] = inside(value).resources();
    const target = from && others.length === 0 ? declared.get(from) : undefined;
    return target?.type === field.refusedTargets.type ? [[toPointer(path), target.label]] : [];
  }
  if (field.kind === "list" && Array.isArray(value))
    return value.flatMap((item, index) => linksAt(field.item, item, [...path, String(index)]));
  return field.kind === "object" && isObject(value) ? linksIn(field.fields, value, path) : [];
}

/** Whether arguments declare all members of a set. */
export function declaresAll({ property, whole }: ElementsOf, args: pulumi.Inputs): boolean {
  const field = whole.schema.fields[property];
  const isGiven = args[property] !== undefined && args[property] !== null;
  return isGiven && !(isCollection(field) && isShared(field, args as JsonObject));
}

/**
 * For each run: the keys of the objects that the program declares, each with the name of its resource for messages. Pulumi's Automation API makes
 * several runs in one process.
 */
const objects = new WeakMap<object, Map<string, string>>();
const numbers = new WeakMap<object, number>();
let last = 0;

/**
 * Refuses a second resource for the same object, if both identify the object by the same output: `clientId: app.clientId` in two grants of a new
 * application. In a preview, the outputs of a new object have no values, so the outputs themselves are compared. The results of two `apply` calls
 * count as different here, even if their values turn out to be equal in the update.
 *
 * @param label the resource, for messages
 * @throws pulumi.RunError
 */
export function refuseTwin(
  definition: Definition,
  label: string,
  args: pulumi.Inputs,
  { provider, parent }: pulumi.CustomResourceOptions,
): void {
  const { type, schema, uniqueBy, members, elementsOf } = definition;
  if (sharesNames(definition, args ?? {}) || members || elementsOf) return;
  const values = uniqueBy.map((name) => {
    const value: unknown = args?.[name];
    return pulumi.Output.isInstance(value) ? { output: numberOf(value) } : keyPartOf(schema, name, value as Json);
  });
  // If all values are known, the provider's check compares them, so nothing is refused here.
  if (!uniqueBy.some((name) => pulumi.Output.isInstance(args?.[name])) || values.includes(undefined)) return;
  const run = pulumi.runtime.getMonitor() ?? objects;
  const known = objects.get(run) ?? new Map<string, string>();
  objects.set(run, known);
  const key = JSON.stringify([type, values, ...[provider, parent].map((one) => one && numberOf(one))]);
  const other = known.get(key);
  if (other === undefined) return void known.set(key, label);
  throw new pulumi.RunError(
    `${label} and ${other} of this program declare the same object: both have the same ` +
      `${uniqueBy.filter((name) => args?.[name] !== undefined).join(" and ")}. ` +
      "Remove one of the two from the program.",
  );
}

function numberOf(thing: object): number {
  const number = numbers.get(thing) ?? ++last;
  numbers.set(thing, number);
  return number;
}
