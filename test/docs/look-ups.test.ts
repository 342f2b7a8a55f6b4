import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { identityOf } from "../../provider/src/schema/schema.ts";
import { definitions, typeNames } from "../../provider/src/types/registry.ts";
import { root, textOf } from "./markdown.ts";

const folder = join(root, "provider/src");

/** What the sources define as look-ups: the names of their arguments, by the function's name. */
const defined = new Map<string, readonly string[]>();
for (const { type, lookUps, schema } of typeNames.map((name) => definitions[name])) {
  if (schema.singleton !== undefined) defined.set(`get${type}`, identityOf(schema).toSorted());
  if (!lookUps) continue;
  const { by, filters } = lookUps;
  defined.set(`get${type}`, [...(by === undefined ? filters : [by, "id"])].toSorted());
  defined.set(`get${type}s`, [...filters].toSorted());
}
const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
for (const file of files.filter((name) => /^sdk\/resources\/[^/]+\.ts$/.test(name))) {
  const text = readFileSync(join(folder, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const define = (name: string, look: ts.Expression | undefined): void => {
    const given = look && member(look, "args");
    const args = given && ts.isIdentifier(given) ? constants.get(given.text) : given;
    if (!args || !ts.isObjectLiteralExpression(args)) throw new Error(`${file} does not say what ${name} takes`);
    defined.set(name, args.properties.map((property) => property.name?.getText() ?? "").toSorted());
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) constants.set(node.name.getText(), node.initializer);
    if (ts.isCallExpression(node) && node.expression.getText() === "lookUps") {
      const [kind, , looks] = node.arguments;
      const { type } = definitions[typeNames.find((name) => name === kind?.getText()) ?? "resourceServer"];
      define(`get${type}`, looks && member(looks, "one"));
      define(`get${type}s`, looks && member(looks, "all"));
    }
    if (ts.isCallExpression(node) && node.expression.getText() === "lookUp") {
      const [definition] = node.arguments;
      const name = definition && member(definition, "name");
      if (name && ts.isStringLiteral(name)) define(name.text, definition);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function member(object: ts.Expression, name: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  const found = object.properties.find((property) => property.name?.getText() === name);
  if (found && ts.isShorthandPropertyAssignment(found)) return found.name;
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

test("the page of look-ups names every function with its arguments, and no others", () => {
  const rows = [...textOf("docs/look-ups.md").matchAll(/^\| `(get\w+)` \|([^|]*)\|([^|]*)\|/gm)];
  const named = rows.map(([, name = "", one = "", filters = ""]) => {
    return [name, [...`${one}${filters}`.matchAll(/`(\w+)`/g)].map(([, arg = ""]) => arg).toSorted()] as const;
  });
  expect(defined.size).toBeGreaterThan(5);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(defined));
});
