import { expect, test } from "vitest";
import { compareDescription, exceptions, judge } from "../../../provider/src/verify/description.ts";
import { descriptionOfSdk } from "../../harness/sdk-description.ts";

test("the definitions differ from the service's description only by the listed exceptions, all of which are needed", () => {
  const found = compareDescription(descriptionOfSdk());
  expect(judge(found)).toEqual({ news: [], stale: [] });
});

test("a new value beside a listed one is a difference, without the listed one", () => {
  const [known] = exceptions.filter(({ values }) => values?.includes("suspended"));
  const found = exceptions.map((one) => (one === known ? { ...one, values: ["suspended", "robot"] } : one));
  expect(judge(found)).toEqual({ news: [expect.objectContaining({ values: ["robot"] })], stale: [] });
});

test("an exception that the description no longer needs is stale, also for a single one of its values", () => {
  expect(judge([]).stale).toEqual(exceptions);
  const fewer = exceptions.map((one) => (one.values ? { ...one, values: [] } : one));
  expect(judge(fewer).stale).toEqual(exceptions.filter(({ values }) => values));
});
