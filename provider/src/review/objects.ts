import { typeNameOf } from "../definitions/registry.ts";
import { type GraphObject, tenantOf } from "../graph/graph.ts";
import type { ExportedResource } from "../pulumi-cli/cli-document.ts";
import type { PreviewStep } from "../pulumi-cli/preview.ts";
import { withoutSecrets } from "../pulumi-cli/secrets.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import type { JsonObject } from "../schema/json.ts";

/**
 * The objects of this package's resources in a state. An object whose deletion is pending is included, because it still exists. Its entry has
 * the URN of its replacement, so only its id identifies it.
 */
export function objectsOfState(resources: readonly ExportedResource[]): readonly GraphObject[] {
  return resources.flatMap(({ urn, id, inputs, outputs, delete: isPending }) =>
    objectOf(urn, id || undefined, { ...inputs, ...outputs }).map((object) =>
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
export function objectAfter({ urn, before, after }: PreviewStep): readonly GraphObject[] {
  if (!after) return [];
  return objectOf(urn, after.id ?? before?.id, after.inputs, after.propertyDependencies ?? {});
}

/** Whether a resource keeps its object. A resource that is replaced, or only read, keeps nothing. */
export function keepsObject({ op, after }: PreviewStep): boolean {
  return after !== undefined && ["same", "update", "create", "import"].includes(op);
}

/**
 * The entries of a state that a plan leaves as they are. An entry that an alias has renamed is matched by its old URN, because its steps have
 * the new one. An entry that is marked as deleted, or for deletion, does not stay.
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
  dependencies: GraphObject["dependencies"] = {},
): readonly GraphObject[] {
  const kind = typeNameOf(parseUrn(urn)?.type ?? "");
  if (!kind) return [];
  const shown = withoutSecrets(urn, properties, () => false);
  return [{ kind, tenant: tenantOf(properties), id, urn, properties: shown, dependencies }];
}
