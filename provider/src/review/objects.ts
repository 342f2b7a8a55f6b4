import type { ExportedResource } from "../drift/cli-document.ts";
import type { PreviewStep } from "../drift/preview.ts";
import { withoutSecrets } from "../drift/secrets.ts";
import { parseUrn } from "../drift/urn.ts";
import { type GraphObject, tenantOf } from "../graph/graph.ts";
import type { JsonObject } from "../model/json.ts";
import { kindOfType } from "../objects/descriptors.ts";

/** What the resources of this package in a state stand for. What is about to be deleted counts, too: it is still there. */
export function objectsOfState(resources: readonly ExportedResource[]): readonly GraphObject[] {
  return resources.flatMap(({ urn, id, inputs, outputs }) => objectOf(urn, id || undefined, { ...inputs, ...outputs }));
}

/** What the resources of a plan stand for, before it and after it. */
export function objectsOfPlan(steps: readonly PreviewStep[]): readonly GraphObject[] {
  return steps.flatMap(({ urn, before, after }) => [
    ...(before ? objectOf(urn, before.id, { ...before.inputs, ...before.outputs }) : []),
    ...(after ? objectOf(urn, after.id ?? before?.id, after.inputs, after.propertyDependencies ?? {}) : []),
  ]);
}

function objectOf(
  urn: string,
  id: string | undefined,
  properties: JsonObject,
  dependencies: GraphObject["dependencies"] = {},
): readonly GraphObject[] {
  const kind = kindOfType(parseUrn(urn)?.type ?? "");
  if (!kind) return [];
  const shown = withoutSecrets(urn, properties, () => false);
  return [{ kind, tenant: tenantOf(properties), id, urn, properties: shown, dependencies }];
}
