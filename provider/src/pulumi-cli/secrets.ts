import { definitions, typeNameOf } from "../definitions/registry.ts";
import { wrapped } from "../lifecycle/outputs.ts";
import type { JsonObject } from "../schema/json.ts";
import { covers } from "../schema/pointer.ts";
import { fieldAt, type Schema } from "../schema/schema.ts";
import { secrecyOf } from "../schema/secrecy/find.ts";
import { markedSecrets, secrecyOfFields } from "../state/secrets.ts";
import { parseUrn } from "./urn.ts";
import { masked } from "./values.ts";

/** A function that returns true for the paths whose values cannot be secrets. */
export type PlainPlaces = Parameters<typeof masked>[1];

/** The properties of a resource without secrets. Secrets that an earlier version stored in plain text are removed, too. */
export function withoutSecrets(urn: string, properties: JsonObject, isPlain: PlainPlaces): JsonObject {
  const schema = schemaOf(urn);
  return masked(schema ? wrapped(schema, properties) : properties, isPlain);
}

/**
 * The places of a resource that cannot contain secrets: in resources of pulumi-tenant, those that neither the schema nor the program marks as
 * secret; in resources of other providers, none.
 *
 * @param properties the properties, which record what the program has marked as secret
 */
export function plainPlacesOf(urn: string, properties: JsonObject): PlainPlaces {
  const schema = schemaOf(urn);
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

/** The schema of a resource of pulumi-tenant; undefined for any other resource. */
export function schemaOf(urn: string): Schema | undefined {
  const type = typeNameOf(parseUrn(urn)?.type ?? "");
  return type && definitions[type].schema;
}
