import { type Service, type SharedService, type TenantClient, TenantError } from "../client/index.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { reading } from "./errors.ts";
import { isNeverTheirs, type Kind } from "./kind.ts";
import { Reads, SharedCalls } from "./reads/reads.ts";

/**
 * The objects that a tenant has before this run sends the first request of a creation. None of them can be the object of a creation whose
 * answer was lost.
 *
 * Listings answer for many creations, for two minutes at most. They stay valid while this process writes: an object that a listing shows
 * was there before the creation that asks, whoever made it.
 */
export class Earlier {
  readonly #client: SharedService;
  readonly #calls: SharedCalls;
  readonly #reads = new Map<Kind, Reads>();
  /** The types whose objects this token cannot look up. */
  readonly #refused = new Set<Kind>();
  /** The ids of the objects that this run has created. */
  readonly #made = new Set<string>();

  constructor(client: TenantClient) {
    const { host } = client;
    const request: Service["request"] = (call) => client.request(call);
    this.#client = { host, writes: 0, request, debug: (line) => client.debug(line) };
    this.#calls = new SharedCalls(this.#client);
  }

  /** Notes that the tenant has answered the creation of an object. */
  noteMade(id: string): void {
    this.#made.add(id);
  }

  /**
   * The ids of the objects with the name or the identity of an object that is about to be created. Undefined where nothing tells: the
   * token may not look, the look failed, or it would take a call for each creation.
   */
  async idsOf(kind: Kind, args: JsonObject): Promise<readonly string[] | undefined> {
    if (isNeverTheirs(kind) || this.#isOfOwnObject(kind, args)) return [];
    if (kind.isListedByOwner === true || this.#refused.has(kind)) return undefined;
    try {
      return await this.#listed(kind, args);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // The creation would not leave this machine either.
      if (error instanceof TenantError && error.outcome === "notSent") throw error;
      if (error instanceof TenantError && error.outcome === "refused") this.#refused.add(kind);
      this.#client.debug(`nothing tells whether ${kind.label(args)} was there before. ${error.message}`);
      return undefined;
    }
  }

  /** Whether the identity names an object that this run has created: nothing can have referred to that before. */
  #isOfOwnObject({ uniqueBy }: Kind, args: JsonObject): boolean {
    return uniqueBy.some((name) => this.#made.has(String(own(args, name))));
  }

  async #listed(kind: Kind, args: JsonObject): Promise<readonly string[]> {
    if (kind.namesakes) {
      const request = ((call) => this.#calls.known(call) ?? this.#calls.ask(call)) as Service["request"];
      const all = await kind.namesakes({ host: this.#client.host, request }, args);
      return all.map(({ id }) => id);
    }
    const reads = this.#reads.get(kind) ?? new Reads(this.#client, kind);
    this.#reads.set(kind, reads);
    const found = await reads.answer({
      known: args,
      trustsAbsence: true,
      ask: (from) => reading(() => kind.find(from, args)),
      isExpected: (seen) => seen === undefined,
    });
    return found ? [found.id] : [];
  }
}
