import { AsyncLocalStorage } from "node:async_hooks";

const running = new AsyncLocalStorage<WriteCount>();

/** The number of writes that one operation has begun, without those of other operations at the same time. */
export class WriteCount {
  #begun = 0;

  /** The calls other than GET so far, also those that failed. */
  get begun(): number {
    return this.#begun;
  }

  /** Runs the operation whose writes are counted. */
  during<T>(operation: () => Promise<T>): Promise<T> {
    return running.run(this, operation);
  }

  /** Counts one write. */
  add(): void {
    this.#begun += 1;
  }
}

/** Counts a write for the operation that is running here, if its writes are counted. */
export function noteWrite(): void {
  running.getStore()?.add();
}
