import { AsyncLocalStorage } from "node:async_hooks";

const running = new AsyncLocalStorage<WriteCount>();

/** Counts the writes that one operation begins. Writes of other operations that run at the same time are not counted. */
export class WriteCount {
  #begun = 0;

  /** The number of calls other than GET that the operation has begun so far, including failed ones. */
  get begun(): number {
    return this.#begun;
  }

  /** Runs the operation, and counts its writes. */
  during<T>(operation: () => Promise<T>): Promise<T> {
    return running.run(this, operation);
  }

  /** Counts one write. */
  add(): void {
    this.#begun += 1;
  }
}

/** Counts a write for the running operation of this asynchronous context, if there is a count for it. */
export function noteWrite(): void {
  running.getStore()?.add();
}
