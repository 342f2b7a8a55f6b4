import { Waivers } from "../baseline/waivers.ts";
import { ownDomainIn } from "../client/configuration.ts";
import { sanitize } from "../client/sanitize.ts";
import type { AdoptedObject } from "../graph/adoption.ts";
import { type GraphNode, Impact, labelOf, type Members, ObjectGraph } from "../graph/graph.ts";
import type { ExportedResource } from "../pulumi-cli/exported-stack.ts";
import { isChange, type Preview, type PreviewStep } from "../pulumi-cli/preview.ts";
import { parseUrn, stackType } from "../pulumi-cli/urn.ts";
import { isSecret, schemaOf, typeOfUrn } from "../pulumi-cli/values.ts";
import { adoptedIn, changeReport, driftReport, failuresIn, notesIn } from "../report/report.ts";
import { someOf, titleOf } from "../report/words.ts";
import type { Definition } from "../schema/definition.ts";
import { holdsUnknown, type JsonObject, own, unknownValue } from "../schema/json.ts";
import { type PropertyPath, parsePropertyPath } from "../schema/property-path.ts";
import { type Fields, fieldAt, type Schema } from "../schema/schema.ts";
import { definitions, type TypeName } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import type { Effect } from "../types/tool-data.ts";
import { tools } from "../types/tools.made.ts";
import { adoptionsIn, type BaselineKnowledge, baselineReview } from "./baseline.ts";
import { Creations } from "./creations.ts";
import { type Keeping, keepingAfter, pendingDeletions } from "./keepers.ts";
import { loginLossesIn } from "./logins.ts";
import {
  keepsObject,
  leftAlone,
  objectAfter,
  objectBefore,
  objectsOfPlan,
  objectsOfState,
  withoutUrn,
} from "./objects.ts";
import { type Outcome, outcomesOf } from "./outcomes.ts";
import {
  adoptionChanges,
  isMoved,
  isNotable,
  notJudged,
  plannedChanges,
  quietChanges,
  type Remarks,
  remarksOn,
  resetChanges,
  tenantsIn,
  wrongCodes,
} from "./planned.ts";
import { privilegesIn } from "./privileges.ts";
import { remainsOf } from "./remains.ts";
import { sharingChangesOf } from "./sharing.ts";
import { actions, type Operation, type PlannedChange, type ReviewedResource, type ReviewReport } from "./types.ts";
import { weakerSafeguards } from "./weaker.ts";

/**
 * The report about the output of `pulumi preview --json` and the state. `changes` is true exactly if the next run would change something. That
 * includes a run that only carries out deletions which an earlier replacement has left, and which the preview does not list. Texts that programs
 * and providers print become warnings, notes or reasons for which the run will fail, and change nothing else in the report. The report contains no
 * secrets and no hidden properties (`__*`). Affected objects are found by the references in the state and the plan. Whether other objects refer to a
 * changed object is unknown.
 *
 * @param failure the failure of the CLI as a whole, if any. The report is then never complete
 * @param waivers the permissions to break rules of the security baseline
 * @param knowledge facts about the tenants that neither the preview nor the state contains
 */
export function reviewReport(
  preview: Preview,
  state: readonly ExportedResource[],
  failure?: string,
  waivers = new Waivers([]),
  knowledge: BaselineKnowledge = {},
): ReviewReport {
  const { complete, resources: compared, errors, warnings, ...found } = driftReport(preview, failure);
  const { stack, project } = found.stack === undefined ? (parseUrn(state[0]?.urn ?? "") ?? found) : found;
  const failed = compared.filter(({ state: how }) => how === "failed");
  const steps = asInState(preview.steps, state).filter(({ urn }) => parseUrn(urn)?.type !== stackType);
  const run = plannedRun(steps, state, knowledge);
  const { pending, listed, outcomes, graph, creations } = run;
  const refused = failuresIn(warnings);
  const willFail = [...refused, ...refusedAdoptions(outcomes, refused)];
  const tenants = tenantsIn(steps, state);
  const all = new Impact();
  const resources = reviewsOf(run, knowledge, all);
  const isShown = noteOfShown(resources, run.byUrn);
  const wrong = wrongCodes(steps, state);
  const baseline = baselineReview(outcomes, steps, waivers, knowledge);
  const weaker = weakerSafeguards(outcomes, creations, resources);
  const staying = resources.filter(({ action, mayStay }) => action === "move" || mayStay);
  const mayStay = new Set(staying.map(({ urn }) => urn));
  const privileges = privilegesIn(outcomes, graph, mayStay);
  const logins = loginLossesIn(outcomes, graph, mayStay);
  const count = (action: Operation) => resources.filter((resource) => resource.action === action).length;
  return {
    version: 1,
    ...(stack !== undefined && { stack }),
    ...(project !== undefined && { project }),
    ...(tenants.length > 0 && { tenants }),
    changes: pending.length > 0 || listed.some(isNotable),
    complete: complete && wrong.length + willFail.length === 0,
    ...(wrong.length > 0 && { refused: wrong }),
    ...(willFail.length > 0 && { willFail }),
    counts: Object.fromEntries(actions.map((action) => [action, count(action)])) as ReviewReport["counts"],
    concerns: all.groups(),
    ...(all.isWhole && ({ affectsAll: true } as const)),
    ...(weaker.length > 0 && { weaker }),
    ...(privileges.length > 0 && { privileges }),
    ...(logins.length > 0 && { logins }),
    ...(baseline && { baseline }),
    resources,
    errors: [...failed.map((resource) => `${titleOf(resource)}: ${resource.error}`), ...errors],
    warnings: warnings.filter((text) => failuresIn([text]).length === 0),
    notes: [...notesIn(preview.diagnostics).filter((note) => !isShown(note)), ...notJudged(steps, state)],
  };
}

/** The steps of a plan, and what is known about them. */
interface PlannedRun {
  readonly steps: readonly PreviewStep[];
  readonly state: readonly ExportedResource[];
  /** The deletions that earlier replacements have left to the next run. */
  readonly pending: readonly PreviewStep[];
  /** The steps that the report shows. */
  readonly listed: readonly PreviewStep[];
  readonly outcomes: readonly Outcome[];
  readonly byUrn: ReadonlyMap<string, Outcome>;
  readonly graph: ObjectGraph;
  readonly creations: Creations;
  /** Whether the plan creates the object of a resource for sure. */
  isMade(urn: string): boolean;
  /** Whether the tenant was read and lacks the object of a resource. */
  isNew(urn: string): boolean;
}

function plannedRun(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
  { atTenant = new Map(), managementApiOf, adopts }: BaselineKnowledge,
): PlannedRun {
  const pending = pendingDeletions(state);
  const left = new Set(pending.map(keyOfOld));
  const listed = steps.filter(
    (step) =>
      (isNotable(step) || isMoved(step)) &&
      isObject(step) &&
      !(step.op === "delete-replaced" && left.has(keyOfOld(step))),
  );
  const graph = new ObjectGraph([...objectsOfState(state), ...objectsOfPlan(steps)]);
  const ownDomainOf = (host: string) => ownDomainIn(managementApiOf?.(host)) ?? host;
  const outcomes = outcomesOf(steps, state, atTenant, ownDomainOf);
  const byUrn = new Map(outcomes.map((outcome) => [outcome.urn, outcome]));
  const adoptions = new Set(adoptionsIn(steps, adopts).map(({ urn }) => urn));
  const isNew = (urn: string) => atTenant.has(urn) && atTenant.get(urn) === undefined;
  const isMade = (urn: string) => {
    const { act } = byUrn.get(urn) ?? {};
    return (act === "create" || act === "replace") && (isNew(urn) || !adoptions.has(urn));
  };
  const creations = new Creations(outcomes, graph, isMade, (urn) => adoptions.has(urn));
  return { steps, state, pending, listed, outcomes, byUrn, graph, creations, isMade, isNew };
}

/**
 * The resources of the report, in its order.
 *
 * @param all collects the objects that the changes affect
 */
function reviewsOf(
  { steps, state, pending, listed, byUrn, graph, creations, isMade, isNew }: PlannedRun,
  { adopts = false, atTenant = new Map() }: BaselineKnowledge,
  all: Impact,
): readonly ReviewedResource[] {
  const keeping = keepingAfter(steps, state);
  const [referring, remarks] = [referringTo(steps, state, pending), remarksOn(steps, state)];
  const besides = { referring, remarks, keeping: keeping.planned, isPending: false, adopts, isMade, creations };
  const ofPending = { ...besides, keeping: keeping.pending, isPending: true };
  return [
    ...pending.map((step) => reviewOf([step], graph, all, ofPending)),
    ...[...Map.groupBy(listed, ({ urn }) => urn)].map(([urn, group]) =>
      reviewOf(group, graph, all, { ...besides, outcome: byUrn.get(urn), found: atTenant.get(urn), isNew: isNew(urn) }),
    ),
  ].sort(inOrder);
}

/**
 * Returns whether a note of the preview says only what the entry of an adopted object says, because the review has read the object. Only the
 * preview knows whether a secret changes.
 */
function noteOfShown(
  resources: readonly ReviewedResource[],
  outcomes: ReadonlyMap<string, Outcome>,
): (note: string) => boolean {
  const ids = new Set<string>();
  const settings = new Set<string>();
  for (const { urn, isFound, changes } of resources) {
    const { type, id, after } = outcomes.get(urn) ?? {};
    if (!isFound || !type || !after || id === undefined || changes.some(({ secret }) => secret)) continue;
    ids.add(id);
    if (definitions[type].schema.singleton !== undefined) settings.add(resourceTypes[type].label(after));
  }
  return (note) => {
    const { label, id } = adoptedIn(note) ?? {};
    return label !== undefined && (id === undefined ? settings.has(label) : ids.has(id));
  };
}

/**
 * The reasons for which the run will not adopt objects that the review has read: properties that cannot be changed. The preview reports only objects
 * whose ids it knows.
 *
 * @param said the reasons that the preview gives
 */
function refusedAdoptions(outcomes: readonly Outcome[], said: readonly string[]): readonly string[] {
  return outcomes.flatMap(({ urn, act, id, plan, after }) => {
    const different = act === "adopt" ? plan.replaces.filter((name) => !holdsUnknown(own(after, name))) : [];
    const { type = "", name = urn } = parseUrn(urn) ?? {};
    if (different.length === 0 || id === undefined || said.some((text) => text.includes(`(id ${id})`))) return [];
    return [
      `${titleOf({ type, name, id })}: the object exists already with another ${different.join(" and ")}, which cannot be changed, so the run ` +
        "cannot adopt it. Delete the object, or declare its present value.",
    ];
  });
}

function keyOfOld({ urn, before }: PreviewStep): string {
  return JSON.stringify([urn, before?.id]);
}

/**
 * The steps, with the mark `pendingReplacement` only where the state has it too. In a state, the mark means that an earlier run has deleted the
 * object. In a plan, the engine also marks an object that the next run deletes before it creates the new one.
 */
function asInState(steps: readonly PreviewStep[], state: readonly ExportedResource[]): readonly PreviewStep[] {
  const deleted = new Set(state.filter(({ pendingReplacement }) => pendingReplacement === true).map(({ urn }) => urn));
  return steps.map((step) => {
    if (step.before?.pendingReplacement !== true || deleted.has(step.before.urn ?? step.urn)) return step;
    return { ...step, before: { ...step.before, pendingReplacement: false } };
  });
}

/** Puts the most severe action first and, within an action, pending deletions, which no preview lists. */
function inOrder(a: ReviewedResource, b: ReviewedResource): number {
  const byAction = actions.indexOf(a.action) - actions.indexOf(b.action);
  const byPending = Number(b.isPending === true) - Number(a.isPending === true);
  return byAction || byPending || (a.urn < b.urn ? -1 : 1);
}

/** Data about one resource from the plan and the state, in addition to its steps. */
interface Besides {
  readonly remarks: Remarks;
  readonly keeping: Keeping;
  readonly referring: Referring;
  /** Whether an earlier replacement has left the deletion to the next run. */
  readonly isPending: boolean;
  /** What becomes of the object; undefined for a pending deletion, and for a resource of another package. */
  readonly outcome?: Outcome | undefined;
  readonly creations: Creations;
  /** Whether the run adopts every object that exists already. */
  readonly adopts: boolean;
  /** Whether the plan creates the object of a resource for sure. */
  isMade(urn: string): boolean;
  /** The object that the plan adopts, if it was read. */
  readonly found?: AdoptedObject | undefined;
  /** Whether the tenant is known to have no object that the creation could adopt. Default: that is not known. */
  readonly isNew?: boolean;
}

/** @param all collects the objects that this change affects */
function reviewOf(steps: readonly PreviewStep[], graph: ObjectGraph, all: Impact, besides: Besides): ReviewedResource {
  const { referring, remarks, isPending, outcome, found, isNew, creations } = besides;
  const { step, action, kept } = decidedIn(steps, besides);
  const node = nodeOf(step, graph, isPending);
  const { state: _, changes, ...identity } = changeReport(step);
  const adopted = action === "adopt" && outcome?.act === "adopt" ? outcome : undefined;
  const leaves = adopted ? adoptionChanges(step, node, adopted) : changesOf(step, action, changes, node, outcome);
  const because = steps.flatMap(({ replaceReasons = [] }) => replaceReasons);
  const type = typeOfUrn(step.urn);
  const definition: Definition | undefined = type && definitions[type];
  const isLoss = kept?.isSure !== true && (action === "delete" || action === "replace");
  const lost = isLoss ? definition?.goneWithIt : undefined;
  const mayStay = isLoss && (kept !== undefined || outcome?.act === "keep");
  const sent = [...leaves.filter(({ stays }) => !stays), ...argumentsOf(adopted)];
  const possible = kept || action === "move" ? [] : ((type && tools[type].effects?.(action, sent)) ?? []);
  const ofType = possible.filter((effect) => !isOnNew(effect, definition?.schema.fields ?? {}, besides));
  const losses = [
    ...(isLoss ? lossesOf(action, type, mayStay) : []),
    ...ofType.flatMap((effect) => (effect.isLoss ? [effectInWords(effect)] : [])),
  ];
  const loosens = quietChanges(step);
  const kind = leaving.has(action) && type ? kindOf(type, step) : undefined;
  const remains = outcome ? remainsOf(outcome) : [];
  const isSet = outcome?.act === "create" && isSetting(outcome);
  const isUnread = outcome !== undefined && !isNew && (isSet || creations.of(outcome)?.isReplacingWhole === true);
  const effects = [
    isPending ? pendingInWords(action) : undefined,
    ...remarks(step),
    ...removalsOfOthers(action, outcome, creations),
    ...(kept ? [kept.says] : ofType.map(effectInWords)),
    action === "renew" ? undeletedIn(steps) : undefined,
    lost === undefined ? undefined : `${kept ? "otherwise " : ""}deleted with it: ${lost}`,
    isLoss ? referring(step) : undefined,
  ].filter((effect) => effect !== undefined);
  const impact = adopted && leaves.length === 0 ? new Impact() : impactOf(step, node, action, leaves, graph);
  if (type && lost !== undefined) impact.addLossesWith(type);
  all.addAll(impact);
  return {
    ...identity,
    ...(adopted?.id !== undefined && { id: adopted.id }),
    action,
    ...(adopted && ({ isFound: true } as const)),
    ...(adopted && found && found.assumed.length > 0 && { assumed: found.assumed }),
    ...(isPending && ({ isPending: true } as const)),
    ...(lost !== undefined && { losesContent: true }),
    ...(losses.length > 0 && { losses }),
    ...(mayStay && ({ mayStay: true } as const)),
    ...(loosens.length > 0 && { loosens }),
    ...(kind && { kind }),
    ...(node && step.before && namesOfIdentity(node)),
    ...(impact.isWhole && ({ affectsAll: true } as const)),
    ...(isUnread && ({ isUnread: true } as const)),
    ...(remains.length > 0 && { remains }),
    ...(effects.length > 0 && { effects }),
    ...((action === "replace" || action === "renew") && because.length > 0 && { because: [...new Set(because)] }),
    changes: leaves,
    concerns: impact.groups(),
  };
}

/** The step that tells most about a resource, the action on its object, and why the run does not delete the object if the plan does. */
function decidedIn(steps: readonly PreviewStep[], { keeping, outcome, adopts, isNew = false }: Besides) {
  const step = tellingStep(steps);
  const planned = actionOf(steps, outcome, { adopts, isNew });
  const kept = planned === "delete" ? keeping(step) : undefined;
  const isLeft = kept?.isWhole === true && steps.every(({ after }) => after === undefined);
  return { action: isLeft || steps.every(isMoved) ? "move" : planned, kept, step } as const;
}

/** The object of a step. The replacement of a pending deletion has the same URN, so the old object is found by its id. */
function nodeOf(step: PreviewStep, graph: ObjectGraph, isPending: boolean): GraphNode | undefined {
  const [before] = isPending ? objectBefore(step) : [];
  return before ? graph.ofId(before.tenant, before.type, before.id ?? "") : graph.ofResource(step.urn);
}

/** The changes that the report shows of a resource whose object the plan does not adopt. */
function changesOf(
  step: PreviewStep,
  action: Operation,
  changes: ReturnType<typeof changeReport>["changes"],
  node: GraphNode | undefined,
  outcome: Outcome | undefined,
): readonly PlannedChange[] {
  if (action === "reset") return resetChanges(outcome);
  const isGone = action === "delete" || action === "forget" || action === "move";
  return isGone || !isChange(step.op) ? [] : plannedChanges(step, changes, node, outcome);
}

/** Whether an effect is on an object that the plan creates. */
function isOnNew({ on = "" }: Effect, fields: Fields, { outcome, isMade }: Besides): boolean {
  const owners = (outcome?.dependencies[on] ?? []).filter((urn) => typeOfUrn(urn) === fields[on]?.idOf);
  return holdsUnknown(own(outcome?.after, on)) && owners.length > 0 && owners.every(isMade);
}

/** The actions that delete an object, or after which the stack no longer manages it. */
const leaving: ReadonlySet<Operation> = new Set(["delete", "replace", "reset", "forget"]);

/** The remark on a reset that deletes the whole object, as no document contains all values of the tenant. */
const wholeResetInWords =
  "the run deletes the whole object, unless the tenant has values in it that this stack did not set";

/** What the deletion of an object ends for ever, in words. Empty if an equal object can take its place. */
function lossesOf(action: Operation, type: TypeName | undefined, mayStay: boolean): readonly string[] {
  const does = `${mayStay ? "may be" : "is"} ${action === "replace" ? "replaced, and the old object deleted" : "deleted"}`;
  if (!type) return [`${does}; what is lost with it is not known`];
  const { goneWithIt, replacedInPlace, schema }: Definition = definitions[type];
  if (goneWithIt !== undefined) return [`${does} with ${goneWithIt}`];
  const isAlike = !resourceTypes[type].hasOwnObject || replacedInPlace || schema.singleton !== undefined;
  return isAlike ? [] : [`${does}: a new one gets another id`];
}

function effectInWords({ says, names = [] }: Effect): string {
  return names.length === 0 ? says : `${says}: ${someOf(names.map((name) => sanitize(name)))}`;
}

/** The kind of an object before a run, such as the strategy of a connection. */
function kindOf(type: TypeName, step: PreviewStep): ReviewedResource["kind"] {
  const { distinguishedBy: path } = tools[type];
  const [before] = objectBefore(step);
  const value = path === undefined ? undefined : own(before?.properties, path);
  return path !== undefined && typeof value === "string" && value !== unknownValue && !isSecret(value)
    ? { path, value }
    : undefined;
}

/** The names of the objects to which the identity of an object refers, if they say more than its id. */
function namesOfIdentity({ links }: GraphNode): Pick<ReviewedResource, "of"> {
  const names = links
    .filter(({ reference }) => reference.isIdentity)
    .map(({ to, reference }) => [labelOf(to, to.versions[0]), reference.value] as const);
  const isTelling = names.some(([name, value]) => name !== value);
  return isTelling ? { of: [...new Set(names.map(([name]) => name))] } : {};
}

/** The arguments of an adoption that are no properties of its object: the leaves of an object that was read do not contain them. */
function argumentsOf(adopted: Outcome | undefined): readonly PlannedChange[] {
  if (!adopted) return [];
  const { metaArguments = {} }: Schema = definitions[adopted.type].schema;
  return Object.keys(metaArguments).flatMap((path) => {
    const is = own(adopted.after, path);
    return is === undefined ? [] : [{ path, kind: "add", is }];
  });
}

/** Remarks on what a reset removes besides the declared values, and a later run from the sets that the program no longer shares. */
function removalsOfOthers(action: Operation, outcome: Outcome | undefined, creations: Creations): readonly string[] {
  if (!outcome) return [];
  const { wholeReset }: Definition = definitions[outcome.type];
  const closed = sharingChangesOf(outcome, creations).filter(({ isExclusive }) => isExclusive === true);
  return [
    ...(action === "reset" && wholeReset ? [wholeResetInWords] : []),
    ...closed.map(
      ({ path }) =>
        `no longer shared (${path}): the run after the next refresh removes what the program does not declare`,
    ),
  ];
}

/** The reason for a pending deletion, which the preview does not list. */
function pendingInWords(action: Operation): string {
  const why = "an earlier replacement did not delete this object";
  return action === "delete" ? `${why}; the next run deletes it, even if nothing else changes` : why;
}

/**
 * The action that the steps of a resource make up. A replacement has several steps; the remaining part of an interrupted replacement has a
 * single step.
 */
function actionOf(
  steps: readonly PreviewStep[],
  outcome: Outcome | undefined,
  { adopts, isNew }: { readonly adopts: boolean; readonly isNew: boolean },
): Operation {
  const ops = steps.map(({ op }) => op);
  const has = (...wanted: readonly string[]) => ops.some((op) => wanted.includes(op));
  const isReplaced = has("replace", "create-replacement", "import-replacement");
  // The stack does not yet manage an object that it has only read (`external`). So its replacement can be an adoption, like a creation.
  const mayAdopt = (has("create") && !isNew) || (isReplaced && steps.some(({ before }) => before?.external === true));
  const isAsked = steps.some(({ after }) => own(after?.inputs, "adopt") === true);
  if (mayAdopt && (isAsked || (adopts && outcome !== undefined))) return "adopt";
  if (isReplaced) return undeletedIn(steps) === undefined ? "replace" : "renew";
  const isRetained = steps.some(({ before }) => before?.retainOnDelete === true);
  if (has("delete", "delete-replaced")) {
    if (outcome?.act === "reset") return "reset";
    return isRetained || (outcome?.act === "keep" && isSetting(outcome)) ? "forget" : "delete";
  }
  if (has("create")) return "create";
  return has("import") ? "import" : "update";
}

/** Whether every tenant has the object, so that a destroy only resets it, or leaves it. */
function isSetting({ type }: Outcome): boolean {
  return definitions[type].schema.singleton !== undefined;
}

/**
 * The reason why a replacement deletes no old object; undefined if it deletes one. The engine marks an entry as `pendingReplacement` after it has
 * deleted the object, but also if the object stays at the tenant. Therefore the mark is tested last.
 */
function undeletedIn(steps: readonly PreviewStep[]): string | undefined {
  const has = (mark: "retainOnDelete" | "external" | "pendingReplacement") =>
    steps.some(({ before }) => before?.[mark] === true);
  if (has("external")) return "the stack has only read the old object so far";
  if (has("retainOnDelete")) return "the old object stays at the tenant, and the stack no longer manages it";
  return has("pendingReplacement") ? "an earlier run deleted the old object and did not create the new one" : undefined;
}

/** The step with a state before and a state after, if there is one: only this step has the leaves that differ. */
function tellingStep(steps: readonly PreviewStep[]): PreviewStep {
  const [first] = steps;
  const best = steps.find(({ before, after, details }) => before && after && details.length > 0);
  const step = best ?? steps.find(({ before, after }) => before && after) ?? first;
  if (!step) throw new Error("the group has no steps");
  return step;
}

function impactOf(
  step: PreviewStep,
  node: GraphNode | undefined,
  action: Operation,
  changes: readonly PlannedChange[],
  graph: ObjectGraph,
): Impact {
  const impact = new Impact();
  if (!isChange(step.op) || action === "move") return impact;
  const members = action === "update" ? membersIn(step.urn, node, changes, graph) : undefined;
  if (node && members) impact.addMembersOf(node, members);
  else if (node) {
    const only = action === "update" ? onlyMembersOf(step.urn, changes) : undefined;
    impact.addChangeOf(node, action === "adopt" || isThere(node, step.after?.inputs), only);
  } else if (!isProvider(step)) impact.addUnknown();
  return impact;
}

/** Whether the tenant has the object already, so that objects outside the state and the plan can refer to it. */
function isThere({ knownBy }: GraphNode, program: JsonObject | undefined): boolean {
  return knownBy !== undefined || own(program, "adopt") === true;
}

/** Whether a resource represents something outside the program, and is no component. */
function isObject({ before, after }: PreviewStep): boolean {
  return (before ?? after)?.custom !== false;
}

function isProvider({ urn }: PreviewStep): boolean {
  return parseUrn(urn)?.type.startsWith("pulumi:providers:") === true;
}

/** The members of a map that an update changes; undefined if it changes anything else. */
function onlyMembersOf(urn: string, changes: readonly PlannedChange[]): Members | undefined {
  const fields: Fields = schemaOf(urn)?.fields ?? {};
  const paths = changes.map(({ path }) => parsePropertyPath(path) ?? []);
  const property = String(paths[0]?.[0]);
  const isMember = (path: PropertyPath) => path.length === 2 && path[0] === property;
  if (fields[property]?.kind !== "map" || !paths.every(isMember)) return undefined;
  return { property, names: new Set(paths.map((path) => String(path[1]))) };
}

/**
 * The objects that an update adds to sets or removes from them; undefined if it changes anything else, or if one of the objects is not known.
 */
function membersIn(
  urn: string,
  node: GraphNode | undefined,
  changes: readonly PlannedChange[],
  graph: ObjectGraph,
): readonly GraphNode[] | undefined {
  const fields = schemaOf(urn)?.fields ?? {};
  const found: GraphNode[] = [];
  for (const { path, was, is } of changes) {
    const field = path.endsWith("[]") ? fieldAt(fields, [path.slice(0, -2)]) : undefined;
    const idOf = field?.kind === "set" ? field.idOf : undefined;
    const member = idOf && node && graph.ofId(node.tenant, idOf, String(was ?? is));
    if (!member) return undefined;
    found.push(member);
  }
  return found;
}

/** Returns a text that names the other resources of the program that refer to an object which a plan deletes; undefined if there are none. */
type Referring = (gone: PreviewStep) => string | undefined;

/**
 * Finds the resources that refer to objects that a plan deletes or replaces, and that the plan neither deletes nor replaces. The references are
 * those after the plan; the ids and names of the objects are those before it.
 *
 * @param pending the deletions that an earlier replacement has left
 */
function referringTo(
  steps: readonly PreviewStep[],
  state: readonly ExportedResource[],
  pending: readonly PreviewStep[],
): Referring {
  const staying = steps.filter(keepsObject);
  const going = steps.filter((step) => isChange(step.op) && !keepsObject(step));
  if (going.length + pending.length === 0) return () => undefined;
  const left = steps.filter(({ after }) => !after);
  const graph = new ObjectGraph([
    // Remove the URNs of these objects: a remaining resource can have the same URN as a deleted or replaced one, and the two would be confused.
    ...[...going, ...pending].flatMap(objectBefore).map(withoutUrn),
    ...objectsOfState(leftAlone(state, [...staying, ...going, ...left])),
    ...staying.flatMap((step) => objectAfter(step)),
  ]);
  const referrers = referrersIn(graph);
  return (gone) => {
    const nodes = objectBefore(gone).flatMap(({ tenant, type, id = "" }) => graph.ofId(tenant, type, id) ?? []);
    const urns = nodes.flatMap((node) => [...(referrers.get(node) ?? [])]);
    return urns.length === 0 ? undefined : inWords(urns.sort());
  };
}

/** The URNs of the resources that refer to each object. */
function referrersIn({ nodes }: ObjectGraph): ReadonlyMap<GraphNode, ReadonlySet<string>> {
  const found = new Map<GraphNode, Set<string>>();
  for (const { links, urns } of nodes) {
    for (const { to } of links) {
      const known = found.get(to) ?? new Set();
      found.set(to, known);
      for (const urn of urns) known.add(urn);
    }
  }
  return found;
}

function inWords(urns: readonly string[]): string {
  const named = urns.flatMap((urn) => parseUrn(urn) ?? []).map(({ type, name }) => titleOf({ type, name }));
  const [resources, refer] = urns.length === 1 ? ["resource", "refers"] : ["resources", "refer"];
  return `${urns.length} ${resources} of this program still ${refer} to this object: ${someOf(named)}`;
}
