import { expect, test } from "vitest";
import type { Fields } from "../../../provider/src/schema/schema.ts";
import { typedOptions } from "../../../provider/src/types/connection/definition-options.made.ts";
import { hintsOfOption, optionNames, optionsIn } from "../../../provider/src/types/connection/definition-options.ts";
import { outsideTypes } from "../../../provider/src/types/outside.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";

/** What the ids of properties are of, members of objects included. */
function referredIn(fields: Fields): readonly string[] {
  return Object.values(fields).flatMap((field) => [
    ...(field.idOf === undefined ? [] : [field.idOf]),
    ...(field.kind === "object" ? referredIn(field.fields) : []),
    ...("item" in field ? referredIn({ item: field.item }) : []),
    ...(field.kind === "map" ? referredIn({ key: field.key, value: field.value }) : []),
  ]);
}

/** What the ids of all known options are of. */
function referredByOptions(): readonly string[] {
  return Object.entries(optionNames).flatMap(([strategy, names]) => {
    const nested = optionsIn(typedOptions[strategy] ?? "").map(({ path }) => path.filter((key) => key !== "[]"));
    const paths = [...[...names].map((name) => [name]), ...nested];
    return paths.flatMap((path) => hintsOfOption(path).idOf ?? []);
  });
}

test("every property with an id names a type of the registry, or one that is listed as outside", () => {
  const [properties, options] = [
    typeNames.flatMap((kind) => referredIn(definitions[kind].schema.fields)),
    referredByOptions(),
  ];
  expect(properties).toContain("connection");
  expect(options).toContain("client");
  const known = new Set<string>([...typeNames, ...outsideTypes.keys()]);
  expect([...properties, ...options].filter((kind) => !known.has(kind))).toEqual([]);
});

test("every type that is listed as outside is not in the registry, and a property refers to it", () => {
  const referred = typeNames.flatMap((kind) => referredIn(definitions[kind].schema.fields));
  const listed = [...outsideTypes.keys()];
  expect(listed.filter((name) => typeNames.some((kind) => kind === name))).toEqual([]);
  expect(listed.filter((name) => !referred.includes(name))).toEqual([]);
});
