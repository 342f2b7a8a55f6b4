import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { sources } from "../unit/definitions/names.ts";

/* What every kind must have, left out on purpose: the compiler says so. */

const root = join(sources, "../..");
const typeTests = join(root, "test/model/args.test.ts");
const collected = "types/tools.made.ts";
const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);

/** The files as they are, but for one that is changed at a time. */
let changed: { readonly file: string; readonly text: string } | undefined;
let version = 0;

const service = ts.createLanguageService({
  getScriptFileNames: () => [...["host.ts", "index.ts", collected].map((file) => join(sources, file)), typeTests],
  getScriptVersion: (file) => (file === changed?.file ? String(version) : "0"),
  getScriptSnapshot(file) {
    const text = file === changed?.file ? changed.text : ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getCompilationSettings: () => ({ ...options, noEmit: true, incremental: false }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
});

/** What the compiler says of these files. */
function problemsIn(files: readonly string[]): readonly string[] {
  return files
    .flatMap((file) => service.getSemanticDiagnostics(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

const inSources = (file: string) => join(sources, file);

/** Leaves something out of a file, and answers what the compiler says of it and of the files that use it. */
function without(file: string, left: RegExp, users: readonly string[] = []): readonly string[] {
  const path = inSources(file);
  const text = ts.sys.readFile(path) ?? "";
  const rest = text.replace(left, "");
  if (rest === text) throw new Error(`${file} has nothing like ${left}`);
  changed = { file: path, text: rest };
  version += 1;
  const problems = problemsIn([path, ...users]);
  changed = undefined;
  return problems;
}

beforeAll(() => {
  expect(problemsIn([inSources("types/registry.ts"), inSources("types/resource-types.made.ts"), typeTests])).toEqual(
    [],
  );
}, 120_000);

const definition = "types/token-exchange-profile/definition.ts";
const forTools = "types/token-exchange-profile/tools.ts";
/** The compiler finds what is missing in them without their users. */
const selfContained: readonly string[] = [definition, forTools, collected];
const sdk = "sdk/resources/token-exchange-profile.made.ts";

describe("a resource type does not compile without", () => {
  test.each([
    ["its line in the registry of definitions", "types/registry.ts", /^ {2}tokenExchangeProfile,\n/m],
    ["its line in the registry of resource types", "types/resource-types.made.ts", /^ {2}tokenExchangeProfile: .*\n/m],
    ["its line in the collection of tools' data", collected, /^ {2}\.\.\.tokenExchangeProfileTools,\n/m],
    ["its export from the host", "handlers.made.ts", /^export const tokenExchangeProfile: .*\n/m],
    [
      "its class in the index",
      "sdk/resources/types.made.ts",
      /^export \* from ".\/token-exchange-profile.made.ts";\n/m,
    ],
    ["its names in imports", forTools, /^ {4}imported: .*\n/m],
    ["its events", forTools, /^ {4}events: .*\n/m],
    ["its listing", definition, /^ {2}listing: .*\n/m],
    ["its scopes", definition, /^ {2}scopes: .*\n/m],
    ["its names in other tools", forTools, /^ {4}foreignTypes: .*\n/m],
    ["one of its outputs", sdk, /^ {2}declare readonly updatedAt: .*\n/m],
    ["one of its arguments", sdk, /^ {2}actionId: .*\n/m],
    ["one of the properties that look-ups return", sdk, /^ {2}readonly actionId: .*\n/m],
  ])("%s", (_, file, left) => {
    const users = file === "types/registry.ts" ? [inSources("types/resource-types.made.ts")] : [typeTests];
    expect(without(file, left, selfContained.includes(file) ? [] : users)).not.toEqual([]);
  });
});
