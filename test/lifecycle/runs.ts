import type { Emulator } from "../../provider/src/emulator/index.ts";
import { codeOf, inThisProcess, type Runtime } from "../harness/fault-run/runtime.ts";
import { MiniEngine, type StateEntry } from "../harness/mini-engine.ts";
import type { TypeName } from "../subjects/kinds.ts";

/** What `__provider` says of a resource: the part of its name before the hyphen is its kind. */
const kindOf = (name: string) => name.replace(/-.*/, "") as TypeName;

/** Runs of one stack, one after the other: each is a process that knows nothing, and has the state as it was. */
export class Runs {
  readonly #tenant: Emulator;
  readonly #isCalm: boolean;
  #runtime: Runtime | undefined;
  /** Of the run under way. */
  engine: MiniEngine | undefined;

  /** @param isCalm whether no answer is late, however busy the machine is */
  constructor(tenant: Emulator, isCalm = false) {
    this.#tenant = tenant;
    this.#isCalm = isCalm;
  }

  /** Ends the run under way, and begins the next one. */
  async next(state: ReadonlyMap<string, StateEntry> = this.engine?.state ?? new Map()) {
    await this.close();
    const runtime = await inThisProcess([])(this.#tenant, false, this.#isCalm);
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
