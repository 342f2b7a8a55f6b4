import fc from "fast-check";
import { type Emulator, type Fault, startEmulator } from "../../../provider/src/emulator/index.ts";
import { type JsonObject, toPointer } from "../../../provider/src/schema/json.ts";
import { declaredPaths } from "../../../provider/src/state/record.ts";
import { MiniEngine, type Program, type ProviderPort, revealed } from "../mini-engine.ts";
import { codeOf, type Launch, type Runtime, timeouts } from "./runtime.ts";
import { type Trouble, trouble } from "./scenario.ts";

/*
 * Members with roles that another client has given by hand move between lists of one program, whatever fails on the way. The slots of the other
 * scenarios have objects of their own each; here several resources have a part in one.
 */
const [organizationId, role] = ["org_0000000000000001", "rol_0000000000000001"];
const users = ["a", "b", "c", "d"].map((name) => `auth0|${name}`);
/** A member whom no program declares. */
const stranger = "auth0|stranger";

/** The members that each list declares, in the order in which the engine registers the lists. */
type Lists = readonly { readonly list: string; readonly members: readonly string[] }[];

/** One run: what the program declares, and what goes wrong. */
interface Run {
  readonly lists: Lists;
  readonly end: "whole" | "at a failure" | "in the program";
  readonly trouble: Trouble;
}

/** All lists stay in the program, in one order: a list that has left cannot tell the others what it has removed. */
const lists: fc.Arbitrary<Lists> = fc
  .array(fc.subarray(users), { minLength: 3, maxLength: 3 })
  .map((all) => all.map((members, at) => ({ list: ["east", "north", "south"][at] ?? "", members })));
const run: fc.Arbitrary<Run> = fc.record({
  lists,
  end: fc.constantFrom("whole" as const, "at a failure" as const, "in the program" as const),
  trouble: trouble.map(withoutLateRequests),
});

/**
 * Leaves out requests that the tenant carries out after the client has given them up. If a removal comes that late, the member may have been added
 * again meanwhile, and no client can prevent that. `hang-after` loses responses, too.
 */
function withoutLateRequests(all: Trouble): Trouble {
  return {
    ...all,
    faults: all.faults.filter(({ kind, delayMs = 0 }) => kind !== "slow" || delayMs < timeouts.headers),
  };
}

/** What the runs of all cases have done. */
export interface MoveTally {
  cases: number;
  /** Creations, updates and deletions that an engine asked a provider for. */
  operations: number;
  /** Moves of members between lists. */
  moves: number;
}

/**
 * Runs random cases until so many operations were made.
 *
 * @throws the first case in which a member or a role is lost, or comes back to somebody who had left
 */
export async function moveRun(options: {
  readonly launch: Launch;
  readonly operations: number;
  readonly seed: number;
}): Promise<MoveTally> {
  const tally: MoveTally = { cases: 0, operations: 0, moves: 0 };
  for (let round = 0; tally.operations < options.operations; round++) {
    const property = fc.asyncProperty(lists, fc.array(run, { minLength: 1, maxLength: 3 }), async (first, runs) => {
      const tenant = await startEmulator({ seed });
      try {
        await new Case(tenant, options.launch, tally).story(first, runs);
      } finally {
        await tenant.close();
      }
    });
    await fc.assert(property, {
      seed: options.seed + round,
      numRuns: Math.ceil((options.operations - tally.operations) / 10),
      unbiased: true,
      endOnFailure: true,
    });
  }
  return tally;
}

const seed = {
  organizations: [{ id: organizationId, name: "north" }],
  roles: [{ id: role, name: "editor" }],
};

class Case {
  readonly #tenant: Emulator;
  readonly #launch: Launch;
  readonly #tally: MoveTally;
  readonly #engine: MiniEngine;
  #runtime: Runtime | undefined;
  #isKilled = false;
  #wasKilled = false;

  constructor(tenant: Emulator, launch: Launch, tally: MoveTally) {
    this.#tenant = tenant;
    this.#launch = launch;
    this.#tally = tally;
    this.#engine = new MiniEngine(this.#port(), () => codeOf("organizationMembers"));
    tally.cases++;
  }

  async story(first: Lists, runs: readonly Run[]): Promise<void> {
    const { organizationMembers } = this.#tenant;
    organizationMembers.add(organizationId, stranger);
    await this.#plainly(first);
    for (const user of this.#members()) organizationMembers.assignRoles(organizationId, user, [role]);
    let [before, stay] = [first, new Set(membersOf(first))];
    for (const one of runs) {
      stay = new Set([...stay].filter((user) => this.#isKept(user, one.lists)));
      this.#tally.moves += [...stay].filter((user) => listsOf(user, before) !== listsOf(user, one.lists)).length;
      await this.#up(one);
      before = one.lists;
    }
    // What a process that was killed has removed is not known to the state: Pulumi asks for a refresh then.
    if (this.#wasKilled) await this.#renewed(() => this.#engine.refresh());
    await this.#plainly(before);
    // Of a creation that was killed the state knows nothing: whom it has added stays.
    const added = this.#wasKilled ? this.#members() : [];
    this.#expect(this.#members(), [...membersOf(before), stranger, ...added], "the members");
    const [holders, everybody] = [this.#holders(), new Set([...membersOf(before), stranger])];
    // What a process that was killed has read before it removed a member is not saved.
    if (!this.#wasKilled) {
      const lost = [...stay, stranger].filter((user) => everybody.has(user) && !holders.includes(user));
      this.#expect(lost, [], "members without the role that somebody has given them");
    }
    await this.#plainly(before.map(({ list }) => ({ list, members: [] })));
    await this.#plainly(before);
    // In the other order, a list hears what it could not hear when it began to declare a member.
    await this.#plainly(before.toReversed());
    if (!this.#wasKilled) this.#expect(this.#holders(), [stranger], "members with a role, who had left");
    await this.#runtime?.close();
  }

  /** Runs a program to its end, without any trouble. The creation of a list can have been lost before: one run finds it, the next finds nothing. */
  async #plainly(all: Lists): Promise<void> {
    this.#tenant.clearFaults();
    const steps = await this.#renewed(() => this.#engine.up(programOf(all)));
    const failures = steps.flatMap(({ failure }) => failure?.message ?? []);
    this.#expect(failures, [], "failures without a fault");
    const changes = await this.#renewed(() => this.#engine.changes(programOf(all)));
    this.#expect(
      changes.map(({ name }) => name),
      [],
      "changes after a run without a fault",
    );
  }

  async #up({ lists: all, end, trouble: { faults, tokensEnd, killAfter } }: Run): Promise<void> {
    for (const fault of faults) this.#tenant.inject(fault as Fault);
    let received = 0;
    const stop = this.#tenant.onRequest(({ phase }) => {
      if (phase === "answered") return;
      received++;
      if (received === tokensEnd?.after) this.#tenant.revokeTokens();
      if (received !== killAfter) return;
      this.#isKilled = true;
      this.#wasKilled = true;
      this.#runtime?.kill();
    });
    await this.#renewed(() => this.#engine.up(programOf(all), end));
    stop();
    this.#tenant.clearFaults();
  }

  async #renewed<T>(work: () => Promise<T>): Promise<T> {
    await this.#runtime?.close();
    this.#runtime = await this.#launch(this.#tenant);
    this.#isKilled = false;
    return work();
  }

  /**
   * Whether a member keeps the role in the next run, whatever fails: a list declares the member, and an earlier run has sent the same list with
   * the member. A member who moves in a single run can lose the role where the run ends before the second list.
   */
  #isKept(user: string, next: Lists): boolean {
    const pointer = toPointer(["members", user]);
    return next.some(({ list, members }) => {
      const entry = this.#engine.state.get(list);
      return members.includes(user) && entry !== undefined && declaredPaths(revealed(entry.outputs)).includes(pointer);
    });
  }

  #members(): readonly string[] {
    return this.#tenant.organizationMembers.list(organizationId).map(({ user_id }) => String(user_id));
  }

  #holders(): readonly string[] {
    const hasRole = (user: string) => {
      const { roles } = this.#tenant.organizationMembers.get(organizationId, user) ?? {};
      return Array.isArray(roles) && roles.length > 0;
    };
    return this.#members().filter(hasRole);
  }

  #expect(some: readonly string[], others: readonly string[], what: string): void {
    const [is, should] = [some, others].map((all) => JSON.stringify([...new Set(all)].toSorted()));
    if (is !== should) throw new Error(`${what}: ${is} in place of ${should}`);
  }

  /** What the engine asks, counted. Of a process that was killed no answer arrives. */
  #port(): ProviderPort {
    const alive = () => {
      if (this.#isKilled || !this.#runtime) throw new Error("killed");
      return this.#runtime.port;
    };
    const asked = async <T>(ask: (port: ProviderPort) => Promise<T>): Promise<T> => {
      return await ask(alive()).finally(alive);
    };
    const operation = <T>(ask: (port: ProviderPort) => Promise<T>): Promise<T> => {
      this.#tally.operations++;
      return asked(ask);
    };
    return {
      check: (olds, news) => asked((port) => port.check(olds, news)),
      diff: (id, olds, news) => asked((port) => port.diff(id, olds, news)),
      create: (inputs) => operation((port) => port.create(inputs)),
      read: (id, outputs) => operation((port) => port.read(id, outputs)),
      update: (id, olds, news) => operation((port) => port.update(id, olds, news)),
      delete: (id, outputs) => operation((port) => port.delete(id, outputs)),
    };
  }
}

function programOf(all: Lists): Program {
  return Object.fromEntries(all.map(({ list, members }) => [list, { organizationId, members } satisfies JsonObject]));
}

function membersOf(all: Lists): readonly string[] {
  return all.flatMap(({ members }) => members);
}

function listsOf(user: string, all: Lists): string {
  return JSON.stringify(all.flatMap(({ list, members }) => (members.includes(user) ? [list] : [])).toSorted());
}
