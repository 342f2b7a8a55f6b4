/** A call that was sent. */
export interface Departure {
  /** In milliseconds, on a clock that never jumps. */
  readonly sentAt: number;
  /** What was expected to be left in the bucket once this call had taken its token; undefined if nothing was known of it. */
  readonly expected: number | undefined;
}

/** How many calls are kept: some seconds at the highest known rates. */
const maxCalls = 256;
const maxLatencies = 64;

/** Fewer answers than this do not show yet how much the time on the way varies. */
const fewest = 8;

/** Milliseconds between calls that are sent at the same instant. */
const step = 0.001;

/** The latest calls of one bucket that took a token, and how long their answers needed. */
export class History {
  readonly #sent: number[] = [];
  readonly #latencies: number[] = [];

  /** Returns when the call counts as sent: calls of the same instant keep their order. */
  depart(now: number): number {
    const last = this.#sent.at(-1) ?? Number.NEGATIVE_INFINITY;
    const at = last >= now && last < now + 1 ? last + step : now;
    this.#sent.splice(this.#sent.length - this.countAfter(at), 0, at);
    if (this.#sent.length > maxCalls) this.#sent.shift();
    return at;
  }

  /** The call that was sent then has taken no token. */
  forget(sentAt: number): void {
    const index = this.#sent.indexOf(sentAt);
    if (index >= 0) this.#sent.splice(index, 1);
  }

  answered(latencyMs: number): void {
    this.#latencies.push(latencyMs);
    if (this.#latencies.length > maxLatencies) this.#latencies.shift();
  }

  /**
   * By how much calls overtake each other on the way: the service may count a call before another one that was sent up to this many
   * milliseconds earlier. It is a quarter more than what was seen, and at least 1 ms.
   */
  get jitterMs(): number {
    const longest = Math.max(0, ...this.#latencies);
    const shortest = this.#latencies.length < fewest ? 0 : Math.min(...this.#latencies);
    return Math.max(1, 1.25 * (longest - shortest));
  }

  /**
   * How many other calls may have been counted on the other side of one, as they were sent only a little earlier or later, and how many
   * were certainly counted after it.
   */
  around(sentAt: number): { readonly earlier: number; readonly later: number; readonly after: number } {
    const jitter = this.jitterMs;
    const notBefore = this.countAfter(sentAt);
    const after = this.countAfter(sentAt + jitter);
    const earlier = Math.max(0, this.countAfter(sentAt - jitter) - notBefore - 1);
    return { earlier, later: notBefore - after, after };
  }

  /** How many calls were sent after an instant. */
  countAfter(at: number): number {
    let [low, high] = [0, this.#sent.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sent[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return this.#sent.length - low;
  }

  /** Calls before this instant are not known any more. */
  get since(): number {
    return this.#sent.length < maxCalls ? Number.NEGATIVE_INFINITY : (this.#sent[0] ?? 0);
  }
}
