import { expect, test } from "vitest";
import { fromPointer, type JsonObject, toPointer } from "../../../provider/src/schema/json.ts";
import { type Field, type Fields, fieldAt, type Schema } from "../../../provider/src/schema/schema.ts";
import { undocumented } from "../../../provider/src/schema/undocumented.ts";
import { destinationsOf, isWithin } from "../../../provider/src/state/destinations.ts";
import { knownStrategies, namesOf } from "../../../provider/src/types/connection/definition-options.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";

/** Objects that differ in the documentation of their secrets. */
const variants: readonly JsonObject[] = knownStrategies.map((strategy) => ({ strategy }));

/** The JSON pointers of all secrets that a schema knows, for an object. Of a document without documentation, the document itself. */
function secretsIn(fields: Fields, object: JsonObject, above = ""): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]: readonly [string, Field]) => {
    const pointer = `${above}/${name}`;
    if (field.computed || field.notSecret || name === undocumented) return [];
    if (field.secret) return [pointer];
    if (field.kind === "object") return secretsIn(field.fields, object, pointer);
    if (field.kind !== "document") return [];
    return field.documented?.(object).secret.map((path) => `${pointer}${toPointer(path)}`) ?? [pointer];
  });
}

const schemas = typeNames.map((type) => [type, definitions[type].schema] as readonly [string, Schema]);
const objectsOf = (type: string) => (type === "connection" ? variants : [{}]);

test.each(schemas)("each secret of %s has a known destination, or a reason for none", (type, schema) => {
  const { fields, secretsAtRest = [] } = schema;
  const without = objectsOf(type).flatMap((object) => {
    const places = [...destinationsOf(schema, object), ...secretsAtRest].flatMap(({ secrets }) => secrets);
    // The secrets of google-apps go to Google, whatever domain the users have.
    const isFixed = object.strategy === "google-apps" ? ["/options"] : [];
    return secretsIn(fields, object).filter((pointer) => !isWithin([...places, ...isFixed], fromPointer(pointer)));
  });
  expect(without).toEqual([]);
});

test.each(schemas)("the destinations of %s exist, and each reason is a sentence", (type, { fields, ...schema }) => {
  const { destinations = [], secretsAtRest = [] } = schema;
  const pointers = [
    ...destinations.flatMap((one) => [...one.addresses, ...one.secrets]),
    ...secretsAtRest.flatMap((one) => one.secrets),
  ];
  expect(pointers.filter((pointer) => fieldAt(fields, fromPointer(pointer)) === undefined)).toEqual([]);
  for (const { why } of secretsAtRest) expect(why).toMatch(/^[A-Z].*\.$/);
  // A secret that is never returned is declared wherever its object is, or other values show that the tenant has it.
  const unreadable = secretsIn(fields, {}).filter((pointer) => {
    const field = fieldAt(fields, fromPointer(pointer));
    return field?.reads?.how === "never" && field.reads.hint === undefined && field.required === undefined;
  });
  const sent = unreadable.filter((pointer) =>
    destinations.some(({ secrets }) => isWithin(secrets, fromPointer(pointer))),
  );
  expect(sent.length === 0 || schema.hiddenIn !== undefined, `${type}: ${sent.join(", ")}`).toBe(true);
});

test("the addresses of connections are known options, or belong to strategies without types", () => {
  const known = new Set(knownStrategies.flatMap((strategy) => [...namesOf(strategy)]));
  const addresses = (definitions.connection.schema.destinations ?? []).flatMap((one) => one.addresses);
  const unknown = addresses.map((pointer) => fromPointer(pointer)[1] ?? "").filter((name) => !known.has(name));
  expect(unknown).toEqual(["accessTokenURL", "baseUrl", "community_base_url", "requestTokenURL", "tokenURL"]);
});
