import type { JsonObject } from "../../model/json.ts";
import type { TenantClient } from "../../tenant/index.ts";
import type { Listable, Place } from "./listable.ts";
import { type Attempt, ListingReads, type Shared, type Told } from "./listing-reads.ts";

/** How long what a listing has shown may count, in milliseconds. */
const longest = 120_000;

/**
 * One pass over different objects, with no write of this process in between, for 2 minutes at most. What listings show counts for one burst:
 * who asks for an object again wants to know anew.
 */
export class Burst implements Shared {
  readonly service: TenantClient;
  readonly listable: Listable;
  readonly expected: number;
  readonly attempt: Attempt;
  readonly #listings = new Map<string, ListingReads>();
  readonly #asked = new Set<string>();
  readonly #writes: number;
  readonly #startedAt = performance.now();

  constructor(service: TenantClient, listable: Listable, expected: number, attempt: Attempt) {
    this.service = service;
    this.listable = listable;
    this.expected = expected;
    this.attempt = attempt;
    this.#writes = service.writes;
  }

  get asked(): number {
    return this.#asked.size;
  }

  get isFresh(): boolean {
    return this.service.writes === this.#writes && performance.now() - this.#startedAt < longest;
  }

  hasAsked(place: Place): boolean {
    return this.#asked.has(idOf(place));
  }

  ask(place: Place, known: JsonObject): Promise<Told> {
    this.#asked.add(idOf(place));
    const id = JSON.stringify(place.listing);
    const listing = this.#listings.get(id) ?? new ListingReads(this, place.listing);
    this.#listings.set(id, listing);
    const name = this.listable.filter?.nameOf(known);
    return listing.ask(place.key, typeof name === "string" ? name : undefined);
  }
}

function idOf({ listing, key }: Place): string {
  return JSON.stringify([...listing, key]);
}
