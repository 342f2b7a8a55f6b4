import type { Command } from "commander";
import { ownManifest } from "./command.ts";
import { endWith, newProgram } from "./program.ts";

/** A command's module. It adds options and the action to the command, and is loaded only if the command is named. */
interface CommandModule {
  register(command: Command): void;
}

const commands: readonly { name: string; summary: string; load: () => Promise<CommandModule> }[] = [
  { name: "emulator", summary: "run a tenant in memory, for demos and tests", load: () => import("./emulator.ts") },
  { name: "events", summary: "print changes of the tenant as they happen", load: () => import("./events.ts") },
  {
    name: "watch",
    summary: "report changes made outside of a stack as they happen, and who made them",
    load: () => import("./watch.ts"),
  },
  { name: "drift", summary: "report differences between a stack and its tenant", load: () => import("./drift.ts") },
  {
    name: "review",
    summary: "report the changes of the next update of a stack, and the affected objects",
    load: () => import("./review.ts"),
  },
  {
    name: "map",
    summary: "draw the references between objects, in a tenant or in stacks",
    load: () => import("./map.ts"),
  },
  {
    name: "audit",
    summary: "judge a tenant, a stack or a plan by the rules of a security baseline",
    load: () => import("./audit.ts"),
  },
  {
    name: "verify",
    summary: "compare a tenant, or a description of the service, with what this package expects",
    load: () => import("./verify.ts"),
  },
  {
    name: "compare",
    summary: "report differences between two tenants",
    load: () => import("./compare.ts"),
  },
  { name: "import", summary: "bring an existing tenant under management", load: () => import("./import.ts") },
  { name: "export", summary: "write a stack for another tool", load: () => import("./export.ts") },
  {
    name: "example",
    summary: "copy an example into a new folder",
    load: () => import("./example.ts"),
  },
  {
    name: "check-state",
    summary: "refuse a state with foreign code or domains",
    load: () => import("./check-state.ts"),
  },
];

/**
 * Runs the command line `pulumi-tenant`. It never rejects: a failure is a message on standard error and `process.exitCode`.
 *
 * @param args the arguments after the program's name
 */
export function run(args: readonly string[]): Promise<void> {
  return runCommand(args).catch(endWith);
}

async function runCommand(args: readonly string[]): Promise<void> {
  const program = newProgram("pulumi-tenant", "An identity tenant as code, for Pulumi")
    .version(ownManifest().version)
    .addHelpText("after", "\nExample:\n  npx pulumi-tenant drift --help");
  for (const { name, summary, load } of commands) {
    const command = program.command(name).description(summary);
    if (args.includes(name)) (await load()).register(command);
  }
  await program.parseAsync(args, { from: "user" });
}
