import { afterAll, beforeAll, describe, test, vi } from "vitest";
import type { TenantTraits } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import type { LawCases, Subject } from "../subjects/subject.ts";
import type { Stage } from "./laws.ts";
import { type PatientWorld, patientWorld } from "./world.ts";

/** How long a law may be tried, in milliseconds: long enough for a busy machine, and in the soak as long as it takes. */
const patience = process.env.SOAK_CASES === undefined ? 180_000 : 0;

/**
 * Starts two tenants for a type before the tests of a block and ends them afterwards; answers what is staged there.
 *
 * @param lacks a trait that the tenants do not have
 */
export function staged(subject: Subject, lacks?: keyof TenantTraits): (root: JsonObject) => Stage {
  let worlds: readonly PatientWorld[] = [];
  beforeAll(async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    worlds = await Promise.all([1, 2].map(() => patientWorld(kinds[subject.name], lacks)));
    for (const { tenant } of worlds) subject.prepare(tenant);
  });
  afterAll(() => Promise.all(worlds.map((world) => world.close())));
  return (root) => {
    const [world, twin] = worlds as [PatientWorld, PatientWorld];
    return { subject, world, twin, root };
  };
}

/** Tries a law on every type. Each law has a file of its own, as files run side by side. */
export function everywhere(title: string, law: (stage: Stage, lawCases: LawCases) => Promise<void>): void {
  describe.each(subjects.map((subject) => [subject.resource, subject] as const))("%s", (_, subject) => {
    const stage = staged(subject);
    test.each(subject.laws)(`${title} $root`, (lawCases) => law(stage(lawCases.root), lawCases), patience);
  });
}
