import { type GraphObject, tenantOf } from "../graph/graph.ts";
import type { ExportedResource } from "../pulumi-cli/exported-stack.ts";
import type { PreviewStep } from "../pulumi-cli/preview.ts";
import { typeOfResource } from "../pulumi-cli/provider-code.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { type PlainPlaces, plainPlacesOf, withoutSecrets } from "../pulumi-cli/values.ts";
import type { JsonObject } from "../schema/json.ts";

/**
 * The objects of this package's resources in a state. An object whose deletion is pending is included, because it still exists. Its entry has
 * the URN of its replacement, so only its id identifies it.
 */
export function objectsOfState(resources: readonly ExportedResource[]): readonly GraphObject[] {
  return resources.flatMap(({ urn, id, inputs, outputs, delete: isPending }) =>
    // A state has secrets in envelopes, so a text that looks like the CLI's mask is an ordinary value of the tenant.
    objectOf(urn, id || undefined, { ...inputs, ...outputs }, { isPlain: () => true }).map((object) =>
      isPending === true ? withoutUrn(object) : object,
    ),
  );
}

/** An object without its URN, so that only its id identifies it. */
export function withoutUrn({ urn: _, ...object }: GraphObject): GraphObject {
  return object;
}

/** The objects of a plan's resources, before the plan and after it. */
export function objectsOfPlan(steps: readonly PreviewStep[]): readonly GraphObject[] {
  return steps.flatMap((step) => [...objectBefore(step), ...objectAfter(step)]);
}

/** The object of a step's resource before the plan: one object, or none. */
export function objectBefore({ urn, before }: PreviewStep): readonly GraphObject[] {
  return before ? objectOf(urn, before.id, { ...before.inputs, ...before.outputs }) : [];
}

/** The object of a step's resource after the plan: one object, or none. */
export function objectAfter({ op, urn, before, after }: PreviewStep): readonly GraphObject[] {
  // For an object that the program only reads, the plan contains values that the program claims, such as a harmless name. They are not used.
  if (!after || op === "read") return [];
  return objectOf(urn, after.id ?? before?.id, after.inputs, { dependencies: after.propertyDependencies ?? {} });
}

/** Whether the object of a step is managed after the step. False if the step replaces the object, or only reads it. */
export function keepsObject({ op, after }: PreviewStep): boolean {
  return after !== undefined && ["same", "update", "create", "import"].includes(op);
}

/**
 * Finds the deletions of a plan that the run does not send, because the tenant is said to delete the object with another one (`deletedWith`). Whether
 * the tenant does so is not known.
 *
 * @returns the URN of the resource with which the object of a step is deleted; undefined if the run sends the deletion
 */
export function reliedOn(steps: readonly PreviewStep[]): (step: PreviewStep) => string | undefined {
  const deleting: ReadonlySet<string> = new Set(["delete", "delete-replaced", "replace"]);
  const gone = new Set(steps.filter(({ op }) => deleting.has(op)).map(({ urn, before }) => before?.urn ?? urn));
  return ({ op, before }) => {
    const urn = before?.deletedWith ?? undefined;
    return deleting.has(op) && urn !== undefined && gone.has(urn) ? urn : undefined;
  };
}

/**
 * The entries of a state that a plan leaves as they are. An entry that an alias has renamed is matched by its old URN, because its steps have
 * the new one. Entries that are marked as deleted, or for deletion, are not included.
 *
 * @param planned the steps that change or delete their entries
 */
export function leftAlone(
  state: readonly ExportedResource[],
  planned: readonly PreviewStep[],
): readonly ExportedResource[] {
  const urns = new Set(planned.flatMap(({ urn, before }) => [urn, before?.urn]));
  return state.filter((entry) => !urns.has(entry.urn) && entry.delete !== true && entry.pendingReplacement !== true);
}

function objectOf(
  urn: string,
  id: string | undefined,
  properties: JsonObject,
  {
    dependencies = {},
    isPlain = plainPlacesOf(urn, properties),
  }: { readonly dependencies?: GraphObject["dependencies"]; readonly isPlain?: PlainPlaces } = {},
): readonly GraphObject[] {
  const type = typeOfResource(parseUrn(urn)?.type ?? "", properties);
  if (!type) return [];
  const shown = withoutSecrets(urn, properties, isPlain);
  return [{ type, tenant: tenantOf(properties), id, urn, properties: shown, dependencies }];
}
