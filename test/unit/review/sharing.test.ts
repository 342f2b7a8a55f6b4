import { describe, expect, it, test } from "vitest";
import { rules } from "../../../provider/src/baseline/audit.ts";
import { findingsOfKinds } from "../../../provider/src/review/fail-on.ts";
import { toText } from "../../../provider/src/review/render.ts";
import { notReviewed } from "../../../provider/src/review/reviewed.ts";
import type { Definition } from "../../../provider/src/schema/definition.ts";
import { type JsonObject, unknownValue } from "../../../provider/src/schema/json.ts";
import type { Field } from "../../../provider/src/schema/schema.ts";
import { isCollection, isSharable } from "../../../provider/src/state/leaves.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { resourceTypes } from "../../../provider/src/types/resource-types.made.ts";
import { fullValue } from "../../subjects/object-properties.ts";
import { type ResourceSketch, stepOf } from "../helpers/preview.ts";
import { reportOf, reportOfSteps, stepWithOld } from "./plans.ts";

/* The arguments of this package that are no properties of an object: some decide who keeps rights, and what a run removes. */

function schemaOf(type: TypeName): Definition["schema"] {
  return definitions[type].schema;
}

/** The sets and lists of all types that a program can share, with the argument that says so, and its default. */
const sharable = typeNames.flatMap((type) =>
  Object.entries<Field>(schemaOf(type).fields).flatMap(([name, field]) =>
    isSharable(field) && typeof field.exclusive === "object" ? [{ type, name, field, ...field.exclusive }] : [],
  ),
);

type Sharable = (typeof sharable)[number];

const at = { __tenant: "shop.example.com" };

/** The inputs of a resource with the set, and with the argument if it is given. */
function inputsOf({ type, name, argument }: Sharable, said: unknown): JsonObject {
  const required = Object.entries<Field>(schemaOf(type).fields).filter(
    ([one, field]) => one === name || (field.required && !field.computed),
  );
  const values = Object.fromEntries(required.map(([one, field]) => [one, fullValue(field, one, 0)]));
  return { ...values, ...(said !== undefined && { [argument]: said as boolean }), ...at };
}

function updateOf(set: Sharable, was: unknown, is: unknown): ResourceSketch {
  return { name: "it", type: classOf(set), op: "update", was: inputsOf(set, was), is: inputsOf(set, is) };
}

function classOf({ type }: Sharable): string {
  return definitions[type].type;
}

const lossOfSecrets = "it: a write of its secrets deletes those that the program does not declare";

describe.each(sharable.map((set) => [set.type, set.name, set] as const))("%s.%s", (_type, _name, set) => {
  const { argument } = set;
  const [exclusive, shared] = set.default ? [undefined, false] : [true, undefined];
  const found = expect.objectContaining({ urn: expect.stringContaining("::it"), path: argument });

  it("is weaker if the program begins to share the set", () => {
    for (const [was, is] of [
      [exclusive, shared],
      [true, false],
    ]) {
      const report = reportOf([updateOf(set, was, is)]);
      expect(report.weaker).toEqual([found]);
      expect(toText(report)).toMatch(new RegExp(`^(?:WEAKER|WHOLE TENANT): ${classOf(set)} it: ${argument}: `, "m"));
      expect(findingsOfKinds(report, ["weaker"])).toEqual([`weaker: ${argument} of ${classOf(set)} it`]);
      expect(notReviewed(report, { resources: [] })).toContainEqual(expect.stringContaining(`weaker: ${argument}: `));
      expect(notReviewed(report, JSON.parse(JSON.stringify(report)))).toEqual([]);
    }
  });

  it("may be weaker if it is known only during the run whether the set is shared", () => {
    expect(reportOf([updateOf(set, true, unknownValue)]).weaker).toMatchObject([{ isUnsure: true, isUnknown: true }]);
    expect(reportOf([updateOf(set, false, unknownValue)]).weaker).toBeUndefined();
  });

  it("is weaker if another resource takes the set over and shares it", () => {
    const gone: ResourceSketch = { name: "before", type: classOf(set), id: "x", was: inputsOf(set, exclusive) };
    const is = inputsOf(set, shared);
    const come: ResourceSketch = { name: "it", type: classOf(set), op: "create", is };
    expect(reportOf([gone, { ...come, is: { ...is, adopt: true } }]).weaker).toContainEqual(found);
    // What has an id of its own is a new object, unless the program adopts it.
    const isNew = resourceTypes[set.type].hasOwnObject;
    expect(reportOf([gone, come]).weaker?.some(({ path }) => path === argument) ?? false).toBe(!isNew);
  });

  it("is not weaker if it stays, and later removes other members if the set is no longer shared", () => {
    for (const said of [undefined, true, false]) {
      const inputs = inputsOf(set, said);
      expect(reportOf([{ ...updateOf(set, said, said), is: { ...inputs } }]).weaker).toBeUndefined();
    }
    const report = reportOf([updateOf(set, shared, exclusive)]);
    expect(report.weaker).toBeUndefined();
    expect(report.resources[0]?.effects).toContain(
      `no longer shared (${argument}): the run after the next refresh removes what the program does not declare`,
    );
    expect(toText(report).includes(lossOfSecrets)).toBe(argument === "exclusiveSecrets");
  });
});

/** The pairs of a type with a whole set and a type with some of its members. */
const pairs = typeNames.flatMap((type) => {
  const { elementsOf }: Definition = definitions[type];
  if (!elementsOf) return [];
  const whole = typeNames.find((name) => definitions[name].type === elementsOf.whole.type) ?? type;
  const [name = "", field] = Object.entries<Field>(schemaOf(type).fields).find(([, one]) => isCollection(one)) ?? [];
  const argument = isCollection(field) && typeof field.exclusive === "object" ? field.exclusive.argument : undefined;
  return [{ part: { type, name, argument }, whole, property: elementsOf.property, by: elementsOf.by }];
});

test("two types have the members of a set that another type also has as a whole", () => {
  expect(pairs.map(({ part, whole, property }) => [part.type, whole, property])).toEqual([
    ["resourceServerScopes", "resourceServer", "scopes"],
    ["connectionClients", "connection", "enabledClients"],
  ]);
});

describe.each(pairs.map((pair) => [pair.whole, pair.property, pair] as const))("%s.%s", (_whole, _name, pair) => {
  const { part, whole, property, by } = pair;
  const field = schemaOf(whole).fields[property];
  if (!isSharable(field)) throw new Error(`${whole}.${property} is no set`);
  const members = fullValue(field, property, 0);
  const id = "con_1";
  const declared: JsonObject = {
    ...Object.fromEntries(
      Object.entries<Field>(schemaOf(whole).fields)
        .filter(([, one]) => one.required && !one.computed)
        .map(([name, one]) => [name, fullValue(one, name, 0)]),
    ),
    ...at,
  };
  const was = { ...declared, [property]: members };
  const wholeOf = (is: JsonObject): ResourceSketch => ({
    ...{ name: "whole", type: definitions[whole].type, id, op: "update", was, is },
  });
  const partOf = (more: object = {}, owner: unknown = { id, ...declared }[by.property]): ResourceSketch => ({
    ...{ name: "part", type: definitions[part.type].type, op: "create" },
    is: { [by.argument]: owner, [part.name]: members, ...more, ...at },
  });
  const path = `${property}.exclusive`;
  const found = expect.objectContaining({ urn: expect.stringContaining("::whole"), path });
  const pathsOf = (...plan: readonly ResourceSketch[]) => reportOf(plan).weaker?.map((one) => one.path) ?? [];

  it("is weaker if another resource declares the members from now on, and shares the set", () => {
    const { op: _, is: __, ...left } = wholeOf(declared);
    for (const step of [stepOf(wholeOf(declared)), stepWithOld(left, { retainOnDelete: true })]) {
      const report = reportOfSteps([step, stepOf(partOf())]);
      expect(report.weaker).toContainEqual(found);
      expect(toText(report)).toContain(`${path}: true → false`);
      expect(findingsOfKinds(report, ["weaker"])).toContain(`weaker: ${path} of ${definitions[whole].type} whole`);
      expect(notReviewed(report, { resources: [] })).toContainEqual(expect.stringContaining(`weaker: ${path}: `));
    }
  });

  it("is not weaker if the set stays declared, if no other resource shares it, or if it was shared before", () => {
    expect(pathsOf(wholeOf(was), partOf())).not.toContain(path);
    expect(pathsOf(wholeOf(declared))).not.toContain(path);
    expect(pathsOf(wholeOf(declared), partOf({}, "other"))).not.toContain(path);
    if (typeof field.exclusive === "object") {
      const before = { ...was, [field.exclusive.argument]: false };
      expect(pathsOf({ ...wholeOf(declared), was: before }, partOf())).not.toContain(path);
    }
    if (part.argument !== undefined) {
      expect(pathsOf(wholeOf(declared), partOf({ [part.argument]: true }))).not.toContain(path);
      const unsure = reportOf([wholeOf(declared), partOf({ [part.argument]: unknownValue })]);
      expect(unsure.weaker).toContainEqual(expect.objectContaining({ path, isUnsure: true, isUnknown: true }));
    }
  });
});

it.each(["Action", "ActionModule"])(
  "undeclared secrets of %s are lost if the program permits their deletion",
  (type) => {
    const report = (op: string, was: object | undefined, is: object) =>
      reportOf([
        { name: "it", type, op, ...(was && { was: { name: "it", ...was, ...at } }), is: { name: "it", ...is, ...at } },
      ]);
    const lost = `IRREVERSIBLE: ${type} ${lossOfSecrets}`;
    expect(toText(report("update", {}, { exclusiveSecrets: true }))).toContain(lost);
    expect(toText(report("create", undefined, { exclusiveSecrets: true, adopt: true }))).toContain(lost);
    for (const [was, is] of [
      [{ exclusiveSecrets: true }, {}],
      [{}, { exclusiveSecrets: false }],
    ] as const)
      expect(toText(report("update", was, is))).not.toContain("IRREVERSIBLE");
    expect(toText(report("create", undefined, { exclusiveSecrets: true }))).not.toContain("IRREVERSIBLE");
  },
);

/** The arguments that neither give rights nor decide what a run removes, each with the reason. */
const harmless: Readonly<Record<string, string>> = {
  "customDomainVerification timeout": "How long a run waits.",
  "logStream startFrom": "Only the creation sends it, and a review shows the creation.",
  "promptPartials exclusive": "Undeclared partials stay in both cases.",
  "user customDomain": "Links lead to a verified domain of the tenant itself.",
  "user verifyEmail": "It only says whether the service sends a message. Whether an address is verified is a property.",
};

test("each argument that is no property is judged, or is in the list of harmless ones", () => {
  const judged = new Set([
    ...sharable.map(({ type, argument }) => `${type} ${argument}`),
    ...rules.flatMap(({ type, paths }) => paths.map((path) => `${type} ${path}`)),
  ]);
  const all = typeNames.flatMap((type) =>
    Object.keys(schemaOf(type).metaArguments ?? {}).map((name) => `${type} ${name}`),
  );
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter((one) => !judged.has(one) && harmless[one] === undefined)).toEqual([]);
  expect(Object.keys(harmless).filter((one) => judged.has(one) || !all.includes(one))).toEqual([]);
});
