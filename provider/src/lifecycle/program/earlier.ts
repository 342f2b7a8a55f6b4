import { type Service, type SharedService, type TenantClient, TenantError } from "../../client/index.ts";
import { sharesNames } from "../../schema/definition.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import { entryIn } from "../entry-in.ts";
import { reading } from "../errors.ts";
import { Reads, SharedCalls } from "../reads/reads.ts";
import type { ResourceType } from "../resource-type.ts";
import { naturalKeyOf } from "./claims.ts";

/**
 * The objects that exist at a tenant before this run sends the first request of a creation. If the response to that creation is lost, none
 * of these objects can be the created one.
 *
 * One listing serves many creations, for at most two minutes. Writes of this process do not make it invalid: every object in it existed before
 * each creation that uses it.
 */
export class Earlier {
  readonly #client: SharedService;
  readonly #calls: SharedCalls;
  readonly #reads = new Map<ResourceType, Reads>();
  /** The types whose objects this token is not allowed to list. */
  readonly #refused = new Set<ResourceType>();
  /** The ids of the objects that this run has created, by the natural key of the resource. */
  readonly #made = new Map<string, string[]>();

  constructor(client: TenantClient) {
    const { host, ownDomain } = client;
    const request: Service["request"] = (call) => client.request(call);
    this.#client = { host, ownDomain, writes: 0, request, debug: (line) => client.debug(line) };
    this.#calls = new SharedCalls(this.#client);
  }

  /** Notes that the tenant has confirmed the creation of an object. */
  noteMade(type: ResourceType, args: JsonObject, id: string): void {
    const key = naturalKeyOf(type, args);
    this.#made.set(key, [...(this.#made.get(key) ?? []), id]);
  }

  /** The ids of objects that this run has created for other resources, and that have the same name or identity as the declared object. */
  madeForOthers(type: ResourceType, args: JsonObject): readonly string[] {
    return this.#made.get(naturalKeyOf(type, args)) ?? [];
  }

  /**
   * The ids of existing objects with the same name or identity as an object that is about to be created. Undefined if they cannot be
   * determined: the token is not allowed to list them, the listing failed, or each creation would need a request of its own.
   */
  async idsOf(type: ResourceType, args: JsonObject): Promise<readonly string[] | undefined> {
    // Two kinds of types need no ids: members of a set belong to the resource that declares them, and a creation with `createsByUpdate` reads the
    // object before it writes.
    if (!type.hasOwnObject || type.createsByUpdate === true || this.#isOfOwnObject(type, args)) return [];
    if (type.isListedByOwner === true || this.#refused.has(type)) return undefined;
    try {
      return await this.#listed(type, args);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // If the request for the listing could not be sent, the create request could not be sent either.
      if (error instanceof TenantError && error.outcome === "notSent") throw error;
      if (error instanceof TenantError && error.outcome === "refused") this.#refused.add(type);
      this.#client.debug(`it is not known whether ${type.label(args)} existed before this run. ${error.message}`);
      return undefined;
    }
  }

  /** Whether the identity contains the id of an object that this run has created. Then no object with this identity is older than the run. */
  #isOfOwnObject({ uniqueBy }: ResourceType, args: JsonObject): boolean {
    const made = new Set([...this.#made.values()].flat());
    return uniqueBy.some((name) => made.has(String(own(args, name))));
  }

  async #listed(type: ResourceType, args: JsonObject): Promise<readonly string[]> {
    if (type.namesakes && sharesNames(type, args)) {
      const all = await type.namesakes(this.#calls.service, args);
      return all.map(({ id }) => id);
    }
    const reads = entryIn(this.#reads, type, () => new Reads(this.#client, type));
    const found = await reads.answer({
      values: args,
      trustsAbsence: true,
      ask: (from) => reading(() => type.find(from, args)),
      isExpected: (seen) => seen === undefined,
    });
    return found ? [found.id] : [];
  }
}
