import { describe, expect, test } from "vitest";
import { groupNames, isReported, pluralOfGroup } from "../../../provider/src/graph/graph.ts";
import type { Definition } from "../../../provider/src/schema/definition.ts";
import type { Path } from "../../../provider/src/schema/json.ts";
import { type Field, type Fields, fieldAt } from "../../../provider/src/schema/schema.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { resourceTypes } from "../../../provider/src/types/resource-types.made.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { argumentsOf, commentsOf, declarations } from "./comments.ts";

/* What a review says of rights, kinds of objects and durations is marked in the definitions. */

const fieldsOf = (type: (typeof typeNames)[number]): readonly [string, Field][] =>
  Object.entries<Field>(definitions[type].schema.fields);

/** The types of the holders of rights whose rights others have through them, such as roles. */
const passingOn = new Set(
  typeNames.flatMap((type) => {
    const fields: Fields = definitions[type].schema.fields;
    const holders = fieldsOf(type).flatMap(([, { grantsTo }]) => fields[grantsTo?.[0] ?? ""]?.idOf ?? []);
    return holders.filter((holder) => !isReported(holder));
  }),
);

describe.each(typeNames.map((name) => [definitions[name].type, name] as const))("the rights of %s", (_, type) => {
  const fields: Fields = definitions[type].schema.fields;
  const givesRights = fieldsOf(type).some(([, { grantsTo }]) => grantsTo);

  test("are marked with their holder: names of permissions, objects with permissions, and switches beside them", () => {
    const rights = fieldsOf(type).filter(
      ([, field]) =>
        (field.kind === "set" && (field.namedIn !== undefined || passingOn.has(field.idOf ?? ""))) ||
        (givesRights && field.kind === "boolean" && field.weaker === true),
    );
    expect(rights.filter(([, { grantsTo }]) => grantsTo === undefined).map(([name]) => name)).toEqual([]);
  });

  test("are safeguards, so that comparisons, imports and reviews show them", () => {
    const rights = fieldsOf(type).filter(([, { grantsTo }]) => grantsTo);
    expect(rights.filter(([, { safeguard, weaker }]) => !safeguard || weaker === undefined)).toEqual([]);
  });

  test("have a holder that a property refers to, and that identifies the object", () => {
    for (const [name, { grantsTo }] of fieldsOf(type)) {
      if (!grantsTo) continue;
      expect(["set", "boolean"]).toContain(fields[name]?.kind);
      expect(fields[grantsTo[0]]?.idOf).toBeDefined();
      expect(grantsTo.filter((holder) => fields[holder]?.forceNew !== true)).toEqual([]);
    }
  });
});

test("only roles and groups pass rights on to others", () => {
  expect([...passingOn]).toEqual(["role", "group"]);
});

test.each(typeNames)("%s: the property that distinguishes kinds of objects is a text and not secret", (type) => {
  const { distinguishedBy } = tools[type];
  const { schema }: Definition = definitions[type];
  if (distinguishedBy === undefined) return;
  expect(schema.fields[distinguishedBy]).toMatchObject({ kind: "string" });
  expect(schema.fields[distinguishedBy]).not.toHaveProperty("secret");
});

test.each(typeNames)("%s: deleted data of an object is counted by its types in reports", (type) => {
  const { goneWithIt = "" }: Definition = definitions[type];
  const { deletedWithIt = [] } = tools[type];
  const groups = groupNames.filter((who) => new RegExp(`\\bits ${pluralOfGroup(who)}\\b`).test(goneWithIt));
  expect(deletedWithIt.filter((one) => !isReported(one))).toEqual([]);
  expect(deletedWithIt).toHaveLength(groups.length);
});

test.each(typeNames)("%s: settings that can lock users out are reported together", (type) => {
  const { toldTogether = [] } = tools[type];
  const { schema }: Definition = definitions[type];
  const deciding = schema.singleton === undefined ? [] : (resourceTypes[type].lockOuts?.paths ?? []);
  expect(toldTogether.toSorted()).toEqual(deciding.map(([name]) => name).toSorted());
  for (const name of toldTogether) {
    const field = schema.fields[name];
    const parts = field?.kind === "object" ? Object.values(field.fields) : [];
    expect(parts.filter(({ kind }) => kind !== "boolean")).toEqual([]);
  }
});

test.each(typeNames)(
  "%s: a set of objects to which users can log in is marked with the object that the logins go through",
  (type) => {
    const fields: Fields = definitions[type].schema.fields;
    for (const [name, { safeguard = "", opensLogin, kind, idOf }] of fieldsOf(type)) {
      expect([name, opensLogin !== undefined]).toEqual([name, /can log in to these/.test(safeguard)]);
      if (opensLogin === undefined) continue;
      expect({ kind, isReported: isReported(idOf ?? "") }).toEqual({ kind: "set", isReported: true });
      expect(opensLogin === "id" || fields[opensLogin]?.idOf !== undefined).toBe(true);
    }
  },
);

/** The unit of which a doc comment speaks: "the lifetime in seconds", "the seconds for which a code is valid". */
const unitIn = (text: string) => /\b(?:in|the) (milliseconds|seconds|minutes|hours)\b/i.exec(text)?.[1];

/** The field at a path that also leads into the elements of lists. */
function declaredAt(type: (typeof typeNames)[number], path: Path): Field | undefined {
  const { fields, metaArguments }: Definition["schema"] = definitions[type].schema;
  return fieldAt({ ...metaArguments, ...fields }, path);
}

test.each(typeNames)("%s: a number has the unit that its comment names", (type) => {
  const places = commentsOf(argumentsOf(definitions[type].type));
  const wrong = places.flatMap(({ path, text }) => {
    const field = declaredAt(type, path);
    return field?.kind === "integer" && field.unit !== unitIn(text) ? [[path.join("."), field.unit, unitIn(text)]] : [];
  });
  expect(wrong).toEqual([]);
});

test("the search for units reads the comments", () => {
  expect(declarations.has("ResourceServerArgs")).toBe(true);
  const units = typeNames.flatMap((type) =>
    commentsOf(argumentsOf(definitions[type].type)).flatMap(({ path, text }) =>
      declaredAt(type, path)?.kind === "integer" ? (unitIn(text) ?? []) : [],
    ),
  );
  expect(units.length).toBeGreaterThan(20);
});
