import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Fault } from "../../../provider/src/emulator/index.ts";
import { type JsonObject, own } from "../../../provider/src/schema/json.ts";
import { canBeTheirs } from "../../subjects/kinds.ts";
import { MiniEngine, type StateEntry } from "../mini-engine.ts";
import { aged } from "./namesakes.ts";
import { kindOf, type Slots, slots, subjectOf } from "./programs.ts";
import { codeOf, type Launch } from "./runtime.ts";
import type { PlannedFault } from "./scenario.ts";
import { type MortalTenant, objectsIn, startTenant } from "./tenant.ts";

/** Two stacks of one project at one tenant: their programs declare the same object, and never say adopt. */
interface TwoStacks {
  readonly slot: string;
  readonly versions: readonly JsonObject[];
  readonly actions: readonly Action[];
}

interface Action {
  readonly stack: 0 | 1;
  /** `move`: `pulumi state move` of the entry to the other stack, as far as that has none. */
  readonly do: "up" | "up with a refresh" | "destroy" | "move";
  readonly version: number;
  readonly faults: readonly PlannedFault[];
  /** Whether minutes have passed since the action before. */
  readonly isLater: boolean;
}

type State = ReadonlyMap<string, StateEntry>;

/** The slots of objects that two stacks can mean at once. */
const adoptable: Slots = new Map([...slots].filter(([slot]) => canBeTheirs(kindOf(slot))));

const fault = (path: string): fc.Arbitrary<PlannedFault> =>
  fc.record({
    kind: fc.constantFrom("status" as const, "status-after" as const, "reset-before" as const, "reset-after" as const),
    status: fc.constantFrom(403, 500, 503),
    method: fc.constantFrom("POST", "POST", "POST", "GET", "PATCH", "DELETE"),
    path: fc.constant(path),
    skip: fc.constantFrom(0, 0, 1),
    times: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
  });

const scenarios: fc.Arbitrary<TwoStacks> = fc.oneof(
  ...[...adoptable].map(([slot, subject]) =>
    fc.record({
      slot: fc.constant(slot),
      versions: subject.programs(slot).chain((args) =>
        fc.array(
          args.map(({ adopt: _, ...one }) => one),
          { minLength: 2, maxLength: 2 },
        ),
      ),
      actions: fc.array(
        fc.record({
          stack: fc.constantFrom(0 as const, 1 as const),
          do: fc.constantFrom(
            "up" as const,
            "up" as const,
            "up with a refresh" as const,
            "destroy" as const,
            "move" as const,
          ),
          version: fc.nat(1),
          faults: fc.oneof(fc.constant([]), fc.array(fault(subject.path), { minLength: 1, maxLength: 2 })),
          isLater: fc.boolean(),
        }),
        { minLength: 2, maxLength: 6 },
      ),
    }),
  ),
);

/** What a run has done. */
export interface StacksTally {
  cases: number;
  /** Runs after which both stacks had an entry for the object. */
  contests: number;
  moves: number;
}

/**
 * Tries that no sequence of failures and moves makes a stack change, delete or take over an object that the other stack has.
 *
 * @throws the first failure, with a case that is as short as could be found, and what makes it again
 */
export async function twoStacksRun(options: {
  readonly launch: Launch;
  readonly numRuns: number;
  readonly seed: number;
  readonly isUnshrunk?: boolean;
}): Promise<StacksTally> {
  const { launch, numRuns, seed, isUnshrunk = false } = options;
  const tally: StacksTally = { cases: 0, contests: 0, moves: 0 };
  const property = fc.asyncProperty(scenarios, async (one) => {
    const tenant = await startTenant();
    tally.cases++;
    try {
      await story(one, tenant, launch, tally);
    } finally {
      await tenant.close();
    }
  });
  await fc.assert(property, { seed, numRuns, unbiased: true, endOnFailure: isUnshrunk });
  return tally;
}

async function story(
  { slot, versions, actions }: TwoStacks,
  tenant: MortalTenant,
  launch: Launch,
  tally: StacksTally,
): Promise<void> {
  const states: [State, State] = [new Map(), new Map()];
  const held = (id: string) => subjectOf(slot).held(tenant, id) ?? objectsIn(tenant).find((object) => object.id === id);

  /** One command of a stack, which leaves alone what the other one has. */
  async function command(stack: 0 | 1, name: string, run: (engine: MiniEngine) => Promise<unknown>): Promise<void> {
    const [mine, theirs] = [idIn(states[stack]), idIn(states[stack === 0 ? 1 : 0])];
    const before = theirs === undefined ? undefined : held(theirs);
    const runtime = await launch(tenant, false);
    const engine = new MiniEngine(runtime.port, codeOf(kindOf(slot)));
    for (const [key, entry] of states[stack]) engine.state.set(key, entry);
    await run(engine).finally(() => runtime.close());
    states[stack] = new Map(engine.state);
    // What is gone, although the other stack's state still has it, belongs to no stack, and then to the one that creates it.
    if (theirs === undefined || before === undefined || mine === theirs) return;
    if (!isDeepStrictEqual(held(theirs), before))
      throw new Error(`${name} of stack ${stack} changed ${slot} of the other one`);
    if (idIn(states[stack]) === theirs) throw new Error(`${name} of stack ${stack} took ${slot} of the other one over`);
  }

  for (const action of actions) {
    const { stack, version, faults, isLater } = action;
    if (isLater) for (const n of [0, 1] as const) states[n] = aged(states[n]);
    if (action.do === "move") {
      const other = stack === 0 ? 1 : 0;
      if (states[stack].size === 0 || states[other].size > 0) continue;
      [states[stack], states[other]] = [states[other], states[stack]];
      tally.moves++;
      continue;
    }
    for (const one of faults) tenant.inject(one as Fault);
    await command(stack, action.do, async (engine) => {
      if (action.do === "up with a refresh") await engine.refresh().catch(() => {});
      await engine.up(action.do === "destroy" ? {} : { [slot]: versions[version] ?? {} });
    });
    tenant.clearFaults();
    if (states.every(({ size }) => size > 0)) tally.contests++;
  }
  for (const stack of [0, 1] as const) {
    states[stack] = aged(states[stack]);
    await command(stack, "the destroy", async (engine) => {
      await engine.refresh();
      await engine.up({});
    });
    if (states[stack].size > 0) throw new Error(`${slot} stays in the state of stack ${stack} after a destroy`);
  }
}

/** The id at the tenant of the object that a state has; undefined while it is unknown whether it, or a part of it, was made. */
function idIn(state: State): string | undefined {
  const [entry] = state.values();
  if (!entry) return undefined;
  const record = own(entry.outputs, "__managed");
  const isSure = own(record, "unconfirmed") !== true && own(record, "unsure") === undefined;
  return isSure ? String(own(record, "id") ?? entry.id) : undefined;
}
