import { type Command, InvalidArgumentError } from "commander";
import { allowedOrigins, domainsVariable } from "../tenant/index.ts";
import { addHelp } from "./command.ts";
import { foreignCode } from "./foreign-code.ts";
import { explicitProviders, foreignDomains, renamedVariables } from "./foreign-domains.ts";
import { textOf } from "./read-file.ts";

interface Flags {
  readonly allow?: readonly string[];
}

/** Adds `pulumi-tenant check-state` to its command. */
export function register(command: Command): void {
  command
    .argument("[file]", "what `pulumi stack export` printed (default: standard input)")
    .option("--allow <sha256>", "accept this code, too (repeat it for several)", collectHash)
    .action(run);
  addHelp(command, {
    text: `The state holds the code that serves dynamic resources, and every operation runs it. This command
accepts the code of pulumi-tenant only, and runs nothing. Dynamic resources of your own need
--allow; the error names the value.

The state also holds the configuration of providers, and refresh and destroy send credentials where
it says. This command accepts the domains that TENANT_DOMAINS (with commas) and TENANT_DOMAIN name,
and names the explicit providers.`,
    exitCodes: { 0: "nothing foreign", 1: "foreign code or domains, or no export" },
    example: "pulumi stack export --stack dev | TENANT_DOMAIN=dev.example.com npx pulumi-tenant check-state",
  });
}

async function run(file: string | undefined, { allow = [] }: Flags): Promise<void> {
  const state = await (file === undefined ? textOf(process.stdin, "standard input") : textOf(file));
  const problems: string[] = [];
  const origins = allowedOrigins(process.env, problems);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const refusals = [
    ...refusal(
      "the state holds code that is not of pulumi-tenant, and every operation on its resource would run it. Look at these lines of " +
        "`pulumi stack export`, with the SHA-256 of the code, and find out who wrote them:",
      foreignCode(state, new Set(allow)).map(({ line, sha256 }) => `line ${line}: ${sha256 ?? "not a plain text"}`),
    ),
    ...refusal(
      "the state names domains that the environment does not allow, and credentials would be sent there. If the tenants on these lines " +
        `of \`pulumi stack export\` are yours, name them in ${domainsVariable}:`,
      foreignDomains(state, origins).map(({ line, origin }) => `line ${line}: ${origin ?? "no domain in plain text"}`),
    ),
    ...refusal(
      "the state gives a provider variables of this environment under other names (envVarMappings), so it could switch off what protects " +
        "it. Look at these lines of `pulumi stack export`, and find out who wrote them:",
      renamedVariables(state).map((line) => `line ${line}`),
    ),
  ];
  for (const line of explicitProviders(state)) process.stdout.write(`${line}\n`);
  if (refusals.length > 0) throw new Error(refusals.join("\n"));
}

/** Of what is refused, only hashes and origins are repeated: the rest could be made to deceive whoever reads the log. */
function refusal(why: string, found: readonly string[]): readonly string[] {
  if (found.length === 0) return [];
  const shown = found.slice(0, 20);
  const more = found.length > shown.length ? [`and ${found.length - shown.length} more`] : [];
  return [why, ...[...shown, ...more].map((line) => `  ${line}`)];
}

function collectHash(value: string, before: readonly string[] = []): string[] {
  if (/^[0-9a-f]{64}$/i.test(value)) return [...before, value.toLowerCase()];
  throw new InvalidArgumentError("Expected a SHA-256 in hexadecimal.");
}
