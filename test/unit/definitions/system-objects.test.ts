import { describe, expect, test } from "vitest";
import { problemsOfSystemObject } from "../../../provider/src/lifecycle/checks/system-objects.ts";
import type { Definition } from "../../../provider/src/schema/definition.ts";
import { type Json, type JsonObject, unknownValue } from "../../../provider/src/schema/json.ts";
import { type Field, fieldAt } from "../../../provider/src/schema/schema.ts";
import { type SystemObject, type SystemObjects, systemObjectOf } from "../../../provider/src/schema/system-objects.ts";
import { leavesOf } from "../../../provider/src/state/leaves.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";

const host = "tenant.example.com";

interface Case {
  readonly name: string;
  readonly definition: Definition;
  readonly all: SystemObjects;
  readonly object: SystemObject;
}

const cases = typeNames.flatMap((type): Case[] => {
  const definition: Definition = definitions[type];
  const all = definition.schema.systemObjects;
  return (all?.objects ?? []).map((object) => ({
    name: `${type}: ${object.name}`,
    definition,
    all: all as SystemObjects,
    object,
  }));
});

/** Every property with a value that is not known yet, objects with all their members. */
function everything(fields: Definition["schema"]["fields"]): JsonObject {
  const unknownOf = (field: Field): Json => (field.kind === "object" ? everything(field.fields) : unknownValue);
  const settable = Object.entries(fields).filter(([, field]) => !field.computed);
  return Object.fromEntries(settable.map(([name, field]) => [name, unknownOf(field)]));
}

const keyOf = ({ key }: SystemObject) => (key.startsWith("/") ? `https://${host}${key}` : key);

test("some types have system objects", () => {
  expect(cases.length).toBeGreaterThan(2);
});

describe.each(cases)("$name", ({ definition, all, object }) => {
  const { schema } = definition;
  const declared = { ...everything(schema.fields), [all.key]: keyOf(object), [all.named]: object.name };
  const settable = "only" in object.settable ? object.settable.only : object.settable.allBut;

  test("has a key that identifies objects and never changes, and a flag that the service sets", () => {
    expect(definition.uniqueBy).toEqual([all.key]);
    expect(schema.fields[all.key]?.forceNew).toBe(true);
    expect(schema.fields[all.flag]?.computed).toBe(true);
  });

  test("has only properties of the type, and initial values for the settable ones only", () => {
    for (const path of settable) expect(fieldAt(schema.fields, path), path.join(".")).toBeDefined();
    const leaves = leavesOf(schema.fields, object.initial);
    expect(JSON.stringify(Object.keys(object.initial).toSorted())).toBe(
      JSON.stringify([...new Set(leaves.map(({ path }) => path[0]))].toSorted()),
    );
    const initial = { [all.key]: keyOf(object), ...object.initial };
    expect(problemsOfSystemObject(schema, initial, host)).toEqual([]);
  });

  test("check refuses each property that the service sets, by name, and no other", () => {
    const { [all.key]: key, [all.named]: name, ...others } = declared;
    for (const { path, value } of leavesOf(schema.fields, others)) {
      const [first = "", ...rest] = path;
      const one = rest.toReversed().reduce<Json>((inner, name) => ({ [name]: inner }), value);
      const problems = problemsOfSystemObject(schema, { [all.key]: key ?? "", [first]: one }, host);
      const isListed = settable.some((listed) => listed.every((name, at) => path[at] === name));
      const isAllowed = "only" in object.settable ? isListed : !isListed;
      expect(
        problems.map(({ path: [top] }) => top),
        path.join("."),
      ).toEqual(isAllowed ? [] : [first]);
    }
    expect(problemsOfSystemObject(schema, { [all.key]: key ?? "", [all.named]: name ?? "" }, host)).toEqual([]);
    const renamed = { [all.key]: key ?? "", [all.named]: "Another" };
    expect(problemsOfSystemObject(schema, renamed, host)).toEqual([
      { path: [all.named], says: expect.stringContaining(`must be "${object.name}"`) },
    ]);
  });

  test("is an ordinary object if its key has another host, unless the response marks it", () => {
    const foreign = {
      [all.key]: object.key.startsWith("/") ? `https://api.example.com${object.key}` : `${object.key}:mine`,
    };
    expect(systemObjectOf(schema, foreign, host)).toBeUndefined();
    const isUrl = object.key.startsWith("/");
    expect(systemObjectOf(schema, { ...foreign, [all.flag]: true })).toEqual(isUrl ? object : undefined);
  });
});
