import { randomBytes } from "node:crypto";
import { isDeepStrictEqual as equal } from "node:util";
import type { TenantClient } from "../client/index.ts";
import { type Json, type JsonObject, own, unknownValue } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";
import { Choices } from "./choices.ts";
import { type Claim, type Claiming, conflictOf, contestedIn, type Need, naturalKeyOf } from "./claims.ts";
import { Earlier } from "./earlier.ts";
import { MovingMembers } from "./moving-members.ts";
import { Namesakes } from "./namesakes.ts";
import { ReaderRegistry, type SharedCalls } from "./reads/reads.ts";
import { areSame, Replacements } from "./replacements.ts";
import type { ResourceType } from "./resource-type.ts";
import { Turns } from "./turns.ts";
import { WriteOnlySecrets } from "./write-only-secrets.ts";

/** What a program needs to know of a type to compare singletons. */
type Singleton = Pick<ResourceType, "schema" | "label">;

/** An entry of the state by which a resource of the program manages an object, or members of a set. */
interface ManagingEntry {
  /** The key of the resource's claim. */
  readonly key: string;
  /** The mark in the entry's record, which identifies the entry. Undefined for an entry of an older version. */
  readonly mark: string | undefined;
  /** The managed members of a set. Undefined for an object. */
  readonly members?: readonly string[];
}

/** A noted entry, with the mark under which this run found it in the state. An entry that this run creates has its first mark. */
type NotedEntry = ManagingEntry & { readonly found: string | undefined };

/** A resource of the program that manages an object, or members of a set, by an entry of the state. */
export interface Manager {
  /** The resource, for messages. */
  readonly by: string;
  /** The mark under which this run found the entry. */
  readonly found: string | undefined;
  /** The members of a set that it manages. Empty for an object. */
  readonly members: readonly string[];
}

/** An object that is to be deleted, with the keys under which a running program knows it. */
export interface DeletionTarget {
  /** The tenant's id of the object. */
  readonly id: string;
  /** Its type and id. Undefined if the resource has no object of its own. */
  readonly object?: string | undefined;
  /** The key of the claim on the object. */
  readonly key?: string | undefined;
  /** The keys under which a program may read it. */
  readonly reads: readonly string[];
  /** The key of the claim on a set. */
  readonly set?: string | undefined;
  /** The mark of the entry that is deleted. */
  readonly mark?: string | undefined;
  /** When the object was created, if the record has it. */
  readonly made?: number | undefined;
}

/** The declared values of an object that every tenant has, in a form in which processes can compare them. */
export interface DeclaredSettings {
  /** The key of the claim on the object. */
  readonly key: string;
  /** The resource, for messages. */
  readonly by: string;
  /** The declared values by their places, which are the same for all forms of one value. Values that are not known yet are left out. */
  readonly values: Readonly<Record<string, DeclaredSetting>>;
}

/** A declared value of an object that every tenant has. */
export interface DeclaredSetting {
  /** Its path, in words. */
  readonly path: string;
  readonly digest: string;
}

/** A resource that declares other values of an object that every tenant has. */
export interface Rival {
  readonly by: string;
  /** The paths whose values differ, in words. */
  readonly paths: readonly string[];
}

/** The reasons why a running program needs an object that is to be deleted, or members of its set. */
export interface Keepers {
  /** The resource that declares the object, but was not created in this run because of an error, for messages. */
  readonly creator?: string | undefined;
  /** The resource that was to replace the object, and whose creation failed in this run, for messages. Its entry still has the object. */
  readonly replacer?: string | undefined;
  /** The resources that manage the object. */
  readonly managers: readonly Manager[];
  /** Whether the program reads the object with `get`. */
  readonly isRead: boolean;
  /** The id of a newer object with the same name, see {@link Namesakes.successorOf}. */
  readonly successor?: string | undefined;
  /** The resources that manage members of its set. */
  readonly sharers: readonly Manager[];
}

/** The declared values of a resource. */
export interface DeclaredInputs {
  readonly args: JsonObject;
  /** Its inputs in the state; empty if the state does not have the resource, or if the run replaces the object. */
  readonly before: JsonObject;
  /** Whether the object can only be a new one. */
  readonly isNew: boolean;
}

/** The names of the classes with a value that refers to the objects of a schema by their id. */
export type ReferringTypes = (schema: Schema) => readonly string[];

/**
 * The claims of the running program's resources, and the entries of the state by which they manage objects and members of sets.
 *
 * The entries matter because two entries of a state can refer to one object, for example after a rename that failed half-way. If the program
 * keeps one of them, the deletion of the other must leave the object alone ({@link managersOf}). The entries that the program keeps are known
 * in time, because the engine requests a diff of each before it deletes the others. It also requests diffs of entries that the program does not
 * keep: in a refresh, and of the dependents of a resource that is deleted before its replacement. So a diff counts only if this run has checked
 * the resource ({@link noteManaged}).
 */
export class RunningProgram {
  readonly referring: ReferringTypes;
  /** In a preview: the declared values of the resources that it has checked, by their unique names. */
  readonly inputs = new Map<string, DeclaredInputs>();
  /** Objects in the state that the engine has compared or refreshed in this run. */
  readonly inState = new Set<string>();
  /** Objects of the state whose names become free before the run ends: the run gives them other names, or deletes them before it replaces them. */
  readonly freed = new Set<string>();
  /** The keys of objects that the program only reads (`get`), by their ids and by their unique values. */
  readonly onlyRead = new Set<string>();
  /** The provisional ids of objects that this run has deleted. A listing may still return these objects. */
  readonly deleted = new Set<string>();
  /** The marks by which this run recognizes its own entries in the state: those of the objects that it creates or changes. */
  readonly ownMarks = new Set<string | undefined>();
  /**
   * The keys of objects whose creation has failed: the program declares the objects, but their ids are not known yet. With the time of the creation, in
   * milliseconds since 1970; Infinity for one of this run, and where a key has only one object.
   */
  readonly failedCreations = new Map<string, number>();
  /** The resources whose creation was to replace an object and failed, by the key of the object: their entries still have it. */
  readonly unreplaced = new Map<string, string>();
  /** The write-only values of this run: checks replace such a value by a hash, and the requests that send it look it up here. */
  readonly secrets = new WriteOnlySecrets();
  readonly moving = new MovingMembers();
  readonly replacements = new Replacements();
  readonly namesakes = new Namesakes();
  /** The reasons why the last read of an object could not see a part of it: by schema, then by the tenant's id. */
  readonly unread = new Map<Schema, Map<string, string>>();
  /** The ids of the objects that the program manages, by the noun of their type. A listing may lag behind and not show the newest of them. */
  readonly ids = new Map<string, Set<string>>();
  /** Whether a look-up of a preview has failed. The preview then warns once and looks up no further objects, instead of waiting for each failure. */
  isOutOfReach = false;
  /** Whether the run tries settings of a disposable tenant and restores them, so that it may overwrite values of other clients. */
  isTrial = false;
  /** Whether this run is a preview. A refresh runs no checks, so it does not count as one. */
  isPreview = false;
  /** Whether the run has already warned that the token does not name its client. */
  isOwnAccessUnknown = false;
  /** The responses to the look-ups of a preview, cached because the look-ups of all new objects of a type request the same listing of names. */
  sharedCalls: SharedCalls | undefined;
  /** The programs that have declared a resource of a name. Each remote component is a program of its own, as is each copy of the package. */
  readonly #origins = new Map<string, Set<string>>();
  /** The inputs in the state, as the engine has passed them to checks, by natural key. */
  readonly #oldInputs = new Map<string, JsonObject[]>();
  /** The claims, by their key, then by the resource's name. */
  readonly #claims = new Map<string, Map<string, Claim>>();
  readonly #keysOf = new Map<string, ReadonlySet<string>>();
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
  /** The turns of the writes, by the noun of their type. */
  readonly #turns = new Map<string, Turns>();
  /** The settings that the program declares, by the key of the claim on the object. */
  readonly #settings = new Map<string, DeclaredSettings>();
  /** The arguments of the singletons that the program declares, by their ids. */
  readonly #singletons = new Map<string, { readonly type: Singleton; readonly args: JsonObject }>();
  /** The time of this run's latest mark, in microseconds since 1970. */
  #latest = 0;
  /** The entries of the state that manage each object or set, by the key of the object or set. */
  readonly #managers = new Map<string, readonly NotedEntry[]>();

  constructor(referring: ReferringTypes) {
    this.referring = referring;
  }

  /**
   * A name that no other resource of this run has.
   *
   * @param label the resource's class and name, unique within its program
   * @param origin distinguishes the program from other programs of the run
   */
  uniqueName(label: string, origin: string): string {
    const origins = (this.#origins.get(label) ?? new Set<string>()).add(origin);
    this.#origins.set(label, origins);
    const at = [...origins].indexOf(origin);
    return at === 0 ? label : `${label} (program ${at + 1})`;
  }

  /** The turns of the writes of one type. */
  turnsOf({ noun }: Schema): Turns {
    const turns = this.#turns.get(noun) ?? new Turns();
    this.#turns.set(noun, turns);
    return turns;
  }

  /**
   * Records the arguments of a singleton.
   *
   * @returns warnings about values of this singleton and another one of the program of which the service refuses one while it has the other
   */
  declareSingleton(type: Singleton, args: JsonObject): readonly string[] {
    const { singleton } = type.schema;
    if (singleton === undefined) return [];
    // Of a type with an object for each identity, a program can have several.
    const key = singleton === true ? type.label(args) : singleton;
    this.#singletons.set(key, { type, args });
    return [...this.#singletons].flatMap(([id, { type: its, args: values }]) => {
      const { refusedWhile } = its.schema;
      if (!refusedWhile || ![id, refusedWhile.singleton].includes(key)) return [];
      const { type: other, property, is, refused, advice } = refusedWhile;
      if (own(this.#singletons.get(refusedWhile.singleton)?.args, property) !== is) return [];
      const names = refused.filter((name) => !["", undefined].some((none) => own(values, name) === none));
      if (names.length === 0) return [];
      const where = id === key ? "" : ` of ${its.label(values)}`;
      return [
        `${names.join(", ")}${where}: the service refuses a change while \`${property}\` is ${is}, which ${other} of this program declares. ${advice}`,
      ];
    });
  }

  /** Records the inputs that the state has for a resource. The engine passes them to check, and never to diff. */
  noteOldInputs(type: Claiming, inputs: JsonObject): void {
    const key = naturalKeyOf(type, inputs);
    this.#oldInputs.set(key, [...(this.#oldInputs.get(key) ?? []), inputs]);
  }

  /**
   * Whether the program declares a resource whose entry in the state has this natural key. Only entries that this run has checked count, because
   * a refresh also covers resources that were removed from the program.
   */
  declaresNamesake(type: Claiming, inputs: JsonObject): boolean {
    return this.#oldInputs.has(naturalKeyOf(type, inputs));
  }

  /** Whether the declared inputs equal those in the state. Then the engine's own comparison finds no change, even if the outputs differ. */
  isDeclaredAsBefore(type: Claiming, inputs: JsonObject): boolean {
    const olds = this.#oldInputs.get(naturalKeyOf(type, inputs)) ?? [];
    return olds.some((old) => areSame(old, inputs));
  }

  /**
   * Records the claims of a resource.
   *
   * @param name the resource, for messages; unique in this program
   * @param isNew whether the engine has passed no old inputs. It also passes none in the second check of a resource that it replaces
   * @param isAwaited whether deletions must leave the objects and members that a new resource declares, until this run has created the resource
   * @returns the conflicts with claims of other resources, for messages
   */
  declare(name: string, claims: readonly Claim[], isNew: boolean, isAwaited: boolean): readonly string[] {
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
  declareMore(by: string, claim: Claim): readonly string[] {
    const [name] = this.#claimants(by);
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
  declared(key: string, members: readonly string[]): Json {
    const claims = [...(this.#claims.get(key)?.values() ?? [])];
    if (claims.every(({ values }) => values === undefined)) return members;
    const declared = (member: string) =>
      claims.map(({ values = {} }) => own(values, member)).find((one) => one !== undefined);
    if (claims.some(({ isOrdered }) => isOrdered)) return members.flatMap((member) => declared(member) ?? []);
    return Object.fromEntries(members.map((member) => [member, declared(member) ?? null]));
  }

  /** A mark for the entry that a write saves in the state. It is later than all marks that this run knows. */
  nextMark(): string {
    const now = Math.round((performance.timeOrigin + performance.now()) * 1_000);
    this.#latest = Math.max(now, this.#latest + 1, this.moving.latest + 1);
    return markAt(this.#latest);
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

  /** Records that the new resource with these claims was created. */
  noteCreated([claim]: readonly Claim[]): void {
    const name = claim && this.#namesWith(claim).find((one) => this.#uncreated.has(one));
    if (name !== undefined) this.#uncreated.delete(name);
  }

  /**
   * Records that an entry of the state manages an object, or members of a set.
   *
   * @param thing the type and the tenant's id of the object, or the key of a claim on a set
   * @param oldMark the mark that the entry had before this write. Default: the entry's mark
   */
  noteManaged(thing: string, entry: ManagingEntry, oldMark = entry.mark): void {
    if (this.#claimants(entry.key).length === 0) return;
    // Several entries can manage members of the same set, and their marks tell them apart. Entries of an older version have no marks, so their
    // values are compared.
    const isSame = ({ found: _, ...other }: NotedEntry) =>
      other.mark === oldMark && (oldMark !== undefined || equal(other, entry));
    const noted = this.#managers.get(thing) ?? [];
    const same = noted.find(isSame);
    const others = noted.filter((other) => !isSame(other));
    this.#managers.set(thing, [...others, { ...entry, found: same ? same.found : entry.mark }]);
  }

  /**
   * The entries of the state by which the program manages an object or members of a set, except the entry that is deleted. The deletion must not
   * remove the object or the members that these entries manage.
   *
   * A noted entry with the same mark as the deleted entry is a copy of it, and part of the result: a run notes only entries that the engine keeps, so
   * it cannot be the deleted entry itself. The exception is a process that serves several runs (the engine starts one for each run): it may have
   * noted the deleted entry in an earlier run. Then this process has also created the mark, and the noted entry is not part of the result.
   *
   * @param deleted the mark of the deleted entry. Default: none is deleted
   */
  managersOf(thing: string, deleted?: string): readonly Manager[] {
    return this.#entriesOf(thing)
      .filter(({ mark }) => mark !== deleted || !this.ownMarks.has(mark))
      .map((entry) => ({ by: this.#nameOf(entry), found: entry.found, members: entry.members ?? [] }));
  }

  /**
   * The resources of the program that may already manage an object which a resource wants to manage, for messages. If the managing entry has the
   * same key as this resource, the result contains every resource with this key, because they cannot be told apart.
   *
   * @param key the key of this resource's claim on the object
   * @param mark the mark of this resource's entry, if other resources can have the same key
   */
  namesOfOtherManagers(thing: string, key: string | undefined, mark: string | undefined): readonly string[] {
    const isOther = (entry: ManagingEntry) =>
      entry.key !== key || (mark !== undefined && entry.mark !== undefined && entry.mark !== mark);
    const other = this.#entriesOf(thing).find(isOther);
    return other ? this.#claimants(other.key).slice(0, other.key === key ? undefined : 1) : [];
  }

  /**
   * The resource of the program that declares an object with this key and was not created in this run, for messages. A creation that failed before the
   * object to be deleted was made declares another object of the same name.
   */
  missingCreatorOf(key: string, made = 0): string | undefined {
    const names = this.#claimants(key);
    const isFailed = (this.failedCreations.get(key) ?? 0) > made;
    return names.find((name) => this.#uncreated.has(name)) ?? (isFailed ? names[0] : undefined);
  }

  /** Records the declared values of an object that every tenant has, for other processes of the run. */
  noteSettings(settings: DeclaredSettings): void {
    this.#settings.set(settings.key, settings);
  }

  /** The resource of this program that declares other values than the given ones of the same object; undefined if there is none. */
  rivalOf({ key, values }: DeclaredSettings): Rival | undefined {
    const mine = this.#settings.get(key);
    const paths = Object.entries(mine?.values ?? {}).flatMap(([place, { path, digest }]) => {
      const theirs = values[place];
      return (theirs?.digest ?? digest) === digest ? [] : [path, theirs?.path ?? path];
    });
    return mine && paths.length > 0 ? { by: mine.by, paths: [...new Set(paths)] } : undefined;
  }

  /** Whether a resource of the program declares the object with this key. */
  declares(key: string): boolean {
    return this.#claimants(key).length > 0;
  }

  /** The reasons why this program needs an object that is to be deleted, or members of its set. */
  keepersOf(leaving: DeletionTarget): Keepers {
    const { object, key, reads, set, mark, made } = leaving;
    return {
      creator: key === undefined ? undefined : this.missingCreatorOf(key, made),
      replacer: object === undefined ? undefined : this.unreplaced.get(object),
      managers: object === undefined ? [] : this.managersOf(object, mark),
      isRead: reads.some((read) => this.onlyRead.has(read)),
      successor: this.namesakes.successorOf(leaving)?.id,
      sharers: set === undefined ? [] : this.managersOf(set, mark),
    };
  }

  #add(name: string, claim: Claim): readonly string[] {
    const claims = this.#claims.get(claim.key) ?? new Map<string, Claim>();
    this.#claims.set(claim.key, claims.set(name, claim));
    this.#keysOf.set(name, new Set(this.#keysOf.get(name)).add(claim.key));
    const isContested = (theirs: Claim) => claim.isWhole || theirs.isWhole || contestedIn(claim, theirs) !== undefined;
    const other = [...claims].find(([one, theirs]) => one !== name && isContested(theirs));
    return other ? [conflictOf(claim, name, other[1], other[0])] : [];
  }

  /** The resources with this claim. Two resources with the same claim cannot be told apart. */
  #namesWith({ key, members }: Claim): readonly string[] {
    return [...(this.#claims.get(key) ?? [])].flatMap(([name, claim]) => (equal(claim.members, members) ? [name] : []));
  }

  #claimants(key: string): readonly string[] {
    return [...(this.#claims.get(key)?.keys() ?? [])];
  }

  /** The name of the resource to which an entry of the state belongs, for messages. Among several with the same set, the one with these members. */
  #nameOf({ key, members }: ManagingEntry): string {
    const claims = [...(this.#claims.get(key) ?? [])];
    const [name] = claims.find(([, claim]) => equal(claim.members, members)) ?? claims[0] ?? [];
    return name ?? "another resource";
  }

  /** The entries of the state that manage an object or a set. The entry of a replaced resource is included only if this run has written it. */
  #entriesOf(thing: string): readonly NotedEntry[] {
    const managers = this.#managers.get(thing) ?? [];
    return managers.filter(({ key, mark }) => this.ownMarks.has(mark) || !this.#isReplaced(key));
  }

  /** Whether the run replaces every resource that has a claim with this key and an entry in the state. */
  #isReplaced(key: string): boolean {
    return this.#claimants(key).every((name) => !this.#old.has(name) || this.#replaced.has(name));
  }
}

/**
 * A mark for one write: unique, and comparable by time with the marks of other writes.
 *
 * @param time in microseconds since 1970
 */
export function markAt(time: number): string {
  return `${time.toString(36)}.${randomBytes(3).toString("base64url")}`;
}

/** The data of one run: for each tenant the program and the readers, and the messages that were already printed. */
export class EngineRun {
  readonly #referring: ReferringTypes;
  readonly #programs = new Map<string, RunningProgram>();
  readonly #readers = new WeakMap<TenantClient, ReaderRegistry>();
  readonly #earlier = new WeakMap<TenantClient, Earlier>();
  readonly #messages = new Set<string>();
  #choices: Choices | undefined;
  /** Asks the other provider processes of this run whether they manage or read an object. Default: there are no other processes. */
  neighbors: (host: string, leaving: DeletionTarget) => Promise<readonly Keepers[]> = () => Promise.resolve([]);
  /** Asks the other provider processes of this run whether they declare other values. Default: there are no other processes. */
  rivals: (host: string, settings: DeclaredSettings) => Promise<readonly Rival[]> = () => Promise.resolve([]);

  /** @param referring Default: no type refers to another one */
  constructor(referring: ReferringTypes = () => []) {
    this.#referring = referring;
  }

  /** Whether a message was not printed in this run yet. Several resources can have the same warning or advice, which must appear only once. */
  isNews(message: string): boolean {
    const isNew = !this.#messages.has(message);
    this.#messages.add(message);
    return isNew;
  }

  /** The data of the run about the tenant with this host. */
  programFor(host: string): RunningProgram {
    const program = this.#programs.get(host) ?? new RunningProgram(this.#referring);
    this.#programs.set(host, program);
    return program;
  }

  readersOf(client: TenantClient): ReaderRegistry {
    const registry = this.#readers.get(client) ?? new ReaderRegistry(client);
    this.#readers.set(client, registry);
    return registry;
  }

  /** The choices in a file, which are read once. */
  choicesIn(file: string): Choices {
    this.#choices ??= new Choices(file);
    return this.#choices;
  }

  earlierOf(client: TenantClient): Earlier {
    const earlier = this.#earlier.get(client) ?? new Earlier(client);
    this.#earlier.set(client, earlier);
    return earlier;
  }
}
