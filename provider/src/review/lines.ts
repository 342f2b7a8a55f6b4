import { sanitize } from "../client/index.ts";
import { type AffectedGroup, pluralOfGroup } from "../graph/graph.ts";
import {
  changeInWords,
  counted,
  haveLines,
  maxNameLength,
  named,
  someOf,
  titleOf,
  valueInWords,
  valuesInWords,
} from "../report/words.ts";
import type { Json } from "../schema/json.ts";
import type { DurationUnit, Schema } from "../schema/schema.ts";
import { definitions, typeNameOf } from "../types/registry.ts";
import type { BaselineChange } from "./baseline.ts";
import type { LoginLoss } from "./logins.ts";
import type { Privilege } from "./privileges.ts";
import type {
  AddedAcceptance,
  AddedWaiver,
  Operation,
  PlannedChange,
  ReviewedResource,
  ReviewReport,
} from "./types.ts";
import type { WeakerSafeguard } from "./weaker.ts";

/** Maximum number of names of affected objects. The JSON report has more. */
const shownNames = 5;

/** A line, and the lines that explain it. Text from outside has been made printable. */
export interface Row {
  readonly says: string;
  readonly below: readonly string[];
}

/** The lines about one resource. */
export interface Entry {
  readonly title: string;
  /** Losses, and their reasons. */
  readonly effects: readonly string[];
  /** The changed leaves, each with the reason why its new value is weaker, and with the holder of the rights that it gives. */
  readonly leaves: readonly Row[];
  /** Rules of the security baseline. */
  readonly rules: readonly string[];
  readonly affected: readonly string[];
}

/** The type and the name of a resource, made printable. */
export function titleWithoutId({ type, name }: { readonly type: string; readonly name: string }): string {
  return sanitize(titleOf({ type, name }));
}

/** A waiver that a branch adds. */
export function waiverInWords({ rule, resource }: Pick<AddedWaiver, "rule" | "resource">): string {
  return `new waiver of ${rule} for ${sanitize(resource)}`;
}

/** What a branch accepts in reports of drift and comparisons. */
export function acceptanceInWords({ says }: Pick<AddedAcceptance, "says">): string {
  return `newly accepted: ${sanitize(says)}`;
}

const kindsOfRules = ["breaks", "unjudged", "mends"] as const;

/** What a review finds in the values of the resources, by URN. */
export class Findings {
  readonly #weaker: ReadonlyMap<string, readonly WeakerSafeguard[]>;
  readonly #rights: ReadonlyMap<string, readonly Privilege[]>;
  readonly #logins: readonly LoginLoss[];
  readonly #rules: ReadonlyMap<string | undefined, readonly Found[]>;
  readonly #urns: ReadonlySet<string | undefined>;

  constructor({
    weaker = [],
    privileges = [],
    logins = [],
    baseline,
    resources,
  }: Pick<ReviewReport, "weaker" | "privileges" | "logins" | "baseline" | "resources">) {
    const rules = kindsOfRules.flatMap((kind) => (baseline?.[kind] ?? []).map((one) => [kind, one] as const));
    this.#weaker = Map.groupBy(weaker, ({ urn }) => urn);
    this.#rights = Map.groupBy(privileges, ({ urn }) => urn);
    this.#logins = logins;
    this.#rules = Map.groupBy(rules, ([, { urn }]) => urn);
    this.#urns = new Set(resources.map(({ urn }) => urn));
  }

  /** The safeguards of a resource that its change weakens, or may weaken. */
  weakerIn(urn: string): readonly WeakerSafeguard[] {
    return this.#weaker.get(urn) ?? [];
  }

  /** The lines about the logins that end with the change of a resource. */
  loginsOf(urn: string): readonly string[] {
    return this.#logins.filter(({ urns }) => urns.includes(urn)).map(loginLossInWords);
  }

  /** The rights that a resource gives. */
  rightsIn(urn: string): readonly Privilege[] {
    return this.#rights.get(urn) ?? [];
  }

  /** The rules of the security baseline that a resource newly breaks. */
  brokenBy(urn: string): readonly BaselineChange[] {
    return (this.#rules.get(urn) ?? []).flatMap(([kind, one]) => (kind === "breaks" ? [one] : []));
  }

  /** The lines about the rules of a resource. */
  rulesOf(urn: string): readonly string[] {
    return rulesInWords(this.#rules.get(urn) ?? []);
  }

  /** The lines about rules of objects that the plan does not change: the change of another object breaks or mends them. */
  rulesOfOthers(): readonly string[] {
    return [...this.#rules].flatMap(([urn, found]) => {
      const [[, { type, name }] = [undefined, { type: "", name: "" }]] = found;
      return this.#urns.has(urn) ? [] : rulesInWords(found).map((line) => `${titleOf({ type, name })}: ${line}`);
    });
  }
}

type Found = readonly [(typeof kindsOfRules)[number], BaselineChange];

function rulesInWords(found: readonly Found[]): readonly string[] {
  const of = (kind: Found[0]) => found.flatMap(([one, change]) => (one === kind ? [change] : []));
  const unjudged = [...Map.groupBy(of("unjudged"), ({ why = "" }) => why)].map(([why, all]) => {
    const named = all.map(({ rule, severity, failsIf }) => `${rule} (${severity}: fails if ${failsIf})`);
    return `cannot be judged after this run: ${named.join(", ")}, because ${sanitize(why)}`;
  });
  return [
    ...of("breaks").map(breakInWords),
    ...unjudged,
    ...of("mends").map(({ rule, severity }) => `mends the security baseline: ${severity} ${rule}`),
  ];
}

function breakInWords({ severity, rule, failsIf, fix, isUnsure, waived }: BaselineChange): string {
  const adopted = isUnsure
    ? " (adopted: the object's current values were not read, and may already break the rule)"
    : "";
  const broken = `newly breaks the security baseline: ${severity} ${rule}${adopted}`;
  return waived
    ? `${broken}, waived until ${waived.until}: ${sanitize(waived.reason, maxNameLength)}`
    : `${broken}: fails if ${failsIf}. ${fix}`;
}

/** The lines about a resource. Each change stands once, with its warning. */
export function entryOf(resource: ReviewedResource, findings: Findings): Entry {
  const { urn, effects = [], because = [], changes, concerns, affectsAll, isUnread, remains } = resource;
  const action = toShow(resource);
  const isSilent =
    changes.length + effects.length === 0 && !isUntouched(resource) && (action === "update" || action === "import");
  const weaker = findings.weakerIn(urn);
  const rights = findings.rightsIn(urn);
  const lastOf = new Map(
    [...weaker, ...rights].map((one) => [one, changes.findLast(({ path }) => isWithin(path, one.path))]),
  );
  const isHidden = (one: WeakerSafeguard | Privilege) => !lastOf.get(one);
  return {
    title: headOf(resource),
    effects: [
      ...effects,
      ...findings.loginsOf(urn),
      ...(isUnread ? [unreadInWords(resource)] : []),
      ...(because.length > 0 ? [`because of a change of ${because.map((path) => sanitize(path)).join(", ")}`] : []),
      ...(changes.length > 0 ? assumptionOf(resource) : []),
    ],
    leaves: [
      ...changes.flatMap((change) => {
        const [says = "", ...lines] = plannedInWords(change, action);
        const reasons = weaker.filter((one) => lastOf.get(one) === change).map(weaknessInWords);
        const given = rights.filter((one) => lastOf.get(one) === change).map(rightsInWords);
        return [{ says, below: [...lines, ...reasons, ...given.flat()] }];
      }),
      ...weaker.filter(isHidden).map((one) => ({ says: weakerInWords(one), below: [weaknessInWords(one)] })),
      ...rights.filter(isHidden).map((one) => ({ says: hiddenRightsInWords(one), below: rightsInWords(one) })),
      ...(remains ? [{ says: remainsInWords(remains), below: [] }] : []),
      ...(isSilent ? [{ says: "only provider metadata differs", below: [] }] : []),
    ],
    rules: findings.rulesOf(urn),
    affected: concerns.length > 0 ? [`affects ${affectedInWords(concerns, affectsAll)}`] : [],
  };
}

/** Whether the path of a leaf leads to a value or into it. */
function isWithin(path: string, whole: string): boolean {
  return path.startsWith(whole) && /^(?:$|[.[])/.test(path.slice(whole.length));
}

/** What remains for the users of an object that loses logins. */
export function loginLossInWords({ name, noun, left, isUnsure }: LoginLoss): string {
  if (left.length > 0) return `users can still log in to ${quoted(name)}: ${noun} ${someOf(left.map(quoted))}`;
  const loses = isUnsure ? "may lose" : "loses";
  return `${quoted(name)} ${loses} its last ${noun} of this stack: nobody can log in to it, unless another stack or tool enables one`;
}

/** The values after the run that together decide who can log in. */
export function remainsInWords(remains: readonly string[]): string {
  return `after the run: ${remains.map((one) => sanitize(one)).join("; ")}`;
}

/** A warning of what a creation replaces: settings that may be stricter than the new ones, or members that others may need. */
export function unreadInWords({ type }: Pick<ReviewedResource, "type">): string {
  const name = typeNameOf(type);
  const { singleton }: Schema = name ? definitions[name].schema : { noun: "", fields: {} };
  return singleton === undefined
    ? "replaces all that others may have put there, which the review has not read"
    : "replaces settings of the tenant that the review has not read";
}

/** Warnings below the value with the rights, which contains the names of those that change. */
function rightsInWords(privilege: Privilege): readonly string[] {
  const { isLoss, lost, kept } = privilege;
  const [holder, on] = [holderInWords(privilege), objectInWords(privilege)];
  return [
    ...(isLoss ? [] : [`gives ${holder} more rights${on}`]),
    ...(lost ? [`takes rights${on} from ${holder}`] : []),
    ...(kept ? [`keeps the rights ${someOf(kept.map(quoted))}`] : []),
  ];
}

/** The rights of which no line says that they change, such as those of a deleted grant. */
function hiddenRightsInWords({ path, rights, lost = [] }: Privilege): string {
  const all = [...lost.map((one) => `- ${quoted(one)}`), ...rights.map((one) => `+ ${quoted(one)}`)];
  return `${sanitize(path)}${all.length > 0 ? `: ${someOf(all)}` : ""}`;
}

/** The holder of rights, by name if it is known. */
export function holderInWords({ to, noun, isComputed }: Privilege): string {
  if (isComputed || to === undefined) return `a holder that is known only during the run${computedFrom(to)}`;
  return noun ? `${noun} ${quoted(to)}` : quoted(to);
}

/** The object on which a holder has rights, such as an API. */
export function objectInWords({ on }: Privilege): string {
  return on === undefined ? "" : ` of ${quoted(on)}`;
}

/** A text from outside, in quotes and not too long. */
export function quoted(text: string): string {
  return valueInWords(text.length > maxNameLength ? `${text.slice(0, maxNameLength)}…` : text);
}

function weaknessInWords({ isUnsure, why }: WeakerSafeguard): string {
  return `${isUnsure ? "may be weaker" : "weaker"}: ${why}`;
}

/**
 * A weaker value, with the one before it.
 *
 * @param isShort whether durations are given only in the largest units that fit
 */
export function weakerInWords({ path, was, is, secret, isUnknown, unit }: WeakerSafeguard, isShort = false): string {
  if (secret) return `${sanitize(path)}: [secret] → [secret]`;
  const sets = [was ?? [], is ?? []].filter((value) => Array.isArray(value));
  const [few = [], many = []] = sets;
  if (sets.length === 2 && !isUnknown) {
    const removed = without(few, many).map((one) => `- ${valueInWords(one)}`);
    const added = without(many, few).map((one) => `+ ${valueInWords(one)}`);
    if (removed.length + added.length > 0) return `${sanitize(path)}: ${someOf([...removed, ...added])}`;
  }
  if (isShort && unit !== undefined && typeof was === "number" && typeof is === "number") {
    return `${sanitize(path)}: ${durationInWords(was, unit)} → ${durationInWords(is, unit)}`;
  }
  const [before, after] = valuesInWords(was, is);
  const now = isUnknown ? "known only during the run" : after;
  return `${sanitize(path)}: ${before} → ${now}${inUnit(unit, was, is)}`;
}

function without(some: readonly Json[], others: readonly Json[]): readonly Json[] {
  const known = new Set(others.map((one) => JSON.stringify(one)));
  return some.filter((one) => !known.has(JSON.stringify(one)));
}

/** The action by which the changes of a resource are shown. An object that exists and is adopted is changed. */
function toShow({ action, isFound }: ReviewedResource): Operation {
  return isFound ? "update" : action;
}

/** The assumption under which the review has found an adopted object and its changes. Empty if there is none. */
function assumptionOf({ assumed = [] }: ReviewedResource): readonly string[] {
  if (assumed.length === 0) return [];
  const names = assumed.map((name) => sanitize(name)).join(", ");
  return [`if ${names} ${assumed.length === 1 ? "comes" : "come"} from the adopted objects`];
}

/** The title of a resource; of an adopted object without changes, the only line about it. */
function headOf(resource: ReviewedResource): string {
  const { kind, of = [] } = resource;
  const names = of.length > 0 ? ` of ${of.map((name) => sanitize(name, maxNameLength)).join(", ")}` : "";
  const which = kind ? `, ${kind.path} ${valueInWords(kind.value)}` : "";
  if (!isUntouched(resource)) return `${titleOf(resource)}${names}${which}`;
  return [`${titleOf(resource)}${names}: no value changes`, ...assumptionOf(resource)].join(" ");
}

/** Whether an adoption changes no value of its object. */
export function isUntouched({ isFound, changes }: ReviewedResource): boolean {
  return isFound === true && changes.length === 0;
}

function plannedInWords(change: PlannedChange, action: Operation): readonly string[] {
  const { was, is, secret, isUnknown, isUnsure, wasName, isName, stays, unit } = change;
  const path = sanitize(change.path);
  if (isUnsure && !secret) return [`${path}: not returned by the API → ${valueInWords(is)}`];
  if (isUnsure) return [`${path}: [secret] → [secret], perhaps another value`];
  if (stays) return [`${path}: ${secret ? "[secret]" : valueInWords(was)} → no longer managed, stays as it is`];
  const isBare = was === undefined && is === undefined && !isUnknown;
  const isNew = action === "create" || action === "adopt";
  if (isBare && (!secret || !isNew)) return changeInWords(change);
  if (!isNew && !secret && !isUnknown && haveLines(was, is)) return changeInWords(change);
  const [old, now] = valuesInWords(was, is);
  const after = isUnknown
    ? `known only during the run${computedFrom(isName)}`
    : `${secret ? "[secret]" : now}${named(isName)}`;
  const before = `${old}${named(wasName)}`;
  if (path.endsWith("[]")) {
    const set = path.slice(0, -2);
    return [`${set}: ${change.kind === "delete" ? `- ${before}` : `+ ${after}`}`];
  }
  return [`${path}: ${isNew ? "" : `${before} → `}${after}${inUnit(unit, isNew ? undefined : was, is)}`];
}

/** Where an unknown value comes from. A program can compute any value from the id of an object, so the value can also be the id of another object. */
function computedFrom(name: string | undefined): string {
  return name === undefined ? "" : ` (the id of ${sanitize(name, maxNameLength)}, or computed from it)`;
}

/** The length of each unit, in milliseconds. */
const lengths = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000, millisecond: 1 } as const;

/** The unit of two durations, and the durations in the largest units that fit: ` (seconds: 1 day → 2 days)`. */
function inUnit(unit: DurationUnit | undefined, ...values: readonly (Json | undefined)[]): string {
  const told = values.filter((value) => typeof value === "number");
  if (unit === undefined || told.length === 0) return "";
  const longer = told.map((value) => durationInWords(value, unit));
  const isSame = longer.every((words) => words.endsWith(unit.slice(0, -1)) || words.endsWith(unit));
  return isSame ? ` (${unit})` : ` (${unit}: ${longer.join(" → ")})`;
}

function durationInWords(value: number, unit: DurationUnit): string {
  const total = value * lengths[unit.slice(0, -1) as keyof typeof lengths];
  const [noun, length] = Object.entries(lengths).find(([, one]) => total >= one && total % one === 0) ?? [];
  return noun === undefined || length === undefined ? `${value} ${unit}` : counted(total / length, noun);
}

/**
 * Affected objects, as `at least 2 applications (Orders, Portal); users unknown`. If a change affects the whole tenant, an unknown number says no more,
 * unless objects are deleted.
 */
export function affectedInWords(groups: readonly AffectedGroup[], affectsAll = false, separator = "; "): string {
  if (!affectsAll) return groups.map(groupInWords).join(separator);
  const known = groups.filter(({ count }) => count !== "unknown").map(groupInWords);
  const lost = groups.filter(({ count, isLost }) => count === "unknown" && isLost).map(groupInWords);
  const whole = `the whole tenant${known.length > 0 ? `, with ${known.join(separator)}` : ""}`;
  return [whole, ...lost].join(separator);
}

function groupInWords({ who, count, atLeast, names }: AffectedGroup): string {
  const plural = pluralOfGroup(who);
  if (count === "unknown") return `${plural} unknown`;
  const shown = names.slice(0, shownNames).map((name) => sanitize(name, maxNameLength));
  const more = count > shown.length ? [`and ${count - shown.length} more`] : [];
  const amount = `${atLeast ? "at least " : ""}${count} ${count === 1 ? plural.replace(/s$/, "") : plural}`;
  return `${amount} (${[...shown, ...more].join(", ")})`;
}
