/** Standard output. A write waits until the line is taken. */
export class Output {
  #broken = false;

  /** @param onBroken called when the reader has gone */
  constructor(onBroken: () => void) {
    process.stdout.on("error", () => {
      this.#broken = true;
      onBroken();
    });
  }

  /** Writes a line. False if nobody reads any more. */
  write(line: string): Promise<boolean> {
    if (this.#broken) return Promise.resolve(false);
    return new Promise((resolve) => {
      process.stdout.write(`${line}\n`, (error) => resolve(!error));
    });
  }
}
