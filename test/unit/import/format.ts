import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "prettier";

const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");

/** What Prettier makes of a file, without any configuration. */
export function byPrettier(source: string, parser: "typescript" | "json" = "typescript"): Promise<string> {
  return format(source, { parser });
}

/** What Biome's `check --write` makes of files that are indented by blanks. */
export function byBiome(files: Readonly<Record<string, string>>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "biome-"));
  try {
    writeFileSync(join(folder, "biome.json"), '{ "root": true, "formatter": { "indentStyle": "space" } }\n');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    execFileSync(process.execPath, [biome, "check", "--write", "--max-diagnostics=none"], {
      cwd: folder,
      stdio: "pipe",
    });
    return Object.fromEntries(Object.keys(files).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
