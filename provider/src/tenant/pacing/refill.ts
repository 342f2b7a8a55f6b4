import type { History } from "./history.ts";

/** A bucket as one answer showed it, at the time at which its call was sent. */
interface Sample {
  readonly sentAt: number;
  readonly remaining: number;
}

const mostSamples = 64;

/**
 * Learns the refill of a bucket from consecutive `X-RateLimit-Remaining`: what was taken and what is there now must have come from
 * somewhere. That is a lower end: others may have taken some, and what did not fit into a full bucket was lost.
 */
export class Refill {
  /** Per second. */
  rate: number;
  #samples: Sample[] = [];

  constructor(assumed: number) {
    this.rate = assumed;
  }

  saw({ sentAt, remaining }: Sample, history: History): void {
    const jitter = history.jitterMs;
    this.#samples = this.#samples.filter((sample) => sample.sentAt >= history.since).slice(-mostSamples);
    for (const before of this.#samples) {
      const ms = sentAt - before.sentAt;
      if (ms <= 2 * jitter) continue;
      // Calls near both ends may have been counted on the other side of them.
      const taken = 1 + history.countAfter(before.sentAt + jitter) - history.countAfter(sentAt - jitter);
      // `Remaining` is rounded down, so the difference of two may be almost one too much.
      const gained = remaining - before.remaining - 1 + taken;
      this.rate = Math.max(this.rate, (gained * 1000) / (ms + jitter));
    }
    this.#samples.push({ sentAt, remaining });
  }
}
