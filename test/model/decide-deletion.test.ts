import { expect, test } from "vitest";
import { type DeletionFacts, type DeletionStep, decideDeletion } from "../../provider/src/lifecycle/decide-deletion.ts";

/* What the deletion of an entry does to its object: all combinations of the facts. */

const found = { id: "rs_1", live: {} };
const values: { readonly [N in keyof Required<DeletionFacts>]: readonly DeletionFacts[N][] } = {
  where: [
    { is: "known", id: "rs_1" },
    { is: "complete", id: "rs_1", found },
    { is: "incomplete", id: "rs_1", found },
    { is: "undecided", candidates: [found], others: [] },
    { is: "different", id: "rs_1", ids: ["rs_1", "rs_2"] },
    { is: "absent" },
  ],
  creator: [undefined, "Resource a"],
  replacer: [undefined, "Resource c"],
  manager: [undefined, "Resource b"],
  isRead: [false, true],
  successor: [undefined, "rs_9"],
  isReset: [false, true],
  isDeclared: [false, true],
  isPermanent: [false, true],
  isLikely: [false, true],
  live: [null, { isUntouched: true }, { isUntouched: false }],
};

const worlds = Object.entries(values).reduce<readonly Partial<DeletionFacts>[]>(
  (some, [name, all]) => some.flatMap((one) => all.map((value) => ({ ...one, [name]: value }))),
  [{}],
) as readonly DeletionFacts[];

/** The end of a deletion, and whether it has read the object. */
function endIn({ live, ...known }: DeletionFacts): { readonly step: DeletionStep; readonly hasRead: boolean } {
  const step = decideDeletion(known);
  if (step.is !== "askLive") return { step, hasRead: false };
  return { step: decideDeletion({ ...known, live: live ?? null }), hasRead: true };
}

const ends = worlds.map((world) => [world, endIn(world)] as const);
const deleted = ends.filter(([, { step }]) => step.is === "delete");

test("an object that the program manages, reads or resets, or that is permanent, is not deleted", () => {
  expect(deleted.length).toBeGreaterThan(0);
  for (const [world] of deleted) {
    expect(world).toMatchObject({ creator: undefined, replacer: undefined, manager: undefined });
    expect(world).toMatchObject({ isRead: false, successor: undefined });
    expect(world.isPermanent).toBe(false);
    expect(world.isReset && world.isDeclared).toBe(false);
  }
});

test("only an object that this stack created is deleted; a probable one only if a read shows no use of it", () => {
  for (const [world, { hasRead }] of deleted) {
    expect(["known", "complete"]).toContain(world.where.is);
    expect(hasRead).toBe(world.isLikely);
    if (world.isLikely) expect(world.live).toEqual({ isUntouched: true });
  }
});

test("an object of this stack that nothing keeps is deleted", () => {
  const free = ends.filter(
    ([{ where, creator, replacer, manager, isRead, successor, isReset, isLikely, isPermanent }]) =>
      where.is === "known" &&
      !(creator || replacer || manager) &&
      !isRead &&
      !successor &&
      !isReset &&
      !isLikely &&
      !isPermanent,
  );
  expect(new Set(free.map(([, { step }]) => step.is))).toEqual(new Set(["delete"]));
});

test("an entry stays in the state exactly if it is the only record of an object that the program declares", () => {
  for (const [{ where, creator, replacer, manager, isRead, successor }, { step }] of ends) {
    const isPresent = where.is !== "absent" && where.is !== "undecided";
    if (step.is === "refuseUncreated") expect([isPresent, creator]).toEqual([true, "Resource a"]);
    else if (isPresent) expect(creator).toBeUndefined();
    if (step.is === "refuseUnreplaced") expect([isPresent, replacer]).toEqual([true, "Resource c"]);
    if (step.is === "refuseNamesake") expect([manager, isRead, successor]).toEqual([undefined, false, "rs_9"]);
  }
});

test("each fact changes a decision, and each step is reached", () => {
  const text = (world: DeletionFacts) => JSON.stringify(endIn(world).step);
  for (const [name, all] of Object.entries(values))
    expect(worlds.some((world) => new Set(all.map((value) => text({ ...world, [name]: value }))).size > 1)).toBe(true);
  const steps = [
    "delete",
    "nothing",
    "leaveAlone",
    "leaveUndecided",
    "forgetManaged",
    "forgetRead",
    "keepForCreation",
    "leavePermanent",
    "refuseUncreated",
    "refuseUnreplaced",
    "refuseNamesake",
  ];
  expect(new Set(ends.map(([, { step }]) => step.is))).toEqual(new Set(steps));
});
