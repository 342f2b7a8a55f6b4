import { definitions, typeNameOf } from "../definitions/registry.ts";
import { wrapped } from "../lifecycle/outputs.ts";
import type { JsonObject } from "../schema/json.ts";
import { covers } from "../schema/pointer.ts";
import { fieldAt, type Schema } from "../schema/schema.ts";
import { secrecyOf } from "../schema/secrecy/find.ts";
import { markedSecrets, secrecyOfFields } from "../state/secrets.ts";
import { parseUrn } from "./urn.ts";
import { masked } from "./values.ts";

/** Tells of a path whether there can be no secret at it. */
export type PlainPlaces = Parameters<typeof masked>[1];

/** Properties of a resource in which no secret is left: also none that the state has in clear, as an earlier version did not know of it. */
export function withoutSecrets(urn: string, properties: JsonObject, isPlain: PlainPlaces): JsonObject {
  const schema = tableOf(urn);
  return masked(schema ? wrapped(schema, properties) : properties, isPlain);
}

/**
 * Tells where in a resource nothing is secret: in this package's resources, where neither the service nor the program says otherwise. Of
 * other resources nobody knows.
 *
 * @param properties where the program's own marks are
 */
export function plainPlacesOf(urn: string, properties: JsonObject): PlainPlaces {
  const schema = tableOf(urn);
  if (!schema) return () => false;
  const secrecy = secrecyOfFields(schema.fields, properties);
  const marked = markedSecrets(properties);
  return (path) => {
    const position = path.findIndex((key) => typeof key === "number");
    const place = path.slice(0, position < 0 ? path.length : position).map(String);
    if (!fieldAt(schema.fields, place) || secrecyOf(place, secrecy) !== undefined) return false;
    return !marked.some((mark) => covers(mark, place) || covers(place, mark));
  };
}

/** What a resource of this package is; undefined for any other. */
export function tableOf(urn: string): Schema | undefined {
  const kind = typeNameOf(parseUrn(urn)?.type ?? "");
  return kind && definitions[kind].schema;
}
