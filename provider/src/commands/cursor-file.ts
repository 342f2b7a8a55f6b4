import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { legibleJson } from "../client/index.ts";
import { isObject } from "../schema/json.ts";
import type { WatchReport } from "../watch/report.ts";
import { jsonIfAny, replaceFile } from "./files.ts";

/** Shortest time between two writes, in milliseconds. A burst of events is then one write. */
const interval = 100;

/** A position of the event stream, as JSON has it. */
const resumePosition = z.object({
  from: z.string().exactOptional(),
  fromTimestamp: z.string().exactOptional(),
  seen: z.array(z.string()),
});

/** What a file of `pulumi-tenant events` holds. */
export const eventsContent = z.object({ version: z.literal(1), tenant: z.string(), position: resumePosition });

const report = z
  .custom<WatchReport>((value) => isObject(value) && typeof value.urn === "string")
  // Version 0.2 saved no `drift`.
  .transform((saved): WatchReport => ({ ...saved, drift: saved.drift ?? saved.kind === "drift" }));

/** What a file of `pulumi-tenant watch` holds. */
export const watchContent = z.object({
  version: z.literal(1),
  tenant: z.string(),
  events: resumePosition,
  open: z.array(report),
  /** What the command of `--exec` has not taken. */
  waiting: z.array(report),
});

/**
 * Keeps a position in a file, for the next start, with the tenant's host, as it means nothing at another tenant. The file is replaced as a whole, so a killed process leaves the
 * old one or the new one.
 */
export class CursorFile<T extends { readonly tenant: string }> {
  readonly #path: string;
  readonly #content: z.ZodType<T>;
  #next: (() => T | undefined) | undefined;
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
    const saved = await jsonIfAny(this.#path, this.#content, "not a cursor file; delete it or name another one");
    if (saved && tenant !== undefined && saved.tenant !== tenant) {
      throw new Error(`${this.#path}: is of the tenant ${legibleJson(saved.tenant)}, not of ${tenant}`);
    }
    return saved;
  }

  /**
   * Saves a content soon; if there are several, the latest one.
   *
   * @param content makes it as it is when it is written; undefined where it is not to be written before the next save
   * @throws Error if the previous write failed
   */
  save(content: () => T | undefined): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#next = content;
    if (!this.#saving) this.#begin();
  }

  /** Writes what is not written yet. @throws Error if a write fails */
  async close(): Promise<void> {
    this.#closing.abort();
    while (this.#saving) await this.#saving;
    if (this.#failure !== undefined) throw this.#failure;
  }

  #begin(): void {
    const content = this.#next?.();
    this.#next = undefined;
    this.#saving = content && this.#write(content);
  }

  async #write(content: T): Promise<void> {
    try {
      await replaceFile(this.#path, `${JSON.stringify(content)}\n`);
      await delay(interval, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      this.#begin();
    } catch (error) {
      this.#failure = error;
      this.#saving = undefined;
    }
  }
}
