import { auditOf, type Failure, type NamedObject, rules, type Waived } from "../baseline/audit.ts";
import { isAtLeast, type Rule, type Severity, severities } from "../baseline/rule.ts";
import type { Waivers } from "../baseline/waivers.ts";
import type { Adoption, ValuesBefore } from "../graph/adoption.ts";
import { type GraphObject, tenantOf } from "../graph/graph.ts";
import { programLineOf } from "../pulumi-cli/exported-stack.ts";
import type { PreviewStep } from "../pulumi-cli/preview.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { typeOfUrn } from "../pulumi-cli/values.ts";
import type { Definition } from "../schema/definition.ts";
import { covers, type JsonObject, own } from "../schema/json.ts";
import { systemObjectOf } from "../schema/system-objects.ts";
import { uniqueValuesOf } from "../state/references.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { type Outcome, objectsAfter, objectsBefore } from "./outcomes.ts";

/**
 * The adoptions of a plan: creations with `adopt: true`, and creations of settings that every tenant has.
 *
 * @param adopts whether the run adopts every object that exists already (`TENANT_ADOPT`), so that each creation is an adoption. Default: false
 */
export function adoptionsIn(steps: readonly PreviewStep[], adopts = false): readonly Adoption[] {
  return steps.flatMap(({ op, urn, after }) => {
    const type = typeOfUrn(urn);
    if (op !== "create" || !type || !after) return [];
    const { inputs, propertyDependencies } = after;
    const tenant = tenantOf(inputs);
    const { schema }: Definition = definitions[type];
    const isEverywhere = schema.singleton !== undefined || systemObjectOf(schema, inputs, tenant)?.isPermanent === true;
    const isAdopting = adopts || isEverywhere || own(inputs, "adopt") === true;
    const dependencies = propertyDependencies ?? {};
    return isAdopting ? [{ urn, type, tenant, inputs, dependencies }] : [];
  });
}

/**
 * A key that is the same for the entry of an object in the state and for an adoption of the object. It consists of the properties by which an
 * adoption finds its object. Undefined if one of them is not known.
 */
export function identityKeyOf(type: TypeName, tenant: string, properties: JsonObject): string | undefined {
  const values = uniqueValuesOf(definitions[type], properties);
  return values && JSON.stringify([tenant, type, values]);
}

/** A rule of the security baseline that a plan newly breaks or mends, or makes unknown, for one object. */
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
  /** The plan adopts the object, and its values that the rule judges were not read: the object may break the rule already. */
  readonly isUnsure?: true;
  /** Why the rule can no longer be judged. */
  readonly why?: string;
  /** The waiver that permits a break. Its texts are untrusted. */
  readonly waived?: { readonly reason: string; readonly until: string };
}

/** The rules of the security baseline that a plan newly breaks, mends and makes unknown. */
export interface BaselineReview {
  /** By severity, the worst first. Breaks that a waiver permits come last. */
  readonly breaks: readonly BaselineChange[];
  readonly mends: readonly BaselineChange[];
  /**
   * The rules that cannot be judged after the plan, for example because an update encrypts a value that they need: rules that were judged before it,
   * and rules whose main property the plan changes.
   */
  readonly unjudged: readonly BaselineChange[];
}

/** The rules that a review judges: those that belong to no profile. */
const inForce = rules.filter(({ profile }) => profile === undefined);

/** The identifier of the management API of a tenant, by its host; undefined if it is not known for sure. */
export type ManagementApiOf = (host: string) => string | undefined;

/**
 * Converts the objects of resources to the input of an audit, with each resource's name and the program line that declares it.
 *
 * @param managementApiOf what the caller knows for sure. Default: nothing
 */
export function auditedObjects(
  objects: readonly (GraphObject & Pick<NamedObject, "cleared" | "isLive" | "isNew">)[],
  resources: readonly ({ readonly urn: string } & Parameters<typeof programLineOf>[0])[],
  managementApiOf: ManagementApiOf = () => undefined,
): readonly NamedObject[] {
  const lines = new Map(resources.map((resource) => [resource.urn, programLineOf(resource)]));
  return objects.map(({ dependencies: _, ...object }) => {
    const { tenant, id, urn = "" } = object;
    const name = parseUrn(urn)?.name ?? String(id);
    return { ...object, urn, managementApi: managementApiOf(tenant), name, line: lines.get(urn) };
  });
}

/** Facts about the tenants that neither a state nor a plan contains. */
export interface BaselineKnowledge {
  /** The adopted objects that were read at the tenant. The break of an object that was not read is unsure. Default: none were read. */
  readonly atTenant?: ValuesBefore;
  /** Whether the run adopts every object that exists already (`TENANT_ADOPT`). Default: only where the plan says so. */
  readonly adopts?: boolean;
  /** Default: nothing is known. */
  readonly managementApiOf?: ManagementApiOf;
}

/**
 * Compares the audits of a stack before and after a plan; undefined if they have the same failures.
 *
 * A rule is newly broken if it fails after the plan and did not fail before. An import breaks nothing, because the tenant has the object already.
 * For an adopted object, the earlier failures are those of its values at the tenant, and those of a resource in the state that manages the same
 * object.
 * A rule is mended if it failed before the plan and, after it, passes or does not apply, or if the plan deletes the object at the tenant.
 *
 * @param outcomes what the steps do to the objects
 * @param knowledge what the state and the plan do not contain
 */
export function baselineReview(
  outcomes: readonly Outcome[],
  steps: readonly PreviewStep[],
  waivers: Waivers,
  { atTenant = new Map(), adopts = false, managementApiOf = () => undefined }: BaselineKnowledge = {},
): BaselineReview | undefined {
  const byUrn = new Map(outcomes.map((outcome) => [outcome.urn, outcome]));
  const adoptions = new Set(adoptionsIn(steps, adopts).map(({ urn }) => urn));
  const after = auditOf(auditedObjects(objectsAfter(outcomes, adoptions), [], managementApiOf), inForce, { waivers });
  const before = auditOf(auditedObjects(objectsBefore(outcomes), [], managementApiOf), inForce);
  const outcomeOf = ({ object }: Failure) => byUrn.get(object.urn ?? "");
  // Another resource can adopt an object only if the object's resource leaves the stack. Only failures of such objects also match by identity.
  const keysBefore = (failure: Failure) => (outcomeOf(failure)?.isManaged ? [keyOf(failure)] : keysOf(failure));
  const wasBroken = new Set(before.failed.flatMap(keysBefore));
  const imported = new Set(steps.filter(({ op }) => op === "import").map(({ urn }) => urn));
  const isAdopted = ({ object }: Failure) => adoptions.has(object.urn ?? "");
  const keysAfter = (failure: Failure) => (isAdopted(failure) ? keysOf(failure) : [keyOf(failure)]);
  const isNew = (failure: Failure) =>
    !keysAfter(failure).some((key) => wasBroken.has(key)) && !imported.has(failure.object.urn ?? "");
  const broken: readonly (Failure & Partial<Waived>)[] = [...after.failed, ...after.waived].filter(isNew);
  const wasUnknown = new Set(before.unknown.map(keyOf));
  const isUnsure = (failure: Failure) =>
    isAdopted(failure) && (!atTenant.has(failure.object.urn ?? "") || wasUnknown.has(keyOf(failure)));
  const breaks = broken.map((failure) => ({
    ...changeOf(failure),
    ...(isUnsure(failure) && ({ isUnsure: true } as const)),
  }));
  const stays = new Set([...after.failed, ...after.waived, ...after.unknown].flatMap(keysAfter));
  // The object stays at the tenant as it is, and the stack no longer manages it.
  const isLeft = (failure: Failure) => {
    const { isManaged = true, act } = outcomeOf(failure) ?? {};
    return !isManaged && act === "keep";
  };
  const mended = before.failed.filter(
    (failure) => !keysBefore(failure).some((key) => stays.has(key)) && !isLeft(failure) && !isAdopted(failure),
  );
  const unjudged = after.unknown
    .filter((one) => {
      const outcome = outcomeOf(one);
      if (outcome?.act !== "write" && outcome?.act !== "adopt") return false;
      const wasJudged = outcome.act === "write" && !wasUnknown.has(keyOf(one));
      return wasJudged || changesMainOf(one.rule, outcome);
    })
    .map(({ why, ...failure }) => ({ ...changeOf(failure), why }));
  if (breaks.length + mended.length + unjudged.length === 0) return undefined;
  return { breaks: breaks.toSorted(worstFirst), mends: mended.map(changeOf), unjudged: unjudged.toSorted(worstFirst) };
}

/** Whether a plan changes the main property of a rule, which is the first that it names, or may change it. */
function changesMainOf({ paths: [main] }: Rule, { plan: { changed, removed } }: Outcome): boolean {
  const read = main?.split(".");
  return read !== undefined && [...changed, ...removed].some(({ path }) => covers(read, path) || covers(path, read));
}

/** The newly broken rules of at least a severity, except those that a waiver permits. */
export function unwaivedBreaks(review: BaselineReview | undefined, bound: Severity): readonly BaselineChange[] {
  return unwaived(review?.breaks).filter(({ severity }) => isAtLeast(severity, bound));
}

/** The newly broken rules that no waiver permits. */
export function unwaived<Break extends { readonly waived?: unknown }>(breaks: readonly Break[] = []): readonly Break[] {
  return breaks.filter(({ waived }) => waived === undefined);
}

function keyOf({ rule, object }: Failure): string {
  return `${rule.id} ${object.urn}`;
}

/** The keys of a failure: by the URN of the resource, and by the identity of the object, which an adoption by another resource shares. */
function keysOf(failure: Failure): readonly string[] {
  const { rule, object } = failure;
  const identity = identityKeyOf(object.type, object.tenant, object.properties);
  return [keyOf(failure), ...(identity === undefined ? [] : [`${rule.id} ${identity}`])];
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
