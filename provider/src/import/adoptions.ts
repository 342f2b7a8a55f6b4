import type { SharedService } from "../client/index.ts";
import type { AdoptedObject, Adoption, ValuesBefore } from "../graph/adoption.ts";
import { summaryOf } from "../lifecycle/errors.ts";
import { planFor } from "../lifecycle/existing/adoption.ts";
import { ReaderRegistry } from "../lifecycle/reads/reads.ts";
import type { Found } from "../lifecycle/resource-type.ts";
import { typeOfUrn } from "../pulumi-cli/values.ts";
import { type Definition, partsWith } from "../schema/definition.ts";
import { holdsUnknown, type JsonObject, own } from "../schema/json.ts";
import { sendsSomething } from "../state/plan.ts";
import type { Reference } from "../state/references.ts";
import { nameFor, withReferences } from "../state/unknown-references.ts";
import { definitions, type TypeName } from "../types/registry.ts";
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
      found.set(urn, object && { ...object, values: valuesRead(type, inputs, object.live), inputs, assumed });
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
    const note = (error: unknown) => problems.add(summaryOf(error));
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
    ownDomain: client.ownDomain,
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

/** The values that are in force for an object. A part that was not read, because the program declares nothing of it, has unknown values and no defaults. */
function valuesRead(type: TypeName, inputs: JsonObject, live: JsonObject): JsonObject {
  const { parts = [] }: Definition = definitions[type];
  const declared = parts.flatMap(({ properties }) => properties).filter((name) => own(inputs, name) !== undefined);
  const read = partsWith(parts, declared);
  const unread = parts.filter((part) => !read.includes(part)).flatMap(({ properties }) => properties);
  const values = Object.entries(valuesInForce({ type, properties: live }));
  return Object.fromEntries(values.filter(([name]) => !unread.includes(name) || Object.hasOwn(live, name)));
}

/**
 * The inputs of an adoption, with the ids of adopted objects in place of references that are known only during the run.
 *
 * @param planned the URNs of all adoptions
 */
function withAdoptedIds(
  { type, inputs, dependencies }: OfOneTenant,
  planned: ReadonlySet<string>,
  found: ValuesBefore,
): Pick<AdoptedObject, "inputs" | "assumed"> {
  const targetsOf = (reference: Reference) =>
    (dependencies[reference.path[0] ?? ""] ?? [])
      .filter((urn) => planned.has(urn) && typeOfUrn(urn) === reference.type)
      .map((urn) => {
        const object = found.get(urn);
        return object && nameFor(reference, object.id, object.live);
      });
  // The order of a list can matter to the adoption.
  const { properties, assumed } = withReferences(resourceTypes[type].schema.fields, inputs, targetsOf, false);
  return { inputs: properties, assumed };
}
