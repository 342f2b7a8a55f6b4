import type { RateGroup } from "../../schema/service.ts";
import { Bucket, type NextStep, type Patience, type RateLimitHeaders } from "./bucket.ts";
import type { Departure } from "./history.ts";

/** A call that waits to be sent. */
export interface QueuedCall {
  readonly group: RateGroup;
  /** Whether the call completes an operation that has begun. It is then sent before other calls. */
  readonly continues: boolean;
  /** The position among calls with the same `continues`: the lowest number is sent first. */
  readonly order: number;
}

/** A request that was sent. */
export interface Sent {
  readonly group: RateGroup;
  /** The bucket from which the token was taken. */
  readonly bucket: Bucket;
  readonly departure: Departure;
  /** Whether it is the first request of its group. The other calls of the group wait for its response. */
  readonly isFirst: boolean;
}

/** The calls that wait for one bucket. */
export type Queue = Readonly<ReturnType<Pacer<QueuedCall>["queues"]>[number]>;

/**
 * The state of a group after its first request was sent. "trying": the first request is pending, and other calls of the group wait, because
 * its response reveals whether the group has a separate bucket. "tried": the other calls no longer wait for the first response, which is
 * late or lost. "answered": the group has had a response.
 */
type Known = "trying" | "tried" | "answered";

/**
 * Decides when calls are sent. Its inputs are arrivals and responses, its outputs are departures. It performs no I/O and has no clock:
 * `now` is in milliseconds and never decreases.
 */
export class Pacer<W extends QueuedCall> {
  readonly #budget: number;
  readonly #patience: Patience;
  readonly #buckets = new Map<RateGroup, Bucket>();
  /** Waiting calls, sorted: the next one first. */
  readonly #queues = new Map<Bucket, W[]>();
  readonly #groups = new Map<RateGroup, Known>();

  constructor(budget: number, patience: Patience) {
    this.#budget = budget;
    this.#patience = patience;
  }

  arrive(call: W): void {
    const queue = this.#queueOf(this.#bucketOf(call.group));
    const place = queue.findIndex((other) => comesBefore(call, other));
    queue.splice(place < 0 ? queue.length : place, 0, call);
  }

  /** Removes a waiting call. Returns false if the call no longer waits. */
  leave(call: W): boolean {
    const queue = this.#queueOf(this.#bucketOf(call.group));
    const place = queue.indexOf(call);
    if (place >= 0) queue.splice(place, 1);
    return place >= 0;
  }

  /** The calls to be sent now. Each has to be reported back, with `answered` or `lost`. */
  depart(now: number): { call: W; sent: Sent }[] {
    const departures = [];
    for (const [bucket, queue] of this.#queues) {
      while (bucket.freeAt(now) <= now) {
        const place = queue.findIndex(({ group }) => this.#groups.get(group) !== "trying");
        const [call] = place < 0 ? [] : queue.splice(place, 1);
        if (call === undefined) break;
        const isFirst = !this.#groups.has(call.group);
        if (isFirst) this.#groups.set(call.group, "trying");
        departures.push({ call, sent: { group: call.group, bucket, departure: bucket.depart(now), isFirst } });
      }
    }
    return departures;
  }

  /** The time at which the next waiting call can be sent without a further response; infinity if none can. */
  nextAt(now: number): number {
    const waiting = [...this.#queues].filter(([, queue]) =>
      queue.some(({ group }) => this.#groups.get(group) !== "trying"),
    );
    return Math.min(Number.POSITIVE_INFINITY, ...waiting.map(([bucket]) => bucket.freeAt(now)));
  }

  /** @param random uniform in [0, 1) */
  answered({ group, bucket, departure }: Sent, told: RateLimitHeaders, now: number, random: number): NextStep {
    const isOther = bucket.limit !== undefined && told.limit !== undefined && told.limit !== bucket.limit;
    if (isOther && this.#groups.get(group) !== "answered" && group.isOptional) this.#split(group);
    this.#groups.set(group, "answered");
    const own = this.#bucketOf(group);
    if (own === bucket) return bucket.answered(departure, told, now, random);
    // When the request was sent, its group still shared another bucket, which counted the request. The response belongs to the new bucket.
    bucket.lost();
    return own.answered(own.depart(departure.sentAt), told, now, random);
  }

  /** Lets the other calls of a group be sent although its first request has no response yet: they must not wait for its timeout. */
  goOn({ group, bucket }: Sent): void {
    if (this.#groups.get(group) === "trying") this.#groups.set(group, "tried");
    bucket.open();
  }

  /** Records a request that was not sent, or whose response was lost. */
  lost(sent: Sent): void {
    this.goOn(sent);
    sent.bucket.lost();
  }

  /** The waiting calls, by bucket. */
  queues(now: number) {
    return [...this.#queues]
      .filter(([, queue]) => queue.length > 0)
      .map(([bucket, { length: waiting }]) => {
        const free = bucket.freeAt(now);
        /** The rate of this run per second, as far as known; 0 if unknown. */
        const perSecond = bucket.rate;
        /** The time until all waiting calls of the bucket are sent, in milliseconds, as far as known. */
        const ms =
          (free < Number.POSITIVE_INFINITY ? free - now : 0) + (perSecond > 0 ? ((waiting - 1) / perSecond) * 1000 : 0);
        return { waiting, limit: bucket.limit, perSecond, ms };
      });
  }

  /** Gives a group a bucket of its own, instead of the one that it shares with other groups. */
  #split(group: RateGroup): void {
    const queue = this.#queueOf(this.#bucketOf(group));
    this.#buckets.set(group, new Bucket(group, this.#budget, this.#patience));
    for (const call of queue.splice(0)) this.arrive(call);
  }

  #bucketOf(group: RateGroup): Bucket {
    // Optional groups share one bucket until responses reveal several. Two estimates of one actual bucket would spend its burst twice.
    const [, shared] = [...this.#buckets].find(([other]) => group.isOptional && other.isOptional) ?? [];
    const bucket = this.#buckets.get(group) ?? shared ?? new Bucket(group, this.#budget, this.#patience);
    this.#buckets.set(group, bucket);
    return bucket;
  }

  #queueOf(bucket: Bucket): W[] {
    const queue = this.#queues.get(bucket) ?? [];
    this.#queues.set(bucket, queue);
    return queue;
  }
}

function comesBefore(one: QueuedCall, other: QueuedCall): boolean {
  return one.continues === other.continues ? one.order < other.order : one.continues;
}
