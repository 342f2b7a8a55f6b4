import { Command, CommanderError } from "commander";
import { sanitize } from "../client/sanitize.ts";
import { columns, forScreen } from "../report/fold.ts";
import { exitCode } from "./command.ts";

export { type Command, InvalidArgumentError } from "commander";

/** A command line program with the width, the exit codes and the messages of all programs of this repository. */
export function newProgram(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .configureHelp({ helpWidth: Math.min(columns, process.stdout.columns ?? columns) })
    .exitOverride();
}

/** The maximum length of a line in an error message, in characters. */
const maxLineLength = 10_000;

/** Ends a program with the message and the exit code of an error. */
export function endWith(error: unknown): void {
  // commander has already printed its message, the help or the version.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : exitCode.wrongUsage;
    return;
  }
  const lines = (error instanceof Error ? error.message : String(error)).split("\n");
  const text = `error: ${lines.map((line) => sanitize(line, maxLineLength)).join("\n")}\n`;
  process.stderr.write(forScreen(text, process.stderr));
  process.exitCode = exitCode.failed;
}
