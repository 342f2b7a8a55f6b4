/** A request that was sent. */
export interface Departure {
  /** The time of sending, in milliseconds on a monotonic clock. */
  readonly sentAt: number;
  /** The expected number of tokens in the bucket after this request took its token; undefined if the level was unknown. */
  readonly expectedRemaining: number | undefined;
}

/** The maximum number of recorded requests: those of some seconds at the highest known rates. */
const maxCalls = 256;
const maxLatencies = 64;

/** The minimum number of responses from which the variation of latency can be estimated. */
const fewest = 8;

/** The difference between the recorded times of requests that are sent at the same instant, in milliseconds. */
const step = 0.001;

/** The latest requests of one bucket that took a token, and the latencies of their responses. */
export class History {
  readonly #sent: number[] = [];
  readonly #latencies: number[] = [];

  /** Records a request and returns its time of sending. Requests of the same instant get increasing times, in their order. */
  depart(now: number): number {
    const last = this.#sent.at(-1) ?? Number.NEGATIVE_INFINITY;
    const at = last >= now && last < now + 1 ? last + step : now;
    this.#sent.splice(this.#sent.length - this.countAfter(at), 0, at);
    if (this.#sent.length > maxCalls) this.#sent.shift();
    return at;
  }

  /** Removes a request that took no token. */
  forget(sentAt: number): void {
    const index = this.#sent.indexOf(sentAt);
    if (index >= 0) this.#sent.splice(index, 1);
  }

  answered(latencyMs: number): void {
    this.#latencies.push(latencyMs);
    if (this.#latencies.length > maxLatencies) this.#latencies.shift();
  }

  /**
   * The possible reordering of requests on the way, in milliseconds: the service may count a request before another one that was sent up to
   * this much earlier. It is the observed variation of latency plus a quarter, and at least 1 ms.
   */
  get jitterMs(): number {
    const longest = Math.max(0, ...this.#latencies);
    const shortest = this.#latencies.length < fewest ? 0 : Math.min(...this.#latencies);
    return Math.max(1, 1.25 * (longest - shortest));
  }

  /**
   * The numbers of other requests around the one that was sent at `sentAt`. `earlier` and `later` were sent so shortly before or after it
   * that the service may have counted them in another order. `after` were certainly counted after it.
   */
  around(sentAt: number): { readonly earlier: number; readonly later: number; readonly after: number } {
    const jitter = this.jitterMs;
    const notBefore = this.countAfter(sentAt);
    const after = this.countAfter(sentAt + jitter);
    const earlier = Math.max(0, this.countAfter(sentAt - jitter) - notBefore - 1);
    return { earlier, later: notBefore - after, after };
  }

  /** The number of requests sent after an instant. */
  countAfter(at: number): number {
    let [low, high] = [0, this.#sent.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sent[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return this.#sent.length - low;
  }

  /** The start of the recorded period. Earlier requests are no longer known. */
  get since(): number {
    return this.#sent.length < maxCalls ? Number.NEGATIVE_INFINITY : (this.#sent[0] ?? 0);
  }
}
