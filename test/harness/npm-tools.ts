import { join } from "node:path";
import { ensureDependencies } from "./install.mjs";

const root = join(import.meta.dirname, "tools", "npm");

/** Installs what tests try the package with, by its lock file: package managers, and the oldest and newest TypeScript. */
export function ensureNpmTools(log: (line: string) => void): Promise<void> {
  return ensureDependencies({ root, log });
}

/** A file of one of these packages. */
export function npmTool(path: string): string {
  return join(root, "node_modules", path);
}
