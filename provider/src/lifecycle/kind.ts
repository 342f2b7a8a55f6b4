import type { JsonObject } from "../model/json.ts";
import type { Plan } from "../model/plan.ts";
import type { Path } from "../model/pointer.ts";
import type { Seen } from "../model/project.ts";
import type { Table } from "../model/table.ts";
import type { Service, TenantClient, TenantError } from "../tenant/index.ts";
import type { Listable } from "./reads/listable.ts";
import type { Reads } from "./reads/reads.ts";
import type { Stake } from "./stakes.ts";

/** An object of the tenant, and its id there. */
export interface Found extends Seen {
  readonly id: string;
  /** Part of what the creation wanted was there already, so nothing deletes it in this run. */
  readonly existed?: boolean;
}

/** What an update has to do. */
export interface Change {
  readonly id: string;
  readonly plan: Plan;
  /** What the program declares. */
  readonly inputs: JsonObject;
  /** The last known values. */
  readonly outputs: JsonObject;
  /** Paths (JSON pointers) whose last known value is not sure. */
  readonly unsure: readonly string[];
}

/** An operation of several calls that was carried out in part. The object is as far as `found` says. */
export class Incomplete extends Error {
  override readonly name = "Incomplete";
  readonly found: Found;
  /** Paths (JSON pointers) whose value at the tenant is not sure. */
  readonly unsure: readonly string[];

  constructor(found: Found, unsure: readonly string[], cause: Error) {
    super(cause.message, { cause });
    this.found = found;
    this.unsure = unsure;
  }
}

/** One problem of an input: where, and what is wrong or allowed. Never the value, which may be a secret. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly says: string;
}

/** The tenant that a check is made for. */
export interface Target {
  readonly host: string;
  readonly origin: string;
}

/** What is special about one resource: the calls behind the generic lifecycle, and the rules that its table cannot say. */
export interface Kind {
  readonly table: Table;
  /** The properties that no two objects of a tenant can share. */
  readonly uniqueBy: readonly string[];
  /** Whether an object of this kind that looks as if nobody had touched it holds nothing that could be lost with it. */
  readonly isDisposable: boolean;
  /** Whether somebody else can have created such an object, so that it can be adopted. */
  readonly isAdoptable: boolean;
  /** What listings show of these objects. Default: nothing, so each is read by itself. */
  readonly listable?: Listable;
  /** The object for people: `resource server "https://orders.example.com"`. */
  label(args: JsonObject): string;
  /** The id under which an object is kept while nobody knows whether it was created. */
  provisionalId(args: JsonObject): string;
  /** Replaces values in the way the service replaces them. Values may be unknown. */
  normalize(args: JsonObject): JsonObject;
  /** What is probably a mistake, but for the service to decide. Values may be unknown. */
  doubts(args: JsonObject): readonly string[];
  /** The places of values that are probably secret, though the table does not know them. Values may be unknown. */
  suspects(args: JsonObject): readonly Path[];
  /** Rules between properties. Values may be unknown. */
  rules(args: JsonObject, target: Target): readonly Problem[];
  /**
   * What the resource declares of a set in which others of the same program may have a part. Values may be unknown.
   *
   * @param id the tenant's id, as far as it is known
   */
  readonly stake?: (args: JsonObject, id: string | undefined) => Stake | undefined;
  /** Why this object must not be changed or deleted, if so. */
  untouchable(live: JsonObject): string | undefined;
  /** Whether a creation was refused because there is such an object already. */
  isTaken(error: TenantError): boolean;
  /**
   * Throws {@link Incomplete} where the object is there, but not all of it could be done.
   *
   * @param reads answers what has to be read before
   */
  create(service: TenantClient, args: JsonObject, reads: Reads): Promise<Found>;
  /** By what is unique about it; undefined where there is none. */
  find(service: Service, args: JsonObject): Promise<Found | undefined>;
  /** By id; undefined where there is none. */
  read(service: Service, id: string, outputs: JsonObject): Promise<JsonObject | undefined>;
  /** Answers the object as it is afterwards. Throws {@link Incomplete} where only a part could be done. */
  update(service: TenantClient, change: Change): Promise<Seen>;
  /** Also fine where the object is gone already. `remembered` is what the record remembers for a deletion. */
  delete(service: TenantClient, id: string, outputs: JsonObject, remembered: JsonObject): Promise<void>;
}

/** The members that have nothing special to say for most kinds. */
export const ordinary = {
  isDisposable: true,
  isAdoptable: true,
  normalize: (args) => args,
  doubts: () => [],
  suspects: () => [],
  rules: () => [],
  untouchable: () => undefined,
  isTaken: (error) => error.status === 409,
} as const satisfies Partial<Kind>;
