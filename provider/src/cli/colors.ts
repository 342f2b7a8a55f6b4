import { createColors, isColorSupported } from "picocolors";

/** Colours for standard output: on a terminal, and where FORCE_COLOR asks for them. NO_COLOR turns them off. */
export function colorsForOutput(): ReturnType<typeof createColors> {
  // By itself picocolors colours in every pipeline, where the log may be read as plain text.
  const isWanted = process.stdout.isTTY === true || Boolean(process.env.FORCE_COLOR);
  return createColors(isColorSupported && isWanted);
}
