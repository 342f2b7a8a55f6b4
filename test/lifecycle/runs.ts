import { afterEach, beforeEach, vi } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { codeOf, inThisProcess, type Runtime } from "../harness/fault-run/runtime.ts";
import { MiniEngine, type StateEntry } from "../harness/mini-engine.ts";
import type { TypeName } from "../subjects/kinds.ts";

/** What `__provider` says of a resource: the part of its name before the hyphen is its kind. */
const kindOf = (name: string) => name.replace(/-.*/, "") as TypeName;

/**
 * Runs of one stack, one after the other: each is a process that knows nothing, and has the state as it was. No answer is late, however busy the
 * machine is.
 */
export class Runs {
  readonly #tenant: Emulator;
  #runtime: Runtime | undefined;
  /** Of the run under way. */
  engine: MiniEngine | undefined;

  constructor(tenant: Emulator) {
    this.#tenant = tenant;
  }

  /** Ends the run under way, and begins the next one; with `adopts`, as `TENANT_ADOPT=true` would. */
  async next(state: ReadonlyMap<string, StateEntry> = this.engine?.state ?? new Map(), adopts = false) {
    await this.close();
    const runtime = await inThisProcess([])(this.#tenant, adopts, true);
    const engine = new MiniEngine(runtime.port, (name) => codeOf(kindOf(name)));
    for (const [name, entry] of state) engine.state.set(name, entry);
    this.#runtime = runtime;
    this.engine = engine;
    return { port: runtime.port, engine };
  }

  async close(): Promise<void> {
    await this.#runtime?.close();
    this.#runtime = undefined;
  }
}

/** A stack, its tenant, and what its last run has printed. */
export class TestStack {
  tenant!: Emulator;
  runs!: Runs;
  /** The warnings and the other lines of the last run. */
  said: string[] = [];

  /**
   * One `pulumi up` in a process of its own.
   *
   * @param state Default: the state after the last run
   * @returns the messages of the resources that failed
   */
  up = async (
    program: Readonly<Record<string, JsonObject>>,
    state?: ReadonlyMap<string, StateEntry>,
  ): Promise<readonly string[]> => {
    const { engine } = await this.runs.next(state);
    this.said = [];
    this.tenant.clearRequests();
    const steps = await engine.up(program);
    return steps.flatMap(({ failure }) => failure?.message ?? []);
  };
}

/** In each test of the calling file, the date is one that a test can set, and what is printed belongs to the stack of the moment. */
export function hearWithFixedDate(stackNow: () => TestStack): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    hear(stackNow);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** Adds what is printed to the lines of a stack, instead of printing it. */
function hear(stackNow: () => TestStack): void {
  for (const method of ["warn", "info"] as const)
    vi.spyOn(console, method).mockImplementation((line) => void stackNow().said.push(String(line)));
}

/** A stack that each test of the calling file has for itself, with a tenant that is new. */
export function stackOfEachTest(): TestStack {
  const stack = new TestStack();
  beforeEach(async () => {
    stack.said = [];
    hear(() => stack);
    stack.tenant = await startEmulator();
    stack.runs = new Runs(stack.tenant);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await stack.runs.close();
    await stack.tenant.close();
  });
  return stack;
}
