import { isSettings, sampleOf } from "../definitions/disposable.ts";
import { definitions, type TypeName } from "../definitions/registry.ts";
import { type Program, type Sample, samples } from "../definitions/samples.ts";
import { isUnavailable } from "../lifecycle/errors.ts";
import type { ConfigReader } from "../lifecycle/session.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import { isEmptyObject, isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import { type Field, wireName } from "../schema/schema.ts";
import { same } from "../state/canonical.ts";
import { secretPaths } from "../state/secrets.ts";
import { type EventWatch, eventsOf } from "./events.ts";
import { cliFactsOf, comes, facts, factsOfProperty } from "./facts.ts";
import { answerOf, type Difference, Ledger } from "./ledger.ts";
import { anchorOf, changeable, isClearable, isNone } from "./settings.ts";
import { formOf, isShown, mismatchOf, shapeOf } from "./shapes.ts";
import { InvalidSample, Specimen } from "./specimen.ts";
import type { Tap } from "./tap.ts";
import { createUser, UserRefused } from "./test-user.ts";
import { isOfNew, trialOf, valueOfNew } from "./trials.ts";
import { afterRemoval } from "./values.ts";

const { ofNew, written, removed } = factsOfProperty;

/** What the stories of all types share. */
export interface Stage {
  readonly tap: Tap;
  readonly config: ConfigReader;
  /** A text with the mark of the run that no object has. */
  nextKey(): string;
  /** A free value of the unique property of each type that has one. */
  readonly free: ReadonlyMap<TypeName, number>;
  /** The tenant's events. Default: nobody looks at them. */
  readonly events?: EventWatch;
}

/** Makes an object of one type, changes it in each way that a program can, and removes it. The results are in the ledger. */
export async function tellStory(type: TypeName, stage: Stage, ledger = new Ledger()): Promise<Ledger> {
  const sample = sampleOf(type);
  if (!sample) return ledger;
  const needs = new Map<string, Specimen>();
  try {
    const needed = await makeNeeds(sample, stage, needs);
    const story = new Story(type, sample, stage, needed, ledger);
    await story.tell();
    await story.tellOfOwner(needs);
  } catch (error) {
    rethrowStop(error, stage.tap);
    const isClosed = stage.tap.failures.some(({ forbidden }) => forbidden !== undefined);
    // No fact is about users.
    if (error instanceof UserRefused && !isClosed) ledger.omit(facts.creation, "the tenant takes no user of the run");
    else ledger.fail(facts.creation, "create the objects that it needs", stage.tap.failures);
  }
  for (const specimen of [...needs.values()].toReversed())
    await specimen.remove().catch((error: unknown) => rethrowStop(error, stage.tap));
  return ledger;
}

/** The facts that the story of a type tells if nothing keeps it from its end. */
export function factsOf(type: TypeName, stage: Stage): readonly string[] {
  const sample = sampleOf(type);
  return sample ? new Story(type, sample, stage, {}, new Ledger()).facts() : [];
}

async function makeNeeds(
  { needs = {} }: Sample,
  stage: Stage,
  made: Map<string, Specimen>,
): Promise<Record<string, string>> {
  const needed: Record<string, string> = {};
  stage.tap.forgetFailures();
  for (const [name, need] of Object.entries(needs)) {
    if ("userIn" in need) {
      const connection = made.get(need.userIn)?.inputs ?? {};
      needed[name] = await createUser(stage.tap, String(own(connection, "name")), stage.nextKey());
      continue;
    }
    const { type, property } = need;
    const program = samples[type]?.program({ key: stage.nextKey(), free: stage.free.get(type) ?? 0, needed });
    const specimen = new Specimen(type, stage.tap, stage.config);
    made.set(name, specimen);
    await specimen.apply({ ...program?.args, ...need.with });
    needed[name] = property === undefined ? (specimen.id ?? "") : String(own(specimen.inputs, property));
  }
  return needed;
}

/** The end of the run goes through everything; all other failures concern one fact only. */
function rethrowStop(error: unknown, { meter }: Tap): void {
  if (meter.stopped) throw meter.stopped;
  if (!(error instanceof Error) || error instanceof InvalidSample) throw error;
}

class Story {
  readonly #type: TypeName;
  readonly #sample: Sample;
  readonly #stage: Stage;
  readonly #needed: Readonly<Record<string, string>>;
  readonly #ledger: Ledger;
  /** The object as it was after the last update. */
  #live: JsonObject = {};
  /** Settings as they were before the run; undefined for an object of the run. */
  #original: JsonObject | undefined;
  /** The settings that are not tried, as they could not be put back to what they are, and why. */
  readonly #fixed = new Map<string, string>();
  /** The settings that the tenant does not have yet, and has from now on. */
  readonly #staying = new Set<string>();

  constructor(type: TypeName, sample: Sample, stage: Stage, needed: Readonly<Record<string, string>>, ledger: Ledger) {
    this.#type = type;
    this.#sample = sample;
    this.#stage = stage;
    this.#needed = needed;
    this.#ledger = ledger;
  }

  get #fields(): Readonly<Record<string, Field>> {
    return definitions[this.#type].schema.fields;
  }

  /** Whether the service refuses a second object with the same key. */
  get #isUnique(): boolean {
    const { hasOwnObject, sharesNames, looksFirst } = resourceTypes[this.#type];
    return hasOwnObject && !sharesNames && !looksFirst;
  }

  /** What {@link tell} notes, in its order. */
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

  async tell(): Promise<void> {
    const specimen = this.#specimen();
    const { args } = this.#program();
    if (isSettings(this.#type)) return this.#tellOfSettings(specimen, args);
    if (!(await this.#created(specimen, args))) return;
    this.#stage.events?.expect(this.#type, specimen.id ?? "", specimen.outputs);
    await this.#properties(specimen, args);
    await this.#drift(specimen, args);
    await this.#secondObject(specimen, args);
    const last = await this.#replaced(specimen, args);
    await this.#deleted(last);
    await this.#lost();
    if (this.#isUnique) await this.#atOnce();
    await this.#together();
  }

  /**
   * Deletes the object to which a part belongs.
   *
   * @param needs the objects of the story, by their names in the sample
   */
  async tellOfOwner(needs: ReadonlyMap<string, Specimen>): Promise<void> {
    const owner = needs.get(this.#sample.owner ?? "");
    if (!owner) return;
    const { args } = this.#program();
    const specimen = this.#specimen();
    const what = "delete the owner";
    const left = await this.#try(facts.owner, what, async () => {
      await specimen.apply(args);
      await owner.remove();
      return (await this.#remains(specimen)) ?? "nothing";
    });
    const found = left === "nothing" ? undefined : { what, came: left ?? "", expected: "nothing" };
    if (left !== undefined) this.#ledger.note(facts.owner, found);
  }

  /** The story of settings that a tenant always has: they are put back at the end of the run. */
  async #tellOfSettings(specimen: Specimen, args: JsonObject): Promise<void> {
    const before = await this.#try(facts.creation, "read", () => specimen.found(args));
    if (!before) return;
    const given = changeable(this.#type, args);
    const tried = Object.keys(this.#fields).filter((name) => Array.isArray(this.#valuesOf(name)));
    await this.#findFixed(specimen, args, before, new Set([...given, ...tried]));
    if (given.some((name) => this.#fixed.has(name)))
      return this.#ledger.omit(facts.creation, "the tenant has one, which could not be put back");
    for (const [name, why] of this.#fixed) this.#ledger.omit(removed(this.#wire(name)), why);
    const kept = [...given, ...tried].filter((name) => !this.#fixed.has(name) && !this.#staying.has(name));
    if (kept.length === 0) this.#ledger.omit(facts.putBack, "no property is suited to it");
    this.#original = before;
    for (const name of given) await this.#keep(name);
    const live = await this.#try(facts.creation, "adopt", async () => {
      await specimen.apply(args);
      return specimen.live();
    });
    if (!live) return;
    if (given.length > 0) {
      await this.#saw(live);
      this.#ledger.note(facts.creation, undefined);
      for (const name of given) this.#compare(written(this.#wire(name)), "create", name, own(args, name) ?? null, live);
    }
    await this.#properties(specimen, args);
    await this.#drift(specimen, args);
  }

  /** Finds the settings that no update can give the value that they have now. */
  async #findFixed(specimen: Specimen, args: JsonObject, before: JsonObject, names: ReadonlySet<string>) {
    const anchor = anchorOf(this.#type);
    // What does not exist yet is deleted as a whole.
    if (anchor !== undefined && own(before, anchor) === undefined) return;
    for (const name of names) {
      const value = own(before, name) ?? null;
      const field = this.#field(name);
      if (isNone(field, value)) {
        if (this.#sample.stays?.includes(name)) this.#staying.add(name);
        else if (!isClearable(field)) this.#fixed.set(name, cannotPutBack);
      } else if (secretPaths(this.#fields, { [name]: value }).length > 0) this.#fixed.set(name, hasSecret);
      else if (field.reads?.how === "never" || !(await specimen.accepts({ ...args, [name]: value })))
        this.#fixed.set(name, cannotPutBack);
    }
  }

  #program(key = this.#stage.nextKey()) {
    return this.#sample.program({ key, free: this.#stage.free.get(this.#type) ?? 0, needed: this.#needed });
  }

  #specimen(): Specimen {
    return new Specimen(this.#type, this.#stage.tap, this.#stage.config);
  }

  /** Runs a part of the story. A failure is one of the fact. */
  async #try<T>(fact: string, what: string, part: () => Promise<T>): Promise<T | undefined> {
    this.#stage.tap.forgetFailures();
    try {
      return await part();
    } catch (error) {
      rethrowStop(error, this.#stage.tap);
      const { failures } = this.#stage.tap;
      const last = failures.at(-1);
      // A tenant does not have the settings that it answers with 404.
      if (last?.isAbsence && isSettings(this.#type) && isUnavailable(definitions[this.#type], last))
        this.#ledger.refuse(fact);
      else this.#ledger.fail(fact, what, failures);
      return undefined;
    }
  }

  async #created(specimen: Specimen, args: JsonObject): Promise<boolean> {
    const live = await this.#try(facts.creation, "create", async () => {
      await specimen.apply(args);
      return specimen.live();
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
    await this.#unchanged(specimen, args);
    return true;
  }

  /** Reads the object again: nothing may differ from the program. A property that does is a fact of its own. */
  async #unchanged(specimen: Specimen, args: JsonObject, property?: string): Promise<void> {
    const fact = property === undefined ? facts.unchanged : written(this.#wire(property));
    await this.#try(fact, "read again", async () => {
      const before = specimen.inputs;
      await specimen.refresh();
      const names = property === undefined ? Object.keys(args) : [property];
      const wrong = names.filter((name) => !same(this.#fields[name], own(before, name), own(specimen.inputs, name)));
      for (const name of wrong) {
        const found = mismatchOf(
          name,
          this.#field(name),
          own(args, name) ?? null,
          own(specimen.inputs, name) ?? undefined,
        );
        this.#ledger.note(written(this.#wire(name)), { what: "read again", ...(found ?? otherwise) });
      }
      if (wrong.length > 0 || property !== undefined) return;
      const operation = await specimen.preview(args);
      const isSame = operation === "same";
      this.#ledger.note(
        fact,
        isSame ? undefined : { what: "preview the same program", came: operation, expected: "no change" },
      );
    });
  }

  /** Sets and changes each property while the one before is still declared, and then removes that one. */
  async #properties(specimen: Specimen, required: JsonObject): Promise<void> {
    this.#live = (await this.#try(facts.unchanged, "read", () => specimen.live())) ?? {};
    let base = required;
    let held: JsonObject = {};
    for (const name of Object.keys(this.#fields)) {
      const values = this.#valuesOf(name);
      if (typeof values === "string") this.#ledger.omit(written(this.#wire(name)), values);
      if (!Array.isArray(values)) continue;
      const given = await this.#setAndChange(specimen, { ...base, ...held }, name, values);
      await this.#release(specimen, { ...base, ...given }, held);
      held = given;
      // A required property keeps its new value.
      if (own(base, name) !== undefined) base = { ...base, ...given };
    }
    await this.#release(specimen, base, held);
    this.#ledger.omit(facts.keeps, "no update left another property out");
  }

  /** Gives a property each value. Returns the last one that the tenant has taken. */
  async #setAndChange(
    specimen: Specimen,
    args: JsonObject,
    name: string,
    values: readonly Json[],
  ): Promise<JsonObject> {
    const fact = written(this.#wire(name));
    let given: JsonObject = {};
    for (const [at, value] of values.entries()) {
      const what = at === 0 ? "set" : "change";
      if (!(await this.#update(fact, what, name, specimen, { ...args, [name]: value }))) break;
      this.#compare(fact, what, name, value, this.#live);
      given = { [name]: value };
    }
    if (!isEmptyObject(given)) await this.#unchanged(specimen, { ...args, ...given }, name);
    return given;
  }

  /** Removes a property from the program. A required one stays. */
  async #release(specimen: Specimen, args: JsonObject, held: JsonObject): Promise<void> {
    for (const [name, value] of Object.entries(held)) {
      if (own(args, name) !== undefined) return;
      const field = this.#field(name);
      const before = own(this.#live, name) ?? null;
      const fact = removed(this.#wire(name));
      if (!(await this.#update(fact, "remove", name, specimen, args))) return;
      // If nothing else is in an object, an update clears it as a whole.
      const isGone = own(this.#live, name) === undefined && field.clear?.how === "null";
      const expected = isGone ? { value: null } : afterRemoval(field, args, value);
      if (expected === "kept") this.#compare(fact, "remove", name, before, this.#live, formOf);
      else this.#compare(fact, "remove", name, expected.value, this.#live);
    }
  }

  /** Brings the object to a program, and compares what the update did not send. Returns whether the tenant has taken it. */
  async #update(fact: string, what: string, name: string, specimen: Specimen, args: JsonObject): Promise<boolean> {
    // An earlier removal that was refused is part of this update.
    const sent = [name, ...Object.keys(specimen.inputs).filter((one) => own(args, one) === undefined)];
    await this.#keep(name);
    const after = await this.#try(fact, what, async () => {
      await specimen.apply(args);
      return specimen.live();
    });
    if (!after) return false;
    await this.#saw(after);
    this.#kept(what, name, sent, this.#live, after);
    this.#live = after;
    return true;
  }

  /** Keeps the value of a setting before a change. An object of the run has nothing to keep. */
  async #keep(name: string): Promise<void> {
    if (this.#staying.has(name)) this.#ledger.stays.add(this.#wire(name));
    else if (this.#original) await this.#stage.tap.keep(this.#type, name, own(this.#original, name) ?? null);
  }

  /** Notes what settings are after a change. */
  async #saw(live: JsonObject): Promise<void> {
    if (this.#original) await this.#stage.tap.saw(this.#type, live);
  }

  /** The values of a property for this story, or the reason why it is not tried; undefined for one that no update sends. */
  #valuesOf(name: string): readonly Json[] | string | undefined {
    const values = trialOf(this.#type, name, this.#sample, this.#program());
    return values && (this.#fixed.get(name) ?? values);
  }

  /**
   * Compares one property with its expected value.
   *
   * @param shape what the report may say about the expected value
   */
  #compare(fact: string, what: string, name: string, expected: Json, live: JsonObject, shape = shapeOf): void {
    const field = this.#field(name);
    const found = mismatchOf(name, field, expected, own(live, name), shape);
    const isSeen = found !== undefined || isShown(name, field, expected, own(live, name));
    if (isSeen) this.#ledger.note(fact, found && { what, sent: shape(expected), ...found });
    else this.#ledger.omit(fact, field.reads?.how === "never" ? "it never comes back" : "the tenant does not show it");
  }

  /** Compares the properties that an update did not send with their values before it. */
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

  /** Another state changes a property; this one finds it and restores its own. */
  async #drift(specimen: Specimen, base: JsonObject): Promise<void> {
    const chosen = Object.keys(this.#fields).find((name) => {
      const { reads } = this.#field(name);
      return reads === undefined && this.#isBelieved(name) && this.#editOf(name) !== undefined;
    });
    if (chosen === undefined) {
      for (const fact of [facts.drift, facts.repair]) this.#ledger.omit(fact, "no property is suited to it");
      return;
    }
    const [first, second] = this.#editOf(chosen) ?? [null, null];
    const declared = { ...base, ...this.#keyOf(specimen), [chosen]: first };
    await this.#keep(chosen);
    const found = await this.#try(facts.drift, "edit", async () => {
      await specimen.apply(declared);
      await specimen.copy().apply({ ...declared, [chosen]: second });
      await specimen.refresh();
      return mismatchOf(chosen, this.#field(chosen), second, own(specimen.inputs, chosen)) ?? true;
    });
    if (found === undefined) return;
    this.#ledger.note(facts.drift, found === true ? undefined : { what: `edit ${this.#wire(chosen)}`, ...found });
    const live = await this.#try(facts.repair, "repair", async () => {
      await specimen.apply(declared);
      return specimen.live();
    });
    if (!live) return;
    await this.#saw(live);
    this.#compare(facts.repair, "repair", chosen, first, live);
  }

  /** A value of a property, and another one that a program with the first value sees if others set it; undefined if there are none. */
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

  /** The key that the object has by now. */
  #keyOf(specimen: Specimen): JsonObject {
    const { key } = this.#sample;
    const value = key === undefined ? undefined : own(specimen.inputs, key);
    return key === undefined || value === undefined ? {} : { [key]: value };
  }

  /** A second program with the same key: without `adopt` it is refused, with `adopt` it gets the object. */
  async #secondObject(specimen: Specimen, base: JsonObject): Promise<void> {
    const { hasOwnObject, sharesNames } = resourceTypes[this.#type];
    if (!hasOwnObject) return;
    const args = { ...base, ...this.#keyOf(specimen) };
    const second = this.#specimen();
    if (sharesNames) {
      const id = await this.#try(facts.shared, "create a second one", async () => {
        await second.apply(args);
        const { id } = second;
        await second.remove();
        return id;
      });
      if (id !== undefined)
        this.#ledger.note(facts.shared, id === specimen.id ? { ...theSame, what: "create a second one" } : undefined);
    } else if (this.#isUnique) this.#ledger.note(facts.taken, await this.#refused(second, args, "create a second one"));
    const adopted = await this.#try(facts.adoption, "adopt", async () => {
      const third = this.#specimen();
      await third.apply({ ...args, adopt: true });
      return third.id === specimen.id;
    });
    if (adopted !== undefined) this.#ledger.note(facts.adoption, adopted ? undefined : { ...another, what: "adopt" });
  }

  /** Creates an object that exists already. Returns the difference if the tenant does not refuse it as expected. */
  async #refused(specimen: Specimen, args: JsonObject, what: string): Promise<Difference | undefined> {
    const { tap } = this.#stage;
    tap.forgetFailures();
    try {
      await specimen.apply(args);
    } catch (error) {
      rethrowStop(error, tap);
      const isTaken = tap.failures.some((failure) => resourceTypes[this.#type].isTaken(failure));
      return isTaken ? undefined : { what, came: answerOf(tap.failures), expected: "an answer 409" };
    }
    await specimen.remove();
    return { what, came: "success", expected: "an answer 409" };
  }

  async #replaced(specimen: Specimen, base: JsonObject): Promise<Specimen> {
    const { identity } = this.#sample;
    if (identity === undefined) return specimen;
    const before = specimen.copy();
    const program = this.#program();
    const [other = own(program.args, identity) ?? null] = trialsIn(program, identity);
    const args = { ...base, [identity]: other };
    const done = await this.#try(facts.replacement, "replace", async () => {
      const operation = await specimen.apply(args);
      return {
        isNew: operation === "replace" && specimen.id !== before.id,
        isGone: (await this.#remains(before)) === undefined,
      };
    });
    if (!done) return specimen;
    const { isNew, isGone } = done;
    const came = isNew ? "the old object is still there" : "no new object";
    this.#ledger.note(
      facts.replacement,
      isNew && isGone ? undefined : { what: "replace", came, expected: "a new object in place of the old one" },
    );
    return specimen;
  }

  async #deleted(specimen: Specimen): Promise<void> {
    const before = specimen.copy();
    const { tap } = this.#stage;
    const isGone = await this.#try(facts.deletion, "delete", async () => {
      await specimen.remove();
      const refused = tap.failures.filter(({ request }) => request.method === "DELETE");
      if (refused.length > 0) return answerOf(refused);
      return (await this.#remains(before)) ?? true;
    });
    if (isGone !== undefined)
      this.#ledger.note(
        facts.deletion,
        isGone === true ? undefined : { what: "delete", came: isGone, expected: "an answer 204, and no object" },
      );
  }

  /** What is left of an object after its deletion; undefined if that is nothing. */
  async #remains(specimen: Specimen): Promise<string | undefined> {
    const live = await specimen.live();
    if (live === undefined) return undefined;
    // A set without an owner of its own remains as a set without the declared members.
    if (this.#sample.key !== undefined) return "the object is still there";
    return membersIn(this.#fields, specimen.inputs).some((one) => isMember(one, live))
      ? "members are still there"
      : undefined;
  }

  /** The response to a creation is thrown away: the object is found, and no second one is made. */
  async #lost(): Promise<void> {
    const { hasOwnObject, sharesNames, isListedByOwner } = resourceTypes[this.#type];
    if (sharesNames) return this.#ledger.omit(facts.lost, "several objects can have the name");
    const { tap } = this.#stage;
    const specimen = this.#specimen();
    const { args } = this.#program();
    const found = await this.#try(facts.lost, "create", async () => {
      tap.losesNext = true;
      try {
        await specimen.apply(args).catch(async (error: unknown) => {
          // Members are added again by the next run. Without a listing of all objects, the user has to say whose an object is.
          if (tap.meter.stopped || (hasOwnObject && !isListedByOwner)) throw error;
          await specimen.apply(hasOwnObject ? { ...args, adopt: true } : args);
        });
        await tap.identify(this.#type, specimen.id);
        return await this.#isWhole(specimen);
      } finally {
        tap.losesNext = false;
      }
    });
    if (found !== undefined)
      this.#ledger.note(facts.lost, found ? undefined : { what: "create", came: "no object", expected: "the object" });
    await this.#try(facts.lost, "delete", () => specimen.remove());
  }

  /** Whether an object is there, with all declared members. */
  async #isWhole(specimen: Specimen): Promise<boolean> {
    const live = await specimen.live();
    return live !== undefined && membersIn(this.#fields, specimen.inputs).every((one) => isMember(one, live));
  }

  async #atOnce(): Promise<void> {
    const { args } = this.#program();
    const both = [this.#specimen(), this.#specimen()];
    this.#stage.tap.forgetFailures();
    const results = await Promise.allSettled(both.map((specimen) => specimen.apply(args)));
    for (const result of results) if (result.status === "rejected") rethrowStop(result.reason, this.#stage.tap);
    const made = results.filter(({ status }) => status === "fulfilled").length;
    const what = "create two at the same time";
    const expected = "one object, and an answer 409";
    const { failures } = this.#stage.tap;
    const isTaken = failures.some((failure) => resourceTypes[this.#type].isTaken(failure));
    if (made === 2) this.#ledger.note(facts.atOnce, { what, came: "two objects", expected });
    else if (made === 1 && isTaken) this.#ledger.note(facts.atOnce, undefined);
    else this.#ledger.fail(facts.atOnce, what, failures, expected);
    for (const specimen of both) await this.#try(facts.atOnce, "delete", () => specimen.remove());
  }

  /** A set with another member than in the smallest program; undefined for an object that is no set. */
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

  /** Two programs add a member each to the same set. */
  async #together(): Promise<void> {
    const further = this.#further();
    if (!further) return;
    const both = [this.#specimen(), this.#specimen()] as const;
    const programs = [this.#program().args, further].map((args) => ({ ...args, ...sharing(this.#fields) }));
    const what = "add two at the same time";
    const isWhole = await this.#try(facts.together, what, async () => {
      const results = await Promise.allSettled(both.map((specimen, at) => specimen.apply(programs[at] ?? {})));
      const failed = results.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
      return (await this.#isWhole(both[0])) && (await this.#isWhole(both[1]));
    });
    const lost = { what, came: "one of them", expected: "both" };
    if (isWhole !== undefined) this.#ledger.note(facts.together, isWhole ? undefined : lost);
    for (const specimen of both) await this.#try(facts.deletion, "delete", () => specimen.remove());
  }

  #field(name: string): Field {
    const field = this.#fields[name];
    if (!field) throw new Error(`${this.#type} has no ${name}`);
    return field;
  }

  #wire(name: string): string {
    return wireName(name, this.#fields[name]);
  }
}

const hasSecret = "the tenant has a secret there, which is kept in no file";
const cannotPutBack = "it cannot be put back";
const otherwise = { came: "another value", expected: "the declared value" } as const;
const theSame = { came: "the existing object", expected: "a second object" } as const;
const another = { came: "another object", expected: "the existing object" } as const;

/** The values of a property in a sample. */
function trialsIn({ values }: Program, name: string): readonly Json[] {
  const given = values?.[name];
  return Array.isArray(given) ? (given as readonly Json[]) : [];
}

/** A member of a set. */
interface Member {
  readonly set: string;
  /** The element of an array, or the key in a map. */
  readonly id: Json;
  /** The set with this member only. */
  readonly alone: Json;
}

/** The members of sets that are told by a text: elements of arrays, keys of maps. */
function membersIn(fields: Readonly<Record<string, Field>>, args: JsonObject): readonly Member[] {
  return Object.entries(args).flatMap(([set, value]): readonly Member[] => {
    const field = fields[set];
    if (field?.kind === "set" && field.item.kind === "string" && Array.isArray(value))
      return (value as readonly Json[]).map((id) => ({ set, id, alone: [id] }));
    const isMap = field?.kind === "map" && isObject(value);
    return isMap ? Object.entries(value).map(([id, one]) => ({ set, id, alone: { [id]: one } })) : [];
  });
}

/** The arguments with which a set leaves members that other programs have added. */
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

/** Whether other programs may have members in a collection. */
function isShared(field: Field): boolean {
  const { exclusive } = field.kind === "set" || field.kind === "map" ? field : {};
  return exclusive !== undefined && (exclusive === false || !exclusive.default);
}

/** Whether a program sees all of another value: others may have members of their own, which it does not see. */
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
