import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { isShownOnce } from "../../provider/src/schema/schema.ts";
import { codeOf, inThisProcess, type Runtime } from "../harness/fault-run/runtime.ts";
import { MiniEngine, type StateEntry, type Step } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { isNeverDeleted, kinds, type TypeName } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";

/**
 * Replacements that stop half-way, of every type, generated: each call of the run that replaces is refused, loses its answer, or is the last
 * one before the process is killed. Then the program is set to the first, the second or a third value.
 */

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const method of ["warn", "info"] as const)
    vi.spyOn(console, method).mockImplementation((line) => void said.push(String(line)));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** How a resource is replaced. With the same name it depends on the type which comes first. */
const orders = ["create first", "delete first", "same name"] as const;
type Order = (typeof orders)[number];

const faults = ["is refused", "loses its answer", "is the last before a kill"] as const;
const ways = ["back", "forward", "aside", "away"] as const;

/** One stack with one resource, whose runs are a process each. */
class Stack {
  readonly tenant: Emulator;
  readonly #name: string;
  readonly #order: Order;
  readonly engine: MiniEngine;
  #runtime: Runtime | undefined;
  #isKilled = false;

  constructor(tenant: Emulator, kind: TypeName, order: Order) {
    this.tenant = tenant;
    this.#name = `${kind}-it`;
    this.#order = order;
    const port = () => {
      if (this.#isKilled || !this.#runtime) throw new Error("killed");
      return this.#runtime.port;
    };
    const alive = <T>(answer: Promise<T>): Promise<T> => answer.finally(port);
    this.engine = new MiniEngine(
      {
        check: (olds, news) => port().check(olds, news),
        diff: (id, olds, news) => port().diff(id, olds, news),
        create: (inputs) => alive(port().create(inputs)),
        read: (id, outputs) => alive(port().read(id, outputs)),
        update: (id, olds, news) => alive(port().update(id, olds, news)),
        delete: (id, outputs) => alive(port().delete(id, outputs)),
      },
      () => codeOf(kind),
    );
    tenant.onRequest(({ phase, request }) => {
      if (phase === "answered" || !request.path.startsWith("/api")) return;
      this.requests++;
      if (this.requests !== this.killAt) return;
      this.#isKilled = true;
      this.#runtime?.kill();
    });
  }

  /** How many requests have arrived in the run under way. */
  requests = 0;
  /** The request at which the process is killed. */
  killAt: number | undefined;

  get entry(): StateEntry | undefined {
    return this.engine.state.get(this.#name);
  }

  /** One `pulumi up` that ends at the first failure. */
  async up(args: JsonObject | undefined, { adopts = false } = {}): Promise<readonly string[]> {
    await this.renew(adopts);
    this.engine.forced.add(this.#name);
    if (this.#order === "delete first") this.engine.deletedFirst.add(this.#name);
    const steps = await this.engine.up(args === undefined ? {} : { [this.#name]: args }, "at a failure");
    return failuresOf(steps);
  }

  async refresh({ adopts = false } = {}): Promise<void> {
    await this.renew(adopts);
    await this.engine.refresh();
  }

  async changes(args: JsonObject | undefined) {
    await this.renew();
    const refreshed = await this.engine.refresh();
    return { refreshed, changes: await this.engine.changes(args === undefined ? {} : { [this.#name]: args }) };
  }

  async renew(adopts = false): Promise<void> {
    await this.#runtime?.close();
    this.#runtime = await inThisProcess(said)(this.tenant, adopts, true);
    this.#isKilled = false;
    this.requests = 0;
  }

  async end(): Promise<void> {
    await this.#runtime?.close();
    await this.tenant.close();
  }
}

const failuresOf = (steps: readonly Step[]) => steps.flatMap(({ failure }) => failure?.message ?? []);

/** Three versions of a program, each of which replaces the one before. */
function versionsOf(subject: Subject, tenant: Emulator, order: Order): readonly [JsonObject, JsonObject, JsonObject] {
  // What always exists stays as it is, unless the program says otherwise.
  const isKept = kinds[subject.name].schema.singleton !== undefined;
  const [usual, changed] = subject.bench.map((args) => ({ ...args, ...(isKept && { resetOnDestroy: true }) }));
  const [first, second, third] =
    subject.name === "triggerActions" ? triggersIn(tenant) : [1, 2, 3].map((n) => subject.identity(tenant, n));
  return [
    { ...usual, ...first },
    order === "same name" ? { ...changed, ...first } : { ...usual, ...second },
    { ...usual, ...third },
  ];
}

/** Triggers, and an action for each. */
function triggersIn(tenant: Emulator): readonly JsonObject[] {
  return ["post-login", "credentials-exchange", "pre-user-registration"].map((triggerId) => {
    const id = `half-way ${triggerId}`;
    tenant.actions.create({ id, name: id, supported_triggers: [{ id: triggerId, version: "v3" }], deploy: true });
    return { triggerId, actions: [{ actionId: id, displayName: "One" }] };
  });
}

async function started(subject: Subject, order: Order) {
  const tenant = await startEmulator({ lenientPatch: false });
  subject.prepare(tenant);
  const versions = versionsOf(subject, tenant, order);
  const stack = new Stack(tenant, subject.name, order);
  expect(await stack.up(versions[0])).toEqual([]);
  return { tenant, versions, stack };
}

const cases = subjects.flatMap((subject) => {
  // Members of a set have no object whose name could be in the way.
  const own = kinds[subject.name].hasOwnObject ? orders : (["create first", "delete first"] as const);
  return own.map((order) => [subject.name, order, subject] as const);
});

describe.each(cases)("%s, %s", (_, order, subject) => {
  const { sharesNames, provisionalId, schema } = kinds[subject.name];
  const idsOf = (tenant: Emulator, versions: readonly JsonObject[]) => {
    const found = versions.flatMap((args) => {
      const key = subject.keyOf(args);
      return subject.namesakes?.(tenant, key) ?? subject.held(tenant, key)?.id ?? [];
    });
    return [...new Set(found)];
  };
  const left = (tenant: Emulator, versions: readonly JsonObject[]) =>
    idsOf(tenant, versions).filter((id) => {
      const live =
        subject.held(tenant, id)?.live ??
        versions.map((args) => subject.held(tenant, subject.keyOf(args))).find((one) => one?.id === id)?.live;
      return live !== undefined && !subject.isEmpty?.(live);
    });

  const ownWays = order === "create first" ? ways : ways.slice(0, 3);
  // In `npm test` each type takes one or two of the ways, and the types together take all of them after each fault. The soak takes all with each.
  const turn = subjects.indexOf(subject) + orders.indexOf(order);
  const isTried = (at: number) => process.env.SOAK_CASES !== undefined || (at + turn) % 9 === 0;
  const tried = faults.flatMap((fault, at) =>
    ownWays.filter((_, way) => isTried(at * ownWays.length + way)).map((way) => [fault, way] as const),
  );
  test.each(tried)("after a request %s, the next run goes %s", async (fault, way) => {
    for (let at = 1; ; at++) {
      const { tenant, versions, stack } = await started(subject, order);
      try {
        const original = stack.entry?.id;
        const earlier = new Set(idsOf(tenant, versions));
        if (fault === "is the last before a kill") stack.killAt = at;
        else
          tenant.inject({
            kind: fault === "is refused" ? "status" : "reset-after",
            ...(fault === "is refused" && { status: 403 }),
            path: "/api",
            skip: at - 1,
            times: fault === "is refused" ? 1 : Number.POSITIVE_INFINITY,
          });
        const failed = await stack.up(versions[1]);
        const wasReached = stack.requests >= at;
        stack.killAt = undefined;
        tenant.clearFaults();
        if (!wasReached) return;

        const next = versions[ways.indexOf(way)];
        const before = new Set(idsOf(tenant, versions));
        // Ten minutes later, no listing lacks the object any more.
        vi.setSystemTime(Date.now() + 600_000);
        if (fault !== "is refused" || /--refresh/.test(failed.join())) await stack.refresh();
        let failures = await stack.up(next);
        const what = `call ${at} ${fault}, ${way}; the run said: ${failed.join(" | ")}; the next: ${failures.join(" | ")}`;
        if (failures.length > 0) {
          // The way out that the message or the page says.
          expect(failures.join("\n"), what).toMatch(
            /exists already[\s\S]*adopt|TENANT_ADOPT=true pulumi up --refresh|Delete one that the identity provider does not use/,
          );
          await stack.refresh({ adopts: true });
          failures = await stack.up(next, { adopts: true });
          // The refresh has taken the object over, and an option that replaces at each change finds one: that is for a run that adopts nothing.
          if (/another resource of this stack manages it/.test(failures.join())) failures = await stack.up(next);
        }
        // The object that the refresh has taken over may be another team's: what this stack never sent to it is not deleted.
        if (/is not replaced: .* has a setup that this stack has not declared/.test(failures.join())) continue;
        // A full connection needs somebody who knows which token is in use.
        if (/Delete one that the identity provider does not use/.test(failures.join())) continue;
        expect(failures, what).toEqual([]);
        // An object that was found at last gets its own id in the state by a refresh.
        if ((stack.entry?.outputs.__managed as JsonObject | undefined)?.id !== undefined) await stack.refresh();
        const { refreshed, changes } = await stack.changes(next);
        expect([refreshed.map(({ op }) => op), changes], what).toEqual([next ? ["same"] : [], []]);
        expect(stack.engine.pendingDeletes, what).toEqual([]);
        // A value that is never read makes the original as different as the new object is by its name: that one is renamed.
        const isAsNear = Object.values(schema.fields).some(({ reads }) => reads?.how === "never" && reads.isOfObject);
        const isWanted = way === "back" && original !== undefined && before.has(original);
        if (isWanted && !isShownOnce(schema) && !isAsNear) expect(stack.entry?.id, what).toBe(original);
        // Nothing but the program that was killed knows what it has created.
        const isOrphaned = fault === "is the last before a kill" && (sharesNames || way !== "forward");
        // Of a creation whose answer was lost, nothing tells that this stack made the object: the run names it.
        const isNamed = (id: string) =>
          fault === "loses its answer" &&
          // One whose id is made of what it ties together has the same when it is made anew.
          (!earlier.has(id) || versions.some((args) => provisionalId(args) === id)) &&
          said.some((line) => line.includes(`(id ${id}) stays at the tenant: it is not certain`));
        const others = left(tenant, versions).filter((id) => id !== stack.entry?.id && !isNamed(id));
        if (!isOrphaned) expect(others, what).toEqual([]);
        // Some objects are always there, whatever their values are.
        const there = isNeverDeleted(subject.name) ? idsOf(tenant, versions) : left(tenant, versions);
        if (next) expect(there, what).toContain(stack.entry?.id);
      } finally {
        await stack.end();
      }
    }
  });
});
