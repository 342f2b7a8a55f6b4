import type { TenantClient } from "../../client/index.ts";
import { entryIn } from "../entry-in.ts";

/** The turns of operations that must not run at the same time. The operations run in the order in which they ask for their turns. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** The number of operations that have ended. */
  #ended = 0;

  /** Runs an operation when its turn has come. */
  async take<T>(operation: () => Promise<T>): Promise<T> {
    await this.#begin();
    try {
      return await operation();
    } finally {
      this.#ended += 1;
      this.#end();
    }
  }

  /**
   * Lets the waiting operations run before the operation that has the turn. That operation calls this method, and continues when it has the turn again.
   *
   * @returns whether another operation has ended meanwhile
   */
  async giveWay(): Promise<boolean> {
    const before = this.#ended;
    if (this.#waiting.length === 0) return false;
    const turn = this.#begin();
    this.#end();
    await turn;
    return this.#ended > before;
  }

  #begin(): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return Promise.resolve();
  }

  #end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}

/** The turns of changes of lists, by client and list. A process has one client per tenant and credentials. */
const listTurns = new WeakMap<TenantClient, Map<string, Turns>>();

/**
 * Runs a change that reads and writes a list which the API replaces as a whole. Changes of one list run one after the other: otherwise, a change
 * could overwrite another change with a list that it read before. If the rate limit refused the write, the change runs again.
 *
 * @param list key of the list, unique within the tenant
 * @param change reads and writes the list. It must not wait for another turn, and the client must not retry its writes
 */
export function inTurnOfList<T>(service: TenantClient, list: string, change: () => Promise<T>): Promise<T> {
  const ofClient = entryIn(listTurns, service, () => new Map<string, Turns>());
  return entryIn(ofClient, list, () => new Turns()).take(() => service.untilAccepted(change));
}
