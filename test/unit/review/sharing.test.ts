import { describe, expect, it, test } from "vitest";
import { rules } from "../../../provider/src/baseline/audit.ts";
import { findingsOfKinds } from "../../../provider/src/review/fail-on.ts";
import { toText } from "../../../provider/src/review/render.ts";
import { notReviewed } from "../../../provider/src/review/reviewed.ts";
import type { Definition } from "../../../provider/src/schema/definition.ts";
import { type JsonObject, unknownValue } from "../../../provider/src/schema/json.ts";
import type { Field } from "../../../provider/src/schema/schema.ts";
import { isSharable } from "../../../provider/src/state/leaves.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { resourceTypes } from "../../../provider/src/types/resource-types.made.ts";
import { fullValue } from "../../subjects/object-properties.ts";
import type { ResourceSketch } from "../helpers/preview.ts";
import { reportOf } from "./plans.ts";

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

  it("is weaker if the program begins to share it", () => {
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

  it("may be weaker if only the run knows whether the program shares it", () => {
    expect(reportOf([updateOf(set, true, unknownValue)]).weaker).toMatchObject([{ isUnsure: true, isUnknown: true }]);
    expect(reportOf([updateOf(set, false, unknownValue)]).weaker).toBeUndefined();
  });

  it("is weaker if another resource takes it over and shares it", () => {
    const gone: ResourceSketch = { name: "before", type: classOf(set), id: "x", was: inputsOf(set, exclusive) };
    const is = inputsOf(set, shared);
    const come: ResourceSketch = { name: "it", type: classOf(set), op: "create", is };
    expect(reportOf([gone, { ...come, is: { ...is, adopt: true } }]).weaker).toContainEqual(found);
    // What has an id of its own is a new object, unless the program adopts it.
    const isNew = resourceTypes[set.type].hasOwnObject;
    expect(reportOf([gone, come]).weaker?.some(({ path }) => path === argument) ?? false).toBe(!isNew);
  });

  it("is not weaker if it stays as it is, and removes members of others later if it is no longer shared", () => {
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

test("each argument that is no property is judged, or is harmless for a reason", () => {
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
