import { readdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Layout } from "../importer/index.ts";
import { legible } from "../tenant/index.ts";
import { startFiles } from "./new-project.ts";

/** What tells that an import has begun and is not done: its files, what they declare, and what they take from the configuration. */
export const journalName = ".pulumi-tenant-import.json";

const journalForm = z.object({
  version: z.literal(1),
  main: z.string(),
  isEntry: z.boolean(),
  /** The SHA-256 of each text that may stand in a file, by path. */
  files: z.record(z.string(), z.array(z.string())),
  items: z.array(z.string()),
  keys: z.array(z.string()),
});

/** What an import writes down before its files. */
export type Journal = z.infer<typeof journalForm>;

/** What an import that did not come to its end has begun. */
export type Pending = Pick<Journal, "items" | "keys">;

/** What stands in a folder. */
export interface Found {
  readonly folder: string;
  readonly journal: Journal | undefined;
  readonly isNew: boolean;
  /** The folder of the program. */
  readonly program: string;
  /** The file of the program that runs first. */
  readonly entry: string;
  /** What relative imports end with. */
  readonly ending: Layout["ending"];
}

/**
 * Looks at a folder and changes nothing.
 *
 * @throws Error where it is neither a project of TypeScript nor free for one
 */
export async function lookInto(folder: string): Promise<Found> {
  const manifest = await textOf(join(folder, "Pulumi.yaml"));
  if (manifest === undefined) {
    const taken = namesIn(folder).filter((name) => !startFiles.test(name));
    if (taken.length > 0) {
      throw new Error(
        `${folder}: there is no Pulumi.yaml, and the folder has other files (${legible(taken[0] ?? "")}). ` +
          "Name a project or an empty folder with --out.",
      );
    }
    return { folder, journal: undefined, isNew: true, program: folder, entry: "index.ts", ending: ".ts" };
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
  return { folder, journal, isNew: false, program, entry, ending };
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
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The text of a file; undefined where there is none. */
export async function textOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? readFile(path, "utf8") : undefined;
}
