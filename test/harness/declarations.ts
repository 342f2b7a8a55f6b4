import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** The fields of a package.json that lead to declarations. */
interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** The declarations that a compiler reads, and the packages that they import. */
export interface Reached {
  /** Absolute paths. */
  readonly files: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}

/**
 * The declarations that the entry points of a package reach by relative imports.
 *
 * @param folder the package's folder
 * @throws Error that names a declaration that is missing, and the file that imports it
 */
export function reachedDeclarations(folder: string): Reached {
  const { exports }: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = new Set<string>();
  const packages = new Set<string>();
  const follow = (file: string, importer: string): void => {
    if (files.has(file)) return;
    if (!existsSync(file)) throw new Error(`${file}: is missing, but ${importer} imports it. Run \`npm run build\`.`);
    files.add(file);
    for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles) {
      if (fileName.startsWith(".")) follow(join(file, "..", fileName.replace(/\.(js|ts)$/, ".d.ts")), file);
      else packages.add(fileName);
    }
  };
  for (const entry of Object.values(exports)) {
    if (typeof entry === "object") follow(join(folder, entry.types), "package.json");
  }
  return { files, packages };
}
