import { join } from "node:path";
import { expect, test } from "vitest";
import type { BooleanField } from "../../../provider/src/schema/schema.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { callsOf } from "../../../provider/src/types/tool-data.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { Declarations } from "../../docs/reference/declarations.ts";
import { strangeBounds, unmarkedIn, unsaidAbsent } from "./marks.ts";
import { sources } from "./names.ts";

/* What a class says of routes, scopes and bounds is what its descriptor and table say. */

const declarations = new Declarations([join(sources, "sdk")]);

/** Scopes as comments write them: `read|update:connections` are two. */
function scopesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([a-z|]+):(\w+)`/g)].flatMap(([, operations = "", objects]) =>
    operations.split("|").map((operation) => `${operation}:${objects}`),
  );
}

test.each(typeNames)("%s: the class comment names the routes and scopes of the definition", (name: TypeName) => {
  const { type, scopes } = definitions[name];
  const comment = declarations.comment(type).replaceAll(/\s+/g, " ");
  const last = comment.slice(comment.lastIndexOf("Routes:"));
  for (const call of callsOf(definitions[name], tools[name])) expect(last).toContain(`\`${call}\``);
  expect([...new Set(scopesIn(last))].toSorted()).toEqual([...new Set(Object.values(scopes).flat())].toSorted());
});

/** What the arguments of a class say, with their fields. */
function argumentsOf(name: TypeName) {
  const { type, schema } = definitions[name];
  const args = declarations.has(`${type}Args`) ? `${type}Args` : `${type}CommonArgs`;
  return declarations.properties(args).map((property) => ({ ...property, field: schema.fields[property.name] }));
}

test.each(typeNames)("%s: a bound in an argument's comment is a bound of the schema", (name: TypeName) => {
  const strange = argumentsOf(name).flatMap(({ name: argument, text, field }) =>
    strangeBounds(text, field).map((number) => `${argument}: ${number}`),
  );
  expect(strange).toEqual([]);
});

test("the search for bounds reads comments, and finds a wrong bound", () => {
  const [first] = argumentsOf("tokenExchangeProfile").filter(({ text }) => /\d/.test(text));
  expect(first?.text).toContain("3 to 50");
  expect(strangeBounds(first?.text ?? "", first?.field)).toEqual([]);
  expect(strangeBounds(first?.text.replace("50", "51") ?? "", first?.field)).toEqual([51]);
});

test.each(typeNames)("%s: a property whose name looks secret is marked as secret or as not secret", (name) => {
  expect(unmarkedIn(definitions[name].schema.fields)).toEqual([]);
});

test("the search for names that look secret finds an unmarked property at any depth", () => {
  const text = { kind: "string" } as const;
  const fields = { apiKey: text, own: { kind: "object", fields: { loginToken: text, color: text } } } as const;
  expect(unmarkedIn(fields)).toEqual(["apiKey", "own.loginToken"]);
  expect(unmarkedIn({ apiKey: { ...text, notSecret: true } })).toEqual([]);
});

test.each(typeNames)("%s: a property that is off or empty by default may be missing in responses", (name) => {
  expect(unsaidAbsent(definitions[name].schema.fields)).toEqual([]);
});

test("the search for properties with a default finds one whose schema lacks `absent`", () => {
  const { absent: _, ...allowOnlineAccess } = definitions.resourceServer.schema.fields
    .allowOnlineAccess as BooleanField;
  expect(unsaidAbsent({ allowOnlineAccess })).toEqual(["allowOnlineAccess"]);
});
