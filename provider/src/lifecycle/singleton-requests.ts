import { type Query, type Service, type TenantClient, TenantError } from "../client/index.ts";
import type { Definition, Part } from "../schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import { pathOf } from "../schema/route.ts";
import { wireName } from "../schema/schema.ts";
import { ShapeError } from "../state/wire.ts";
import { labelOf } from "./calls.ts";
import { isUnavailable } from "./errors.ts";

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
   * @throws Unfinished if a part was refused after others were written
   */
  send(service: TenantClient, body: JsonObject, before: JsonObject, at: JsonObject): Promise<void>;
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
        ...{ method: "PATCH", path: pathOf(route, at), body, subject },
        ...{ action: "update", continues: true },
      } as const);
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
  const { schema } = definition;
  const wire = (name: string) => wireName(name, schema.fields[name]);

  const read = async (service: Service, part: Part, at: JsonObject, continues: boolean): Promise<JsonObject> => {
    const subject = labelOf(definition, at);
    // The part has no GET. So it counts as present, although it may have been removed outside Pulumi.
    if (part.isHidden) return { [wire(part.properties[0])]: {} };
    const call = { method: "GET", path: pathOf(part.path, at), subject, action: "read", continues } as const;
    const { body } = await service.request<Json>(call);
    const [first] = part.properties;
    if (part.body === "switches") return { [wire(first)]: switchesIn(body, subject) };
    if (part.body === "value") return body === undefined ? {} : { [wire(first)]: body };
    if (!isObject(body)) throw new ShapeError(`the tenant's response for ${subject} is not an object`);
    // The response is also stored under the part's path, because a PUT has to send back the properties that the schema does not contain.
    return { ...body, [part.path]: body };
  };

  const write = (service: TenantClient, path: string, body: unknown, at: JsonObject, method: "PUT" | "PATCH" = "PUT") =>
    service.request({
      ...{ method, path: pathOf(path, at), body, subject: labelOf(definition, at), action: "update" },
      ...{ continues: true, expected: "nothing" },
    } as const);

  /** The requests that write the properties of a part. Each switch has its own request; `isLast` marks the ones that turn a switch off. */
  const writesOf = (part: Part, body: JsonObject, before: JsonObject, at: JsonObject) => {
    const { path } = part;
    const names = part.properties.filter((name) => own(body, wire(name)) !== undefined);
    const [first] = names;
    if (first === undefined) return [];
    const value = own(body, wire(first));
    if (part.body === "switches" && isObject(value)) {
      return Object.entries(value).map(([one, enabled]) => ({
        ...{ names, isLast: enabled !== true },
        send: (service: TenantClient) => write(service, `${path}/${one}`, { enabled }, at),
      }));
    }
    const old = own(before, path);
    const changed = Object.fromEntries(names.map((name) => [wire(name), own(body, wire(name)) ?? null]));
    const whole = part.body === "value" ? value : { ...(isObject(old) && old), ...changed };
    return [{ names, isLast: false, send: (service: TenantClient) => write(service, path, whole, at, part.writtenBy) }];
  };

  return {
    async get(service, names, continues, at) {
      const seen = parts.filter(({ isHidden }) => !isHidden);
      if (names.length > 0) {
        const asked = parts.filter(({ properties }) => properties.some((name) => names.includes(name)));
        const bodies = await Promise.all(asked.map((part) => read(service, part, at, continues)));
        return Object.assign({}, ...bodies) as JsonObject;
      }
      const all = await Promise.allSettled(seen.map((part) => read(service, part, at, continues)));
      const refused = all.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      const failure = refused.find((reason) => !isUnavailable(definition, reason));
      if (failure !== undefined || refused.length === all.length) throw failure ?? refused[0];
      return Object.assign({}, ...all.map((one) => (one.status === "fulfilled" ? one.value : {}))) as JsonObject;
    },

    async send(service, body, before, at) {
      const all = parts.flatMap((part) => writesOf(part, body, before, at));
      const writes = [...all.filter(({ isLast }) => !isLast), ...all.filter(({ isLast }) => isLast)];
      for (const [index, { send }] of writes.entries()) {
        try {
          await send(service);
        } catch (error) {
          const isRefused = error instanceof TenantError && error.outcome !== "unknown";
          if (index === 0 || !isRefused) throw error;
          throw new Unfinished(error, [...new Set(writes.slice(index).flatMap(({ names }) => names))]);
        }
      }
    },
  };
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
