import { join } from "node:path";
import { ensureDependencies } from "./install.mjs";

/** A folder of `tools/` that holds packages of npm: package managers, other Nodes, or compilers. */
type Tools = "npm" | "node" | "typescript";

const rootOf = (tools: Tools) => join(import.meta.dirname, "tools", tools);

/** Installs what tests try the package with, by its lock file. */
export function ensureNpmTools(tools: Tools, log: (line: string) => void): Promise<void> {
  return ensureDependencies({ root: rootOf(tools), log });
}

/** A file of one of these packages. */
export function npmTool(tools: Tools, path: string): string {
  return join(rootOf(tools), "node_modules", path);
}
