import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type TenantCall, type TenantClient, TenantError } from "../../provider/src/client/index.ts";
import type { FaultKind } from "../../provider/src/emulator/index.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import { markAt } from "../../provider/src/lifecycle/program/marks.ts";
import type { RunningProgram } from "../../provider/src/lifecycle/program/program.ts";
import type { ResourceType } from "../../provider/src/lifecycle/resource-type.ts";
import { isObject, type JsonObject } from "../../provider/src/schema/json.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { overlookingMembers, takingMasks } from "../harness/fault-run/careless.ts";
import { moveRun } from "../harness/fault-run/moves.ts";
import { slots } from "../harness/fault-run/programs.ts";
import { faultRun } from "../harness/fault-run/run.ts";
import { inThisProcess, type Launch } from "../harness/fault-run/runtime.ts";
import { type Action, changesOf, type Edit, type PlannedFault, scenarioOf } from "../harness/fault-run/scenario.ts";
import { longest } from "../harness/scale.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";

const lines: string[] = [];
beforeEach(() => {
  for (const method of ["warn", "info", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => void lines.push(parts.join(" ")));
  }
});

describe.each([1, 2, 3])("with seed %i, the fault run of moving members finds", (n) => {
  const finding = (launch: Launch) => moveRun({ launch, operations: 3_000, seed: 1_000 * n });

  test("a planted bug that forgets the roles of a member who moves", async () => {
    const { assignments: _, ...organizationMembers } = kinds.organizationMembers;
    await expect(finding(inThisProcess(lines, { organizationMembers }))).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/without the role/) },
    });
  });

  test("a planted bug that forgets what an earlier run removed", async () => {
    await expect(finding(inThisProcess(lines, {}, () => new RunWithoutPast()))).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/the members:|without the role/) },
    });
  });

  test("a planted bug that gives a member who left the old roles again", async () => {
    await expect(finding(inThisProcess(lines, {}, () => new RunOutOfTime()))).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/with a role, who had left|changes after a run/) },
    });
  });
});

/** In microseconds since 1970. */
const endOfTime = 9e15;

/** A run to which all removals seem to be later than all else. */
class RunOutOfTime extends EngineRun {
  override programFor(host: string): RunningProgram {
    const program = super.programFor(host);
    const { moving } = program;
    const removedBefore = moving.removedBefore.bind(moving);
    moving.removedBefore = (key) => removedBefore(key).map((release) => ({ ...release, mark: markAt(endOfTime) }));
    return program;
  }
}

/** A run that does not take note of what earlier ones have removed from sets. */
class RunWithoutPast extends EngineRun {
  override programFor(host: string): RunningProgram {
    const program = super.programFor(host);
    program.moving.note = () => undefined;
    return program;
  }
}

/** A bug as people make them: a fault run that does not find it proves nothing. */
interface Bug {
  /** The kinds that it concerns: it is planted in each by itself. */
  readonly kinds: readonly TypeName[];
  readonly plant: (type: ResourceType) => ResourceType;
  /** What the process knows of its run. Default: what it should. */
  readonly run?: () => EngineRun;
  /** What the run finds then. */
  readonly found: RegExp;
  /** What happens where it bites. */
  readonly actions: (slot: string, subject: Subject) => readonly fc.Arbitrary<Action>[];
}

/** The kinds of which the run has resources. */
const inTheRun = [...new Set(slots.values())];

/** The kinds of which people make objects by hand, too. */
const made = inTheRun.filter(({ make }) => make !== undefined).map(({ name }) => name);

/** Those of them whose objects share no name: a second one of the same name is refused there, and so is found. */
const unique = made.filter((name) => kinds[name].sharesNames === undefined);

/** Whether an entry that leaves the program changes the tenant. Settings stay as they are without `resetOnDestroy`, which no program of the run has. */
const deletes = ({ scopes }: Subject) =>
  scopes.some(({ before, run, scopes }) => {
    const isRemoval = run === undefined && before !== undefined && !("resetOnDestroy" in before);
    return isRemoval && scopes.some((scope) => !scope.startsWith("read:"));
  });

const bugs: Record<string, Bug> = {
  "lost answers are taken for failures": {
    kinds: unique,
    plant: (type) => ({ ...type, create: plainly(type.create), update: plainly(type.update) }),
    found: /the way out does not lead out|failed without a fault|the id of/,
    actions: (_, { path }) => [
      fc
        .constantFrom<FaultKind[]>("reset-after", "hang-after")
        .chain((kind) => up([{ kind, method: "POST", path, skip: 0, times: 1 }])),
    ],
  },
  "what an update does not declare is not merged": {
    kinds: ["connection"],
    plant: (type) => ({
      ...type,
      update: (service, change) => type.update(sendingOnly(change.inputs, service), change),
    }),
    found: /set by another client/,
    actions: (slot, subject) => [up(), edited(fc.oneof(...changesOf(slot, subject))), up(), up()],
  },
  "a mask is taken for a value": {
    kinds: ["connection"],
    plant: takingMasks,
    found: /set by another client/,
    actions: (slot) => {
      const values = { options: { client_secret: "foreign-1" } };
      const masked = [up([], "********"), up([], "[REDACTED]"), up([], "********")];
      return [up(), edited(fc.constant({ what: "change", slot, values })), ...masked];
    },
  },
  "members beside the declared ones are overlooked": {
    kinds: ["client"],
    plant: overlookingMembers,
    found: /set by another client/,
    actions: (slot) => {
      const policies = [{ audience: "urn:theirs", scope: ["read"] }];
      const members = [
        { refreshToken: { policies } },
        { sessionTransfer: { delegation: { enforceDeviceBinding: "asn" } } },
      ];
      return [up(), ...members.map((values) => edited(fc.constant({ what: "change", slot, values }))), up(), up()];
    },
  },
  "an object that exists is taken for ours": {
    // What is deleted and made again has another id, unless the id is made of what it ties together.
    kinds: unique.filter((name) => !definitions[name].route.includes("{")),
    plant: (type) => ({ ...type, untouchable: () => undefined, isTaken: () => false, create: overwriting(type) }),
    found: /was deleted, and no program asked for it/,
    actions: (slot) => [edited(fc.constant({ what: "create", slot })), up()],
  },
  "a removed entry deletes an object that another entry manages": {
    kinds: inTheRun.filter(deletes).map(({ name }) => name),
    plant: (type) => type,
    run: () => new ForgetfulRun(),
    found: /was deleted, and the program keeps it|at the tenant is not what the program declares/,
    actions: (slot) => [up(), fc.constant({ do: "copy", slot }), fc.constant(renamedUp(slot))],
  },
};

/** A run that does not know what its program keeps. */
class ForgetfulRun extends EngineRun {
  override programFor(host: string): RunningProgram {
    const program = super.programFor(host);
    program.managers.of = () => [];
    return program;
  }
}

/** The seeds from which a type's cases come: four where few kinds have the bug, two where many have. */
function seedsFor(kindsWithIt: number): readonly number[] {
  return kindsWithIt <= 6 ? [1, 2, 3, 4] : [1, 2];
}

const planted = Object.entries(bugs).flatMap(([bug, { kinds: names, ...rest }]) =>
  names.flatMap((name) => seedsFor(names.length).map((n) => ({ bug, name, n, ...rest }))),
);

describe("the fault run finds a planted bug within 500 operations:", () => {
  test.each(planted)(
    "$bug ($name, seed $n)",
    async ({ name, n, plant, run: runOf, actions, found }) => {
      const concerned = [...slots].filter(([, subject]) => subject.name === name);
      const happens = fc.oneof(...concerned.map(([slot, subject]) => fc.tuple(...actions(slot, subject))));
      const run = faultRun({
        launch: inThisProcess(lines, { [name]: plant(kinds[name]) }, runOf),
        operations: 500,
        // A run that needs several rounds takes the seeds that follow.
        seed: 1_000 * n,
        isUnshrunk: true,
        scenarios: scenarioOf(new Map(concerned), happens),
      });
      await expect(run).rejects.toMatchObject({ cause: { message: expect.stringMatching(found) } });
    },
    longest,
  );
});

/** Any version of the program, and what goes wrong meanwhile. */
function up(faults: readonly PlannedFault[] = [], mask?: string): fc.Arbitrary<Action> {
  return fc.nat(2).map((program) => ({ do: "up", program, renamed: [], end: "whole", trouble: { faults, mask } }));
}

/** The first version of the program, in which a resource has its other name. */
function renamedUp(slot: string): Action {
  return { do: "up", program: 0, renamed: [slot], end: "whole", trouble: { faults: [] } };
}

function edited(edit: fc.Arbitrary<Edit>): fc.Arbitrary<Action> {
  return fc.record({ do: fc.constant("edit"), edit });
}

/** A call whose failure tells nothing of whether it was carried out. */
function plainly<Args extends unknown[], T>(call: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  return (...args) =>
    call(...args).catch((error: unknown) => {
      throw error instanceof TenantError && error.outcome === "unknown" ? new Error(error.message) : error;
    });
}

/** A service that gets the declared options, and none of those that are there besides. */
function sendingOnly({ options }: JsonObject, service: TenantClient): TenantClient {
  const request = (call: TenantCall) => {
    const { body } = call;
    const isUpdate =
      call.method === "PATCH" && isObject(body as JsonObject) && Object.hasOwn(body as JsonObject, "options");
    return service.request(isUpdate ? { ...call, body: { ...(body as JsonObject), options } } : call);
  };
  return Object.assign(Object.create(service), { request });
}

/** A creation that deletes what is in its way. */
function overwriting(type: ResourceType): ResourceType["create"] {
  return async (service, args, ...known) => {
    const found = await type.find(service, args);
    if (found) await type.delete(service, found.id, args, { remembered: {}, unclaimed: (members) => members });
    return type.create(service, args, ...known);
  };
}
