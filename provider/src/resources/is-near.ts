import { createRequire } from "node:module";
import { join } from "node:path";

const found = new Map<string, boolean>();

/**
 * Whether a plain `require` in a folder finds this package, as the SDK's host does that runs in the program's folder. Plug'n'Play has
 * rules of its own, so there it counts as not found.
 */
export function isNear(folder = process.cwd()): boolean {
  const known = found.get(folder) ?? (process.versions.pnp === undefined && isFoundFrom(folder));
  found.set(folder, known);
  return known;
}

function isFoundFrom(folder: string): boolean {
  try {
    createRequire(join(folder, "index.js")).resolve("pulumi-tenant/host");
    return true;
  } catch {
    return false;
  }
}
