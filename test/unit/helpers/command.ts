import { run } from "../../../provider/src/commands/run.ts";
import { type CommandOptions, type CommandResult, runHere } from "../../harness/command.ts";

/** Runs `pulumi-tenant` in this process: see {@link runHere}. */
export function runCommand(args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return runHere(run, args, options);
}
