import { expect, test } from "vitest";
import { generalFiles, kindsIn, kindsInFile } from "./names.ts";

test("general code names no resource type", () => {
  expect(generalFiles.length).toBeGreaterThan(150);
  expect(generalFiles.flatMap(kindsInFile)).toEqual([]);
});

test.each([
  ["a handler", 'if (kind === "connection") leave();', "connection"],
  ["a class", 'const type = "TokenExchangeProfile";', "TokenExchangeProfile"],
  ["a route", 'const listing = ["resource-servers"];', "resource-servers"],
  ["a noun in a text", "const text = `no resource server there`;", "resource server"],
  ["a name of code", "const memberOf = organizationMemberRolesSchema;", "OrganizationMemberRoles"],
])("the search for names of types finds %s", (_, text, name) => {
  expect(kindsIn("a.ts", text)).toEqual([`a.ts:1: ${name}`]);
});
