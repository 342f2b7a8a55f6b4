import { sanitize } from "../client/index.ts";
import { titleOf } from "../report/words.ts";
import { unwaived } from "./baseline.ts";
import { acceptanceInWords, titleWithoutId, unreadInWords, waiverInWords } from "./lines.ts";
import type { Operation, ReviewReport } from "./types.ts";

/** The kinds of changes for which a review can fail. */
export const failureKinds = ["delete", "replace", "weaker", "adopt"] as const;

export type FailureKind = (typeof failureKinds)[number];

/** The actions of each kind. */
const actionsOf: Readonly<Record<Exclude<FailureKind, "weaker">, readonly Operation[]>> = {
  delete: ["delete", "reset"],
  replace: ["replace", "renew"],
  adopt: ["adopt"],
};

/** The findings of a review of the given kinds, a line for each; empty if there are none. */
export function findingsOfKinds(report: ReviewReport, kinds: readonly FailureKind[]): readonly string[] {
  return failureKinds
    .filter((kind) => kinds.includes(kind))
    .flatMap((kind) =>
      (kind === "weaker" ? weakerIn(report) : changesIn(report, kind)).map((one) => `${kind}: ${one}`),
    );
}

function changesIn({ resources }: ReviewReport, kind: Exclude<FailureKind, "weaker">): readonly string[] {
  return resources.filter(({ action }) => actionsOf[kind].includes(action)).map((one) => sanitize(titleOf(one)));
}

/**
 * What is less safe after the changes: safeguards with values that are or may be weaker, rights that somebody gets, safeguards of the engine that end, what
 * is replaced and was not read, rules of the security baseline that they newly break without a waiver, or that cannot be judged any more, and new waivers.
 */
function weakerIn({
  weaker = [],
  privileges = [],
  resources,
  baseline,
  addedWaivers = [],
  addedAcceptances = [],
}: ReviewReport): readonly string[] {
  const { breaks = [], unjudged = [] } = baseline ?? {};
  const given = [...weaker, ...privileges.filter(({ isLoss }) => !isLoss)];
  const values = given.map(({ path, type, name }) => `${sanitize(path)} of ${sanitize(`${type} ${name}`)}`);
  return [
    ...new Set(values),
    ...resources.flatMap((one) => (one.loosens ?? []).map((says) => `${titleWithoutId(one)} ${says}`)),
    ...resources.filter(({ isUnread }) => isUnread).map((one) => `${titleWithoutId(one)} ${unreadInWords(one)}`),
    ...unwaived(breaks).map((one) => `breaks ${ruleOf(one)}`),
    ...unjudged.map((one) => `no longer judged: ${ruleOf(one)}`),
    ...addedWaivers.map(waiverInWords),
    ...addedAcceptances.map(acceptanceInWords),
  ];
}

function ruleOf({ rule, type, name }: { readonly rule: string; readonly type: string; readonly name: string }): string {
  return `${rule} of ${sanitize(`${type} ${name}`)}`;
}
