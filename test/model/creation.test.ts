import { describe, expect, test } from "vitest";
import { type FailedCreate, stepAfter } from "../../provider/src/lifecycle/create.ts";

/* The next step of a creation after a lost response or a conflict: for each combination of the facts, exactly one row says it. */

const found = { id: "rs_1", live: {} };

type Facts = Omit<FailedCreate, "search"> & { readonly search: FailedCreate["search"]["is"] };

const values = {
  lost: ["last", "earlier", "none"],
  search: ["matching", "different", "none"],
  knowsEarlier: [true, false],
  hasOwnObject: [true, false],
  isAdopting: [true, false],
  isRepeatable: [true, false],
} as const satisfies { readonly [N in keyof Facts]: readonly Facts[N][] };

/** The facts that a row names, and the step. A fact that a row does not name has no influence. */
type Row = readonly [{ readonly [N in keyof Facts]?: readonly Facts[N][] }, string];

const rows: readonly Row[] = [
  [{ search: ["none"], lost: ["last"], isRepeatable: [true] }, "sendAgain"],
  [{ search: ["none"], lost: ["last"], isRepeatable: [false] }, "stayLost"],
  [{ search: ["none"], lost: ["earlier"] }, "stayLost"],
  [{ search: ["none"], lost: ["none"] }, "fail"],

  [{ search: ["matching"], lost: ["last"], hasOwnObject: [true], knowsEarlier: [true] }, "treatAsOurs"],
  [{ search: ["matching"], lost: ["last", "earlier"], hasOwnObject: [false] }, "treatAsOurs"],
  [{ search: ["matching"], lost: ["last"], hasOwnObject: [true], knowsEarlier: [false], isAdopting: [true] }, "adopt"],
  [
    { search: ["matching"], lost: ["last"], hasOwnObject: [true], knowsEarlier: [false], isAdopting: [false] },
    "stayUndecided",
  ],
  [{ search: ["matching"], lost: ["earlier"], hasOwnObject: [true], isAdopting: [true] }, "adopt"],
  [{ search: ["matching"], lost: ["earlier"], hasOwnObject: [true], isAdopting: [false] }, "stayUndecided"],

  [{ search: ["matching"], lost: ["none"], isAdopting: [true] }, "adopt"],
  [{ search: ["matching"], lost: ["none"], isAdopting: [false] }, "refuse"],
  [{ search: ["different"], isAdopting: [true] }, "adopt"],
  [{ search: ["different"], isAdopting: [false] }, "refuse"],
];

const combinations = Object.entries(values).reduce<readonly Partial<Facts>[]>(
  (some, [name, all]) => some.flatMap((one) => all.map((value) => ({ ...one, [name]: value }))),
  [{}],
) as readonly Facts[];

const has = (facts: Facts, [row]: Row) =>
  Object.entries(row).every(([name, all]) => (all as readonly unknown[]).includes(facts[name as keyof Facts]));

function stepOf({ search, ...facts }: Facts) {
  return stepAfter({ ...facts, search: search === "none" ? { is: search } : { is: search, found } });
}

test("each combination of the facts has exactly one row", () => {
  const counts = combinations.map((facts) => rows.filter((row) => has(facts, row)).length);
  expect(new Set(counts)).toEqual(new Set([1]));
  expect(combinations).toHaveLength(144);
});

describe.each(rows)("%j", (...row) => {
  test(row[1], () => {
    const steps = combinations.filter((facts) => has(facts, row)).map((facts) => stepOf(facts).is);
    expect(new Set(steps)).toEqual(new Set([row[1]]));
  });
});

test("an adoptable object counts as ours without adopt only right after the lost request, and only if the earlier objects are known", () => {
  const completed = combinations.filter((facts) => facts.hasOwnObject && stepOf(facts).is === "treatAsOurs");
  const all = { search: "matching", lost: "last", knowsEarlier: true };
  expect(completed).toEqual(completed.map((facts) => ({ ...facts, ...all })));
});

test("a request is sent again only if it was lost, no object exists, and attempts are left", () => {
  const repeated = combinations.filter((facts) => stepOf(facts).is === "sendAgain");
  const all = { search: "none", lost: "last", isRepeatable: true };
  expect(repeated).toEqual(repeated.map((facts) => ({ ...facts, ...all })));
});
