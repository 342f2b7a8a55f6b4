export interface Help {
  /** What a user must know besides the options. No line is longer than 100 columns. */
  readonly text: string;
  /** What the exit codes besides 2 mean. */
  readonly exitCodes: Readonly<Record<number, string>>;
  /** A command that works when it is pasted. */
  readonly example: string;
}

/** What stands below the options of a command. */
export function helpText({ text, exitCodes, example }: Help): string {
  const rows = Object.entries({ ...exitCodes, 2: "wrong usage" }).map(([code, meaning]) => `  ${code}  ${meaning}`);
  return `\n${text}\n\nExit codes:\n${rows.join("\n")}\n\nExample:\n  ${example}`;
}
