import { otherRoutes, type Patience } from "../../../../provider/src/client/pacing/bucket.ts";
import { Pacer, type QueuedCall, type Sent } from "../../../../provider/src/client/pacing/pacer.ts";

/** A bucket of the service. */
export interface ServiceBucket {
  readonly limit: number;
  readonly perSecond: number;
}

/** What happens in a simulated run. Times are in milliseconds. */
export interface Scene {
  readonly bucket: ServiceBucket;
  readonly budget: number;
  /** How many calls, all at once; each has at most so many others before it that wait for its end. */
  readonly calls: number;
  /** How many of them are known at once, as the engine's parallelism limits them. */
  readonly parallel: number;
  /** The shortest time on the way there and back. */
  readonly latency: number;
  /** What chance adds to it, at most. */
  readonly jitter: number;
  /** The part of the refill that others take. */
  readonly others: number;
  /** How many calls others make at once. */
  readonly bunch: number;
  /** How others come: all the time, by so small parts that it is like a slower refill; at equal distances; or by chance. */
  readonly rhythm: "steady" | "regular" | "random";
  /** A number in [0, 1), another one with every call. */
  readonly random: () => number;
}

/** What came of it. */
export interface Outcome {
  /** When calls of ours were sent. */
  readonly sent: readonly number[];
  readonly answers: number;
  readonly refused: number;
  readonly endedAt: number;
  readonly order: readonly number[];
}

export const patience: Patience = { baseMs: 500, capMs: 8_000, refusedMs: 600_000 };

/** The service's side: a bucket that refills continuously. */
class Tokens {
  #level: number;
  #at = 0;
  readonly #bucket: ServiceBucket;

  constructor(bucket: ServiceBucket) {
    this.#bucket = bucket;
    this.#level = bucket.limit;
  }

  isEmpty(now: number): boolean {
    const { limit, perSecond } = this.#bucket;
    this.#level = Math.min(limit, this.#level + ((now - this.#at) / 1000) * perSecond);
    this.#at = now;
    return this.#level < 1;
  }

  take(now: number): { refused: boolean; limit: number; remaining: number } {
    const refused = this.isEmpty(now);
    if (!refused) this.#level -= 1;
    return { refused, limit: this.#bucket.limit, remaining: Math.floor(this.#level) };
  }
}

/** Those who use a bucket besides this run. */
type Others = Pick<Scene, "bucket" | "others" | "bunch" | "rhythm" | "random">;

/** How long on average others wait before they come again, in milliseconds. */
function meanPause({ bucket, others, bunch }: Others): number {
  return (1000 * bunch) / (others * bucket.perSecond);
}

function pause(scene: Others): number {
  return meanPause(scene) * (scene.rhythm === "regular" ? 1 : 2 * scene.random());
}

/** The share of the time in which a bucket has no token because of others alone, in an hour. */
export function emptyShare(scene: Others): number {
  const hour = 3_600_000;
  const tokens = new Tokens(scene.bucket);
  let refused = 0;
  let nextAt = pause(scene);
  for (let now = 0; now < hour; now += 10) {
    for (; nextAt <= now; nextAt += pause(scene)) for (let i = 0; i < scene.bunch; i += 1) tokens.take(nextAt);
    if (tokens.isEmpty(now)) refused += 1;
  }
  return refused / (hour / 10);
}

/** Runs a scene to its end, event by event. */
export function run(scene: Scene): Outcome {
  const { bucket, calls, parallel, latency, jitter, random } = scene;
  const pacer = new Pacer<QueuedCall>(scene.budget, patience);
  const steady = scene.rhythm === "steady" ? scene.others : 0;
  const tokens = new Tokens({ ...bucket, perSecond: bucket.perSecond * (1 - steady) });
  const events: { at: number; nth: number; happen: (now: number) => void }[] = [];
  let nth = 0;
  const at = (time: number, happen: (now: number) => void) => {
    nth += 1;
    const event = { at: time, nth, happen };
    let place = events.length;
    while (place > 0 && (events[place - 1]?.at ?? 0) > time) place -= 1;
    events.splice(place, 0, event);
  };
  const sent: number[] = [];
  const order: number[] = [];
  let answers = 0;
  let refused = 0;
  let done = 0;
  let arrived = 0;
  let endedAt = 0;
  let pumpAt = Number.POSITIVE_INFINITY;
  const uplink = random();

  const arrive = (now: number) => {
    if (arrived >= calls) return;
    arrived += 1;
    pacer.arrive({ group: otherRoutes, continues: false, order: arrived });
    pump(now);
  };
  const pump = (now: number) => {
    if (now >= pumpAt) pumpAt = Number.POSITIVE_INFINITY;
    for (const { call, sent: pass } of pacer.depart(now)) {
      sent.push(now);
      order.push(call.order);
      const there = uplink * latency + uplink * random() * jitter;
      const total = there + (1 - uplink) * (latency + random() * jitter);
      at(now + there, (counted) => {
        const told = tokens.take(counted);
        at(now + total, (back) => answered(call, pass, told, back));
      });
    }
    const next = pacer.nextAt(now);
    if (next >= pumpAt) return;
    pumpAt = next;
    at(next, pump);
  };
  const answered = (call: QueuedCall, pass: Sent, told: ReturnType<Tokens["take"]>, now: number) => {
    answers += 1;
    if (told.refused) refused += 1;
    const verdict = pacer.answered(pass, told, now, random());
    if (verdict === "again") pacer.arrive(call);
    else {
      done += 1;
      endedAt = now;
      at(now, arrive);
    }
    pump(now);
  };
  if (scene.others > steady) {
    const come = (now: number) => {
      for (let i = 0; i < scene.bunch; i += 1) tokens.take(now);
      at(now + pause(scene), come);
    };
    at(meanPause(scene) * random(), come);
  }
  for (let i = 0; i < parallel; i += 1) at(0, arrive);
  let last = 0;
  while (done < calls) {
    const event = events.shift();
    if (event === undefined) throw new Error(`nothing happens any more after ${done} of ${calls} calls`);
    if (event.at > 4 * 3_600_000) throw new Error(`only ${done} of ${calls} calls in four hours`);
    last = Math.max(last, event.at);
    event.happen(last);
  }
  return { sent, answers, refused, endedAt, order };
}
