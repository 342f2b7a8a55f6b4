import {
  ListingError,
  type Service,
  type SharedService,
  type TenantAnswer,
  type TenantCall,
  TenantError,
} from "../../client/index.ts";
import type { JsonObject } from "../../schema/json.ts";
import type { Listable, ListingEntry } from "./listable.ts";
import { type ListingAnswer, longest, ReadBatch } from "./read-batch.ts";

/** How long an answer may count for others, in milliseconds. */
const maxAge = 120_000;

/**
 * Calls that several objects are read by, or one object twice: who asks for one of them later gets the answer that the first has had, until this process writes,
 * and at most for two minutes.
 */
export class SharedCalls {
  readonly #client: SharedService;
  readonly #request: SharedCalls["ask"];
  readonly #answers = new Map<string, { readonly answer: Promise<TenantAnswer<unknown>>; readonly at: number }>();
  #writes: number;

  /** @param request makes a call. Default: it goes to the tenant */
  constructor(client: SharedService, request: SharedCalls["ask"] = (call) => client.request<unknown>(call)) {
    this.#client = client;
    this.#request = request;
    this.#writes = client.writes;
  }

  /** What somebody was answered; undefined where nobody has asked, or not lately. */
  known(call: TenantCall): Promise<TenantAnswer<unknown>> | undefined {
    if (this.#client.writes !== this.#writes) this.#answers.clear();
    this.#writes = this.#client.writes;
    const found = this.#answers.get(keyOf(call));
    return found && performance.now() - found.at < maxAge ? found.answer : undefined;
  }

  /** Asks, for oneself and for others. */
  ask(call: TenantCall): Promise<TenantAnswer<unknown>> {
    const answer = this.#request(call);
    this.#answers.set(keyOf(call), { answer, at: performance.now() });
    return answer;
  }

  /** The burst of reads is over. */
  forget(): void {
    this.#answers.clear();
  }
}

function keyOf({ path, query }: TenantCall): string {
  return JSON.stringify([path, query]);
}

/** What somebody wants to know of one object. */
export interface ReadQuestion<T> {
  /** What is known of the object: its declared or last known values. */
  readonly known: JsonObject;
  /** Whether an object that is not in a whole listing counts as absent. Default: false, as listings can be behind. */
  readonly trustsAbsence?: boolean;
  /**
   * Nothing tells whether the object is as expected. A listing is asked only after a guess that was right: of objects that differ it would
   * be one more call, as each of them is read by itself all the same. Default: false.
   */
  readonly isGuess?: boolean;
  /** Asks as if there were no listings: by calls for this one object. */
  ask(service: Service): Promise<T>;
  /** Whether an answer is the expected one. Any other counts only if no listing had a part in it. */
  isExpected(answer: T): boolean;
}

/** What is known of a type's reads. */
interface Readable {
  readonly listable?: Listable | undefined;
  /** A listing for another door, which has all that is asked here as well. */
  readonly alsoIn?: Listable | undefined;
  /** Whether several of its objects are read by the same calls. */
  readonly sharesReads?: boolean | undefined;
}

/** A burst of reads ends when nothing is read for so long, in milliseconds. */
const pause = 2_000;

/** The doors of one run to one tenant. What one of them has listed serves another one. */
export class ReaderRegistry {
  readonly #client: SharedService;
  readonly #known = new Map<Listable, Reads>();

  constructor(client: SharedService) {
    this.#client = client;
  }

  /** The door to the objects of a type. There is one for each listing. */
  to(readable: Readable): Reads {
    const { listable } = readable;
    const door = (listable && this.#known.get(listable)) ?? new Reads(this.#client, readable, 1, this);
    if (listable) this.#known.set(listable, door);
    return door;
  }
}

/**
 * The door behind which the reads of one kind are coalesced: listings answer them where that takes fewer calls than one for each object.
 * A listing only confirms, as it can be behind: an object for which it shows anything but what is expected is read by itself.
 */
export class Reads {
  readonly #client: SharedService;
  readonly #listable: Listable | undefined;
  readonly #alsoIn: Listable | undefined;
  readonly #calls: SharedCalls | undefined;
  readonly #expected: number;
  readonly #doors: ReaderRegistry;
  #burst: ReadBatch | undefined;
  /** How many questions are not answered yet. */
  #open = 0;
  #end: NodeJS.Timeout | undefined;
  /** The first attempt at a listing goes alone: it tells whether the service refuses listings. */
  #first: Promise<boolean> | undefined;
  #isRefused = false;
  /** Whether the last guess was right. The first one goes alone. */
  #guessed: Promise<boolean> | undefined;

  /**
   * @param expected how many objects of each listing a burst will ask for, at least. Default: 1
   * @param registry those of the same run. Default: there are no others
   */
  constructor(
    client: SharedService,
    { listable, alsoIn, sharesReads }: Readable,
    expected = 1,
    registry = new ReaderRegistry(client),
  ) {
    this.#client = client;
    this.#listable = listable;
    this.#alsoIn = alsoIn;
    this.#calls = sharesReads ? new SharedCalls(client) : undefined;
    this.#expected = expected;
    this.#doors = registry;
  }

  /**
   * Answers a question.
   *
   * @throws whatever its `ask` throws
   */
  answer<T>(question: ReadQuestion<T>): Promise<T> {
    if (!question.isGuess) return this.#coalesced(question);
    const isListed = this.#guessed ?? Promise.resolve(false);
    const answer = isListed.then((is) => (is ? this.#coalesced(question) : question.ask(this.#client)));
    const guessed = answer.then(question.isExpected, () => false);
    this.#guessed ??= guessed;
    void guessed.then(() => {
      this.#guessed = guessed;
    });
    return answer;
  }

  async #coalesced<T>(question: ReadQuestion<T>): Promise<T> {
    clearTimeout(this.#end);
    this.#open += 1;
    try {
      const made = new SharedCalls(this.#client, this.#request);
      const confirmed = await this.#confirmed(question, made);
      if (confirmed) return confirmed.answer;
      // What was asked of the object itself is not asked again.
      const request = (call: TenantCall) => made.known(call) ?? this.#request(call);
      return await question.ask({ host: this.#client.host, request: request as Service["request"] });
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#end = setTimeout(() => this.#endBurst(), pause).unref();
    }
  }

  /** The answer, unless a listing had a part in it and shows something else than is expected. */
  async #confirmed<T>(question: ReadQuestion<T>, made: SharedCalls): Promise<{ readonly answer: T } | undefined> {
    const { known, trustsAbsence = false } = question;
    let shown: ListingAnswer | undefined;
    let isListed = false;
    const request = async <B>(call: TenantCall): Promise<TenantAnswer<B>> => {
      const entry = call.method === "GET" ? this.#listable?.entryFor(call, known) : undefined;
      if (!entry) {
        const shared = call.method === "GET" ? this.#calls?.known(call) : undefined;
        isListed ||= shared !== undefined;
        const others = shared ?? this.#shownElsewhere(call);
        const answer = others && (await others);
        isListed ||= answer !== undefined;
        return (answer ?? made.ask(call)) as TenantAnswer<B> | Promise<TenantAnswer<B>>;
      }
      shown ??= await this.#askListing(entry, known);
      const isAbsent = shown === "absent" && trustsAbsence;
      isListed ||= isAbsent;
      const body = typeof shown === "object" ? entry.answer(shown.row) : isAbsent ? entry.nothing : undefined;
      if (body === undefined && isAbsent) throw absentFrom(call);
      // An object that is read by itself is so to the end.
      if (body === undefined && !isListed) shown = "nothing";
      if (body === undefined) return made.ask(call) as Promise<TenantAnswer<B>>;
      isListed = true;
      return { status: 200, headers: {}, bytes: 0, body: body as B };
    };
    try {
      const answer = await question.ask({ host: this.#client.host, request });
      return !isListed || question.isExpected(answer) ? { answer } : undefined;
    } catch (error) {
      // What a listing shows may make no sense, or be gone by now.
      if (!isListed) throw error;
      return undefined;
    }
  }

  /** A call for this object alone. Others may use its answer. */
  readonly #request = (call: TenantCall): Promise<TenantAnswer<unknown>> =>
    this.#calls && call.method === "GET" ? this.#calls.ask(call) : this.#client.request<unknown>(call);

  async #askListing(entry: ListingEntry, known: JsonObject): Promise<ListingAnswer> {
    if (!this.#listable || this.#isRefused) return "nothing";
    return this.#burstFor(this.#listable, entry).ask(entry, known);
  }

  #burstFor(listable: Listable, asked: Parameters<ReadBatch["hasAsked"]>[0]): ReadBatch {
    if (!this.#burst?.isFresh || this.#burst.hasAsked(asked)) {
      this.#burst = new ReadBatch(this.#client, listable, this.#expected, (read) => this.#attempt(read));
    }
    return this.#burst;
  }

  /** The answer to a call that asks for no more than the listing of another door has; undefined where it cannot be had there. */
  #shownElsewhere(call: TenantCall): Promise<TenantAnswer<unknown> | undefined> | undefined {
    const listing = call.method === "GET" ? this.#alsoIn?.wholeFor?.(call) : undefined;
    if (!this.#alsoIn || !listing) return undefined;
    return this.#doors.to({ listable: this.#alsoIn }).#whole(this.#alsoIn, listing);
  }

  /** A whole listing. It is kept for those who ask for its entries later. */
  async #whole(listable: Listable, listing: readonly string[]): Promise<TenantAnswer<unknown> | undefined> {
    if (this.#isRefused) return undefined;
    clearTimeout(this.#end);
    const rows = await this.#burstFor(listable, { listing }).all(listing);
    if (this.#open === 0) this.#end = setTimeout(() => this.#endBurst(), longest).unref();
    return rows && { status: 200, headers: {}, bytes: 0, body: { [listable.collection]: rows } };
  }

  #attempt(read: () => Promise<void>): Promise<boolean> {
    const run = async () => {
      if (this.#isRefused) return false;
      try {
        await read();
        return true;
      } catch (error) {
        this.#failed(error);
        return false;
      }
    };
    const attempt = this.#first ? this.#first.then(run) : run();
    this.#first ??= attempt;
    return attempt;
  }

  #endBurst(): void {
    this.#burst = undefined;
    this.#calls?.forget();
  }

  #failed(error: unknown): void {
    if (this.#isRefused) return;
    const { status = 0 } = error instanceof TenantError ? error : {};
    // Not where the object is gone whose members are listed, nor where it can succeed another time.
    const isRefusal = status >= 400 && status < 500 && ![404, 408, 429].includes(status);
    this.#isRefused = isRefusal || error instanceof ListingError;
    const since = this.#isRefused ? "from now on" : "for now";
    const why = error instanceof Error ? error.message : String(error);
    this.#client.debug(`objects are read one by one ${since}, as they cannot be listed. ${why}`);
  }
}

/** What the service would say where there is no such object. */
function absentFrom({ action, subject, method, path }: TenantCall): TenantError {
  return new TenantError(
    { outcome: "refused", status: 404, recognised: true, what: "the listing does not have it" },
    { action, subject, request: { method, path: path.join("/") }, retries: 0 },
  );
}
