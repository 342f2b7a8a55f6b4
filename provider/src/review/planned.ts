import { sanitize } from "../client/index.ts";
import { type GraphNode, ObjectGraph, tenantOf } from "../graph/graph.ts";
import type { ExportedResource } from "../pulumi-cli/exported-stack.ts";
import { isChange, type Preview, type PreviewStep } from "../pulumi-cli/preview.ts";
import { isDynamicOfOthers, wrongCodeIn } from "../pulumi-cli/provider-code.ts";
import { isOurs, parseUrn, stackType } from "../pulumi-cli/urn.ts";
import { isSecret, schemaOf } from "../pulumi-cli/values.ts";
import { changeReport } from "../report/report.ts";
import type { Change, DriftReport } from "../report/types.ts";
import { maxNameLength, someOf, titleOf } from "../report/words.ts";
import {
  covers,
  describePath,
  isEmptyObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  unknownValue,
  valueAt,
} from "../schema/json.ts";
import { keysOfPath } from "../schema/property-path.ts";
import { providerKey, tenantKey } from "../schema/provider-code.ts";
import { clearBy, type Fields, fieldAt, hintsAt, pathRulesOf } from "../schema/schema.ts";
import { isSharable, wholeOf } from "../state/leaves.ts";
import { beginsToShare } from "../state/plan.ts";
import { definitions } from "../types/registry.ts";
import { namesIn } from "./names.ts";
import { objectsOfPlan, reliedOn } from "./objects.ts";
import type { Outcome } from "./outcomes.ts";
import type { PlannedChange } from "./types.ts";

/**
 * The leaves that a step changes. If a value is the id of an object, the name of the object is given with it. Also says whether a removed value
 * stays at the tenant.
 *
 * @param node the object of the resource, if the graph has it
 * @param outcome what becomes of the object, if the resource is one of this package
 */
export function plannedChanges(
  step: PreviewStep,
  changes: readonly Change[],
  node: GraphNode | undefined,
  outcome: Outcome | undefined,
): readonly PlannedChange[] {
  const nameOf = namesIn(node, step.after?.inputs ?? {});
  const fields = schemaOf(step.urn)?.fields;
  // A value that becomes a secret as a whole takes what was inside it along: it only seems to be removed.
  const hidden = changes.filter(({ secret, kind }) => secret && kind !== "delete").map(({ path }) => keysOfPath(path));
  const isHidden = (path: Path) => hidden.some((one) => one.length < path.length && covers(one, path));
  const seen = changes.filter(({ path }) => !isHidden(keysOfPath(path)));
  return seen.map(({ is: declared, ...change }) => {
    const path = keysOfPath(change.path);
    const is = declared ?? (change.secret || change.path.endsWith("[]") ? undefined : sentInstead(outcome, path));
    const [wasName, isName] = [nameOf(path, change.was, "before"), nameOf(path, is, "after")];
    const unit = fields && hintsAt(fields, path, {}).unit;
    return {
      ...change,
      ...(unit !== undefined && { unit }),
      ...(is === unknownValue ? { isUnknown: true } : is !== undefined && { is }),
      ...(change.secret && step.perhaps?.has(change.path) && ({ isUnsure: true } as const)),
      ...(wasName !== undefined && { wasName }),
      ...(isName !== undefined && { isName }),
      ...(change.kind === "delete" && (stays(step, path) || isKept(outcome, path)) && { stays: true }),
    };
  });
}

/** Whether the run keeps a value that left the program, because the value may be another client's. */
function isKept({ kept = [] }: Partial<Outcome> = {}, path: Path): boolean {
  return kept.some((one) => covers(one, path));
}

/** The value that an update sends in place of a removed one; undefined if it sends none, or if the value is unknown. */
function sentInstead(outcome: Outcome | undefined, path: Path): Json | undefined {
  const isRemoved = outcome?.plan.removed.some((removal) => covers(path, removal.path));
  const value = isRemoved ? valueAt(outcome?.after ?? {}, path) : undefined;
  return value === null || isEmptyObject(value) ? undefined : value;
}

/** The leaves that a reset changes, and those that it keeps. */
export function resetChanges(outcome: Outcome | undefined): readonly PlannedChange[] {
  const { plan, before = {}, after = {}, kept = [] } = outcome ?? {};
  const sent = [...(plan?.changed ?? []), ...(plan?.removed ?? [])].map(({ path }) => path);
  return [...sent, ...kept].map((path) => {
    const stays = kept.includes(path);
    const [was, is] = [valueAt(before, path), stays ? undefined : valueAt(after, path)];
    const secret = [was, is].some(isSecret);
    return {
      path: describePath(path),
      kind: is === undefined || is === null ? "delete" : "update",
      ...(secret ? { secret } : { ...(was !== undefined && { was }), ...(is !== undefined && is !== null && { is }) }),
      ...(stays && { stays }),
    };
  });
}

/** The leaves of an adopted object that the run changes at the tenant. */
export function adoptionChanges(
  step: PreviewStep,
  node: GraphNode | undefined,
  outcome: Outcome,
): readonly PlannedChange[] {
  const { type, plan, before = {}, after = {} } = outcome;
  const places = new Set(
    plan.changed.map((place) => describePath(wholeOf(definitions[type].schema.fields, place).path)),
  );
  if (!step.after || places.size === 0) return [];
  const seen: PreviewStep = {
    ...step,
    before: { ...step.after, inputs: before, outputs: {} },
    after: { ...step.after, inputs: after, outputs: {} },
    details: [...places].map((path) => ({ path, kind: "update", isInput: true })),
  };
  const unread = plan.changed.filter(
    ({ field, path }) => (pathRulesOf(field, path, after).reads?.how ?? "verbatim") !== "verbatim",
  );
  return plannedChanges(seen, changeReport(seen).changes, node, outcome).map((change) => {
    const isHidden = change.secret && change.kind === "update";
    const isUnread = change.kind === "add" && unread.some(({ path }) => covers(path, keysOfPath(change.path)));
    return isHidden || isUnread ? { ...change, isUnsure: true as const } : change;
  });
}

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

/** The leaves that differ, with the names of the objects that their ids identify. */
function namedChanges(changes: readonly Change[], node: GraphNode | undefined): readonly Change[] {
  const nameOf = namesIn(node, {});
  return changes.map((change) => {
    const path = keysOfPath(change.path);
    const [wasName, isName] = [nameOf(path, change.was, "before"), nameOf(path, change.is, "after")];
    return { ...change, ...(wasName !== undefined && { wasName }), ...(isName !== undefined && { isName }) };
  });
}

/** Whether an update leaves a value at the tenant that was removed from the program. A new object has no values from before. */
function stays({ op, urn, before, after }: PreviewStep, path: Path): boolean {
  const schema = schemaOf(urn);
  if (!schema || op !== "update" || !before || !after) return false;
  return isReleased(schema.fields, path, { ...before.inputs, ...before.outputs }, after.inputs);
}

/**
 * Whether a value that was removed from the program stays at the tenant. It stays if the API can clear neither the value nor the removed value
 * around it, or if it is a member of a list that the program declared as a whole before and shares from now on.
 *
 * @param was the object as it was declared
 * @param is the inputs that the program declares now
 */
function isReleased(fields: Fields, path: Path, was: JsonObject, is: JsonObject): boolean {
  const top = path.slice(0, 1);
  const list = fieldAt(fields, top);
  if (isSharable(list) && beginsToShare(list, top, was, is)) return true;
  return path.some((_, index) => {
    const place = path.slice(0, index + 1);
    const field = fieldAt(fields, place);
    const isGone = (valueAt(is, place) ?? null) === null;
    if (!isGone || field === undefined) return false;
    const rules = pathRulesOf(field, place, was);
    // A value in an object can go with the whole object.
    const holder = place.slice(0, -1);
    return (
      clearBy(rules).how === "release" && !(rules.createOnly && holder.length > 1 && valueAt(is, holder) === undefined)
    );
  });
}

/** The hosts of the tenants of a state and a plan, as far as they are known. */
export function tenantsIn(steps: readonly PreviewStep[], state: readonly ExportedResource[]): readonly string[] {
  const properties = [...state.map(({ inputs, outputs }) => ({ ...inputs, ...outputs })), ...steps.map(propertiesOf)];
  return [...new Set(properties.map(tenantOf))].filter((tenant) => tenant !== "").toSorted();
}

/** Returns the effects of a step that none of its changed values shows, in words. */
export type Remarks = (step: PreviewStep) => readonly string[];

/** The remarks on the steps of a plan. */
export function remarksOn(steps: readonly PreviewStep[], state: readonly ExportedResource[]): Remarks {
  const hasSeveral = tenantsIn(steps, state).length > 1;
  const relied = reliedOn(steps);
  return (step) => [
    ...(hasSeveral || own(propertiesOf(step), tenantKey) === unknownValue ? placeOf(step) : []),
    ...deletionElsewhere(relied(step)),
    ...movesIn(step),
    ...quietChanges(step),
  ];
}

/** Whether a review has to show a step: it changes the object, or an option or provider code that later runs apply to the object. */
export function isNotable(step: PreviewStep): boolean {
  return isChange(step.op) || (step.op === "same" && quietChanges(step).length > 0);
}

/** Whether an alias gives the resource of a step another URN, and the step changes nothing else. */
export function isMoved(step: PreviewStep): boolean {
  return step.op === "same" && movesIn(step).length > 0 && quietChanges(step).length === 0;
}

/** Remarks on the name and the parent of a resource that an alias has under another URN in the state. */
function movesIn({ urn, before, after }: PreviewStep): readonly string[] {
  if (!after || before?.urn === undefined || before.urn === null || before.urn === urn) return [];
  const [old, now] = [before.urn, urn].map(titleOfUrn);
  const [from, to] = [before.parent, after.parent].map((parent) => placeInWords(parent));
  return [
    ...(old === now ? [] : [`renamed in the program, by an alias: before, it was ${old}`]),
    ...(from === to ? [] : [`moved in the program, by an alias: from ${from} to ${to}`]),
    ...(old === now && from === to ? [`another URN, by an alias: before, it was ${sanitize(before.urn)}`] : []),
  ];
}

/** The name of a resource in the review, by its URN. */
export function titleOfUrn(urn: string): string {
  const { type = "", name = urn } = parseUrn(urn) ?? {};
  return titleOf({ type, name });
}

function placeInWords(parent: string | undefined): string {
  const isTop = parent === undefined || parseUrn(parent)?.type === stackType;
  return isTop ? "the top of the stack" : titleOfUrn(parent);
}

/** Remarks on safeguards that a step takes away without a change of the object. */
export function quietChanges(step: PreviewStep): readonly string[] {
  return [...optionsInWords(step), ...foreignCodeIn(step), ...tenantChange(step)];
}

/** A remark if a step pins a resource to another tenant. A program cannot do this, because the provider refuses it: a state or a plan was edited. */
function tenantChange({ urn, before, after }: PreviewStep): readonly string[] {
  if (!isOurs(parseUrn(urn)?.type ?? "")) return [];
  const was = tenantOf({ ...before?.inputs, ...before?.outputs });
  const is = own(after?.inputs, tenantKey);
  if (was === "" || is === undefined || is === was) return [];
  const now = tenantOf(after?.inputs ?? {});
  const named = now === "" ? "at one that is known only during the run" : `at ${sanitize(now)}`;
  return [`another tenant: the object is at ${sanitize(was)}, and from now on the stack takes it for one ${named}`];
}

function propertiesOf({ before, after }: PreviewStep) {
  return after?.inputs ?? { ...before?.inputs, ...before?.outputs };
}

/** A remark that names the tenant of a resource, for reports about several tenants. Empty for a resource of another package. */
function placeOf(step: PreviewStep): readonly string[] {
  if (!isOurs(parseUrn(step.urn)?.type ?? "")) return [];
  const tenant = tenantOf(propertiesOf(step));
  return [tenant === "" ? "at a tenant that is known only during the run" : `at tenant ${sanitize(tenant)}`];
}

function deletionElsewhere(urn: string | undefined): readonly string[] {
  const { type, name } = parseUrn(urn ?? "") ?? {};
  if (type === undefined || name === undefined) return [];
  return [
    `the run does not delete this object: it stays unless the tenant deletes it with ${titleOf({ type, name })} (deletedWith)`,
  ];
}

/**
 * Remarks on safeguards that a step removes by changing options of its resource. The engine changes options only in the state, so the operation is
 * often `same`.
 */
function optionsInWords({ before, after }: PreviewStep): readonly string[] {
  if (!after) return [];
  const known = new Set(before?.ignoreChanges);
  // All paths are named: many harmless paths must not hide a harmful one behind a count.
  const ignored = (after.ignoreChanges ?? []).filter((path) => !known.has(path));
  return [
    ...(before?.protect === true && after.protect !== true
      ? ["no longer protected (protect): a later run can delete or replace it"]
      : []),
    ...(ignored.length > 0
      ? [
          `ignored from now on (ignoreChanges): ${ignored.map((path) => sanitize(path, maxNameLength)).join(", ")}. ` +
            "No drift report shows edits at these paths, and no run undoes such edits",
        ]
      : []),
  ];
}

/** A remark if a step gives a resource provider code that is not that of its class. The engine's host runs the code. */
function foreignCodeIn({ urn, before, after }: PreviewStep): readonly string[] {
  const code = own(after?.inputs, providerKey);
  if (code === undefined || code === own(before?.inputs, providerKey)) return [];
  const wrong = wrongCodeIn(parseUrn(urn)?.type ?? "", after?.inputs);
  return wrong === undefined ? [] : [`the resource ${wrong}`];
}

/** Errors about the provider code of resources, before a plan and after it: every operation runs the code, and the class does not say what it does. */
export function wrongCodes(steps: readonly PreviewStep[], state: readonly ExportedResource[]): readonly string[] {
  return [...codesByUrn(steps, state)].flatMap(([urn, all]) => {
    const { type = "", name = urn } = parseUrn(urn) ?? {};
    const wrong = wrongCodeIn(type, ...all);
    return wrong === undefined ? [] : [`${titleOf({ type, name })} ${wrong}`];
  });
}

/** A note about the dynamic resources of other packages, which no rule judges. Empty if there are none. */
export function notJudged(steps: readonly PreviewStep[], state: readonly ExportedResource[]): readonly string[] {
  const others = [...codesByUrn(steps, state)].flatMap(([urn, all]) => {
    const { type = "", name = urn } = parseUrn(urn) ?? {};
    return isDynamicOfOthers(type, ...all) ? [titleOf({ type, name })] : [];
  });
  if (others.length === 0) return [];
  return [`not judged, as their provider code is not of pulumi-tenant: ${someOf(others)}`];
}

/** The properties of each resource in a state and a plan. */
function codesByUrn(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
): ReadonlyMap<string, readonly (JsonObject | undefined)[]> {
  const all = [...state, ...steps.flatMap(({ urn, before, after }) => [before, after].map((at) => ({ ...at, urn })))];
  return new Map(
    [...Map.groupBy(all, ({ urn }) => urn)].map(([urn, found]) => [
      urn,
      found.flatMap(({ inputs, outputs }) => [inputs, outputs]),
    ]),
  );
}
