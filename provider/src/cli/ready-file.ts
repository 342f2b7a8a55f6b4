import { removeFile, replaceFile } from "./write-file.ts";

/**
 * A file that is there while a watch is ready, for probes: it is written again once a minute, so its age tells a watch that hangs, and it
 * holds the figures.
 */
export class ReadyFile {
  readonly #path: string;
  #done: Promise<void>;
  #failure: unknown;

  /** Takes away what a killed process has left. */
  constructor(path: string) {
    this.#path = path;
    this.#done = this.#noting(removeFile(path));
  }

  /** Writes the file soon, as JSON. @throws Error if it could not be written before */
  write(figures: object): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#done = this.#noting(this.#done.then(() => replaceFile(this.#path, `${JSON.stringify(figures)}\n`)));
  }

  /** Takes the file away. @throws Error if it could not be written or removed */
  async close(): Promise<void> {
    await this.#done;
    if (this.#failure !== undefined) throw this.#failure;
    await removeFile(this.#path);
  }

  #noting(done: Promise<void>): Promise<void> {
    return done.catch((error: unknown) => {
      this.#failure ??= error;
    });
  }
}
