import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { sanitizeJson } from "../client/index.ts";
import { isObject } from "../schema/json.ts";
import type { WatchReport } from "../watch/options.ts";
import { jsonIfAny, refuseUnwritable, replaceFile } from "./files.ts";

/** The minimum time between two writes, in milliseconds, so that a burst of events causes one write. */
const interval = 100;

/** A position of the event stream, as JSON. */
const resumePosition = z.object({
  from: z.string().exactOptional(),
  fromTimestamp: z.string().exactOptional(),
  seen: z.array(z.string()),
});

/** The content of a file of `pulumi-tenant events`. */
export const eventsContent = z.object({ version: z.literal(1), tenant: z.string(), position: resumePosition });

const [texts, lists] = [
  ["urn", "type", "name", "stack", "project", "kind", "state", "at"],
  ["changes", "causes"],
];

const report = z
  .custom<WatchReport>(
    (value) =>
      isObject(value) &&
      texts.every((name) => typeof value[name] === "string") &&
      lists.every((name) => Array.isArray(value[name])),
  )
  // Version 0.2 of pulumi-tenant did not save `drift`.
  .transform((saved): WatchReport => ({ ...saved, drift: saved.drift ?? saved.kind === "drift" }));

/** The content of a file of `pulumi-tenant watch`. */
export const watchContent = z.object({
  version: z.literal(1),
  tenant: z.string(),
  events: resumePosition,
  open: z.array(report),
  /** Reports that the command of `--exec` has not acknowledged. */
  waiting: z.array(report),
});

/**
 * Saves a position for the next start in a file, with the tenant's host, because a position is valid only at its tenant. The file is
 * replaced atomically, so a killed process leaves either the old file or the new one.
 */
export class CursorFile<T extends { readonly tenant: string }> {
  readonly #path: string;
  readonly #content: z.ZodType<T>;
  #next: (() => T | undefined) | undefined;
  #saving: Promise<void> | undefined;
  #failure: unknown;
  readonly #closing = new AbortController();

  /** @param content the schema of the file's content */
  constructor(path: string, content: z.ZodType<T>) {
    this.#path = path;
    this.#content = content;
  }

  /**
   * The last saved content; undefined if the file does not exist.
   *
   * @param tenant the host to which the content must belong. Default: any
   * @throws Error for a file that cannot be read or written, is not a cursor file, or belongs to another tenant
   */
  async load(tenant?: string): Promise<T | undefined> {
    const saved = await jsonIfAny(this.#path, this.#content, "not a cursor file; delete it or name another file");
    if (saved && tenant !== undefined && saved.tenant !== tenant) {
      throw new Error(
        `${this.#path}: belongs to the tenant ${sanitizeJson(saved.tenant)}, not to ${tenant}. Name another file.`,
      );
    }
    // Without events nothing is saved, so a file that cannot be written would be noticed only when the position is lost.
    await refuseUnwritable(this.#path);
    return saved;
  }

  /**
   * Schedules a save. A later call replaces a save that is not written yet.
   *
   * @param content returns the content at the time of writing; undefined to skip this write
   * @throws Error if the previous write failed
   */
  save(content: () => T | undefined): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#next = content;
    if (!this.#saving) this.#begin();
  }

  /**
   * Writes the pending content.
   *
   * @throws Error if a write fails
   */
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
