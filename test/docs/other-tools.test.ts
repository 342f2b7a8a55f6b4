import { expect, test } from "vitest";
import { handlers } from "../../provider/src/import/names-from/deploy-cli.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { definitions, typeNames } from "../../provider/src/types/registry.ts";
import { tools } from "../../provider/src/types/tools.made.ts";
import { textOf } from "./markdown.ts";

const page = textOf("docs/compatibility.md");

/** The rows of the table below a heading: the name in the other tool, the classes here, and the reason where there is none. */
function rowsBelow(
  heading: string,
): ReadonlyMap<string, { readonly classes: readonly string[]; readonly why: string }> {
  const [, section = ""] = page.split(`### ${heading}\n`);
  const [table = ""] = section.split(/\n#+ /);
  const rows = [...table.matchAll(/^\| `(\w+)` \|([^|]*)\|$/gm)];
  return new Map(
    rows.map(([, name = "", text = ""]) => {
      const classes = [...text.matchAll(/`([A-Z]\w+)`/g)].map(([, one = ""]) => one);
      return [name, { classes, why: text.trim() }];
    }),
  );
}

/** The classes that an import makes of each resource of Terraform's provider. */
const classesOf = Map.groupBy(
  typeNames.flatMap((name) => {
    const { type } = definitions[name];
    return Object.keys(tools[name].foreignTypes).map((foreign) => [foreign, type] as const);
  }),
  ([foreign]) => foreign,
);

test("each resource of Terraform's provider is imported, or the migration page says why not", () => {
  const rows = rowsBelow("Terraform's provider and Pulumi's bridged provider");
  expect(rows.size).toBeGreaterThanOrEqual(86);
  const imported = [...classesOf].map(([foreign, all]) => [foreign, all.map(([, type]) => type).toSorted()] as const);
  const said = [...rows].flatMap(([name, { classes }]) =>
    classes.length > 0 ? [[name, classes.toSorted()] as const] : [],
  );
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(imported));
  for (const { why } of rows.values()) expect(why).toMatch(/\S/);
});

test("each handler of auth0-deploy-cli is imported, or the migration page says why not", () => {
  const rows = rowsBelow("auth0-deploy-cli");
  expect(rows.size).toBeGreaterThanOrEqual(46);
  const taken = Object.entries(handlers).filter(([name, handler]) => isTaken(name, handler));
  const said = [...rows].flatMap(([name, { why }]) => (why === "imported" ? [name] : []));
  expect(said.toSorted()).toEqual(taken.map(([name]) => name).toSorted());
  for (const { why } of rows.values()) expect(why).toMatch(/\S/);
});

test("one type has what each handler of auth0-deploy-cli becomes, as the list of all has one entry for a name", () => {
  const named = typeNames.flatMap((name) => Object.keys(tools[name].deployed ?? {}));
  expect(named.toSorted()).toEqual(Object.keys(handlers).toSorted());
});

/** Whether a type imports what a handler has. The entry has what each handler asks of some. */
function isTaken(name: string, handler: (typeof handlers)[string]): boolean {
  const texts = ["name", "identifier", "client_id", "audience", "description", "domain", "template", "type"];
  const entry: JsonObject = {
    ...Object.fromEntries([...texts, "consumer_selector"].map((one) => [one, "x"])),
    ...(name === "pages" && { name: "error_page" }),
    "post-login": [{}],
  };
  return handler(entry, () => "id").some(({ type }) => classesOf.has(type));
}
