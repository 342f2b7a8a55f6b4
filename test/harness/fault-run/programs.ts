import fc from "fast-check";
import type { Fields } from "../../../provider/src/schema/schema.ts";
import { subjects } from "../../subjects/index.ts";
import { kinds, type TypeName } from "../../subjects/kinds.ts";
import type { Subject } from "../../subjects/subject.ts";
import type { Program } from "../mini-engine.ts";

/** Resources that programs may declare, with what the tests know about the kind of each. */
export type Slots = ReadonlyMap<string, Subject>;

/** All of them. Each has keys of its own, so that no two ever want the same object. */
export const slots: Slots = new Map(
  subjects.flatMap((subject) => subject.slots.map((slot) => [slot, subject] as const)),
);

/** The second name that the resource of a slot can have in a program. */
export function otherName(slot: string): string {
  return `${slot}'`;
}

/** The slot of a resource, by its name in a program. */
export function slotOf(name: string): string {
  return name.replace(/'$/, "");
}

/** What the tests know about a slot's kind. */
export function subjectOf(name: string): Subject {
  const slot = slotOf(name);
  const subject = slots.get(slot);
  if (!subject) throw new RangeError(`there is no slot ${slot}`);
  return subject;
}

export function kindOf(slot: string): TypeName {
  return subjectOf(slot).name;
}

export function fieldsOf(slot: string): Fields {
  return kinds[kindOf(slot)].schema.fields;
}

/**
 * Three versions of a program. Most of one is as it was in the one before: people edit little at a time.
 *
 * @param argsBySlot what a version may declare
 */
function versionsOf(argsBySlot: Readonly<Record<string, fc.Arbitrary<Program[string]>>>): fc.Arbitrary<Program[]> {
  const edition = fc.tuple(
    ...Object.values(argsBySlot).map((args) =>
      fc.oneof(
        { arbitrary: fc.constant("as it was" as const), weight: 3 },
        { arbitrary: fc.constant(undefined), weight: 1 },
        { arbitrary: args, weight: 4 },
      ),
    ),
  );
  return fc.tuple(fc.record(argsBySlot, { requiredKeys: [] }), edition, edition).map(([first, ...editions]) => {
    const versions: Program[] = [first as Program];
    for (const values of editions) {
      const before = versions.at(-1) ?? {};
      const entries = Object.keys(argsBySlot).map(
        (name, n) => [name, values[n] === "as it was" ? before[name] : values[n]] as const,
      );
      versions.push(Object.fromEntries(entries.filter(([, args]) => args !== undefined)) as Program);
    }
    return versions;
  });
}

/** Any three versions of a program that declares nothing but these slots. */
export function programsOf(chosen: Slots): fc.Arbitrary<readonly Program[]> {
  return fc
    .record(Object.fromEntries([...chosen].map(([slot, subject]) => [slot, subject.programs(slot)])))
    .chain(versionsOf);
}
