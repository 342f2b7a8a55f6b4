import * as pulumi from "@pulumi/pulumi";
import type { JsonObject } from "../model/json.ts";
import { isCollection, isShared } from "../model/leaves.ts";
import type { Descriptor, PartOf } from "../objects/descriptor.ts";
import { inside } from "./inside.ts";

/** What the resources of this program declare, with their names for people. */
const declared = new WeakMap<pulumi.Resource, Declared>();

interface Declared {
  /** The class. */
  readonly type: string;
  readonly label: string;
  readonly args: pulumi.Inputs;
}

/** Notes what a resource declares. */
export function noteDeclared(resource: pulumi.Resource, what: Declared): void {
  declared.set(resource, what);
}

/**
 * The resource to whose object another one adds something, if it declares all of that: the id comes from it. A preview knows no id of
 * what does not exist yet, so only the program can tell.
 */
export function declaredBeside({ partOf, excludes = partOf }: Descriptor, args: pulumi.Inputs): string | undefined {
  const id: unknown = excludes && args?.[excludes.by.argument];
  if (!excludes || !pulumi.Output.isInstance(id)) return undefined;
  const [from, ...others] = inside(id).resources();
  const whole = from && others.length === 0 ? declared.get(from) : undefined;
  return whole?.type === excludes.whole.type && declaresAll(excludes, whole.args) ? whole.label : undefined;
}

function declaresAll({ property, whole }: PartOf, args: pulumi.Inputs): boolean {
  const field = whole.table.fields[property];
  const isGiven = args[property] !== undefined && args[property] !== null;
  return isGiven && !(isCollection(field) && isShared(field, args as JsonObject));
}
