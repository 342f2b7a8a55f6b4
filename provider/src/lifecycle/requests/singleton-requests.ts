import { type Query, type Service, type TenantClient, TenantError } from "../../client/index.ts";
import { type Definition, type Part, partsWith, type WholeReset } from "../../schema/definition.ts";
import { equal, isObject, type Json, type JsonObject, own } from "../../schema/json.ts";
import { wireName } from "../../schema/schema.ts";
import { collectionOf, pathOf } from "../../schema/service.ts";
import { secrecyOfBody } from "../../state/secrets.ts";
import { ShapeError, toWire } from "../../state/wire.ts";
import { labelOf, orAbsent } from "../calls.ts";
import { isUnavailable } from "../errors.ts";

/** The requests that read and write a singleton. Their bodies use the API's names. */
export interface Requests {
  /**
   * Reads the object.
   *
   * @param names the properties that the caller needs. Empty: all that the tenant has
   * @param at the identity of the object; empty if a tenant has it only once
   */
  get(service: Service, names: readonly string[], continues: boolean, at: JsonObject): Promise<JsonObject>;
  /**
   * Writes the properties in the body.
   *
   * @param before the object before the write, as `get` returned it
   * @param isPerishable whether another client may change the object at the same time: then no request is repeated unchanged. Default: it may not
   * @throws Unfinished if a part was refused after others were written
   */
  send(
    service: TenantClient,
    body: JsonObject,
    before: JsonObject,
    at: JsonObject,
    isPerishable?: boolean,
  ): Promise<void>;
}

/** Deviations from the ordinary read of a singleton. */
interface SpecialRead {
  /** The error code that means that the tenant does not have the object. The object then counts as empty. Default: every tenant has it. */
  readonly absent?: string;
  readonly query?: Query;
}

/** The requests of a singleton behind `GET|PATCH /path`. */
export function wholeOf(definition: Definition, { absent, query }: SpecialRead = {}): Requests {
  const { route } = definition;
  const secrecy = secrecyOfBody(definition.schema.fields);
  return {
    async get(service, _, continues, at) {
      const subject = labelOf(definition, at);
      const call = { method: "GET", path: pathOf(route, at), subject, action: "read", continues } as const;
      const { body } = await service
        .request({ ...call, ...(query && { query }), expected: "object" })
        .catch((error: unknown) => {
          if (absent !== undefined && error instanceof TenantError && error.errorCode === absent) return { body: {} };
          throw error;
        });
      if (isObject(body)) return body;
      throw new ShapeError(`the tenant's response for ${subject} is not an object`);
    },
    async send(service, body, _, at) {
      const subject = labelOf(definition, at);
      await service.request({
        ...{ method: "PATCH", path: pathOf(route, at), body, secrecy, subject },
        ...{ action: "update", continues: true },
      } as const);
    },
  };
}

/**
 * The requests of a singleton that is an entry of the listing `GET /things`: a tenant has at most one entry, or one for each identity. A write creates the
 * entry by `POST /things`, changes it by `PATCH /things/{id}`, or deletes it if the property of the definition's `wholeReset` is null. An entry without an
 * id is a default of the service that was never changed, so the object counts as empty.
 */
export function entryOf(definition: Definition & { readonly wholeReset: WholeReset }): Requests {
  const { schema, wholeReset } = definition;
  const secrecy = secrecyOfBody(schema.fields);
  const wire = (name: string) => wireName(name, schema.fields[name]);
  const path = definition.route.split("/").filter((part) => !part.startsWith("{"));
  const collection = collectionOf(path.join("/"));
  return {
    async get(service, _, continues, at) {
      const subject = labelOf(definition, at);
      const { body } = await service.request({ method: "GET", path, subject, action: "read", continues });
      const rows = own(body as Json, collection);
      if (!Array.isArray(rows))
        throw new ShapeError(`the tenant's response for ${subject} has no list "${collection}"`);
      const row = rows.find((one: Json) => Object.keys(at).every((name) => equal(own(one, wire(name)), own(at, name))));
      return isObject(row) && own(row, "id") !== undefined ? row : {};
    },
    async send(service, body, before, at) {
      const call = { subject: labelOf(definition, at), secrecy, continues: true } as const;
      const id = own(before, "id");
      const isDeleted = own(body, wire(wholeReset.property)) === null;
      if (id === undefined) {
        if (isDeleted) return;
        await service.request({
          ...call,
          method: "POST",
          path,
          body: { ...toWire(schema.fields, at), ...body },
          action: "create",
        });
        return;
      }
      if (typeof id !== "string")
        throw new ShapeError(`the tenant's response for ${call.subject} contains an invalid id`);
      const one = { ...call, path: [...path, id] } as const;
      if (isDeleted) await orAbsent(service.request({ ...one, method: "DELETE", action: "delete" }));
      else await service.request({ ...one, method: "PATCH", body, action: "update" });
    },
  };
}

/** The error for a refused part of a singleton after other parts have been written. */
export class Unfinished extends Error {
  override readonly name = "Unfinished";
  /** The properties that were not written, or were written only in part. */
  readonly left: readonly string[];

  constructor(cause: Error, left: readonly string[]) {
    super(cause.message, { cause });
    this.left = left;
  }
}

/**
 * The requests of a singleton that consists of parts. Only parts with a declared property are read and written. So a part that the tenant lacks
 * causes an error only in programs that declare it. Parts are written in the given order, except that switches are turned off last: until then,
 * another part may still require the feature that the switch turns off.
 */
export function requestsOfParts(definition: Definition, parts: readonly Part[]): Requests {
  return {
    async get(service, names, continues, at) {
      const read = (part: Part) => readPart(definition, service, part, at, continues);
      if (names.length > 0) {
        const bodies = await Promise.all(partsWith(parts, names).map(read));
        return Object.assign({}, ...bodies) as JsonObject;
      }
      const all = await Promise.allSettled(parts.filter(({ isHidden }) => !isHidden).map(read));
      const refused = all.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      const failure = refused.find((reason) => !isUnavailable(definition, reason));
      if (failure !== undefined || refused.length === all.length) throw failure ?? refused[0];
      return Object.assign({}, ...all.map((one) => (one.status === "fulfilled" ? one.value : {}))) as JsonObject;
    },

    async send(service, body, before, at, isPerishable = false) {
      const subject = labelOf(definition, at);
      const all = parts.flatMap((part) => writesOf(definition, part, body, before));
      const writes = [...all.filter(({ isLast }) => !isLast), ...all.filter(({ isLast }) => isLast)];
      for (const [index, { part, path, body }] of writes.entries()) {
        const { writtenBy: method = "PUT" as const, ifUnavailable } = part;
        const call = { method, path: pathOf(path, at), body, subject, action: "update", ifUnavailable } as const;
        const repeatable = isPerishable && { repeatable: "never" as const };
        try {
          await service.request({ ...call, ...repeatable, continues: true, expected: "nothing" });
        } catch (error) {
          const isRefused = error instanceof TenantError && error.outcome !== "unknown";
          if (index === 0 || !isRefused) throw error;
          throw new Unfinished(error, [...new Set(writes.slice(index).flatMap(({ names }) => names))]);
        }
      }
    },
  };
}

/** The properties of a part at the tenant, under the API's names. */
async function readPart(
  definition: Definition,
  service: Service,
  { path, properties: [first], isHidden, body: form, ifUnavailable }: Part,
  at: JsonObject,
  continues: boolean,
): Promise<JsonObject> {
  const subject = labelOf(definition, at);
  const wire = wireName(first, definition.schema.fields[first]);
  // The part has no GET. So it counts as present, although it may have been removed outside Pulumi.
  if (isHidden) return { [wire]: {} };
  const call = { method: "GET", path: pathOf(path, at), subject, action: "read", continues } as const;
  const { body } = await service.request<Json>({ ...call, ifUnavailable });
  if (form === "switches") return { [wire]: switchesIn(body, subject) };
  if (form === "value") return body === undefined ? {} : { [wire]: body };
  if (!isObject(body)) throw new ShapeError(`the tenant's response for ${subject} is not an object`);
  // The response is also stored under the part's path, because a PUT has to send back the properties that the schema does not contain.
  return { ...body, [path]: body };
}

/** A request that writes properties of a part. */
interface PartWrite {
  readonly part: Part;
  /** The properties. */
  readonly names: readonly string[];
  readonly path: string;
  readonly body: Json;
  /** Whether it turns a switch off or clears a whole part: another part may refer to it until that part is written. */
  readonly isLast: boolean;
}

/** The requests that write the properties of a part. Each switch has its own request. */
function writesOf(
  { schema: { fields } }: Definition,
  part: Part,
  body: JsonObject,
  before: JsonObject,
): readonly PartWrite[] {
  const { path } = part;
  const sent = (name: string) => own(body, wireName(name, fields[name]));
  const names = part.properties.filter((name) => sent(name) !== undefined);
  const [first] = names;
  if (first === undefined) return [];
  const value = sent(first) ?? null;
  if (part.body === "switches" && isObject(value)) {
    return Object.entries(value).map(([one, enabled]) => ({
      ...{ part, names, path: `${path}/${one}`, body: { enabled } },
      isLast: enabled !== true,
    }));
  }
  if (part.body === "value") {
    const isLast = isObject(value) && Object.values(value).every((one) => one === null);
    return [{ part, names, path, body: value, isLast }];
  }
  const old = own(before, path);
  const changed = Object.fromEntries(names.map((name) => [wireName(name, fields[name]), sent(name) ?? null]));
  return [{ part, names, path, body: { ...(isObject(old) && old), ...changed }, isLast: false }];
}

/**
 * The switches in a response, by name. Elements without a name are skipped, because a later version of the service may add elements of other kinds.
 *
 * @throws ShapeError if the body is not an array, or if an element has a name but no boolean `enabled`
 */
function switchesIn(body: Json | undefined, subject: string): JsonObject {
  const named = Array.isArray(body) ? body.filter((one: Json) => typeof own(one, "name") === "string") : undefined;
  const isSwitch = (one: Json): one is { name: string; enabled: boolean } => typeof own(one, "enabled") === "boolean";
  if (!named?.every(isSwitch))
    throw new ShapeError(`the tenant's response for ${subject} is not a list of objects with "name" and "enabled"`);
  return Object.fromEntries(named.map(({ name, enabled }) => [name, enabled]));
}
