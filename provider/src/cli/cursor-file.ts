import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { legibleJson } from "../tenant/index.ts";
import { replaceFile } from "./write-file.ts";

/** Shortest time between two writes, in milliseconds. A burst of events is then one write. */
const interval = 100;

/** A position of the event stream, as JSON has it. */
export const resumePosition = z.object({
  from: z.string().exactOptional(),
  fromTimestamp: z.string().exactOptional(),
  seen: z.array(z.string()),
});

/** What a file of `pulumi-tenant events` holds. */
export const eventsContent = z.object({ version: z.literal(1), tenant: z.string(), position: resumePosition });

/** What every file holds. */
interface Content {
  /** The tenant's host, as a cursor means nothing at another tenant. */
  readonly tenant: string;
}

/**
 * Keeps a position in a file, for the next start. The file is replaced as a whole, so a killed process leaves the
 * old one or the new one.
 */
export class CursorFile<T extends Content> {
  readonly #path: string;
  readonly #content: z.ZodType<T>;
  #next: T | undefined;
  #saving: Promise<void> | undefined;
  #failure: unknown;
  readonly #closing = new AbortController();

  /** @param content the form of what the file holds */
  constructor(path: string, content: z.ZodType<T>) {
    this.#path = path;
    this.#content = content;
  }

  /**
   * What was saved last, or undefined if there is no file yet.
   * @param tenant the host that it has to be of. Default: any
   * @throws Error for a file that cannot be read, is not a cursor file, or belongs to another tenant
   */
  async load(tenant?: string): Promise<T | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return undefined;
      throw new Error(`${this.#path}: cannot be read (${code})`);
    }
    const saved = parse(text, this.#content);
    if (saved === undefined) throw new Error(`${this.#path}: not a cursor file; delete it or name another one`);
    if (tenant !== undefined && saved.tenant !== tenant) {
      throw new Error(`${this.#path}: is of the tenant ${legibleJson(saved.tenant)}, not of ${tenant}`);
    }
    return saved;
  }

  /** Saves a content soon; if there are several, the latest one. @throws Error if the previous write failed */
  save(content: T): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#next = content;
    this.#saving ??= this.#run();
  }

  /** Writes what is not written yet. @throws Error if a write fails */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#saving;
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    try {
      while (this.#next !== undefined) {
        const content = this.#next;
        this.#next = undefined;
        await replaceFile(this.#path, `${JSON.stringify(content)}\n`);
        await delay(interval, undefined, { signal }).catch(() => undefined);
      }
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#saving = undefined;
    }
  }
}

function parse<T>(text: string, content: z.ZodType<T>): T | undefined {
  try {
    return content.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
