import { expect, test } from "vitest";
import { type DiffFacts, decideDiff } from "../../provider/src/lifecycle/decide-diff.ts";

/* What a diff tells the engine, in all combinations of facts. */

const values: { readonly [N in keyof DiffFacts]: readonly DiffFacts[N][] } = {
  isKnown: [true, false],
  replaces: [[], ["name"]],
  changed: [[], ["name", "description"]],
  isBack: [true, false],
  sends: [true, false],
  isHidden: [true, false],
  mustRenew: [true, false],
  isInTheWay: [true, false],
};

const worlds = Object.entries(values).reduce<readonly Partial<DiffFacts>[]>(
  (some, [name, all]) => some.flatMap((one) => all.map((value) => ({ ...one, [name]: value }))),
  [{}],
) as readonly DiffFacts[];

const results = worlds.map((facts) => ({ facts, result: decideDiff(facts) }));

/** The results in the worlds in which all these facts hold. */
function resultsWith(holds: (facts: DiffFacts) => boolean) {
  const some = results.filter(({ facts }) => holds(facts));
  expect(some.length).toBeGreaterThan(0);
  return some;
}

test("a change of the identity replaces the object, named by the properties that changed, whether or not the object is known", () => {
  for (const { facts, result } of resultsWith(({ isBack, replaces }) => !isBack && replaces.length > 0)) {
    expect(result).toEqual({ changes: true, replaces: ["name"], deleteBeforeReplace: facts.isInTheWay });
  }
});

test("an object that an earlier replacement left is taken back by a creation, and nothing is deleted before that", () => {
  for (const { facts, result } of resultsWith(({ isBack }) => isBack)) {
    expect(result).toEqual({ changes: true, replaces: facts.changed, deleteBeforeReplace: false });
  }
});

test("an object that is not known is looked for by an update, also if no value changes", () => {
  const isLost = ({ isKnown, isBack, replaces }: DiffFacts) => !isKnown && !isBack && replaces.length === 0;
  for (const { result } of resultsWith(isLost)) expect(result).toEqual({ changes: true });
});

const isOrdinary = ({ isKnown, isBack, replaces }: DiffFacts) => isKnown && !isBack && replaces.length === 0;

test("the engine compares the inputs itself where it can see the change, and is told of one that it cannot see", () => {
  for (const { facts, result } of resultsWith((some) => isOrdinary(some) && some.sends)) {
    expect(result.changes).toBe(facts.isHidden ? true : undefined);
    expect(result.replaces).toBeUndefined();
  }
});

test("without a value to send, only a record or a set that is not as it has to be makes an update", () => {
  for (const { facts, result } of resultsWith((some) => isOrdinary(some) && !some.sends)) {
    expect(result.changes).toBe(facts.mustRenew);
    expect(result.replaces).toBeUndefined();
  }
});

test("every result about a known object says which of the two comes first if an option of the resource forces a replacement", () => {
  for (const { facts, result } of resultsWith((some) => some.isKnown && !some.isBack)) {
    expect(result.deleteBeforeReplace).toBe(facts.isInTheWay);
  }
});
