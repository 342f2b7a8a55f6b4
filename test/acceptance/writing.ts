import { TenantError } from "../../provider/src/client/index.ts";
import type { ConfigReader } from "../../provider/src/lifecycle/session.ts";
import type { Definition } from "../../provider/src/schema/definition.ts";
import { type JsonObject, own } from "../../provider/src/schema/json.ts";
import { wireName } from "../../provider/src/schema/schema.ts";
import { definitions, type TypeName, typeNames } from "../../provider/src/types/registry.ts";
import type { Access } from "../../provider/src/types/tool-data.ts";
import { type PutBack, putBackAll, sweep } from "./clean-up.ts";
import { type CliProject, runCliTrials } from "./cli-trials.ts";
import { disposable, isSettings, sampleOf } from "./disposable.ts";
import { type EventPatience, EventWatch, eventsOf } from "./events.ts";
import { cliFactsOf, facts, Ledger } from "./ledger.ts";
import { Manifest, type Noted, newMark, objectsOf } from "./manifest.ts";
import { AnotherRun, isShown, runsAmong, showRun } from "./marker.ts";
import { Gateway, type RunClient, Stopped } from "./run-client.ts";
import { markerType, samples, untried } from "./samples.ts";
import { InvalidSample } from "./test-object.ts";
import { type Context, factsOf, tryType } from "./trial.ts";

/** The types whose objects a run creates, including those that other objects need, in the order of the registry. */
export const writtenTypes: readonly TypeName[] = typeNames.filter((name) => samples[name] !== undefined);

/** The types of settings that a run changes and restores, only with `--disposable`. */
export const disposableTypes: readonly TypeName[] = typeNames.filter((name) => disposable[name] !== undefined);

/** The properties of {@link disposableTypes} that no request can remove: if the tenant had no value before the run, the run's value remains. */
export const stayingSettings = disposableTypes.flatMap((type) =>
  (disposable[type]?.stays ?? []).map((property) => ({ type, property })),
);

/** The types that a run lists before it writes: those whose objects contain the mark of a run. */
const listedTypes = writtenTypes.filter((name) => samples[name]?.key !== undefined);

/** Facts about the objects of a tenant before a run. */
export interface Survey {
  /** By type, the count of objects beyond those of a new tenant. */
  readonly others: ReadonlyMap<TypeName, number>;
  /** By type, the maximum number of requests for one listing of all objects. */
  readonly pages: ReadonlyMap<TypeName, number>;
  /** The types that cannot be listed, each with the error: for example, the token lacks a scope, or the plan does not include the type. */
  readonly closed: ReadonlyMap<TypeName, TenantError>;
  /** By type, an unused value of the property that must be unique, such as the priority of a rule. Only for types with such a property. */
  readonly free: ReadonlyMap<TypeName, number>;
  /** The keys of the objects that mark other runs: each run creates such an object first (see {@link showRun}). */
  readonly runs: readonly string[];
}

/** Lists the objects of the types that a run writes. Sends only GET requests. */
export async function survey(client: RunClient, access: Access): Promise<Survey> {
  const others = new Map<TypeName, number>();
  const pages = new Map<TypeName, number>();
  const closed = new Map<TypeName, TenantError>();
  const free = new Map<TypeName, number>();
  let runs: readonly string[] = [];
  for (const type of listedTypes) {
    try {
      const objects = await objectsOf(client, type);
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

/** The highest valid number that no object has in the type's unique property; undefined for a type without such a property. */
function freeNumber(type: TypeName, objects: readonly JsonObject[]): number | undefined {
  const name = samples[type]?.unique;
  const field = name === undefined ? undefined : definitions[type].schema.fields[name];
  if (name === undefined || field?.kind !== "integer") return undefined;
  const taken = new Set(objects.map((body) => own(body, wireName(name, field))));
  let number = field.max;
  while (taken.has(number) && number > field.min) number -= 1;
  return number;
}

/** The names of objects that every new tenant has, by type. */
const ofNewTenant: Readonly<Partial<Record<TypeName, readonly string[]>>> = {
  client: ["Default App", "All Applications", "API Explorer Application"],
  connection: ["Username-Password-Authentication", "google-oauth2"],
};

function isOfNewTenant(type: TypeName, body: JsonObject, { audience, clientId }: Access): boolean {
  // In a new tenant, the service's own applications already have grants for the management API.
  if (own(body, "audience") === audience) return true;
  const isOwn = clientId !== undefined && own(body, "client_id") === clientId;
  const isManagement = own(body, "identifier") === audience || own(body, "is_system") === true;
  const isNamed = ofNewTenant[type]?.includes(String(own(body, "name"))) === true;
  return isOwn || isManagement || isNamed || own(body, "global") === true;
}

/**
 * The objects of the survey that a new tenant does not have, as text for a message; undefined if there are none. Types that cannot be listed
 * are included, because there may be such objects, unless the plan does not include the type.
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
 * The approximate number of calls of a run, and the minutes that they take at the rate of the smallest plan.
 *
 * @param share the share of the rate that the client uses, from 0 to 1
 */
export function estimate(types = writtenTypes, share = 1): { readonly calls: number; readonly minutes: number } {
  const calls = types.reduce((sum, type) => sum + callsFor(type), listedTypes.length);
  return { calls, minutes: Math.ceil(calls / callsPerMinute / share) };
}

/** The approximate number of calls for a type: those for each property, those for each needed object, and a fixed number. */
function callsFor(type: TypeName): number {
  const { fields } = definitions[type].schema;
  const properties = Object.values(fields).filter(({ computed, forceNew }) => !computed && !forceNew).length;
  return properties * 7 + 40 + Object.keys(sampleOf(type)?.needs ?? {}).length * 4;
}

/** The options of a run. */
export interface WriteOptions {
  readonly client: RunClient;
  /** Reads the configuration of the provider. It must result in the same settings as those of the client. */
  readonly config: ConfigReader;
  readonly survey: Survey;
  readonly prefix: string;
  /** The types to try. Default: {@link writtenTypes}. */
  readonly types?: readonly TypeName[];
  /** Saves the manifest, so that it survives an abrupt end of the process. */
  readonly save: (noted: Noted) => Promise<void>;
  /**
   * Returns a Pulumi project whose runs get these environment variables, or the reason why there is none. Default: the CLI is not tried.
   */
  readonly cli?: (
    environment: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ) => Promise<CliProject | string>;
  /** How long to wait for the stream of events and for missing events. Default: 10 seconds, and a minute. */
  readonly eventPatience?: EventPatience;
  /** If a listing lacks the run's first object: how long to wait before the next listing, in milliseconds. Default: a second. */
  readonly listingPause?: number;
}

/** The results of a run. */
export interface Written {
  readonly ledgers: ReadonlyMap<TypeName, Ledger>;
  /** Why the run ended early; undefined if it did not. */
  readonly stopped: string | undefined;
  /** The error that ended the run early. Undefined if the run was not ended by an error, but for example by the user or a limit. */
  readonly failure: unknown;
  /** The objects and settings that the run has not removed or restored. */
  readonly left: Manifest;
  /** The types whose settings are not as they were before the run, each with the reason. */
  readonly unrestored: ReadonlyMap<TypeName, string>;
  readonly calls: number;
}

/**
 * Tries the types one after the other. At the end, after an error and if the run is stopped, it restores the settings and removes the objects
 * of the run. The results so far are returned in all cases.
 */
export async function writeTenant(options: WriteOptions): Promise<Written> {
  const { client, config, prefix, types = writtenTypes, save } = options;
  const manifest = new Manifest({ host: client.host, mark: newMark(prefix), made: [] }, save);
  const { meter } = client;
  client.manifest = manifest;
  let trying: TypeName | undefined;
  meter.reserve = () => maxRemovalCalls(manifest, options.survey) + maxRestoreCalls(manifest, trying);
  let count = 0;
  const context: Context = {
    client,
    config,
    nextKey: () => `${manifest.mark}-${++count}`,
    free: options.survey.free,
    ...(types.some((type) => eventsOf(type).length > 0) && {
      events: new EventWatch(client, types.flatMap(eventsOf), options.eventPatience),
    }),
  };
  const ledgers = new Map<TypeName, Ledger>();
  let end: { readonly stopped: string; readonly failure?: unknown } | undefined;
  try {
    const marker = await showRun(client, context.nextKey(), options.listingPause);
    await context.events?.opened(meter.waits);
    for (const type of types) {
      const ledger = new Ledger();
      ledgers.set(type, ledger);
      trying = type;
      const refusal = closedFor(type, options.survey);
      if (refusal) ledger.fail(facts.creation, "list", [refusal]);
      else if (isSettings(type) && !(await isShown(client, marker))) ledger.omit(facts.creation, unseen);
      else await tryType(type, context, ledger);
    }
    await context.events?.settle(ledgers, meter.waits);
    // The events of the CLI's changes are not expected, so the stream is not needed any more.
    context.events?.close();
    meter.check();
    await tryCli(options.cli, context, ledgers);
  } catch (error) {
    end = endOf(error);
  } finally {
    context.events?.close();
  }
  let settings: ReadonlyMap<TypeName, PutBack> = new Map();
  try {
    settings = await removeAll(context, manifest);
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
    ledger.complete(
      factsOf(type, context),
      facts.creation,
      end?.stopped ?? "an earlier step, on which it depends, failed",
    );
  }
  for (const type of typeNames.filter((name) => !ledgers.has(name))) {
    const ledger = new Ledger();
    ledger.omit(facts.creation, whyUntried(type));
    ledgers.set(type, ledger);
  }
  return { ledgers, stopped: end?.stopped, failure: end?.failure, left: manifest, unrestored, calls: meter.calls };
}

/** Performs the trials with the real Pulumi CLI, or notes why the CLI's facts are not tried. */
async function tryCli(
  cli: WriteOptions["cli"],
  context: Context,
  ledgers: ReadonlyMap<TypeName, Ledger>,
): Promise<void> {
  const omit = (why: string) => {
    for (const [type, ledger] of ledgers) for (const fact of cliFactsOf(type)) ledger.omit(fact, why);
  };
  if (!cli) return omit("the CLI is tried only with --cli");
  const gateway = await Gateway.open(context.client);
  try {
    const project = await cli(gateway.environment, context.client.meter.waits);
    if (typeof project === "string") omit(project);
    else await runCliTrials(project, context, ledgers);
  } finally {
    await gateway.close();
  }
}

/** Settings are tried only if other runs can recognize this one: two simultaneous runs would restore each other's values. */
const unseen = "the object by which other runs recognize this run is missing at the tenant";

/** How an error ended a run. `stopped` goes into the report, so it contains no text of the tenant. `failure` is shown to the user. */
function endOf(error: unknown): { readonly stopped: string; readonly failure?: unknown } {
  if (error instanceof Stopped) return { stopped: error.why };
  if (error instanceof AnotherRun) return { stopped: "another run is under way at the tenant", failure: error };
  const stopped =
    error instanceof InvalidSample
      ? "this package refused one of its own samples"
      : "an error of this package ended the run";
  return { stopped, failure: error };
}

/**
 * The maximum number of calls to restore all changed settings, and those that the run is about to change. Each route needs two reads, a read
 * to adopt the settings, an update with a read before and after it, and a last read. Two more reads are reserved, because settings are read
 * again if two reads differ.
 */
function maxRestoreCalls({ changed }: Manifest, trying: TypeName | undefined): number {
  const types = new Set([...changed, ...(trying !== undefined && isSettings(trying) ? [trying] : [])]);
  return [...types].reduce((sum, type) => sum + 9 * partsOf(type), 0);
}

/** The number of routes that settings have. */
function partsOf(type: TypeName): number {
  const { parts }: Definition = definitions[type];
  return parts?.length ?? 1;
}

function whyUntried(type: TypeName): string {
  if (isSettings(type)) return "its trial changes settings of the tenant, so it needs --disposable";
  return untried[type] ?? "this package has no sample for it";
}

/**
 * Restores settings and removes the run's objects, with the reserved part of the budget. The settings come first, because a safeguard that remains
 * off is worse than an object that remains. If one object or setting fails, the others are removed or restored nevertheless.
 *
 * @returns the results for the settings, by type
 */
async function removeAll({ client, config }: Context, manifest: Manifest): Promise<ReadonlyMap<TypeName, PutBack>> {
  client.meter.isRemoving = true;
  client.meter.stopped = undefined;
  client.losesNext = false;
  const settings = await putBackAll(client, config, manifest);
  try {
    await sweep(client, manifest);
  } catch (error) {
    // It is no error if the budget runs out, for example because many calls had to be repeated: the manifest lists the remaining objects.
    if (!(error instanceof Stopped)) throw error;
  }
  return settings;
}

/** The error of the first refused listing among those of a type and of the objects that it needs; undefined if none was refused. */
function closedFor(type: TypeName, { closed }: Survey): TenantError | undefined {
  const needed = Object.values(sampleOf(type)?.needs ?? {}).flatMap((need) => ("type" in need ? [need.type] : []));
  return [type, ...needed].map((one) => closed.get(one)).find((error) => error !== undefined);
}

/**
 * The number of calls that the removal of all objects needs: for each object, those that find it and its deletion. An object without an id is
 * found by at most two listings. Two more calls are for an object that is just being created.
 */
function maxRemovalCalls({ made }: Manifest, { pages }: Survey): number {
  const perObject = made.map(({ type, id }) => (id === undefined ? 2 * (pages.get(type) ?? 1) + 1 : 2));
  return perObject.reduce((sum, calls) => sum + calls, 2);
}
