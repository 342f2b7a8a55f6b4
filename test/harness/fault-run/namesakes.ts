import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Fault, FaultKind } from "../../../provider/src/emulator/index.ts";
import { isObject, type JsonObject, own } from "../../../provider/src/schema/json.ts";
import { canBeTheirs } from "../../subjects/kinds.ts";
import { MiniEngine, type StateEntry } from "../mini-engine.ts";
import { kindOf, type Slots, slots, subjectOf } from "./programs.ts";
import { codeOf, type Launch } from "./runtime.ts";
import type { PlannedFault } from "./scenario.ts";
import { type MortalTenant, objectsIn, startTenant } from "./tenant.ts";

/** What another team has made, and runs of ours that declare the same and never say adopt. */
interface Namesakes {
  readonly slot: string;
  readonly args: JsonObject;
  readonly arrival: Arrival;
  readonly runs: readonly Run[];
}

/** When another team, or another stack of the same program, makes the object. */
export interface Arrival {
  /** After so many runs of ours, whose creations an outage has refused. */
  readonly outages: number;
  /** No listing shows the object before the clock has moved on. */
  readonly isBehind: boolean;
}

interface Run {
  readonly faults: readonly PlannedFault[];
  readonly refreshes: boolean;
  /** Whether minutes have passed since the run before. */
  readonly isLater: boolean;
}

/** The slots of objects that another team can have made. */
const adoptable: Slots = new Map([...slots].filter(([slot]) => canBeTheirs(kindOf(slot))));

/** A creation that is refused, or whose answer is lost, carried out or not; and looks that fail. */
const postFault = (path: string): fc.Arbitrary<PlannedFault> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom<FaultKind[]>(
          "reset-before",
          "reset-after",
          "status",
          "status-after",
          "truncated",
          "empty",
        ),
        status: fc.constantFrom(500, 502, 503, 504),
        method: fc.constant("POST"),
        path: fc.constant(path),
        skip: fc.constant(0),
        times: fc.constantFrom(1, 1, 2, Number.POSITIVE_INFINITY),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant<FaultKind>("status"),
        status: fc.constantFrom(400, 403, 409, 429),
        method: fc.constant("POST"),
        path: fc.constant(path),
        skip: fc.constant(0),
        times: fc.constant(1),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom<FaultKind[]>("status", "reset-before"),
        status: fc.constantFrom(403, 500, 503),
        method: fc.constant("GET"),
        path: fc.constant("/api/v2/"),
        skip: fc.constantFrom(0, 0, 1, 2),
        times: fc.constantFrom(1, Number.POSITIVE_INFINITY),
      }),
    },
  );

const anyArrival: fc.Arbitrary<Arrival> = fc.record({ outages: fc.constantFrom(0, 0, 1, 2), isBehind: fc.boolean() });

function namesakesOf(chosen: Slots, arrival: fc.Arbitrary<Arrival>): fc.Arbitrary<Namesakes> {
  return fc.oneof(
    ...[...chosen].map(([slot, subject]) =>
      fc.record({
        slot: fc.constant(slot),
        args: subject
          .programs(slot)
          .chain((versions) => versions)
          .map(({ adopt: _, ...args }) => args),
        arrival,
        runs: fc.array(
          fc.record({
            faults: fc.array(postFault(subject.path), { minLength: 1, maxLength: 3 }),
            refreshes: fc.boolean(),
            isLater: fc.boolean(),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      }),
    ),
  );
}

/**
 * Tries that no sequence of refused, reset and lost creations takes over, changes or deletes what another team had made before, or made after
 * an outage that has refused ours.
 *
 * @param chosen slots of adoptable objects. Default: all of them
 * @param arrival when the other team makes its object. Default: any time
 * @throws the first failure, with a case that is as short as could be found, and what makes it again
 */
export async function namesakeRun(options: {
  readonly launch: Launch;
  readonly numRuns: number;
  readonly seed: number;
  readonly isUnshrunk?: boolean;
  readonly chosen?: Slots;
  readonly arrival?: fc.Arbitrary<Arrival>;
}): Promise<void> {
  const { launch, numRuns, seed, isUnshrunk = false, chosen = adoptable, arrival = anyArrival } = options;
  const property = fc.asyncProperty(namesakesOf(chosen, arrival), async (one) => {
    const tenant = await startTenant(one.arrival.isBehind ? 60_000 : 0);
    try {
      await story(one, tenant, launch);
    } finally {
      await tenant.close();
    }
  });
  await fc.assert(property, { seed, numRuns, unbiased: true, endOnFailure: isUnshrunk });
}

async function story({ slot, args, arrival, runs }: Namesakes, tenant: MortalTenant, launch: Launch): Promise<void> {
  const code = codeOf(kindOf(slot));
  const perform = async (
    state: ReadonlyMap<string, StateEntry>,
    run: (engine: MiniEngine) => Promise<unknown>,
  ): Promise<MiniEngine> => {
    const runtime = await launch(tenant, false);
    const engine = new MiniEngine(runtime.port, code);
    for (const [name, entry] of state) engine.state.set(name, entry);
    await run(engine).finally(() => runtime.close());
    return engine;
  };
  const outage: PlannedFault = {
    ...{ kind: "status", status: 503, method: "POST", path: subjectOf(slot).path },
    ...{ skip: 0, times: Number.POSITIVE_INFINITY },
  };
  let state: ReadonlyMap<string, StateEntry> = new Map();
  for (let n = 0; n < arrival.outages; n++) {
    tenant.inject(outage as Fault);
    ({ state } = await perform(aged(state), (engine) => engine.up({ [slot]: args })));
    tenant.clearFaults();
  }
  let refusal: Error | undefined;
  const others = await perform(new Map(), async (engine) => {
    refusal = (await engine.up({ [slot]: args }))[0]?.failure;
  });
  const [theirs] = others.state.values();
  if (!theirs) throw new Error(`a scenario that cannot be: another team cannot make ${slot}: ${refusal?.message}`);
  const held = () => subjectOf(slot).held(tenant, theirs.id) ?? objectsIn(tenant).find(({ id }) => id === theirs.id);
  const before = held();
  const expectTheirs = (when: string) => {
    if (!isDeepStrictEqual(held(), before)) throw new Error(`${slot} of another team was changed or deleted: ${when}`);
    for (const { id, outputs } of state.values()) {
      const record = own(outputs, "__managed");
      const realId = own(record, "id") ?? id;
      const isTaken = realId === theirs.id && own(record, "unconfirmed") !== true;
      if (isTaken) throw new Error(`${slot} of another team was taken over: ${when}`);
    }
  };
  for (const [n, { faults, refreshes, isLater }] of runs.entries()) {
    if (isLater) {
      tenant.expireTokens();
      state = aged(state);
    }
    for (const fault of faults) tenant.inject(fault as Fault);
    ({ state } = await perform(state, async (engine) => {
      if (refreshes) await engine.refresh().catch(() => {});
      await engine.up({ [slot]: args });
    }));
    tenant.clearFaults();
    expectTheirs(`run ${n + 1}`);
  }
  // By now every listing shows everything.
  tenant.expireTokens();
  ({ state } = await perform(aged(state), async (engine) => {
    await engine.refresh();
    await engine.up({ [slot]: args });
  }));
  expectTheirs("the last run");
  ({ state } = await perform(state, (engine) => engine.up({})));
  expectTheirs("the destroy");
  if (state.size > 0) throw new Error(`${slot} stays in the state after a destroy`);
}

/** A state that some minutes have passed over. */
export function aged(state: ReadonlyMap<string, StateEntry>): ReadonlyMap<string, StateEntry> {
  return new Map(
    [...state].map(([name, entry]) => {
      const record = own(entry.outputs, "__managed");
      const sent = own(record, "sent");
      if (!isObject(record) || typeof sent !== "number") return [name, entry];
      return [name, { ...entry, outputs: { ...entry.outputs, __managed: { ...record, sent: sent - 600 } } }];
    }),
  );
}
