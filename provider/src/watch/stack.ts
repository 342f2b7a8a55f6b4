import { maxWait } from "../client/retry.ts";
import type { StackResource } from "../pulumi-cli/stack-state.ts";
import type { WatchedResource } from "./watched-resource.ts";

/** What a look at a stack found. */
export interface Look {
  /** An update of the stack runs. */
  readonly isRunning: boolean;
  /** This package's resources, if the state is another one than at the look before. */
  readonly resources?: readonly StackResource[];
  /** When to look again even if nothing happens, in milliseconds. Default: when what has no events is compared. */
  readonly againMs?: number;
}

/** Waits after looks that failed, in milliseconds. */
const retries = { baseMs: 2_000, capMs: 300_000 };

const never = Number.POSITIVE_INFINITY;

/** A stack that is watched: its resources, and when to look at its state. Times are monotonic milliseconds. */
export class Stack {
  /** By URN. */
  readonly resources = new Map<string, WatchedResource>();
  /** It was looked at. */
  isKnown = false;
  isRunning = false;
  /** What had happened when the look under way began. */
  #looking: number | undefined;
  #wantsLook = true;
  #nextLook = never;
  #failures = 0;

  get isIdle(): boolean {
    return !this.#wantsLook && this.#looking === undefined;
  }

  /** When to look again, unless something happens before. */
  get wakeAt(): number {
    return this.#looking === undefined ? this.#nextLook : never;
  }

  /** It is to be looked at soon: what was found is to be compared with the state as it is then. */
  wantLook(): void {
    this.#wantsLook = true;
  }

  /** Whether to look now. While an update runs, or looks fail, the time for the next one counts. */
  isDue(now: number): boolean {
    if (this.#looking !== undefined) return false;
    return now >= this.#nextLook || (this.#wantsLook && !this.isRunning && this.#failures === 0);
  }

  /** @param count what had happened by now, as a number that grows */
  begin(count: number): void {
    this.#looking = count;
    this.#wantsLook = false;
  }

  /** A look was answered. Answers what had happened when it began. */
  looked({ isRunning, resources, againMs = never }: Look, now: number): number {
    const began = this.#looking ?? 0;
    this.#looking = undefined;
    this.#failures = 0;
    this.#nextLook = now + againMs;
    this.isRunning = isRunning;
    this.isKnown ||= resources !== undefined;
    return began;
  }

  /** A look failed. */
  failed(now: number): void {
    this.#looking = undefined;
    this.#nextLook = now + maxWait(retries, this.#failures);
    this.#failures += 1;
  }
}
