import { Bucket, type Patience, type Told, type Verdict } from "./bucket.ts";
import type { Group } from "./group.ts";
import type { Departure } from "./history.ts";

/** A call that wants to be sent. */
export interface Waiting {
  readonly group: Group;
  /** It finishes something that is begun, so it goes before those that do not. */
  readonly continues: boolean;
  /** Its place among calls of the same kind. */
  readonly order: number;
}

/** A call that was sent. */
export interface Sent {
  readonly group: Group;
  readonly departure: Departure;
}

/** What the calls of one bucket wait for. */
export interface Queue {
  /** How many calls wait. */
  readonly waiting: number;
  /** The size of the bucket; undefined if the service does not tell. */
  readonly limit: number | undefined;
  /** What this run may send per second, as far as known; 0 if not. */
  readonly perSecond: number;
  /** How long it takes until all of them are sent, as far as known. */
  readonly ms: number;
}

/**
 * Decides when calls go: arrivals and answers in, departures out. It does nothing by itself, and knows no clock: `now` is in
 * milliseconds and never goes back.
 */
export class Pacer<W extends Waiting> {
  readonly #budget: number;
  readonly #patience: Patience;
  readonly #buckets = new Map<Group, Bucket>();
  /** Sorted: the next one first. */
  readonly #queues = new Map<Bucket, W[]>();

  constructor(budget: number, patience: Patience) {
    this.#budget = budget;
    this.#patience = patience;
  }

  arrive(call: W): void {
    const queue = this.#queueOf(this.#bucketOf(call.group));
    const place = queue.findIndex((other) => comesBefore(call, other));
    queue.splice(place < 0 ? queue.length : place, 0, call);
  }

  /** A waiting call is given up. False if it does not wait any more. */
  leave(call: W): boolean {
    const queue = this.#queueOf(this.#bucketOf(call.group));
    const place = queue.indexOf(call);
    if (place >= 0) queue.splice(place, 1);
    return place >= 0;
  }

  /** The calls that go now. Each has to be reported back, with `answered` or `lost`. */
  depart(now: number): { call: W; sent: Sent }[] {
    const departures = [];
    for (const [bucket, queue] of this.#queues) {
      while (queue.length > 0 && bucket.freeAt(now) <= now) {
        const call = queue.shift() as W;
        departures.push({ call, sent: { group: call.group, departure: bucket.depart(now) } });
      }
    }
    return departures;
  }

  /** When a waiting call can go without any further answer; infinity if none can. */
  nextAt(now: number): number {
    const waiting = [...this.#queues].filter(([, queue]) => queue.length > 0);
    return Math.min(Number.POSITIVE_INFINITY, ...waiting.map(([bucket]) => bucket.freeAt(now)));
  }

  /** @param random uniform in [0, 1) */
  answered({ group, departure }: Sent, told: Told, now: number, random: number): Verdict {
    const bucket = this.#bucketOf(group);
    const isFirst = bucket.limit === undefined && told.limit !== undefined;
    const verdict = bucket.answered(departure, told, now, random);
    if (isFirst) this.#join(group, bucket);
    return verdict;
  }

  lost({ group }: Sent): void {
    this.#bucketOf(group).lost();
  }

  /** What is waited for, by bucket. */
  queues(now: number): Queue[] {
    return [...this.#queues]
      .filter(([, queue]) => queue.length > 0)
      .map(([bucket, { length: waiting }]) => {
        const free = bucket.freeAt(now);
        const perSecond = bucket.rate;
        const ms =
          (free < Number.POSITIVE_INFINITY ? free - now : 0) + (perSecond > 0 ? ((waiting - 1) / perSecond) * 1000 : 0);
        return { waiting, limit: bucket.limit, perSecond, ms };
      });
  }

  /**
   * Only some plans have a bucket for reads of connections. Where it has the limit of the default bucket, it is that bucket: two
   * models of one bucket would each spend its burst.
   */
  #join(group: Group, bucket: Bucket): void {
    const other = ({ default: "connections.read", "connections.read": "default" } as const)[group as "default"];
    const kept = this.#buckets.get(other);
    if (kept === undefined || kept === bucket || kept.limit !== bucket.limit) return;
    kept.absorb(bucket);
    this.#buckets.set(group, kept);
    const moving = this.#queueOf(bucket);
    this.#queues.delete(bucket);
    for (const call of moving) this.arrive(call);
  }

  #bucketOf(group: Group): Bucket {
    const bucket = this.#buckets.get(group) ?? new Bucket(group, this.#budget, this.#patience);
    this.#buckets.set(group, bucket);
    return bucket;
  }

  #queueOf(bucket: Bucket): W[] {
    const queue = this.#queues.get(bucket) ?? [];
    this.#queues.set(bucket, queue);
    return queue;
  }
}

function comesBefore(one: Waiting, other: Waiting): boolean {
  return one.continues === other.continues ? one.order < other.order : one.continues;
}
