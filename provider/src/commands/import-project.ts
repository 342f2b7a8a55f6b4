import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { keyOf } from "../import/inventory.ts";
import type { Program } from "../import/program.ts";
import type { SourceFile } from "../import/program-text.ts";
import { jsonIfAny, makeFolder, placeBelow, readableByAll, removeFile, replaceFile, textIfAny } from "./files.ts";
import {
  type ImportProject,
  ignoredFiles,
  type Journal,
  journalName,
  packageText,
  projectFiles,
} from "./import-folder.ts";

/** Whether the program's packages are installed. */
export function isInstalled({ program, layout }: ImportProject): boolean {
  const { resolve: find } = createRequire(join(program, "index.js"));
  try {
    // Only a new project needs `typescript`: an existing one already has a way to run TypeScript.
    const needed = ["pulumi-tenant/host", "@pulumi/pulumi", ...(layout.isEntry ? ["typescript"] : [])];
    return needed.every((name) => find(name) !== "");
  } catch {
    return false;
  }
}

/**
 * Writes a program, and a project around it if there is none.
 *
 * @returns the paths of the files, relative to the project's folder
 * @throws Error if a file of an interrupted import was changed since
 */
export async function writeProgram(project: ImportProject, program: Program): Promise<readonly string[]> {
  const { folder, layout } = project;
  await makeFolder(project.program);
  // Pulumi.yaml comes first: it marks the folder as a project, so that an interrupted import can continue.
  const files = [...(layout.isEntry ? projectFiles(folder) : []), ...program.files];
  const around = layout.isEntry ? await filesAround(folder) : [];
  const before = project.journal?.files ?? {};
  await assertOurs(project, [...Object.keys(before), ...files.map(({ path }) => path)], before);
  const journal: Journal = {
    version: 1,
    main: layout.main,
    isEntry: layout.isEntry,
    files: {
      ...before,
      ...Object.fromEntries(files.map(({ path, text }) => [path, [...(before[path] ?? []), hashOf(text)]])),
    },
    items: program.resources.map(({ item }) => keyOf(item)),
    keys: program.secrets.map(({ key }) => key),
  };
  await replaceFile(join(folder, journalName), `${JSON.stringify(journal, undefined, 2)}\n`);
  const current = new Set(files.map(({ path }) => path));
  for (const path of Object.keys(before)) {
    if (!current.has(path)) await removeFile(await placeBelow(project.program, path));
  }
  for (const { path, text } of [...files, ...around]) {
    const place = await placeBelow(project.program, path);
    await makeFolder(dirname(place));
    await replaceFile(place, text, readableByAll);
  }
  if (!layout.isEntry) await enter(project, program.files[0]?.path ?? "");
  return [...current, ...around.map(({ path }) => path)];
}

/** The file that protects the resources of a program. */
const protection: SourceFile = {
  path: "protect.ts",
  text: `import { runtime } from "@pulumi/pulumi";

const kept = /dynamic\\/tenant:\\w+$/;
runtime.registerStackTransformation(({ type, props, opts }) =>
  kept.test(type) ? { props, opts: { ...opts, protect: opts.protect ?? true } } : undefined,
);
`,
};

/** The import statement for a file. */
function lineFor(path: string, { ending }: ImportProject["layout"]): string {
  return `import "./${path.replace(/\.ts$/, "")}${ending}";`;
}

/** A new program whose first statement imports the protection. */
export function protectedProgram(program: Program, { layout }: ImportProject): Program {
  const [main, ...others] = program.files;
  if (!layout.isEntry || !main) return program;
  return { ...program, files: [{ ...main, text: `${lineFor(protection.path, layout)}\n${main.text}` }, ...others] };
}

/**
 * Writes the file that protects the resources, unless the program has one, and imports it first in the entry point.
 *
 * @returns the paths of the written files
 */
export async function writeProtection(project: ImportProject): Promise<readonly string[]> {
  const { program, layout } = project;
  const place = await placeBelow(program, protection.path);
  const isThere = (await textIfAny(place)) !== undefined;
  if (!isThere) await replaceFile(place, protection.text, readableByAll);
  const entry = await placeBelow(program, project.entry);
  const text = (await textIfAny(entry)) ?? "";
  const line = lineFor(protection.path, layout);
  if (!text.split(/\r?\n/).includes(line)) await replaceFile(entry, withFirstLine(text, line), readableByAll);
  return isThere ? [] : [protection.path];
}

/**
 * Files that the import shares with other tools: existing content stays. `npm install` changes package.json before an import, and between
 * an interrupted import and the next one.
 */
async function filesAround(folder: string): Promise<readonly SourceFile[]> {
  const there = await jsonIfAny(
    join(folder, "package.json"),
    z.record(z.string(), z.unknown()),
    "is not a JSON object. Correct it, or delete it.",
  );
  return [
    { path: "package.json", text: packageText(folder, there ?? {}) },
    ...((await textIfAny(join(folder, ".gitignore"))) === undefined ? [ignoredFiles] : []),
  ];
}

/** Marks an import as done. */
export async function finishImport({ folder }: ImportProject): Promise<void> {
  await removeFile(join(folder, journalName));
}

/** Adds the import statement for a file to the entry point. */
async function enter(project: ImportProject, path: string): Promise<void> {
  const entry = await placeBelow(project.program, project.entry);
  const text = (await textIfAny(entry)) ?? "";
  const line = lineFor(path, project.layout);
  if (text.split(/\r?\n/).includes(line)) return;
  await replaceFile(entry, withLine(text, line), readableByAll);
}

/**
 * Checks that every path is below the program's folder, and that no file was changed by others: the journal, the project and its links can
 * be written by other tools.
 */
async function assertOurs(
  { program }: ImportProject,
  paths: readonly string[],
  files: Journal["files"],
): Promise<void> {
  for (const path of paths) {
    const place = await placeBelow(program, path);
    const text = await textIfAny(place);
    if (text === undefined || files[path]?.includes(hashOf(text))) continue;
    throw new Error(
      `${place}: was changed since an import was interrupted, and this import would overwrite it. ` +
        `Move the change elsewhere and delete the file, or delete ${journalName} to keep the file.`,
    );
  }
}

/** Adds an import to a program, after its existing imports. */
export function withLine(text: string, line: string): string {
  const lines = text.split("\n");
  let last = -1;
  for (const [index, one] of lines.entries())
    if (/^import\b.*["'];?\r?$|^\} from ["'].*["'];?\r?$/.test(one)) last = index;
  if (last < 0) return withFirstLine(text, line);
  lines.splice(last + 1, 0, line);
  return lines.join("\n");
}

/** Adds an import to a program, before all other imports. A shebang or a comment at the top stays first. */
function withFirstLine(text: string, line: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((one) => !/^(#!|\/\/|\/?\s?\*)/.test(one));
  lines.splice(Math.max(at, 0), 0, line);
  return lines.join("\n");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
