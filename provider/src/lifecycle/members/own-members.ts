import type { Service, TenantClient } from "../../client/index.ts";
import { fromPointer, type JsonObject, own } from "../../schema/json.ts";
import { partOf, planChange, sentPaths } from "../../state/plan.ts";
import { blankRecord, declaredPaths } from "../../state/record.ts";
import { causeOf, type Found, Incomplete, type ResourceType, type UpdateRequest } from "../resource-type.ts";

/** The type of an object, and the set of its members. */
interface Owner {
  /** The object without the set. */
  readonly type: ResourceType;
  /** The set alone, as a membership: its identity is the object's, and it has the same property. */
  readonly set: ResourceType;
  /** The name of the property. */
  readonly property: string;
}

/**
 * The type of objects that have a set of members at a route of its own. The object's property with the members is a subresource: only if a program
 * declares it, the set is read and written.
 *
 * @param type the object without the set
 * @param set the set alone, as a membership: its identity is the object's, and it has the same property
 * @param property the name of the property
 */
export function withOwnMembers(type: ResourceType, set: ResourceType, property: string): ResourceType {
  const owner = { type, set, property };
  return {
    ...type,
    ...(set.claim && { claim: set.claim }),

    async create(service, args, reads, secrets) {
      const found = await type.create(service, args, reads, secrets);
      if (own(args, property) === undefined) return found;
      // The set of a new object is empty, so it is not read.
      const outputs = { ...args, [property]: [] };
      const plan = planChange(set.schema, outputs, blankRecord(), args);
      const request = { id: found.id, plan, inputs: args, outputs, unsure: [], secrets };
      return updateSet(owner, service, found, request);
    },

    async find(service, args) {
      return withRead(owner, service, await type.find(service, args), args);
    },

    async read(service, id, outputs) {
      const live = await type.read(service, id, outputs);
      return (await withRead(owner, service, live && { id, live }, outputs))?.live;
    },

    async update(service, request) {
      const { id, plan, inputs, outputs } = request;
      const ofSet = partOf(plan, ([name]) => name === property);
      const others = partOf(plan, ([name]) => name !== property);
      const unseen = Object.keys(type.schema.fields).filter((name) => name !== property);
      const isTouched = others.changed.length + others.removed.length > 0;
      const seen = isTouched ? await type.update(service, { ...request, plan: others }) : { live: outputs, unseen };
      const known = own(outputs, property);
      const found = { ...seen, id, live: { ...seen.live, ...(known !== undefined && { [property]: known }) } };
      if (ofSet.changed.length + ofSet.removed.length === 0) return found;
      const ofSetOnly = { ...request, plan: ofSet, inputs: { ...inputs, [property]: own(inputs, property) ?? [] } };
      // Without an earlier request, an error of the set is the error of the update.
      return isTouched
        ? updateSet(owner, service, found, ofSetOnly)
        : withMembers(property, found, await updated(set, service, ofSetOnly));
    },
  };
}

function withMembers(property: string, found: Found, members: Pick<Found, "live">): Found {
  return { ...found, live: { ...found.live, [property]: own(members.live, property) ?? [] } };
}

/** The object with its members, if they are declared. */
async function withRead(
  { set, property }: Owner,
  service: Service,
  found: Found | undefined,
  values: JsonObject,
): Promise<Found | undefined> {
  const isDeclared =
    own(values, property) !== undefined ||
    declaredPaths(values).some((pointer) => fromPointer(pointer)[0] === property);
  if (!found || !isDeclared) return found;
  const live = await set.read(service, found.id, values);
  return live && withMembers(property, found, { live });
}

/** Changes the set after a write of the object. @throws Incomplete if the object was written, and the set was not */
async function updateSet(
  { set, property }: Owner,
  service: TenantClient,
  found: Found,
  request: UpdateRequest,
): Promise<Found> {
  const { plan, outputs } = request;
  try {
    return withMembers(property, found, await updated(set, service, request));
  } catch (error) {
    if (error instanceof Incomplete)
      throw new Incomplete(withMembers(property, found, error.found), error.unsure, causeOf(error));
    if (!(error instanceof Error)) throw error;
    throw new Incomplete(withMembers(property, found, { live: outputs }), sentPaths(plan), error);
  }
}

/** Changes the set, and returns the object with the members alone. */
async function updated(set: ResourceType, service: TenantClient, request: UpdateRequest): Promise<Found> {
  return { ...(await set.update(service, request)), id: request.id };
}
