import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Layout, Program, SourceFile } from "../importer/index.ts";
import { legible } from "../tenant/index.ts";
import { ignoredFiles, packageText, projectFiles, startFiles, type Versions } from "./new-project.ts";
import { makeFolder, readableByAll, removeFile, replaceFile } from "./write-file.ts";

/** What tells that an import has begun and is not done: its files, what they declare, and what they take from the configuration. */
const journalName = ".pulumi-tenant-import.json";

const journalForm = z.object({
  version: z.literal(1),
  main: z.string(),
  isEntry: z.boolean(),
  /** The SHA-256 of each text that may stand in a file, by path. */
  files: z.record(z.string(), z.array(z.string())),
  items: z.array(z.string()),
  keys: z.array(z.string()),
});

type Journal = z.infer<typeof journalForm>;

/** What an import that did not come to its end has begun. */
export type Pending = Pick<Journal, "items" | "keys">;

/** What stands in a folder. */
interface Found {
  readonly journal: Journal | undefined;
  readonly isNew: boolean;
  /** The folder of the program. */
  readonly program: string;
  /** The file of the program that runs first. */
  readonly entry: string;
  /** What relative imports end with. */
  readonly ending: Layout["ending"];
}

/** The Pulumi project that an import writes to. */
export class ImportProject {
  readonly folder: string;
  readonly #journal: Journal | undefined;
  readonly #isNew: boolean;
  /** The folder of the program. */
  readonly #program: string;
  readonly #entry: string;
  readonly #ending: Layout["ending"];

  /** @param found see {@link ImportProject.open} */
  constructor(folder: string, found: Found) {
    this.folder = folder;
    this.#journal = found.journal;
    this.#isNew = found.isNew;
    this.#program = found.program;
    this.#entry = found.entry;
    this.#ending = found.ending;
  }

  /**
   * Looks at a folder and changes nothing.
   *
   * @throws Error where it is neither a project of TypeScript nor free for one
   */
  static async open(path: string): Promise<ImportProject> {
    const folder = resolve(path);
    const manifest = await textOf(join(folder, "Pulumi.yaml"));
    if (manifest === undefined) {
      const taken = namesIn(folder).filter((name) => !startFiles.test(name));
      if (taken.length > 0) {
        throw new Error(
          `${folder}: there is no Pulumi.yaml, and the folder has other files (${legible(taken[0] ?? "")}). ` +
            "Name a project or an empty folder with --out.",
        );
      }
      return new ImportProject(folder, {
        journal: undefined,
        isNew: true,
        program: folder,
        entry: "index.ts",
        ending: ".ts",
      });
    }
    const main = /^main:\s*["']?(.*?)["']?\s*$/m.exec(manifest)?.[1] ?? ".";
    const isFile = /\.[cm]?[jt]s$/.test(main);
    const program = resolve(folder, isFile ? dirname(main) : main);
    const declared = (await packageOf(program)).main;
    const entry = isFile ? basename(main) : declared?.endsWith(".ts") ? declared : "index.ts";
    const journal = await journalOf(folder);
    const text = (await textOf(join(program, entry))) ?? (journal?.isEntry ? "" : undefined);
    if (text === undefined) {
      throw new Error(
        `${join(program, entry)}: there is no such file. The program must be TypeScript, with its entry point there.`,
      );
    }
    const ending = journal?.isEntry ? ".ts" : await endingOf(program, text);
    return new ImportProject(folder, { journal, isNew: false, program, entry, ending });
  }

  /** What an interrupted import has begun. */
  get pending(): Pending {
    return this.#journal ?? { items: [], keys: [] };
  }

  /** Whether there is no project yet. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Whether this import, or the interrupted one, has made the project. */
  get #isOurs(): boolean {
    return this.#isNew || this.#journal?.isEntry === true;
  }

  /** Whether the program's packages are there. */
  get isInstalled(): boolean {
    const { resolve: find } = createRequire(join(this.#program, "index.js"));
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
    if (this.#journal) return { main: this.#journal.main, isEntry: this.#journal.isEntry, ending: this.#ending };
    if (this.#isNew) return { main: "index", isEntry: true, ending: this.#ending };
    const taken = new Set(namesIn(this.#program));
    let main = "imported";
    for (let n = 2; taken.has(main) || taken.has(`${main}.ts`); n++) main = `imported-${n}`;
    return { main, isEntry: false, ending: this.#ending };
  }

  /**
   * Writes a program, with the project around it where there is none.
   *
   * @returns the paths of the files, relative to the project's folder
   * @throws Error where somebody has changed a file that an interrupted import had written
   */
  async write(program: Program, layout: Layout, versions: Versions): Promise<readonly string[]> {
    await makeFolder(this.#program);
    // Pulumi.yaml comes first: without it, nobody would take the folder for a project that has begun.
    const files = [...(layout.isEntry ? projectFiles(this.folder) : []), ...program.files];
    const around = layout.isEntry ? await this.#around(versions) : [];
    const before = this.#journal?.files ?? {};
    await this.#assertOurs(before);
    const journal: Journal = {
      version: 1,
      main: layout.main,
      isEntry: layout.isEntry,
      files: {
        ...before,
        ...Object.fromEntries(files.map(({ path, text }) => [path, [...(before[path] ?? []), hashOf(text)]])),
      },
      items: program.resources.map(({ item }) => `${item.kind} ${item.id}`),
      keys: program.secrets.map(({ key }) => key),
    };
    await replaceFile(join(this.folder, journalName), `${JSON.stringify(journal, undefined, 2)}\n`);
    const current = new Set(files.map(({ path }) => path));
    for (const path of Object.keys(before)) {
      if (!current.has(path)) await removeFile(join(this.#program, path));
    }
    for (const { path, text } of [...files, ...around]) {
      await makeFolder(dirname(join(this.#program, path)));
      await replaceFile(join(this.#program, path), text, readableByAll);
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
    const entry = join(this.#program, this.#entry);
    const text = (await textOf(entry)) ?? "";
    const line = `import "./${path.replace(/\.ts$/, "")}${this.#ending}";`;
    if (text.split(/\r?\n/).includes(line)) return;
    await replaceFile(entry, withLine(text, line), readableByAll);
  }

  async #assertOurs(files: Journal["files"]): Promise<void> {
    for (const [path, hashes] of Object.entries(files)) {
      const text = await textOf(join(this.#program, path));
      if (text === undefined || hashes.includes(hashOf(text))) continue;
      throw new Error(
        `${join(this.#program, path)}: was changed since an import was interrupted, and this one would write it anew. ` +
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

async function endingOf(program: string, entry: string): Promise<Layout["ending"]> {
  const own = /from\s+["']\.{1,2}\/[^"']*?(\.ts|\.js)?["']|import\s+["']\.{1,2}\/[^"']*?(\.ts|\.js)?["']/.exec(entry);
  if (own) return ((own[1] ?? own[2]) as ".ts" | ".js" | undefined) ?? "";
  return (await packageOf(program)).type === "module" ? ".ts" : "";
}

const packageForm = z.object({ main: z.string().exactOptional(), type: z.string().exactOptional() });

async function packageOf(folder: string): Promise<z.infer<typeof packageForm>> {
  const text = await textOf(join(folder, "package.json"));
  try {
    return packageForm.parse(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
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

async function journalOf(folder: string): Promise<Journal | undefined> {
  const text = await textOf(join(folder, journalName));
  if (text === undefined) return undefined;
  try {
    return journalForm.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${join(folder, journalName)}: is not what an import writes. Delete it, and look at what the last import has left.`,
    );
  }
}

/** The names in a folder; none where there is no such folder. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function textOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? readFile(path, "utf8") : undefined;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
