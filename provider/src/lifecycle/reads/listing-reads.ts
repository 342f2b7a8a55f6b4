import type { JsonObject } from "../../model/json.ts";
import type { Service } from "../../tenant/index.ts";
import { cheapest } from "./choice.ts";
import type { Listable } from "./listable.ts";
import { Listing } from "./listing.ts";

/** What a listing tells of an object: its entry, that it has none, or nothing. */
export type Told = { readonly row: JsonObject } | "absent" | "nothing";

/** Reads a part of a listing. False where that failed, or where the service refuses listings. */
export type Attempt = (read: () => Promise<void>) => Promise<boolean>;

/** What the reads of one burst share. */
export interface Shared {
  readonly service: Service;
  readonly listable: Listable;
  /** How many objects were asked for, in all listings. */
  readonly asked: number;
  /** How many objects of each listing will be asked for, at least. */
  readonly expected: number;
  /** Whether what was read still counts. */
  readonly isFresh: boolean;
  readonly attempt: Attempt;
}

interface Waiting {
  readonly key: string;
  /** By this the filter names the object. */
  readonly name: string | undefined;
  tell(told: Told): void;
}

/** Reads that arrive within so many milliseconds are made together. */
const together = 3;

/** How long the names in one filter may be in all, in bytes as they are sent: many servers refuse a URL above 8 KiB. */
const mostNamed = 4_000;

/** The reads of one burst that one listing can answer. Where it cannot, they are told nothing: nothing here fails. */
export class ListingReads {
  readonly #burst: Shared;
  readonly #listing: Listing;
  #waiting: Waiting[] = [];
  #asked = 0;
  #spent = 0;
  #isBusy = false;
  #isOff = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(burst: Shared, path: readonly string[]) {
    this.#burst = burst;
    this.#listing = new Listing(burst.service, path, burst.listable);
  }

  /** @param name by this the filter names the object */
  ask(key: string, name: string | undefined): Promise<Told> {
    this.#asked += 1;
    const told = this.#toldOf(key);
    if (told) return Promise.resolve(told);
    return new Promise((tell) => {
      this.#waiting.push({ key, name, tell });
      this.#gather();
    });
  }

  #toldOf(key: string): Told | undefined {
    if (this.#isOff) return "nothing";
    const row = this.#listing.row(key);
    if (row) return { row };
    return this.#listing.missing === 0 ? "absent" : undefined;
  }

  /** While a listing is on its way, others gather by themselves. */
  #gather(): void {
    if (!this.#isBusy) this.#timer ??= setTimeout(() => void this.#decide(), together);
  }

  async #decide(): Promise<void> {
    this.#timer = undefined;
    this.#isBusy = true;
    const { expected, listable, attempt } = this.#burst;
    const { pages, missing } = this.#listing;
    const most = listable.filter?.most ?? 1;
    const elsewhere = this.#burst.asked - this.#asked;
    const ledger = { asked: Math.max(expected, this.#asked), elsewhere, spent: this.#spent, pages, missing };
    const way = cheapest(ledger, this.#waiting.length, most);
    if (way === "single") this.#release(this.#waiting.splice(0));
    else if (way === "filtered") await this.#askFiltered(most);
    else if (!(await attempt(() => this.#listing.read(() => this.#settle())))) this.#isOff = true;
    this.#settle();
    this.#isBusy = false;
    if (this.#waiting.length > 0) this.#gather();
  }

  /** Tells those who wait what is known by now. */
  #settle(): void {
    if (!this.#burst.isFresh) this.#isOff = true;
    this.#waiting = this.#waiting.filter(({ key, tell }) => {
      const told = this.#toldOf(key);
      if (told) tell(told);
      return told === undefined;
    });
  }

  /** Each is to be read by itself. */
  #release(waiting: readonly Waiting[]): void {
    this.#spent += waiting.length;
    for (const { tell } of waiting) tell("nothing");
  }

  async #askFiltered(most: number): Promise<void> {
    const chunks = chunked(this.#waiting.splice(0), most);
    await Promise.all(chunks.map((chunk) => (chunk.length > 1 ? this.#askChunk(chunk) : this.#release(chunk))));
  }

  async #askChunk(chunk: readonly Waiting[]): Promise<void> {
    const parameter = this.#burst.listable.filter?.parameter ?? "";
    const names = chunk.flatMap(({ name }) => name ?? []);
    this.#spent += 1;
    this.#isOff ||= !(await this.#burst.attempt(() => this.#listing.readFiltered(parameter, names)));
    if (!this.#burst.isFresh) this.#isOff = true;
    for (const { key, tell } of chunk) tell(this.#toldOf(key) ?? "absent");
  }
}

/** Reads that fit into one filter; those that no filter can name are alone. */
function chunked(waiting: readonly Waiting[], most: number): readonly (readonly Waiting[])[] {
  const chunks: Waiting[][] = [];
  let room = 0;
  for (const one of waiting) {
    const length = one.name === undefined ? mostNamed : encodeURIComponent(one.name).length;
    const last = chunks.at(-1);
    if (last && one.name !== undefined && last.length < most && length <= room) last.push(one);
    else {
      chunks.push([one]);
      room = mostNamed;
    }
    room -= length;
  }
  return chunks;
}
