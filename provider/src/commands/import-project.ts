import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { keyOf } from "../import/inventory.ts";
import type { Program } from "../import/program.ts";
import type { SourceFile } from "../import/texts.ts";
import { jsonIfAny, makeFolder, placeBelow, readableByAll, removeFile, replaceFile, textIfAny } from "./files.ts";
import {
  type ImportProject,
  ignoredFiles,
  type Journal,
  journalName,
  packageText,
  projectFiles,
} from "./import-folder.ts";

/** Whether the program's packages are there. */
export function isInstalled({ program, layout }: ImportProject): boolean {
  const { resolve: find } = createRequire(join(program, "index.js"));
  try {
    // A project that was there says itself how its TypeScript runs.
    const needed = ["pulumi-tenant/host", "@pulumi/pulumi", ...(layout.isEntry ? ["typescript"] : [])];
    return needed.every((name) => find(name) !== "");
  } catch {
    return false;
  }
}

/**
 * Writes a program, with the project around it where there is none.
 *
 * @returns the paths of the files, relative to the project's folder
 * @throws Error where somebody has changed a file that an interrupted import had written
 */
export async function writeProgram(project: ImportProject, program: Program): Promise<readonly string[]> {
  const { folder, layout } = project;
  await makeFolder(project.program);
  // Pulumi.yaml comes first: without it, nobody would take the folder for a project that has begun.
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

/** The file that protects the resources of a program, and its text. */
export const protection: SourceFile = {
  path: "protect.ts",
  text: `import { runtime } from "@pulumi/pulumi";

const kept = /dynamic\\/tenant:\\w+$/;
runtime.registerStackTransformation(({ type, props, opts }) =>
  kept.test(type) ? { props, opts: { ...opts, protect: opts.protect ?? true } } : undefined,
);
`,
};

/** The line that runs a file. */
function lineFor(path: string, { ending }: ImportProject["layout"]): string {
  return `import "./${path.replace(/\.ts$/, "")}${ending}";`;
}

/** A new program that is protected from its first line on. */
export function protectedProgram(program: Program, { layout }: ImportProject): Program {
  const [main, ...others] = program.files;
  if (!layout.isEntry || !main) return program;
  return { ...program, files: [{ ...main, text: `${lineFor(protection.path, layout)}\n${main.text}` }, ...others] };
}

/**
 * Writes the file that protects the resources, unless the program has one, and makes it the first that the entry point runs.
 *
 * @returns the paths of the files that were written
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
 * The files that are not the import's alone: what somebody has put there stays. `npm install` changes package.json before an import, and
 * between an interrupted one and the next.
 */
async function filesAround(folder: string): Promise<readonly SourceFile[]> {
  const there = await jsonIfAny(
    join(folder, "package.json"),
    z.record(z.string(), z.unknown()),
    "is not an object of JSON. Correct it, or delete it.",
  );
  return [
    { path: "package.json", text: packageText(folder, there ?? {}) },
    ...((await textIfAny(join(folder, ".gitignore"))) === undefined ? [ignoredFiles] : []),
  ];
}

/** Says that an import is done. */
export async function finishImport({ folder }: ImportProject): Promise<void> {
  await removeFile(join(folder, journalName));
}

/** Adds the line to the entry point that runs a file. */
async function enter(project: ImportProject, path: string): Promise<void> {
  const entry = await placeBelow(project.program, project.entry);
  const text = (await textIfAny(entry)) ?? "";
  const line = lineFor(path, project.layout);
  if (text.split(/\r?\n/).includes(line)) return;
  await replaceFile(entry, withLine(text, line), readableByAll);
}

/** Everything is written below the program's folder: the journal, the project and links in it may be somebody else's work. */
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
      `${place}: was changed since an import was interrupted, and this one would write it anew. ` +
        `Put the change aside and delete the file, or delete ${journalName} to keep it.`,
    );
  }
}

/** A program with one more import, after those at its beginning. */
export function withLine(text: string, line: string): string {
  const lines = text.split("\n");
  let last = -1;
  for (const [index, one] of lines.entries())
    if (/^import\b.*["'];?\r?$|^\} from ["'].*["'];?\r?$/.test(one)) last = index;
  if (last < 0) return withFirstLine(text, line);
  lines.splice(last + 1, 0, line);
  return lines.join("\n");
}

/** A program with one more import, before all others. A shebang or the comment at the top stays there. */
function withFirstLine(text: string, line: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((one) => !/^(#!|\/\/|\/?\s?\*)/.test(one));
  lines.splice(Math.max(at, 0), 0, line);
  return lines.join("\n");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
