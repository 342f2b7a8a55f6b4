import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import type { Rule } from "../../../provider/src/baseline/rule.ts";
import { casesOf } from "../../subjects/rules/index.ts";
import { judge } from "./judge.ts";

// Predicates of rules with one change each: a case of one of the rules must tell the change.

const folder = join(import.meta.dirname, "../../../provider/src/baseline/rules");
const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));

/** Changes of operators and words. */
const changes: Readonly<Record<string, string>> = {
  ...{ "===": "!==", "!==": "===", "<": ">=", ">": "<=", "&&": "||", "||": "&&" },
  ...{ some: "every", every: "some", '"fails"': '"passes"', '"passes"': '"fails"', '"does not apply"': '"passes"' },
};

/** A change of a program's text. */
interface Mutant {
  readonly says: string;
  readonly text: string;
}

/** The program of a file. It is compiled once, as the changes are many. */
function compiled(file: string): string {
  const text = readFileSync(join(folder, file), "utf8");
  return ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true },
  }).outputText;
}

function mutantsOf(text: string): readonly Mutant[] {
  const source = ts.createSourceFile("rules.js", text, ts.ScriptTarget.ESNext, true);
  const lines = text.split("\n");
  const found: Mutant[] = [];
  const add = (node: ts.Node, put: string) => {
    const start = node.getStart();
    const line = lines[source.getLineAndCharacterOfPosition(start).line]?.trim();
    found.push({
      says: `${node.getText()} becomes ${put} in: ${line}`,
      text: text.slice(0, start) + put + text.slice(node.end),
    });
  };
  const visit = (node: ts.Node, isPredicate: boolean): void => {
    if (isPredicate) {
      if (ts.isBinaryExpression(node)) {
        const put = changes[node.operatorToken.getText()];
        if (put !== undefined) add(node.operatorToken, put);
      }
      if (ts.isPropertyAccessExpression(node) || ts.isStringLiteral(node)) {
        const word = ts.isStringLiteral(node) ? node : node.name;
        const put = changes[word.getText()];
        if (put !== undefined) add(word, put);
      }
      if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
        add(node, node.operand.getText());
      }
    }
    ts.forEachChild(node, (child) => visit(child, isPredicate || isPredicateOf(child)));
  };
  visit(source, false);
  return found;
}

/** Whether a node is the predicate of a rule. */
function isPredicateOf(node: ts.Node): boolean {
  return (ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node)) && node.name.getText() === "judge";
}

const require = createRequire(import.meta.url);

/** The rules of a program. Its imports are those of the original. */
function rulesOf(text: string, modules: ReadonlyMap<string, unknown>): readonly Rule[] {
  const exported: Record<string, unknown> = {};
  const load = (name: string): unknown => (name.startsWith(".") ? modules.get(resolve(folder, name)) : require(name));
  new Function("exports", "require", text)(exported, load);
  const [rules] = Object.keys(exported).filter((name) => name.endsWith("Rules"));
  return exported[rules ?? ""] as readonly Rule[];
}

/** All modules that rules import, by path. */
async function importedModules(): Promise<ReadonlyMap<string, unknown>> {
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8"));
  const paths = new Set(
    texts.flatMap((text) => [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, name = ""]) => resolve(folder, name))),
  );
  return new Map(await Promise.all([...paths].map(async (path) => [path, await import(path)] as const)));
}

/** Whether a case of the rules tells that they are not the original ones. */
function isFound(rules: readonly Rule[]): boolean {
  return rules.some((rule) => {
    const { passes, fails, doesNotApply = [], unknown = [] } = casesOf(rule);
    const expected = [
      ...passes.map((one) => ["passes", one] as const),
      ...fails.map((one) => ["fails", one] as const),
      ...doesNotApply.map((one) => ["does not apply", one] as const),
      ...unknown.map((one) => ["unknown", one] as const),
    ];
    return expected.some(([is, one]) => {
      try {
        return judge(rule, one).is !== is;
      } catch {
        return true;
      }
    });
  });
}

test.each(files)("every change of a predicate in %s is found by a case of the rule", async (file) => {
  const modules = await importedModules();
  const text = compiled(file);
  expect(isFound(rulesOf(text, modules))).toBe(false);
  const mutants = mutantsOf(text);
  expect(mutants.length).toBeGreaterThan(5);
  const survivors = mutants.filter((mutant) => !isFound(rulesOf(mutant.text, modules)));
  expect(survivors.map(({ says }) => says)).toEqual([]);
});
