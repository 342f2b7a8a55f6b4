import { open, readFile, rename } from "node:fs/promises";
import type { ResumePosition } from "../tenant/events/index.ts";

/** Milliseconds between two writes at least: a burst of events is one write. */
const interval = 100;

interface Content {
  version: 1;
  /** The tenant's host: a cursor means nothing anywhere else. */
  tenant: string;
  position: ResumePosition;
}

/**
 * Keeps a position of the event stream in a file, for the next start. The file is replaced as a whole: whoever is killed leaves the
 * old one or the new one.
 */
export class CursorFile {
  readonly #path: string;
  readonly #tenant: string;
  #next: ResumePosition | undefined;
  #saving: Promise<void> | undefined;
  #failure: unknown;
  #hurry: (() => void) | undefined;
  #closing = false;

  constructor(path: string, tenant: string) {
    this.#path = path;
    this.#tenant = tenant;
  }

  /**
   * The position that was saved last, or nothing if there is no file yet.
   * @throws Error for a file that cannot be read, is something else, or is of another tenant
   */
  async load(): Promise<ResumePosition | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return undefined;
      throw new Error(`${this.#path}: cannot be read (${code})`);
    }
    const content = parse(text);
    if (content === undefined) throw new Error(`${this.#path}: not a cursor file; delete it or name another one`);
    if (content.tenant !== this.#tenant) {
      throw new Error(`${this.#path}: is of the tenant ${JSON.stringify(content.tenant)}, not of ${this.#tenant}`);
    }
    return content.position;
  }

  /**
   * Saves a position soon, the latest one if there are several. @throws Error if the file could not be written the last time
   */
  save(position: ResumePosition): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#next = position;
    this.#saving ??= this.#run();
  }

  /** Writes what is not written yet. @throws Error if it cannot be written */
  async close(): Promise<void> {
    this.#closing = true;
    this.#hurry?.();
    await this.#saving;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #run(): Promise<void> {
    try {
      while (this.#next !== undefined) {
        const position = this.#next;
        this.#next = undefined;
        await this.#write({ version: 1, tenant: this.#tenant, position });
        if (!this.#closing) await this.#pause();
      }
    } catch (error) {
      this.#failure = new Error(`${this.#path}: cannot be written (${(error as NodeJS.ErrnoException).code})`);
    } finally {
      this.#saving = undefined;
    }
  }

  async #write(content: Content): Promise<void> {
    // beside the file, as a rename is atomic within one file system only
    const draft = `${this.#path}.tmp`;
    const file = await open(draft, "w", 0o600);
    try {
      await file.writeFile(`${JSON.stringify(content)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(draft, this.#path);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, interval);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function parse(text: string): Content | undefined {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(content) || content.version !== 1 || typeof content.tenant !== "string") return undefined;
  const { position } = content;
  if (!isObject(position)) return undefined;
  const { from, fromTimestamp, seen } = position;
  const texts = [from, fromTimestamp].every((value) => value === undefined || typeof value === "string");
  if (!texts || !Array.isArray(seen) || !seen.every((id) => typeof id === "string")) return undefined;
  return content as unknown as Content;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
