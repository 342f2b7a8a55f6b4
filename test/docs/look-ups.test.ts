import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { root, textOf } from "./markdown.ts";

const folder = join(root, "provider/src/functions");

/** What the sources define as look-ups: the names of their arguments, by the function's name. */
const defined = new Map<string, readonly string[]>();
for (const file of readdirSync(folder)) {
  const source = ts.createSourceFile(file, readFileSync(join(folder, file), "utf8"), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const definition =
      ts.isCallExpression(node) && node.expression.getText() === "lookUp" ? node.arguments[0] : undefined;
    if (definition && ts.isObjectLiteralExpression(definition)) {
      const name = member(definition, "name");
      const args = member(definition, "args");
      if (name && ts.isStringLiteral(name) && args && ts.isObjectLiteralExpression(args)) {
        defined.set(name.text, args.properties.map((property) => property.name?.getText() ?? "").toSorted());
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function member(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const found = object.properties.find((property) => property.name?.getText() === name);
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

test("the page of look-ups names every function with its arguments, and no other", () => {
  const rows = [...textOf("docs/look-ups.md").matchAll(/^\| `(get\w+)` \|([^|]*)\|([^|]*)\|/gm)];
  const named = rows.map(([, name = "", one = "", filters = ""]) => {
    return [name, [...`${one}${filters}`.matchAll(/`(\w+)`/g)].map(([, arg = ""]) => arg).toSorted()] as const;
  });
  expect(defined.size).toBeGreaterThan(5);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(defined));
});
