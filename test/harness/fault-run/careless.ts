import type { TenantCall, TenantClient } from "../../../provider/src/client/index.ts";
import type { ResourceType, UpdateRequest } from "../../../provider/src/lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own } from "../../../provider/src/schema/json.ts";
import { type Fields, wireName } from "../../../provider/src/schema/schema.ts";
import { isMask } from "../../../provider/src/schema/secrecy/find.ts";
import { toWire } from "../../../provider/src/state/wire.ts";

/* Kinds as they were before somebody lost something: a fault run that does not find them proves nothing. */

/** A type that takes a mask for a value. */
export function takingMasks(type: ResourceType): ResourceType {
  const disguised = (value: Json): Json => {
    if (typeof value === "string") return isMask(value) && value !== "" ? "a mask by another name" : value;
    if (Array.isArray(value)) return value.map(disguised);
    return isObject(value) ? mapped(value, disguised) : value;
  };
  const withValues = (body: Json) =>
    isObject(body) ? { ...body, options: disguised(own(body, "options") ?? null) } : body;
  return { ...type, update: (service, change) => type.update(answering(service, withValues), change) };
}

/** A type that overlooks what an object has besides what the program declares or has declared. */
export function overlookingMembers(type: ResourceType): ResourceType {
  const { fields } = type.schema;
  return {
    ...type,
    update: (service, change) =>
      type.update(
        answering(service, (body) => declaredIn(fields, change, body)),
        change,
      ),
  };
}

function declaredIn(fields: Fields, { inputs, outputs }: UpdateRequest, body: Json): Json {
  if (!isObject(body)) return body;
  const known = [inputs, outputs].map((args) => toWire(fields, args));
  const shown = Object.entries(fields).flatMap(([name, field]) => {
    const wire = wireName(name, field);
    const value = own(body, wire);
    return field.kind === "object" && value !== undefined
      ? [
          [
            wire,
            common(
              value,
              known.map((one) => own(one, wire)),
            ),
          ],
        ]
      : [];
  });
  return { ...body, ...Object.fromEntries(shown) };
}

/** What of a value one of several others has as well. */
function common(value: Json, others: readonly (Json | undefined)[]): Json {
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, item]) => {
    const known = others.map((other) => own(other, key)).filter((other) => other !== undefined);
    return known.length > 0 ? [[key, common(item, known)]] : [];
  });
  return Object.fromEntries(members);
}

function mapped(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** A service whose objects look otherwise to those who read them. */
function answering(service: TenantClient, change: (body: Json) => Json): TenantClient {
  const request = async (call: TenantCall) => {
    const answer = await service.request(call);
    return call.method === "GET" ? { ...answer, body: change(answer.body as Json) } : answer;
  };
  return Object.assign(Object.create(service), { request });
}
