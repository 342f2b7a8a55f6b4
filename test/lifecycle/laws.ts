import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import { canonical, same } from "../../provider/src/model/canonical.ts";
import { isObject, type Json, type JsonObject, type MutableJsonObject, own } from "../../provider/src/model/json.ts";
import { isUndeclared, type Leaf, leavesOf } from "../../provider/src/model/leaves.ts";
import { fromPointer, isAncestor, type Path, putAt, valueAt } from "../../provider/src/model/pointer.ts";
import { type Field, placeOf, type Table } from "../../provider/src/model/table.ts";
import { MiniEngine, revealed } from "../harness/mini-engine.ts";
import type { Exception, Step } from "./exceptions.ts";
import type { World } from "./world.ts";

/*
 * The three laws, for any resource, with nothing excepted but what `exceptions.ts` says.
 */

/** What stands between the laws and one kind of object of the tenant. */
export interface Subject {
  readonly resource: Exception["resource"];
  readonly strategy?: string;
  readonly table: Table;
  readonly world: World;
  /** Most requests by which one run may change an object. */
  readonly writes: number;
  /** The identity of an object that is not there yet, but could be. */
  nextIdentity(): JsonObject;
  /** All that the tenant has of an object, under the names that programs use: secrets, and what it never answers, too. */
  held(identity: JsonObject): JsonObject;
  /** Sets one property, as somebody at the dashboard would; throws where the tenant refuses. */
  edit(identity: JsonObject, name: string, value: Json): void;
  /** Takes an object away, so that thousands of cases don't make the tenant slow. */
  forget(identity: JsonObject): void;
}

/** The roles of members: one value that is shared with others. */
export interface RolesSubject extends Subject {
  /** The same user in another organization, and another member of the same one, with some roles. */
  bystanders(identity: JsonObject, roles: readonly string[]): readonly JsonObject[];
}

/** How long a law may be tried, in milliseconds: long enough for a busy machine, and in the soak as long as it takes. */
export const patience = process.env.SOAK_CASES === undefined ? 180_000 : 0;

/** Sequences of steps in which a version of the program is as the one before at times: then only edits matter. */
export function sequencesOf(step: Readonly<Record<keyof Step, fc.Arbitrary<unknown>>>): fc.Arbitrary<readonly Step[]> {
  const kept = fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
  const steps = fc.array(fc.tuple(fc.record(step, { requiredKeys: ["program"] }), kept), {
    minLength: 1,
    maxLength: 4,
  });
  return (steps as fc.Arbitrary<[Step, boolean][]>).map((generated) => {
    const sequence: Step[] = [];
    for (const [next, isKept] of generated) {
      const { program } = (isKept ? sequence.at(-1) : undefined) ?? next;
      sequence.push({ ...next, program });
    }
    return sequence;
  });
}

const NAME = "object";

/**
 * After any sequence of programs, neither a preview nor a refresh finds anything.
 *
 * @throws where the law does not hold
 */
export async function idempotence(subject: Subject, steps: readonly Step[], exceptions: readonly Exception[]) {
  await withObject(subject, exceptions, async (object) => {
    for (const { program } of steps) {
      if (!(await object.up(program))) continue;
      const declared = { [NAME]: { ...object.identity, ...program } };
      expect(await object.engine.changes(declared)).toEqual([]);
      expect(await object.engine.refresh()).toEqual([{ name: NAME, op: "same" }]);
      expect(await object.engine.changes(declared)).toEqual([]);
    }
  });
}

/**
 * A program edited step by step leaves what a creation of its last version would, also where somebody edits what it declares
 * in between and a refresh has seen it.
 *
 * @throws where the law does not hold
 */
export async function convergence(subject: Subject, steps: readonly Step[], exceptions: readonly Exception[]) {
  await withObject(subject, exceptions, async (object) => {
    const edits: Path[] = [];
    let isDone = true;
    for (const { program, edit, unseen } of steps) {
      if (edit && object.isThere) {
        const declared = object.leaves(object.current);
        const isDeclared = ({ pointer }: Leaf) => declared.some((leaf) => leaf.pointer === pointer);
        const before = object.leavesHeld();
        const set = object.edited(edit, isDeclared);
        const after = object.leavesHeld();
        const isChanged = (path: Path) => !same(undefined, valueIn(before, path), valueIn(after, path));
        edits.push(...set.map(({ path }) => path).filter(isChanged));
        await object.seen(!unseen);
      }
      const isTaken = await object.up(program, edits);
      isDone = isTaken && !object.isBlind;
    }
    if (!isDone) {
      await object.seen(true);
      // What somebody has set may be refused to be turned back, too.
      if (!(await object.up(object.current, edits))) return;
    }
    const last = object.current;
    await withObject(subject, exceptions, async (fresh) => {
      await fresh.up(last);
      const declared = fresh.leaves(last);
      const differences = differing(subject, object.identity, fresh.identity).filter(({ path }) => {
        const isExcepted = (how: Exception["how"], changes: readonly Path[]) =>
          object.isExcepted("convergence", how, path, changes);
        return (
          !(isUndeclared(path, declared) && isExcepted("undeclared", object.history)) && !isExcepted("unseen", edits)
        );
      });
      expect(differences).toEqual([]);
    });
  });
}

/**
 * What no version of the program declares is never changed by it and never in its state, and no drift is shown but where
 * somebody really changed a declared value.
 *
 * @throws where the law does not hold
 */
export async function preservation(subject: Subject, steps: readonly Step[], exceptions: readonly Exception[]) {
  await withObject(subject, exceptions, async (object) => {
    const declared = steps.flatMap(({ program }) => object.leaves(program));
    let theirs: readonly Leaf[] = [];
    for (const { program, edit } of steps) {
      if (edit && object.isThere) {
        const before = object.leavesHeld();
        const set = object.edited(edit, (leaf) => isUndeclared(leaf.path, declared));
        const after = object.leavesHeld();
        const pointers = new Set([...theirs, ...set].map(({ pointer }) => pointer));
        theirs = after.filter(({ pointer }) => pointers.has(pointer));
        const shown = await object.shownByRefresh();
        const unfounded = shown.filter(
          (path) =>
            same(undefined, valueIn(before, path), valueIn(after, path)) &&
            !object.isExcepted("preservation", "shown", path, []),
        );
        expect(unfounded).toEqual([]);
      }
      const previous = object.current;
      const isTaken = await object.up(
        program,
        [],
        theirs.map(({ path }) => path),
      );
      if (!isTaken) continue;
      const changes = changesBetween(object.leaves(previous), object.leaves(program));
      const after = object.leavesHeld();
      const held = (leaf: Leaf) => same(undefined, leaf.value, valueIn(after, leaf.path));
      const lost = theirs.filter((leaf) => !held(leaf));
      expect(
        lost
          .filter(({ path }) => !object.isExcepted("preservation", "lost", path, changes))
          .map(({ pointer }) => pointer),
      ).toEqual([]);
      theirs = theirs.filter(held);
      const outputs = revealed(object.engine.state.get(NAME)?.outputs ?? {});
      expect(theirs.filter(({ path }) => valueAt(outputs, path) !== undefined)).toEqual([]);
    }
  });
}

/**
 * The same for roles, which are one value: nobody else's are ever changed, and a destroy takes those that the last program
 * declared, and no others.
 *
 * @param theirs roles that somebody gives before the destroy
 * @param isSeen whether a refresh comes in between
 * @throws where the law does not hold
 */
export async function preservationOfRoles(
  subject: RolesSubject,
  steps: readonly Step[],
  theirs: readonly string[],
  isSeen: boolean,
  exceptions: readonly Exception[],
) {
  await withObject(subject, exceptions, async (object) => {
    const roles = () => rolesIn(subject.held(object.identity));
    const declared = new Set(steps.flatMap(({ program }) => rolesIn(program)));
    const bystanders = subject.bystanders(object.identity, [...declared].slice(0, 50));
    const before = bystanders.map(subject.held);
    for (const { program, edit, unseen } of steps) {
      if (edit && object.isThere) {
        subject.edit(object.identity, "roles", edit.roles ?? []);
        await object.seen(!unseen);
      }
      const given = roles().filter((role) => object.isThere && !declared.has(role));
      await object.up(program);
      const lost = given.filter((role) => !roles().includes(role));
      expect(lost.filter(() => !object.isExcepted("preservation", "lost", ["roles"], []))).toEqual([]);
    }
    const held = roles();
    const added = theirs.filter((role) => !held.includes(role)).slice(0, 50 - held.length);
    subject.edit(object.identity, "roles", [...held, ...added]);
    if (isSeen) await object.engine.refresh();
    const [step] = await object.engine.up({});
    expect(step).toEqual({ name: NAME, op: "delete" });
    const own = rolesIn(object.current);
    expect(new Set(roles())).toEqual(new Set([...held, ...added].filter((role) => !own.includes(role))));
    expect(bystanders.map(subject.held)).toEqual(before);
    for (const bystander of bystanders) subject.forget(bystander);
  });
}

function rolesIn({ roles }: JsonObject): readonly string[] {
  return Array.isArray(roles) ? (roles as string[]) : [];
}

/** An object in the hands of one program. */
class Managed {
  readonly identity: JsonObject;
  readonly engine: MiniEngine;
  /** The last version of the program that the tenant has taken. */
  current: JsonObject = {};
  /** All paths that any version declared or changed. */
  readonly history: Path[] = [];
  /** Somebody has changed something, and no refresh has seen it. */
  isBlind = false;
  readonly #subject: Subject;
  readonly #exceptions: readonly Exception[];

  constructor(subject: Subject, exceptions: readonly Exception[]) {
    this.identity = subject.nextIdentity();
    this.engine = new MiniEngine(subject.world.port);
    this.#subject = subject;
    this.#exceptions = exceptions.filter(
      ({ resource, strategies }) =>
        resource === subject.resource && (!strategies || strategies.includes(subject.strategy ?? "")),
    );
  }

  get isThere(): boolean {
    return this.engine.state.has(NAME);
  }

  /** What a program declares besides the identity. */
  leaves(program: JsonObject): readonly Leaf[] {
    const { fields } = this.#subject.table;
    const args = canonical(fields, { ...this.identity, ...program }, undefined);
    return leavesOf(fields, args).filter(({ field }) => !field.identity);
  }

  leavesHeld(): readonly Leaf[] {
    return leavesOf(this.#subject.table.fields, this.#subject.held(this.identity));
  }

  isExcepted(law: Exception["law"], how: Exception["how"], path: Path, changes: readonly Path[]): boolean {
    return this.#exceptions.some(
      (exception) =>
        exception.law === law &&
        exception.how === how &&
        exception.paths.some((pointer) => isWithin(pointer, path)) &&
        (!exception.unseen || this.isBlind) &&
        (exception.by?.some((pointer) => changes.some((change) => isWithin(pointer, change))) ?? true),
    );
  }

  /**
   * Brings the object to a program; answers whether the tenant takes it. What is refused must change nothing.
   *
   * @param edits what somebody else has changed of what is declared
   * @param theirs what somebody else has set besides
   */
  async up(program: JsonObject, edits: readonly Path[] = [], theirs: readonly Path[] = []): Promise<boolean> {
    const { world, writes } = this.#subject;
    const before = this.isThere ? this.#subject.held(this.identity) : undefined;
    const changes = changesBetween(this.leaves(this.current), this.leaves(program));
    world.tenant.clearRequests();
    const [step] = await this.engine.up({ [NAME]: { ...this.identity, ...program } });
    const isRefusable =
      [...changes, ...edits].some((path) => this.isExcepted("convergence", "refused", path, changes)) ||
      theirs.some((path) => this.isExcepted("preservation", "refused", path, changes));
    if (step?.failure) {
      if (!before || !isRefusable) throw step.failure;
      expect(this.#subject.held(this.identity)).toEqual(before);
      return false;
    }
    const sent = world.tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");
    expect(sent.length).toBeLessThanOrEqual(writes);
    this.current = program;
    this.history.push(...changes);
    return true;
  }

  /** Refreshes after somebody's edit, or not. */
  async seen(isSeen: boolean): Promise<void> {
    if (isSeen) await this.engine.refresh();
    this.isBlind = !isSeen;
  }

  /** Lets somebody else set those values of a program that are admitted; answers what the tenant took. */
  edited(program: JsonObject, isAdmitted: (leaf: Leaf) => boolean): readonly Leaf[] {
    const leaves = this.leaves(program).filter(isAdmitted);
    const edit: MutableJsonObject = {};
    for (const { path, value } of leaves) putAt(edit, path, value);
    const taken = Object.entries(edit).flatMap(([name, value]) => {
      const field = this.#subject.table.fields[name];
      // Options one by one: what the tenant refuses of them leaves the others.
      const parts =
        field?.kind === "document" && isObject(value)
          ? Object.entries(value).map(([key, item]): [Path, Json] => [[name, key], Object.fromEntries([[key, item]])])
          : [[[name], value] as [Path, Json]];
      return parts.filter(([, part]) => this.#try(name, part)).map(([path]) => path);
    });
    return leaves.filter((leaf) => taken.some((path) => overlap(path, leaf.path)));
  }

  #try(name: string, value: Json): boolean {
    try {
      this.#subject.edit(this.identity, name, value);
      return true;
    } catch {
      return false;
    }
  }

  /** The declared paths that a refresh shows as changed. */
  async shownByRefresh(): Promise<readonly Path[]> {
    const { table } = this.#subject;
    const inputs = () => revealed(this.engine.state.get(NAME)?.inputs ?? {});
    const before = inputs();
    const [result] = await this.engine.refresh();
    const shown = changedPaths(this.#subject, leavesOf(table.fields, before), leavesOf(table.fields, inputs()));
    expect(result?.op).toBe(shown.length === 0 ? "same" : "update");
    return shown;
  }
}

async function withObject(
  subject: Subject,
  exceptions: readonly Exception[],
  use: (object: Managed) => Promise<void>,
): Promise<void> {
  const object = new Managed(subject, exceptions);
  try {
    await use(object);
  } finally {
    subject.forget(object.identity);
  }
}

/** Where two objects differ, but for their identity. What stands at the value of a fresh object is as good as absent. */
function differing(subject: Subject, one: JsonObject, other: JsonObject) {
  const [a, b] = [one, other].map((identity) => {
    const leaves = leavesOf(subject.table.fields, subject.held(identity));
    return leaves.filter(({ field, value }) => !field.identity && !same(field, value, freshValue(field, identity)));
  });
  return changedPaths(subject, a ?? [], b ?? []).map((path) => ({
    path,
    edited: valueIn(a ?? [], path),
    fresh: valueIn(b ?? [], path),
  }));
}

function freshValue({ absent, clear }: Field, identity: JsonObject): Json | undefined {
  if (absent !== undefined) return absent;
  if (clear?.how === "default") return clear.value;
  if (clear?.how !== "like") return undefined;
  const value = own(identity, clear.property) ?? null;
  return clear.as === "list" ? [value] : value;
}

/** What one version of a program declares, and another not, or not so. */
function changesBetween(before: readonly Leaf[], after: readonly Leaf[]): readonly Path[] {
  const isIn = (leaves: readonly Leaf[], { pointer, value }: Leaf) =>
    leaves.some((leaf) => leaf.pointer === pointer && isDeepStrictEqual(leaf.value, value));
  return [
    ...before.filter((leaf) => !isIn(after, leaf)).map(({ path }) => path),
    ...after.filter((leaf) => !isIn(before, leaf)).map(({ path }) => path),
  ];
}

/** The paths whose values differ between two sets of leaves. */
function changedPaths(subject: Subject, before: readonly Leaf[], after: readonly Leaf[]): readonly Path[] {
  const root = { strategy: subject.strategy ?? "" };
  const all = new Map([...before, ...after].map((leaf) => [leaf.pointer, leaf]));
  return [...all.values()]
    .filter(({ field, path }) => !same(field, valueIn(before, path), valueIn(after, path), placeOf(field, path, root)))
    .map(({ path }) => path);
}

/** The value at a path, which may lie above or beneath the leaves. */
function valueIn(leaves: readonly Leaf[], path: Path): Json | undefined {
  const root: MutableJsonObject = {};
  for (const leaf of leaves) if (overlap(leaf.path, path)) putAt(root, leaf.path, leaf.value);
  return valueAt(root, path);
}

/** Whether one path is, or lies above, the other. */
function overlap(one: Path, other: Path): boolean {
  return isDeepStrictEqual(one, other) || isAncestor(one, other) || isAncestor(other, one);
}

/** Whether a path is, or lies beneath, that of a JSON pointer. */
function isWithin(pointer: string, path: Path): boolean {
  const above = fromPointer(pointer);
  return isDeepStrictEqual(above, path) || isAncestor(above, path);
}
