import { sharesNames } from "../../schema/definition.ts";
import { holdsUnknown, type JsonObject, own } from "../../schema/json.ts";
import { isShownOnce } from "../../schema/schema.ts";
import { sendsSomething } from "../../state/plan.ts";
import { blankRecord } from "../../state/record.ts";
import { listInWords } from "../calls.ts";
import {
  adoptionMarker,
  failureWarning,
  firstValuesMarker,
  isUnavailable,
  reading,
  summaryOf,
  UnclearObject,
} from "../errors.ts";
import { isFreed, isInState, type OperationContext } from "../operation-context.ts";
import { SharedCalls } from "../reads/reads.ts";
import { replacementRefusal } from "../refused-replacements.ts";
import type { Found } from "../resource-type.ts";
import { foreseeable, reasonsAgainst } from "../vetoes/vetoes.ts";
import {
  adopts,
  changedSince,
  changesInWords,
  existsAlready,
  findExisting,
  hasValues,
  managesAgain,
  planFor,
  presenceOf,
  refusalByKey,
  refusalOf,
} from "./adoption.ts";
import { decide, type Facts, type Step } from "./decide.ts";
import { answered, factsAbout } from "./obtain.ts";
import { keyTakenInWords } from "./taken-keys.ts";

/**
 * Reports in a preview that the object of a creation already exists, and whether the run will fail, or will adopt the object and change the
 * listed values. This function only reads and never fails.
 */
export async function announce(context: OperationContext, args: JsonObject): Promise<void> {
  const { type, program } = context;
  const isKeyKnown = type.uniqueBy.every((name) => !holdsUnknown(own(args, name)));
  if (!isKeyKnown || program.isOutOfReach) return;
  try {
    const lost = await lossesOf(context, args);
    if (lost !== undefined) console.warn(`warning: ${lost}`);
    const refusal = await replacementRefusal(context, program.replacements.ofCreation(type, args));
    if (refusal !== undefined) return console.warn(failureWarning(refusal));
    if (!type.hasOwnObject) return;
    for (const line of await announcement(context, args, await foreseen(context, args))) console.warn(line);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Only this object, or only objects of this type: all others can still be looked up.
    if (error instanceof UnclearObject || isUnavailable(type, error)) {
      // The run renames or deletes the object before.
      const isGoneBefore = error instanceof UnclearObject && error.id !== undefined && isFreed(context, error.id);
      if (!isGoneBefore) console.warn(failureWarning(error.message));
      return;
    }
    program.isOutOfReach = true;
    const why = summaryOf(error);
    console.warn(
      "warning: objects of new resources could not be looked up, so this preview does not show which of them exist already, or what an " +
        `adoption would change. ${why}`,
    );
  }
}

/**
 * The first step of the run that would write, or its end, as far as the tenant shows it now. A preview sends no create request, so it does not need to know
 * the earlier objects; and if the key is in use, the tenant will refuse the creation.
 */
async function foreseen(context: OperationContext, args: JsonObject): Promise<Step> {
  let facts: Facts = { ...factsAbout(context, args), earlier: null };
  let step = decide(facts);
  for (; step.is === "ask"; step = decide(facts)) facts = await answered(context, args, facts, step.about);
  if (step.is !== "create" || facts.sharesNames || facts.isAdopting) return step;
  const found = await findExisting(context, args);
  if (!found) return step;
  const error = new Error("the key is in use");
  return decide({ ...facts, attempts: [{ outcome: "taken", error, search: { is: "different", found } }] });
}

/** The lines of a preview about the first step of a creation. */
async function announcement(context: OperationContext, args: JsonObject, step: Step): Promise<readonly string[]> {
  switch (step.is) {
    case "manageAgain":
      return [`\`pulumi up\` ${managesAgain(context, args, step.found)}`];
    case "refuseChanged":
      return [failureWarning(changedSince(context, args, step.found))];
    // The tenant accepts several objects with the same name, so an existing one does not prevent the creation.
    case "create":
      return sharesNames(context.type, args) && !isShownOnce(context.type.schema) && !adopts(context, args)
        ? namesakesInWords(context, args)
        : [];
    case "adopt":
    case "refuseExisting":
      return existingInWords(context, args, step);
    default:
      return [];
  }
}

/** The lines about an existing object. Of an object in the state, only that the run does not free its name before this creation. */
async function existingInWords(
  context: OperationContext,
  args: JsonObject,
  { is, found }: { readonly is: "adopt" | "refuseExisting"; readonly found: Found },
): Promise<readonly string[]> {
  const { type, program } = context;
  if (isInState(context, found.id)) {
    const isReplaced = program.replacements.ofCreation(type, args)?.id === found.id;
    const isInTheWay = is === "refuseExisting" && !isReplaced && !isFreed(context, found.id);
    return isInTheWay ? [failureWarning(keyTakenInWords(type, type.uniqueBy, found.id))] : [];
  }
  const lines =
    is === "adopt"
      ? await adoptionInWords(context, args, found)
      : [failureWarning(refusalOf(context, args, found) ?? existsAlready(context, args, found))];
  const warnings = type.adoptionWarnings?.(args, found.live) ?? [];
  return [...lines, ...warnings.map((warning) => `warning: ${type.label(args)}: ${warning}`)];
}

/** A warning about content that a creation would remove at the tenant; undefined if there is none. For many resources, only listings are read. */
async function lossesOf(context: OperationContext, args: JsonObject): Promise<string | undefined> {
  const { type, reads } = context;
  return reads.answer({
    values: args,
    ask: (from) => reading(async () => type.losses?.(from, args, context.adopts)),
    isExpected: (lost) => lost === undefined,
  });
}

/**
 * A warning that a creation adds an object to a tenant that already has one with the same name. The usual cause: a resource was renamed in the program.
 */
async function namesakesInWords(context: OperationContext, args: JsonObject): Promise<readonly string[]> {
  const { type, service, program } = context;
  if (own(args, "adopt") === false) return [];
  program.sharedCalls ??= new SharedCalls(service);
  const calls = program.sharedCalls;
  const all = await reading(async () => (await type.namesakes?.(calls.service, args)) ?? []);
  const others = all.filter(({ id }) => !isInState(context, id));
  if (others.length === 0) return [];
  return [
    `warning: ${type.label(args)} exists already (id ${listInWords(others.map(({ id }) => id))}), and \`pulumi up\` creates another ` +
      "object with the same name. If the resource was only renamed in the program, declare its old name as an alias: without the alias, the " +
      "run fails instead of deleting the existing object. To adopt the existing object, set `adopt: true`; to create a new one, set `adopt: false`.",
  ];
}

/** The lines about the adoption of an object: the changes, or why the run will refuse it. */
async function adoptionInWords(context: OperationContext, args: JsonObject, found: Found): Promise<readonly string[]> {
  const { type } = context;
  const notAdopted = refusalOf(context, args, found) ?? refusalByKey(context, args, found);
  if (notAdopted !== undefined) return [failureWarning(notAdopted)];
  const plan = planFor(type, args, found.live);
  const known = { outputs: found.live, unsure: [] };
  const write = {
    action: "update",
    id: found.id,
    plan,
    inputs: args,
    values: args,
    known,
    record: blankRecord(),
  } as const;
  const refused = type.refusals?.(args, found.live) ?? [];
  const reasons = [...refused, ...(sendsSomething(plan) ? await reasonsAgainst(context, write, foreseeable) : [])];
  const label = type.label(args);
  if (reasons.length > 0) return reasons.map((reason) => failureWarning(`${label} is not changed: ${reason}`));
  const changes = changesInWords(type, args, found.live, plan);
  if (type.schema.singleton === undefined)
    return [`${label} exists already (id ${found.id})${adoptionMarker}${changes}`];
  const marker = hasValues(type.schema, found.live) ? adoptionMarker : firstValuesMarker;
  return [`${label} ${presenceOf(type.schema, found)}${marker}${changes}`];
}
