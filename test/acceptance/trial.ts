import { isUnavailable } from "../../provider/src/lifecycle/errors.ts";
import type { ConfigReader } from "../../provider/src/lifecycle/session.ts";
import { isEmptyObject, isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { type Field, wireName } from "../../provider/src/schema/schema.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { secretPaths } from "../../provider/src/state/secrets.ts";
import { definitions, type TypeName } from "../../provider/src/types/registry.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { isSettings, sampleOf } from "./disposable.ts";
import { type EventWatch, eventsOf } from "./events.ts";
import { answerOf, cliFactsOf, comes, type Difference, facts, factsOfProperty, Ledger } from "./ledger.ts";
import { formOf, isShown, mismatchOf, shapeOf } from "./mismatch.ts";
import type { RunClient } from "./run-client.ts";
import type { Program, Sample } from "./sample.ts";
import { samples } from "./samples.ts";
import { createUser, InvalidSample, NotTried, TestObject, UserRefused } from "./test-object.ts";
import {
  afterRemoval,
  anchorOf,
  changeable,
  changesSetting,
  isClearable,
  isNone,
  isOfNew,
  isSameWhole,
  triedValues,
  valueOfNew,
} from "./values.ts";

const { ofNew, written, removed } = factsOfProperty;

/** The context of a run, which the trials of all types share. */
export interface Context {
  readonly client: RunClient;
  readonly config: ConfigReader;
  /** Returns a new text with the mark of the run, different at each call. */
  nextKey(): string;
  /** By type, a number that no object has in the property {@link Sample.unique}. */
  readonly free: ReadonlyMap<TypeName, number>;
  /** Checks which events the tenant sends. Default: events are not checked. */
  readonly events?: EventWatch;
}

/** Creates an object of one type, changes each of its properties as programs can, and removes it. The results are noted in the ledger. */
export async function tryType(type: TypeName, context: Context, ledger = new Ledger()): Promise<Ledger> {
  const sample = sampleOf(type);
  if (!sample) return ledger;
  const needs = new Map<string, TestObject>();
  try {
    const needed = await makeNeeds(sample, context, needs);
    const trial = new Trial(type, sample, context, needed, ledger);
    await trial.run();
    await trial.tryOwner(needs);
  } catch (error) {
    rethrowStop(error, context.client);
    const isClosed = context.client.failures.some(({ forbidden }) => forbidden !== undefined);
    // No fact is about the creation of users, so a refused user is not noted as a difference.
    if (error instanceof UserRefused && !isClosed)
      ledger.omit(facts.creation, "the tenant did not create a user for the run");
    else ledger.fail(facts.creation, "create the objects that the type needs", context.client.failures);
  }
  for (const object of [...needs.values()].toReversed())
    await object.remove().catch((error: unknown) => rethrowStop(error, context.client));
  return ledger;
}

/** The facts for which the trial of a type notes results if it is not cut short. */
export function factsOf(type: TypeName, context: Context): readonly string[] {
  const sample = sampleOf(type);
  return sample ? new Trial(type, sample, context, {}, new Ledger()).facts() : [];
}

async function makeNeeds(
  { needs = {} }: Sample,
  context: Context,
  made: Map<string, TestObject>,
): Promise<Record<string, string>> {
  const needed: Record<string, string> = {};
  context.client.forgetFailures();
  for (const [name, need] of Object.entries(needs)) {
    if ("userIn" in need) {
      const connection = made.get(need.userIn)?.inputs ?? {};
      needed[name] = await createUser(context.client, String(own(connection, "name")), context.nextKey());
      continue;
    }
    const { type, property } = need;
    const program = samples[type]?.program({ key: context.nextKey(), free: context.free.get(type) ?? 0, needed });
    const object = new TestObject(type, context.client, context.config);
    made.set(name, object);
    await object.apply({ ...program?.args, ...need.with });
    needed[name] = property === undefined ? (object.id ?? "") : String(own(object.inputs, property));
  }
  return needed;
}

/** Throws if the whole run has to end: the run was stopped, or the error is a defect of this package. All other errors affect only one fact. */
function rethrowStop(error: unknown, { meter }: RunClient): void {
  if (meter.stopped) throw meter.stopped;
  if (!(error instanceof Error) || error instanceof InvalidSample) throw error;
}

class Trial {
  readonly #type: TypeName;
  readonly #sample: Sample;
  readonly #context: Context;
  readonly #needed: Readonly<Record<string, string>>;
  readonly #ledger: Ledger;
  /** The object as it was after the last update. */
  #live: JsonObject = {};
  /** Settings as they were before the run; undefined for objects that the run creates. */
  #original: JsonObject | undefined;
  /** By name, the properties of settings that are not tried because the run could not restore their current values, each with the reason. */
  readonly #fixed = new Map<string, string>();
  /** The values of the properties in {@link #staying} after the last change by the run. They are not in the manifest: no request restores them. */
  readonly #seenStaying: Record<string, Json> = {};
  /** The properties of settings that have no value before the run and that no request can remove: the run's value will remain. */
  readonly #staying = new Set<string>();

  constructor(
    type: TypeName,
    sample: Sample,
    context: Context,
    needed: Readonly<Record<string, string>>,
    ledger: Ledger,
  ) {
    this.#type = type;
    this.#sample = sample;
    this.#context = context;
    this.#needed = needed;
    this.#ledger = ledger;
  }

  get #fields(): Readonly<Record<string, Field>> {
    return definitions[this.#type].schema.fields;
  }

  /** Whether the service is expected to refuse a second object with the same key. */
  get #isUnique(): boolean {
    const { hasOwnObject, sharesNames, createsByUpdate } = resourceTypes[this.#type];
    return hasOwnObject && !sharesNames && !createsByUpdate;
  }

  /** The facts for which {@link run} and {@link tryOwner} note results, in the same order. */
  facts(): readonly string[] {
    const { hasOwnObject, sharesNames } = resourceTypes[this.#type];
    const { args } = this.#program();
    const ofCreation = Object.entries(this.#fields).flatMap(([name, field]) => {
      if (own(args, name) !== undefined) return [written(this.#wire(name))];
      return isOfNew(name, field, this.#sample) ? [ofNew(this.#wire(name))] : [];
    });
    const ofUpdates = Object.keys(this.#fields).flatMap((name) => {
      const values = this.#valuesOf(name);
      const isRemoved = Array.isArray(values) && own(args, name) === undefined;
      return values === undefined ? [] : [written(this.#wire(name)), ...(isRemoved ? [removed(this.#wire(name))] : [])];
    });
    const changed = [...ofUpdates, facts.keeps, facts.drift, facts.repair];
    if (isSettings(this.#type)) {
      const given = changeable(this.#type, args).map((name) => written(this.#wire(name)));
      return [...(given.length > 0 ? [facts.creation, ...given] : []), ...changed, facts.putBack];
    }
    return [
      ...[facts.creation, ...ofCreation, facts.unchanged, ...changed],
      ...(sharesNames ? [facts.shared] : this.#isUnique ? [facts.taken] : []),
      ...(hasOwnObject ? [facts.adoption] : []),
      ...(this.#sample.identity === undefined ? [] : [facts.replacement]),
      ...[facts.deletion, facts.lost],
      ...(this.#isUnique ? [facts.atOnce] : []),
      ...(hasOwnObject ? [] : [facts.together]),
      ...(this.#sample.owner === undefined ? [] : [facts.owner]),
      ...eventsOf(this.#type).map(comes),
      ...cliFactsOf(this.#type),
    ];
  }

  async run(): Promise<void> {
    const object = this.#object();
    const { args } = this.#program();
    if (isSettings(this.#type)) return this.#trySettings(object, args);
    if (!(await this.#created(object, args))) return;
    this.#context.events?.expect(this.#type, object.id ?? "", object.outputs);
    await this.#properties(object, args);
    await this.#drift(object, args);
    await this.#secondObject(object, args);
    const last = await this.#replaced(object, args);
    await this.#deleted(last);
    await this.#createdUnanswered();
    if (this.#isUnique) await this.#atOnce();
    await this.#together();
  }

  /**
   * Deletes the object to which the object of the trial belongs, and checks that both are removed.
   *
   * @param needs the objects that the run has created for the trial, by their names in the sample
   */
  async tryOwner(needs: ReadonlyMap<string, TestObject>): Promise<void> {
    const owner = needs.get(this.#sample.owner ?? "");
    if (!owner) return;
    const { args } = this.#program();
    const object = this.#object();
    const what = "delete the owner";
    const left = await this.#try(facts.owner, what, async () => {
      await object.apply(args);
      await owner.remove();
      return (await this.#remains(object)) ?? "nothing";
    });
    const found = left === "nothing" ? undefined : { what, came: left ?? "", expected: "nothing" };
    if (left !== undefined) this.#ledger.note(facts.owner, found);
  }

  /** The trial of settings. Unlike objects, they are not created and removed: their values are restored at the end of the run. */
  async #trySettings(object: TestObject, args: JsonObject): Promise<void> {
    const before = await this.#try(facts.creation, "read", () => object.found(args));
    if (!before) return;
    const given = changeable(this.#type, args);
    const tried = Object.keys(this.#fields).filter((name) => Array.isArray(this.#valuesOf(name)));
    await this.#findFixed(object, args, before, new Set([...given, ...tried]));
    if (given.some((name) => this.#fixed.has(name)))
      return this.#ledger.omit(facts.creation, "the tenant already has a value, which could not be put back");
    for (const [name, why] of this.#fixed) this.#ledger.omit(removed(this.#wire(name)), why);
    const kept = [...given, ...tried].filter((name) => !this.#fixed.has(name) && !this.#staying.has(name));
    if (kept.length === 0) this.#ledger.omit(facts.putBack, "no property can be changed and put back");
    this.#original = before;
    if (given.length > 0) await this.#intend(given, object, args);
    const live = await this.#try(facts.creation, "adopt", async () => {
      await object.apply(args);
      return object.live();
    });
    if (!live) return;
    if (given.length > 0) {
      await this.#saw(live, given);
      this.#ledger.note(facts.creation, undefined);
      for (const name of given) this.#compare(written(this.#wire(name)), "create", name, own(args, name) ?? null, live);
    }
    await this.#properties(object, args);
    await this.#drift(object, args);
  }

  /** Finds the properties whose current values no update could restore. */
  async #findFixed(object: TestObject, args: JsonObject, before: JsonObject, names: ReadonlySet<string>) {
    const anchor = anchorOf(this.#type);
    // If the settings do not exist yet, the run deletes them as a whole at its end, so each property can be changed.
    if (anchor !== undefined && own(before, anchor) === undefined) return;
    for (const name of names) {
      const value = own(before, name) ?? null;
      const field = this.#field(name);
      if (isNone(field, value)) {
        if (this.#sample.stays?.includes(name)) this.#staying.add(name);
        else if (!isClearable(field)) this.#fixed.set(name, cannotPutBack);
      } else if (this.#sample.partlyReturned?.includes(name) && !same(field, valueOfNew(field), value))
        this.#fixed.set(name, cannotPutBack);
      else if (secretPaths(this.#fields, { [name]: value }).length > 0) this.#fixed.set(name, hasSecret);
      else if (field.reads?.how === "never" || !(await object.accepts({ ...args, [name]: value })))
        this.#fixed.set(name, cannotPutBack);
    }
  }

  #program(key = this.#context.nextKey()) {
    return this.#sample.program({ key, free: this.#context.free.get(this.#type) ?? 0, needed: this.#needed });
  }

  #object(): TestObject {
    return new TestObject(this.#type, this.#context.client, this.#context.config);
  }

  /** Runs a part of the trial. If it fails, the failure is noted as the result of the fact, and undefined is returned. */
  async #try<T>(fact: string, what: string, part: () => Promise<T>): Promise<T | undefined> {
    this.#context.client.forgetFailures();
    try {
      return await part();
    } catch (error) {
      rethrowStop(error, this.#context.client);
      const { failures } = this.#context.client;
      const last = failures.at(-1);
      if (error instanceof NotTried) this.#ledger.omit(fact, error.message);
      else if (last?.status === 409 && isSettings(this.#type))
        this.#ledger.omit(fact, "the tenant has these settings, but does not return them");
      // For some settings, a 404 means that the tenant does not have the feature.
      else if (last?.isAbsence && isSettings(this.#type) && isUnavailable(definitions[this.#type], last))
        this.#ledger.refuse(fact);
      else this.#ledger.fail(fact, what, failures);
      return undefined;
    }
  }

  async #created(object: TestObject, args: JsonObject): Promise<boolean> {
    const live = await this.#try(facts.creation, "create", async () => {
      await object.apply(args);
      return object.live();
    });
    if (!live) {
      if (!this.#ledger.facts.has(facts.creation))
        this.#ledger.note(facts.creation, { what: "create", came: "no object", expected: "the object" });
      return false;
    }
    this.#ledger.note(facts.creation, undefined);
    for (const [name, field] of Object.entries(this.#fields)) {
      const value = own(args, name);
      const wire = wireName(name, field);
      if (value !== undefined) this.#compare(written(wire), "create", name, value, live);
      else if (isOfNew(name, field, this.#sample)) this.#compare(ofNew(wire), "create", name, valueOfNew(field), live);
    }
    await this.#unchanged(object, args);
    return true;
  }

  /** Reads the object again and compares it with the program. A property that differs is noted as a difference of that property. */
  async #unchanged(object: TestObject, args: JsonObject, property?: string): Promise<void> {
    const fact = property === undefined ? facts.unchanged : written(this.#wire(property));
    await this.#try(fact, "read again", async () => {
      const before = object.inputs;
      await object.refresh();
      const names = property === undefined ? Object.keys(args) : [property];
      const wrong = names.filter((name) => !same(this.#fields[name], own(before, name), own(object.inputs, name)));
      for (const name of wrong) {
        const found = mismatchOf(
          name,
          this.#field(name),
          own(args, name) ?? null,
          own(object.inputs, name) ?? undefined,
        );
        this.#ledger.note(written(this.#wire(name)), { what: "read again", ...(found ?? otherwise) });
      }
      if (wrong.length > 0 || property !== undefined) return;
      const operation = await object.preview(args);
      const isSame = operation === "same";
      this.#ledger.note(
        fact,
        isSame ? undefined : { what: "preview the same program", came: operation, expected: "no change" },
      );
    });
  }

  /** Sets and changes each property while the previous one is still declared, and then removes the previous one from the program. */
  async #properties(object: TestObject, required: JsonObject): Promise<void> {
    this.#live = (await this.#try(facts.unchanged, "read", () => object.live())) ?? {};
    let base = required;
    let held: JsonObject = {};
    for (const name of Object.keys(this.#fields)) {
      const values = this.#valuesOf(name);
      if (typeof values === "string") this.#ledger.omit(written(this.#wire(name)), values);
      if (!Array.isArray(values)) continue;
      const given = await this.#setAndChange(object, { ...base, ...held }, name, values);
      await this.#release(object, { ...base, ...given }, held);
      held = given;
      // A required property cannot be removed, so the program declares its new value from now on.
      if (own(base, name) !== undefined) base = { ...base, ...given };
    }
    await this.#release(object, base, held);
    this.#ledger.omit(facts.keeps, "no update of the run left out a property that had a value");
  }

  /** Gives a property one value after the other. Returns the last value that the tenant accepted, as an object; empty if it accepted none. */
  async #setAndChange(
    object: TestObject,
    args: JsonObject,
    name: string,
    values: readonly Json[],
  ): Promise<JsonObject> {
    const fact = written(this.#wire(name));
    let given: JsonObject = {};
    for (const [at, value] of values.entries()) {
      const what = at === 0 ? "set" : "change";
      if (!(await this.#update(fact, what, name, object, { ...args, [name]: value }))) break;
      this.#compare(fact, what, name, value, this.#live);
      given = { [name]: value };
    }
    if (!isEmptyObject(given)) await this.#unchanged(object, { ...args, ...given }, name);
    return given;
  }

  /** Removes the property that `held` contains from the program, unless the property is required. Does nothing if `held` is empty. */
  async #release(object: TestObject, args: JsonObject, held: JsonObject): Promise<void> {
    for (const [name, value] of Object.entries(held)) {
      if (own(args, name) !== undefined) return;
      const field = this.#field(name);
      const before = own(this.#live, name) ?? null;
      const fact = removed(this.#wire(name));
      if (!(await this.#update(fact, "remove", name, object, args))) return;
      // If an object would become empty, an update clears the whole object.
      const isGone = own(this.#live, name) === undefined && field.clear?.how === "null";
      const expected = isGone ? { value: null } : afterRemoval(field, args, value);
      if (expected === "kept") this.#compare(fact, "remove", name, before, this.#live, formOf);
      else this.#compare(fact, "remove", name, expected.value, this.#live);
    }
  }

  /** Applies a program, and checks that properties that the update did not send are unchanged. Returns whether the tenant accepted it. */
  async #update(fact: string, what: string, name: string, object: TestObject, args: JsonObject): Promise<boolean> {
    // If an earlier removal was refused, this update sends it again, so that property changes, too.
    const sent = [...new Set([name, ...this.#changedBy(object, args)])];
    if (!(await this.#mayChange(sent, object, args))) {
      this.#ledger.omit(fact, changedMeanwhile);
      return false;
    }
    const after = await this.#try(fact, what, async () => {
      await object.apply(args);
      return object.live();
    });
    if (!after) return false;
    await this.#saw(after, sent);
    this.#kept(what, name, sent, this.#live, after);
    this.#live = after;
    return true;
  }

  /** The properties that an update with these arguments changes or removes. */
  #changedBy({ inputs }: TestObject, args: JsonObject): readonly string[] {
    const names = new Set([...Object.keys(inputs), ...Object.keys(args)]);
    return [...names].filter((name) => {
      const field = this.#fields[name];
      return field !== undefined && !field.forceNew && !same(field, own(inputs, name), own(args, name));
    });
  }

  /** Records in the manifest which settings the next update changes: their values before the run, and the ones that they will have. */
  async #intend(names: readonly string[], object: TestObject, args: JsonObject): Promise<void> {
    const kept = names.filter((name) => !this.#staying.has(name));
    for (const name of names) if (this.#staying.has(name)) this.#ledger.stays.add(this.#wire(name));
    const next = kept.flatMap((name) => {
      const given = own(args, name);
      if (given !== undefined) return [[name, given] as const];
      const after = afterRemoval(this.#field(name), args, own(object.inputs, name) ?? null);
      return after === "kept" ? [] : [[name, after.value] as const];
    });
    const originals = Object.fromEntries(kept.map((name) => [name, own(this.#original, name) ?? null]));
    if (kept.length > 0) await this.#context.client.intend(this.#type, originals, Object.fromEntries(next));
  }

  /**
   * Whether the run may change properties, and records the change. False for settings that another client has changed during the run: an update
   * sends all values that the run has declared so far. Objects of the run may always be changed.
   */
  async #mayChange(names: readonly string[], object: TestObject, args: JsonObject): Promise<boolean> {
    if (this.#original === undefined) return true;
    this.#live = (await this.#try(facts.unchanged, "read", () => object.live())) ?? this.#live;
    const { originals, seen } = this.#context.client.manifest ?? { originals: {}, seen: {} };
    const before: JsonObject = {
      ...Object.fromEntries([...names, ...this.#staying].map((name) => [name, own(this.#original, name) ?? null])),
      ...originals[this.#type],
      ...seen[this.#type],
      ...this.#seenStaying,
    };
    const isForeign = Object.entries(before).some(
      ([name, was]) => !isSameWhole(this.#field(name), was, own(this.#live, name) ?? null),
    );
    if (!isForeign) await this.#intend(names, object, args);
    return !isForeign;
  }

  /** Records the values of settings after a change of these properties by the run. Does nothing for objects of the run. */
  async #saw(live: JsonObject, names: readonly string[]): Promise<void> {
    if (this.#original === undefined) return;
    for (const name of names) if (this.#staying.has(name)) this.#seenStaying[name] = own(live, name) ?? null;
    const { [this.#type]: originals = {} } = this.#context.client.manifest?.originals ?? {};
    // At its end, the run deletes settings that it has created, unless another client has changed a value. To detect that, all values are recorded.
    const isCreated = own(originals, anchorOf(this.#type) ?? "") === null;
    // A sweep refuses a manifest with other settings than those that a run changes.
    const kept = (isCreated ? Object.keys(live) : names).filter(
      (name) => (isCreated || own(originals, name) !== undefined) && changesSetting(this.#type, name),
    );
    const values = Object.fromEntries(kept.map((name) => [name, own(live, name) ?? null]));
    await this.#context.client.saw(this.#type, values);
  }

  /** The values that the trial tries for a property, or the reason why it tries none; undefined for properties that no update sends. */
  #valuesOf(name: string): readonly Json[] | string | undefined {
    const values = triedValues(this.#type, name, this.#sample, this.#program());
    return values && (this.#fixed.get(name) ?? values);
  }

  /**
   * Compares a property with its expected value, and notes the result.
   *
   * @param shape how the report describes the expected value
   */
  #compare(fact: string, what: string, name: string, expected: Json, live: JsonObject, shape = shapeOf): void {
    const field = this.#field(name);
    const found = mismatchOf(name, field, expected, own(live, name), shape);
    const isSeen = found !== undefined || isShown(name, field, expected, own(live, name));
    if (isSeen) this.#ledger.note(fact, found && { what, sent: shape(expected), ...found });
    else
      this.#ledger.omit(
        fact,
        field.reads?.how === "never" ? "no response contains it" : "the tenant does not return it",
      );
  }

  /** Checks that the properties that an update did not send still have the values from before the update. */
  #kept(what: string, name: string, sent: readonly string[], before: JsonObject, after: JsonObject): void {
    const following = [...sent, ...(this.#sample.follow?.[name] ?? [])];
    const others = Object.entries(this.#fields).filter(
      ([other, field]) =>
        !following.includes(other) &&
        !field.computed &&
        isShown(other, field, own(before, other) ?? null, own(before, other)),
    );
    const lost = others.flatMap(([other, field]) => {
      const found = mismatchOf(other, field, own(before, other) ?? null, own(after, other), formOf);
      return found ? [found] : [];
    });
    if (others.length > 0) this.#ledger.note(facts.keeps, undefined);
    for (const found of lost) this.#ledger.note(facts.keeps, { what: `${what} ${this.#wire(name)}`, ...found });
  }

  /** Changes a property from a second state, and checks that a refresh finds the change and that the next update restores the declared value. */
  async #drift(object: TestObject, base: JsonObject): Promise<void> {
    const chosen = Object.keys(this.#fields).find((name) => {
      const { reads } = this.#field(name);
      return reads === undefined && this.#isBelieved(name) && this.#editOf(name) !== undefined;
    });
    if (chosen === undefined) {
      for (const fact of [facts.drift, facts.repair])
        this.#ledger.omit(fact, "the type has no property whose changes a program can detect");
      return;
    }
    const [first, second] = this.#editOf(chosen) ?? [null, null];
    const declared = { ...base, ...this.#keyOf(object), [chosen]: first };
    const change = async (state: TestObject, args: JsonObject) => {
      const names = this.#changedBy(state, args);
      if (!(await this.#mayChange(names, object, args))) throw new NotTried(changedMeanwhile);
      await state.apply(args);
      if (this.#original) await this.#saw((await object.live()) ?? {}, names);
    };
    const found = await this.#try(facts.drift, "edit", async () => {
      await change(object, declared);
      await change(object.copy(), { ...declared, [chosen]: second });
      await object.refresh();
      const wrong = mismatchOf(chosen, this.#field(chosen), second, own(object.inputs, chosen));
      if (wrong && !(await this.#mayChange([chosen], object, declared))) throw new NotTried(changedMeanwhile);
      return wrong ?? true;
    });
    if (found === undefined) return;
    this.#ledger.note(facts.drift, found === true ? undefined : { what: `edit ${this.#wire(chosen)}`, ...found });
    const live = await this.#try(facts.repair, "repair", async () => {
      await change(object, declared);
      return object.live();
    });
    if (!live) return;
    this.#compare(facts.repair, "repair", chosen, first, live);
  }

  /** Two values of a property. A program that declares the first one detects a change to the second one. Undefined if there are no such values. */
  #editOf(name: string): readonly [Json, Json] | undefined {
    const values = this.#valuesOf(name);
    const field = this.#field(name);
    if (!Array.isArray(values)) return undefined;
    const [first, second = isOfNew(name, field, {}) ? valueOfNew(field) : undefined] = values as readonly Json[];
    if (first === undefined || second === undefined || second === null) return undefined;
    return isVisibleTo(field, first, second) ? [first, second] : undefined;
  }

  #isBelieved(name: string): boolean {
    return this.#ledger.facts.get(written(this.#wire(name)))?.result === "as believed";
  }

  /** The key argument with the object's current value, which the trial may have changed; empty for types without a key. */
  #keyOf(object: TestObject): JsonObject {
    const { key } = this.#sample;
    const value = key === undefined ? undefined : own(object.inputs, key);
    return key === undefined || value === undefined ? {} : { [key]: value };
  }

  /** Declares the same key in a second state: without `adopt` the create has to be refused, with `adopt` it has to adopt the object. */
  async #secondObject(object: TestObject, base: JsonObject): Promise<void> {
    const { hasOwnObject, sharesNames } = resourceTypes[this.#type];
    if (!hasOwnObject) return;
    const args = { ...base, ...this.#keyOf(object) };
    const second = this.#object();
    if (sharesNames) {
      const id = await this.#try(facts.shared, "create a second one", async () => {
        await second.apply(args);
        const { id } = second;
        await second.remove();
        return id;
      });
      if (id !== undefined)
        this.#ledger.note(facts.shared, id === object.id ? { ...theSame, what: "create a second one" } : undefined);
    } else if (this.#isUnique) this.#ledger.note(facts.taken, await this.#refused(second, args, "create a second one"));
    const adopted = await this.#try(facts.adoption, "adopt", async () => {
      const third = this.#object();
      await third.apply({ ...args, adopt: true });
      return third.id === object.id;
    });
    if (adopted !== undefined) this.#ledger.note(facts.adoption, adopted ? undefined : { ...another, what: "adopt" });
  }

  /** Creates an object whose key exists already. Returns the difference if the tenant does not refuse it as expected; otherwise undefined. */
  async #refused(object: TestObject, args: JsonObject, what: string): Promise<Difference | undefined> {
    const { client } = this.#context;
    client.forgetFailures();
    try {
      await object.apply(args);
    } catch (error) {
      rethrowStop(error, client);
      const isTaken = client.failures.some((failure) => resourceTypes[this.#type].isTaken(failure));
      return isTaken ? undefined : { what, came: answerOf(client.failures), expected: "an answer 409" };
    }
    await object.remove();
    return { what, came: "success", expected: "an answer 409" };
  }

  async #replaced(object: TestObject, base: JsonObject): Promise<TestObject> {
    const { identity } = this.#sample;
    if (identity === undefined) return object;
    const before = object.copy();
    const program = this.#program();
    const [other = own(program.args, identity) ?? null] = trialsIn(program, identity);
    const args = { ...base, [identity]: other };
    const done = await this.#try(facts.replacement, "replace", async () => {
      const operation = await object.apply(args);
      return {
        isNew: operation === "replace" && object.id !== before.id,
        isGone: (await this.#remains(before)) === undefined,
      };
    });
    if (!done) return object;
    const { isNew, isGone } = done;
    const came = isNew ? "the old object is still there" : "no new object";
    this.#ledger.note(
      facts.replacement,
      isNew && isGone ? undefined : { what: "replace", came, expected: "a new object in place of the old one" },
    );
    return object;
  }

  async #deleted(object: TestObject): Promise<void> {
    const before = object.copy();
    const { client } = this.#context;
    const isGone = await this.#try(facts.deletion, "delete", async () => {
      await object.remove();
      const refused = client.failures.filter(({ request }) => request.method === "DELETE");
      if (refused.length > 0) return answerOf(refused);
      return (await this.#remains(before)) ?? true;
    });
    if (isGone !== undefined)
      this.#ledger.note(
        facts.deletion,
        isGone === true ? undefined : { what: "delete", came: isGone, expected: "an answer 204, and no object" },
      );
  }

  /** What the tenant still has of a deleted object, as text for the report; undefined if the deletion is complete. */
  async #remains(object: TestObject): Promise<string | undefined> {
    const live = await object.live();
    if (live === undefined) return undefined;
    // A set of members exists as long as its owner does. It counts as deleted if it contains no declared member any more.
    if (this.#sample.key !== undefined) return "the object is still there";
    return membersIn(this.#fields, object.inputs).some((one) => isMember(one, live))
      ? "members are still there"
      : undefined;
  }

  /** Discards the response to a create, and checks that the object is found and no second one is created. */
  async #createdUnanswered(): Promise<void> {
    const { hasOwnObject, sharesNames, isListedByOwner } = resourceTypes[this.#type];
    if (sharesNames) return this.#ledger.omit(facts.lost, "several objects can have the same name");
    const { client } = this.#context;
    const object = this.#object();
    const { args } = this.#program();
    // A second run is tried only for two kinds of types: for a set, to which it adds the members again, and for a type that is listed only per
    // owner, whose object it adopts.
    const second = hasOwnObject ? isListedByOwner && { ...args, adopt: true } : args;
    const found = await this.#try(facts.lost, "create", async () => {
      client.losesNext = true;
      try {
        await object.apply(args).catch(async (error: unknown) => {
          if (!second || client.meter.stopped) throw error;
          await object.apply(second);
        });
        await client.identify(this.#type, object.id);
        return await this.#isWhole(object);
      } finally {
        client.losesNext = false;
      }
    });
    if (found !== undefined)
      this.#ledger.note(facts.lost, found ? undefined : { what: "create", came: "no object", expected: "the object" });
    await this.#try(facts.lost, "delete", () => object.remove());
  }

  /** Whether an object exists and has all declared members. */
  async #isWhole(object: TestObject): Promise<boolean> {
    const live = await object.live();
    return live !== undefined && membersIn(this.#fields, object.inputs).every((one) => isMember(one, live));
  }

  async #atOnce(): Promise<void> {
    const { args } = this.#program();
    const both = [this.#object(), this.#object()];
    this.#context.client.forgetFailures();
    const results = await Promise.allSettled(both.map((object) => object.apply(args)));
    for (const result of results) if (result.status === "rejected") rethrowStop(result.reason, this.#context.client);
    const made = results.filter(({ status }) => status === "fulfilled").length;
    const what = "create two at the same time";
    const expected = "one object, and an answer 409";
    const { failures } = this.#context.client;
    const isTaken = failures.some((failure) => resourceTypes[this.#type].isTaken(failure));
    if (made === 2) this.#ledger.note(facts.atOnce, { what, came: "two objects", expected });
    else if (made === 1 && isTaken) this.#ledger.note(facts.atOnce, undefined);
    else this.#ledger.fail(facts.atOnce, what, failures, expected);
    for (const object of both) await this.#try(facts.atOnce, "delete", () => object.remove());
  }

  /** For a type that is a set of members: arguments with a member that the sample's program lacks. Undefined for all other types. */
  #further(): JsonObject | undefined {
    if (resourceTypes[this.#type].hasOwnObject) return undefined;
    const program = this.#program();
    const known = membersIn(this.#fields, program.args);
    const isKnown = (one: Member) => known.some((other) => same(undefined, one.id, other.id));
    for (const name of Object.keys(program.args))
      for (const one of trialsIn(program, name).flatMap((value) => membersIn(this.#fields, { [name]: value })))
        if (!isKnown(one)) return { ...program.args, [name]: one.alone };
    return undefined;
  }

  /** Adds one member each to the same set from two states at the same time, and checks that the set has both. */
  async #together(): Promise<void> {
    const further = this.#further();
    if (!further) return;
    const both = [this.#object(), this.#object()] as const;
    const programs = [this.#program().args, further].map((args) => ({ ...args, ...sharing(this.#fields) }));
    const what = "add two at the same time";
    const isWhole = await this.#try(facts.together, what, async () => {
      const results = await Promise.allSettled(both.map((object, at) => object.apply(programs[at] ?? {})));
      const failed = results.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
      return (await this.#isWhole(both[0])) && (await this.#isWhole(both[1]));
    });
    const lost = { what, came: "one of them", expected: "both" };
    if (isWhole !== undefined) this.#ledger.note(facts.together, isWhole ? undefined : lost);
    for (const object of both) await this.#try(facts.deletion, "delete", () => object.remove());
  }

  #field(name: string): Field {
    const field = this.#fields[name];
    if (!field) throw new Error(`${this.#type} has no property ${name}`);
    return field;
  }

  #wire(name: string): string {
    return wireName(name, this.#fields[name]);
  }
}

const hasSecret = "the current value contains a secret, which must not be stored in a file";
const cannotPutBack = "its current value cannot be put back";
const changedMeanwhile = "another client has changed these settings during the run";
const otherwise = { came: "another value", expected: "the declared value" } as const;
const theSame = { came: "the existing object", expected: "a second object" } as const;
const another = { came: "another object", expected: "the existing object" } as const;

/** The values that a sample tries for a property; empty if it has none. */
function trialsIn({ values }: Program, name: string): readonly Json[] {
  const given = values?.[name];
  return Array.isArray(given) ? (given as readonly Json[]) : [];
}

/** A member of a set or a map. */
interface Member {
  /** The name of the property that contains the member. */
  readonly set: string;
  /** The element of an array, or the key in a map. */
  readonly id: Json;
  /** The value of the property with only this member. */
  readonly alone: Json;
}

/** The members in the arguments: elements of sets of texts, and keys of maps. */
function membersIn(fields: Readonly<Record<string, Field>>, args: JsonObject): readonly Member[] {
  return Object.entries(args).flatMap(([set, value]): readonly Member[] => {
    const field = fields[set];
    if (field?.kind === "set" && field.item.kind === "string" && Array.isArray(value))
      return (value as readonly Json[]).map((id) => ({ set, id, alone: [id] }));
    const isMap = field?.kind === "map" && isObject(value);
    return isMap ? Object.entries(value).map(([id, one]) => ({ set, id, alone: { [id]: one } })) : [];
  });
}

/** The arguments that declare sets non-exclusively, so that members of other programs are not removed. */
function sharing(fields: Readonly<Record<string, Field>>): JsonObject {
  const shared = Object.values(fields).flatMap((field) => {
    const { exclusive } = field.kind === "set" || field.kind === "map" ? field : {};
    return exclusive ? [[exclusive.argument, false] as const] : [];
  });
  return Object.fromEntries(shared);
}

function isMember({ set, id }: Member, live: JsonObject): boolean {
  const there = own(live, set) ?? null;
  if (Array.isArray(there)) return there.some((one) => same(undefined, id, one));
  return own(there, String(id)) !== undefined;
}

/** Whether a collection can contain members that other programs declare. */
function isShared(field: Field): boolean {
  const { exclusive } = field.kind === "set" || field.kind === "map" ? field : {};
  return exclusive !== undefined && (exclusive === false || !exclusive.default);
}

/** Whether a program that declares the value `declared` detects each part of `other`. It ignores members that other programs can declare. */
function isVisibleTo(field: Field, declared: Json, other: Json): boolean {
  if (Array.isArray(other)) {
    const members = Array.isArray(declared) ? declared : [];
    return !isShared(field) || other.every((one) => members.some((member) => same(undefined, member, one)));
  }
  if (!isObject(other)) return true;
  return Object.entries(other).every(([key, value]) => {
    const member = own(declared, key);
    return member !== undefined && isVisibleTo(field, member, value);
  });
}
