import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { Redactor } from "../client/index.ts";
import type { Component } from "../import/group-names.ts";
import { keyOf } from "../import/inventory.ts";
import type { NamedResource } from "../import/names.ts";
import type { Program } from "../import/program.ts";
import type { Setting } from "../import/settings.ts";
import { placesFile, stageValuesFile } from "../import/stage-values-file.ts";
import type { SourceFile } from "../import/texts.ts";
import { isAlive } from "../lifecycle/is-alive.ts";
import { type ChangeOptions, changeByPulumi, failureOf, type PulumiResult, runPulumi } from "../pulumi-cli/pulumi.ts";
import { type HeldResource, heldResources, NoStack, optionsFor, type StackPlace } from "../pulumi-cli/stack.ts";
import type { DriftReport } from "../report/types.ts";
import { type Json, type JsonObject, signatureKey } from "../schema/json.ts";
import { mapSecrets } from "../state/secrets.ts";
import { jsonIfAny, makeFolder, placeBelow, readableByAll, removeFile, replaceFile, textIfAny } from "./files.ts";
import {
  type ImportProject,
  ignoredFiles,
  type Journal,
  journalName,
  packageText,
  projectFiles,
} from "./import-folder.ts";
import { reportOf } from "./stacks.ts";
import { type StagePlaces, stagePlaces } from "./stage-values.ts";

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
    keys: [...program.secrets, ...program.plain].map(({ key }) => key),
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

/** A file that sets Pulumi's option `protect` for all resources of pulumi-tenant in a program. */
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

/** Adds an import statement for the protection to a new entry point. For an existing entry point, {@link writeProtection} does this. */
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
export function writeProtection(project: ImportProject): Promise<readonly string[]> {
  return writeFirst(project, protection);
}

/**
 * Writes the file that replaces values of the program by those of the stack's configuration, unless the program has one, and the places of the values.
 *
 * @returns the paths of the written files
 */
export async function writeStageValues(project: ImportProject, places: StagePlaces): Promise<readonly string[]> {
  const text = `${JSON.stringify(places, undefined, 2)}\n`;
  await replaceFile(await placeBelow(project.program, placesFile), text, readableByAll);
  return [placesFile, ...(await writeFirst(project, stageValuesFile))];
}

/** The places whose values the stacks' configuration replaces. @throws Error if the file has another form */
export async function stagePlacesOf({ program }: ImportProject): Promise<StagePlaces> {
  const file = await placeBelow(program, placesFile);
  return (await jsonIfAny(file, stagePlaces, "is not a file that `--as-config` writes. Rename it.")) ?? {};
}

/** Writes a file, unless the program has one of this name, and imports it first in the entry point. Returns the paths of the written files. */
async function writeFirst(project: ImportProject, { path, text }: SourceFile): Promise<readonly string[]> {
  const { program, layout } = project;
  const place = await placeBelow(program, path);
  const isThere = (await textIfAny(place)) !== undefined;
  if (!isThere) await replaceFile(place, text, readableByAll);
  const entry = await placeBelow(program, project.entry);
  const before = (await textIfAny(entry)) ?? "";
  const line = lineFor(path, layout);
  if (!before.split(/\r?\n/).includes(line)) await replaceFile(entry, withFirstLine(before, line), readableByAll);
  return isThere ? [] : [path];
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

/** Marks an import as finished, by removing its journal. */
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
 * Throws if a path leads out of the program's folder, or if a file was changed since the import wrote it: other tools can write the journal, the
 * project and its links.
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

/** Adds an import statement to a program, after its existing import statements. */
export function withLine(text: string, line: string): string {
  const lines = text.split("\n");
  let last = -1;
  for (const [index, one] of lines.entries())
    if (/^import\b.*["'];?\r?$|^\} from ["'].*["'];?\r?$/.test(one)) last = index;
  if (last < 0) return withFirstLine(text, line);
  lines.splice(last + 1, 0, line);
  return lines.join("\n");
}

/** Adds an import statement to a program, before all others. A shebang or a comment at the top stays first. */
function withFirstLine(text: string, line: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((one) => !/^(#!|\/\/|\/?\s?\*)/.test(one));
  lines.splice(Math.max(at, 0), 0, line);
  return lines.join("\n");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The CLI writes the whole state after each resource, which takes minutes for thousands of resources. With these variables it writes the
 * state once, at the end. An import that is killed earlier has changed nothing, and the next import starts again.
 */
export const oneCheckpoint = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** A stack, accessed with the Pulumi CLI. */
export class ImportStack {
  readonly #redactor = new Redactor();
  readonly #hide = (text: string) => this.#redactor.hide(text);
  readonly name: string;
  readonly place: StackPlace;

  constructor(folder: string, name: string) {
    this.name = name;
    this.place = { stack: name, cwd: folder };
  }

  /** The name of the selected stack of a project; undefined if no stack is selected. */
  static async current(folder: string): Promise<string | undefined> {
    const { code, stdout } = await runPulumi(["stack", "--show-name", ...optionsFor({ cwd: folder })]);
    return code === 0 ? stdout.trim() : undefined;
  }

  /** Adds secrets to be hidden in all later errors. */
  keepSecret(secrets: Iterable<string>): void {
    this.#redactor.add(secrets);
  }

  /**
   * The resources of the stack; undefined if the stack does not exist.
   *
   * @throws Error with the CLI's message
   */
  async held(): Promise<readonly HeldResource[] | undefined> {
    try {
      return await heldResources(this.place);
    } catch (error) {
      if (error instanceof NoStack) return undefined;
      throw error;
    }
  }

  /** Creates the stack if it does not exist. */
  async create(): Promise<void> {
    await this.change(["stack", "select", "--create", this.name, ...optionsFor({ cwd: this.place.cwd })]);
  }

  /**
   * Sets a configuration value, encrypted if it is a secret. The value is passed on standard input, because other users can read a process's
   * arguments.
   */
  async configure({ key, value }: Setting, form: "--secret" | "--plaintext"): Promise<void> {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    // The CLI removes one line break at the end.
    await this.change(["config", "set", form, key, ...optionsFor(this.place)], { input: `${text}\n` });
  }

  /**
   * Adds resources to the state, with their given inputs and outputs, and the components that are their parents. The CLI does not read the tenant.
   *
   * @param components the components of the program. Those without any of these resources are not added
   */
  async import(
    resources: readonly NamedResource[],
    { components, isProtected }: { readonly components: readonly Component[]; readonly isProtected: boolean },
  ): Promise<void> {
    if (resources.length === 0) return;
    const options = ["--generate-code=false", `--protect=${isProtected}`, "--skip-preview", "--yes"];
    const quiet = ["--suppress-outputs", "--suppress-progress"];
    await this.change(["import", "--file", "/dev/stdin", ...options, ...quiet, ...optionsFor(this.place)], {
      input: JSON.stringify(importFileOf(resources, components)),
      opensInput: true,
      env: oneCheckpoint,
    });
  }

  /** Previews the next `pulumi up`, with a refresh before it. */
  async preview(): Promise<DriftReport> {
    const args = ["preview", "--refresh", "--expect-no-changes", "--json", ...optionsFor(this.place)] as const;
    return reportOf(args, { hide: this.#hide });
  }

  /** Runs a CLI command that changes the stack. A lock whose process no longer exists is removed first. */
  async run(args: readonly string[], options: ChangeOptions = {}): Promise<PulumiResult> {
    const result = await changeByPulumi(args, options);
    if (result.code === 0 || !isLeftLocked(result)) return result;
    await changeByPulumi(["cancel", "--yes", ...optionsFor(this.place)]);
    return changeByPulumi(args, options);
  }

  /** Runs a CLI command like {@link run}. @throws Error with the CLI's message, if the command fails */
  async change(args: readonly string[], options: ChangeOptions = {}): Promise<void> {
    const result = await this.run(args, options);
    if (result.code === 0) return;
    const [command = ""] = args;
    throw new Error(failureOf(command, { ...result, stderr: result.stderr || result.stdout }, this.#hide));
  }
}

/** Whether a stack is locked only by processes of this machine that no longer exist. */
function isLeftLocked({ stdout, stderr }: PulumiResult): boolean {
  const said = stdout + stderr;
  if (!/currently locked by/.test(said)) return false;
  const locks = [...said.matchAll(/created by \S+@(?<host>\S+) \(pid (?<pid>\d+)\)/g)];
  return locks.length > 0 && locks.every(({ groups }) => groups?.host === hostname() && !isAlive(Number(groups.pid)));
}

/**
 * The input of `pulumi import --file`. With inputs and outputs in it, the CLI reads neither the tenant nor the program. It contains secrets
 * in plain text, so it must never be written to a file.
 */
function importFileOf(resources: readonly NamedResource[], components: readonly Component[]): Json {
  const here = new Set(resources);
  const used = components.filter((component) => component.resources.some((resource) => here.has(resource)));
  const parents = new Map(
    used.flatMap((component, n) => component.resources.map((child) => [child, `c${n}`] as const)),
  );
  return {
    resources: [
      ...used.map(({ type, name }, n) => ({ type, name: `c${n}`, logicalName: name, component: true })),
      ...resources.map((resource, n) => {
        const parent = parents.get(resource);
        return {
          type: resource.type,
          // The first name is for references between resources of the file; `logicalName` is the name in the state.
          ...{ name: `r${n}`, logicalName: resource.name, id: resource.item.id },
          ...(parent !== undefined && { parent }),
          ...{ inputs: forImportFile(resource.inputs), outputs: forImportFile(resource.outputs) },
        };
      }),
    ],
  };
}

/** Properties in the format of the import file. The CLI encrypts `plaintext`, which is JSON. */
function forImportFile(props: JsonObject): JsonObject {
  return mapSecrets(props, ({ [signatureKey]: signature = null, value = null }) => ({
    [signatureKey]: signature,
    plaintext: JSON.stringify(value),
  }));
}
