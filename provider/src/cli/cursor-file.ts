import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { ResumePosition } from "../tenant/events/index.ts";
import { legibleJson } from "../tenant/index.ts";
import { replaceFile } from "./write-file.ts";

/** Shortest time between two writes, in milliseconds. A burst of events is then one write. */
const interval = 100;

const content = z.object({
  version: z.literal(1),
  /** The tenant's host, as a cursor means nothing at another tenant. */
  tenant: z.string(),
  position: z.object({
    from: z.string().exactOptional(),
    fromTimestamp: z.string().exactOptional(),
    seen: z.array(z.string()),
  }),
});

/**
 * Keeps a position of the event stream in a file, for the next start. The file is replaced as a whole, so a killed process leaves the
 * old one or the new one.
 */
export class CursorFile {
  readonly #path: string;
  readonly #tenant: string;
  #next: ResumePosition | undefined;
  #saving: Promise<void> | undefined;
  #failure: unknown;
  readonly #closing = new AbortController();

  constructor(path: string, tenant: string) {
    this.#path = path;
    this.#tenant = tenant;
  }

  /**
   * The position that was saved last, or undefined if there is no file yet.
   * @throws Error for a file that cannot be read, is not a cursor file, or belongs to another tenant
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
    const saved = parse(text);
    if (saved === undefined) throw new Error(`${this.#path}: not a cursor file; delete it or name another one`);
    if (saved.tenant !== this.#tenant) {
      throw new Error(`${this.#path}: is of the tenant ${legibleJson(saved.tenant)}, not of ${this.#tenant}`);
    }
    return saved.position;
  }

  /** Saves a position soon; if there are several, the latest one. @throws Error if the previous write failed */
  save(position: ResumePosition): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#next = position;
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
        const position = this.#next;
        this.#next = undefined;
        const saved: z.infer<typeof content> = { version: 1, tenant: this.#tenant, position };
        await replaceFile(this.#path, `${JSON.stringify(saved)}\n`);
        await delay(interval, undefined, { signal }).catch(() => undefined);
      }
    } catch (error) {
      this.#failure = error;
    } finally {
      this.#saving = undefined;
    }
  }
}

function parse(text: string): z.infer<typeof content> | undefined {
  try {
    return content.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
