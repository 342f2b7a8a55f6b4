import { auditOf, type Failure, type NamedObject, rules, type Unjudged, type Waived } from "../baseline/audit.ts";
import { isAtLeast, type Severity, severities } from "../baseline/rule.ts";
import type { Waivers } from "../baseline/waivers.ts";
import { definitions, type TypeName, typeNameOf } from "../definitions/registry.ts";
import { type GraphObject, tenantOf } from "../graph/graph.ts";
import { type ExportedResource, programLineOf } from "../pulumi-cli/exported-stack.ts";
import type { PreviewStep } from "../pulumi-cli/preview.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { schemaOf } from "../pulumi-cli/values.ts";
import { holdsUnknown, isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import type { Fields } from "../schema/schema.ts";
import { Draft, leavesOf, putLeaf } from "../state/leaves.ts";
import { planChange, type Removal } from "../state/plan.ts";
import { keyPartOf } from "../state/references.ts";
import {
  leftAlone,
  objectBefore,
  objectDeclaredBefore,
  objectsAfterPlan,
  objectsOfState,
  reliedOn,
} from "./objects.ts";

/** A planned creation that adopts the object instead, if the tenant has it already. */
export interface Adoption {
  readonly urn: string;
  readonly type: TypeName;
  /** The host of the tenant; empty if the plan does not contain it. */
  readonly tenant: string;
  /** The declared inputs. */
  readonly inputs: JsonObject;
}

/**
 * The values of adopted objects at their tenant before the plan, by URN: undefined if the tenant has no such object. Adoptions whose objects were not
 * read are absent.
 */
export type ValuesBefore = ReadonlyMap<string, JsonObject | undefined>;

/** The adoptions of a plan: creations with `adopt: true`, and creations of settings that every tenant has. */
export function adoptionsIn(steps: readonly PreviewStep[]): readonly Adoption[] {
  return steps.flatMap(({ op, urn, after }) => {
    const type = typeNameOf(parseUrn(urn)?.type ?? "");
    if (op !== "create" || !type || !after) return [];
    const { inputs } = after;
    const isAdopting = definitions[type].schema.singleton !== undefined || own(inputs, "adopt") === true;
    return isAdopting ? [{ urn, type, tenant: tenantOf(inputs), inputs }] : [];
  });
}

/**
 * A key that is the same for the entry of an object in the state and for an adoption of the object. It consists of the properties by which an
 * adoption finds its object. Undefined if one of them is not known.
 */
export function identityKeyOf(type: TypeName, tenant: string, properties: JsonObject): string | undefined {
  const { schema, uniqueBy } = definitions[type];
  const values = uniqueBy.map((name) => keyPartOf(schema, name, own(properties, name)));
  const isKnown = values.every((value) => value !== undefined && !holdsUnknown(value));
  return isKnown ? JSON.stringify([tenant, type, values]) : undefined;
}

/** The values of an object after its adoption: those that the program declares, and the undeclared ones that the tenant keeps. */
export function valuesAfter(type: TypeName, before: JsonObject, inputs: JsonObject): JsonObject {
  const fields: Fields = definitions[type].schema.fields;
  const keepsMembers = (name: string) => fields[name]?.kind === "object" || fields[name]?.kind === "document";
  return {
    ...before,
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        keepsMembers(name) ? merged(own(before, name), value) : value,
      ]),
    ),
  };
}

function merged(before: Json | undefined, declared: Json): Json {
  return isObject(before) && isObject(declared) ? { ...before, ...declared } : declared;
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
   * The rules of severity high or above that were judged before the plan and cannot be judged after it, because an update encrypts a value that they
   * need, or because the value is known only during the run.
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
  objects: readonly GraphObject[],
  resources: readonly ({ readonly urn: string } & Parameters<typeof programLineOf>[0])[],
  managementApiOf: ManagementApiOf = () => undefined,
): readonly NamedObject[] {
  const lines = new Map(resources.map((resource) => [resource.urn, programLineOf(resource)]));
  return objects.map(({ type, tenant, id, urn = "", properties }) => {
    const name = parseUrn(urn)?.name ?? String(id);
    return { type, tenant, managementApi: managementApiOf(tenant), id, urn, name, properties, line: lines.get(urn) };
  });
}

/** Facts about the tenants that neither a state nor a plan contains. */
export interface BaselineKnowledge {
  /** The values of adopted objects that were read at the tenant. The break of an object that was not read is unsure. Default: none were read. */
  readonly atTenant?: ValuesBefore;
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
 * @param knowledge what the state and the plan do not contain
 */
export function baselineReview(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
  waivers: Waivers,
  { atTenant = new Map(), managementApiOf = () => undefined }: BaselineKnowledge = {},
): BaselineReview | undefined {
  const audited = (objects: readonly GraphObject[]) => auditedObjects(objects, [], managementApiOf);
  const adoptions = new Map(adoptionsIn(steps).map((adoption) => [adoption.urn, adoption]));
  const planned = objectsAfterPlan(steps, state).map((object) => {
    const before = atTenant.get(object.urn ?? "");
    return before ? { ...object, properties: valuesAfter(object.type, before, object.properties) } : object;
  });
  const after = auditOf(audited(planned).map(withRemovals(steps)), inForce, { waivers });
  const known = audited(objectsBeforePlan(steps, state));
  const before = auditOf([...known, ...adoptedObjects(adoptions, atTenant, managementApiOf)], inForce);
  const staying = new Set(planned.map(({ urn }) => urn));
  // Another resource can adopt an object only if the object's resource leaves the stack. Only failures of such objects also match by identity.
  const keysBefore = (failure: Failure) => (staying.has(failure.object.urn) ? [keyOf(failure)] : keysOf(failure));
  const wasBroken = new Set(before.failed.flatMap(keysBefore));
  const imported = new Set(steps.filter(({ op }) => op === "import").map(({ urn }) => urn));
  const isAdopted = ({ object }: Failure) => adoptions.has(object.urn ?? "");
  const keysAfter = (failure: Failure) => (isAdopted(failure) ? keysOf(failure) : [keyOf(failure)]);
  const isNew = (failure: Failure) =>
    !keysAfter(failure).some((key) => wasBroken.has(key)) && !imported.has(failure.object.urn ?? "");
  const broken: readonly (Failure & Partial<Waived>)[] = [...after.failed, ...after.waived].filter(isNew);
  const unjudged = new Set(before.unknown.map(keyOf));
  const isUnsure = (failure: Failure) =>
    isAdopted(failure) && (!atTenant.has(failure.object.urn ?? "") || unjudged.has(keyOf(failure)));
  const breaks = broken.map((failure) => ({
    ...changeOf(failure),
    ...(isUnsure(failure) && ({ isUnsure: true } as const)),
  }));
  const stays = new Set([...after.failed, ...after.waived, ...after.unknown].flatMap(keysAfter));
  const relied = reliedOn(steps);
  const left = steps.filter((step) => leavesObject(step) || relied(step) !== undefined);
  const kept = new Set([...left.map(({ urn }) => urn), ...adoptions.keys()]);
  const mended = before.failed.filter(
    (failure) => !keysBefore(failure).some((key) => stays.has(key)) && !kept.has(failure.object.urn ?? ""),
  );
  const hidden = hiddenBy(steps, state, after.unknown, audited);
  if (breaks.length + mended.length + hidden.length === 0) return undefined;
  return { breaks: breaks.toSorted(worstFirst), mends: mended.map(changeOf), unjudged: hidden.toSorted(worstFirst) };
}

/** Finds the rules that an update makes impossible to judge. Only declared values are compared: a plan contains no other values after an update. */
function hiddenBy(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
  unknown: readonly Unjudged[],
  audited: (objects: readonly GraphObject[]) => readonly NamedObject[],
): readonly BaselineChange[] {
  const updates = steps.filter(({ op }) => op === "update");
  const updated = new Set(updates.map(({ urn }) => urn));
  const found = unknown.filter(({ rule, object }) => isAtLeast(rule.severity, "high") && updated.has(object.urn ?? ""));
  if (found.length === 0) return [];
  const others = objectsOfState(leftAlone(state, updates));
  const before = auditOf(audited([...others, ...updates.flatMap(objectDeclaredBefore)]), inForce);
  const wasUnknown = new Set(before.unknown.map(keyOf));
  return found
    .filter((one) => !wasUnknown.has(keyOf(one)))
    .map(({ why, ...failure }) => ({ ...changeOf(failure), why }));
}

/** The adopted objects as the tenant has them before the plan, under the URNs of the resources that adopt them. */
function adoptedObjects(
  adoptions: ReadonlyMap<string, Adoption>,
  atTenant: ValuesBefore,
  managementApiOf: ManagementApiOf,
): readonly NamedObject[] {
  return [...adoptions.values()].flatMap(({ urn, type, tenant }) => {
    const properties = atTenant.get(urn);
    if (!properties) return [];
    const managementApi = managementApiOf(tenant);
    return [{ type, tenant, managementApi, urn, name: parseUrn(urn)?.name ?? urn, properties, isLive: true }];
  });
}

/** The newly broken rules of at least a severity, except those that a waiver permits. */
export function unwaivedBreaks(review: BaselineReview | undefined, bound: Severity): readonly BaselineChange[] {
  return (review?.breaks ?? []).filter((change) => change.waived === undefined && isAtLeast(change.severity, bound));
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

/**
 * Returns a function that adds the values which a plan resets to an object: for a property that was removed from the program, an update sends the
 * service's default, or removes the value. A property that the API cannot clear stays unknown.
 */
function withRemovals(steps: readonly PreviewStep[]): (object: NamedObject) => NamedObject {
  const removals = new Map(steps.map((step) => [step.urn, removalsIn(step)]));
  return (object) => (removals.get(object.urn ?? "") ?? []).reduce(withoutOne, object);
}

function removalsIn({ op, urn, before, after }: PreviewStep): readonly Removal[] {
  const schema = schemaOf(urn);
  if (!schema || op !== "update" || !before || !after) return [];
  const paths = leavesOf(schema.fields, before.inputs).map(({ pointer }) => pointer);
  return planChange(schema, before.inputs, { paths, unsure: [] }, after.inputs).removed;
}

function withoutOne(object: NamedObject, { path, field, clear }: Removal): NamedObject {
  if (clear.how !== "default") return { ...object, cleared: [...(object.cleared ?? []), path.join(".")] };
  const draft = new Draft(object.properties);
  putLeaf(field, draft, path, clear.value);
  return { ...object, properties: draft.root };
}
