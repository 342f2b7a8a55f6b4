import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { TenantClient } from "../../provider/src/client/index.ts";
import { Earlier } from "../../provider/src/lifecycle/program/earlier.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { ResourceType } from "../../provider/src/lifecycle/resource-type.ts";
import { type Arrival, namesakeRun } from "../harness/fault-run/namesakes.ts";
import { slots } from "../harness/fault-run/programs.ts";
import { inThisProcess } from "../harness/fault-run/runtime.ts";
import { cases, longest } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { canBeTheirs, kinds } from "../subjects/kinds.ts";

const lines: string[] = [];
beforeEach(() => {
  for (const method of ["warn", "info", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => void lines.push(parts.join(" ")));
  }
});

const { numRuns, seed } = cases();
const adoptable = subjects.map(({ name }) => name).filter(canBeTheirs);
const slotsOf = (name: string) => new Map([...slots].filter(([, subject]) => subject.name === name));

describe("after any refused, reset or lost creations, no object of another team is adopted, changed or deleted:", () => {
  test.each(adoptable)(
    "%s",
    (name) =>
      namesakeRun({ launch: inThisProcess(lines), numRuns: Math.ceil(numRuns / 80), seed, chosen: slotsOf(name) }),
    longest,
  );
});

/** A run that takes whatever resembles what it has sent, as every run once did. */
class BlindRun extends EngineRun {
  override earlierOf(client: TenantClient): Earlier {
    return Object.assign(new Earlier(client), { idsOf: async () => [] });
  }
}

/** Where the rules are switched off that hold in every run: any object that has what was sent counts as ours. */
const careless = (name: (typeof adoptable)[number]): ResourceType => {
  const { namesakes, sharesNames: _, ...kind } = kinds[name];
  const find: ResourceType["find"] = async (service, args) => (await namesakes?.(service, args))?.[0];
  return { ...kind, ...(namesakes && { find }) };
};

/** The creation itself looks what the application has, and refuses. */
const looksItself = ["clientAuthentication"];

describe("the law finds a run that ignores which objects existed before:", () => {
  test.each(adoptable.filter((name) => !looksItself.includes(name)))(
    "%s",
    async (name) => {
      const launch = inThisProcess(lines, { [name]: careless(name) }, () => new BlindRun());
      const arrival = fc.constant({ outages: 0, isBehind: false });
      const run = namesakeRun({ launch, numRuns: 25, seed: 1_000, chosen: slotsOf(name), arrival, isUnshrunk: true });
      await expect(run).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/of another team was (taken over|changed or deleted)/) },
      });
    },
    longest,
  );
});

describe.each<[string, Arrival]>([
  ["after an outage that has refused our creation", { outages: 1, isBehind: false }],
  ["before our creation, where no listing shows it yet", { outages: 0, isBehind: true }],
])("the law finds a run that treats another stack's object as its own, if it was created %s:", (_, arrival) => {
  test.each(adoptable.filter((name) => !looksItself.includes(name)))(
    "%s",
    async (name) => {
      // The creation of an object that nobody else can have made is settled by what the object has.
      const launch = inThisProcess(lines, { [name]: { ...careless(name), hasOwnObject: false } });
      const chosen = slotsOf(name);
      const run = namesakeRun({
        launch,
        numRuns: 25,
        seed: 1_000,
        chosen,
        arrival: fc.constant(arrival),
        isUnshrunk: true,
      });
      await expect(run).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/of another team was (taken over|changed or deleted)/) },
      });
    },
    longest,
  );
});
