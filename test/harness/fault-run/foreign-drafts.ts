import fc from "fast-check";
import { type Emulator, type Fault, type FaultKind, startEmulator } from "../../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { MiniEngine } from "../mini-engine.ts";
import { codeOf, type Launch } from "./runtime.ts";

/** What another team saves in the draft of an action, and does not deploy. All of it says that it is theirs. */
type Draft = "code" | "dependencies" | "secrets";

type Step =
  | { readonly do: "draft"; readonly draft: Draft }
  | {
      readonly do: "up";
      readonly program: number;
      readonly faults: readonly Fault[];
      /** A draft is saved when so many requests have arrived, but not between the last look and the deployment. */
      readonly during?: { readonly after: number; readonly draft: Draft } | undefined;
    }
  | { readonly do: "refresh"; readonly faults: readonly Fault[] };

const name = "action-a";
const triggers = { supportedTriggers: [{ id: "post-login", version: "v3" }], name: "Enrich" };
const programs: readonly JsonObject[] = [
  { ...triggers, code: "// one" },
  { ...triggers, code: "// one", dependencies: [{ name: "undici", version: "7.16.0" }] },
  { ...triggers, code: "// two", secrets: { KEY: "one" } },
  { ...triggers, code: "// two", secrets: { KEY: "two" }, dependencies: [] },
  { ...triggers, code: "// one", deploy: false, dependencies: [{ name: "lodash", version: "4.17.21" }] },
];

const draft = fc.constantFrom<Draft[]>("code", "dependencies", "secrets");
/** A lost creation is another story: what another team has changed since cannot be told from an object of theirs. */
const ofOne = /actions\/actions\/./;
const fault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom<FaultKind[]>("reset-before", "reset-after", "hang-after", "malformed"),
  method: fc.constantFrom("GET", "POST", "PATCH"),
  path: fc.constant(ofOne),
  skip: fc.nat(3),
  times: fc.constantFrom(1, 1, 2),
}) as fc.Arbitrary<Fault>;
const faults = fc.oneof(fc.constant([]), fc.array(fault, { minLength: 1, maxLength: 3 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("draft" as const), draft }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("up" as const),
      program: fc.nat(programs.length - 1),
      faults,
      during: fc.option(fc.record({ after: fc.integer({ min: 1, max: 6 }), draft }), { nil: undefined, freq: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refresh" as const), faults }) },
);

/** What the runs have done. */
export interface DraftTally {
  operations: number;
  deployments: number;
  refusals: number;
}

/**
 * Runs and other teams' drafts of an action in random order, until so many operations were made: nothing that another team has left undeployed
 * is ever deployed, and once it is discarded, the next run brings the action to its program.
 *
 * @throws the first failure, with a case that is as short as could be found
 */
export async function draftRun(launch: Launch, operations: number, seed: number): Promise<DraftTally> {
  const tally: DraftTally = { operations: 0, deployments: 0, refusals: 0 };
  for (let round = 0; tally.operations < operations; round++) {
    const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      const tenant = await startEmulator();
      try {
        await new DraftCase(tenant, launch, tally).story(steps);
      } finally {
        await tenant.close();
      }
    });
    await fc.assert(property, {
      seed: seed + round,
      numRuns: Math.ceil((operations - tally.operations) / 6),
      unbiased: true,
    });
  }
  return tally;
}

class DraftCase {
  readonly #tenant: Emulator;
  readonly #launch: Launch;
  readonly #tally: DraftTally;
  #engine: MiniEngine | undefined;
  #drafts = 0;
  #pending: { readonly after: number; readonly draft: Draft } | undefined;
  #arrived = 0;

  constructor(tenant: Emulator, launch: Launch, tally: DraftTally) {
    this.#tenant = tenant;
    this.#launch = launch;
    this.#tally = tally;
    tenant.onRequest(({ phase, request }) => {
      const isDeployment = request.method === "POST" && request.path.endsWith("/deploy");
      if (phase === "answered") {
        if (isDeployment) tally.deployments++;
        return;
      }
      this.#arrived++;
      if (!this.#pending || this.#arrived < this.#pending.after || isDeployment) return;
      const { draft: theirs } = this.#pending;
      this.#pending = undefined;
      this.#save(theirs);
    });
  }

  async story(steps: readonly Step[]): Promise<void> {
    let program = programs[0] as JsonObject;
    for (const one of steps) {
      if (one.do === "draft") this.#save(one.draft);
      else {
        if (one.do === "up") program = programs[one.program] as JsonObject;
        await this.#run(one, program);
      }
    }
    await this.#wayOut({ ...program, deploy: true });
  }

  async #run(one: Exclude<Step, { readonly do: "draft" }>, program: JsonObject): Promise<void> {
    for (const fault of one.faults) this.#tenant.inject(fault);
    this.#arrived = 0;
    this.#pending = one.do === "up" ? one.during : undefined;
    await this.#next(async (engine) => {
      this.#tally.operations++;
      if (one.do === "refresh") await engine.refresh().catch(() => []);
      else {
        const steps = await engine.up({ [name]: program });
        const said = steps.map(({ failure }) => failure?.message ?? "").join("\n");
        if (/its deployed version differ|another client has changed|and an update of secrets/.test(said))
          this.#tally.refusals++;
      }
    });
    this.#pending = undefined;
    this.#tenant.clearFaults();
    const foreign = this.#foreignDeployed();
    if (foreign !== undefined) throw new Error(`${foreign} of another team was deployed`);
  }

  /** The other team discards its draft: then a refresh and a run bring the action to its program, whatever has gone wrong. */
  async #wayOut(program: JsonObject): Promise<void> {
    const action = this.#action();
    if (action) this.#tenant.actions.update(String(action.id), { code: "// discarded", dependencies: [], secrets: [] });
    const declared = { dependencies: [], secrets: {}, exclusiveSecrets: true, adopt: true, ...program };
    await this.#next((engine) => engine.refresh());
    await this.#next(async (engine) => {
      const [failure] = (await engine.up({ [name]: declared })).flatMap((one) => one.failure ?? []);
      if (failure) throw new Error(`the way out does not lead out: ${failure.message}`);
    });
    const { all_changes_deployed: isDeployed, deployed_version: version } = this.#action() ?? {};
    const code = (version as JsonObject | undefined)?.code;
    if (isDeployed !== true || code !== program.code) throw new Error(`the action is not as declared: ${code}`);
  }

  /** A process of its own, as each run has. */
  async #next(run: (engine: MiniEngine) => Promise<unknown>): Promise<void> {
    const runtime = await this.#launch(this.#tenant);
    const engine = new MiniEngine(runtime.port, () => codeOf("action"));
    for (const [key, entry] of this.#engine?.state ?? []) engine.state.set(key, entry);
    this.#engine = engine;
    try {
      await run(engine);
    } finally {
      await runtime.close();
    }
  }

  #action(): JsonObject | undefined {
    return this.#tenant.actions.list()[0] as JsonObject | undefined;
  }

  #save(what: Draft): void {
    const action = this.#action();
    if (!action) return;
    this.#drafts++;
    const theirs = `theirs-${this.#drafts}`;
    const values = {
      code: { code: `// ${theirs}` },
      dependencies: { dependencies: [{ name: theirs, version: "1.0.0" }] },
      secrets: { secrets: [{ name: theirs, value: "x" }] },
    };
    this.#tenant.actions.update(String(action.id), values[what]);
  }

  /** What is deployed and another team's, by the name of the property. */
  #foreignDeployed(): string | undefined {
    const version = this.#action()?.deployed_version as JsonObject | undefined;
    return ["code", "dependencies", "secrets"].find((key) => JSON.stringify(version?.[key] ?? "").includes("theirs-"));
  }
}
