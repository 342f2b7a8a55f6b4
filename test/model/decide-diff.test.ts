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

test("a change of identity properties replaces the object and names them, whether or not the object is known", () => {
  for (const { facts, result } of resultsWith(({ isBack, replaces }) => !isBack && replaces.length > 0)) {
    expect(result).toEqual({ changes: true, replaces: ["name"], deleteBeforeReplace: facts.isInTheWay });
  }
});

test("a creation takes back an object that an earlier replacement left; nothing is deleted before it", () => {
  for (const { facts, result } of resultsWith(({ isBack }) => isBack)) {
    expect(result).toEqual({ changes: true, replaces: facts.changed, deleteBeforeReplace: false });
  }
});

test("an update looks for an object that is not known, even if no value changes", () => {
  const isLost = ({ isKnown, isBack, replaces }: DiffFacts) => !isKnown && !isBack && replaces.length === 0;
  for (const { result } of resultsWith(isLost)) expect(result).toEqual({ changes: true });
});

const isOrdinary = ({ isKnown, isBack, replaces }: DiffFacts) => isKnown && !isBack && replaces.length === 0;

test("the provider announces only changes that the engine cannot see in the inputs", () => {
  for (const { facts, result } of resultsWith((some) => isOrdinary(some) && some.sends)) {
    expect(result.changes).toBe(facts.isHidden ? true : undefined);
    expect(result.replaces).toBeUndefined();
  }
});

test("without a value to send, only an outdated record or set causes an update", () => {
  for (const { facts, result } of resultsWith((some) => isOrdinary(some) && !some.sends)) {
    expect(result.changes).toBe(facts.mustRenew);
    expect(result.replaces).toBeUndefined();
  }
});

test("every diff of a known object says whether a forced replacement deletes before it creates", () => {
  for (const { facts, result } of resultsWith((some) => some.isKnown && !some.isBack)) {
    expect(result.deleteBeforeReplace).toBe(facts.isInTheWay);
  }
});
