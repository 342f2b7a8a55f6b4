import { randomBytes } from "node:crypto";
import { isDeepStrictEqual as equal } from "node:util";
import type { TenantClient } from "../client/index.ts";
import { equal as equalValues, type Json, type JsonObject, own, unknownValue } from "../schema/json.ts";
import { providerKey } from "../schema/keys.ts";
import type { Schema } from "../schema/schema.ts";
import { type Claim, type Claiming, conflictOf, contestedIn, type Need, naturalKeyOf } from "./claims.ts";
import { Earlier } from "./earlier.ts";
import { MovingMembers } from "./moving-members.ts";
import { Namesakes } from "./namesakes.ts";
import { ReaderRegistry } from "./reads/reads.ts";
import { Replacements } from "./replacements.ts";

/** An entry of the state that keeps an object, or members of a set, for a resource of the program. */
interface StateOwner {
  /** What the claim of the resource is known by. */
  readonly key: string;
  /** What tells the entry from others: the mark in its record. None for an entry of an older version. */
  readonly mark: string | undefined;
  /** The members of a set that it keeps. Undefined for an object. */
  readonly members?: readonly string[];
}

/**
 * What the resources of the program that runs declare, and which objects of the tenant they keep. Two entries of a state can stand for one
 * object: after a rename that failed half-way, say. What one of them keeps, the deletion of the other must leave alone.
 *
 * The engine asks for the difference of everything that the program keeps before it deletes the rest. It asks for other differences as well:
 * in a refresh, and of what depends on something that is deleted first. So only those count that belong to a check of this run.
 */
export class RunningProgram {
  /** The objects that the state has, as far as the engine has asked for a comparison in this run. */
  readonly inState = new Set<string>();
  /** What this run has deleted, by the id that it has before it is created. A listing may still show it. */
  readonly deleted = new Set<string>();
  /** The marks that this run has given to entries whose objects it makes or changes. */
  readonly given = new Set<string>();
  /** The keys of objects whose creation has failed: the program declares them, and nobody knows yet which objects they will be. */
  readonly failed = new Set<string>();
  readonly moving = new MovingMembers();
  readonly replacements = new Replacements();
  readonly namesakes = new Namesakes();
  /** What the last read of an object could not see: by the table of its kind, then by the tenant's id, why. */
  readonly unread = new Map<Schema, Map<string, string>>();
  /** The inputs in the state, as checks have seen them, by what makes resources unique. */
  readonly #oldInputs = new Map<string, JsonObject[]>();
  /** By key, then by the resource's name. */
  readonly #claims = new Map<string, Map<string, Claim>>();
  readonly #keysOf = new Map<string, ReadonlySet<string>>();
  /** The resources whose creation or update has failed, as far as they declare members of sets. */
  readonly #failed = new Set<string>();
  /** The resources that have an entry in the state. */
  readonly #old = new Set<string>();
  /** Those of them that are replaced. */
  readonly #replaced = new Set<string>();
  /** When the latest mark of this run was given, in microseconds since 1970. */
  #latest = 0;
  /** By object or set. */
  readonly #keepers = new Map<string, readonly StateOwner[]>();

  /** Notes the inputs that the state has of a resource. The engine shows them to check, and never to diff. */
  noteOldInputs(kind: Claiming, inputs: JsonObject): void {
    const key = naturalKeyOf(kind, inputs);
    this.#oldInputs.set(key, [...(this.#oldInputs.get(key) ?? []), inputs]);
  }

  /**
   * Whether the program keeps a resource that has an entry in the state under this name: by a check of this run, as a refresh asks also for
   * what the program has no more.
   */
  keepsNamesake(kind: Claiming, inputs: JsonObject): boolean {
    return this.#oldInputs.has(naturalKeyOf(kind, inputs));
  }

  /** Whether a resource is declared as the state has it. The engine finds no change there by itself, whatever the outputs say. */
  isDeclaredAsBefore(kind: Claiming, { [providerKey]: _, ...inputs }: JsonObject): boolean {
    const known = this.#oldInputs.get(naturalKeyOf(kind, inputs)) ?? [];
    return known.some(({ [providerKey]: _code, ...before }) => equalValues(before, inputs));
  }

  /**
   * Notes what a resource declares.
   *
   * @param name the resource, for people, and no other one of this program
   * @param isNew whether the engine has no old inputs of it. It leaves them out in a second check of what it replaces
   * @returns what would be fought about with other resources, for people
   */
  declare(name: string, claims: readonly Claim[], isNew: boolean): readonly string[] {
    if (!isNew) this.#old.add(name);
    else if (this.#old.has(name)) this.#replaced.add(name);
    for (const key of this.#keysOf.get(name) ?? []) this.#claims.get(key)?.delete(name);
    this.#keysOf.delete(name);
    return claims.flatMap((claim) => this.#add(name, claim));
  }

  /**
   * Notes what a resource claims besides, now that its object's id is known.
   *
   * @param by what its object is known by
   */
  declareMore(by: string, claim: Claim): readonly string[] {
    const [name] = this.#claimants(by);
    return name === undefined ? [] : this.#add(name, claim);
  }

  /**
   * What a set lacks that a resource of this program declares whole. One without members may also be one that is not known yet.
   *
   * @returns the set and the other resource, for people, and what that does not declare; undefined where nothing is known to be lacking
   */
  lacking({ key, members }: Need) {
    const [by, claim] = [...(this.#claims.get(key) ?? [])].find(([, { isWhole }]) => isWhole) ?? [];
    const declared = new Set(claim?.members);
    const isKnown = declared.size > 0 && !declared.has(unknownValue);
    const missing = members.filter((member) => !declared.has(member));
    return claim && isKnown && missing.length > 0 ? { on: claim.on, by, members: missing } : undefined;
  }

  /** The resources of this program that declare a member of a set, for people: first those that have not failed in this run. */
  claimantsOf(key: string, member: string): readonly string[] {
    const names = [...(this.#claims.get(key) ?? [])].flatMap(([name, { members }]) =>
      members?.includes(member) ? [name] : [],
    );
    return names.toSorted((a, b) => Number(this.#failed.has(a)) - Number(this.#failed.has(b)));
  }

  /** Members of a set as a property has them: with what resources of this program declare of each, where that is more than that it is there. */
  declared(key: string, members: readonly string[]): Json {
    const claims = [...(this.#claims.get(key)?.values() ?? [])];
    if (claims.every(({ values }) => values === undefined)) return members;
    const declared = (member: string) =>
      claims.map(({ values = {} }) => own(values, member)).find((one) => one !== undefined);
    return Object.fromEntries(members.map((member) => [member, declared(member) ?? null]));
  }

  /** A mark for the entry of a write: later than all that this run knows. */
  nextMark(): string {
    const now = Math.round((performance.timeOrigin + performance.now()) * 1_000);
    this.#latest = Math.max(now, this.#latest + 1, this.moving.latest + 1);
    return markAt(this.#latest);
  }

  /** Whether each resource that declares a member of a set has failed in this run. */
  isForsaken(key: string, member: string): boolean {
    const [name] = this.claimantsOf(key, member);
    return name !== undefined && this.#failed.has(name);
  }

  /** Notes that the creation or the update of a resource has failed. */
  fail({ key, members }: Claim): void {
    for (const [name, claim] of this.#claims.get(key) ?? []) {
      if (!equal(claim.members, members)) continue;
      this.#failed.add(name);
      // Two that declare the same cannot be told apart.
      return;
    }
  }

  /**
   * Notes that an entry keeps an object, or members of a set.
   *
   * @param thing the type and the tenant's id, or the key of a claim on a set
   * @param before the mark that the entry had. Default: the same
   */
  keep(thing: string, owner: StateOwner, before = owner.mark): void {
    if (this.#claimants(owner.key).length === 0) return;
    // Entries of an older version have no marks. Of a set, several can keep members.
    const isSame = (other: StateOwner) => other.mark === before && (before !== undefined || equal(other, owner));
    const others = (this.#keepers.get(thing) ?? []).filter((other) => !isSame(other));
    this.#keepers.set(thing, [...others, owner]);
  }

  /**
   * What the program keeps of an object or a set besides an entry of the state, with the resources, for people. A keeper with the entry's
   * own mark is a copy of it, as the engine deletes nothing that it keeps. Only where a process serves several runs, which the engine's
   * never does, can it be the entry itself: then this process has given the mark.
   *
   * @param mark the mark of the entry
   * @returns the resources, and the members of a set that each keeps: none of an object
   */
  keptBesides(thing: string, mark: string | undefined) {
    const isItself = (owner: StateOwner) => owner.mark === mark && mark !== undefined && this.given.has(mark);
    return this.#keepersOf(thing)
      .filter((owner) => !isItself(owner))
      .map((owner) => ({ by: this.#nameOf(owner), members: owner.members ?? [] }));
  }

  /**
   * The resources of the program that can keep an object besides the one whose claim has this key, for people. Several where one of them
   * does that share a name.
   *
   * @param mark the mark of that one's entry, where others can have the same key
   */
  othersKeeping(thing: string, key: string | undefined, mark: string | undefined): readonly string[] {
    const isOther = (owner: StateOwner) =>
      owner.key !== key || (mark !== undefined && owner.mark !== undefined && owner.mark !== mark);
    const other = this.#keepersOf(thing).find(isOther);
    return other ? this.#claimants(other.key).slice(0, other.key === key ? undefined : 1) : [];
  }

  /** A resource of the program whose creation of an object with this key has failed, for people. */
  failedCreatorOf(key: string): string | undefined {
    return this.failed.has(key) ? this.#claimants(key)[0] : undefined;
  }

  #add(name: string, claim: Claim): readonly string[] {
    const claims = this.#claims.get(claim.key) ?? new Map<string, Claim>();
    this.#claims.set(claim.key, claims.set(name, claim));
    this.#keysOf.set(name, new Set(this.#keysOf.get(name)).add(claim.key));
    const isContested = (theirs: Claim) => claim.isWhole || theirs.isWhole || contestedIn(claim, theirs) !== undefined;
    const other = [...claims].find(([one, theirs]) => one !== name && isContested(theirs));
    return other ? [conflictOf(claim, name, other[1], other[0])] : [];
  }

  #claimants(key: string): readonly string[] {
    return [...(this.#claims.get(key)?.keys() ?? [])];
  }

  /** The resource that keeps something, for people. Of a set, several can. */
  #nameOf({ key, members }: StateOwner): string {
    const claims = [...(this.#claims.get(key) ?? [])];
    const [name] = claims.find(([, claim]) => equal(claim.members, members)) ?? claims[0] ?? [];
    return name ?? "another resource";
  }

  /** Those that keep something. What is replaced does not, but what the run has made in its place does. */
  #keepersOf(thing: string): readonly StateOwner[] {
    const keepers = this.#keepers.get(thing) ?? [];
    return keepers.filter(({ key, mark }) => (mark !== undefined && this.given.has(mark)) || !this.#isReplaced(key));
  }

  /** Whether all resources of the program that have this claim, and an entry in the state, are replaced. */
  #isReplaced(key: string): boolean {
    return this.#claimants(key).every((name) => !this.#old.has(name) || this.#replaced.has(name));
  }
}

/**
 * A mark that no other write gets.
 *
 * @param time in microseconds since 1970
 */
export function markAt(time: number): string {
  return `${time.toString(36)}.${randomBytes(3).toString("base64url")}`;
}

/** The programs that one run brings to their tenants, and how it reads these. */
export class EngineRun {
  readonly #programs = new Map<string, RunningProgram>();
  readonly #doors = new WeakMap<TenantClient, ReaderRegistry>();
  readonly #earlier = new WeakMap<TenantClient, Earlier>();

  /** @param host the tenant */
  programFor(host: string): RunningProgram {
    const program = this.#programs.get(host) ?? new RunningProgram();
    this.#programs.set(host, program);
    return program;
  }

  doorsOf(client: TenantClient): ReaderRegistry {
    const registry = this.#doors.get(client) ?? new ReaderRegistry(client);
    this.#doors.set(client, registry);
    return registry;
  }

  earlierOf(client: TenantClient): Earlier {
    const earlier = this.#earlier.get(client) ?? new Earlier(client);
    this.#earlier.set(client, earlier);
    return earlier;
  }
}

/** The run of this process: the engine starts one for each run, and one for each provider in it. */
export const thisRun = new EngineRun();
