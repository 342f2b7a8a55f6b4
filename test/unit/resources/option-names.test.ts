import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { optionNames, plainOptionPaths } from "../../../provider/src/model/option-names.ts";
import { secretOptionPaths } from "../../../provider/src/model/strategies.ts";
import { looksSecret } from "../../../provider/src/tenant/index.ts";

/* The types of options and the data about them are written by hand. These tests hold them together. */

const folder = join(import.meta.dirname, "../../../provider/src/resources/connection-options");
const files = readdirSync(folder).map((file) => join(folder, file));
const program = ts.createProgram(files, { strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] });
const checker = program.getTypeChecker();

/** All declarations of properties in the types of options. */
function propertiesIn(node: ts.Node): readonly string[] {
  const inside = ts.isPropertySignature(node) ? [node.name.getText()] : [];
  const below: string[] = [];
  ts.forEachChild(node, (child) => void below.push(...propertiesIn(child)));
  return [...inside, ...below];
}

function typedStrategies(): ReadonlyMap<string, readonly string[]> {
  const source = program.getSourceFile(join(folder, "index.ts"));
  const types = source?.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === "ConnectionOptionsByStrategy",
  );
  if (!types) throw new Error("there is no ConnectionOptionsByStrategy");
  const strategies = checker.getTypeAtLocation(types).getProperties();
  return new Map(
    strategies.map((strategy) => {
      const options = checker.getTypeOfSymbolAtLocation(strategy, types).getProperties();
      return [strategy.name, options.map(({ name }) => name)];
    }),
  );
}

test("every option that has a type is known by its name", () => {
  const typed = typedStrategies();
  expect([...typed.keys()]).toContain("samlp");
  for (const [strategy, names] of typed) {
    expect(names.length).toBeGreaterThan(5);
    expect(
      names.filter((name) => !optionNames[strategy]?.has(name)),
      strategy,
    ).toEqual([]);
  }
});

test("of every documented option whose name looks secret it is said whether it is", () => {
  const names = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return source ? propertiesIn(source) : [];
  });
  const decided = [...secretOptionPaths, ...plainOptionPaths].flatMap((path) => path.split("/"));
  const suspicious = new Set(names.filter(looksSecret));
  expect(suspicious).toContain("client_secret");
  expect([...suspicious].filter((name) => !decided.includes(name))).toEqual([]);
});
