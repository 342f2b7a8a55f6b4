import { typeNameOf } from "../definitions/registry.ts";
import { type GraphObject, tenantOf } from "../graph/graph.ts";
import type { ExportedResource } from "../pulumi-cli/cli-document.ts";
import type { PreviewStep } from "../pulumi-cli/preview.ts";
import { withoutSecrets } from "../pulumi-cli/secrets.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import type { JsonObject } from "../schema/json.ts";

/**
 * What the resources of this package in a state stand for. What is about to be deleted counts, too: it is still there. It has the URN of
 * what has replaced it, so it is known by its id alone.
 */
export function objectsOfState(resources: readonly ExportedResource[]): readonly GraphObject[] {
  return resources.flatMap(({ urn, id, inputs, outputs, delete: isPending }) =>
    objectOf(urn, id || undefined, { ...inputs, ...outputs }).map((object) =>
      isPending === true ? withoutUrn(object) : object,
    ),
  );
}

/** An object that is known by its id alone. */
export function withoutUrn({ urn: _, ...object }: GraphObject): GraphObject {
  return object;
}

/** What the resources of a plan stand for, before it and after it. */
export function objectsOfPlan(steps: readonly PreviewStep[]): readonly GraphObject[] {
  return steps.flatMap((step) => [...objectBefore(step), ...objectAfter(step)]);
}

/** What the resource of a step stands for before the plan: one object, or none. */
export function objectBefore({ urn, before }: PreviewStep): readonly GraphObject[] {
  return before ? objectOf(urn, before.id, { ...before.inputs, ...before.outputs }) : [];
}

/** The same after the plan. */
export function objectAfter({ urn, before, after }: PreviewStep): readonly GraphObject[] {
  if (!after) return [];
  return objectOf(urn, after.id ?? before?.id, after.inputs, after.propertyDependencies ?? {});
}

/** Whether a resource keeps the object that it has. What is replaced, or only read, keeps nothing. */
export function keepsObject({ op, after }: PreviewStep): boolean {
  return after !== undefined && ["same", "update", "create", "import"].includes(op);
}

/**
 * The entries of a state that a plan leaves as they are. One that an alias has renamed has its steps under the new URN, and what is marked
 * as gone, or to be deleted, does not stay.
 *
 * @param planned the steps that say what becomes of their entries
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
