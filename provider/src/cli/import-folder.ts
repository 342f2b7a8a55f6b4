import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Layout } from "../importer/program.ts";
import { legible } from "../tenant/index.ts";
import { startFiles } from "./new-project.ts";
import { jsonIfAny, placeBelow, textIfAny } from "./read-file.ts";

/** What tells that an import has begun and is not done: its files, what they declare, and what they take from the configuration. */
export const journalName = ".pulumi-tenant-import.json";

/** A path as an import writes it: names without a dot at their beginning, below the program's folder. */
const name = /[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*/u.source;
const written = new RegExp(`^${name}(?:/${name})*$`, "u");

const journalForm = z.object({
  version: z.literal(1),
  main: z.string().regex(/^(?:index|imported(?:-\d+)?)$/),
  isEntry: z.boolean(),
  /** The SHA-256 of each text that may stand in a file, by path. */
  files: z.record(z.string().regex(written), z.array(z.string())),
  items: z.array(z.string()),
  keys: z.array(z.string()),
});

/** What an import writes down before its files. */
export type Journal = z.infer<typeof journalForm>;

/** The Pulumi project that an import writes to. */
export interface ImportProject {
  readonly folder: string;
  /** What an interrupted import has begun. */
  readonly journal: Journal | undefined;
  /** Whether there is no project yet. */
  readonly isNew: boolean;
  /** Where the next program goes: to the place of an interrupted import, or to one that is free. */
  readonly layout: Layout;
  /** The folder of the program. */
  readonly program: string;
  /** The file of the program that runs first. */
  readonly entry: string;
}

/**
 * Looks at a folder and changes nothing.
 *
 * @throws Error where it is neither a project of TypeScript nor free for one
 */
export async function openProject(path: string): Promise<ImportProject> {
  const folder = resolve(path);
  const manifest = await textIfAny(join(folder, "Pulumi.yaml"));
  if (manifest === undefined) {
    const taken = namesIn(folder).filter((name) => !startFiles.test(name));
    if (taken.length > 0) {
      throw new Error(
        `${folder}: there is no Pulumi.yaml, and the folder has other files (${legible(taken[0] ?? "")}). ` +
          "Name a project or an empty folder with --out.",
      );
    }
    const layout = { main: "index", isEntry: true, ending: ".ts" } as const;
    return { folder, journal: undefined, isNew: true, layout, program: folder, entry: "index.ts" };
  }
  const named = /^main:(.*)$/m.exec(manifest)?.[1] ?? "";
  const main = named.trim().replace(/^["']|["']$/g, "") || ".";
  const isFile = /\.[cm]?[jt]s$/.test(main);
  const program = await placeBelow(folder, isFile ? dirname(main) : main);
  const declared = (await packageOf(program)).main;
  const entry = isFile ? basename(main) : declared?.endsWith(".ts") ? declared : "index.ts";
  const journal = await jsonIfAny(
    join(folder, journalName),
    journalForm,
    "is not what an import writes. Delete it, and look at what the last import has left.",
  );
  const text = (await textIfAny(await placeBelow(program, entry))) ?? (journal?.isEntry ? "" : undefined);
  if (text === undefined) {
    throw new Error(
      `${join(program, entry)}: there is no such file. The program must be TypeScript, with its entry point there.`,
    );
  }
  const ending = journal?.isEntry ? ".ts" : await endingOf(program, text);
  const { main: file = freeName(program), isEntry = false } = journal ?? {};
  return { folder, journal, isNew: false, layout: { main: file, isEntry, ending }, program, entry };
}

/** The name of a new file in a folder, and of a folder of such files beside it. */
function freeName(program: string): string {
  const taken = new Set(namesIn(program));
  let name = "imported";
  for (let n = 2; taken.has(name) || taken.has(`${name}.ts`); n++) name = `imported-${n}`;
  return name;
}

async function endingOf(program: string, entry: string): Promise<Layout["ending"]> {
  const own = /from\s+["']\.{1,2}\/[^"']*?(\.ts|\.js)?["']|import\s+["']\.{1,2}\/[^"']*?(\.ts|\.js)?["']/.exec(entry);
  if (own) return ((own[1] ?? own[2]) as ".ts" | ".js" | undefined) ?? "";
  return (await packageOf(program)).type === "module" ? ".ts" : "";
}

const line = z.string().exactOptional();
const packageForm = z.object({ main: line, type: line, packageManager: line });

/** What a folder's package.json says; nothing where it cannot be read. */
export async function packageOf(folder: string): Promise<z.infer<typeof packageForm>> {
  const found = await jsonIfAny(join(folder, "package.json"), packageForm, "").catch(() => undefined);
  return found ?? {};
}

/** The names in a folder; none where there is no such folder. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
