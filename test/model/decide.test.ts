import { describe, expect, test } from "vitest";
import {
  type Attempt,
  decide,
  type Facts,
  type LostCreation,
  maxAttempts,
  type Question,
  type Step,
} from "../../provider/src/lifecycle/existing/decide.ts";

/* What a run does with a resource whose object is not known: all facts that program, state and tenant can have, and the steps that follow. */

const found = { id: "rs_1", live: {} };
const left = { id: "rs_0", live: {}, changed: [], declaredBefore: ["/name"] };
const error = new Error("refused");

/** How the tenant answers the create requests of a run. A request without an outcome succeeds. */
type Outcomes = readonly Attempt["outcome"][];

/** A tenant, a program and a state in which one resource has no known object. */
interface World {
  readonly hasOwnObject: boolean;
  readonly sharesNames: boolean;
  readonly isAdopting: boolean;
  readonly lostValue: Facts["lostValue"];
  readonly lost: LostCreation | undefined;
  readonly replaced: NonNullable<Facts["replaced"]> | null;
  readonly existing: NonNullable<Facts["existing"]> | null;
  readonly earlier: readonly string[] | null;
  readonly outcomes: Outcomes;
  readonly search: NonNullable<Attempt["search"]>;
}

const lostIn = (where: LostCreation["where"]) =>
  [true, false].map((isSameKey): LostCreation => ({ where, isSameKey, paths: ["/name"] }));
const values: { readonly [N in keyof World]: readonly World[N][] } = {
  hasOwnObject: [true, false],
  sharesNames: [true, false],
  isAdopting: [true, false],
  lostValue: [undefined, "discard", "leave"],
  lost: [
    undefined,
    ...lostIn({ is: "complete", id: "rs_1", found }),
    ...lostIn({ is: "incomplete", id: "rs_1", found }),
    ...lostIn({ is: "undecided", candidates: [], others: [] }),
    ...lostIn({ is: "undecided", candidates: [found], others: [] }),
    ...lostIn({ is: "undecided", candidates: [found, { ...found, id: "rs_2" }], others: [] }),
    ...lostIn({ is: "different", id: "rs_1", ids: ["rs_1"] }),
    ...lostIn({ is: "absent" }),
  ],
  replaced: [null, left, { ...left, changed: ["name"] }],
  existing: [null, found],
  earlier: [null, []],
  outcomes: [
    [],
    ["lost"],
    ["lost", "lost"],
    ["lost", "lost", "lost"],
    ["lost", "taken"],
    ["lost", "refused"],
    ["taken"],
    ["refused"],
  ],
  search: [{ is: "none" }, { is: "matching", found }, { is: "different", found }, error],
};

const worlds = Object.entries(values).reduce<readonly Partial<World>[]>(
  (some, [name, all]) => some.flatMap((one) => all.map((value) => ({ ...one, [name]: value }))),
  [{}],
) as readonly World[];

const atFirst = ({ hasOwnObject, sharesNames, isAdopting, lostValue, lost }: World): Facts => ({
  ...{ hasOwnObject, sharesNames, isAdopting, attempts: [] },
  ...(lostValue && { lostValue }),
  ...(lost && { lost }),
});

function withAnswer(facts: Facts, world: World, about: Question): Facts {
  if (about !== "search") return { ...facts, [about]: world[about] };
  const search = world.search;
  return {
    ...facts,
    attempts: facts.attempts.map((one, at, all) => (at === all.length - 1 ? { ...one, search } : one)),
  };
}

interface Run {
  readonly asked: readonly Question[];
  /** The ids of the objects that the run has deleted. */
  readonly discarded: readonly string[];
  readonly requests: number;
  readonly last: Step | { readonly is: "created" };
}

/** A whole run in a world. */
function run(world: World): Run {
  let facts = atFirst(world);
  const asked: Question[] = [];
  const discarded: string[] = [];
  for (let requests = 0; ; ) {
    const step = decide(facts);
    if (step.is === "ask") {
      asked.push(step.about);
      facts = withAnswer(facts, world, step.about);
    } else if (step.is === "create") {
      const outcome = world.outcomes[requests++];
      if (outcome === undefined) return { asked, discarded, requests, last: { is: "created" } };
      facts = { ...facts, attempts: [...facts.attempts, { outcome, error }] };
    } else if (step.is === "discard" && facts.lost) {
      discarded.push(step.found.id);
      facts = { ...facts, lost: { ...facts.lost, where: { is: "absent" } } };
    } else return { asked, discarded, requests, last: step };
    if (asked.length + requests > 12) throw new Error(`no end: ${asked.join(", ")}`);
  }
}

const runs = worlds.map((world) => [world, run(world)] as const);
const endsOf = (some: readonly World[]) => new Set(some.map((world) => run(world).last.is));

/** The facts that a row names. A fact that a row does not name has no influence. */
type Row = readonly [
  Partial<{ readonly [N in keyof World]: (value: World[N]) => boolean }>,
  ReturnType<typeof run>["last"]["is"],
];

const is =
  <T>(value: T) =>
  (other: T) =>
    other === value;
const where =
  (...all: readonly string[]) =>
  (lost: World["lost"]) =>
    lost !== undefined && all.includes(lost.where.is);
const begins =
  (...first: Outcomes) =>
  (outcomes: Outcomes) =>
    first.every((one, at) => outcomes[at] === one);
const isNew = { lost: is<World["lost"]>(undefined) };
const isSent = {
  ...isNew,
  replaced: is<World["replaced"]>(null),
  hasOwnObject: is(true),
  isAdopting: is(false),
  sharesNames: is(false),
};
const finds = (what: "matching" | "different" | "none") => (search: World["search"]) =>
  !(search instanceof Error) && search.is === what;

const isAccepted = { isAdopting: is(false), outcomes: (outcomes: Outcomes) => outcomes.length === 0 };

const rows: readonly Row[] = [
  // First the rows of a creation of an earlier run whose response was lost.
  [{ lost: where("complete", "incomplete") }, "treatAsOurs"],
  [
    {
      lost: (lost) => lost?.where.is === "undecided" && lost.isSameKey && lost.where.candidates.length === 1,
      hasOwnObject: is(true),
      isAdopting: is(true),
    },
    "adopt",
  ],
  [
    {
      lost: (lost) => lost?.where.is === "undecided" && lost.isSameKey,
      lostValue: is<World["lostValue"]>(undefined),
      isAdopting: is(false),
    },
    "refuseUndecided",
  ],
  [{ lost: where("undecided"), lostValue: is<World["lostValue"]>("leave"), ...isAccepted }, "created"],
  [{ lost: where("undecided"), lostValue: is<World["lostValue"]>("discard"), ...isAccepted }, "created"],
  [{ ...isNew, replaced: (replaced) => replaced?.changed.length === 0 }, "manageAgain"],
  [{ ...isNew, replaced: (replaced) => replaced?.changed.length === 1, isAdopting: is(true) }, "manageAgain"],
  [{ ...isNew, replaced: (replaced) => replaced?.changed.length === 1, isAdopting: is(false) }, "refuseChanged"],
  [
    {
      ...isNew,
      replaced: is<World["replaced"]>(null),
      hasOwnObject: is(true),
      isAdopting: is(true),
      existing: is<World["existing"]>(found),
    },
    "adopt",
  ],
  [{ ...isSent, outcomes: (outcomes) => outcomes.length === 0 }, "created"],
  [{ ...isSent, outcomes: begins("refused") }, "fail"],
  [{ ...isSent, outcomes: begins("taken"), search: finds("none") }, "fail"],
  [{ ...isSent, outcomes: begins("taken"), search: finds("different") }, "refuseExisting"],
  [{ ...isSent, outcomes: begins("taken"), search: finds("matching") }, "refuseExisting"],
  [{ ...isSent, outcomes: begins("lost"), search: finds("different") }, "refuseExisting"],
  [
    { ...isSent, outcomes: begins("lost"), search: finds("matching"), earlier: is<World["earlier"]>(null) },
    "stayUndecided",
  ],
  [
    { ...isSent, outcomes: begins("lost"), search: finds("matching"), earlier: (earlier) => earlier !== null },
    "treatAsOurs",
  ],
  [{ ...isSent, outcomes: begins("lost", "lost", "lost"), search: finds("none") }, "stayLost"],
  [{ ...isSent, outcomes: begins("lost"), search: (search) => search instanceof Error }, "stayLost"],
  [
    {
      ...isNew,
      replaced: is<World["replaced"]>(null),
      hasOwnObject: is(false),
      sharesNames: is(false),
      outcomes: begins("lost"),
      search: finds("different"),
    },
    "stayLost",
  ],
];

describe.each(rows.map(([facts, end], at) => [at, end, facts] as const))("row %i: %s", (_, end, facts) => {
  test("every case with these facts ends the same way", () => {
    const some = worlds.filter((world) =>
      Object.entries(facts).every(([name, holds]) =>
        (holds as (value: unknown) => boolean)(world[name as keyof World]),
      ),
    );
    expect(some.length).toBeGreaterThan(0);
    expect([...endsOf(some)]).toEqual([end]);
  });
});

test("a run asks each question at most once per request, and sends no more requests than are allowed", () => {
  for (const [, { asked, requests }] of runs) {
    expect(requests).toBeLessThanOrEqual(maxAttempts);
    const before = asked.filter((about) => about !== "search");
    expect(new Set(before).size).toBe(before.length);
    expect(asked.length - before.length).toBeLessThanOrEqual(requests);
  }
});

test("an ordinary creation sends one request, after look-ups that other creations share", () => {
  const ordinary = runs.filter(
    ([world]) =>
      world.lost === undefined && !world.isAdopting && world.replaced === null && world.outcomes.length === 0,
  );
  expect(ordinary.length).toBeGreaterThan(0);
  for (const [, one] of ordinary)
    expect(one).toEqual({ asked: ["replaced", "earlier"], discarded: [], requests: 1, last: { is: "created" } });
});

test("each further fact only reduces the possible ends", () => {
  const names = ["replaced", "existing", "earlier"] as const;
  const likeIn = (world: World, known: readonly string[]) =>
    JSON.stringify(
      ["hasOwnObject", "sharesNames", "isAdopting", "lostValue", "lost", ...known].map(
        (name) => world[name as keyof World] ?? null,
      ),
    );
  for (let at = 0; at < names.length; at++) {
    const [some, more] = [names.slice(0, at), names.slice(0, at + 1)].map((known) => {
      const ends = new Map<string, Set<string>>();
      for (const [world, { last }] of runs) {
        const key = likeIn(world, known);
        ends.set(key, (ends.get(key) ?? new Set()).add(last.is));
      }
      return (world: World) => ends.get(likeIn(world, known)) ?? new Set<string>();
    });
    for (const world of worlds) expect([...(more?.(world) ?? [])].every((end) => some?.(world).has(end))).toBe(true);
  }
});

test("a matching object counts as this stack's only right after the lost request, and if earlier objects are known", () => {
  const taken = runs.filter(
    ([world, { last }]) => last.is === "treatAsOurs" && world.hasOwnObject && world.lost === undefined,
  );
  expect(taken.length).toBeGreaterThan(0);
  for (const [world, { requests }] of taken) {
    expect(world).toMatchObject({ earlier: [], search: { is: "matching" } });
    expect(world.outcomes[requests - 1]).toBe("lost");
  }
});

test("an object of another client is adopted only with `adopt`", () => {
  for (const [world, { last }] of runs) if (last.is === "adopt") expect(world.isAdopting).toBe(true);
});

test("an object of a lost creation is deleted only if it is the sole candidate and its secret value was lost", () => {
  const deleting = runs.filter(([, { discarded }]) => discarded.length > 0);
  expect(deleting.length).toBeGreaterThan(0);
  for (const [world, { discarded }] of deleting) {
    expect(world.lostValue).toBe("discard");
    expect(world.lost?.where).toMatchObject({ is: "undecided", candidates: [found] });
    expect(discarded).toEqual([found.id]);
  }
});

test("no creation is sent twice where several objects can have the same name", () => {
  for (const [world, { requests }] of runs) if (world.sharesNames) expect(requests).toBeLessThanOrEqual(1);
});

test("the state keeps every creation that may have created an object", () => {
  for (const [world, { last, requests }] of runs) {
    const wasLost = world.outcomes.slice(0, requests).includes("lost");
    if (wasLost) expect(last.is).not.toBe("fail");
    if (last.is === "stayLost" || last.is === "stayUndecided") expect(wasLost).toBe(true);
  }
});
