import { maxWait } from "../client/retry.ts";
import type { StackResource } from "../pulumi-cli/stack-state.ts";
import type { WatchedResource } from "./watched-resource.ts";

/** The result of reading a stack's state. */
export interface Look {
  /** Whether an update of the stack is running. */
  readonly isRunning: boolean;
  /** The stack's resources of pulumi-tenant; absent if they are the same as at the last read. */
  readonly resources?: readonly StackResource[];
  /** Milliseconds until the state has to be read again. Default: at the next scheduled comparison. */
  readonly againMs?: number;
}

/** Waits after failed reads of the state, in milliseconds. */
const retries = { baseMs: 2_000, capMs: 300_000 };

const never = Number.POSITIVE_INFINITY;

/** A watched stack: its resources, and when to read its state. Times are monotonic milliseconds. */
export class Stack {
  /** The stack's watched resources, by URN. */
  readonly resources = new Map<string, WatchedResource>();
  /** Whether the state was read at least once. */
  isKnown = false;
  isRunning = false;
  /** The machine's count at the start of the running read of the state; undefined if none runs. */
  #looking: number | undefined;
  #wantsLook = true;
  #nextLook = never;
  #failures = 0;

  get isIdle(): boolean {
    return !this.#wantsLook && this.#looking === undefined;
  }

  /** The time at which the state has to be read again, if no read is requested before. */
  get wakeAt(): number {
    return this.#looking === undefined ? this.#nextLook : never;
  }

  /** Requests a read of the state, so that a found difference is confirmed against the latest state. */
  wantLook(): void {
    this.#wantsLook = true;
  }

  /** Whether to read the state now. While an update runs, or after a failure, only the scheduled time counts. */
  isDue(now: number): boolean {
    if (this.#looking !== undefined) return false;
    return now >= this.#nextLook || (this.#wantsLook && !this.isRunning && this.#failures === 0);
  }

  /** Records the start of a read of the state. @param count the machine's current count */
  begin(count: number): void {
    this.#looking = count;
    this.#wantsLook = false;
  }

  /** Records the result of a read of the state. Returns the machine's count at the start of the read. */
  looked({ isRunning, resources, againMs = never }: Look, now: number): number {
    const began = this.#looking ?? 0;
    this.#looking = undefined;
    this.#failures = 0;
    this.#nextLook = now + againMs;
    this.isRunning = isRunning;
    this.isKnown ||= resources !== undefined;
    return began;
  }

  /** Records that the state could not be read, and schedules a retry. */
  failed(now: number): void {
    this.#looking = undefined;
    this.#nextLook = now + maxWait(retries, this.#failures);
    this.#failures += 1;
  }
}
