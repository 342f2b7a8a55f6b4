import { ObjectGraph } from "../graph/graph.ts";
import type { Preview } from "../pulumi-cli/preview.ts";
import type { DriftReport } from "../report/report.ts";
import { objectsOfPlan } from "./objects.ts";
import { namedChanges } from "./planned.ts";

/** A report with the names of the objects whose ids differ, as far as the resources of the same preview contain these names. */
export function withNames(report: DriftReport, { steps }: Preview): DriftReport {
  if (!report.drift) return report;
  const graph = new ObjectGraph(objectsOfPlan(steps));
  const resources = report.resources.map((resource) => ({
    ...resource,
    changes: namedChanges(resource.changes, graph.ofResource(resource.urn)),
  }));
  return { ...report, resources };
}
