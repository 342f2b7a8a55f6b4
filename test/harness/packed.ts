import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exec } from "./exec.ts";

const root = join(import.meta.dirname, "../..");
const modules = join(root, "node_modules");

/** The package as npm packs it. */
export interface Packed {
  /** The path of the archive. */
  readonly archive: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number; readonly mode: number }[];
}

/** Packs the package as a release does. */
export async function pack(folder: string): Promise<Packed> {
  const { code, stdout, stderr } = await exec("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(root, "provider"),
    timeoutMs: 60_000,
  });
  if (code !== 0) throw new Error(`npm pack ended with ${code}: ${stderr}`);
  const { filename, ...packed } = JSON.parse(stdout.slice(stdout.indexOf("["))).at(0);
  return { ...packed, archive: join(folder, filename) };
}

/** Unpacks the package into a folder outside of the repository, beside the packages that it declares, as the repository has them. */
export async function installPacked({ archive }: Packed, project: string): Promise<string> {
  const place = join(project, "node_modules/pulumi-tenant");
  await mkdir(place, { recursive: true });
  const { code, stderr } = await exec("tar", ["-xzf", archive, "-C", place, "--strip-components", "1"], {
    cwd: project,
    timeoutMs: 60_000,
  });
  if (code !== 0) throw new Error(`tar ended with ${code}: ${stderr}`);
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(place, "package.json"), "utf8"));
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), "@types"]) {
    const link = join(project, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(modules, name), link, "junction");
  }
  return place;
}

/** A user's project. */
interface Compilation {
  /** The folder of TypeScript. */
  readonly typescript: string;
  /** The type of the project's package. Default: `module`. */
  readonly type?: "module" | "commonjs";
  /** Compiler options besides `strict`. */
  readonly options: object;
  /** Texts of programs, by their names. */
  readonly programs: ReadonlyMap<string, string>;
}

/** Compiles programs in a project's folder, and resolves to the compiler's errors, apart from those in the declarations of `@pulumi/policy`. */
export async function compile(
  project: string,
  { typescript, type = "module", options, programs }: Compilation,
): Promise<readonly string[]> {
  const files = [...programs.keys()].map((name) => `${name}.ts`);
  for (const [name, text] of programs) await writeFile(join(project, `${name}.ts`), text);
  const compilerOptions = { ...options, strict: true, noEmit: true, target: "es2022", types: ["node"] };
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "user", private: true, type }));
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { code, stdout, stderr } = await exec(process.execPath, [join(typescript, "bin/tsc"), "-p", project], {
    cwd: project,
    timeoutMs: 300_000,
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  if (code !== 0 && lines.length === 0) throw new Error(`tsc ended with ${code}: ${stderr}`);
  return lines.filter((line) => !/@pulumi\/policy\/index\.d\.ts\(\d/.test(line));
}
