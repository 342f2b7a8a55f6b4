import { isDeepStrictEqual as equal } from "node:util";
import { type Json, own, unknownValue } from "../../schema/json.ts";
import { entryIn } from "../entry-in.ts";
import { type Claim, conflictOf, contestedIn, type Need } from "./claims.ts";

/** The claims of the running program's resources, and what became of the resources in this run. */
export class DeclaredClaims {
  /** The claims, by their key, then by the resource's name. */
  readonly #claims = new Map<string, Map<string, Claim>>();
  readonly #keysOf = new Map<string, ReadonlySet<string>>();
  /**
   * The keys of objects whose creation has failed: the program declares the objects, but their ids are not known yet. With the time of the creation, in
   * milliseconds since 1970; Infinity for one of this run, and where a key has only one object.
   */
  readonly #failedCreations = new Map<string, number>();
  /** Resources that declare members of sets and whose creation or update has failed. */
  readonly #failedClaimants = new Set<string>();
  /** The resources that have an entry in the state. */
  readonly #old = new Set<string>();
  /** Resources that have an entry in the state and are replaced. */
  readonly #replaced = new Set<string>();
  /**
   * New resources that this run has not created. With `--continue-on-error`, the engine checks a resource, skips its creation because a resource on
   * which it depends has failed, and still deletes the entries that the program does not declare.
   */
  readonly #uncreated = new Set<string>();

  /**
   * Records the claims of a resource.
   *
   * @param name the resource, for messages; unique in this program
   * @param isNew whether the engine has passed no old inputs. It also passes none in the second check of a resource that it replaces
   * @param isAwaited whether deletions must leave the objects and members that a new resource declares, until this run has created the resource
   * @returns the conflicts with claims of other resources, for messages
   */
  note(name: string, claims: readonly Claim[], isNew: boolean, isAwaited: boolean): readonly string[] {
    if (!isNew) this.#old.add(name);
    else if (this.#old.has(name)) this.#replaced.add(name);
    else if (isAwaited) this.#uncreated.add(name);
    for (const key of this.#keysOf.get(name) ?? []) this.#claims.get(key)?.delete(name);
    this.#keysOf.delete(name);
    return claims.flatMap((claim) => this.#add(name, claim));
  }

  /**
   * Records one more claim of a resource, once the id of its object is known.
   *
   * @param by the key of the claim on the object
   */
  noteMore(by: string, claim: Claim): readonly string[] {
    const [name] = this.namesOf(by);
    return name === undefined ? [] : this.#add(name, claim);
  }

  /**
   * Looks for members that a resource needs in a set, but that are missing there although another resource of this program declares the whole set.
   * If no member is declared, the members may not be known yet, so none counts as missing.
   *
   * @returns the set and the resource that declares it, for messages, and the missing members; undefined if none is known to be missing
   */
  lacking({ key, members }: Need) {
    const [by, claim] = [...(this.#claims.get(key) ?? [])].find(([, { isWhole }]) => isWhole) ?? [];
    const declared = new Set(claim?.members);
    const isKnown = declared.size > 0 && !declared.has(unknownValue);
    const missing = members.filter((member) => !declared.has(member));
    return claim && isKnown && missing.length > 0 ? { on: claim.on, by, members: missing } : undefined;
  }

  /**
   * The resources of this program that declare a member of a set, for messages: first those that manage it, then those that this run has not
   * created, then those that have failed in this run.
   */
  claimantsOf(key: string, member: string): readonly string[] {
    const names = [...(this.#claims.get(key) ?? [])].flatMap(([name, { members }]) =>
      members?.includes(member) ? [name] : [],
    );
    const rank = (name: string) => (this.#failedClaimants.has(name) ? 2 : Number(this.#uncreated.has(name)));
    return names.toSorted((a, b) => rank(a) - rank(b));
  }

  /** Members of a set or list in the form of a property: an array, or a map if a resource of this program declares a value for a member of a set. */
  valueOf(key: string, members: readonly string[]): Json {
    const claims = [...(this.#claims.get(key)?.values() ?? [])];
    if (claims.every(({ values }) => values === undefined)) return members;
    const declared = (member: string) =>
      claims.map(({ values = {} }) => own(values, member)).find((one) => one !== undefined);
    if (claims.some(({ isOrdered }) => isOrdered)) return members.flatMap((member) => declared(member) ?? []);
    return Object.fromEntries(members.map((member) => [member, declared(member) ?? null]));
  }

  /** Whether a member of a set is declared only by resources that have failed in this run. */
  hasFailedClaimantsOnly(key: string, member: string): boolean {
    const [name] = this.claimantsOf(key, member);
    return name !== undefined && this.#failedClaimants.has(name);
  }

  /** The resource that declares a member of a set, if no resource of this program manages the member at the end of this run. */
  missingClaimantOf(key: string, member: string): string | undefined {
    const [name] = this.claimantsOf(key, member);
    return name !== undefined && (this.#failedClaimants.has(name) || this.#uncreated.has(name)) ? name : undefined;
  }

  /** Records that the creation or the update of the resource with this claim has failed. */
  noteFailedClaimant(claim: Claim): void {
    const [name] = this.#namesWith(claim);
    if (name !== undefined) this.#failedClaimants.add(name);
  }

  /** Records that the creation or the update of the resource with this claim has succeeded, also if an earlier attempt of it has failed. */
  noteSuccessfulClaimant(claim: Claim): void {
    const [name, ...others] = this.#namesWith(claim);
    if (name !== undefined && others.length === 0) this.#failedClaimants.delete(name);
  }

  /** Records that the resource with these claims was created, also if an earlier attempt has failed. */
  noteCreated([claim]: readonly Claim[]): void {
    if (claim === undefined) return;
    const name = this.#namesWith(claim).find((one) => this.#uncreated.has(one));
    if (name !== undefined) this.#uncreated.delete(name);
    // If several resources declare objects with this key, it is not known whose creation has failed.
    if (this.namesOf(claim.key).length === 1) this.#failedCreations.delete(claim.key);
  }

  /** Records that the creation of an object with this key has failed, and its time as `#failedCreations` has it. */
  noteFailedCreation(key: string, made: number): void {
    this.#failedCreations.set(key, Math.max(made, this.#failedCreations.get(key) ?? 0));
  }

  /**
   * The resource of the program that declares an object with this key and was not created in this run, for messages. A creation that failed before the
   * object to be deleted was made declares another object of the same name.
   */
  missingCreatorOf(key: string, made = 0): string | undefined {
    const names = this.namesOf(key);
    const isFailed = (this.#failedCreations.get(key) ?? 0) > made;
    return names.find((name) => this.#uncreated.has(name)) ?? (isFailed ? names[0] : undefined);
  }

  /** The resources that have a claim with this key. */
  namesOf(key: string): readonly string[] {
    return [...(this.#claims.get(key)?.keys() ?? [])];
  }

  /** The resource to which an entry of the state with this claim belongs, for messages. Among several with the same set, the one with these members. */
  nameOf({ key, members }: Pick<Claim, "key" | "members">): string {
    const claims = [...(this.#claims.get(key) ?? [])];
    const [name] = claims.find(([, claim]) => equal(claim.members, members)) ?? claims[0] ?? [];
    return name ?? "another resource";
  }

  /** Whether the run replaces every resource that has a claim with this key and an entry in the state. */
  isReplaced(key: string): boolean {
    return this.namesOf(key).every((name) => !this.#old.has(name) || this.#replaced.has(name));
  }

  #add(name: string, claim: Claim): readonly string[] {
    const claims = entryIn(this.#claims, claim.key, () => new Map<string, Claim>()).set(name, claim);
    this.#keysOf.set(name, new Set(this.#keysOf.get(name)).add(claim.key));
    const isContested = (theirs: Claim) => claim.isWhole || theirs.isWhole || contestedIn(claim, theirs) !== undefined;
    const other = [...claims].find(([one, theirs]) => one !== name && isContested(theirs));
    return other ? [conflictOf(claim, name, other[1], other[0])] : [];
  }

  /** The resources with this claim. Two resources with the same claim cannot be told apart. */
  #namesWith({ key, members }: Claim): readonly string[] {
    return [...(this.#claims.get(key) ?? [])].flatMap(([name, claim]) => (equal(claim.members, members) ? [name] : []));
  }
}
