import { sanitize, type TenantClient, TenantError } from "../client/index.ts";
import { settingsArgs } from "../definitions/disposable.ts";
import { definitions, type TypeName } from "../definitions/registry.ts";
import type { ConfigReader } from "../lifecycle/session.ts";
import { type Json, type JsonObject, own } from "../schema/json.ts";
import type { Field } from "../schema/schema.ts";
import { same } from "../state/canonical.ts";
import { answerOf, type Difference } from "./ledger.ts";
import type { Manifest } from "./manifest.ts";
import { anchorOf, smallest } from "./settings.ts";
import { formOf, mismatchOf } from "./shapes.ts";
import { Specimen } from "./specimen.ts";
import { Stopped } from "./tap.ts";

/** Settings after the attempt to put them back. */
export interface PutBack {
  /** For each setting what differs from the time before the run, if anything does. */
  readonly results: readonly (Difference | undefined)[];
  /** The reason for the user if something differs. It may quote the tenant. */
  readonly why: string | undefined;
}

/**
 * Gives the settings of a manifest the values that they had before the run. The manifest forgets those that have them. What one type prevents
 * keeps no other. A value that somebody else has given them after the run stays.
 */
export async function putBackAll(
  client: TenantClient,
  config: ConfigReader,
  manifest: Manifest,
): Promise<ReadonlyMap<TypeName, PutBack>> {
  const all = new Map<TypeName, PutBack>();
  for (const type of manifest.changed) {
    const done = await putBack(new Specimen(type, client, config), manifest);
    all.set(type, done);
    // A note too many does no harm: the values are the same.
    if (done.why === undefined) await manifest.restored(type).catch(() => {});
  }
  return all;
}

async function putBack(specimen: Specimen, manifest: Manifest): Promise<PutBack> {
  const { type } = specimen;
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  const all = manifest.originals[type] ?? {};
  try {
    const args = settingsArgs(type);
    const now = await specimen.found(args);
    const { [type]: seen } = manifest.seen;
    // A document is the same as all that has its members: so in both directions.
    const isNow = (name: string, value: Json | undefined) => {
      const is = own(now, name) ?? null;
      return same(fields[name], value, is) && same(fields[name], is, value);
    };
    // If the tenant has taken no change, nothing was put back either.
    if (!seen && Object.entries(all).every(([name, was]) => isNow(name, was))) return { results: [], why: undefined };
    const foreign = Object.entries(all).flatMap(([name, was]) =>
      !seen || isNow(name, own(seen, name) ?? null) || isNow(name, was) ? [] : [name],
    );
    // What is put back from here on is no value of somebody else, should this be interrupted.
    if (foreign.length === 0) await manifest.changing(type).catch(() => {});
    const theirs = sanitize(`somebody has changed ${foreign.join(", ")} since, which stays`);
    // What the run has made and somebody else has changed since is not deleted.
    if (foreign.length > 0 && own(all, anchorOf(type) ?? "") === null) return { results: [], why: theirs };
    const original = Object.fromEntries(Object.entries(all).filter(([name]) => !foreign.includes(name)));
    const after = await restored(specimen, original, now);
    const results = Object.entries(original).map(([name, was]): Difference | undefined => {
      const [field, is] = [fields[name], own(after, name)];
      if (!field) return undefined;
      const isMore = mismatchOf(name, field, is ?? null, was ?? undefined) !== undefined;
      const found = mismatchOf(name, field, was, is, formOf) ?? (isMore ? further : undefined);
      return found && { what, ...found };
    });
    if (foreign.length > 0) return { results, why: theirs };
    const isSame = results.every((one) => one === undefined);
    return { results, why: isSame ? undefined : "the tenant keeps other values" };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { results: [{ what, came: cameWith(error), expected: "success" }], why: sanitize(why) };
  }
}

/** Brings settings to their values from before, whatever they are now. Returns what the tenant then has. */
async function restored(specimen: Specimen, original: JsonObject, now: JsonObject): Promise<JsonObject> {
  const given = settingsArgs(specimen.type);
  const args = smallest(specimen.type, given, now);
  const anchor = anchorOf(specimen.type);
  if (anchor !== undefined && own(original, anchor) === null) {
    // The tenant did not have them.
    if (own(now, anchor) === undefined) return now;
    await specimen.apply({ ...args, resetOnDestroy: true });
    await specimen.remove();
    return specimen.found(given);
  }
  // Only what a state has can be removed from it, so the state takes over what is there now.
  const declared: Record<string, JsonObject[string]> = {};
  for (const name of Object.keys(original)) {
    const value = own(now, name) ?? null;
    if (value !== null && (await specimen.accepts({ ...args, [name]: value }))) declared[name] = value;
  }
  await specimen.apply({ ...args, ...declared });
  await specimen.apply({ ...args, ...cleared(specimen.type, args), ...present(original) });
  return (await specimen.live()) ?? {};
}

/** What a tenant had of settings. */
function present(original: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(original).filter(([, value]) => value !== null));
}

/** The values of required arguments that are no longer in force: a program cannot leave these arguments out. */
function cleared(type: TypeName, args: JsonObject): JsonObject {
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  const defaults = Object.keys(args).flatMap((name) => {
    const { clear } = fields[name] ?? {};
    return clear?.how === "default" ? [[name, clear.value] as const] : [];
  });
  return Object.fromEntries(defaults);
}

/** What the tenant answered, in words of this package. */
function cameWith(error: unknown): string {
  if (error instanceof Stopped) return error.why;
  if (error instanceof TenantError) return answerOf([error]);
  return error instanceof Error && error.cause !== undefined ? cameWith(error.cause) : answerOf([]);
}

const what = "put back";
const further = { came: "further members", expected: "only the members before the run" } as const;
