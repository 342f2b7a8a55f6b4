import type { ServerResponse } from "node:http";
import type { EventsBehaviour } from "./control.ts";
import type { EventLog, LoggedEvent } from "./log.ts";

/** What a stream was asked for. */
export interface FeedQuery {
  /** Events after this position. */
  readonly after: number;
  /** All when absent. */
  readonly types?: readonly string[];
}

/** What a stream works with. */
export interface FeedParts {
  readonly log: EventLog;
  /** The tenant's name in the envelope. */
  readonly tenant: string;
  readonly behaviour: () => EventsBehaviour;
  /** Whether the token that opened it is still good. */
  readonly valid: () => boolean;
}

const stream = "est_emulator";
/** Places by which a repetition comes later. */
const repeatedWithin = 10;
const timer = { longest: 2 ** 31 - 1 };

/** One stream: writes what the log holds and what is added to it, no faster than the client reads. */
export class Feed {
  readonly #parts: FeedParts;
  readonly #response: ServerResponse;
  readonly #types: ReadonlySet<string> | undefined;
  readonly #random: () => number;
  /** What is to be written next, the order already settled. */
  #queue: LoggedEvent[] = [];
  /** The first position that is not in the queue yet, nor was. */
  #next: number;
  /** The position that the last thing written has told. */
  #told: number;
  #sent = 0;
  #blocked = false;
  #over = false;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #rotation: NodeJS.Timeout;
  readonly #stopListening: () => void;

  /** @param ended called once, when the stream is over */
  constructor(parts: FeedParts, query: FeedQuery, response: ServerResponse, ended: () => void) {
    this.#parts = parts;
    this.#response = response;
    this.#types = query.types && new Set(query.types);
    this.#next = query.after + 1;
    this.#told = query.after;
    const { retryMs, rotateMs, seed } = parts.behaviour();
    this.#random = randomFrom(seed + query.after);
    response.on("drain", () => {
      this.#blocked = false;
      this.pump();
    });
    response.once("close", () => {
      this.#over = true;
      clearTimeout(this.#heartbeat);
      clearTimeout(this.#rotation);
      this.#stopListening();
      ended();
    });
    this.#stopListening = parts.log.added.listen(() => this.pump());
    this.#rotation = setTimeout(() => this.rotate(), Math.min(rotateMs, timer.longest));
    this.write(`:connected\n\nretry: ${retryMs}\n\n`);
    this.beat();
    this.pump();
  }

  /** Starts the heartbeats anew, as their interval may have changed. */
  beat(): void {
    clearTimeout(this.#heartbeat);
    if (this.#over) return;
    const tick = () => {
      if (!this.#parts.valid()) {
        this.end();
        return;
      }
      if (!this.#blocked) this.write(this.#news());
      this.beat();
    };
    this.#heartbeat = setTimeout(tick, Math.min(this.#parts.behaviour().heartbeatMs, timer.longest));
  }

  /** Writes what there is to write, as long as the client takes it. */
  pump(): void {
    while (!this.#over && !this.#blocked && !this.#parts.behaviour().silent) {
      if (this.#queue.length === 0) this.#fill();
      const event = this.#queue.shift();
      if (event === undefined) return;
      if (!this.#parts.valid()) {
        this.end();
        return;
      }
      this.#told = event.position;
      this.write(this.#frame(event));
      this.#sent += 1;
      if (this.#sent >= this.#parts.behaviour().rotateEvery) this.rotate();
    }
  }

  rotate(): void {
    this.fail("connection_timeout", "The connection has reached its longest time.", undefined);
  }

  /** Ends the stream with an error item. */
  fail(code: string, message: string, offset: string | null | undefined): void {
    const at = offset === undefined ? this.#parts.log.cursorAt(this.#told) : offset;
    const error = { code, message, ...(at !== null && { offset: at }) };
    this.write(`event: error\ndata: ${JSON.stringify({ error })}\n\n`);
    this.end();
  }

  /** Cuts the connection. */
  cut(midway: boolean): void {
    if (this.#over) return;
    this.#over = true;
    const destroy = () => this.#response.socket?.destroy();
    if (midway) this.#response.write('event: user.updated\nid: x\ndata: {"offset":"x","ev', destroy);
    else destroy();
  }

  write(text: string): void {
    if (this.#over || this.#parts.behaviour().silent) return;
    if (!this.#response.write(text)) this.#blocked = true;
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#response.end();
  }

  /** A heartbeat, or the position if it has moved on without anything to tell. */
  #news(): string {
    const reached = this.#next - 1;
    if (this.#queue.length > 0 || reached <= this.#told) return ": heartbeat\n\n";
    this.#told = reached;
    const offset = this.#parts.log.cursorAt(reached);
    return `event: offset-only\nid: ${offset}\ndata: ${JSON.stringify({ offset })}\n\n`;
  }

  /** Takes the next events from the log into the queue, shuffled within their block, some of them twice. */
  #fill(): void {
    const { log, behaviour } = this.#parts;
    const { reorderWithin, duplicates } = behaviour();
    const block = Math.max(1, Math.floor(reorderWithin));
    while (this.#queue.length === 0 && this.#next <= log.last) {
      // blocks have fixed places, so that every stream shuffles within the same ones
      const left = block - ((this.#next - 1) % block);
      const events = log.from(this.#next, left);
      const reached = events.at(-1)?.position ?? log.last;
      this.#next = reached + 1;
      const wanted = events.filter(({ type }) => this.#types === undefined || this.#types.has(type));
      this.#queue = this.#shuffled(wanted);
    }
    if (duplicates === 0) return;
    for (const event of [...this.#queue]) {
      if (this.#random() >= duplicates) continue;
      const place = this.#queue.indexOf(event) + 1 + Math.floor(this.#random() * repeatedWithin);
      this.#queue.splice(place, 0, event);
    }
  }

  #shuffled(events: LoggedEvent[]): LoggedEvent[] {
    const keyed = events.map((event) => ({ event, key: this.#random() }));
    return events.length < 2 || this.#parts.behaviour().reorderWithin < 2
      ? events
      : keyed.sort((a, b) => a.key - b.key).map(({ event }) => event);
  }

  #frame({ position, id, type, at, data }: LoggedEvent): string {
    const { prefix } = this.#parts.behaviour();
    const offset = this.#parts.log.cursorAt(position);
    const event = {
      specversion: "1.0",
      type,
      source: `urn:emulator:${this.#parts.tenant}`,
      id,
      time: new Date(at).toISOString(),
      data,
      [`${prefix}tenant`]: this.#parts.tenant,
      [`${prefix}stream`]: stream,
    };
    return `event: ${type}\nid: ${offset}\ndata: ${JSON.stringify({ offset, event })}\n\n`;
  }
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
