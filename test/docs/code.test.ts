import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { blocksOf, pages, root, textOf } from "./markdown.ts";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.Node20,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: ["node"],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Programs of the pages, by a path beside the page. They are compiled as modules that the repository would have there. */
const programs = new Map(
  pages.flatMap((page) =>
    blocksOf(textOf(page))
      .filter(({ language }) => language === "ts")
      .map(({ code, line }) => [join(root, `${page}.${line}.mts`), code] as const),
  ),
);

/** What the compiler says, by the page and the line where a program starts. */
function complaints(): readonly string[] {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => programs.has(file) || fileExists(file);
  host.readFile = (file) => programs.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...more) => {
    const code = programs.get(file);
    return code === undefined ? getSourceFile(file, ...more) : ts.createSourceFile(file, code, options.target ?? 99);
  };
  const program = ts.createProgram([...programs.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const place = file?.fileName.slice(root.length + 1).replace(/\.(\d+)\.mts$/, ":$1");
    return `${place}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

test("every program on every page compiles alone with strict checks", () => {
  expect(programs.size).toBeGreaterThan(10);
  expect(complaints()).toEqual([]);
});
