import fc from "fast-check";
import { afterAll, beforeAll, describe, test, vi } from "vitest";
import { TenantClient } from "../../provider/src/client/index.ts";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { Definition } from "../../provider/src/schema/definition.ts";
import { type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { besideKey, linksKey } from "../../provider/src/schema/provider-code.ts";
import { declaresAll } from "../../provider/src/sdk/declared.ts";
import { classesReferringTo, definitions } from "../../provider/src/types/registry.ts";
import { byCode, codeOf } from "../harness/fault-run/runtime.ts";
import { inProcess, oneClientEach } from "../harness/in-process.ts";
import { type LinkedProgram, MiniEngine, type OutputOf, type ProviderPort, revealed } from "../harness/mini-engine.ts";
import { cases, few, longest } from "../harness/scale.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";
import {
  fieldOf,
  type Place,
  pathOfFirst,
  places,
  programsOf,
  referring,
  withoutReference,
} from "../subjects/references.ts";
import { type PreviewedStack, runAsPreviewed } from "./previewed-runs.ts";
import { lawTraits } from "./world.ts";

/*
 * The law of `refusal-laws.test.ts` for programs of two resources, of which one refers to the other, and for two stacks that share them: what a program
 * and its state decide about a reference, the preview says.
 */

/** What changes between two runs. */
const changes = [
  "edit the target",
  "edit the source",
  "replace the target",
  "force a replacement",
  "rename the target",
  "drop the target",
  "drop the source",
  "clear the reference",
  "refer to another",
] as const;

interface Step {
  readonly change: (typeof changes)[number];
  readonly source: JsonObject;
  readonly target: JsonObject;
  /** What another stack declares in a run before the change; undefined if it does not run. */
  readonly elsewhere: "source" | "target" | "both" | undefined;
}

/** Refusals because a third resource is missing, which the programs lack: whether a whole program has it, no check of one resource knows. */
const ofThird = [
  /needs a SCIM configuration first/,
  /Could not list the roles of member/,
  /The permission does not exist/,
];

/** Refusals because of what became of an object since it was created, which no program declares. */
const ofProgress = [/The domain must be verified/];

/** Refusals because of what another stack, or a program that has dropped the target, has done to the objects of a program. */
const ofOthers = [/it was deleted outside Pulumi/, / was not changed[.:]/, /does not exist/, /exists already/];

/** A provider process for several types, which share a run. */
function portOf(tenant: Emulator, names: readonly TypeName[]): ProviderPort {
  const { domain, clientId, clientSecret } = tenant;
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  const connect = oneClientEach((settings) => new TenantClient(settings, { retries: { baseMs: 1, capMs: 2 } }));
  let run = new EngineRun(classesReferringTo);
  const ports = new Map(
    names.map((name) => [codeOf(name), inProcess(() => new Lifecycle(kinds[name], connect, run), config)]),
  );
  const startRun = () => {
    run = new EngineRun(classesReferringTo);
    for (const port of ports.values()) port.startRun?.();
  };
  return { ...byCode((code) => ports.get(code)), startRun };
}

/** What the class of a resource tells the provider of the resource to which it refers. */
function told({ source, target, path }: Place, name: string, targetArgs: JsonObject): JsonObject {
  const label = `Resource "${name}"`;
  const { elementsOf, excludes = elementsOf }: Definition = definitions[source.name];
  const isBeside =
    excludes !== undefined &&
    excludes.by.argument === path[0] &&
    excludes.whole.type === target.resource &&
    declaresAll(excludes, targetArgs);
  return { [linksKey]: { [pathOfFirst(path)]: label }, ...(isBeside && { [besideKey]: label }) };
}

let count = 60_000;

/** The objects of one case, and the two stacks that declare them. */
class Case {
  readonly #place: Place;
  readonly #tenant: Emulator;
  readonly #one: PreviewedStack;
  readonly #other: PreviewedStack;
  readonly #source: JsonObject;
  readonly #identities: JsonObject[] = [];
  /** The arguments of the targets, by name. */
  readonly #targets = new Map<string, JsonObject>();
  #to = "target";
  #declared: JsonObject | undefined;
  /** The value that the source declares in place of an output. */
  #fixed: Json | undefined;
  #isCleared = false;

  constructor(place: Place, tenant: Emulator, { source, target }: Pick<Step, "source" | "target">) {
    this.#place = place;
    this.#tenant = tenant;
    const types = { source: place.source.name, target: place.target.name };
    const [one, other] = [0, 1].map(() => {
      const port = portOf(tenant, [...new Set(Object.values(types))]);
      const codes = (name: string) => codeOf(name === "source" ? types.source : types.target);
      return { tenant, port, engine: new MiniEngine(port, codes) };
    }) as [PreviewedStack, PreviewedStack];
    this.#one = one;
    this.#other = other;
    this.#source = place.source.identity(tenant, ++count);
    this.#declared = source;
    this.#targets.set("target", { ...this.#identified(), ...target });
  }

  change({ change, source, target }: Step): void {
    const args = this.#targets.get(this.#to) ?? {};
    const edited = { ...args, ...target };
    if (change === "edit the target") this.#targets.set(this.#to, edited);
    if (change === "edit the source") this.#declared = source;
    if (change === "replace the target") this.#targets.set(this.#to, { ...args, ...this.#identified() });
    if (change === "force a replacement") this.#one.engine.forced.add(this.#to);
    if (change === "drop the source") this.#declared = undefined;
    if (change === "clear the reference") this.#isCleared = true;
    if (change === "drop the target") {
      this.#fixed = this.#valueOf(this.#to);
      if (this.#fixed !== undefined) this.#targets.delete(this.#to);
    }
    if (change === "rename the target" || change === "refer to another") {
      if (change === "rename the target") this.#targets.delete(this.#to);
      this.#to = `${this.#to}'`;
      this.#targets.set(this.#to, change === "rename the target" ? args : { ...edited, ...this.#identified() });
      this.#fixed = undefined;
    }
  }

  async run(elsewhere?: Step["elsewhere"]) {
    const isShared = this.#other.engine.state.size > 0;
    const isClosed = elsewhere === undefined && !isShared && this.#fixed === undefined;
    const isNew = !this.#one.engine.state.has(this.#to);
    const may = [...ofThird, ...(isClosed ? [] : ofOthers), ...(isClosed && isNew ? [] : ofProgress)];
    return await runAsPreviewed(
      elsewhere === undefined ? this.#one : this.#other,
      this.#program(elsewhere),
      (message) => may.some((one) => one.test(message)),
      isClosed,
    );
  }

  async end(): Promise<void> {
    const { source, target } = this.#place;
    for (const { engine } of [this.#other, this.#one]) {
      await engine.up({});
      for (const [name, { id }] of engine.state)
        quietly(() => (name === "source" ? source : target).remove(this.#tenant, id));
    }
    for (const identity of this.#identities) quietly(() => target.remove(this.#tenant, target.keyOf(identity)));
    quietly(() => source.remove(this.#tenant, source.keyOf(this.#source)));
  }

  #program(part: Step["elsewhere"] = "both"): LinkedProgram {
    const targets = part === "source" ? [] : [...this.#targets];
    const declared = part === "target" ? undefined : this.#declared;
    if (!declared) return Object.fromEntries(targets);
    const args = { ...this.#source, ...declared };
    const [to, place] = [this.#to, this.#place];
    const value = this.#fixed ?? this.#valueOf(to);
    const cleared = this.#isCleared ? withoutReference(place, args) : undefined;
    const isLinked = this.#fixed === undefined && targets.some(([name]) => name === to);
    // A program cannot declare the value of an object that no stack has created.
    if (!isLinked && value === undefined) return Object.fromEntries(targets);
    const source = (outputOf: OutputOf) => {
      if (cleared) return cleared;
      if (!isLinked) return referring(place, args, value ?? null);
      return {
        ...referring(place, args, outputOf(to, place.property)),
        ...told(place, to, this.#targets.get(to) ?? {}),
      };
    };
    return { ...Object.fromEntries(targets), source };
  }

  #identified(): JsonObject {
    const identity = this.#place.target.identity(this.#tenant, ++count);
    this.#identities.push(identity);
    return identity;
  }

  #valueOf(name: string): Json | undefined {
    const { property } = this.#place;
    const entry = this.#one.engine.state.get(name);
    return entry && (property === "id" ? entry.id : own(revealed(entry.outputs), property));
  }
}

function quietly(remove: () => void): void {
  try {
    remove();
  } catch {
    // It is gone already.
  }
}

/** The cases of one reference, of which about half refer to an object that the service accepts, if there is one. */
function casesOf(place: Place, tenant: Emulator): fc.Arbitrary<readonly [Step, ...Step[]]> {
  const { source, target } = place;
  const [mine, theirs] = [source, target].map((subject) => subject.identity(tenant, ++count));
  const accepted = fc
    .sample(programsOf(target), { numRuns: 60, seed: 1 })
    .filter((args) => !fieldOf(place)?.refusedTargets?.why({ ...theirs, ...args }, true, mine ?? {}));
  const step: fc.Arbitrary<Step> = fc.record({
    change: fc.constantFrom(...changes),
    source: programsOf(source),
    target: fc.oneof(programsOf(target), accepted.length > 0 ? fc.constantFrom(...accepted) : programsOf(target)),
    elsewhere: fc.constantFrom(undefined, undefined, undefined, "source", "target", "both"),
  });
  return fc
    .tuple(step, fc.array(step, { minLength: 1, maxLength: 3 }))
    .map(([first, others]): [Step, ...Step[]] => [first, ...others]);
}

describe.each(
  places.map((place) => [`${place.source.name}.${place.path.join(".")}`, place.target.name, place] as const),
)("%s refers to %s", (_, __, place) => {
  let tenant: Emulator;
  beforeAll(async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    tenant = await startEmulator({ lenientPatch: false, newerService: true, traits: lawTraits });
    for (const subject of new Set([place.source, place.target])) subject.prepare(tenant);
  });
  afterAll(() => tenant.close());

  test(
    "a run is refused as its preview says",
    async () => {
      await fc.assert(
        fc.asyncProperty(casesOf(place, tenant), async ([first, ...steps]) => {
          const one = new Case(place, tenant, first);
          await one.run();
          for (const step of steps) {
            if (step.elsewhere) await one.run(step.elsewhere);
            one.change(step);
            await one.run();
          }
          await one.end();
        }),
        cases(0.06, few),
      );
    },
    longest,
  );
});
