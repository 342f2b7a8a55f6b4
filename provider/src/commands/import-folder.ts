import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { sanitize } from "../client/index.ts";
import type { Layout } from "../import/program.ts";
import type { SourceFile } from "../import/texts.ts";
import { start } from "../pulumi-cli/start.ts";
import { isObject } from "../schema/json.ts";
import { definitions, typeNames } from "../types/registry.ts";
import { ownManifest } from "./command.ts";
import { jsonIfAny, namesIn, placeBelow, textIfAny } from "./files.ts";

/** The journal of an unfinished import: its files, the objects that they declare, and the configuration keys that they use. */
export const journalName = ".pulumi-tenant-import.json";

/** The form of the paths that an import writes, relative to the program's folder: names without a leading dot. */
const name = /[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*/u.source;
const written = new RegExp(`^${name}(?:/${name})*$`, "u");

const journalForm = z.object({
  version: z.literal(1),
  main: z.string().regex(/^(?:index|imported(?:-\d+)?)$/),
  isEntry: z.boolean(),
  /** The SHA-256 of each text that the file may contain, by path. */
  files: z.record(z.string().regex(written), z.array(z.string())),
  items: z.array(z.string()),
  keys: z.array(z.string()),
});

/** The journal that an import writes before its files. */
export type Journal = z.infer<typeof journalForm>;

/** The Pulumi project that an import writes to. */
export interface ImportProject {
  readonly folder: string;
  /** The journal of an interrupted import. */
  readonly journal: Journal | undefined;
  /** Whether the project does not exist yet. */
  readonly isNew: boolean;
  /** The file names of the program to write: those of an interrupted import, or unused ones. */
  readonly layout: Layout;
  /** The folder of the program. */
  readonly program: string;
  /** The program's entry point. */
  readonly entry: string;
}

/**
 * Inspects a folder without changing it.
 *
 * @throws Error if the folder is neither a TypeScript project nor a folder in which a new project can be created
 */
export async function openProject(path: string): Promise<ImportProject> {
  const folder = resolve(path);
  const manifest = await textIfAny(join(folder, "Pulumi.yaml"));
  if (manifest === undefined) {
    const taken = (await namesIn(folder)).filter((name) => !startFiles.test(name));
    if (taken.length > 0) {
      throw new Error(
        `${folder}: there is no Pulumi.yaml, and the folder has other files (${sanitize(taken[0] ?? "")}). ` +
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
    "is not a journal that an import writes. Delete it, and check the files that the interrupted import wrote.",
  );
  const text = (await textIfAny(await placeBelow(program, entry))) ?? (journal?.isEntry ? "" : undefined);
  if (text === undefined) {
    throw new Error(
      `${join(program, entry)}: there is no such file. The program must be in TypeScript, with this entry point.`,
    );
  }
  const ending = journal?.isEntry ? ".ts" : await endingOf(program, text);
  const { main: file = await freeName(program), isEntry = false } = journal ?? {};
  return { folder, journal, isNew: false, layout: { main: file, isEntry, ending }, program, entry };
}

/** A declaration of a resource of this package: `new tenant.Role(`, `new Role(`. */
const declaration = new RegExp(
  `\\bnew\\s+(?:[\\w$]+\\.)?(?:${typeNames.map((type) => definitions[type].type).join("|")})\\s*\\(`,
);

/** The maximum number of files of a program that are searched. */
const maxSearched = 5_000;

/**
 * The path of a file of the program that declares resources of this package, relative to the program's folder; undefined if there is none. Folders
 * of packages and of other projects are not searched.
 */
export async function declaringFile(program: string): Promise<string | undefined> {
  const folders = [""];
  let searched = 0;
  for (let below = folders.shift(); below !== undefined; below = folders.shift()) {
    const entries = await readdir(join(program, below), { withFileTypes: true });
    if (below !== "" && entries.some(({ name }) => name === "Pulumi.yaml")) continue;
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name)) folders.push(path);
      if (!entry.isFile() || !/\.[cm]?[jt]s$/.test(entry.name)) continue;
      searched += 1;
      if (searched > maxSearched) return undefined;
      const text = (await textIfAny(join(program, path))) ?? "";
      if (text.includes("pulumi-tenant") && declaration.test(text)) return path;
    }
  }
  return undefined;
}

/** An unused name for a file in the folder, and for a folder of further files beside it. */
async function freeName(program: string): Promise<string> {
  const taken = new Set(await namesIn(program));
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

/** The relevant fields of a folder's package.json; empty if the file cannot be read. */
async function packageOf(folder: string): Promise<z.infer<typeof packageForm>> {
  const found = await jsonIfAny(join(folder, "package.json"), packageForm, "").catch(() => undefined);
  return found ?? {};
}

/** Names that a folder may contain before a project is created in it: files of git, of the installation, of commands of pulumi-tenant, and drafts of killed ones. */
const startFiles = new RegExp(
  [
    /^\.|^node_modules$|^package(-lock)?\.json$|^(pnpm-lock|pnpm-workspace)\.yaml$|^yarn\.lock$|^bun\.lockb?$/,
    /\.[0-9a-f-]{36}\.tmp$|^tenant-(baseline|compare|drift)\.yaml$|^verified-\d{4}-\d{2}-\d{2}(-\d+)?\.(json|md)$/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** The files that an import writes for a new project besides the program, except package.json and .gitignore: other tools write those, too. */
export function projectFiles(folder: string): readonly SourceFile[] {
  return [
    {
      path: "Pulumi.yaml",
      text: `name: ${JSON.stringify(projectNameOf(folder))}\nruntime: nodejs\ndescription: An identity tenant\n`,
    },
    {
      path: "tsconfig.json",
      text: `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "types": ["node"],
    "skipLibCheck": true,
    "allowImportingTsExtensions": true,
    "noEmit": true
  },
  "include": ["**/*.ts"]
}
`,
    },
  ];
}

/** The .gitignore of a new project, for installed packages. */
export const ignoredFiles: SourceFile = { path: ".gitignore", text: "node_modules/\n" };

/** The package.json of a new project. Existing fields stay, except `type` and `main`, whose values the generated program requires. */
export function packageText(folder: string, there: Readonly<Record<string, unknown>>): string {
  const { version, peerDependencies } = ownManifest();
  const name = projectNameOf(folder)
    .toLowerCase()
    .replace(/^[._]+/, "");
  const fresh = {
    name: name || "tenant",
    private: true,
    type: "module",
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": peerDependencies["@pulumi/pulumi"] ?? "*", "pulumi-tenant": `^${version}` },
    devDependencies: { "@types/node": "^24.0.0", typescript: "^6.0.0" },
  };
  const text = {
    ...fresh,
    ...there,
    type: fresh.type,
    main: fresh.main,
    dependencies: { ...fresh.dependencies, ...objectOf(there.dependencies) },
    devDependencies: { ...fresh.devDependencies, ...objectOf(there.devDependencies) },
  };
  return `${JSON.stringify(text, undefined, 2)}\n`;
}

/** The name of a new project in a folder. */
export function projectNameOf(folder: string): string {
  const name = sanitize(basename(folder)).replace(/[^A-Za-z0-9_.-]+/g, "-");
  return name.slice(0, 100) || "tenant";
}

function objectOf(value: unknown): object {
  return isObject(value) ? value : {};
}

/**
 * The install arguments of each package manager, and its command for running an installed executable. On CI, pnpm and yarn would by default
 * refuse to change their lock files. With yarn's Plug'n'Play, npx does not find the executables of installed packages.
 */
const managers = {
  npm: { install: ["install", "--no-audit", "--no-fund"], run: "npx" },
  pnpm: { install: ["install", "--no-frozen-lockfile"], run: "pnpm exec" },
  yarn: { install: ["install"], run: "yarn run" },
  bun: { install: ["install"], run: "bunx" },
} as const;

type PackageManager = keyof typeof managers;

/** Package managers by the names of their lock files. */
const locks: Readonly<Record<string, PackageManager>> = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
};

/** The command that installs a project's packages, and the prefix that runs an executable of a package. */
export async function wordsFor(folder: string): Promise<{ readonly install: string; readonly run: string }> {
  const manager = await packageManagerOf(folder);
  return { install: `${manager} install`, run: managers[manager].run };
}

/** Variables with credentials of the tenant and the stack. Install scripts of packages must not see them. */
const confidential = /^(?:TENANT|PULUMI)_/;

/**
 * Installs the packages of a project.
 *
 * @throws Error that says what to do
 */
export async function installPackages(folder: string): Promise<void> {
  const manager = await packageManagerOf(folder);
  const inherited = Object.entries(process.env).filter(([name]) => !confidential.test(name));
  const env = { ...Object.fromEntries(inherited), YARN_ENABLE_IMMUTABLE_INSTALLS: "false" };
  const { install } = managers[manager];
  // Standard output may be reserved for the command's document, so the output of the package manager goes to standard error.
  const child = await start(manager, install, { cwd: folder, env, readers: "people" }).catch(() => undefined);
  const [code] = child ? ((await once(child, "close")) as [number | null]) : [];
  if (code === 0) return;
  throw new Error(
    `\`${manager} install\` could not install the packages of ${folder}. Install them, and run this command again: it continues from here.`,
  );
}

/** The package manager of the nearest folder that names one in its package.json or has its lock file. Default: npm. */
async function packageManagerOf(folder: string): Promise<PackageManager> {
  // A folder above the project may be unreadable. It then counts as a folder without lock files.
  const there = new Set(await namesIn(folder).catch(() => []));
  const found = (await namedIn(folder)) ?? Object.entries(locks).find(([lock]) => there.has(lock))?.[1];
  if (found !== undefined) return found;
  const parent = dirname(folder);
  return parent === folder ? "npm" : packageManagerOf(parent);
}

async function namedIn(folder: string): Promise<PackageManager | undefined> {
  const { packageManager = "" } = await packageOf(folder);
  return /^(?:npm|pnpm|yarn|bun)(?=@)/.exec(packageManager)?.[0] as PackageManager | undefined;
}
