import type { Service, TenantClient, TenantError } from "../client/index.ts";
import type { Json, JsonObject } from "../schema/json.ts";
import type { Plan } from "../state/plan.ts";
import type { Seen } from "../state/project.ts";
import type { Assignments } from "../state/record.ts";
import type { Claiming } from "./claims.ts";
import type { ImportRules } from "./import-rules.ts";
import type { Listable } from "./reads/listable.ts";
import type { Reads } from "./reads/reads.ts";

/** An object of the tenant, and its id there. */
export interface Found extends Seen {
  readonly id: string;
  /** The object only has every value that was sent in a creation whose answer was lost. */
  readonly isLikely?: true;
}

/** What an update has to do. */
export interface UpdateRequest {
  readonly id: string;
  readonly plan: Plan;
  /** What the program declares. */
  readonly inputs: JsonObject;
  /** The last known values. */
  readonly outputs: JsonObject;
  /** Paths (JSON pointers) whose last known value is not sure. */
  readonly unsure: readonly string[];
  /** Others may change what the update has read. So a call that was made from it is never repeated as it is. */
  readonly isPerishable?: true;
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
  readonly path: readonly PropertyKey[];
  readonly says: string;
}

/** The tenant that a check is made for. */
export interface Target {
  readonly host: string;
  readonly origin: string;
}

/** What decides which members of a set go with a resource. */
export interface LeavingMembers {
  /** What the record remembers for a deletion. By JSON pointer. */
  readonly remembered: JsonObject;
  /** Those of these members that no other resource of the program declares. */
  unclaimed(members: readonly string[]): readonly string[];
}

/** What the service removes together with a member of a set: the roles of a member of an organization, for example. */
export interface MemberAssignments {
  /** The assignments for people: `the roles that they had in the organization`. */
  readonly noun: string;
  /** The assignments of those of these members that are in the set, whoever made them. By member. No listing that may be behind decides. */
  read(service: Service, args: JsonObject, members: readonly string[]): Promise<ReadonlyMap<string, Assignments>>;
  /** Makes the assignments again, but for those to what is gone meanwhile. */
  give(service: TenantClient, args: JsonObject, member: string, assignments: Assignments): Promise<void>;
}

/** What is special about one resource: the calls behind the generic lifecycle, and the rules that its table cannot say. */
export interface ResourceType extends Claiming {
  /** What is removed together with a member of the set. Default: nothing. */
  readonly assignments?: MemberAssignments;
  /** Whether an object of this kind that looks as if nobody had touched it holds nothing that could be lost with it. */
  readonly isDisposable: boolean;
  /** What an import has to know of them. Default: nothing special. */
  readonly importRules?: ImportRules;
  /** What listings show of these objects. Default: nothing, so each is read by itself. */
  readonly listable?: Listable;
  /** A listing that objects of another kind are read from, and that has all that is asked of these as well. Default: there is none. */
  readonly alsoIn?: Listable;
  /** Whether several of these objects are read by the same calls. Default: each is read by its own. */
  readonly sharesReads?: boolean;
  /** A creation reads the object before it writes and refuses one that is there. Default: it writes at once. */
  readonly looksFirst?: true;
  /** A listing shows the objects of one owner only, so that no listing tells which of many new objects are there. Default: it shows all. */
  readonly isListedByOwner?: true;
  /** The id under which an object is kept while nobody knows whether it was created. */
  provisionalId(args: JsonObject): string;
  /** Replaces values in the way the service replaces them. Values may be unknown. */
  normalize(args: JsonObject): JsonObject;
  /** What is probably a mistake, but for the service to decide. Values may be unknown. */
  doubts(args: JsonObject): readonly string[];
  /**
   * Rules that the table cannot say. Values may be unknown.
   *
   * @param before the inputs as the state has them; empty for an object that is new
   */
  rules(args: JsonObject, target: Target, before: JsonObject): readonly Problem[];
  /** The id of the application to whose access an object belongs, so that a run does not lock itself out. Default: of none. */
  applicationOf?(id: string, values: JsonObject): Json | undefined;
  /** Why this object must not be changed or deleted, if so. */
  untouchable(live: JsonObject): string | undefined;
  /** Whether a creation was refused because there is such an object already. */
  isTaken(error: TenantError): boolean;
  /**
   * What a creation would take away of what is there already, for people; undefined where it takes nothing. A preview says so of what cannot
   * be adopted.
   */
  losses?(service: Service, args: JsonObject): Promise<string | undefined>;
  /**
   * What goes for good with an object that another one replaces, and that nothing declares, for people; undefined where nothing does.
   * Default: nothing.
   *
   * @param live the object that goes
   * @param args what the program declares
   * @param hints those of its record
   */
  lostWith?(live: JsonObject, args: JsonObject, hints: JsonObject): string | undefined;
  /**
   * Throws {@link Incomplete} where the object is there, but not all of it could be done.
   *
   * @param reads answers what has to be read before
   */
  create(service: TenantClient, args: JsonObject, reads: Reads): Promise<Found>;
  /** By what is unique about it; undefined where there is none. */
  find(service: Service, args: JsonObject): Promise<Found | undefined>;
  /** All that have the same name, where several can: each of them may be the one that a lost answer was about. */
  namesakes?(service: Service, args: JsonObject): Promise<readonly Found[]>;
  /** Whether an object keeps the one that replaces it from being created. Default: where both have the same name. */
  deleteBeforeReplace?(args: JsonObject): boolean;
  /** By id; undefined where there is none. */
  read(service: Service, id: string, outputs: JsonObject): Promise<JsonObject | undefined>;
  /**
   * The object of a resource that stays in the state although its owner is gone. Default: without its owner, the resource leaves the state.
   */
  withoutOwner?(outputs: JsonObject): { readonly live: JsonObject; readonly why: string };
  /** Answers the object as it is afterwards. Throws {@link Incomplete} where only a part could be done. */
  update(service: TenantClient, change: UpdateRequest): Promise<Seen>;
  /** Also fine where the object is gone already. Takes back the declared members of a set, but for those that are kept. */
  delete(service: TenantClient, id: string, outputs: JsonObject, members: LeavingMembers): Promise<void>;
}

/** Whether nothing of another team can be met: a part of an object belongs to whoever declares it, and some creations look first. */
export function isNeverTheirs({ isAdoptable, looksFirst }: ResourceType): boolean {
  return !isAdoptable || looksFirst === true;
}

/** The members that have nothing special to say for most kinds. */
export const ordinary = {
  isDisposable: true,
  isAdoptable: true,
  normalize: (args) => args,
  doubts: () => [],
  rules: () => [],
  untouchable: () => undefined,
  isTaken: (error) => error.status === 409,
} as const satisfies Partial<ResourceType>;
