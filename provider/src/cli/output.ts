import { createColors, isColorSupported } from "picocolors";

/** Colours for standard output: on a terminal, and where FORCE_COLOR asks for them. NO_COLOR and FORCE_COLOR=0 turn them off. */
export function colorsForOutput(): ReturnType<typeof createColors> {
  // By itself picocolors colours in every pipeline, where the log may be read as plain text.
  const { FORCE_COLOR: forced } = process.env;
  const isWanted = forced ? forced !== "0" : process.stdout.isTTY === true;
  return createColors(isColorSupported && isWanted);
}

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
