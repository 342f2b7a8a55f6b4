import { describe, expect, test } from "vitest";
import type { Json, MutableJsonObject } from "../../../provider/src/schema/json.ts";
import { type Field, type Fields, isAtTop, wireName } from "../../../provider/src/schema/schema.ts";
import { takesUndocumented } from "../../../provider/src/schema/undocumented.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { callsOf } from "../../../provider/src/types/tool-data.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { compareDescription, type DescriptionDifference } from "../../../provider/src/verify/description.ts";

type Schemas = Record<string, MutableJsonObject>;

/** The schema that a description has for a property. */
function schemaOf(field: Field): MutableJsonObject {
  switch (field.kind) {
    case "object":
      return field.onWire ? { type: "object" } : { type: "object", properties: propertiesOf(field.fields) };
    case "list":
    case "set":
      return { type: "array", items: schemaOf(field.item) };
    case "string":
      return { type: "string", ...(field.oneOf && { enum: [...field.oneOf] }) };
    case "map":
      return { type: "array" };
    case "document":
      return { type: "object" };
    default:
      return { type: field.kind };
  }
}

function propertiesOf(fields: Fields): MutableJsonObject {
  const settable = Object.entries(fields).filter(([, field]) => !isAtTop(field));
  return Object.fromEntries(settable.map(([name, field]) => [wireName(name, field), schemaOf(field)]));
}

/** A description of the service that says exactly what the definitions say. */
function ownDescription() {
  const paths: Record<string, MutableJsonObject> = {};
  const schemas: Schemas = {};
  for (const type of typeNames) {
    const { schema, route } = definitions[type];
    schemas[type] ??= { type: "object", properties: propertiesOf(schema.fields) };
    for (const call of callsOf(definitions[type], tools[type])) {
      const [methods = "", path = ""] = call.split(" ");
      const isOwn =
        takesUndocumented(definitions[type]) &&
        path.replaceAll(/\{\w+\}/g, "{}").startsWith(`/${route.replaceAll(/\{\w+\}/g, "{}")}`);
      for (const method of methods.toLowerCase().split("|")) {
        const content = { "application/json": { schema: { $ref: `#/components/schemas/${type}` } } };
        const template = path.replaceAll(/\{\w+\}/g, "{id}");
        const item = paths[template] ?? {};
        paths[template] = item;
        const isFirst = item[method] === undefined || isOwn;
        if (isFirst) item[method] = { requestBody: { content }, responses: { "200": { content } } };
      }
    }
  }
  return { openapi: "3.1.0", paths, components: { schemas } };
}

const changed = (
  change: (schemas: Schemas, paths: Record<string, MutableJsonObject>) => void,
): readonly DescriptionDifference[] => {
  const description = ownDescription();
  change(description.components.schemas, description.paths);
  return compareDescription(description as unknown as Json);
};
const inProperties = (schemas: Schemas, type: string) =>
  (schemas[type]?.properties ?? {}) as Record<string, MutableJsonObject>;

test("a description that equals the definitions has no differences", () => {
  expect(changed(() => undefined)).toEqual([]);
});

test("a new property, a new nested property and a new value are found, also behind references and alternatives", () => {
  const found = changed((schemas) => {
    const api = inProperties(schemas, "resourceServer");
    api.new_setting = { type: "boolean" };
    schemas.algorithm = {
      anyOf: [{ oneOf: [{ enum: ["RS256", "ML-DSA"] }] }, { const: "HS256" }, { enum: ["PS256", "RS512"] }],
    };
    api.signing_alg = { $ref: "#/components/schemas/algorithm" };
    const encryption = inProperties({ at: api.token_encryption ?? {} }, "at");
    encryption.depth = { type: "integer" };
  });
  expect(found).toEqual([
    { type: "resourceServer", at: "new_setting", what: "property only in the description" },
    expect.objectContaining({ type: "resourceServer", at: "signing_alg", what: "values only in the description" }),
    { type: "resourceServer", at: "token_encryption.depth", what: "property only in the description" },
  ]);
  expect(found[1]?.values).toContain("ML-DSA");
});

test("a property, a value and a route that the description lacks are found", () => {
  const found = changed((schemas, paths) => {
    delete inProperties(schemas, "role").description;
    const subject = inProperties(schemas, "clientGrant").subject_type as { enum: string[] };
    subject.enum = subject.enum.filter((value) => value !== "user");
    delete paths["/actions/actions/{id}/deploy"];
  });
  expect(found).toEqual([
    { type: "action", at: "POST /actions/actions/{id}/deploy", what: "route only in the definition" },
    { type: "role", at: "description", what: "property only in the definition" },
    { type: "clientGrant", at: "subject_type", what: "values only in the definition", values: ["user"] },
  ]);
});

test("a description that refers to itself is read once, and the comparison ends", () => {
  const found = changed((schemas) => {
    schemas.role = {
      allOf: [{ $ref: "#/components/schemas/role" }, { properties: { name: {}, description: {}, owner_id: {} } }],
    };
    schemas.loop = { $ref: "#/components/schemas/loop" };
    inProperties(schemas, "organization").display_name = { $ref: "#/components/schemas/loop" };
  });
  expect(found.filter(({ type }) => type === "role")).toEqual([]);
});

describe("combined schemas take time in proportion to their number, and all their properties are found:", () => {
  const levels = 5_000;
  const last = { properties: { deep_setting: { type: "boolean" } } };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const found = [{ type: "role", at: "deep_setting", what: "property only in the description" }];

  test.each(["allOf", "oneOf", "anyOf"])("nested %s", (word) => {
    const nested = Array.from({ length: levels }).reduce<Json>((inner) => ({ [word]: [inner] }), last);
    expect(changed((schemas) => void Object.assign(schemas.role ?? {}, { allOf: [nested] }))).toEqual(found);
  });

  test("each refers twice to the next one, so that the number of paths has hundreds of digits", () => {
    const differences = changed((schemas) => {
      for (let n = 0; n < levels; n += 1) schemas[`s${n}`] = { allOf: [ref(`s${n + 1}`)], anyOf: [ref(`s${n + 1}`)] };
      schemas[`s${levels}`] = last;
      Object.assign(schemas.role ?? {}, { allOf: [ref("s0")] });
    });
    expect(differences).toEqual(found);
  });

  test("in a circle of references", () => {
    const differences = changed((schemas) => {
      for (let n = 0; n < levels; n += 1) schemas[`s${n}`] = { oneOf: [ref(`s${(n + 1) % levels}`), ref("s0"), last] };
      Object.assign(schemas.role ?? {}, { allOf: [ref("s0")] });
    });
    expect(differences).toEqual(found);
  });

  test("by a long chain of references", () => {
    const differences = changed((schemas) => {
      for (let n = 0; n < levels; n += 1) schemas[`s${n}`] = ref(`s${n + 1}`);
      schemas[`s${levels}`] = last;
      Object.assign(schemas.role ?? {}, { allOf: [ref("s0")] });
    });
    expect(differences).toEqual(found);
  });

  test("at each of several depths", () => {
    const differences = changed((schemas) => {
      const same = (member: MutableJsonObject) => ({ allOf: Array.from({ length: levels }, () => member) });
      const alg = same({ enum: ["RS256", "ML-DSA"] });
      schemas.key = same({ properties: { alg: { $ref: "#/components/schemas/alg" } } });
      schemas.alg = alg;
      const encryption = inProperties(schemas, "resourceServer").token_encryption as MutableJsonObject;
      Object.assign(encryption, same({ properties: { encryption_key: ref("key") } }));
    });
    expect(differences.map(({ at }) => at)).toEqual(["token_encryption.encryption_key.alg"]);
  });
});

test("a document that is no description is refused", () => {
  expect(() => compareDescription({ swagger: "2.0" })).toThrow("no OpenAPI description");
});
