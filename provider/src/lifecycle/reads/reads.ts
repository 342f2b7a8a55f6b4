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
import { type ListingAnswer, maxListingAge, ReadBatch } from "./read-batch.ts";

/** Maximum age of a shared response, in milliseconds. */
const maxAge = 120_000;

/**
 * A cache of responses to requests that several objects, or several reads of one object, have in common. A response is valid until this
 * process writes, and for at most two minutes.
 */
export class SharedCalls {
  readonly #client: SharedService;
  readonly #request: SharedCalls["ask"];
  readonly #answers = new Map<string, { readonly answer: Promise<TenantAnswer<unknown>>; readonly at: number }>();
  #writes: number;

  /** @param request sends a request. Default: to the tenant */
  constructor(client: SharedService, request: SharedCalls["ask"] = (call) => client.request<unknown>(call)) {
    this.#client = client;
    this.#request = request;
    this.#writes = client.writes;
  }

  /** The cached response to a request; undefined if there is none or it is too old. */
  known(call: TenantCall): Promise<TenantAnswer<unknown>> | undefined {
    if (this.#client.writes !== this.#writes) this.#answers.clear();
    this.#writes = this.#client.writes;
    const found = this.#answers.get(keyOf(call));
    return found && performance.now() - found.at < maxAge ? found.answer : undefined;
  }

  /** Sends a request and caches its response. */
  ask(call: TenantCall): Promise<TenantAnswer<unknown>> {
    const answer = this.#request(call);
    this.#answers.set(keyOf(call), { answer, at: performance.now() });
    return answer;
  }

  /** Clears the cache at the end of a batch of reads. */
  forget(): void {
    this.#answers.clear();
  }
}

function keyOf({ path, query }: TenantCall): string {
  return JSON.stringify([path, query]);
}

/** A read of one object. */
export interface ReadQuestion<T> {
  /** The declared or last known values of the object. */
  readonly known: JsonObject;
  /** Whether an object that is missing from a whole listing counts as absent. Default: false, as listings can lag behind. */
  readonly trustsAbsence?: boolean;
  /**
   * A speculative read, without a prior state: the caller does not know whether the object is as expected. A listing is used only after a
   * correct guess, as an object that differs from the expectation is read directly in any case. Default: false.
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
  /** A listing of another type that also contains this type's objects. */
  readonly alsoIn?: Listable | undefined;
  /** Whether several objects of the type are read by the same requests. */
  readonly sharesReads?: boolean | undefined;
}

/** Milliseconds without a read after which a batch of reads ends. */
const pause = 2_000;

/** The readers of one run for one tenant. Readers of types with the same listing share its results. */
export class ReaderRegistry {
  readonly #client: SharedService;
  readonly #known = new Map<Listable, Reads>();

  constructor(client: SharedService) {
    this.#client = client;
  }

  /** The reader for the objects of a type. There is one for each listing. */
  to(readable: Readable): Reads {
    const { listable } = readable;
    const reader = (listable && this.#known.get(listable)) ?? new Reads(this.#client, readable, 1, this);
    if (listable) this.#known.set(listable, reader);
    return reader;
  }
}

/**
 * A reader that combines the reads of one type: listings answer them if that takes fewer requests than one for each object. Listings can lag
 * behind, so they only confirm: an object whose entry is not as expected is read directly.
 */
export class Reads {
  readonly #client: SharedService;
  readonly #listable: Listable | undefined;
  readonly #alsoIn: Listable | undefined;
  readonly #calls: SharedCalls | undefined;
  readonly #expected: number;
  readonly #registry: ReaderRegistry;
  #batch: ReadBatch | undefined;
  /** Number of running reads. */
  #open = 0;
  #end: NodeJS.Timeout | undefined;
  /** The first request for a listing. All others wait for it, as it reveals whether the API rejects listings. */
  #first: Promise<boolean> | undefined;
  #isRefused = false;
  /** Whether the last guess was correct. Later guesses wait for the first one. */
  #guessed: Promise<boolean> | undefined;

  /**
   * @param expected minimum number of objects of each listing that a batch will read. Default: 1
   * @param registry the readers of the same run. Default: a new registry
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
    try {
      const made = new SharedCalls(this.#client, this.#request);
      const confirmed = await this.#confirmed(question, made);
      if (confirmed) return confirmed.answer;
      // Direct requests of the first attempt are not repeated.
      const request = (call: TenantCall) => made.known(call) ?? this.#request(call);
      return await question.ask({ host: this.#client.host, request: request as Service["request"] });
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#end = setTimeout(() => this.#endBatch(), pause).unref();
    }
  }

  /** Reads an object with the help of listings. Undefined if a listing was used and the result is not the expected one. */
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
      // After one direct request, all requests for the object are direct ones.
      if (body === undefined && !isListed) shown = "nothing";
      if (body === undefined) return made.ask(call) as Promise<TenantAnswer<B>>;
      isListed = true;
      return { status: 200, headers: {}, bytes: 0, body: body as B };
    };
    try {
      const answer = await question.ask({ host: this.#client.host, request });
      return !isListed || question.isExpected(answer) ? { answer } : undefined;
    } catch (error) {
      // With a listing, an error may come from an outdated or malformed entry, so the object is read directly.
      if (!isListed) throw error;
      return undefined;
    }
  }

  /** Sends a direct request. Its response is cached if the type shares reads. */
  readonly #request = (call: TenantCall): Promise<TenantAnswer<unknown>> =>
    this.#calls && call.method === "GET" ? this.#calls.ask(call) : this.#client.request<unknown>(call);

  async #askListing(entry: ListingEntry, known: JsonObject): Promise<ListingAnswer> {
    if (!this.#listable || this.#isRefused) return "nothing";
    return this.#batchFor(this.#listable, entry).ask(entry, known);
  }

  #batchFor(listable: Listable, asked: Parameters<ReadBatch["hasAsked"]>[0]): ReadBatch {
    if (!this.#batch?.isFresh || this.#batch.hasAsked(asked)) {
      this.#batch = new ReadBatch(this.#client, listable, this.#expected, (read) => this.#attempt(read));
    }
    return this.#batch;
  }

  /** The response to a request from the whole listing of another reader; undefined if that listing does not contain all of it. */
  #shownElsewhere(call: TenantCall): Promise<TenantAnswer<unknown> | undefined> | undefined {
    const listing = call.method === "GET" ? this.#alsoIn?.wholeFor?.(call) : undefined;
    if (!this.#alsoIn || !listing) return undefined;
    return this.#registry.to({ listable: this.#alsoIn }).#whole(this.#alsoIn, listing);
  }

  /** Reads a whole listing and keeps it for later reads of its entries. */
  async #whole(listable: Listable, listing: readonly string[]): Promise<TenantAnswer<unknown> | undefined> {
    if (this.#isRefused) return undefined;
    clearTimeout(this.#end);
    const rows = await this.#batchFor(listable, { listing }).all(listing);
    if (this.#open === 0) this.#end = setTimeout(() => this.#endBatch(), maxListingAge).unref();
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

  #endBatch(): void {
    this.#batch = undefined;
    this.#calls?.forget();
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

/** The error that the API would return for an object that does not exist. */
function absentFrom({ action, subject, method, path }: TenantCall): TenantError {
  return new TenantError(
    { outcome: "refused", status: 404, recognised: true, what: "the listing does not have it" },
    { action, subject, request: { method, path: path.join("/") }, retries: 0 },
  );
}
