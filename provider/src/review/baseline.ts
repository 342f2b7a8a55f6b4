import { auditOf, type Failure, isAtLeast, type NamedObject, rules, type Waived } from "../baseline/audit.ts";
import { type Rule, type Severity, severities } from "../baseline/rule.ts";
import type { Waivers } from "../baseline/waivers.ts";
import { definitions } from "../definitions/registry.ts";
import type { GraphObject } from "../graph/graph.ts";
import type { ExportedResource } from "../pulumi-cli/cli-document.ts";
import type { PreviewStep } from "../pulumi-cli/preview.ts";
import { programLineOf } from "../pulumi-cli/source-place.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { leftAlone, objectBefore, objectsAfterPlan, objectsOfState } from "./objects.ts";

/** A rule of the security baseline that a plan newly breaks or mends, for one object. */
export interface BaselineChange {
  readonly rule: string;
  readonly severity: Severity;
  /** The class of the resource. */
  readonly type: string;
  /** Untrusted text. */
  readonly name: string;
  readonly urn?: string;
  readonly failsIf: string;
  readonly fix: string;
  /** The waiver that permits a break. Its texts are untrusted. */
  readonly waived?: { readonly reason: string; readonly until: string };
}

/** The rules of the security baseline that a plan newly breaks and mends. */
export interface BaselineReview {
  /** By severity, the worst first. Breaks that a waiver permits come last. */
  readonly breaks: readonly BaselineChange[];
  readonly mends: readonly BaselineChange[];
}

/** The rules that a review judges: those that belong to no profile. */
const inForce = rules.filter(({ profile }) => profile === undefined);

/** Converts the objects of resources to the input of an audit, with each resource's name and the program line that declares it. */
export function auditedObjects(
  objects: readonly GraphObject[],
  resources: readonly ({ readonly urn: string } & Parameters<typeof programLineOf>[0])[],
): readonly NamedObject[] {
  const lines = new Map(resources.map((resource) => [resource.urn, programLineOf(resource)]));
  return objects.map(({ type, tenant, id, urn = "", properties }) => {
    const name = parseUrn(urn)?.name ?? String(id);
    return { type, tenant, id, urn, name, properties, line: lines.get(urn) };
  });
}

/**
 * Compares the audits of a stack before and after a plan; undefined if they have the same failures.
 *
 * A rule is newly broken if it fails after the plan and did not fail before. An import breaks nothing, because the tenant has the object already.
 * A rule is mended if it failed before the plan and, after it, passes or does not apply, or if the plan deletes the object at the tenant.
 */
export function baselineReview(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
  waivers: Waivers,
): BaselineReview | undefined {
  const after = auditOf(auditedObjects(objectsAfterPlan(steps, state), []), inForce, { waivers });
  const before = auditOf(auditedObjects(objectsBeforePlan(steps, state), []), inForce);
  const wasBroken = new Set(before.failed.map(keyOf));
  const imported = new Set(steps.filter(({ op }) => op === "import").map(({ urn }) => urn));
  const isNew = (failure: Failure) => !wasBroken.has(keyOf(failure)) && !imported.has(failure.object.urn ?? "");
  const broken: readonly (Failure & Partial<Waived>)[] = [...after.failed, ...after.waived].filter(isNew);
  const stays = new Set([...after.failed, ...after.waived, ...after.unknown].map(keyOf));
  const kept = new Set(steps.filter(leavesObject).map(({ urn }) => urn));
  const mended = before.failed.filter((failure) => !stays.has(keyOf(failure)) && !kept.has(failure.object.urn ?? ""));
  if (broken.length + mended.length === 0) return undefined;
  return { breaks: broken.map(changeOf).toSorted(worstFirst), mends: mended.map(changeOf) };
}

/** The new breaks of at least a severity that no waiver permits. */
export function unwaivedBreaks(review: BaselineReview | undefined, bound: Severity): readonly BaselineChange[] {
  return (review?.breaks ?? []).filter(
    (change) => change.waived === undefined && isAtLeast({ rule: change as Pick<Rule, "severity"> }, bound),
  );
}

function objectsBeforePlan(steps: readonly PreviewStep[], state: readonly ExportedResource[]): readonly GraphObject[] {
  const first = new Map<string, PreviewStep>();
  for (const step of steps) {
    const { external, pendingReplacement } = step.before ?? { external: true };
    if (external !== true && pendingReplacement !== true && !first.has(step.urn)) first.set(step.urn, step);
  }
  const left = leftAlone(state, steps).filter(({ external }) => external !== true);
  return [...objectsOfState(left), ...[...first.values()].flatMap(objectBefore)];
}

/** Whether a step removes a resource from the stack, and leaves its object at the tenant. */
function leavesObject({ op, before }: PreviewStep): boolean {
  return (op === "delete" && before?.retainOnDelete === true) || op === "discard";
}

function keyOf({ rule, object }: Failure): string {
  return `${rule.id} ${object.urn}`;
}

function changeOf({ rule, object, waiver }: Failure & Partial<Waived>): BaselineChange {
  const { id, severity, failsIf, fix } = rule;
  return {
    ...{ rule: id, severity, type: definitions[object.type].type, name: object.name, failsIf, fix },
    ...(object.urn !== undefined && { urn: object.urn }),
    ...(waiver && { waived: { reason: waiver.reason, until: waiver.until } }),
  };
}

/** Sorts breaks that no waiver permits before all others, and then by severity. */
function worstFirst(a: BaselineChange, b: BaselineChange): number {
  const byWaiver = Number(a.waived !== undefined) - Number(b.waived !== undefined);
  return byWaiver || severities.indexOf(a.severity) - severities.indexOf(b.severity);
}
