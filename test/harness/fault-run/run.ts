import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Emulator, Fault } from "../../../provider/src/emulator/index.ts";
import {
  fromPointer,
  isAncestor,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../../../provider/src/schema/json.ts";
import { type Field, type Fields, isShownOnce, pathRulesOf } from "../../../provider/src/schema/schema.ts";
import { canonical, same } from "../../../provider/src/state/canonical.ts";
import { type Leaf, leafAt, leavesOf } from "../../../provider/src/state/leaves.ts";
import { type ManagedRecord, readRecord } from "../../../provider/src/state/record.ts";
import type { Exception } from "../../subjects/exception.ts";
import { kinds } from "../../subjects/kinds.ts";
import {
  inClear,
  MiniEngine,
  type Program,
  type ProviderPort,
  revealed,
  type StateEntry,
  type Step,
} from "../mini-engine.ts";
import { aged, namesakeRun } from "./namesakes.ts";
import { fieldsOf, kindOf, otherName, slotOf, slots, subjectOf } from "./programs.ts";
import { codeOf, inThisProcess, type Launch, type Runtime } from "./runtime.ts";
import { type Action, type Edit, type Scenario, scenario, type Trouble } from "./scenario.ts";
import {
  carryOut,
  comparable,
  type Found,
  foreignIn,
  isEmpty,
  type MortalTenant,
  objectOf,
  objectsIn,
  startTenant,
  type Theirs,
} from "./tenant.ts";

/**
 * More requests than any operation makes, and more milliseconds than any takes, however much goes wrong. A removal of scopes reads the permissions of each
 * role, twice if the token has expired, and a long run makes some 150 roles.
 */
const most = { requests: 400, ms: 30_000 };

/** What a message says of an object that a user has to change or to delete. */
const inTheWay =
  /cannot be adopted|does not show that it is the declared object|the program does not declare|Another [\w ]+ has this \w+\. Change or delete|The API never returns this in a form|is greater than token_lifetime/;

/** What a message says if lost creations have left as many objects as there can be. */
const isFull = /has the maximum number of [\s\S]*Delete one/;

/** What a message says of values of others that a write would put into force. */
const wouldActivate = /into force, which the program does not declare[\s\S]*pulumi state delete/;

/** An unpublished change that the program does not declare is in the way. */
const inDraft = /The program does not declare (dependencies|modules): declare it/;

/** How many cases with objects of other teams come with a round of the others. */
const namesakesPerRound = 12;

/** How many operations a case has at least on average. */
const usual = 4 * slots.size;

/** What a run has done. */
export interface Tally {
  cases: number;
  /** Creations, reads, updates and deletions that an engine asked a provider for. */
  operations: number;
  requests: number;
  /** Requests that a fault has hit. */
  faults: number;
  kills: number;
  /** Runs after which a replacement had still to delete what it replaces. */
  halves: number;
  /** Originals of such replacements that a later program took back. */
  rollbacks: number;
}

/**
 * Runs random cases until so many operations were made.
 *
 * @param seed where the cases come from: the same seed gives the same ones
 * @throws the first failure, with a case that is as short as could be found, and what makes it again
 */
export async function faultRun(options: {
  readonly launch: Launch;
  readonly operations: number;
  readonly seed: number;
  /** Whether the first failing case is good enough. */
  readonly isUnshrunk?: boolean;
  /** What happens. Default: anything, to resources of all types. */
  readonly scenarios?: fc.Arbitrary<Scenario>;
}): Promise<Tally> {
  const tally: Tally = { cases: 0, operations: 0, requests: 0, faults: 0, kills: 0, halves: 0, rollbacks: 0 };
  let isFailed = false;
  for (let round = 0; tally.operations < options.operations; round++) {
    const property = fc.asyncProperty(options.scenarios ?? scenario, async (one) => {
      const run = new Case(one, await startTenant(), options.launch, tally);
      try {
        await run.story();
      } catch (error) {
        // A shorter case can take an hour to find.
        if (!isFailed)
          process.stdout.write(`seed ${options.seed + round} fails, a shorter case is looked for: ${error}\n`);
        isFailed = true;
        throw error;
      } finally {
        await run.end();
      }
    });
    await fc.assert(property, {
      seed: options.seed + round,
      numRuns: Math.ceil((options.operations - tally.operations) / usual),
      // Small values first would mean short cases only.
      unbiased: true,
      endOnFailure: options.isUnshrunk ?? false,
    });
    if (options.scenarios) continue;
    await namesakeRun({ launch: options.launch, numRuns: namesakesPerRound, seed: options.seed + round });
  }
  return tally;
}

/** Whether two versions of a set of members have none in common; false for all that is no such set. */
function hasOtherMembers(fields: Fields, a: JsonObject, b: JsonObject): boolean {
  const sets = Object.keys(fields).filter((name) => "remembered" in (fields[name] as Field) && Array.isArray(a[name]));
  const isShared = (name: string) => (a[name] as Json[]).some((one) => (b[name] as Json[] | undefined)?.includes(one));
  return sets.length > 0 && !sets.some(isShared);
}

/** The provider's process is gone. */
class Killed extends Error {}

class Case {
  readonly #scenario: Scenario;
  readonly #tenant: MortalTenant;
  readonly #launch: Launch;
  readonly #tally: Tally;
  readonly #engine: MiniEngine;
  readonly #untouchable: unknown;
  readonly #secrets: readonly string[];
  /** By slot: every leaf that some version of the program declares. */
  readonly #everDeclared: ReadonlyMap<string, readonly Leaf[]>;
  #runtime: Runtime | undefined;
  #printed = "";
  /** What an operation has taken beyond all bounds. */
  #excess: string | undefined;
  #isKilled = false;
  #trouble: Trouble | undefined;
  #received = 0;
  #answered = 0;
  #theirs: Theirs[] = [];
  /** The program whose `up` was the last one, by slot. */
  #program: Program;
  /** The slots whose resources have their other names in it. */
  #renamed: readonly string[] = [];
  /** A run has said that it is unknown whether something was deleted, and that a refresh finds out. */
  #isUnsureOfDeletion = false;
  /** The slots whose objects have been taken over by another entry of the state: values that only the old entry declared stay. */
  readonly #takenOver = new Set<string>();
  /** The slots at whose objects another client has edited something. */
  readonly #edited = new Set<string>();

  constructor(one: Scenario, tenant: MortalTenant, launch: Launch, tally: Tally) {
    this.#scenario = one;
    this.#tenant = tenant;
    this.#launch = launch;
    this.#tally = tally;
    this.#engine = new MiniEngine(this.#port(), (name) => codeOf(kindOf(name)));
    this.#untouchable = foreignIn(tenant);
    this.#program = one.programs[0] ?? {};
    this.#everDeclared = new Map(
      [...slots.keys()].map((slot) => [slot, one.programs.flatMap((program) => declaredBy(program, slot))]),
    );
    this.#secrets = [tenant.clientSecret, ...new Set(one.programs.flatMap((program) => secretsIn(program)))];
    tally.cases++;
    tenant.onRequest(({ phase, request }) => {
      if (phase === "answered") {
        this.#answered++;
        return;
      }
      this.#received++;
      tally.requests++;
      if (request.fault !== undefined) tally.faults++;
      this.#onArrival();
    });
  }

  async story(): Promise<void> {
    for (const action of this.#scenario.actions) {
      await this.#perform(action);
      this.#expectNothingLeaked();
    }
    this.#tenant.clearFaults();
    await this.#renew(false);
    await this.#converge();
    await this.#expectConverged();
    await this.#destroy();
  }

  async end(): Promise<void> {
    await this.#runtime?.close();
    await this.#tenant.close();
  }

  async #perform(action: Action): Promise<void> {
    if (action.do === "edit") return this.#edit(action.edit);
    if (action.do === "copy") return this.#copy(action.slot);
    const { trouble } = action;
    await this.#renew(false, false);
    for (const fault of trouble.faults) this.#tenant.inject(fault as Fault);
    this.#tenant.maskSecrets(trouble.mask);
    this.#received = 0;
    this.#answered = 0;
    this.#trouble = trouble;
    if (action.do === "up") {
      this.#renamed = action.renamed;
      await this.#up(this.#scenario.programs[action.program] ?? {}, action.end);
    }
    // A refresh ends at the first failure.
    else await this.#engine.refresh().catch((failure: Error) => this.#expectForPeople(failure));
    this.#trouble = undefined;
    await this.#settled();
    this.#tenant.clearFaults();
    this.#tenant.maskSecrets(undefined);
    if (this.#isKilled) {
      this.#tally.kills++;
      await this.#recover(this.#program);
    }
  }

  /** Another client does something at the tenant. */
  #edit(edit: Edit): void {
    const isDeclared = (slot: string, path: Path) =>
      (this.#everDeclared.get(slot) ?? []).some((leaf) => path.every((key, n) => leaf.path[n] === key));
    this.#edited.add(edit.slot);
    const theirs = this.#byHand(() => carryOut(this.#tenant, edit, isDeclared));
    const isNewer = ({ id, path }: Theirs) => theirs.some((one) => one.id === id && isDeepStrictEqual(one.path, path));
    this.#theirs = [...this.#theirs.filter((one) => !isNewer(one)), ...theirs];
    const ids = new Set(objectsIn(this.#tenant).map(({ id }) => id));
    this.#theirs = this.#theirs.filter(({ id }) => ids.has(id));
  }

  /** A user or another client changes the tenant by hand: values of other clients that this takes away are no loss. */
  #byHand<T>(change: () => T): T {
    const before = this.#theirs.map((one) => this.#isThere(one));
    const changed = change();
    this.#theirs = this.#theirs.filter((one, at) => !(before[at] && !this.#isThere(one)));
    return changed;
  }

  /** Whether the tenant has values that another client has set. */
  #isThere({ id, path, value }: Theirs): boolean {
    const found = objectsIn(this.#tenant).find((object) => object.id === id);
    return found !== undefined && isDeepStrictEqual(comparable(found, path), value);
  }

  /** A user copies an entry of the state to the resource's other name. */
  #copy(slot: string): void {
    const { state } = this.#engine;
    const [from, to] = state.has(slot) ? [slot, otherName(slot)] : [otherName(slot), slot];
    const entry = state.get(from);
    if (entry && !state.has(to)) state.set(to, entry);
  }

  /** The name that the resource of a slot has in the program whose `up` was the last one. */
  #nameOf(slot: string): string {
    return this.#renamed.includes(slot) ? otherName(slot) : slot;
  }

  /** A program as the engine gets it: by the names of the resources. */
  #named(program: Program): Program {
    return Object.fromEntries(Object.entries(program).map(([slot, args]) => [this.#nameOf(slot), args]));
  }

  /** Whether the state has an old entry for a slot: under a name that the program has not, or replaced and still to be deleted. */
  #hasOldEntry(slot: string): boolean {
    const { state, pendingDeletes } = this.#engine;
    const isPending = pendingDeletes.some(({ name }) => slotOf(name) === slot);
    return isPending || state.has(this.#nameOf(slot) === slot ? otherName(slot) : slot);
  }

  /** An `up`, after which nothing is gone but what the engine asked to delete and the program does not keep. */
  async #up(program: Program, end?: "whole" | "at a failure" | "in the program"): Promise<readonly Step[]> {
    this.#program = program;
    const before = objectsIn(this.#tenant);
    const entries = [
      ...this.#engine.state,
      ...this.#engine.pendingDeletes.map(({ name, entry }) => [name, entry] as const),
    ];
    for (const slot of slots.keys()) if (this.#hasOldEntry(slot)) this.#takenOver.add(slot);
    const originals = this.#originalsOf(program);
    const steps = await this.#engine.up(this.#named(program), end);
    await this.#settled();
    for (const { failure } of steps) {
      if (!failure) continue;
      this.#expectForPeople(failure);
      this.#isUnsureOfDeletion ||= /not known whether the tenant has deleted[\s\S]*--refresh/.test(failure.message);
    }
    const deleted = new Set(steps.filter(({ op }) => op === "delete" || op === "replace").map(({ name }) => name));
    const after = new Set(objectsIn(this.#tenant).map(({ id }) => id));
    for (const { slot, id, key } of before.filter((object) => !after.has(object.id))) {
      const isAsked = entries.some(([name, entry]) => {
        const isLost = standingOf(entry) !== "here" && subjectOf(slot).keyOf(entry.outputs) === key;
        // A lost object with a value that only its creation shows is deleted before another one is created.
        const isDeleted = deleted.has(name) || (isLost && isShownOnce(kinds[kindOf(slot)].schema));
        return slotOf(name) === slot && isDeleted && (entry.id === id || isLost);
      });
      ensure(isAsked, `${slot} (${key}) was deleted, and no program asked for it`);
      const keeper = this.#engine.state.get(this.#nameOf(slot));
      const isKept = keeper?.id === id && steps.some(({ name, failure }) => name === this.#nameOf(slot) && !failure);
      ensure(!isKept, `${slot} (${key}) was deleted, and the program keeps it`);
    }
    for (const { name, entry } of originals) {
      const isDone = steps.some((step) => step.name === name && !step.failure);
      const isBack = this.#engine.state.get(name)?.id === entry.id;
      ensure(!isDone || isBack || !before.some(({ id }) => id === entry.id), `${name}: a rollback lost the original`);
      if (isDone && isBack && after.has(entry.id)) this.#tally.rollbacks++;
    }
    if (this.#engine.pendingDeletes.length > 0) this.#tally.halves++;
    return steps;
  }

  /** The objects that replacements have left to delete, and that a program means again by all that makes them what they are. */
  #originalsOf(program: Program) {
    const { state, pendingDeletes } = this.#engine;
    return pendingDeletes.filter(({ name, entry }) => {
      const [args, now] = [program[slotOf(name)], state.get(name)];
      if (!args || !now || name !== this.#nameOf(slotOf(name)) || standingOf(entry) !== "here") return false;
      if (isShownOnce(kinds[kindOf(name)].schema)) return false;
      // A program that declares none of a set's members asks for nothing that the original has.
      if (subjectOf(slotOf(name)).isEmpty?.(args) || hasOtherMembers(fieldsOf(name), args, revealed(entry.inputs)))
        return false;
      const fields = Object.entries(fieldsOf(name)).filter(([, { forceNew: identity }]) => identity);
      const isMeant = ({ inputs }: StateEntry) =>
        fields.every(([key, field]) => same(field, args[key], revealed(inputs)[key]));
      return isMeant(entry) && !isMeant(now);
    });
  }

  /** The way out that the operations page gives: take over what is there, and refresh. */
  async #recover(declared: Program): Promise<void> {
    let program = declared;
    await this.#renew(true);
    await this.#engine.refresh();
    let failed = failedIn(await this.#up(program));
    for (const step of failed) {
      const name = slotOf(step.name);
      const message = step.failure?.message ?? "";
      if (this.#isHeldBack(step)) continue;
      const isOurs = !this.#isForeign(program, name);
      // The message says so: the program means a new object, and the old one is to be deleted; or it means the object that is there; or it has to declare
      // what a lost creation has left in a draft.
      const adopt = isNamesakeKept(step) ? false : isKeyNotEnough(step) && isOurs ? true : undefined;
      const left = inDraft.exec(message)?.[1];
      const more = adopt !== undefined ? { adopt } : left !== undefined ? { [left]: [] } : undefined;
      if (more !== undefined) {
        program = { ...program, [name]: { ...program[name], ...more } };
        continue;
      }
      ensure(!isOurs && inTheWay.test(message), `the way out does not lead out, ${name}: ${message}`);
      // Another client has made another object in its place: a user has to delete it.
      const key = subjectOf(name).keyOf(program[name] ?? {});
      this.#byHand(() => subjectOf(name).remove(this.#tenant, key));
    }
    if (failed.length > 0) {
      await this.#renew(true);
      // Objects that another client has taken away are seen by a refresh.
      await this.#engine.refresh();
      failed = failedIn(await this.#up(program));
    }
    ensure(failed.length === 0, `it does not converge: ${failed.map(({ failure }) => failure?.message).join("\n")}`);
  }

  /** A user deletes what lost creations have left. Answers whether there was something. */
  #makeRoom(slot: string, args: JsonObject): boolean {
    const key = subjectOf(slot).keyOf(args);
    const kept = new Set([...this.#engine.state.values()].map(({ id }) => id));
    const left = objectsIn(this.#tenant).filter((one) => one.slot === slot && one.key === key && !kept.has(one.id));
    this.#byHand(() => {
      for (const { id } of left) subjectOf(slot).remove(this.#tenant, id);
    });
    return left.length > 0;
  }

  /** The next run, or what the documentation says where another client has come between, brings everything right. */
  async #converge(): Promise<void> {
    const program = this.#program;
    if (this.#edited.size > 0 || this.#isUnsureOfDeletion) await this.#engine.refresh();
    const failed = failedIn(await this.#up(program));
    for (const step of failed) {
      const name = slotOf(step.name);
      const message = step.failure?.message ?? "";
      const isTaken = /exists already[\s\S]*set `adopt: true`/.test(message) || inTheWay.test(message);
      const isUnconfirmed = /another team or stack may have created it[\s\S]*TENANT_ADOPT=true/.test(message);
      const isRoomMade = isFull.test(message) && this.#makeRoom(name, program[name] ?? {});
      const isExpected =
        this.#isHeldBack(step) || isNamesakeKept(step) || isUnconfirmed || (this.#isForeign(program, name) && isTaken);
      ensure(isExpected || isRoomMade, `${name} failed without a fault: ${message}`);
    }
    if (failed.length > 0) await this.#recover(program);
    // Where the answer with the id was lost, a refresh gives the object its own.
    const standings = [...this.#engine.state.values()].map(standingOf);
    if (standings.includes("elsewhere")) await this.#engine.refresh();
    await this.#settled();
  }

  async #expectConverged(): Promise<void> {
    const program = this.#program;
    ensure(this.#engine.pendingDeletes.length === 0, "something is still to be deleted");
    const names = Object.keys(program).map((slot) => this.#nameOf(slot));
    ensureEqual([...this.#engine.state.keys()].toSorted(), names.toSorted(), "the state's resources");
    const twin = await fresh(program);
    try {
      for (const [slot, args] of Object.entries(program)) this.#expectAsDeclared(slot, args, twin);
    } finally {
      await twin.close();
    }
    this.#expectNoOrphans(program);
    this.#expectTheirsKept();
    const refreshed = await this.#engine.refresh();
    ensureEqual(
      refreshed.filter(({ op }) => op !== "same"),
      [],
      "a refresh finds something",
    );
    ensureEqual(await this.#engine.changes(this.#named(program)), [], "a preview finds something");
    for (const [name, { inputs, outputs }] of this.#engine.state) {
      // What was replaced is remembered as it was last seen, with edits of declared values.
      const text = JSON.stringify({ inputs, outputs }, (key, value) => (key === "replaced" ? undefined : value));
      ensure(!/theirs|foreign-/.test(text), `the state of ${name} holds what nobody declared`);
    }
    this.#expectNothingLeaked();
  }

  #objectOf(slot: string, args: JsonObject): Found | undefined {
    return objectOf(this.#tenant, slot, args, this.#engine.state.get(this.#nameOf(slot))?.id);
  }

  #expectAsDeclared(slot: string, args: JsonObject, twin: Emulator): void {
    const entry = this.#engine.state.get(this.#nameOf(slot));
    const found = this.#objectOf(slot, args);
    const model = objectOf(twin, slot, args);
    if (!entry || !found || !model) throw new Error(`${slot} is not there`);
    ensureEqual(entry.id, found.id, `the id of ${slot} in the state`);
    const outputs = revealed(entry.outputs);
    const { unsure, standing } = recordOf(entry) ?? {};
    ensureEqual(
      { unsure, standing },
      { unsure: [], standing: { at: "tenant", id: found.id } },
      `what is not known of ${slot}`,
    );
    ensureEqual([outputs.__provider, revealed(entry.inputs).__provider], [codeOf(kindOf(slot)), codeOf(kindOf(slot))]);

    const declared = declaredBy({ [slot]: args }, slot);
    const isUnseen = (path: Path) => this.#edited.has(slot) && isExcepted(slot, args, "convergence", "unseen", path);
    for (const leaf of declared) {
      const place = pathRulesOf(leaf.field, leaf.path, args);
      // What never comes back is compared with its twin only.
      if (place.reads?.how === "never" || isNothing(leaf.value) || isUnseen(leaf.path)) continue;
      const now = leafAt(leaf.field, found.live, leaf.path);
      if (place.reads?.how === "sometimes" && now === undefined) continue;
      const isKept = same(leaf.field, leaf.value, now, place);
      ensure(isKept, `${slot}: ${leaf.pointer} at the tenant is not what the program declares`);
    }
    // A property that is removed from the program is as in a fresh object, unless another client has come between.
    const isOurs = !this.#edited.has(slot) && !this.#takenOver.has(slot);
    const ever = isOurs ? (this.#everDeclared.get(slot) ?? []) : [];
    const dropped = ever.filter(({ path }) => !isExcepted(slot, args, "convergence", "undeclared", path));
    for (const { path, pointer, value, field } of [...declared, ...dropped]) {
      if (isNothing(value) || field.forceNew || isAbove(path, declared) || isUnseen(path)) continue;
      const [now, then] = [comparable(found, path), comparable(model, path)];
      const isHidden =
        (field.reads?.how === "sometimes" && (now === null || then === null)) ||
        (field.reads?.how === "never" && this.#isSaidToDiffer(slot, args));
      if (!isHidden) ensureEqual(now, then, `${slot}: ${pointer}, compared with a fresh one`);
    }
  }

  /** Nothing of ours is left that the program does not declare, but what the provider has said it leaves alone. */
  #expectNoOrphans(program: Program): void {
    for (const object of objectsIn(this.#tenant)) {
      const { slot, key, id } = object;
      const args = program[slot];
      if (args !== undefined && this.#objectOf(slot, args)?.id === id) continue;
      const isForgotten = this.#takenOver.has(slot) && subjectOf(slot).isEmpty !== undefined;
      const isExcused = this.#edited.has(slot) || isForgotten || this.#isSaidToStay(object);
      ensure(isExcused || isEmpty(object), `${slot} (${key}) is left behind`);
    }
  }

  /** Values that another client has set and no version of the program declares are as they were. */
  #expectTheirsKept(): void {
    const objects = objectsIn(this.#tenant);
    for (const { id, path, value } of this.#theirs) {
      const found = objects.find((object) => object.id === id);
      if (found && !isMade(found, path))
        ensureEqual(comparable(found, path), value, `${found.slot}: ${path.join(".")}, set by another client`);
    }
    ensureEqual(foreignIn(this.#tenant), this.#untouchable, "what belongs to others");
  }

  /** In the end everything can be destroyed, and nothing of others goes with it. */
  async #destroy(): Promise<void> {
    await this.#renew(false);
    const program = this.#program;
    const mine = Object.entries(program).map(([slot, args]) => this.#objectOf(slot, args));
    const refused = failedIn(await this.#up({}));
    for (const { name, failure } of refused) {
      const isTheirs = this.#isForeign(program, slotOf(name)) && wouldActivate.test(failure?.message ?? "");
      ensure(isTheirs, `a destroy of ${name} failed: ${failure?.message}`);
      // The message says so: the values of others stay as they are.
      this.#engine.state.delete(name);
    }
    if (refused.length > 0) ensureEqual(failedIn(await this.#up({})), [], "a second destroy");
    ensure(this.#engine.state.size === 0, "a destroy leaves something in the state");
    // Of what is always there, others may have filled in some since, and an entry that was forgotten may have declared some.
    const isTouched = ({ slot }: Found) => this.#edited.has(slot) || this.#takenOver.has(slot);
    const isLeft = (one: Found) =>
      !isEmpty(one) && !(isTouched(one) && subjectOf(one.slot).isEmpty) && !this.#isSaidToStay(one);
    const left = new Set(
      objectsIn(this.#tenant)
        .filter(isLeft)
        .map(({ id }) => id),
    );
    const leftOfMine = mine.flatMap((object) =>
      object && left.has(object.id) ? `${object.slot} (${object.key})` : [],
    );
    ensureEqual(leftOfMine, [], "what a destroy leaves at the tenant");
    ensureEqual(foreignIn(this.#tenant), this.#untouchable, "what belongs to others");
  }

  /** Whether what is at the tenant can be another object than the program wants: another client has made it, or an older version under another name. */
  #isForeign(program: Program, slot: string): boolean {
    return this.#edited.has(slot) || this.#takenOver.has(slot) || this.#isLeftAlone(program, slot);
  }

  /** Whether an old entry has been kept, as the program's own resource of the slot could not be created. */
  #isHeldBack({ op, failure }: Step): boolean {
    return op === "delete" && /was not created in this run/.test(failure?.message ?? "");
  }

  /** Whether the provider has said that it does not delete an object. */
  #isSaidToStay({ id, key }: Found): boolean {
    const said = this.#said();
    return (
      said.includes(`(id ${id}) stays at the tenant: it is not certain`) ||
      // A property that cannot be cleared stays after its removal from the program, and a reset would delete it with the object.
      said.includes(`"${key}": nothing was reset. A reset deletes the whole object`)
    );
  }

  /** Whether the provider has said that the tenant may have other values than the program declares, where no response shows them. */
  #isSaidToDiffer(slot: string, args: JsonObject): boolean {
    const label = kinds[kindOf(slot)].label(args);
    const lines = this.#said().split("\n");
    return lines.some((line) => line.includes(`${label} (id`) && line.includes("the API never returns"));
  }

  /** Whether the provider has said that it does not delete what has the name of a declared object. */
  #isLeftAlone(program: Program, slot: string): boolean {
    const label = kinds[kindOf(slot)].label(program[slot] ?? {});
    return this.#said().includes(`${label} (id`) && this.#said().includes("stays at the tenant: it is not certain");
  }

  #expectNothingLeaked(): void {
    ensure(this.#excess === undefined, this.#excess ?? "");
    const state = [...this.#engine.state.values(), ...this.#engine.pendingDeletes.map(({ entry }) => entry)];
    const everything = [
      ...state.map(({ inputs, outputs, initErrors }) => JSON.stringify(inClear({ inputs, outputs, initErrors }))),
      JSON.stringify(this.#tenant.requests),
      this.#said(),
    ].join("\n");
    ensure(!this.#secrets.some((secret) => everything.includes(secret)), "a secret stands somewhere in clear");
    for (const { inputs, outputs } of state) {
      ensure(typeof inputs.__provider === "string" && typeof outputs.__provider === "string", "no code of a provider");
    }
  }

  /** An error that a person can act on, and that holds no secret. */
  #expectForPeople(failure: Error): void {
    if (failure instanceof Killed) return;
    const { message } = failure;
    this.#printed += `${message}\n`;
    const isOurs = failure.name !== "TypeError" && failure.name !== "RangeError";
    ensure(isOurs && message.length > 20 && !/undefined|\[object/.test(message), `not an error for people: ${message}`);
    ensure(!this.#secrets.some((secret) => message.includes(secret)), "a secret stands in an error");
  }

  #said(): string {
    return this.#printed + (this.#runtime?.printed() ?? "");
  }

  /** The next process: every run has its own. */
  async #renew(adopt: boolean, isCalm = true): Promise<void> {
    if (this.#runtime) {
      this.#printed += this.#runtime.printed();
      await this.#runtime.close();
    }
    this.#runtime = await this.#launch(this.#tenant, adopt, isCalm);
    this.#isKilled = false;
    // Minutes pass between two runs: what was sent before shows by now.
    for (const [name, entry] of aged(this.#engine.state)) this.#engine.state.set(name, entry);
  }

  #onArrival(): void {
    const { tokensEnd, killAfter, others } = this.#trouble ?? {};
    if (others && this.#received === others.after) this.#edit(others.edit);
    if (this.#received === tokensEnd?.after) {
      if (tokensEnd.how === "revoked") this.#tenant.revokeTokens();
      else this.#tenant.expireTokens();
    }
    if (this.#received === killAfter) {
      this.#isKilled = true;
      this.#runtime?.kill();
    }
  }

  /** Waits until the tenant has answered everything, also requests that are no longer awaited. */
  async #settled(): Promise<void> {
    const end = performance.now() + 5_000;
    while (this.#answered < this.#received && performance.now() < end) await setImmediate();
  }

  /** What the engine asks, counted and bounded; of a process that was killed no answer arrives. */
  #port(): ProviderPort {
    const current = () => {
      if (this.#isKilled || !this.#runtime) throw new Killed("killed");
      return this.#runtime.port;
    };
    const operation = async <T>(run: (port: ProviderPort) => Promise<T>): Promise<T> => {
      const port = current();
      this.#tally.operations++;
      const [requests, started] = [this.#received, performance.now()];
      try {
        return await run(port);
      } finally {
        const made = this.#received - requests;
        const took = performance.now() - started;
        // Thrown here, it would take the place of a failure that the engine has to see.
        if (made > most.requests || took > most.ms) this.#excess = `an operation took ${made} requests and ${took} ms`;
        current();
      }
    };
    return {
      check: async (olds, news) => current().check(olds, news),
      diff: async (id, olds, news) => current().diff(id, olds, news),
      create: (inputs) => operation((port) => port.create(inputs)),
      read: (id, outputs) => operation((port) => port.read(id, outputs)),
      update: (id, olds, news) => operation((port) => port.update(id, olds, news)),
      delete: (id, outputs) => operation((port) => port.delete(id, outputs)),
    };
  }
}

function recordOf({ id, outputs }: StateEntry): ManagedRecord | undefined {
  return readRecord(id, revealed(outputs));
}

/** Whether the tenant has the object under the id in the state, under another one, or nobody knows. */
function standingOf(entry: StateEntry): "here" | "elsewhere" | "unknown" {
  const { standing } = recordOf(entry) ?? {};
  if (standing?.at === "unknown") return "unknown";
  return standing && standing.id !== entry.id ? "elsewhere" : "here";
}

/** Whether the documentation excepts a path of a slot's object from a law. */
function isExcepted(
  slot: string,
  { strategy }: JsonObject,
  law: Exception["law"],
  how: Exception["how"],
  path: Path,
): boolean {
  return subjectOf(slot).exceptions.some(
    (one) =>
      (one.strategies?.includes(String(strategy)) ?? true) &&
      one.law === law &&
      one.how === how &&
      one.paths.some((pointer) => fromPointer(pointer).every((key, n) => key === path[n])),
  );
}

/** Whether the service derives a value from others, so that values that another client has set there may be lost. */
function isMade({ slot, live }: Found, path: Path): boolean {
  return (["preservation", "constancy"] as const).some((law) => isExcepted(slot, live, law, "lost", path));
}

/** What a fresh creation of a program would give, at a tenant of its own. */
async function fresh(program: Program): Promise<Emulator> {
  const tenant = await startTenant();
  const runtime = await inThisProcess([])(tenant, false, true);
  try {
    const engine = new MiniEngine(runtime.port, (name) => codeOf(kindOf(name)));
    const failed = failedIn(await engine.up(program));
    ensure(
      failed.length === 0,
      `a scenario that cannot be: ${failed.map(({ failure }) => failure?.message).join("\n")}`,
    );
  } finally {
    await runtime.close();
  }
  return tenant;
}

/** Whether an old object has been kept, because the program has a newer object with the same name. */
function isNamesakeKept({ op, failure }: Step): boolean {
  return op === "delete" && /newer object with the same name[\s\S]*`adopt: false`/.test(failure?.message ?? "");
}

/** Whether an object was not adopted, because its key does not show that it is the declared one. */
function isKeyNotEnough({ failure }: Step): boolean {
  return /does not show that it is the declared object[\s\S]*set `adopt: true`/.test(failure?.message ?? "");
}

function failedIn(steps: readonly Step[]): readonly Step[] {
  return steps.filter(({ failure }) => failure !== undefined);
}

function declaredBy(program: Program, slot: string): readonly Leaf[] {
  const args = program[slot];
  const fields = fieldsOf(slot);
  return args === undefined ? [] : leavesOf(fields, kinds[kindOf(slot)].normalize(canonical(fields, args, undefined)));
}

/** Whether something is declared below a path: then the path itself says nothing. */
function isAbove(path: Path, declared: readonly Leaf[]): boolean {
  return declared.some((leaf) => isAncestor(path, leaf.path));
}

function isNothing(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** The secrets of scenarios are made of hexadecimal digits, more of them than anything else in a program has. */
function secretsIn(value: Json): readonly string[] {
  if (typeof value === "string") return /^[0-9a-f]{24,}$/.test(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(secretsIn) : [];
}

function ensure(condition: boolean, problem: string): void {
  if (!condition) throw new Error(problem);
}

function ensureEqual(found: unknown, expected: unknown, what = "something"): void {
  if (!isDeepStrictEqual(found, expected)) {
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }
}
