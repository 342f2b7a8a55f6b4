import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type Command, InvalidArgumentError } from "commander";
import { type ForeignCode, foreignCode } from "./foreign-code.ts";
import { helpText } from "./help.ts";

interface Flags {
  readonly allow?: readonly string[];
}

/** Adds `pulumi-tenant check-state` to its command. */
export function register(command: Command): void {
  command
    .argument("[file]", "what `pulumi stack export` printed (default: standard input)")
    .option("--allow <sha256>", "accept this code, too (repeat it for several)", collectHash)
    .addHelpText(
      "after",
      helpText({
        text: `The state holds the code that serves dynamic resources, and every operation runs it. This command
accepts the code of pulumi-tenant only, and runs nothing. Dynamic resources of your own need
--allow; the error names the value.`,
        exitCodes: { 0: "no foreign code", 1: "foreign code, or no export" },
        example: "pulumi stack export --stack dev | npx pulumi-tenant check-state",
      }),
    )
    .action(run);
}

async function run(file: string | undefined, { allow = [] }: Flags): Promise<void> {
  const state = file === undefined ? await text(process.stdin) : await readFile(file, "utf8");
  const found = foreignCode(state, new Set(allow));
  if (found.length > 0) throw new Error(refusal(found));
}

/** Nothing of the state is repeated: it could be made to deceive whoever reads the log. */
function refusal(found: readonly ForeignCode[]): string {
  const shown = found.slice(0, 20).map(({ line, sha256 }) => `  line ${line}: ${sha256 ?? "not a plain text"}`);
  const more = found.length > shown.length ? [`  and ${found.length - shown.length} more`] : [];
  return [
    "the state holds code that is not of pulumi-tenant, and every operation on its resource would run it. Look at these lines of " +
      "`pulumi stack export`, with the SHA-256 of the code, and find out who wrote them:",
    ...shown,
    ...more,
  ].join("\n");
}

function collectHash(value: string, before: readonly string[] = []): string[] {
  if (/^[0-9a-f]{64}$/i.test(value)) return [...before, value.toLowerCase()];
  throw new InvalidArgumentError("Expected a SHA-256 in hexadecimal.");
}
