import { isDeepStrictEqual } from "node:util";
import { expect, vi } from "vitest";
import { rules } from "../../provider/src/baseline/audit.ts";
import { type AuditedObject, Others, type Verdict, verdictOf } from "../../provider/src/baseline/rule.ts";
import { resolveSettings, TenantClient } from "../../provider/src/client/index.ts";
import type { Fault } from "../../provider/src/emulator/index.ts";
import { findToAdopt } from "../../provider/src/import/adoptions.ts";
import { UnsafeWrite } from "../../provider/src/lifecycle/vetoes/vetoes.ts";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { adoptionsIn } from "../../provider/src/review/baseline.ts";
import { type Outcome, objectsAfter, outcomesOf } from "../../provider/src/review/outcomes.ts";
import { reviewReport } from "../../provider/src/review/report.ts";
import type { Definition } from "../../provider/src/schema/definition.ts";
import {
  describePath,
  fromPointer,
  holdsUnknown,
  isAncestor,
  isObject,
  type Json,
  type JsonObject,
  own,
  type Path,
  toPointer,
  valueAt,
} from "../../provider/src/schema/json.ts";
import { previewKey, providerCode, typeToken } from "../../provider/src/schema/provider-code.ts";
import {
  clearBy,
  type Field,
  type Fields,
  fieldAt,
  isShownOnce,
  pathRulesOf,
} from "../../provider/src/schema/schema.ts";
import { isInitial } from "../../provider/src/state/activation.ts";
import { canonical, same } from "../../provider/src/state/canonical.ts";
import { destinationsOf, isWithin as isWithinAny } from "../../provider/src/state/destinations.ts";
import {
  Draft,
  isSharable,
  isShared,
  type Leaf,
  leafAt,
  leavesOf,
  namesOfMembers,
  putLeaf,
  undeclaredIn,
} from "../../provider/src/state/leaves.ts";
import { isReadable } from "../../provider/src/state/project.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { MiniEngine, revealed } from "../harness/mini-engine.ts";
import type { Exception } from "../subjects/exception.ts";
import { kinds } from "../subjects/kinds.ts";
import { merged, without } from "../subjects/object-properties.ts";
import { partsOf } from "../subjects/parts.ts";
import type { Step } from "../subjects/steps.ts";
import type { Shared, Subject } from "../subjects/subject.ts";
import type { PatientWorld } from "./world.ts";

/*
 * The laws, for any resource, with nothing excepted but what the exceptions of its subject say.
 */

/** One resource type, and where the laws are tried on it. */
export interface Stage {
  readonly subject: Subject;
  readonly world: PatientWorld;
  /** Another tenant, at which a fresh object has the same identity. */
  readonly twin: PatientWorld;
  /** What all programs declare besides the identity. */
  readonly root: JsonObject;
}

const name = "object";

/**
 * After any sequence of programs, neither a preview nor a refresh finds anything.
 *
 * @throws where the law does not hold
 */
export async function idempotence(stage: Stage, steps: readonly Step[], exceptions = stage.subject.exceptions) {
  await withObject(stage, exceptions, async (object) => {
    for (const { program } of steps) {
      if (!(await object.up(program))) continue;
      const declared = { [name]: { ...object.identity, ...program } };
      expect(await object.engine.changes(declared)).toEqual([]);
      expect(await object.engine.refresh()).toEqual([{ name: name, op: "same" }]);
      expect(await object.engine.changes(declared)).toEqual([]);
    }
  });
}

/**
 * With a token that receives masks in place of secrets, a refresh finds nothing either: a mask stands only for values that count as secret.
 *
 * @throws where the law does not hold
 */
export async function masking(stage: Stage, steps: readonly Step[], exceptions = stage.subject.exceptions) {
  const { tenant } = stage.world;
  await withObject(stage, exceptions, async (object) => {
    for (const { program } of steps) {
      if (!(await object.up(program))) continue;
      tenant.maskSecrets("[REDACTED]");
      try {
        expect(await object.engine.refresh()).toEqual([{ name, op: "same" }]);
        expect(await object.engine.changes({ [name]: { ...object.identity, ...program } })).toEqual([]);
      } finally {
        tenant.maskSecrets(undefined);
      }
    }
  });
}

/**
 * A program that begins to ignore one of its values sends nothing, and no run refuses that value, also after a refresh has taken another client's into the
 * state: that can be a hash, or a marker.
 *
 * @throws where the law does not hold
 */
export async function indifference(
  stage: Stage,
  [first, second]: readonly [JsonObject, JsonObject],
  exceptions = stage.subject.exceptions,
) {
  const probe = new Managed(stage, exceptions, ++count);
  for (const { path, pointer } of probe.leaves(first)) {
    await withObject(stage, exceptions, async (object) => {
      if (!(await object.up(first))) return;
      object.engine.ignored.set(name, [ignoringPath(first, path)]);
      const program = { [name]: { ...object.identity, ...first } };
      stage.world.tenant.clearRequests();
      const [begun] = await object.engine.up(program);
      const sent = stage.world.tenant.requests.filter(
        ({ method, operation }) => method !== "GET" && operation !== "token",
      );
      expect([pointer, begun?.failure, sent]).toEqual([pointer, undefined, []]);
      object.edited(second, (leaf) => leaf.pointer === pointer, true);
      await object.engine.refresh();
      if (!object.isThere) return;
      const [step] = await object.engine.up(program);
      // Values beside it can contradict another client's.
      expect(step?.failure?.message ?? "").not.toContain(`${describePath(path)}: `);
    });
  }
}

/** The entry of `ignoreChanges` for a value: a list in a program has no keys, so it is ignored as a whole. */
function ignoringPath(program: JsonObject, path: Path): string {
  return describePath(Array.isArray(own(program, path[0] ?? "")) ? path.slice(0, 1) : path);
}

/**
 * A declared value stays as another client has set it until a refresh has shown that, whatever else a run changes. If the program ignores its changes, it
 * stays for good. Not meant are values that the API does not return, those that a switch puts into force, and, unless they are ignored, those that go
 * together with a secret.
 *
 * @throws where the law does not hold
 */
export async function patience(
  stage: Stage,
  [first, second]: readonly [JsonObject, JsonObject],
  isIgnored: boolean,
  exceptions = stage.subject.exceptions,
) {
  const probe = new Managed(stage, exceptions, ++count);
  const wanted = probe.leaves(second);
  for (const { field, path, pointer, value } of probe.leaves(first)) {
    const theirs = valueIn(wanted, path);
    if (theirs === undefined || same(field, value, theirs)) continue;
    await withObject(stage, exceptions, async (object) => {
      if (!(await object.up(first))) return;
      const before = object.leavesHeld();
      object.edited(second, (leaf) => leaf.pointer === pointer, true);
      const edits = object.isHeld ? changesBetween(before, object.leavesHeld()) : [];
      // An edit that another value follows is not of one value.
      if (edits.length === 0 || edits.some((place) => toPointer(place) !== pointer)) return;
      const draft = new Draft(second);
      // With `ignoreChanges`, the engine puts the value of the state in its place.
      if (isIgnored) object.engine.ignored.set(name, [ignoringPath(first, path)]);
      else draft.put(path, valueIn(object.leaves(first), path) ?? null);
      const changes = changesBetween(object.leaves(first), object.leaves(draft.root));
      if (object.isSentAlong(path, changes, isIgnored) || object.isExcepted("preservation", "lost", path, changes))
        return;
      const held = () => [pointer, valueIn(object.leavesHeld(), path)];
      const program = { [name]: { ...object.identity, ...draft.root } };
      const [edited, [{ op, failure } = {}]] = [held(), await object.engine.up(program)];
      if (op !== "update" || failure) return;
      expect(held()).toEqual(edited);
      if (isIgnored) expect([pointer, await object.engine.changes(program)]).toEqual([pointer, []]);
    });
  }
}

/**
 * A program edited step by step leaves what a creation of its last version would, also if another client edits what it declares
 * in between and a refresh has seen it.
 *
 * @throws where the law does not hold
 */
export async function convergence(stage: Stage, steps: readonly Step[], exceptions = stage.subject.exceptions) {
  await withObject(stage, exceptions, async (object) => {
    const edits: Path[] = [];
    let isDone = true;
    for (const { program, edit, unseen } of steps) {
      if (edit && object.isThere) {
        const declared = object.leaves(object.current);
        // A shared list is one leaf, in which an edit can put members of others, too.
        const isDeclared = ({ pointer, field }: Leaf) =>
          declared.some((leaf) => leaf.pointer === pointer) &&
          !(field.kind === "list" && isShared(field, object.identity));
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
      // The service may also refuse to turn back values that another client has set.
      if (!(await object.up(object.current, edits))) return;
    }
    const last = object.current;
    await withObject(
      { ...stage, world: stage.twin },
      exceptions,
      async (fresh) => {
        await fresh.up(last);
        const declared = fresh.leaves(last);
        const differences = differing(object, fresh).filter(({ path }) => {
          const isExcepted = (how: Exception["how"], changes: readonly Path[]) =>
            object.isExcepted("convergence", how, path, changes);
          return (
            !(undeclaredIn(declared)(path) && isExcepted("undeclared", object.history)) && !isExcepted("unseen", edits)
          );
        });
        expect(differences).toEqual([]);
      },
      object.number,
    );
  });
}

/**
 * What no version of the program declares is never changed by it and never in its state, and no drift is shown but where
 * somebody really changed a declared value.
 *
 * @throws where the law does not hold
 */
export async function preservation(stage: Stage, steps: readonly Step[], exceptions = stage.subject.exceptions) {
  await withObject(stage, exceptions, async (object) => {
    const declared = steps.flatMap(({ program }) => object.leaves(program));
    let theirs: readonly Leaf[] = [];
    // What the next run turns back.
    let drift: readonly Path[] = [];
    for (const { program, edit } of steps) {
      if (edit && object.isThere) {
        const before = object.leavesHeld();
        const set = object.edited(edit, (leaf) => undeclaredIn(declared)(leaf.path));
        const after = object.leavesHeld();
        const pointers = new Set([...theirs, ...set].map(({ pointer }) => pointer));
        theirs = after.filter(({ pointer }) => pointers.has(pointer));
        const shown = await object.shownByRefresh();
        drift = [...drift, ...shown];
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
      expect(lostIn(object, theirs, previous, drift)).toEqual([]);
      drift = [];
      theirs = theirs.filter((leaf) => isHeld(object.leavesHeld(), leaf));
      const outputs = revealed(object.engine.state.get(name)?.outputs ?? {});
      expect(theirs.filter(({ path }) => valueAt(outputs, path) !== undefined)).toEqual([]);
    }
  });
}

/** Whether an object has a value. Some tenants do not return a value that is the default. */
function isHeld(held: readonly Leaf[], { field, value, path }: Leaf): boolean {
  return same(field, value, valueIn(held, path) ?? field.absent);
}

/**
 * The pointers of values that an object no longer has after the run that brought it from a previous program to the current one.
 *
 * @param drift the declared paths that the run turned back
 */
function lostIn(
  object: Managed,
  theirs: readonly Leaf[],
  previous: JsonObject,
  drift: readonly Path[] = [],
): readonly string[] {
  const [before, held] = [object.leaves(previous), object.leavesHeld()];
  const changes = [...changesBetween(before, object.leaves(object.current)), ...drift];
  const lost = theirs.filter((leaf) => !isHeld(held, leaf));
  return lost
    .filter(({ path }) => !object.isExcepted("preservation", "lost", path, changes, before))
    .map(({ pointer }) => pointer);
}

/**
 * What another client has set in an object of a resource stays there, if a program declares the object without members and drops it again, and if a
 * program declares one other member of the object and drops that, also if the service refuses each request after the first one.
 *
 * @returns the pointers of the objects that were tried
 * @throws where the law does not hold
 */
export async function coexistence(
  stage: Stage,
  program: JsonObject,
  exceptions = stage.subject.exceptions,
): Promise<readonly string[]> {
  const { fields } = kinds[stage.subject.name].schema;
  const paths = leavesOf(fields, canonical(fields, program, undefined)).map(({ path }) => path);
  const places = new Map(
    paths.flatMap((path) => path.slice(1).map((_, at) => [toPointer(path.slice(0, at + 1)), path.slice(0, at + 1)])),
  );
  const tried: string[] = [];
  for (const [pointer, place] of places) {
    const inside = paths.filter((path) => isAncestor(place, path));
    const rest = without(program, inside);
    const empty = merged(rest, nested(place, {})) as JsonObject;
    const members = [...new Set(inside.map((path) => path[place.length]))];
    const alone = members.map((member) =>
      without(
        program,
        inside.filter((path) => path[place.length] !== member),
      ),
    );
    for (const programs of [[rest, empty, rest], ...alone.map((one) => [one, rest])]) {
      for (const isCutOff of [false, true]) {
        await withObject(stage, exceptions, async (object) => {
          if (await coexistenceAt(object, place, { all: program, programs, isCutOff })) tried.push(pointer);
        });
      }
    }
  }
  return tried;
}

interface Coexistence {
  /** Has the values that another client sets. */
  readonly all: JsonObject;
  /** The versions of the program. After the first, another client sets its values. */
  readonly programs: readonly JsonObject[];
  /** The service refuses each request after the first one of the later versions. */
  readonly isCutOff: boolean;
}

/** Answers whether the tenant took all programs and the other client's values. */
async function coexistenceAt(
  object: Managed,
  place: Path,
  { all, programs: [first = {}, ...others], isCutOff }: Coexistence,
): Promise<boolean> {
  const up = (program: JsonObject, theirs: readonly Path[] = []) => object.up(program, [], theirs).catch(() => false);
  if (!(await object.isValid(first)) || !(await up(first))) return false;
  const declared = [first, ...others].flatMap((program) => object.leaves(program));
  const isTheirs = ({ path }: Leaf) => isAncestor(place, path) && undeclaredIn(declared)(path);
  const before = object.leavesHeld();
  const set = object.edited(all, isTheirs, true).map(({ pointer }) => pointer);
  // Empty objects do not count: an update that clears the object around them removes them.
  const isEmpty = (value: Json) => typeof value === "object" && Object.keys(value ?? {}).length === 0;
  // What the service has put beside the declared members goes with them: nobody can tell that another client has set the same.
  const isNew = ({ field, path, value }: Leaf) => !same(field, valueIn(before, path), value);
  const theirs = object
    .leavesHeld()
    .filter((leaf) => set.includes(leaf.pointer) && !isEmpty(leaf.value) && isNew(leaf));
  if (theirs.length === 0) return false;
  for (const next of others) {
    const previous = object.current;
    const held = object.held();
    if (!(await object.isValid(next))) return false;
    // A run may refuse a change by which the service would lose what it does not return.
    const isTaken = await object.cutOff(isCutOff, () =>
      up(
        next,
        theirs.map(({ path }) => path),
      ),
    );
    if (!isTaken && !isCutOff) expect(object.held()).toEqual(held);
    if (!isTaken) object.current = next;
    expect(lostIn(object, theirs, previous)).toEqual([]);
    if (!isTaken) return false;
  }
  return true;
}

/**
 * A program in which one declared value changes, and then another, changes nothing else each time: neither what it declares
 * nor what it does not.
 *
 * @param other has the values that the declared ones change to
 * @throws where the law does not hold
 */
export async function constancy(
  stage: Stage,
  { program, edit = {} }: Step,
  other: JsonObject,
  exceptions = stage.subject.exceptions,
) {
  await withObject(stage, exceptions, async (object) => {
    if (!(await object.up(program))) return;
    const isUndeclared = undeclaredIn(object.leaves(program));
    const theirs = object.edited(edit, (leaf) => isUndeclared(leaf.path));
    for (const { path, pointer, value } of object.leaves(other)) {
      const before = object.leaves(object.current);
      if (!before.some((leaf) => leaf.pointer === pointer && !isDeepStrictEqual(leaf.value, value))) continue;
      const draft = new Draft(object.current);
      draft.put(path, value);
      const changed = draft.root;
      if (!(await object.isValid(changed))) continue;
      const held = notable(object);
      const paths = theirs.map((leaf) => leaf.path);
      const isTaken = await object.up(changed, [], paths).catch((error: unknown) => {
        if (object.isExcepted("constancy", "refused", path, [path])) return false;
        throw error;
      });
      if (!isTaken) continue;
      const [declared, after] = [object.leaves(changed), notable(object)];
      const isMeant = (place: Path) =>
        overlap(place, path) ||
        // The answer to the update before has shown that a declared value was another one.
        same(undefined, valueIn(declared, place), valueIn(after, place)) ||
        isChosen(object.fields, place, held) ||
        (["preservation", "constancy"] as const).some((law) => object.isExcepted(law, "lost", place, [path], before));
      const moved = changedPaths(object.identity, held, after);
      expect(moved.filter((place) => !isMeant(place))).toEqual([]);
    }
  });
}

/**
 * A program that drops the members of an object in a document, all at once or one after the other, is taken at every step. Nothing is left to do
 * then, members that another client has set in the object stay, and without such members nothing is left of the object.
 *
 * @param other has the values that another client sets
 * @throws where the law does not hold
 */
export async function release(
  stage: Stage,
  program: JsonObject,
  other: JsonObject,
  exceptions = stage.subject.exceptions,
) {
  for (const place of objectsInDocuments(stage, program)) {
    // A member that no program knows has the form of one of its siblings.
    const [sibling = null] = Object.values<Json>(Object(valueAt(program, place)));
    for (const theirs of [{}, other, nested([...place, "theirs"], sibling)]) {
      for (const order of ["at once", "forwards", "backwards"] as const) {
        await withObject(stage, exceptions, (object) =>
          releaseAt({ ...stage, exceptions }, object, place, { program, theirs, order }),
        );
      }
    }
  }
}

async function releaseAt(
  stage: Stage & { readonly exceptions: readonly Exception[] },
  object: Managed,
  place: Path,
  { program, theirs, order }: { program: JsonObject; theirs: JsonObject; order: "at once" | "forwards" | "backwards" },
): Promise<void> {
  if (!(await object.up(program))) return;
  const isUndeclared = undeclaredIn(object.leaves(program));
  const isTheirs = ({ path }: Leaf) => isAncestor(place, path) && isUndeclared(path);
  const set = object.edited(theirs, isTheirs, true);
  // The service answers some values in no form that an update could send back.
  if (set.some(({ path }) => object.isExcepted("preservation", "refused", path, []))) return;
  const kept = object.leavesHeld().filter(({ pointer }) => set.some((leaf) => leaf.pointer === pointer));
  const inside = object
    .leaves(program)
    .map(({ path }) => path)
    .filter((path) => isAncestor(place, path));
  const steps = order === "at once" ? [inside] : inside.map((path) => [path]);
  let next = program;
  for (const leaving of order === "backwards" ? steps.toReversed() : steps) {
    const before = object.leaves(next);
    next = without(next, leaving);
    if (!(await object.isValid(next))) return;
    const declared = { [name]: { ...object.identity, ...next } };
    const says = `${order}: ${leaving.map(toPointer).join(", ")} beside ${set.map(({ pointer }) => pointer).join(", ")}`;
    let [step] = await object.engine.up(declared);
    // The other client has sent a declared value along that the API does not return.
    if (set.length > 0 && step?.failure?.message.includes("Run `pulumi up --refresh`")) {
      await object.engine.refresh();
      [step] = await object.engine.up(declared);
    }
    expect(step?.failure?.message, says).toBeUndefined();
    expect(await object.engine.changes(declared), says).toEqual([]);
    expect(await object.engine.refresh(), says).toEqual([{ name, op: "same" }]);
    const after = object.leavesHeld();
    const lost = kept.filter(({ field, path, value }) => !same(field, value, valueIn(after, path)));
    expect(lost.filter(({ path }) => !object.isExcepted("preservation", "lost", path, leaving, before))).toEqual([]);
    if (order !== "at once" || set.length > 0) return;
    const left = await leftOver(stage, object, next);
    const isMeant = (path: Path) => object.isExcepted("convergence", "undeclared", path, leaving);
    expect(
      left.filter(({ path }) => isAncestor(place, path) && !isMeant(path)),
      says,
    ).toEqual([]);
  }
}

/** Where an object differs from a fresh one of the same program; empty if the tenant takes no fresh one. */
async function leftOver(
  { exceptions, ...stage }: Stage & { readonly exceptions: readonly Exception[] },
  object: Managed,
  program: JsonObject,
): Promise<readonly { readonly path: Path }[]> {
  let found: readonly { readonly path: Path }[] = [];
  const compare = async (fresh: Managed) => {
    const isMade = await fresh.up(program).catch(() => false);
    if (isMade) found = differing(object, fresh);
  };
  await withObject({ ...stage, world: stage.twin }, exceptions, compare, object.number);
  return found;
}

/**
 * A change of a value that only a creation can set is refused by the run, by name and before anything is sent, and the preview says so. The value can
 * leave the program, and stays then. Another value is refused after that, too.
 *
 * @returns the pointers of these values in the program
 * @throws where the law does not hold
 */
export async function fixation(
  stage: Stage,
  program: JsonObject,
  exceptions = stage.subject.exceptions,
): Promise<readonly string[]> {
  const { fields } = kinds[stage.subject.name].schema;
  const args = canonical(fields, { ...stage.root, ...program }, undefined);
  const fixed = leavesOf(fields, args).filter(({ field, path, value }) => {
    const { createOnly } = pathRulesOf(field, path, args);
    return createOnly === true || (createOnly !== undefined && isDeepStrictEqual(value, createOnly.once));
  });
  for (const { path, value } of fixed) {
    await withObject(stage, exceptions, async (object) => {
      if (!(await object.up(program))) return;
      const draft = new Draft(program);
      draft.put(path, value === true ? false : typeof value === "string" ? `${value}x` : true);
      const [changed, left] = [draft.root, without(program, [path])];
      const held = object.held();
      const declared = (declaration: JsonObject) => ({ [name]: { ...object.identity, ...declaration } });
      const refused = async () => {
        const before = vi.mocked(console.warn).mock.calls.length;
        await object.engine.changes(declared({ ...changed, [previewKey]: true }));
        const said = vi.mocked(console.warn).mock.calls.slice(before).map(String);
        expect(said).toContainEqual(expect.stringContaining(`will fail: `));
        expect(said.join("\n")).toContain(describePath(path));
        stage.world.tenant.clearRequests();
        const [step] = await object.engine.up(declared(changed));
        expect(step?.failure?.message).toContain(`was not changed: ${describePath(path)} `);
        expect(stage.world.calls().filter((call) => !call.startsWith("GET"))).toEqual([]);
        expect(object.held()).toEqual(held);
      };
      await refused();
      const [step] = await object.engine.up(declared(left));
      expect(step?.failure?.message).toBeUndefined();
      expect(await object.engine.changes(declared(left))).toEqual([]);
      expect(valueIn(object.leavesHeld(), path)).toEqual(value);
      await refused();
    });
  }
  return fixed.map(({ pointer }) => pointer);
}

/**
 * What a review says of the object after the run is what the tenant has after it, at every path that the run declares, clears or resets. No rule of the
 * baseline judges the review's object, the program's and the tenant's in contradiction. Nobody edits the object meanwhile.
 *
 * @param how whether every change of an argument replaces the resource, and whether a destroy resets settings
 * @throws where the law does not hold
 */
export async function foresight(
  given: Stage,
  steps: readonly Step[],
  { isForced, isReset }: { readonly isForced: boolean; readonly isReset: boolean },
  exceptions = given.subject.exceptions,
) {
  const { subject } = given;
  const isSetting = kinds[subject.name].schema.singleton !== undefined;
  const stage = isSetting && isReset ? { ...given, root: { ...given.root, resetOnDestroy: true } } : given;
  const urn = `urn:pulumi:dev::shop::${typeToken(subject.resource)}::${name}`;
  const code = providerCode(subject.name, true);
  await withObject(stage, exceptions, async (object) => {
    // Without this, a replacement deletes the object and creates another one.
    if (isForced && kinds[subject.name].replacedInPlace) object.engine.forced.add(name);
    const foreseen = async (declared?: JsonObject) => {
      const program = declared === undefined ? {} : { [name]: { ...object.identity, ...declared } };
      const printed = JSON.stringify({ steps: await object.engine.planned(program, () => urn) });
      const coded = printed.replaceAll('"inputs":{', `"inputs":{"__provider":${JSON.stringify(code)},`);
      const { steps: planned } = parsePreview(coded, "pulumi preview --json");
      const [outcome] = outcomesOf(planned, []);
      if (!outcome) throw new Error("the review has no outcome");
      return { outcome, inputs: planned.findLast(({ after }) => after)?.after?.inputs };
    };
    const compare = (found: Foretold) => expectForetold(subject, object, found);
    for (const { program } of steps) {
      if (!(await object.isValid(program))) continue;
      const found = await foreseen(program);
      if (await object.up(program)) compare(found);
    }
    if (!object.isThere || subject.writes === 0) return;
    const found = await foreseen();
    const before = object.isHeld ? object.held() : {};
    const isUndeclared = undeclaredIn(object.leaves(object.current));
    const isOther = (leaf: Leaf) => isUndeclared(leaf.path) && !leaf.field.forceNew && !isInitial(leaf, before);
    const hasOthers = leavesOf(object.fields, before).some(isOther);
    const [step] = await object.engine.up({});
    if (step?.failure !== undefined) return;
    // The review says this of each reset that deletes the whole object.
    const { wholeReset }: Definition = definitions[subject.name];
    const isSpared = hasOthers && found.outcome.act === "reset" && wholeReset !== undefined;
    if (isSpared) expect(object.held()).toEqual(before);
    else compare(found);
  });
}

/** What a review says of the object after the run. */
interface Foretold {
  readonly outcome: Outcome;
  /** The program's inputs in the plan. Undefined if the tenant also has values of others. */
  readonly inputs: JsonObject | undefined;
}

/** Asserts that the tenant has what a review says of the object after the run, and that the rules of the baseline judge both alike. */
function expectForetold(subject: Subject, object: Managed, { outcome, inputs }: Foretold): void {
  const { act, before, plan } = outcome;
  const after = outcome.after && object.notable(outcome.after);
  // The deletion of a set leaves the object that has the members.
  if (act === "delete" && !kinds[subject.name].hasOwnObject) return;
  if (!after) {
    expect(object.isHeld, act).toBe(false);
    return;
  }
  const held = object.notable(object.held());
  // What a removal without a default leaves is what a new object has, which is another law.
  const earlier = leavesOf(object.fields, before ?? {}).filter(
    ({ field, path }) =>
      !field.computed &&
      valueAt(after, path) !== undefined &&
      (act === "keep" || clearBy(pathRulesOf(field, path, before ?? {})).how === "default"),
  );
  const places = [...plan.declared, ...earlier].map(({ field, path }) => {
    const rules = pathRulesOf(field, path, held);
    const fresh = freshValue(field, path, held);
    const [foretold = null, all = null] = [after, held].map((one) => leafAt(field, one, path) ?? fresh);
    const has = object.ownPartOf(field, all, foretold);
    const isRead = rules.reads === undefined || rules.reads.how === "verbatim";
    // A review hides a secret as a whole, whatever it contains.
    const isHidden = path.some((_, length) => JSON.stringify(valueAt(after, path.slice(0, length))) === '"[secret]"');
    const isKnown = isRead && !isHidden && !holdsUnknown(foretold) && !/"\[secret\]"/.test(JSON.stringify(foretold));
    // An object that is declared without members says nothing of them.
    const isSaid = foretold === null || withoutEmpty(foretold) !== undefined;
    const isRight = !isKnown || !isSaid || same(field, withoutEmpty(foretold), withoutEmpty(has), rules);
    return { path, foretold, has, isRight };
  });
  const isExcepted = (path: Path) => object.isExcepted("convergence", "undeclared", path, object.history);
  expect(places.filter(({ path, isRight }) => !isRight && !isExcepted(path))).toEqual([]);
  const [ofReview = {}] = objectsAfter([{ ...outcome, isManaged: true }], new Set());
  // Some tenants do not return a value that is the default, and a rule judges what is returned.
  const whole = new Draft(held);
  for (const { path, foretold, isRight } of places)
    if (isRight && foretold !== null && valueAt(held, path) === undefined) whole.put(path, foretold);
  const judged = [
    { ...ofReview, properties: after },
    { properties: inputs ?? after },
    { properties: whole.root, isLive: true },
  ];
  const verdicts = judged.map((one) => verdictsOn({ ...one, type: subject.name, tenant: "" }));
  const contested = [...new Set(verdicts.flatMap((one) => [...one.keys()]))].filter((rule) => {
    const found = new Set(verdicts.map((one) => one.get(rule)));
    return found.has("passes") && found.has("fails");
  });
  const [review, program, tenant] = verdicts;
  expect(
    contested.map((rule) => ({
      rule,
      ...{ review: review?.get(rule), program: program?.get(rule), tenant: tenant?.get(rule) },
    })),
  ).toEqual([]);
}

/**
 * The review of a run that adopts an object says what the run does: it lists no value that stays, and after the run the tenant has what the review says.
 * Secrets and values that the API does not return are unsure in a review.
 *
 * @throws where the law does not hold
 */
export async function takeover(stage: Stage, steps: readonly Step[], exceptions = stage.subject.exceptions) {
  const { subject, world } = stage;
  const type = kinds[subject.name];
  const urn = `urn:pulumi:dev::shop::${typeToken(subject.resource)}::${name}`;
  const code = providerCode(subject.name, true);
  await withObject(stage, exceptions, async (object) => {
    for (const { program } of steps) await object.up(program);
    if (!object.isThere || object.isBlind) return;
    const keyOf = () => JSON.stringify(type.uniqueBy.map((one) => own(object.isHeld ? object.held() : {}, one)));
    const key = keyOf();
    const edit = steps.at(-1)?.edit;
    if (edit) object.edited(edit, () => true);
    // An object of another name is not adopted.
    if (keyOf() !== key) return;
    // Nothing adopts an object whose value only its creation has shown.
    if (isShownOnce(type.schema)) return;
    const isAsked = type.hasOwnObject && type.schema.singleton === undefined;
    const program = { [name]: { ...object.identity, ...object.current, ...(isAsked && { adopt: true }) } };
    // Another stack: its state has no resource.
    const other = world.reconfigured({});
    other.state.clear();
    const printed = JSON.stringify({ steps: await other.planned(program, () => urn) });
    const coded = printed.replaceAll('"inputs":{', `"inputs":{"__provider":${JSON.stringify(code)},`);
    const preview = parsePreview(coded, "pulumi preview --json");
    const { domain, clientId, clientSecret } = world.tenant;
    const values: Record<string, string> = { domain, clientId, clientSecret };
    const client = new TenantClient(resolveSettings({ config: (key) => values[key], env: {} }));
    const { found: atTenant, problems } = await findToAdopt(client, adoptionsIn(preview.steps, true), true);
    await client.close();
    expect(problems).toEqual([]);
    const { resources } = reviewReport(preview, [], undefined, undefined, { adopts: true, atTenant });
    expect(resources).toMatchObject([{ action: "adopt", isFound: true }]);
    const before = object.isHeld ? object.held() : {};
    const [outcome] = outcomesOf(preview.steps, [], atTenant);
    const [step] = await other.up(program);
    if (!outcome || step?.failure !== undefined) return;
    expectForetold(subject, object, { outcome, inputs: undefined });
    const sure = resources.flatMap(({ changes }) => changes.filter(({ secret, isUnsure }) => !secret && !isUnsure));
    const stays = sure.filter(({ path, kind }) => {
      const [property = ""] = path.split(/[.[]/);
      // The API may not return a property of a list's element, such as the registry of a package.
      const isUnread = kind === "add" && path.includes("].");
      return !isUnread && same(object.fields[property], own(before, property), own(object.held(), property));
    });
    expect(stays).toEqual([]);
  });
}

/** The verdicts of the rules that need no other object, by rule. */
function verdictsOn(object: AuditedObject): ReadonlyMap<string, Verdict["is"]> {
  // A rule takes a masked list for one that has elements.
  const isMasked = (path: string) =>
    JSON.stringify(valueAt(object.properties, path.split(".")) ?? null).includes('"[secret]"');
  const alone = rules.filter(
    ({ type, looksUp, paths }) => type === object.type && looksUp === undefined && !paths.some(isMasked),
  );
  return new Map(alone.map((rule) => [rule.id, verdictOf(rule, object, new Others([object])).is]));
}

/** A value without objects that have nothing in them; undefined if nothing is left. */
function withoutEmpty(value: Json | undefined): Json | undefined {
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, item]) => {
    const left = withoutEmpty(item);
    return left === undefined ? [] : [[key, left] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function nested(path: Path, value: Json): JsonObject {
  const draft = new Draft();
  draft.put(path, value);
  return draft.root;
}

/** The paths of the objects that a program declares within documents. */
function objectsInDocuments({ subject, root }: Stage, program: JsonObject): readonly Path[] {
  const { fields } = kinds[subject.name].schema;
  const found = new Map<string, Path>();
  for (const { field, path } of leavesOf(fields, canonical(fields, { ...root, ...program }, undefined))) {
    for (let above = path.slice(0, -1); field.kind === "document" && above.length > 0; above = above.slice(0, -1)) {
      if (fieldAt(fields, above.slice(0, -1)) === field) found.set(toPointer(above), above);
    }
  }
  return [...found.values()];
}

/**
 * The same for values that are shared: those of other teams are never changed, and a destroy takes those that the last program
 * declared, and no others. Those of others keep their order. It holds whatever fails on the way.
 *
 * @param theirs values that another client gives before the destroy
 * @param isSeen whether a refresh comes in between
 * @param faults what happens to the first write of each step, which another run follows then
 * @throws where the law does not hold
 */
export async function preservationOfShared(
  stage: Stage,
  { property, max, bystanders, asValue }: Shared,
  steps: readonly Step[],
  { theirs = [], isSeen = true, faults = [] }: SharedCase = {},
  exceptions = stage.subject.exceptions,
) {
  await withObject(stage, exceptions, async (object) => {
    const { subject, world } = stage;
    const field = object.fields[property];
    if (!isSharable(field)) throw new Error(`${property} is not a set, map or list`);
    const valuesIn = (args: JsonObject) => namesOfMembers(field, own(args, property) ?? null);
    const values = () => valuesIn(object.held());
    /** The members as another client sets them. */
    const membersOf = (names: readonly string[]): Json =>
      asValue?.(names) ?? (field.kind === "list" ? names.map((name) => ({ [String(field.remembered)]: name })) : names);
    const inOrder = (names: readonly string[]) => (field.kind === "list" ? names : names.toSorted());
    const declared = new Set(steps.flatMap(({ program }) => valuesIn(program)));
    const others = bystanders(world.tenant, object.key, [...declared].slice(0, max));
    const heldByOthers = () => others.map((key) => subject.held(world.tenant, key));
    const before = heldByOthers();
    for (const [at, { program, edit, unseen }] of steps.entries()) {
      if (edit && object.isThere) {
        subject.edit(world.tenant, object.key, property, own(edit, property) ?? membersOf([]));
        await object.seen(!unseen);
      }
      const given = values().filter((value) => object.isThere && !declared.has(value));
      await object.failing(faults[at], program);
      await object.up(program);
      const left = values().filter((value) => given.includes(value));
      const isKept = isDeepStrictEqual(inOrder(left), inOrder(given));
      expect(isKept || object.isExcepted("preservation", "lost", [property], []), `${given} became ${left}`).toBe(true);
    }
    const held = values();
    const added = theirs.filter((value) => !held.includes(value)).slice(0, max - held.length);
    subject.edit(world.tenant, object.key, property, membersOf([...held, ...added]));
    if (isSeen) await object.engine.refresh();
    const [step] = await object.engine.up({});
    expect(step).toEqual({ name: name, op: "delete" });
    const mine = valuesIn(object.current);
    expect(inOrder(values())).toEqual(inOrder([...held, ...added].filter((value) => !mine.includes(value))));
    expect(heldByOthers()).toEqual(before);
    for (const key of others) subject.remove(world.tenant, key);
  });
}

/** What happens to the values of an object that several programs and people share. */
export interface SharedCase {
  readonly theirs?: readonly string[];
  readonly isSeen?: boolean;
  readonly faults?: readonly (WriteFault | undefined)[];
}

/** A write that the service refuses, or that is lost on its way there or back. */
export type WriteFault = "refused" | "lost before" | "lost after";

/** An object in the hands of one program. */
class Managed {
  /** No other object of the tenant has it; its twin has it, too. */
  readonly number: number;
  readonly identity: JsonObject;
  /** By this the tenant finds it: by its key at first, which may change, then by its id. */
  key: string;
  readonly engine: MiniEngine;
  /** The last version of the program that the tenant has taken. */
  current: JsonObject = {};
  /** All paths that any version declared or changed. */
  readonly history: Path[] = [];
  /** Another client has changed something, and no refresh has seen it. */
  isBlind = false;
  readonly #stage: Stage;
  readonly #exceptions: readonly Exception[];

  constructor(stage: Stage, exceptions: readonly Exception[], number: number) {
    const { subject, world, root } = stage;
    this.number = number;
    this.identity = { ...subject.identity(world.tenant, number), ...root };
    this.key = subject.keyOf(this.identity);
    this.engine = new MiniEngine(world.port);
    this.#stage = stage;
    this.#exceptions = exceptions.filter(
      ({ strategies, exclusive, lacks }) =>
        (strategies?.includes(String(root.strategy)) ?? true) &&
        !(exclusive && root.exclusive === false) &&
        !(lacks && world.traits[lacks]),
    );
  }

  get isThere(): boolean {
    return this.engine.state.has(name);
  }

  get fields(): Fields {
    return kinds[this.#stage.subject.name].schema.fields;
  }

  /** All that the tenant has of it. */
  held(): JsonObject {
    const held = this.#stage.subject.held(this.#stage.world.tenant, this.key);
    if (!held) throw new Error(`the tenant has no ${this.key}`);
    return { ...held.live, ...this.#steering };
  }

  /** An object without the values that are as good as absent. */
  notable(live: JsonObject): JsonObject {
    return this.#stage.subject.notable?.(this.#stage.world.tenant, live) ?? live;
  }

  /** Whether the tenant has the object, and a value of it. */
  get isHeld(): boolean {
    const held = this.#stage.subject.held(this.#stage.world.tenant, this.key);
    return held !== undefined && this.leavesHeld().some(({ field }) => !field.forceNew);
  }

  /** What the programs say of how the object is managed. */
  get #steering(): JsonObject {
    const names = Object.keys(kinds[this.#stage.subject.name].schema.metaArguments ?? {});
    return Object.fromEntries(Object.entries(this.#stage.root).filter(([name]) => names.includes(name)));
  }

  /** What a program declares besides the identity. */
  leaves(program: JsonObject): readonly Leaf[] {
    const args = canonical(this.fields, { ...this.identity, ...program }, undefined);
    return leavesOf(this.fields, args).filter(({ field }) => !field.forceNew);
  }

  /** The elements of a list that a program declares, if it shares the list with others; otherwise the whole value. */
  ownPartOf(field: Field, value: Json, declared: Json): Json {
    if (field.kind !== "list" || !isShared(field, this.identity) || !Array.isArray(value)) return value;
    const mine = namesOfMembers(field, declared);
    return value.filter((one: Json) => namesOfMembers(field, [one]).some((name) => mine.includes(name)));
  }

  /** Whether an update that makes some changes can send a value that it does not change. */
  isSentAlong(path: Path, changes: readonly Path[], isIgnored: boolean): boolean {
    const { schema } = kinds[this.#stage.subject.name];
    const held = this.held();
    const isShown = ({ pointer }: Leaf) =>
      isReadable(schema, pointer, { paths: [pointer], live: held, before: held, hints: {} });
    const contentAt = (place: Path) => {
      const field = fieldAt(this.fields, place);
      const switches = field ? (pathRulesOf(field, place, held).activates ?? []) : [];
      return switches.flatMap(({ content }) => content.map((one) => [...place.slice(0, -1), one]));
    };
    const beside = this.leaves(this.current).filter((leaf) => overlap(leaf.path, isIgnored ? path : path.slice(0, 1)));
    const whole = this.fields[path[0] ?? ""];
    const removedWith = whole?.kind === "object" ? whole.removedWith : undefined;
    return (
      !beside.every(isShown) ||
      this.isExcepted("convergence", "unseen", path, [path]) ||
      (!isIgnored && changes.some(([property]) => property !== undefined && property === removedWith)) ||
      changes.flatMap(contentAt).some((place) => overlap(place, path)) ||
      (!isIgnored && destinationsOf(schema, held).some((one) => isWithinAny([...one.addresses, ...one.secrets], path)))
    );
  }

  leavesHeld(): readonly Leaf[] {
    return leavesOf(this.fields, this.held());
  }

  /** @param declared what the program declared before the changes */
  isExcepted(
    law: Exception["law"],
    how: Exception["how"],
    path: Path,
    changes: readonly Path[],
    declared: readonly Leaf[] = [],
  ): boolean {
    const isOn = (pointer: string) => declared.some((leaf) => isWithin(pointer, leaf.path) && leaf.value !== false);
    const isDeclared = (pointer: string) => this.leaves(this.current).some((leaf) => isWithin(pointer, leaf.path));
    return this.#exceptions.some(
      (exception) =>
        exception.law === law &&
        exception.how === how &&
        exception.paths.some((pointer) => isWithin(pointer, path) && (!exception.declared || isDeclared(pointer))) &&
        (!exception.unseen || this.isBlind) &&
        !(exception.introduced && exception.by?.some(isOn)) &&
        (exception.by?.some((pointer) => changes.some((change) => isWithin(pointer, change))) ?? true),
    );
  }

  /**
   * Brings the object to a program; answers whether the tenant takes it. What is refused must change nothing.
   *
   * @param edits what another client has changed of what is declared
   * @param theirs values that another client has set besides
   */
  async up(program: JsonObject, edits: readonly Path[] = [], theirs: readonly Path[] = []): Promise<boolean> {
    const { subject, world } = this.#stage;
    const before = this.isThere ? this.held() : undefined;
    const changes = changesBetween(this.leaves(this.current), this.leaves(program));
    world.tenant.clearRequests();
    const [step] = await this.engine.up({ [name]: { ...this.identity, ...program } });
    this.key = this.engine.state.get(name)?.id ?? this.key;
    const isRefusable =
      [...changes, ...edits].some((path) => this.isExcepted("convergence", "refused", path, changes)) ||
      theirs.some((path) => this.isExcepted("preservation", "refused", path, changes));
    if (step?.failure) {
      const isUnsafe = step.failure instanceof UnsafeWrite;
      if (isUnsafe && !before) return false;
      if (!before || !(isRefusable || isUnsafe)) throw step.failure;
      expect(this.held()).toEqual(before);
      return false;
    }
    const sent = world.tenant.requests.filter(({ method, operation }) => method !== "GET" && operation !== "token");
    // A forced replacement may also send a deletion.
    if (!this.engine.forced.has(name)) expect(sent.length).toBeLessThanOrEqual(subject.writes);
    this.current = program;
    this.history.push(...changes);
    return true;
  }

  /** Begins a change of which the first writes fail, so that the next run has to complete it. */
  async failing(fault: WriteFault | undefined, program: JsonObject): Promise<void> {
    if (fault === undefined) return;
    const { tenant } = this.#stage.world;
    const kind = { refused: "status", "lost before": "reset-before", "lost after": "reset-after" } as const;
    for (const method of ["PATCH", "PUT", "POST", "DELETE"])
      tenant.inject({
        ...{ kind: kind[fault], method, path: "/api/v2/", times: Number.POSITIVE_INFINITY },
        ...(fault === "refused" && { status: 403 }),
      } as Fault);
    try {
      await this.engine.up({ [name]: { ...this.identity, ...program } });
    } finally {
      tenant.clearFaults();
      this.key = this.engine.state.get(name)?.id ?? this.key;
    }
  }

  /** Runs something while the service refuses each write after the first one, or takes all. */
  async cutOff<T>(isCutOff: boolean, run: () => Promise<T>): Promise<T> {
    const { tenant } = this.#stage.world;
    const methods = isCutOff ? ["PATCH", "PUT", "POST"] : [];
    for (const method of methods)
      tenant.inject({
        kind: "status",
        status: 400,
        skip: 1,
        times: Number.POSITIVE_INFINITY,
        method,
        path: "/api/v2/",
      });
    try {
      return await run();
    } finally {
      tenant.clearFaults();
    }
  }

  /** Whether a check admits a program, and its preview foresees no refusal of its values. */
  async isValid(program: JsonObject): Promise<boolean> {
    const { subject, world } = this.#stage;
    const args = { ...this.identity, ...program };
    // In a run of its own, as no other resource declares the same.
    world.port.startRun?.();
    const { failures } = await world.port.check({}, args);
    const refused = kinds[subject.name].refusals?.(args, this.isThere ? this.held() : undefined) ?? [];
    return failures.length === 0 && refused.length === 0;
  }

  /** Refreshes after an edit of another client, or not. */
  async seen(isSeen: boolean): Promise<void> {
    if (isSeen) await this.engine.refresh();
    this.isBlind = !isSeen;
  }

  /**
   * Lets another client set those values of a program that are admitted; answers what the tenant took.
   *
   * @param keeps whether the client also sends what it has read. Default: what is written as a whole has only the values then
   */
  edited(program: JsonObject, isAdmitted: (leaf: Leaf) => boolean, keeps = false): readonly Leaf[] {
    const leaves = this.leaves(program).filter(isAdmitted);
    const edit = new Draft();
    for (const { field, path, value } of leaves) putLeaf(field, edit, path, value);
    const { subject, world } = this.#stage;
    const before = this.held();
    const taken = partsOf(this.fields, edit.root).filter(({ name, value }) => {
      try {
        subject.edit(world.tenant, this.key, name, value);
        const after = this.leavesHeld();
        const isWhole = leavesOf(this.fields, before).some(({ path }) => valueIn(after, path) === undefined);
        if (keeps && isWhole) subject.edit(world.tenant, this.key, name, merged(before[name], value));
        return true;
      } catch {
        return false;
      }
    });
    return leaves.filter((leaf) => taken.some(({ path }) => overlap(path, leaf.path)));
  }

  /** The declared paths that a refresh shows as changed. */
  async shownByRefresh(): Promise<readonly Path[]> {
    const inputs = () => revealed(this.engine.state.get(name)?.inputs ?? {});
    const before = inputs();
    const [result] = await this.engine.refresh();
    const shown = changedPaths(this.#stage.root, leavesOf(this.fields, before), leavesOf(this.fields, inputs()));
    expect(result?.op).toBe(shown.length === 0 ? "same" : "update");
    return shown;
  }
}

let count = 0;

async function withObject(
  stage: Stage,
  exceptions: readonly Exception[],
  use: (object: Managed) => Promise<void>,
  number = ++count,
): Promise<void> {
  const object = new Managed(stage, exceptions, number);
  try {
    await use(object);
  } finally {
    // Thousands of objects would make the tenant slow.
    stage.subject.remove(stage.world.tenant, object.key);
  }
}

/** What an object has besides its identity. What stands at the value of a fresh object is as good as absent. */
function notable(object: Managed): readonly Leaf[] {
  const held = object.held();
  return leavesOf(object.fields, held).filter(
    ({ field, value, path }) => !field.forceNew && !same(field, value, freshValue(field, path, held)),
  );
}

/** Where two objects differ, but for their identity. */
function differing(one: Managed, other: Managed) {
  const [a, b] = [notable(one), notable(other)];
  return changedPaths(one.identity, a, b).map((path) => ({ path, edited: valueIn(a, path), fresh: valueIn(b, path) }));
}

function freshValue(field: Field, path: Path, held: JsonObject): Json | undefined {
  const { absent, clear } = pathRulesOf(field, path, held);
  if (absent !== undefined) return absent;
  if (clear?.how === "default") return clear.value;
  if (clear?.how !== "like") return undefined;
  const value = own(held, clear.property) ?? null;
  return clear.as === "list" ? [value] : value;
}

/** Whether the service has chosen the value at a path, where none was before. */
function isChosen(fields: Fields, path: Path, before: readonly Leaf[]): boolean {
  return fieldAt(fields, path)?.chosen === true && valueIn(before, path) === undefined;
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
function changedPaths(root: JsonObject, before: readonly Leaf[], after: readonly Leaf[]): readonly Path[] {
  const all = new Map([...before, ...after].map((leaf) => [leaf.pointer, leaf]));
  return [...all.values()]
    .filter(
      ({ field, path }) => !same(field, valueIn(before, path), valueIn(after, path), pathRulesOf(field, path, root)),
    )
    .map(({ path }) => path);
}

/** The value at a path, which may lie above or beneath the leaves. */
function valueIn(leaves: readonly Leaf[], path: Path): Json | undefined {
  const values = new Draft();
  for (const leaf of leaves) if (overlap(leaf.path, path)) values.put(leaf.path, leaf.value);
  return valueAt(values.root, path);
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
