import { rm } from "node:fs/promises";
import { replaceFile } from "./write-file.ts";

/**
 * A file that is there while a watch is ready, for probes: it is written again once a minute, so its age tells a watch that hangs, and it
 * holds the figures.
 */
export class ReadyFile {
  readonly #path: string;
  #done: Promise<void>;

  /** Takes away what a killed process has left. */
  constructor(path: string) {
    this.#path = path;
    this.#done = rm(path, { force: true });
    // Whoever waits for the end hears of it.
    this.#done.catch(() => undefined);
  }

  /** Writes the file, as JSON. */
  write(figures: object): void {
    this.#done = this.#done.then(() => replaceFile(this.#path, `${JSON.stringify(figures)}\n`));
    this.#done.catch(() => undefined);
  }

  /** Takes the file away. @throws Error if it could not be written */
  async close(): Promise<void> {
    await this.#done.finally(() => rm(this.#path, { force: true }));
  }
}
