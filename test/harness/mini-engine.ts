import {
  holdsUnknown,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
  toPointer,
  unknownValue,
  valueAt,
} from "../../provider/src/schema/json.ts";
import { objectPath } from "../../provider/src/schema/property-path.ts";
import { deletedFirstKey, ignoredKey } from "../../provider/src/schema/provider-code.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { Draft } from "../../provider/src/state/leaves.ts";

/**
 * A small engine for tests: it follows the rules by which Pulumi's own drives a provider, without a process per
 * command, so that thousands of operations fit into a test run. What only the real engine decides is tested with it.
 */

const signature = "4dabf18193072939515e22adb298388d";

/** What the engine calls. One is in this process, one is the SDK's own host over gRPC. */
export interface ProviderPort {
  /** Begins a run, for which the real engine starts a new process. A port that is one process is one run. */
  startRun?(): void;
  check(olds: JsonObject, news: JsonObject): Promise<{ inputs: JsonObject; failures: readonly string[] }>;
  diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffAnswer>;
  create(inputs: JsonObject): Promise<{ id: string; outputs: JsonObject }>;
  read(id: string, outputs: JsonObject): Promise<{ id: string; outputs: JsonObject; inputs: JsonObject | undefined }>;
  update(id: string, olds: JsonObject, news: JsonObject): Promise<JsonObject>;
  delete(id: string, outputs: JsonObject): Promise<void>;
}

export interface DiffAnswer {
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** An operation that was carried out in part, as both ports report it. */
export class InitFailure extends Error {
  readonly id: string;
  readonly reasons: readonly string[];
  readonly properties: JsonObject;

  constructor(id: string, reasons: readonly string[], properties: JsonObject) {
    super(reasons.join("\n"));
    this.id = id;
    this.reasons = reasons;
    this.properties = properties;
  }
}

/** One entry of the state, with secrets in their envelopes. */
export interface StateEntry {
  readonly id: string;
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  readonly initErrors: readonly string[];
}

export interface Step {
  readonly name: string;
  readonly op: "create" | "update" | "replace" | "delete" | "same";
  readonly failure?: Error;
}

export type Program = Readonly<Record<string, JsonObject>>;

/** An output of another resource, or its `id`. */
export type OutputOf = (name: string, property: string) => Json;

/** A program of which some resources have outputs of resources before them in their arguments. */
export type LinkedProgram = Readonly<Record<string, JsonObject | ((outputOf: OutputOf) => JsonObject)>>;

export interface RefreshResult {
  readonly name: string;
  readonly op: "same" | "update" | "delete";
}

/** A step of a preview, as the CLI prints it. */
export interface PlannedStep {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: object;
  readonly newState?: object;
}

interface Decision {
  readonly op: Step["op"];
  readonly args: JsonObject;
  readonly inputs: JsonObject;
  readonly entry?: StateEntry;
  readonly deleteFirst?: boolean;
}

export class MiniEngine {
  readonly state = new Map<string, StateEntry>();
  /** What a replacement has created anew and could not delete yet: the next run does, once the program has ended. */
  readonly pendingDeletes: { name: string; entry: StateEntry }[] = [];
  /** The resources of which every change of an input replaces, as with `replaceOnChanges`. */
  readonly forced = new Set<string>();
  /** The resources that are deleted before they are replaced, as with `deleteBeforeReplace`. */
  readonly deletedFirst = new Set<string>();
  /** What the classes tell of names other than `Resource "<name>"`. */
  readonly named = new Map<string, Json>();
  /** The resources that are replaced whatever they declare, as with `--replace`: the engine passes no old inputs and asks for no diff. */
  readonly replaced = new Set<string>();
  /** The resources whose `replacementTrigger` has changed: the engine passes the old inputs to the first check, and asks for no diff. */
  readonly triggered = new Set<string>();
  /** The resources that depend on one that has failed: with `--continue-on-error` the engine checks them, and then skips their creation. */
  readonly skipped = new Set<string>();
  /** The resources with an error hook: an operation that fails is called once more, with the same arguments. */
  readonly retried = new Set<string>();
  /** The paths of resources whose changes are ignored (`ignoreChanges`), by the resource's name. */
  readonly ignored = new Map<string, readonly string[]>();
  /** The resources of the last runs: their declarations, and the others of which they have outputs. */
  readonly #linked = new Map<
    string,
    { readonly declared: LinkedProgram[string]; readonly links: ReadonlySet<string> }
  >();
  readonly #provider: ProviderPort;
  readonly #codeOf: (name: string) => string;

  /** @param code the constant text of `__provider`: one for all resources, or by the name of each */
  constructor(provider: ProviderPort, code: string | ((name: string) => string) = "") {
    this.#provider = provider;
    this.#codeOf = typeof code === "string" ? () => code : code;
  }

  /** What an `up` would do. */
  async preview(program: LinkedProgram): Promise<Step[]> {
    const decisions = new Map<string, Decision>();
    const remade = new Set<string>();
    const steps: Step[] = [];
    for (const [name, declared] of Object.entries(program)) {
      const { args } = this.#resolved(declared, (other, property) =>
        this.#foretold(decisions.get(other), other, property),
      );
      const decision = await this.#decide(name, args, remade.has(name));
      decisions.set(name, decision);
      if (decision.deleteFirst) for (const other of await this.#remadeWith(name)) remade.add(other);
      steps.push({ name, op: decision.op });
    }
    for (const name of this.state.keys()) if (!Object.hasOwn(program, name)) steps.push({ name, op: "delete" });
    return steps;
  }

  /**
   * Brings everything to the program. A failure ends only its own resource and those that refer to it, as with `--continue-on-error`.
   *
   * @param end how the run ends: at the first failure, or as the program fails at its end for some reason of its own. Then nothing is deleted
   */
  async up(program: LinkedProgram, end: "whole" | "at a failure" | "in the program" = "whole"): Promise<Step[]> {
    this.#provider.startRun?.();
    const failed = new Set<string>();
    const left = [...this.pendingDeletes];
    const steps: Step[] = [];
    for (const [name, declared] of Object.entries(program)) {
      const { args, links } = this.#resolved(declared, (other, property) => this.#output(other, property));
      const isSkipped = [...links].some((other) => failed.has(other));
      const step: Step = isSkipped ? { name, op: "same" } : await this.#apply(name, args);
      steps.push(step);
      if (step.failure || isSkipped) failed.add(name);
      else this.#linked.set(name, { declared, links });
      if (step.failure && end === "at a failure") return steps;
    }
    if (end === "in the program") return steps;
    // What this run has replaced goes before what earlier runs have left, and is a step of its own only if that fails.
    const replaced = this.pendingDeletes.filter((one) => !left.includes(one));
    const leaving = [...this.state.keys()].filter((name) => !Object.hasOwn(program, name));
    const deletions = [
      ...[...replaced, ...left].map((one) => ({ ...one, run: () => this.#deletePending(one.name, one.entry) })),
      ...leaving.map((name) => ({ name, run: () => this.#delete(name) })),
    ];
    const silent = new Set<unknown>(deletions.slice(0, replaced.length));
    for (const deletion of this.#dependentsFirst(deletions)) {
      const step = await this.#attempt(deletion.name, "delete", deletion.run);
      if (step.failure || !silent.has(deletion)) steps.push(step);
      if (step.failure && end === "at a failure") return steps;
    }
    return steps;
  }

  /** Everything that a preview or an `up` would change. */
  async changes(program: Program): Promise<Step[]> {
    return (await this.preview(program)).filter((step) => step.op !== "same");
  }

  /** The steps of the next `up`, in the form in which the CLI prints those of a preview: with masks in place of secrets. */
  async planned(program: Program, urnOf: (name: string) => string): Promise<readonly PlannedStep[]> {
    this.#provider.startRun?.();
    const steps: PlannedStep[] = [];
    const printed = (name: string, { id, inputs, outputs }: StateEntry) => ({
      ...{ urn: urnOf(name), id, custom: true },
      ...{ inputs: withMasks(inputs), outputs: withMasks(outputs) },
    });
    for (const [name, args] of Object.entries(program)) {
      const { op, inputs, entry, deleteFirst } = await this.#decide(name, args);
      const urn = urnOf(name);
      const oldState = entry && printed(name, entry);
      const newState = { urn, custom: true, inputs: withMasks(inputs), outputs: {} };
      if (op !== "replace" || !oldState) steps.push({ op, urn, ...(oldState && { oldState }), newState });
      else {
        const made = { op: "create-replacement", urn, oldState, newState };
        const gone = { op: "delete-replaced", urn, oldState };
        steps.push(...(deleteFirst ? [gone, made] : [made]), { op: "replace", urn, oldState, newState });
        if (!deleteFirst) steps.push(gone);
      }
    }
    for (const [name, entry] of this.state) {
      if (!Object.hasOwn(program, name)) steps.push({ op: "delete", urn: urnOf(name), oldState: printed(name, entry) });
    }
    return steps;
  }

  /** Reads everything again. A refresh clears init errors. */
  async refresh(): Promise<RefreshResult[]> {
    const results: RefreshResult[] = [];
    for (const [name, entry] of [...this.state]) {
      const answer = await this.#provider.read(entry.id, revealed(entry.outputs));
      if (answer.id === "") {
        this.state.delete(name);
        results.push({ name, op: "delete" });
        continue;
      }
      const inputs = answer.inputs ?? entry.inputs;
      const isSame = equalInputs(entry.inputs, inputs) && equalInputs(entry.outputs, answer.outputs);
      this.state.set(name, { id: answer.id, inputs, outputs: answer.outputs, initErrors: [] });
      results.push({ name, op: isSame ? "same" : "update" });
    }
    return results;
  }

  /** The arguments of a resource, with the outputs of others in their places. */
  #resolved(declared: LinkedProgram[string], outputOf: OutputOf) {
    const links = new Set<string>();
    if (typeof declared !== "function") return { args: declared, links };
    const args = declared((name, property) => {
      links.add(name);
      return outputOf(name, property);
    });
    return { args, links };
  }

  #output(name: string, property: string): Json {
    const entry = this.state.get(name);
    if (!entry) return unknownValue;
    return property === "id" ? entry.id : (own(revealed(entry.outputs), property) ?? null);
  }

  /** An output as a preview knows it: a declared argument, the id of an object that stays, and all of one that stays as it is. */
  #foretold({ op, args = {} }: Partial<Decision> = {}, name: string, property: string): Json {
    const stays = op === "same" || op === "update";
    if (property === "id") return stays ? this.#output(name, property) : unknownValue;
    return own(args, property) ?? (op === "same" ? this.#output(name, property) : unknownValue);
  }

  /** The resources that the engine replaces together with one that is deleted first, the last dependent first. */
  async #remadeWith(name: string): Promise<readonly string[]> {
    const remade = new Set<string>();
    const without: OutputOf = (other, property) =>
      other === name || remade.has(other) ? unknownValue : this.#output(other, property);
    for (const [other, { declared }] of this.#linked) {
      const entry = this.state.get(other);
      const { args, links } = this.#resolved(declared, without);
      if (!entry || ![name, ...remade].some((one) => links.has(one))) continue;
      const olds = revealed(entry.inputs);
      const lost = Object.entries(args).filter(
        ([property, value]) => holdsUnknown(value) && own(olds, property) !== undefined,
      );
      const news = { ...olds, ...Object.fromEntries(lost.map(([property]) => [property, unknownValue])) };
      const { replaces } = await this.#provider.diff(entry.id, revealed(entry.outputs), news);
      if (replaces.length > 0) remade.add(other);
    }
    return [...remade].toReversed();
  }

  /** Deletions in an order in which each resource goes before those of which it has outputs. */
  #dependentsFirst<T extends { readonly name: string }>(deletions: readonly T[]): Iterable<T> {
    const ordered = new Set<T>();
    const visit = (one: T) => {
      for (const other of deletions) if (this.#linked.get(other.name)?.links.has(one.name)) visit(other);
      ordered.add(one);
    };
    deletions.forEach(visit);
    return ordered;
  }

  /** @param isRemade whether the run deletes the object before, together with one to which it refers */
  async #decide(name: string, args: JsonObject, isRemade = false): Promise<Decision> {
    const entry = isRemade ? undefined : this.state.get(name);
    const isReplaced = entry !== undefined && this.replaced.has(name);
    const code = this.#codeOf(name);
    const provider: JsonObject = code === "" ? {} : { __provider: code };
    const ignored = this.ignored.get(name);
    const declared = {
      ...args,
      // As the base class of the resources does.
      ...(ignored && { [ignoredKey]: ignored.map((path) => toPointer(objectPath(path)).slice(1)) }),
      ...(this.deletedFirst.has(name) && { [deletedFirstKey]: true }),
      __resource: this.named.get(name) ?? `Resource "${name}"`,
      ...provider,
    };
    const olds = entry && !isReplaced ? revealed(entry.inputs) : undefined;
    // A replacement creates the object with what the program declares, also at ignored paths.
    const news = olds && ignored ? withIgnored(declared, ignored, olds) : declared;
    const checked = await this.#provider.check(olds ?? {}, news);
    if (checked.failures.length > 0) throw new Error(checked.failures.join("\n"));
    // The SDK's host puts the code back that a check leaves out.
    const inputs = { ...checked.inputs, ...provider };
    if (!entry) return { op: "create", args, inputs };
    if (isReplaced) return { op: "replace", args, inputs, entry, deleteFirst: this.deletedFirst.has(name) };
    const isTriggered = this.triggered.has(name);
    const answer = isTriggered
      ? { changes: true, replaces: [], deleteBeforeReplace: false }
      : await this.#provider.diff(entry.id, revealed(entry.outputs), revealed(inputs));
    const isChanged = answer.changes ?? !equalInputs(entry.inputs, inputs);
    if (
      isTriggered ||
      answer.replaces.length > 0 ||
      (answer.changes === undefined && isChanged && this.forced.has(name))
    ) {
      // On a replacement the engine checks a second time, without the old inputs.
      const again = await this.#provider.check({}, declared);
      if (again.failures.length > 0) throw new Error(again.failures.join("\n"));
      return {
        op: "replace",
        args,
        inputs: { ...again.inputs, ...provider },
        entry,
        deleteFirst: answer.deleteBeforeReplace || this.deletedFirst.has(name),
      };
    }
    if (isChanged || entry.initErrors.length > 0) return { op: "update", args, inputs, entry };
    return { op: "same", args, inputs, entry };
  }

  async #apply(name: string, args: JsonObject): Promise<Step> {
    let decision: Decision;
    try {
      decision = await this.#decide(name, args);
    } catch (failure) {
      return { name, op: "same", failure: failure as Error };
    }
    const { inputs, entry, op } = decision;
    if (this.skipped.has(name)) return { name, op: "same" };
    if (op === "same" && entry) {
      // A "same" step keeps the old outputs.
      this.state.set(name, { ...entry, inputs });
      return { name, op };
    }
    return this.#attempt(name, op, async () => {
      if (op === "create") await this.#create(name, inputs);
      else if (op === "update" && entry) await this.#update(name, entry, inputs);
      else if (entry && decision.deleteFirst) {
        for (const other of await this.#remadeWith(name)) await this.#delete(other);
        await this.#delete(name);
        await this.#create(name, inputs);
      } else if (entry) {
        try {
          await this.#create(name, inputs);
        } finally {
          // Also where the new one is there in part only. Where it is not there at all, the old one stays what it was.
          if (this.state.get(name) !== entry) this.pendingDeletes.push({ name, entry });
        }
      }
    });
  }

  async #attempt(name: string, op: Step["op"], run: () => Promise<void>): Promise<Step> {
    try {
      await run();
      return { name, op };
    } catch (failure) {
      return { name, op, failure: failure as Error };
    }
  }

  async #create(name: string, inputs: JsonObject): Promise<void> {
    try {
      const { id, outputs } = await this.#retrying(name, () => this.#provider.create(revealed(inputs)));
      this.state.set(name, { id, inputs, outputs, initErrors: [] });
    } catch (error) {
      if (error instanceof InitFailure) this.#save(name, error, inputs);
      throw error;
    }
  }

  async #update(name: string, entry: StateEntry, inputs: JsonObject): Promise<void> {
    try {
      const outputs = await this.#retrying(name, () =>
        this.#provider.update(entry.id, revealed(entry.outputs), revealed(inputs)),
      );
      this.state.set(name, { id: entry.id, inputs, outputs, initErrors: [] });
    } catch (error) {
      // A failed update saves the old inputs and the new outputs.
      if (error instanceof InitFailure) this.#save(name, error, entry.inputs);
      throw error;
    }
  }

  /** Only the error of the last attempt counts. */
  async #retrying<T>(name: string, operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      if (this.retried.has(name)) return operation();
      throw error;
    }
  }

  #save(name: string, failure: InitFailure, inputs: JsonObject): void {
    this.state.set(name, { id: failure.id, inputs, outputs: failure.properties, initErrors: failure.reasons });
  }

  async #deletePending(name: string, entry: StateEntry): Promise<void> {
    await this.#retrying(name, () => this.#provider.delete(entry.id, revealed(entry.outputs)));
    const at = this.pendingDeletes.findIndex((pending) => pending.entry === entry);
    this.pendingDeletes.splice(at, 1);
  }

  async #delete(name: string): Promise<void> {
    const entry = this.state.get(name);
    if (!entry) return;
    await this.#retrying(name, () => this.#provider.delete(entry.id, revealed(entry.outputs)));
    this.state.delete(name);
  }
}

/** Arguments with the values of the state at some paths, and none where the state has none, as the engine makes them for `ignoreChanges`. */
function withIgnored(args: JsonObject, paths: readonly string[], olds: JsonObject): JsonObject {
  const inputs = new Draft(args);
  for (const path of paths.map(objectPath)) {
    const value = valueAt(olds, path);
    if (value === undefined) inputs.remove(path);
    else inputs.put(path, value);
  }
  return inputs.root;
}

/** The engine's own comparison of inputs: null is absent, order counts in arrays only. */
function equalInputs(a: JsonObject, b: JsonObject): boolean {
  return same(undefined, revealed(a), revealed(b));
}

/** Properties as the CLI prints them: with a mask in place of each secret. */
function withMasks(value: JsonObject): JsonObject {
  const masked = (one: Json): Json => {
    if (Array.isArray(one)) return one.map(masked);
    if (!isObject(one)) return one;
    if (own(one, signature) !== undefined) return "[secret]";
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, masked(item)]));
  };
  return masked(value) as JsonObject;
}

/** Properties as a provider gets them: without envelopes. */
export function revealed(value: JsonObject): JsonObject {
  return reveal(value) as JsonObject;
}

function reveal(value: Json): Json {
  if (Array.isArray(value)) return value.map(reveal);
  if (!isObject(value)) return value;
  if (own(value, signature) !== undefined) return reveal(own(value, "value") ?? null);
  const copy: MutableJsonObject = {};
  for (const [key, item] of Object.entries(value)) put(copy, key, reveal(item));
  return copy;
}

/** The parts of a state entry that would be in plain text in the state file: envelopes are taken out. */
export function inClear(value: Json): Json {
  if (Array.isArray(value)) return value.map(inClear);
  if (!isObject(value)) return value;
  if (own(value, signature) !== undefined) return "[secret]";
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inClear(item)]));
}
