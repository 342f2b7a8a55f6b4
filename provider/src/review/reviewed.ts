import { z } from "zod";
import { addedWaivers, type Waiver } from "../baseline/waivers.ts";
import { sanitize } from "../client/index.ts";
import { someOf, titleOf, valueInWords } from "../report/words.ts";
import type { Json } from "../schema/json.ts";
import { parsePropertyPath } from "../schema/property-path.ts";
import { type BaselineChange, unwaived } from "./baseline.ts";
import { acceptanceInWords, quoted, titleWithoutId, unreadInWords, waiverInWords, weakerInWords } from "./lines.ts";
import type { Privilege } from "./privileges.ts";
import type { AddedAcceptance, Operation, PlannedChange, ReviewedResource, ReviewReport } from "./types.ts";

/** The actions that delete, replace, reset, forget or adopt an object of the tenant. */
const losses: ReadonlySet<Operation> = new Set(["delete", "replace", "renew", "reset", "forget", "adopt"]);

const earlierChange = z.object({
  path: z.string(),
  kind: z.enum(["add", "delete", "update"]),
  was: z.unknown().optional(),
  stays: z.boolean().optional(),
});

const earlierResource = z.object({
  urn: z.string(),
  id: z.string().optional(),
  action: z.string(),
  isFound: z.boolean().optional(),
  isUnread: z.boolean().optional(),
  effects: z.array(z.string()).optional(),
  loosens: z.array(z.string()).optional(),
  changes: z.array(earlierChange).optional(),
});

const earlierWeaker = z.object({
  urn: z.string(),
  path: z.string(),
  was: z.unknown().optional(),
  is: z.unknown().optional(),
  secret: z.boolean().optional(),
  isUnknown: z.boolean().optional(),
});

const earlierPrivilege = z.object({
  urn: z.string(),
  path: z.string(),
  rights: z.array(z.string()),
  isLoss: z.boolean().optional(),
  isUnknown: z.boolean().optional(),
});

const earlierBreak = z.object({
  rule: z.string(),
  type: z.string(),
  name: z.string(),
  urn: z.string().optional(),
  waived: z.unknown().optional(),
});

const earlierWaiver = z.object({
  rule: z.string(),
  resource: z.string(),
  stack: z.string().optional(),
  tenant: z.string().optional(),
  reason: z.string(),
  until: z.string(),
});

const earlierAcceptance = z.object({
  file: z.string(),
  says: z.string(),
  stack: z.string().optional(),
  until: z.string().optional(),
});

type EarlierResource = z.infer<typeof earlierResource>;
type EarlierChange = z.infer<typeof earlierChange>;
type EarlierWeaker = z.infer<typeof earlierWeaker>;
type EarlierPrivilege = z.infer<typeof earlierPrivilege>;
type EarlierBreak = z.infer<typeof earlierBreak>;
type EarlierAcceptance = z.infer<typeof earlierAcceptance>;

/** The members by which a loss is found again in an earlier review. */
interface Keyed {
  readonly urn: string;
  readonly id?: string | undefined;
  readonly action: string;
  readonly effects?: readonly string[] | undefined;
}

/** The part of an earlier review with which a later review is compared. */
export const earlierReview = z.object({
  resources: z.array(earlierResource),
  weaker: z.array(earlierWeaker).optional(),
  privileges: z.array(earlierPrivilege).optional(),
  baseline: z.object({ breaks: z.array(earlierBreak).optional() }).optional(),
  addedWaivers: z.array(earlierWaiver).optional(),
  addedAcceptances: z.array(earlierAcceptance).optional(),
});

/** An earlier review, as it was read, or as it was made. */
interface Earlier {
  readonly resources: readonly (EarlierResource | ReviewedResource)[];
  readonly weaker?: readonly EarlierWeaker[] | undefined;
  readonly privileges?: readonly (EarlierPrivilege | Privilege)[] | undefined;
  readonly baseline?: { readonly breaks?: readonly (EarlierBreak | BaselineChange)[] | undefined } | undefined;
  readonly addedWaivers?: readonly Waiver[] | undefined;
  readonly addedAcceptances?: readonly (EarlierAcceptance | AddedAcceptance)[] | undefined;
}

/**
 * Messages about what an earlier, approved review did not list, or listed differently: losses, what is weaker, rights that somebody gets, breaks of
 * the security baseline without a waiver, and what the branch accepts in addition. The same plan can lose and weaken more as soon as the state has changed.
 */
export function notReviewed(report: ReviewReport, earlier: Earlier): readonly string[] {
  return [...lossesNotIn(report, earlier), ...weaknessesNotIn(report, earlier), ...acceptancesNotIn(report, earlier)];
}

/**
 * The losses that an earlier review lacks: objects that are deleted, replaced, forgotten or adopted, and values and members of lists that an update
 * removes.
 */
function lossesNotIn({ resources }: ReviewReport, earlier: Earlier): readonly string[] {
  const shown = new Set(
    earlier.resources.flatMap((resource) => [keyOf(resource), ...removedBy(resource).map(({ key }) => key)]),
  );
  // Adoptions that were approved although the review had not read their objects.
  const unread = new Set(
    earlier.resources.flatMap((resource) =>
      resource.action === "adopt" && resource.isFound !== true ? [keyOf({ ...resource, id: undefined })] : [],
    ),
  );
  return resources.flatMap((resource) => {
    const title = `${resource.action} ${sanitize(titleOf(resource))}`;
    if (unread.has(keyOf({ ...resource, id: undefined }))) return [];
    if (losses.has(resource.action) && !shown.has(keyOf(resource))) return [title];
    return removedBy(resource).flatMap(({ key, says }) => (shown.has(key) ? [] : [`${title}: ${says}`]));
  });
}

/** What is weaker, the rights and the breaks that an earlier review lacks. */
function weaknessesNotIn(
  { resources, weaker = [], privileges = [], baseline }: ReviewReport,
  earlier: Earlier,
): readonly string[] {
  const was = new Map(earlier.resources.map((one) => [one.urn, one]));
  // The earlier review was approved although it had not read the object, whose values could be any. This one has read it.
  const wasUnread = ({ urn, action, isFound, isUnread }: ReviewedResource) => {
    const then = was.get(urn);
    const isRead = then?.isUnread === true ? isUnread !== true : isFound === true && then?.isFound !== true;
    return action === then?.action && isRead;
  };
  const approved = new Set(resources.filter(wasUnread).map(({ urn }) => urn));
  const knownWeaker = Map.groupBy(earlier.weaker ?? [], placeOf);
  const knownRights = Map.groupBy(earlier.privileges ?? [], placeOf);
  const breaks = new Set(unwaived(earlier.baseline?.breaks).map(breakOf));
  return [
    ...weaker
      .filter((one) => !approved.has(one.urn) && !knownWeaker.get(placeOf(one))?.some((known) => covers(known, one)))
      .map((one) => `${titleWithoutId(one)}: ${one.isUnsure ? "may be weaker" : "weaker"}: ${weakerInWords(one)}`),
    ...privileges
      .filter((one) => !one.isLoss && !knownRights.get(placeOf(one))?.some((known) => gives(known, one)))
      .map((one) => {
        const rights = one.rights.length > 0 ? `: ${someOf(one.rights.map(quoted))}` : "";
        return `${titleWithoutId(one)}: gives rights by ${sanitize(one.path)}${rights}`;
      }),
    ...resources
      .filter(({ urn, isUnread }) => isUnread === true && was.get(urn)?.isUnread !== true)
      .map((one) => `${titleWithoutId(one)}: ${unreadInWords(one)}`),
    ...resources.flatMap((one) => {
      const shown = was.get(one.urn)?.loosens ?? [];
      return (one.loosens ?? [])
        .filter((says) => !shown.includes(says))
        .map((says) => `${titleWithoutId(one)}: ${says}`);
    }),
    ...unwaived(baseline?.breaks)
      .filter((one) => !breaks.has(breakOf(one)))
      .map((one) => `${titleWithoutId(one)}: breaks ${one.rule}`),
  ];
}

/** What a branch accepts, and an earlier review lacks. */
function acceptancesNotIn(report: ReviewReport, earlier: Earlier): readonly string[] {
  const shown = (earlier.addedAcceptances ?? []).map(asWaiver);
  return [
    ...addedWaivers(earlier.addedWaivers ?? [], report.addedWaivers ?? []).map(waiverInWords),
    ...(report.addedAcceptances ?? [])
      .filter((one) => addedWaivers(shown, [asWaiver(one)]).length > 0)
      .map(acceptanceInWords),
  ];
}

/** An entry that accepts drift or a difference, as a waiver: one is wider than another one by the same rules. */
function asWaiver({ file, says, stack, until = "9999-12-31" }: EarlierAcceptance | AddedAcceptance): Waiver {
  return { rule: file, resource: says, stack, reason: "", until };
}

function placeOf({ urn, path }: { readonly urn: string; readonly path: string }): string {
  return JSON.stringify([urn, path]);
}

/** Whether an earlier review shows what is weaker: the same two values or, of sets, all members that are added. */
function covers(known: EarlierWeaker, now: EarlierWeaker): boolean {
  if (known.isUnknown !== now.isUnknown || known.secret !== now.secret) return false;
  const [added, shown] = [addedBy(now), addedBy(known)];
  // A set without new members is weaker by what it lacks.
  if (added && shown && added.length > 0) return added.every((member) => shown.includes(member));
  return JSON.stringify([known.was, known.is]) === JSON.stringify([now.was, now.is]);
}

/** The members that a change adds to a set; undefined if the values are no sets. */
function addedBy({ was = [], is = [] }: EarlierWeaker): readonly string[] | undefined {
  if (!Array.isArray(was) || !Array.isArray(is)) return undefined;
  const before = new Set(was.map((member) => JSON.stringify(member)));
  return is.map((member) => JSON.stringify(member)).filter((member) => !before.has(member));
}

/** Whether an earlier review shows all rights. */
function gives(known: EarlierPrivilege | Privilege, { rights, isUnknown }: Privilege): boolean {
  if (known.isLoss || (isUnknown && !known.isUnknown)) return false;
  const isSwitch = known.rights.length === 0 && !known.isUnknown;
  return rights.length === 0 && !isUnknown ? isSwitch : rights.every((right) => known.rights.includes(right));
}

function breakOf({ rule, urn, type, name }: EarlierBreak | BaselineChange): string {
  return JSON.stringify([rule, urn ?? [type, name]]);
}

function keyOf({ urn, id, action, effects = [] }: Keyed): string {
  return JSON.stringify([urn, id, action, effects]);
}

/** The values that an update, or the adoption of an object that was read, removes. Empty for all other actions. */
function removedBy({ urn, id, action, isFound, changes = [] }: EarlierResource | ReviewedResource) {
  if (action !== "update" && isFound !== true) return [];
  return changes.filter(isRemoval).map(({ path, was }) => ({
    key: JSON.stringify([urn, id, path, was]),
    says: `${sanitize(path)}${was === undefined ? "" : ` ${valueInWords(was as Json)}`} is removed`,
  }));
}

/**
 * Whether a change removes a value. In an ordered list, another element takes the position of the removed one, so an update of an element counts
 * as a removal.
 */
function isRemoval({ path, kind, stays }: EarlierChange | PlannedChange): boolean {
  const isElement = parsePropertyPath(path)?.some((key) => typeof key === "number") === true;
  return stays !== true && (kind === "delete" || (kind === "update" && isElement));
}
