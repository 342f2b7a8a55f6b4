import { beforeEach, describe, expect, test, vi } from "vitest";
import type { TenantClient } from "../../provider/src/client/index.ts";
import { Earlier } from "../../provider/src/lifecycle/earlier.ts";
import { EngineRun } from "../../provider/src/lifecycle/program.ts";
import type { ResourceType } from "../../provider/src/lifecycle/resource-type.ts";
import { namesakeRun } from "../harness/fault-run/namesakes.ts";
import { slots } from "../harness/fault-run/programs.ts";
import { inThisProcess } from "../harness/fault-run/runtime.ts";
import { cases, longest } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";

const lines: string[] = [];
beforeEach(() => {
  for (const method of ["warn", "info", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => void lines.push(parts.join(" ")));
  }
});

const { numRuns, seed } = cases();
const adoptable = subjects.map(({ name }) => name).filter((name) => kinds[name].isAdoptable);
const slotsOf = (name: string) => new Map([...slots].filter(([, subject]) => subject.name === name));

describe("no sequence of refused, reset and lost creations takes over, changes or deletes what another team had made before:", () => {
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

/** The creation itself looks what the application has, and refuses. */
const looksItself = ["clientAuthentication"];

describe("the law finds a run that does not know what was there before:", () => {
  test.each(adoptable.filter((name) => !looksItself.includes(name)))(
    "%s",
    async (name) => {
      const { namesakes, ...kind } = kinds[name];
      const find: ResourceType["find"] = async (service, args) => (await namesakes?.(service, args))?.[0];
      const careless: ResourceType = { ...kind, sharesNames: false, ...(namesakes && { find }) };
      const launch = inThisProcess(lines, { [name]: careless }, () => new BlindRun());
      const run = namesakeRun({ launch, numRuns: 25, seed: 1_000, chosen: slotsOf(name), isUnshrunk: true });
      await expect(run).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/of another team was (taken over|changed or deleted)/) },
      });
    },
    longest,
  );
});
