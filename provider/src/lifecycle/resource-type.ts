import type { Service, TenantClient, TenantError } from "../client/index.ts";
import { type Json, type JsonObject, own, type Path } from "../schema/json.ts";
import type { Plan } from "../state/plan.ts";
import type { Seen } from "../state/project.ts";
import type { Assignments, Doubts } from "../state/record.ts";
import type { Claiming } from "./program/claims.ts";
import type { Listable, WholeListing } from "./reads/listings.ts";
import type { Reads } from "./reads/reads.ts";
import type { WriteOnlySecrets } from "./write-only-secrets.ts";

/** An object of the tenant with its id. */
export interface Found extends Seen {
  readonly id: string;
  /** The response to the creation was lost. The only evidence that this is the created object is that it has every value that was sent. */
  readonly isLikely?: true;
  /** The object did not exist before this run: its values are those that the run has sent, and the service's defaults. */
  readonly isNew?: true;
}

/** The entry of one resource in the state. */
export interface Entry {
  readonly id: string;
  readonly outputs: JsonObject;
}

/** The parameters of an update. */
export interface UpdateRequest {
  readonly id: string;
  readonly plan: Plan;
  /** The declared inputs. */
  readonly inputs: JsonObject;
  /** The last known values. */
  readonly outputs: JsonObject;
  /** Whether `outputs` is the whole object, as this operation has read it just before. Default: the declared part, from the state. */
  readonly isSeen?: true;
  /** Paths (JSON pointers) whose last known value is not sure. */
  readonly unsure: readonly string[];
  /** What is known about values that a lost write sent. Default: there was no such write. */
  readonly doubts?: Doubts;
  /** The members of sets and lists that this stack has sent and may not have removed since, by JSON pointer. Default: none. */
  readonly remembered?: JsonObject;
  /** The members that leave a list of which other owners have members, too: the plan has the list as one value. Default: none. */
  readonly leaving?: readonly string[];
  /** The values behind the hashes in the inputs. */
  readonly secrets: WriteOnlySecrets;
  /** Whether another client may change the values from which the update was built. Then a request of the update is never repeated unchanged. */
  readonly isPerishable?: true;
}

/** The error for an operation with several requests, of which only some succeeded. `found` is the object after these requests. */
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

/**
 * A later request of an operation. Its error becomes {@link Incomplete}.
 *
 * @param found the object after the earlier requests
 * @param unsure paths (JSON pointers) whose value at the tenant is not sure if the request fails
 */
export function orIncomplete<T>(request: Promise<T>, found: Found, unsure: readonly string[]): Promise<T> {
  return request.catch((error: unknown) => {
    throw error instanceof Error ? new Incomplete(found, unsure, error) : error;
  });
}

/** The error of the request that failed. */
export function causeOf(error: Incomplete): Error {
  return error.cause instanceof Error ? error.cause : error;
}

/** One problem of an input: its path, and what is wrong or which values are allowed. A value that may be a secret is not quoted. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly says: string;
}

/** The tenant for which a resource is checked. */
export interface Target {
  readonly host: string;
  readonly origin: string;
  /** The run adopts existing objects (`TENANT_ADOPT`). Default: it does not. */
  readonly adopt?: boolean;
}

/** The data that decides which members the deletion of a resource removes from a set. */
export interface LeavingMembers {
  /** The values that the record contains for the case of a deletion, by JSON pointer. */
  readonly remembered: JsonObject;
  /** The given members that no other resource of the program declares. */
  unclaimed(members: readonly string[]): readonly string[];
}

/** Assignments that the service removes together with a member of a set, for example the roles of an organization's member. */
export interface MemberAssignments {
  /** The assignments, for messages about several members: `the roles that they had in the organization`. */
  readonly noun: string;
  /**
   * The assignments of each given member that is in the set, by member. Assignments that this stack did not make are included. The result does
   * not rely on a listing that may lag behind.
   */
  read(service: Service, args: JsonObject, members: readonly string[]): Promise<ReadonlyMap<string, Assignments>>;
  /** Restores the assignments, except those to objects that no longer exist. */
  give(service: TenantClient, args: JsonObject, member: string, assignments: Assignments): Promise<void>;
}

/** The reset of an object that a destroy cannot delete. */
export interface Reset {
  readonly plan: Plan;
  send(service: TenantClient): Promise<void>;
}

/** A lock-out that objects of one type cause together: users cannot log in, or the Management API refuses this provider and the operators. */
export interface LockOut {
  /** Identifies the lock-out among those of the tenant. */
  readonly key: string;
  /** The id of the object that locks out. */
  readonly id: string;
  /** The lock-out, its cause and the ways out, as sentences. */
  readonly reason: string;
  /** Whether the lock-out can be intended: `TENANT_ALLOW_LOCKOUT=true` then permits it. */
  readonly canBeIntended: boolean;
}

/** How the objects of one type can lock out users, operators or this provider. */
export interface LockOuts {
  /** The paths of the values that decide about it. */
  readonly paths: readonly Path[];
  /**
   * The lock-outs at a tenant with these objects. A property that an object lacks can have any value, so the worst one counts; null means that the
   * tenant does not have the property.
   *
   * @param ownClient the id of the client whose credentials the run uses; undefined if it is not known
   */
  at(objects: readonly Found[], ownClient?: string): readonly LockOut[];
  /** The ids of all objects that the tenant lists. Undefined for an object that every tenant has exactly once. */
  readonly ids?: (service: Service) => Promise<readonly string[]>;
}

/** One resource type: the requests behind the generic lifecycle, and the rules that its schema cannot express. */
export interface ResourceType extends Claiming {
  /** The assignments that are removed together with a member of the set. Default: none. */
  readonly assignments?: MemberAssignments;
  /** Whether an object of this type can be deleted without a loss of content as long as it has only the values with which it was created. */
  readonly isDisposable: boolean;
  /** See `Definition.goneWithIt`. Default: nothing. */
  readonly goneWithIt?: string;
  /** The listing that returns the type's objects. Default: none, so each object is read by its own request. */
  readonly listable?: Listable;
  /** A listing of another type's objects whose entries together contain the data for a read of an object of this type. Default: none. */
  readonly wholeListing?: WholeListing;
  /** Whether the same requests read several objects of the type. Default: each object is read by its own requests. */
  readonly sharesReads?: boolean;
  /**
   * A creation updates an existing object: it reads that object before it writes, and fails if the object already has values that the resource
   * would manage. Default: a creation writes at once.
   */
  readonly createsByUpdate?: true;
  /** Each listing returns the objects of one owner, so one listing cannot show which of many new objects exist. Default: one listing returns all. */
  readonly isListedByOwner?: true;
  /** The id of an object in the state while it is not known whether the object was created. */
  provisionalId(args: JsonObject): string;
  /** Converts values in the same way as the service. Values may be unknown. */
  normalize(args: JsonObject): JsonObject;
  /** Set if the arguments are those of an existing object, so that the service has accepted their values. Default: the values are new. */
  readonly isAccepted?: true;
  /** Warnings about values that are probably mistakes but that only the service can refuse. Values may be unknown. */
  warnings(args: JsonObject): readonly string[];
  /**
   * The declared values that the service refuses in such a write, as far as its behaviour is known: a preview says that the run will fail. The run sends
   * them, because a newer version of the service may accept them. Values may be unknown. Default: none.
   *
   * @param live the object that the write changes: its values at the tenant for an adoption, those in the state for an update. Undefined for a creation
   */
  refusals?(args: JsonObject, live: JsonObject | undefined): readonly string[];
  /**
   * Warnings that a preview prints about an adoption because of undeclared values of the object. Default: none.
   *
   * @param live the object before the adoption
   */
  adoptionWarnings?(args: JsonObject, live: JsonObject): readonly string[];
  /**
   * Rules that the schema cannot express. Values may be unknown.
   *
   * @param before the inputs in the state; empty for a new object
   */
  rules(args: JsonObject, target: Target, before: JsonObject): readonly Problem[];
  /** The id of the application whose access depends on an object, so that a run does not lock itself out. Default: none. */
  applicationOf?(id: string, values: JsonObject): Json | undefined;
  /** How objects of this type can lock out users, operators or this provider. Default: they cannot. */
  readonly lockOuts?: LockOuts;
  /**
   * The reason why this object must not be changed or deleted; undefined if both are allowed. What decides has to be in the state.
   *
   * @param values the values of the object: those at the tenant for an adoption, those of the state for an update or a deletion
   * @param declared the values that the program declares; for a deletion, those of the state
   */
  untouchable(values: JsonObject, declared: JsonObject): string | undefined;
  /** The sets of which no two objects of the tenant have the same element. The service answers 409 to a request that would give one a second owner. */
  readonly uniqueElements?: readonly string[];
  /** Whether a creation was refused because the object exists already. */
  isTaken(error: TenantError): boolean;
  /**
   * A warning that names existing content which a creation would remove; undefined if it would remove nothing, or if that is not known. A preview
   * prints this warning.
   *
   * @param isAdopting whether the run adopts existing objects, so that an id which is known only during the run can be that of existing content
   */
  losses?(service: Service, args: JsonObject, isAdopting: boolean): Promise<string | undefined>;
  /**
   * Content that a replacement would permanently delete and that the program does not declare, for messages; undefined if there is none.
   * Default: none.
   *
   * @param live the object to be replaced
   * @param args the declared inputs
   * @param hints the hints in the object's record
   */
  lostWith?(live: JsonObject, args: JsonObject, hints: JsonObject): string | undefined;
  /**
   * Creates the object. Throws {@link Incomplete} if the object exists afterwards but a later request failed.
   *
   * @param reads reads the values that the creation needs first
   * @param secrets the values behind the hashes in the arguments
   */
  create(service: TenantClient, args: JsonObject, reads: Reads, secrets: WriteOnlySecrets): Promise<Found>;
  /** The arguments that the first request of a creation sends, if a later one sends the others. Default: all. */
  argsOfFirstRequest?(args: JsonObject): JsonObject;
  /** Finds the object by its unique properties; undefined if there is none. */
  find(service: Service, args: JsonObject): Promise<Found | undefined>;
  /**
   * Finds all objects with the same name, for types whose objects can share a name. Each may be the object of a creation whose response was
   * lost.
   */
  namesakes?(service: Service, args: JsonObject): Promise<readonly Found[]>;
  /** See `Definition.hasArbitraryKey`. Default: the unique properties identify the object. */
  readonly hasArbitraryKey?: true;
  /** See `Definition.replacedInPlace`. Default: a forced replacement creates another object. */
  readonly replacedInPlace?: true;
  /** Whether an object prevents the creation of its replacement. Default, or undefined: it does if both have the same values of the unique properties. */
  deleteBeforeReplace?(args: JsonObject): boolean | undefined;
  /**
   * Whether the service would refuse a replacement of an object because of the number of objects, so that the object has to be deleted first. Default:
   * it would not.
   *
   * @param outputs the object to be replaced
   * @param inputs the replacement. Values may be unknown
   */
  isFull?(service: Service, outputs: JsonObject, inputs: JsonObject): Promise<boolean>;
  /** Reads the object by its id; undefined if there is none. */
  read(service: Service, id: string, outputs: JsonObject): Promise<JsonObject | undefined>;
  /** The values of a resource that stays in the state although its owner no longer exists. Default: such a resource is removed from the state. */
  withoutOwner?(outputs: JsonObject): { readonly live: JsonObject; readonly why: string };
  /** Changes the object and returns it as it is afterwards. Throws {@link Incomplete} if only some requests succeeded. */
  update(service: TenantClient, change: UpdateRequest): Promise<Seen>;
  /**
   * The changes of a reset of all declared values, whoever has changed them since.
   *
   * @param domain the tenant's own domain; undefined if it is not known
   * @param declared the declared paths (JSON pointers)
   * @param live the object's values at the tenant
   * @throws UserError if the changes are not known without the domain
   */
  resetPlan?(domain: string | undefined, declared: readonly string[], live: JsonObject): Plan;
  /**
   * The reset by which a destroy leaves an object that every tenant has. Undefined if nothing has to be sent; then a message says why. Default: a
   * destroy deletes the object.
   *
   * @param isTrial whether the reset may also remove values of other clients
   */
  resetOf?(service: TenantClient, id: string, outputs: JsonObject, isTrial: boolean): Promise<Reset | undefined>;
  /** Deletes the object; succeeds if it no longer exists. Of a set, it removes the declared members, except those that other resources declare. */
  delete(service: TenantClient, id: string, outputs: JsonObject, members: LeavingMembers): Promise<void>;
}

/**
 * Whether a resource can only be a new object: it is not in the state, and the run adopts no existing object for it. The tenant may have the values that an
 * adopting program does not declare.
 *
 * @param before the inputs in the state; empty for a new resource
 */
export function isOnlyCreated(args: JsonObject, { adopt }: Target, before: JsonObject): boolean {
  return Object.keys(before).length === 0 && adopt !== true && own(args, "adopt") !== true;
}

/** Default values of properties of a resource type. */
export const ordinary = {
  isDisposable: true,
  hasOwnObject: true,
  normalize: (args) => args,
  warnings: () => [],
  rules: () => [],
  untouchable: () => undefined,
  isTaken: (error) => error.status === 409,
} as const satisfies Partial<ResourceType>;
