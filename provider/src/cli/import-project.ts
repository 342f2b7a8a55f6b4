import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { keyOf, type Layout, type Program, type SourceFile } from "../importer/index.ts";
import { type Found, type Journal, journalName, lookInto, namesIn, type Pending, textOf } from "./import-folder.ts";
import { ignoredFiles, packageText, projectFiles, type Versions } from "./new-project.ts";
import { makeFolder, readableByAll, removeFile, replaceFile } from "./write-file.ts";

/** The Pulumi project that an import writes to. */
export class ImportProject {
  readonly #found: Found;

  /** @param found see {@link ImportProject.open} */
  constructor(found: Found) {
    this.#found = found;
  }

  get folder(): string {
    return this.#found.folder;
  }

  /**
   * Looks at a folder and changes nothing.
   *
   * @throws Error where it is neither a project of TypeScript nor free for one
   */
  static async open(path: string): Promise<ImportProject> {
    return new ImportProject(await lookInto(resolve(path)));
  }

  /** What an interrupted import has begun. */
  get pending(): Pending {
    return this.#found.journal ?? { items: [], keys: [] };
  }

  /** Whether there is no project yet. */
  get isNew(): boolean {
    return this.#found.isNew;
  }

  /** Whether this import, or the interrupted one, has made the project. */
  get #isOurs(): boolean {
    return this.#found.isNew || this.#found.journal?.isEntry === true;
  }

  /** Whether the program's packages are there. */
  get isInstalled(): boolean {
    const { resolve: find } = createRequire(join(this.#found.program, "index.js"));
    try {
      // A project that was there says itself how its TypeScript runs.
      const needed = ["pulumi-tenant/host", "@pulumi/pulumi", ...(this.#isOurs ? ["typescript"] : [])];
      return needed.every((name) => find(name) !== "");
    } catch {
      return false;
    }
  }

  /** Where the next program goes: to the place of an interrupted import, or to one that is free. */
  async layout(): Promise<Layout> {
    const { journal, isNew, ending, program } = this.#found;
    if (journal) return { main: journal.main, isEntry: journal.isEntry, ending };
    if (isNew) return { main: "index", isEntry: true, ending };
    const taken = new Set(namesIn(program));
    let main = "imported";
    for (let n = 2; taken.has(main) || taken.has(`${main}.ts`); n++) main = `imported-${n}`;
    return { main, isEntry: false, ending };
  }

  /**
   * Writes a program, with the project around it where there is none.
   *
   * @returns the paths of the files, relative to the project's folder
   * @throws Error where somebody has changed a file that an interrupted import had written
   */
  async write(program: Program, layout: Layout, versions: Versions): Promise<readonly string[]> {
    await makeFolder(this.#found.program);
    // Pulumi.yaml comes first: without it, nobody would take the folder for a project that has begun.
    const files = [...(layout.isEntry ? projectFiles(this.folder) : []), ...program.files];
    const around = layout.isEntry ? await this.#around(versions) : [];
    const before = this.#found.journal?.files ?? {};
    await this.#assertOurs(before);
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
    await replaceFile(join(this.folder, journalName), `${JSON.stringify(journal, undefined, 2)}\n`);
    const current = new Set(files.map(({ path }) => path));
    for (const path of Object.keys(before)) {
      if (!current.has(path)) await removeFile(join(this.#found.program, path));
    }
    for (const { path, text } of [...files, ...around]) {
      await makeFolder(dirname(join(this.#found.program, path)));
      await replaceFile(join(this.#found.program, path), text, readableByAll);
    }
    if (!layout.isEntry) await this.#enter(program.files[0]?.path ?? "");
    return [...current, ...around.map(({ path }) => path)];
  }

  /**
   * The files that are not the import's alone: what somebody has put there stays. `npm install` changes package.json before an import, and
   * between an interrupted one and the next.
   */
  async #around(versions: Versions): Promise<readonly SourceFile[]> {
    const path = join(this.folder, "package.json");
    const text = packageText(this.folder, versions, await packageAt(path));
    return [
      { path: "package.json", text },
      ...((await textOf(join(this.folder, ".gitignore"))) === undefined ? [ignoredFiles] : []),
    ];
  }

  /** Says that an import is done. */
  async finish(): Promise<void> {
    await removeFile(join(this.folder, journalName));
  }

  /** Adds the line to the entry point that runs a file. */
  async #enter(path: string): Promise<void> {
    const entry = join(this.#found.program, this.#found.entry);
    const text = (await textOf(entry)) ?? "";
    const line = `import "./${path.replace(/\.ts$/, "")}${this.#found.ending}";`;
    if (text.split(/\r?\n/).includes(line)) return;
    await replaceFile(entry, withLine(text, line), readableByAll);
  }

  async #assertOurs(files: Journal["files"]): Promise<void> {
    for (const [path, hashes] of Object.entries(files)) {
      const text = await textOf(join(this.#found.program, path));
      if (text === undefined || hashes.includes(hashOf(text))) continue;
      throw new Error(
        `${join(this.#found.program, path)}: was changed since an import was interrupted, and this one would write it anew. ` +
          `Put the change aside and delete the file, or delete ${journalName} to keep it.`,
      );
    }
  }
}

/** A program with one more import, after those at its beginning. */
export function withLine(text: string, line: string): string {
  const lines = text.split("\n");
  let last = -1;
  for (const [index, one] of lines.entries())
    if (/^import\b.*["'];?\r?$|^\} from ["'].*["'];?\r?$/.test(one)) last = index;
  // A shebang or the comment at the top stays there.
  const at = last >= 0 ? last + 1 : lines.findIndex((one) => !/^(#!|\/\/|\/?\s?\*)/.test(one));
  lines.splice(Math.max(at, 0), 0, line);
  return lines.join("\n");
}

/** A package.json as a whole; an empty one where there is none. @throws Error where it is not JSON */
async function packageAt(path: string): Promise<Readonly<Record<string, unknown>>> {
  const text = (await textOf(path)) ?? "{}";
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new Error(`${path}: is not an object of JSON. Correct it, or delete it.`);
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
