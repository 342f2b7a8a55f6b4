import { join } from "node:path";
import fc from "fast-check";
import ts from "typescript";
import { expect, test } from "vitest";
import { isObject, type Json } from "../../../provider/src/model/json.ts";
import { cases } from "../../harness/scale.ts";
import { byBiome, byPrettier } from "../../unit/importer/format.ts";
import { forms, takenIn } from "./forms.ts";
import { contents, imported } from "./tenants.ts";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "test/lifecycle/importing/programs");

/** What the compiler says of files that are only in memory. */
function complaintsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const paths = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.Node20,
    allowImportingTsExtensions: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    paths: { "pulumi-tenant": [join(root, "provider/src/index.ts")] },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => paths.has(path) || fileExists(path);
  host.directoryExists = (path) => path === folder || ts.sys.directoryExists(path);
  host.readFile = (path) => paths.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...more) => {
    const text = paths.get(path);
    return text === undefined ? getSourceFile(path, version, ...more) : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...paths.keys()], options, host);
  return [...paths.keys()].flatMap((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(
        ({ messageText, start = 0 }) =>
          `${path.slice(folder.length)}: ${ts.flattenDiagnosticMessageText(messageText, " ")} ${paths.get(path)?.slice(start, start + 200)}`,
      ),
  );
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(isObject(value) ? value : value).flatMap(textsIn)
    : [];
}

test("programs of tenants with everything compile under strict, Prettier and Biome would not change them, and no secret is in them", async () => {
  const files: Record<string, string> = {};
  for (const [n, [content, its]] of fc.sample(fc.tuple(contents, forms), cases(0.04)).entries()) {
    const taken = n % 3 === 0 ? takenIn(its) : undefined;
    const { tenant, client, program } = await imported(content, n % 2 === 0, taken);
    await client.close();
    await tenant.close();
    for (const { path, text } of program.files)
      files[`p${n}-${path.replaceAll("/", "-")}`] = text.replaceAll('"./', `"./p${n}-imported-`);
    const texts = program.files.map(({ text }) => text).join("\n");
    const secrets = program.secrets
      .flatMap(({ value }) => textsIn(value))
      .filter((text) => /^[0-9a-f]{24,}$/.test(text));
    expect(secrets.filter((secret) => texts.includes(secret))).toEqual([]);
  }
  expect(complaintsOf(files)).toEqual([]);
  for (const text of Object.values(files)) expect(await byPrettier(text)).toBe(text);
  expect(byBiome(files)).toEqual(files);
}, 120_000);
