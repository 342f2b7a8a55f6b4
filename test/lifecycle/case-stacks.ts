import type { PolicyResource } from "@pulumi/policy";
import { type NamedObject, rules } from "../../provider/src/baseline/audit.ts";
import { Others, type Rule, type Verdict, verdictOf } from "../../provider/src/baseline/rule.ts";
import { resolveSettings, TenantClient } from "../../provider/src/client/index.ts";
import { listedObjects } from "../../provider/src/commands/audit.ts";
import { accessOf } from "../../provider/src/commands/tenant.ts";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { ServiceError } from "../../provider/src/emulator/shared/errors.ts";
import { findToAdopt } from "../../provider/src/import/adoptions.ts";
import { objectsOf } from "../../provider/src/policy/resources.ts";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { adoptionsIn, auditedObjects } from "../../provider/src/review/baseline.ts";
import { objectsOfState } from "../../provider/src/review/objects.ts";
import { objectsAfter, outcomesOf } from "../../provider/src/review/outcomes.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../provider/src/schema/json.ts";
import { typeToken } from "../../provider/src/schema/provider-code.ts";
import { toWire } from "../../provider/src/state/wire.ts";
import { definitions, type TypeName } from "../../provider/src/types/registry.ts";
import { codeOf, inThisProcess } from "../harness/fault-run/runtime.ts";
import { MiniEngine, type PlannedStep, revealed, type StateEntry } from "../harness/mini-engine.ts";
import { shownToPolicies } from "../harness/shown-to-policies.ts";
import type { CaseProgram, CaseResource } from "../subjects/rules/programs.ts";

/** The rules that look up other objects. */
export const lookingUp: readonly Rule[] = rules.filter(({ looksUp }) => looksUp !== undefined);

/** How a stack has a resource of a case. */
export interface Placing {
  /** Whether another stack of the same tenant has the resource. */
  readonly isElsewhere: boolean;
  /** Whether the resources that refer to this one have its id as a literal, where it is known before the run: the engine knows no dependency. */
  readonly isLiteral: boolean;
  /** Whether the properties that refer to this one depend on a further resource, such as by a text made of several outputs. */
  readonly isMixed: boolean;
}

/** The verdicts on the resources of a stack, by rule and resource: `grant-unusable grant`. */
export type Verdicts = ReadonlyMap<string, Verdict["is"]>;

/** The URNs of the resources on which properties depend, by the URN of the dependent resource. */
type Dependencies = ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>;

/** The verdicts of one tool on a plan or a state. */
export interface View {
  readonly tool: string;
  readonly verdicts: Verdicts;
  /** The verdicts on the same values with the true ids. */
  readonly withTrueIds: Verdicts;
}

/** A run of a stack: the verdicts of all tools. */
export interface JudgedRun {
  readonly views: readonly View[];
  readonly tenant: Verdicts;
  /** Whether each unknown reference can lead to only one resource, and no reference to a resource of the stack is a literal. */
  readonly isClear: boolean;
}

/** Two stacks of one tenant, with the resources of a case. */
export class CaseStacks {
  readonly #tenant: Emulator;
  readonly #placings: (name: string) => Placing;
  /** The types of all resources so far. */
  readonly #types = new Map<string, TypeName>();
  readonly #states = { mine: new Map<string, StateEntry>(), theirs: new Map<string, StateEntry>() };

  constructor(tenant: Emulator, placings: (name: string) => Placing) {
    this.#tenant = tenant;
    this.#placings = placings;
  }

  /** Brings both stacks to a program; undefined if the program is refused. */
  async run(program: CaseProgram): Promise<JudgedRun | undefined> {
    const entries = Object.entries(program);
    for (const [name, { type }] of entries) this.#types.set(name, type);
    const isElsewhere = (name: string) => this.#placings(name).isElsewhere;
    // A stack cannot refer to the objects of another one that do not exist yet.
    const isTheirs = (name: string): boolean =>
      !this.#states.mine.has(name) &&
      isElsewhere(name) &&
      Object.values(program[name]?.idsOf ?? {}).every((to) => isTheirs(to) || this.#states.mine.has(to));
    const theirs = Object.fromEntries(entries.filter(([name]) => isTheirs(name)));
    const mine = Object.fromEntries(entries.filter(([name]) => !isTheirs(name)));
    if (!(await this.#up("theirs", theirs))) return undefined;
    await this.#refresh();
    const planned = await this.#planned(mine);
    if (!planned) return undefined;
    const before = new Map(this.#states.mine);
    const dependencies = this.#dependenciesIn(mine, planned);
    const preview = [
      { tool: "review", objects: await this.#reviewed(planned, dependencies, true) },
      { tool: "audit of the preview", objects: await this.#reviewed(planned, dependencies, false) },
      { tool: "policy pack in the preview", objects: this.#inPack(propsInPreview(planned, before), dependencies) },
    ];
    if (!(await this.#up("mine", mine))) return undefined;
    const update = [
      { tool: "policy pack in the update", objects: this.#inPack(propsInUpdate(this.#states.mine), dependencies) },
      { tool: "audit of the state", objects: this.#inState() },
    ];
    const views = [...preview, ...update].map(({ tool, objects }) => ({
      tool,
      verdicts: verdictsOn(objects),
      withTrueIds: verdictsOn(objects.map((object) => this.#withTrueIds(object))),
    }));
    const { objects, unread } = await this.#listed();
    const names = new Map([...this.#states.mine].map(([name, { id }]) => [`${this.#typeOf(name)} ${id}`, name]));
    const named = objects.map((object) => ({ ...object, name: names.get(`${object.type} ${object.id}`) ?? "" }));
    const tenant = verdictsOn(named, new Set(unread?.flatMap(({ type }) => type ?? [])));
    const referred = Object.values(mine).flatMap(({ idsOf }) => Object.values(idsOf));
    const placings = referred.filter((name) => !isTheirs(name)).map(this.#placings);
    return { views, tenant, isClear: placings.every(({ isLiteral, isMixed }) => !isLiteral && !isMixed) };
  }

  /** Sets properties of an object beside the stacks, as the service or another client would. A refused change changes nothing. */
  set(name: string, properties: JsonObject): void {
    const type = this.#typeOf(name);
    const entry = this.#states.mine.get(name) ?? this.#states.theirs.get(name);
    if (!entry) return;
    const { schema, route, uniqueBy } = definitions[type];
    const values = toWire(schema.fields, properties) as WireObject;
    type Store = { update(id: string, values: WireObject): void };
    const stores = this.#tenant as unknown as Readonly<Record<string, Store | undefined>>;
    const isSetting = schema.singleton !== undefined && uniqueBy.length === 0;
    try {
      if (isSetting) this.#tenant.settings.update(route, values);
      else stores[`${type}s`]?.update(entry.id, values);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }

  async #engine<T>(stack: "mine" | "theirs", use: (engine: MiniEngine) => Promise<T>): Promise<T> {
    const runtime = await inThisProcess([])(this.#tenant, false, true);
    const engine = new MiniEngine(runtime.port, (name) => codeOf(this.#typeOf(name)));
    const state = this.#states[stack];
    for (const [name, entry] of state) engine.state.set(name, entry);
    try {
      return await use(engine);
    } finally {
      state.clear();
      for (const [name, entry] of engine.state) state.set(name, entry);
      await runtime.close();
    }
  }

  #typeOf(name: string): TypeName {
    const type = this.#types.get(name);
    if (!type) throw new Error(`no program declares ${name}`);
    return type;
  }

  #refresh() {
    return this.#engine("mine", (engine) => engine.refresh());
  }

  #idOf(name: string): string | undefined {
    return (this.#states.mine.get(name) ?? this.#states.theirs.get(name))?.id;
  }

  /** Carries a program out: each resource after those to which it refers. False if a resource is refused. */
  #up(stack: "mine" | "theirs", program: CaseProgram): Promise<boolean> {
    return this.#engine(stack, async (engine) => {
      const all: Record<string, JsonObject> = {};
      const idOf = (name: string) => engine.state.get(name)?.id ?? this.#idOf(name);
      for (const [name, resource] of Object.entries(program)) {
        all[name] = resolved(resource, idOf);
        const [step] = await engine.up({ [name]: all[name] }, "in the program");
        if (step?.failure) return false;
      }
      const steps = await engine.up(all);
      return steps.every(({ failure }) => failure === undefined);
    });
  }

  /** The steps of a preview; undefined if a resource is refused. */
  #planned(program: CaseProgram): Promise<readonly PlannedStep[] | undefined> {
    return this.#engine("mine", async (engine) => {
      const made = new Set(Object.keys(program).filter((name) => !engine.state.has(name)));
      for (;;) {
        const idOf = (name: string) => (made.has(name) ? unknownValue : this.#idOf(name));
        const args = Object.fromEntries(Object.entries(program).map(([name, one]) => [name, resolved(one, idOf)]));
        let steps: readonly PlannedStep[];
        try {
          steps = await engine.planned(args, (name) => urnOf(name, this.#typeOf(name)));
        } catch {
          return undefined;
        }
        const replaced = Object.keys(program).filter(
          (name) => !made.has(name) && steps.some(({ op, urn }) => op === "replace" && urn.endsWith(`::${name}`)),
        );
        if (replaced.length === 0) return steps;
        for (const name of replaced) made.add(name);
      }
    });
  }

  /** The URNs on which each property of each resource depends, as the engine knows them. */
  #dependenciesIn(program: CaseProgram, steps: readonly PlannedStep[]): Dependencies {
    const made = new Set(steps.flatMap(({ op, urn }) => (op === "create" || op === "replace" ? [urn] : [])));
    const urn = (name: string) => urnOf(name, this.#typeOf(name));
    const dependenciesOf = (name: string, { idsOf }: CaseResource) => {
      const found = Object.entries(idsOf).flatMap(([path, to]) => {
        const { isLiteral, isMixed } = this.#placings(to);
        if (!program[to] || (isLiteral && !made.has(urn(to)))) return [];
        const further = isMixed ? Object.keys(program).filter((other) => other !== name) : [];
        return [to, ...further].map((one) => ({ property: path.replace(/\/.*/, ""), urn: urn(one) }));
      });
      const byProperty = Map.groupBy(found, ({ property }) => property);
      return Object.fromEntries(
        [...byProperty].map(([property, all]) => [property, [...new Set(all.map((one) => one.urn))]]),
      );
    };
    return new Map(Object.entries(program).map(([name, resource]) => [urn(name), dependenciesOf(name, resource)]));
  }

  /**
   * The objects after a plan as a review judges them.
   *
   * @param reads whether the review reads the objects that the plan adopts; the audit of a preview does not
   */
  async #reviewed(
    steps: readonly PlannedStep[],
    dependencies: Dependencies,
    reads: boolean,
  ): Promise<readonly NamedObject[]> {
    const printed = steps.map(({ newState, ...step }) => ({
      ...step,
      ...(newState && { newState: { ...newState, propertyDependencies: dependencies.get(step.urn) ?? {} } }),
    }));
    const preview = parsePreview(JSON.stringify({ steps: printed }), "pulumi preview --json");
    const adoptions = adoptionsIn(preview.steps);
    const atTenant = reads ? await this.#withClient((client) => findToAdopt(client, adoptions, true)) : undefined;
    const adopted = new Set(adoptions.map(({ urn }) => urn));
    return auditedObjects(objectsAfter(outcomesOf(preview.steps, [], atTenant?.found), adopted), []);
  }

  /** The objects as the policy pack judges them. */
  #inPack(propsOf: (urn: string, name: string) => JsonObject, dependencies: Dependencies): readonly NamedObject[] {
    const provider = { props: { "tenant:domain": this.#tenant.domain } };
    const resources = new Map<string, PolicyResource>();
    for (const urn of dependencies.keys()) {
      const name = urn.split("::").at(-1) ?? "";
      const type = typeToken(definitions[this.#typeOf(name)].type);
      const resource: object = { type, name, urn, provider, props: shownToPolicies(propsOf(urn, name)) };
      resources.set(urn, resource as PolicyResource);
    }
    for (const [urn, resource] of resources) {
      const entries = Object.entries(dependencies.get(urn) ?? {}).map(
        ([property, urns]) => [property, urns.flatMap((to) => resources.get(to) ?? [])] as const,
      );
      Object.assign(resource, { propertyDependencies: Object.fromEntries(entries) });
    }
    return objectsOf([...resources.values()]);
  }

  #inState(): readonly NamedObject[] {
    const resources = [...this.#states.mine].map(([name, { id, inputs, outputs }]) => {
      const type = this.#typeOf(name);
      return { urn: urnOf(name, type), type: typeToken(definitions[type].type), id, inputs, outputs };
    });
    return auditedObjects(objectsOfState(resources), resources);
  }

  /** An object with its id, and with the true ids in place of those that a plan does not know. */
  #withTrueIds(object: NamedObject): NamedObject {
    const entry = this.#states.mine.get(object.name);
    if (!entry) return object;
    return {
      ...object,
      id: entry.id,
      properties: this.#withTruth(object.properties, revealed(entry.outputs)) as JsonObject,
    };
  }

  /** A value in which ids and other values of the state stand in the places of stand-ins and unknown ones. */
  #withTruth(value: Json, real: Json | undefined): Json {
    const isOpen = (one: Json) => one === unknownValue || (typeof one === "string" && one.startsWith("urn:pulumi:"));
    if (isOpen(value)) return real ?? value;
    if (Array.isArray(value)) {
      // A set can have another order.
      if (value.some((item) => isOpen(item as Json))) return real ?? value;
      return value.map((item, index) =>
        this.#withTruth(item as Json, Array.isArray(real) ? (real[index] as Json) : undefined),
      );
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, this.#withTruth(item, own(real ?? null, key))]),
    );
  }

  async #withClient<T>(use: (client: TenantClient) => Promise<T>): Promise<T> {
    const client = new TenantClient(this.#settings());
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }

  #settings() {
    const { domain, clientId, clientSecret } = this.#tenant;
    const values: Record<string, string> = { domain, clientId, clientSecret };
    return resolveSettings({ config: (key) => values[key], env: {} });
  }

  #listed() {
    const access = accessOf(this.#settings());
    return this.#withClient((client) => listedObjects(client, { access, inForce: lookingUp, held: [] }));
  }
}

function urnOf(name: string, type: TypeName): string {
  return `urn:pulumi:dev::shop::${typeToken(definitions[type].type)}::${name}`;
}

function verdictsOn(objects: readonly NamedObject[], unread: ReadonlySet<TypeName> = new Set()): Verdicts {
  const others = new Others(objects, unread);
  return new Map(
    objects.flatMap((object) =>
      lookingUp
        .filter(({ type }) => type === object.type && object.name !== "")
        .map((rule) => [`${rule.id} ${object.name}`, verdictOf(rule, object, others).is] as const),
    ),
  );
}

/** Arguments with the ids of other resources. */
function resolved({ args, idsOf }: CaseResource, idOf: (name: string) => string | undefined): JsonObject {
  const all = structuredClone(args) as JsonObject;
  for (const [path, name] of Object.entries(idsOf)) {
    const keys = path.split("/");
    const last = keys.pop() ?? "";
    const holder = keys.reduce((object, key) => (object as Record<string, Json>)[key] as Json, all as Json);
    (holder as Record<string, Json>)[last] = idOf(name) ?? unknownValue;
  }
  return all;
}

/** The properties that the engine passes to policies in a preview: of a resource that changes, only the inputs. */
function propsInPreview(steps: readonly PlannedStep[], before: ReadonlyMap<string, StateEntry>) {
  return (urn: string, name: string): JsonObject => {
    const { op, newState } = steps.find((step) => step.urn === urn && step.newState) ?? {};
    return op === "same" ? propsInUpdate(before)(urn, name) : (newState as { inputs: JsonObject }).inputs;
  };
}

/** The properties that the engine passes to policies after an update: the outputs. */
function propsInUpdate(state: ReadonlyMap<string, StateEntry>) {
  return (_: string, name: string): JsonObject => revealed(state.get(name)?.outputs ?? {});
}
