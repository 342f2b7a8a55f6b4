import { TenantError } from "../client/index.ts";
import { disposable, isSettings, sampleOf } from "../definitions/disposable.ts";
import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import { markerType, samples, untried } from "../definitions/samples.ts";
import type { Access } from "../lifecycle/import-rules.ts";
import type { ConfigReader } from "../lifecycle/session.ts";
import type { Definition } from "../schema/definition.ts";
import { type JsonObject, own } from "../schema/json.ts";
import { wireName } from "../schema/schema.ts";
import { type CliProject, tellByCli } from "./cli-stories.ts";
import { type EventPatience, EventWatch, eventsOf } from "./events.ts";
import { cliFactsOf, facts } from "./facts.ts";
import { Gateway } from "./gateway.ts";
import { Ledger } from "./ledger.ts";
import { Manifest, type Noted, newMark, objectsOf } from "./manifest.ts";
import { AnotherRun, runsAmong, showRun } from "./marker.ts";
import { type PutBack, putBackAll } from "./put-back.ts";
import { InvalidSample } from "./specimen.ts";
import { factsOf, type Stage, tellStory } from "./story.ts";
import { sweep } from "./sweep.ts";
import { Stopped, type Tap } from "./tap.ts";

/** The types whose objects a run makes, with those of the objects that it needs, in the order of the registry. */
export const writtenTypes: readonly TypeName[] = typeNames.filter((name) => samples[name] !== undefined);

/** The settings that a run changes and puts back, if the tenant is disposable. */
export const disposableTypes: readonly TypeName[] = typeNames.filter((name) => disposable[name] !== undefined);

/** The properties of these settings that a tenant without them has after the run, as no request takes them away again. */
export const stayingSettings = disposableTypes.flatMap((type) =>
  (disposable[type]?.stays ?? []).map((property) => ({ type, property })),
);

/** The types that a run lists first: those whose objects have the mark of a run. */
const listedTypes = writtenTypes.filter((name) => samples[name]?.key !== undefined);

/** What a tenant has of the types that a run writes. */
export interface Survey {
  /** The objects that a new tenant does not have, by type. */
  readonly others: ReadonlyMap<TypeName, number>;
  /** The pages of each listing. */
  readonly pages: ReadonlyMap<TypeName, number>;
  /** The types that cannot be listed: the reason, or the plan. */
  readonly closed: ReadonlyMap<TypeName, TenantError>;
  /** A number that no object has yet, for each type whose objects share none. */
  readonly free: ReadonlyMap<TypeName, number>;
  /** The keys of objects of other runs, by which these show that they are under way. */
  readonly runs: readonly string[];
}

/** Lists what the tenant has of the types that a run writes. Sends only GET requests. */
export async function survey(tap: Tap, access: Access): Promise<Survey> {
  const others = new Map<TypeName, number>();
  const pages = new Map<TypeName, number>();
  const closed = new Map<TypeName, TenantError>();
  const free = new Map<TypeName, number>();
  let runs: readonly string[] = [];
  for (const type of listedTypes) {
    try {
      const objects = await objectsOf(tap, type);
      if (type === markerType) runs = runsAmong(objects);
      others.set(type, objects.filter((body) => !isOfNewTenant(type, body, access)).length);
      pages.set(type, Math.ceil(objects.length / 100) + 1);
      const number = freeNumber(type, objects);
      if (number !== undefined) free.set(type, number);
    } catch (error) {
      if (!(error instanceof TenantError) || error.forbidden === undefined) throw error;
      closed.set(type, error);
    }
  }
  return { others, pages, closed, free, runs };
}

/** The highest number that no object has; undefined for a type without such a property. */
function freeNumber(type: TypeName, objects: readonly JsonObject[]): number | undefined {
  const name = samples[type]?.unique;
  const field = name === undefined ? undefined : definitions[type].schema.fields[name];
  if (name === undefined || field?.kind !== "integer") return undefined;
  const taken = new Set(objects.map((body) => own(body, wireName(name, field))));
  let number = field.max;
  while (taken.has(number) && number > field.min) number -= 1;
  return number;
}

/** Names that the service gives to objects of a new tenant. */
const ofNewTenant: Readonly<Partial<Record<TypeName, readonly string[]>>> = {
  client: ["Default App", "All Applications", "API Explorer Application"],
  connection: ["Username-Password-Authentication", "google-oauth2"],
};

function isOfNewTenant(type: TypeName, body: JsonObject, { audience, clientId }: Access): boolean {
  // The service's own applications have grants for the management API.
  if (own(body, "audience") === audience) return true;
  const isOwn = clientId !== undefined && own(body, "client_id") === clientId;
  const isManagement = own(body, "identifier") === audience || own(body, "is_system") === true;
  const isNamed = ofNewTenant[type]?.includes(String(own(body, "name"))) === true;
  return isOwn || isManagement || isNamed || own(body, "global") === true;
}

/**
 * The objects of the survey that a new tenant does not have, in words; undefined if there are none. A type that cannot be listed may have
 * some, unless the plan has no such objects.
 */
export function othersOf({ others, closed }: Survey): string | undefined {
  const some = [...others]
    .filter(([, count]) => count > 0)
    .map(([type, count]) => `${count} ${definitions[type].plural}`);
  const hidden = [...closed].filter(([, { isOutsidePlan }]) => !isOutsidePlan);
  const all = [...some, ...hidden.map(([type]) => `${definitions[type].plural} that cannot be listed`)];
  return all.length === 0 ? undefined : all.join(", ");
}

/** The sustained rate of the service's smallest plan, in calls per minute. */
const callsPerMinute = 120;

/**
 * About how many calls a run takes, and how many minutes at the rate of the smallest plan.
 *
 * @param share the part of the rate that the client uses
 */
export function estimate(types = writtenTypes, share = 1): { readonly calls: number; readonly minutes: number } {
  const calls = types.reduce((sum, type) => sum + callsFor(type), listedTypes.length);
  return { calls, minutes: Math.ceil(calls / callsPerMinute / share) };
}

/** Four states of each property, each written and read, and the fixed part of the story. */
function callsFor(type: TypeName): number {
  const { fields } = definitions[type].schema;
  const properties = Object.values(fields).filter(({ computed, forceNew }) => !computed && !forceNew).length;
  return properties * 7 + 40 + Object.keys(sampleOf(type)?.needs ?? {}).length * 4;
}

/** The options of a run. */
export interface WriteOptions {
  readonly tap: Tap;
  /** The configuration of the provider, whose settings must be those of the tap. */
  readonly config: ConfigReader;
  readonly survey: Survey;
  readonly prefix: string;
  /** The types to try. Default: all whose objects can be removed. */
  readonly types?: readonly TypeName[];
  /** Saves the manifest durably. */
  readonly save: (noted: Noted) => Promise<void>;
  /**
   * A project of the Pulumi CLI whose calls go to the given environment, or the reason why there is none. Default: the CLI is not tried.
   */
  readonly cli?: (
    environment: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ) => Promise<CliProject | string>;
  /** How long to wait for events. Default: a minute. */
  readonly eventPatience?: EventPatience;
}

/** The results of a run. */
export interface Written {
  readonly ledgers: ReadonlyMap<TypeName, Ledger>;
  /** Why the run ended early; undefined if it did not. */
  readonly stopped: string | undefined;
  /** The error that ended it, if it was neither the user nor a budget. */
  readonly failure: unknown;
  /** What is left at the tenant. */
  readonly left: Manifest;
  /** The reasons why settings are not as they were before the run. */
  readonly unrestored: ReadonlyMap<TypeName, string>;
  readonly calls: number;
}

/**
 * Tries the types one after the other, and removes what the run has made: at its end, after an error, and if it is stopped. No error costs the
 * results so far.
 */
export async function writeTenant(options: WriteOptions): Promise<Written> {
  const { tap, config, prefix, types = writtenTypes, save } = options;
  const manifest = new Manifest({ host: tap.host, mark: newMark(prefix), made: [] }, save);
  const { meter } = tap;
  tap.manifest = manifest;
  meter.reserve = () => removalOf(manifest, options.survey) + restoreOf(manifest);
  let count = 0;
  const stage: Stage = {
    tap,
    config,
    nextKey: () => `${manifest.mark}-${++count}`,
    free: options.survey.free,
    ...(types.some((type) => eventsOf(type).length > 0) && {
      events: new EventWatch(tap, types.flatMap(eventsOf), options.eventPatience),
    }),
  };
  const ledgers = new Map<TypeName, Ledger>();
  let end: { readonly stopped: string; readonly failure?: unknown } | undefined;
  try {
    const isShown = await showRun(tap, stage.nextKey());
    await stage.events?.opened(meter.waits);
    for (const type of types) {
      const ledger = new Ledger();
      ledgers.set(type, ledger);
      const refusal = closedFor(type, options.survey);
      if (refusal) ledger.fail(facts.creation, "list", [refusal]);
      else if (!isShown && isSettings(type)) ledger.omit(facts.creation, unseen);
      else await tellStory(type, stage, ledger);
    }
    await stage.events?.settle(ledgers, meter.waits);
    // From here on, every call is one of the CLI.
    stage.events?.close();
    meter.check();
    await tryCli(options.cli, stage, ledgers);
  } catch (error) {
    end = endOf(error);
  } finally {
    stage.events?.close();
  }
  let settings: ReadonlyMap<TypeName, PutBack> = new Map();
  try {
    settings = await removeAll(stage, manifest);
  } catch (error) {
    end ??= endOf(error);
  }
  const unrestored = new Map<TypeName, string>();
  for (const [type, { results, why }] of settings) {
    for (const one of results) ledgers.get(type)?.note(facts.putBack, one);
    if (why !== undefined) unrestored.set(type, why);
  }
  for (const type of types) {
    const ledger = ledgers.get(type) ?? new Ledger();
    ledgers.set(type, ledger);
    ledger.complete(factsOf(type, stage), facts.creation, end?.stopped ?? "what it rests on was refused");
  }
  for (const type of typeNames.filter((name) => !ledgers.has(name))) {
    const ledger = new Ledger();
    ledger.omit(facts.creation, whyUntried(type));
    ledgers.set(type, ledger);
  }
  return { ledgers, stopped: end?.stopped, failure: end?.failure, left: manifest, unrestored, calls: meter.calls };
}

/** Tells the stories of the CLI. */
async function tryCli(cli: WriteOptions["cli"], stage: Stage, ledgers: ReadonlyMap<TypeName, Ledger>): Promise<void> {
  const omit = (why: string) => {
    for (const [type, ledger] of ledgers) for (const fact of cliFactsOf(type)) ledger.omit(fact, why);
  };
  if (!cli) return omit("it is tried only with --cli");
  const gateway = await Gateway.open(stage.tap);
  try {
    const project = await cli(gateway.environment, stage.tap.meter.waits);
    if (typeof project === "string") omit(project);
    else await tellByCli(project, stage, ledgers);
  } finally {
    await gateway.close();
  }
}

/** Two runs at a time would take each other's values of settings for those before them. */
const unseen = "no object could show other runs that this one is under way";

/** How a run ended: for the report in words of this package, and for the user the error itself. */
function endOf(error: unknown): { readonly stopped: string; readonly failure?: unknown } {
  if (error instanceof Stopped) return { stopped: error.why };
  if (error instanceof AnotherRun) return { stopped: "another run is under way at the tenant", failure: error };
  const stopped =
    error instanceof InvalidSample
      ? "this package refused a sample of its own"
      : "an error of this package ended the run";
  return { stopped, failure: error };
}

/** The calls that put settings back: of each part a read, one to adopt it, an update that may read before and after it, and a read. */
function restoreOf({ changed }: Manifest): number {
  return changed.reduce((sum, type) => sum + 6 * partsOf(type), 0);
}

/** The number of routes that settings have. */
function partsOf(type: TypeName): number {
  const { parts }: Definition = definitions[type];
  return parts?.length ?? 1;
}

function whyUntried(type: TypeName): string {
  if (isSettings(type)) return "it changes settings of the tenant";
  return untried[type] ?? "this package has no sample for it";
}

/**
 * Puts settings back and removes what the run has made, with the rest of its budget. The settings come first: a safeguard that stays off is
 * worse than an object too many. What one object or setting prevents keeps no other.
 *
 * @returns what became of the settings
 */
async function removeAll({ tap, config }: Stage, manifest: Manifest): Promise<ReadonlyMap<TypeName, PutBack>> {
  tap.meter.isRemoving = true;
  tap.meter.stopped = undefined;
  tap.losesNext = false;
  const settings = await putBackAll(tap, config, manifest);
  try {
    await sweep(tap, manifest);
  } catch (error) {
    // The tenant has refused more calls than the budget has: the manifest has the rest.
    if (!(error instanceof Stopped)) throw error;
  }
  return settings;
}

/** The listings that were refused for a type or for the objects that it needs. */
function closedFor(type: TypeName, { closed }: Survey): TenantError | undefined {
  const needed = Object.values(sampleOf(type)?.needs ?? {}).flatMap((need) => ("type" in need ? [need.type] : []));
  return [type, ...needed].map((one) => closed.get(one)).find((error) => error !== undefined);
}

/** The calls that a removal of everything takes now: a look at each object and its deletion, and one more for the next one. */
function removalOf({ made }: Manifest, { pages }: Survey): number {
  const perObject = made.map(({ type, id }) => (id === undefined ? (pages.get(type) ?? 1) + 1 : 2));
  return perObject.reduce((sum, calls) => sum + calls, 2);
}
