import {
  cacheMemory,
  ListingError,
  memoryOf,
  type Service,
  type SharedService,
  type TenantAnswer,
  type TenantCall,
  TenantError,
} from "../../client/index.ts";
import type { JsonObject } from "../../schema/json.ts";
import {
  type Listable,
  type ListingAnswer,
  type ListingEntry,
  maxAge,
  ReadBatch,
  type WholeListing,
} from "./listings.ts";

/**
 * A cache of responses to requests that several objects, or several reads of one object, have in common. A response is valid until this
 * process writes, and for at most two minutes.
 */
export class SharedCalls {
  readonly #client: SharedService;
  readonly #request: SharedCalls["ask"];
  readonly #answers = new Map<string, CachedAnswer>();
  readonly #share = cacheMemory.share();
  #writes: number;

  /** @param request sends a request. Default: to the tenant */
  constructor(client: SharedService, request: SharedCalls["ask"] = (call) => client.request<unknown>(call)) {
    this.#client = client;
    this.#request = request;
    this.#writes = client.writes;
  }

  /** The cached response to a request; undefined if there is none or it is too old. */
  cached(call: TenantCall): Promise<TenantAnswer<unknown>> | undefined {
    if (this.#client.writes !== this.#writes) this.forget();
    this.#writes = this.#client.writes;
    const found = this.#answers.get(keyOf(call));
    return found && performance.now() - found.at < maxAge ? found.answer : undefined;
  }

  /** Sends a request and caches its response, unless the caches of this process are full. */
  ask(call: TenantCall): Promise<TenantAnswer<unknown>> {
    const answer = this.#request(call);
    const key = keyOf(call);
    this.#share.release(this.#answers.get(key)?.bytes ?? 0);
    const entry: CachedAnswer = { answer, at: performance.now(), bytes: 0 };
    this.#answers.set(key, entry);
    void answer.then(
      ({ body, bytes }) => this.#keep(key, entry, memoryOf(body, bytes)),
      // The callers handle the error.
      () => undefined,
    );
    return answer;
  }

  /** A service that sends a request only if the cache has no response to it. */
  get service(): Service {
    return serviceOf(this.#client, (call) => this.cached(call) ?? this.ask(call));
  }

  /** Clears the cache at the end of a batch of reads. */
  forget(): void {
    this.#answers.clear();
    this.#share.release();
  }

  #keep(key: string, entry: CachedAnswer, bytes: number): void {
    if (this.#answers.get(key) !== entry) return;
    if (this.#share.take(bytes)) entry.bytes = bytes;
    else this.#answers.delete(key);
  }
}

/** A response in a cache. */
interface CachedAnswer {
  readonly answer: Promise<TenantAnswer<unknown>>;
  readonly at: number;
  /** The memory that the response takes, in bytes; 0 before it has arrived. */
  bytes: number;
}

/** A service that answers its calls with a function. It does not check the bodies of responses against the type that a caller expects. */
function serviceOf({ host, ownDomain }: SharedService, request: SharedCalls["ask"]): Service {
  return { host, ownDomain, request: request as Service["request"] };
}

function keyOf({ path, query }: TenantCall): string {
  return JSON.stringify([path, query]);
}

/** A read of one object. */
export interface ReadQuestion<T> {
  /** The declared or last known values of the object. */
  readonly values: JsonObject;
  /** Whether an object counts as absent if a completely read listing lacks it. Default: false, because listings can lag behind. */
  readonly trustsAbsence?: boolean;
  /**
   * A speculative read, without a prior state: the caller does not know whether the object is as expected. Listings are used only if the latest
   * guess was correct, because an object that is not as expected is read directly in any case. Default: false.
   */
  readonly isGuess?: boolean;
  /** Reads the object with requests for this object only. The given service may answer them from listings. */
  ask(service: Service): Promise<T>;
  /** Whether a result is the expected one. An unexpected result counts only if no listing was used. */
  isExpected(answer: T): boolean;
}

/** How the objects of a type can be read. */
interface Readable {
  readonly listable?: Listable | undefined;
  readonly wholeListing?: WholeListing | undefined;
  /** Whether several objects of the type are read by the same requests. */
  readonly sharesReads?: boolean | undefined;
}

/** Milliseconds without a read after which a batch of reads ends. */
const pause = 2_000;

/** The readers of one run for one tenant. Readers of types with the same listing share its results. */
export class ReaderRegistry {
  readonly #client: SharedService;
  readonly #readers = new Map<Listable, Reads>();

  constructor(client: SharedService) {
    this.#client = client;
  }

  /** The reader for the objects of a type. There is one for each listing. */
  to(readable: Readable): Reads {
    const { listable } = readable;
    const reader = (listable && this.#readers.get(listable)) ?? new Reads(this.#client, readable, 1, this);
    if (listable) this.#readers.set(listable, reader);
    return reader;
  }
}

/**
 * A reader that combines the reads of one type: listings answer them if that takes fewer requests than one for each object. Listings can lag
 * behind, so they only confirm: an object whose entry is not as expected is read directly.
 *
 * ```text
 * answer ── a guess, and the latest guess was wrong ──▶ direct requests
 *    └───▶ each GET: an entry of the type's listing, else a cached response, else a whole listing, else a direct request
 *             ├── as expected, or only direct requests ──▶ the result
 *             └── otherwise ──▶ all other requests directly ──▶ the result
 * ```
 */
export class Reads {
  readonly #client: SharedService;
  readonly #listable: Listable | undefined;
  readonly #wholeListing: WholeListing | undefined;
  /** The requests that several objects of the type have in common. Undefined if they have none. */
  readonly #shared: SharedCalls | undefined;
  readonly #expected: number;
  readonly #registry: ReaderRegistry;
  #batch: ReadBatch | undefined;
  /** Number of running reads. */
  #open = 0;
  #end: NodeJS.Timeout | undefined;
  /** The first request for a listing. All later ones wait for it, because it shows whether the API rejects listings. */
  #first: Promise<boolean> | undefined;
  #isRefused = false;
  /** Whether the latest guess was correct. Undefined before the first guess. All later guesses wait for the result of the first one. */
  #guessed: Promise<boolean> | undefined;

  /**
   * @param expected minimum number of objects of each listing that a batch will read. Default: 1
   * @param registry the readers of the same run. Default: a new registry
   */
  constructor(
    client: SharedService,
    { listable, wholeListing, sharesReads }: Readable,
    expected = 1,
    registry = new ReaderRegistry(client),
  ) {
    this.#client = client;
    this.#listable = listable;
    this.#wholeListing = wholeListing;
    this.#shared = sharesReads ? new SharedCalls(client) : undefined;
    this.#expected = expected;
    this.#registry = registry;
  }

  /**
   * Reads an object.
   *
   * @throws any error of the question's `ask`
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
    const direct = new SharedCalls(this.#client, this.#send);
    try {
      const confirmed = await this.#readFromListings(question, direct);
      if (confirmed) return confirmed.answer;
      // The direct requests of the first attempt are not repeated.
      return await question.ask(serviceOf(this.#client, (call) => direct.cached(call) ?? this.#send(call)));
    } finally {
      direct.forget();
      this.#open -= 1;
      if (this.#open === 0) this.#end = setTimeout(() => this.#endBatch(), pause).unref();
    }
  }

  /**
   * Reads an object from listings and from cached responses, as far as these answer its requests. Both can be outdated, so a result from them
   * counts only if it is the expected one.
   *
   * @param direct sends the requests that neither a listing nor the cache answers
   * @returns undefined if the object must be read again without listings and cached responses
   */
  async #readFromListings<T>(
    question: ReadQuestion<T>,
    direct: SharedCalls,
  ): Promise<{ readonly answer: T } | undefined> {
    const { values, trustsAbsence = false } = question;
    let mayBeOutdated = false;
    let listed: ListingAnswer | undefined;

    /** The response from the entry of the object in a listing; undefined if the entry does not answer the request. */
    const fromEntry = async (call: TenantCall, entry: ListingEntry): Promise<TenantAnswer<unknown> | undefined> => {
      listed ??= await this.#askListing(entry, values);
      if (listed === "absent" && trustsAbsence) {
        mayBeOutdated = true;
        if (entry.bodyIfAbsent === undefined) throw absentFrom(call);
        return answerOf(entry.bodyIfAbsent);
      }
      const body = typeof listed === "object" ? entry.answer(listed.row) : undefined;
      if (body !== undefined) return answerOf(body);
      // After one direct request, all requests for the object are direct ones.
      if (!mayBeOutdated) listed = "unlisted";
      return undefined;
    };

    /** The response from a listing or the cache; undefined if neither answers the request. */
    const fromEarlier = (call: TenantCall): Promise<TenantAnswer<unknown> | undefined> => {
      const entry = this.#listable?.entryFor(call, values);
      if (entry) return fromEntry(call, entry);
      const cached = this.#shared?.cached(call);
      // A cached error can be outdated, too.
      mayBeOutdated ||= cached !== undefined;
      return cached ?? this.#fromWholeListing(call);
    };

    const request = async (call: TenantCall): Promise<TenantAnswer<unknown>> => {
      const answer = call.method === "GET" ? await fromEarlier(call) : undefined;
      mayBeOutdated ||= answer !== undefined;
      return answer ?? direct.ask(call);
    };

    try {
      const answer = await question.ask(serviceOf(this.#client, request));
      return !mayBeOutdated || question.isExpected(answer) ? { answer } : undefined;
    } catch (error) {
      // The error may come from an outdated or malformed entry of a listing.
      if (!mayBeOutdated) throw error;
      return undefined;
    }
  }

  /** Sends a request. The response is cached if several objects of the type are read by the same requests. */
  readonly #send = (call: TenantCall): Promise<TenantAnswer<unknown>> =>
    this.#shared && call.method === "GET" ? this.#shared.ask(call) : this.#client.request<unknown>(call);

  async #askListing(entry: ListingEntry, values: JsonObject): Promise<ListingAnswer> {
    if (!this.#listable || this.#isRefused) return "unlisted";
    return this.#batchFor(this.#listable, entry).ask(entry, values);
  }

  #batchFor(listable: Listable, asked: Parameters<ReadBatch["hasAsked"]>[0]): ReadBatch {
    if (!this.#batch?.isFresh || this.#batch.hasAsked(asked)) {
      this.#batch?.drop();
      this.#batch = new ReadBatch(this.#client, listable, this.#expected, (read) => this.#attempt(read));
    }
    return this.#batch;
  }

  /** The response from all entries of another type's listing; undefined if they do not answer the request. */
  async #fromWholeListing(call: TenantCall): Promise<TenantAnswer<unknown> | undefined> {
    const { listable } = this.#wholeListing ?? {};
    const path = this.#wholeListing?.listingFor(call);
    return listable && path && this.#registry.to({ listable }).#readWhole(listable, path);
  }

  /** Reads a whole listing and keeps it for later reads of its entries. */
  async #readWhole(listable: Listable, listing: readonly string[]): Promise<TenantAnswer<unknown> | undefined> {
    if (this.#isRefused) return undefined;
    clearTimeout(this.#end);
    const rows = await this.#batchFor(listable, { listing }).all(listing);
    if (this.#open === 0) this.#end = setTimeout(() => this.#endBatch(), maxAge).unref();
    return rows && answerOf({ [listable.collection]: rows });
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

  #endBatch(): void {
    this.#batch?.drop();
    this.#batch = undefined;
    this.#shared?.forget();
  }

  #failed(error: unknown): void {
    if (this.#isRefused) return;
    const { status = 0 } = error instanceof TenantError ? error : {};
    // 404 means only that the owner of the listing was deleted; 408 and 429 are temporary. Other 4xx mean that listings are rejected.
    const isRefusal = status >= 400 && status < 500 && ![404, 408, 429].includes(status);
    this.#isRefused = isRefusal || error instanceof ListingError;
    const since = this.#isRefused ? "from now on" : "for now";
    const why = error instanceof Error ? error.message : String(error);
    this.#client.debug(`objects are read one by one ${since}, because they cannot be listed: ${why}`);
  }
}

function answerOf(body: unknown): TenantAnswer<unknown> {
  return { status: 200, headers: {}, bytes: 0, body };
}

/** The error that the API would return for an object that does not exist. */
function absentFrom({ action, subject, method, path }: TenantCall): TenantError {
  return new TenantError(
    { outcome: "refused", status: 404, recognised: true, what: "the listing does not have it" },
    { action, subject, request: { method, path: path.join("/") }, retries: 0 },
  );
}
