import { expect, test } from "vitest";
import type { BaselineChange } from "../../../provider/src/review/baseline.ts";
import { findingsOfKinds } from "../../../provider/src/review/fail-on.ts";
import { earlierReview, notReviewed } from "../../../provider/src/review/reviewed.ts";
import type { AddedAcceptance, AddedWaiver, ReviewReport } from "../../../provider/src/review/types.ts";
import { inDays, later } from "../helpers/days.ts";
import { reportOf } from "./plans.ts";

const nothing = reportOf([]);
const readAgain = (report: ReviewReport) => earlierReview.parse(JSON.parse(JSON.stringify(report)));

const waiver: AddedWaiver = {
  ...{ rule: "client-no-implicit-grant", resource: "portal", stack: "dev" },
  ...{ severity: "high", reason: "Why.", until: later },
};
const acceptance: AddedAcceptance = {
  ...{ file: "tenant-drift.yaml", says: 'drift of "corp"', stack: "dev" },
  ...{ reason: "Why.", until: later },
};
const portal = { type: "Client", name: "portal", urn: "urn:portal" };
const rule: BaselineChange = { ...portal, rule: waiver.rule, severity: "high", failsIf: "", fix: "" };
const { resources } = reportOf([
  { name: "portal", type: "Client", op: "update", was: { name: "Portal" }, is: { name: "Shop" } },
]);

test.each<[string, Partial<ReviewReport>]>([
  ["a weaker value", { weaker: [{ ...portal, path: "jwtConfiguration.alg", why: "", is: "HS256" }] }],
  ["a right", { privileges: [{ ...portal, path: "scope", rights: ["read:users"] }] }],
  ["a safeguard of the engine that ends", { resources: resources.map((one) => ({ ...one, loosens: ["protect"] })) }],
  ["an object that was not read", { resources: resources.map((one) => ({ ...one, isUnread: true })) }],
  ["a broken rule", { baseline: { breaks: [rule], mends: [], unjudged: [] } }],
  ["a waiver of the branch", { addedWaivers: [waiver] }],
  ["drift that the branch accepts", { addedAcceptances: [acceptance] }],
])("--reviewed reports what --fail-on weaker counts, if the earlier review lacks it: %s", (_, part) => {
  const report = { ...nothing, ...part };
  expect(findingsOfKinds(report, ["weaker"])).toHaveLength(1);
  expect(notReviewed(report, readAgain(nothing))).toHaveLength(1);
  expect(notReviewed(report, readAgain(report))).toEqual([]);
  expect(notReviewed(nothing, readAgain(report))).toEqual([]);
});

test.each<[string, Partial<AddedWaiver & AddedAcceptance>, boolean]>([
  ["another reason", { reason: "Other." }, false],
  ["an earlier end", { until: inDays(1) }, false],
  ["an entry that has ended", { resource: "other", says: "other", until: "2020-01-01" }, false],
  ["a later end", { until: inDays(301) }, true],
  ["every stack", { stack: undefined }, true],
  ["another subject", { resource: "other", says: "other" }, true],
])("waivers and accepted drift that a branch changes after a review are new or not: %s", (_, change, isNew) => {
  const earlier = readAgain({ ...nothing, addedWaivers: [waiver], addedAcceptances: [acceptance] });
  const report = {
    ...nothing,
    addedWaivers: [{ ...waiver, ...change }],
    addedAcceptances: [{ ...acceptance, ...change }],
  };
  expect(notReviewed(report, earlier)).toEqual(
    isNew
      ? [
          expect.stringMatching(/^new waiver of client-no-implicit-grant for /),
          expect.stringMatching(/^newly accepted: /),
        ]
      : [],
  );
});

test("accepted drift without an end is new if the reviewed entry had one", () => {
  const { until: _, ...endless } = acceptance;
  const [with_, without] = [acceptance, endless].map((one) => ({ ...nothing, addedAcceptances: [one] }));
  if (!with_ || !without) throw new Error("two reviews are compared");
  expect(notReviewed(without, readAgain(with_))).toHaveLength(1);
  expect(notReviewed(with_, readAgain(without))).toEqual([]);
});
