import { readdir, readFile, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isAlive } from "./processes.ts";

/**
 * The files of a stack in a `file://` backend. They tell at no cost whether the state was written anew and whether an update runs; the
 * state itself is read by the CLI.
 */
export class CheckpointFiles {
  readonly #state: string;
  readonly #locks: string;

  constructor(state: string, locks: string) {
    this.#state = state;
    this.#locks = locks;
  }

  /**
   * The files of a stack; undefined where the backend is another one or has them elsewhere, or where several projects have such a stack.
   *
   * @param project its project, if it is known
   */
  static async find(url: string, stack: string, project?: string): Promise<CheckpointFiles | undefined> {
    if (!url.startsWith("file://")) return undefined;
    const root = join(fileURLToPath(url), ".pulumi");
    const projects = project === undefined ? await readdir(join(root, "stacks")).catch(() => []) : [project];
    const all = projects.flatMap((folder) =>
      ["json", "json.gz"].map(
        (ending) =>
          new CheckpointFiles(
            join(root, "stacks", folder, `${stack}.${ending}`),
            join(root, "locks/organization", folder, stack),
          ),
      ),
    );
    const versions = await Promise.all(all.map((files) => files.version()));
    const found = all.filter((_, index) => versions[index] !== undefined);
    return found.length === 1 ? found[0] : undefined;
  }

  /** A text that is another one as soon as the state is; undefined where there is no file. */
  async version(): Promise<string | undefined> {
    const found = await stat(this.#state, { bigint: true }).catch(() => undefined);
    return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
  }

  /** Whether a run holds the stack's lock. The lock of a run that was killed on this machine does not count. */
  async isLocked(): Promise<boolean> {
    const names = await readdir(this.#locks).catch(() => []);
    const locks = names.filter((name) => name.endsWith(".json"));
    const held = await Promise.all(locks.map((name) => this.#isHeld(join(this.#locks, name))));
    return held.includes(true);
  }

  async #isHeld(file: string): Promise<boolean> {
    try {
      const { pid, hostname: host } = JSON.parse(await readFile(file, "utf8")) as { pid: number; hostname: string };
      return host !== hostname() || isAlive(pid);
    } catch (error) {
      // A run that has just ended has removed it; one that has just begun is still writing it.
      return (error as NodeJS.ErrnoException).code !== "ENOENT";
    }
  }
}
