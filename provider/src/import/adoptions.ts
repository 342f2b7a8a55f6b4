import type { SharedService } from "../client/index.ts";
import type { AdoptedObject, Adoption, ValuesBefore } from "../graph/adoption.ts";
import { referencesIn } from "../graph/graph.ts";
import { planFor } from "../lifecycle/adoption.ts";
import { summaryOf } from "../lifecycle/errors.ts";
import { ReaderRegistry } from "../lifecycle/reads/reads.ts";
import type { Found } from "../lifecycle/resource-type.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { holdsUnknown, type Json, type JsonObject, own, type Path, unknownValue } from "../schema/json.ts";
import { fieldAt } from "../schema/schema.ts";
import { sendsSomething } from "../state/plan.ts";
import type { Reference } from "../state/references.ts";
import { type TypeName, typeNameOf } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";
import { valuesInForce } from "./inventory.ts";
import { cachingService } from "./take-inventory.ts";

/** An adoption at the tenant of the client. */
type OfOneTenant = Omit<Adoption, "tenant">;

/** The objects that adoptions would find. */
interface ObjectsToAdopt {
  readonly found: ValuesBefore;
  /** Why objects could not be read, each reason once. */
  readonly problems: readonly string[];
}

/**
 * Finds the objects that adoptions would find, by the same requests, or by listings if those take fewer requests. Each request is sent once. An
 * object that cannot be read, or whose name several objects have, does not prevent that the others are found.
 *
 * @param resolvesIds whether the id of an object counts as known if the plan adopts that object: the id is known only during the run, and a
 * program can compute any other value from it
 */
export async function findToAdopt(
  client: SharedService,
  adoptions: readonly OfOneTenant[],
  resolvesIds: boolean,
): Promise<ObjectsToAdopt> {
  const readers = new ReaderRegistry(sharedOnce(client));
  const found = new Map<string, AdoptedObject | undefined>();
  const problems = new Set<string>();
  const open = new Map(adoptions.map((adoption) => [adoption.urn, adoption]));
  const planned: ReadonlySet<string> = new Set(open.keys());
  const look = async (adoption: OfOneTenant) => {
    const { urn, type, dependencies } = adoption;
    const { inputs, assumed } = resolvesIds
      ? withAdoptedIds(adoption, planned, found)
      : { inputs: adoption.inputs, assumed: [] };
    const unknown = resourceTypes[type].uniqueBy.filter((name) => holdsUnknown(own(inputs, name)));
    if (unknown.length === 0) {
      const object = await find(readers, type, inputs);
      found.set(urn, object && { ...object, values: valuesInForce({ type, live: object.live }), inputs, assumed });
      return;
    }
    // An object that belongs to a new object is new, too.
    const owners = unknown.flatMap((name) => dependencies[name] ?? []);
    if (resolvesIds && owners.some((one) => found.has(one) && found.get(one) === undefined)) found.set(urn, undefined);
  };
  while (open.size > 0) {
    const isReady = ({ dependencies }: OfOneTenant) =>
      !resolvesIds || Object.values(dependencies).every((urns) => !(urns ?? []).some((urn) => open.has(urn)));
    const ready = [...open.values()].filter(isReady);
    // Only a forged plan has resources that depend on each other.
    if (ready.length === 0) break;
    const note = (error: unknown) => problems.add(error instanceof Error ? summaryOf(error) : String(error));
    await Promise.all(ready.map((adoption) => look(adoption).catch(note)));
    for (const { urn } of ready) open.delete(urn);
  }
  return { found, problems: [...problems] };
}

/** A client that sends each request once. Nothing is written meanwhile. */
function sharedOnce(client: SharedService): SharedService {
  const service = cachingService(client);
  return {
    host: client.host,
    writes: client.writes,
    debug: (line) => client.debug(line),
    request: (call) => service.request(call),
  };
}

/** @throws TenantError, or an Error if several objects have the declared name */
function find(readers: ReaderRegistry, name: TypeName, inputs: JsonObject): Promise<Found | undefined> {
  const type = resourceTypes[name];
  return readers.to(type).answer<Found | undefined>({
    values: inputs,
    trustsAbsence: true,
    ask: (service) => type.find(service, inputs),
    isExpected: (seen) => seen === undefined || !sendsSomething(planFor(type, inputs, seen.live)),
  });
}

/**
 * The inputs of an adoption, with the ids of adopted objects in place of references that are known only during the run. A reference is replaced if
 * it can refer to only one object: as many references as objects, and one of each, or all in one set.
 *
 * @param planned the URNs of all adoptions
 */
function withAdoptedIds(
  { type, inputs, dependencies }: OfOneTenant,
  planned: ReadonlySet<string>,
  found: ValuesBefore,
): Pick<AdoptedObject, "inputs" | "assumed"> {
  const { fields } = resourceTypes[type].schema;
  const unknown = referencesIn(type, inputs).filter(({ value }) => value === undefined);
  const assumed = new Set<string>();
  let resolved = inputs;
  for (const references of Map.groupBy(unknown, (one) => JSON.stringify([one.path[0], one.type])).values()) {
    const [reference, ...others] = references;
    if (!reference) continue;
    const { path } = reference;
    const urns = (dependencies[path[0] ?? ""] ?? []).filter(
      (urn) => planned.has(urn) && typeOf(urn) === reference.type,
    );
    const values = urns.flatMap((urn) => nameOf(reference, found.get(urn)) ?? []);
    const isInOneSet = fieldAt(fields, path)?.kind === "set" && others.every((one) => isSamePath(one.path, path));
    const isClear = values.length === urns.length && values.length === references.length;
    if (!isClear || (others.length > 0 && !isInOneSet)) continue;
    resolved = changedAt(resolved, path, (value) => withValues(value, values)) as JsonObject;
    assumed.add(String(path[0]));
  }
  return { inputs: resolved, assumed: [...assumed] };
}

function typeOf(urn: string): TypeName | undefined {
  return typeNameOf(parseUrn(urn)?.type ?? "");
}

/** The value by which a reference names an adopted object. */
function nameOf({ property }: Reference, object: AdoptedObject | undefined): string | undefined {
  const value = property === "id" ? object?.id : own(object?.live, property);
  return typeof value === "string" ? value : undefined;
}

function isSamePath(one: Path, other: Path): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** An unknown value, or the unknown elements of a list, replaced by values. */
function withValues(value: Json, values: readonly string[]): Json {
  if (!Array.isArray(value)) return values[0] ?? value;
  const left = [...values];
  return value.map((item: Json) => (item === unknownValue ? (left.shift() ?? item) : item));
}

/** A value in which the value at a path is changed. */
function changedAt(value: Json, [key, ...rest]: Path, change: (value: Json) => Json): Json {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item: Json, at) => (String(at) === key ? changedAt(item, rest, change) : item));
  }
  return { ...(value as JsonObject), [key]: changedAt(own(value, key) ?? null, rest, change) };
}
