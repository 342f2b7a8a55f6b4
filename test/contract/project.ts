import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A project folder that has nothing but the package. */
export interface TemporaryProject {
  readonly folder: string;
  remove(): Promise<void>;
}

export async function makeProject(): Promise<TemporaryProject> {
  const folder = await mkdtemp(join(tmpdir(), "tenant-contract-"));
  await mkdir(join(folder, "node_modules"));
  await symlink(join(import.meta.dirname, "../../provider"), join(folder, "node_modules", "pulumi-tenant"), "dir");
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
